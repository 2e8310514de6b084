"""Creation of the tables of a run from a program, a machine and the initial placement of clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mappers.mapping import PeriodicMapping
from numasim.numa.compiled.long_tasks import most_long_tasks
from numasim.numa.compiled.machine_records import STARTING, TASK_END
from numasim.numa.compiled.machine_tables import machine_fields, no_migration, wheel_slots
from numasim.numa.compiled.migration import migration_fields
from numasim.numa.compiled.packed_rows import name_tasks, replica_rows, rows_by_core, task_rows
from numasim.numa.compiled.program_records import CLUSTER, CORE_LISTS, LINK, CoreListsRow
from numasim.numa.compiled.records import Rows
from numasim.numa.compiled.state import State
from numasim.numa.shared.stealing import stolen_data
from numasim.numa.shared.transaction_numbers import TransactionNumbers
from numasim.numa.shared.value_source import LOCAL
from numasim.program.program import Program
from numasim.program.task_times import TaskTimes
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.uncounted import kept_kernel
from partitioners.replicas import Integers

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.program.instructions import Instructions

MAX_ROWS = 2**31 - 1


def make_state(inputs: RunInputs, core_of_cluster: NDArray[np.integer[Any]], *, pool: int = 0) -> State:
    """Create the state before the first cycle.

    Parameters
    ----------
    inputs : RunInputs
        The inputs of the run. With simulated memory, instructions and slots run instead of the edges and
        operations, and the accesses that move values are tasks after all others.
    core_of_cluster : ndarray of int32, shape (p,)
        The core of each cluster; -1 for clusters that an on-line mapper places later.
    pool : int
        Maximum number of messages of the caches in flight.

    Raises
    ------
    OptionError
        The numbers of transactions or tasks do not fit into 31 bits.
    """
    program, machine, consume = inputs.program, inputs.machine, inputs.consume
    instructions, shared = inputs.instructions, inputs.shared
    replicas, graph = program.replicas, program.partition.graph
    n, cores = graph.num_vertices, machine.num_cores
    supersteps = program.model == "supersteps"
    traced = instructions is None
    numbers = TransactionNumbers.of(inputs)
    first_barrier, first_core = numbers.first_barrier, numbers.end
    num_shared = 0 if shared is None else shared.kind.size
    num_tasks = program.num_tasks + num_shared
    ends = cores
    if instructions is not None:
        ends = cores * wheel_slots(machine) + most_long_tasks(machine, instructions, num_tasks)
    first_coherence = first_core + ends + 1
    num_events = first_coherence + pool
    if max(num_events, num_tasks) > MAX_ROWS:
        raise OptionError(
            f"the compiled engine supports at most {MAX_ROWS} transactions and tasks, got {num_events} and "
            f"{num_tasks}; use `engine: simpy` or fewer edges"
        )

    periodic = isinstance(inputs.mapping, PeriodicMapping)
    of_migration = migration_fields(inputs, numbers) if periodic else no_migration()
    num_replicas = replicas.vertex.size
    message_bytes = inputs.message_bytes
    if message_bytes is None:
        message_bytes = np.zeros(0, np.int64)
    else:
        message_bytes = message_bytes + machine.network.header_size
    core_of_task = None
    if inputs.decisions is None and not periodic and core_of_cluster.min(initial=0) >= 0:
        core_of_task = _core_of_task(program, instructions, core_of_cluster)
    forget = _Forget(program if consume else None)
    forget("level", "indptr", "out_edges")
    missing = program.missing_at_start
    present, reads, core_lists = _core_lists(program, core_of_cluster, cores, missing, numbers)
    forget("gathers", "scatters", "in_edges", "is_master", "gathers_of_master")
    row_of = np.zeros(0, np.int32)
    if core_of_task is not None and inputs.stealing is None:
        row_of = rows_by_core(replicas.cluster, core_of_cluster, cores)
    of_replicas, messages, masters, first_sent = replica_rows(program, missing, row_of)
    missing_anew = of_replicas["missing"].copy() if supersteps or periodic else np.zeros(0, np.int32)
    del missing
    forget("vertex", "scatter_id", "scatter_count", "reader_indptr", "gather_id")
    present = masters[present]
    if inputs.decisions is None:
        place, count, priority_class = _by_priority(program, inputs.priority, instructions, consume)
    else:
        place, count, priority_class = _public_numbers(program)
    task_ends = np.zeros(0, np.int32)
    if core_of_task is not None:
        task_ends = _number_by_core(place, count, priority_class, core_of_task, cores)
        if priority_class.size > 0 or not traced:  # the heaps of simulated memory have a window of tasks
            task_ends = task_ends[:0]
    del core_of_task
    ready_levels, ready_bits = _ready_bits(count if task_ends.size else 0)
    if instructions is not None and consume:
        instructions.forget("task_cluster")
    tasks = task_rows(program, place, count, row_of, instructions, shared)
    links = LINK.rows(0 if task_ends.size else count + num_shared, child=-1, sibling=-1)
    forget("out_replica", "cluster", "master")
    rate_row = np.zeros(0, np.int32)
    if machine.task_rates.classes:
        rate_row = np.empty(count, np.int32)
        _put(place, TaskTimes.of(program, machine).row, rate_row)
    task_bytes = np.zeros(0, np.int64)
    if inputs.stealing is not None and (data := stolen_data(program)) is not None:
        task_bytes = np.zeros(count, np.int64)
        _put(place, data.of_task, task_bytes)
    forget("edge_cycles", "operation_cycles")
    readers = place[program.readers]
    if instructions is None:
        num_blocks = n
    else:
        contributes_to = program.replicas.in_replica[program.readers]
        if row_of.size:
            contributes_to = row_of[contributes_to]
        readers = np.where(readers >= 0, readers, -1 - contributes_to).astype(np.int32)
        num_blocks = inputs.num_blocks
    name_tasks(place[graph.num_edges :], readers, masters, of_replicas)
    del place, row_of
    forget("in_replica")
    if instructions is None:
        forget("readers")
    first_events = first_barrier + cores + np.arange(cores)
    if first_barrier == first_core:
        first_events = first_core + wheel_slots(machine) * np.arange(cores)
    of_machine = machine_fields(
        machine,
        inputs.network,
        numbers,
        first_coherence=first_coherence,
        first_events=first_events,
        num_blocks=num_blocks,
        value_bytes=inputs.value_bytes,
        pool=pool,
    )
    events = of_machine["events"]
    if first_barrier < first_core:
        events["stage"][first_events] = STARTING
    if traced:
        events["stage"][first_core : first_coherence - 1] = TASK_END
    of_machine["clock"].steps_left = program.steps
    of_machine["cores"]["in_step"] = not supersteps and not traced
    value_from = np.full(num_replicas, LOCAL, np.int64)
    ties = priority_class.size > 0
    asks = inputs.decisions is not None
    of_migration.setdefault("message_flits", np.zeros(first_core - numbers.first_steal, np.int64))
    return State(
        **of_machine,
        **of_migration,
        supersteps=supersteps,
        writes_back=supersteps and inputs.inputs_in_memory and traced,
        steals=int(inputs.stealing is not None),
        asks=asks,
        latest_first=inputs.latest_first,
        ties=ties,
        message_bytes=message_bytes,
        task_bytes=task_bytes,
        messages=messages,
        readers=readers,
        masters=masters,
        present=present,
        reads=reads,
        core_lists=core_lists,
        missing_at_start=missing_anew,
        first_sent=first_sent,
        rate_row=rate_row,
        priority_class=priority_class,
        asked=np.zeros(program.partition.parts, np.int32),
        clusters=CLUSTER.rows(program.partition.parts, core=core_of_cluster, first_cycle=-1, last_cycle=-1),
        replicas=of_replicas,
        value_from=value_from,
        inputs_from=value_from.copy() if supersteps else value_from,
        begun=np.full(n if supersteps else 0, -1, np.int64),
        finished=np.full(n, -1, np.int64),
        tasks=tasks,
        links=links,
        task_ends=task_ends,
        ready_bits=ready_bits,
        ready_levels=ready_levels,
        ready_at=np.zeros(tasks.shape[0] if ties or asks else 0, np.int64),
        ready_tasks=np.zeros(num_tasks if asks else 0, np.int32),
        ready_parts=_ready_parts(program, core_of_cluster, cores if asks else 0),
        asked_cores=np.zeros(cores if asks else 0, np.int32),
    )


class _Forget:
    """Frees arrays of a program, if any, and of its replicas."""

    def __init__(self, program: Program | None) -> None:
        self._program = program

    def __call__(self, *names: str) -> None:
        if self._program is not None:
            self._program.forget(*names)
            self._program.replicas.forget(*names)


def _by_priority(
    program: Program,
    priority: NDArray[np.signedinteger[Any]],
    instructions: Instructions | None,
    consume: bool,
) -> tuple[NDArray[np.int32], int, NDArray[np.int32]]:
    """The position of each task in the order (priority, program order), the number of tasks, their classes.

    Operations of zero cycles are not included. The classes are empty if all priorities differ.
    """
    if instructions is None:
        takes_part = np.ones(program.num_tasks, bool)
        takes_part[program.partition.graph.num_edges :] = program.replicas.operation_cycles > 0
    else:
        takes_part = instructions.task_cluster >= 0
    if priority is program.order:
        if not consume or instructions is not None:
            priority = priority.copy()  # the program's array is needed later
        else:
            program.forget("order")
        count = _keep_those(takes_part, priority)
        return priority.astype(np.int32, copy=False), count, np.zeros(0, np.int32)
    in_order = np.empty(program.num_tasks, np.int64)
    in_order[program.order] = np.arange(program.num_tasks)
    in_order = in_order[takes_part[in_order]]
    active = in_order[np.argsort(priority[in_order], kind="stable")]
    place = np.full(program.num_tasks, -1, np.int32)
    place[active] = np.arange(active.size, dtype=np.int32)
    new_class = np.diff(priority[active]) != 0
    if new_class.all():
        return place, active.size, np.zeros(0, np.int32)
    priority_class = np.zeros(active.size, np.int32)
    np.cumsum(new_class, out=priority_class[1:])
    return place, active.size, priority_class


def _core_of_task(
    program: Program, instructions: Instructions | None, core_of_cluster: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    """The core of each task, shape (num_tasks,); any core for tasks that do not run."""
    of_cluster = core_of_cluster.astype(np.int32)
    if instructions is not None:
        return of_cluster[instructions.task_cluster]
    replicas, m = program.replicas, program.partition.graph.num_edges
    core = np.zeros(program.num_tasks, np.int32)
    np.take(of_cluster, program.partition.cluster_of_edge, out=core[:m])
    has_master = replicas.master >= 0
    core[m:][has_master] = of_cluster[replicas.cluster[replicas.master[has_master]]]
    return core


def _number_by_core(
    place: NDArray[np.int32],
    count: int,
    priority_class: NDArray[np.int32],
    core_of_task: NDArray[np.int32],
    cores: int,
) -> NDArray[np.int32]:
    """Number tasks core by core, in the same order on each core. Returns the end of each core's tasks.

    A core compares only its own tasks, and their rows are then adjacent in memory. ``place`` and
    ``priority_class`` get the new numbers.
    """
    task_at = np.empty(count, np.int32)
    tasks_of_core = np.zeros(cores, np.int64)
    _invert(place, core_of_task, task_at, tasks_of_core)
    ends = np.cumsum(tasks_of_core)
    _renumber(task_at, core_of_task, ends - tasks_of_core, place, priority_class, priority_class.copy())
    return ends.astype(np.int32)


@kept_kernel
def _invert(place: Int32, core_of_task: Int32, task_at: Int32, tasks_of_core: Int64) -> None:
    """Find the task at each position, and count the tasks of each core."""
    for task in range(place.size):
        if place[task] >= 0:
            task_at[place[task]] = task
            tasks_of_core[core_of_task[task]] += 1


@kept_kernel
def _renumber(
    task_at: Int32, core_of_task: Int32, at: Int64, place: Int32, new_classes: Int32, classes: Int32
) -> None:
    """Distribute the tasks, in order, to the parts of their cores. ``at`` is the start of each part."""
    for k in range(task_at.size):
        core = core_of_task[task_at[k]]
        place[task_at[k]] = at[core]
        if classes.size > 0:
            new_classes[at[core]] = classes[k]
        at[core] += 1


def _ready_bits(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first word of each level of the bitmaps of ``count`` ready tasks, and all words."""
    words = []
    while count > 0:
        count = -(-count // 64) if count > 1 else 0
        if count:
            words.append(count)
    return np.cumsum([0, *words[:-1]])[: len(words)], np.zeros(sum(words), np.int64)


def _public_numbers(program: Program) -> tuple[NDArray[np.int32], int, NDArray[np.int32]]:
    """The same for a run-time scheduler: tasks keep their public numbers, and have no priorities."""
    place = np.arange(program.num_tasks, dtype=np.int32)
    place[program.partition.graph.num_edges :][program.replicas.operation_cycles == 0] = -1
    return place, program.num_tasks, np.zeros(0, np.int32)


def _ready_parts(
    program: Program, core_of_cluster: NDArray[np.integer[Any]], cores: int
) -> NDArray[np.int64]:
    """The start of each core's part of the ready tasks; a part has space for all tasks of its core."""
    if not cores:
        return np.zeros(0, np.int64)
    of_task = core_of_cluster[program.cluster_of_task]
    return np.append(0, np.cumsum(np.bincount(of_task, minlength=cores)))


@njit(cache=True)
def _keep_those(takes_part: NDArray[np.bool_], place: Integers) -> int:
    """Close the gaps of unused tasks, whose position becomes -1. Returns the number of remaining tasks."""
    before = np.zeros(place.size + 1, place.dtype)
    for task in range(place.size):
        if takes_part[task]:
            before[place[task] + 1] = 1
    for k in range(place.size):
        before[k + 1] += before[k]
    for task in range(place.size):
        place[task] = before[place[task]] if takes_part[task] else -1
    return before[place.size]


@njit(cache=True)
def _put(place: Int32, values: Integers, out: Integers) -> None:
    """Write each value to its position. Values without a position are skipped."""
    for k in range(place.size):
        if place[k] >= 0:
            out[place[k]] = values[k]


def _core_lists(
    program: Program,
    core_of_cluster: NDArray[np.integer[Any]],
    cores: int,
    missing: Integers,
    numbers: TransactionNumbers,
) -> tuple[NDArray[np.int32], NDArray[np.int32], Rows[CoreListsRow]]:
    """The vertices with which each core begins, its reads, and the start of its parts of both lists.

    Both lists are in program order. With supersteps, all vertices begin. In dataflow, the vertices without
    inputs begin. Clusters that are placed later have no entries.
    """
    replicas = program.replicas
    begins = replicas.is_master if program.model == "supersteps" else replicas.is_master & (missing == 0)
    begins = np.flatnonzero(begins)
    core = core_of_cluster[replicas.cluster[begins]]
    vertex, core = replicas.vertex[begins[core >= 0]], core[core >= 0]
    order = program.order[program.partition.graph.num_edges :]
    by_core = np.lexsort((order[vertex], core))
    vertex, core = vertex[by_core], core[by_core]
    is_read = numbers.needs_read[vertex]
    lists = CORE_LISTS.rows(cores + 1)
    lists["present"] = np.searchsorted(core[~is_read], np.arange(cores + 1))
    lists["reads"] = np.searchsorted(core[is_read], np.arange(cores + 1))
    if program.model == "supersteps":
        edges = np.bincount(core_of_cluster[program.partition.cluster_of_edge], minlength=cores)
        lists["step_work"][:-1] = edges + np.bincount(core, minlength=cores)
    reads = np.searchsorted(numbers.accessed, vertex[is_read]).astype(np.int32)
    return vertex[~is_read], reads, lists
