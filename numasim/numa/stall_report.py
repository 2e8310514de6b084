"""What everybody waits for in a run that does not come to its end: the oldest thing of each core, and why.

A run stands still only where a component has a bug: a message is lost, a rule of the protocol is wrong, two
things wait for each other. Both engines describe where they stand in the same terms, and what is missing is
found here, once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.inspection import home_state, l1_state, waiting
from numasim.numa.noc.router_kernels import COUNT, FIRST, TARGET
from numasim.numa.value_source import LOCAL
from numasim.program.instructions import STORE
from numasim.program.program import Program
from partitioners.errors import InvariantError

if TYPE_CHECKING:
    from numasim.numa.coherence.state import Coherence
    from numasim.numa.noc.flit_network import FlitState
    from numasim.program.instructions import Instructions

MAX_LINES, MAX_NAMED = 12, 3

_STATUS = ("waits for its values", "is about to enter the window", "is about to begin", "is under way")
"""By the states of a task; see :mod:`numasim.numa.run_state`."""
_ACCESSING, _DONE = 4, 6


class MachineSnapshot(NamedTuple):
    """Where a run stands, in the terms that both engines have.

    Attributes
    ----------
    cycle : int
    ran, expected : int
        Tasks.
    moving : bool
        Whether something is due, though it does nothing for the program.
    core_of_cluster : ndarray, shape (p,)
        -1 where it is not placed.
    finished : ndarray, shape (n,)
        The cycle in which each vertex got its (last) value; -1: not yet.
    unread : ndarray of bool, shape (n,)
        Whether its first value is still to come from memory, in a run of dataflow.
    missing, value_from : ndarray, shape (r,)
        What each replica waits for in a run of dataflow, and when the value that came to it was sent.
    status : ndarray or None, shape (n,)
        Of the vertices' instructions, where memory is simulated.
    left, reads : sequence of int
        What each core has left to do in its superstep (0: it is at the barrier), and its reads under way.
    at_barrier : int
        Reports that have come to core 0.
    caches : Coherence or None
    routers : FlitState or None
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
    """The error that names what everybody waits for, the oldest first, in a dozen lines.

    Parameters
    ----------
    program : Program
    snapshot : MachineSnapshot
    instructions : Instructions or None
    """
    if program.model == "supersteps":
        lines = list(_cores_in_steps(snapshot))
    else:
        lines = list(_Dataflow(program, snapshot, instructions).lines())
    if snapshot.caches is not None:
        lines += waiting(snapshot.caches)
    if snapshot.routers is not None:
        lines += _packets(snapshot.routers)
    if len(lines) > MAX_LINES:
        lines[MAX_LINES - 1 :] = [f"and {len(lines) - MAX_LINES + 1} more"]
    moves = "what still moves does nothing for them" if snapshot.moving else "nothing moves any more"
    return InvariantError(
        "\n  ".join(
            [
                f"{snapshot.ran} of {snapshot.expected} tasks were run by cycle {snapshot.cycle}, "
                f"and {moves}; what they wait for:",
                *lines,
            ]
        )
    )


def _cores_in_steps(snapshot: MachineSnapshot) -> Iterator[str]:
    cores = len(snapshot.left)
    if not any(snapshot.left):
        yield f"core 0: {snapshot.at_barrier} of {cores} reports have come to the barrier"
    for core, left in enumerate(snapshot.left):
        reads = snapshot.reads[core] if snapshot.status is None else 0
        if left:
            under_way = f"; reads from memory under way: {reads}" if reads else ""
            what = "edges and vertices" if snapshot.status is None else "tasks and accesses"
            yield f"core {core}: {what} left in its step: {left}{under_way}"


class _Dataflow:
    """The oldest unfinished vertex of every core, and what each lacks."""

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
        """One for each core that has something unfinished, by the age of that."""
        seen = set()
        for v in self._open.tolist():
            core = self._core(self._replicas.master[v])
            if core not in seen:
                seen.add(core)
                lacks = list(self._lacks(v, core)) or ["nothing: it was not run"]
                yield f"{_core(core)}: vertex {v} lacks {_named(lacks, '; ')}"

    def _lacks(self, v: int, core: int) -> Iterator[str]:
        replicas, here = self._replicas, self._snapshot
        master = int(replicas.master[v])
        if here.unread[v]:
            yield "its value, whose read from memory is under way"
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
                lacks = _named(self._edges(r)) or "a value that nobody sends"
                yield f"the gather of {who}, which lacks {lacks}"
            else:
                sent.append(who)
        unsent = int(self._program.gathers_of_master[master]) - len(sent)
        lost = int(here.missing[master]) - len(own) - unsent
        if 0 < lost < len(sent):
            yield f"{lost} of the gathers of {_named(sent)}, sent but not here"
        elif lost > 0:
            yield f"the gather of {_named(sent) or 'nobody'}, sent but not here"

    def _edges(self, r: int) -> Iterator[str]:
        """The values that the unfinished edges of a replica lack."""
        replicas, here = self._replicas, self._snapshot
        if not here.missing[r]:
            return
        for e in np.flatnonzero(replicas.in_replica == r).tolist():
            u, reads = int(self._src[e]), int(replicas.out_replica[e])
            master = int(replicas.master[u])
            if here.finished[u] < 0:
                yield f"vertex {u} ({_core(self._core(master))})"
            elif reads != master and here.value_from[reads] == LOCAL:
                yield f"the value of vertex {u} from {_core(self._core(master))}, sent but not here"

    def _instruction(self, v: int, core: int) -> str:
        """What the instruction of a vertex, whose values are there, is doing."""
        here, instructions = self._snapshot, self._instructions
        assert here.status is not None
        assert instructions is not None
        if here.status[v] != _ACCESSING or here.caches is None:
            return f"its end: its instruction {_STATUS[min(int(here.status[v]), 3)]}"
        c, block = here.caches, int(instructions.block[v])
        state = l1_state(c, core, block)
        kind = "store" if instructions.access[v] == STORE else "load"
        home = f"home {block % c.homes} in {home_state(c, block).name}"
        mshrs = f"{c.in_use[core, 0]} of {c.mshrs} MSHRs in use"
        return f"its {kind} of block {block}: L1 in {state.name}, {home}, {mshrs}"

    def _core(self, replica: int | np.integer) -> int:
        return int(self._snapshot.core_of_cluster[self._replicas.cluster[replica]])


def _core(number: int) -> str:
    return f"core {number}" if number >= 0 else "no core yet"


def _named(things: Iterable[str], between: str = ", ") -> str:
    """The first few of them."""
    different = list(dict.fromkeys(things))
    more = [f"and {len(different) - MAX_NAMED} more"] if len(different) > MAX_NAMED else []
    return between.join(different[:MAX_NAMED] + more)


def _packets(state: FlitState) -> list[str]:
    """Where the packets are whose flits are first in a buffer of a router."""
    held = Counter(
        (
            int(state.router_of_vc[vc]),
            int(state.packets[state.buffers[vc, state.vcs[vc, FIRST]] >> 1, TARGET]),
        )
        for vc in np.flatnonzero(state.vcs[:, COUNT])
    )
    return [
        f"router {at} holds {count} packet{'s' * (count > 1)} for tile {to}"
        for (at, to), count in sorted(held.items())
    ]
