"""Graphs of twelve classes on which earlier rules of the portfolio were judged, for ``held_out``.

The classes differ from those of ``held_out_graphs``. All graphs have between 37,000 and 140,000 edges, in
random order.
"""

import numpy as np
from held_out_graphs import bipartite, distinct, graph_of, zipf
from scipy.spatial import cKDTree


def proteins():
    """Interactions: each protein is a copy of an older one that keeps a part of its partners."""
    rng = np.random.default_rng(31)
    partners = [[1, 2], [0, 2], [0, 1]]
    while len(partners) < 14_000:
        v, model = len(partners), int(rng.integers(len(partners)))
        kept = [w for w in partners[model] if rng.random() < 0.42]
        if rng.random() < 0.5:
            kept.append(model)
        found = sorted({*kept, int(rng.integers(v))})
        partners.append(found)
        for w in found:
            partners[w].append(v)
    pairs = [(v, w) for v, found in enumerate(partners) for w in found if w < v]
    return graph_of(*np.array(pairs).T)


def authors():
    """Affiliation: the authors of each paper are a clique; fields have authors of skewed productivity."""
    rng = np.random.default_rng(32)
    src, dst = [], []
    for size in np.minimum(2 + rng.geometric(0.4, 16_000), 14).tolist():
        first = int(rng.integers(90)) * 160
        member = first + zipf(rng, 160, size, 0.7)
        far = rng.random(size) < 0.08
        member[far] = rng.integers(14_400, size=int(far.sum()))
        a, b = np.triu_indices(size, 1)
        src.append(member[a])
        dst.append(member[b])
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def purchases():
    """Shop: products next to each other in taste, and best sellers that are bought with everything."""
    rng = np.random.default_rng(33)
    taste = rng.normal(size=(16_000, 3))
    near = cKDTree(taste).query(taste, 5)[1][:, 1:]
    src = np.concatenate([np.repeat(np.arange(16_000), 4), rng.integers(16_000, size=24_000)])
    return graph_of(*distinct(src, np.concatenate([near.ravel(), zipf(rng, 400, 24_000, 0.9)])))


def genome():
    """Assembly: overlaps of words along sequences, with repeats that many sequences share."""
    rng = np.random.default_rng(34)
    letter = rng.integers(4, size=60_000)
    for _ in range(60):
        a, b = rng.integers(59_000, size=2)
        letter[a : a + 400] = letter[b : b + 400]
    word = sum(letter[i : i + 59_980] * 4**i for i in range(8))
    name = np.unique(word, return_inverse=True)[1].ravel()
    return graph_of(*distinct(name[:-1], name[1:]))


def layers():
    """Neural network: neurons of layers with windows of inputs, and two layers that are fully connected."""
    rng = np.random.default_rng(35)
    src, dst, first = [], [], 0
    for _ in range(6):
        out = np.repeat(np.arange(2000), 9)
        src.append(first + (out + rng.integers(-12, 13, out.size)) % 2000)
        dst.append(first + 2000 + out)
        first += 2000
    head = np.stack(np.meshgrid(np.arange(100), np.arange(120), indexing="ij")).reshape(2, -1)
    src += [first + head[0] * 20, first + 2000 + head[1]]
    dst += [first + 2000 + head[1], first + 2120 + head[0] % 10]
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def constrained():
    """Matrix: nine points in the plane, and a few equations that couple a tenth of all unknowns each."""
    rng = np.random.default_rng(36)
    side = 120
    plane = np.arange(side * side).reshape(side, side)
    pairs = [(plane[:-1], plane[1:]), (plane[:, :-1], plane[:, 1:])]
    pairs += [(plane[:-1, :-1], plane[1:, 1:]), (plane[:-1, 1:], plane[1:, :-1])]
    src, dst = (np.concatenate([pair[end].ravel() for pair in pairs]) for end in (0, 1))
    tied = [np.flatnonzero(rng.random(side * side) < 0.1) for _ in range(6)]
    row = np.repeat(side * side + np.arange(6), [each.size for each in tied])
    return graph_of(np.concatenate([src, row]), np.concatenate([dst, *tied]))


