"""Migration of clusters: the questions to the mapper, the packets of moving clusters, and forwarded values.

A moving cluster waits for the end of its running task, then for its packets. Its ready tasks are linked by
SIBLING, and the values that wait for it at its new core by NEXT.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.numa.compiled import state as s
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.ready import without_cluster
from numasim.numa.compiled.state import (
    BLOCK_BYTES,
    BLOCKS_MOVED,
    BYTES,
    CLUSTER,
    CORE,
    CYCLES,
    DEPARTING,
    FIRST_MESSAGE,
    FIRST_TASK,
    FORWARDED,
    IN,
    LOCAL_MESSAGES,
    MAPPER_ASKED,
    MISSING,
    MOVED,
    MOVES,
    MOVING,
    NEW,
    NEXT,
    NOW,
    OLD_CORE,
    OUT,
    PACKETS_LEFT,
    PINNED,
    READY,
    RUNNING,
    SCATTERS,
    SENT_IN,
    SETTLED_AT,
    SIBLING,
    STAGE,
    TASKS_LEFT,
    TILE,
    WORK_LEFT,
)
from numasim.numa.shared.migration import (
    MapperQuestions,
    MigrationCounts,
    in_blocks,
    moved_data,
    reads_of_clusters,
    tasks_of_clusters,
)
from numasim.numa.shared.value_source import LOCAL
from partitioners.kernels.grouping import group
from partitioners.kernels.parts import by_reference
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

# State.block_moves: the parts of a replica that are in its packet.
VALUE, ACCUMULATOR = 1, 2

if TYPE_CHECKING:
    from mappers.mapping import PeriodicMapping
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.transaction_numbers import TransactionNumbers


def migration_fields(inputs: RunInputs, numbers: TransactionNumbers) -> dict[str, Any]:
    """Create the fields of the state for a run with a periodic mapping.

    Parameters
    ----------
    inputs : RunInputs
    numbers : TransactionNumbers
    """
    program, machine = inputs.program, inputs.machine
    replicas, parts = program.replicas, program.partition.parts
    moves = np.zeros((parts, s.MOVE_COLUMNS), np.int64)
    moves[:, TASKS_LEFT] = tasks_of_clusters(program)
    moves[:, WORK_LEFT] = replicas.cluster_work
    moves[:, PINNED] = reads_of_clusters(program, numbers.needs_read)
    starts, members = group(replicas.cluster, parts)
    payload, data = inputs.message_bytes, moved_data(program)
    no_data = np.zeros(0, np.int64)
    sizes = [
        np.zeros(parts, np.int64),
        np.full(replicas.vertex.size, in_blocks(inputs.value_bytes, machine.memory.block)),
        np.full(program.num_messages, inputs.value_bytes) if payload is None else payload,
        np.zeros(1, np.int64),
    ]
    moved_bytes = np.concatenate(sizes) + machine.network.header_size
    return {
        "migrates": True,
        "moves": moves,
        "message_moves": np.zeros((program.num_messages, s.MESSAGE_MOVE_COLUMNS), np.int64),
        "block_moves": np.zeros(replicas.vertex.size, np.int32),
        "cluster_replicas": members.astype(np.int32),
        "cluster_starts": starts.astype(np.int32),
        "moved_bytes": moved_bytes,
        "moved_values": no_data if data is None else data.of_value,
        "moved_inputs": no_data if data is None else data.of_inputs,
        "moved_header": machine.network.header_size,
        "memory_block": machine.memory.block,
        "message_flits": -(-moved_bytes // machine.network.flit_size),
    }


class AskedMapper:
    """Asks the mapper of a periodic mapping whenever the loop returns for it.

    Parameters
    ----------
    state : State
        The state of the run.
    mapping : PeriodicMapping
    inputs : RunInputs
    """

    def __init__(self, state: s.State, mapping: PeriodicMapping, inputs: RunInputs) -> None:
        self._state = state
        self._questions = MapperQuestions(mapping, inputs)
        if state.moves[:, TASKS_LEFT].any():
            _post_question(state, self._questions.every)

    def answer(self) -> None:
        """Ask the mapper, let clusters leave, and schedule the next question.

        Raises
        ------
        OptionError
            The mapper did not return one core for each cluster.
        """
        state, moves = self._state, self._state.moves
        state.clock[MAPPER_ASKED] = 0
        if not moves[:, TASKS_LEFT].any():
            return
        chosen = self._questions.answer(
            int(state.clock[NOW]),
            state.clusters[:, CORE],
            (moves[:, TASKS_LEFT] > 0) & (moves[:, PINNED] == 0) & (moves[:, MOVING] == 0),
            moves[:, WORK_LEFT].copy(),
            state.message_moves[:, NEW] != 0,
        )
        state.message_moves[:, NEW] = 0
        _leave_cores(state, chosen)
        _post_question(state, self._questions.every)

    def counts(self) -> MigrationCounts:
        """Return the counters, without the traffic."""
        moves = self._state.moves
        return MigrationCounts(
            moved=moves[:, MOVED].tolist(),
            blocks=int(self._state.clock[BLOCKS_MOVED]),
            block_bytes=int(moves[:, BLOCK_BYTES].sum()),
        )


@kept_kernel
def _post_question(state_tables, every):  # type: ignore[no-untyped-def]
    state = by_reference(state_tables)
    post(state, state.first_core - 1, state.clock[NOW] + every)


@kept_kernel
def _leave_cores(state_tables, chosen):  # type: ignore[no-untyped-def]
    state = by_reference(state_tables)
    for k in range(chosen.shape[0]):
        _leave(state, chosen[k, 0], chosen[k, 1])


@inlined_kernel
def _leave(state, cluster, core):  # type: ignore[no-untyped-def]
    move = state.moves[cluster]
    row = state.cores[state.clusters[cluster, CORE]]
    move[OLD_CORE] = state.clusters[cluster, CORE]
    state.clusters[cluster, CORE] = core
    move[MOVED] += 1
    move[MOVING] = 1
    move[FIRST_MESSAGE] = -1
    row[READY], move[FIRST_TASK] = without_cluster(state, row[READY], cluster)
    if row[RUNNING] < 0 or state.tasks[row[RUNNING], CLUSTER] != cluster:
        _depart(state, cluster)


@inlined_kernel
def begin_in_cluster(state, cluster, task):  # type: ignore[no-untyped-def]
    """Count a task that begins."""
    state.moves[cluster, TASKS_LEFT] -= 1
    state.moves[cluster, WORK_LEFT] -= state.tasks[task, CYCLES]


@inlined_kernel
def end_in_cluster(state, cluster):  # type: ignore[no-untyped-def]
    """Let a cluster depart whose running task has ended, if the cluster is leaving its core."""
    if state.moves[cluster, MOVING] and state.moves[cluster, PACKETS_LEFT] == 0:
        _depart(state, cluster)


@inlined_kernel
def keeps_task(state, task):  # type: ignore[no-untyped-def]
    """Whether the cluster of a task that has become ready moves. The task then waits for its core."""
    move = state.moves[state.tasks[task, CLUSTER]]
    if not move[MOVING]:
        return False
    state.links[task, SIBLING] = move[FIRST_TASK]
    move[FIRST_TASK] = task
    return True


@inlined_kernel
def _depart(state, cluster):  # type: ignore[no-untyped-def]
    """Send the packets of a cluster: one for itself, and one for each value and accumulator it needs."""
    now, move = state.clock[NOW], state.moves[cluster]
    blocks = 0
    task = move[FIRST_TASK]
    while task >= 0:
        if state.tasks[task, IN] >= 0:
            replica, part = state.tasks[task, OUT], VALUE
            state.value_from[replica] = max(state.value_from[replica], now)
        else:
            replica, part = -1 - state.tasks[task, IN], ACCUMULATOR
            state.inputs_from[replica] = now
        blocks += _send_block(state, replica, part)
        task = state.links[task, SIBLING]
    for k in range(state.cluster_starts[cluster], state.cluster_starts[cluster + 1]):
        replica = state.cluster_replicas[k]
        if 0 < state.replicas[replica, MISSING] < state.missing_at_start[replica]:
            if state.replicas[replica, SCATTERS] >= 0:
                state.inputs_from[replica] = now
            blocks += _send_block(state, replica, ACCUMULATOR)
    move[PACKETS_LEFT] = 1 + blocks
    state.clock[BLOCKS_MOVED] += blocks
    _post_departure(state, state.first_steal + cluster)


@inlined_kernel
def _send_block(state, replica, part):  # type: ignore[no-untyped-def]  # a kernel
    """Send the value or the accumulator of a replica. Returns the number of packets that this adds.

    Both travel in one packet, which has not left yet.
    """
    parts = state.block_moves[replica]
    if parts & part:
        return 0
    state.block_moves[replica] = parts | part
    message = state.moves.shape[0] + replica
    counted = state.moved_bytes[message] if parts else state.moved_header
    if state.moved_values.size > 0:
        _resize(state, replica, message, parts | part)
    state.moves[state.replicas[replica, CLUSTER], BLOCK_BYTES] += state.moved_bytes[message] - counted
    if parts:
        return 0
    _post_departure(state, state.first_steal + message)
    return 1


@inlined_kernel
def _resize(state, replica, message, parts):  # type: ignore[no-untyped-def]  # a kernel
    """Give a packet the whole blocks of memory that its parts occupy."""
    size = 0
    if parts & VALUE:
        size += state.moved_values[replica]
    if parts & ACCUMULATOR:
        inputs, of = state.moved_inputs[replica], state.missing_at_start[replica]
        missing = state.replicas[replica, MISSING]
        size += inputs if missing == 0 else (inputs * (of - missing) + of - 1) // of
    block = state.memory_block
    size = max(1, (size + block - 1) // block) * block + state.moved_header
    state.moved_bytes[message] = size
    state.message_flits[message] = (size + state.flit_bytes - 1) // state.flit_bytes


@inlined_kernel
def _post_departure(state, number):  # type: ignore[no-untyped-def]
    state.events[number, STAGE] = DEPARTING
    post(state, number, state.clock[NOW] + 1)


@inlined_kernel
def move_block(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a packet of a moving cluster.

    Returns the cluster whose last packet has arrived, or -1.
    """
    replica = number - state.first_steal - state.moves.shape[0]
    cluster = number - state.first_steal if replica < 0 else state.replicas[replica, CLUSTER]
    move = state.moves[cluster]
    if stage == DEPARTING:
        state.traffic[MOVES, BYTES] += state.moved_bytes[number - state.first_steal]
        carry(state, number, move[OLD_CORE], state.clusters[cluster, CORE], 0)
        return -1
    if replica >= 0:
        state.block_moves[replica] = 0
    move[PACKETS_LEFT] -= 1
    if move[PACKETS_LEFT] > 0:
        return -1
    move[MOVING] = 0
    move[SETTLED_AT] = state.clock[NOW]
    return cluster


