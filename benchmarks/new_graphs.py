"""Graphs of twelve classes that were chosen when the portfolio began to compare its starts by their copies.

The classes differ from those of ``held_out_graphs`` and ``unseen_graphs``. All graphs have between 30,000 and
150,000 edges, in random order.
"""

import numpy as np
from held_out_graphs import bipartite, distinct, graph_of, zipf
from scipy.spatial import cKDTree


def words():
    """Language: words that occur next to each other in texts; each text has a subject and common words."""
    rng = np.random.default_rng(51)
    subject = np.repeat(rng.integers(40, size=600), 200)
    own = 300 + subject * 250 + zipf(rng, 250, subject.size, 1.0)
    word = np.where(rng.random(subject.size) < 0.35, zipf(rng, 300, subject.size, 1.0), own)
    pairs = [(word[:-d], word[d:]) for d in (1, 2)]
    return graph_of(*distinct(*(np.concatenate([pair[end] for pair in pairs]) for end in (0, 1))))


def modules():
    """Genes: overlapping modules of very different sizes, each with half of its pairs."""
    rng = np.random.default_rng(52)
    src, dst = [], []
    for size in np.minimum(8 + (rng.pareto(1.3, 260) * 10).astype(int), 220).tolist():
        member = (rng.integers(6000) + rng.permutation(3 * size)[:size]) % 6000
        a, b = np.triu_indices(size, 1)
        kept = rng.random(a.size) < 0.5
        src.append(member[a[kept]])
        dst.append(member[b[kept]])
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def multiplier():
    """Arithmetic: an array of adders, whose bits of both factors reach a row and a column each."""
    side = 110
    cell = 2 * side + np.arange(side * side).reshape(side, side)
    row, column = np.indices((side, side))
    pairs = [(row, cell), (side + column, cell), (cell[:-1], cell[1:]), (cell[:, :-1], cell[:, 1:])]
    pairs.append((cell[:-1, 1:], cell[1:, :-1]))
    return graph_of(*(np.concatenate([pair[end].ravel() for pair in pairs]) for end in (0, 1)))


def payments():
    """Finance: payments between the accounts of a town, to few large shops, and along chains of accounts."""
    rng = np.random.default_rng(53)
    payer = rng.integers(18_000, size=70_000)
    kind = rng.random(payer.size)
    town = payer // 150 * 150 + zipf(rng, 150, payer.size, 0.8)
    shop = zipf(rng, 800, payer.size, 1.1) * 22
    payee = np.where(kind < 0.55, town, np.where(kind < 0.85, shop, (payer + 1) % 18_000))
    return graph_of(*distinct(payer, payee))


def radio():
    """Radio: stations in reach of each other, dense in cities and few between them."""
    rng = np.random.default_rng(54)
    city = rng.random((60, 2))
    at = np.concatenate([city[rng.integers(60, size=9000)] + rng.normal(scale=0.02, size=(9000, 2)),
                         rng.random((3000, 2))])  # fmt: skip
    return graph_of(*cKDTree(at).query_pairs(0.0095, output_type="ndarray").T)


def ontology():
    """Terms: a hierarchy in which a term has one to three broader terms, and relations to a few roles."""
    rng = np.random.default_rng(55)
    term = np.arange(1, 26_000)
    broader = (term * rng.random((3, term.size)) ** np.array([[0.6], [0.9], [1.5]])).astype(int)
    has = rng.random((3, term.size)) < np.array([[1.0], [0.35], [0.1]])
    role = 26_000 + zipf(rng, 60, 9000, 1.0)
    src = np.concatenate([*(term[each] for each in has), rng.integers(26_000, size=9000)])
    dst = np.concatenate([*(up[each] for up, each in zip(broader, has, strict=True)), role])
    return graph_of(*distinct(src, dst))


def neighbours():
    """Samples: the eight nearest neighbours of points of a mixture in eight dimensions."""
    rng = np.random.default_rng(56)
    centre = rng.normal(size=(25, 8)) * 1.5
    at = centre[rng.integers(25, size=12_000)] + rng.normal(size=(12_000, 8))
    near = cKDTree(at).query(at, 9)[1][:, 1:]
    return graph_of(*distinct(np.repeat(np.arange(12_000), 8), near.ravel()))


def arrow():
    """Matrix: dense blocks on the diagonal, and borders that couple each group of eight blocks."""
    rng = np.random.default_rng(57)
    src, dst = [], []
    for block in range(160):
        a, b = np.triu_indices(24, 1)
        src.append(block * 24 + a)
        dst.append(block * 24 + b)
    row = np.arange(160 * 24)
    border = 160 * 24 + row // 192 * 12
    for at in range(12):
        held = rng.random(row.size) < 0.8
        src.append(row[held])
        dst.append(border[held] + at)
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def conflicts():
    """Timetable: courses with a common student; students choose most courses from their subject."""
    rng = np.random.default_rng(58)
    src, dst = [], []
    for _ in range(6000):
        first = int(rng.integers(45)) * 40
        chosen = np.unique(np.concatenate([first + zipf(rng, 40, 5, 0.5), rng.integers(1800, size=1)]))
        a, b = np.triu_indices(chosen.size, 1)
        src.append(chosen[a])
        dst.append(chosen[b])
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def forum():
    """Bipartite: users and the threads they write in, both of skewed activity, most in one board."""
    rng = np.random.default_rng(59)
    user = zipf(rng, 7000, 90_000, 0.6)
    board = np.where(rng.random(user.size) < 0.8, user % 35, rng.integers(35, size=user.size))
    return bipartite(*np.unique(np.stack([user, board * 300 + zipf(rng, 300, user.size, 0.9)]), axis=1))


def contacts():
    """Polymer: places of a folded chain that are close to each other in space."""
    rng = np.random.default_rng(60)
    step = rng.normal(size=(20_000, 3))
    at = np.zeros((20_000, 3))
    for i in range(1, 20_000):
        at[i] = 0.995 * at[i - 1] + step[i]
    near = cKDTree(at).query(at, 5)[1][:, 1:]
    chain = np.arange(19_999)
    src = np.concatenate([chain, np.repeat(np.arange(20_000), 4)])
    return graph_of(*distinct(src, np.concatenate([chain + 1, near.ravel()])))


def butterfly():
    """Network: the twelve stages of a butterfly of 2,048 wires, as of a Fourier transform."""
    wire = np.arange(2048)
    src = [stage * 2048 + wire for stage in range(11) for _ in range(2)]
    dst = [(stage + 1) * 2048 + (wire ^ (bit << stage)) for stage in range(11) for bit in (0, 1)]
    return graph_of(np.concatenate(src), np.concatenate(dst))


NEW = {
    "language: words": words,
    "genes: modules": modules,
    "arithmetic: multiplier": multiplier,
    "finance: payments": payments,
    "radio: stations": radio,
    "terms: ontology": ontology,
    "samples: neighbours": neighbours,
    "matrix: arrow": arrow,
    "timetable: conflicts": conflicts,
    "bipartite: forum": forum,
    "polymer: contacts": contacts,
    "network: butterfly": butterfly,
}
