"""The report on a run that cannot finish: the oldest unfinished work of each core, and its missing inputs.

A run stalls only if a component has a bug: a message is lost, a rule of the protocol is wrong, or there is a
deadlock. Both engines describe their state as a :class:`MachineSnapshot`, from which this module derives the
missing inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.home_places import home_of
from numasim.numa.coherence.inspection import home_state, l1_state
from numasim.numa.shared.stall_lines import unfinished_error
from numasim.numa.shared.value_source import LOCAL
from numasim.program.instructions import STORE
from numasim.program.program import Program

if TYPE_CHECKING:
    from numasim.numa.coherence.state import Coherence
    from numasim.numa.noc.flit_state import FlitState
    from numasim.program.instructions import Instructions
    from partitioners.errors import InvariantError

MAX_NAMED = 3

_STATUS = ("waits for its values", "is about to enter the window", "is about to begin", "is in progress")
"""The descriptions of the states of a task; see :mod:`numasim.numa.simpy_engine.instruction_state`."""
_ACCESSING, _DONE = 4, 6


class MachineSnapshot(NamedTuple):
    """The state of a run, common to both engines.

    Attributes
    ----------
    ran, expected : int
        Number of tasks that were run, and of all tasks.
    moving : bool
        Whether there are events left, although they make no progress.
    core_of_cluster : ndarray, shape (p,)
        The core of each cluster; -1 if it is not placed.
    finished : ndarray, shape (n,)
        The cycle in which each vertex got its (last) value, or -1.
    unread : ndarray of bool, shape (n,)
        Whether the initial value of the vertex has not arrived from memory, in a dataflow run.
    missing, value_from : ndarray, shape (r,)
        The number of missing inputs of each replica in a dataflow run, and the cycle in which its value was
        sent.
    status : ndarray or None, shape (n,)
        The states of the vertices' instructions, with simulated memory.
    left, reads : sequence of int
        The remaining work of each core in its superstep (0: it is at the barrier), and its outstanding reads.
    at_barrier : int
        Number of reports that have reached core 0.
    """

    cycle: int
    ran: int
    expected: int
    moving: bool
    core_of_cluster: NDArray[Any]
    finished: NDArray[Any]
    unread: NDArray[np.bool_]
    missing: NDArray[Any]
    value_from: NDArray[Any]
    status: NDArray[Any] | None
    left: Sequence[int]
    reads: Sequence[int]
    at_barrier: int
    caches: Coherence | None
    routers: FlitState | None


def stall_error(
    program: Program, snapshot: MachineSnapshot, instructions: Instructions | None
) -> InvariantError:
    """Create the error that lists the unfinished work and its missing inputs, oldest first, in few lines."""
    if program.model == "supersteps":
        lines = _cores_in_steps(snapshot)
    else:
        lines = _Dataflow(program, snapshot, instructions).lines()
    return unfinished_error(
        f"{snapshot.ran} of {snapshot.expected} tasks were run by cycle {snapshot.cycle}",
        lines,
        moving=snapshot.moving,
        caches=snapshot.caches,
        routers=snapshot.routers,
    )


def _cores_in_steps(snapshot: MachineSnapshot) -> Iterator[str]:
    cores = len(snapshot.left)
    if not any(snapshot.left):
        yield f"core 0: {snapshot.at_barrier} of {cores} reports have reached the barrier"
    for core, left in enumerate(snapshot.left):
        reads = snapshot.reads[core] if snapshot.status is None else 0
        if left:
            outstanding = f"; outstanding reads from memory: {reads}" if reads else ""
            what = "edges and vertices" if snapshot.status is None else "tasks and accesses"
            yield f"core {core}: {what} left in its step: {left}{outstanding}"


class _Dataflow:
    """The oldest unfinished vertex of every core, and its missing inputs."""

    def __init__(
        self, program: Program, snapshot: MachineSnapshot, instructions: Instructions | None
    ) -> None:
        self._program, self._snapshot = program, snapshot
        self._replicas = program.replicas
        self._instructions = instructions
        graph = program.partition.graph
        self._src = graph.src
        order = program.order[graph.num_edges :]
        open_ones = np.flatnonzero((snapshot.finished < 0) & (self._replicas.master >= 0))
        self._open = open_ones[np.argsort(order[open_ones], kind="stable")]

    def lines(self) -> Iterator[str]:
        """One line for each core with unfinished work, ordered by the age of this work."""
        seen = set()
        for v in self._open.tolist():
            core = self._core(self._replicas.master[v])
            if core not in seen:
                seen.add(core)
                lacks = list(self._lacks(v, core)) or ["nothing, but was not run"]
                yield f"{_core(core)}: vertex {v} waits for {_named(lacks, '; ')}"

    def _lacks(self, v: int, core: int) -> Iterator[str]:
        replicas, here = self._replicas, self._snapshot
        master = int(replicas.master[v])
        if here.unread[v]:
            yield "its initial value, which is being read from memory"
        if here.status is not None and here.missing[master] == 0:
            yield self._instruction(v, core)
            return
        own = list(self._edges(master))
        yield from own
        sent = []
        for r in range(int(replicas.indptr[v]), int(replicas.indptr[v + 1])):
            if r == master or not replicas.in_edges[r]:
                continue
            who = f"cluster {replicas.cluster[r]} ({_core(self._core(r))})"
            if here.missing[r]:
                lacks = _named(self._edges(r)) or "a value that is never sent"
                yield f"the gather of {who}, which waits for {lacks}"
            else:
                sent.append(who)
        unsent = int(self._program.gathers_of_master[master]) - len(sent)
        lost = int(here.missing[master]) - len(own) - unsent
        if 0 < lost < len(sent):
            yield f"{lost} of the gathers of {_named(sent)}, sent but not received"
        elif lost > 0:
            yield f"the gather of {_named(sent) or 'an unknown cluster'}, sent but not received"

    def _edges(self, r: int) -> Iterator[str]:
        """The missing values of the unfinished edges of a replica."""
        replicas, here = self._replicas, self._snapshot
        if not here.missing[r]:
            return
        for e in np.flatnonzero(replicas.in_replica == r).tolist():
            u, reads = int(self._src[e]), int(replicas.out_replica[e])
            master = int(replicas.master[u])
            if here.finished[u] < 0:
                yield f"vertex {u} ({_core(self._core(master))})"
            elif reads != master and here.value_from[reads] == LOCAL:
                yield f"the value of vertex {u} from {_core(self._core(master))}, sent but not received"

    def _instruction(self, v: int, core: int) -> str:
        """The state of the instruction of a vertex that has all of its values."""
        here, instructions = self._snapshot, self._instructions
        assert here.status is not None
        assert instructions is not None
        if here.status[v] != _ACCESSING or here.caches is None:
            return f"its instruction, which {_STATUS[min(int(here.status[v]), 3)]}"
        c, block = here.caches, int(instructions.block[v])
        state = l1_state(c, core, block)
        kind = "store" if instructions.access[v] == STORE else "load"
        home = f"home {home_of(c, block)} in {home_state(c, block).name}"
        mshrs = f"{c.in_use[core, 0]} of {c.mshrs} MSHRs in use"
        return f"its {kind} of block {block}: L1 in {state.name}, {home}, {mshrs}"

    def _core(self, replica: int | np.integer) -> int:
        return int(self._snapshot.core_of_cluster[self._replicas.cluster[replica]])


def _core(number: int) -> str:
    return f"core {number}" if number >= 0 else "no core yet"


def _named(things: Iterable[str], between: str = ", ") -> str:
    """The first few things, and the number of the others."""
    different = list(dict.fromkeys(things))
    more = [f"and {len(different) - MAX_NAMED} more"] if len(different) > MAX_NAMED else []
    return between.join(different[:MAX_NAMED] + more)
