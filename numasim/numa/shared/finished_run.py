"""The counters of a run and its progress, as the common interface of both engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from numasim.numa.shared.traffic import Traffic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numasim.numa.shared.activity_over_time import ActivityOverTime
    from numasim.numa.shared.migration import MigrationCounts
    from numasim.numa.shared.stealing import StealCounts
    from numasim.program.instructions import Instructions
    from numasim.program.program import Program


@dataclass(eq=False)
class ServerCounts:
    """The counters of a link, a port or a channel.

    Attributes
    ----------
    served : int
        Number of served requests.
    busy_ticks : int
        Ticks in service.
    wait_cycles : int
        Sum over the requests of the cycles from arrival to the start of service.
    """

    served: int = 0
    busy_ticks: int = 0
    wait_cycles: int = 0


@dataclass(eq=False)
class ControllerCounts(ServerCounts):
    """The counters of a memory controller.

    Attributes
    ----------
    wait_cycles : int
        Sum over the accesses of the cycles for which they waited for their bank or the channel, without the
        cycles in which their own row is opened.
    row_hits, row_misses, row_conflicts : int
        Accesses by the state of their row buffer; 0 without row buffers.
    """

    row_hits: int = 0
    row_misses: int = 0
    row_conflicts: int = 0


@dataclass(eq=False)
class CoreCounts:
    """The counters of a core.

    Attributes
    ----------
    tasks : int
        Number of finished tasks, including those of zero cycles.
    compute, memory, network, synchronisation : int
        Cycles by activity; see the classes of the cores.
    """

    tasks: int = 0
    compute: int = 0
    memory: int = 0
    network: int = 0
    synchronisation: int = 0


@dataclass(eq=False)
class MemoryCounts:
    """The counters of the main memory.

    Attributes
    ----------
    tiles : tuple of int
        The tile of each controller.
    reads, writes : int
        Blocks served.
    traffic : Traffic
        The packets to and from the controllers.
    """

    tiles: tuple[int, ...]
    controllers: Sequence[ControllerCounts]
    reads: int = 0
    writes: int = 0
    traffic: Traffic = field(default_factory=Traffic)


@dataclass(eq=False)
class L1Counts:
    """The counters of the private cache of a core.

    Attributes
    ----------
    loads, stores, hits, misses, merged, retries : int
        Performed or outstanding accesses; of these, hits, misses with their own request, and accesses that
        joined an outstanding miss; and attempts without a free MSHR, line or buffer.
    requests : int
        Requests to homes: one per miss, and one per merged store to a shared block.
    mshr_cycles : int
        Cycles of outstanding misses, summed over the MSHRs.
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
    """The counters of an L2 slice with its directory.

    Attributes
    ----------
    requests, fetches, write_backs : int
        Received requests, blocks fetched from memory, and blocks written back to memory.
    """

    requests: int = 0
    fetches: int = 0
    write_backs: int = 0


