"""Compiled loop of the Barabasi-Albert model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Int64
from partitioners.kernels.cache import njit


def attach(
    vertices: int, edges_per_vertex: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw edges from each new vertex to different earlier vertices, by degree.

    A list contains every edge end, so a vertex of degree d is in it d times, and a draw takes one entry. If a
    vertex was already drawn for the same new vertex, the draw is repeated.

    Returns
    -------
    src, dst : ndarrays of int64, shape ((vertices - edges_per_vertex) edges_per_vertex,)
    """
    k = edges_per_vertex
    src = np.repeat(np.arange(k, vertices, dtype=np.int64), k)
    dst = np.empty(src.size, np.int64)
    dst[:k] = np.arange(k)
    _attach(vertices, k, rng, dst)
    return src, dst


@njit(cache=True)
def _attach(vertices: int, k: int, rng: np.random.Generator, dst: Int64) -> None:
    # Edge e has the ends k + e // k (entry 2 e of the list) and dst[e] (entry 2 e + 1), so the list of ends
    # need not be stored.
    for v in range(k + 1, vertices):
        first = (v - k) * k
        for e in range(first, first + k):
            fresh = False
            target = np.int64(0)
            while not fresh:
                draw = rng.integers(0, 2 * first)
                target = dst[draw >> 1] if draw & 1 else k + (draw >> 1) // k
                fresh = True
                for other in dst[first:e]:
                    if other == target:
                        fresh = False
            dst[e] = target
