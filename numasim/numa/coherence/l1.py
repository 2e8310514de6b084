"""The controller of an L1, which receives messages and the operations of its core, and sends messages.

It applies the rules of :mod:`numasim.numa.coherence.protocol` to the arrays of
:class:`numasim.numa.coherence.state.Coherence`, without timing.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.coherence.cache import EMPTY, empty_line, find_line, line_to_fill, prefetch_set, remainder
from numasim.numa.coherence.controller import move, put_out, release_message, report_violation, send, wait
from numasim.numa.coherence.home import find_at_home
from numasim.numa.coherence.home_places import home_of
from numasim.numa.coherence.protocol import COUNTED, Event, L1Action, Target
from numasim.numa.coherence.state import LOST, PERFORMED, RETRY, TICK, WAITS, Coherence, Problem
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, kept_called_kernel, kept_kernel


@inlined_kernel
def _set_of(c: Coherence, core: int, block: int) -> int:
    """The first line of a block's set in an L1."""
    return core * c.l1_lines + remainder(block, c.l1_sets, c.l1_set_bits) * c.l1_ways


@kept_kernel
def find_in_l1(c: Coherence, core: int, block: int) -> int:
    """The line or write-back entry of a block in an L1, or -1."""
    line = find_line(c.lines, _set_of(c, core, block), c.l1_ways, block)
    if line < 0 and c.in_use[core, 1] > 0:
        return find_line(c.lines, (core + 1) * c.l1_lines - c.buffers, c.buffers, block)
    return line


@kept_kernel
def _take(line: Record, block: int) -> None:
    """Assign an empty line to a block. The caller sets its state."""
    line.block = block
    line.first = -1
    line.acks = 0


@kept_kernel
def _note_loss(c: Coherence, block: int) -> None:
    """Note that an L1 has lost its copy of a block."""
    if c.lost.size:
        c.lost[c.registers[LOST]] = block
        c.registers[LOST] += 1


@kept_kernel
def _change_copy(c: Coherence, core: int, block: int, old: int, new: int, event: int) -> None:
    """Check that a block has one writer or any number of readers, and is included in the L2."""
    if old == new:
        return
    check = c.blocks[block]
    check.readers += (new == 1) - (old == 1)
    check.writers += (new == 2) - (old == 2)
    if check.writers > 1 or (check.writers == 1 and check.readers > 0):
        report_violation(c, Problem.TWO_WRITERS, core, block, new, event)
    if new > 0:
        home = home_of(c, block)
        line = find_at_home(c, home, block)
        if line < 0 or line >= (home + 1) * c.home_lines - c.buffers:
            report_violation(c, Problem.NOT_INCLUDED, core, block, new, event)


@kept_kernel
def _perform(c: Coherence, m: int, line: Record, once: bool) -> None:
    """Perform an operation on a copy. ``once``: on data that an invalidation may have overtaken."""
    message = c.messages[m]
    if c.blocks.size:
        core, block = message.target, message.block
        check = c.blocks[block]
        seen = c.seen[core, block]
        if message.stamp < seen.stamp:
            report_violation(c, Problem.OUT_OF_ORDER, core, block, line.state, message.kind)
        seen.stamp = message.stamp
        if message.kind == Event.STORE:
            if line.value != check.value:
                report_violation(c, Problem.LOST_STORE, core, block, line.state, message.kind)
            check.value += 1
            line.value = check.value
        elif line.value < seen.value or (
            (line.value < message.value or line.value > check.value) if once else line.value != check.value
        ):
            report_violation(c, Problem.STALE_LOAD, core, block, line.state, message.kind)
        seen.value = line.value
    put_out(c, m)


@kept_kernel
def _sends(c: Coherence, rule_send: int, to: int, core: int, block: int, requestor: int, value: int) -> None:
    if rule_send >= 0:
        kind = np.int64(rule_send)
        target = home_of(c, block) if to == Target.HOME else requestor
        counted = kind == Event.INV_ACK or kind == Event.RECALL_ACK
        send(c, kind, block, core, target, core, -1 if counted else 0, value)


@kept_kernel
def _evict(c: Coherence, core: int, index: int) -> bool:
    """Evict a line by the rule of its state. Returns false if there is no free write-back entry."""
    line = c.lines[index]
    rule = c.l1_rules[line.state, Event.EVICT]
    block = line.block
    if rule.does & L1Action.TO_BUFFER:
        if c.in_use[core, 1] == c.buffers:
            return False
        c.in_use[core, 1] += 1
        entry = empty_line(c.lines, (core + 1) * c.l1_lines - c.buffers, c.buffers)
        _sends(c, rule.send, rule.to, core, block, core, line.value)
        if c.blocks.size:
            _change_copy(c, core, block, c.copy[line.state], c.copy[rule.next], Event.EVICT)
        line.state = rule.next
        move(line, c.lines[entry])
    else:
        if c.blocks.size:
            _change_copy(c, core, block, c.copy[line.state], c.copy[rule.next], Event.EVICT)
        line.state = EMPTY
    _note_loss(c, block)
    rule.count += 1
    return True


