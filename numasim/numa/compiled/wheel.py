"""The wheel of the cores: for each core and future cycle, the tasks that end in it.

A cycle of a core is one event for any number of ending tasks. ``tables`` is the named tuple of a run with the
fields ``wheel`` and ``wheel_slots``, the number of slots of a core. A task of as many cycles or more has no
slot of its own; with simulated memory it is an event of the calendar until it ends.
"""

from __future__ import annotations

from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_state import Threads
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def take_ended(state: State, tables: Simulated | Threads, core: int) -> int:
    """Take the tasks of a core that end in this cycle. Returns the first one, linked by ``child``, or -1."""
    slot = core * tables.wheel_slots + (state.clock.now & (tables.wheel_slots - 1))
    task = tables.wheel[slot].first_over
    tables.wheel[slot].first_over = -1
    tables.wheel[slot].posted = 0
    return task


@inlined_kernel
def take_noted(tables: Simulated | Threads, core: int, cycle: int) -> int:
    """Take the tasks of a core that end in a cycle for which it has not decided, as :func:`take_ended`."""
    slot = core * tables.wheel_slots + (cycle & (tables.wheel_slots - 1))
    task = tables.wheel[slot].first_over
    tables.wheel[slot].first_over = -1
    return task


@inlined_kernel
def cycles_to_end(state: State, tables: Simulated | Threads, core: int) -> int:
    """The cycles until the next task of a core ends. There must be one."""
    mask, cycles = tables.wheel_slots - 1, 1
    while tables.wheel[core * tables.wheel_slots + ((state.clock.now + cycles) & mask)].first_over < 0:
        cycles += 1
    return cycles


@inlined_kernel
def end_after(state: State, tables: Simulated | Threads, core: int, cycles: int, task: int) -> None:
    """Schedule the end of a task, and a decision of its core, in a later cycle."""
    note_end(state, tables, core, cycles, task)
    decide_after(state, tables, core, cycles)


@inlined_kernel
def note_end(state: State, tables: Simulated | Threads, core: int, cycles: int, task: int) -> None:
    """Note the end of a task in a later cycle, in which its core need not decide."""
    slot = core * tables.wheel_slots + ((state.clock.now + cycles) & (tables.wheel_slots - 1))
    state.links[task].child = tables.wheel[slot].first_over
    tables.wheel[slot].first_over = task


@inlined_kernel
def decide_after(state: State, tables: Simulated | Threads, core: int, cycles: int) -> None:
    """Schedule a decision of a core after some cycles, or earlier if the wheel has fewer."""
    when = state.clock.now + min(cycles, tables.wheel_slots - 1)
    slot = core * tables.wheel_slots + (when & (tables.wheel_slots - 1))
    if not tables.wheel[slot].posted:
        tables.wheel[slot].posted = 1
        post(state, state.first_core + slot, when)
