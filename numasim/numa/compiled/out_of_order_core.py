"""Out-of-order cores with a window of instructions and slots, and with memory accesses through an L1.

The model is that of :mod:`numasim.numa.simpy_engine.out_of_order_core`. Tasks that end in a future cycle are
in the wheel of the cores (:mod:`numasim.numa.compiled.wheel`).
"""

from __future__ import annotations

import numpy as np

from numasim.numa.coherence.state import Coherence
from numasim.numa.compiled.access_queue import append, lose_blocks, queue_requested, request_access
from numasim.numa.compiled.barrier import report
from numasim.numa.compiled.cached_memory_state import (
    ACCESSING,
    DONE,
    HOLDING,
    IS_READY,
    IS_RUNNING,
    QUEUED,
    WAITING,
    Simulated,
)
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.coherent_memory import take_in, try_access
from numasim.numa.compiled.long_tasks import end_task_after
from numasim.numa.compiled.machine_records import DEPARTING
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.prefetching import prefetch_row
from numasim.numa.compiled.program_records import COMPUTE, MEMORY, NETWORK, SYNCHRONISATION
from numasim.numa.compiled.ready import insert_in_heap, without_root
from numasim.numa.compiled.state import State
from numasim.numa.compiled.wake import ask_for_core, call
from numasim.numa.compiled.wheel import decide_after, take_ended
from numasim.numa.shared.value_source import FROM_MEMORY, LOCAL
from numasim.program.instructions import STORE
from numasim.program.shared_values import ADD, POLL, PUBLISH, READ, WRITE
from partitioners.kernels.bits import prefetch
from partitioners.kernels.parts import by_reference
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel


@inlined_kernel
def decide(state: State, sim: Simulated, c: Coherence, core: int) -> None:
    """Simulate one cycle of a core."""
    now, row, tile, links = state.clock.now, state.cores[core], sim.tiles[core], state.links
    task = take_in(state, sim, c, core)
    lose_blocks(state, sim, c, core)
    _account(state, sim, core)
    while task >= 0:
        following = links[task].child
        _complete(state, sim, core, task)
        task = following
    task = take_ended(state, sim, core)
    while task >= 0:
        following = links[task].child
        _complete(state, sim, core, task)
        task = following
    _settle_wait(state, sim, core)
    if not row.in_step:
        return
    _move_window(state, sim, core)
    if _begin_tasks(state, sim, c, core):
        row.spent[COMPUTE] += 1
        state.clusters[tile.oldest].spent[COMPUTE] += 1
        tile.accounted_until = now + 1
    if tile.head < tile.end:
        tile.reason = sim.status[sim.window_tasks[tile.head]]
    if row.ready >= 0 or tile.requested >= 0 or (tile.replay >= 0 and tile.may_replay):
        decide_after(state, sim, core, 1)
    if state.supersteps and row.outstanding == 0:
        row.in_step = 0
        tile.head = tile.tail = tile.begin
        tile.reason = WAITING
        report(state, core)


@inlined_kernel
def release(state: State, sim: Simulated, core: int) -> None:
    """Release a core to start the program or the next superstep, or to finish."""
    now, row, tile = state.clock.now, state.cores[core], sim.tiles[core]
    row.spent[SYNCHRONISATION] += now - tile.accounted_until
    tile.accounted_until = now
    if state.clock.steps_left == 0:
        state.clock.finished_at = now
        return
    if core == 0 and now > 0:  # core 0 is released before all others
        _forget_step(state, sim)
    row.in_step = 1
    row.outstanding = state.core_lists[core].step_work
    for k in range(state.core_lists[core].present, state.core_lists[core + 1].present):
        master = state.present[k]
        v = state.replicas[master].vertex
        if sim.kept and sim.read[v] >= 0:
            request_access(state, sim, core, sim.read[v])
        else:
            _begin(state, sim, core, master, LOCAL)
    call(state, core)


@inlined_kernel
def _forget_step(state: State, sim: Simulated) -> None:
    """Reset the state of the superstep."""
    for task in range(sim.status.size):
        sim.status[task] = WAITING
    for r in range(state.value_from.size):
        state.replicas[r].missing = state.missing_at_start[r]
        state.value_from[r] = state.inputs_from[r] = LOCAL
    for row in sim.shared_times:
        row.published_at = row.accumulated_at = -1
        row.added_at = LOCAL
        row.additions_left = row.additions


