"""The machine of a run in the compiled engine: its counters, and the returns of its loop to Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.build_caches import check_protocol
from numasim.numa.coherence.state import Coherence
from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.loop_parts import ENDED, NO_ROOM, TO_LOOK_AT
from numasim.numa.compiled.machine_records import (
    BARRIER,
    CACHE_FORWARDS,
    CACHE_REQUESTS,
    CACHE_RESPONSES,
    MEMORY_TRAFFIC,
    PACKET,
    TRAFFIC,
    ServerRow,
)
from numasim.numa.compiled.program_records import CoreRow
from numasim.numa.compiled.records import Rows, fields_of
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_state import Threads
from numasim.numa.noc.flit_counters import link_counts
from numasim.numa.noc.flit_network import empty_network, with_capacity
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.shared.finished_run import (
    BarrierCounts,
    CoherentCounts,
    ControllerCounts,
    CoreCounts,
    HomeCounts,
    L1Counts,
    MemoryCounts,
    ServerCounts,
)
from numasim.numa.shared.limits import STUCK, Limits, Watchdog
from numasim.numa.shared.traffic import Traffic

if TYPE_CHECKING:
    from numasim.machine.machine import Machine


L1_COUNTERS = ("loads", "stores", "hits", "misses", "merged", "retries", "l1_requests", "mshr_cycles")
HOME_COUNTERS = ("home_requests", "fetches", "write_backs")
"""The fields of a tile in the order of ``L1Counts`` and of ``HomeCounts``."""


class NetworkCounts(NamedTuple):
    """See :class:`numasim.numa.simpy_engine.network.PacketNetwork`. Without queues, the lists are empty."""

    links: Rows[ServerRow]
    injection: list[ServerCounts]
    ejection: list[ServerCounts]
    flit_cycles: NDArray[np.int64]

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.simpy_engine.network_interface.Network`."""
        if not len(self.links):
            return {}
        packets, busy, waits = (self.links[name] for name in ("served", "busy_ticks", "wait_cycles"))
        flits = busy // self.flit_cycles
        return {"packets": packets, "flits": flits, "busy_cycles": busy, "wait_cycles": waits}


