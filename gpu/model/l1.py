"""The L1 of a multiprocessor: sectored, with LRU; a line is allocated on a miss of a load.

A miss fetches all sectors of its fill (``l1_fill`` bytes) that are not there. A sector in flight to the L1 is
there, and a load of it waits for its entry of the LSU. Stores and atomics pass by. The L1 is empty at the
start of a launch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from gpu.model.chip import Chip, Fetch
from gpu.model.lru_sets import THERE, WAY, bits_of, empty, empty_sets, sectors_there, to_front
from gpu.model.records import Ints
from gpu.model.requests import LOAD, LOAD_UNCACHED
from gpu.model.sizes import LINE_BYTES, SECTOR_BYTES
from gpu.model.unit import Law, Ran
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import SizeOrZero
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel


class Parameters(Chip):
    """The parameters of the L1."""

    l1_size: SizeOrZero = Field(
        description="size of the L1/texture cache; with `l1_unified` it includes shared memory, and the "
        "carve-out is subtracted"
    )
    l1_unified: bool = Field(description="whether L1 and shared memory share `l1_size`")
    l1_caches: Literal["all", "read_only", "texture"] = Field(
        description="loads that the L1 caches: all, read-only and texture loads (from capability 3.5 on), or "
        "only texture loads, for which `__ldg` stands (1.x, 3.0)"
    )
    l1_ways: int = Field(ge=1, description="lines in a set")
    l1_fill: Fetch = Field(
        description="bytes that a miss fetches into the L1: 32 B (a sector), 64 B or 128 B (a line)"
    )
    l1_latency: int = Field(ge=1, description="cycles from a load that hits to its value")

    @rule
    def _caches_what_its_capability_has(self) -> None:
        message = ""
        if self.is_of_generation_1 and self.l1_caches != "texture":
            message = f"expected texture, got {self.l1_caches}: capability 1.x caches nothing else"
        elif self.l1_caches == "read_only" and self.capability < (3, 5):
            message = (
                f"expected all or texture, got read_only: capability {self.compute_capability} has no "
                "read-only loads, which begin with 3.5"
            )
        if message:
            raise_problems([Problem(("l1_caches",), message)])

    def l1_sets(self, size: int) -> int:
        """The number of sets of an L1 of ``size`` bytes."""
        return size // (LINE_BYTES * self.l1_ways)


COUNTERS: Mapping[str, str] = {
    "l1_hits": "sectors of loads that were in the L1 or in flight to it",
    "l1_merged": "sectors among the L1 hits that were in flight",
    "l1_misses": "sectors of loads that went to the L2, including loads that bypass the L1",
    "l1_fills": "other sectors of the same fill that a miss brought from the L2 into the L1",
}


def laws(device: Parameters, ran: Ran) -> Iterator[Law]:
    """The laws of the L1; see :class:`gpu.model.unit.Unit`."""
    counted = ran.counted
    fetched = counted["l1_misses"] + counted["l1_fills"]
    yield Law("misses and fills of the L1 are reads of the L2", fetched, counted["l2_reads"])
    yield Law(
        "every sector hits in the L1 or goes to the L2",
        counted["sectors"] - counted["l1_hits"] + counted["l1_fills"],
        counted["l2_reads"] + counted["l2_writes"] + counted["l2_atomics"],
    )


class L1(NamedTuple):
    """The state of the L1 of all multiprocessors; numbers of one entry are parameters."""

    words: Ints  # (sms, lines): the sets, as in lru_sets.py
    ready: Ints  # (sms, 4 * lines): when a sector that is there became valid; -1 - e: with entry e
    sets: Ints  # (sms,): what the launch has; 0: the L1 has no room
    ways: int
    fill: int  # sectors
    latency: int


def empty_l1(device: Parameters) -> L1:
    """Create an empty L1 for each multiprocessor."""
    sets, ways = max(1, device.l1_sets(device.l1_size)), device.l1_ways
    return L1(
        words=np.tile(empty_sets(sets, ways), (device.sms, 1)),
        ready=np.zeros((device.sms, 4 * sets * ways), np.int64),
        sets=np.zeros(device.sms, np.int64),
        ways=ways,
        fill=device.l1_fill // SECTOR_BYTES,
        latency=device.l1_latency,
    )


@uninlined_kernel
def begin_launch(l1: L1, sm: int, sets: int) -> None:
    """Empty the L1 of a multiprocessor that has its first block of a launch; it has some sets for it."""
    l1.sets[sm] = sets
    empty(l1.words[sm], l1.ways)


@inlined_kernel
def set_of(l1: L1, sm: int, line: int) -> int:
    """The first place of the set of a line."""
    return ((line ^ (line >> 6)) % l1.sets[sm]) * l1.ways


@inlined_kernel
def _fetched(l1: L1, there: int, wanted: int) -> int:
    """The sectors of a line that a request for some of them brings into the L1: those of their fills."""
    fetched = 0
    for k in range(0, 4, l1.fill):
        one = ((1 << l1.fill) - 1) << k
        if wanted & ~there & one:
            fetched |= one
    return fetched & ~there


@inlined_kernel
def sectors_to_fetch(l1: L1, sm: int, first: int, line: int, wanted: int) -> int:
    """The number of sectors that a load of some sectors of a line would send for."""
    return bits_of(_fetched(l1, sectors_there(l1.words[sm], first, l1.ways, line), wanted))


@inlined_kernel
def allocate(l1: L1, sm: int, first: int, line: int, wanted: int) -> tuple[int, int, int]:
    """Move a line to the front of its set, which begins at ``first``, and put its missing sectors in flight.

    The results are the place of its first sector, the sectors that were there, and those that come along
    with missing ones, as bits.
    """
    words = l1.words[sm]
    word, _ = to_front(words, first, l1.ways, line)
    there = word >> THERE & 15
    fetched = _fetched(l1, there, wanted)
    words[first] = word | fetched << THERE
    return 4 * (first + (word & WAY)), there, fetched & ~wanted


@inlined_kernel
def hit(l1: L1, counts: Record, sm: int, place: int, t: int) -> int:
    """Load a sector that is there: the cycle from which it is valid, or -1 - e if it comes with entry e."""
    found = l1.ready[sm, place]
    counts.l1_hits += 1
    counts.l1_merged += found < 0 or found > t
    return found


@inlined_kernel
def miss(l1: L1, counts: Record, sm: int, place: int, e: int, kind: int, size: int) -> None:
    """Let sectors of a request go to the L2 with entry e; ``place`` is that of the sector, or negative."""
    counts.l1_misses += size * (kind in (LOAD, LOAD_UNCACHED))
    if place >= 0:
        l1.ready[sm, place] = -1 - e


@inlined_kernel
def fill_along(l1: L1, counts: Record, sm: int, place: int, e: int) -> None:
    """Let a sector that comes along with a missing one arrive with entry e."""
    counts.l1_fills += 1
    l1.ready[sm, place] = -1 - e


@inlined_kernel
def arrive(l1: L1, sm: int, place: int, e: int, cycle: int) -> None:
    """Let the sector of entry e be valid from a cycle on, if its place still waits for this entry."""
    if place >= 0 and l1.ready[sm, place] == -1 - e:
        l1.ready[sm, place] = cycle
