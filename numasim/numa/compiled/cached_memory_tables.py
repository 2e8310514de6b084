"""Creation of the tables of a run with simulated memory: the tasks of each core, and shared values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.cache_units import cache_unit_fields
from numasim.numa.compiled.cached_memory_state import IS_READY, SHARED_TIMES, WAITER, WAITING, Simulated
from numasim.numa.compiled.long_tasks import link_unused_ends
from numasim.numa.compiled.machine_records import WHEEL
from numasim.numa.compiled.machine_tables import wheel_slots
from numasim.numa.compiled.out_of_order_core import account_wait
from numasim.numa.compiled.program_records import ReplicaRow
from numasim.numa.compiled.records import Rows
from numasim.numa.compiled.state import State
from numasim.program.shared_values import ADD, POLL, SharedValues, no_shared_values
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.uncounted import kept_kernel
from partitioners.replicas import Integers

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.program.instructions import Instructions


def make_simulated(inputs: RunInputs, state: State, instructions: Instructions) -> Simulated:
    """Create the additional tables of a run with simulated memory, before the first cycle.

    Parameters
    ----------
    inputs : RunInputs
        The inputs. The ``order`` and ``readers`` of their program are used.
    state : State
        The state made from the same inputs.
    """
    program, machine = inputs.program, inputs.machine
    cores = machine.num_cores
    shared = inputs.shared or no_shared_values(0, 0, 0)
    num_tasks = state.tasks.shape[0] - shared.kind.size
    number = np.empty(num_tasks, np.int32)
    _number_tasks(program.readers, state.readers, state.masters, state.replicas, number)
    core = state.clusters["core"][state.tasks["cluster"][:num_tasks]].astype(np.int32)
    placed = core[core >= 0]
    first = np.append(0, np.cumsum(np.bincount(placed, minlength=cores)))
    window_tasks, window_place = np.empty(placed.size, np.int32), np.empty(num_tasks, np.int32)
    _deal_out(program.order, number, core, first[:-1].copy(), window_tasks, window_place)
    del core
    status = np.full(state.tasks.shape[0], WAITING, np.int8)
    _begin(state.replicas, status)
    units = cache_unit_fields(machine, state.first_coherence)
    tiles = units["tiles"]
    tiles["replay"] = tiles["requested"] = -1
    tiles["begin"] = tiles["head"] = tiles["tail"] = first[:-1]
    tiles["end"] = first[1:]
    slots = wheel_slots(machine)
    first_long_end = state.first_core + cores * slots
    link_unused_ends(state, first_long_end)
    wheel = WHEEL.rows(cores * slots, first_over=-1)
    wheel["posted"][::slots] = not state.supersteps
    if state.supersteps:
        state.core_lists["step_work"][:-1] = np.diff(first) + np.bincount(shared.core, minlength=cores)
    return Simulated(
        window=machine.core.window,
        issue_width=machine.core.issue_width,
        wheel_slots=slots,
        first_long_end=first_long_end,
        window_tasks=window_tasks,
        place=window_place,
        status=status,
        wheel=wheel,
        **units,
        **_shared_tables(shared, state, number),
    )


class LaterTasks:
    """The tasks of clusters that an on-line mapper places during a run.

    Parameters
    ----------
    inputs : RunInputs
        The ``order`` and ``readers`` of their program are used.
    state : State
        The state made from the same inputs.
    num_tasks : int
        Number of tasks.
    """

    def __init__(self, inputs: RunInputs, state: State, num_tasks: int) -> None:
        self._state = state
        number = np.empty(num_tasks, np.int32)
        _number_tasks(inputs.program.readers, state.readers, state.masters, state.replicas, number)
        self._order = inputs.program.order[number]
        self._cluster = state.tasks["cluster"][:num_tasks]

    def place(self, sim: Simulated, clusters: NDArray[np.int64]) -> Simulated:
        """Add the tasks of clusters to the windows of their cores, at the end of a cycle.

        Parameters
        ----------
        clusters : ndarray of int64
            Clusters that have just been placed.

        Returns
        -------
        Simulated
            The tables with new ``window_tasks``. Finished tasks that have left a window are not in them.
        """
        state, tiles = self._state, sim.tiles
        new = np.flatnonzero(np.isin(self._cluster, clusters))
        core_of_new = state.clusters["core"][self._cluster[new]]
        grown = np.unique(core_of_new)
        for core in grown.tolist():
            account_wait(state, sim, core)
        left = tiles["end"] - tiles["head"]
        cores = np.arange(left.size)
        core_of_left = np.repeat(cores, left)
        old = np.arange(left.sum()) - np.repeat(np.cumsum(left) - left, left) + tiles["head"][core_of_left]
        youngest = np.full(left.size, -1)
        entered = tiles["tail"] > tiles["head"]
        youngest[entered] = self._order[sim.window_tasks[tiles["tail"][entered] - 1]]
        task = np.append(sim.window_tasks[old], new)
        core = np.append(core_of_left, core_of_new)
        in_order = np.lexsort((self._order[task], core))
        task, core = task[in_order].astype(np.int32), core[in_order]
        sim.place[task] = np.arange(task.size)
        bounds = np.searchsorted(core, np.append(cores, left.size))
        within = np.bincount(core[self._order[task] <= youngest[core]], minlength=left.size)
        tiles["begin"] = tiles["head"] = bounds[:-1]
        tiles["end"] = bounds[1:]
        tiles["tail"] = bounds[:-1] + np.maximum(within, np.minimum(sim.window, np.diff(bounds)))
        oldest = task[bounds[grown]]
        tiles["reason"][grown] = sim.status[oldest]
        tiles["oldest"][grown] = self._cluster[oldest]
        return sim._replace(window_tasks=task)


@kept_kernel
def _number_tasks(
    readers: Int32, tasks_of_readers: Int32, masters: Int32, replicas: Rows[ReplicaRow], number: Int32
) -> None:
    """The number of each task of the state in the program."""
    for k in range(readers.size):
        if tasks_of_readers[k] >= 0:
            number[tasks_of_readers[k]] = readers[k]
    for v in range(masters.size):
        if masters[v] >= 0 and replicas[masters[v]].operation >= 0:
            number[replicas[masters[v]].operation] = readers.size + v


@njit(cache=True)
def _deal_out(
    order: Integers, number: Int32, core: Int32, at: Int64, window_tasks: Int32, place: Int32
) -> None:
    """Distribute the tasks of placed clusters in program order. ``at`` is the start of each core's tasks."""
    in_order = np.full(order.size, -1, np.int32)
    for task in range(number.size):
        in_order[order[number[task]]] = task
    for following in in_order:
        if following >= 0 and core[following] >= 0:
            window_tasks[at[core[following]]] = following
            place[following] = at[core[following]]
            at[core[following]] += 1


