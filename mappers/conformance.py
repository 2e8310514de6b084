"""The conformance suite for mappers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph, cluster_graph
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import CoreState, Measurements
from mappers.topology import Mesh
from partitioners.conformance.graphs import random_graph
from partitioners.errors import OptionError
from partitioners.partition import EdgePartition
from partitioners.plugins.conformance import Suite, check


class MapperSuite(Suite):
    """The conformance checks for one mapper."""

    registry = MAPPERS
    positional = 3

    def answer(self) -> bytes:
        """Map 23 clusters that all communicate, and 40 that hardly do."""
        return b"".join(
            self._map(random_clusters(parts, edges, 3), Mesh(4, 3), seed=5).tobytes()
            for parts, edges in ((23, 600), (40, 60))
        )

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Map twelve clusters to nine cores."""
        self._map(random_clusters(12, 80, 1), Mesh(3, 3), options=options)

    def _map(
        self, clusters: ClusterGraph, mesh: Mesh, *, seed: int = 0, options: Mapping[str, Any] | None = None
    ) -> NDArray[np.int32]:
        """The core of each cluster; :func:`map_clusters` raises an error unless each cluster has one core."""
        chosen = self.given if options is None else options
        self._feed(clusters, mesh, f", seed {seed}{''.join(f', {n}={v!r}' for n, v in chosen.items())}")
        return map_clusters(clusters, mesh, self.name, seed=seed, **chosen).core_of_cluster

    def _feed(self, clusters: ClusterGraph, mesh: Mesh, more: str = "") -> None:
        pairs = f"{clusters.target.size} communicating pairs"
        self.fed = f"{clusters.parts} clusters ({pairs}), a mesh of {mesh.width} x {mesh.height}{more}"

    @check("every cluster is mapped to one core of the machine")
    def mappings_are_valid(self) -> None:
        """Try more clusters than cores, fewer clusters, and meshes of all shapes."""
        cases = [(1, 1, 1), (1, 4, 4), (9, 1, 1), (16, 4, 4), (16, 16, 1), (5, 1, 7), (23, 2, 2), (70, 3, 3)]
        for parts, width, height in cases:
            for edges in (parts, 30 * parts):
                self._map(random_clusters(parts, edges, parts), Mesh(width, height))
        rng = np.random.default_rng(7)
        for k in range(25):
            parts, width, height = (int(size) for size in rng.integers(1, (15, 6, 6)))
            self._map(random_clusters(parts, int(rng.integers(0, 80)), k), Mesh(width, height), seed=k % 4)

    @check("clusters without communication, work or tasks")
    def silent_clusters(self) -> None:
        """Try a graph without edges, and all edges in one cluster."""
        for graph in (random_graph(9, 0, 0), random_graph(9, 30, 0, "zero")):
            for parts in (1, 8, 13):
                cut = EdgePartition(graph, parts, np.zeros(graph.num_edges, int))
                self._map(cluster_graph(cut), Mesh(3, 3))

    @check("messages without bytes")
    def empty_messages(self) -> None:
        """Give every pair a weight of zero."""
        self._map(random_clusters(12, 90, 2, value_bytes=0), Mesh(3, 3))

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Include seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._map(random_clusters(12, 80, 1), Mesh(3, 3), seed=seed)

    @check("the input is not changed, and may be read-only")
    def input_is_unchanged(self) -> None:
        """Compare every array of the clusters, and the distances of the mesh."""
        clusters, mesh = random_clusters(17, 200, 4), Mesh(4, 3)
        arrays = {name: value for name, value in vars(clusters).items() if isinstance(value, np.ndarray)}
        arrays["distances"] = mesh.distances
        before = {name: array.tobytes() for name, array in arrays.items()}
        self._map(clusters, mesh)
        for name, array in arrays.items():
            if array.tobytes() != before[name]:
                self.fail(f"the call changed the array {name}")
            array.flags.writeable = False
        self._map(clusters, mesh)

    @check("an on-line mapper places each batch of ready clusters")
    def answers_while_it_runs(self) -> None:
        """Pass the clusters in batches as they become ready; arrays returned earlier must not change."""
        clusters, mesh = random_clusters(23, 200, 6), Mesh(3, 3)
        try:
            online = map_clusters(clusters, mesh, self.name, policy="online", **self.given)
        except OptionError:
            self.skip("the mapper is static: it places all clusters at once")
        mapper = online.new_mapper()
        state = CoreState(np.zeros(9, np.int64), np.zeros(9, np.int64))
        kept: list[tuple[NDArray[np.int32], bytes]] = []
        for ready in np.array_split(clusters.ready_order, 7):
            self._feed(clusters, mesh, f", clusters {ready.tolist()} ready")
            cores = np.asarray(mapper.place(ready, state))
            if cores.shape != ready.shape or cores.dtype.kind not in "iu":
                self.fail(
                    f"returned an array of {cores.dtype} of shape {cores.shape}; "
                    "expected one core (an integer) for each ready cluster"
                )
            if cores.min() < 0 or cores.max() >= 9:
                self.fail(f"returned the cores {cores.tolist()}; expected cores of 0 .. 8")
            kept.append((cores, cores.tobytes()))
            np.add.at(state.clusters, cores, 1)
            np.add.at(state.work, cores, clusters.work[ready])
        if any(cores.tobytes() != then for cores, then in kept):
            self.fail("a later call changed an array that an earlier call had returned")

    @check("a mapper that is asked again returns one core for each cluster")
    def answers_again(self) -> None:
        """Ask with less and less work, twice each; the answers must not change the measurements."""
        clusters, mesh = random_clusters(23, 200, 6), Mesh(3, 3)
        first, second = (
            map_clusters(clusters, mesh, self.name, policy="periodic", seed=3, **self.given) for _ in range(2)
        )
        core_of_cluster = first.core_of_cluster
        remap, same = first.new_remap(), second.new_remap()
        for share in (2, 5, 10**9):
            work_left = clusters.work // share
            self._feed(clusters, mesh, f", work left {work_left.tolist()}")
            measured = Measurements(
                100,
                core_of_cluster,
                np.arange(23) % 4 > 0,
                work_left,
                clusters.indptr,
                clusters.target,
                clusters.messages,
                clusters.payload_bytes,
            )
            before = [np.asarray(each).tobytes() for each in vars(measured).values()]
            cores = np.asarray(remap(measured))
            if cores.shape != (23,) or cores.dtype.kind not in "iu" or cores.min() < 0 or cores.max() >= 9:
                self.fail(f"returned {cores!r}; expected one core of 0 .. 8 for each of the 23 clusters")
            if [np.asarray(each).tobytes() for each in vars(measured).values()] != before:
                self.fail("the call changed the measurements")
            if np.asarray(same(measured)).tobytes() != cores.tobytes():
                self.fail("two mappers with the same measurements returned different cores")
            core_of_cluster = cores.astype(np.int32)


def random_clusters(parts: int, edges: int, seed: int, value_bytes: int = 8) -> ClusterGraph:
    """Build the cluster graph of a random graph that is partitioned at random.

    Parameters
    ----------
    edges : int
        Number of edges of the graph. With more edges, more pairs of clusters communicate.
    value_bytes : int
        Payload of a message, in bytes.
    """
    graph = random_graph(max(2, edges // 2), edges, seed)
    clusters = np.random.default_rng(seed).integers(parts, size=edges)
    return cluster_graph(EdgePartition(graph, parts, clusters), value_bytes=value_bytes)
