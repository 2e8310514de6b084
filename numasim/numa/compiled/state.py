"""The tables of a run: one row an entity, one named column a property.

Numbers below 2^31 (numbers of rows, tiles) are int32, cycles are int64. A link to no row is -1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.replicas import Integers

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

# State.events: a row a transaction, a row a core (the end of its task), and one for the routers. NEXT links
# the events of one slot of the calendar, and the requests of one server. AT: the tile that a packet is at;
# TO: its target.
NEXT, STAGE, AT, TO = range(4)
DEPARTING, AT_ROUTER, HANDED_OVER, SERVED, STARTING, TASK_END, ROUTERS = range(7)
"""Values of STAGE: what happens when the event is due."""
BACK = 8
"""Added to STAGE while a controller's answer is under way."""

# State.times. SENT: the cycle before a transaction (its answer) reached the network. BLOCK: at a controller.
WHEN, SENT = range(2)
BLOCK = SENT

# State.servers: the links by id, the injection ports by tile, the ejection ports by tile, the controllers;
# last a row for the packets that reached the ports of the routers, which serve them in their own way. A
# server is free from tick FREE_TICK of cycle FREE_CYCLE on. REQUESTS: the first of this cycle's.
FREE_CYCLE, FREE_TICK, SERVED_REQUESTS, BUSY_TICKS, WAIT_CYCLES, REQUESTS, NEXT_SERVER = range(7)
SERVER_COLUMNS = 8  # a row is a cache line

# State.banks: a row a bank, controller after controller; as servers.
BANK_FREE_CYCLE, BANK_FREE_TICK, OPEN_ROW = range(3)

# State.row_accesses: a row a controller.
ROW_HITS, ROW_MISSES, ROW_CONFLICTS = range(3)

# State.cores. READY: the root of the heap of ready tasks; RUNNING: a task, which has ended when the core
# decides. NEXT_CORE: in the list of those that decide in this cycle, UNLISTED where it is not in it.
READY, RUNNING, WAITING_SINCE, IN_STEP, OUTSTANDING, NEXT_CORE = range(6)
NEXT_READ, READS_IN_FLIGHT, LAST_WRITE, TASKS, COMPUTE, MEMORY, NETWORK, SYNCHRONISATION = range(6, 14)
CORE_COLUMNS = 16
UNLISTED = -2

# State.core_lists: where each core's part of State.present and State.reads begins; one row more than cores.
PRESENT, READS, STEP_WORK = range(3)

# State.clusters. CORE: NOT_PLACED, or ASKED while its on-line mapper is about to be asked. OF_COMPUTE and
# those after it: the cycles of its core that are its own, in the order of State.cores.
CORE, FIRST_CYCLE, LAST_CYCLE, OF_COMPUTE, OF_MEMORY, OF_NETWORK, OF_SYNCHRONISATION = range(7)
CLUSTER_COLUMNS = 8
NOT_PLACED, ASKED = -1, -2

# State.replicas; one row more than replicas, for FIRST_READER. GATHER: the number of the message that it
# sends, or -1.
VERTEX, CLUSTER, MISSING, GATHER, FIRST_READER = range(5)

# State.vertices. SCATTER: the number of the first of its SCATTERS; OPERATION: its task, -1 without cycles.
MASTER, SCATTER, SCATTERS, OPERATION = range(4)

# State.tasks: in the order in which the scheduler prefers them. IN: the replica that an edge contributes to,
# and OUT the one that it reads; an operation of vertex v has IN = -1 - v.
CHILD, SIBLING, IN, OUT = range(4)

# State.pages (first touch): the first touch, and the core that it came from.
TOUCHED, TOUCH_NUMBER, TOUCH_CORE = range(3)

# State.traffic: a row a class. BYTES: of the classes whose packets have various sizes, those of the caches.
VALUES, MEMORY_TRAFFIC, BARRIER, CACHE_REQUESTS, CACHE_RESPONSES, CACHE_FORWARDS = range(6)
PACKETS, FLITS_INJECTED, FLITS_EJECTED, FLIT_HOPS, LATENCY, BYTES = range(6)

# State.by_hops: a row a class of State.traffic and message class, in it a row a number of links.
HOP_PACKETS, HOP_FLITS = range(2)

