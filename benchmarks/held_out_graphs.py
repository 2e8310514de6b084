"""Graphs of ten classes from two groups of generators, for ``held_out``: web, social, road, mesh, ...

Each class has generators of its own in each group, so that a rule that is made on the graphs of one group can
be judged on the other. All graphs have between 75,000 and 620,000 edges, in random order.
"""

import math
from functools import partial

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial import Delaunay, cKDTree

from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph


def graph_of(src, dst, vertices=None):
    """A graph with the edges in random order, as their order must not matter."""
    src, dst = np.asarray(src, np.int64), np.asarray(dst, np.int64)
    order = np.random.default_rng(0).permutation(src.size)
    return Graph(int(vertices or max(src.max(), dst.max()) + 1), src[order], dst[order])


def distinct(src, dst):
    """The edges without self-loops and repetitions, in either direction."""
    src, dst = np.asarray(src, np.int64), np.asarray(dst, np.int64)
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    n = int(high.max()) + 1
    key = np.unique((low * n + high)[low != high])
    return key // n, key % n


def zipf(rng, count, size, exponent):
    """Random ranks below ``count`` with probability ~ rank^-exponent."""
    weight = np.arange(1, count + 1) ** -exponent
    rank = np.searchsorted(np.cumsum(weight / weight.sum()), rng.random(size), side="right")
    return rank.clip(0, count - 1)


def delaunay(points):
    """The edges of the Delaunay triangulation without the long ones, which are slivers at the hull."""
    simplex = Delaunay(points).simplices
    corners = simplex.shape[1]
    pairs = [simplex[:, [a, b]] for a in range(corners) for b in range(a + 1, corners)]
    src, dst = distinct(*np.concatenate(pairs).T)
    length = np.linalg.norm(points[src] - points[dst], axis=1)
    near = length < 8 * np.median(length)
    return src[near], dst[near]


def thinned_triangulation():
    """Road: a triangulation of random points of which a spanning tree and a tenth of the rest are kept."""
    rng = np.random.default_rng(1)
    src, dst = delaunay(rng.random((90_000, 2)))
    weight = coo_array((rng.random(src.size) + 0.01, (src, dst)), shape=(90_000, 90_000))
    tree = minimum_spanning_tree(weight.tocsr()).tocoo()
    more = rng.random(src.size) < 0.1
    return graph_of(*distinct(np.concatenate([tree.row, src[more]]), np.concatenate([tree.col, dst[more]])))


def streets():
    """Road: blocks of streets with gaps, long avenues of degree-two vertices between towns."""
    rng = np.random.default_rng(2)
    side, town = 330, 22
    x, y = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    vertex = x * side + y
    right = np.stack([vertex[:-1].ravel(), vertex[1:].ravel()])
    up = np.stack([vertex[:, :-1].ravel(), vertex[:, 1:].ravel()])
    between = np.concatenate([(x[1:] % town == 0).ravel(), (y[:, 1:] % town == 0).ravel()])
    kept = rng.random(between.size) < np.where(between, 0.15, 0.8)
    return graph_of(*np.concatenate([right, up], axis=1)[:, kept], side * side)


def triangles():
    """Mesh: a graded triangulation of the plane."""
    rng = np.random.default_rng(3)
    return graph_of(*delaunay(rng.random((50_000, 2)) ** [1.0, 2.0]))


def tetrahedra():
    """Mesh: a triangulation of points in space, denser around a sphere."""
    rng = np.random.default_rng(4)
    direction = rng.normal(size=(25_000, 3))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    return graph_of(*delaunay(direction * (1 + rng.normal(scale=0.3, size=(25_000, 1)))))


