"""Counters of many cases by ``ncu``, under which this program starts itself again for a few cases at a time.

The parent writes the cases to a file. The child runs each case once for the caches and once between profiler
start and stop, and records its launches. The rows of ``ncu`` are these launches in the same order.
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
"""Maximum number of cases per child, which limits the loss if it is ended; a start takes some seconds."""

PATIENCE_SECONDS = 30
"""Seconds beyond its time limit after which a child is ended."""


@dataclass(frozen=True)
class _Outcome:
    said: str
    ran: list[dict[str, Any]]


class Profiler:
    """Run cases under ``ncu`` and write their counters.

    Parameters
    ----------
    ncu : str
        Path of the program.
    child : sequence of str
        The command that runs :func:`profile_cases`, without the file of cases and the time limit.
    scratch : Path
        A folder for the files that parent and child exchange.
    """

    def __init__(self, ncu: str, child: Sequence[str], scratch: Path, recorder: Recorder) -> None:
        self.ncu = ncu
        self.child = child
        self.scratch = scratch
        self.recorder = recorder
        self.metrics = dict(COUNTERS)

    def probe(self, case: Case, until: float) -> bool:
        """Find out which counters ``ncu`` can read here; return whether there are any, and log failures."""
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
        """Profile cases in a child and write their counters; return the number of profiled cases."""
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
            # A separate session, so that ncu and its child can be ended together.
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
            complaint = "==ERROR== ended: the time limit was exceeded"
        said = log.read_text(errors="replace") if log.exists() else ""
        if not said.strip():
            last = (complaint or "").strip().splitlines()[-1:]
            said = last[0] if last and last[0].startswith("==") else f"==ERROR== {' '.join(last)}"
        lines = ran.read_text().splitlines() if ran.exists() else []
        return _Outcome(said, [json.loads(line) for line in lines])


def _matched(
    cases: Sequence[Case], outcome: _Outcome, cache: str, recorder: Recorder
) -> Iterator[list[Measured]]:
    """The rows of each case that ran, up to the first case whose launches differ, which is logged."""
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
                recorder.log("ncu", case, f"ncu has {found}, but {name!r} was launched")
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
    """Run each case of a file in the child while time is left, and record its launches.

    Parameters
    ----------
    cases_file : Path
        The file that the parent wrote; ``ran.jsonl`` is written to the same folder.
    until : float
        End of the time, as in :func:`time.time`.
    problem : callable
        Returns the input for a matrix name, or None for vectors.
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
            except Exception as error:  # continue with the other cases
                entry["error"] = f"{type(error).__name__}: {error}"
            stream.write(json.dumps(entry) + "\n")
            stream.flush()


def chunks(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """Divide cases among children, matrix by matrix, so that each matrix is generated once."""
    waiting: list[Case] = []
    for case in cases:
        waiting.append(case)
        if len(waiting) == CASES_A_CHILD:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def python_command(script: Path, prepared: Path, options: Mapping[str, object]) -> list[str]:
    """The command that starts a script again for the same folder."""
    words = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    return [sys.executable, str(script), str(prepared), *words]
