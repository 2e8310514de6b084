"""The state of all caches, directories and messages of the protocol, and how it begins.

The controllers (``l1``, ``home`` and ``memory`` beside this file) carry out the rules of
:mod:`numasim.numa.coherence.protocol` on it, without time. What they send, and the operations of cores that
they perform, they leave in the outbox; when those travel and arrive is their caller's business, so that
engines share everything but timing.

Where the arrays of checks are there, every step is checked: one writer or many readers, values (a store adds
one to its block's value, so a value is its store's place in the order of the block), inclusion, a core's
operations on a block in the order in which they were issued.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.cache import CacheShape, check_inclusive
from numasim.numa.coherence.protocol import (
    NUM_MESSAGES,
    HomeState,
    L1State,
    home_rules,
    l1_rules,
)
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
"""A line of an L1 or an entry of its write-back buffer. ``acks``: acknowledgements that are missing;
``first`` and ``last``: the operations that wait for the block, the one that missed first. 32 bytes: a set of
four ways is two cache lines of the host. Where values are checked, a block may be stored to less than 2^31
times."""

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
"""A line of a home or an entry of its write-back buffer, with the directory entry of its block. As in an L1,
but that messages wait; ``owner``: the L1 that owns the block, or -1; ``sharers``: the row of
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
"""``FREE_SHARERS``: the first row of sharers that was given back, linked by its first word, 0 where there is
none; ``USED_SHARERS``: rows 1 .. this have been in use."""


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
        If a slice of the L2 could not hold what an L1 holds, a number is not positive, or there are more than
        ``MAX_CORES`` cores.
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
    check_inclusive(l1, l2)
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
