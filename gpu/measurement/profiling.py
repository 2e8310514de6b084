"""Counters of many cases by ``ncu``, under which this program starts itself again for a few cases at a time.

The parent writes the cases to a file. The child runs each case once for the caches and once between profiler
start and stop, and records its launches. The rows of ``ncu`` are these launches in the same order. Only the
first launches of a loop on the host are profiled.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpu.kernel import find_kernel
from gpu.launch import LoadedKernel, Size, geometry
from gpu.measurement.cases import Case, HostLoop, NamingBackend, kernel_hash
from gpu.measurement.inputs import Input
from gpu.measurement.ncu import (
    CORE,
    COUNTERS,
    Metric,
    Profiled,
    ncu_command,
    ncu_problem,
    parse_raw_page,
    supported_counters,
)
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.records import COLD, Measured, Recorder
from gpu.measurement.timer import Timer
from partitioners.errors import InputError

CASES_A_CHILD = 30
"""Maximum number of cases per child, which limits the loss if it is ended; a start takes some seconds."""

FIRST_LAUNCHES = 5
"""The number of launches of a loop on the host that are profiled."""

PATIENCE_SECONDS = 15
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
    known : callable
        Returns the base names of the metrics that ``ncu`` lists; empty if they are not known.
    """

    def __init__(
        self,
        ncu: str,
        child: Sequence[str],
        scratch: Path,
        recorder: Recorder,
        known: Callable[[], Collection[str]],
    ) -> None:
        self.ncu = ncu
        self.child = child
        self.scratch = scratch
        self.recorder = recorder
        self.known = known
        self.metrics: dict[str, Metric] = {}
        self.works = True
        self._probed = False

    def probed(self, case: Case, until: float) -> bool:
        """Whether ``ncu`` reads counters here, which the first call finds out with a case."""
        if not self._probed:
            self._probed = True
            self.metrics = supported_counters(self.known())
            self.works = self.probe(case, until)
        return self.works

    def probe(self, case: Case, until: float) -> bool:
        """Find out which counters ``ncu`` can read here; return whether there are any, and log failures.

        If all of them are refused, as for one unknown name, only those in
        :data:`gpu.measurement.ncu.CORE` are asked for.
        """
        outcome = self._run([case], COLD, until)
        launches = parse_raw_page(outcome.said)
        if not launches:
            first = outcome
            self.metrics = {name: metric for name, metric in self.metrics.items() if name in CORE}
            outcome = self._run([case], COLD, until)
            launches = parse_raw_page(outcome.said)
            if launches:
                self.recorder.log("ncu", f"{len(self.metrics)} counters alone", ncu_problem(first.said))
        if not launches:
            failed = next((each["error"] for each in outcome.ran if "error" in each), None)
            self.recorder.log("ncu", "no counters", failed or ncu_problem(outcome.said))
            return False
        read = {name for launch in launches for name in launch.counters}
        for name, metrics in COUNTERS.items():
            if name not in read:
                names = " and ".join(metric.name for metric in metrics)
                self.recorder.log("ncu", name, f"{names} cannot be read on this device")
        return True

    def profile(self, cases: Sequence[Case], cache: str, until: float) -> dict[Case, bool]:
        """Profile cases in a child and write their counters; return whether each has some, or has failed.

        Cases that are not in the result did not run, or ``ncu`` was ended before it printed their counters.
        """
        outcome = self._run(cases, cache, until)
        found = {cases[entry["case"]]: False for entry in outcome.ran if "error" in entry}
        for case, rows in _matched(cases, outcome, cache, self.recorder):
            self.recorder.add("counters", rows)
            found[case] = True
        return found

    def _run(self, cases: Sequence[Case], cache: str, until: float) -> _Outcome:
        wanted, ran, log = (self.scratch / name for name in ("cases.json", "ran.jsonl", "ncu.csv"))
        wanted.write_text(json.dumps([asdict(case) for case in cases]))
        for file in (ran, log):
            file.unlink(missing_ok=True)
        seconds = max(0.0, until - time.time())
        child = [*self.child, "--profile", str(wanted), "--until", f"{until:.1f}"]
        command = ncu_command(self.ncu, log, cache, (metric.name for metric in self.metrics.values()), child)
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
) -> Iterator[tuple[Case, list[Measured]]]:
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
        for number, name in enumerate(entry["launches"]):
            launch = next(launches, None)
            if launch is None or launch.kernel != name:
                found = "nothing more" if launch is None else repr(launch.kernel)
                recorder.log("ncu", case, f"ncu has {found}, but {name!r} was launched")
                return
            # Kernels repeat in a loop.
            kernel = f"{name}[{number}]" if entry["loop"] else name
            rows += _rows(case, kernel, launch, cache, entry["input_hash"])
        yield case, rows


def _rows(case: Case, kernel: str, launch: Profiled, cache: str, input_hash: str) -> list[Measured]:
    source = kernel_hash(launch.kernel)
    return [
        Measured(case, kernel, cache, counter, value, source, input_hash)
        for counter, value in launch.counters.items()
    ]


class WatchedLaunches(NamingBackend):
    """A back end that shows the first launches of a run to a profiler, and lists their kernels."""

    def __init__(self, timer: Timer) -> None:
        super().__init__(timer.backend)
        self._timer = timer
        self._left: int | None = 0
        self._seen: list[str] = []

    def kernel(self, name: str, *, dtype: str = "float32", block_size: int = 256) -> LoadedKernel:
        """Compile a kernel of the back end; its launches can be profiled."""
        return _WatchedKernel(super().kernel(name, dtype=dtype, block_size=block_size), self)

    def resident_blocks(self, kernel: Any) -> int:
        """As :meth:`gpu.launch.ResidentBackend.resident_blocks`."""
        return super().resident_blocks(kernel.loaded)

    def profile(self, run: Callable[[], None], most: int | None) -> list[str]:
        """Run; return the kernels of the profiled launches, which are the first ``most``, or all."""
        self._seen, self._left = [], most
        self._timer.start_profile()
        run()
        if self._left != 0:
            self._timer.stop_profile()
        self._left = 0
        return self._seen

    def launched(self, name: str) -> None:
        """Note that a kernel was launched."""
        if self._left == 0:
            return
        self._seen.append(name)
        if self._left is not None:
            self._left -= 1
            if self._left == 0:
                self._timer.stop_profile()


class _WatchedKernel:
    def __init__(self, loaded: LoadedKernel, watched: WatchedLaunches) -> None:
        self.kernel, self.dtype, self.block_size = loaded.kernel, loaded.dtype, loaded.block_size
        self.loaded = loaded
        self._watched = watched

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        self.loaded(blocks, *arguments, shared_bytes=shared_bytes, threads=threads)
        sizes = geometry(blocks, self.block_size if threads is None else threads, shared_bytes)
        if 0 not in sizes.grid:  # else no launch is made
            self._watched.launched(self.kernel.name)


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
                watched = WatchedLaunches(timer)
                prepared = prepare_case(case, problem(case.matrix), watched)
                parents = [name for name in prepared.kernels if find_kernel(name).may_launch]
                if parents:
                    raise InputError(f"ncu cannot profile kernel {parents[0]!r}, since it launches others")
                prepared.run()
                loop = isinstance(prepared, HostLoop)
                entry |= {
                    "launches": watched.profile(prepared.run, FIRST_LAUNCHES if loop else None),
                    "input_hash": prepared.input_hash,
                    "loop": loop,
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
