"""Creation of the rows of replicas, value messages and tasks.

The rows are core by core if every cluster stays at one core. ``row_of`` is the row of each replica; it has no
rows if a replica's row is its number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.program_records import (
    LONG_TASK,
    MESSAGE,
    REPLICA,
    TASK,
    MessageRow,
    ReplicaRow,
    TaskRow,
)
from numasim.numa.compiled.records import Rows
from numasim.program.instructions import NONE
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.uncounted import kept_kernel
from partitioners.replicas import Integers

if TYPE_CHECKING:
    from numasim.program.instructions import Instructions
    from numasim.program.program import Program
    from numasim.program.shared_values import SharedValues


def rows_by_core(
    cluster: NDArray[np.int32], core_of_cluster: NDArray[np.integer[Any]], cores: int
) -> NDArray[np.int32]:
    """Number the rows of replicas core by core, on each core in order of vertex.

    A core works on vertices of similar numbers at a time, so their rows share lines of the processor's cache.

    Parameters
    ----------
    cluster : ndarray of int32, shape (r,)
        The cluster of each replica.
    core_of_cluster : ndarray of int, shape (p,)
        The core of each cluster; all clusters have one.

    Returns
    -------
    ndarray of int32, shape (r,)
        The row of each replica.
    """
    count = np.bincount(cluster, minlength=core_of_cluster.size)
    of_core = np.bincount(core_of_cluster, weights=count, minlength=cores).astype(np.int64)
    row_of = np.empty(cluster.size, np.int32)
    _deal_rows(cluster, core_of_cluster.astype(np.int32), np.cumsum(of_core) - of_core, row_of)
    return row_of


@kept_kernel
def _deal_rows(cluster: Int32, core_of_cluster: Int32, at: Int64, row_of: Int32) -> None:
    for k in range(cluster.size):
        core = core_of_cluster[cluster[k]]
        row_of[k] = at[core]
        at[core] += 1


def replica_rows(
    program: Program, missing: Integers, row_of: NDArray[np.int32]
) -> tuple[Rows[ReplicaRow], Rows[MessageRow], NDArray[np.int32], NDArray[np.int32]]:
    """Create the rows of replicas, without their tasks, and of value messages.

    Parameters
    ----------
    missing : ndarray of int, shape (r,)
        Inputs per replica and step.
    row_of : ndarray of int32, shape (r,) or (0,)

    Returns
    -------
    tuple of four arrays
        ``replicas``, ``messages``, ``masters`` and ``first_sent`` of :mod:`numasim.numa.compiled.state`.
    """
    replicas = program.replicas
    several = program.scatter_count.max(initial=0) > 1
    rows = REPLICA.rows(replicas.vertex.size)
    messages = MESSAGE.rows(program.num_messages)
    masters = np.empty(replicas.master.size, np.int32)
    first_sent = np.empty(replicas.vertex.size if several else 0, np.int32)
    _fill_replicas(
        replicas.vertex,
        replicas.cluster,
        replicas.master,
        missing,
        program.reader_indptr,
        program.gather_id,
        program.scatter_id,
        program.scatter_count,
        row_of,
        rows,
        messages,
        masters,
        first_sent,
    )
    return rows, messages, masters, first_sent


@kept_kernel
def _fill_replicas(
    vertex: Int32,
    cluster: Int32,
    master: Int32,
    missing: Integers,
    reader_indptr: Integers,
    gather_id: Integers,
    scatter_id: Integers,
    scatter_count: Integers,
    row_of: Int32,
    rows: Rows[ReplicaRow],
    messages: Rows[MessageRow],
    masters: Int32,
    first_sent: Int32,
) -> None:
    for v in range(master.size):
        masters[v] = master[v]
        if master[v] >= 0 and row_of.size > 0:
            masters[v] = row_of[master[v]]
        if master[v] >= 0:
            rows[masters[v]].message = -1
            rows[masters[v]].scatters = 0
            rows[masters[v]].operation = -1
    for r in range(vertex.size):
        number = row_of[r] if row_of.size > 0 else r
        row, of_master = rows[number], masters[vertex[r]]
        row.missing = missing[r]
        row.cluster = cluster[r]
        row.readers = reader_indptr[r + 1] - reader_indptr[r]
        row.reader = reader_indptr[r]
        row.vertex = vertex[r]
        if first_sent.size > 0:
            first_sent[number] = scatter_id[r]
        if number == of_master:
            continue
        row.message = gather_id[r]
        row.scatters = -1
        row.master = of_master
        if gather_id[r] >= 0:
            messages[gather_id[r]].receiver = of_master
            messages[gather_id[r]].cluster = cluster[master[vertex[r]]]
        for k in range(scatter_count[r]):
            messages[scatter_id[r] + k].receiver = number
            messages[scatter_id[r] + k].cluster = cluster[r]
        if scatter_count[r] > 0:
            if rows[of_master].scatters == 0:
                rows[of_master].message = scatter_id[r]
            rows[of_master].scatters += scatter_count[r]


@kept_kernel
def name_tasks(operation: Int32, readers: Int32, masters: Int32, rows: Rows[ReplicaRow]) -> None:
    """Write the tasks into the rows of replicas.

    ``operation`` has the task of each vertex, and ``readers`` the tasks by position.
    """
    for k in range(rows.shape[0]):
        if rows[k].readers == 1:
            rows[k].reader = readers[rows[k].reader]
    for v in range(masters.size):
        if masters[v] >= 0:
            rows[masters[v]].operation = operation[v]


def task_rows(
    program: Program,
    place: NDArray[np.int32],
    count: int,
    row_of: NDArray[np.int32],
    instructions: Instructions | None,
    shared: SharedValues | None,
) -> Rows[TaskRow]:
    """Create the rows of tasks.

    Parameters
    ----------
    place : ndarray of int32, shape (num_tasks,)
        The row of each task; -1 for tasks that do not run.
    count : int
        Number of tasks that run.
    row_of : ndarray of int32, shape (r,) or (0,)
    instructions : Instructions or None
        With simulated memory.
    shared : SharedValues or None
        The accesses that move values, if any. Their rows follow.

    Returns
    -------
    Rows
        ``count`` rows and those of the accesses, of int64 if the cycles of a task need it, else of int32.
    """
    replicas = program.replicas
    edge_cycles, operation_cycles = replicas.edge_cycles, replicas.operation_cycles
    block = np.zeros(0, np.int32)
    if instructions is not None:
        edge_cycles, block = np.ones(replicas.in_replica.size, np.int32), instructions.block
        operation_cycles = np.where(instructions.access == NONE, instructions.latency, -instructions.access)
    num_shared = 0 if shared is None else shared.kind.size
    fits = np.result_type(edge_cycles, operation_cycles, block) != np.int64
    rows = (TASK if fits else LONG_TASK).rows(count + num_shared)
    if shared is not None:
        accesses = rows[count:]
        accesses["cluster"] = accesses["value"] = -1
        accesses["replica"] = row_of[shared.replica] if row_of.size > 0 else shared.replica
        accesses["kind"] = shared.kind
    _fill_tasks(
        place,
        replicas.in_replica,
        replicas.out_replica,
        replicas.master,
        replicas.cluster,
        edge_cycles,
        operation_cycles,
        block,
        row_of,
        rows,
    )
    return rows


@kept_kernel
def _fill_tasks(
    place: Int32,
    in_replica: Int32,
    out_replica: Int32,
    master: Int32,
    cluster: Int32,
    edge_cycles: Integers,
    operation_cycles: Integers,
    block: Integers,
    row_of: Int32,
    rows: Rows[TaskRow],
) -> None:
    m = in_replica.size
    for e in range(m):
        if place[e] < 0:
            continue
        row, into, reads = rows[place[e]], in_replica[e], out_replica[e]
        row.cluster = cluster[into]
        row.contributes_to = row_of[into] if row_of.size > 0 else into
        row.reads = row_of[reads] if row_of.size > 0 else reads
        row.cycles = edge_cycles[e]
    for v in range(place.size - m):
        if place[m + v] < 0:
            continue
        row, into = rows[place[m + v]], master[v]
        row.cluster = cluster[into]
        row.contributes_to = -1 - (row_of[into] if row_of.size > 0 else into)
        row.block = block[v] if block.size > 0 else -1
        row.cycles = operation_cycles[v]
