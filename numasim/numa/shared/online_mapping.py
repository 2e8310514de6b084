"""The placement of clusters by an on-line mapper during a run."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import numpy as np

from mappers.map_clusters import MAPPERS
from mappers.mapping import CoreState, OnlineMapping
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mappers.mapping import Mapping
    from numasim.program.program import Program


class OnlineMapper:
    """Calls the mapper of an on-line mapping, and passes the previous placements to it.

    Parameters
    ----------
    mapping : Mapping or OnlineMapping
        The mapping. A finished mapping places all clusters before the run.
    """

    def __init__(self, mapping: Mapping | OnlineMapping, program: Program, num_cores: int) -> None:
        self._mapping, self._program = mapping, program
        self._mapper = mapping.new_mapper() if isinstance(mapping, OnlineMapping) else None
        self._state = CoreState(np.zeros(num_cores, np.int64), np.zeros(num_cores, np.int64))

    def _blamed(self) -> AbstractContextManager[None]:
        """Blame the plug-in for its exceptions, if the mapper is one."""
        method = self._mapping.method
        return MAPPERS[method].blamed() if method in MAPPERS else nullcontext()

    def place(self, ready: NDArray[np.int64]) -> NDArray[np.integer]:
        """Choose a core for each cluster that is ready.

        Parameters
        ----------
        ready : ndarray of int64
            Clusters in ascending order. If there are none, the mapper is not called.

        Returns
        -------
        ndarray of int, of the same shape
            The cores of the clusters.

        Raises
        ------
        OptionError
            The mapper did not return cores.
        PluginError
            The mapper belongs to another package and raised an exception.
        """
        if ready.size == 0:
            return ready
        assert self._mapper is not None
        with self._blamed():
            cores = np.asarray(self._mapper.place(ready, self._state))
        num_cores = self._state.clusters.size
        if (
            cores.shape != ready.shape
            or cores.dtype.kind not in "iu"
            or not ((cores >= 0) & (cores < num_cores)).all()
        ):
            raise OptionError(
                f"mapper {self._mapping.method!r} returned {cores!r} for {ready.size} clusters; "
                f"it must return one core of 0 .. {num_cores - 1} for each"
            )
        np.add.at(self._state.clusters, cores, 1)
        np.add.at(self._state.work, cores, self._program.replicas.cluster_work[ready])
        return cores

    def place_first(self) -> NDArray[np.int32]:
        """Choose a core for each cluster that can begin alone. With supersteps, these are all clusters.

        Returns
        -------
        ndarray of int32, shape (p,)
            The core of each cluster, or -1 for clusters that are placed later. A finished mapping has none.
        """
        program = self._program
        parts = program.partition.parts
        core_of_cluster = np.full(parts, -1, np.int32)
        if not isinstance(self._mapping, OnlineMapping):
            core_of_cluster[:] = self._mapping.core_of_cluster
            return core_of_cluster
        ready = np.arange(parts)
        if program.model == "dataflow":
            replicas = program.replicas
            begins = replicas.is_master & (program.missing_at_start == 0)
            ready = np.flatnonzero(np.bincount(replicas.cluster[begins], minlength=parts))
        core_of_cluster[ready] = self.place(ready)
        return core_of_cluster
