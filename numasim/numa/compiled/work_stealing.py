"""Work stealing: the state of the thieves, the answers of the victims, and the results on their way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.activity_over_time import spend
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import DEPARTING, HANDED_OVER, PAUSING, STEALS
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.program_records import NETWORK, SYNCHRONISATION
from numasim.numa.compiled.ready import remove_first
from numasim.numa.compiled.records import Layout, Rows
from numasim.numa.compiled.state import State
from numasim.numa.compiled.task_cycles import cycles_on
from numasim.numa.compiled.wake import call
from numasim.numa.shared.stealing import (
    IDLE_SHIFT,
    LARGEST_DOUBLING,
    LONGEST_PAUSE,
    StealCounts,
    nearest_first,
    stolen_data,
)
from numasim.threads.random_numbers import mixed
from partitioners.kernels.array_types import Int32
from partitioners.kernels.uncounted import inlined_kernel

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.stealing import Stealing


class ThiefRow:
    """A core as a thief."""

    may_ask: int  # whether neither a request nor a pause is under way
    asked_core: int  # the victim
    coming: int  # the task in the answer, or -1
    held: int  # the stolen task that waits for the core, or -1,
    held_sent: int  # sent in this cycle
    stolen_runs: int  # whether the running task is stolen
    requests: int
    refusals: int
    near: int  # the position of the next victim, nearest first
    ended: int  # stolen tasks that have ended
    stolen: int
    stolen_cycles: int
    answer: int  # the payload of the answer in bytes
    refused_since: int  # the cycle of the first refusal


class StealCountersRow:
    """The counters of all cores, and the lists of this cycle."""

    num_idle: int  # entries of Steals.idle
    num_asking: int  # entries of Steals.asking
    tasks_left: int
    operands: int
    returned: int
    operand_bytes: int
    result_bytes: int


THIEF = Layout(ThiefRow, np.int64, bytes=128)
STEAL_COUNTERS = Layout(StealCountersRow, np.int64, bytes=56)

RANDOM, NEAREST, MOST_LOADED = range(3)
VICTIMS = ("random", "nearest", "most_loaded")


class Steals(NamedTuple):
    """The tables of work stealing."""

    victim: int
    threshold: int
    retry_cycles: int
    seed: int
    result_buffers: int
    header_bytes: int
    value_bytes: int
    order: NDArray[np.int32]  # the other cores of each core, nearest first
    replica_indptr: NDArray[np.int32]  # the replicas of each vertex
    in_indptr: NDArray[np.int64]  # the in-edges of each vertex, their tails and bytes; empty if all values
    in_tail: NDArray[np.int32]  # have the same bytes
    in_bytes: NDArray[np.int64]
    thieves: Rows[ThiefRow]
    results: NDArray[np.int32]  # for each core and buffer, the task whose result is on its way, or -1
    idle: NDArray[np.int32]  # cores without a task in this cycle
    asking: NDArray[np.int32]  # cores whose request arrived in this cycle
    counters: StealCountersRow


def make_steals(inputs: RunInputs, stealing: Stealing, num_tasks: int) -> Steals:
    """Create the tables before the first cycle.

    Parameters
    ----------
    num_tasks : int
        Number of tasks of the run.
    """
    program, machine = inputs.program, inputs.machine
    cores, buffers = machine.num_cores, machine.core.mshrs
    data = stolen_data(program)
    return Steals(
        victim=VICTIMS.index(stealing.victim),
        threshold=stealing.threshold,
        retry_cycles=stealing.retry_cycles,
        seed=stealing.seed,
        result_buffers=buffers,
        header_bytes=machine.network.header_size,
        value_bytes=inputs.value_bytes,
        order=nearest_first(machine.topology.distances),
        replica_indptr=program.replicas.indptr.astype(np.int32),
        in_indptr=np.zeros(0, np.int64) if data is None else data.indptr,
        in_tail=np.zeros(0, np.int32) if data is None else data.tail,
        in_bytes=np.zeros(0, np.int64) if data is None else data.carried,
        thieves=THIEF.rows(cores, may_ask=1, coming=-1, held=-1),
        results=np.full(cores * buffers, -1, np.int32),
        idle=np.zeros(cores, np.int32),
        asking=np.zeros(cores, np.int32),
        counters=STEAL_COUNTERS.row(tasks_left=num_tasks),
    )


def steal_counts(steals: Steals) -> StealCounts:
    """Return the counters, without the traffic."""
    thieves = steals.thieves
    return StealCounts(
        requests=int(thieves["requests"].sum()),
        operands=int(steals.counters.operands),
        operand_bytes=int(steals.counters.operand_bytes),
        result_bytes=int(steals.counters.result_bytes),
        returned=int(steals.counters.returned),
        stolen=thieves["stolen"].tolist(),
        stolen_cycles=thieves["stolen_cycles"].tolist(),
    )


@inlined_kernel
def begin_stolen_task(state: State, steals: Steals, core: int) -> None:
    """Begin the stolen task that a core holds. A task of zero cycles completes immediately."""
    now, row, thief = state.clock.now, state.cores[core], steals.thieves[core]
    task = thief.held
    thief.held = -1
    thief.refusals = 0
    since = row.waiting_since
    if now > since:
        sent = min(max(thief.held_sent, since), now)
        row.spent[SYNCHRONISATION] += sent - since
        row.spent[NETWORK] += now - sent
        spend(state, SYNCHRONISATION, since, sent)
        spend(state, NETWORK, sent, now)
        row.waiting_since = now
    cluster = state.clusters[state.tasks[task].cluster]
    if cluster.first_cycle < 0:
        cluster.first_cycle = now
    if state.tasks[task].cycles > 0:
        thief.stolen_runs = 1
        row.running = task
        post(state, state.first_core + core, now + cycles_on(state, core, task))
    else:
        end_stolen_task(state, steals, core, task)


@inlined_kernel
def end_stolen_task(state: State, steals: Steals, core: int, task: int) -> None:
    """Complete a stolen task, and send its result to the core of its cluster."""
    now, thief = state.clock.now, steals.thieves[core]
    thief.stolen_runs = 0
    thief.stolen_cycles += cycles_on(state, core, task)
    state.cores[core].tasks += 1
    state.clusters[state.tasks[task].cluster].last_cycle = now
    buffer = core * steals.result_buffers + thief.ended % steals.result_buffers
    thief.ended += 1
    steals.results[buffer] = task
    payload = _result_bytes(state, steals, task)
    steals.counters.result_bytes += payload
    _send(state, steals, 2 * state.num_cores + buffer, payload)


@inlined_kernel
def note_idle(steals: Steals, core: int) -> None:
    """Register a core that has nothing to run in this cycle."""
    steals.idle[steals.counters.num_idle] = core
    steals.counters.num_idle += 1


@inlined_kernel
def settle_requests(state: State, steals: Steals) -> None:
    """After the decisions of a cycle, answer the requests that arrived in it, then send new requests."""
    counters, thieves = steals.counters, steals.thieves
    _sort(steals.asking, counters.num_asking)
    for k in range(counters.num_asking):
        _answer(state, steals, steals.asking[k])
    counters.num_asking = 0
    _sort(steals.idle, counters.num_idle)
    for k in range(counters.num_idle):
        core = steals.idle[k]
        thief = thieves[core]
        next_buffer = core * steals.result_buffers + thief.ended % steals.result_buffers
        if not thief.may_ask or counters.tasks_left == 0 or steals.results[next_buffer] >= 0:
            continue
        thief.may_ask = 0
        thief.asked_core = _victim_of(state, steals, core)
        if thief.asked_core < 0:
            _pause(state, steals, core)
        else:
            thief.requests += 1
            _send(state, steals, core, 0)
    counters.num_idle = 0


@inlined_kernel
def _sort(numbers: Int32, count: int) -> None:
    for k in range(1, count):
        number, at = numbers[k], k
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


@inlined_kernel
def _answer(state: State, steals: Steals, core: int) -> None:
    """Answer the request of a core: with the next task of its victim, or with a refusal."""
    thief = steals.thieves[core]
    victim = state.cores[thief.asked_core]
    thief.coming, thief.answer = -1, 0
    if victim.num_ready >= steals.threshold:
        task = victim.ready
        remove_first(state, thief.asked_core)
        victim.num_ready -= 1
        steals.counters.tasks_left -= 1
        thief.coming = task
        payload = _operand_bytes(state, steals, core, task)
        if payload >= 0:
            steals.counters.operands += 1
            steals.counters.operand_bytes += payload
            thief.answer = payload
    _send(state, steals, state.num_cores + core, thief.answer)


@inlined_kernel
def _send(state: State, steals: Steals, message: int, payload: int) -> None:
    """Send a message of work stealing, which is numbered from 0."""
    number = state.first_steal + message
    state.message_flits[message] = (steals.header_bytes + payload + state.flit_bytes - 1) // state.flit_bytes
    state.events[number].stage = DEPARTING
    post(state, number, state.clock.now + 1)


@inlined_kernel
def _pause(state: State, steals: Steals, core: int) -> None:
    """Let an idle core wait before its next request. The request's event ends the pause."""
    thief = steals.thieves[core]
    thief.refusals += 1
    thief.near += 1
    if thief.near >= steals.order.shape[1]:
        thief.near = 0
    number = state.first_steal + core
    state.events[number].stage = PAUSING
    now = state.clock.now
    if thief.refusals == 1:
        thief.refused_since = now
    a_round = max(1, steals.order.shape[1]) if steals.victim == RANDOM else 1
    cycles = steals.retry_cycles << min((thief.refusals - 1) // a_round, LARGEST_DOUBLING)
    cycles = max(cycles, ((now - thief.refused_since) >> IDLE_SHIFT) // a_round)
    post(state, number, now + min(cycles, LONGEST_PAUSE))


@inlined_kernel
def _victim_of(state: State, steals: Steals, core: int) -> int:
    """The core to ask, or -1."""
    others, thief = steals.order.shape[1], steals.thieves[core]
    if others == 0:
        return -1
    if steals.victim == NEAREST:
        return steals.order[core, thief.near]
    if steals.victim == MOST_LOADED:
        most, victim = steals.threshold - 1, -1
        for k in range(others):
            other = steals.order[core, k]
            if state.cores[other].num_ready > most:
                most, victim = state.cores[other].num_ready, other
        return victim
    position = ((steals.seed * state.num_cores + core) << 32) + thief.requests
    victim = mixed(position) % others
    return victim + (victim >= core)


@inlined_kernel
def _operand_bytes(state: State, steals: Steals, core: int, task: int) -> int:
    """The bytes of a task's operands without a copy at a core, or -1 if it has copies of all.

    Without bytes of edges, the operand of an operation is an accumulator, which only its own core has.
    """
    replica, uniform = state.tasks[task].reads, steals.in_indptr.size == 0
    if replica >= 0:
        if not _lacks(state, steals, core, state.replicas[replica].vertex):
            return -1
        return steals.value_bytes if uniform else state.task_bytes[task]
    if uniform:
        return steals.value_bytes
    v, total = state.replicas[-1 - state.tasks[task].contributes_to].vertex, -1
    for k in range(steals.in_indptr[v], steals.in_indptr[v + 1]):
        if _lacks(state, steals, core, steals.in_tail[k]):
            total = max(total, 0) + steals.in_bytes[k]
    return total


@inlined_kernel
def _result_bytes(state: State, steals: Steals, task: int) -> int:
    return steals.value_bytes if steals.in_indptr.size == 0 else state.task_bytes[task]


@inlined_kernel
def _lacks(state: State, steals: Steals, core: int, v: int) -> bool:
    """Whether a core has no copy of the value of a vertex."""
    for r in range(steals.replica_indptr[v], steals.replica_indptr[v + 1]):
        if state.clusters[state.replicas[r].cluster].core != core:
            continue
        if state.replicas[r].scatters >= 0 or state.value_from[r] >= 0:
            return False
    return True


@inlined_kernel
def move_steal_message(state: State, steals: Steals, number: int, stage: int) -> int:
    """Process the departure or arrival of a request, an answer or a result, or the end of a pause.

    Returns the task whose result has arrived at its core, or -1.
    """
    message, cores = number - state.first_steal, state.num_cores
    if message < cores:
        thief = steals.thieves[message]
        if stage == PAUSING:
            thief.may_ask = 1
            _wake(state, message)
        elif stage == HANDED_OVER:
            steals.asking[steals.counters.num_asking] = message
            steals.counters.num_asking += 1
        else:
            _depart(state, steals, number, message, thief.asked_core, 0)
        return -1
    if message < 2 * cores:
        core = message - cores
        thief = steals.thieves[core]
        if stage != HANDED_OVER:
            _depart(state, steals, number, thief.asked_core, core, thief.answer)
        elif thief.coming < 0:
            _pause(state, steals, core)
        else:
            thief.held = thief.coming
            thief.held_sent = state.times[number].sent
            thief.stolen += 1
            thief.may_ask = 1
            _wake(state, core)
        return -1
    buffer = message - 2 * cores
    core, task = buffer // steals.result_buffers, steals.results[buffer]
    if stage != HANDED_OVER:
        home = state.clusters[state.tasks[task].cluster].core
        _depart(state, steals, number, core, home, _result_bytes(state, steals, task))
        return -1
    steals.counters.returned += 1
    steals.results[buffer] = -1
    _wake(state, core)
    return task


@inlined_kernel
def _depart(state: State, steals: Steals, number: int, source: int, target: int, payload: int) -> None:
    """Transport a message with a header and a payload."""
    state.traffic[STEALS].bytes += steals.header_bytes + payload
    carry(state, number, source, target, 0)


@inlined_kernel
def _wake(state: State, core: int) -> None:
    """Let a core decide in this cycle, unless a task is running."""
    if state.cores[core].running < 0:
        call(state, core)
