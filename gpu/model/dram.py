"""The memory of a GPU: channels, each of which serves accesses in order at its bandwidth.

An access moves one, two or four sectors, and one for a part of them takes as long as a whole one. Write-backs
take their time in the channels, too. A slice waits for them only while its channel would be behind by more
than the latency of DRAM with its write-backs alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
from pydantic import Field

from gpu.model.chip import Chip, Fetch
from gpu.model.lru_sets import bits_of
from gpu.model.records import TICKS, Ints
from gpu.model.sizes import SECTOR_BYTES
from gpu.model.unit import Law, Ran
from partitioners.config.quantity_fields import Rate
from partitioners.kernels.array_types import Record
from partitioners.kernels.uncounted import inlined_kernel


class Parameters(Chip):
    """The parameters of the memory."""

    dram_channels: int = Field(
        ge=1, description="number of channels; the slices are distributed evenly over them"
    )
    dram_latency: int = Field(
        ge=1,
        description="cycles from a load that misses in the idle L2 to its value; in the other half of an L2 "
        "with halves, more by the difference of both latencies of the L2",
    )
    dram_bandwidth: Rate = Field(description="peak bandwidth")
    dram_efficiency: float = Field(
        gt=0, le=1, description="fraction of the peak that accesses to many rows reach"
    )
    dram_fetch: Fetch = Field(
        description="bytes of an access to DRAM, all of which a miss fetches into the L2: 32 B, 64 B or 128 B"
    )
    ecc: Literal["none", "inline"] = Field(
        description="`inline`: check bits of error correction share the memory with the data and take 1/9 of "
        "its bandwidth; `none` also stands for memories that have extra chips or lines for them"
    )

    @property
    def dram_gb_s(self) -> float:
        """Gigabytes of data per second that all channels can move, without check bits."""
        data = 8 / 9 if self.ecc == "inline" else 1.0
        return self.dram_bandwidth / 1e9 * self.dram_efficiency * data

    @property
    def dram_bytes_per_cycle(self) -> float:
        """Bytes of data per cycle that all channels can move."""
        return self.dram_gb_s * 1000 / self.cycles_per_us


COUNTERS: Mapping[str, str] = {
    "dram_reads": "sectors fetched from memory, including those that a fetch brings along",
    "dram_writes": "sectors written back when requests to this array replaced them; without an L2, all that "
    "are stored or updated",
}


def laws(device: Parameters, ran: Ran) -> Iterator[Law]:
    """The laws of the memory; see :class:`gpu.model.unit.Unit`."""
    whole = device.dram_fetch // SECTOR_BYTES
    reads = ran.counted["dram_reads"]
    yield Law("an access to memory moves all its sectors", reads % whole, 0)


class Dram(NamedTuple):
    """The state of the channels; numbers of one entry are parameters."""

    ticks: Ints  # of each channel, until when it serves accesses
    busy_ticks: Ints  # of each channel, the time of all its accesses so far
    write_ticks: Ints  # of each channel, when its write-backs would end if it did nothing else
    fetch: int  # sectors of an access
    fetch_ticks: int
    latency: int  # in addition to the latency of the L2


def idle_dram(device: Parameters, l2_latency: int) -> Dram:
    """Create the state of channels without accesses."""
    fetch = device.dram_fetch // SECTOR_BYTES
    channel_bytes = device.dram_bytes_per_cycle / device.dram_channels
    return Dram(
        ticks=np.zeros(device.dram_channels, np.int64),
        busy_ticks=np.zeros(device.dram_channels, np.int64),
        write_ticks=np.zeros(device.dram_channels, np.int64),
        fetch=fetch,
        fetch_ticks=fetch * int(np.ceil(SECTOR_BYTES * TICKS / channel_bytes)),
        latency=device.dram_latency - l2_latency,
    )


def ticks_left(dram: Dram, cycle: int) -> int:
    """Return the time that the channels still need at a cycle for the accesses that they have, summed."""
    return int(np.maximum(dram.ticks - cycle * TICKS, 0).sum())


@inlined_kernel
def _serve(dram: Dram, channel: int, ticks: int, busy: int) -> int:
    """Let a channel serve accesses that come at ``ticks``; return when it begins."""
    dram.busy_ticks[channel] += busy
    begin = max(dram.ticks[channel], ticks)
    dram.ticks[channel] = begin + busy
    return begin


@inlined_kernel
def fetch(dram: Dram, counts: Record, channel: int, ticks: int) -> int:
    """Fetch the sectors of one access, which comes at ``ticks``; return when the channel begins."""
    counts.dram_reads += dram.fetch
    return _serve(dram, channel, ticks, dram.fetch_ticks)


@inlined_kernel
def write_back(dram: Dram, counts: Record, channel: int, ticks: int, dirty: int) -> int:
    """Write the dirty sectors of a line, given as bits; return when all write-backs so far would end."""
    accesses = 0
    for k in range(0, 4, dram.fetch):
        accesses += (dirty >> k & ((1 << dram.fetch) - 1)) > 0
    busy = accesses * dram.fetch_ticks
    _serve(dram, channel, ticks, busy)
    written = max(dram.write_ticks[channel], ticks) + busy
    dram.write_ticks[channel] = written
    counts.dram_writes += bits_of(dirty)
    return written


@inlined_kernel
def move(dram: Dram, counts: Record, channel: int, ticks: int, size: int, reads: int, writes: int) -> int:
    """Read some sectors, write them, or both, without a cache before the memory; return when it begins."""
    accesses = -(-size // dram.fetch)
    counts.dram_reads += reads * accesses * dram.fetch
    counts.dram_writes += writes * size
    return _serve(dram, channel, ticks, (reads + writes) * accesses * dram.fetch_ticks)
