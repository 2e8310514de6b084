"""Creation of the tables of a machine: the fields of a run that do not depend on what it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.compiled import machine_records as m
from numasim.numa.compiled import program_records as p
from numasim.numa.compiled.calendar import LEVELS, SLOTS
from numasim.numa.compiled.records import Rows
from numasim.numa.noc.sockets import links_between_sockets, socket_positions
from numasim.numa.shared.activity_over_time import INTERVALS
from numasim.numa.shared.run_result import CORE_TIMES

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.shared.transaction_numbers import TransactionNumbers


MOST_WHEEL_SLOTS = 256
"""Tasks that take longer are events of the calendar, so that the memory of a core has a bound."""


def machine_fields(
    machine: Machine,
    network: str,
    numbers: TransactionNumbers,
    *,
    first_coherence: int,
    first_events: NDArray[np.int64],
    num_blocks: int,
    value_bytes: int = 0,
    pool: int = 0,
) -> dict[str, Any]:
    """Create the fields of :class:`~numasim.numa.compiled.state.State` that describe the machine.

    Parameters
    ----------
    network : {'ideal', 'packet', 'flit'}
        The fidelity of the network.
    numbers : TransactionNumbers
        The numbers of the transactions. The events of the cores begin at ``numbers.end``.
    first_coherence : int
        The event of the first message of the caches. The event of the routers precedes it.
    first_events : ndarray of int64
        The events that are due in cycle 0, at least one.
    num_blocks : int
        The blocks of memory are 0 .. ``num_blocks`` - 1.
    value_bytes : int
        Payload of a value message, if all have the same.
    pool : int
        Maximum number of messages of the caches in flight.

    Returns
    -------
    dict
        The fields by name. The state of the cores and of the events of ``first_events`` is the caller's.
    """
    mesh, memory, sizes = machine.topology, machine.memory, machine.network
    cores, sockets, dram = mesh.num_cores, machine.network.sockets, machine.memory.dram
    events, slots, counts = _events(first_coherence + pool, first_events)
    events["stage"][first_coherence - 1] = m.ROUTERS
    tiles = np.array(machine.controller_tiles, np.int32)
    ports = 6 * cores + tiles.size
    num_banks = 0 if dram is None else dram.banks
    activate_cycles, conflict_cycles = machine.row_open_cycles
    ticks, ticks_per_cycle = machine.block_service_ticks
    blocks_per_page = memory.page // memory.block
    node = _node(memory.placement)
    num_pages = num_blocks // blocks_per_page + 1 if node == m.FIRST_TOUCH else 0
    tile = np.arange(cores)

    def flits(payload: int) -> int:
        return -(-(payload + sizes.header_size) // sizes.flit_size)

    return {
        "first_read": numbers.first_read,
        "first_write": numbers.first_write,
        "first_barrier": numbers.first_barrier,
        "first_steal": numbers.first_steal,
        "first_forward": numbers.first_forward,
        "first_core": numbers.end,
        "first_coherence": first_coherence,
        "num_cores": cores,
        "width": mesh.width,
        "fidelity": ("ideal", "packet", "flit").index(network),
        "ports": ports,
        "value_flits": flits(value_bytes),
        "flit_bytes": sizes.flit_size,
        "header_flits": flits(0),
        "block_flits": flits(memory.block),
        "injection_cycles": sizes.injection_cycles,
        "hop_cycles": sizes.hop_cycles,
        "socket_cycles": sizes.socket_hop_cycles - sizes.hop_cycles,
        "socket_flit_cycles": 1 if sockets is None else sockets.flit_cycles,
        "mshrs": machine.core.mshrs,
        "answer_cycles": machine.memory_answer_cycles,
        "service_cycles": ticks // ticks_per_cycle,
        "service_ticks": ticks % ticks_per_cycle,
        "ticks_per_cycle": ticks_per_cycle,
        "blocks_per_page": blocks_per_page,
        "num_banks": num_banks,
        "blocks_per_row": 1 if dram is None else dram.row // memory.block,
        "activate_cycles": activate_cycles,
        "conflict_cycles": conflict_cycles,
        "node": node,
        "rates": machine.task_rates.table[: None if machine.cores_differ else 0],
        "kind_of_core": machine.task_rates.kind_of_core,
        "positions": np.stack([tile % mesh.width, tile // mesh.width], axis=1).astype(np.int32),
        "sockets": socket_positions(mesh, sockets),
        "between_sockets": links_between_sockets(mesh, sockets)[: None if sockets else 0],
        "nearest": mesh.distances[:, tiles].argmin(axis=1).astype(np.int32),
        "tiles": tiles,
        "inputs": numbers.accessed,
        "needs_read": numbers.needs_read,
        "clock": m.CLOCK.row(first_server=-1, first_core=-1, first_home=-1, interval_end=1),
        "counts": counts,
        "slots": slots,
        "bins": np.full(32, -1, np.int32),
        "events": events,
        "times": m.TIME.rows(events.size),
        "servers": m.SERVER.rows(ports + 1, requests=-1),
        "cores": p.CORE.rows(cores, ready=-1, running=-1, next=p.UNLISTED),
        "activity": np.zeros((INTERVALS, len(CORE_TIMES)), np.int64),
        "counted": np.zeros(len(CORE_TIMES), np.int64),
        "activity_shift": np.zeros(1, np.int64),
        "pages": m.PAGE.rows(num_pages, touched=-1, number=-1, core=-1),
        "traffic": m.TRAFFIC.rows(m.KINDS_OF_TRAFFIC),
        "by_hops": m.HOP.rows((m.KINDS_OF_TRAFFIC * len(MessageClass), mesh.width + mesh.height - 1)),
        "banks": m.BANK.rows(tiles.size * num_banks, open_row=-1),
        "row_accesses": m.ROW_ACCESS.rows(tiles.size),
        "keys": np.zeros(pool, np.int64),
        "packets": m.CACHE_PACKET.rows(pool),
    }


def no_program(num_tasks: int = 0) -> dict[str, Any]:
    """Create the other fields of a state for a run that has no partitioned program.

    Parameters
    ----------
    num_tasks : int
        Number of rows of ``State.links``, whose ``child`` links accesses that the caches completed.
    """
    # One array for each field, because kernels write into several of them.
    no_rows = {
        np.int32: (
            *("masters", "readers", "present", "reads", "missing_at_start", "first_sent"),
            *("ready_tasks", "task_ends", "asked_cores"),
        ),
        np.int64: (
            *("message_bytes", "value_from", "inputs_from", "begun", "finished", "ready_at", "message_flits"),
            *("ready_parts", "ready_bits", "ready_levels"),
        ),
    }
    return {
        "supersteps": False,
        "writes_back": False,
        "steals": 0,
        "asks": False,
        "latest_first": False,
        "ties": False,
        **{name: np.zeros(0, kind) for kind, names in no_rows.items() for name in names},
        "rate_row": np.zeros(0, np.int32),
        "task_bytes": np.zeros(0, np.int64),
        "priority_class": np.zeros(0, np.int32),
        "asked": np.zeros(0, np.int32),
        "core_lists": p.CORE_LISTS.rows(0),
        "clusters": p.CLUSTER.rows(0),
        "messages": p.MESSAGE.rows(0),
        "replicas": p.REPLICA.rows(0),
        "tasks": p.TASK.rows(0),
        "links": p.LINK.rows(num_tasks, child=-1, sibling=-1),
        **no_migration(),
    }


def no_migration() -> dict[str, Any]:
    """Create the fields of :mod:`numasim.numa.compiled.migration` for a run whose clusters stay."""
    return {
        "migrates": False,
        "moves": p.MOVE.rows(0),
        "message_moves": p.MESSAGE_MOVE.rows(0),
        "block_moves": np.zeros(0, np.int32),
        "cluster_replicas": np.zeros(0, np.int32),
        "cluster_starts": np.zeros(0, np.int32),
        **{name: np.zeros(0, np.int64) for name in ("moved_bytes", "moved_values", "moved_inputs")},
        "moved_header": 0,
        "memory_block": 0,
    }


def wheel_slots(machine: Machine) -> int:
    """The slots of a core's wheel with simulated memory: a power of two above most latencies."""
    latencies = machine.core.latencies.model_dump().values()
    return min(1 << int(max(*latencies, machine.l1.latency_cycles)).bit_length(), MOST_WHEEL_SLOTS)


def _node(placement: str) -> int:
    """The value of ``State.node``."""
    if placement == "first_touch":
        return m.FIRST_TOUCH
    return m.INTERLEAVE if placement == "interleave" else int(placement.removeprefix("node:"))


def _events(
    count: int, first: NDArray[np.int64]
) -> tuple[Rows[m.EventRow], NDArray[np.int32], NDArray[np.int64]]:
    """The table of events, and a calendar in which the given events are due in cycle 0."""
    events = m.EVENT.rows(count)
    events["next"][first] = np.append(first[1:], -1)
    slots = np.full((LEVELS, SLOTS), -1, np.int32)
    slots[0, 0] = first[0]
    counts = np.zeros(LEVELS, np.int64)
    counts[0] = first.size
    return events, slots, counts
