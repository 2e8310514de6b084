"""The blocking, single-issue cores: the ends, arrivals and starts of tasks, and the accounting of cycles."""

from __future__ import annotations

import numpy as np

from numasim.numa.compiled.activity_over_time import (
    SPENT_COMPUTE,
    SPENT_MEMORY,
    SPENT_NETWORK,
    SPENT_SYNCHRONISATION,
    spend,
)
from numasim.numa.compiled.asked_tasks import add_ready_task, ask_for_task
from numasim.numa.compiled.barrier import report
from numasim.numa.compiled.calendar import post
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
from numasim.numa.compiled.prefetching import prefetch_end, prefetch_row, prefetch_start
from numasim.numa.compiled.ready import insert, remove_first
from numasim.numa.compiled.state import (
    CLUSTER,
    COMPUTE,
    CORE,
    DEPARTING,
    FINISHED_AT,
    FIRST_CYCLE,
    FIRST_MESSAGE,
    FIRST_READER,
    FIRST_TASK,
    GATHER,
    IN,
    IN_STEP,
    LAST_CYCLE,
    LAST_WRITE,
    LOCAL_MESSAGES,
    MAPPER_ASKED,
    MASTER,
    MEMORY,
    MISSING,
    NETWORK,
    NEXT,
    NEXT_READ,
    NOW,
    NUM_READY,
    OF_COMPUTE,
    OF_MEMORY,
    OF_NETWORK,
    OF_SYNCHRONISATION,
    OPERATION,
    OUT,
    OUTSTANDING,
    PINNED,
    PRESENT,
    READS,
    READS_IN_FLIGHT,
    READY,
    RUNNING,
    SCATTER,
    SCATTERS,
    SENT,
    SENT_IN,
    SETTLED_AT,
    SIBLING,
    STAGE,
    STEP_WORK,
    STEPS_LEFT,
    SYNCHRONISATION,
    TASKS,
    VERTEX,
    WAITING_SINCE,
)
from numasim.numa.compiled.task_cluster import cluster_of_task
from numasim.numa.compiled.task_cycles import cycles_on
from numasim.numa.compiled.wake import ask_for_core, call
from numasim.numa.compiled.work_stealing import (
    HELD,
    REFUSALS,
    STOLEN_RUNS,
    TASKS_LEFT,
    begin_stolen_task,
    end_stolen_task,
    note_idle,
)
from numasim.numa.value_source import FROM_MEMORY, LOCAL
from numasim.numba_kernels import inlined_kernel
from partitioners.bits import prefetch


@inlined_kernel
def decide(state, steals, core):  # type: ignore[no-untyped-def]
    """Complete the ended task, if any, and start the next one. Tasks of zero cycles complete immediately.

    The end of a task is an arrival, but it has no effect outside its core before the next cycle.
    ``steals`` is None without work stealing.
    """
    now, row, tasks = state.clock[NOW], state.cores[core], state.tasks
    task = row[RUNNING]
    if task >= 0:
        cycles = cycles_on(state, core, task)
        row[COMPUTE] += cycles
        spend(state, SPENT_COMPUTE, now - cycles, now)
        row[WAITING_SINCE] = now
        row[RUNNING] = -1
        if steals is not None:  # noqa: SIM102  # Numba removes a condition that tests only this
            if steals.thieves[core, STOLEN_RUNS]:
                end_stolen_task(state, steals, core, task)
                task = -1
    while True:
        if task >= 0:
            _complete(state, core, task)
            if state.migrates:
                end_in_cluster(state, cluster_of_task(state, task))
        if steals is not None:
            while steals.thieves[core, HELD] >= 0:
                begin_stolen_task(state, steals, core)
            if row[RUNNING] >= 0:
                return
        task = row[READY]
        if task < 0 or not row[IN_STEP]:
            if state.asks and row[NUM_READY] > 0 and row[IN_STEP]:
                ask_for_task(state, core)
            if steals is not None:
                note_idle(steals, core)
            return
        if steals is not None:
            row[NUM_READY] -= 1
            steals.counters[TASKS_LEFT] -= 1
            steals.thieves[core, REFUSALS] = 0
        if state.asks:
            row[READY] = -1
        else:
            remove_first(state, core)
        contributes_to = tasks[task, IN]
        replica = contributes_to
        if contributes_to < 0:
            replica = state.vertices[-1 - contributes_to, MASTER]
        cluster = state.replicas[replica, CLUSTER]
        prefetch_end(state, replica)
        if row[READY] >= 0:
            prefetch_start(state, row[READY])
        if now > row[WAITING_SINCE]:
            if contributes_to >= 0:
                _account_wait(state, core, state.value_from[tasks[task, OUT]], cluster)
            else:
                _account_wait(state, core, state.inputs_from[replica], cluster)
        if state.clusters[cluster, FIRST_CYCLE] < 0:
            state.clusters[cluster, FIRST_CYCLE] = now
        if state.migrates:
            begin_in_cluster(state, cluster, task)
        if state.task_cycles[task] > 0:
            row[RUNNING] = task
            post(state, state.first_core + core, now + cycles_on(state, core, task))
            return


