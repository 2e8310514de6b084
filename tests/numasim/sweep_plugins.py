"""Partitioners that end badly, for the tests of sweeps: workers of other processes import them by name."""

import os
import time
from pathlib import Path

import numpy as np

from partitioners.partition import EdgePartition


def _cut(graph, parts):
    return EdgePartition(graph, parts, np.arange(graph.num_edges) % parts)


def dies(graph, parts):
    """End the process."""
    os._exit(1)


def sleeps(graph, parts):
    """Take half an hour."""
    time.sleep(1800)
    return _cut(graph, parts)


def grows(graph, parts):
    """Take 4 GiB of memory, little by little, so that it is noticed long before."""
    kept = []
    for _ in range(512):
        kept.append(np.ones(2**20))
        time.sleep(0.01)
    time.sleep(60)
    return _cut(graph, parts + 0 * len(kept))


def dies_once(graph, parts):
    """End the process the first time that it is called, as a file in the current directory remembers."""
    try:
        os.close(os.open("called", os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return _cut(graph, parts)
    os._exit(1)


def counted(graph, parts):
    """Note every call for a graph that is not the warm-up's, in a file in the current directory."""
    if graph.name != "grid-10x10":
        with Path("calls").open("a") as stream:
            stream.write(f"{parts}\n")
        time.sleep(0.2)
    return _cut(graph, parts)
