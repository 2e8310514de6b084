"""Communication through memory: the accesses that write and read shared values.

With ``communication: coherent``, the coherence protocol moves values between cores. Every vertex that other
cores read has a *value* in its own slot. Its master stores the value once, and every core that needs it loads
it. If the value is not written yet, the loading core keeps the block shared until the store of the master
invalidates it, and then loads again. Every vertex to which other cores contribute has an *accumulator*. Each
of their clusters adds to it with one atomic store, and the master loads it in the same way until all clusters
have added. In dataflow, the readers of a store need no value: they are notified when the store is performed,
and load from the program's own address.

Between clusters of the same core, a value takes one cycle and uses no memory, as with messages.

With both kinds of communication, values that are kept in memory between supersteps are loaded by their
masters at the start of a step, and stored when their vertices are done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.program.instructions import STORE, Instructions
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

PUBLISH, POLL, ADD, READ, WRITE = range(5)
"""Kinds of accesses: the store of a value, a load of a value or an accumulator, an atomic addition; the load
and the store of a value that is kept between supersteps."""

SLOT_BYTES = 8


@dataclass(frozen=True, eq=False)
class SharedValues:
    """The accesses that move values between cores, and between supersteps.

    The accesses are numbered core by core, on each core in the order of their vertices. Each vertex has its
    publication, its polls by replica, its additions by replica, and the load and the store of its value.

    Attributes
    ----------
    through_memory : bool
        Whether values move between cores as memory accesses instead of messages.
    kind : ndarray of int8, shape (a,)
    replica : ndarray of int64, shape (a,)
        The replica that makes the access. It is the master except for polls of values and additions.
    block : ndarray of int64, shape (a,)
    core : ndarray of int64, shape (a,)
    publication, read, write : ndarray of int64, shape (n,)
        The access of each vertex, or -1.
    poll, addition : ndarray of int64, shape (r,)
        The access of each replica, or -1.
    additions : ndarray of int64, shape (n,)
        Number of additions that each accumulator waits for.
    polls_indptr, polls : ndarray of int64, shapes (num_tasks + 1,) and (k,)
        The polls that each task needs.
    first_block : int
        The first block of the slots. All later blocks are slots, too.
    waiters_indptr, waiters : ndarray of int64
        The polls of each block of slots.
    """

    through_memory: bool
    kind: NDArray[np.int8]
    replica: NDArray[np.int64]
    block: NDArray[np.int64]
    core: NDArray[np.int64]
    publication: NDArray[np.int64]
    read: NDArray[np.int64]
    write: NDArray[np.int64]
    poll: NDArray[np.int64]
    addition: NDArray[np.int64]
    additions: NDArray[np.int64]
    polls_indptr: NDArray[np.int64]
    polls: NDArray[np.int64]
    first_block: int
    waiters_indptr: NDArray[np.int64]
    waiters: NDArray[np.int64]

    @property
    def kept(self) -> bool:
        """Whether values are kept in memory between supersteps."""
        return bool((self.read >= 0).any())


def no_shared_values(vertices: int, replicas: int, tasks: int) -> SharedValues:
    """The empty ``SharedValues`` of a dataflow run whose values are sent as messages."""
    none = np.zeros(0, np.int64)
    return SharedValues(
        through_memory=False,
        kind=np.zeros(0, np.int8),
        replica=none,
        block=none,
        core=none,
        publication=np.full(vertices, -1),
        read=none,
        write=none,
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
    instructions: Instructions,
    core_of_cluster: NDArray[np.integer],
    machine: Machine,
    *,
    through_memory: bool,
    packed: bool = False,
) -> SharedValues:
    """Create the accesses of a mapped program.

    Parameters
    ----------
    core_of_cluster : ndarray of int, shape (p,)
    machine : Machine
        Provides the block size and the memory capacity.
    through_memory : bool
        Whether values move between cores as memory accesses instead of messages.
    packed : bool
        Whether a block has several slots of 8 bytes instead of one.

    Raises
    ------
    OptionError
        The slots do not fit into the memory.
    """
    program = instructions.program
    graph, replicas = program.partition.graph, program.replicas
    n, r = graph.num_vertices, replicas.vertex.size
    kept = instructions.kept
    core = np.asarray(core_of_cluster, np.int64)[replicas.cluster]
    adds, reads = np.zeros(r, bool), np.zeros(r, bool)
    if through_memory:
        remote = core != core[replicas.master[replicas.vertex]]
        reads[replicas.scatters] = True
        reads &= remote
        if program.model == "dataflow":
            reads &= instructions.access[replicas.vertex] != STORE
        adds[replicas.gathers] = True
        adds &= remote
    has_value = np.zeros(n, bool)
    has_value[replicas.vertex[reads]] = True
    additions = np.bincount(replicas.vertex[adds], minlength=n)

    accumulated = np.flatnonzero(additions)
    of_kind = {
        PUBLISH: replicas.master[has_value],
        POLL: np.concatenate([replicas.master[accumulated], np.flatnonzero(reads)]),
        ADD: np.flatnonzero(adds),
        READ: replicas.master[kept],
        WRITE: replicas.master[kept],
    }
    kind = np.repeat(np.array(list(of_kind), np.int8), [who.size for who in of_kind.values()])
    replica = np.concatenate(list(of_kind.values()))
    vertex = replicas.vertex[replica].astype(np.int64)
    order = np.lexsort((replica, kind, vertex, core[replica]))
    kind, replica, vertex = kind[order], replica[order], vertex[order]
    of_value = (kind == PUBLISH) | ((kind == POLL) & (replica != replicas.master[vertex]))
    # Slots in the order of the vertices: a value, then an accumulator.
    slots = np.cumsum(has_value.astype(np.int64) + (additions > 0))
    slot = slots[vertex] - 1 - (of_value & (additions[vertex] > 0))
    per_block = machine.memory.block // SLOT_BYTES if packed else 1
    blocks_per_page = machine.memory.page // machine.memory.block
    last_block = max(
        int(instructions.block.max(initial=0)), instructions.kept_block + int(kept.max(initial=0))
    )
    first_block = -(-(last_block + 1) // blocks_per_page) * blocks_per_page
    block = first_block + slot // max(per_block, 1)
    is_kept = (kind == READ) | (kind == WRITE)
    block[is_kept] = instructions.kept_block + vertex[is_kept]
    if block.max(initial=0) >= machine.memory.capacity // machine.memory.block:
        raise OptionError(
            f"the program and {int(slots[-1])} values shared between cores need "
            f"{(int(block.max()) + 1) * machine.memory.block} bytes, but the machine's memory has only "
            f"{machine.memory.capacity}; increase memory.capacity, or use `value_layout: packed`"
        )
    number = np.arange(kind.size)
    publication, read, write = np.full((3, n), -1)
    publication[vertex[kind == PUBLISH]] = number[kind == PUBLISH]
    read[vertex[kind == READ]] = number[kind == READ]
    write[vertex[kind == WRITE]] = number[kind == WRITE]
    poll, addition = np.full((2, r), -1)
    poll[replica[kind == POLL]] = number[kind == POLL]
    addition[replica[kind == ADD]] = number[kind == ADD]

    polls_indptr, polls = _polls_of_tasks(instructions, poll, accumulated)
    waiters = number[kind == POLL]
    waiters = waiters[np.argsort(block[waiters], kind="stable")]
    num_blocks = int(block.max(initial=first_block - 1)) - first_block + 1
    return SharedValues(
        through_memory=through_memory,
        kind=kind,
        replica=replica,
        block=block,
        core=core[replica],
        publication=publication,
        read=read,
        write=write,
        poll=poll,
        addition=addition,
        additions=additions,
        polls_indptr=polls_indptr,
        polls=polls,
        first_block=first_block,
        waiters_indptr=np.searchsorted(block[waiters] - first_block, np.arange(num_blocks + 1)),
        waiters=waiters,
    )


def _polls_of_tasks(
    instructions: Instructions, poll: NDArray[np.int64], accumulated: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct polls that each task needs, as (indptr, polls)."""
    program = instructions.program
    replicas, dst = program.replicas, program.partition.graph.dst
    m = dst.size
    master_polls = poll[replicas.master[accumulated]]
    of_value = poll.copy()
    of_value[replicas.master[accumulated]] = -1
    edges = np.flatnonzero(of_value[replicas.out_replica] >= 0)
    slot = instructions.task_cluster[edges] >= 0
    task = np.concatenate([np.where(slot, edges, m + dst[edges].astype(np.int64)), m + accumulated])
    polls = np.concatenate([of_value[replicas.out_replica[edges]], master_polls])
    order = np.lexsort((polls, task))
    task, polls = task[order], polls[order]
    once = np.ones(task.size, bool)
    once[1:] = (np.diff(task) != 0) | (np.diff(polls) != 0)
    task, polls = task[once], polls[once]
    return np.searchsorted(task, np.arange(program.num_tasks + 1)), polls