@inlined_kernel
def _account_wait(state, core, cause, cluster):  # type: ignore[no-untyped-def]
    now, row, of_cluster = state.clock[NOW], state.cores[core], state.clusters[cluster]
    since = row[WAITING_SINCE]
    row[WAITING_SINCE] = now
    here = since  # the first cycle of the wait in which the cluster was at this core
    if state.migrates:
        here = max(since, state.moves[cluster, SETTLED_AT])
    if cause == FROM_MEMORY:
        row[MEMORY] += now - since
        spend(state, SPENT_MEMORY, since, now)
        of_cluster[OF_MEMORY] += now - here
        return
    sent = now if cause == LOCAL else min(max(cause, since), now)
    row[SYNCHRONISATION] += sent - since
    row[NETWORK] += now - sent
    spend(state, SPENT_SYNCHRONISATION, since, sent)
    spend(state, SPENT_NETWORK, sent, now)
    of_cluster[OF_SYNCHRONISATION] += max(0, sent - here)
    of_cluster[OF_NETWORK] += now - max(sent, here)


@inlined_kernel
def _complete(state, core, task):  # type: ignore[no-untyped-def]
    now = state.clock[NOW]
    state.cores[core, TASKS] += 1
    replica = state.tasks[task, IN]
    v = -1 - replica
    cluster = state.clusters[state.replicas[replica if replica >= 0 else state.vertices[v, MASTER], CLUSTER]]
    cluster[LAST_CYCLE] = now
    cluster[OF_COMPUTE] += cycles_on(state, core, task)
    if replica >= 0:
        _contribute(state, core, replica)
        if state.supersteps:
            _done(state, core, 1)
    else:
        _finish(state, core, v)


@inlined_kernel
def release(state, core):  # type: ignore[no-untyped-def]
    """Release a core to start the program or the next superstep, or to finish."""
    now, row = state.clock[NOW], state.cores[core]
    row[SYNCHRONISATION] += now - row[WAITING_SINCE]
    spend(state, SPENT_SYNCHRONISATION, row[WAITING_SINCE], now)
    row[WAITING_SINCE] = now
    if state.clock[STEPS_LEFT] > 0:
        _start(state, core)
    else:
        state.clock[FINISHED_AT] = now


@inlined_kernel
def _start(state, core):  # type: ignore[no-untyped-def]
    """Begin the program or the next superstep with the values of the inputs."""
    row, lists = state.cores[core], state.core_lists
    row[IN_STEP] = 1
    row[OUTSTANDING] = lists[core, STEP_WORK]
    row[NEXT_READ] = lists[core, READS]
    for k in range(lists[core, PRESENT], lists[core + 1, PRESENT]):
        _begin(state, core, state.present[k])
    _read_inputs(state, core)
    if state.supersteps:
        _done(state, core, 0)
    if row[READY] >= 0 or row[NUM_READY] > 0 or state.steals:
        call(state, core)


@inlined_kernel
def _read_inputs(state, core):  # type: ignore[no-untyped-def]
    row = state.cores[core]
    while row[NEXT_READ] < state.core_lists[core + 1, READS] and row[READS_IN_FLIGHT] < state.mshrs:
        read = state.reads[row[NEXT_READ]]
        row[NEXT_READ] += 1
        row[READS_IN_FLIGHT] += 1
        access(state, state.first_read + read, core, state.inputs[read])


