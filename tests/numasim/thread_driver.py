"""Threads without time: each gets its next piece in turn, and what all of them have done is recorded."""

import numpy as np

from numasim.threads import schedules
from numasim.threads.operations import ATOMIC, BARRIER, LOAD, STORE
from numasim.threads.refill import enter_next_phase, refill_thread
from numasim.threads.team import Team


class Run:
    """A run of a program whose threads take turns.

    Attributes
    ----------
    phases : list of ndarray
        The figures of each phase.
    operations : list of ndarray of OPERATION, one for each thread
    team : Team
    """

    def __init__(self, program, threads=4, schedule=schedules.dynamic, chunk=8, order=None, **team):
        self.team = Team(program, threads, schedule, chunk, **team)
        tables = self.team.tables
        pieces = [[] for _ in range(threads)]
        self.phases = []
        running = enter_next_phase(tables)
        while running:
            active = list(range(threads)) if order is None else order.permutation(threads).tolist()
            while active:
                for thread in list(active):
                    count = refill_thread(tables, thread)
                    pieces[thread].append(tables.operations[thread][:count].copy())
                    if count == 0:
                        active.remove(thread)
                self.team.check()
            running = enter_next_phase(tables)
            self.phases.append(tables.figures.copy())
        for thread in range(threads):
            count = refill_thread(tables, thread)
            pieces[thread].append(tables.operations[thread][:count].copy())
        self.operations = [np.concatenate(each) for each in pieces]

    def places(self, thread, name, skipped_phases=0):
        """The elements of an array that the operations of a thread access, from a phase on."""
        array, operations = self.team.layout.arrays[name], self.operations[thread]
        phase = np.cumsum(operations["kind"] == BARRIER)
        offsets = operations["address"] - (array.ctypes.data - self.team.layout.origin)
        inside = (offsets >= 0) & (offsets < array.nbytes) & (operations["kind"] <= ATOMIC)
        return offsets[inside & (phase >= skipped_phases)] // array.itemsize

    def accessed(self, name, folded=False):
        """How often operations access each element of an array: rows for loads, stores and atomic operations.

        Folded accesses count at the element of the first one, or not at all.
        """
        array = self.team.layout.arrays[name]
        begin = array.ctypes.data - self.team.layout.origin
        counts = np.zeros((3, array.size), np.int64)
        for operations in self.operations:
            inside = (operations["address"] >= begin) & (operations["address"] < begin + array.nbytes)
            for row, kind in enumerate((LOAD, STORE, ATOMIC)):
                chosen = operations[inside & (operations["kind"] == kind)]
                places = (chosen["address"] - begin) // array.itemsize
                np.add.at(counts[row], places, 1 + (chosen["folded"] if folded else 0))
        return counts
