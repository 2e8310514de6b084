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
from numasim.numa.compiled.records import Layout

if TYPE_CHECKING:
    from numasim.machine.machine import Machine


class TileRow:
    """The caches of a tile and, with simulated memory, its core."""

    head: int  # the bounds of the window in Simulated.window_tasks
    tail: int
    end: int  # with ``begin``, the bounds of the core in it
    replay: int  # the first access that waits for the L1; they are linked by ``sibling``
    last_replay: int
    may_replay: int  # whether accesses that wait for the L1 may be retried
    accounted_until: int
    reason: int
    waited: int
    inbox: int  # the first event of a message that arrived at the L1
    loads: int
    stores: int
    hits: int
    misses: int
    merged: int
    retries: int
    l1_requests: int
    mshr_cycles: int
    counted_until: int
    home_inbox: int  # the first event of a message that arrived at the home
    next_home: int
    home_requests: int
    fetches: int
    write_backs: int
    requested: int  # the first access to be queued in the next decision
    oldest: int  # the cluster of the task at the head
    begin: int


class KindRow:
    """A kind of message."""

    leg: int
    traffic: int  # a row of State.traffic
    message_class: int
    flits: int
    bytes: int


TILE = Layout(TileRow, np.int64, bytes=256)
KIND = Layout(KindRow, np.int64, bytes=40)

_ROW_OF_CLASS = {
    MessageClass.REQUEST: CACHE_REQUESTS,
    MessageClass.RESPONSE: CACHE_RESPONSES,
    MessageClass.FORWARD: CACHE_FORWARDS,
}


def cache_unit_fields(machine: Machine, first_number: int) -> dict[str, Any]:
    """Create the fields of a run's tables that the units of the caches use.

    Parameters
    ----------
    first_number : int
        The first number of the messages of the caches.

    Returns
    -------
    dict
        ``l1_cycles``, ``snoop_cycles``, ``l2_cycles``, ``units``, ``first_number`` (int), ``kinds``
        (``KindRow``), ``tiles`` (``TileRow``) and ``sent`` (int64, shape (tiles, kinds)): the messages that
        the L1 and the home of each tile sent, by kind.
    """
    cores, header = machine.num_cores, machine.network.header_size
    kinds = KIND.rows(len(MESSAGES))
    for row, kind in zip(kinds, MESSAGES, strict=True):
        to_memory = kind.leg in (Leg.HOME_TO_MEMORY, Leg.MEMORY_TO_HOME)
        size = header if kind.flits == CONTROL_FLITS else header + machine.memory.block
        row.leg = kind.leg
        row.traffic = MEMORY_TRAFFIC if to_memory else _ROW_OF_CLASS[kind.message_class]
        row.flits = -(-size // machine.network.flit_size)
        row.bytes = size
        row.message_class = kind.message_class
    return {
        "l1_cycles": machine.l1.latency_cycles,
        "snoop_cycles": machine.l1.answer_cycles,
        "l2_cycles": machine.l2.latency_cycles,
        "units": max(cores, len(machine.controller_tiles)),
        "first_number": first_number,
        "kinds": kinds,
        "tiles": TILE.rows(cores, inbox=-1, home_inbox=-1),
        "sent": np.zeros((cores, len(MESSAGES)), np.int64),
    }
