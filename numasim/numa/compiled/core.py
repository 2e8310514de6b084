"""The blocking, single-issue cores: the ends, arrivals and starts of tasks, and the accounting of cycles."""

from __future__ import annotations

import numpy as np

from numasim.numa.compiled.activity_over_time import spend
from numasim.numa.compiled.asked_tasks import add_ready_task, ask_for_task
from numasim.numa.compiled.barrier import report
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import DEPARTING
from numasim.numa.compiled.memory import access, vertex_of_access
from numasim.numa.compiled.migration import (
    begin_in_cluster,
    end_in_cluster,
    forward,
    keeps_task,
    move_block,
    note_sent,
    reaches_cluster,
)
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.prefetching import prefetch_row
from numasim.numa.compiled.program_records import COMPUTE, MEMORY, NETWORK, SYNCHRONISATION
from numasim.numa.compiled.ready import insert, remove_first
from numasim.numa.compiled.state import State
from numasim.numa.compiled.task_cycles import cycles_on
from numasim.numa.compiled.wake import ask_for_core, call
from numasim.numa.compiled.work_stealing import Steals, begin_stolen_task, end_stolen_task, note_idle
from numasim.numa.shared.value_source import FROM_MEMORY, LOCAL
from partitioners.kernels.bits import prefetch
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel


@inlined_kernel
def decide(state: State, steals: Steals | None, core: int) -> None:
    """Complete the ended task, if any, and start the next one. Tasks of zero cycles complete immediately.

    The end of a task is an arrival, but it has no effect outside its core before the next cycle.
    ``steals`` is None without work stealing.
    """
    now, row, tasks = state.clock.now, state.cores[core], state.tasks
    task = row.running
    if task >= 0:
        cycles = cycles_on(state, core, task)
        row.spent[COMPUTE] += cycles
        spend(state, COMPUTE, now - cycles, now)
        row.waiting_since = now
        row.running = -1
        if steals is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if steals.thieves[core].stolen_runs:
                end_stolen_task(state, steals, core, task)
                task = -1
    while True:
        if task >= 0:
            _complete(state, core, task)
            if state.migrates:
                end_in_cluster(state, tasks[task].cluster)
        if steals is not None:
            while steals.thieves[core].held >= 0:
                begin_stolen_task(state, steals, core)
            if row.running >= 0:
                return
        task = row.ready
        if task < 0 or not row.in_step:
            if state.asks and row.num_ready > 0 and row.in_step:
                ask_for_task(state, core)
            if steals is not None:
                note_idle(steals, core)
            return
        if steals is not None:
            row.num_ready -= 1
            steals.counters.tasks_left -= 1
            steals.thieves[core].refusals = 0
        if state.asks:
            row.ready = -1
        else:
            remove_first(state, core)
        contributes_to, cluster = tasks[task].contributes_to, tasks[task].cluster
        replica = contributes_to if contributes_to >= 0 else -1 - contributes_to
        prefetch_row(state.replicas, replica)
        if row.ready >= 0:
            prefetch_row(tasks, row.ready)
        if now > row.waiting_since:
            if contributes_to >= 0:
                _account_wait(state, core, state.value_from[tasks[task].reads], cluster)
            else:
                _account_wait(state, core, state.inputs_from[replica], cluster)
        if state.clusters[cluster].first_cycle < 0:
            state.clusters[cluster].first_cycle = now
        if state.migrates:
            begin_in_cluster(state, cluster, task)
        if tasks[task].cycles > 0:
            row.running = task
            post(state, state.first_core + core, now + cycles_on(state, core, task))
            return


@inlined_kernel
def _account_wait(state: State, core: int, cause: int, cluster: int) -> None:
    now, row, of_cluster = state.clock.now, state.cores[core], state.clusters[cluster]
    since = row.waiting_since
    row.waiting_since = now
    here = since  # the first cycle of the wait in which the cluster was at this core
    if state.migrates:
        here = max(since, state.moves[cluster].settled_at)
    if cause == FROM_MEMORY:
        row.spent[MEMORY] += now - since
        spend(state, MEMORY, since, now)
        of_cluster.spent[MEMORY] += now - here
        return
    sent = now if cause == LOCAL else min(max(cause, since), now)
    row.spent[SYNCHRONISATION] += sent - since
    row.spent[NETWORK] += now - sent
    spend(state, SYNCHRONISATION, since, sent)
    spend(state, NETWORK, sent, now)
    of_cluster.spent[SYNCHRONISATION] += max(0, sent - here)
    of_cluster.spent[NETWORK] += now - max(sent, here)


