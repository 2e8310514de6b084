"""Counters of many cases through ``ncu``: this program starts itself again under it, a few cases at a time.

The parent writes the cases to a file; the child runs each, once for the caches and once between profiler
start and stop, and notes which launches it made. ``ncu``'s rows are those launches in the same order.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpu.measurement.cases import Case, kernel_hash, prepare_case
from gpu.measurement.inputs import Input
from gpu.measurement.ncu import (
    COUNTERS,
    Profiled,
    known_metrics,
    ncu_command,
    ncu_problem,
    parse_raw_page,
    supported_counters,
)
from gpu.measurement.records import COLD, Measured, Recorder
from gpu.measurement.timer import Timer

CASES_A_CHILD = 60
"""A child that is cut off loses at most this many; each costs some seconds to start."""

PATIENCE_SECONDS = 30
"""What a child may take longer than it was told before it is ended."""


@dataclass(frozen=True)
class _Outcome:
    said: str
    ran: list[dict[str, Any]]


class Profiler:
    """Runs cases under ``ncu`` and writes their counters.

    Parameters
    ----------
    ncu : str
        The program.
    child : sequence of str
        The command that runs :func:`profile_cases`, without the file of cases and the time limit.
    scratch : Path
        A folder for what the two exchange.
    """

    def __init__(self, ncu: str, child: Sequence[str], scratch: Path, recorder: Recorder) -> None:
        self.ncu = ncu
        self.child = child
        self.scratch = scratch
        self.recorder = recorder
        self.metrics = dict(COUNTERS)

    def probe(self, case: Case, until: float) -> bool:
        """Whether ``ncu`` can read counters here, and which; why not is logged in a line."""
        outcome = self._run([case], COLD, until)
        launches = parse_raw_page(outcome.said)
        if not launches:
            fewer = supported_counters(known_metrics(self.ncu))
            if len(fewer) < len(self.metrics):
                self.metrics = fewer
                outcome = self._run([case], COLD, until)
                launches = parse_raw_page(outcome.said)
        if not launches:
            failed = next((each["error"] for each in outcome.ran if "error" in each), None)
            self.recorder.log("ncu", "no counters", failed or ncu_problem(outcome.said))
            return False
        read = {name for launch in launches for name in launch.counters}
        for name in COUNTERS:
            if name not in read:
                self.recorder.log("ncu", name, f"{COUNTERS[name]} cannot be read on this device")
        return True

    def profile(self, cases: Sequence[Case], cache: str, until: float) -> int:
        """Profile cases in a child; how many were, of which the counters are now written."""
        outcome = self._run(cases, cache, until)
        done = 0
        for rows in _matched(cases, outcome, cache, self.recorder):
            self.recorder.add("counters", rows)
            done += 1
        return done

    def _run(self, cases: Sequence[Case], cache: str, until: float) -> _Outcome:
        wanted, ran, log = (self.scratch / name for name in ("cases.json", "ran.jsonl", "ncu.csv"))
        wanted.write_text(json.dumps([asdict(case) for case in cases]))
        for file in (ran, log):
            file.unlink(missing_ok=True)
        seconds = max(0.0, until - time.time())
        child = [*self.child, "--profile", str(wanted), "--until", f"{until:.1f}"]
        command = ncu_command(self.ncu, log, cache, self.metrics.values(), child)
        try:
            # A session of its own, so that ncu and the child under it can be ended together.
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as error:
            return _Outcome(f"==ERROR== {self.ncu}: {error.strerror}", [])
        try:
            _, complaint = process.communicate(timeout=seconds + PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            complaint = "==ERROR== ended: it took longer than it was given"
        said = log.read_text(errors="replace") if log.exists() else ""
        if not said.strip():
            last = (complaint or "").strip().splitlines()[-1:]
            said = last[0] if last and last[0].startswith("==") else f"==ERROR== {' '.join(last)}"
        lines = ran.read_text().splitlines() if ran.exists() else []
        return _Outcome(said, [json.loads(line) for line in lines])


def _matched(
    cases: Sequence[Case], outcome: _Outcome, cache: str, recorder: Recorder
) -> Iterator[list[Measured]]:
    """The rows of each case that ran; ends, with a line in the log, where the launches do not agree."""
    launches = iter(parse_raw_page(outcome.said))
    if not outcome.ran:
        recorder.log("ncu", f"{len(cases)} cases, caches {cache}", ncu_problem(outcome.said))
    for entry in outcome.ran:
        case = cases[entry["case"]]
        if "error" in entry:
            recorder.log("ncu", case, entry["error"])
            continue
        rows = []
        for name in entry["launches"]:
            launch = next(launches, None)
            if launch is None or launch.kernel != name:
                found = "nothing more" if launch is None else repr(launch.kernel)
                recorder.log("ncu", case, f"ncu has {found} where {name!r} was launched")
                return
            rows += _rows(case, launch, cache, entry["input_hash"])
        yield rows


def _rows(case: Case, launch: Profiled, cache: str, input_hash: str) -> list[Measured]:
    source = kernel_hash(launch.kernel)
    return [
        Measured(case, launch.kernel, cache, counter, value, source, input_hash)
        for counter, value in launch.counters.items()
    ]


def profile_cases(
    cases_file: Path, until: float, timer: Timer, problem: Callable[[str], Input | None]
) -> None:
    """What the child does: run each case of a file as long as there is time, and note its launches.

    Parameters
    ----------
    cases_file : Path
        As the parent wrote it; ``ran.jsonl`` goes beside it.
    until : float
        Of :func:`time.time`.
    problem : callable
        From a matrix's name; None for vectors.
    """
    cases = [Case(**each) for each in json.loads(cases_file.read_text())]
    with (cases_file.parent / "ran.jsonl").open("w") as stream:
        for index, case in enumerate(cases):
            if time.time() > until:
                break
            entry: dict[str, Any] = {"case": index}
            try:
                prepared = prepare_case(case, problem(case.matrix), timer.backend)
                prepared.run()
                timer.profile(prepared.run)
                entry |= {
                    "launches": [name for name, _ in prepared.launches],
                    "input_hash": prepared.input_hash,
                }
            except Exception as error:  # the other cases go on
                entry["error"] = f"{type(error).__name__}: {error}"
            stream.write(json.dumps(entry) + "\n")
            stream.flush()


def chunks(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """Cases by the child that runs them, matrix by matrix, so that each is made once."""
    waiting: list[Case] = []
    for case in cases:
        waiting.append(case)
        if len(waiting) == CASES_A_CHILD:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def python_command(script: Path, prepared: Path, options: Mapping[str, object]) -> list[str]:
    """The command that starts a script again, over the same folder."""
    words = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    return [sys.executable, str(script), str(prepared), *words]
