"""The rules of PuLP's label propagation: the score of a part for a vertex, and the limits on moves.

All functions take and return scalars and allocate nothing, so CPU and GPU kernels can share them.

Slota, Madduri and Rajamanickam, "PuLP: scalable multi-objective multi-constraint partitioning for small-world
networks", IEEE BigData 2014; see :mod:`partitioners.edge_cuts.pulp` for the interpretation of the paper.
"""

from __future__ import annotations

from partitioners.kernels.parts import kernel_part

VERTEX_BALANCE = 0
"""Stage that moves vertices to parts with few vertices."""
EDGE_BALANCE = 1
"""Stage that moves vertices to parts with little work and few cut edges."""
REFINEMENT = 2
"""Stage that moves vertices to the parts of their neighbours."""

EMPTY_HEADROOM = 1e6
"""The headroom of an empty part."""


@kernel_part()
def headroom(limit: float, used: float) -> float:
    """The weight of a part in a balancing stage: max(limit / used - 1, 0)."""
    if used <= 0:
        return EMPTY_HEADROOM
    return max(limit / used - 1.0, 0.0)


@kernel_part()
def score(
    stage: int,
    attraction: float,
    size: float,
    load: float,
    cut: float,
    size_limit: float,
    load_limit: float,
    largest_cut: float,
    edge_factor: float,
    cut_factor: float,
) -> float:
    """The score of a part for a vertex; the vertex moves to the part with the highest score.

    ``attraction`` is the weight of the vertex's edges to the part. In the balancing stages each edge is
    multiplied by the degree of its other end, so that hubs hold their neighbourhoods together. ``size``,
    ``load`` and ``cut`` are the vertices, the work and the cut edges of the part.
    """
    if stage == VERTEX_BALANCE:
        return attraction * headroom(size_limit, size)
    if stage == EDGE_BALANCE:
        weight = edge_factor * headroom(load_limit, load)
        if cut_factor > 0:
            weight += cut_factor * headroom(largest_cut, cut)
        return attraction * weight
    return attraction


@kernel_part()
def fits(size: float, load: float, work: float, size_limit: float, load_limit: float) -> bool:
    """Whether one more vertex with work ``work`` fits into a part."""
    return size + 1 <= size_limit and load + work <= load_limit


@kernel_part()
def cut_change_left(strength: float, toward: float) -> float:
    """The change of a part's cut edges when a vertex with ``toward`` edges in the part leaves it."""
    return 2 * toward - strength


@kernel_part()
def cut_change_joined(strength: float, toward: float) -> float:
    """The change of a part's cut edges when a vertex with ``toward`` edges in the part joins it."""
    return strength - 2 * toward
