"""The records of the machine: events, servers, memory, traffic, and the clock.

Numbers below 2^31 (row numbers, tiles) are int32, and cycles are int64. -1 is a link to no row.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.compiled.records import Layout


class EventRow:
    """An event: one per transaction, one per core (the end of its task), and one for the routers."""

    next: int  # of a slot of the calendar, or of the requests of a server
    stage: int  # determines the effect of the event when it is due
    at: int  # the current tile of a packet
    to: int  # its target


DEPARTING, AT_ROUTER, HANDED_OVER, SERVED, STARTING, TASK_END, ROUTERS, PAUSING = range(8)
"""Values of ``stage``."""
BACK = 8
"""Added to ``stage`` while the response of a controller is in flight."""


class TimeRow:
    """What a rarely read event has in addition."""

    when: int  # the cycle in which it is due
    sent: int  # the cycle before a transaction (or its response) reached the network
    block: int  # of an access, in the place of ``sent``


class ServerRow:
    """A link by its id, an injection port by its tile, an ejection port by its tile, or a controller.

    A last row is for the packets that reached the ports of the routers, which serve them differently.
    """

    free_cycle: int  # free from this cycle on,
    free_tick: int  # and in it from this tick on
    served: int
    busy_ticks: int
    wait_cycles: int
    requests: int  # the first request of this cycle
    next: int  # in the list of servers that decide in this cycle


class BankRow:
    """A bank of a controller."""

    free_cycle: int
    free_tick: int
    open_row: int


class RowAccessRow:
    """The accesses of a controller by the state of their row buffer."""

    hits: int
    misses: int
    conflicts: int


class PageRow:
    """The first touch of a page (``first_touch``)."""

    touched: int  # the cycle
    number: int
    core: int


class TrafficRow:
    """The packets of a class of traffic."""

    packets: int
    flits_injected: int
    flits_ejected: int
    flit_hops: int
    latency_cycles: int
    bytes: int  # only for packets of different sizes: the caches, work stealing, migration, sized values


VALUES, MEMORY_TRAFFIC, BARRIER, CACHE_REQUESTS, CACHE_RESPONSES, CACHE_FORWARDS = range(6)
STEALS, MOVES, FORWARDED = range(6, 9)
KINDS_OF_TRAFFIC = 9
"""The classes of traffic, which are the rows of ``State.traffic``."""


class HopRow:
    """The packets of a class of traffic and message class that crossed a number of links."""

    packets: int
    flits: int


class PacketRow:
    """A message of the caches as a packet."""

    traffic: int  # its class of traffic
    message_class: int
    flits: int


class WheelRow:
    """A slot of a core's wheel; see :mod:`numasim.numa.compiled.wheel`."""

    first_over: int  # the first task that ends in this cycle; they are linked by ``child``
    posted: int  # whether its event is in the calendar


class ClockRow:
    """The time, the lists of this cycle, and the counters of the whole run."""

    now: int
    events: int
    first_server: int  # the first of those that decide in this cycle
    first_core: int
    num_asked: int
    at_barrier: int
    steps_left: int
    finished_at: int
    local_messages: int
    blocks_read: int
    blocks_written: int
    at_ports: int  # packets for the routers in this cycle
    routers_due: int  # whether the routers decide in it
    first_home: int
    local_coherence: int
    until_cycle: int  # the loop returns to Python before this cycle,
    until_event: int  # and before the next cycle after this many events,
    next_cycle: int  # which is this one
    block_packets: int  # packets that carried a block to or from a controller (traced memory)
    remote_values: int  # values that moved between cores through memory
    cores_asked: int  # cores for which a run-time scheduler must choose a task
    mapper_asked: int  # whether the mapper of a periodic mapping must be asked in this cycle
    blocks_moved: int  # values and accumulators that have left their core with their cluster
    interval_start: int  # the first cycle of the open interval of State.activity,
    interval_end: int  # and the first one after it
    first_unused_end: int  # see numasim.numa.compiled.long_tasks


EVENT = Layout(EventRow, np.int32, bytes=16)
TIME = Layout(TimeRow, np.int64, bytes=16, names={"block": "sent"})
SERVER = Layout(ServerRow, np.int64, bytes=64)
BANK = Layout(BankRow, np.int64, bytes=24)
ROW_ACCESS = Layout(RowAccessRow, np.int64, bytes=24)
PAGE = Layout(PageRow, np.int64, bytes=24)
TRAFFIC = Layout(TrafficRow, np.int64, bytes=48)
HOP = Layout(HopRow, np.int64, bytes=16)
CACHE_PACKET = Layout(PacketRow, np.int32, bytes=12)
WHEEL = Layout(WheelRow, np.int32, bytes=8)
CLOCK = Layout(ClockRow, np.int64, bytes=208)

IDEAL, PACKET, FLIT = range(3)
"""Values of ``State.fidelity``."""

INTERLEAVE, FIRST_TOUCH = -1, -2
"""Values of ``State.node`` instead of the controller that owns all pages."""
