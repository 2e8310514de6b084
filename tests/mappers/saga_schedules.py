"""The schedulers of SAGA (anrg-saga), another implementation, and the rules in which it differs.

SAGA has cores of different speeds and links of different speeds, without latency. Its names of tasks and
cores are strings in sets, so that its ties fall anyhow: the instances here have none, but for starts. Its
modules are imported one by one, because the package of all of them needs solvers.
"""

import importlib
import importlib.util
import sys
import types
from typing import NamedTuple

import numpy as np
from exact_schedules import Placement, by_ready, in_order

from mappers.scheduling.problem import SchedulingProblem


def installed():
    return importlib.util.find_spec("saga") is not None


def scheduler(module, name):
    """A scheduler of SAGA."""
    import saga

    if "saga.schedulers" not in sys.modules:
        package = types.ModuleType("saga.schedulers")
        package.__path__ = [f"{saga.__path__[0]}/schedulers"]
        sys.modules["saga.schedulers"] = package
    return getattr(importlib.import_module(f"saga.schedulers.{module}"), name)()


SCHEDULERS = {
    "heft": ("heft", "HeftScheduler"),
    "cpop": ("cpop", "CpopScheduler"),
    "mct": ("mct", "MCTScheduler"),
    "etf": ("etf", "ETFScheduler"),
    "min_min": ("minmin", "MinMinScheduler"),
    "max_min": ("maxmin", "MaxMinScheduler"),
}


class BySaga(NamedTuple):
    """The core and the start of each task, and SAGA's topological order of the tasks."""

    core: tuple
    start: tuple
    order: list


class Instance:
    """One random instance in the terms of both: tasks 0 .. t - 1, of which 0 is first and t - 1 is last."""

    def __init__(self, rng):
        t, p = int(rng.integers(3, 11)), int(rng.integers(2, 5))
        dense = np.triu(rng.random((t, t)) < rng.uniform(0.1, 0.6), 1)
        dense[0, 1:-1] |= ~dense[:, 1:-1].any(axis=0)
        dense[1:-1, -1] |= ~dense[1:-1].any(axis=1)
        dense[0, -1] |= t == 2
        self.src, self.dst = np.nonzero(dense)
        self.work, self.speed = rng.uniform(1, 9, t), rng.uniform(1, 3, p)
        self.data = rng.uniform(0, 9, self.src.size)
        link = np.triu(rng.uniform(1, 3, (p, p)), 1)
        self.link = link + link.T + np.eye(p)

    def problem(self):
        return SchedulingProblem(
            self.work[:, None] / self.speed,
            np.arange(self.speed.size),
            self.src,
            self.dst,
            self.data,
            np.zeros_like(self.link),
            1 / self.link,
        )

    def in_saga(self):
        from saga import Network, TaskGraph

        cores = range(self.speed.size)
        network = Network.create(
            [(str(q), float(self.speed[q])) for q in cores],
            [(str(a), str(b), float(self.link[a, b])) for a in cores for b in cores if a < b],
        )
        rows = zip(self.src.tolist(), self.dst.tolist(), self.data.tolist(), strict=True)
        tasks = TaskGraph.create(
            [(f"{v:02}", work) for v, work in enumerate(self.work.tolist())],
            [(f"{u:02}", f"{v:02}", units) for u, v, units in rows],
        )
        return network, tasks

    def by_saga(self, method):
        """SAGA's schedule of the instance."""
        network, tasks = self.in_saga()
        made = scheduler(*SCHEDULERS[method]).schedule(network, tasks)
        found = {int(task.name): (int(core), task.start) for core, placed in made.items() for task in placed}
        order = [int(task.name) for task in tasks.topological_sort()]
        return BySaga(*zip(*(found[v] for v in range(len(found))), strict=True), order)


# The definitions with SAGA's rules, on the exact problem of the instance.


def share_of_links(problem):
    """Its mean over the links counts the p links of a core to itself, which take no time."""
    cores = len(problem.cores)
    return (cores - 1) / (cores + 1)


def upward(problem):
    share = share_of_links(problem)
    return problem.longest(problem.mean_cost, lambda units: float(problem.mean_time(units)) * share)


def heft(problem, instance, saga):
    rank = upward(problem)
    return in_order(problem, sorted(problem.tasks, key=lambda v: -rank[v]))


def cpop(problem, instance, saga):
    """Its downward rank adds the work of the task, over the mean speed, in place of its parent's."""
    share, speed = share_of_links(problem), float(instance.speed.mean())
    down = []
    for v in problem.tasks:
        before = [
            down[u] + float(problem.mean_time(units)) * share + float(instance.work[v]) / speed
            for u, units in problem.parents[v]
        ]
        down.append(max(before, default=0))
    rank = [float(up) + below for up, below in zip(upward(problem), down, strict=True)]
    path = [v for v in problem.tasks if np.isclose(rank[v], rank[0])]
    q = min(problem.cores, key=lambda q: sum(problem.cost[v][q] for v in path))
    return in_order(problem, by_ready(problem, rank), fixed=dict.fromkeys(path, q))


def mct(problem, instance, saga):
    """Its topological order is another one."""
    return in_order(problem, saga.order, insertion=False)


def in_batches(problem, choose):
    """It places all tasks that are ready before it looks for those that have become ready."""
    made = Placement(problem)
    while len(made.core) < len(problem.tasks):
        batch = made.ready()
        while batch:
            ends = {}
            for v in batch:
                begins = [made.append(v, q) for q in problem.cores]
                ends[v] = min((begins[q] + problem.cost[v][q], q, begins[q]) for q in problem.cores)
            v = choose(batch, key=lambda v: ends[v][0])
            made.place(v, *ends[v][1:])
            batch.remove(v)
    return made


def min_min(problem, instance, saga):
    return in_batches(problem, min)


def max_min(problem, instance, saga):
    return in_batches(problem, max)


def etf(problem, instance, saga):
    """It goes from one end of a task to the next, and gives idle cores what can begin by then.

    A task whose data are there begins at the same time on every idle core. Of these, its own choice is taken.
    """
    made, now, following = Placement(problem), 0, float("inf")
    while len(made.core) < len(problem.tasks):
        ready = made.ready()
        free = [q for q in problem.cores if not made.busy[q] or made.busy[q][-1][1] <= now]
        while ready and free:
            begins = [(max(now, made.arrival(v, q)), v, q) for v in ready for q in free]
            begin, _, v, q = min(
                (begin, saga.core[v] != q or not np.isclose(saga.start[v], float(begin)), v, q)
                for begin, v, q in begins
            )
            if begin > following:
                break
            made.place(v, q, begin)
            ready.remove(v)
            free.remove(q)
            following = min(following, made.end[v])
        now = following
        following = min((end for end in made.end.values() if end > now), default=float("inf"))
    return made


LIKE_SAGA = {each.__name__: each for each in (heft, cpop, mct, etf, min_min, max_min)}
