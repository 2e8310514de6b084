"""Work stealing between blocking cores: requests, answers with tasks, and the results on their way back.

A core is idle if it runs no task and has none ready. After the decisions of a cycle, the victims first answer
the requests that arrived in it, in the order of the thieves. A victim gives away the task that it would run
next. Then the idle cores send requests. A stolen task waits at the thief for the end of the running task, and
precedes the tasks of the thief. Its result returns to the core of its cluster, where it counts as if the task
had run there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.finished_run import expected_tasks
from numasim.numa.shared.stealing import (
    IDLE_SHIFT,
    LARGEST_DOUBLING,
    LONGEST_PAUSE,
    StealCounts,
    nearest_first,
    stolen_data,
)
from numasim.threads.random_numbers import mixed_numbers

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.run_state import RunState


class CoreWithTasks(Protocol):
    """A blocking core, as work stealing sees it."""

    @property
    def num_ready(self) -> int:
        """Number of ready tasks."""

    def give_away(self) -> int:
        """Remove the first ready task, for another core that runs it."""

    def cycles_of(self, task: int) -> int:
        """The cycles that a task takes on this core."""

    def receive_result(self, task: int, sent: int) -> None:
        """Receive the result of a task of this core that another core has run."""

    def wake(self) -> None:
        """Decide in this cycle, unless a task is running."""


class Thief:
    """The stealing of one core.

    Attributes
    ----------
    may_ask : bool
        Whether neither a request nor a pause is under way.
    held : int
        A stolen task that waits for this core, or -1, and ``held_sent``, the cycle in which it was sent.
    results : list of bool
        For each result buffer, whether its result is on its way. They are used in turn.
    """

    def __init__(self, result_buffers: int) -> None:
        self.may_ask = True
        self.held = -1
        self.held_sent = 0
        self.results = [False] * result_buffers
        self.requests = self.refusals = self.refused_since = self.near = self.ended = 0


class WorkStealing:
    """The stealing of all cores of a run.

    Attributes
    ----------
    counts : StealCounts
    tasks_left : int
        Tasks that have not begun and have not been stolen. Without any, no core asks.
    """

    part: ClassVar[str] = "stealing"

    def __init__(self, state: RunState) -> None:
        inputs = state.inputs
        assert inputs.stealing is not None
        num_cores = inputs.machine.num_cores
        self._machine, self._env = state.machine, state.machine.env
        self._program, self._arrivals, self._clusters = state.program, state.arrivals, state.clusters
        self._cores: Sequence[CoreWithTasks] = state.cores
        self._stealing = inputs.stealing
        self._value_bytes = inputs.value_bytes
        self._first_number = state.numbers.first_steal
        self._nearest = nearest_first(inputs.machine.topology.distances).tolist()
        self._thieves = [Thief(inputs.machine.core.mshrs) for _ in range(num_cores)]
        self._idle: list[int] = []
        self._asked: list[tuple[int, int, simpy.Event]] = []
        self._data = stolen_data(inputs.program)
        self.tasks_left = expected_tasks(inputs.program, None)
        self.counts = StealCounts(stolen=[0] * num_cores, stolen_cycles=[0] * num_cores)

    def thief(self, core: int) -> Thief:
        """The stealing of a core."""
        return self._thieves[core]

    def is_idle(self, core: int) -> None:
        """Register a core that has nothing to run in this cycle."""
        self._call()
        self._idle.append(core)

    def _call(self) -> None:
        if not self._idle and not self._asked:
            self._machine.clock.call_for_placement(self._settle)

    def _settle(self) -> None:
        """Answer the requests of this cycle, then send those of the idle cores."""
        asked, self._asked = sorted(self._asked, key=lambda request: request[0]), []
        for _, victim, answer in asked:
            owner, task = self._cores[victim], -1
            if owner.num_ready >= self._stealing.threshold:
                task = owner.give_away()
                self.tasks_left -= 1
            answer.succeed(task)
        idle, self._idle = sorted(self._idle), []
        for core in idle:
            thief = self._thieves[core]
            if not thief.may_ask or not self.tasks_left or thief.results[thief.ended % len(thief.results)]:
                continue
            thief.may_ask = False
            self._env.process(self._steal(core, thief, self._victim_of(core, thief)))

    def _victim_of(self, core: int, thief: Thief) -> int:
        """The core to ask, or -1."""
        order, stealing = self._nearest[core], self._stealing
        if not order:
            return -1
        if stealing.victim == "nearest":
            return order[thief.near]
        if stealing.victim == "most_loaded":
            ready = [self._cores[other].num_ready for other in order]
            most = max(ready)
            return order[ready.index(most)] if most >= stealing.threshold else -1
        position = (stealing.seed * len(self._thieves) + core << 32) + thief.requests
        place = int(mixed_numbers(np.array([position % 2**64], np.uint64).view(np.int64))[0]) % len(order)
        return place + (place >= core)

    def _steal(self, core: int, thief: Thief, victim: int) -> Generator[simpy.Event, int, None]:
        """Send a request and wait for its answer. Without a victim or a task, pause."""
        machine, env, counts = self._machine, self._env, self.counts
        task, payload = -1, -1
        if victim >= 0:
            thief.requests += 1
            counts.requests += 1
            number = self._first_number + core
            yield env.timeout(1)
            yield from machine.network.carry(
                number, core, victim, machine.header, MessageClass.REQUEST, counts.traffic
            )
            answer = env.event()
            self._call()
            self._asked.append((core, victim, answer))
            task = yield answer
            if task >= 0:
                payload = self._operand_bytes(core, task)
            counts.operands += payload >= 0
            counts.operand_bytes += max(0, payload)
            sent = env.now
            yield env.timeout(1)
            size = machine.header + max(0, payload)
            number += len(self._thieves)
            yield from machine.network.carry(
                number, victim, core, size, MessageClass.RESPONSE, counts.traffic
            )
        if task >= 0:
            self.deliver_task(number, victim, core, task, sent)
        else:
            yield env.timeout(self._pause(thief))
        thief.may_ask = True
        self._cores[core].wake()

    def _pause(self, thief: Thief) -> int:
        """Count a refusal. Returns the cycles until the next request."""
        thief.refusals += 1
        thief.near = (thief.near + 1) % max(1, len(self._thieves) - 1)
        now = int(self._env.now)
        if thief.refusals == 1:
            thief.refused_since = now
        a_round = max(1, len(self._thieves) - 1) if self._stealing.victim == "random" else 1
        doubled = self._stealing.retry_cycles << min((thief.refusals - 1) // a_round, LARGEST_DOUBLING)
        return min(max(doubled, (now - thief.refused_since >> IDLE_SHIFT) // a_round), LONGEST_PAUSE)

    def deliver_task(self, number: int, victim: int, core: int, task: int, sent: int) -> None:
        """Pass a stolen task, sent in the given cycle, to its thief."""
        thief = self._thieves[core]
        thief.held, thief.held_sent = task, sent
        self.counts.stolen[core] += 1

    def _operand_bytes(self, core: int, task: int) -> int:
        """The bytes of a task's operands without a copy at a core, or -1 if it has copies of all.

        Without ``edge_bytes``, the operand of an operation is an accumulator, which only its own core has.
        """
        program, data = self._program, self._data
        if task < program.num_edges:
            if not self._lacks(core, program.vertex[program.out_replica[task]]):
                return -1
            return self._value_bytes if data is None else int(data.of_task[task])
        if data is None:
            return self._value_bytes
        v = task - program.num_edges
        missing = [
            int(data.carried[k])
            for k in range(data.indptr[v], data.indptr[v + 1])
            if self._lacks(core, int(data.tail[k]))
        ]
        return sum(missing) if missing else -1

    def _lacks(self, core: int, v: int) -> bool:
        """Whether a core has no copy of the value of a vertex."""
        program, core_of_cluster = self._program, self._clusters.core_of_cluster
        return not any(
            core_of_cluster[program.cluster[r]] == core
            and (r == program.master[v] or self._arrivals.value_from[r] >= 0)
            for r in range(program.replica_indptr[v], program.replica_indptr[v + 1])
        )

    def _result_bytes(self, task: int) -> int:
        return self._value_bytes if self._data is None else int(self._data.of_task[task])

    def send_result(self, core: int, task: int) -> None:
        """Send the result of a stolen task to the core of its cluster."""
        thief = self._thieves[core]
        self.counts.stolen_cycles[core] += self._cores[core].cycles_of(task)
        buffer = thief.ended % len(thief.results)
        thief.ended += 1
        thief.results[buffer] = True
        self._env.process(self._return(core, task, buffer))

    def _return(self, core: int, task: int, buffer: int) -> Generator[simpy.Event]:
        machine, thief = self._machine, self._thieves[core]
        home = self._clusters.core_of_cluster[self._program.cluster_of_task[task]]
        payload = self._result_bytes(task)
        self.counts.result_bytes += payload
        number = self._first_number + 2 * len(self._thieves) + core * len(thief.results) + buffer
        sent = self._env.now
        yield self._env.timeout(1)
        yield from machine.network.carry(
            number, core, home, machine.header + payload, MessageClass.FORWARD, self.counts.traffic
        )
        thief.results[buffer] = False
        self.deliver_result(number, core, home, task, sent)
        self._cores[core].wake()

    def deliver_result(self, number: int, core: int, home: int, task: int, sent: int) -> None:
        """Pass the result of a stolen task, sent in the given cycle, to the core of its cluster."""
        self.counts.returned += 1
        self._cores[home].receive_result(task, sent)