@inlined_kernel
def _complete(state: State, core: int, task: int) -> None:
    now = state.clock.now
    state.cores[core].tasks += 1
    contributes_to, cluster = state.tasks[task].contributes_to, state.clusters[state.tasks[task].cluster]
    cluster.last_cycle = now
    cluster.spent[COMPUTE] += cycles_on(state, core, task)
    if contributes_to >= 0:
        _contribute(state, core, contributes_to)
        if state.supersteps:
            _done(state, core, 1)
    else:
        _finish(state, core, -1 - contributes_to)


@inlined_kernel
def release(state: State, core: int) -> None:
    """Release a core to start the program or the next superstep, or to finish."""
    now, row = state.clock.now, state.cores[core]
    row.spent[SYNCHRONISATION] += now - row.waiting_since
    spend(state, SYNCHRONISATION, row.waiting_since, now)
    row.waiting_since = now
    if state.clock.steps_left > 0:
        _start(state, core)
    else:
        state.clock.finished_at = now


@inlined_kernel
def _start(state: State, core: int) -> None:
    """Begin the program or the next superstep with the values of the inputs."""
    row, lists = state.cores[core], state.core_lists
    row.in_step = 1
    row.outstanding = lists[core].step_work
    row.next_read = lists[core].reads
    for k in range(lists[core].present, lists[core + 1].present):
        _begin(state, core, state.present[k])
    _read_inputs(state, core)
    if state.supersteps:
        _done(state, core, 0)
    if row.ready >= 0 or row.num_ready > 0 or state.steals:
        call(state, core)


@inlined_kernel
def _read_inputs(state: State, core: int) -> None:
    row = state.cores[core]
    while row.next_read < state.core_lists[core + 1].reads and row.reads_in_flight < state.mshrs:
        read = state.reads[row.next_read]
        row.next_read += 1
        row.reads_in_flight += 1
        access(state, state.first_read + read, core, state.inputs[read])


@inlined_kernel
def end_access(state: State, number: int) -> None:
    """Process the return of a block or of the acknowledgement of a write."""
    master = state.masters[vertex_of_access(state, number)]
    cluster = state.replicas[master].cluster
    core = state.clusters[cluster].core
    if number >= state.first_write:
        _done(state, core, 1)
    else:
        if state.migrates:
            state.moves[cluster].pinned -= 1
        state.cores[core].reads_in_flight -= 1
        _read_inputs(state, core)
        _begin(state, core, master)


@inlined_kernel
def _begin(state: State, core: int, master: int) -> None:
    """Process the arrival of the initial value of a vertex."""
    v = state.replicas[master].vertex
    state.value_from[master] = FROM_MEMORY if state.needs_read[v] else LOCAL
    if state.supersteps:
        state.begun[v] = state.clock.now
        _publish(state, core, master)
        _contribute(state, core, master)
    else:
        _operate(state, core, master)


@inlined_kernel
def _contribute(state: State, core: int, replica: int) -> None:
    """Count one input of a replica, which reports after its last input."""
    missing = state.replicas[replica].missing - 1
    state.replicas[replica].missing = missing
    if missing == 0:
        _report_inputs(state, core, replica)


@uninlined_kernel
def _report_inputs(state: State, core: int, replica: int) -> None:
    """Continue with the vertex of a replica that has all of its inputs.

    With supersteps, it is then ready for the next one, because it gets no more inputs in this one.
    """
    row = state.replicas[replica]
    if state.supersteps:
        row.missing = state.missing_at_start[replica]
    if row.scatters >= 0:
        _operate(state, core, replica)
    else:
        _send(state, core, row.message)


@inlined_kernel
def _operate(state: State, core: int, master: int) -> None:
    """Run the operation of a vertex, which has all of its inputs."""
    row = state.replicas[master]
    if state.supersteps and state.begun[row.vertex] == state.clock.now:
        state.inputs_from[master] = state.value_from[master]
    if row.operation >= 0:
        _make_ready(state, core, row.operation)
    else:
        _finish(state, core, master)


@uninlined_kernel
def _finish(state: State, core: int, master: int) -> None:
    """Process the new value of a vertex."""
    now, v = state.clock.now, state.replicas[master].vertex
    state.finished[v] = now
    if not state.supersteps:
        _publish(state, core, master)
    elif state.needs_read[v]:
        state.cores[core].last_write = now
        access(state, state.first_write + v, core, v)
    else:
        _done(state, core, 1)


@inlined_kernel
def _publish(state: State, core: int, master: int) -> None:
    """Pass the value of a vertex to its master's cluster, and send it to the other clusters that read it."""
    _make_readers_ready(state, core, master, -1)
    first = state.replicas[master].message
    for number in range(first, first + state.replicas[master].scatters):
        _send(state, core, number)


@inlined_kernel
def _send(state: State, core: int, number: int) -> None:
    """Send a value. If it is the first message to its cluster, the cluster must be placed."""
    if state.migrates:
        note_sent(state, core, number)
    ask_for_core(state, state.messages[number].cluster)
    state.events[number].stage = DEPARTING
    state.events[number].at = core
    post(state, number, state.clock.now + 1)


