"""Measure a GPU in one go: ``python gpu/record.py PREPARED --output DIR --budget SECONDS``.

Checks every kernel against SciPy in double precision, times what is right by CUDA events with warm and cold
caches beside cuSPARSE, reads counters through ``ncu`` where it is there, and writes each number as it comes.
It needs NumPy, SciPy and CuPy, and the folders ``gpu`` and ``partitioners`` side by side: nothing installed.
``python -m gpu.prepare PREPARED`` makes its input, on any machine with the whole package.
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

if __package__ in (None, ""):  # started as a script: the folder above is where the packages are
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
    """How a recording is made.

    Attributes
    ----------
    budget : float
        Seconds. Work stops in time; what is measured by then is written.
    timing_share : float
        Of the budget, for checks and times, where counters are to follow.
    repetitions : int
        Of each timed run, at most; half as many of large matrices.
    seed : int, optional
        Of the inputs of the checks; a fresh one by default, recorded.
    backend : str
        In :data:`gpu.measurement.timer.TIMERS`.
    ncu : str, optional
        The program; no counters without it.
    name : str, optional
        Of the recording's folder; by default the device's.
    block_sizes, vector_sizes : sequence of int
    workers : int
        Processes that prepare SPAC applications ahead.

    Raises
    ------
    OptionError
        A number that makes no sense.
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
    """Measure everything that was prepared, as far as the time allows.

    Parameters
    ----------
    prepared : Path
        The folder that ``python -m gpu.prepare`` made.
    output : Path
        The recording goes into a folder in here.
    timer : Timer
    options : Options
    say : callable
        Told a line for each step.
    clock : callable
        The time of day in seconds.

    Raises
    ------
    InputError
        Nothing is prepared. All else is written into the recording's log.
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
                recorder.log("ncu", "no counters", "there is no ncu: counters are not measured")
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
    """The command; 0, or 1 where a kernel was wrong, 2 where nothing could be measured."""
    parser = argparse.ArgumentParser(prog="python gpu/record.py", description=__doc__.splitlines()[0])
    parser.add_argument("prepared", type=Path, help="what `python -m gpu.prepare` made")
    parser.add_argument("--output", type=Path, default=Path("measurements"), help="(measurements)")
    parser.add_argument("--budget", type=float, default=480.0, metavar="SECONDS", help="(480)")
    parser.add_argument("--repetitions", type=int, default=50, help="of each timed run (50)")
    parser.add_argument("--seed", type=int, help="of the inputs of the checks (a fresh one)")
    parser.add_argument("--backend", choices=TIMERS, default="cupy", help="`host` tries the flow out")
    parser.add_argument("--ncu", help="the program, or `none` (where it usually is)")
    parser.add_argument("--name", help="of the folder in the output (the device's)")
    parser.add_argument("--block-sizes", type=int, nargs="+", default=BLOCK_SIZES, choices=BLOCK_SIZES)
    parser.add_argument("--vector-sizes", type=int, nargs="*", default=VECTOR_SIZES, metavar="SIZE")
    parser.add_argument("--timing-share", type=float, default=0.5, help="of the budget, before ncu (0.5)")
    parser.add_argument("--workers", type=int, default=_workers(), help=f"for applications ({_workers()})")
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
    """All cores but two: this program's, and one for the system."""
    return max(1, (os.cpu_count() or 1) - 2)


if __name__ == "__main__":
    sys.exit(main())