@kept_kernel
def account_wait(state_tables: State, sim_tables: Simulated, core: int) -> None:
    """Account for the cycles of a core before new tasks are placed on it."""
    state, sim = by_reference(state_tables), by_reference(sim_tables)
    if sim.tiles[core].accounted_until < state.clock.now:
        _account(state, sim, core)


@inlined_kernel
def _account(state: State, sim: Simulated, core: int) -> None:
    """Account for the cycles since the last call."""
    now, row, tile = state.clock.now, state.cores[core], sim.tiles[core]
    if not row.in_step or (tile.head == tile.end and not state.supersteps):
        return
    elapsed = now - tile.accounted_until
    tile.accounted_until = now
    if tile.head == tile.end:
        row.spent[MEMORY] += elapsed
    elif tile.reason == IS_RUNNING:
        row.spent[COMPUTE] += elapsed
        state.clusters[tile.oldest].spent[COMPUTE] += elapsed
    elif tile.reason != WAITING:
        row.spent[MEMORY] += elapsed
        state.clusters[tile.oldest].spent[MEMORY] += elapsed
    else:
        tile.waited += elapsed


@inlined_kernel
def _settle_wait(state: State, sim: Simulated, core: int) -> None:
    """Classify the wait cycles of the oldest task, if its wait has ended."""
    row, tile = state.cores[core], sim.tiles[core]
    if tile.waited == 0:
        return
    task = sim.window_tasks[tile.head]
    if sim.status[task] == WAITING:
        return
    contributes_to = state.tasks[task].contributes_to
    if contributes_to < 0:
        sent = state.inputs_from[-1 - contributes_to]
    else:
        reads = state.tasks[task].reads
        is_master = state.replicas[reads].scatters >= 0
        sent = LOCAL if is_master and not state.supersteps else state.value_from[reads]
    if sent == FROM_MEMORY:
        row.spent[MEMORY] += tile.waited
        state.clusters[tile.oldest].spent[MEMORY] += tile.waited
        tile.waited = 0
        return
    under_way = 0 if sent == LOCAL else min(tile.waited, state.clock.now - sent)
    row.spent[NETWORK] += under_way
    row.spent[SYNCHRONISATION] += tile.waited - under_way
    state.clusters[tile.oldest].spent[NETWORK] += under_way
    state.clusters[tile.oldest].spent[SYNCHRONISATION] += tile.waited - under_way
    tile.waited = 0


@inlined_kernel
def _move_window(state: State, sim: Simulated, core: int) -> None:
    """Remove finished tasks at the head of the window, and add as many tasks at its tail."""
    tile = sim.tiles[core]
    head, tail = tile.head, tile.tail
    while head < tile.end and sim.status[sim.window_tasks[head]] == DONE:
        head += 1
    last = min(head + sim.window, tile.end)
    while tail < last:
        task = sim.window_tasks[tail]
        if sim.status[task] == IS_READY:
            _queue(state, sim, core, task)
        if sim.through_memory:
            for k in range(sim.polls_indptr[task], sim.polls_indptr[task + 1]):
                if sim.status[sim.polls[k]] == WAITING:
                    request_access(state, sim, core, sim.polls[k])
        tail += 1
    if head > tile.head or (tile.tail == head and head < tile.end):
        tile.oldest = state.tasks[sim.window_tasks[min(head, tile.end - 1)]].cluster
    tile.head = head
    tile.tail = tail


@inlined_kernel
def _begin_tasks(state: State, sim: Simulated, c: Coherence, core: int) -> bool:
    """Begin all tasks that can begin in this cycle. Returns whether any task began."""
    row, tile, tasks, slots = state.cores[core], sim.tiles[core], state.tasks, sim.issue_width
    links = state.links
    queue_requested(state, sim, core)
    while slots > 0 and tile.replay >= 0 and tile.may_replay:
        task = tile.replay
        if _access(state, sim, c, core, task):
            tile.replay = links[task].sibling  # the access may have just set this link
            slots -= 1
        else:
            tile.may_replay = 0
    while slots > 0 and row.ready >= 0:
        task = row.ready
        row.ready = without_root(state, task)
        slots -= 1
        contributes_to, cluster = tasks[task].contributes_to, state.clusters[tasks[task].cluster]
        replica = contributes_to if contributes_to >= 0 else -1 - contributes_to
        prefetch_row(state.replicas, replica)
        prefetch(state.inputs_from, np.uint64(replica))
        if cluster.first_cycle < 0:
            cluster.first_cycle = state.clock.now
        if tasks[task].cycles > 0:
            sim.status[task] = IS_RUNNING
            end_task_after(state, sim, core, tasks[task].cycles, task)
            continue
        sim.status[task] = ACCESSING
        if tile.replay >= 0 or not _access(state, sim, c, core, task):
            append(state, sim, core, task)
    return slots < sim.issue_width


