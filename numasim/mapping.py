"""Clusters onto the cores of a machine: the mappers see a topology and costs, never the machine itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

if TYPE_CHECKING:
    from mappers.cluster_graph import ClusterGraph
    from mappers.mapping import Mapping, OnlineMapping
    from numasim.machine import Machine


@overload
def map_clusters(
    clusters: ClusterGraph,
    machine: Machine,
    method: str = ...,
    *,
    when: Literal["start"] = ...,
    seed: int = ...,
    **options: Any,
) -> Mapping: ...
@overload
def map_clusters(
    clusters: ClusterGraph, machine: Machine, method: str = ..., *, when: str, seed: int = ..., **options: Any
) -> Mapping | OnlineMapping: ...
def map_clusters(
    clusters: ClusterGraph,
    machine: Machine,
    method: str = "memory_centric",
    *,
    when: str = "start",
    seed: int = 0,
    **options: Any,
) -> Mapping | OnlineMapping:
    """Place clusters on the cores of a machine.

    Parameters
    ----------
    clusters : ClusterGraph
    machine : Machine
        Its mesh is the mapper's topology, and its network and memory give the costs. A machine with as many
        cores as there are clusters gets its mesh from their number.
    method : str
        A registered mapper.
    when : {'start', 'ready'}
    seed : int
    **options
        See :func:`mappers.map_clusters.map_clusters`.

    Returns
    -------
    Mapping or OnlineMapping

    Raises
    ------
    OptionError, UnknownNameError
        As :func:`mappers.map_clusters.map_clusters`.
    """
    from mappers.map_clusters import map_clusters as place

    machine = machine.for_clusters(clusters.parts)
    return place(
        clusters,
        machine.topology,
        method,
        costs=machine.transfer_costs,
        when=cast(Literal["start"], when),  # checked there, with a message
        seed=seed,
        **options,
    )


def read_mapping(path: Path, clusters: int, cores: int) -> Mapping:
    """Read a mapping: one 0-based core id a line, in the order of the clusters; or a ``.npy`` file.

    Raises
    ------
    InputError
        The file is not that, or does not fit the number of clusters or cores.
    """
    import numpy as np

    from mappers.mapping import Mapping
    from partitioners.errors import InputError, VerificationError

    if path.suffix == ".npy":
        try:
            core_of_cluster = np.load(path, allow_pickle=False)
        except (ValueError, OSError, EOFError) as error:
            raise InputError(f"{path}: not a .npy file of core ids ({error})") from None
    else:
        core_of_cluster = np.array(_core_ids(path), np.int64)
    if core_of_cluster.shape != (clusters,):
        raise InputError(
            f"{path}: a mapping of {core_of_cluster.size} clusters, and the partition has {clusters}; "
            "expected one core id a line for each of them"
        )
    try:
        return Mapping(core_of_cluster, cores, "file")
    except VerificationError as error:
        raise InputError(f"{path}: {error}") from None


def _core_ids(path: Path) -> list[int]:
    from partitioners.errors import InputError

    ids = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file; expected one core id a line") from None
    for number, line in enumerate(lines, 1):
        if not line.strip().isdecimal():
            raise InputError(f"{path}:{number}: expected a core id, got {line.strip()!r}")
        ids.append(int(line))
    return ids
