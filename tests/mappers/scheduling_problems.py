"""Scheduling problems: the published examples, random small ones, and schedulers from their definitions."""

import itertools

import numpy as np
from hypothesis import strategies as st

from mappers.scheduling_problem import SchedulingProblem

HEFT_COSTS = [
    (14, 16, 9), (13, 19, 18), (11, 13, 19), (13, 8, 17), (12, 13, 10),
    (13, 16, 9), (7, 15, 11), (5, 11, 14), (18, 12, 20), (21, 7, 16),
]  # fmt: skip
HEFT_EDGES = {
    (1, 2): 18, (1, 3): 12, (1, 4): 9, (1, 5): 11, (1, 6): 14, (2, 8): 19, (2, 9): 16, (3, 7): 23,
    (4, 8): 27, (4, 9): 23, (5, 9): 13, (6, 8): 15, (7, 10): 17, (8, 10): 11, (9, 10): 13,
}  # fmt: skip
PEFT_COSTS = [
    (22, 21, 36), (22, 18, 18), (32, 27, 43), (7, 10, 4), (29, 27, 35),
    (26, 17, 24), (14, 25, 30), (29, 23, 36), (15, 21, 8), (13, 16, 33),
]  # fmt: skip
PEFT_EDGES = {
    (1, 2): 17, (1, 3): 31, (1, 4): 29, (1, 5): 13, (1, 6): 7, (2, 8): 3, (2, 9): 30, (3, 7): 16,
    (4, 8): 11, (4, 9): 7, (5, 9): 57, (6, 8): 5, (7, 10): 9, (8, 10): 42, (9, 10): 7,
}  # fmt: skip


def table(costs, edges):
    """A problem with one column of costs per core; an edge {(u, v): time} counts tasks from 1."""
    cores = len(costs[0])
    ends = np.array(list(edges), int).reshape(-1, 2).T - 1
    data = np.array(list(edges.values()), float)
    return SchedulingProblem(
        costs, np.arange(cores), *ends, data, np.zeros((cores, cores)), np.ones((cores, cores))
    )


@st.composite
def problems(draw, max_tasks=7, max_cores=3):
    """Small problems of whole numbers, with kinds of cores, several latencies and parallel dependences."""
    t, p = draw(st.integers(0, max_tasks)), draw(st.integers(1, max_cores))
    kinds = draw(st.integers(1, p))
    number = st.integers(0, 9)
    cost = draw(st.lists(st.lists(number, min_size=kinds, max_size=kinds), min_size=t, max_size=t))
    kind = draw(st.lists(st.integers(0, kinds - 1), min_size=p, max_size=p))
    pairs = st.tuples(st.integers(0, max(t - 1, 0)), st.integers(0, max(t - 1, 0)))
    chosen = [(min(e), max(e)) for e in draw(st.lists(pairs, max_size=12)) if e[0] != e[1]]
    src, dst = np.array(chosen, int).reshape(-1, 2).T
    data = draw(st.lists(number, min_size=len(chosen), max_size=len(chosen)))
    square = st.lists(st.lists(st.integers(0, 5), min_size=p, max_size=p), min_size=p, max_size=p)
    return SchedulingProblem(
        np.array(cost, float).reshape(t, kinds), kind, src, dst, data, draw(square), draw(square)
    )


def cost_of(problem, v, q):
    return problem.cost[v, problem.kind_of_core[q]]


def arrival(problem, v, q, core, finish):
    """The time at which all data of task v are on core q."""
    times = [0.0]
    for d in np.flatnonzero(problem.dst == v):
        u = problem.src[d]
        away = core[u] != q
        times.append(
            finish[u]
            + away * (problem.latency[core[u], q] + problem.data[d] * problem.time_per_unit[core[u], q])
        )
    return max(times)


def parents(problem, v):
    return set(problem.src[problem.dst == v].tolist())


