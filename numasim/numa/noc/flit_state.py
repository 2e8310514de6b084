"""The state of a flit-level network."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.noc.boundary import Boundary
from partitioners.kernels.array_types import Records


class FlitState(NamedTuple):
    """The state of a network, of the records in :mod:`numasim.numa.noc.router_records`.

    A port has the number ``5 router + direction``, a VC ``vcs_per_port port + vc``. The sinks' VCs follow.

    Attributes
    ----------
    vcs_per_port, routing_delay, vc_alloc_delay : int
    transit, upstream_credit, source_credit, sink_credit, injection : int
        Cycles from a grant of the crossbar to the arrival of the flit; to the use of its credit upstream, and
        at a source; from the arrival of a flit at a sink to the use of its credit; and from a source to its
        router.
    head_cycles, horizon : int
        Cycles from the arrival of a head to its request of the crossbar, without contention; the most cycles
        from the arrival of a flit to a grant in advance.
    classes, speculative, split : int
        ``split``: whether the mesh is split into sockets; ``channels`` are used only then.
    slot_mask : int
        The number of slots of the calendar minus 1. The number is a power of two.
    boundary : Boundary
        What the states of a network in several bands share, see :mod:`numasim.numa.noc.boundary`.
    stride : int
        The places of a VC, except at the ends of links between sockets, which have more.
    clock : ndarray, shape (7,)
    calendar : ndarray of uint32, shape (4, slots, VCs)
        By kind and cycle modulo slots: VCs or packets.
    due : ndarray, shape (4, slots)
        Number of entries of each kind and slot.
    vcs : ndarray of VC
    places : ndarray, shape (places of all buffers,)
        The words of the places, VC by VC.
    free_at, stalls : ndarray, shape (VCs,)
        The cycle from which the VC, as an output VC, can be requested if its packet has passed in advance;
        the cycles without a credit so far, minus the first cycle of a current stall.
    ports : ndarray of PORT, shape (ports,)
    flits : ndarray, shape (ports,)
        The flits that were sent by each port, including those that pass in advance.
    routers : ndarray of ROUTER, shape (tiles,)
    channels : ndarray, shape (ports, 3)
        Extra delay of the channels of a port, cycles for which a flit occupies the link, and the first cycle
        in which the link is free.
    packets : ndarray of PACKET, shape (capacity,)
    head_from : ndarray, shape (capacity,)
        The first cycle in which the head of a packet that crossed a narrow link may compute its route.
    queues : ndarray of QUEUE, shape (tiles * classes,)
    last_class : ndarray of uint8, shape (tiles,)
    delivered : ndarray, shape (capacity, 3)
        Deliveries of the last call of ``advance``: number of the packet, cycle of its tail's arrival, cycle
        in which its head left the source.
    active_routers, active_sources : ndarray
        Bitmaps, 64 bits per word, of the routers and sources that may have work.
    column, row, rivals, allowed, port_of_bit, of_port, direction_of : ndarray
        Tables. ``rivals[vc]`` are the input VCs of a router, as bits, whose packets may use an output's VC;
        ``allowed[bit]`` are the VCs, as bits, that the packets of an input VC may use; ``of_port`` are the
        input VCs of each port; ``direction_of``: see :func:`numasim.numa.noc.router_kernels._route`.
    offers : ndarray, shape (64,)
        Scratch space for the offers of an allocation; zeros between two allocations.
    hops : ndarray, shape (width + height - 1,)
        Injected packets by the number of links that they cross.
    class_totals : ndarray, shape (classes, 4)
    """

    vcs_per_port: int
    routing_delay: int
    vc_alloc_delay: int
    transit: int
    upstream_credit: int
    source_credit: int
    sink_credit: int
    injection: int
    head_cycles: int
    horizon: int
    classes: int
    speculative: int
    split: int
    boundary: Boundary
    slot_mask: int
    stride: int
    clock: NDArray[np.int64]
    calendar: NDArray[np.uint32]
    due: NDArray[np.uint32]
    vcs: Records
    places: NDArray[np.int64]
    free_at: NDArray[np.int64]
    stalls: NDArray[np.int64]
    ports: Records
    flits: NDArray[np.int64]
    routers: Records
    channels: NDArray[np.int64]
    packets: Records
    head_from: NDArray[np.int64]
    queues: Records
    last_class: NDArray[np.uint8]
    delivered: NDArray[np.int64]
    active_routers: NDArray[np.int64]
    active_sources: NDArray[np.int64]
    column: NDArray[np.uint16]
    row: NDArray[np.uint16]
    rivals: NDArray[np.int64]
    allowed: NDArray[np.int64]
    port_of_bit: NDArray[np.uint8]
    of_port: NDArray[np.int64]
    direction_of: NDArray[np.uint8]
    offers: NDArray[np.int64]
    hops: NDArray[np.int64]
    class_totals: NDArray[np.int64]