def stencil(shape, *, diagonal):
    """A matrix of nearest neighbours with all entries: both directions of each pair, and the diagonal."""
    vertex = np.arange(math.prod(shape)).reshape(shape)
    pairs = []
    for axis in range(len(shape)):
        low = np.take(vertex, np.arange(shape[axis] - 1), axis).ravel()
        high = np.take(vertex, np.arange(1, shape[axis]), axis).ravel()
        pairs += [(low, high), (high, low)]
    if diagonal:
        pairs.append((vertex.ravel(), vertex.ravel()))
    return graph_of(*np.concatenate([np.stack(pair) for pair in pairs], axis=1))


def network_matrix():
    """Matrix: a node-based discretisation with a diagonal; a tenth of the opposite entries are missing."""
    rng = np.random.default_rng(5)
    points = rng.random((22_000, 3))
    near = cKDTree(points).query(points, 6)[1][:, 1:]
    src, dst = distinct(np.repeat(np.arange(22_000), 5), near.ravel())
    back = rng.random(src.size) < 0.9
    row = np.arange(22_000)
    return graph_of(np.concatenate([src, dst[back], row]), np.concatenate([dst, src[back], row]))


def bipartite(rows, columns):
    """The graph of the entries of a matrix: a vertex per row, then a vertex per column."""
    rows, columns = np.asarray(rows), np.asarray(columns)
    first = int(rows.max()) + 1
    return graph_of(rows, columns + first)


def staircase_program():
    """Linear program: periods with rows of their own and links to the next, and a dense row of costs."""
    rng = np.random.default_rng(6)
    periods, rows, columns = 60, 200, 500
    row, column = [], []
    for t in range(periods):
        own = rng.integers(rows, size=(columns, 3)) + t * rows
        row.append(own.ravel())
        column.append(np.repeat(np.arange(columns) + t * columns, 3))
        linked = rng.integers(columns, size=80) + t * columns
        row.append(rng.integers(rows, size=80) + (t + 1) % periods * rows)
        column.append(linked)
    row.append(np.full(periods * columns, periods * rows))
    column.append(np.arange(periods * columns))
    return bipartite(np.concatenate(row), np.concatenate(column))


def flow_program():
    """Linear program: flows of commodities in one network share arcs; two dense rows; dense columns."""
    rng = np.random.default_rng(7)
    commodities, nodes, arcs = 40, 120, 700
    tail, head = rng.integers(nodes, size=(2, arcs))
    shared = commodities * nodes + np.arange(arcs)
    row, column = [], []
    for c in range(commodities):
        variable = c * arcs + np.arange(arcs)
        row += [c * nodes + tail, c * nodes + head, shared, np.full(arcs, commodities * nodes + arcs)]
        column += [variable] * 4
    some = rng.random(commodities * arcs) < 0.5
    row.append(np.full(some.sum(), commodities * nodes + arcs + 1))
    column.append(np.flatnonzero(some))
    slack = commodities * arcs
    row += [shared, rng.integers(commodities * nodes, size=900)]
    column += [np.full(arcs, slack), np.full(900, slack + 1)]
    return bipartite(np.concatenate(row), np.concatenate(column))


def packages():
    """Dependency graph: new packages need popular ones, some that those need, and few basic ones."""
    rng = np.random.default_rng(8)
    n = 30_000
    src, dst, base = [], [], 5
    needs = [[] for _ in range(n)]
    chosen = list(range(base))
    for v in range(base, n):
        found = {int(rng.integers(base))} if rng.random() < 0.6 else set()
        model = chosen[int(rng.integers(len(chosen)))]
        found.add(model)
        found.update(w for w in needs[model] if rng.random() < 0.5)
        found.add(int(rng.integers(max(0, v - 300), v)))
        needs[v] = sorted(found)
        src += [v] * len(found)
        dst += needs[v]
        chosen += needs[v]
    return graph_of(src, dst)


