"""Programs of threads on the computer at hand, measured beside simulated.

The ten included programs run with the compiler and flags of their traces, in one process many times, each
time with cold caches and mapped pages. Three microbenchmarks run the same compiled functions on real threads
and on simulated ones. The machine is a file that ``numasim machine --this`` wrote, or one that is made now.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numasim.host.measure import Measured, compile_program
from numasim.machine.machine import Machine
from numasim.numa.shared.thread_result import ThreadResult
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads import schedules
from numasim.threads.microbenchmarks import AtomicCounter, RandomRead, SequentialRead
from numasim.threads.program import ThreadProgram
from numasim.threads.real_run import run_threads
from numasim.threads.replay import Replay
from numasim.trace.compilers import find_compiler
from numasim.trace.threads.programs import THREADED_PROGRAMS
from numasim.trace.threads.trace_threads import trace_threads
from partitioners.errors import InputError
from partitioners.progress import Progress, silent

TIMED_MAIN = Path(__file__).parents[1] / "host" / "timed_main.c"

ACCESSES = 100_000
ROUNDS = 9
"""Runs of a microbenchmark on real threads."""


@dataclass(frozen=True)
class Run:
    """A program with a number of threads, measured and simulated.

    Attributes
    ----------
    work : int
        Units of work, such as numbers or accesses.
    measured : Measured
        Nanoseconds of the whole program.
    simulated : float
        The same.
    instructions : int
        Issue slots of the simulated run, which are instructions.
    fetched : int
        Bytes that the simulated run reads from memory.
    shares : tuple of float
        Of the simulated cycles of the cores: computing, waiting for memory, for one another.
    """

    program: str
    threads: int
    work: int
    measured: Measured
    simulated: float
    instructions: int
    fetched: int
    shares: tuple[float, float, float]

    @property
    def ratio(self) -> float:
        """Simulated over measured time."""
        return self.simulated / self.measured.least


def thread_counts() -> list[int]:
    """1, 2, 4 ... up to the processors that this process may use, and their number."""
    most = len(os.sched_getaffinity(0))
    return sorted({min(2**k, most) for k in range(most.bit_length() + 1)})


def run_all(machine: Machine, counts: Sequence[int], progress: Progress = silent) -> list[Run]:
    """Measure and simulate all programs.

    Parameters
    ----------
    machine : Machine
        It describes this computer.
    counts : sequence of int
        Numbers of threads; a program that needs more threads skips some.

    Raises
    ------
    InputError
        A program does not compile or does not run.
    """
    counts = [count for count in counts if count <= machine.num_cores]
    total, found = len(THREADED_PROGRAMS) + 3, list[Run]()
    for done, name in enumerate(THREADED_PROGRAMS):
        progress(done, total, name)
        found += run_included(name, machine, counts)
    for done, (name, runs) in enumerate(_microbenchmarks(machine, counts)):
        found += runs
        progress(total - 3 + done, total, name)
    progress(total, total, "all programs")
    return found


def run_included(name: str, machine: Machine, counts: Sequence[int]) -> list[Run]:
    """Measure and simulate an included program, in its first form.

    Raises
    ------
    InputError
        It does not compile or does not run.
    """
    program, compiler = THREADED_PROGRAMS[name], find_compiler()
    found = []
    with tempfile.TemporaryDirectory(prefix="numasim-") as folder:
        binary = Path(folder) / name
        renamed = ["-O2", *program.flags(program.forms[0]), "-Dmain=timed_main"]
        compiled = Path(folder) / f"{name}.o"
        compile_program([program.source], compiler, [*renamed, "-c"], compiled)
        compile_program([compiled, TIMED_MAIN], compiler, ["-O2"], binary)
        for threads in (count for count in counts if count >= program.least_threads):
            measured = _time(binary, program.arguments(threads))
            trace = trace_threads(name, threads=threads, latencies=machine.core.latencies.model_dump())
            replay = Replay(
                trace.operations, trace.participants, trace.memory_bytes, block=machine.memory.block
            )
            result = simulate_threads(replay, np.arange(threads), machine)
            found.append(_run(name, threads, program.size, measured, result, machine))
    return found


def _time(binary: Path, arguments: Sequence[str]) -> Measured:
    """The times of a program with ``timed_main.c``."""
    times = binary.with_suffix(".times")
    done = subprocess.run(
        [binary, *arguments],
        env={**os.environ, "NUMASIM_TIMES": str(times)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    samples = sorted(map(float, times.read_text().split())) if done.returncode == 0 else []
    if not samples:
        why = done.stderr.strip() or "no message"
        raise InputError(f"{binary.name} ended with exit code {done.returncode} on this computer: {why}")
    return Measured(samples[0], samples[len(samples) // 2], len(samples))


def _run(
    name: str, threads: int, work: int, measured: Measured, result: ThreadResult, machine: Machine
) -> Run:
    cores = result.tables["cores"].iloc[:threads]
    spent = [float(cores[kind].sum()) for kind in ("compute", "memory", "synchronisation")]
    nanoseconds = result.scalars["seconds"] * 1e9
    phases = result.tables["phases"]
    slots = int(phases["issue_slots"].sum())
    fetched = int(phases["memory_reads"].sum()) * machine.memory.block
    compute, memory, waiting = (each / max(sum(spent), 1) for each in spent)
    return Run(name, threads, work, measured, nanoseconds, slots, fetched, (compute, memory, waiting))


def _microbenchmarks(machine: Machine, counts: Sequence[int]) -> Iterator[tuple[str, list[Run]]]:
    def make(name: str) -> ThreadProgram:
        if name == "sequential_read":
            return SequentialRead(bytes="16 MiB", accesses=ACCESSES)
        if name == "random_read":
            return RandomRead(bytes="16 MiB", accesses=ACCESSES)
        return AtomicCounter(accesses=ACCESSES // 10)

    for name in ("sequential_read", "random_read", "atomic_counter"):
        runs = []
        for threads in counts:
            samples = sorted(
                float(run_threads(make(name), threads, schedules.static).seconds.sum()) * 1e9
                for _ in range(ROUNDS)
            )
            program = make(name)
            result = simulate_threads(program, np.arange(threads), machine, scheduler="static")
            work = int(program.figures()["accesses"])
            measured = Measured(samples[0], samples[ROUNDS // 2], ROUNDS)
            runs.append(_run(name, threads, work, measured, result, machine))
        yield name, runs


def geometric_mean(runs: Sequence[Run]) -> float:
    """The mean factor between simulated and measured time, at least 1, whichever is longer."""
    return math.exp(float(np.mean([abs(math.log(run.ratio)) for run in runs])))
