"""Migration of clusters: the questions to the mapper, the packets of moving clusters, and forwarded values.

A moving cluster waits for the end of its running task, then for its packets. Its ready tasks are linked by
``sibling``, and the values that wait for it at its new core by ``next``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import DEPARTING, FORWARDED, MOVES
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.program_records import MESSAGE_MOVE, MOVE
from numasim.numa.compiled.ready import without_cluster
from numasim.numa.compiled.state import State
from numasim.numa.shared.migration import (
    MapperQuestions,
    MigrationCounts,
    in_blocks,
    moved_data,
    reads_of_clusters,
    tasks_of_clusters,
)
from numasim.numa.shared.value_source import LOCAL
from partitioners.kernels.array_types import Int64
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
    """Create the fields of the state for a run with a periodic mapping."""
    program, machine = inputs.program, inputs.machine
    replicas, parts = program.replicas, program.partition.parts
    moves = MOVE.rows(parts)
    moves["tasks_left"] = tasks_of_clusters(program)
    moves["work_left"] = replicas.cluster_work
    moves["pinned"] = reads_of_clusters(program, numbers.needs_read)
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
        "message_moves": MESSAGE_MOVE.rows(program.num_messages),
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
    """

    def __init__(self, state: State, mapping: PeriodicMapping, inputs: RunInputs) -> None:
        self._state = state
        self._questions = MapperQuestions(mapping, inputs)
        if state.moves["tasks_left"].any():
            _post_question(state, self._questions.every)

    def answer(self) -> None:
        """Ask the mapper, let clusters leave, and schedule the next question.

        Raises
        ------
        OptionError
            The mapper did not return one core for each cluster.
        """
        state, moves = self._state, self._state.moves
        state.clock.mapper_asked = 0
        if not moves["tasks_left"].any():
            return
        chosen = self._questions.answer(
            int(state.clock.now),
            state.clusters["core"],
            (moves["tasks_left"] > 0) & (moves["pinned"] == 0) & (moves["moving"] == 0),
            moves["work_left"].copy(),
            state.message_moves["new"] != 0,
        )
        state.message_moves["new"] = 0
        _leave_cores(state, chosen)
        _post_question(state, self._questions.every)

    def counts(self) -> MigrationCounts:
        """Return the counters, without the traffic."""
        moves = self._state.moves
        return MigrationCounts(
            moved=moves["moved"].tolist(),
            blocks=int(self._state.clock.blocks_moved),
            block_bytes=int(moves["block_bytes"].sum()),
        )


@kept_kernel
def _post_question(state_tables: State, every: int) -> None:
    state = by_reference(state_tables)
    post(state, state.first_core - 1, state.clock.now + every)


@kept_kernel
def _leave_cores(state_tables: State, chosen: Int64) -> None:
    state = by_reference(state_tables)
    for k in range(chosen.shape[0]):
        _leave(state, chosen[k, 0], chosen[k, 1])


@inlined_kernel
def _leave(state: State, cluster: int, core: int) -> None:
    move = state.moves[cluster]
    row = state.cores[state.clusters[cluster].core]
    move.old_core = state.clusters[cluster].core
    state.clusters[cluster].core = core
    move.moved += 1
    move.moving = 1
    move.first_message = -1
    row.ready, move.first_task = without_cluster(state, row.ready, cluster)
    if row.running < 0 or state.tasks[row.running].cluster != cluster:
        _depart(state, cluster)


@inlined_kernel
def begin_in_cluster(state: State, cluster: int, task: int) -> None:
    """Count a task that begins."""
    state.moves[cluster].tasks_left -= 1
    state.moves[cluster].work_left -= state.tasks[task].cycles


@inlined_kernel
def end_in_cluster(state: State, cluster: int) -> None:
    """Let a cluster depart whose running task has ended, if the cluster is leaving its core."""
    if state.moves[cluster].moving and state.moves[cluster].packets_left == 0:
        _depart(state, cluster)


@inlined_kernel
def keeps_task(state: State, task: int) -> bool:
    """Whether the cluster of a task that has become ready moves. The task then waits for its core."""
    move = state.moves[state.tasks[task].cluster]
    if not move.moving:
        return False
    state.links[task].sibling = move.first_task
    move.first_task = task
    return True


