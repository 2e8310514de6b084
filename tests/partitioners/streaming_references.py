"""The streaming vertex cuts as the papers state them: sets, sums and min() over all clusters."""

import math

import numpy as np


def degrees(graph):
    degree = [0] * graph.num_vertices
    for u, v in zip(graph.src.tolist(), graph.dst.tolist(), strict=True):
        degree[u] += 1
        degree[v] += 1
    return degree


def stream(graph, sequence):
    src, dst, weight = graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist()
    return [(e, src[e], dst[e], weight[e]) for e in sequence]


def greedy(graph, parts, sequence, *, weighted, libra, load_bound=None):
    """The four cases of section 4.3, with Algorithm 1's fallbacks where there is a bound."""
    load = [0.0] * parts
    replicas = [set() for _ in range(graph.num_vertices)]
    unassigned = degrees(graph)
    degree = degrees(graph)
    everything = set(range(parts))
    bound = math.inf
    if load_bound is not None:
        bound = (load_bound * math.fsum(graph.weight.tolist())) / parts
    result = [None] * graph.num_edges

    def leastloaded(clusters):
        return min(clusters, key=lambda c: (load[c], c))

    def first_below_bound(*choices):
        for clusters in choices[:-1]:
            m = leastloaded(clusters)
            if not load[m] >= bound:
                return m
        return leastloaded(choices[-1])

    for e, u, v, w in stream(graph, sequence):
        a_u, a_v = replicas[u], replicas[v]
        if not a_u and not a_v:
            m = leastloaded(everything)
        elif a_u and not a_v:
            m = first_below_bound(a_u, everything)
        elif a_v and not a_u:
            m = first_below_bound(a_v, everything)
        elif a_u & a_v:
            m = first_below_bound(a_u & a_v, a_u | a_v, everything)
        else:
            if libra:
                s, t = (u, v) if degree[u] <= degree[v] else (v, u)
            else:
                s, t = (u, v) if unassigned[u] >= unassigned[v] else (v, u)
            m = first_below_bound(replicas[s], replicas[t], everything)
        result[e] = m
        load[m] += w if weighted else 1
        a_u.add(m)
        a_v.add(m)
        unassigned[u] -= 1
        unassigned[v] -= 1
    return result


def hdrf(graph, parts, sequence, *, balance_weight=1.1, epsilon=1.0):
    load = [0] * parts
    replicas = [set() for _ in range(graph.num_vertices)]
    seen = [0] * graph.num_vertices
    result = [None] * graph.num_edges
    for e, u, v, _ in stream(graph, sequence):
        seen[u] += 1
        seen[v] += 1
        theta_u = seen[u] / (seen[u] + seen[v])
        theta_v = 1.0 - theta_u
        most, least = max(load), min(load)

        def score(c, u=u, v=v, theta_u=theta_u, theta_v=theta_v, most=most, least=least):
            replication = 0.0
            if c in replicas[u]:
                replication += 1.0 + (1.0 - theta_u)
            if c in replicas[v]:
                replication += 1.0 + (1.0 - theta_v)
            balance = balance_weight * (most - load[c]) / (epsilon + (most - least))
            return balance + replication

        m = max(range(parts), key=lambda c: (score(c), -c))
        result[e] = m
        load[m] += 1
        replicas[u].add(m)
        replicas[v].add(m)
    return result


def splitmix64(x):
    mask = 2**64 - 1
    z = (x + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def dbh(graph, parts, seed):
    degree = degrees(graph)
    ends = zip(graph.src.tolist(), graph.dst.tolist(), strict=True)
    return [splitmix64((u if degree[u] <= degree[v] else v) + seed) % parts for u, v in ends]


def order(graph, name, seed):
    """The edge ids in the order of the stream."""
    if name == "shuffled":
        return np.random.default_rng(seed).permutation(graph.num_edges).tolist()
    if name == "degree":
        degree = degrees(graph)
        ends = list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
        return sorted(range(len(ends)), key=lambda e: (*sorted(degree[v] for v in ends[e]), e))
    return bfs_order(graph) if name == "bfs" else list(range(graph.num_edges))


def bfs_order(graph):
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
    incident = [[e for e, ends in enumerate(edges) if v in ends] for v in range(graph.num_vertices)]
    seen, order = set(), []
    for root in range(graph.num_vertices):
        queue = [root] if root not in seen else []
        seen.add(root)
        while queue:
            u = queue.pop(0)
            for e in incident[u]:
                if e not in order:
                    order.append(e)
                    other = edges[e][1] if edges[e][0] == u else edges[e][0]
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
    return order