@kept_kernel
def _receive(c: Coherence, m: int) -> int:
    """Process an event at an L1. Returns the line to continue with after a completed miss, or the outcome."""
    message = c.messages[m]
    return receive_at(c, m, find_in_l1(c, np.int64(message.target), message.block))


@kept_called_kernel
def receive_at(c: Coherence, m: int, index: int) -> int:
    """Process the same event, given the line or write-back entry of its block, or -1."""
    message = c.messages[m]
    core, block, event = np.int64(message.target), message.block, np.int64(message.kind)
    state = np.int64(0)
    if index >= 0:
        state = np.int64(c.lines[index].state)
        if event < COUNTED and c.l1_rules[state, event].next >= 0:
            c.lines[index].acks += message.acks
            if c.lines[index].acks == 0:
                event += Event.DATA_M_LAST
    rule = c.l1_rules[state, event]
    if rule.next < 0:
        report_violation(c, Problem.L1_CANNOT, core, block, state, event)
        return PERFORMED
    does = rule.does
    if event == Event.EVICT:
        if not _evict(c, core, index):
            return RETRY
        put_out(c, m)
        return PERFORMED
    if does & L1Action.RETRY:
        rule.count += 1
        return RETRY
    if does & L1Action.MERGE:
        rule.count += 1
        wait(c, c.lines[index], m)
        return WAITS
    if does & L1Action.MISS:
        if c.in_use[core, 0] == c.mshrs:
            return RETRY
        if index < 0:
            index = line_to_fill(c.lines, _set_of(c, core, block), c.l1_ways, c.l1_replaceable)
            if index < 0 or (c.lines[index].state != EMPTY and not _evict(c, core, index)):
                return RETRY
            _take(c.lines[index], block)
        c.in_use[core, 0] += 1
        wait(c, c.lines[index], m)
    rule.count += 1
    value = np.int64(0)
    if index >= 0:
        line = c.lines[index]
        if does & L1Action.FILL:
            line.value = message.value
        value = line.value
        if c.blocks.size:
            _change_copy(c, core, block, c.copy[state], c.copy[rule.next], event)
        line.state = rule.next
        if does & (L1Action.HIT | L1Action.MISS | L1Action.FILL):
            c.registers[TICK] += 1
            line.used = c.registers[TICK]
    used_once = does & L1Action.COMPLETE and does & L1Action.FREE
    if used_once or c.copy[state] > c.copy[rule.next] == 0:
        _note_loss(c, block)
    _sends(c, rule.send, rule.to, core, block, np.int64(message.requestor), value)
    _sends(c, rule.also_send, rule.also_to, core, block, np.int64(message.requestor), value)
    if does & L1Action.HIT:
        _perform(c, m, c.lines[index], False)
        return PERFORMED
    if does & L1Action.MISS:
        return WAITS
    release_message(c, m)
    if does & L1Action.COMPLETE:
        line = c.lines[index]
        operation = line.first
        line.first = c.messages[operation].next
        _perform(c, operation, line, (does & L1Action.FREE) != 0)
        c.in_use[core, 0] -= 1
        return index
    if does & L1Action.FREE:
        if index >= (core + 1) * c.l1_lines - c.buffers:
            c.in_use[core, 1] -= 1
        c.lines[index].state = EMPTY
    return PERFORMED


@kept_called_kernel
def l1_deliver(c: Coherence, m: int) -> int:
    """Deliver a message, or an operation of its core, to an L1.

    Returns
    -------
    int
        ``RETRY`` if the core must repeat its operation after the next completion at this L1, ``WAITS``, or
        any other value.
    """
    became = _receive(c, m)
    if became < 0:
        return became
    line = c.lines[became]
    waiting, last = line.first, line.last
    line.first = -1
    while waiting >= 0:
        operation = waiting
        waiting = c.messages[operation].next
        core, block = np.int64(c.messages[operation].target), c.messages[operation].block
        happened = _receive(c, operation)
        if happened == RETRY:
            report_violation(c, Problem.RETRIED_IN_VAIN, core, block, 0, Event.LOAD)
            return PERFORMED
        if happened == WAITS and waiting >= 0:
            index = find_in_l1(c, core, block)
            c.messages[operation].next = waiting
            c.lines[index].last = last
            return PERFORMED
    return PERFORMED


@inlined_kernel
def prefetch_in_l1(c: Coherence, core: int, block: int) -> None:
    """Prefetch the set of a block in an L1, which the core will access soon."""
    prefetch_set(c.lines, _set_of(c, core, block), c.l1_ways)


@inlined_kernel
def effect_of(c: Coherence, index: int, event: int) -> int:
    """What an L1 does at a load or store, given the line of its block or -1."""
    state = np.int64(0) if index < 0 else np.int64(c.lines[index].state)
    return c.l1_rules[state, event].does


@inlined_kernel
def hit(c: Coherence, index: int, event: int) -> None:
    """Perform a load or store that hits a line. For caches without checks."""
    line = c.lines[index]
    rule = c.l1_rules[line.state, event]
    rule.count += 1
    line.state = rule.next
    c.registers[TICK] += 1
    line.used = c.registers[TICK]
