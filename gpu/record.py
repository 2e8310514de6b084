"""Measure a GPU with one command: ``python gpu/record.py PREPARED --output DIR --budget SECONDS``.

The script checks every kernel against SciPy in double precision, and runs of programs on graphs by their own
check. It times correct kernels and cuSPARSE by CUDA events with warm and cold caches, and whole runs with
warm caches. It reads counters by ``ncu`` if available, and writes each number at
once. It needs NumPy, SciPy and CuPy, and the folders ``gpu`` and ``partitioners`` in one folder, without
installation. ``python -m gpu.prepare PREPARED`` prepares its input on any machine with the whole package.
"""

from __future__ import annotations

import argparse
import datetime
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

if __package__ in (None, ""):  # started as a script: the packages are in the parent folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import numpy as np

from gpu.kernel import BLOCK_SIZES
from gpu.matrices import content_hash
from gpu.measurement.cases import VECTORS, Case
from gpu.measurement.ncu import find_ncu
from gpu.measurement.prefetch import Prefetch
from gpu.measurement.profiling import Profiler, chunks, profile_cases, python_command
from gpu.measurement.recording_session import VECTOR_SIZES, Inputs, RecordingSession, Summary, plan
from gpu.measurement.records import COLD, WARM, Recorder
from gpu.measurement.timer import TIMERS, Timer
from gpu.programs.spmv import SPMV_METHODS
from partitioners.errors import NumasimError, OptionError


@dataclass(frozen=True)
class Options:
    """The options of a recording.

    Attributes
    ----------
    budget : float
        Time limit in seconds. Work stops in time, and all measurements up to then are written.
    timing_share : float
        Share of the budget for checks and times if counters follow.
    repetitions : int
        Maximum number of repetitions of each timed run; half of it for large matrices.
    seed : int, optional
        Seed of the inputs of the checks; by default a new seed, which is recorded.
    backend : str
        A name in :data:`gpu.measurement.timer.TIMERS`.
    ncu : str, optional
        Path of ``ncu``; without it no counters are read.
    name : str, optional
        Name of the recording's folder; by default that of the device.
    block_sizes, vector_sizes : sequence of int
    workers : int
        Number of processes that prepare SPAC applications in advance.

    Raises
    ------
    OptionError
        A number is out of range.
    """

    budget: float = 480.0
    timing_share: float = 0.5
    repetitions: int = 50
    seed: int | None = None
    backend: str = "cupy"
    ncu: str | None = None
    name: str | None = None
    block_sizes: Sequence[int] = BLOCK_SIZES
    vector_sizes: Sequence[int] = VECTOR_SIZES
    workers: int = 0

    def __post_init__(self) -> None:
        for name, given, right in (
            ("budget", self.budget, self.budget > 0),
            ("timing_share", self.timing_share, 0 < self.timing_share <= 1),
            ("repetitions", self.repetitions, self.repetitions >= 1),
            ("seed", self.seed, self.seed is None or self.seed >= 0),
            ("vector_sizes", self.vector_sizes, all(size >= 1 for size in self.vector_sizes)),
            ("workers", self.workers, self.workers >= 0),
        ):
            if not right:
                raise OptionError(f"{name} is {given}; see `python gpu/record.py --help`")


def record(
    prepared: Path,
    output: Path,
    timer: Timer,
    options: Options,
    *,
    say: Callable[[str], object] = lambda line: None,
    clock: Callable[[], float] = time.time,
) -> Summary:
    """Measure all prepared inputs within the time limit.

    Parameters
    ----------
    prepared : Path
        The folder that ``python -m gpu.prepare`` wrote.
    output : Path
        Folder in which the recording's folder is created.
    timer : Timer
    options : Options
    say : callable
        Called with a line for each step.
    clock : callable
        Returns the time of day in seconds.

    Raises
    ------
    InputError
        The folder has no prepared inputs. All other errors are written to the recording's log.
    """
    end = clock() + options.budget
    with tempfile.TemporaryDirectory(prefix="numasim-record-", ignore_cleanup_errors=True) as kept:
        problems = Inputs(prepared, Path(kept))
        cases = plan(problems.prepared.values(), options.vector_sizes, options.block_sizes)
        ahead = Prefetch(cases, problems.prepared, Path(kept), options.workers)
        seed = int(np.random.SeedSequence().generate_state(1)[0]) if options.seed is None else options.seed
        recorder = Recorder(output / (options.name or timer.folder), _provenance(timer, options, seed))
        summary = Summary(recorder.folder, len(cases))
        rng = np.random.default_rng(seed)
        session = RecordingSession(timer, recorder, problems, ahead, rng, options.repetitions, summary)
        try:
            later = 0.0 if options.ncu is None else (1 - options.timing_share) * options.budget
            right = session.check_and_time(cases, lambda: end - later - clock(), say)
            if options.ncu is None:
                recorder.log("ncu", "no counters", "ncu was not found, so counters are not measured")
            else:
                child = python_command(Path(__file__), prepared, {"backend": options.backend, "kept": kept})
                profiler = Profiler(options.ncu, child, Path(kept), recorder)
                _profile(profiler, [case for case in right if _has_counters(case)], end, summary, say)
        finally:
            ahead.close()
            recorder.close()
    return summary


