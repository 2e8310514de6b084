"""A mesh of input-queued routers, flit by flit and cycle by cycle: virtual channels, credits, iSLIP.

The network is one component of arrays that others drive. It stands in a cycle whose arrivals are in, packets
may be injected in that cycle, and :func:`~numasim.numa.noc.router_kernels.advance` finishes it and goes on.
Every router has five ports (the four directions of :mod:`mappers.topology`, then its tile), a private buffer
for each virtual channel (VC), and four stages: a head flit that arrives in cycle a computes its route (XY)
and

    asks for an output VC in             v = a + routing_delay,
    asks for the crossbar in             s = v + vc_alloc_delay          (speculative: s = v),
    is at the next router in             s + sw_alloc_delay + st_final_delay + channel_delay.

Body flits ask for the crossbar as they arrive. The credit of a flit that was granted the crossbar in s is
usable upstream in s + sw_alloc_delay + channel_delay + credit_delay; a sink returns it 1 + channel_delay +
credit_delay after the flit has reached it. A flit takes source_delay + injection_delay from its source to the
router, and its credit is usable there in s + sw_alloc_delay + injection_delay + 1 - source_delay. The
allocators decide in the first cycle of their delay. An output VC can be allocated anew in the cycle after the
tail was granted the crossbar: buffers may hold flits of several packets. With these rules a packet of P flits
that passes R routers takes ``source_delay + injection_delay + R hop + P - 1`` cycles without contention,
where hop is the sum of the stages.

A link between sockets has a channel_delay of its own. A flit that is granted it holds it for flit_cycles c,
in which it is granted to no other. Behind it the head of a packet waits (P - 1) (c - 1) cycles, so that its
flits can go on without a gap, and the buffers hold what the link carries until a credit is back.

The allocators are iSLIP with one iteration (N. McKeown, "The iSLIP scheduling algorithm for input-queued
switches", IEEE/ACM Transactions on Networking 7 (2), 1999); the router is that of W. J. Dally and B. Towles,
"Principles and Practices of Interconnection Networks", 2004, chapter 16, the speculative one that of L.-S.
Peh and W. J. Dally, "A delay model and speculative architecture for pipelined routers", HPCA 2001.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc import router_kernels as flit_router
from numasim.numa.noc.router_kernels import (
    ACTIVE,
    COUNT,
    CREDITS,
    FLIT_CYCLES,
    FLITS,
    FREE_PACKET,
    FREE_VCS,
    IN_FLIGHT,
    LAST_VC,
    LOCAL,
    LONGER,
    NEXT,
    NOW,
    OCCUPANCY,
    OUT_VC,
    OWNER,
    PEER,
    PORTS,
    STALLED,
    STATE,
)
from numasim.numa.noc.sockets import links_between_sockets

MIN_SLOTS = 16
"""Of the calendar of a network; there are more where a delay is longer."""


class FlitState(NamedTuple):
    """A network under way; the names of the columns stand in :mod:`numasim.numa.noc.router_kernels`.

    What a large network touches all the time is int32, so that more of it stays in the caches.

    A port is numbered ``5 router + direction``, an input or output VC ``vcs_per_port port + vc``; sources and
    sinks follow as ports ``5 routers + tile``.

    Attributes
    ----------
    routers, vcs_per_port, buffer_flits, routing_delay, vc_alloc_delay : int
        ``buffer_flits``: of the largest buffer.
    transit, upstream_credit, source_credit, sink_credit, injection : int
        Cycles from a grant of the crossbar to the arrival of the flit; to the use of its credit upstream, at
        a source, of a sink; and from a source to its router.
    classes, speculative, split : int
        ``split``: whether the mesh is split into sockets; ``channels`` matter only then.
    slot_mask : int
        The calendar's slots less 1; they are a power of two.
    clock : ndarray, shape (7,)
    calendar : ndarray, shape (3, slots, most in one cycle)
        By kind and cycle modulo slots: flits that arrive (VC << 32 | flit), input VCs whose stage ends, VCs
        whose credit returns. A flit is ``2 row of its packet + is tail``.
    due : ndarray, shape (3, slots)
        How many there are of each.
    vcs : ndarray of int32, shape (input VCs, 8)
    waits : ndarray, shape (input VCs, 2)
    buffers : ndarray of int32, shape (input VCs, buffer_flits)
        Rings of flits.
    ports : ndarray, shape (ports, 8)
    channels : ndarray, shape (ports, 3)
        Cycles that the channels of a port take longer than others, for which a flit holds the link, and the
        first cycle in which that is free.
    outputs : ndarray of int32, shape (VCs and sources' VCs, 4)
    packets : ndarray, shape (capacity, 8)
    head_from : ndarray, shape (capacity,)
        The cycle from which the head of a packet that crossed a narrow link may compute its route.
    queues : ndarray, shape (tiles * classes, 4)
    last_class : ndarray, shape (tiles,)
    delivered : ndarray, shape (capacity, 3)
        Of the last call of ``advance``: number of the packet, cycle of its tail's arrival, cycle in which its
        head left the source.
    active_routers, active_sources : ndarray
        Bitmaps, 32 a word: those that may have something to do.
    router_of_vc, port_of_vc, column, row, rivals : ndarray
        Tables; ``rivals[vc]`` are the input VCs of a router, as bits, whose packets may use an output's VC.
    offers : ndarray, shape (64,)
        Room for what one allocation offers to whom; zeros between two.
    hops : ndarray, shape (width + height - 1,)
        Packets injected, by the links that they cross.
    class_totals : ndarray, shape (classes, 4)
    """

    routers: int
    vcs_per_port: int
    buffer_flits: int
    routing_delay: int
    vc_alloc_delay: int
    transit: int
    upstream_credit: int
    source_credit: int
    sink_credit: int
    injection: int
    classes: int
    speculative: int
    split: int
    slot_mask: int
    clock: NDArray[np.int64]
    calendar: NDArray[np.int64]
    due: NDArray[np.int64]
    vcs: NDArray[np.int32]
    waits: NDArray[np.int64]
    buffers: NDArray[np.int32]
    ports: NDArray[np.int64]
    channels: NDArray[np.int64]
    outputs: NDArray[np.int32]
    packets: NDArray[np.int64]
    head_from: NDArray[np.int64]
    queues: NDArray[np.int64]
    last_class: NDArray[np.int64]
    delivered: NDArray[np.int64]
    active_routers: NDArray[np.int64]
    active_sources: NDArray[np.int64]
    router_of_vc: NDArray[np.int32]
    port_of_vc: NDArray[np.int32]
    column: NDArray[np.int64]
    row: NDArray[np.int64]
    rivals: NDArray[np.int64]
    offers: NDArray[np.int64]
    hops: NDArray[np.int64]
    class_totals: NDArray[np.int64]


def empty_network(mesh: Mesh, parameters: RouterParameters, capacity: int = 1024) -> FlitState:
    """A network in cycle 0 without a packet.

    Parameters
    ----------
    mesh : Mesh
    parameters : RouterParameters
    capacity : int
        Packets that it can hold at one time, those that wait at their sources included.
    """
    tiles, vcs = mesh.num_cores, parameters.vcs
    num_ports, num_vcs = tiles * PORTS, tiles * PORTS * vcs
    tile = np.arange(tiles, dtype=np.int64)
    port_of_vc = np.repeat(np.arange(num_ports, dtype=np.int64), vcs)
    of_class = np.arange(vcs) // parameters.vcs_per_class
    rivals = [
        sum(
            1 << (port * vcs + vc) for port in range(PORTS) for vc in np.flatnonzero(of_class == one).tolist()
        )
        for one in of_class
    ]
    ports = np.zeros((num_ports, 8), np.int64)
    ports[:, FREE_VCS] = (1 << vcs) - 1
    ports[:, PEER] = _peers(mesh)
    between = _between_sockets(mesh, parameters)
    outputs = np.zeros((num_vcs + tiles * vcs, 4), np.int32)
    outputs[:, CREDITS] = parameters.buffer_flits
    outputs[:num_vcs][np.repeat(between, vcs), CREDITS] = parameters.socket_buffer_flits
    deepest = int(outputs[:, CREDITS].max())
    slots = max(MIN_SLOTS, 1 << parameters.longest_delay.bit_length())
    outputs[:, OWNER] = -1
    queues = np.full((tiles * parameters.classes, 4), -1, np.int64)
    queues[:, LAST_VC] = np.tile(np.arange(1, parameters.classes + 1) * parameters.vcs_per_class - 1, tiles)
    clock = np.zeros(7, np.int64)
    state = FlitState(
        routers=tiles,
        vcs_per_port=vcs,
        buffer_flits=deepest,
        routing_delay=parameters.routing_delay,
        vc_alloc_delay=parameters.vc_alloc_delay,
        transit=parameters.transit,
        upstream_credit=parameters.upstream_credit_delay,
        source_credit=parameters.source_credit_delay,
        sink_credit=parameters.sink_credit_delay,
        injection=parameters.injection,
        classes=parameters.classes,
        speculative=int(parameters.speculative),
        split=int(between.any()),
        slot_mask=slots - 1,
        clock=clock,
        calendar=np.zeros((3, slots, max(num_vcs, tiles * (PORTS + 1))), np.int64),
        due=np.zeros((3, slots), np.int64),
        vcs=np.zeros((num_vcs, 8), np.int32),
        waits=np.zeros((num_vcs, 2), np.int64),
        buffers=np.zeros((num_vcs, deepest), np.int32),
        ports=ports,
        channels=_channels(between, parameters),
        outputs=outputs,
        packets=np.zeros((0, 8), np.int64),
        head_from=np.zeros(0, np.int64),
        queues=queues,
        last_class=np.full(tiles, parameters.classes - 1, np.int64),
        delivered=np.zeros((0, 3), np.int64),
        active_routers=np.zeros((tiles + 31) // 32, np.int64),
        active_sources=np.zeros((tiles + 31) // 32, np.int64),
        router_of_vc=(port_of_vc // PORTS).astype(np.int32),
        port_of_vc=port_of_vc.astype(np.int32),
        column=tile % mesh.width,
        row=tile // mesh.width,
        rivals=np.array(rivals, np.int64),
        offers=np.zeros(64, np.int64),
        hops=np.zeros(mesh.width + mesh.height - 1, np.int64),
        class_totals=np.zeros((parameters.classes, 4), np.int64),
    )
    clock[FREE_PACKET] = -1
    return with_capacity(state, capacity)


def with_capacity(state: FlitState, capacity: int) -> FlitState:
    """The same network with room for at least ``capacity`` packets; it shares all other arrays."""
    before = state.packets.shape[0]
    if capacity <= before:
        return state
    packets = np.zeros((capacity, 8), np.int64)
    packets[:before] = state.packets
    packets[before:, NEXT] = np.arange(before + 1, capacity + 1)
    packets[-1, NEXT] = state.clock[FREE_PACKET]
    state.clock[FREE_PACKET] = before
    delivered = np.zeros((capacity, 3), np.int64)
    delivered[:before] = state.delivered
    head_from = np.zeros(capacity, np.int64)
    head_from[:before] = state.head_from
    return state._replace(packets=packets, head_from=head_from, delivered=delivered)


def _peers(mesh: Mesh) -> NDArray[np.int64]:
    """The port at the other end of each port's channels; beyond the edge of the mesh, the port itself."""
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
    """The delays and the widths of the channels at each port."""
    channels = np.zeros((between.size, 3), np.int64)
    channels[:, LONGER] = between * (parameters.socket_channel_delay - parameters.channel_delay)
    channels[:, FLIT_CYCLES] = np.where(between, parameters.socket_flit_cycles, 1)
    return channels


class FlitNetwork:
    """A network driven from Python; its packets have numbers of the caller's.

    Parameters
    ----------
    mesh : Mesh
    parameters : RouterParameters

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
        """The current cycle: what arrives in it has arrived, and nothing was decided in it yet."""
        return int(self.state.clock[NOW])

    @property
    def in_flight(self) -> int:
        """Packets that were injected and not delivered yet."""
        return int(self.state.clock[IN_FLIGHT])

    def inject(
        self, cycle: int, number: int, source: int, target: int, flits: int, message_class: int = 0
    ) -> None:
        """Hand a packet to its source's queue in the current cycle; it may leave in that cycle.

        Parameters
        ----------
        cycle : int
            The current one.
        number : int
            What ``advance`` will call the packet.
        source, target : int
            Tiles; they may be the same one.
        flits : int
        message_class : int

        Raises
        ------
        ValueError
            Another cycle than the current one, or no such tile, class or length.
        """
        if cycle != self.now:
            raise ValueError(f"the network is in cycle {self.now}, got a packet of cycle {cycle}")
        tiles = self.state.routers
        if not (0 <= source < tiles and 0 <= target < tiles):
            raise ValueError(f"tiles are 0 to {tiles - 1}, got a packet from {source} to {target}")
        if flits < 1 or not 0 <= message_class < self.state.classes:
            raise ValueError(
                f"a packet needs at least 1 flit and a class below {self.state.classes}, "
                f"got {flits} flits of class {message_class}"
            )
        if self.state.clock[FREE_PACKET] < 0:
            self.reserve(2 * self.state.packets.shape[0])
        # Numba would compile a kernel of its own for the type of an enumeration.
        flit_router.inject(self.state, cycle, number, source, target, flits, int(message_class))

    def reserve(self, packets: int) -> None:
        """Make room for so many packets at one time; without it room is made as it is needed."""
        self.state = with_capacity(self.state, packets)

    def advance(self, until: int, *, stop_at_delivery: bool = False) -> NDArray[np.int64]:
        """Go on to a cycle, or to the first one before it in which a packet is delivered.

        Parameters
        ----------
        until : int
        stop_at_delivery : bool

        Returns
        -------
        ndarray of int64, shape (packets, 3)
            The packets delivered on the way, in order of their cycles: number, cycle of the tail's arrival,
            cycle in which the head left the source.
        """
        count = flit_router.advance(self.state, until, stop_at_delivery)
        return self.state.delivered[:count].copy()

    def link_flits(self) -> NDArray[np.int64]:
        """Flits that were granted each link so far, by the link ids of the mesh."""
        return _link_flits(self.state)

    def occupancy(self) -> NDArray[np.int64]:
        """Flits x cycles spent in each input VC's buffer up to the current cycle, shape (tiles, 5, VCs)."""
        return _occupancy(self.state).reshape(-1, PORTS, self.state.vcs_per_port)

    def credit_stalls(self) -> NDArray[np.int64]:
        """Cycles in which each input VC had a flit and an output VC but no credit, shape (tiles, 5, VCs)."""
        return _credit_stalls(self.state).reshape(-1, PORTS, self.state.vcs_per_port)


def link_counts(state: FlitState) -> dict[str, NDArray[np.int64]]:
    """What the links and the buffers at their ends have counted, by link id; zeros beyond the mesh's edges.

    Returns
    -------
    dict
        ``flits`` that were granted each link; ``busy_cycles`` for which they hold it;
        ``buffered_flit_cycles``, the flits x cycles in the buffers at its end; ``credit_stall_cycles``, in
        which a VC of these buffers had a flit and an output VC but no credit, summed over the VCs.
    """
    at_end = state.ports[:, PEER].reshape(-1, PORTS)[:, :LOCAL].ravel()
    exists = at_end != np.arange(state.ports.shape[0]).reshape(-1, PORTS)[:, :LOCAL].ravel()
    of_vcs = {"buffered_flit_cycles": _occupancy(state), "credit_stall_cycles": _credit_stalls(state)}
    of_ports = {name: of_vc.reshape(-1, state.vcs_per_port).sum(axis=1) for name, of_vc in of_vcs.items()}
    at_ends = {name: np.where(exists, of_port[at_end], 0) for name, of_port in of_ports.items()}
    flits = _link_flits(state)
    flit_cycles = state.channels[:, FLIT_CYCLES].reshape(-1, PORTS)[:, :LOCAL].ravel()
    return {"flits": flits, "busy_cycles": flits * flit_cycles, **at_ends}


def _link_flits(state: FlitState) -> NDArray[np.int64]:
    return state.ports[:, FLITS].reshape(-1, PORTS)[:, :LOCAL].ravel()


def _occupancy(state: FlitState) -> NDArray[np.int64]:
    return state.waits[:, OCCUPANCY] + state.vcs[:, COUNT] * state.clock[NOW]


def _credit_stalls(state: FlitState) -> NDArray[np.int64]:
    vcs = state.vcs
    has_credit = state.outputs[vcs[:, OUT_VC], CREDITS] > 0
    open_since = (vcs[:, STATE] == ACTIVE) & (vcs[:, COUNT] > 0) & ~has_credit
    return state.waits[:, STALLED] + open_since * state.clock[NOW]