@inlined_kernel
def end_access(state, number):  # type: ignore[no-untyped-def]
    """Process the return of a block or of the acknowledgement of a write."""
    v = vertex_of_access(state, number)
    cluster = state.replicas[state.vertices[v, MASTER], CLUSTER]
    core = state.clusters[cluster, CORE]
    if number >= state.first_write:
        _done(state, core, 1)
    else:
        if state.migrates:
            state.moves[cluster, PINNED] -= 1
        state.cores[core, READS_IN_FLIGHT] -= 1
        _read_inputs(state, core)
        _begin(state, core, v)


@inlined_kernel
def _begin(state, core, v):  # type: ignore[no-untyped-def]
    """Process the arrival of the initial value of vertex v."""
    replica = state.vertices[v, MASTER]
    state.value_from[replica] = FROM_MEMORY if state.needs_read[v] else LOCAL
    if state.supersteps:
        state.begun[v] = state.clock[NOW]
        _publish(state, core, v, replica)
        _contribute(state, core, replica)
    else:
        _operate(state, core, v)


@inlined_kernel
def _contribute(state, core, replica):  # type: ignore[no-untyped-def]
    """Count one input of a replica. After its last input, the replica reports.

    With supersteps, it is then ready for the next one, because it gets no more inputs in this one.
    """
    row = state.replicas[replica]
    row[MISSING] -= 1
    if row[MISSING] != 0:
        return
    if state.supersteps:
        row[MISSING] = state.missing_at_start[replica]
    v = row[VERTEX]
    master = state.vertices[v, MASTER]
    if replica == master:
        _operate(state, core, v)
    else:
        _send(state, core, row[GATHER], state.replicas[master, CLUSTER])


@inlined_kernel
def _operate(state, core, v):  # type: ignore[no-untyped-def]
    """Run the operation of vertex v, which has all of its inputs."""
    operation, master = state.vertices[v, OPERATION], state.vertices[v, MASTER]
    if state.supersteps and state.begun[v] == state.clock[NOW]:
        state.inputs_from[master] = state.value_from[master]
    if operation >= 0:
        _make_ready(state, core, operation)
    else:
        _finish(state, core, v)


@inlined_kernel
def _finish(state, core, v):  # type: ignore[no-untyped-def]
    """Process the new value of vertex v."""
    now, master = state.clock[NOW], state.vertices[v, MASTER]
    state.finished[v] = now
    if not state.supersteps:
        _publish(state, core, v, master)
    elif state.needs_read[v]:
        state.cores[core, LAST_WRITE] = now
        access(state, state.first_write + v, core, v)
    else:
        _done(state, core, 1)


@inlined_kernel
def _publish(state, core, v, master):  # type: ignore[no-untyped-def]
    """Pass the value of v to its master's cluster, and send it to the other clusters that read it."""
    _make_readers_ready(state, core, master, -1)
    first = state.vertices[v, SCATTER]
    for number in range(first, first + state.vertices[v, SCATTERS]):
        _send(state, core, number, state.replicas[state.message_replica[number], CLUSTER])


@inlined_kernel
def _send(state, core, number, cluster):  # type: ignore[no-untyped-def]
    """Send a value. If it is the first message to its cluster, the cluster must be placed."""
    if state.migrates:
        note_sent(state, core, number)
    ask_for_core(state, cluster)
    state.events[number, STAGE] = DEPARTING
    prefetch_row(state.times, number)
    prefetch(state.message_replica, np.uint64(number))
    post(state, number, state.clock[NOW] + 1)


