"""One run of the compiled engine: the kernel, the on-line mapper between its cycles, and the counters.

It has the interface of a run of the SimPy engine; see :class:`numasim.numa.finished_run.FinishedRun`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.build_caches import check_protocol, cold_caches
from numasim.numa.compiled import state as s
from numasim.numa.compiled.cache_units import HOME_REQUESTS, LOADS, MSHR_CYCLES, WRITE_BACKS
from numasim.numa.compiled.cached_memory_tables import make_simulated
from numasim.numa.compiled.loop import advance
from numasim.numa.compiled.loop_parts import ENDED, NO_ROOM, TO_LOOK_AT
from numasim.numa.compiled.tables import make_state
from numasim.numa.finished_run import (
    BarrierCounts,
    CoherentCounts,
    ControllerCounts,
    CoreCounts,
    HomeCounts,
    L1Counts,
    MemoryCounts,
    ServerCounts,
    expected_tasks,
    is_done,
    progress,
    tasks_run,
)
from numasim.numa.limits import STUCK, Watchdog
from numasim.numa.network_interface import Traffic
from numasim.numa.noc.flit_network import FlitState, empty_network, link_counts, with_capacity
from numasim.numa.online_mapping import OnlineMapper
from numasim.numa.run_result import CORE_TIMES
from numasim.numa.stall_report import MachineSnapshot, stall_error
from numasim.numa.value_source import FROM_MEMORY

if TYPE_CHECKING:
    from numasim.numa.run_inputs import RunInputs


class NetworkCounts(NamedTuple):
    """See :class:`numasim.numa.network.PacketNetwork`. Without queues, the lists are empty."""

    links: list[ServerCounts]
    injection: list[ServerCounts]
    ejection: list[ServerCounts]
    flit_cycles: NDArray[np.int64]

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.network_interface.Network`."""
        if not self.links:
            return {}
        counts = [(link.served, link.busy_ticks, link.wait_cycles) for link in self.links]
        packets, busy, wait_cycles = np.array(counts, np.int64).T
        flits = busy // self.flit_cycles
        return {"packets": packets, "flits": flits, "busy_cycles": busy, "wait_cycles": wait_cycles}