@inlined_kernel
def _depart(state: State, cluster: int) -> None:
    """Send the packets of a cluster: one for itself, and one for each value and accumulator it needs."""
    now, move = state.clock.now, state.moves[cluster]
    blocks = 0
    task = move.first_task
    while task >= 0:
        if state.tasks[task].contributes_to >= 0:
            replica, part = state.tasks[task].reads, VALUE
            state.value_from[replica] = max(state.value_from[replica], now)
        else:
            replica, part = -1 - state.tasks[task].contributes_to, ACCUMULATOR
            state.inputs_from[replica] = now
        blocks += _send_block(state, replica, part)
        task = state.links[task].sibling
    for k in range(state.cluster_starts[cluster], state.cluster_starts[cluster + 1]):
        replica = state.cluster_replicas[k]
        if 0 < state.replicas[replica].missing < state.missing_at_start[replica]:
            if state.replicas[replica].scatters >= 0:
                state.inputs_from[replica] = now
            blocks += _send_block(state, replica, ACCUMULATOR)
    move.packets_left = 1 + blocks
    state.clock.blocks_moved += blocks
    _post_departure(state, state.first_steal + cluster)


@inlined_kernel
def _send_block(state: State, replica: int, part: int) -> int:
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
    state.moves[state.replicas[replica].cluster].block_bytes += state.moved_bytes[message] - counted
    if parts:
        return 0
    _post_departure(state, state.first_steal + message)
    return 1


@inlined_kernel
def _resize(state: State, replica: int, message: int, parts: int) -> None:
    """Give a packet the whole blocks of memory that its parts occupy."""
    size = 0
    if parts & VALUE:
        size += state.moved_values[replica]
    if parts & ACCUMULATOR:
        inputs, of = state.moved_inputs[replica], state.missing_at_start[replica]
        missing = state.replicas[replica].missing
        size += inputs if missing == 0 else (inputs * (of - missing) + of - 1) // of
    block = state.memory_block
    size = max(1, (size + block - 1) // block) * block + state.moved_header
    state.moved_bytes[message] = size
    state.message_flits[message] = (size + state.flit_bytes - 1) // state.flit_bytes


@inlined_kernel
def _post_departure(state: State, number: int) -> None:
    state.events[number].stage = DEPARTING
    post(state, number, state.clock.now + 1)


@inlined_kernel
def move_block(state: State, number: int, stage: int) -> int:
    """Process the departure or arrival of a packet of a moving cluster.

    Returns the cluster whose last packet has arrived, or -1.
    """
    replica = number - state.first_steal - state.moves.shape[0]
    cluster = number - state.first_steal if replica < 0 else state.replicas[replica].cluster
    move = state.moves[cluster]
    if stage == DEPARTING:
        state.traffic[MOVES].bytes += state.moved_bytes[number - state.first_steal]
        carry(state, number, move.old_core, state.clusters[cluster].core, 0)
        return -1
    if replica >= 0:
        state.block_moves[replica] = 0
    move.packets_left -= 1
    if move.packets_left > 0:
        return -1
    move.moving = 0
    move.settled_at = state.clock.now
    return cluster


@inlined_kernel
def note_sent(state: State, core: int, number: int) -> None:
    """Record the core and the cycle in which a value is sent."""
    message = state.message_moves[number]
    message.sent_in = state.clock.now
    message.tile = core
    message.new = 1


@inlined_kernel
def reaches_cluster(state: State, number: int, stage: int) -> int:
    """Process the departure or arrival of a value. Returns whether it has reached its settled cluster."""
    message, cluster = state.message_moves[number], state.messages[number].cluster
    if stage == DEPARTING:
        core = state.clusters[cluster].core
        if core != message.tile:
            carry(state, number, message.tile, core, 0)
            message.tile = core
            return False
        state.clock.local_messages += 1
        message.sent_in = LOCAL
    return _arrives(state, number, cluster)


@inlined_kernel
def forward(state: State, number: int, stage: int) -> int:
    """Process the departure or arrival of a forwarded value.

    Returns the number of the value if it has reached its settled cluster, or -1.
    """
    value = number - state.first_forward
    message, cluster = state.message_moves[value], state.messages[value].cluster
    if stage == DEPARTING:
        core = state.clusters[cluster].core
        state.traffic[FORWARDED].bytes += state.moved_bytes[number - state.first_steal]
        carry(state, number, message.tile, core, 0)
        message.tile = core
        return -1
    state.moves[cluster].pinned -= 1
    return value if _arrives(state, value, cluster) else -1


@inlined_kernel
def _arrives(state: State, number: int, cluster: int) -> bool:
    """Whether a value at a tile is where its cluster is settled. If not, it is forwarded, or waits."""
    move = state.moves[cluster]
    if state.clusters[cluster].core != state.message_moves[number].tile:
        move.pinned += 1
        _post_departure(state, state.first_forward + number)
        return False
    if move.moving:
        state.events[number].next = move.first_message
        move.first_message = number
        return False
    return True
