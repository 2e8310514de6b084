"""Map a cluster graph onto a topology with a mapper chosen by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, replace
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import (
    CoreState,
    Mapping,
    Measurements,
    OnlineMapper,
    OnlineMapping,
    PeriodicMapping,
    Remapper,
)
from mappers.topology import Topology
from partitioners.errors import OptionError, VerificationError
from partitioners.plugins.registry import Plugin, Registry
from partitioners.text.integers import check_integer

MAPPERS = Registry(
    "mapper",
    "numasim.mappers",
    {
        "memory_centric": "mappers.algorithms.memory_centric:memory_centric",
        "round_robin": "mappers.algorithms.baselines:round_robin",
        "random": "mappers.algorithms.baselines:random",
        "bottleneck": "mappers.algorithms.bottleneck:bottleneck",
        "greedy": "mappers.algorithms.greedy:greedy",
        "local_search": "mappers.algorithms.local_search:local_search",
        "refine": "mappers.algorithms.refine:refine",
    },
)
"""Every mapper: ``f(clusters, topology, costs, *, [seed,] options...) -> core_of_cluster | OnlineMapper``."""

EVERY = 10_000
"""The default of the cycles between two questions to a mapper, with the policy ``periodic``."""


@overload
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = ...,
    *,
    costs: TransferCosts | None = ...,
    policy: Literal["static"] = ...,
    seed: int = ...,
    **options: Any,
) -> Mapping: ...
@overload
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = ...,
    *,
    costs: TransferCosts | None = ...,
    policy: Literal["online"],
    seed: int = ...,
    **options: Any,
) -> OnlineMapping: ...
@overload
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = ...,
    *,
    costs: TransferCosts | None = ...,
    policy: Literal["periodic"],
    every: int = ...,
    seed: int = ...,
    **options: Any,
) -> PeriodicMapping: ...
def map_clusters(
    clusters: ClusterGraph,
    topology: Topology,
    method: str = "memory_centric",
    *,
    costs: TransferCosts | None = None,
    policy: str = "static",
    every: int = EVERY,
    seed: int = 0,
    **options: Any,
) -> Mapping | OnlineMapping:
    """Map clusters to cores.

    Parameters
    ----------
    method : str
        A registered mapper (``MAPPERS.names()``).
    costs : TransferCosts, optional
        Transfer costs; those of the default machine by default.
    policy : {'static', 'online', 'periodic'}
        ``static``: every cluster is placed before the run, in the order in which they become ready.
        ``online``: the simulator calls the mapper while the program runs; only on-line mappers support it.
        ``periodic``: as ``static``, and the simulator asks the mapper again every ``every`` cycles. Clusters
        then move to other cores.
    every : int
        Cycles between two questions, with ``periodic``.
    seed : int
        Seed of methods that draw random numbers; other methods ignore it.
    **options
        Further options of the method, checked against its signature.

    Returns
    -------
    Mapping, OnlineMapping or PeriodicMapping

    Raises
    ------
    OptionError
        The method does not have an option, ``policy`` is ``'online'`` and the mapper is static, or ``every``
        is not an integer of at least 1.
    UnknownNameError
        There is no such method; the message contains the nearest name.
    VerificationError
        The method did not return one core for each cluster.
    """
    seed = check_integer("seed", seed)
    if policy not in ("static", "online", "periodic"):
        raise OptionError(f"policy must be 'static', 'online' or 'periodic', got {policy!r}")
    check_integer("every", every, 1)
    plugin = MAPPERS[method]
    call = _Call(plugin, method, topology, costs or TransferCosts(), options, int(seed))
    result = call.result(clusters)
    record = plugin.check_options(options)
    if "seed" in plugin.accepts:
        record["seed"] = int(seed)
    record["policy"] = policy
    cores = topology.num_cores
    if policy == "online":
        if not isinstance(result, OnlineMapper):
            raise OptionError(
                f"mapper {method!r} is static: it places all clusters at once; use `policy: static`"
            )
        return OnlineMapping(lambda: call.result(clusters), clusters.parts, cores, method, record)
    core_of_cluster = call.placed(clusters, result)
    if policy == "static":
        return Mapping(core_of_cluster, cores, method, record)
    record["every"] = int(every)

    def call_again(measured: Measurements) -> Any:
        left = _measured_clusters(clusters, measured)
        return call.placed(left, call.result(left))

    def new_remap() -> Callable[[Measurements], Any]:
        if not isinstance(result, Remapper):
            return call_again
        of_run = call.result(clusters)  # with a state of its own, in which it has placed the clusters
        call.placed(clusters, of_run)

        def remap(measured: Measurements) -> Any:
            with plugin.blamed():
                return of_run.remap(measured)

        return remap

    return PeriodicMapping(core_of_cluster, cores, method, record, every=int(every), new_remap=new_remap)


@dataclass(frozen=True)
class _Call:
    """A call of a mapper that can be repeated with other clusters."""

    plugin: Plugin
    method: str
    topology: Topology
    costs: TransferCosts
    options: MappingType[str, Any]
    seed: int

    def result(self, clusters: ClusterGraph) -> Any:
        """Call the mapper."""
        return self.plugin.call(clusters, self.topology, self.costs, options=self.options, seed=self.seed)

    def placed(self, clusters: ClusterGraph, result: Any) -> NDArray[Any]:
        """The core of each cluster. An on-line mapper places all clusters in the order of their start."""
        # The test for a protocol takes longer than a small graph is mapped.
        if isinstance(result, np.ndarray) or not isinstance(result, OnlineMapper):
            return _one_for_each(result, clusters.parts, self.method)
        cores, order = self.topology.num_cores, clusters.ready_order
        state = CoreState(np.zeros(cores, np.int64), np.zeros(cores, np.int64))
        with self.plugin.blamed():
            placed = _one_for_each(result.place(order, state), clusters.parts, self.method)
        core_of_cluster = np.empty_like(placed)
        core_of_cluster[order] = placed
        return core_of_cluster


def _measured_clusters(clusters: ClusterGraph, measured: Measurements) -> ClusterGraph:
    """The clusters with the work that is left and the measured messages, all of which are equally critical.

    No initial value is left to be read first.
    """
    return replace(
        clusters,
        work=measured.work_left,
        indptr=measured.indptr,
        target=measured.target,
        messages=measured.messages,
        payload_bytes=measured.payload_bytes,
        critical_messages=measured.messages.astype(np.float64),
        first_reads=np.zeros(clusters.parts, np.int64),
        work_by_window=measured.work_left[:, None],
    )


def is_static(method: str) -> bool:
    """Whether the declared return type of a mapper shows that it places all clusters at once.

    False if it declares no return type: then only a call shows whether it is static.
    """
    made = inspect.signature(MAPPERS[method].function).return_annotation
    return "ndarray" in (made if isinstance(made, str) else repr(made)).lower()


def _one_for_each(cores: Any, parts: int, method: str) -> NDArray[Any]:
    array = np.asarray(cores)
    if array.shape != (parts,) or array.dtype.kind not in "iu":
        raise VerificationError(
            f"mapper {method!r} returned an array of {array.dtype} of shape {array.shape}; "
            f"it must return one core (an integer) for each of the {parts} clusters"
        )
    return array
