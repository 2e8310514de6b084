"""Scheduling problems: the published examples, random small ones, and the shortest schedule."""

import numpy as np
from exact_schedules import ExactProblem, Placement
from hypothesis import strategies as st

from mappers.scheduling.problem import SchedulingProblem

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


def random_instance(rng):
    """A problem of small whole numbers, many of which are equal, so that ranks and ends often are."""
    t, p = int(rng.integers(1, 11)), int(rng.choice([2, 3, 3, 6, 7]))
    kinds, high = int(rng.choice([1, 2, p])), int(rng.choice([2, 4, 20]))
    src, dst = np.nonzero(np.triu(rng.random((t, t)) < rng.random(), 1))
    return SchedulingProblem(
        rng.integers(0, high, (t, kinds)),
        np.arange(p) % kinds,
        src,
        dst,
        rng.integers(0, high, src.size),
        rng.integers(0, 3, (p, p)),
        rng.integers(0, 3, (p, p)),
    )


def shortest_makespan(problem):
    """The optimum: every task in every order and on every core, as early as possible."""
    exact = ExactProblem(problem)
    best = float("inf")

    def extend(made):
        nonlocal best
        longest = max(made.end.values(), default=0)
        if longest >= best:
            return
        if len(made.core) == problem.num_tasks:
            best = longest
            return
        for v in made.ready():
            for q in exact.cores:
                extended = Placement(exact)
                for u in made.core:
                    extended.place(u, made.core[u], made.begin[u])
                extended.place(v, q, extended.append(v, q))
                extend(extended)

    extend(Placement(exact))
    return best
