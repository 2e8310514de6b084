"""One run of the compiled engine: the kernel, the on-line mapper between its cycles, and what was counted.

A finished run reads like one of :class:`numasim.numa.run.Run`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.mapping import CoreState, Mapping, OnlineMapping
from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.caches_of_machine import check_protocol, cold_caches
from numasim.numa.compiled import state as s
from numasim.numa.compiled.loop import ENDED, NO_ROOM, TO_LOOK_AT, advance
from numasim.numa.compiled.simulated_loop import advance_simulated
from numasim.numa.compiled.simulated_state import HOME_REQUESTS, LOADS, MSHR_CYCLES, WRITE_BACKS
from numasim.numa.compiled.simulated_tables import make_simulated
from numasim.numa.compiled.tables import make_state, missing_at_start
from numasim.numa.limits import STUCK, Limits, Watch
from numasim.numa.network_interface import Traffic
from numasim.numa.noc.flit_network import FlitState, empty_network, link_counts, with_capacity
from numasim.numa.run_result import CORE_TIMES
from numasim.numa.standstill import Situation, standstill
from numasim.program.program import Program
from numasim.program.shared_values import SharedValues
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.instructions import Instructions


class ServerCounts(NamedTuple):
    """What a link or a port has served; see :class:`numasim.numa.server.Server`."""

    served: int
    busy_ticks: int
    wait_cycles: int


class ControllerCounts(NamedTuple):
    """What a controller has served; see :class:`numasim.numa.controller.Controller`."""

    served: int
    busy_ticks: int
    wait_cycles: int
    row_hits: int
    row_misses: int
    row_conflicts: int


class CoreCounts(NamedTuple):
    """What a core has run, and where its cycles went; see :class:`numasim.numa.core.Core`."""

    tasks: int
    compute: int
    memory: int
    network: int
    synchronisation: int


class NetworkCounts(NamedTuple):
    """See :class:`numasim.numa.network.PacketNetwork`; without queues the lists are empty."""

    links: list[ServerCounts]
    injection: list[ServerCounts]
    ejection: list[ServerCounts]
    flit_cycles: NDArray[np.int64]

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.network_interface.Network`."""
        if not self.links:
            return {}
        packets, busy, wait_cycles = np.array(self.links, np.int64).T
        flits = busy // self.flit_cycles
        return {"packets": packets, "flits": flits, "busy_cycles": busy, "wait_cycles": wait_cycles}


