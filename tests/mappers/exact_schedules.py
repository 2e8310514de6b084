"""The static schedulers from their definitions, in exact arithmetic: plain Python, integers and fractions.

A time is an ``int`` or a ``Fraction``. So equal ranks and equal ends are equal, and a tie is broken as the
page on task graphs says: the lowest task, then the lowest core.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cached_property
from statistics import median


class ExactProblem:
    """A scheduling problem in exact numbers, with the cost of each task on each core."""

    def __init__(self, problem):
        kinds = problem.kind_of_core.tolist()
        self.cores = range(len(kinds))
        self.tasks = range(problem.num_tasks)
        self.cost = [[_exact(row[kind]) for kind in kinds] for row in problem.cost.tolist()]
        self.latency = [[*map(_exact, row)] for row in problem.latency.tolist()]
        self.per_unit = [[*map(_exact, row)] for row in problem.time_per_unit.tolist()]
        self.parents = [[] for _ in self.tasks]
        self.children = [[] for _ in self.tasks]
        rows = zip(problem.src.tolist(), problem.dst.tolist(), problem.data.tolist(), strict=True)
        for u, v, units in rows:
            self.parents[v].append((u, _exact(units)))
            self.children[u].append((v, _exact(units)))

    def time(self, units, a, b):
        """The time of a message."""
        return 0 if a == b else self.latency[a][b] + units * self.per_unit[a][b]

    @cached_property
    def mean_cost(self):
        return [Fraction(sum(row), len(row)) for row in self.cost]

    @cached_property
    def _mean_message(self):
        pairs = [*itertools.permutations(self.cores, 2)]
        count = max(1, len(pairs))
        return (
            Fraction(sum(self.latency[a][b] for a, b in pairs), count),
            Fraction(sum(self.per_unit[a][b] for a, b in pairs), count),
        )

    def mean_time(self, units):
        latency, per_unit = self._mean_message
        return latency + units * per_unit

    @cached_property
    def upward(self):
        """The longest path of means from the begin of each task to the end."""
        return self.longest(self.mean_cost, self.mean_time)

    @cached_property
    def downward(self):
        """The longest path of means to the begin of each task."""
        rank = []
        for v in self.tasks:
            before = [rank[u] + self.mean_cost[u] + self.mean_time(units) for u, units in self.parents[v]]
            rank.append(max(before, default=0))
        return rank

    def longest(self, cost, time=lambda units: 0):
        rank = [0] * len(self.tasks)
        for v in reversed(self.tasks):
            after = [time(units) + rank[w] for w, units in self.children[v]]
            rank[v] = cost[v] + max(after, default=0)
        return rank


def _exact(number):
    """An integer if the number is one, which is faster, or a fraction."""
    return int(number) if number == int(number) else Fraction(number)


class Placement:
    """Tasks that have been placed, and the busy intervals of each core in ascending order."""

    def __init__(self, problem):
        self.problem = problem
        self.core, self.begin, self.end = {}, {}, {}
        self.busy = [[] for _ in problem.cores]

    def arrival(self, v, q):
        """The time at which all data of a task are on a core."""
        arrived = [
            self.end[u] + self.problem.time(units, self.core[u], q) for u, units in self.problem.parents[v]
        ]
        return max(arrived, default=0)

    def append(self, v, q):
        """The begin of a task after all others of a core."""
        return max(self.arrival(v, q), self.busy[q][-1][1] if self.busy[q] else 0)

    def insert(self, v, q):
        """The earliest begin of a task on a core: before a task, where it fits, or after the last task."""
        ready, cost, free = self.arrival(v, q), self.problem.cost[v][q], 0
        for begin, end in self.busy[q]:
            if max(free, ready) + cost <= begin:
                break
            free = max(free, end)
        return max(free, ready)

    def place(self, v, q, begin):
        self.core[v], self.begin[v], self.end[v] = q, begin, begin + self.problem.cost[v][q]
        self.busy[q] = sorted([*self.busy[q], (begin, self.end[v])])

    def ready(self):
        """The tasks that can be placed next."""
        return [
            v
            for v in self.problem.tasks
            if v not in self.core and all(u in self.core for u, _ in self.problem.parents[v])
        ]


def in_order(problem, order, *, insertion=True, fixed=None, future=None):
    """Tasks in an order, each on its fixed core or where it ends earliest, with what follows."""
    made = Placement(problem)
    for v in order:
        choices = []
        for q in problem.cores if fixed is None or v not in fixed else [fixed[v]]:
            begin = made.insert(v, q) if insertion else made.append(v, q)
            later = future[v][q] if future else 0
            choices.append((begin + problem.cost[v][q] + later, q, begin))
        _, q, begin = min(choices)
        made.place(v, q, begin)
    return made


def by_ready(problem, rank):
    """The order in which the ready task with the largest rank is next."""
    order = []
    while len(order) < len(problem.tasks):
        ready = [
            v for v in problem.tasks if v not in order and all(u in order for u, _ in problem.parents[v])
        ]
        order.append(min(ready, key=lambda v: (-rank[v], v)))
    return order


def by_rank(problem):
    return sorted(problem.tasks, key=lambda v: (-problem.upward[v], v))


def by_pairs(problem, key):
    """In each step, the ready task and the core with the least ``key(task, core, begin, end)``."""
    made = Placement(problem)
    while len(made.core) < len(problem.tasks):
        choices = []
        for v in made.ready():
            for q in problem.cores:
                begin = made.append(v, q)
                choices.append((key(v, q, begin, begin + problem.cost[v][q]), v, q, begin))
        _, v, q, begin = min(choices)
        made.place(v, q, begin)
    return made


def heft(problem):
    return in_order(problem, by_rank(problem))


def cpop(problem):
    """The critical path is a path: from an entry through dependences that the longest path contains."""
    priority = [up + down for up, down in zip(problem.upward, problem.downward, strict=True)]
    path = []
    following = [v for v in problem.tasks if not problem.parents[v]]
    while following:
        path.append(min(following, key=lambda v: (-priority[v], v)))
        u = path[-1]
        rest = problem.upward[u] - problem.mean_cost[u]
        following = [
            w for w, units in problem.children[u] if problem.mean_time(units) + problem.upward[w] == rest
        ]
    q = min(problem.cores, key=lambda q: (sum(problem.cost[v][q] for v in path), q))
    return in_order(problem, by_ready(problem, priority), fixed=dict.fromkeys(path, q))


def peft(problem):
    table = [[0] * len(problem.cores) for _ in problem.tasks]
    for v in reversed(problem.tasks):
        for q in problem.cores:
            for w, units in problem.children[v]:
                cheapest = min(
                    table[w][r] + problem.cost[w][r] + (problem.mean_time(units) if r != q else 0)
                    for r in problem.cores
                )
                table[v][q] = max(table[v][q], cheapest)
    rank = [Fraction(sum(row), len(row)) for row in table]
    return in_order(problem, by_ready(problem, rank), future=table)


def dls(problem):
    middle = [Fraction(median(row)) for row in problem.cost]
    level = problem.longest(middle)
    return by_pairs(
        problem,
        lambda v, q, begin, end: (begin - level[v] - (middle[v] - problem.cost[v][q]), -level[v]),
    )


def etf(problem):
    level = problem.longest(problem.mean_cost)
    return by_pairs(problem, lambda v, q, begin, end: (begin, -level[v]))


def mct(problem):
    return in_order(problem, problem.tasks, insertion=False)


def min_min(problem):
    return by_pairs(problem, lambda v, q, begin, end: end)


def max_min(problem):
    made = Placement(problem)
    while len(made.core) < len(problem.tasks):
        best = {}
        for v in made.ready():
            begins = [made.append(v, q) for q in problem.cores]
            best[v] = min((begins[q] + problem.cost[v][q], q, begins[q]) for q in problem.cores)
        v = min(best, key=lambda v: (-best[v][0], v))
        _, q, begin = best[v]
        made.place(v, q, begin)
    return made


def dsc(problem):
    """Dominant sequences of means, without DSRW and the joining of several clusters; then packed by load,
    each on the core with the least load with it."""
    cluster, end, members = {}, {}, []

    def top(v):
        return max((end[u] + problem.mean_time(units) for u, units in problem.parents[v]), default=0)

    while len(cluster) < len(problem.tasks):
        free = [
            v for v in problem.tasks if v not in cluster and all(u in cluster for u, _ in problem.parents[v])
        ]
        v = min(free, key=lambda v: (-(top(v) + problem.upward[v]), v))
        best, joined = top(v), None
        for c in dict.fromkeys(cluster[u] for u, _ in problem.parents[v]):
            arrived = [
                end[u] + (problem.mean_time(units) if cluster[u] != c else 0)
                for u, units in problem.parents[v]
            ]
            begin = max(max(end[u] for u in members[c]), *arrived)
            if begin < best or (begin == best and joined is None):
                best, joined = begin, c
        if joined is None:
            joined = len(members)
            members.append([])
        members[joined].append(v)
        cluster[v], end[v] = joined, best + problem.mean_cost[v]
    mean = [sum(problem.mean_cost[v] for v in group) for group in members]
    load = [[sum(problem.cost[v][q] for v in group) for q in problem.cores] for group in members]
    total, core = [0] * len(problem.cores), {}
    for c in sorted(range(len(members)), key=lambda c: (-mean[c], c)):
        core[c] = min(problem.cores, key=lambda q: (total[q] + load[c][q], q))
        total[core[c]] += load[c][core[c]]
    return in_order(problem, by_rank(problem), fixed={v: core[cluster[v]] for v in problem.tasks})


EXACT = {method.__name__: method for method in (heft, cpop, peft, dls, etf, mct, min_min, max_min, dsc)}
