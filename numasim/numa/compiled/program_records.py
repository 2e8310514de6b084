"""The records of a program on its cores: cores, clusters, replicas, messages, tasks, and moves.

The numbers have the types of :mod:`numasim.numa.compiled.machine_records`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.records import Layout
from numasim.numa.shared.run_result import CORE_TIMES

COMPUTE, MEMORY, NETWORK, SYNCHRONISATION = range(len(CORE_TIMES))
"""The activities of a core, in the order of ``CORE_TIMES``."""

Spent = Annotated[NDArray[np.int64], len(CORE_TIMES)]
"""Cycles by activity."""


class CoreRow:
    """A core."""

    ready: int  # the first of the ready tasks, or -1; with a run-time scheduler, the task that it has chosen
    running: int  # a task, which has ended when the core decides
    waiting_since: int
    in_step: int
    outstanding: int
    next: int  # in the list of cores that decide in this cycle, or UNLISTED
    next_read: int
    reads_in_flight: int
    last_write: int
    tasks: int  # how many have finished
    spent: Spent
    num_ready: (
        int  # with a run-time scheduler or work stealing: tasks in its part of State.ready_tasks, or heap
    )
    num_sorted: int  # how many tasks of the part are in the order of the scheduler
    num_later: int  # with bitmaps, in the same place: how many tasks are ready besides ``ready``


UNLISTED = -2


class CoreListsRow:
    """The start of a core's part of some lists; one row more than cores."""

    present: int
    reads: int
    step_work: int


class ClusterRow:
    """A cluster."""

    core: int  # or NOT_PLACED, or ASKED while the on-line mapper must place the cluster
    first_cycle: int
    last_cycle: int
    spent: Spent  # the cycles of its core for this cluster


NOT_PLACED, ASKED = -1, -2


class ReplicaRow:
    """What follows from a value, in half a cache line."""

    missing: int  # inputs that have not arrived
    cluster: int
    readers: int  # how many tasks read the value
    reader: int  # the task if there is one, else the position of the first one in State.readers
    message: int  # the first message of a master, or the gather of another replica, or -1
    scatters: int  # the messages of a master; -1 if the replica is not the master
    vertex: int
    operation: int  # of a master: its task, or -1 without cycles
    master: int  # of another replica, in the same place: the row of its master


class MessageRow:
    """A value message."""

    receiver: int  # the replica that gets the value
    cluster: int  # its cluster


class TaskRow:
    """A task. The tasks are in the scheduler's order of preference."""

    contributes_to: int  # the replica to which an edge contributes; -1 - its master of an operation
    cluster: int
    reads: int  # the replica that an edge reads
    cycles: int  # with simulated memory, -LOAD or -STORE of a load or store
    block: int  # of a load or store, in the place of ``reads``
    # The fields of an access that moves a value (numasim.program.shared_values), in the places of others.
    replica: int
    kind: int
    value: int  # its row of Simulated.shared_times, or -1


class LinkRow:
    """The links of a task in heaps and in lists."""

    child: int
    sibling: int


class MoveRow:
    """The moves of a cluster, with a periodic mapping."""

    moving: int  # whether it is leaving ``old_core`` or on its way
    old_core: int
    packets_left: int  # its packets that have not arrived, 0 while it is leaving
    tasks_left: int  # tasks that have not begun,
    work_left: int  # and their cycles
    pinned: int  # values for which it stays: initial values that have not been read, and forwarded values
    first_task: int  # of the ready tasks that wait for it
    first_message: int  # of the values that wait for it
    moved: int  # how often it has begun to move
    settled_at: int  # the cycle in which it came to its core
    block_bytes: int  # the payload of its packets


class MessageMoveRow:
    """Where a value message is, with a periodic mapping."""

    sent_in: int  # the cycle in which it was sent, or LOCAL
    tile: int  # at which it is, or to which it is carried
    new: int  # whether it was sent since the last question


CORE = Layout(CoreRow, np.int64, bytes=128, names={"num_later": "num_sorted"})
CORE_LISTS = Layout(CoreListsRow, np.int32, bytes=12)
CLUSTER = Layout(ClusterRow, np.int64, bytes=64)
REPLICA = Layout(ReplicaRow, np.int32, bytes=32, names={"master": "operation"})
MESSAGE = Layout(MessageRow, np.int32, bytes=8)
_OF_ACCESSES = {"block": "reads", "replica": "contributes_to", "kind": "reads", "value": "cycles"}
TASK = Layout(TaskRow, np.int32, bytes=16, names=_OF_ACCESSES)
LONG_TASK = Layout(TaskRow, np.int64, bytes=32, names=_OF_ACCESSES)
"""With cycles that do not fit into int32."""
LINK = Layout(LinkRow, np.int32, bytes=8)
MOVE = Layout(MoveRow, np.int64, bytes=128)
MESSAGE_MOVE = Layout(MessageMoveRow, np.int64, bytes=32)
