"""The report on programs of threads on the computer at hand: a table, and a section of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numasim.host.description import Description
from numasim.host.machine_file import nearest_second_level
from numasim.machine.machine import Machine
from numasim.validation.this_computer import Run, geometric_mean
from partitioners.text.units import format_size

BEGIN, END = (f"<!-- {mark}: numasim validate threads --this -->" for mark in ("begin", "end"))

COLUMNS = (
    "program",
    "threads",
    "measured, ns",
    "median",
    "simulated, ns",
    "ratio",
    "speed-up",
    "simulated",
    "instructions a cycle",
    "simulated",
    "compute / memory / waiting",
)

GOAL, WORST = 2.0, 3.0
"""The goals for one thread: the geometric mean of the factors, and the largest one."""


def rows(runs: Sequence[Run], clock: float) -> Iterator[tuple[str, ...]]:
    """The rows of the table with ``COLUMNS``: times are those of a unit of work.

    Parameters
    ----------
    clock : float
        Of the machine, in hertz; the measured instructions a cycle assume it.
    """
    alone = {run.program: run for run in runs if run.threads == 1}
    for run in runs:
        one = alone.get(run.program)
        speed_ups = ("-", "-") if one is None or run is one else _speed_ups(run, one)
        rates = (run.instructions / (ns * clock * 1e-9) for ns in (run.measured.least, run.simulated))
        yield (
            run.program,
            str(run.threads),
            f"{run.measured.least / run.work:.3g}",
            f"{run.measured.median / run.measured.least - 1:+.0%}",
            f"{run.simulated / run.work:.3g}",
            f"{run.ratio:.2f}",
            *speed_ups,
            *(f"{rate:.2f}" for rate in rates),
            " / ".join(f"{share:.0%}" for share in run.shares),
        )


def _speed_ups(run: Run, one: Run) -> tuple[str, str]:
    """Work per time over that of one thread, measured and simulated."""
    more = run.work / one.work
    return (
        f"{more * one.measured.least / run.measured.least:.2f}",
        f"{more * one.simulated / run.simulated:.2f}",
    )


def summary(runs: Sequence[Run], about: Description) -> list[str]:
    """The goals, and the programs that miss them with the counters that explain it, one line each."""
    alone = [run for run in runs if run.threads == 1]
    if not alone:
        return []
    mean = geometric_mean(alone)
    lines = [f"One thread: {mean:.2f} times off in the geometric mean (goal: {GOAL:g})."]
    for run in alone:
        factor = max(run.ratio, 1 / run.ratio)
        if factor > WORST:
            kind = "slow" if run.ratio > 1 else "fast"
            busiest = max(zip(run.shares, ("computing", "waiting for memory", "waiting"), strict=True))
            lines.append(
                f"{run.program}: simulated {factor:.1f} times too {kind} (goal: {WORST:g}); its core spends "
                f"{busiest[0]:.0%} of the simulated cycles {busiest[1]}{_held(run, about)}."
            )
    return lines


def _held(run: Run, about: Description) -> str:
    """Whether a cache that the model lacks holds what a run that is too slow fetches from memory."""
    last = about.caches[-1]
    if run.ratio < 1 or last.level <= nearest_second_level(about) or run.fetched > last.size:
        return ""
    fetched, size = format_size(run.fetched // 1024 * 1024), format_size(last.size)
    cache = f"the cache of level {last.level}, {size}, which the model lacks"
    return f", and {cache}, can hold the {fetched} it fetches"


def section(runs: Sequence[Run], about: Description, machine: Machine) -> str:
    """The section of the documentation, between its marks."""
    table = [f"| {' | '.join(cells)} |" for cells in rows(runs, machine.clock)]
    head = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"
    points = [f"- {line}" for line in summary(runs, about)]
    return "\n".join([BEGIN, _text(about), "", *points, "", head, *table, END])


def _text(about: Description) -> str:
    second = nearest_second_level(about)
    beyond = [f"the cache of level {cache.level}, " for cache in about.caches if cache.level > second]
    return _TEXT.format(name=about.name, cores=len(about.cores), lacking="".join(beyond))


_TEXT = """## Threads on one computer

`numasim validate threads --this` ran the ten included programs and three microbenchmarks on a computer with
{cores} cores (`{name}`), simulated them on the machine file that `numasim machine --this --second-level 2`
makes there, and wrote this section. Times are those of a unit of work (a number, a row, a cell, an access),
the least of 60 runs with cold caches. `median` is how far their median is above it: where it is far, other
programs were running. The instructions a cycle count the instructions of the trace.

What the model lacks here: {lacking}hardware prefetching, and the system.
Creating a thread, waking one that sleeps at a lock or a barrier, and sharing the processors with other
programs take tens of microseconds, a large part of programs that take a tenth of a millisecond. So speed-ups
can be compared on an idle computer only, and for larger sizes."""