@inlined_kernel
def _access(state: State, sim: Simulated, c: Coherence, core: int, task: int) -> bool:
    """Send a load or store to the L1. Returns false if it must be retried."""
    access = task - sim.place.size
    if access < 0:
        block, store = state.tasks[task].block, state.tasks[task].cycles == -STORE
    else:
        sim.lost_meanwhile[access] = 0
        row = state.tasks[task]
        prefetch_row(state.replicas, row.replica)
        if sim.through_memory:
            prefetch_row(sim.shared_times, max(row.value, 0))
        prefetch(state.value_from, np.uint64(row.replica))
        kind = row.kind
        block, store = sim.shared_block[access], kind != POLL and kind != READ
    became = try_access(state, sim, c, core, task, block, store)
    lose_blocks(state, sim, c, core)
    if became > 0:
        end_task_after(state, sim, core, sim.l1_cycles, task)
    return became >= 0


@inlined_kernel
def _complete(state: State, sim: Simulated, core: int, task: int) -> None:
    now = state.clock.now
    sim.status[task] = DONE
    state.cores[core].outstanding -= 1
    if task >= sim.place.size:
        _complete_access(state, sim, core, task)
        return
    state.cores[core].tasks += 1
    contributes_to = state.tasks[task].contributes_to
    state.clusters[state.tasks[task].cluster].last_cycle = now
    if contributes_to >= 0:
        _contribute(state, sim, core, contributes_to, LOCAL)
        return
    master = -1 - contributes_to
    v = state.replicas[master].vertex
    state.finished[v] = now
    if not state.supersteps:
        _publish(state, sim, core, master, LOCAL)
    elif sim.kept and sim.write[v] >= 0:
        request_access(state, sim, core, sim.write[v])


@inlined_kernel
def _begin(state: State, sim: Simulated, core: int, master: int, source: int) -> None:
    """Process the arrival of the value with which a vertex begins a superstep."""
    state.value_from[master] = source
    _publish(state, sim, core, master, source)
    _contribute(state, sim, core, master, source)


@inlined_kernel
def _publish(state: State, sim: Simulated, core: int, master: int, source: int) -> None:
    """Pass the value of a vertex to its master's cluster and to the other clusters that read it."""
    _take(state, sim, core, master, -1, source)
    row = state.replicas[master]
    first = row.message
    if not sim.through_memory:
        for number in range(first, first + row.scatters):
            _send(state, core, number)
        return
    v = row.vertex
    publication = sim.publication[v]
    if publication >= 0:
        sim.shared_times[state.tasks[publication].value].held_at = state.clock.now
        request_access(state, sim, core, publication)
    for number in range(first, first + row.scatters):
        if sim.poll[state.messages[number].receiver] < 0:
            _send(state, core, number)


@inlined_kernel
def _complete_access(state: State, sim: Simulated, core: int, task: int) -> None:
    """Complete the store, addition or poll of a value."""
    now = state.clock.now
    kind, replica = state.tasks[task].kind, state.tasks[task].replica
    if kind == READ:
        _begin(state, sim, core, replica, FROM_MEMORY)
        return
    if kind == WRITE:
        return
    times = sim.shared_times[state.tasks[task].value]
    if kind == PUBLISH:
        times.published_at = now
    elif kind == ADD:
        times.additions_left -= 1
        state.clock.remote_values += 1
        if times.additions_left == 0:
            times.accumulated_at = now
    elif kind == POLL and state.replicas[replica].scatters >= 0:
        if 0 <= times.accumulated_at < now:
            state.replicas[replica].missing -= times.additions - 1
            _contribute(state, sim, core, replica, times.added_at)
        else:
            _hold(state, sim, core, task)
    elif kind == POLL:
        if 0 <= times.published_at < now:
            state.clock.remote_values += 1
            _receive_value(state, sim, core, replica, -1, times.held_at)
        else:
            _hold(state, sim, core, task)


