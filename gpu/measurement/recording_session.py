"""A recording session: the lines of a plan, one after the other, to the end of the time.

Wrong cases are neither timed nor profiled. A failed case is logged and does not end the session. A line that
takes twice its time is put off: what is left of it follows all other lines that have a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path

import numpy as np

from gpu.launch import Backend
from gpu.matrices import generate_matrix, is_generated
from gpu.measurement.cases import (
    EMPTY,
    ITERATION,
    RUN,
    VECTORS,
    Case,
    HostLoop,
    PreparedCase,
    kernel_hash,
    source_hash,
)
from gpu.measurement.inputs import Input, prepared_inputs
from gpu.measurement.prefetch import LARGE_ENTRIES, Prefetch
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.profiling import Profiler, chunks
from gpu.measurement.program_cases import PROGRAM_METHODS
from gpu.measurement.recording_plan import CUSPARSE, Action, Line
from gpu.measurement.records import COLD, PRODUCT, WARM, Measured, Recorder, Recording
from gpu.measurement.timer import Timer, Times
from gpu.measurement.watchdog import Watchdog
from gpu.programs.spmv import SPMV_METHODS


class ContextLostError(Exception):
    """A case has failed in a way after which all calls of the device fail."""


LOSING = ("CUDADriverError", "CUDARuntimeError")
"""The errors of CuPy after which that may be so."""

PUT_OFF = 2.0
"""The multiple of a line's expected time after which it is put off."""


@dataclass
class LineSummary:
    """What was done of a line: the numbers of its cases and of those that are done, and seconds."""

    line: Line
    planned: int = 0
    done: int = 0
    seconds: float = 0.0


@dataclass
class Summary:
    """The summary of a recording.

    Attributes
    ----------
    folder : Path
        Folder of the recording.
    planned, right, timed : int
        Numbers of cases.
    profiled : int
        Number of profiled cases; cold and warm caches count separately.
    wrong : list of str
        A line for each case that is wrong or failed.
    product_us : dict of Case to float
        The median time of a run with warm caches.
    parameters : list of tuple of (str, float)
        The parameters of the device that microbenchmarks determined, and their values.
    """

    folder: Path
    planned: int = 0
    right: int = 0
    timed: int = 0
    profiled: int = 0
    wrong: list[str] = field(default_factory=list)
    lines: list[LineSummary] = field(default_factory=list)
    product_us: dict[Case, float] = field(default_factory=dict)
    parameters: list[tuple[str, float]] = field(default_factory=list)


class Inputs:
    """The inputs by name; each is loaded on first use, and only one large input is in memory.

    A generated matrix that is not prepared is generated.
    """

    def __init__(self, folder: Path, kept: Path) -> None:
        self.prepared = {each.name: each for each in prepared_inputs(folder)}
        self.kept = kept
        self._made: dict[str, Input] = {}

    def __call__(self, name: str) -> Input | None:
        """The input with this name; None if there is none, as for vectors."""
        if name not in self._made:
            if name in self.prepared:
                large = self.prepared[name].entries > LARGE_ENTRIES
                kept = {} if large else self._made
                self._made = {**kept, name: Input.load(self.prepared[name].path, self.kept)}
            elif is_generated(name):
                self._made[name] = Input(name, generate_matrix(name))
        return self._made.get(name)

    def entries(self, name: str) -> int:
        """The number of entries of a prepared matrix; 0 for all other operands."""
        return self.prepared[name].entries if name in self.prepared else 0


