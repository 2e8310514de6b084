"""The state of all caches, directories and messages of the protocol, and its initial value.

The controllers (``l1``, ``home`` and ``memory`` in this folder) apply the rules of
:mod:`numasim.numa.coherence.protocol` to it, without timing. They put sent messages and performed operations
into the outbox. The caller decides when these travel and arrive, so that the engines share everything except
timing.

With the arrays of checks, every step is checked: one writer or many readers, values (a store adds one to its
block's value, so a value is the position of its store in the order of the block), inclusion, and that a
core's operations on a block are performed in the order of issue.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.cache import CacheShape, bits_of, check_inclusive
from numasim.numa.coherence.home_tiles import HomeTiles
from numasim.numa.coherence.protocol import (
    NUM_MESSAGES,
    HomeState,
    L1State,
    home_rules,
    l1_rules,
)
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Records

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
"""A line of an L1 or an entry of its write-back buffer. ``acks``: missing acknowledgements; ``first`` and
``last``: the operations that wait for the block, beginning with the one that missed. A record has 32 bytes,
so a set of four ways is two cache lines of the host. If values are checked, a block may be stored to less
than 2^31 times."""

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
"""A line of a home or an entry of its write-back buffer, with the directory entry of its block. The fields of
an L1 line have the same meaning, but messages wait. ``owner``: the L1 that owns the block, or -1;
``sharers``: the row of ``Coherence.sharers`` with its sharers, or 0; ``dirty``: the block is newer than
memory."""

MAX_CORES = np.iinfo(np.int16).max
"""Maximum number of acknowledgements that a line can wait for."""

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
"""A message, or an operation of a core in its L1. ``source`` and ``target`` are the numbers of the units of
the message's leg. ``next`` links the list that contains the message. The caller sets ``stamp``, and the
operations of a core must have ascending stamps."""

BLOCK_CHECK = np.dtype(
    [("value", np.int64), ("memory", np.int64), ("readers", np.int32), ("writers", np.int32)], align=True
)
SEEN = np.dtype([("value", np.int64), ("stamp", np.int64)])

FREE_MESSAGE, TICK, OUTBOX, PROBLEM, PROBLEM_UNIT, PROBLEM_BLOCK, PROBLEM_STATE, PROBLEM_EVENT, LOST = range(
    9
)
FREE_SHARERS, USED_SHARERS = range(9, 11)
REGISTERS = 11
"""``FREE_SHARERS``: the first released row of sharers, or 0. Released rows are linked by their first words.
``USED_SHARERS``: the last row that has ever been in use. The rows begin at 1."""


class Problem(IntEnum):
    """The problem of a step, in the register ``PROBLEM``."""

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
"""The outcome of an event, other than the number of a line to continue with: done, waits for its block, waits
for a line, must be retried by the core."""

# The access of a core to its copy, by the state in its L1: none, read, write.
_COPY = np.zeros(len(L1State), np.int64)
_COPY[[L1State.S, L1State.SM, L1State.SM_A]] = 1
_COPY[[L1State.E, L1State.M]] = 2


class Coherence(NamedTuple):
    """The state of all caches, directories and messages, for the compiled functions.

    Attributes
    ----------
    cores, homes, controllers, mshrs : int
    home_rule : int
        ``BY_BLOCK``, ``BY_PAGE`` or ``BY_SOCKET``.
    page_blocks, page_stride : int
        Blocks of a page, and the distance between two pages that follow one another in the same tiles.
    tiles_of_socket : ndarray of int64, shape (sockets, tiles)
    socket_of_page : ndarray of int64, shape (pages,)
        The socket whose tiles are the homes of a page's blocks, or -1 before its first access. Empty without
        ``BY_SOCKET``.
    l1_sets, l1_ways, l1_lines, home_sets, home_ways, home_lines, buffers : int
        ``*_lines`` are per cache and include its ``buffers`` write-back entries after the sets.
    l1_set_bits, home_bits, home_set_bits : int
        The logarithms of ``l1_sets``, ``homes`` and ``home_sets``, or -1; see :func:`~.cache.bits_of`.
    lines, home : ndarray of L1_LINE, of HOME_LINE
        The lines of all L1s and of all homes.
    sharers : ndarray of int64, shape (homes * home_lines + 1, words)
        One bit per L1. A line takes a row with its first sharer, so that only the rows in simultaneous use
        need memory. Row 0 is always empty.
    starved : ndarray of int64, shape (homes, 2)
        First and last of the requests that wait for a line.
    in_use : ndarray of int64, shape (cores, 2)
        Used MSHRs and write-back entries of each L1.
    home_buffers : ndarray of int64, shape (homes,)
        Used write-back entries of each home, including reserved ones.
    messages : ndarray of MESSAGE
        The pool of messages.
    outbox, registers, sent : ndarray of int64
        The sent messages of a step, the fields ``FREE_MESSAGE`` ..., and the number of messages of each kind.
    l1_rules, home_rules : ndarray of RULE
    l1_replaceable, home_replaceable : ndarray of bool
        Whether a line may be replaced, by state.
    copy : ndarray of int64
        The access of a core by state of its L1: 1 to read, 2 to write.
    blocks : ndarray of BLOCK_CHECK
        The checks. If empty, there are no checks and values are not simulated.
    seen : ndarray of SEEN, shape (cores, blocks)
    lost : ndarray of int64
        The blocks that an L1 has lost in this cycle; ``LOST`` is their number. Empty if losses are not noted.
    """

    cores: int
    homes: int
    controllers: int
    mshrs: int
    home_rule: int
    page_blocks: int
    page_stride: int
    tiles_of_socket: NDArray[np.int64]
    socket_of_page: NDArray[np.int64]
    l1_sets: int
    l1_ways: int
    l1_lines: int
    home_sets: int
    home_ways: int
    home_lines: int
    buffers: int
    l1_set_bits: int
    home_bits: int
    home_set_bits: int
    lines: Records
    home: Records
    sharers: NDArray[np.int64]
    starved: NDArray[np.int64]
    in_use: NDArray[np.int64]
    home_buffers: NDArray[np.int64]
    messages: Records
    outbox: NDArray[np.int64]
    registers: NDArray[np.int64]
    sent: NDArray[np.int64]
    l1_rules: Records
    home_rules: Records
    l1_replaceable: NDArray[np.bool_]
    home_replaceable: NDArray[np.bool_]
    copy: NDArray[np.int64]
    blocks: Records
    seen: Records
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
    home_tiles: HomeTiles | None = None,
) -> Coherence:
    """Create the state with empty caches.

    Parameters
    ----------
    cores, homes, controllers : int
    l1, l2 : CacheShape
        The shapes of an L1 and of an L2 slice.
    mshrs, buffers : int
        Maximum outstanding misses of an L1, and maximum outstanding write-backs of an L1 or a home slice.
    outstanding : int
        Maximum outstanding operations of a core.
    note_losses : bool
        Whether the blocks that L1s lose are noted. The caller then empties ``lost`` after all messages
        of an L1 in a cycle.
    checked_blocks : int
        Number of blocks. If positive, every step is checked and only these blocks may be used; 0: no checks.
    home_tiles : HomeTiles, optional
        The tiles of the homes of each page; by default, the blocks are dealt out over all homes in turn.

    Raises
    ------
    OptionError
        An L2 slice cannot include an L1, a number is not positive, or there are more than ``MAX_CORES``
        cores.
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
    tiles = home_tiles or HomeTiles.of_blocks()
    l1_lines, home_lines = l1.sets * l1.ways + buffers, l2.sets * l2.ways + buffers
    # At most all sharers of every miss get a message at once. No run has come near the cap.
    pool = min(cores * (outstanding + (mshrs + buffers) * (cores + 4)), 1 << 20)
    messages = np.zeros(pool, MESSAGE)
    messages["next"] = np.arange(1, pool + 1)
    messages["next"][-1] = -1
    return Coherence(
        cores=cores,
        homes=homes,
        controllers=controllers,
        mshrs=mshrs,
        **tiles._asdict(),
        l1_sets=l1.sets,
        l1_ways=l1.ways,
        l1_lines=l1_lines,
        home_sets=l2.sets,
        home_ways=l2.ways,
        home_lines=home_lines,
        buffers=buffers,
        l1_set_bits=bits_of(l1.sets),
        home_bits=bits_of(homes),
        home_set_bits=bits_of(l2.sets),
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
        # In a cycle, an L1 loses the copies that it had, and those of the misses that complete.
        lost=np.zeros(l1_lines + mshrs if note_losses else 0, np.int64),
    )
