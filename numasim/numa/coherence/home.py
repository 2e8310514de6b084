"""The controller of a home: the lines of an L2 slice and their directory entries.

It applies the rules of :mod:`numasim.numa.coherence.protocol` to the arrays of
:class:`numasim.numa.coherence.state.Coherence`, without timing.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.coherence.cache import (
    EMPTY,
    empty_line,
    find_line,
    line_to_fill,
    prefetch_set,
    quotient,
    remainder,
)
from numasim.numa.coherence.controller import move, release_message, report_violation, send, wait
from numasim.numa.coherence.home_places import number_in_socket
from numasim.numa.coherence.home_tiles import BY_BLOCK
from numasim.numa.coherence.protocol import Event, HomeAction, HomeState, Target
from numasim.numa.coherence.state import (
    FREE_SHARERS,
    PERFORMED,
    STARVES,
    TICK,
    USED_SHARERS,
    WAITS,
    Coherence,
    Problem,
)
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, kept_called_kernel, kept_kernel


@inlined_kernel
def _set_of(c: Coherence, home: int, block: int) -> int:
    """The first line of a block's set at its home."""
    if c.home_rule == BY_BLOCK:
        number = quotient(block, c.homes, c.home_bits)
    else:
        number = number_in_socket(c, block) // c.tiles_of_socket.shape[1]
    return home * c.home_lines + remainder(number, c.home_sets, c.home_set_bits) * c.home_ways


@inlined_kernel
def prefetch_at_home(c: Coherence, home: int, block: int) -> None:
    """Prefetch the set of a block at its home, which a message will need soon."""
    prefetch_set(c.home, _set_of(c, home, block), c.home_ways)


@kept_kernel
def find_at_home(c: Coherence, home: int, block: int) -> int:
    """The line or write-back entry of a block at its home, or -1."""
    line = find_line(c.home, _set_of(c, home, block), c.home_ways, block)
    if line < 0 and c.home_buffers[home] > 0:
        return find_line(c.home, (home + 1) * c.home_lines - c.buffers, c.buffers, block)
    return line


@kept_kernel
def _take(c: Coherence, line: Record, block: int) -> None:
    """Assign a line to a block, with an empty directory entry."""
    line.block = block
    line.first = -1
    line.acks = 0
    line.owner = -1
    line.dirty = 0
    _no_sharers(c, line)


@kept_kernel
def _add_sharer(c: Coherence, line: Record, core: int) -> None:
    row = line.sharers
    if row == 0:
        row = c.registers[FREE_SHARERS]
        if row == 0:
            c.registers[USED_SHARERS] += 1
            row = c.registers[USED_SHARERS]
        else:
            c.registers[FREE_SHARERS] = c.sharers[row, 0]
            c.sharers[row, 0] = 0
        line.sharers = row
    c.sharers[row, core >> 6] |= 1 << (core & 63)


@kept_kernel
def _no_sharers(c: Coherence, line: Record) -> None:
    """Release the row of sharers of a line, if there is one."""
    row = line.sharers
    if row != 0:
        c.sharers[row] = 0
        c.sharers[row, 0] = c.registers[FREE_SHARERS]
        c.registers[FREE_SHARERS] = row
        line.sharers = 0


