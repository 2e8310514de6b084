"""What a run has counted, in the terms of either engine; and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from numasim.numa.network_interface import Traffic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numasim.program.instructions import Instructions
    from numasim.program.program import Program


@dataclass(eq=False)
class ServerCounts:
    """A link, a port or a channel.

    Attributes
    ----------
    served : int
        Requests served so far.
    busy_ticks : int
        Ticks in service.
    wait_cycles : int
        Cycles from the arrival of each request to the cycle in which its service starts, summed.
    """

    served: int = 0
    busy_ticks: int = 0
    wait_cycles: int = 0


@dataclass(eq=False)
class ControllerCounts(ServerCounts):
    """A memory controller.

    Attributes
    ----------
    wait_cycles : int
        Cycles for which accesses waited for their bank or the channel, summed; not those in which their own
        row is opened.
    row_hits, row_misses, row_conflicts : int
        Accesses by what they found in their row buffer; 0 where there is none.
    """

    row_hits: int = 0
    row_misses: int = 0
    row_conflicts: int = 0


@dataclass(eq=False)
class CoreCounts:
    """A core.

    Attributes
    ----------
    tasks : int
        Tasks that are over, those of zero cycles included.
    compute, memory, network, synchronisation : int
        Cycles spent in each; see the kind of the core.
    """

    tasks: int = 0
    compute: int = 0
    memory: int = 0
    network: int = 0
    synchronisation: int = 0


@dataclass(eq=False)
class MemoryCounts:
    """Main memory.

    Attributes
    ----------
    tiles : tuple of int
        Where each controller is.
    controllers : sequence of ControllerCounts
    reads, writes : int
        Blocks served.
    traffic : Traffic
        Of the packets to and from the controllers.
    """

    tiles: tuple[int, ...]
    controllers: Sequence[ControllerCounts]
    reads: int = 0
    writes: int = 0
    traffic: Traffic = field(default_factory=Traffic)


@dataclass(eq=False)
class L1Counts:
    """The private cache of a core.

    Attributes
    ----------
    loads, stores, hits, misses, merged, retries : int
        Accesses that were performed or are under way, of these hits, misses of their own, and those that wait
        with a miss under way; and attempts that found no MSHR, line or buffer.
    requests : int
        Sent to homes: one a miss, and one a merged store that found its block shared.
    mshr_cycles : int
        Cycles that misses were under way, summed over the MSHRs.
    """

    loads: int = 0
    stores: int = 0
    hits: int = 0
    misses: int = 0
    merged: int = 0
    retries: int = 0
    requests: int = 0
    mshr_cycles: int = 0


@dataclass(eq=False)
class HomeCounts:
    """One slice of the L2 with its directory.

    Attributes
    ----------
    requests, fetches, write_backs : int
        Requests that came, blocks fetched from memory, and blocks written back to it.
    """

    requests: int = 0
    fetches: int = 0
    write_backs: int = 0


@dataclass(eq=False)
class CoherentCounts:
    """The caches of a machine.

    Attributes
    ----------
    l1s : sequence of L1Counts
    homes : sequence of HomeCounts
    sent : ndarray of int64, shape (tiles, kinds of messages)
        Messages that the L1 and the home of each tile sent, by their kind in ``protocol.MESSAGES``.
    local_messages : int
        Messages within a tile.
    requests, responses, forwards : Traffic
        By message class; those to and from a controller are counted in the traffic of the memory.
    """

    l1s: Sequence[L1Counts]
    homes: Sequence[HomeCounts]
    sent: NDArray[np.int64]
    local_messages: int = 0
    requests: Traffic = field(default_factory=Traffic)
    responses: Traffic = field(default_factory=Traffic)
    forwards: Traffic = field(default_factory=Traffic)


@dataclass(eq=False)
class BarrierCounts:
    """The barrier between supersteps."""

    traffic: Traffic = field(default_factory=Traffic)


class NetworkCounts(Protocol):
    """A network; one with queues also has its ports, the ServerCounts of ``injection`` and ``ejection``."""

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """What each link has counted, by its id: ``flits`` and more; empty where links count nothing."""


class FinishedRun(Protocol):
    """A run of either engine, or as much of it as is over.

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, which then is not complete.
    """

    ended_by: str | None

    @property
    def events(self) -> int:
        """How many events the run took."""

    @property
    def finished_at(self) -> int:
        """T."""

    @property
    def core_of_cluster(self) -> Sequence[int] | NDArray[np.int64]:
        """Where each cluster ran."""

    @property
    def cluster_start(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle of the first task of each cluster, -1 where it has none."""

    @property
    def cluster_finish(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle in which the last task of each cluster ended, -1 where it has none."""

    @property
    def cluster_cycles(self) -> Mapping[str, Sequence[int] | NDArray[np.int64]]:
        """What the cycles of each cluster were spent on, by the names in ``CORE_TIMES``."""

    @property
    def vertex_finish(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle in which each vertex was finished, -1 where it takes no part."""

    @property
    def local_messages(self) -> int:
        """Value messages between clusters of one core."""

    @property
    def remote_values(self) -> int:
        """Values that moved between cores through memory."""

    @property
    def cores(self) -> Sequence[CoreCounts]:
        """By tile."""

    @property
    def network(self) -> NetworkCounts:
        """The links, and the ports."""

    @property
    def values(self) -> Traffic:
        """Of the value messages."""

    @property
    def memory(self) -> MemoryCounts:
        """The controllers, and the packets to and from them."""

    @property
    def coherent(self) -> CoherentCounts | None:
        """The caches, where memory is simulated."""

    @property
    def barrier(self) -> BarrierCounts:
        """The messages of the barrier."""


class ExecutableRun(FinishedRun, Protocol):
    """A run of either engine, before it is finished."""

    def execute(self) -> None:
        """Run to the end, or to a limit."""


def expected_tasks(program: Program, instructions: Instructions | None) -> int:
    """How many tasks there are to run, in all steps.

    Parameters
    ----------
    program : Program
    instructions : Instructions or None
        Where memory is simulated.
    """
    if instructions is not None:
        return int(np.count_nonzero(instructions.task_cluster >= 0)) * program.steps
    operations = int(np.count_nonzero(program.replicas.operation_cycles))
    return (program.partition.graph.num_edges + operations) * program.steps


def tasks_run(run: FinishedRun) -> int:
    """How many tasks are over."""
    return sum(core.tasks for core in run.cores)


def is_done(run: FinishedRun, program: Program, expected: int) -> bool:
    """Whether all tasks are over and nothing that they sent is under way.

    Parameters
    ----------
    run : FinishedRun
    program : Program
    expected : int
        Of :func:`expected_tasks`.
    """
    if program.model == "supersteps":
        barrier = run.barrier.traffic
        return run.finished_at > 0 and barrier.flits_injected == barrier.flits_ejected
    values = run.values
    arrived = run.local_messages + run.remote_values + values.packets == program.num_messages
    return tasks_run(run) == expected and arrived and values.flits_injected == values.flits_ejected


def progress(run: FinishedRun) -> tuple[int, ...]:
    """Numbers of which one grows as long as the run does anything for its program."""
    served = run.memory.traffic.flits_ejected if run.coherent is None else 0
    return tasks_run(run), run.local_messages, run.remote_values, run.values.flits_ejected, served