@inlined_kernel
def _hold(state: State, sim: Simulated, core: int, task: int) -> None:
    """Hold a poll that came too early until its block is lost, which may have happened already."""
    state.cores[core].outstanding += 1  # the poll is not finished
    if sim.lost_meanwhile[task - sim.place.size]:
        request_access(state, sim, core, task)
    else:
        sim.status[task] = HOLDING


@inlined_kernel
def _send(state: State, core: int, number: int) -> None:
    ask_for_core(state, state.messages[number].cluster)
    state.events[number].stage = DEPARTING
    state.events[number].at = core
    post(state, number, state.clock.now + 1)


@inlined_kernel
def _take(state: State, sim: Simulated, core: int, replica: int, which: int, sent: int) -> None:
    """Process a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
    row = state.replicas[replica]
    readers, first = row.readers, 0
    last = readers
    if which >= 0:
        first, last = which, which + 1
    for k in range(first, last):
        reader = row.reader if readers == 1 else state.readers[row.reader + k]
        if reader >= 0:
            _make_ready(state, sim, core, reader)
        else:
            _contribute(state, sim, core, -1 - reader, sent)


@inlined_kernel
def _contribute(state: State, sim: Simulated, core: int, replica: int, sent: int) -> None:
    """Count one value of a replica, which continues after its last value."""
    row = state.replicas[replica]
    is_master = row.scatters >= 0
    if sent == FROM_MEMORY:
        state.begun[row.vertex] = state.clock.now
    elif is_master:
        state.inputs_from[replica] = max(state.inputs_from[replica], sent)
    row.missing -= 1
    if row.missing != 0:
        return
    if is_master:
        if state.supersteps and state.begun[row.vertex] == state.clock.now:
            state.inputs_from[replica] = FROM_MEMORY
        _make_ready(state, sim, core, row.operation)
    elif sim.through_memory and sim.addition[replica] >= 0:
        addition = sim.addition[replica]
        request_access(state, sim, core, addition)
        times = sim.shared_times[state.tasks[addition].value]
        times.added_at = max(times.added_at, state.clock.now)
    else:
        _send(state, core, row.message)


@inlined_kernel
def continue_message(state: State, sim: Simulated, number: int, stage: int) -> None:
    """Process the departure or arrival of a value message. Within a core, these are the same."""
    clock = state.clock
    core, sent = state.clusters[state.messages[number].cluster].core, LOCAL
    if stage != DEPARTING:
        sent = state.times[number].sent
    elif state.events[number].at == core:
        clock.local_messages += 1
    elif sim.through_memory:
        clock.remote_values += 1
        sent = clock.now - 1
    else:
        receiver = state.messages[number].receiver
        prefetch_row(state.replicas, receiver)
        prefetch(state.value_from, np.uint64(receiver))
        carry(state, number, state.events[number].at, core, 0)
        return
    receiver = state.messages[number].receiver
    if state.replicas[receiver].scatters >= 0:
        _contribute(state, sim, core, receiver, sent)
        return
    which = number - state.first_sent[receiver] if state.first_sent.size > 0 else -1
    _receive_value(state, sim, core, receiver, which, sent)


@inlined_kernel
def _receive_value(state: State, sim: Simulated, core: int, replica: int, which: int, sent: int) -> None:
    """Process the arrival of a value for all edges of the cluster that read it, or for one edge."""
    state.value_from[replica] = max(state.value_from[replica], sent)
    _take(state, sim, core, replica, which, sent)


@inlined_kernel
def _make_ready(state: State, sim: Simulated, core: int, task: int) -> None:
    sim.status[task] = IS_READY
    if sim.place[task] < sim.tiles[core].tail:
        _queue(state, sim, core, task)
        call(state, core)


@inlined_kernel
def _queue(state: State, sim: Simulated, core: int, task: int) -> None:
    row = state.cores[core]
    sim.status[task] = QUEUED
    row.ready = insert_in_heap(state, row.ready, task)
