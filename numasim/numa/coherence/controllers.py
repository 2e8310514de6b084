"""The L1s, homes and memory of the protocol without time: a message comes in, messages go out.

:func:`l1_deliver`, :func:`home_deliver` and :func:`memory_deliver` carry out the rules of
:mod:`numasim.numa.coherence.protocol` on the arrays of :class:`Coherence`. What they send, and the operations
of cores that they perform, they leave in the outbox; when those travel and arrive is their caller's business,
so that engines share everything but timing.

Where the arrays of checks are there, every step is checked: one writer or many readers, values (a store adds
one to its block's value, so a value is its store's place in the order of the block), inclusion, a core's
operations on a block in the order in which they were issued.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from numasim.numa.coherence.cache import EMPTY, CacheShape, empty_line, find_line, line_to_fill
from numasim.numa.coherence.protocol import (
    COUNTED,
    NUM_MESSAGES,
    Event,
    HomeAction,
    HomeState,
    L1Action,
    L1State,
    Target,
    home_rules,
    l1_rules,
)
from numasim.numa.uncounted import uncounted
from partitioners.errors import OptionError

L1_LINE = np.dtype(
    [
        ("block", np.int64),
        ("used", np.int64),
        ("value", np.int32),
        ("first", np.int32),
        ("last", np.int32),
        ("acks", np.int16),
        ("state", np.int8),
    ],
    align=True,
)
"""A line of an L1 or an entry of its write-back buffer. ``acks``: acknowledgements that are missing; ``first``
and ``last``: the operations that wait for the block, the one that missed first. 32 bytes: a set of four ways
is two cache lines of the host. A block may be stored
to less than 2^31 times where values are checked."""

HOME_LINE = np.dtype(
    [
        ("block", np.int64),
        ("used", np.int64),
        ("value", np.int32),
        ("first", np.int32),
        ("last", np.int32),
        ("owner", np.int32),
        ("sharers", np.int32),
        ("acks", np.int16),
        ("state", np.int8),
        ("dirty", np.int8),
    ],
    align=True,
)
"""A line of a home or an entry of its write-back buffer, with the directory entry of its block. As in an L1, but
that messages wait; ``owner``: the L1 that owns the block, or -1; ``sharers``: the row of
``Coherence.sharers`` that names its sharers, 0 where it has none; ``dirty``: the memory is older."""

MAX_CORES = np.iinfo(np.int16).max
"""As many acknowledgements as a line can wait for."""

MESSAGE = np.dtype(
    [
        ("block", np.int64),
        ("value", np.int64),
        ("stamp", np.int64),
        ("kind", np.int32),
        ("source", np.int32),
        ("target", np.int32),
        ("requestor", np.int32),
        ("acks", np.int32),
        ("next", np.int32),
    ],
    align=True,
)
"""A message, or an operation of a core on its way through its L1. ``source`` and ``target`` number the units
of the message's leg; ``next`` links whatever list it is in; ``stamp`` is the caller's, but that operations of
one core have ascending stamps."""

BLOCK_CHECK = np.dtype(
    [("value", np.int64), ("memory", np.int64), ("readers", np.int32), ("writers", np.int32)], align=True
)
SEEN = np.dtype([("value", np.int64), ("stamp", np.int64)])

FREE_MESSAGE, TICK, OUTBOX, PROBLEM, PROBLEM_UNIT, PROBLEM_BLOCK, PROBLEM_STATE, PROBLEM_EVENT, LOST = range(
    9
)
FREE_SHARERS, USED_SHARERS = range(9, 11)
REGISTERS = 11
"""``FREE_SHARERS``: the first row of sharers that was given back, linked by its first word, 0 where there is none;
``USED_SHARERS``: rows 1 .. this have been in use."""


LOSSES = 64
"""Of one step: the block that the message is about, and one that makes room for every operation behind it."""


class Problem(IntEnum):
    """What can be wrong with a step; ``PROBLEM`` of the registers."""

    NONE = 0
    L1_CANNOT = 1
    HOME_CANNOT = 2
    MEMORY_CANNOT = 3
    TWO_WRITERS = 4
    STALE_LOAD = 5
    LOST_STORE = 6
    STALE_HOME = 7
    STALE_MEMORY = 8
    NOT_INCLUDED = 9
    OUT_OF_ORDER = 10
    RETRIED_IN_VAIN = 11
    TOO_MANY_MESSAGES = 12


PERFORMED, WAITS, STARVES, RETRY = -1, -2, -3, -4
"""What became of an event, where it is not the number of a line to go on with: it is over, it waits for its
block, it waits for a line, it is the core's to try again."""

