"""The tables of a run with simulated memory, beside those of :mod:`numasim.numa.compiled.state`.

Its tasks are instructions and forwarding slots; ``State.tasks`` has them in the order in which the scheduler
prefers them, ``State.readers`` names a slot by its task and the other edges by -1 - the replica that they
contribute to, and ``State.vertices[:, OPERATION]`` is a vertex's instruction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.state import Int32, Int64
from partitioners.replicas import Integers

# Simulated.status: of a task, as in numasim.numa.run_state.
WAITING, IS_READY, QUEUED, IS_RUNNING, ACCESSING, HOLDING, DONE = range(7)

# Simulated.tiles. HEAD, TAIL: the window's bounds in window_tasks; BEGIN, END: the core's. REPLAY and
# LAST_REPLAY: accesses that wait for their turn, linked by SIBLING; REQUESTED: those to be queued in the next
# decision. INBOX, HOME_INBOX: the events of messages that have arrived. OLDEST: the cluster of HEAD's task.
HEAD, TAIL, END, REPLAY, LAST_REPLAY, MAY_REPLAY, ACCOUNTED_UNTIL, REASON, WAITED = range(9)
INBOX, LOADS, STORES, HITS, MISSES, MERGED, RETRIES, L1_REQUESTS, MSHR_CYCLES, COUNTED_UNTIL = range(9, 19)
HOME_INBOX, NEXT_HOME, HOME_REQUESTS, FETCHES, WRITE_BACKS, REQUESTED, OLDEST, BEGIN = range(19, 27)
TILE_COLUMNS = 32

# Simulated.wheel: a row a core and coming cycle. FIRST_OVER: the first task that is over then, linked by
# CHILD; POSTED: whether its event is in the calendar.
FIRST_OVER, POSTED = range(2)

# Simulated.kinds: a row a kind of message. TRAFFIC: a row of State.traffic.
LEG, TRAFFIC, MESSAGE_CLASS, KIND_FLITS, KIND_BYTES = range(5)

# Simulated.shared_times: of a vertex whose value moves through memory, as in numasim.numa.run_state.
PUBLISHED_AT, ACCUMULATED_AT, ADDED_AT, ADDITIONS, ADDITIONS_LEFT, HELD_AT = range(6)


class Simulated(NamedTuple):
    """What a run reads and writes beside :class:`numasim.numa.compiled.state.State` and the caches."""

    window: int
    issue_width: int
    l1_cycles: int
    l2_cycles: int
    wheel_slots: int  # a power of two, more than any latency
    units: int
    first_number: int  # of the messages of the caches
    access: NDArray[np.int8]
    latency: Integers
    block: Integers
    kinds: Int64
    window_tasks: Int32  # core after core in program order
    place: Int32  # of each task in window_tasks
    status: NDArray[np.int8]
    tiles: Int64
    sent: Int64  # messages that each tile's L1 and home sent, by kind
    wheel: Int32
    # The accesses that move values; their tasks follow the others, and here they are named by their tasks.
    # See numasim.program.shared_values.
    shared_kind: NDArray[np.int8]
    shared_replica: Int64
    shared_block: Int64
    shared_core: Int64
    kept: bool  # whether values are kept in memory between supersteps; else these two are empty
    read: Int64
    write: Int64
    through_memory: bool  # whether values move between cores through it; else what follows is empty
    shared_times: Int64
    publication: Int64
    poll: Int64
    addition: Int64
    polls_indptr: Int64
    polls: Int64
    first_shared_block: int
    waiters_indptr: Int64
    waiters: Int64
    lost_meanwhile: NDArray[np.int8]
