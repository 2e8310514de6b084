"""Partitioners that each break one promise, by the check of the suite that is to find it."""

import os
import time
from types import FunctionType
from typing import Literal

import numpy as np

from partitioners.partition import EdgePartition

CALLS = []
INSIDE = []


def cut(graph, parts, clusters=None):
    return EdgePartition(graph, parts, np.arange(graph.num_edges) % parts if clusters is None else clusters)


def says_what_it_is(graph, parts):
    return cut(graph, parts)


def options_are_declared(graph, parts, order="given"):
    """Has an option that nobody can give."""
    return cut(graph, parts)


def defaults_fit(graph, parts, *, speed: int = "fast"):
    """Has a default of another type."""
    return cut(graph, parts)


def other_options_are_refused(graph, parts, *, colour: object = None):
    """Takes anything for a colour."""
    return cut(graph, parts)


def choices_work(graph, parts, *, kind: Literal["tail", "head"] = "tail"):
    """Offers what it does not have."""
    return cut(graph, parts, {"tail": graph.src}[kind] % parts)


def extremes_are_refused(graph, parts, *, batch: int = 4):
    """Divides by its option."""
    return cut(graph, parts, np.arange(graph.num_edges) // batch % parts)


def repeats(graph, parts):
    """Counts its calls."""
    CALLS.append(parts)
    return cut(graph, parts, (np.arange(graph.num_edges) + len(CALLS)) % parts)


# The next two do what NPY002 forbids: that is their fault, and what the suite must find.


def ignores_global_randomness(graph, parts):
    """Draws from the global generator."""
    return cut(graph, parts, np.random.randint(parts, size=graph.num_edges))  # noqa: NPY002


def leaves_no_seed_behind(graph, parts):
    """Seeds the global generator."""
    np.random.seed(0)  # noqa: NPY002
    return cut(graph, parts, np.random.randint(parts, size=graph.num_edges))  # noqa: NPY002


def works_in_threads(graph, parts):
    """Keeps what it does where everybody sees it."""
    INSIDE.append(parts)
    time.sleep(0.05)
    others = len(INSIDE) - 1
    INSIDE.pop()
    return cut(graph, parts, (np.arange(graph.num_edges) + others) % parts)


def works_elsewhere(graph, parts):
    """Hashes text."""
    return cut(graph, parts, np.array([hash(f"edge {e}") % parts for e in range(graph.num_edges)], int))


def is_quiet(graph, parts):
    """Talks."""
    os.write(2, b"cutting...")
    return cut(graph, parts)


def cuts_are_valid(graph, parts):
    """Counts its clusters from one."""
    return cut(graph, parts, np.arange(graph.num_edges) % parts + 1)


def one_part(graph, parts):
    """Needs a second part."""
    return cut(graph, parts, np.arange(graph.num_edges) * (1 // (parts - 1)))


def as_many_parts_as_edges(graph, parts):
    """Needs two edges a part."""
    return cut(graph, parts, np.arange(graph.num_edges) // (graph.num_edges // parts - 1) % parts)


def isolated_vertices(graph, parts):
    """Numbers the vertices that have an edge, and looks them up by their old numbers."""
    number = np.unique(np.concatenate([graph.src, graph.dst]), return_inverse=True)[0]
    return cut(graph, parts, number[graph.src] % parts)


def self_loops(graph, parts):
    """Takes another step from every edge."""
    return cut(graph, parts, np.abs(graph.src - graph.dst) // (graph.src != graph.dst).any() % parts)


def parallel_edges(graph, parts):
    """Knows an edge by its ends."""
    pairs = set(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
    return cut(graph, parts, np.arange(len(pairs)) % parts)


def odd_weights(graph, parts):
    """Divides by the weight of all edges."""
    share = np.cumsum(graph.weight) / graph.weight.sum()
    return cut(graph, parts, np.minimum(share * parts, parts - 1).astype(int))


def no_edges(graph, parts):
    """Asks for the heaviest edge."""
    return cut(graph, parts, (graph.weight >= graph.weight.max()) * (parts - 1))


def many_parts(graph, parts):
    """Keeps clusters in eight bits."""
    return cut(graph, parts, (np.arange(graph.num_edges) % parts).astype(np.int8))


def any_seed(graph, parts, *, seed=0):
    """Passes its seed to a generator of 32 bits."""
    return cut(graph, parts, np.random.RandomState(seed).randint(parts, size=graph.num_edges))


def input_is_unchanged(graph, parts):
    """Sorts the weights in their place."""
    graph.weight.base.flags.writeable = True
    graph.weight.base[:] = -np.sort(-graph.weight)
    graph.weight.base.flags.writeable = False
    return cut(graph, parts)


def limits_are_kept(graph, parts, *, imbalance: float = 1.03):
    """Promises a balance, and puts everything into one cluster."""
    return cut(graph, parts, np.zeros(graph.num_edges, int))


def progress_makes_sense(graph, parts, *, progress=None):
    """Reports more than there is."""
    progress(7, 3, "edges")
    return cut(graph, parts)


BROKEN = {name: value for name, value in list(globals().items()) if isinstance(value, FunctionType)}
del BROKEN["cut"]
CAUGHT_BY = {"leaves_no_seed_behind": "ignores_global_randomness"}
