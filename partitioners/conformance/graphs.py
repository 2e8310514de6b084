"""Graphs with the shapes that break partitioners, and random graphs that combine all of these shapes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph

WEIGHTS = ("unit", "zero", "fractions", "wide", "mostly zero")


def random_graph(n: int, m: int, seed: int, weights: str = "unit") -> Graph:
    """A random graph with a preference for low ids, so it has hubs, parallel edges and self-loops.

    Parameters
    ----------
    n, m : int
        Numbers of vertices and edges.
    weights : str
        One of :data:`WEIGHTS`. ``wide`` spans twelve powers of ten; with ``mostly zero`` one weight in ten is
        above zero.
    """
    rng = np.random.default_rng(seed)
    src, dst = ((n * rng.random(m) ** 2).astype(int) for _ in range(2))
    weight: NDArray[np.float64] = {
        "unit": lambda: np.ones(m),
        "zero": lambda: np.zeros(m),
        "fractions": lambda: rng.random(m) * 1e-9,
        "wide": lambda: np.power(10.0, rng.integers(0, 13, m), dtype=np.float64),
        "mostly zero": lambda: (rng.random(m) < 0.1) * 5.0,
    }[weights]()
    return Graph(n, src, dst, weight, name=f"random, weights {weights}")


def edgeless(n: int) -> Graph:
    """A graph of n vertices and no edges."""
    return Graph(n, np.empty(0, np.int32), np.empty(0, np.int32), name="no edges")


def gallery() -> dict[str, Graph]:
    """A graph for every shape that a partitioner must accept, by name."""
    leaves = np.arange(1, 31)
    hub = np.zeros(30, int)
    two = np.arange(20)
    row, column = np.nonzero(~np.eye(9, dtype=bool))
    shapes = {
        "one edge": Graph(2, hub[:1], leaves[:1]),
        "one self-loop": Graph(1, hub[:1], hub[:1]),
        "self-loops only": Graph(12, two % 12, two % 12),
        "parallel edges": Graph(2, np.zeros(25, int), np.ones(25, int)),
        "edges there and back": Graph(2, two % 2, 1 - two % 2),
        "star, inwards": Graph(31, leaves, hub),
        "star, outwards": Graph(31, hub, leaves),
        "path": Graph(40, np.arange(39), np.arange(1, 40)),
        "cycle": Graph(24, np.arange(24), (np.arange(24) + 1) % 24),
        "disconnected": Graph(60, np.arange(0, 60, 2), np.arange(1, 60, 2)),
        "isolated vertices": Graph(500, np.array([7, 8, 9, 499]), np.array([8, 9, 7, 0])),
        "complete": Graph(9, row, column),
    }
    for weights in WEIGHTS:
        graph = random_graph(40, 150, 5, weights)
        shapes[graph.name] = graph
    operation = np.random.default_rng(1).random(40) * 5
    shapes["operations"] = Graph(40, graph.src, graph.dst, vertex={"operation": operation})
    return {name: replace(graph, name=name) for name, graph in shapes.items()}
