"""A mesh of input-queued routers, flit by flit and cycle by cycle: virtual channels, credits, iSLIP.

The network is a component of arrays that is driven by its users. In the current cycle, packets
may be injected. The function :func:`~numasim.numa.noc.router_kernels.advance` finishes
this cycle and simulates the next ones. Every router has five ports (the four directions of
:mod:`mappers.topology`, then its tile), a private buffer for each virtual channel (VC), and four stages. A
head flit that arrives in cycle a computes its route (XY) and

    requests an output VC in             v = a + routing_delay,
    requests the crossbar in             s = v + vc_alloc_delay          (speculative: s = v),
    is at the next router in             s + sw_alloc_delay + st_final_delay + channel_delay.

Body flits request the crossbar when they arrive. The credit of a flit that was granted the crossbar in s is
usable upstream in s + sw_alloc_delay + channel_delay + credit_delay. A sink returns it 1 + channel_delay +
credit_delay after the flit has reached it. A flit takes source_delay + injection_delay from its source to the
router, and its credit is usable there in s + sw_alloc_delay + injection_delay + 1 - source_delay. The
allocators decide in the first cycle of their delay. An output VC can be reallocated in the cycle after the
tail was granted the crossbar, so buffers may contain flits of several packets. With these rules, a packet of
P flits that passes R routers takes ``source_delay + injection_delay + R hop + P - 1`` cycles without
contention, where hop is the sum of the stages.

A link between sockets has a different channel_delay. A flit occupies it for flit_cycles c, in which it is
granted to no other flit. After the link, the head of a packet waits (P - 1) (c - 1) cycles, so that its flits
can continue without a gap. The buffers have space for the flits that the link carries until a credit returns.

A flit passes a router in advance, when it arrives, if no other packet can request one of its two ports up to
the cycle in which it is granted the crossbar. This is exact: a router knows a packet from the cycle in which
its head is sent to it, at most ``horizon`` cycles are anticipated, and other packets request later. Their
heads arrive ``transit`` or ``injection`` cycles later, and request a VC after ``routing_delay``. In a crowded
network, no flit passes in advance, because most attempts would fail.

The allocators are iSLIP with one iteration (N. McKeown, "The iSLIP scheduling algorithm for input-queued
switches", IEEE/ACM Transactions on Networking 7 (2), 1999); the router is that of W. J. Dally and B. Towles,
"Principles and Practices of Interconnection Networks", 2004, chapter 16, the speculative one that of L.-S.
Peh and W. J. Dally, "A delay model and speculative architecture for pipelined routers", HPCA 2001.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.topology import EAST, NORTH, SOUTH, WEST, Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc import router_kernels as flit_router
from numasim.numa.noc.boundary import boundaries
from numasim.numa.noc.flit_counters import credit_stalls, link_flits, occupancy
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.router_records import (
    CROWDED,
    FLIT_CYCLES,
    FREE_PACKET,
    IN_FLIGHT,
    LOCAL,
    LONGER,
    MAX_PACKETS,
    NO_VC,
    NOW,
    PACKET,
    PORT,
    PORTS,
    POSITION,
    QUEUE,
    ROUTER,
    VC,
    on_cache_lines,
)
from numasim.numa.noc.sockets import links_between_sockets
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Records

MIN_SLOTS = 16
"""Minimum number of slots of the calendar. Longer delays require more slots."""

# By 3 (signs of the columns to go + 1) + (sign of the rows to go + 1): XY routes go along the row first.
DIRECTION_OF = np.array([WEST, WEST, WEST, NORTH, LOCAL, SOUTH, EAST, EAST, EAST], np.uint8)


def empty_network(mesh: Mesh, parameters: RouterParameters, capacity: int = 1024) -> FlitState:
    """Create a network in cycle 0 without packets.

    Parameters
    ----------
    capacity : int
        Maximum number of packets in the network, including those that wait at their sources.

    Raises
    ------
    OptionError
        A row or a column has more tiles than the word of a flit can number.
    """
    if max(mesh.width, mesh.height) > POSITION + 1:
        raise OptionError(
            f"a flit-level network has at most {POSITION + 1} tiles in a row or a column, got {mesh.width} x "
            f"{mesh.height}; use `network: packet`, or a mesh with shorter sides"
        )
    tiles, vcs = mesh.num_cores, parameters.vcs
    tile = np.arange(tiles, dtype=np.uint16)
    bit = np.arange(PORTS * vcs)
    of_class = bit % vcs // parameters.vcs_per_class
    same_class = of_class[:, None] == of_class
    ports = on_cache_lines(tiles * PORTS, PORT)
    ports["free"] = (1 << vcs) - 1
    ports["peer"] = _peers(mesh) * vcs
    between = _between_sockets(mesh, parameters)
    records = _empty_vcs(between, parameters)
    slots = max(MIN_SLOTS, 1 << (parameters.longest_delay + parameters.hop_cycles).bit_length())
    queues = np.full(tiles * parameters.classes, -1, QUEUE)
    queues["last_vc"] = np.tile(np.arange(1, parameters.classes + 1) * parameters.vcs_per_class - 1, tiles)
    clock = np.zeros(7, np.int64)
    clock[FREE_PACKET] = -1
    clock[CROWDED] = between.any()
    state = FlitState(
        vcs_per_port=vcs,
        routing_delay=parameters.routing_delay,
        vc_alloc_delay=parameters.vc_alloc_delay,
        transit=parameters.transit,
        upstream_credit=parameters.upstream_credit_delay,
        source_credit=parameters.source_credit_delay,
        sink_credit=parameters.sink_credit_delay - parameters.transit,
        injection=parameters.injection,
        head_cycles=parameters.hop_cycles - parameters.transit,
        horizon=parameters.routing_delay + min(parameters.injection, parameters.transit - 1),
        classes=parameters.classes,
        speculative=int(parameters.speculative),
        split=int(between.any()),
        boundary=boundaries(1, mesh.width, parameters.lookahead)[0],
        slot_mask=slots - 1,
        stride=parameters.buffer_flits,
        clock=clock,
        calendar=np.zeros((4, slots, records.size), np.uint32),
        due=np.zeros((4, slots), np.uint32),
        vcs=records,
        places=on_cache_lines(int(records["size"].sum()), np.int64),
        free_at=np.zeros(records.size, np.int64),
        stalls=np.zeros(records.size, np.int64),
        ports=ports,
        flits=np.zeros(ports.size, np.int64),
        routers=on_cache_lines(tiles, ROUTER),
        channels=_channels(between, parameters),
        packets=np.zeros(0, PACKET),
        head_from=np.zeros(0, np.int64),
        queues=queues,
        last_class=np.full(tiles, parameters.classes - 1, np.uint8),
        delivered=np.zeros((0, 3), np.int64),
        active_routers=np.zeros((tiles + 63) // 64, np.int64),
        active_sources=np.zeros((tiles + 63) // 64, np.int64),
        column=tile % mesh.width,
        row=tile // mesh.width,
        rivals=_as_bits(same_class[:vcs]),
        allowed=_as_bits(same_class[:, :vcs]),
        port_of_bit=(bit // vcs).astype(np.uint8),
        of_port=_as_bits(np.arange(PORTS)[:, None] == bit // vcs),
        direction_of=DIRECTION_OF,
        offers=np.zeros(64, np.int64),
        hops=np.zeros(mesh.width + mesh.height - 1, np.int64),
        class_totals=np.zeros((parameters.classes, 4), np.int64),
    )
    return with_capacity(state, capacity)


def _as_bits(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Each row as the bits of a word."""
    return np.asarray((rows << np.arange(rows.shape[1])).sum(axis=1), np.int64)