@kept_kernel
def _sends(c: Coherence, home: int, index: int, rule_send: int, to: int, block: int, requestor: int) -> None:
    """Send to one unit or to each sharer. Data messages contain the number of expected acknowledgements."""
    line = c.home[index]
    if rule_send < 0:
        return
    kind = np.int64(rule_send)
    if to == Target.MEMORY:
        send(c, kind, block, home, block // c.homes % c.controllers, requestor, 0, 0)
    elif to == Target.REQUESTOR or to == Target.OWNER:
        target = np.int64(line.owner) if to == Target.OWNER else requestor
        acks, value = 0, np.int64(0)
        if kind == Event.DATA_M or kind == Event.UPGRADE_ACK:
            acks = _count_sharers(c, index, requestor)
        if kind == Event.DATA_M or kind == Event.DATA_S or kind == Event.DATA_E:
            value = line.value
        send(c, kind, block, home, target, requestor, acks, value)
    else:
        for word in range(c.sharers.shape[1]):
            bits = c.sharers[line.sharers, word]
            target = word << 6
            while bits != 0:
                if bits & 1 and (to == Target.SHARERS or target != requestor):
                    send(c, kind, block, home, target, requestor, 0, line.value)
                bits = (bits >> 1) & 0x7FFFFFFFFFFFFFFF
                target += 1


@kept_kernel
def _count_sharers(c: Coherence, index: int, but: int) -> int:
    """The number of L1s that share a block, except for one."""
    count = 0
    row = c.home[index].sharers
    for word in range(c.sharers.shape[1]):
        bits = c.sharers[row, word]
        if but >> 6 == word:
            bits &= ~(1 << (but & 63))
        while bits != 0:
            bits &= bits - 1
            count += 1
    return count


@kept_kernel
def _to_memory(c: Coherence, home: int, index: int) -> int:
    """Free a block's line and notify the memory. Returns the block's write-back entry."""
    line = c.home[index]
    if c.blocks.size:
        check = c.blocks[line.block]
        if check.readers + check.writers > 0:
            report_violation(c, Problem.NOT_INCLUDED, home, line.block, line.state, Event.REPLACE)
    entry = empty_line(c.home, (home + 1) * c.home_lines - c.buffers, c.buffers)
    kind = np.int64(Event.MEM_WRITE if line.dirty else Event.MEM_CLEAN)
    send(c, kind, line.block, home, line.block // c.homes % c.controllers, home, 0, line.value)
    line.state = HomeState.M_I
    c.home[entry].owner = -1
    c.home[entry].dirty = line.dirty
    move(line, c.home[entry])
    return entry


@kept_kernel
def replace_at_home(c: Coherence, home: int, index: int) -> bool:
    """Begin to evict a line if its state and the buffer allow it. Returns whether it is free immediately."""
    line = c.home[index]
    block, state = line.block, np.int64(line.state)
    rule = c.home_rules[state, Event.REPLACE]
    if rule.next < 0 or c.home_buffers[home] == c.buffers:
        return False
    c.home_buffers[home] += 1
    rule.count += 1
    _sends(c, home, index, rule.send, rule.to, block, -1)
    if rule.does & HomeAction.COUNT_SHARERS:
        line.acks = _count_sharers(c, index, -1)
    if rule.does & HomeAction.COUNT_OWNER:
        line.acks = 1
    if rule.does & HomeAction.NO_SHARERS:
        _no_sharers(c, line)
    line.state = rule.next
    if rule.does & HomeAction.TO_MEMORY:
        _to_memory(c, home, index)
        return True
    return False


@kept_kernel
def _allocate(c: Coherence, home: int, block: int) -> int:
    """An empty line of the block's set, or -1. A set has at most one recall at a time to free a line."""
    first = _set_of(c, home, block)
    for line in range(first, first + c.home_ways):
        if c.home[line].state == HomeState.S_I or c.home[line].state == HomeState.MT_I:
            break
    else:
        line = line_to_fill(c.home, first, c.home_ways, c.home_replaceable)
        if line >= 0 and (c.home[line].state == EMPTY or replace_at_home(c, home, line)):
            return line
        return -1
    return empty_line(c.home, first, c.home_ways)


@kept_kernel
def _event(c: Coherence, index: int, state: int, message: Record) -> np.int64:
    """The event of a message, given the directory entry of its block."""
    event = np.int64(message.kind)
    if event == Event.UPGRADE:
        requestor = message.requestor
        if index < 0 or not (c.sharers[c.home[index].sharers, requestor >> 6] >> (requestor & 63)) & 1:
            return np.int64(Event.GET_M)
    elif event == Event.PUT_CLEAN or event == Event.PUT_DIRTY:
        if index < 0 or c.home[index].owner != message.source:
            return np.int64(Event.PUT_STALE)
    elif event == Event.RECALL_ACK and index >= 0:
        c.home[index].acks += message.acks
        if c.home[index].acks == 0:
            return np.int64(Event.RECALL_ACK_LAST)
    return event


@kept_kernel
def _receive(c: Coherence, m: int) -> int:
    """Process an event at a home. Returns the line whose waiting requests may continue, or the outcome."""
    message = c.messages[m]
    home, block, requestor = np.int64(message.target), message.block, np.int64(message.requestor)
    index = find_at_home(c, home, block)
    state = np.int64(0) if index < 0 else np.int64(c.home[index].state)
    event = _event(c, index, state, message)
    rule = c.home_rules[state, event]
    if rule.next < 0:
        report_violation(c, Problem.HOME_CANNOT, home, block, state, event)
        return PERFORMED
    does = rule.does
    if does & HomeAction.STALL:
        rule.count += 1
        wait(c, c.home[index], m)
        return WAITS
    if does & HomeAction.ALLOCATE:
        index = _allocate(c, home, block)
        if index < 0:
            message.next = -1
            if c.starved[home, 0] < 0:
                c.starved[home, 0] = m
            else:
                c.messages[c.starved[home, 1]].next = m
            c.starved[home, 1] = m
            return STARVES
        _take(c, c.home[index], block)
    rule.count += 1
    if index < 0:
        send(c, np.int64(rule.send), block, home, requestor, requestor, 0, 0)
        release_message(c, m)
        return PERFORMED
    line = c.home[index]
    if does & (HomeAction.FETCHED | HomeAction.FILL):
        line.value = message.value
        line.dirty = (does & HomeAction.FILL) != 0
    if event <= Event.UPGRADE:
        c.registers[TICK] += 1
        line.used = c.registers[TICK]
    sends_data = rule.send == Event.DATA_M or rule.send == Event.DATA_S or rule.send == Event.DATA_E
    if sends_data and c.blocks.size and line.value != c.blocks[block].value:
        report_violation(c, Problem.STALE_HOME, home, block, state, event)
    _sends(c, home, index, rule.send, rule.to, block, requestor)
    _sends(c, home, index, rule.also_send, rule.also_to, block, requestor)
    line.state = rule.next
    if does & HomeAction.NO_SHARERS:
        _no_sharers(c, line)
    if does & HomeAction.OWNER_SHARES:
        _add_sharer(c, line, line.owner)
        line.owner = -1
    if does & HomeAction.ADD_SHARER:
        _add_sharer(c, line, requestor)
    if does & HomeAction.SET_OWNER:
        line.owner = requestor
    if does & HomeAction.NO_OWNER:
        line.owner = -1
    if does & HomeAction.TO_MEMORY:
        index = _to_memory(c, home, index)
    release_message(c, m)
    return index if does & HomeAction.WAKE else PERFORMED


@kept_called_kernel
def home_deliver(c: Coherence, m: int) -> None:
    """Deliver a message to a home."""
    became = _receive(c, m)
    if became < 0:
        return
    line = c.home[became]
    home = became // c.home_lines
    waiting, last = line.first, line.last
    line.first = -1
    if line.state == HomeState.NP:
        c.home_buffers[home] -= 1
    # Requests that wait for a line come first. Otherwise, a heavily used block would never free its line.
    starved = c.starved[home, 0]
    c.starved[home, 0] = -1
    while starved >= 0:
        m = starved
        starved = c.messages[m].next
        _receive(c, m)
    while waiting >= 0:
        m = waiting
        block = c.messages[m].block
        waiting = c.messages[m].next
        if _receive(c, m) == WAITS and waiting >= 0:
            queue = c.home[find_at_home(c, home, block)]
            c.messages[m].next = waiting
            queue.last = last
            break
