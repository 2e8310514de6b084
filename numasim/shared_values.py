"""How values move through shared memory: who writes which block, and who waits for it.

With ``communication: coherent`` a value goes from core to core by the caches' protocol. Every vertex that
other cores read has a *value* in a slot of its own, which its master stores once; a core that needs it loads
it, and where it was not written yet the core keeps the block shared until the master's store invalidates it,
and loads again. Every vertex that other cores contribute to has an *accumulator*, to which each of their
clusters adds by one atomic store, and which the master loads in the same way until all have done so. A
store's readers need no value: they are told that it was performed, and load from the program's own address.

Between clusters of one core a value takes a cycle and no memory, as with messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.instructions import STORE, Instructions
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine import Machine

PUBLISH, POLL, ADD = range(3)
"""Kinds of accesses: the store of a value, a load of a value or an accumulator, an atomic addition."""

SLOT_BYTES = 8


@dataclass(frozen=True, eq=False)
class SharedValues:
    """The accesses that move values between cores.

    They are numbered: for each vertex its publication, its polls by replica, and its additions by replica.

    Attributes
    ----------
    kind : ndarray of int8, shape (a,)
    replica : ndarray of int64, shape (a,)
        Whose access it is: the master's for a publication; the master polls its accumulator.
    block : ndarray of int64, shape (a,)
    core : ndarray of int64, shape (a,)
    publication : ndarray of int64, shape (n,)
        Of each vertex, or -1.
    poll, addition : ndarray of int64, shape (r,)
        Of each replica, or -1.
    additions : ndarray of int64, shape (n,)
        How many an accumulator waits for.
    polls_indptr, polls : ndarray of int64, shapes (num_tasks + 1,) and (k,)
        The polls that each task needs.
    first_block : int
        The blocks of the slots are this one and those behind it.
    waiters_indptr, waiters : ndarray of int64
        The polls of each of those blocks.
    """

    kind: NDArray[np.int8]
    replica: NDArray[np.int64]
    block: NDArray[np.int64]
    core: NDArray[np.int64]
    publication: NDArray[np.int64]
    poll: NDArray[np.int64]
    addition: NDArray[np.int64]
    additions: NDArray[np.int64]
    polls_indptr: NDArray[np.int64]
    polls: NDArray[np.int64]
    first_block: int
    waiters_indptr: NDArray[np.int64]
    waiters: NDArray[np.int64]


def no_shared_values(vertices: int, replicas: int, tasks: int) -> SharedValues:
    """Of a run whose values are messages: no accesses."""
    none = np.zeros(0, np.int64)
    return SharedValues(
        kind=np.zeros(0, np.int8),
        replica=none,
        block=none,
        core=none,
        publication=np.full(vertices, -1),
        poll=np.full(replicas, -1),
        addition=np.full(replicas, -1),
        additions=np.zeros(vertices, np.int64),
        polls_indptr=np.zeros(tasks + 1, np.int64),
        polls=none,
        first_block=0,
        waiters_indptr=np.zeros(1, np.int64),
        waiters=none,
    )


def share_values(
    instructions: Instructions, core_of_cluster: NDArray[np.integer], machine: Machine, *, packed: bool
) -> SharedValues:
    """The accesses of a mapped program.

    Parameters
    ----------
    instructions : Instructions
    core_of_cluster : ndarray of int, shape (p,)
    machine : Machine
        For the size of its blocks and its memory.
    packed : bool
        Several slots of 8 bytes in a block, not one.

    Raises
    ------
    OptionError
        If the memory cannot hold the slots.
    """
    program = instructions.program
    graph, replicas = program.partition.graph, program.replicas
    n, r = graph.num_vertices, replicas.vertex.size
    core = np.asarray(core_of_cluster, np.int64)[replicas.cluster]
    master = replicas.master[replicas.vertex]
    remote = core != core[master]
    is_store = instructions.access[replicas.vertex] == STORE
    reads = np.zeros(r, bool)
    reads[replicas.scatters] = True
    reads &= remote & ~is_store
    adds = np.zeros(r, bool)
    adds[replicas.gathers] = True
    adds &= remote
    has_value = np.zeros(n, bool)
    has_value[replicas.vertex[reads]] = True
    additions = np.bincount(replicas.vertex[adds], minlength=n)

    published = np.flatnonzero(has_value)
    accumulated = np.flatnonzero(additions)
    polling = np.flatnonzero(reads)
    adding = np.flatnonzero(adds)
    kind = np.repeat(
        np.array([PUBLISH, POLL, POLL, ADD], np.int8),
        [published.size, accumulated.size, polling.size, adding.size],
    )
    replica = np.concatenate([replicas.master[published], replicas.master[accumulated], polling, adding])
    vertex = replicas.vertex[replica].astype(np.int64)
    order = np.lexsort((replica, kind, vertex))
    kind, replica, vertex = kind[order], replica[order], vertex[order]
    of_value = (kind == PUBLISH) | ((kind == POLL) & (replica != replicas.master[vertex]))
    # Slots in the order of the vertices: a value, then an accumulator.
    slots = np.cumsum(has_value.astype(np.int64) + (additions > 0))
    slot = slots[vertex] - 1 - (of_value & (additions[vertex] > 0))
    per_block = machine.memory.block // SLOT_BYTES if packed else 1
    blocks_per_page = machine.memory.page // machine.memory.block
    first_block = -(-(int(instructions.block.max(initial=0)) + 1) // blocks_per_page) * blocks_per_page
    block = first_block + slot // max(per_block, 1)
    if block.max(initial=0) >= machine.memory.capacity // machine.memory.block:
        raise OptionError(
            f"the program and {int(slots[-1])} values shared between cores need "
            f"{(int(block.max()) + 1) * machine.memory.block} bytes, and the machine's memory has "
            f"{machine.memory.capacity}; raise memory.capacity, or use `layout: packed`"
        )
    number = np.arange(kind.size)
    publication, poll, addition = np.full(n, -1), np.full(r, -1), np.full(r, -1)
    publication[vertex[kind == PUBLISH]] = number[kind == PUBLISH]
    poll[replica[kind == POLL]] = number[kind == POLL]
    addition[replica[kind == ADD]] = number[kind == ADD]

    m = graph.num_edges
    edge_task = np.where(instructions.task_cluster[:m] >= 0, np.arange(m), m + graph.dst.astype(np.int64))
    edge_poll = poll[replicas.out_replica]
    is_scatter = ~replicas.is_master[replicas.out_replica]
    used = is_scatter & (edge_poll >= 0)
    task = np.concatenate([edge_task[used], m + accumulated])
    polls = np.concatenate([edge_poll[used], poll[replicas.master[accumulated]]])
    order = np.lexsort((polls, task))
    task, polls = task[order], polls[order]
    once = np.ones(task.size, bool)
    once[1:] = (np.diff(task) != 0) | (np.diff(polls) != 0)
    task, polls = task[once], polls[once]
    waiters = number[kind == POLL]
    waiters = waiters[np.argsort(block[waiters], kind="stable")]
    num_blocks = int(block.max(initial=first_block - 1)) - first_block + 1
    return SharedValues(
        kind=kind,
        replica=replica,
        block=block,
        core=core[replica],
        publication=publication,
        poll=poll,
        addition=addition,
        additions=additions,
        polls_indptr=np.searchsorted(task, np.arange(program.num_tasks + 1)),
        polls=polls,
        first_block=first_block,
        waiters_indptr=np.searchsorted(block[waiters] - first_block, np.arange(num_blocks + 1)),
        waiters=waiters,
    )
