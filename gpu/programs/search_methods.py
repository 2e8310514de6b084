"""The methods of searches: for each, the arrays and kernels it needs, and the loop of the host.

In every round the host copies a flag or a length from the device, to know whether there is another round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.programs.graph_search import GraphSearch, Search, start
from gpu.programs.level_reading import LevelReading
from partitioners.analysis.distances import UNREACHED
from partitioners.node_splitting import SplitGraph, split_nodes, virtual_split

_ZERO = np.zeros(1, np.int32)


def relaxation(search: GraphSearch, kernel: str) -> Search:
    """Relax all edges in each launch, one thread per piece of a node, until no distance changes.

    ``main`` of Algorithm 1 of Vivek K's report (2013). Distances of split nodes are copied to their children
    before each relaxation, but not with ``relax_atomic``, which keeps them equal (section 4.4).
    ``relax_literal`` reads the weight of an edge in breadth-first search, too.
    """
    backend = search.backend
    split = split_nodes(search.graph, search.max_degree)
    search.extra_nodes = split.extra_nodes
    nodes, root = split.num_nodes, search.root
    first = start(nodes, split.parent[root], 1 + split.children[root])
    children_of = np.zeros(nodes, np.int32)
    children_of[split.parent] = split.children
    is_literal = kernel == "relax_literal"
    edges, children = search.edges(split, with_weights=is_literal), backend.array(children_of)
    relax = search.kernel(kernel if is_literal else f"{search.program}_{kernel}")
    update = search.kernel("update_children")
    parents = np.zeros(0, np.int32) if kernel == "relax_atomic" else split.parent[split.children > 0]
    parent = backend.array(parents)

    def round_of(distance: Any, changed: Any) -> None:
        if parents.size:
            search.launch(update, parents.size, parents.size, parent, children, distance)
        search.launch(relax, nodes, nodes, *edges, children, distance, changed)

    run = _fixed_point(search, first, round_of)
    return lambda: run()[split.parent]


def virtual_relaxation(search: GraphSearch) -> Search:
    """Relax all edges in each launch, one thread per virtual node of Tigr, until no distance changes."""
    backend = search.backend
    split = virtual_split(search.graph, search.max_degree)
    nodes = split.node.size
    first = start(search.graph.num_vertices, search.root)
    virtual = [backend.array(each) for each in (split.node, split.first_edge, split.stride)]
    edges, relax = search.edges(_unsplit(search)), search.kernel(f"{search.program}_relax_virtual")

    def round_of(distance: Any, changed: Any) -> None:
        search.launch(relax, nodes, nodes, *virtual, *edges, distance, changed)

    return _fixed_point(search, first, round_of)


def child_relaxation(search: GraphSearch) -> Search:
    """Relax all edges in each launch; nodes with more than ``max_degree`` of them launch a grid each.

    Section 4.3 of the report. A node launches whether or not its distance has changed.
    """
    nodes = search.graph.num_vertices
    first = start(nodes, search.root)
    edges, relax = search.edges(_unsplit(search)), search.kernel(f"{search.program}_relax_child")

    def round_of(distance: Any, changed: Any) -> None:
        search.launch(relax, nodes, nodes, search.max_degree, *edges, distance, changed)

    return _fixed_point(search, first, round_of)


def _fixed_point(
    search: GraphSearch, first: NDArray[np.int32], round_of: Callable[[Any, Any], None]
) -> Search:
    """Begin with some distances, and launch rounds until one changes none."""
    backend = search.backend
    distance, changed = backend.array(first), backend.zeros(1, "int32")

    def run() -> NDArray[np.int32]:
        backend.write(distance, first)
        more = True
        while more:
            backend.write(changed, _ZERO)
            round_of(distance, changed)
            search.count("rounds", 1)
            search.count("edge_visits", search.graph.num_edges)
            more = bool(backend.numpy(changed)[0])
        return backend.numpy(distance)

    return run


def level_reading(search: GraphSearch) -> Search:
    """Visit the nodes of one level in each launch; every node (or warp) reads whether it is one of them."""
    reading = LevelReading(search.graph, search.backend, variant=search.variant, block_size=search.block_size)
    first = start(search.graph.num_vertices, search.root)

    def run() -> NDArray[np.int32]:
        reading.set_levels(first)
        depth, more = 0, True
        while more:
            more = reading.visit(depth)
            depth += 1
        search.count("launches", depth)
        search.count("rounds", depth)
        return _visited_once(search, reading.levels())

    return run


def level_queue(search: GraphSearch, kernel: str) -> Search:
    """Visit the nodes of one level in each launch, from the queue that the previous launch has filled."""
    backend = search.backend
    nodes = search.graph.num_vertices
    first = start(nodes, search.root)
    edges, level = search.edges(_unsplit(search)), backend.array(first)
    visit = search.kernel(f"{search.program}_{kernel}")

    def round_of(length: int, depth: int, queue: Any, following: Any, count: Any) -> None:
        search.launch(visit, length, length, depth, queue, *edges, level, following, count)

    rounds = _rounds_of_queues(search, round_of)

    def run() -> NDArray[np.int32]:
        backend.write(level, first)
        rounds()
        return _visited_once(search, backend.numpy(level))

    return run


def worklist(search: GraphSearch) -> Search:
    """Relax the edges of the nodes in a queue in each launch; nodes at a new distance form the next queue.

    Bellman and Ford's method with a queue. A node can be in several queues, but only once in each.
    """
    backend = search.backend
    nodes = search.graph.num_vertices
    first = start(nodes, search.root)
    edges, distance, queued = (
        search.edges(_unsplit(search)),
        backend.array(first),
        backend.zeros(nodes, "int32"),
    )
    relax = search.kernel(f"{search.program}_worklist")
    never = np.full(nodes, -1, np.int32)

    def round_of(length: int, depth: int, queue: Any, following: Any, count: Any) -> None:
        search.count("node_visits", length)
        search.launch(relax, length, length, depth, queue, *edges, distance, queued, following, count)

    rounds = _rounds_of_queues(search, round_of)

    def run() -> NDArray[np.int32]:
        backend.write(distance, first)
        backend.write(queued, never)
        rounds()
        return backend.numpy(distance)

    return run


def near_far(search: GraphSearch, delta: int) -> Search:
    """Relax the edges of the nodes below a threshold until there are none, then add ``delta`` to it.

    The near-far method of Davidson, Baxter, Garland and Owens, "Work-efficient parallel GPU methods for
    single-source shortest paths", IPDPS 2014. Nodes at or above the threshold wait in the far queue, which is
    split when the threshold grows. If no entry of the far queue is below the new threshold, the next one is
    the first that is above the nearest entry (our addition).
    """
    backend = search.backend
    nodes = search.graph.num_vertices
    first, never, none = start(nodes, search.root), np.full(nodes, -1, np.int32), np.zeros(nodes, np.int32)
    edges, distance = search.edges(_unsplit(search)), backend.array(first)
    near_round, in_far, length = (backend.zeros(size, "int32") for size in (nodes, nodes, 3))
    root = backend.array(np.array([search.root], np.int32))
    nears, fars = ([backend.zeros(nodes, "int32") for _ in range(2)] for _ in range(2))
    relax, split = (search.kernel(f"{search.program}_{name}") for name in ("near_far", "split_far"))

    def lengths(far: int, launch: Callable[[], None]) -> list[int]:
        """The lengths of the near and the far queue after a launch, and the least distance that stays far."""
        backend.write(length, np.array([0, far, UNREACHED], np.int32))
        launch()
        search.count("rounds", 1)
        found: list[int] = backend.numpy(length).tolist()
        return found

    def run() -> NDArray[np.int32]:
        backend.write(distance, first)
        backend.write(near_round, never)
        backend.write(in_far, none)
        near, following, other = root, *nears
        far, still_far = fars
        of_near, of_far, threshold, step = 1, 0, min(delta, UNREACHED), 0
        while of_near or of_far:
            if of_near:
                search.count("node_visits", of_near)
                given = of_near, step, threshold, near, *edges, distance, near_round, in_far, following, far
                of_near, of_far, _ = lengths(of_far, partial(search.launch, relax, of_near, *given, length))
            else:
                search.count("threshold_steps", 1)
                lower, threshold = threshold, min(threshold + delta, UNREACHED)
                given = of_far, lower, threshold, far, distance, following, still_far
                of_near, of_far, least = lengths(0, partial(search.launch, split, of_far, *given, length))
                far, still_far = still_far, far
                if not of_near:
                    threshold = max(threshold, least - least % delta)
            near, following, other = following, other, following
            step += 1
        return backend.numpy(distance)

    return run


def _rounds_of_queues(
    search: GraphSearch, round_of: Callable[[int, int, Any, Any, Any], None]
) -> Callable[[], None]:
    """Begin with the root in the queue, and launch rounds until one leaves the next queue empty."""
    backend = search.backend
    nodes = search.graph.num_vertices
    root = backend.array(np.array([search.root], np.int32))
    one, two, count = (backend.zeros(size, "int32") for size in (nodes, nodes, 1))

    def run() -> None:
        queue, following, other = root, one, two
        length, depth = 1, 0
        while length:
            backend.write(count, _ZERO)
            round_of(length, depth, queue, following, count)
            search.count("rounds", 1)
            length, depth = int(backend.numpy(count)[0]), depth + 1
            queue, following, other = following, other, following

    return run


def _visited_once(search: GraphSearch, level: NDArray[np.int32]) -> NDArray[np.int32]:
    """Count the edges that were looked at: those out of each reached node, in the launch of its level."""
    search.count("edge_visits", search.graph.out_degree[level < UNREACHED].sum())
    return level


def _unsplit(search: GraphSearch) -> SplitGraph:
    return split_nodes(search.graph, int(search.graph.out_degree.max()))