@inlined_kernel
def continue_message(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a value message. Within a core, these are the same."""
    replicas, clock = state.replicas, state.clock
    replica = state.message_replica[number]
    v = replicas[replica, VERTEX]
    master = state.vertices[v, MASTER]
    is_gather = replicas[replica, GATHER] == number
    core = state.clusters[replicas[replica, CLUSTER], CORE]
    core_of_master = state.clusters[replicas[master, CLUSTER], CORE]
    sent = LOCAL
    if stage != DEPARTING:
        sent = state.times[number, SENT]
    elif core == core_of_master:
        clock[LOCAL_MESSAGES] += 1
    else:
        if is_gather:
            prefetch(state.inputs_from, np.uint64(master))
            carry(state, number, core, core_of_master, 0)
        else:
            prefetch(state.value_from, np.uint64(replica))
            prefetch(state.readers, np.uint64(replicas[replica, FIRST_READER]))
            carry(state, number, core_of_master, core, 0)
        return
    _deliver(state, number, sent)


@inlined_kernel
def _deliver(state, number, sent):  # type: ignore[no-untyped-def]
    """Process the arrival of a value at its cluster."""
    replicas = state.replicas
    replica = state.message_replica[number]
    if replicas[replica, GATHER] == number:
        master = state.vertices[replicas[replica, VERTEX], MASTER]
        state.inputs_from[master] = max(state.inputs_from[master], sent)
        _contribute(state, state.clusters[replicas[master, CLUSTER], CORE], master)
    else:
        state.value_from[replica] = max(state.value_from[replica], sent)
        which = number - state.first_sent[replica] if state.first_sent.size > 0 else -1
        _make_readers_ready(state, state.clusters[replicas[replica, CLUSTER], CORE], replica, which)


@inlined_kernel
def continue_moved_message(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a value message, with a periodic mapping."""
    if reaches_cluster(state, number, stage):
        _deliver(state, number, state.message_moves[number, SENT_IN])


@inlined_kernel
def continue_migration(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the question to a mapper, or a departure or arrival of a moving cluster or forwarded value."""
    if number == state.first_core - 1:
        state.clock[MAPPER_ASKED] = 1
    elif number >= state.first_forward:
        value = forward(state, number, stage)
        if value >= 0:
            _deliver(state, value, state.message_moves[value, SENT_IN])
    else:
        cluster = move_block(state, number, stage)
        if cluster >= 0:
            _settle(state, cluster)


@inlined_kernel
def _settle(state, cluster):  # type: ignore[no-untyped-def]
    """Continue a cluster at its new core, with the tasks and the values that have waited for it."""
    core, move = state.clusters[cluster, CORE], state.moves[cluster]
    task, number = move[FIRST_TASK], move[FIRST_MESSAGE]
    while task >= 0:
        following = state.tasks[task, SIBLING]
        _make_ready(state, core, task)
        task = following
    while number >= 0:
        following = state.events[number, NEXT]
        _deliver(state, number, state.message_moves[number, SENT_IN])
        number = following


@inlined_kernel
def receive_result(state, number, task):  # type: ignore[no-untyped-def]
    """Process the arrival of the result of a stolen task, in a message, at the core of its cluster."""
    replica = state.tasks[task, IN]
    v = -1 - replica if replica < 0 else state.replicas[replica, VERTEX]
    master = state.vertices[v, MASTER]
    if replica < 0 or replica == master:
        state.inputs_from[master] = max(state.inputs_from[master], state.times[number, SENT])
    if replica < 0:
        _finish(state, state.clusters[state.replicas[master, CLUSTER], CORE], v)
    else:
        _contribute(state, state.clusters[state.replicas[replica, CLUSTER], CORE], replica)


@inlined_kernel
def _make_readers_ready(state, core, replica, which):  # type: ignore[no-untyped-def]
    """Process a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
    first, last = state.replicas[replica, FIRST_READER], state.replicas[replica + 1, FIRST_READER]
    if which >= 0:
        first += which
        last = first + 1
    for k in range(first, last):
        _make_ready(state, core, state.readers[k])


@inlined_kernel
def _make_ready(state, core, task):  # type: ignore[no-untyped-def]
    row = state.cores[core]
    if state.migrates and keeps_task(state, task):
        return
    if state.asks:
        add_ready_task(state, core, task)
    else:
        prefetch_row(state.tasks, task)
        insert(state, core, task)
        row[NUM_READY] += state.steals
    if row[RUNNING] < 0 and row[IN_STEP]:
        call(state, core)


@inlined_kernel
def _done(state, core, count):  # type: ignore[no-untyped-def]
    """Decrement the outstanding work of the core in this step. At zero, the core enters the barrier."""
    row, now = state.cores[core], state.clock[NOW]
    row[OUTSTANDING] -= count
    if row[OUTSTANDING] != 0 or not row[IN_STEP]:
        return
    row[IN_STEP] = 0
    since = row[WAITING_SINCE]
    if now > since:
        last_write = min(max(row[LAST_WRITE], since), now) if state.writes_back else now
        row[SYNCHRONISATION] += last_write - since
        row[MEMORY] += now - last_write
        spend(state, SPENT_SYNCHRONISATION, since, last_write)
        spend(state, SPENT_MEMORY, last_write, now)
        row[WAITING_SINCE] = now
    report(state, core)