def calls():
    """Dependency graph: functions of modules call their own, some of lower layers, and few utilities."""
    rng = np.random.default_rng(9)
    size = np.maximum(4, (rng.pareto(1.3, 1500) * 8).astype(int)).clip(None, 800)
    first = np.cumsum(size) - size
    n = int(size.sum())
    module = np.repeat(np.arange(size.size), size)
    number = rng.poisson(4, n)
    caller = np.repeat(np.arange(n), number)
    kind = rng.random(caller.size)
    own = first[module[caller]] + (rng.random(caller.size) ** 2 * size[module[caller]]).astype(int)
    below = (rng.random(caller.size) ** 0.5 * first[module[caller]]).astype(int)
    utility = zipf(rng, 60, caller.size, 1.1)
    callee = np.where(kind < 0.65, own, np.where(kind < 0.85, below, utility))
    return graph_of(*distinct(caller, callee))


def tags():
    """Bipartite: items with a few of many tags; some tags are on a large share of all items."""
    rng = np.random.default_rng(10)
    items = np.repeat(np.arange(40_000), rng.integers(2, 6, 40_000))
    tag = zipf(rng, 3000, items.size, 1.2)
    return bipartite(*np.unique(np.stack([items, tag]), axis=1))


def votes():
    """Bipartite: every voter votes for three of seven candidates, and in one of many local polls."""
    rng = np.random.default_rng(11)
    voters = 45_000
    ballot = rng.random((voters, 7)).argsort(axis=1)[:, :3]
    local = 7 + np.arange(voters) // 30
    row = np.concatenate([np.repeat(np.arange(voters), 3), np.arange(voters)])
    return bipartite(row, np.concatenate([ballot.ravel(), local]))


def netlist():
    """Circuit: cells and nets of a recursive floor plan, where longer nets are rarer; a clock net."""
    rng = np.random.default_rng(12)
    cells, nets = 2**15, 40_000
    size = 2 + rng.geometric(0.5, nets).clip(None, 30)
    net = np.repeat(np.arange(nets), size)
    centre = rng.integers(cells, size=nets)[net]
    reach = 2 ** (2 + rng.geometric(0.35, nets).clip(None, 13))[net]
    cell = centre // reach * reach + (rng.random(net.size) * reach).astype(int)
    clocked = np.flatnonzero(rng.random(cells) < 0.15)
    pairs = np.unique(
        np.stack([np.append(net, np.full(clocked.size, nets)), np.append(cell, clocked)]), axis=1
    )
    return bipartite(*pairs)


def power_grid():
    """Circuit: layers of resistors with vias, and rails to which every eighth node has a capacitor."""
    rng = np.random.default_rng(13)
    side = 180
    plane = np.arange(side * side).reshape(side, side)
    lower = [(plane[:-1].ravel(), plane[1:].ravel()), (plane[:, :-1].ravel(), plane[:, 1:].ravel())]
    coarse = plane[::6, ::6]
    upper = side * side + np.arange(coarse.size).reshape(coarse.shape)
    layer = [(upper[:-1].ravel(), upper[1:].ravel()), (upper.ravel(), coarse.ravel())]
    n = side * side + upper.size
    tied = np.flatnonzero(rng.random(side * side) < 0.125)
    load = rng.integers(side * side, size=(2, 6000))
    rail = [(tied, np.full(tied.size, n)), (upper.ravel(), np.full(upper.size, n + 1)), tuple(load)]
    return graph_of(*distinct(*np.concatenate([np.stack(pair) for pair in lower + layer + rail], axis=1)))


