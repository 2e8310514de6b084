"""The wheel of the cores: for each core and future cycle, the tasks that end in it.

A cycle of a core is one event for any number of ending tasks. ``tables`` is the named tuple of a run with the
fields ``wheel`` and ``wheel_slots``, the number of slots of a core. A task of as many cycles or more has no
slot of its own; with simulated memory it is an event of the calendar until it ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.calendar import post
from partitioners.kernels.uncounted import inlined_kernel

# One row per core and slot. FIRST_OVER: the first task that ends in this cycle, linked by CHILD; POSTED:
# whether its event is in the calendar.
FIRST_OVER, POSTED = range(2)


def empty_wheel(cores: int, slots: int) -> NDArray[np.int32]:
    """Create a wheel in which nothing is due.

    Parameters
    ----------
    cores : int
    slots : int
        Slots of a core: a power of two.

    Returns
    -------
    ndarray of int32, shape (cores * slots, 2)
    """
    wheel = np.full((cores * slots, 2), -1, np.int32)
    wheel[:, POSTED] = 0
    return wheel


@inlined_kernel
def take_ended(state, tables, core):  # type: ignore[no-untyped-def]  # a kernel
    """Take the tasks of a core that end in this cycle. Returns the first one, linked by CHILD, or -1."""
    slot = core * tables.wheel_slots + (state.clock.now & (tables.wheel_slots - 1))
    task = tables.wheel[slot, FIRST_OVER]
    tables.wheel[slot, FIRST_OVER] = -1
    tables.wheel[slot, POSTED] = 0
    return task


@inlined_kernel
def take_noted(tables, core, cycle):  # type: ignore[no-untyped-def]  # a kernel
    """Take the tasks of a core that end in a cycle for which it has not decided, as :func:`take_ended`."""
    slot = core * tables.wheel_slots + (cycle & (tables.wheel_slots - 1))
    task = tables.wheel[slot, FIRST_OVER]
    tables.wheel[slot, FIRST_OVER] = -1
    return task


@inlined_kernel
def cycles_to_end(state, tables, core):  # type: ignore[no-untyped-def]  # a kernel
    """The cycles until the next task of a core ends. There must be one."""
    mask, cycles = tables.wheel_slots - 1, 1
    while tables.wheel[core * tables.wheel_slots + ((state.clock.now + cycles) & mask), FIRST_OVER] < 0:
        cycles += 1
    return cycles


@inlined_kernel
def end_after(state, tables, core, cycles, task):  # type: ignore[no-untyped-def]  # a kernel
    """Schedule the end of a task, and a decision of its core, in a later cycle."""
    note_end(state, tables, core, cycles, task)
    decide_after(state, tables, core, cycles)


@inlined_kernel
def note_end(state, tables, core, cycles, task):  # type: ignore[no-untyped-def]  # a kernel
    """Note the end of a task in a later cycle, in which its core need not decide."""
    slot = core * tables.wheel_slots + ((state.clock.now + cycles) & (tables.wheel_slots - 1))
    state.links[task].child = tables.wheel[slot, FIRST_OVER]
    tables.wheel[slot, FIRST_OVER] = task


@inlined_kernel
def decide_after(state, tables, core, cycles):  # type: ignore[no-untyped-def]  # a kernel
    """Schedule a decision of a core after some cycles, or earlier if the wheel has fewer."""
    when = state.clock.now + min(cycles, tables.wheel_slots - 1)
    slot = core * tables.wheel_slots + (when & (tables.wheel_slots - 1))
    if not tables.wheel[slot, POSTED]:
        tables.wheel[slot, POSTED] = 1
        post(state, state.first_core + slot, when)
