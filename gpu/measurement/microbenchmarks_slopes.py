"""What all microbenchmarks need: facts about the machine, times that grow with the work, and rows of results.

A microbenchmark times two lengths of the same work. The slope between them is the time of a unit of work;
what both have in common (the launch, the first and last instructions) drops out. Its bounds come from the
quartiles of both times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpu.measurement.timer import Timer, Times

KERNELS = Path(__file__).parent / "kernels"
"""The folder of the kernels of the microbenchmarks."""

COLUMNS = ("benchmark", "configuration", "quantity", "value", "lower", "upper", "samples", "parameter")
"""The columns of ``microbenchmarks.csv``."""

WARP, BLOCK = 32, 256
"""Threads of a warp, and of a block unless a launch says otherwise."""

LINE_BYTES, SECTOR_BYTES = 128, 32
REPETITIONS = 9
"""Repetitions of each length on a GPU."""


@dataclass(frozen=True)
class Facts:
    """What is known about the machine before anything is measured.

    Attributes
    ----------
    sms : int
        Multiprocessors.
    threads_per_sm : int
        Most resident threads of a multiprocessor.
    shared_bytes : int
        Shared memory of a multiprocessor.
    block_shared_bytes : int
        Largest shared memory of a block.
    l2_bytes, memory_bytes : int
        Sizes of the L2 and of the memory that the microbenchmarks may use.
    copy_bytes : int
        Size of the larger of two copies.
    rounds : int
        Factor of all lengths: 1 is enough where times have no noise.
    """

    sms: int
    threads_per_sm: int
    shared_bytes: int
    block_shared_bytes: int
    l2_bytes: int
    memory_bytes: int
    copy_bytes: int = 2**26
    rounds: int = 16

    @classmethod
    def of_device(cls, properties: Mapping[str, Any]) -> Facts:
        """Take the facts from the properties of a CUDA device; at most an eighth of its memory is used."""
        return cls(
            sms=int(properties["multiProcessorCount"]),
            threads_per_sm=int(properties["maxThreadsPerMultiProcessor"]),
            shared_bytes=int(properties["sharedMemPerMultiprocessor"]),
            block_shared_bytes=int(properties["sharedMemPerBlockOptin"]),
            l2_bytes=int(properties["l2CacheSize"]),
            memory_bytes=int(properties["totalGlobalMem"]) // 8,
        )

    @property
    def exclusive_bytes(self) -> int:
        """Dynamic shared memory of a block with which no second block fits on its multiprocessor."""
        return min(self.shared_bytes // 2 + 1024, self.block_shared_bytes)

    @property
    def dram_bytes(self) -> int:
        """A power of two, of which little stays in the L2: 8 times the L2, if memory allows it."""
        return min(1 << (8 * self.l2_bytes - 1).bit_length(), 1 << self.memory_bytes.bit_length() - 1)


REHEARSAL = Facts(2, 256, 2**16, 2**15, 2**16, 2**20, copy_bytes=2**16, rounds=1)
"""Facts for back ends that have no device."""


@dataclass(frozen=True)
class Estimate:
    """A measured quantity with bounds from the quartiles of its samples."""

    value: float
    lower: float
    upper: float
    samples: int

    def times(self, factor: float) -> Estimate:
        """The quantity in another unit."""
        return Estimate(factor * self.value, factor * self.lower, factor * self.upper, self.samples)

    def less(self, known: float) -> Estimate:
        """The quantity without a known part."""
        return Estimate(self.value - known, self.lower - known, self.upper - known, self.samples)

    def rate(self, amount: float) -> Estimate:
        """An amount over this time; a bound of zero has no rate, and gives the value."""
        lower, upper = (each if each > 0 else self.value for each in (self.lower, self.upper))
        return Estimate(amount / self.value, amount / upper, amount / lower, self.samples)

    @classmethod
    def of_times(cls, times: Times) -> Estimate:
        """The median of the times of a run in microseconds, and their quartiles."""
        return cls(times.median_us, times.lower_quartile_us, times.upper_quartile_us, times.repetitions)

    @classmethod
    def of_values(cls, values: Iterable[float]) -> Estimate:
        """The median of values and their quartiles."""
        found = list(values)
        lower, median, upper = (float(each) for each in np.percentile(found, (25, 50, 75)))
        return cls(median, lower, upper, len(found))


class Slopes:
    """Times the kernels of the microbenchmarks and writes the rows.

    Parameters
    ----------
    timer : Timer
        On a GPU with the clock of the multiprocessors, ``mhz``; elsewhere 1000 without it.
    write : callable
        Called with each row, a mapping of :data:`COLUMNS`.

    Attributes
    ----------
    found : dict of str to float
        The determined parameters of the device so far.
    """

    def __init__(self, timer: Timer, facts: Facts, write: Callable[[Mapping[str, object]], None]) -> None:
        self.timer, self.facts, self._write = timer, facts, write
        self.backend = timer.backend
        # A GPU whose clock is not measured has no cycles: this must fail there.
        # The protocol of timers has no clock; that of the host has none at all.
        self.mhz: float = timer.mhz if timer.is_gpu else getattr(timer, "mhz", 1000.0)  # type: ignore[attr-defined]
        self.repetitions = REPETITIONS if timer.is_gpu else 1
        self.found: dict[str, float] = {}

    def kernel(self, file: str, name: str) -> Any:
        """Compile a kernel of a file without its suffix.

        A file is compiled once, for blocks of :data:`BLOCK`, on which its kernels do not depend.
        """
        return self.backend.kernel(name, file=KERNELS / f"{file}.cu", block_size=BLOCK)

    def time(self, run: Callable[[], None], *, cold: bool = False, waits: bool = False) -> Times:
        """Time a run, with a warm or a cold L2; ``waits``: it waits for the device."""
        return self.timer.times(run, cold=cold, repetitions=self.repetitions, waits=waits)

    def slope(
        self,
        run: Callable[[int], None],
        few: int,
        many: int,
        *,
        cold: bool = False,
        waits: bool = False,
    ) -> Estimate:
        """The time of a unit of work in microseconds, from runs of few and of many units.

        Parameters
        ----------
        run : callable
            Called with the number of units.
        cold, waits : bool
            As for :meth:`time`.
        """
        short = self.time(lambda: run(few), cold=cold, waits=waits)
        long = self.time(lambda: run(many), cold=cold, waits=waits)
        units = many - few
        return Estimate(
            (long.median_us - short.median_us) / units,
            (long.lower_quartile_us - short.upper_quartile_us) / units,
            (long.upper_quartile_us - short.lower_quartile_us) / units,
            min(short.repetitions, long.repetitions),
        )

    @property
    def beyond_near(self) -> float:
        """Cycles by which a hit in the other half of the L2 takes longer; 0 if no halves are found."""
        return max(0.0, self.found.get("l2_far_latency", 0.0) - self.found.get("l2_latency", 0.0))

    def cycles(self, microseconds: Estimate) -> Estimate:
        """A time in cycles of the multiprocessors."""
        return microseconds.times(self.mhz)

    def report(
        self, benchmark: str, configuration: str, quantity: str, estimate: Estimate, parameter: str = ""
    ) -> None:
        """Write a row; ``parameter`` is the field of the device that it determines, if any."""
        if parameter:
            self.found[parameter] = estimate.value
        self._write(
            {
                "benchmark": benchmark,
                "configuration": configuration,
                "quantity": quantity,
                "value": f"{estimate.value:.6g}",
                "lower": f"{estimate.lower:.6g}",
                "upper": f"{estimate.upper:.6g}",
                "samples": estimate.samples,
                "parameter": parameter,
            }
        )
