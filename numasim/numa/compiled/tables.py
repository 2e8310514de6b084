"""The tables of a run, made from a program, a machine and the first placement of clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled import state as s
from numasim.numa.compiled.calendar import LEVELS, SLOTS
from numasim.numa.compiled.memory import FIRST_TOUCH, INTERLEAVE
from numasim.program import Program
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine import Machine

MAX_ROWS = 2**31 - 1


def make_state(
    program: Program,
    core_of_cluster: NDArray[np.integer[Any]],
    machine: Machine,
    *,
    network: str,
    priority: NDArray[np.int64],
    value_bytes: int,
    inputs_in_memory: bool,
) -> s.State:
    """The state before the first cycle.

    Parameters
    ----------
    program : Program
    core_of_cluster : ndarray of int32, shape (p,)
        -1 for the clusters that an on-line mapper is asked about later.
    machine : Machine
    network : {'ideal', 'packet', 'flit'}
    priority : ndarray of int64, shape (num_tasks,)
        See :mod:`numasim.schedulers`.
    value_bytes : int
        Payload of a value message.
    inputs_in_memory : bool
        Whether values are read from memory at the start, and written back at the end of a superstep.

    Raises
    ------
    OptionError
        More transactions or tasks than fit 31 bits.
    """
    replicas, graph, mesh = program.replicas, program.partition.graph, machine.topology
    n, cores = graph.num_vertices, mesh.num_cores
    supersteps = program.model == "supersteps"
    first_read = program.num_messages
    first_write = first_read + n
    first_barrier = first_write + n
    first_core = first_barrier + 2 * cores
    if max(first_core + cores, program.num_tasks) > MAX_ROWS:
        raise OptionError(
            f"the compiled engine runs at most {MAX_ROWS} transactions and tasks, and these are "
            f"{first_core + cores} and {program.num_tasks}; use `engine: simpy`, or fewer edges"
        )
    needs_read = np.zeros(n, bool)
    if inputs_in_memory:
        needs_read[program.inputs] = True

    place, active, priority_class = _by_priority(program, priority)
    tasks, task_cycles = _tasks(program, active)
    vertices = _vertices(program, place, needs_read)
    masters, reads, core_lists = _core_lists(program, core_of_cluster, cores, needs_read)
    ties = priority_class.size > 0
    events, slots, counts = _events(first_barrier, cores)
    clock = np.zeros(s.CLOCK_COLUMNS, np.int64)
    clock[[s.FIRST_SERVER, s.FIRST_CORE]] = -1
    clock[s.STEPS_LEFT] = program.steps
    core_rows = np.zeros((cores, s.CORE_COLUMNS), np.int64)
    core_rows[:, [s.READY, s.RUNNING]] = -1
    core_rows[:, s.NEXT_CORE] = s.UNLISTED
    clusters = np.full((program.partition.parts, 3), -1, np.int64)
    clusters[:, s.CORE] = core_of_cluster
    tiles = np.array(machine.controller_tiles, np.int32)
    ports = 6 * cores + tiles.size
    servers = np.zeros((ports + 1, s.SERVER_COLUMNS), np.int64)
    servers[:, s.REQUESTS] = -1
    vertex_times = np.full((n, 3), -1, np.int64)  # -1 is LOCAL as well
    placement = machine.memory.placement
    first_touch = placement == "first_touch"
    blocks_per_page = machine.memory.page // machine.memory.block
    ticks, ticks_per_cycle = machine.block_service_ticks
    network_sizes = machine.network
    tile = np.arange(cores)
    return s.State(
        supersteps=supersteps,
        writes_back=supersteps and inputs_in_memory,
        first_read=first_read,
        first_write=first_write,
        first_barrier=first_barrier,
        first_core=first_core,
        num_cores=cores,
        width=mesh.width,
        fidelity=("ideal", "packet", "flit").index(network),
        ports=ports,
        value_flits=-(-(value_bytes + network_sizes.header) // network_sizes.flit),
        header_flits=-(-network_sizes.header // network_sizes.flit),
        block_flits=-(-(machine.memory.block + network_sizes.header) // network_sizes.flit),
        injection_cycles=network_sizes.injection_cycles,
        hop_cycles=network_sizes.hop_cycles,
        mshrs=machine.core.mshrs,
        latency_cycles=machine.memory_latency_cycles,
        service_cycles=ticks // ticks_per_cycle,
        service_ticks=ticks % ticks_per_cycle,
        ticks_per_cycle=ticks_per_cycle,
        blocks_per_page=blocks_per_page,
        node=FIRST_TOUCH
        if first_touch
        else INTERLEAVE
        if placement == "interleave"
        else int(placement.removeprefix("node:")),
        ties=ties,
        positions=np.stack([tile % mesh.width, tile // mesh.width], axis=1).astype(np.int32),
        nearest=mesh.distances[:, tiles].argmin(axis=1).astype(np.int32),
        tiles=tiles,
        message_replica=_message_replica(program),
        readers=place[program.readers],
        masters=masters,
        reads=reads,
        core_lists=core_lists,
        task_cycles=task_cycles,
        priority_class=priority_class,
        clock=clock,
        counts=counts,
        slots=slots,
        bins=np.full(32, -1, np.int32),
        asked=np.zeros(program.partition.parts, np.int32),
        events=events,
        times=np.zeros((events.shape[0], 2), np.int64),
        servers=servers,
        cores=core_rows,
        clusters=clusters,
        replicas=_replicas(program),
        value_from=np.full(replicas.vertex.size, s.LOCAL, np.int64),
        vertices=vertices,
        vertex_times=vertex_times,
        tasks=tasks,
        ready_at=np.zeros(tasks.shape[0] if ties else 0, np.int64),
        pages=np.full((n // blocks_per_page + 1 if first_touch else 0, 3), -1, np.int64),
        traffic=np.zeros((3, 5), np.int64),
    )


def missing_at_start(program: Program) -> NDArray[np.int64]:
    """How much each replica waits for in a step: its in-edges, gathers, and (supersteps) its own value."""
    replicas = program.replicas
    missing = replicas.in_edges + program.gathers_of_master
    return missing + replicas.is_master if program.model == "supersteps" else missing


def cluster_of_master(program: Program) -> NDArray[np.int64]:
    """The cluster of each vertex's master, -1 where it has none, shape (n,)."""
    replicas = program.replicas
    cluster = np.full(replicas.master.size, -1, np.int64)
    has = replicas.master >= 0
    cluster[has] = replicas.cluster[replicas.master[has]]
    return cluster