def _empty_vcs(between: NDArray[np.bool_], parameters: RouterParameters) -> Records:
    """The VCs of all ports and of the sinks."""
    vcs = parameters.vcs
    tiles = between.size // PORTS
    size = np.repeat(np.where(between, parameters.socket_buffer_flits, parameters.buffer_flits), vcs)
    records = on_cache_lines(size.size + tiles * vcs, VC)
    records["size"] = np.append(size, np.full(tiles * vcs, parameters.buffer_flits))
    records["base"][1:] = np.cumsum(records["size"], dtype=np.int64)[:-1]
    records["owner"] = NO_VC
    number = np.arange(size.size)
    inputs, sinks = records[: size.size], records[size.size :]
    inputs["router"] = number // (PORTS * vcs)
    inputs["bit"] = number % (PORTS * vcs)
    inputs["in_port"] = inputs["bit"] // vcs
    sinks["router"] = np.repeat(np.arange(tiles), vcs)
    sinks["in_port"] = PORTS
    return records


def with_capacity(state: FlitState, capacity: int) -> FlitState:
    """The same network with capacity for at least ``capacity`` packets. It shares all other arrays.

    Raises
    ------
    ValueError
        The words of the flits have no space for the number of a packet.
    """
    before = state.packets.shape[0]
    if capacity <= before:
        return state
    if capacity > MAX_PACKETS:
        raise ValueError(f"a flit-level network has at most {MAX_PACKETS:,} packets, got {capacity:,}")
    packets = on_cache_lines(capacity, PACKET)
    packets[:before] = state.packets
    packets["next"][before:] = np.arange(before + 1, capacity + 1)
    packets["next"][-1] = state.clock[FREE_PACKET]
    state.clock[FREE_PACKET] = before
    delivered = np.zeros((capacity, 3), np.int64)
    delivered[:before] = state.delivered
    head_from = np.zeros(capacity, np.int64)
    head_from[:before] = state.head_from
    return state._replace(packets=packets, head_from=head_from, delivered=delivered)


