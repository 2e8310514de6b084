"""Generators of task graphs against dependences derived from what each task reads and writes."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import OptionError
from partitioners.generators.forks_and_joins import fork_join, in_tree, join, map_reduce, out_tree
from partitioners.generators.registry import GENERATORS
from partitioners.generators.task_graphs import cholesky, fft, lu, stencil

FEW = settings(deadline=None, max_examples=examples(20))


def dependences(tasks):
    """Edges and kinds of a list of (kind, tiles read, tile written): a task waits for the last writers."""
    last, edges = {}, []
    for number, (_, reads, written) in enumerate(tasks):
        edges += sorted((last[tile], number) for tile in {*reads, written} if tile in last)
        last[written] = number
    return edges, [kind for kind, _, _ in tasks]


def content(graph):
    return list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)), graph.vertex["kind"].tolist()


@pytest.mark.parametrize("tiles", range(1, 6))
def test_cholesky_depends_on_the_last_writers_of_its_tiles(tiles):
    tasks = []
    for k in range(tiles):
        rest = range(k + 1, tiles)
        tasks.append(("potrf", [], (k, k)))
        tasks += [("trsm", [(k, k)], (i, k)) for i in rest]
        tasks += [("syrk", [(i, k)], (i, i)) for i in rest]
        tasks += [("gemm", [(i, k), (j, k)], (i, j)) for i in rest for j in rest if j < i]
    graph = cholesky(tiles=tiles, work=6.0, data=7)
    assert content(graph) == dependences(tasks)
    assert graph.num_vertices == tiles * (tiles + 1) * (tiles + 2) // 6
    # b^3 / 3 for a factor, b^3 for TRSM and SYRK, 2 b^3 for GEMM: (t b)^3 / 3 in all.
    flops = graph.vertex["operation"].sum() / 3
    assert flops == pytest.approx(tiles**3 / 3)


@pytest.mark.parametrize("tiles", range(1, 6))
def test_lu_depends_on_the_last_writers_of_its_tiles(tiles):
    tasks = []
    for k in range(tiles):
        rest = range(k + 1, tiles)
        tasks.append(("getrf", [], (k, k)))
        tasks += [("trsm", [(k, k)], (k, j)) for j in rest]
        tasks += [("trsm", [(k, k)], (i, k)) for i in rest]
        tasks += [("gemm", [(i, k), (k, j)], (i, j)) for i in rest for j in rest]
    graph = lu(tiles=tiles, work=6.0)
    assert content(graph) == dependences(tasks)
    assert graph.vertex["operation"].sum() / 3 == pytest.approx(2 * tiles**3 / 3)


@FEW
@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 4))
def test_a_stencil_reads_its_neighbours(width, height, steps):
    graph = stencil(width=width, height=height, steps=steps)
    cells = [(t, y, x) for t in range(steps) for y in range(height) for x in range(width)]
    edges = [
        (u, v)
        for v, (t, y, x) in enumerate(cells)
        for u, (s, b, a) in enumerate(cells)
        if s == t - 1 and abs(b - y) + abs(a - x) <= 1
    ]
    assert content(graph)[0] == edges


def test_an_fft_is_a_tree_of_calls_and_butterflies():
    edges, kinds = content(fft(points=4))
    assert kinds == ["call"] * 7 + ["butterfly"] * 8
    tree = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]
    first = [(3, 7), (4, 7), (3, 8), (4, 8), (5, 9), (6, 9), (5, 10), (6, 10)]
    second = [(7, 11), (9, 11), (8, 12), (10, 12), (7, 13), (9, 13), (8, 14), (10, 14)]
    assert edges == tree + first + second
    assert fft(points=1).num_edges == 0


def test_forks_joins_and_trees():
    assert content(fork_join(width=2, stages=2)) == (
        [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 6)],
        ["fork", "task", "task", "join", "task", "task", "join"],
    )
    tree = out_tree(depth=3, branching=3)
    assert content(tree)[0] == [((v - 1) // 3, v) for v in range(1, 13)]
    assert out_tree(depth=5, branching=1).num_vertices == 5
    assert content(join(width=3)) == ([(0, 3), (1, 3), (2, 3)], ["task", "task", "task", "join"])
    assert content(map_reduce(maps=2, reduces=2)) == (
        [(0, 2), (1, 2), (0, 3), (1, 3)],
        ["map", "map", "reduce", "reduce"],
    )


@FEW
@given(st.integers(1, 6), st.integers(1, 4))
def test_an_in_tree_is_an_out_tree_from_its_end(depth, branching):
    down, up = out_tree(depth=depth, branching=branching), in_tree(depth=depth, branching=branching)
    last = down.num_vertices - 1
    turned = sorted(zip((last - down.dst).tolist(), (last - down.src).tolist(), strict=True))
    assert sorted(content(up)[0]) == turned


ALL = {
    "fork_join": {"width": 30, "stages": 20},
    "join": {"width": 600},
    "map_reduce": {"maps": 600, "reduces": 20},
    "stencil": {"width": 30, "steps": 20},
    "cholesky": {"tiles": 15},
    "lu": {"tiles": 11},
    "fft": {"points": 64},
    "out_tree": {"depth": 9},
    "in_tree": {"depth": 9},
}


@pytest.mark.parametrize("name", ALL)
def test_work_varies_around_its_mean_and_data_are_on_every_edge(name):
    make = GENERATORS[name].function
    plain = make(**ALL[name], work=50.0, data=99)
    varied = make(**ALL[name], work=50.0, data=99, variation=0.5, seed=1)
    again = make(**ALL[name], work=50.0, data=99, variation=0.5, seed=1)
    other = make(**ALL[name], work=50.0, data=99, variation=0.5, seed=2)
    assert (plain.src < plain.dst).all()
    assert (plain.edge_bytes == 99).all()
    assert not plain.weight.any()
    ratio = varied.vertex["operation"] / plain.vertex["operation"]
    assert 0.5 <= ratio.min() < 0.6
    assert 1.4 < ratio.max() <= 1.5
    assert ratio.mean() == pytest.approx(1, abs=0.05)
    assert (varied.vertex["operation"] == again.vertex["operation"]).all()
    assert (varied.vertex["operation"] != other.vertex["operation"]).any()
    assert np.array_equal(plain.src, varied.src)


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("fft", {"points": 6}, "fft: points is 6; expected a power of two"),
        ("cholesky", {"tiles": 0}, "cholesky: tiles must be an integer >= 1, got 0"),
        ("cholesky", {"tiles": 3000},
         "cholesky: 4504501000 vertices; at most 2147483647 are supported: reduce tiles"),
        ("out_tree", {"depth": 10**12, "branching": 1},
         "out_tree: 1000000000000 vertices; at most 2147483647 are supported: reduce depth or branching"),
        ("in_tree", {"depth": 40},
         "in_tree: 1099511627775 vertices; at most 2147483647 are supported: reduce depth or branching"),
        ("join", {"width": 2**31},
         "join: 2147483649 vertices; at most 2147483647 are supported: reduce width"),
        ("map_reduce", {"maps": 0}, "map_reduce: maps must be an integer >= 1, got 0"),
        ("map_reduce", {"maps": 10**5, "reduces": 10**5},
         "map_reduce: 10000000000 edges; at most 268435456 are supported: reduce maps or reduces"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused(name, options, text):
    with pytest.raises(OptionError) as caught:
        GENERATORS[name].function(**options)
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("make", "vertices"),
    [(cholesky, 1650586719047173699507585024), (lu, 3301173435788504390875217920)],
)
def test_the_size_of_the_largest_number_of_tiles_needs_no_memory(make, vertices):
    with pytest.raises(OptionError) as error:
        make(tiles=2**31 - 1)
    assert str(error.value) == (
        f"{make.__name__}: {vertices} vertices; at most 2147483647 are supported: reduce tiles"
    )
