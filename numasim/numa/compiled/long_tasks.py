"""The ends of tasks with simulated memory, however long the tasks are.

A task that ends within the slots of the wheel is in the wheel. Another task is an event of the calendar, with
a number between those of the wheel and ``State.first_coherence``, and enters the wheel in the cycle of its
end. Unused numbers are linked by ``next``; ``at`` is the task, and ``to`` its core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_tables import wheel_slots
from numasim.numa.compiled.state import State
from numasim.numa.compiled.wake import call
from numasim.numa.compiled.wheel import end_after, note_end
from partitioners.kernels.uncounted import inlined_kernel

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.instructions import Instructions


def most_long_tasks(machine: Machine, instructions: Instructions, num_tasks: int) -> int:
    """Return an upper bound of the tasks that can be in the calendar at once.

    Parameters
    ----------
    num_tasks : int
        Number of tasks with the accesses that move values.
    """
    slots = wheel_slots(machine)
    if machine.l1.latency_cycles >= slots:
        return num_tasks
    return int(np.count_nonzero(instructions.latency >= slots))


def link_unused_ends(state: State, first: int) -> None:
    """Link the numbers from ``first`` to the event of the routers, which none of the tasks uses yet."""
    last = state.first_coherence - 1
    state.events["next"][first:last] = np.append(np.arange(first + 1, last), -1)[: last - first]
    state.clock.first_unused_end = first if first < last else -1


@inlined_kernel
def end_task_after(state: State, sim: Simulated, core: int, cycles: int, task: int) -> None:
    """Schedule the end of a task, and a decision of its core, in a later cycle."""
    if cycles < sim.wheel_slots:
        end_after(state, sim, core, cycles, task)
        return
    number = state.clock.first_unused_end
    state.clock.first_unused_end = state.events[number].next
    state.events[number].at = task
    state.events[number].to = core
    post(state, number, state.clock.now + cycles)


@inlined_kernel
def end_long_task(state: State, sim: Simulated, number: int) -> None:
    """Process an event of the calendar: the core of the task decides in this cycle, and finds it ended."""
    core = state.events[number].to
    state.events[number].next = state.clock.first_unused_end
    state.clock.first_unused_end = number
    note_end(state, sim, core, 0, state.events[number].at)
    call(state, core)