def listeners():
    """Bipartite: listeners of a few genres and their songs, of skewed popularity in each genre."""
    rng = np.random.default_rng(37)
    listener = np.repeat(np.arange(9000), 1 + rng.geometric(0.12, 9000))
    genre = rng.integers(30, size=(9000, 2))[listener, rng.integers(2, size=listener.size)]
    song = genre * 250 + zipf(rng, 250, listener.size, 0.8)
    return bipartite(*np.unique(np.stack([listener, song]), axis=1))


def flights():
    """Transport: roads between near towns, and flights between airports, most of them at few hubs."""
    rng = np.random.default_rng(38)
    place = rng.random((20_000, 2))
    near = cKDTree(place).query(place, 3)[1][:, 1:]
    airport = rng.permutation(20_000)[:900]
    flight = airport[zipf(rng, 900, 9000, 1.0)], airport[rng.integers(900, size=9000)]
    src = np.concatenate([np.repeat(np.arange(20_000), 2), flight[0]])
    return graph_of(*distinct(src, np.concatenate([near.ravel(), flight[1]])))


def messages():
    """Mail: threads among a few members of a department, and lists that write to many."""
    rng = np.random.default_rng(39)
    department = rng.integers(120, size=12_000)
    active = department * 60 + zipf(rng, 60, 12_000, 0.6)
    src, dst = [], []
    for v in active.tolist():
        count = int(rng.integers(1, 8))
        src.append(np.full(count, v))
        dst.append(v // 60 * 60 + rng.integers(60, size=count))
    writers = zipf(rng, 25, 14_000, 0.8) * 288
    src.append(writers)
    dst.append(rng.integers(7200, size=14_000))
    return graph_of(*distinct(np.concatenate(src), np.concatenate(dst)))


def hypercube():
    """Network: a hypercube of twelve dimensions, and four more links of each node to its antipodes."""
    node = np.arange(2**12)
    far = [node ^ mask for mask in (0xFFF, 0xF0F, 0x0FF, 0xFF0)]
    other = [*(node ^ (1 << bit) for bit in range(12)), *far]
    return graph_of(*distinct(np.tile(node, len(other)), np.concatenate(other)))


def blocks():
    """Dense blocks: complete bipartite graphs and cliques of sizes from 20 to 90, joined in a ring."""
    rng = np.random.default_rng(40)
    src, dst, first = [], [], 0
    for turn in range(40):
        n = int(rng.integers(20, 90))
        if turn % 2:
            a, b = np.triu_indices(n, 1)
        else:
            a, b = np.tile(np.arange(n), n), np.repeat(np.arange(n, 2 * n), n)
        src += [first + a, [first]]
        dst += [first + b, [first + (2 - turn % 2) * n]]
        first += (2 - turn % 2) * n
    src, dst = np.concatenate(src), np.concatenate(dst)
    return graph_of(src, dst % first)


def small_worlds():
    """Even and dense: a ring of near neighbours of which a tenth are anywhere."""
    rng = np.random.default_rng(41)
    node = np.arange(9000)
    near = [np.where(rng.random(9000) < 0.1, rng.integers(9000, size=9000), (node + d) % 9000)
            for d in range(1, 8)]  # fmt: skip
    return graph_of(*distinct(np.tile(node, 7), np.concatenate(near)))


UNSEEN = {
    "interactions: proteins": proteins,
    "affiliation: authors": authors,
    "shop: purchases": purchases,
    "assembly: genome": genome,
    "network: layers": layers,
    "matrix: constrained": constrained,
    "bipartite: listeners": listeners,
    "transport: flights": flights,
    "mail: messages": messages,
    "network: hypercube": hypercube,
    "blocks: cliques": blocks,
    "even: small world": small_worlds,
}
