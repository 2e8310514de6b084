"""Generated graphs: their definitions in plain Python, networkx as an oracle, counts in closed form."""

from __future__ import annotations

import math
from itertools import combinations, product

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import pairs

from partitioners.errors import OptionError
from partitioners.files.interchange import bipartite
from partitioners.generators.models import barabasi_albert, erdos_renyi, grid, mc2depi, mesh27, rmat, web
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph

FEW = settings(deadline=None, max_examples=examples(40))
SMALL = {
    "rmat": {"scale": 7},
    "barabasi_albert": {"vertices": 100},
    "erdos_renyi": {"vertices": 60, "edges": 200},
    "web": {"pages": 90},
    "grid": {"width": 5, "height": 4},
    "mesh27": {"side": 4},
    "mc2depi": {"n": 9},
    "finite_elements": {"width": 2, "height": 2, "length": 3},
    "circuit": {"rows": 60, "pairs": 90},
    "degree_sequence": {"out_degrees": [3, 0, 7, 2, 2, 1, 9, 0]},
    "fork_join": {"width": 3},
    "join": {"width": 4},
    "map_reduce": {"maps": 4, "reduces": 3},
    "out_tree": {"depth": 3},
    "in_tree": {"depth": 3},
    "stencil": {"width": 4},
    "cholesky": {"tiles": 4},
    "lu": {"tiles": 3},
    "fft": {"points": 8},
}
TASK_GRAPHS = tuple(name for name in GENERATORS.builtins if "data" in GENERATORS[name].options)
RANDOM = ("rmat", "barabasi_albert", "erdos_renyi", "web", "circuit", "degree_sequence")


def assert_simple_and_sorted(graph):
    """Each undirected edge once, lower vertex first, in ascending order, no self-loop."""
    found = pairs(graph)
    assert found == sorted(set(found))
    assert all(u < v for u, v in found)


# ---- the family