# A core's access to its copy by its L1's state: none, read, write.
_COPY = np.zeros(len(L1State), np.int64)
_COPY[[L1State.S, L1State.SM, L1State.SM_A]] = 1
_COPY[[L1State.E, L1State.M]] = 2


class Coherence(NamedTuple):
    """The state of all caches, directories and messages, for the compiled functions.

    Attributes
    ----------
    cores, homes, controllers, mshrs : int
    l1_sets, l1_ways, l1_lines, home_sets, home_ways, home_lines, buffers : int
        ``*_lines`` of one cache with its ``buffers`` write-back entries behind the sets.
    lines, home : ndarray of L1_LINE, of HOME_LINE
        L1 after L1, home after home.
    sharers : ndarray of int64, shape (homes * home_lines + 1, words)
        A bit for each L1. A line takes a row when it gets its first sharer, so that only as many are touched
        as have been in use at once; row 0 is empty for ever.
    starved : ndarray of int64, shape (homes, 2)
        First and last of the requests that wait for a line.
    in_use : ndarray of int64, shape (cores, 2)
        MSHRs and write-back entries of each L1.
    home_buffers : ndarray of int64, shape (homes,)
        Write-back entries of each home, reserved ones included.
    messages : ndarray of MESSAGE
        A pool.
    outbox, registers, sent : ndarray of int64
        What a step sends; the fields ``FREE_MESSAGE`` ...; messages of each kind so far.
    l1_rules, home_rules : ndarray of RULE
    l1_replaceable, home_replaceable : ndarray of bool
        By state.
    copy : ndarray of int64
        By state of an L1: 1 where a core may read, 2 where it may write.
    blocks : ndarray of BLOCK_CHECK
        The checks; empty where they are off, and then values are not simulated.
    seen : ndarray of SEEN, shape (cores, blocks)
    lost : ndarray of int64
        The blocks that L1s have lost in a step, as many as ``LOST`` says; empty where nobody asks.
    """

    cores: int
    homes: int
    controllers: int
    mshrs: int
    l1_sets: int
    l1_ways: int
    l1_lines: int
    home_sets: int
    home_ways: int
    home_lines: int
    buffers: int
    lines: NDArray[np.void]
    home: NDArray[np.void]
    sharers: NDArray[np.int64]
    starved: NDArray[np.int64]
    in_use: NDArray[np.int64]
    home_buffers: NDArray[np.int64]
    messages: NDArray[np.void]
    outbox: NDArray[np.int64]
    registers: NDArray[np.int64]
    sent: NDArray[np.int64]
    l1_rules: NDArray[np.void]
    home_rules: NDArray[np.void]
    l1_replaceable: NDArray[np.bool_]
    home_replaceable: NDArray[np.bool_]
    copy: NDArray[np.int64]
    blocks: NDArray[np.void]
    seen: NDArray[np.void]
    lost: NDArray[np.int64]


