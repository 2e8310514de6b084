"""The records of a flit-level network: virtual channels, ports, routers, packets and queues of sources.

The fields of one virtual channel, port or packet are together in memory, so that a flit touches few cache
lines. Numbers that are never negative are unsigned, because Numba tests a signed index for its sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

CACHE_LINE = 64
"""Bytes of a line of the processor's caches."""

PORTS = 5
LOCAL = 4
"""The port of a router's own tile; ports 0 to 3 are the directions of :mod:`mappers.topology`."""

IDLE, ROUTING, WAITING_FOR_VC, GRANTED, ACTIVE, STALLED, REMOTE = range(7)
"""The states of an input VC. A stalled VC has a flit and an output VC, but no credit. A remote one belongs to
another band, see :mod:`numasim.numa.noc.boundary`; as ``upstream``: the VC before a buffer belongs to it."""

NO_VC = 2**32 - 1
"""The owner of an output VC that belongs to no packet."""

OCCUPIED = 1 << 62
"""Added to the word of a place of a buffer that holds a flit, or is reserved for a flit under way.

The word of a flit is the sum of ``OCCUPIED``, the row and the column of its target, the port by which it
leaves the router (of a head), the row of its packet, ``HEAD`` and ``TAIL``. The word of a free place is the
cycle from which the VC before it may use the credit of the place.
"""

TAIL, HEAD = 1, 2
PACKET_ROW, DIRECTION, TARGET_COLUMN, TARGET_ROW = 2, 29, 32, 47
"""The first bits of the numbers in the word of a flit."""
MAX_PACKETS = 1 << (DIRECTION - PACKET_ROW)
DIRECTIONS = (1 << (TARGET_COLUMN - DIRECTION)) - 1
POSITION = (1 << (TARGET_ROW - TARGET_COLUMN)) - 1

NO_ONE, SLEEPS, WOKEN = range(3)
"""Values of ``upstream``: whether the VC or source before a buffer waits for a credit, and whether the cycle
of this credit is known, so that it is in the calendar."""

VC = np.dtype(
    {
        "names": [
            "occupancy", "free_from", "head_at", "base", "size", "first", "next_place", "count", "output",
            "owner", "router", "state", "direction", "bit", "in_port", "grant_pointer", "accept_pointer",
            "upstream",
        ],
        "formats": ["i8"] * 3 + ["u4"] * 8 + ["u1"] * 7,
        "itemsize": 64,
    },
    align=True,
)  # fmt: skip
"""An input VC, and at the same time the output VC of the router before it; also a VC of a sink.

``occupancy``: flits x cycles so far, minus the arrivals of the flits that are in it. ``free_from``: the cycle
after the last flit that has passed in advance. ``head_at``: the arrival of the first packet that came to the
empty VC, or an earlier cycle. ``base``, ``size``: its places in ``FlitState.places``, a ring. ``first``,
``count``: the flits in it; ``next_place``: the place of the next flit that is sent to it. ``output``: the VC
to which its packet goes; ``owner``: the VC whose packet comes to it. ``direction``: the port of the router
for its packet; ``bit``: its number among the input VCs of the router; ``in_port``: its own port. The pointers
are those of the allocator of VCs, in the roles of the output VC and of the input VC: the input VC, and the
output VC of the router, after the last one that was accepted. A record is a cache line."""

PORT = np.dtype(
    {
        "names": ["to", "settled", "peer", "free", "grant_pointer", "accept_pointer", "vc_pointer"],
        "formats": ["i8", "i8", "u4", "u2", "u1", "u1", "u1"],
        "itemsize": 32,
    },
    align=True,
)
"""A port of a router.

``to``: the input VCs of the router, as bits, whose packets leave by it. ``settled``: the first cycle in which
all VCs of ``free`` can be requested; until then, ``FlitState.free_at`` has the cycle of each.
``peer``: the first VC at the other end of its channel. ``free``: the output VCs, as bits, without an owner.
The pointers are those of the switch allocator: the input port after the last one of this output, the output
port after the last one of this input, and the input VC after the last one of this input."""

ROUTER = np.dtype([("waiting", "i8"), ("bids", "i8"), ("expected", "i8", PORTS + 1)])
"""The input VCs of a router, as bits, that wait for an output VC, and that bid for the crossbar.

``expected``: by output port, at least the VCs with a packet for it, from the cycle in which its head was sent
to the router until the VC is empty; at ``ANY``, those of all ports. They are kept unless the network is
crowded."""

PACKET = np.dtype(
    {
        "names": ["number", "created", "started", "target", "length", "left", "message_class", "next"],
        "formats": ["i8", "i8", "i8", "i8", "i4", "i4", "i4", "i4"],
        "itemsize": 64,
    },
    align=True,
)
"""A packet. ``target``: its part in the words of its flits. ``left``: flits that have not left the source.
``next`` links the packets of a queue, and the free rows."""

QUEUE = np.dtype([("first", "i4"), ("last", "i4"), ("vc", "i4"), ("last_vc", "i4")])
"""The packets of one class that wait at a source. ``vc``: the VC of the packet that is being sent, or -1."""

ANY = PORTS

NOW, IN_FLIGHT, FREE_PACKET, NUM_DELIVERED, FLITS_IN, FLITS_OUT, CROWDED = range(7)
"""Places in ``FlitState.clock``. ``FLITS_OUT``: the flits that were sent to a sink. ``CROWDED``: whether no
flit passes in advance."""

PACKETS_IN, PACKETS_OUT, LATENCY, NETWORK_LATENCY = range(4)
"""Columns of ``FlitState.class_totals``."""

LONGER, FLIT_CYCLES, FREE_FROM = range(3)
"""Columns of ``FlitState.channels``, one row per port."""

ARRIVALS, EJECTIONS, STAGES, WAKES = range(4)
"""Rows of the calendar: input VCs that a flit reaches, packets whose tail reaches its sink, input VCs whose
stage ends, and VCs whose credit is awaited."""


def on_cache_lines(length: int, kind: npt.DTypeLike) -> NDArray[Any]:
    """Zeros that begin with a cache line, so that a record of 64 bytes lies in one."""
    size = length * np.dtype(kind).itemsize
    memory = np.zeros(size + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start : start + size].view(kind)
