"""Schedulers, generators and components that each break one promise, by family and by the check."""

import numpy as np

from numasim.numa.run import Run
from partitioners import Graph


class Schedulers:
    def priorities_are_valid(program):
        """Forgets the operations of the vertices."""
        return np.arange(program.num_tasks - program.partition.graph.num_vertices)

    def input_is_unchanged(program):
        """Sorts in place."""
        order = np.asarray(program.order)
        order.flags.writeable = True
        order[:] = order[::-1].copy()
        return order

    def runs_obey_the_laws(program):
        """Knows supersteps alone."""
        if program.model == "dataflow" and program.num_tasks > 30:
            raise ValueError("a graph without cycles")
        return np.zeros(program.num_tasks, int)


class Generators:
    def any_seed(*, seed=0):
        """Passes its seed to a generator of 32 bits."""
        ends = np.random.RandomState(seed).randint(9, size=(2, 20))
        return Graph(9, *ends)

    def runs(*, seed=0):
        """Has edges that take for ever."""
        return Graph(2, [0], [1], np.array([1e300]))


class Idle(Run):
    def execute(self):
        self.finished_at = 1


class Components:
    def runs_obey_the_laws():
        """Does nothing at all."""
        return Idle


def functions(family):
    return {name: value for name, value in vars(family).items() if not name.startswith("__")}


BROKEN = {
    "scheduler": functions(Schedulers),
    "generator": functions(Generators),
    "component": functions(Components),
}