def _peers(mesh: Mesh) -> NDArray[np.int64]:
    """The port at the other end of each port's channels. At the edge of the mesh, this is the port itself."""
    peers = np.arange(mesh.num_cores * PORTS).reshape(mesh.num_cores, PORTS)
    for tile in range(mesh.num_cores):
        x, y = mesh.position(tile)
        for direction, (i, j) in enumerate([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]):
            if 0 <= i < mesh.width and 0 <= j < mesh.height:
                peers[tile, direction] = mesh.core_at(i, j) * PORTS + (direction ^ 1)
        peers[tile, LOCAL] = mesh.num_cores * PORTS + tile
    return peers.ravel()


def _between_sockets(mesh: Mesh, parameters: RouterParameters) -> NDArray[np.bool_]:
    """Whether the channels of each port lead to another socket."""
    between = np.zeros((mesh.num_cores, PORTS), bool)
    between[:, :LOCAL] = links_between_sockets(mesh, parameters.sockets).reshape(-1, LOCAL)
    return between.ravel()


def _channels(between: NDArray[np.bool_], parameters: RouterParameters) -> NDArray[np.int64]:
    """The extra delays and the flit cycles of the channels of each port."""
    channels = np.zeros((between.size, 3), np.int64)
    channels[:, LONGER] = between * (parameters.socket_channel_delay - parameters.channel_delay)
    channels[:, FLIT_CYCLES] = np.where(between, parameters.socket_flit_cycles, 1)
    return channels


class FlitNetwork:
    """A network driven from Python. The caller numbers the packets.

    Attributes
    ----------
    state : FlitState
    """

    def __init__(self, mesh: Mesh, parameters: RouterParameters) -> None:
        self.mesh = mesh
        self.parameters = parameters
        self.state = empty_network(mesh, parameters)

    @property
    def now(self) -> int:
        """The current cycle, whose arrivals are processed and whose decisions are not."""
        return int(self.state.clock[NOW])

    @property
    def in_flight(self) -> int:
        """Number of packets that were injected and not yet delivered."""
        return int(self.state.clock[IN_FLIGHT])

    def inject(
        self, cycle: int, number: int, source: int, target: int, flits: int, message_class: int = 0
    ) -> None:
        """Append a packet to the queue of its source in the current cycle, in which it may leave.

        Parameters
        ----------
        cycle : int
            The current cycle.
        number : int
            The number of the packet in the result of ``advance``.
        source, target : int
            Tiles, which may be equal.

        Raises
        ------
        ValueError
            ``cycle`` is not the current cycle, or the tile, class or length is invalid.
        """
        if cycle != self.now:
            raise ValueError(f"the network is in cycle {self.now}, got a packet of cycle {cycle}")
        tiles = self.state.routers.size
        if not (0 <= source < tiles and 0 <= target < tiles):
            raise ValueError(f"tiles must be in 0 .. {tiles - 1}, got a packet from {source} to {target}")
        if flits < 1 or not 0 <= message_class < self.state.classes:
            raise ValueError(
                f"a packet must have at least 1 flit and a class below {self.state.classes}, "
                f"got {flits} flits of class {message_class}"
            )
        if self.state.clock[FREE_PACKET] < 0:
            self.reserve(2 * self.state.packets.shape[0])
        # Numba would compile a separate kernel for the type of an enumeration.
        flit_router.inject(self.state, cycle, number, source, target, flits, int(message_class))

    def reserve(self, packets: int) -> None:
        """Reserve capacity for ``packets`` simultaneous packets. Otherwise, the capacity grows on demand."""
        self.state = with_capacity(self.state, packets)

    def advance(self, until: int, *, stop_at_delivery: bool = False) -> NDArray[np.int64]:
        """Advance to a cycle, or to the first one before it in which a packet is delivered.

        Returns
        -------
        ndarray of int64, shape (packets, 3)
            The delivered packets in order of their cycles: number, cycle of the tail's arrival, cycle in
            which the head left the source.
        """
        count = flit_router.advance(self.state, until, stop_at_delivery)
        return self.state.delivered[:count].copy()

    def link_flits(self) -> NDArray[np.int64]:
        """Flits granted to each link so far, by the link ids of the mesh."""
        return link_flits(self.state)

    def occupancy(self) -> NDArray[np.int64]:
        """Flits x cycles spent in each input VC's buffer up to the current cycle, shape (tiles, 5, VCs)."""
        return occupancy(self.state).reshape(-1, PORTS, self.state.vcs_per_port)

    def credit_stalls(self) -> NDArray[np.int64]:
        """Cycles in which each input VC had a flit and an output VC but no credit, shape (tiles, 5, VCs)."""
        return credit_stalls(self.state).reshape(-1, PORTS, self.state.vcs_per_port)