def empty_coherence(
    cores: int,
    *,
    homes: int,
    controllers: int,
    l1: CacheShape,
    l2: CacheShape,
    mshrs: int,
    buffers: int,
    outstanding: int,
    checked_blocks: int,
    note_losses: bool = False,
) -> Coherence:
    """All caches cold.

    Parameters
    ----------
    cores, homes, controllers : int
    l1, l2 : CacheShape
        Of one L1, and of one slice of the L2.
    mshrs, buffers : int
        Misses under way in an L1; write-backs under way in an L1 and in a home slice.
    outstanding : int
        Operations of a core that may be under way.
    note_losses : bool
        Whether the blocks that L1s lose are noted; the caller then empties ``lost`` after every step.
    checked_blocks : int
        Every step is checked for blocks 0 .. this - 1, and there must be no others; 0: no checks.

    Raises
    ------
    OptionError
        If the slices of the L2 could not hold what the L1s hold, a number is not positive, or there are more
        than ``MAX_CORES`` cores.
    """
    for name, number in (
        ("cores", cores),
        ("homes", homes),
        ("controllers", controllers),
        ("mshrs", mshrs),
        ("buffers", buffers),
        ("outstanding", outstanding),
    ):
        if number < 1:
            raise OptionError(f"{name} must be at least 1, got {number}")
    if cores > MAX_CORES:
        raise OptionError(f"coherent caches have at most {MAX_CORES} cores, got {cores}")
    if homes * l2.sets * l2.ways < cores * l1.sets * l1.ways:
        raise OptionError(
            f"{homes} slices of {l2.sets * l2.ways} blocks cannot include "
            f"{cores} L1s of {l1.sets * l1.ways}; give the L2 more or larger slices"
        )
    l1_lines, home_lines = l1.sets * l1.ways + buffers, l2.sets * l2.ways + buffers
    # At most all sharers of every miss are told at once; more than the cap has never been near.
    pool = min(cores * (outstanding + (mshrs + buffers) * (cores + 4)), 1 << 20)
    messages = np.zeros(pool, MESSAGE)
    messages["next"] = np.arange(1, pool + 1)
    messages["next"][-1] = -1
    return Coherence(
        cores=cores,
        homes=homes,
        controllers=controllers,
        mshrs=mshrs,
        l1_sets=l1.sets,
        l1_ways=l1.ways,
        l1_lines=l1_lines,
        home_sets=l2.sets,
        home_ways=l2.ways,
        home_lines=home_lines,
        buffers=buffers,
        lines=np.zeros(cores * l1_lines, L1_LINE),
        home=np.zeros(homes * home_lines, HOME_LINE),
        sharers=np.zeros((homes * home_lines + 1, -(-cores // 64)), np.int64),
        starved=np.full((homes, 2), -1, np.int64),
        in_use=np.zeros((cores, 2), np.int64),
        home_buffers=np.zeros(homes, np.int64),
        messages=messages,
        outbox=np.zeros(cores * (mshrs + 2 * buffers + 4) + outstanding + 16, np.int64),
        registers=np.zeros(REGISTERS, np.int64),
        sent=np.zeros(NUM_MESSAGES, np.int64),
        l1_rules=l1_rules(),
        home_rules=home_rules(),
        l1_replaceable=np.isin(list(L1State), [L1State.S, L1State.E, L1State.M]),
        home_replaceable=np.isin(list(HomeState), [HomeState.SS, HomeState.M, HomeState.MT]),
        copy=_COPY.copy(),
        blocks=np.zeros(checked_blocks, BLOCK_CHECK),
        seen=np.zeros((cores if checked_blocks else 0, checked_blocks), SEEN),
        lost=np.zeros(LOSSES if note_losses else 0, np.int64),
    )


@uncounted
def home_of(c, block):  # type: ignore[no-untyped-def]
    """The home slice of a block: blocks are dealt out in turn."""
    return block % c.homes


@uncounted
def new_message(c, kind, block, source, target):  # type: ignore[no-untyped-def]
    """A message from the pool; the requestor is its source, everything else 0."""
    m = c.registers[FREE_MESSAGE]
    if c.messages[m].next < 0:
        c.registers[PROBLEM] = Problem.TOO_MANY_MESSAGES
        return m
    message = c.messages[m]
    c.registers[FREE_MESSAGE] = message.next
    message.kind = kind
    message.block = block
    message.source = source
    message.target = target
    message.requestor = source
    message.acks = 0
    message.value = 0
    message.next = -1
    return m


@uncounted
def release_message(c, m):  # type: ignore[no-untyped-def]
    """Give a message back to the pool."""
    c.messages[m].next = c.registers[FREE_MESSAGE]
    c.registers[FREE_MESSAGE] = m


@uncounted
def _put_out(c, m):  # type: ignore[no-untyped-def]
    count = c.registers[OUTBOX]
    c.outbox[count] = m
    c.registers[OUTBOX] = count + 1


@uncounted
def _send(c, kind, block, source, target, requestor, acks, value):  # type: ignore[no-untyped-def]
    m = new_message(c, kind, block, source, target)
    message = c.messages[m]
    message.requestor = requestor
    message.acks = acks
    message.value = value
    c.sent[kind] += 1
    _put_out(c, m)


@uncounted
def _complain(c, problem, unit, block, state, event):  # type: ignore[no-untyped-def]
    """Keep the first problem; the caller stops at it."""
    if c.registers[PROBLEM] == 0:
        c.registers[PROBLEM] = problem
        c.registers[PROBLEM_UNIT] = unit
        c.registers[PROBLEM_BLOCK] = block
        c.registers[PROBLEM_STATE] = state
        c.registers[PROBLEM_EVENT] = event


@uncounted
def _wait(c, line, m):  # type: ignore[no-untyped-def]
    """Append to the queue of a line (a record of either level)."""
    c.messages[m].next = -1
    if line.first < 0:
        line.first = m
    else:
        c.messages[line.last].next = m
    line.last = m


@uncounted
def _note_loss(c, block):  # type: ignore[no-untyped-def]
    """An L1 has lost its copy of a block."""
    if c.lost.size:
        c.lost[c.registers[LOST]] = block
        c.registers[LOST] += 1


@uncounted
def _take_at_l1(line, block):  # type: ignore[no-untyped-def]
    """An empty line is for a block from now on; its state is the caller's to set."""
    line.block = block
    line.first = -1
    line.acks = 0


@uncounted
def _take_at_home(c, line, block):  # type: ignore[no-untyped-def]
    """As at an L1, with a directory entry that names nobody."""
    line.block = block
    line.first = -1
    line.acks = 0
    line.owner = -1
    line.dirty = 0
    _no_sharers(c, line)


@uncounted
def _move(line, entry):  # type: ignore[no-untyped-def]
    """From a set to an empty entry of the write-back buffer."""
    entry.block = line.block
    entry.value = line.value
    entry.state = line.state
    entry.acks = 0
    entry.first = line.first
    entry.last = line.last
    line.state = EMPTY


@uncounted
def _add_sharer(c, line, core):  # type: ignore[no-untyped-def]
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


@uncounted
def _no_sharers(c, line):  # type: ignore[no-untyped-def]
    """Give the row of sharers back, where there is one."""
    row = line.sharers
    if row != 0:
        c.sharers[row] = 0
        c.sharers[row, 0] = c.registers[FREE_SHARERS]
        c.registers[FREE_SHARERS] = row
        line.sharers = 0


@uncounted
def find_in_l1(c, core, block):  # type: ignore[no-untyped-def]
    """The line or write-back entry of a block in an L1; -1 where it has none."""
    first = core * c.l1_lines
    line = find_line(c.lines, first + block % c.l1_sets * c.l1_ways, c.l1_ways, block)
    if line < 0 and c.in_use[core, 1] > 0:
        return find_line(c.lines, first + c.l1_lines - c.buffers, c.buffers, block)
    return line


@uncounted
def find_at_home(c, home, block):  # type: ignore[no-untyped-def]
    """The line or write-back entry of a block at its home; -1 where it has none."""
    first = home * c.home_lines
    line = find_line(c.home, first + block // c.homes % c.home_sets * c.home_ways, c.home_ways, block)
    if line < 0 and c.home_buffers[home] > 0:
        return find_line(c.home, first + c.home_lines - c.buffers, c.buffers, block)
    return line


@uncounted
def _change_copy(c, core, block, old, new, event):  # type: ignore[no-untyped-def]
    """Check that a block has one writer or any number of readers, and is included in the L2."""
    if old == new:
        return
    check = c.blocks[block]
    check.readers += (new == 1) - (old == 1)
    check.writers += (new == 2) - (old == 2)
    if check.writers > 1 or (check.writers == 1 and check.readers > 0):
        _complain(c, Problem.TWO_WRITERS, core, block, new, event)
    if new > 0:
        home = home_of(c, block)
        line = find_at_home(c, home, block)
        if line < 0 or line >= (home + 1) * c.home_lines - c.buffers:
            _complain(c, Problem.NOT_INCLUDED, core, block, new, event)


@uncounted
def _perform(c, m, line, once):  # type: ignore[no-untyped-def]
    """A core's operation takes place on its copy; ``once``: on data that an invalidation may have outrun."""
    message = c.messages[m]
    if c.blocks.size:
        core, block = message.target, message.block
        check = c.blocks[block]
        seen = c.seen[core, block]
        if message.stamp < seen.stamp:
            _complain(c, Problem.OUT_OF_ORDER, core, block, line.state, message.kind)
        seen.stamp = message.stamp
        if message.kind == Event.STORE:
            if line.value != check.value:
                _complain(c, Problem.LOST_STORE, core, block, line.state, message.kind)
            check.value += 1
            line.value = check.value
        elif line.value < seen.value or (
            (line.value < message.value or line.value > check.value) if once else line.value != check.value
        ):
            _complain(c, Problem.STALE_LOAD, core, block, line.state, message.kind)
        seen.value = line.value
    _put_out(c, m)


@uncounted
def _l1_sends(c, rule_send, to, core, block, requestor, value):  # type: ignore[no-untyped-def]
    if rule_send >= 0:
        kind = np.int64(rule_send)
        target = home_of(c, block) if to == Target.HOME else requestor
        counted = kind == Event.INV_ACK or kind == Event.RECALL_ACK or kind == Event.RECALL_DATA
        _send(c, kind, block, core, target, core, -1 if counted else 0, value)


@uncounted
def _l1_evict(c, core, index):  # type: ignore[no-untyped-def]
    """Empty a line by the rule of its state; false where its write-back finds no entry."""
    line = c.lines[index]
    rule = c.l1_rules[line.state, Event.EVICT]
    block = line.block
    if rule.does & L1Action.TO_BUFFER:
        if c.in_use[core, 1] == c.buffers:
            return False
        c.in_use[core, 1] += 1
        entry = empty_line(c.lines, (core + 1) * c.l1_lines - c.buffers, c.buffers)
        _l1_sends(c, rule.send, rule.to, core, block, core, line.value)
        if c.blocks.size:
            _change_copy(c, core, block, c.copy[line.state], c.copy[rule.next], Event.EVICT)
        line.state = rule.next
        _move(line, c.lines[entry])
    else:
        if c.blocks.size:
            _change_copy(c, core, block, c.copy[line.state], c.copy[rule.next], Event.EVICT)
        line.state = EMPTY
    _note_loss(c, block)
    rule.count += 1
    return True


@uncounted
def _l1_receive(c, m):  # type: ignore[no-untyped-def]
    """One event at an L1; the line to go on with after a miss was completed, else what became of it."""
    message = c.messages[m]
    core, block, event = np.int64(message.target), message.block, np.int64(message.kind)
    index = find_in_l1(c, core, block)
    state = np.int64(0)
    if index >= 0:
        state = np.int64(c.lines[index].state)
        if event < COUNTED and c.l1_rules[state, event].next >= 0:
            c.lines[index].acks += message.acks
            if c.lines[index].acks == 0:
                event += Event.DATA_M_LAST
    rule = c.l1_rules[state, event]
    if rule.next < 0:
        _complain(c, Problem.L1_CANNOT, core, block, state, event)
        return PERFORMED
    does = rule.does
    if event == Event.EVICT:
        if not _l1_evict(c, core, index):
            return RETRY
        _put_out(c, m)
        return PERFORMED
    if does & L1Action.RETRY:
        rule.count += 1
        return RETRY
    if does & L1Action.MERGE:
        rule.count += 1
        _wait(c, c.lines[index], m)
        return WAITS
    if does & L1Action.MISS:
        if c.in_use[core, 0] == c.mshrs:
            return RETRY
        if index < 0:
            first = core * c.l1_lines + block % c.l1_sets * c.l1_ways
            index = line_to_fill(c.lines, first, c.l1_ways, c.l1_replaceable)
            if index < 0 or (c.lines[index].state != EMPTY and not _l1_evict(c, core, index)):
                return RETRY
            _take_at_l1(c.lines[index], block)
        c.in_use[core, 0] += 1
        _wait(c, c.lines[index], m)
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
    _l1_sends(c, rule.send, rule.to, core, block, np.int64(message.requestor), value)
    _l1_sends(c, rule.also_send, rule.also_to, core, block, np.int64(message.requestor), value)
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


@uncounted
def l1_deliver(c, m):  # type: ignore[no-untyped-def]
    """A message, or an operation of its core, comes to an L1.

    Returns
    -------
    int
        ``RETRY`` where the core must try its operation again, after the next completion at this L1;
        ``WAITS``, or anything else.
    """
    became = _l1_receive(c, m)
    if became < 0:
        return became
    line = c.lines[became]
    waiting, last = line.first, line.last
    line.first = -1
    while waiting >= 0:
        operation = waiting
        waiting = c.messages[operation].next
        core, block = np.int64(c.messages[operation].target), c.messages[operation].block
        happened = _l1_receive(c, operation)
        if happened == RETRY:
            _complain(c, Problem.RETRIED_IN_VAIN, core, block, 0, Event.LOAD)
            return PERFORMED
        if happened == WAITS and waiting >= 0:
            index = find_in_l1(c, core, block)
            c.messages[operation].next = waiting
            c.lines[index].last = last
            return PERFORMED
    return PERFORMED


@njit(forceinline=True, _nrt=False)
def hit(c, core, block, event):  # type: ignore[no-untyped-def]
    """Perform a load or a store that hits, without a message; whether it did. For unchecked caches."""
    first = core * c.l1_lines + block % c.l1_sets * c.l1_ways
    for index in range(first, first + c.l1_ways):
        line = c.lines[index]
        # An emptied line keeps its number, but never in front of the line that holds the block now: the first
        # empty line of a set is filled first.
        if line.block == block:
            rule = c.l1_rules[line.state, event]
            if rule.does & L1Action.HIT:
                rule.count += 1
                line.state = rule.next
                c.registers[TICK] += 1
                line.used = c.registers[TICK]
                return True
            return False
    return False


@uncounted
def _home_sends(c, home, index, rule_send, to, block, requestor):  # type: ignore[no-untyped-def]
    """Send to one unit, or to each sharer; data messages say how many acknowledgements will follow."""
    line = c.home[index]
    if rule_send < 0:
        return
    kind = np.int64(rule_send)
    if to == Target.MEMORY:
        _send(c, kind, block, home, block // c.homes % c.controllers, requestor, 0, 0)
    elif to == Target.REQUESTOR or to == Target.OWNER:
        target = np.int64(line.owner) if to == Target.OWNER else requestor
        acks, value = 0, np.int64(0)
        if kind == Event.DATA_M or kind == Event.UPGRADE_ACK:
            acks = _count_sharers(c, index, requestor)
        if kind == Event.DATA_M or kind == Event.DATA_S or kind == Event.DATA_E:
            value = line.value
        _send(c, kind, block, home, target, requestor, acks, value)
    else:
        for word in range(c.sharers.shape[1]):
            bits = c.sharers[line.sharers, word]
            target = word << 6
            while bits != 0:
                if bits & 1 and (to == Target.SHARERS or target != requestor):
                    _send(c, kind, block, home, target, requestor, 0, line.value)
                bits = (bits >> 1) & 0x7FFFFFFFFFFFFFFF
                target += 1


@uncounted
def _count_sharers(c, index, but):  # type: ignore[no-untyped-def]
    """How many L1s share a block, leaving out one."""
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


@uncounted
def _to_memory(c, home, index):  # type: ignore[no-untyped-def]
    """Free a block's line and tell the memory; the block's write-back entry."""
    line = c.home[index]
    if c.blocks.size:
        check = c.blocks[line.block]
        if check.readers + check.writers > 0:
            _complain(c, Problem.NOT_INCLUDED, home, line.block, line.state, Event.REPLACE)
    entry = empty_line(c.home, (home + 1) * c.home_lines - c.buffers, c.buffers)
    kind = np.int64(Event.MEM_WRITE if line.dirty else Event.MEM_CLEAN)
    _send(c, kind, line.block, home, line.block // c.homes % c.controllers, home, 0, line.value)
    line.state = HomeState.M_I
    c.home[entry].owner = -1
    c.home[entry].dirty = line.dirty
    _move(line, c.home[entry])
    return entry


@uncounted
def replace_at_home(c, home, index):  # type: ignore[no-untyped-def]
    """Begin to evict a line, where its state and the buffer allow it; whether it is free at once."""
    line = c.home[index]
    block, state = line.block, np.int64(line.state)
    rule = c.home_rules[state, Event.REPLACE]
    if rule.next < 0 or c.home_buffers[home] == c.buffers:
        return False
    c.home_buffers[home] += 1
    rule.count += 1
    _home_sends(c, home, index, rule.send, rule.to, block, -1)
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


@uncounted
def _home_allocate(c, home, block):  # type: ignore[no-untyped-def]
    """An empty line of the block's set, or -1; one recall at a time makes room in a set."""
    first = home * c.home_lines + block // c.homes % c.home_sets * c.home_ways
    for line in range(first, first + c.home_ways):
        if c.home[line].state == HomeState.S_I or c.home[line].state == HomeState.MT_I:
            break
    else:
        line = line_to_fill(c.home, first, c.home_ways, c.home_replaceable)
        if line >= 0 and (c.home[line].state == EMPTY or replace_at_home(c, home, line)):
            return line
        return -1
    return empty_line(c.home, first, c.home_ways)


@uncounted
def _home_event(c, index, state, message):  # type: ignore[no-untyped-def]
    """Which event a message is, seen from the directory entry of its block."""
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


@uncounted
def _home_receive(c, m):  # type: ignore[no-untyped-def]
    """One event at a home; the line whose waiting requests may go on, else what became of it."""
    message = c.messages[m]
    home, block, requestor = np.int64(message.target), message.block, np.int64(message.requestor)
    index = find_at_home(c, home, block)
    state = np.int64(0) if index < 0 else np.int64(c.home[index].state)
    event = _home_event(c, index, state, message)
    rule = c.home_rules[state, event]
    if rule.next < 0:
        _complain(c, Problem.HOME_CANNOT, home, block, state, event)
        return PERFORMED
    does = rule.does
    if does & HomeAction.STALL:
        rule.count += 1
        _wait(c, c.home[index], m)
        return WAITS
    if does & HomeAction.ALLOCATE:
        index = _home_allocate(c, home, block)
        if index < 0:
            message.next = -1
            if c.starved[home, 0] < 0:
                c.starved[home, 0] = m
            else:
                c.messages[c.starved[home, 1]].next = m
            c.starved[home, 1] = m
            return STARVES
        _take_at_home(c, c.home[index], block)
    rule.count += 1
    if index < 0:
        _send(c, np.int64(rule.send), block, home, requestor, requestor, 0, 0)
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
        _complain(c, Problem.STALE_HOME, home, block, state, event)
    _home_sends(c, home, index, rule.send, rule.to, block, requestor)
    _home_sends(c, home, index, rule.also_send, rule.also_to, block, requestor)
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


@uncounted
def home_deliver(c, m):  # type: ignore[no-untyped-def]
    """A message comes to a home."""
    became = _home_receive(c, m)
    if became < 0:
        return
    line = c.home[became]
    home = became // c.home_lines
    waiting, last = line.first, line.last
    line.first = -1
    if line.state == HomeState.NP:
        c.home_buffers[home] -= 1
    # First who waits for a line: a block that many ask for would never let go of its own.
    starved = c.starved[home, 0]
    c.starved[home, 0] = -1
    while starved >= 0:
        m = starved
        starved = c.messages[m].next
        _home_receive(c, m)
    while waiting >= 0:
        m = waiting
        block = c.messages[m].block
        waiting = c.messages[m].next
        if _home_receive(c, m) == WAITS and waiting >= 0:
            queue = c.home[find_at_home(c, home, block)]
            c.messages[m].next = waiting
            queue.last = last
            break


@uncounted
def memory_deliver(c, m):  # type: ignore[no-untyped-def]
    """A message comes to a memory controller."""
    message = c.messages[m]
    block = message.block
    value = np.int64(0)
    if c.blocks.size:
        check = c.blocks[block]
        if message.kind == Event.MEM_WRITE:
            check.memory = message.value
        if check.memory != check.value:
            _complain(c, Problem.STALE_MEMORY, message.target, block, 0, message.kind)
        value = check.memory
    answer = np.int64(Event.MEM_ACK)
    if message.kind == Event.MEM_GET:
        answer = np.int64(Event.MEM_DATA)
    elif message.kind != Event.MEM_WRITE and message.kind != Event.MEM_CLEAN:
        _complain(c, Problem.MEMORY_CANNOT, message.target, block, 0, message.kind)
    home = np.int64(message.source)
    _send(c, answer, block, np.int64(message.target), home, home, 0, value)
    release_message(c, m)
