"""Reads and writes of blocks: the way to the page's controller, its service, and the way back."""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.controller import ask_controller
from numasim.numa.compiled.machine_records import BACK, DEPARTING, FIRST_TOUCH, HANDED_OVER, INTERLEAVE
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def access(state: State, number: int, core: int, block: int) -> None:
    """Issue a read or a write."""
    touch(state, number, core, block)
    if number >= state.first_write:
        state.clock.blocks_written += 1
    else:
        state.clock.blocks_read += 1
    state.events[number].stage = DEPARTING
    post(state, number, state.clock.now + 1)


@inlined_kernel
def vertex_of_access(state: State, number: int) -> int:
    """The vertex whose value is read or written."""
    return state.inputs[number - (state.first_write if number >= state.first_write else state.first_read)]


@inlined_kernel
def touch(state: State, number: int, core: int, block: int) -> None:
    """Record an access to a page, whose first access determines its owner.

    Among several first accesses in a cycle, the one with the lowest number counts. The owner is only read in
    a later cycle, when all accesses of the cycle are known.
    """
    if state.node == FIRST_TOUCH:
        now, page = state.clock.now, state.pages[block // state.blocks_per_page]
        if page.touched < 0 or (page.touched == now and number < page.number):
            page.touched = now
            page.number = number
            page.core = core


@inlined_kernel
def continue_access(state: State, number: int, stage: int) -> None:
    """Continue an access with its next stage, up to the end of its way back."""
    is_write = number >= state.first_write
    block = vertex_of_access(state, number)
    controller = controller_of(state, block)
    if stage == HANDED_OVER:
        ask_controller(state, number, controller, block)
        return
    core = state.clusters[state.replicas[state.masters[block]].cluster].core
    state.clock.block_packets += is_write == (stage == DEPARTING)
    if stage == DEPARTING:
        carry(state, number, core, state.tiles[controller], 0)
    else:
        carry(state, number, state.tiles[controller], core, BACK)


@inlined_kernel
def controller_of(state: State, block: int) -> int:
    """The controller that owns a block."""
    if state.node >= 0:
        return state.node
    page = block // state.blocks_per_page
    if state.node == INTERLEAVE:
        return page % state.tiles.size
    return state.nearest[state.pages[page].core]
