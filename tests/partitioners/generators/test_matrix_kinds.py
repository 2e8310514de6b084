"""Generated matrices of a kind: finite elements, circuits, and a web as rows and columns."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from small_graphs import pairs

from partitioners.generators.matrix_kinds import circuit, finite_elements
from partitioners.generators.models import web
from partitioners.generators.registry import GENERATORS


def entries(graph, rows):
    """The entries of the graph of rows and columns."""
    return list(zip(graph.src.tolist(), (graph.dst - rows).tolist(), strict=True))


@pytest.mark.parametrize(("shape", "unknowns"), [((1, 1, 1), 2), ((2, 3, 4), 1), ((3, 2, 2), 3)])
def test_finite_elements_store_the_columns_of_the_same_elements_up_to_the_diagonal(shape, unknowns):
    width, height, length = shape
    nodes = list(product(range(length), range(height), range(width)))
    near = [
        (u, v)
        for (u, a), (v, b) in product(enumerate(nodes), repeat=2)
        if all(abs(x - y) <= 1 for x, y in zip(a, b, strict=True))
    ]
    wanted = sorted(
        (u * unknowns + i, v * unknowns + j)
        for u, v in near
        for i, j in product(range(unknowns), repeat=2)
        if v * unknowns + j <= u * unknowns + i
    )
    graph = finite_elements(width=width, height=height, length=length, unknowns=unknowns)
    assert entries(graph, len(nodes) * unknowns) == wanted
    square = finite_elements(width=width, height=height, length=length, unknowns=unknowns, square=True)
    assert pairs(square) == wanted


def test_the_beam_has_the_rows_of_cant():
    size = GENERATORS["finite_elements"].function.size(width=9, height=9, length=257, unknowns=3, square=True)
    assert (size.vertices, size.edges) == (62451, 2194038)


def test_a_circuit_has_its_diagonal_and_both_entries_of_each_pair():
    graph = circuit(rows=50, pairs=70, hub_share=0.3, scattered=0.5, square=True, seed=3)
    found = pairs(graph)
    assert len(set(found)) == len(found) == 50 + 2 * 70
    assert {(v, v) for v in range(50)} <= set(found)
    assert {(v, u) for u, v in found} == set(found)
    assert entries(circuit(rows=50, pairs=70, hub_share=0.3, scattered=0.5, seed=3), 50) == found


@pytest.mark.parametrize("rent", [0.3, 0.7])
def test_pairs_leave_blocks_as_rents_exponent_says(rent):
    levels = np.arange(2, 13)  # blocks of 4 to 4,096 nodes
    drawn = 2.0 ** ((rent - 1) * levels) * (1 - 2.0**-levels)  # without pairs of a node with itself
    graph = circuit(rows=4096, pairs=3000, rent=rent, square=True)
    for level in (4, 8):
        leaving = np.where(levels > level, drawn * (1 - 2.0 ** (level - levels)), 0).sum() / drawn.sum()
        found = np.count_nonzero(graph.src >> level != graph.dst >> level) / 6000
        assert found == pytest.approx(leaving, rel=0.25)  # of some hundred pairs, and a few are drawn twice


def test_hubs_have_many_connections_and_scattered_rows_leave_their_place():
    def largest(share):
        graph = circuit(rows=4096, pairs=8000, hub_share=share, square=True)
        return np.bincount(graph.src).max()

    assert largest(0.0) < 40
    assert largest(0.2) > 300  # 1,600 pairs to 13 hubs, of which the first has 0.31
    ordered, scattered = (
        circuit(rows=4096, pairs=8000, rent=0.2, scattered=share, square=True) for share in (0.0, 0.5)
    )
    assert np.bincount(ordered.src).tolist() != np.bincount(scattered.src).tolist()
    assert sorted(np.bincount(ordered.src)) == sorted(np.bincount(scattered.src))


def test_a_web_as_rows_and_columns_has_the_same_links():
    pages = web(pages=90)
    assert entries(web(pages=90, square=False), 90) == pairs(pages)
