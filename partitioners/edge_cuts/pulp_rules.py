"""The rules of PuLP's label propagation: what a part is worth to a vertex, and whether it may go there.

Scalars in, scalars out, nothing allocated: a kernel for one core and one for a device can share them.

Slota, Madduri and Rajamanickam, "PuLP: scalable multi-objective multi-constraint partitioning for small-world
networks", IEEE BigData 2014; see :mod:`partitioners.edge_cuts.pulp` for how it is read.
"""

from __future__ import annotations

from numba import njit

VERTEX_BALANCE = 0
"""Towards parts with room for vertices."""
EDGE_BALANCE = 1
"""Towards parts with room for work, and with few cut edges."""
REFINEMENT = 2
"""Towards the neighbours."""

EMPTY_HEADROOM = 1e6
"""The headroom of a part that holds nothing."""


@njit(cache=True)
def headroom(limit, used):  # type: ignore[no-untyped-def]
    """The weight of a part in a balancing stage: max(limit / used - 1, 0)."""
    if used <= 0:
        return EMPTY_HEADROOM
    return max(limit / used - 1.0, 0.0)


@njit(cache=True)
def score(stage, attraction, size, load, cut, size_limit, load_limit, largest_cut, edge_factor, cut_factor):  # type: ignore[no-untyped-def]
    """What a part is worth to a vertex that its neighbours there attract; the largest wins.

    ``attraction`` is the weight of the vertex's edges to the part, each times the degree of its other end in
    the balancing stages, so that hubs hold their neighbourhoods together. ``size``, ``load`` and ``cut`` are
    the vertices, the work and the cut edges of the part.
    """
    if stage == VERTEX_BALANCE:
        return attraction * headroom(size_limit, size)
    if stage == EDGE_BALANCE:
        weight = edge_factor * headroom(load_limit, load)
        if cut_factor > 0:
            weight += cut_factor * headroom(largest_cut, cut)
        return attraction * weight
    return attraction


@njit(cache=True)
def fits(size, load, work, size_limit, load_limit):  # type: ignore[no-untyped-def]
    """Whether a part can take one more vertex with that work."""
    return size + 1 <= size_limit and load + work <= load_limit


@njit(cache=True)
def cut_change_left(strength, toward):  # type: ignore[no-untyped-def]
    """What a part's cut edges change by when a vertex with ``toward`` of its edges there leaves it."""
    return 2 * toward - strength


@njit(cache=True)
def cut_change_joined(strength, toward):  # type: ignore[no-untyped-def]
    """What a part's cut edges change by when a vertex with ``toward`` of its edges there joins it."""
    return strength - 2 * toward