@dataclass(eq=False)
class CoherentCounts:
    """The counters of the caches of a machine.

    Attributes
    ----------
    sent : ndarray of int64, shape (tiles, kinds of messages)
        Messages that the L1 and the home of each tile sent, by their kind in ``protocol.MESSAGES``.
    local_messages : int
        Number of messages within a tile.
    requests, responses, forwards : Traffic
        Traffic by message class. Messages to and from a controller are part of the memory traffic instead.
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
    """The counters of the barrier between supersteps."""

    traffic: Traffic = field(default_factory=Traffic)


class NetworkCounts(Protocol):
    """The counters of a network. With queues, it also has ``injection`` and ``ejection`` ServerCounts."""

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """The counters of the links, by link id: ``flits`` and others; empty if there are none."""


class MachineCounts(Protocol):
    """The counters of a finished or partial run that do not depend on what the cores ran.

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, so that it is incomplete.
    """

    ended_by: str | None

    @property
    def events(self) -> int:
        """Number of events of the run."""

    @property
    def finished_at(self) -> int:
        """T."""

    @property
    def cores(self) -> Sequence[CoreCounts]:
        """The counters of the cores, by tile."""

    @property
    def network(self) -> NetworkCounts:
        """The counters of the links and ports."""

    @property
    def values(self) -> Traffic:
        """The traffic of the value messages."""

    @property
    def memory(self) -> MemoryCounts:
        """The counters of the controllers, and the traffic to and from them."""

    @property
    def coherent(self) -> CoherentCounts | None:
        """The counters of the caches, or None with traced memory."""

    @property
    def barrier(self) -> BarrierCounts:
        """The traffic of the barrier messages."""


class FinishedRun(MachineCounts, Protocol):
    """A finished or partial run of a partitioned program in either engine."""

    @property
    def core_of_cluster(self) -> Sequence[int] | NDArray[np.int64]:
        """The core of each cluster."""

    @property
    def cluster_start(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle of the first task of each cluster, or -1 for a cluster without tasks."""

    @property
    def cluster_finish(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle in which the last task of each cluster ended, or -1 for a cluster without tasks."""

    @property
    def cluster_cycles(self) -> Mapping[str, Sequence[int] | NDArray[np.int64]]:
        """The cycles of each cluster by activity, with the names in ``CORE_TIMES``."""

    @property
    def activity(self) -> ActivityOverTime:
        """What the cores did over time; nothing with simulated memory."""

    @property
    def vertex_finish(self) -> Sequence[int] | NDArray[np.int64]:
        """The cycle in which each vertex was finished, or -1 for unused vertices."""

    @property
    def local_messages(self) -> int:
        """Number of value messages between clusters of the same core."""

    @property
    def remote_values(self) -> int:
        """Number of values that moved between cores through memory."""

    @property
    def steals(self) -> StealCounts | None:
        """The counters of work stealing, or None without it."""

    @property
    def migrations(self) -> MigrationCounts | None:
        """The counters of migration, or None without it."""


class ReadOnce:
    """The counters of a run that has ended; each is read from the engine once, since that takes time.

    Parameters
    ----------
    run : MachineCounts
    """

    def __init__(self, run: MachineCounts) -> None:
        self._run = run

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._run, name)
        setattr(self, name, value)
        return value


class ExecutableRun(FinishedRun, Protocol):
    """A run of either engine that has not started."""

    def execute(self) -> None:
        """Run to the end or to a limit."""


def expected_tasks(program: Program, instructions: Instructions | None) -> int:
    """Number of tasks to run in all steps.

    Parameters
    ----------
    instructions : Instructions or None
        The instructions, with simulated memory.
    """
    if instructions is not None:
        return int(np.count_nonzero(instructions.task_cluster >= 0)) * program.steps
    operations = int(np.count_nonzero(program.replicas.operation_cycles))
    return (program.partition.graph.num_edges + operations) * program.steps


def tasks_run(run: FinishedRun) -> int:
    """Number of finished tasks."""
    return sum(core.tasks for core in run.cores)


def is_done(run: FinishedRun, program: Program, expected: int) -> bool:
    """Whether all tasks are finished and no message of a task is in flight.

    Parameters
    ----------
    expected : int
        The result of :func:`expected_tasks`.
    """
    if program.model == "supersteps":
        barrier = run.barrier.traffic
        return run.finished_at > 0 and barrier.flits_injected == barrier.flits_ejected
    values = run.values
    arrived = run.local_messages + run.remote_values + values.packets == program.num_messages
    if run.steals is not None and run.steals.returned < sum(run.steals.stolen):
        return False
    if run.migrations is not None:
        forwarded = run.migrations.forwarded
        arrived = arrived and forwarded.flits_injected == forwarded.flits_ejected
    return tasks_run(run) == expected and arrived and values.flits_injected == values.flits_ejected


def progress(run: FinishedRun) -> tuple[int, ...]:
    """Counters, at least one of which grows as long as the run makes progress."""
    served = run.memory.traffic.flits_ejected if run.coherent is None else 0
    return tasks_run(run), run.local_messages, run.remote_values, run.values.flits_ejected, served