class RouterCounts(NamedTuple):
    """See :class:`numasim.numa.flit_level.FlitLevelNetwork`."""

    state: FlitState

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`numasim.numa.network_interface.Network`."""
        return link_counts(self.state)


class MemoryCounts(NamedTuple):
    """See :class:`numasim.numa.memory.Memory`."""

    tiles: tuple[int, ...]
    controllers: list[ControllerCounts]
    reads: int
    writes: int
    traffic: Traffic


class L1Counts(NamedTuple):
    """See :class:`numasim.numa.coherent_memory.L1`."""

    loads: int
    stores: int
    hits: int
    misses: int
    merged: int
    retries: int
    requests: int
    mshr_cycles: int


class HomeCounts(NamedTuple):
    """See :class:`numasim.numa.coherent_memory.Home`."""

    requests: int
    fetches: int
    write_backs: int


class CoherentCounts(NamedTuple):
    """See :class:`numasim.numa.coherent_memory.CoherentMemory`."""

    l1s: list[L1Counts]
    homes: list[HomeCounts]
    requests: Traffic
    responses: Traffic
    forwards: Traffic
    local_messages: int
    sent: NDArray[np.int64]


class BarrierCounts(NamedTuple):
    """See :class:`numasim.numa.barrier.Barrier`."""

    traffic: Traffic


class Run:
    """The state of one program on one machine.

    Parameters
    ----------
    program : Program
    mapping : Mapping or OnlineMapping
    machine : Machine
    network : str
        A fidelity: ``ideal``, ``packet`` or ``flit``.
    priority : ndarray of int64, shape (num_tasks,)
        See :mod:`numasim.program.schedulers`.
    value_bytes : int
        Payload of a value message.
    inputs_in_memory : bool
        Whether values are read from memory at the start, and written back at the end of a superstep.
    instructions : Instructions, optional
        Where memory is simulated: what each vertex does, in place of the traced work.
    shared : SharedValues, optional
        The accesses that move values between cores or supersteps; none where all values are messages.
    limits : Limits, optional
        Where the run ends before its work is done.
    consume : bool
        Make room: program and instructions forget each array once it is in the state; where memory is
        traced, the program's order is overwritten.

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, which then is not complete.

    Raises
    ------
    OptionError
        An on-line mapper that returned something else than cores; more than 2^31 tasks or transactions.
    """

    def __init__(
        self,
        program: Program,
        mapping: Mapping | OnlineMapping,
        machine: Machine,
        *,
        network: str,
        priority: NDArray[np.int64],
        value_bytes: int,
        inputs_in_memory: bool,
        instructions: Instructions | None = None,
        shared: SharedValues | None = None,
        limits: Limits | None = None,
        consume: bool = False,
    ) -> None:
        self._program, self._mapping, self._machine = program, mapping, machine
        self._packet = network == "packet"
        self._instructions = instructions
        self._limits = limits or Limits()
        self._ended_at = 0
        self.ended_by: str | None = None
        self._routers = None
        if network == "flit":
            self._routers = empty_network(machine.topology, machine.network.flit_router())
        self._value_bytes = value_bytes
        cores, parts = machine.num_cores, program.partition.parts
        self._cores = CoreState(np.zeros(cores, np.int64), np.zeros(cores, np.int64))
        first = np.full(parts, -1, np.int32)
        if isinstance(mapping, Mapping):
            first[:] = mapping.core_of_cluster
        else:
            ready = self._ready_at_start()
            first[ready] = self._ask(ready)
        through_memory = shared is not None and shared.through_memory
        self._caches = None if instructions is None else cold_caches(machine, note_losses=through_memory)
        self._state = make_state(
            program,
            first,
            machine,
            network=network,
            priority=priority,
            value_bytes=value_bytes,
            inputs_in_memory=inputs_in_memory,
            instructions=instructions,
            shared=shared,
            pool=0 if self._caches is None else self._caches.messages.size,
            consume=consume,
        )
        self._simulated = (
            None
            if instructions is None
            else make_simulated(program, self._state, machine, instructions, shared)
        )
        if consume:
            program.forget("order", "readers")

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        OptionError
            An on-line mapper that returned something else than cores.
        LawError
            Where something never came to an end: a bug in a kernel.
        """
        state = self._state
        watch = Watch(self._limits)
        while True:
            state.clock[[s.UNTIL_CYCLE, s.UNTIL_EVENT]] = watch.until_cycle, watch.until_event
            why = self._advance()
            if why == ENDED:
                break
            if why == NO_ROOM:
                self._make_room()
                continue
            if why == TO_LOOK_AT:
                cycle = int(state.clock[s.NEXT_CYCLE])
                reached = watch.look(cycle, self.events, done=self._is_done(), progress=self._progress())
                if reached == STUCK:
                    break
                if reached is not None:
                    self.ended_by, self._ended_at = reached, watch.ended_at
                    break
                continue
            asked = np.sort(state.asked[: state.clock[s.NUM_ASKED]]).astype(np.int64)
            state.clusters[asked, s.CORE] = self._ask(asked)
            state.clock[s.NUM_ASKED] = 0
        unused = np.flatnonzero(state.clusters[:, s.CORE] < 0)
        state.clusters[unused, s.CORE] = self._ask(unused)
        if self.ended_by is None and not self._is_done():
            raise standstill(self._program, self._situation(), self._instructions)

    def _ran(self) -> int:
        return int(self._state.cores[:, s.TASKS].sum())

    @property
    def _expected(self) -> int:
        """How many tasks there are to run, in all steps."""
        simulated = self._simulated
        tasks = self._state.tasks.shape[0] if simulated is None else simulated.place.size
        return tasks * self._program.steps

    def _is_done(self) -> bool:
        state = self._state
        if not state.supersteps:
            packets, injected, ejected = state.traffic[s.VALUES, : s.FLITS_EJECTED + 1].tolist()
            arrived = self.local_messages + self.remote_values + packets == self._program.num_messages
            return self._ran() == self._expected and arrived and injected == ejected
        barrier = state.traffic[s.BARRIER]
        under_way = barrier[s.FLITS_INJECTED] - barrier[s.FLITS_EJECTED]
        return bool(state.clock[s.FINISHED_AT] > 0 and under_way == 0)

    def _situation(self) -> Situation:
        state, simulated = self._state, self._simulated
        status = None
        if simulated is not None:
            status = np.append(simulated.status, 0)[state.vertices[:, s.OPERATION]]
        return Situation(
            cycle=int(state.clock[s.NOW]),
            ran=self._ran(),
            expected=self._expected,
            moving=bool(state.counts.any()),
            core_of_cluster=state.clusters[:, s.CORE],
            finished=self.vertex_finish,
            unread=state.needs_read & (state.inputs_from[state.vertices[:, s.MASTER]] != s.FROM_MEMORY),
            missing=state.replicas[:-1, s.MISSING],
            value_from=state.value_from,
            status=status,
            left=state.cores[:, s.OUTSTANDING].tolist(),
            reads=state.cores[:, s.READS_IN_FLIGHT].tolist(),
            at_barrier=int(state.clock[s.AT_BARRIER]),
            caches=self._caches,
            routers=self._routers,
        )

    def _progress(self) -> tuple[int, ...]:
        traffic, local = self._state.traffic, int(self._state.clock[s.LOCAL_MESSAGES])
        served = traffic[s.MEMORY_TRAFFIC, s.FLITS_EJECTED] if self._simulated is None else 0
        return self._ran(), local, self.remote_values, int(traffic[s.VALUES, s.FLITS_EJECTED]), int(served)

    def _advance(self) -> int:
        """Go on until the run is at its end, or something is to be done here."""
        if self._simulated is None:
            return advance(self._state, self._routers)
        assert self._caches is not None
        why = advance_simulated(self._state, self._simulated, self._caches, self._routers)
        check_protocol(self._caches)
        return why

    def _make_room(self) -> None:
        """For the packets that have reached their ports, and more."""
        assert self._routers is not None
        packets = self._routers.packets.shape[0] + int(self._state.clock[s.AT_PORTS])
        self._routers = with_capacity(self._routers, 2 * packets)

    def _ready_at_start(self) -> NDArray[np.int64]:
        """The clusters that need no other cluster to begin; in supersteps a step begins everywhere."""
        program = self._program
        if program.model == "supersteps":
            return np.arange(program.partition.parts)
        replicas = program.replicas
        begins = replicas.is_master & (missing_at_start(program) == 0)
        return np.flatnonzero(np.bincount(replicas.cluster[begins], minlength=program.partition.parts))

    def _ask(self, ready: NDArray[np.int64]) -> NDArray[np.integer]:
        """Ask the on-line mapper for the cores of clusters, and tell it afterwards what it has chosen."""
        if ready.size == 0:
            return ready
        assert isinstance(self._mapping, OnlineMapping)
        cores = np.asarray(self._mapping.mapper.place(ready, self._cores))
        num_cores = self._machine.num_cores
        if (
            cores.shape != ready.shape
            or cores.dtype.kind not in "iu"
            or not ((cores >= 0) & (cores < num_cores)).all()
        ):
            raise OptionError(
                f"mapper {self._mapping.method!r} returned {cores!r} for {ready.size} clusters; "
                f"it must return one core of 0 .. {num_cores - 1} for each"
            )
        np.add.at(self._cores.clusters, cores, 1)
        np.add.at(self._cores.work, cores, self._program.replicas.cluster_work[ready])
        return cores

    @property
    def events(self) -> int:
        """How many events the run took."""
        return int(self._state.clock[s.EVENTS])

    @property
    def state_bytes(self) -> int:
        """The size of all tables."""
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
        """Where each cluster ran."""
        return self._state.clusters[:, s.CORE]

    @property
    def cluster_start(self) -> NDArray[np.int64]:
        """The cycle of the first task of each cluster, -1 where it has none."""
        return self._state.clusters[:, s.FIRST_CYCLE]

    @property
    def cluster_finish(self) -> NDArray[np.int64]:
        """The cycle in which the last task of each cluster ended, -1 where it has none."""
        return self._state.clusters[:, s.LAST_CYCLE]

    @property
    def cluster_cycles(self) -> dict[str, NDArray[np.int64]]:
        """What the cycles of each cluster were spent on."""
        first = s.OF_COMPUTE
        return {kind: self._state.clusters[:, first + k] for k, kind in enumerate(CORE_TIMES)}

    @property
    def vertex_finish(self) -> NDArray[np.int64]:
        """The cycle in which each vertex was finished, -1 where it takes no part."""
        return self._state.finished

    @property
    def local_messages(self) -> int:
        """Value messages between clusters of one core."""
        return int(self._state.clock[s.LOCAL_MESSAGES])

    @property
    def remote_values(self) -> int:
        """Values that moved between cores through memory."""
        return int(self._state.clock[s.REMOTE_VALUES])

    @property
    def cores(self) -> list[CoreCounts]:
        """By tile."""
        first = s.TASKS
        return [CoreCounts(*row) for row in self._state.cores[:, first : first + 5].tolist()]

    @property
    def network(self) -> NetworkCounts | RouterCounts:
        """The links by id, and the ports by tile; none where there is no contention."""
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
        """Of the value messages."""
        return self._traffic(s.VALUES, self._value_bytes + self._machine.network.header)

    @property
    def memory(self) -> MemoryCounts:
        """The controllers, and the packets to and from them."""
        machine, state = self._machine, self._state
        ticks = machine.block_service_ticks[0]
        served = self._servers(6, None)
        traffic = self._traffic(s.MEMORY_TRAFFIC, 0)
        if self._simulated is None:
            block_bytes = int(state.clock[s.BLOCK_PACKETS]) * machine.memory.block
            traffic.bytes = traffic.packets * machine.network.header + block_bytes
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
        """The caches, where memory is simulated."""
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
        """The messages of the barrier."""
        return BarrierCounts(self._traffic(s.BARRIER, self._machine.network.header))

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