def test_the_family():
    assert GENERATORS.names() == list(SMALL)
    assert all(GENERATORS[name].summary for name in SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_a_generator_gives_the_same_graph_for_the_same_seed(name):
    one, two, other = (GENERATORS[name].call(options=SMALL[name], seed=seed) for seed in (3, 3, 4))
    assert isinstance(one, Graph)
    assert one.num_vertices == two.num_vertices
    assert pairs(one) == pairs(two)
    assert (pairs(one) != pairs(other)) == (name in RANDOM)
    assert (one.weight == (0 if name in TASK_GRAPHS else 1)).all()
    assert one.name.startswith(name.replace("_", "-"))


@pytest.mark.parametrize("name", RANDOM)
def test_the_seed_is_0_by_default(name):
    assert pairs(GENERATORS[name].function(**SMALL[name])) == pairs(
        GENERATORS[name].function(**SMALL[name], seed=0)
    )


# ---- the web graph


def plain_web(pages, links, local, copying, seed):
    """Page by page and link by link, each copy taken from the links that the earlier page has already."""
    rng = np.random.default_rng(seed)
    drawn = 4 * (1 + rng.pareto(1.1, math.ceil(pages / 4)))
    site_of = []
    for site, size in enumerate(np.minimum(drawn, max(4, pages // 50)).astype(int).tolist()):
        site_of += [site] * size
    site_of = site_of[:pages]
    count = pages * links
    inside, anywhere = rng.random(count), (rng.random(count), rng.integers(pages, size=count))
    early, close = rng.random(count), rng.random(count)
    back, copies = rng.geometric(0.2, count), rng.random(count)
    table = []
    for link in range(count):
        page = link // links
        members = [other for other in range(pages) if site_of[other] == site_of[page]]
        earlier = page - int(back[link]) if close[link] < local else int(early[link] * page)
        if copies[link] < copying and 0 <= earlier < page:
            table.append(table[earlier * links + link % links])
        elif anywhere[0][link] < local:
            table.append(members[int(inside[link] * len(members))])
        else:
            table.append(int(anywhere[1][link]))
    return sorted({(link // links, to) for link, to in enumerate(table) if to != link // links})


@FEW
@given(st.integers(1, 40), st.integers(1, 4), st.integers(0, 1000))
def test_the_web_is_its_definition(pages, links, seed):
    graph = web(pages=pages, links_per_page=links, local=0.7, copying=0.6, seed=seed)
    assert graph.num_vertices == pages
    assert pairs(graph) == plain_web(pages, links, 0.7, 0.6, seed)


def test_the_web_has_popular_pages_and_most_links_near_the_diagonal():
    graph = web(pages=20_000)
    assert graph.out_degree.max() <= 12
    assert graph.in_degree.max() > 30 * graph.in_degree.mean()
    assert np.median(abs(graph.src - graph.dst)) < 20_000 / 8


# ---- R-MAT


def plain_rmat(scale, edge_factor, a, b, c, seed, directed=False):
    """One quadrant a level, chosen by one random number, the draws of a level side by side."""
    rng = np.random.default_rng(seed)
    count = edge_factor * 2**scale
    levels = [rng.random(count) for _ in range(scale)]
    edges = set()
    for k in range(count):
        u = v = 0
        for level in levels:
            r = level[k]
            right = a <= r < a + b or r >= a + b + c
            u, v = 2 * u + (r >= a + b), 2 * v + right
        if u != v:
            edges.add((int(u), int(v)) if directed else (int(min(u, v)), int(max(u, v))))
    return sorted(edges)


@FEW
@given(st.integers(1, 5), st.integers(1, 4), st.integers(0, 1000))
def test_rmat_is_its_definition(scale, edge_factor, seed):
    graph = rmat(scale=scale, edge_factor=edge_factor, a=0.5, b=0.2, c=0.1, seed=seed)
    assert graph.num_vertices == 2**scale
    assert pairs(graph) == plain_rmat(scale, edge_factor, 0.5, 0.2, 0.1, seed)
    assert_simple_and_sorted(graph)
    directed = rmat(scale=scale, edge_factor=edge_factor, a=0.5, b=0.2, c=0.1, directed=True, seed=seed)
    assert pairs(directed) == plain_rmat(scale, edge_factor, 0.5, 0.2, 0.1, seed, directed=True)


def test_a_permuted_rmat_has_the_same_degrees_at_other_vertices():
    options = {"scale": 9, "edge_factor": 8, "seed": 4, "directed": True}
    plain, permuted = rmat(**options), rmat(**options, permuted=True)
    assert pairs(plain) != pairs(permuted)
    for degree in "out_degree", "in_degree":
        one, other = (getattr(graph, degree) for graph in (plain, permuted))
        assert np.array_equal(np.sort(one), np.sort(other))
    low = permuted.out_degree[:256].sum() / permuted.num_edges
    assert 0.4 < low < 0.6 < plain.out_degree[:256].sum() / plain.num_edges


def test_rmat_fills_the_quadrants_by_their_probabilities():
    """Before pairs are merged, lower ids are ends with probability a + b or a + c a level; hubs follow."""
    graph = rmat(scale=12, edge_factor=8, seed=1)
    assert 0.6 * 8 * 2**12 < graph.num_edges < 8 * 2**12
    assert graph.degree[: 2**11].sum() > 2.5 * graph.degree[2**11 :].sum()
    assert graph.degree.max() > 30 * graph.degree.mean()
    even = rmat(scale=12, edge_factor=8, a=0.25, b=0.25, c=0.25, seed=1)
    assert even.degree.max() < 4 * even.degree.mean()


def test_rmat_of_one_quadrant_has_only_self_loops_and_so_no_edge():
    assert rmat(scale=3, a=1.0, b=0.0, c=0.0).num_edges == 0
    assert pairs(rmat(scale=3, a=0.0, b=1.0, c=0.0)) == [(0, 7)]
    assert pairs(rmat(scale=3, a=0, b=0, c=1)) == [(0, 7)]


def test_a_directed_rmat_keeps_the_directions_of_its_edges():
    """Without directions, the same draws give the graph that has each pair once."""
    options = {"scale": 8, "edge_factor": 8, "a": 0.5, "b": 0.3, "c": 0.1, "seed": 5}
    graph = rmat(**options, directed=True)
    found = pairs(graph)
    assert found == sorted(set(found))
    assert all(u != v for u, v in found)
    assert sorted({(min(edge), max(edge)) for edge in found}) == pairs(rmat(**options))
    # A tail is in the lower half with the probability a + b, a head with a + c.
    low = 128
    assert np.mean(graph.src < low) == pytest.approx(0.8, abs=0.06)
    assert np.mean(graph.dst < low) == pytest.approx(0.6, abs=0.06)


# ---- Barabasi-Albert


@FEW
@given(st.integers(1, 6), st.integers(1, 40), st.integers(0, 1000))
def test_barabasi_albert_gives_each_new_vertex_its_edges(k, more, seed):
    n = k + more
    graph = barabasi_albert(vertices=n, edges_per_vertex=k, seed=seed)
    assert graph.num_vertices == n
    assert graph.num_edges == k * (n - k) == networkx.barabasi_albert_graph(n, k, seed=1).number_of_edges()
    assert_simple_and_sorted(graph)
    # The newer end of an edge is the higher number, and a vertex is new once.
    assert np.bincount(graph.dst, minlength=n).tolist() == [0] * k + [k] * (n - k)
    assert networkx.is_connected(networkx.Graph(pairs(graph)))


def test_barabasi_albert_of_one_edge_a_vertex_is_a_tree():
    assert networkx.is_tree(networkx.Graph(pairs(barabasi_albert(vertices=200, edges_per_vertex=1, seed=5))))


def test_barabasi_albert_prefers_vertices_by_their_degree():
    """The share of degree d tends to 2 k (k + 1) / (d (d + 1) (d + 2)) (Bollobas et al., 2001)."""
    k, n = 2, 40_000
    degree = barabasi_albert(vertices=n, edges_per_vertex=k, seed=2).degree
    for d in (2, 3, 4, 8):
        share = 2 * k * (k + 1) / (d * (d + 1) * (d + 2))
        assert np.mean(degree == d) == pytest.approx(share, abs=5 * math.sqrt(share / n) + 1e-3)
    assert degree.max() > math.sqrt(n) / 2


# ---- Erdos-Renyi


@FEW
@given(st.integers(1, 12), st.data())
def test_erdos_renyi_has_exactly_so_many_edges(vertices, data):
    edges = data.draw(st.integers(0, vertices * (vertices - 1) // 2))
    graph = erdos_renyi(vertices=vertices, edges=edges, seed=data.draw(st.integers(0, 1000)))
    assert (graph.num_vertices, graph.num_edges) == (vertices, edges)
    assert_simple_and_sorted(graph)


@given(st.integers(1, 9))
def test_erdos_renyi_with_every_pair_is_complete(vertices):
    every = list(combinations(range(vertices), 2))
    assert pairs(erdos_renyi(vertices=vertices, edges=len(every))) == every


@pytest.mark.parametrize("edges", [2, 5])
def test_erdos_renyi_takes_all_sets_of_edges_equally_often(edges):
    """Four vertices have 6 pairs: 15 sets of 2, 6 sets of 5, by either way of drawing."""
    sets = list(combinations(combinations(range(4), 2), edges))
    runs = 150 * len(sets)
    found = [tuple(pairs(erdos_renyi(vertices=4, edges=edges, seed=seed))) for seed in range(runs)]
    chi_squared = sum((found.count(each) - 150) ** 2 / 150 for each in sets)
    assert chi_squared < {15: 36.1, 6: 20.5}[len(sets)]  # 0.1 % tails of 14 and 5 degrees of freedom


def test_erdos_renyi_far_beyond_32_bits_of_pairs():
    graph = erdos_renyi(vertices=3_000_000, edges=5000, seed=1)
    assert graph.num_edges == 5000
    assert_simple_and_sorted(graph)
    assert graph.dst.max() > 2_900_000


# ---- grids and meshes


@FEW
@given(st.integers(1, 7), st.integers(1, 7))
def test_a_grid_is_that_of_networkx(width, height):
    graph = grid(width=width, height=height)
    oracle = networkx.grid_2d_graph(height, width)
    numbered = sorted(sorted(y * width + x for y, x in edge) for edge in oracle.edges)
    assert graph.num_vertices == width * height
    assert pairs(graph) == [tuple(edge) for edge in numbered]


@FEW
@given(st.integers(1, 5))
def test_mesh27_joins_points_that_differ_by_one_at_most_along_every_axis(side):
    graph = mesh27(side=side)
    points = list(product(range(side), repeat=3))
    near = [
        (one, two)
        for (one, p), (two, q) in combinations(enumerate(points), 2)
        if max(abs(a - b) for a, b in zip(p, q, strict=True)) == 1
    ]
    assert graph.num_vertices == side**3
    assert pairs(graph) == near
    assert len(near) == ((3 * side - 2) ** 3 - side**3) // 2


# ---- mc2depi


def plain_mc2depi(n):
    """The columns of every row, by the states themselves."""
    states = [(i, j) for i in range(n + 1) for j in range(n + 1 - i)]
    number = {state: row for row, state in enumerate(states)}
    near = [(0, -1), (0, 0), (0, 1), (1, 0)]
    return [
        (row, column)
        for row, (i, j) in enumerate(states)
        for column in sorted(number[i + di, j + dj] for di, dj in near if (i + di, j + dj) in number)
    ]


@FEW
@given(st.integers(1, 12))
def test_mc2depi_is_its_definition(n):
    rows = (n + 1) * (n + 2) // 2
    square, split = mc2depi(n=n, square=True), mc2depi(n=n)
    assert square.num_vertices == rows
    assert pairs(square) == plain_mc2depi(n)
    assert split.num_vertices == 2 * rows
    assert pairs(split) == [(row, rows + column) for row, column in plain_mc2depi(n)]
    assert split.num_edges == rows + 3 * n * (n + 1) // 2


def test_mc2depi_is_the_bipartite_graph_of_its_matrix():
    from scipy.sparse import coo_array

    square = mc2depi(n=20, square=True)
    matrix = coo_array((square.weight, (square.src, square.dst)), shape=(square.num_vertices,) * 2)
    assert pairs(bipartite(matrix)) == pairs(mc2depi(n=20))


def test_mc2depi_has_the_size_of_the_original():
    graph = mc2depi(n=1024)
    assert graph.num_vertices == 2 * 525_825
    assert graph.num_edges == 2_100_225
    assert graph.out_degree[:525_825].max() == 4
    assert not graph.in_degree[:525_825].any()
    assert mc2depi(n=1024, square=True).num_vertices == 525_825


# ---- what is refused

REFUSED = [
    ("rmat", {"scale": 0}, "rmat: scale must be an integer >= 1, got 0"),
    ("rmat", {"scale": 4.0}, "rmat: scale must be an integer >= 1, got 4.0"),
    ("rmat", {"scale": True}, "rmat: scale must be an integer >= 1, got True"),
    ("rmat", {"scale": 4, "edge_factor": 0}, "rmat: edge_factor must be an integer >= 1, got 0"),
    ("rmat", {"scale": 31}, "rmat: scale is 31; at most 30 is supported: reduce scale"),
    (
        "rmat",
        {"scale": 25},
        "rmat: 536870912 edges; at most 268435456 are supported: reduce scale or edge_factor",
    ),
    (
        "rmat",
        {"scale": 4, "a": 0.9},
        "rmat: a, b and c are 0.9, 0.19 and 0.19; expected probabilities with a sum of at most 1",
    ),
    (
        "rmat",
        {"scale": 4, "b": -0.1},
        "rmat: a, b and c are 0.57, -0.1 and 0.19; expected probabilities with a sum of at most 1",
    ),
    (
        "rmat",
        {"scale": 4, "c": math.nan},
        "rmat: a, b and c are 0.57, 0.19 and nan; expected probabilities with a sum of at most 1",
    ),
    (
        "barabasi_albert",
        {"vertices": 8},
        "barabasi_albert: 8 vertices with 8 edges each; expected more than 8 vertices",
    ),
    (
        "barabasi_albert",
        {"vertices": 2**31, "edges_per_vertex": 1},
        "barabasi_albert: 2147483648 vertices; at most 2147483647 are supported: "
        "reduce vertices or edges_per_vertex",
    ),
    ("erdos_renyi", {"vertices": 0, "edges": 0}, "erdos_renyi: vertices must be an integer >= 1, got 0"),
    ("erdos_renyi", {"vertices": 3, "edges": -1}, "erdos_renyi: edges must be an integer >= 0, got -1"),
    (
        "erdos_renyi",
        {"vertices": 4, "edges": 7},
        "erdos_renyi: 7 edges, but 4 vertices have only 6 pairs; choose fewer edges or more vertices",
    ),
    (
        "erdos_renyi",
        {"vertices": 10**6, "edges": 10**9},
        "erdos_renyi: 1000000000 edges; at most 268435456 are supported: reduce vertices or edges",
    ),
    (
        "web",
        {"pages": 9, "local": 1.5},
        "web: local and copying are 1.5 and 0.75; expected probabilities of 0 to 1",
    ),
    (
        "web",
        {"pages": 10**8},
        "web: 1200000000 edges; at most 268435456 are supported: reduce pages or links_per_page",
    ),
    ("grid", {"width": 0, "height": 3}, "grid: width must be an integer >= 1, got 0"),
    (
        "grid",
        {"width": 10**5, "height": 10**5},
        "grid: 10000000000 vertices; at most 2147483647 are supported: reduce width or height",
    ),
    ("mesh27", {"side": -1}, "mesh27: side must be an integer >= 1, got -1"),
    ("mesh27", {"side": 400}, "mesh27: 827687196 edges; at most 268435456 are supported: reduce side"),
    (
        "finite_elements",
        {"width": 0, "height": 1, "length": 1},
        "finite_elements: width must be an integer >= 1, got 0",
    ),
    (
        "finite_elements",
        {"width": 300, "height": 300, "length": 300},
        "finite_elements: 3299178564 edges; at most 268435456 are supported: reduce width, height, length or "
        "unknowns",
    ),
    (
        "circuit",
        {"rows": 9, "pairs": 19},
        "circuit: 19 pairs, but 9 rows should have 18 at most, half of all; choose fewer pairs or more rows",
    ),
    (
        "circuit",
        {"rows": 9, "pairs": 1, "rent": 2.0},
        "circuit: rent, hub_share and scattered are 2, 0 and 0; expected 0 to 1",
    ),
    ("mc2depi", {"n": 0}, "mc2depi: n must be an integer >= 1, got 0"),
    ("mc2depi", {"n": 20_000}, "mc2depi: 800060001 edges; at most 268435456 are supported: reduce n"),
]


@pytest.mark.parametrize(("name", "options", "message"), REFUSED)
def test_what_cannot_be_made_is_refused(name, options, message):
    with pytest.raises(OptionError) as caught:
        GENERATORS[name].function(**options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "mesh27",
            {"side": 0},
            "generator 'mesh27': side: expected an integer from 1 to 2147483647, got 0",
        ),
        (
            "grid",
            {"width": 3},
            "generator 'grid' needs the option 'height'",
        ),
        (
            "rmat",
            {"scale": 4, "edge_facto": 8},
            "generator 'rmat' takes no option 'edge_facto'; did you mean 'edge_factor'?",
        ),
        (
            "mc2depi",
            {"n": 4, "seed": 1},
            "generator 'mc2depi' takes no option 'seed'; known: n, square",
        ),
    ],
)
def test_the_registry_checks_options(name, options, message):
    with pytest.raises(OptionError) as caught:
        GENERATORS[name].call(options=options, seed=0)
    assert str(caught.value) == message
