"""Quality metrics of a mapping: hop-bytes, link loads, core loads, and the estimated time."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.mapping import Mapping
from mappers.topology import EAST, NORTH, SOUTH, WEST, Mesh, Topology
from partitioners.errors import VerificationError


@dataclass(frozen=True)
class MappingQuality:
    """The static metrics of a mapping. All bytes are payload of one step.

    Attributes
    ----------
    hop_bytes : int
        Bytes x hops, summed over all communication.
    mean_hops : float
        Hop-bytes over bytes; 0 if there are no bytes. Clusters on the same core are 0 hops apart.
    local_bytes : int
        Bytes between clusters on the same core.
    largest_link_load : int
        Bytes over the busiest link under XY routes.
    largest_core_load : int
        Cycles of work on the busiest core.
    core_load_imbalance : float
        ``largest_core_load`` over the mean load of all cores; 1 if there is no work.
    """

    hop_bytes: int
    mean_hops: float
    local_bytes: int
    largest_link_load: int
    largest_core_load: int
    core_load_imbalance: float
    cores_used: int
    most_clusters_on_a_core: int

    def to_dict(self) -> dict[str, Any]:
        """The metrics by name."""
        return asdict(self)


def mapping_quality(clusters: ClusterGraph, mapping: Mapping, topology: Mesh) -> MappingQuality:
    """Compute all metrics of a mapping on a mesh.

    Raises
    ------
    VerificationError
        The mapping does not fit the cluster graph or the mesh.

    Notes
    -----
    Linear in the communications, the clusters and the links.
    """
    hops = hop_bytes(clusters, mapping, topology)
    total = int(clusters.payload_bytes.sum())
    sender, receiver = _ends(clusters, mapping, topology)
    load = load_per_core(clusters, mapping)
    held = clusters_per_core(mapping)
    return MappingQuality(
        hop_bytes=hops,
        mean_hops=hops / total if total else 0.0,
        local_bytes=int(clusters.payload_bytes[sender == receiver].sum()),
        largest_link_load=largest_link_load(clusters, mapping, topology),
        largest_core_load=int(load.max()),
        core_load_imbalance=float(load.max() * load.size / load.sum()) if load.any() else 1.0,
        cores_used=int(np.count_nonzero(held)),
        most_clusters_on_a_core=int(held.max()),
    )


def hop_bytes(clusters: ClusterGraph, mapping: Mapping, topology: Topology) -> int:
    """Bytes x hops, summed over all communication between clusters. Linear in the communications."""
    sender, receiver = _ends(clusters, mapping, topology)
    return int((topology.distances[sender, receiver] * clusters.payload_bytes).sum())


def largest_link_load(clusters: ClusterGraph, mapping: Mapping, topology: Mesh) -> int:
    """Payload bytes over the busiest link under XY routes; see :func:`link_loads`."""
    return int(link_loads(clusters, mapping, topology).max())


def link_loads(clusters: ClusterGraph, mapping: Mapping, topology: Mesh) -> NDArray[np.int64]:
    """Payload bytes over each link under XY routes.

    Returns
    -------
    ndarray of int64, shape (num_links,)
        By link id, see :class:`mappers.topology.Mesh`.

    Notes
    -----
    Linear in the communications and the links, whatever the distances. A route is a straight run along the
    sender's row and one along the receiver's column. Only the two ends of each run are recorded, and
    cumulative sums along the rows and columns fill in the links between them.
    """
    sender, receiver = _ends(clusters, mapping, topology)
    width, height = topology.width, topology.height
    x, y = sender % width, sender // width
    to_x, to_y = receiver % width, receiver // width
    loads = np.zeros((height, width, 4), np.int64)
    size = clusters.payload_bytes
    loads[:, :, EAST] = _runs(y, x, to_x, size, height, width)
    loads[:, :, WEST] = _runs(y, width - 1 - x, width - 1 - to_x, size, height, width)[:, ::-1]
    loads[:, :, SOUTH] = _runs(to_x, y, to_y, size, width, height).T
    loads[:, :, NORTH] = _runs(to_x, height - 1 - y, height - 1 - to_y, size, width, height)[:, ::-1].T
    return loads.reshape(-1)


def estimated_cycles(
    clusters: ClusterGraph, mapping: Mapping, topology: Topology, costs: TransferCosts
) -> float:
    """The estimate of :mod:`mappers.algorithms.time_estimate` for a whole mapping, in cycles, as
    ``bottleneck`` sees it.

    The sum of the critical messages' cycles between cores and of the 4-norms of the loads of the cores, in
    each window of the program's time, and of the memory controllers. Linear in the communications, the
    clusters and the cores.
    """
    sender, receiver = _ends(clusters, mapping, topology)
    hops = topology.distances[sender, receiver]
    each = np.where(sender == receiver, 0, costs.message_cycles + costs.hop_cycles * hops)
    total = float((each * clusters.critical_messages).sum())
    cores, windows = mapping.num_cores, clusters.work_by_window.shape[1]
    place = mapping.core_of_cluster[:, None] * windows + np.arange(windows)
    work = clusters.work_by_window.ravel()
    of_core = np.bincount(place.ravel(), work, minlength=cores * windows).reshape(cores, windows)
    loads = of_core * costs.slowness(cores)[:, None]
    total += float(np.linalg.norm(loads, 4, axis=0).sum())
    if costs.controllers:
        nearest = topology.distances[:, list(costs.controllers)].argmin(axis=1)
        blocks = np.bincount(
            nearest[mapping.core_of_cluster], clusters.first_reads, minlength=len(costs.controllers)
        )
        total += costs.block_service_cycles * float(np.linalg.norm(blocks, 4))
    return total


def load_per_core(clusters: ClusterGraph, mapping: Mapping) -> NDArray[np.int64]:
    """Cycles of work on each core, shape (num_cores,)."""
    _check(clusters, mapping)
    load = np.zeros(mapping.num_cores, np.int64)
    np.add.at(load, mapping.core_of_cluster, clusters.work)
    return load


def clusters_per_core(mapping: Mapping) -> NDArray[np.int64]:
    """The number of clusters on each core, shape (num_cores,)."""
    return np.bincount(mapping.core_of_cluster, minlength=mapping.num_cores)


def _runs(
    line: NDArray[np.int64],
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    size: NDArray[np.int64],
    lines: int,
    length: int,
) -> NDArray[np.int64]:
    """The bytes that pass each tile of each line in ascending direction, in runs ``begin`` to ``end``."""
    ascending = end > begin
    line, begin, end, size = line[ascending], begin[ascending], end[ascending], size[ascending]
    steps = np.zeros((lines, length), np.int64)
    np.add.at(steps, (line, begin), size)
    np.subtract.at(steps, (line, end), size)
    return np.cumsum(steps, axis=1)


def _ends(
    clusters: ClusterGraph, mapping: Mapping, topology: Topology
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The cores of sender and receiver for each communication of the cluster graph."""
    _check(clusters, mapping)
    if mapping.num_cores != topology.num_cores:
        raise VerificationError(
            f"the mapping is for {mapping.num_cores} cores, but the topology has {topology.num_cores}; "
            "map the clusters onto this topology"
        )
    core = mapping.core_of_cluster.astype(np.int64)
    return core[clusters.source], core[clusters.target]


def _check(clusters: ClusterGraph, mapping: Mapping) -> None:
    if mapping.core_of_cluster.size != clusters.parts:
        raise VerificationError(
            f"the mapping places {mapping.core_of_cluster.size} clusters, but the cluster graph has "
            f"{clusters.parts}; map this cluster graph"
        )
