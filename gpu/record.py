"""Measure a GPU with one command: ``python gpu/record.py PREPARED --output DIR --budget SECONDS``.

The script runs the lines of a plan, the most valuable first: it checks every kernel against SciPy in double
precision, and runs of programs by their own check. It times correct kernels and cuSPARSE by CUDA events with
warm and cold caches, and whole runs with warm caches. It reads counters by ``ncu`` if available, and runs
microbenchmarks. It writes each number at once, and ends when the budget is used up. It needs NumPy, SciPy
and CuPy, and the folders ``gpu`` and ``partitioners`` in one folder, without installation.
``python -m gpu.prepare PREPARED`` prepares its input on any machine with the whole package.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

if __package__ in (None, ""):  # started as a script: the packages are in the parent folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

import numpy as np

from gpu.kernel import BLOCK_SIZES
from gpu.matrices import content_hash
from gpu.measurement.compile_ahead import compile_ahead
from gpu.measurement.ncu import find_ncu, known_metrics
from gpu.measurement.prefetch import Prefetch
from gpu.measurement.profiling import Profiler, profile_cases, python_command
from gpu.measurement.program_cases import PROGRAM_METHODS
from gpu.measurement.recording_plan import VECTOR_SIZES, Action, Chosen, Line, call_plan, whole_plan
from gpu.measurement.recording_session import ContextLostError, Inputs, RecordingSession, Summary
from gpu.measurement.recording_table import table
from gpu.measurement.records import Recorder, read_recording
from gpu.measurement.timer import TIMERS, Timer
from gpu.measurement.watchdog import LOST_CONTEXT, MOST_SECONDS, Watchdog, supervise
from partitioners.errors import NumasimError, OptionError

CALL_NAMES = ("A", "B")


@dataclass(frozen=True)
class Options:
    """The options of a recording.

    Attributes
    ----------
    budget : float
        Time limit in seconds. Work stops in time, and all measurements up to then are written.
    call : "A" or "B", optional
        The plan of one of the two calls of :mod:`gpu.prepare`; by default the whole plan.
    repetitions : int
        Maximum number of repetitions of each timed run; half of it for large matrices.
    seed : int, optional
        Seed of the inputs of the checks; by default a new seed, which is recorded.
    backend : str
        A name in :data:`gpu.measurement.timer.TIMERS`.
    ncu : str, optional
        Path of ``ncu``; without it no counters are read.
    name : str, optional
        Name of the recording's folder; by default that of the device, and the call.
    workers : int
        Number of processes that compile kernels and prepare SPAC applications in advance.
    resume : bool
        Whether to continue behind what the recording's folder has.
    ended : (str, str), optional
        The case at which the program ended before, and why.
    journal : Path, optional
        The folder of :class:`gpu.measurement.watchdog.Watchdog`.
    case_seconds : float
        The time after which the watchdog ends a case.

    Raises
    ------
    OptionError
        A number is out of range.
    """

    budget: float = 480.0
    call: Literal["A", "B"] | None = None
    repetitions: int = 50
    seed: int | None = None
    backend: str = "cupy"
    ncu: str | None = None
    name: str | None = None
    block_sizes: Sequence[int] = BLOCK_SIZES
    vector_sizes: Sequence[int] = VECTOR_SIZES
    workers: int = 0
    resume: bool = False
    ended: tuple[str, str] | None = None
    journal: Path | None = None
    case_seconds: float = MOST_SECONDS

    def __post_init__(self) -> None:
        for name, given, right in (
            ("budget", self.budget, self.budget > 0),
            ("call", self.call, self.call in (None, *CALL_NAMES)),
            ("repetitions", self.repetitions, self.repetitions >= 1),
            ("seed", self.seed, self.seed is None or self.seed >= 0),
            ("vector_sizes", self.vector_sizes, all(size >= 1 for size in self.vector_sizes)),
            ("workers", self.workers, self.workers >= 0),
            ("case_seconds", self.case_seconds, self.case_seconds > 0),
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
        found = problems.prepared.values()
        if options.call is None:
            lines = whole_plan(found, options.vector_sizes, options.block_sizes)
        else:
            lines = call_plan(options.call, found, Chosen.load(prepared))
        cases = list(dict.fromkeys(case for line in lines for case in line.cases))
        ahead = Prefetch(cases, problems.prepared, Path(kept), options.workers)
        seed = int(np.random.SeedSequence().generate_state(1)[0]) if options.seed is None else options.seed
        name = options.name or timer.folder + ("" if options.call is None else f"-{options.call.lower()}")
        earlier = read_recording(output / name) if options.resume else None
        recorder = Recorder(output / name, _provenance(timer, options, seed), resume=options.resume)
        try:

            @cache
            def known() -> frozenset[str]:
                return frozenset() if options.ncu is None else frozenset(known_metrics(options.ncu))

            profiler, watchdog = None, Watchdog(options.journal, options.case_seconds)
            parameters: list[tuple[str, float]] = []
            if options.ncu is not None:
                child = python_command(Path(__file__), prepared, {"backend": options.backend, "kept": kept})
                profiler = Profiler(options.ncu, child, Path(kept), recorder, known)
            else:
                recorder.log("ncu", "no counters", "ncu was not found, so counters are not measured")
            session = RecordingSession(
                timer,
                recorder,
                problems,
                ahead,
                np.random.default_rng(seed),
                options.repetitions,
                profiler,
                _actions(timer, recorder, lines, options, known, parameters, say, watchdog),
                end,
                say,
                clock,
                watchdog,
            )
            if earlier is not None:
                session.take(earlier, lines, options.ended)
                of_device = (row for row in earlier.microbenchmarks if row["parameter"])
                parameters += [(row["parameter"], float(row["value"])) for row in of_device]
            summary = session.run(lines)
            summary.parameters = parameters
            return summary
        finally:
            ahead.close()
            recorder.close()


def _actions(
    timer: Timer,
    recorder: Recorder,
    lines: Sequence[Line],
    options: Options,
    known: Callable[[], frozenset[str]],
    parameters: list[tuple[str, float]],
    say: Callable[[str], object],
    watchdog: Watchdog,
) -> dict[Action, Callable[[Callable[[], float]], None]]:
    """The actions of lines without cases."""

    def device(seconds_left: Callable[[], float]) -> None:
        if timer.is_gpu:
            recorder.log("device", "clocks", _clocks())
        recorder.add_metrics(sorted(known()))

    def compilation(seconds_left: Callable[[], float]) -> None:
        cases = [
            case
            for line in lines
            for case in line.cases
            if case.block_size == 256 or case.method in PROGRAM_METHODS
        ]
        compile_ahead(cases, options.backend, options.workers, seconds_left)

    def write(row: Mapping[str, object]) -> None:
        recorder.add_microbenchmark(row)
        if row["parameter"]:
            parameters.append((str(row["parameter"]), float(str(row["value"]))))

    def microbenchmarks(seconds_left: Callable[[], float]) -> None:
        from gpu.measurement.microbenchmarks import run_microbenchmarks

        with watchdog.watch("microbenchmarks", cases=4):
            run_microbenchmarks(timer, write, seconds_left, say)

    return {"device": device, "compile": compilation, "microbenchmarks": microbenchmarks}


def _clocks() -> str:
    """What ``nvidia-smi`` says about the clocks, in one line."""
    try:
        done = subprocess.run(
            ["nvidia-smi", "-q", "-d", "CLOCK"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"nvidia-smi cannot be asked: {error}"
    return "; ".join(" ".join(line.split()) for line in done.stdout.splitlines() if line.strip())


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
        "--call",
        choices=CALL_NAMES,
        help="plan of a call of `gpu.prepare --minutes` (default: the whole plan)",
    )
    parser.add_argument(
        "--workers", type=int, default=_workers(), help=f"processes that compile and prepare ({_workers()})"
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue behind what the recording's folder already has"
    )
    parser.add_argument(
        "--case-seconds",
        type=float,
        default=MOST_SECONDS,
        metavar="SECONDS",
        help=f"time after which a case is ended and logged as wrong ({MOST_SECONDS:g})",
    )
    parser.add_argument("--ended", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--journal", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--kept", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.backend == "cupy" and given.journal is None and given.profile is None:
        own = sys.argv[1:] if arguments is None else arguments
        return supervise([sys.executable, str(Path(__file__)), *own], given.budget)
    try:
        timer = TIMERS[given.backend]()
        if given.profile is not None:
            profile_cases(given.profile, given.until, timer, Inputs(given.prepared, given.kept))
            return 0
        options = Options(
            budget=given.budget,
            call=given.call,
            repetitions=given.repetitions,
            seed=given.seed,
            backend=given.backend,
            ncu=None if given.ncu == "none" else given.ncu or (find_ncu() if timer.is_gpu else None),
            name=given.name,
            block_sizes=given.block_sizes,
            vector_sizes=given.vector_sizes,
            workers=given.workers,
            resume=given.resume,
            ended=None if given.ended is None else tuple(given.ended),
            journal=given.journal,
            case_seconds=given.case_seconds,
        )
        say = sys.stderr.write
        summary = record(given.prepared, given.output, timer, options, say=lambda line: say(line + "\n"))
    except ContextLostError:
        return LOST_CONTEXT
    except (NumasimError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    for line in table(summary):
        sys.stdout.write(line + "\n")
    return 1 if summary.wrong else 0


def _workers() -> int:
    """All cores except two: one for this program and one for the system."""
    return max(1, (os.cpu_count() or 1) - 2)


if __name__ == "__main__":
    sys.exit(main())