def shortest_makespan(problem):
    """The optimum: every task in every order and on every core, as early as possible."""
    t, p = problem.num_tasks, problem.num_cores
    best = np.inf

    def extend(done, core, finish, free):
        nonlocal best
        if len(done) == t:
            best = min(best, max(finish.values(), default=0.0))
            return
        if max(finish.values(), default=0.0) >= best:
            return
        for v in range(t):
            if v in done or not parents(problem, v) <= done:
                continue
            for q in range(p):
                begin = max(arrival(problem, v, q, core, finish), free[q])
                end = begin + cost_of(problem, v, q)
                extend(done | {v}, {**core, v: q}, {**finish, v: end}, {**free, q: end})

    extend(frozenset(), {}, {}, dict.fromkeys(range(p), 0.0))
    return best


def inserted(busy, ready, cost):
    """The earliest start on a core with the busy intervals, in an idle interval or at the end."""
    at = 0.0
    for begin, end in sorted(busy):
        start = max(at, ready)
        if begin > at and start + cost <= begin:
            return start
        at = max(at, end)
    return max(at, ready)


def in_order(problem, order, insertion=True, allowed=None, future=None):
    """Tasks in the given order, each on the core with the least end (plus ``future``)."""
    core, begin, finish, busy = {}, {}, {}, {q: [] for q in range(problem.num_cores)}
    for v in order:
        choices = []
        for q in range(problem.num_cores):
            if allowed and not allowed(v, q):
                continue
            ready, cost = arrival(problem, v, q, core, finish), cost_of(problem, v, q)
            end_of_core = max((end for _, end in busy[q]), default=0.0)
            start = inserted(busy[q], ready, cost) if insertion else max(ready, end_of_core)
            choices.append((start + cost + (future[v][q] if future is not None else 0.0), q, start))
        _, q, start = min(choices)
        core[v], begin[v], finish[v] = q, start, start + cost_of(problem, v, q)
        busy[q].append((start, finish[v]))
    return core, begin


def by_pairs(problem, key):
    """In each step, the ready task and the core with the least ``key(task, core, start, end)``."""
    core, begin, finish, free = {}, {}, {}, [0.0] * problem.num_cores
    while len(core) < problem.num_tasks:
        choices = []
        for v in range(problem.num_tasks):
            if v in core or not parents(problem, v) <= core.keys():
                continue
            for q in range(problem.num_cores):
                start = max(arrival(problem, v, q, core, finish), free[q])
                choices.append((key(v, q, start, start + cost_of(problem, v, q)), v, q, start))
        _, v, q, start = min(choices)
        core[v], begin[v], finish[v] = q, start, start + cost_of(problem, v, q)
        free[q] = finish[v]
    return core, begin


def by_largest_of_least_ends(problem):
    """Max-Min from its definition."""
    core, begin, finish, free = {}, {}, {}, [0.0] * problem.num_cores
    while len(core) < problem.num_tasks:
        ends = {}
        for v in range(problem.num_tasks):
            if v not in core and parents(problem, v) <= core.keys():
                starts = [
                    max(arrival(problem, v, q, core, finish), free[q]) for q in range(problem.num_cores)
                ]
                ends[v] = min((starts[q] + cost_of(problem, v, q), q, starts[q]) for q in range(len(starts)))
        v = min(ends, key=lambda v: (-ends[v][0], v))
        finish[v], core[v], begin[v] = ends[v]
        free[core[v]] = finish[v]
    return core, begin


def longest_after(problem, cost, communication):
    """The longest path that begins with each task."""
    rank = [0.0] * problem.num_tasks
    for v in reversed(range(problem.num_tasks)):
        after = [communication[d] + rank[problem.dst[d]] for d in np.flatnonzero(problem.src == v)]
        rank[v] = cost[v] + max(after, default=0.0)
    return rank


def mean_costs(problem):
    return [
        np.mean([cost_of(problem, v, q) for q in range(problem.num_cores)]) for v in range(problem.num_tasks)
    ]


def mean_times(problem):
    """The time of each dependence, mean over the pairs of different cores."""
    pairs = list(itertools.permutations(range(problem.num_cores), 2))
    if not pairs:
        return [0.0] * problem.data.size
    return [
        np.mean([problem.latency[a, b] + data * problem.time_per_unit[a, b] for a, b in pairs])
        for data in problem.data
    ]