def _provenance(timer: Timer, options: Options, seed: int) -> dict[str, str]:
    sources = sorted(Path(__file__).parent.glob("kernels/*.cu*"))
    return {
        "backend": options.backend,
        **timer.provenance(),
        "ncu": options.ncu or "none",
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "kernels_hash": content_hash(*(np.frombuffer(file.read_bytes(), np.uint8) for file in sources)),
        "seed": str(seed),
        "budget_seconds": f"{options.budget:g}",
    }


def _has_counters(case: Case) -> bool:
    return case.method in (*SPMV_METHODS, VECTORS)


def _profile(
    profiler: Profiler, cases: Sequence[Case], until: float, summary: Summary, say: Callable[[str], object]
) -> None:
    if not cases or not profiler.probe(cases[0], until):
        return
    left = {(case, cache) for case in cases for cache in (COLD, WARM)}
    for some in chunks(cases):
        for cache in (COLD, WARM):
            if time.time() < until:
                say(f"ncu, caches {cache}: {len(some)} cases from {some[0]} on")
                done = profiler.profile(some, cache, until)
                summary.profiled += done
                left -= {(case, cache) for case in some[:done]}
    if left:
        profiler.recorder.log("budget", f"{len(left)} cases", "not profiled")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, 1 if a kernel was wrong, or 2 if nothing could be measured."""
    parser = argparse.ArgumentParser(prog="python gpu/record.py", description=__doc__.splitlines()[0])
    parser.add_argument("prepared", type=Path, help="folder written by `python -m gpu.prepare`")
    parser.add_argument("--output", type=Path, default=Path("measurements"), help="(measurements)")
    parser.add_argument("--budget", type=float, default=480.0, metavar="SECONDS", help="(480)")
    parser.add_argument(
        "--repetitions", type=int, default=50, help="maximum repetitions of each timed run (50)"
    )
    parser.add_argument("--seed", type=int, help="seed of the inputs of the checks (default: a new one)")
    parser.add_argument(
        "--backend", choices=TIMERS, default="cupy", help="back end; `host` tests the procedure without a GPU"
    )
    parser.add_argument("--ncu", help="path of ncu, or `none` (default: search the usual folders)")
    parser.add_argument("--name", help="name of the folder in the output (default: the device)")
    parser.add_argument("--block-sizes", type=int, nargs="+", default=BLOCK_SIZES, choices=BLOCK_SIZES)
    parser.add_argument("--vector-sizes", type=int, nargs="*", default=VECTOR_SIZES, metavar="SIZE")
    parser.add_argument(
        "--timing-share", type=float, default=0.5, help="share of the budget before ncu (0.5)"
    )
    parser.add_argument(
        "--workers", type=int, default=_workers(), help=f"processes that prepare applications ({_workers()})"
    )
    parser.add_argument("--kept", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    try:
        timer = TIMERS[given.backend]()
        if given.profile is not None:
            profile_cases(given.profile, given.until, timer, Inputs(given.prepared, given.kept))
            return 0
        options = Options(
            budget=given.budget,
            timing_share=given.timing_share,
            repetitions=given.repetitions,
            seed=given.seed,
            backend=given.backend,
            ncu=None if given.ncu == "none" else given.ncu or (find_ncu() if timer.is_gpu else None),
            name=given.name,
            block_sizes=given.block_sizes,
            vector_sizes=given.vector_sizes,
            workers=given.workers,
        )
        say = sys.stderr.write
        summary = record(given.prepared, given.output, timer, options, say=lambda line: say(line + "\n"))
    except (NumasimError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    for line in summary.wrong:
        sys.stderr.write(f"wrong: {line}\n")
    sys.stdout.write(
        f"{summary.planned} cases: {summary.right} right, {len(summary.wrong)} wrong, {summary.timed} timed, "
        f"{summary.profiled} profiled (cold and warm caches count as two); all in {summary.folder}\n"
    )
    return 1 if summary.wrong else 0


def _workers() -> int:
    """All cores except two: one for this program and one for the system."""
    return max(1, (os.cpu_count() or 1) - 2)


if __name__ == "__main__":
    sys.exit(main())
