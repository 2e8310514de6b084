"""Creation of the caches of a machine, and the check of their protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.numa.coherence.cache import cache_shape
from numasim.numa.coherence.home_tiles import HomeTiles
from numasim.numa.coherence.protocol import Event
from numasim.numa.coherence.state import (
    PROBLEM,
    PROBLEM_EVENT,
    PROBLEM_UNIT,
    Coherence,
    Problem,
    empty_coherence,
)
from partitioners.errors import InvariantError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine


def cold_caches(
    machine: Machine, num_blocks: int, *, note_losses: bool, checked_blocks: int = 0
) -> Coherence:
    """Create the caches and directories of a machine before the first access.

    Parameters
    ----------
    num_blocks : int
        The blocks of memory are 0 .. ``num_blocks`` - 1.
    note_losses, checked_blocks
        See :func:`~numasim.numa.coherence.state.empty_coherence`.
    """
    block = machine.memory.block
    return empty_coherence(
        machine.num_cores,
        homes=machine.num_cores,
        controllers=len(machine.controller_tiles),
        l1=cache_shape(machine.l1.size, machine.l1.ways, block),
        l2=cache_shape(machine.l2.size, machine.l2.ways, block),
        mshrs=machine.core.mshrs,
        buffers=machine.core.write_backs,
        outstanding=machine.core.window,
        checked_blocks=checked_blocks,
        note_losses=note_losses,
        home_tiles=HomeTiles.of(machine, num_blocks),
    )


def check_protocol(coherence: Coherence) -> None:
    """Raise an error if a controller has reported a problem.

    Raises
    ------
    InvariantError
        A controller has no rule for an event. This is a bug.
    """
    registers = coherence.registers
    if registers[PROBLEM]:
        unit, block, state, event = registers[PROBLEM_UNIT : PROBLEM_EVENT + 1].tolist()
        raise InvariantError(
            f"the coherence protocol has stopped: {Problem(registers[PROBLEM]).name.lower()} at unit "
            f"{unit}, block {block}, state {state}, event {Event(event).name}"
        )