class RouterCounts(NamedTuple):
    """See :class:`numasim.numa.flit_level.FlitLevelNetwork`."""

    state: FlitState

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.network_interface.Network`."""
        return link_counts(self.state)


class Run:
    """The state of one program on one machine.

    Parameters
    ----------
    inputs : RunInputs

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, so that it is incomplete.

    Raises
    ------
    OptionError
        An on-line mapper did not return cores, or there are more than 2^31 tasks or transactions.
    """

    def __init__(self, inputs: RunInputs) -> None:
        program, machine, instructions = inputs.program, inputs.machine, inputs.instructions
        self._program, self._machine = program, machine
        self._packet = inputs.network == "packet"
        self._instructions = instructions
        self._limits = inputs.limits
        self._ended_at = 0
        self.ended_by: str | None = None
        self._routers = None
        if inputs.network == "flit":
            self._routers = empty_network(machine.topology, machine.network.flit_router())
        self._value_bytes = inputs.value_bytes
        self._expected = expected_tasks(program, instructions)
        self._mapper = OnlineMapper(inputs.mapping, program, machine.num_cores)
        first = self._mapper.place_first()
        self._caches = None
        if instructions is not None:
            self._caches = cold_caches(machine, note_losses=inputs.through_memory)
        pool = 0 if self._caches is None else self._caches.messages.size
        self._state = make_state(inputs, first, pool=pool)
        self._simulated = None if instructions is None else make_simulated(inputs, self._state, instructions)
        if inputs.consume:
            program.forget("order", "readers")

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        OptionError
            An on-line mapper did not return cores.
        InvariantError
            The run cannot finish. This is a bug in a kernel.
        """
        state = self._state
        watchdog = Watchdog(self._limits)
        while True:
            state.clock[[s.UNTIL_CYCLE, s.UNTIL_EVENT]] = watchdog.until_cycle, watchdog.until_event
            why = self._advance()
            if why == ENDED:
                break
            if why == NO_ROOM:
                self._make_room()
                continue
            if why == TO_LOOK_AT:
                cycle = int(state.clock[s.NEXT_CYCLE])
                reached = watchdog.check(cycle, self.events, done=self._is_done(), progress=progress(self))
                if reached == STUCK:
                    break
                if reached is not None:
                    self.ended_by, self._ended_at = reached, watchdog.ended_at
                    break
                continue
            asked = np.sort(state.asked[: state.clock[s.NUM_ASKED]]).astype(np.int64)
            state.clusters[asked, s.CORE] = self._mapper.place(asked)
            state.clock[s.NUM_ASKED] = 0
        unused = np.flatnonzero(state.clusters[:, s.CORE] < 0)
        state.clusters[unused, s.CORE] = self._mapper.place(unused)
        if self.ended_by is None and not self._is_done():
            raise stall_error(self._program, self._snapshot(), self._instructions)

    def _is_done(self) -> bool:
        return is_done(self, self._program, self._expected)

    def _snapshot(self) -> MachineSnapshot:
        state, simulated = self._state, self._simulated
        status = None
        if simulated is not None:
            status = np.append(simulated.status, 0)[state.vertices[:, s.OPERATION]]
        return MachineSnapshot(
            cycle=int(state.clock[s.NOW]),
            ran=tasks_run(self),
            expected=self._expected,
            moving=bool(state.counts.any()),
            core_of_cluster=state.clusters[:, s.CORE],
            finished=self.vertex_finish,
            unread=state.needs_read & (state.inputs_from[state.vertices[:, s.MASTER]] != FROM_MEMORY),
            missing=state.replicas[:-1, s.MISSING],
            value_from=state.value_from,
            status=status,
            left=state.cores[:, s.OUTSTANDING].tolist(),
            reads=state.cores[:, s.READS_IN_FLIGHT].tolist(),
            at_barrier=int(state.clock[s.AT_BARRIER]),
            caches=self._caches,
            routers=self._routers,
        )

    def _advance(self) -> int:
        """Run the kernel until the run has ended or control must return to Python."""
        why = advance(self._state, self._simulated, self._caches, self._routers)
        if self._caches is not None:
            check_protocol(self._caches)
        return why

    def _make_room(self) -> None:
        """Enlarge the tables of the routers for the packets that have reached their ports, and more."""
        assert self._routers is not None
        packets = self._routers.packets.shape[0] + int(self._state.clock[s.AT_PORTS])
        self._routers = with_capacity(self._routers, 2 * packets)

    @property
    def events(self) -> int:
        """Number of events of the run."""
        return int(self._state.clock[s.EVENTS])

    @property
    def state_bytes(self) -> int:
        """The size of all tables in bytes."""
        tables = (*self._state, *(self._routers or ()), *(self._simulated or ()), *(self._caches or ()))
        return sum(table.nbytes for table in tables if isinstance(table, np.ndarray))

    @property
    def finished_at(self) -> int:
        """T."""
        state = self._state
        if self.ended_by is not None:
            return self._ended_at
        if state.supersteps:
            return int(state.clock[s.FINISHED_AT])
        last_vertex = state.finished.max(initial=0)
        return max(int(last_vertex), int(state.clusters[:, s.LAST_CYCLE].max(initial=0)))

    @property
    def core_of_cluster(self) -> NDArray[np.int64]:
        """The core of each cluster."""
        return self._state.clusters[:, s.CORE]

    @property
    def cluster_start(self) -> NDArray[np.int64]:
        """The cycle of the first task of each cluster, or -1 for a cluster without tasks."""
        return self._state.clusters[:, s.FIRST_CYCLE]

    @property
    def cluster_finish(self) -> NDArray[np.int64]:
        """The cycle in which the last task of each cluster ended, or -1 for a cluster without tasks."""
        return self._state.clusters[:, s.LAST_CYCLE]

    @property
    def cluster_cycles(self) -> dict[str, NDArray[np.int64]]:
        """The cycles of each cluster by activity."""
        first = s.OF_COMPUTE
        return {kind: self._state.clusters[:, first + k] for k, kind in enumerate(CORE_TIMES)}

    @property
    def vertex_finish(self) -> NDArray[np.int64]:
        """The cycle in which each vertex was finished, or -1 for unused vertices."""
        return self._state.finished

    @property
    def local_messages(self) -> int:
        """Number of value messages between clusters of the same core."""
        return int(self._state.clock[s.LOCAL_MESSAGES])

    @property
    def remote_values(self) -> int:
        """Number of values that moved between cores through memory."""
        return int(self._state.clock[s.REMOTE_VALUES])

    @property
    def cores(self) -> list[CoreCounts]:
        """The counters of the cores, by tile."""
        first = s.TASKS
        return [CoreCounts(*row) for row in self._state.cores[:, first : first + 5].tolist()]

    @property
    def network(self) -> NetworkCounts | RouterCounts:
        """The counters of the links by id and of the ports by tile; empty without contention."""
        if self._routers is not None:
            return RouterCounts(self._routers)
        ends = (0, 4, 5, 6) if self._packet else (0, 0, 0, 0)
        state = self._state
        flit_cycles = np.ones(4 * state.num_cores, np.int64)
        flit_cycles[np.flatnonzero(state.between_sockets)] = state.socket_flit_cycles
        links, injection, ejection = (self._servers(*part) for part in pairwise(ends))
        return NetworkCounts(links, injection, ejection, flit_cycles)

    @property
    def values(self) -> Traffic:
        """The traffic of the value messages."""
        return self._traffic(s.VALUES, self._value_bytes + self._machine.network.header_size)

    @property
    def memory(self) -> MemoryCounts:
        """The counters of the controllers, and the traffic to and from them."""
        machine, state = self._machine, self._state
        ticks = machine.block_service_ticks[0]
        served = self._servers(6, None)
        traffic = self._traffic(s.MEMORY_TRAFFIC, 0)
        if self._simulated is None:
            block_bytes = int(state.clock[s.BLOCK_PACKETS]) * machine.memory.block
            traffic.bytes = traffic.packets * machine.network.header_size + block_bytes
        return MemoryCounts(
            tiles=machine.controller_tiles,
            controllers=[
                ControllerCounts(row.served, row.served * ticks, row.wait_cycles, *rows)
                for row, rows in zip(served, state.row_accesses.tolist(), strict=True)
            ],
            reads=int(state.clock[s.BLOCKS_READ]),
            writes=int(state.clock[s.BLOCKS_WRITTEN]),
            traffic=traffic,
        )

    @property
    def coherent(self) -> CoherentCounts | None:
        """The counters of the caches, or None with traced memory."""
        if self._simulated is None:
            return None
        tiles = self._simulated.tiles
        return CoherentCounts(
            l1s=[L1Counts(*row) for row in tiles[:, LOADS : MSHR_CYCLES + 1].tolist()],
            homes=[HomeCounts(*row) for row in tiles[:, HOME_REQUESTS : WRITE_BACKS + 1].tolist()],
            requests=self._traffic(s.CACHE_REQUESTS, 0),
            responses=self._traffic(s.CACHE_RESPONSES, 0),
            forwards=self._traffic(s.CACHE_FORWARDS, 0),
            local_messages=int(self._state.clock[s.LOCAL_COHERENCE]),
            sent=self._simulated.sent,
        )

    @property
    def barrier(self) -> BarrierCounts:
        """The traffic of the barrier messages."""
        return BarrierCounts(self._traffic(s.BARRIER, self._machine.network.header_size))

    def _servers(self, first: int, last: int | None) -> list[ServerCounts]:
        """The servers whose numbers are multiples ``first`` .. ``last`` of the number of cores."""
        cores = self._state.num_cores
        rows = self._state.servers[first * cores : self._state.ports if last is None else last * cores]
        columns = [s.SERVED_REQUESTS, s.BUSY_TICKS, s.WAIT_CYCLES]
        return [ServerCounts(*row) for row in rows[:, columns].tolist()]

    def _traffic(self, kind: int, bytes_each: int) -> Traffic:
        packets, injected, ejected, hops, latency, counted = self._state.traffic[kind].tolist()
        of_kind = self._state.by_hops.reshape(6, len(MessageClass), -1, 2)[kind]
        by_hops = {
            (MessageClass(c), h): (of_kind[c, h, s.HOP_PACKETS].item(), of_kind[c, h, s.HOP_FLITS].item())
            for c, h in np.argwhere(of_kind[:, :, s.HOP_PACKETS]).tolist()
        }
        return Traffic(packets, counted or packets * bytes_each, injected, ejected, hops, latency, by_hops)