class RouterCounts(NamedTuple):
    """See :class:`numasim.numa.simpy_engine.flit_level.FlitLevelNetwork`."""

    state: FlitState

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.simpy_engine.network_interface.Network`."""
        return link_counts(self.state)


class MachineRun(ABC):
    """A run of the compiled engine, apart from what its cores run.

    Parameters
    ----------
    network : {'ideal', 'packet', 'flit'}
    caches : Coherence or None
        The caches, before the first access; None with traced memory.

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, so that it is incomplete.
    """

    _state: State
    _units: Simulated | Threads | None

    def __init__(self, machine: Machine, network: str, limits: Limits, caches: Coherence | None) -> None:
        self._machine = machine
        self._limits = limits
        self._caches = caches
        self._routers = None
        if network == "flit":
            self._routers = empty_network(machine.topology, machine.network.flit_router())
        self._ended_at = 0
        self.ended_by: str | None = None

    @abstractmethod
    def _advance(self) -> int:
        """Run the loop until the run has ended or control must return to Python. Returns the reason."""

    @abstractmethod
    def _answer(self, why: int) -> None:
        """Do what the loop returned for, if that belongs to what the cores run."""

    @abstractmethod
    def _is_done(self) -> bool:
        """Whether the work is finished."""

    @abstractmethod
    def _progress(self) -> object:
        """A value that changes as long as the run makes progress."""

    def _go_on(self) -> None:
        """Run to the end, to a limit, or until no progress is made.

        Raises
        ------
        InvariantError
            The coherence protocol has no rule for an event. This is a bug.
        """
        clock, watchdog = self._state.clock, Watchdog(self._limits)
        while True:
            clock.until_cycle, clock.until_event = watchdog.until_cycle, watchdog.until_event
            why = self._advance()
            if self._caches is not None:
                check_protocol(self._caches)
            if why == ENDED:
                return
            if why == NO_ROOM:
                self._make_room()
            elif why == TO_LOOK_AT:
                cycle = int(clock.next_cycle)
                reached = watchdog.check(cycle, self.events, done=self._is_done(), progress=self._progress())
                if reached == STUCK:
                    return
                if reached is not None:
                    self.ended_by, self._ended_at = reached, watchdog.ended_at
                    return
            else:
                self._answer(why)

    def _make_room(self) -> None:
        """Enlarge the tables of the routers for the packets that have reached their ports, and more."""
        assert self._routers is not None
        packets = self._routers.packets.shape[0] + int(self._state.clock.at_ports)
        self._routers = with_capacity(self._routers, 2 * packets)

    @property
    def events(self) -> int:
        """Number of events of the run."""
        return int(self._state.clock.events)

    @property
    def state_bytes(self) -> int:
        """The size of all tables in bytes."""
        tables = (*self._state, *(self._routers or ()), *(self._units or ()), *(self._caches or ()))
        return sum(table.nbytes for table in tables if isinstance(table, np.ndarray | np.record))

    @property
    def cores(self) -> list[CoreCounts]:
        """The counters of the cores, by tile."""
        return core_counts(self._state.cores)

    @property
    def network(self) -> NetworkCounts | RouterCounts:
        """The counters of the links by id and of the ports by tile; empty without contention."""
        if self._routers is not None:
            return RouterCounts(self._routers)
        state, cores = self._state, self._state.num_cores
        queues = int(state.fidelity == PACKET)  # of each link and port
        flit_cycles = np.ones(4 * cores, np.int64)
        flit_cycles[np.flatnonzero(state.between_sockets)] = state.socket_flit_cycles
        injection, ejection = (self._servers(kind, kind + queues) for kind in (4, 5))
        return NetworkCounts(state.servers[: 4 * cores * queues], injection, ejection, flit_cycles)

    @property
    def memory(self) -> MemoryCounts:
        """The counters of the controllers, and the traffic to and from them."""
        machine, state = self._machine, self._state
        ticks = machine.block_service_ticks[0]
        served = self._servers(6, None)
        traffic = self._traffic(MEMORY_TRAFFIC, 0)
        if self._units is None:
            block_bytes = int(state.clock.block_packets) * machine.memory.block
            traffic.bytes = traffic.packets * machine.network.header_size + block_bytes
        return MemoryCounts(
            tiles=machine.controller_tiles,
            controllers=[
                ControllerCounts(row.served, row.served * ticks, row.wait_cycles, *rows)
                for row, rows in zip(served, state.row_accesses.tolist(), strict=True)
            ],
            reads=int(state.clock.blocks_read),
            writes=int(state.clock.blocks_written),
            traffic=traffic,
        )

    @property
    def coherent(self) -> CoherentCounts | None:
        """The counters of the caches, or None without caches."""
        if self._units is None:
            return None
        tiles = self._units.tiles
        return CoherentCounts(
            l1s=[L1Counts(*row) for row in fields_of(tiles, *L1_COUNTERS)],
            homes=[HomeCounts(*row) for row in fields_of(tiles, *HOME_COUNTERS)],
            requests=self._traffic(CACHE_REQUESTS, 0),
            responses=self._traffic(CACHE_RESPONSES, 0),
            forwards=self._traffic(CACHE_FORWARDS, 0),
            local_messages=int(self._state.clock.local_coherence),
            sent=self._units.sent,
        )

    @property
    def barrier(self) -> BarrierCounts:
        """The traffic of the barrier messages."""
        return BarrierCounts(self._traffic(BARRIER, self._machine.network.header_size))

    def _servers(self, first: int, last: int | None) -> list[ServerCounts]:
        """The servers whose numbers are multiples ``first`` .. ``last`` of the number of cores."""
        cores = self._state.num_cores
        rows = self._state.servers[first * cores : self._state.ports if last is None else last * cores]
        return [ServerCounts(*row) for row in fields_of(rows, "served", "busy_ticks", "wait_cycles")]

    def _traffic(self, kind: int, bytes_each: int) -> Traffic:
        classes = [*MessageClass]
        of_kind = np.asarray(self._state.by_hops)[kind * len(classes) : (kind + 1) * len(classes)]
        packets, flits = of_kind["packets"], of_kind["flits"]
        number, hops = sent = np.nonzero(packets)
        keys = zip((classes[c] for c in number.tolist()), hops.tolist(), strict=True)
        by_hops = dict(zip(keys, zip(packets[sent].tolist(), flits[sent].tolist(), strict=True), strict=True))
        counters = dict(
            zip(TRAFFIC.dtype.names or (), self._state.traffic[kind : kind + 1].tolist()[0], strict=True)
        )
        found = Traffic(**counters, by_hops=by_hops)
        found.bytes = found.bytes or found.packets * bytes_each
        return found


def core_counts(cores: Rows[CoreRow]) -> list[CoreCounts]:
    """The counters of cores."""
    return [CoreCounts(tasks, *spent) for tasks, spent in fields_of(cores, "tasks", "spent")]