@inlined_kernel
def note_sent(state, core, number):  # type: ignore[no-untyped-def]
    """Record the core and the cycle in which a value is sent."""
    message = state.message_moves[number]
    message[SENT_IN] = state.clock[NOW]
    message[TILE] = core
    message[NEW] = 1


@inlined_kernel
def reaches_cluster(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a value. Returns whether it has reached its settled cluster."""
    message, cluster = state.message_moves[number], state.messages[number, CLUSTER]
    if stage == DEPARTING:
        core = state.clusters[cluster, CORE]
        if core != message[TILE]:
            carry(state, number, message[TILE], core, 0)
            message[TILE] = core
            return False
        state.clock[LOCAL_MESSAGES] += 1
        message[SENT_IN] = LOCAL
    return _arrives(state, number, cluster)


@inlined_kernel
def forward(state, number, stage):  # type: ignore[no-untyped-def]
    """Process the departure or arrival of a forwarded value.

    Returns the number of the value if it has reached its settled cluster, or -1.
    """
    value = number - state.first_forward
    message, cluster = state.message_moves[value], state.messages[value, CLUSTER]
    if stage == DEPARTING:
        core = state.clusters[cluster, CORE]
        state.traffic[FORWARDED, BYTES] += state.moved_bytes[number - state.first_steal]
        carry(state, number, message[TILE], core, 0)
        message[TILE] = core
        return -1
    state.moves[cluster, PINNED] -= 1
    return value if _arrives(state, value, cluster) else -1


@inlined_kernel
def _arrives(state, number, cluster):  # type: ignore[no-untyped-def]
    """Whether a value at a tile is where its cluster is settled. If not, it is forwarded, or waits."""
    move = state.moves[cluster]
    if state.clusters[cluster, CORE] != state.message_moves[number, TILE]:
        move[PINNED] += 1
        _post_departure(state, state.first_forward + number)
        return False
    if move[MOVING]:
        state.events[number, NEXT] = move[FIRST_MESSAGE]
        move[FIRST_MESSAGE] = number
        return False
    return True
