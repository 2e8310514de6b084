"""The tables of a run, with one row per entity and one named column per property.

Numbers below 2^31 (row numbers, tiles) are int32, and cycles are int64. -1 is a link to no row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.replicas import Integers

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

# State.events: one row per transaction, one per core (the end of its task), and one for the routers. NEXT
# links the events of a slot of the calendar, and the requests of a server. AT: the current tile of a packet;
# TO: its target.
NEXT, STAGE, AT, TO = range(4)
DEPARTING, AT_ROUTER, HANDED_OVER, SERVED, STARTING, TASK_END, ROUTERS, PAUSING = range(8)
"""Values of STAGE, which determine the effect of an event that is due."""
BACK = 8
"""Added to STAGE while the response of a controller is in flight."""

# State.times. SENT: the cycle before a transaction (or its response) reached the network. BLOCK: its block.
WHEN, SENT = range(2)
BLOCK = SENT

# State.servers: the links by id, the injection ports by tile, the ejection ports by tile, the controllers;
# finally a row for the packets that reached the ports of the routers, which serve them differently. A
# server is free from tick FREE_TICK of cycle FREE_CYCLE on. REQUESTS: the first request of this cycle.
FREE_CYCLE, FREE_TICK, SERVED_REQUESTS, BUSY_TICKS, WAIT_CYCLES, REQUESTS, NEXT_SERVER = range(7)
SERVER_COLUMNS = 8  # a row is a cache line

# State.banks: one row per bank, by controller; the columns of servers.
BANK_FREE_CYCLE, BANK_FREE_TICK, OPEN_ROW = range(3)

# State.row_accesses: one row per controller.
ROW_HITS, ROW_MISSES, ROW_CONFLICTS = range(3)

# State.cores. READY: the first of the ready tasks, or -1; RUNNING: a task, which has ended when the core
# decides. NEXT_CORE: the next core in the list of cores that decide in this cycle, or UNLISTED.
READY, RUNNING, WAITING_SINCE, IN_STEP, OUTSTANDING, NEXT_CORE = range(6)
NEXT_READ, READS_IN_FLIGHT, LAST_WRITE, TASKS, COMPUTE, MEMORY, NETWORK, SYNCHRONISATION = range(6, 14)
# With a run-time scheduler, READY is the task that it has chosen. NUM_READY: with such a scheduler, the tasks
# in the core's part of State.ready_tasks; with work stealing, the tasks in its heap. SORTED: how many tasks
# of the part are in the order of the scheduler. LATER: with bitmaps, how many tasks are ready besides READY.
NUM_READY, SORTED = range(14, 16)
LATER = SORTED
CORE_COLUMNS = 16
UNLISTED = -2

# State.core_lists: the start of each core's part of State.present and State.reads; one row more than cores.
PRESENT, READS, STEP_WORK = range(3)

# State.clusters. CORE: NOT_PLACED, or ASKED while the on-line mapper must place the cluster. OF_COMPUTE and
# the columns after it: the cycles of its core for this cluster, in the order of State.cores.
CORE, FIRST_CYCLE, LAST_CYCLE, OF_COMPUTE, OF_MEMORY, OF_NETWORK, OF_SYNCHRONISATION = range(7)
CLUSTER_COLUMNS = 8
NOT_PLACED, ASKED = -1, -2

# State.replicas: what follows from a value, in half a cache line. MISSING: inputs that have not arrived.
# READERS: how many tasks read the value; READER: the task if there is one, else the position of the first one
# in State.readers. MESSAGE: the first of the SCATTERS messages of a master, or the gather of another replica,
# or -1; SCATTERS is -1 if the replica is not the master. The last column of a master is OPERATION, its task,
# or -1 without cycles. That of another replica is MASTER, the row of its master.
MISSING, CLUSTER, READERS, READER, MESSAGE, SCATTERS, VERTEX, MASTER = range(8)
OPERATION = MASTER

# State.messages: one row per value message. RECEIVER: the replica that gets the value. CLUSTER is its
# cluster, in the same column as in State.replicas.
RECEIVER = 0

# State.tasks: in the scheduler's order of preference. IN: the replica to which an edge contributes; OUT: the
# replica that it reads. The operation of a vertex has IN = -1 - its master. CLUSTER is the same column again.
# With simulated memory, CYCLES of a load or store is -LOAD or -STORE, and OUT is the block that it accesses.
IN, OUT, CYCLES = 0, 2, 3

# State.links: of tasks in heaps and in lists.
CHILD, SIBLING = range(2)

# State.pages (first touch): the first touch, and its core.
TOUCHED, TOUCH_NUMBER, TOUCH_CORE = range(3)

# State.traffic: one row per class. BYTES: only for packets of different sizes, which are those of the
# caches, of work stealing and of migration, and values if State.message_bytes has rows.
VALUES, MEMORY_TRAFFIC, BARRIER, CACHE_REQUESTS, CACHE_RESPONSES, CACHE_FORWARDS = range(6)
STEALS, MOVES, FORWARDED = range(6, 9)
KINDS_OF_TRAFFIC = 9
PACKETS, FLITS_INJECTED, FLITS_EJECTED, FLIT_HOPS, LATENCY, BYTES = range(6)

# State.by_hops: per class of State.traffic and message class, one row per number of links.
HOP_PACKETS, HOP_FLITS = range(2)

# State.clock.
NOW, EVENTS, FIRST_SERVER, FIRST_CORE, NUM_ASKED, AT_BARRIER, STEPS_LEFT, FINISHED_AT = range(8)
LOCAL_MESSAGES, BLOCKS_READ, BLOCKS_WRITTEN = range(8, 11)
AT_PORTS, ROUTERS_DUE = range(11, 13)  # packets for the routers in this cycle; whether the routers decide
FIRST_HOME, LOCAL_COHERENCE = range(13, 15)
# The loop returns to Python before cycle UNTIL_CYCLE, and before the next cycle after UNTIL_EVENT events.
# NEXT_CYCLE is the cycle that follows.
UNTIL_CYCLE, UNTIL_EVENT, NEXT_CYCLE = range(15, 18)
BLOCK_PACKETS = 18  # packets that carried a block to or from a controller (traced memory)
REMOTE_VALUES = 19  # values that moved between cores through memory
CORES_ASKED = 20  # cores for which a run-time scheduler must choose a task
MAPPER_ASKED = 21  # whether the mapper of a periodic mapping must be asked in this cycle
BLOCKS_MOVED = 22  # values and accumulators that have left their core with their cluster
# The first cycle of the open interval of State.activity, and the first one after it.
INTERVAL_START, INTERVAL_END = range(23, 25)
FIRST_UNUSED_END = 25  # see numasim.numa.compiled.long_tasks
CLOCK_COLUMNS = 26

# State.moves: one row per cluster. MOVING: whether it is leaving OLD_CORE or on its way; PACKETS_LEFT: those
# of its packets that have not arrived, 0 while it is leaving. TASKS_LEFT and WORK_LEFT: its tasks that have
# not begun, and their cycles. PINNED: values for which it stays where it is: initial values that have not
# been read from memory, and values that are being forwarded. FIRST_TASK, FIRST_MESSAGE: the ready tasks and
# the values that wait for it. MOVED: how often it has begun to move. SETTLED_AT: the cycle in which it
# came to its core. BLOCK_BYTES: the payload of its packets.
MOVING, OLD_CORE, PACKETS_LEFT, TASKS_LEFT, WORK_LEFT, PINNED, FIRST_TASK, FIRST_MESSAGE, MOVED = range(9)
SETTLED_AT, BLOCK_BYTES = 9, 10
MOVE_COLUMNS = 16  # a row is two cache lines

# State.message_moves: one row per value message. SENT_IN: the cycle in which it was sent, or LOCAL. TILE: the
# tile at which it is or to which it is carried. NEW: whether it was sent since the last question.
SENT_IN, TILE, NEW = range(3)
MESSAGE_MOVE_COLUMNS = 4

# State.fidelity.
IDEAL, PACKET, FLIT = range(3)

# Values of State.node instead of the controller that owns all pages.
INTERLEAVE, FIRST_TOUCH = -1, -2

# State.packets: one row per message of the caches. KIND: a row of State.traffic; CLASS: its message class.
KIND, CLASS, FLITS = range(3)


class State(NamedTuple):
    """All data that a run reads and writes; made by :func:`numasim.numa.compiled.tables.make_state`.

    The constants of the machine and the program come first: the first number of each kind of transaction,
    sizes in flits, delays in cycles, and constant tables.
    """

    supersteps: bool
    writes_back: bool
    first_read: int
    first_write: int
    first_barrier: int
    first_steal: int
    first_forward: int
    first_core: int
    first_coherence: int
    num_cores: int
    width: int
    fidelity: int
    ports: int  # the last row of servers
    value_flits: int  # of every value message, unless message_bytes has rows
    flit_bytes: int
    header_flits: int
    block_flits: int
    injection_cycles: int
    hop_cycles: int
    socket_cycles: int  # extra cycles of a link between sockets, for the head and for each flit after it
    socket_flit_cycles: int  # cycles for which a flit occupies such a link
    mshrs: int
    answer_cycles: int  # from the end of a controller's service to its response at the port
    service_cycles: int
    service_ticks: int
    ticks_per_cycle: int
    blocks_per_page: int
    num_banks: int  # banks per controller; 0: no row buffers
    blocks_per_row: int
    activate_cycles: int
    conflict_cycles: int
    node: int  # the owner of every page, or INTERLEAVE or FIRST_TOUCH
    steals: int  # 1 with work stealing, else 0
    asks: bool  # whether a run-time scheduler chooses the tasks
    latest_first: bool  # whether the latest of the ready tasks with equal priority is the first
    ties: bool  # whether priorities may be equal; if not, priority_class and ready_at have no rows
    positions: Int32  # x and y of each tile
    sockets: Int32  # column and row of each tile's socket
    between_sockets: NDArray[np.bool_]  # for each link; no rows without sockets
    nearest: Int32  # the controller nearest to each tile
    tiles: Int32  # tiles of the controllers
    message_bytes: Int64  # of each value message, with its header; no rows if all have one size
    messages: Int32
    readers: Int32  # the tasks that read each replica
    masters: Int32  # the master of each vertex, or -1
    inputs: Int32  # the vertex of each read and of each write; all vertices with supersteps
    needs_read: NDArray[np.bool_]  # whether the initial value of a vertex is read from memory
    present: Int32  # the masters of the vertices with which each core begins, except for those that it reads
    reads: Int32  # the reads of each core, in program order
    core_lists: Int32
    missing_at_start: Int32  # for each replica; no rows in dataflow, which has one step
    first_sent: Int32  # first message to each replica, with one message per edge; no rows otherwise
    rate_row: Int32  # the row of each task in rates; no rows if all tasks have the first
    rates: Int64  # by row and kind of core, see numasim.machine.task_rates; no rows if all cores are equal
    kind_of_core: Int64
    priority_class: Int32  # for each task; equal if the priorities are equal
    # The variable state.
    clock: Int64
    counts: Int64  # events in each level of the calendar
    slots: Int32  # the first event in each slot of each level
    bins: Int32  # the bins of the merge sort
    asked: Int32  # clusters whose first message was sent in this cycle
    events: Int32
    times: Int64
    servers: Int64
    cores: Int64
    activity: (
        Int64  # cycles of all cores by interval and activity; see numasim.numa.shared.activity_over_time
    )
    counted: Int64  # cycles by activity that State.activity has, of those that State.cores has
    activity_shift: Int64  # the logarithm of the cycles of an interval
    clusters: Int64
    replicas: Int32  # by core, if every cluster stays at one core that is known at the start
    value_from: (
        Int64  # per replica: cycle in which its value was sent, or see numasim.numa.shared.value_source
    )
    inputs_from: Int64  # per master: the same for its last gather; identical to value_from in dataflow
    begun: Int64  # the cycle in which each vertex began its step; no rows in dataflow
    finished: Int64  # the cycle in which each vertex got its (new) value, or -1
    tasks: Integers  # int32 if the cycles fit
    links: Int32  # no rows if ready tasks are in bitmaps
    task_ends: Int32  # the end of each core's tasks in tasks; no rows if ready tasks are in heaps
    ready_bits: Int64  # the bitmaps of ready tasks, level after level; see numasim.numa.compiled.ready
    ready_levels: Int64  # the first word of each level
    ready_at: Int64  # the cycle in which each task became ready
    ready_tasks: Int32  # with a run-time scheduler: the ready tasks of each core, in a part of its own
    ready_parts: Int64  # the start of the part of each core
    task_bytes: (
        Int64  # what each task returns if it is stolen, and reads if it is an edge; empty if not needed
    )
    message_flits: Int64  # the length of each message of work stealing or migration
    asked_cores: Int32  # the cores for which a task must be chosen
    pages: Int64
    traffic: Int64
    by_hops: Int64
    banks: Int64
    row_accesses: Int64
    keys: Int64  # the numbers of the messages of the caches; see numasim.numa.simpy_engine.coherent_memory
    packets: Int32
    # With a periodic mapping; no rows without it.
    migrates: bool
    moves: Int64
    message_moves: Int64
    block_moves: Int32  # for each replica, which of its parts are on their way: value, accumulator
    cluster_replicas: Int32  # the replicas of each cluster
    cluster_starts: Int32
    moved_bytes: Int64  # of each message of migration, with its header
    moved_values: Int64  # bytes of the value of each replica; no rows if all values have the same bytes
    moved_inputs: Int64  # bytes of all inputs of each replica
    moved_header: int
    memory_block: int