@inlined_kernel
def continue_message(state: State, number: int, stage: int) -> None:
    """Process the departure or arrival of a value message. Within a core, these are the same."""
    core, sent = state.clusters[state.messages[number].cluster].core, LOCAL
    if stage != DEPARTING:
        sent = state.times[number].sent
    elif state.events[number].at == core:
        state.clock.local_messages += 1
    else:
        receiver = state.messages[number].receiver
        prefetch_row(state.replicas, receiver)
        prefetch(state.value_from, np.uint64(receiver))
        carry(state, number, state.events[number].at, core, 0)
        return
    _deliver(state, number, core, sent)


@uninlined_kernel
def _deliver(state: State, number: int, core: int, sent: int) -> None:
    """Process the arrival of a value at its cluster."""
    receiver = state.messages[number].receiver
    if state.replicas[receiver].scatters >= 0:
        state.inputs_from[receiver] = max(state.inputs_from[receiver], sent)
        _contribute(state, core, receiver)
    else:
        state.value_from[receiver] = max(state.value_from[receiver], sent)
        which = number - state.first_sent[receiver] if state.first_sent.size > 0 else -1
        _make_readers_ready(state, core, receiver, which)


@inlined_kernel
def continue_moved_message(state: State, number: int, stage: int) -> None:
    """Process the departure or arrival of a value message, with a periodic mapping."""
    if reaches_cluster(state, number, stage):
        core = state.clusters[state.messages[number].cluster].core
        _deliver(state, number, core, state.message_moves[number].sent_in)


@inlined_kernel
def continue_migration(state: State, number: int, stage: int) -> None:
    """Process the question to a mapper, or a departure or arrival of a moving cluster or forwarded value."""
    if number == state.first_core - 1:
        state.clock.mapper_asked = 1
    elif number >= state.first_forward:
        value = forward(state, number, stage)
        if value >= 0:
            core = state.clusters[state.messages[value].cluster].core
            _deliver(state, value, core, state.message_moves[value].sent_in)
    else:
        cluster = move_block(state, number, stage)
        if cluster >= 0:
            _settle(state, cluster)


@inlined_kernel
def _settle(state: State, cluster: int) -> None:
    """Continue a cluster at its new core, with the tasks and the values that have waited for it."""
    core, move = state.clusters[cluster].core, state.moves[cluster]
    task, number = move.first_task, move.first_message
    while task >= 0:
        following = state.links[task].sibling
        _make_ready(state, core, task)
        task = following
    while number >= 0:
        following = state.events[number].next
        _deliver(state, number, core, state.message_moves[number].sent_in)
        number = following


@inlined_kernel
def receive_result(state: State, number: int, task: int) -> None:
    """Process the arrival of the result of a stolen task, in a message, at the core of its cluster."""
    contributes_to = state.tasks[task].contributes_to
    replica = contributes_to if contributes_to >= 0 else -1 - contributes_to
    core = state.clusters[state.tasks[task].cluster].core
    if state.replicas[replica].scatters >= 0:
        state.inputs_from[replica] = max(state.inputs_from[replica], state.times[number].sent)
    if contributes_to < 0:
        _finish(state, core, replica)
    else:
        _contribute(state, core, replica)


@inlined_kernel
def _make_readers_ready(state: State, core: int, replica: int, which: int) -> None:
    """Process a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
    row = state.replicas[replica]
    readers, first = row.readers, 0
    last = readers
    if which >= 0:
        first, last = which, which + 1
    for k in range(first, last):
        _make_ready(state, core, row.reader if readers == 1 else state.readers[row.reader + k])


@inlined_kernel
def _make_ready(state: State, core: int, task: int) -> None:
    row = state.cores[core]
    if state.migrates and keeps_task(state, task):
        return
    if state.asks:
        add_ready_task(state, core, task)
    else:
        prefetch_row(state.tasks, task)
        insert(state, core, task)
        row.num_ready += state.steals
    if row.running < 0 and row.in_step:
        call(state, core)


@inlined_kernel
def _done(state: State, core: int, count: int) -> None:
    """Decrement the outstanding work of the core in this step. At zero, the core enters the barrier."""
    row, now = state.cores[core], state.clock.now
    row.outstanding -= count
    if row.outstanding != 0 or not row.in_step:
        return
    row.in_step = 0
    since = row.waiting_since
    if now > since:
        last_write = min(max(row.last_write, since), now) if state.writes_back else now
        row.spent[SYNCHRONISATION] += last_write - since
        row.spent[MEMORY] += now - last_write
        spend(state, SYNCHRONISATION, since, last_write)
        spend(state, MEMORY, last_write, now)
        row.waiting_since = now
    report(state, core)
