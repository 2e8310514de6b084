"""Plug-ins of each family that break one promise, by family and by the check."""

import numpy as np
from thread_plugins import Sum, fill

from numasim.numa.simpy_engine.value_messages import ValueMessages
from numasim.threads.piece import space_left
from numasim.threads.schedules import CHUNK, ITEMS
from partitioners.graph import Graph


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

    def engines_are_told_the_same(program):
        """Counts the runs of the process."""
        return Drifting(program)


class Drifting:
    """Begins with the first ready task in one run, and with the last in the next."""

    runs = 0

    def __init__(self, program):
        Drifting.runs += 1
        self.place = -(Drifting.runs % 2)

    def next_task(self, core, ready, state):
        return ready[self.place]


class Generators:
    def any_seed(*, seed=0):
        """Passes its seed to a generator of 32 bits."""
        ends = np.random.RandomState(seed).randint(9, size=(2, 20))
        return Graph(9, *ends)

    def runs(*, seed=0):
        """Has edges that take for ever."""
        return Graph(2, [0], [1], np.array([1e300]))


class Components:
    class runs_obey_the_laws(ValueMessages):
        """Loses every message."""

        def send(self, number, source, cluster, replica, which):
            pass


def fill_on_machines_only(data, piece):
    """Does nothing on real threads, whose pieces have space for everything."""
    return 1 if space_left(piece) > 10**6 else fill(data, piece)


class ThreadPrograms:
    def is_a_program():
        """Makes a number."""
        return 7

    class results_are_right(Sum):
        """Is wrong."""

        def __init__(self):
            super().__init__(wrong=True)

    class runs_for_real(Sum):
        """Works on simulated machines only."""

        fill = fill_on_machines_only

        def __init__(self):
            super().__init__()

    class figures_are_columns(Sum):
        """Has a figure with the name of a column."""

        def __init__(self):
            super().__init__(named="cycles")

    class graph_is_unchanged(Sum):
        """Moves all edges."""

        def __init__(self, *, graph):
            graph.src.base.flags.writeable = True
            graph.src.base[:] = 0
            super().__init__()

    class any_seed(Sum):
        """Passes its seed to a generator of 32 bits."""

        def __init__(self, *, seed=0):
            np.random.RandomState(seed)
            super().__init__()


class ThreadSchedules:
    def every_item_once(schedule, thread):
        """Leaves out the first item."""
        begin = max(schedule.taken[0], 1)
        stop = min(begin + schedule.phase[CHUNK], schedule.phase[ITEMS])
        schedule.taken[0] = stop
        schedule.chunk[thread, 0] = begin
        schedule.chunk[thread, 1] = stop
        return int(begin < stop)

    def phases_begin_anew(schedule, thread):
        """Gives all items to the thread that asks first, once in a run."""
        given = schedule.own[0, 0]
        schedule.own[0, 0] = 1
        schedule.chunk[thread, 0] = 0
        schedule.chunk[thread, 1] = schedule.phase[ITEMS]
        return int(given == 0)


class ThreadMappers:
    def cores_are_valid(threads, socket_of_core):
        """Puts all threads on core 0."""
        return np.zeros(threads, int)

    def input_is_unchanged(threads, socket_of_core):
        """Sorts in place."""
        socket_of_core.sort()
        return np.arange(threads)

    def any_seed(threads, socket_of_core, *, seed=0):
        """Passes its seed to a generator of 32 bits."""
        return np.random.RandomState(seed).permutation(socket_of_core.size)[:threads]


def functions(family):
    return {name: value for name, value in vars(family).items() if not name.startswith("__")}


BROKEN = {
    "scheduler": functions(Schedulers),
    "generator": functions(Generators),
    "component": functions(Components),
    "thread-program": functions(ThreadPrograms),
    "thread-schedule": functions(ThreadSchedules),
    "thread-mapper": functions(ThreadMappers),
}