def _by_priority(
    program: Program, priority: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """The place of each task in the order (priority, program order), the tasks in it, and their classes.

    Operations of zero cycles are left out. The classes are empty where all priorities differ.
    """
    m = program.partition.graph.num_edges
    takes_part = np.ones(program.num_tasks, bool)
    takes_part[m:] = program.replicas.operation_cycles > 0
    in_order = np.empty(program.num_tasks, np.int64)
    in_order[program.order] = np.arange(program.num_tasks)
    in_order = in_order[takes_part[in_order]]
    active = in_order
    if priority is not program.order:
        active = in_order[np.argsort(priority[in_order], kind="stable")]
    place = np.full(program.num_tasks, -1, np.int32)
    place[active] = np.arange(active.size, dtype=np.int32)
    new_class = np.diff(priority[active]) != 0
    if new_class.all():
        return place, active, np.zeros(0, np.int32)
    priority_class = np.zeros(active.size, np.int32)
    np.cumsum(new_class, out=priority_class[1:])
    return place, active, priority_class


def _tasks(program: Program, active: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    replicas, m = program.replicas, program.partition.graph.num_edges
    rows = np.full((active.size, 4), -1, np.int32)
    is_edge = active < m
    edges = active[is_edge]
    rows[is_edge, s.IN] = replicas.in_replica[edges]
    rows[is_edge, s.OUT] = replicas.out_replica[edges]
    rows[~is_edge, s.IN] = -1 - (active[~is_edge] - m)
    return rows, program.task_cycles[active]


def _vertices(program: Program, place: NDArray[np.int32], needs_read: NDArray[np.bool_]) -> NDArray[np.int32]:
    replicas = program.replicas
    rows = np.zeros((replicas.master.size, 5), np.int32)
    rows[:, s.MASTER] = replicas.master
    rows[:, s.OPERATION] = place[program.partition.graph.num_edges :]
    rows[:, s.NEEDS_READ] = needs_read
    scatters = replicas.scatters
    vertex = replicas.vertex[scatters]
    rows[vertex[::-1], s.SCATTER] = program.scatter_id[scatters[::-1]]  # the first one is written last
    np.add.at(rows[:, s.SCATTERS], vertex, program.scatter_count[scatters].astype(np.int32))
    return rows


def _replicas(program: Program) -> NDArray[np.int32]:
    replicas = program.replicas
    rows = np.zeros((replicas.vertex.size + 1, s.REPLICA_COLUMNS), np.int32)
    rows[:, s.FIRST_READER] = program.reader_indptr
    rows[:-1, s.VERTEX] = replicas.vertex
    rows[:-1, s.CLUSTER] = replicas.cluster
    rows[:-1, s.MISSING] = rows[:-1, s.MISSING_AT_START] = missing_at_start(program)
    rows[:-1, s.GATHER] = program.gather_id
    rows[:-1, s.EACH] = np.where(program.scatter_count > 1, program.scatter_id, -1)
    return rows


def _message_replica(program: Program) -> NDArray[np.int32]:
    replicas = program.replicas
    of = np.empty(program.num_messages, np.int32)
    gathers, scatters = replicas.gathers, replicas.scatters
    of[program.gather_id[gathers]] = gathers
    count = program.scatter_count[scatters]
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    of[np.repeat(program.scatter_id[scatters], count) + within] = np.repeat(scatters, count)
    return of


def _core_lists(
    program: Program,
    core_of_cluster: NDArray[np.integer[Any]],
    cores: int,
    needs_read: NDArray[np.bool_],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The vertices that each core is the master of, and those that it reads; and where its parts begin.

    Clusters that are placed later have nothing to begin with.
    """
    cluster = cluster_of_master(program)
    placed = np.append(core_of_cluster, -1)  # cluster -1: no master
    core = placed[cluster]
    vertices = np.flatnonzero(core >= 0)
    masters = vertices[np.argsort(core[vertices], kind="stable")]
    read = vertices[needs_read[vertices]]
    order = program.order[program.partition.graph.num_edges :]
    reads = read[np.lexsort((order[read], core[read]))]
    lists = np.zeros((cores + 1, 3), np.int32)
    lists[:, s.MASTERS] = np.searchsorted(core[masters], np.arange(cores + 1))
    lists[:, s.READS] = np.searchsorted(core[reads], np.arange(cores + 1))
    if program.model == "supersteps":
        edges = np.bincount(placed[program.partition.cluster_of_edge], minlength=cores)
        lists[:-1, s.STEP_WORK] = edges + np.bincount(core[masters], minlength=cores)
    return masters.astype(np.int32), reads.astype(np.int32), lists


def _events(first_barrier: int, cores: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """All events, and a calendar in which every core is let go in cycle 0."""
    first_release = first_barrier + cores
    first_core = first_release + cores
    events = np.zeros((first_core + cores + 1, 4), np.int32)
    events[first_core:, s.STAGE] = s.TASK_END
    events[-1, s.STAGE] = s.ROUTERS
    release = np.arange(first_release, first_core)
    events[release, s.STAGE] = s.STARTING
    events[release, s.NEXT] = np.append(release[1:], -1)
    slots = np.full((LEVELS, SLOTS), -1, np.int32)
    slots[0, 0] = first_release
    counts = np.zeros(LEVELS, np.int64)
    counts[0] = cores
    return events, slots, counts