def random_pieces():
    """Disjoint pieces: random graphs of sizes with a power law, and isolated edges."""
    rng = np.random.default_rng(14)
    size = np.maximum(2, (3 * (1 + rng.pareto(1.1, 4000))).astype(int)).clip(None, 12_000)
    first = np.cumsum(size) - size
    piece = np.repeat(np.arange(size.size), np.maximum(1, 3 * size // 2))
    ends = first[piece] + (rng.random((2, piece.size)) * size[piece]).astype(int)
    return graph_of(*distinct(*ends))


def forest_and_cliques():
    """Disjoint pieces: trees, cycles, complete graphs and stars of many sizes."""
    rng = np.random.default_rng(15)
    src, dst, first = [], [], 0
    for _ in range(700):
        n = int(3 * (1 + rng.pareto(0.9)))
        v = np.arange(n)
        kind = rng.integers(4)
        if kind == 0:
            n = v.size
            pairs = np.stack([v[1:], (rng.random(n - 1) * v[1:]).astype(int)])
        elif kind == 1:
            pairs = np.stack([v, np.roll(v, 1)])
        elif kind == 2:
            pairs = np.stack(np.triu_indices(min(n, 120), 1))
        else:
            pairs = np.stack([0 * v[1:], v[1:]])
        pairs = pairs[:, :20_000]
        src.append(pairs[0] + first)
        dst.append(pairs[1] + first)
        first += n
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def circles():
    """Social: overlapping groups of friends of skewed sizes, and some friends from anywhere."""
    rng = np.random.default_rng(16)
    people, groups = 20_000, 9000
    size = np.maximum(3, (4 * (1 + rng.pareto(1.4, groups))).astype(int)).clip(None, 150)
    town = rng.integers(people, size=groups)
    src, dst = [], []
    for s, t in zip(size.tolist(), town.tolist(), strict=True):
        member = (t + (rng.normal(scale=3 * s, size=s)).astype(int)) % people
        a, b = np.triu_indices(s, 1)
        kept = rng.random(a.size) < 4 / s
        src.append(member[a[kept]])
        dst.append(member[b[kept]])
    src.append(rng.integers(people, size=30_000))
    dst.append(zipf(rng, people, 30_000, 0.7))
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def templates():
    """Web: sites whose pages all link to the same pages of the site; links to other sites and to portals."""
    rng = np.random.default_rng(17)
    size = np.maximum(5, (10 * (1 + rng.pareto(1.0, 900))).astype(int)).clip(None, 5000)
    first = np.cumsum(size) - size
    n = int(size.sum())
    site = np.repeat(np.arange(size.size), size)
    page = np.arange(n)
    menu = np.minimum(3 + size // 40, 12)
    row = np.repeat(page, menu[site])
    slot = np.arange(row.size) - np.repeat(np.cumsum(menu[site]) - menu[site], menu[site])
    src, dst = [row], [first[site[row]] + slot]
    for _ in range(2):
        src.append(page)
        dst.append(first[site] + (rng.random(n) * size[site]).astype(int))
    away = rng.integers(n, size=n // 3)
    src.append(away)
    dst.append(first[zipf(rng, size.size, away.size, 0.9)])
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def generated(name, **options):
    return partial(GENERATORS[name].function, seed=1, **options)


GROUPS = {
    "rules": {
        "web: linked sites": generated("web", pages=25_000, links_per_page=6),
        "social: Barabasi-Albert": generated("barabasi_albert", vertices=20_000, edges_per_vertex=5),
        "social: R-MAT 14": generated("rmat", scale=14),
        "road: thinned triangulation": thinned_triangulation,
        "mesh: triangles": triangles,
        "matrix: five points": partial(stencil, (150, 150), diagonal=True),
        "program: staircase": staircase_program,
        "dependencies: packages": packages,
        "bipartite: tags": tags,
        "circuit: netlist": netlist,
        "pieces: random": random_pieces,
    },
    "judged": {
        "web: templates": templates,
        "social: circles": circles,
        "road: streets": streets,
        "mesh: tetrahedra": tetrahedra,
        "matrix: seven points": partial(stencil, (30, 30, 30), diagonal=True),
        "matrix: network": network_matrix,
        "program: flows": flow_program,
        "dependencies: calls": calls,
        "bipartite: votes": votes,
        "circuit: power grid": power_grid,
        "pieces: forest and cliques": forest_and_cliques,
    },
}
