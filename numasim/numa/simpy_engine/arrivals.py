"""The values that have arrived at the vertices and replicas of a run, and when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from numasim.numa.shared.value_source import LOCAL

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.program_lists import ProgramLists


class Arrivals:
    """The state of the values of a run.

    Attributes
    ----------
    missing : list of int
        By replica: the inputs that have not arrived.
    value_from, inputs_from : list of int
        By replica and by vertex: when the last of its values was sent, or where it was
        (:mod:`numasim.numa.shared.value_source`).
    begun_at, finished_at : list of int
        By vertex: the cycles of its initial and its new value, or -1.
    """

    def __init__(self, program: ProgramLists) -> None:
        self._missing_at_start = program.missing_at_start
        n = len(program.master)
        self.begun_at, self.finished_at = [-1] * n, [-1] * n
        self.forget()

    def forget(self) -> None:
        """Begin a superstep without any value."""
        self.missing = self._missing_at_start.copy()
        self.value_from, self.inputs_from = [LOCAL] * len(self.missing), [LOCAL] * len(self.begun_at)

    def expect_again(self, replicas: Iterable[int]) -> None:
        """Expect all inputs of some replicas again, for the next superstep."""
        for replica in replicas:
            self.missing[replica] = self._missing_at_start[replica]