@kept_kernel
def _begin(replicas: Rows[ReplicaRow], status: NDArray[np.int8]) -> None:
    """Make the instructions of all vertices without inputs ready."""
    for k in range(replicas.shape[0]):
        row = replicas[k]
        if row.scatters >= 0 and row.operation >= 0 and row.missing == 0:
            status[row.operation] = IS_READY


def _shared_tables(shared: SharedValues, state: State, number: NDArray[np.int32]) -> dict[str, Any]:
    """The fields of :class:`Simulated` for accesses that move values, whose tasks get their values."""
    moves, kept, waiters, num_tasks = shared.through_memory, shared.kept, shared.waiters, number.size
    accesses, replicas = state.tasks[num_tasks:], state.replicas
    num_values = 0
    if moves:
        # Values are numbered by the rows of their masters, which are core by core.
        of_value = shared.kind <= ADD
        master = state.masters[replicas["vertex"][accesses["replica"][of_value]]]
        moved, accesses["value"][of_value] = np.unique(master, return_inverse=True)
        num_values = moved.size
    times = SHARED_TIMES.rows(num_values)
    times[:] = -1  # -1 is LOCAL as well
    if moves:
        times["additions"] = times["additions_left"] = shared.additions[replicas["vertex"][moved]]
    else:
        number = number[:0]
    count = np.diff(shared.polls_indptr)[number]
    first = shared.polls_indptr[number]
    indptr = np.append(0, np.cumsum(count))
    polls = shared.polls[np.arange(indptr[-1]) + np.repeat(first - indptr[:-1], count)]

    def of_replica(kind: int) -> NDArray[np.int32]:
        found = np.full(len(replicas) if moves else 0, -1, np.int32)
        chosen = np.flatnonzero(shared.kind == kind) if moves else np.zeros(0, np.int64)
        found[accesses["replica"][chosen]] = chosen + num_tasks
        return found

    def as_tasks(accesses: NDArray[np.int64], wanted: bool = moves) -> NDArray[np.int32]:
        return np.where(accesses >= 0, accesses + num_tasks, -1)[: None if wanted else 0].astype(np.int32)

    return {
        "shared_block": shared.block,
        "kept": kept,
        "read": as_tasks(shared.read, kept),
        "write": as_tasks(shared.write, kept),
        "through_memory": moves,
        "shared_times": times,
        "publication": as_tasks(shared.publication),
        "poll": of_replica(POLL),
        "addition": of_replica(ADD),
        "polls_indptr": indptr,
        "polls": as_tasks(polls),
        "first_shared_block": shared.first_block,
        "waiters_indptr": shared.waiters_indptr,
        "waiters": WAITER.rows(waiters.size, task=as_tasks(waiters), core=shared.core[waiters]),
        "lost_meanwhile": np.zeros(shared.kind.size, np.int8),
    }
