"""Generators of task graphs that fork and join: fork-join, join, map-reduce, and trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from partitioners.generators.growing_tasks import Data, GrowingTasks, Variation, Work
from partitioners.generators.models import Count, GraphSize, check_counts, checked_size, sized
from partitioners.graph import Graph


def _fork_join_size(*, width: int, stages: int, **_: Any) -> GraphSize:
    check_counts("fork_join", width=width, stages=stages)
    size = GraphSize(1 + stages * (width + 1), 2 * stages * width)
    return checked_size("fork_join", size, "width or stages")


@sized(_fork_join_size)
def fork_join(
    *,
    width: Count,
    stages: Count = 1,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """Fork-join: a task forks into ``width`` tasks, which join in a task that forks the next stage. O(m).

    Parameters
    ----------
    width : int
        Number of parallel tasks of a stage.
    stages : int
        Number of forks.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _fork_join_size(width=width, stages=stages)
    tasks = GrowingTasks()
    join = tasks.add(1, "fork")
    for _ in range(stages):
        parallel = tasks.add(width)
        tasks.depend(join, parallel)
        join = tasks.add(1, "join")
        tasks.depend(parallel, join)
    return tasks.graph(f"fork-join-{width}x{stages}", work, data, variation, seed)


def _join_size(*, width: int, **_: Any) -> GraphSize:
    check_counts("join", width=width)
    return checked_size("join", GraphSize(width + 1, width), "width")


@sized(_join_size)
def join(
    *,
    width: Count,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """Join: ``width`` tasks without parents, and a task that reads them all. O(m).

    Parameters
    ----------
    width : int
        Number of parallel tasks.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _join_size(width=width)
    tasks = GrowingTasks()
    parallel = tasks.add(width)
    tasks.depend(parallel, tasks.add(1, "join"))
    return tasks.graph(f"join-{width}", work, data, variation, seed)


def _map_reduce_size(*, maps: int, reduces: int, **_: Any) -> GraphSize:
    check_counts("map_reduce", maps=maps, reduces=reduces)
    return checked_size("map_reduce", GraphSize(maps + reduces, maps * reduces), "maps or reduces")


@sized(_map_reduce_size)
def map_reduce(
    *,
    maps: Count,
    reduces: Count = 1,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """Map-reduce: ``maps`` tasks without parents, each of which is read by all ``reduces`` tasks. O(m).

    Parameters
    ----------
    maps : int
        Number of tasks without parents.
    reduces : int
        Number of tasks that read them.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _map_reduce_size(maps=maps, reduces=reduces)
    tasks = GrowingTasks()
    mapped = tasks.add(maps, "map")
    tasks.depend(mapped[:, None], tasks.add(reduces, "reduce"))
    return tasks.graph(f"map-reduce-{maps}x{reduces}", work, data, variation, seed)


def _tree_size(name: str, depth: int, branching: int) -> GraphSize:
    check_counts(name, depth=depth, branching=branching)
    levels = min(depth, 64)  # 64 levels of two branches are too large already
    vertices = depth if branching == 1 else (branching**levels - 1) // (branching - 1)
    return GraphSize(vertices, vertices - 1)


def _out_tree_size(*, depth: int, branching: int, **_: Any) -> GraphSize:
    return checked_size("out_tree", _tree_size("out_tree", depth, branching), "depth or branching")


@sized(_out_tree_size)
def out_tree(
    *,
    depth: Count,
    branching: Count = 2,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """Out-tree: every task has ``branching`` children and, except for the root, one parent. O(m).

    Parameters
    ----------
    depth : int
        Number of levels, with that of the root.
    branching : int
        Number of children of a task.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _out_tree_size(depth=depth, branching=branching)
    tasks = GrowingTasks()
    level = tasks.add(1)
    for _ in range(depth - 1):
        children = tasks.add(level.size * branching)
        tasks.depend(np.repeat(level, branching), children)
        level = children
    return tasks.graph(f"out-tree-{depth}x{branching}", work, data, variation, seed)


def _in_tree_size(*, depth: int, branching: int, **_: Any) -> GraphSize:
    return checked_size("in_tree", _tree_size("in_tree", depth, branching), "depth or branching")


@sized(_in_tree_size)
def in_tree(
    *,
    depth: Count,
    branching: Count = 2,
    work: Work = 1000.0,
    data: Data = 1024,
    variation: Variation = 0.0,
    seed: int = 0,
) -> Graph:
    """In-tree: every task has ``branching`` parents and, except for the root, one child. O(m).

    Parameters
    ----------
    depth : int
        Number of levels, with that of the root. The tasks of the first level have no parents.
    branching : int
        Number of parents of a task.

    Raises
    ------
    OptionError
        The graph is too large.
    """
    _in_tree_size(depth=depth, branching=branching)
    tasks = GrowingTasks()
    level = tasks.add(branching ** (depth - 1))
    for _ in range(depth - 1):
        parents, level = level, tasks.add(level.size // branching)
        tasks.depend(parents, np.repeat(level, branching))
    return tasks.graph(f"in-tree-{depth}x{branching}", work, data, variation, seed)