# State.clock.
NOW, EVENTS, FIRST_SERVER, FIRST_CORE, NUM_ASKED, AT_BARRIER, STEPS_LEFT, FINISHED_AT = range(8)
LOCAL_MESSAGES, BLOCKS_READ, BLOCKS_WRITTEN = range(8, 11)
AT_PORTS, ROUTERS_DUE = range(11, 13)  # packets for the routers in this cycle; whether these decide in it
FIRST_HOME, LOCAL_COHERENCE = range(13, 15)
# The loop goes back to Python before a cycle of UNTIL_CYCLE or later, and before any once UNTIL_EVENT events
# were handled; that cycle is then NEXT_CYCLE.
UNTIL_CYCLE, UNTIL_EVENT, NEXT_CYCLE = range(15, 18)
BLOCK_PACKETS = 18  # packets that carried a block to or from a controller (traced memory)
REMOTE_VALUES = 19  # that moved between cores through memory
CLOCK_COLUMNS = 20

# State.fidelity.
IDEAL, PACKET, FLIT = range(3)

# State.node, in place of the controller that owns all pages.
INTERLEAVE, FIRST_TOUCH = -1, -2

# State.packets: a row a message of the caches. KIND: a row of State.traffic; CLASS: its message class.
KIND, CLASS, FLITS = range(3)


class State(NamedTuple):
    """Everything that a run reads and writes; made by :func:`numasim.numa.compiled.tables.make_state`.

    The machine and the program come first: the numbers where each kind of transaction begins, sizes in flits
    and delays in cycles, and tables that stay as they are.
    """

    supersteps: bool
    writes_back: bool
    first_read: int
    first_write: int
    first_barrier: int
    first_core: int
    first_coherence: int
    num_cores: int
    width: int
    fidelity: int
    ports: int  # the last row of servers
    value_flits: int
    header_flits: int
    block_flits: int
    injection_cycles: int
    hop_cycles: int
    socket_cycles: int  # what a link between sockets takes longer: the head, and each flit behind it
    socket_flit_cycles: int  # that a flit holds such a link
    mshrs: int
    answer_cycles: int  # from the end of a controller's service to its answer at the port
    service_cycles: int
    service_ticks: int
    ticks_per_cycle: int
    blocks_per_page: int
    num_banks: int  # of each controller; 0: no row buffers
    blocks_per_row: int
    activate_cycles: int
    conflict_cycles: int
    node: int  # that owns every page, or one of INTERLEAVE and FIRST_TOUCH
    ties: bool  # whether two tasks may have one priority; else priority_class and ready_at have no rows
    positions: Int32  # x and y of each tile
    sockets: Int32  # column and row of each tile's socket
    between_sockets: NDArray[np.bool_]  # each link; without sockets no rows
    nearest: Int32  # the controller nearest to each tile
    tiles: Int32  # of the controllers
    message_replica: Int32  # the replica that sends each gather, and that receives each scatter
    readers: Int32  # the tasks that read each replica
    inputs: Int32  # the vertex that each read is of, and each write; those of supersteps are all vertices
    needs_read: NDArray[np.bool_]  # whether the value that a vertex begins with is read from memory
    present: Int32  # the vertices that each core begins with, but for those that it reads
    reads: Int32  # the reads of each core, in program order
    core_lists: Int32
    missing_at_start: Int32  # of each replica; in dataflow, where nothing starts anew, no rows
    first_sent: Int32  # to each replica, where it is sent a message for every edge; else no rows
    task_cycles: Integers  # int32 where they fit
    priority_class: Int32  # of each task; equal where the priorities are
    # What changes.
    clock: Int64
    counts: Int64  # events in each level of the calendar
    slots: Int32  # the first event in each slot of each level
    bins: Int32  # the sorter's
    asked: Int32  # clusters that were sent their first message in this cycle
    events: Int32
    times: Int64
    servers: Int64
    cores: Int64
    clusters: Int64
    replicas: Int32
    value_from: Int64  # of each replica: when its value was sent, or as in numasim.numa.value_source
    inputs_from: Int64  # of each master: the same of its last gather; in dataflow this is value_from itself
    vertices: Int32
    begun: Int64  # the cycle in which each vertex began its step; in dataflow no rows
    finished: Int64  # the cycle in which each vertex got its (new) value, or -1
    tasks: Int32
    ready_at: Int64  # the cycle in which each task became ready
    pages: Int64
    traffic: Int64
    by_hops: Int64
    banks: Int64
    row_accesses: Int64
    keys: Int64  # what tells the messages of the caches apart; see numasim.numa.coherent_memory
    packets: Int32
