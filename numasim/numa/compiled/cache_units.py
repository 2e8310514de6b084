"""The tables of the units of the caches (L1s, homes, controllers), which every run with caches has.

Such a run passes to its kernels a named tuple that has the fields of :func:`cache_unit_fields`, and others
for its cores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.protocol import CONTROL_FLITS, MESSAGES, Leg
from numasim.numa.compiled.machine_records import (
    CACHE_FORWARDS,
    CACHE_REQUESTS,
    CACHE_RESPONSES,
    MEMORY_TRAFFIC,
)

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

# The columns of the table tiles that belong to the caches; the cores have the other columns. INBOX,
# HOME_INBOX: the events of arrived messages. MAY_REPLAY: whether accesses that wait for the L1 may be
# retried.
MAY_REPLAY = 5
INBOX, LOADS, STORES, HITS, MISSES, MERGED, RETRIES, L1_REQUESTS, MSHR_CYCLES, COUNTED_UNTIL = range(9, 19)
HOME_INBOX, NEXT_HOME, HOME_REQUESTS, FETCHES, WRITE_BACKS = range(19, 24)
TILE_COLUMNS = 32

# The table kinds: one row per kind of message. TRAFFIC: a row of State.traffic.
LEG, TRAFFIC, MESSAGE_CLASS, KIND_FLITS, KIND_BYTES = range(5)

_ROW_OF_CLASS = {
    MessageClass.REQUEST: CACHE_REQUESTS,
    MessageClass.RESPONSE: CACHE_RESPONSES,
    MessageClass.FORWARD: CACHE_FORWARDS,
}


def cache_unit_fields(machine: Machine, first_number: int) -> dict[str, Any]:
    """Create the fields of a run's tables that the units of the caches use.

    Parameters
    ----------
    machine : Machine
    first_number : int
        The first number of the messages of the caches.

    Returns
    -------
    dict
        ``l1_cycles``, ``snoop_cycles``, ``l2_cycles``, ``units``, ``first_number`` (int), ``kinds`` (int64,
        shape (kinds, 5)), ``tiles`` (int64, shape (tiles, ``TILE_COLUMNS``)) and ``sent`` (int64, shape
        (tiles, kinds)): the messages that the L1 and the home of each tile sent, by kind.
    """
    cores, header = machine.num_cores, machine.network.header_size
    kinds = np.zeros((len(MESSAGES), 5), np.int64)
    for row, kind in zip(kinds, MESSAGES, strict=True):
        to_memory = kind.leg in (Leg.HOME_TO_MEMORY, Leg.MEMORY_TO_HOME)
        size = header if kind.flits == CONTROL_FLITS else header + machine.memory.block
        row[LEG] = kind.leg
        row[TRAFFIC] = MEMORY_TRAFFIC if to_memory else _ROW_OF_CLASS[kind.message_class]
        row[KIND_FLITS] = -(-size // machine.network.flit_size)
        row[KIND_BYTES] = size
        row[MESSAGE_CLASS] = kind.message_class
    tiles = np.zeros((cores, TILE_COLUMNS), np.int64)
    tiles[:, [INBOX, HOME_INBOX]] = -1
    return {
        "l1_cycles": machine.l1.latency_cycles,
        "snoop_cycles": machine.l1.answer_cycles,
        "l2_cycles": machine.l2.latency_cycles,
        "units": max(cores, len(machine.controller_tiles)),
        "first_number": first_number,
        "kinds": kinds,
        "tiles": tiles,
        "sent": np.zeros((cores, len(MESSAGES)), np.int64),
    }
