"""Microbenchmarks of a GPU: each determines parameters of the file of a device, with their spread.

:func:`run_microbenchmarks` is a stage of a recording. All times are those of whole kernels, so the same
kernels and formulas give the parameters of a simulated device back, which is how they are tested.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from gpu.measurement.microbenchmarks_bandwidths import (
    atomics,
    bandwidth_by_size,
    dram_bandwidth,
    l2_bandwidth,
    outstanding_loads,
    port_bandwidth,
    random_reads,
)
from gpu.measurement.microbenchmarks_latencies import arithmetic, block_barriers, dram, fills, l1, l2, shared
from gpu.measurement.microbenchmarks_launches import child_launches, copies, dispatch, grid_barriers, launches
from gpu.measurement.microbenchmarks_slopes import COLUMNS as COLUMNS
from gpu.measurement.microbenchmarks_slopes import REHEARSAL, Estimate, Facts, Slopes
from gpu.measurement.timer import Timer

BENCHMARKS: Mapping[str, Callable[[Slopes], None]] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            *(dispatch, launches, copies, l1, l2, dram, shared, fills, dram_bandwidth, l2_bandwidth),
            *(port_bandwidth, outstanding_loads, atomics, grid_barriers, arithmetic, block_barriers),
            *(child_launches, bandwidth_by_size, random_reads),
        )
    }
)
"""The microbenchmarks by name, in their order: some use what earlier ones have found."""


def run_microbenchmarks(
    timer: Timer,
    write: Callable[[Mapping[str, object]], None],
    seconds_left: Callable[[], float],
    say: Callable[[str], object],
    *,
    facts: Facts | None = None,
    names: Sequence[str] = tuple(BENCHMARKS),
) -> None:
    """Run the microbenchmarks that there is time for.

    One that fails is named and does not end the others.

    Parameters
    ----------
    timer : Timer
        On a GPU, a timer with the properties of the device and the clock of its multiprocessors.
    write : callable
        Called with each row, a mapping of :data:`COLUMNS` in their order, as soon as it is known.
    seconds_left : callable
        Returns the seconds that are left; none begins without any.
    say : callable
        Called with a line for each microbenchmark, and for each that failed or was left out.
    facts : Facts, optional
        By default those of the device, and tiny ones for a back end without one.
    names : sequence of str
        The microbenchmarks to run, of :data:`BENCHMARKS`.
    """
    if facts is None:
        properties = getattr(timer, "properties", None)
        facts = REHEARSAL if properties is None else Facts.of_device(properties)
    slopes = Slopes(timer, facts, write)
    hertz = 1e6 * slopes.mhz
    slopes.report("clock", "of the multiprocessors", "hertz", Estimate(hertz, hertz, hertz, 1), "clock")
    for at, name in enumerate(names):
        if seconds_left() <= 0:
            say(f"microbenchmarks: no time is left for {', '.join(names[at:])}")
            return
        say(f"microbenchmark {name}")
        try:
            BENCHMARKS[name](slopes)
            timer.synchronize()
        except Exception as error:  # a driver's errors are of any kind, and the others may still work
            say(f"microbenchmark {name} failed: {' '.join(str(error).split()) or type(error).__name__}")
