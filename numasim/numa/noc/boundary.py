"""The boundary between bands of rows of a mesh, each of which is simulated by a thread of its own.

What a router decides in cycle c has an effect on another router in c + lookahead or later. The lookahead is
the lesser of the cycles that a flit takes to the next router and those that its credit takes back. So a band
may simulate a cycle as soon as the bands next to it have simulated all cycles up to ``lookahead`` before it,
and the result does not depend on which thread is faster (a conservative parallel simulation: K. M. Chandy and
J. Misra, "Distributed simulation: a case study in design and verification of distributed programs", IEEE
Transactions on Software Engineering SE-5 (5), 1979).

Each band has a :class:`~numasim.numa.noc.flit_state.FlitState` for the whole mesh, and uses only its own
routers in it. The VCs of a link between two bands are used in both. The band that sends has their owners and
their credits, and the band that receives has their flits. Flits and credits are handed over in arrays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.topology import SOUTH
from numasim.numa.noc.router_records import CACHE_LINE
from numasim.threads.native import atomic_exchange, atomic_read, library_address
from numasim.threads.piece import look_again
from partitioners.kernels.array_types import Records
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel

HANDOVER = np.dtype([("vc", "i8"), ("flit", "i8"), ("cycle", "i8")])
"""A flit for a VC and the cycle of its arrival, or (``flit`` is 0) the credit of the VC's first place."""

BEFORE, BEHIND = range(2)
"""The bands above and below: places in ``Boundary.handovers``."""

LINE = CACHE_LINE // 8
"""Words of a line of the processor's caches."""


class Boundary(NamedTuple):
    """What the bands of a network share.

    Attributes
    ----------
    band, bands : int
        The band of this state, and their number.
    lookahead : int
        Cycles from a decision to its first effect in another band.
    leave : int
        The address of the function that leaves the processor to other threads.
    handovers : ndarray of HANDOVER, shape (bands, 2, slots, 2 * width)
        By the band that writes, the band that reads, and the cycle modulo slots, a power of two. A link
        carries at most one flit and one credit per cycle.
    counts : ndarray, shape (bands, 2, slots)
        Number of handovers.
    reached : ndarray, shape (bands * LINE,)
        The first cycle that each band has not yet simulated.
    """

    band: int
    bands: int
    lookahead: int
    leave: int
    handovers: Records
    counts: NDArray[np.int64]
    reached: NDArray[np.int64]


def boundaries(bands: int, width: int, lookahead: int) -> list[Boundary]:
    """The boundaries of each band of a mesh of ``width`` columns in cycle 0; without others for one band."""
    slots = 1 << (2 * lookahead).bit_length()  # a band is at most ``lookahead`` cycles ahead of the next
    handovers = np.zeros((bands, 2, slots, 2 * width), HANDOVER)
    counts = np.zeros(handovers.shape[:3], np.int64)
    reached = np.zeros(bands * LINE, np.int64)
    leave = library_address("sched_yield")
    return [Boundary(band, bands, lookahead, leave, handovers, counts, reached) for band in range(bands)]


@uninlined_kernel
def hand_over(boundary: Boundary, now: int, direction: int, vc: int, flit: int, cycle: int) -> None:
    """Hand a flit or a credit, decided in the current cycle, over to the band beyond a port."""
    side = BEHIND if direction == SOUTH else BEFORE
    slot = now & (boundary.counts.shape[2] - 1)
    place = boundary.counts[boundary.band, side, slot]
    row = boundary.handovers[boundary.band, side, slot, place]
    row.vc = vc
    row.flit = flit
    row.cycle = cycle
    boundary.counts[boundary.band, side, slot] = place + 1


@inlined_kernel
def end_cycle(boundary: Boundary, now: int) -> None:
    """Let other bands read what was handed over in the current cycle."""
    following = (now + 1) & (boundary.counts.shape[2] - 1)
    for side in range(2):
        boundary.counts[boundary.band, side, following] = 0
    atomic_exchange(boundary.reached, LINE * boundary.band, now + 1)


@inlined_kernel
def await_cycle(boundary: Boundary, band: int, cycle: int) -> None:
    """Wait until a band has simulated a cycle."""
    looks = 0
    while atomic_read(boundary.reached, LINE * band) <= cycle:
        looks = look_again(boundary.leave, looks)