class RecordingSession:
    """Run the lines of a plan until the time is over, and write each number at once.

    Parameters
    ----------
    rng : numpy.random.Generator
        Generator of the inputs of checks.
    profiler : Profiler, optional
        Without one, no counters are read.
    actions : dict of str to callable
        The actions that are not on cases, by name. Each is called with a function that returns the seconds
        left.
    end : float
        End of the time on ``clock``.
    say, clock : callable
        Called with a line for each step; returns the time of day in seconds.
    watchdog : Watchdog
        Ends the program if a case does not end.
    """

    def __init__(
        self,
        timer: Timer,
        recorder: Recorder,
        problems: Inputs,
        ahead: Prefetch,
        rng: np.random.Generator,
        repetitions: int,
        profiler: Profiler | None,
        actions: dict[Action, Callable[[Callable[[], float]], None]],
        end: float,
        say: Callable[[str], object],
        clock: Callable[[], float] = time.time,
        watchdog: Watchdog | None = None,
    ) -> None:
        self.watchdog = Watchdog(None) if watchdog is None else watchdog
        self.timer, self.recorder, self.problems, self.ahead = timer, recorder, problems, ahead
        self.rng, self.repetitions, self.profiler, self.actions = rng, repetitions, profiler, actions
        self.end, self.say, self.clock = end, say, clock
        self.summary = Summary(recorder.folder)
        self._right: dict[Case, bool] = {}
        self._timed: set[Case] = set()
        self._tried: set[tuple[Case, str]] = set()  # by ncu
        self._acted: set[Action] = set()
        self._until = end

    def run(self, lines: Sequence[Line]) -> Summary:
        """Run all lines, and then what was put off; return what was done."""
        summaries = [LineSummary(line) for line in lines]
        self.summary.lines = summaries
        # What is put off precedes the lines that only fill the rest of the time.
        limited = [each for each in summaries if isfinite(each.line.seconds)]
        for group in (limited, [each for each in summaries if each not in limited]):
            for each in group:
                self._run_line(each, PUT_OFF * each.line.seconds)
            for each in group:
                if self.clock() < self.end and each.done < each.planned:
                    self._run_line(each, inf)
        for each in summaries:
            if each.done < each.planned:
                left = f"{each.planned - each.done} of {each.planned} cases"
                self.recorder.log("budget", each.line.name, f"{left} are not done")
        cases = {case for line in lines for case in line.cases}
        self.summary.planned = len(cases)
        self.summary.right = sum(self._right.values())
        self.summary.timed = len(self._timed)
        return self.summary

    def take(self, earlier: Recording, lines: Sequence[Line], ended: tuple[str, str] | None) -> None:
        """Continue behind what an earlier session has recorded, and the case at which its program ended."""
        found = [(what, why) for stage, what, why in earlier.log if stage == "wrong"]
        self.summary.wrong += [f"{what}: {why}" for what, why in found]
        if ended is not None:
            self._wrong(*ended)
        wrong = {what for what, _ in (*found, *([ended] if ended else []))}
        for case in {case for line in lines for case in line.cases}:
            if str(case) in wrong:
                self._right[case] = False
        for row in earlier.rows:
            if row.counter == "error_over_allowed":
                self._right.setdefault(row.case, row.value <= 1)
            elif row.counter == "time_median_us":
                self._timed.add(row.case)
                if row.kernel in (PRODUCT, ITERATION, RUN) and row.cache == WARM:
                    self.summary.product_us[row.case] = row.value
            else:
                self._tried.add((row.case, row.cache))
        if earlier.microbenchmarks or "microbenchmarks" in wrong:
            self._acted |= {"device", "microbenchmarks"}

    def _seconds_left(self) -> float:
        return self._until - self.clock()

    def _run_line(self, summary: LineSummary, limit: float) -> None:
        line, begin = summary.line, self.clock()
        self._until = min(self.end, begin + limit)
        if begin >= self.end:
            summary.planned, summary.done = self._count(line)
            return
        self.say(f"{line.name}")
        if line.action == "count":
            self._profile(line)
        elif line.action in ("check", "time"):
            self._check_and_time(line)
        elif line.action not in self._acted:
            self._acted.add(line.action)
            try:
                self.actions[line.action](self._seconds_left)
            except Exception as error:  # a failed line does not end the others
                self.recorder.log("wrong", line.name, f"{type(error).__name__}: {error}")
                self.summary.wrong.append(f"{line.name}: {type(error).__name__}: {error}")
        seconds = self.clock() - begin
        summary.seconds += seconds
        summary.planned, summary.done = self._count(line)
        self.recorder.log("plan", line.name, f"{summary.done} of {summary.planned} in {seconds:.1f} s")

    def _count(self, line: Line) -> tuple[int, int]:
        """The numbers of things to do and of those that are done."""
        if line.action == "count":
            if self.profiler is None or not self.profiler.works:
                return 0, 0
            states = self._states(line)
            return len(states), sum(state in self._tried for state in states)
        if line.action in ("check", "time"):
            timed = line.action == "time"
            done = (
                self._right.get(case) is False or (case in self._timed if timed else case in self._right)
                for case in line.cases
            )
            return len(line.cases), sum(done)
        return 1, int(line.action in self._acted)

    # Checks and times

    def _check_and_time(self, line: Line) -> None:
        for done, case in enumerate(line.cases):
            if self._seconds_left() <= 0:
                return
            if self._right.get(case) is False or case in self._timed:
                continue
            if line.action == "check" and case in self._right:
                continue
            self.say(f"[{done + 1}/{len(line.cases)}] {case}")
            try:
                if not self.ahead.wait(case, self._seconds_left()):
                    return
                with self.watchdog.watch(case):
                    self._run_case(case, timed=line.action == "time")
            except Exception as error:  # a failed case does not end the others
                self._right[case] = False
                self._wrong(case, f"{type(error).__name__}: {error}")
                if type(error).__name__ in LOSING:
                    raise ContextLostError from error

    def _run_case(self, case: Case, *, timed: bool) -> None:
        prepared = self._prepare(case)
        if prepared is None:
            self._right[case] = False
            self.recorder.log("baseline", case, "this back end has no baseline")
            return
        if case not in self._right:
            self._right[case] = self._is_right(case, prepared)
        if self._right[case] and timed:
            self._time(case, prepared)
            self._timed.add(case)

    def _prepare(self, case: Case) -> PreparedCase | None:
        problem = self.problems(case.matrix)
        if case.method == CUSPARSE:
            return None if problem is None else self.timer.baseline(case, problem)
        backend: Backend = self.timer.backend
        return prepare_case(case, problem, backend)

    def _is_right(self, case: Case, prepared: PreparedCase) -> bool:
        error = prepared.error(self.rng)
        row = Measured(
            case, PRODUCT, "", "error_over_allowed", error, source_hash(prepared), prepared.input_hash
        )
        self.recorder.add("checks", [row])
        if error <= 1:
            return True
        self._wrong(case, f"its error is {error:.3g} times the error that rounding allows")
        return False

    def _wrong(self, case: Case | str, why: str) -> None:
        self.summary.wrong.append(f"{case}: {why}")
        self.recorder.log("wrong", case, why)

    def _time(self, case: Case, prepared: PreparedCase) -> None:
        large = self.problems.entries(case.matrix) > LARGE_ENTRIES
        repetitions = max(2, self.repetitions // 2) if large else self.repetitions
        if isinstance(prepared, HostLoop):
            times = self.timer.times(
                prepared.run,
                cold=False,
                repetitions=repetitions,
                waits=True,
                seconds_left=self._seconds_left,
            )
            self._add_times(case, prepared, prepared.unit, WARM, times, prepared.units)
            return
        for cache in (WARM, COLD):
            cold = cache == COLD

            def timed(run: Callable[[], None], cold: bool = cold) -> Times:
                return self.timer.times(
                    run, cold=cold, repetitions=repetitions, seconds_left=self._seconds_left
                )

            times = timed(prepared.run)
            self._add_times(case, prepared, PRODUCT, cache, times)
            for name, launch in prepared.launches:
                if len(prepared.launches) > 1:
                    times = timed(launch)
                self._add_times(case, prepared, name, cache, times)

    def _add_times(
        self, case: Case, prepared: PreparedCase, kernel: str, cache: str, times: Times, runs: int = 1
    ) -> None:
        whole = kernel in (PRODUCT, ITERATION, RUN)
        if whole and cache == WARM:
            self.summary.product_us[case] = times.median_us / runs
        source = source_hash(prepared) if whole else kernel_hash(kernel)
        values = {
            "time_median_us": times.median_us / runs,
            "time_lower_quartile_us": times.lower_quartile_us / runs,
            "time_upper_quartile_us": times.upper_quartile_us / runs,
            "time_min_us": times.min_us / runs,
            "repetitions": times.repetitions,
        }
        if times.sm_mhz is not None:
            values["sm_mhz"] = times.sm_mhz
        self.recorder.add(
            "times",
            (
                Measured(case, kernel, cache, name, v, source, prepared.input_hash)
                for name, v in values.items()
            ),
        )

    # Counters

    def _states(self, line: Line) -> list[tuple[Case, str]]:
        known = (*SPMV_METHODS, VECTORS, EMPTY, *PROGRAM_METHODS)
        right = [case for case in line.cases if self._right.get(case) and case.method in known]
        return [(case, cache) for case in right for cache in line.caches]

    def _profile(self, line: Line) -> None:
        left = [state for state in self._states(line) if state not in self._tried]
        if self.profiler is None or not left or not self.profiler.probed(left[0][0], self._until):
            return
        for some in chunks(dict.fromkeys(case for case, _ in left)):
            for cache in line.caches:
                cases = [case for case in some if (case, cache) in left]
                if cases and self._seconds_left() > 0:
                    self.say(f"ncu, caches {cache}: {len(cases)} cases from {cases[0]} on")
                    found = self.profiler.profile(cases, cache, self._until)
                    self._tried |= {(case, cache) for case in found}
                    self.summary.profiled += sum(found.values())
