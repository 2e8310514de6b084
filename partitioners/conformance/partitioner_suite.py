"""The conformance suite for partitioners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from partitioners.analysis.quality import quality
from partitioners.analysis.verify import verify
from partitioners.conformance.graphs import WEIGHTS, edgeless, gallery, random_graph
from partitioners.graph import Graph
from partitioners.partition import MAX_PARTS, Partition, VertexPartition, most_parts
from partitioners.partition_graph import PARTITIONERS, partition, placed_by
from partitioners.plugins.conformance import Suite, check
from partitioners.progress import Progress, silent
from partitioners.text.counts import plural


class PartitionerSuite(Suite):
    """The conformance checks for one partitioner; they take a second or two for most built-in methods."""

    registry = PARTITIONERS
    positional = 2

    def __init__(self, name: str, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(name, options)
        self.shapes = gallery()

    def answer(self) -> bytes:
        """Cut a graph with hubs, self-loops, parallel edges and weights of all sizes."""
        cut = self._cut(random_graph(200, 900, 3, "wide"), 9, seed=5)
        return _clusters(cut).tobytes()

    def try_options(self, options: Mapping[str, Any]) -> None:
        """Cut a small graph."""
        self._cut(self.shapes["random, weights unit"], 5, options=options)

    def _cut(
        self,
        graph: Graph,
        parts: int,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        progress: Progress = silent,
    ) -> Partition:
        """Cut a graph and verify the partition."""
        chosen = self.given if options is None else options
        added = "".join(f", {name}={value!r}" for name, value in chosen.items())
        self.fed = (
            f"{graph.name!r} ({graph.num_vertices} vertices, {graph.num_edges} edges), "
            f"{parts} {plural(parts, 'part')}, seed {seed}{added}"
        )
        cut = partition(graph, self.name, parts, seed=seed, progress=progress, **chosen)
        if cut.graph is not graph:
            self.fail("returned a partition of a different graph")
        if cut.parts != parts:
            self.fail(f"returned a partition into {cut.parts} parts")
        verify(cut)
        return cut

    def _most(self, graph: Graph) -> int:
        """The largest number of parts of a graph with edges."""
        return most_parts(graph, placed_by(self.name))

    def _cut_all(self, shapes: Iterable[str], *others: int) -> None:
        for shape in shapes:
            graph = self.shapes[shape]
            most = self._most(graph)
            for parts in sorted({2, 3, 7, *others, most // 2}):
                if 0 < parts <= most:
                    self._cut(graph, parts)

    @check("every edge is in one cluster of 0 .. parts - 1")
    def cuts_are_valid(self) -> None:
        """Cut common shapes, and small random graphs that combine difficult shapes."""
        self._cut_all(["star, inwards", "star, outwards", "path", "cycle", "complete", "operations"])
        rng = np.random.default_rng(7)
        for k in range(12):
            n, m = int(rng.integers(1, 10)), int(rng.integers(1, 25))
            graph = random_graph(n, m, k, WEIGHTS[k % 5])
            self._cut(graph, int(rng.integers(1, self._most(graph) + 1)), seed=k % 4)

    @check("a cut into one part puts everything into cluster 0")
    def one_part(self) -> None:
        """Detect divisions by zero."""
        for shape in ("one edge", "star, inwards", "random, weights unit"):
            if _clusters(self._cut(self.shapes[shape], 1)).any():
                self.fail("not all edges are in cluster 0")

    @check("as many parts as edges (edge cuts: as vertices) are possible")
    def as_many_parts_as_edges(self) -> None:
        """Cut small graphs into one part per edge or vertex; some parts may be empty."""
        for shape in ("one edge", "path", "complete", "star, outwards", "random, weights wide"):
            graph = self.shapes[shape]
            self._cut(graph, self._most(graph))

    @check("vertices without edges, and disconnected graphs")
    def isolated_vertices(self) -> None:
        """Include ids that are far apart."""
        self._cut_all(["isolated vertices", "disconnected"], 1)

    @check("self-loops")
    def self_loops(self) -> None:
        """Cut a graph with one self-loop, and one with many."""
        self._cut_all(["one self-loop", "self-loops only"], 1)

    @check("parallel edges, and edges in both directions")
    def parallel_edges(self) -> None:
        """Cut graphs with more edges than pairs of vertices."""
        self._cut_all(["parallel edges", "edges there and back"], 1)

    @check("zero, tiny and widely different weights")
    def odd_weights(self) -> None:
        """Detect means of zero, and small weights that are rounded away."""
        self._cut_all(f"random, weights {weights}" for weights in WEIGHTS if weights != "unit")

    @check("a graph without edges can be cut into any number of parts")
    def no_edges(self) -> None:
        """Include a graph without vertices."""
        for vertices in (0, 1, 6):
            for parts in (1, 3, MAX_PARTS):
                self._cut(edgeless(vertices), parts)

    @check("more than 64 parts")
    def many_parts(self) -> None:
        """Detect sets of clusters that are limited to the bits of one machine word."""
        graph = random_graph(1000, 1500, 2)
        for parts in (64, 65, 600):
            self._cut(graph, parts)

    @check("any seed is taken")
    def any_seed(self) -> None:
        """Include seeds that are too large for C libraries."""
        if "seed" not in self.plugin.accepts:
            self.skip("it has no seed")
        for seed in (2**31 - 1, 2**31, 2**64 + 5):
            self._cut(self.shapes["random, weights unit"], 4, seed=seed)

    @check("the graph is not changed")
    def input_is_unchanged(self) -> None:
        """Compare the arrays: they are read-only, but a plug-in could make what they view writeable."""
        source = self.shapes["operations"]
        graph = Graph(40, source.src, source.dst, np.arange(150.0), source.vertex, "operations")
        arrays = {"src": graph.src, "dst": graph.dst, "weight": graph.weight, **graph.vertex}
        before = {name: array.tobytes() for name, array in arrays.items()}
        self._cut(graph, 6)
        for name, array in arrays.items():
            if array.tobytes() != before[name]:
                self.fail(f"the call changed the array {name}")
            if array.flags.writeable:
                self.fail(f"the call made the array {name} writeable")

    @check("the balance that the options guarantee is kept")
    def limits_are_kept(self) -> None:
        """Check the hard ``imbalance`` and the soft ``load_bound``, raised if no cut could keep them."""
        limits = [name for name in ("imbalance", "load_bound") if name in self.plugin.options]
        if not limits:
            self.skip("it has neither imbalance nor load_bound")
        for weights in WEIGHTS:
            graph = random_graph(120, 700, 11, weights)
            for options in ({}, {limits[0]: 1.3}):
                for parts in (2, 9, 40):
                    cut = self._cut(graph, parts, options={**self.given, **options})
                    figures = quality(cut)
                    promised = figures.imbalance_guarantee
                    kept = (
                        figures.work_imbalance
                        if isinstance(cut, VertexPartition)
                        else figures.edge_weight_imbalance
                    )
                    if promised is not None and kept > promised * (1 + 1e-9):
                        self.fail(f"the imbalance is {kept:.4g}; expected at most {promised:.4g}")

    @check("progress reports are consistent")
    def progress_makes_sense(self) -> None:
        """Check 0 <= done <= total if the total is known."""
        if "progress" not in self.plugin.accepts:
            self.skip("it reports no progress")
        reports: list[tuple[int, int, str]] = []
        self._cut(random_graph(200, 900, 3), 9, progress=lambda *three: reports.append(three))
        for done, total, what in reports:
            if not (0 <= done <= total or (total == 0 and done >= 0)) or not isinstance(what, str):
                self.fail(f"it reported {done!r} of {total!r} for {what!r}")


def _clusters(cut: Partition) -> Any:
    return cut.cluster_of_vertex if isinstance(cut, VertexPartition) else cut.cluster_of_edge
