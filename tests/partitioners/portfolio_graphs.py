"""Small graphs of the classes that the portfolio tells apart, of 2,000 to 7,000 edges each."""

import numpy as np
from small_graphs import complete, complete_bipartite, together

from partitioners.generators.models import grid
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph


def citations():
    """Papers cite older ones, those that are cited often more often."""
    rng = np.random.default_rng(7)
    chosen, src, dst = [0], [], []
    for v in range(1, 1200):
        cited = sorted({chosen[i] for i in rng.integers(len(chosen), size=6)})
        src += [v] * len(cited)
        dst += cited
        chosen += [*cited, v]
    return Graph(1200, src, dst)


def ratings():
    """Few items, many users, all of skewed activity."""
    rng = np.random.default_rng(7)
    user = (rng.random(9000) ** 1.7 * 900).astype(int)
    item = 900 + (rng.random(9000) ** 4 * 120).astype(int)
    return Graph(1020, *np.unique(np.stack([user, item]), axis=1))


def pages():
    """Pages link to the same pages of the site and of their chapter, and to pages next to them."""
    rng = np.random.default_rng(1)
    page = np.arange(600)
    src = np.concatenate([np.tile(page, 8), page[1:]])
    dst = [np.full(600, k) for k in range(3)] + [page // 40 * 40 + k for k in range(3)]
    dst += [page // 40 * 40 + rng.integers(40, size=600) for _ in range(2)] + [page[:-1]]
    return Graph(600, src, np.concatenate(dst))


def dense_rows():
    """A linear program: each column is in three rows, and most columns are in each of six dense rows."""
    rng = np.random.default_rng(2)
    column = np.concatenate([np.repeat(np.arange(600), 3), *[np.flatnonzero(rng.random(600) < 0.85)] * 6])
    dense = np.repeat(np.arange(6), (column.size - 1800) // 6)
    return Graph(1206, np.concatenate([rng.integers(300, size=1800), 300 + dense]) + 600, column)


def clauses():
    """A formula: clauses of three near variables, and a few variables that are everywhere."""
    rng = np.random.default_rng(3)
    near = (rng.integers(300, size=(1000, 1)) + rng.integers(-6, 7, (1000, 3))) % 300
    clause = np.concatenate([np.repeat(np.arange(1000), 3), np.arange(0, 1000, 2)])
    return Graph(1306, 300 + clause, np.concatenate([near.ravel(), rng.integers(5, size=500)]))


CLASSES = {
    "citations": citations,
    "ratings": ratings,
    "pages": pages,
    "dense rows": dense_rows,
    "clauses": clauses,
    "complete": lambda: complete(110),
    "complete bipartite": lambda: complete_bipartite(30, 200),
    "cliques": lambda: together(*[complete(18)] * 30),
    "social": lambda: GENERATORS["rmat"].function(scale=9, edge_factor=8),
    "attachment": lambda: GENERATORS["barabasi_albert"].function(vertices=700, edges_per_vertex=5),
    "web": lambda: GENERATORS["web"].function(pages=700, links_per_page=5),
    "grid": lambda: grid(width=40, height=40),
}
"""The graphs by class."""
