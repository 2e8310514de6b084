"""The tables of a run; see the records in ``machine_records`` and ``program_records``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled import machine_records as machine
from numasim.numa.compiled import program_records as program
from numasim.numa.compiled.records import Rows
from partitioners.kernels.array_types import Int32, Int64


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
    messages: Rows[program.MessageRow]
    readers: Int32  # the tasks that read each replica
    masters: Int32  # the master of each vertex, or -1
    inputs: Int32  # the vertex of each read and of each write; all vertices with supersteps
    needs_read: NDArray[np.bool_]  # whether the initial value of a vertex is read from memory
    present: Int32  # the masters of the vertices with which each core begins, except for those that it reads
    reads: Int32  # the reads of each core, in program order
    core_lists: Rows[program.CoreListsRow]  # one row more than cores
    missing_at_start: Int32  # for each replica; no rows in dataflow, which has one step
    first_sent: Int32  # first message to each replica, with one message per edge; no rows otherwise
    rate_row: Int32  # the row of each task in rates; no rows if all tasks have the first
    rates: Int64  # by row and kind of core, see numasim.machine.task_rates; no rows if all cores are equal
    kind_of_core: Int64
    priority_class: Int32  # for each task; equal if the priorities are equal
    # The variable state.
    clock: machine.ClockRow
    counts: Int64  # events in each level of the calendar
    slots: Int32  # the first event in each slot of each level
    bins: Int32  # the bins of the merge sort
    asked: Int32  # clusters whose first message was sent in this cycle
    events: Rows[machine.EventRow]
    times: Rows[machine.TimeRow]
    servers: Rows[machine.ServerRow]
    cores: Rows[program.CoreRow]
    activity: (
        Int64  # cycles of all cores by interval and activity; see numasim.numa.shared.activity_over_time
    )
    counted: Int64  # cycles by activity that State.activity has, of those that State.cores has
    activity_shift: Int64  # the logarithm of the cycles of an interval
    clusters: Rows[program.ClusterRow]
    replicas: Rows[
        program.ReplicaRow
    ]  # by core, if every cluster stays at one core that is known at the start
    value_from: (
        Int64  # per replica: cycle in which its value was sent, or see numasim.numa.shared.value_source
    )
    inputs_from: Int64  # per master: the same for its last gather; identical to value_from in dataflow
    begun: Int64  # the cycle in which each vertex began its step; no rows in dataflow
    finished: Int64  # the cycle in which each vertex got its (new) value, or -1
    tasks: Rows[program.TaskRow]  # LONG_TASK if the cycles do not fit into int32
    links: Rows[program.LinkRow]  # no rows if ready tasks are in bitmaps
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
    pages: Rows[machine.PageRow]
    traffic: Rows[machine.TrafficRow]  # per class
    by_hops: Rows[machine.HopRow]  # per class of traffic and message class, and number of links
    banks: Rows[machine.BankRow]  # by controller
    row_accesses: Rows[machine.RowAccessRow]  # per controller
    keys: Int64  # the numbers of the messages of the caches; see numasim.numa.simpy_engine.coherent_memory
    packets: Rows[machine.PacketRow]
    # With a periodic mapping; no rows without it.
    migrates: bool
    moves: Rows[program.MoveRow]
    message_moves: Rows[program.MessageMoveRow]
    block_moves: Int32  # for each replica, which of its parts are on their way: value, accumulator
    cluster_replicas: Int32  # the replicas of each cluster
    cluster_starts: Int32
    moved_bytes: Int64  # of each message of migration, with its header
    moved_values: Int64  # bytes of the value of each replica; no rows if all values have the same bytes
    moved_inputs: Int64  # bytes of all inputs of each replica
    moved_header: int
    memory_block: int
