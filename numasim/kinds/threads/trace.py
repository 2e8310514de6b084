"""The logs of a traced program of threads, made once for all points that share them, and their replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job
from numasim.experiments.workload import check_ending, cut_at_the_default
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.provenance import config_hash
from numasim.schema.traced_workload import ThreadedProgram, ThreadedSource
from numasim.trace.trace import cut_trace
from numasim.trace.trace_program import has_openmp

if TYPE_CHECKING:
    from numasim.trace.threads.thread_trace import ThreadTrace


def shared_trace(job: Job, experiment: ThreadExperiment, clock: Clock) -> ThreadTrace:
    """Return the logs of a point, or of its reference with one thread; other points may have made them."""
    threads = 1 if job.reference else experiment.threads.threads

    def build() -> ThreadTrace:
        with clock("trace"):
            return traced_threads(experiment, threads)

    trace: ThreadTrace = job.kept.traces.get(trace_key(job, experiment, threads), build, job.shared)
    return trace


def trace_key(job: Job, experiment: ThreadExperiment, threads: int) -> str:
    """Return the key of the logs of a point."""
    resolved = experiment.resolved()
    latencies = resolved["machine"]["core"]["latencies"]
    files = {name: value for name, value in job.inputs.items() if name.startswith("workload.")}
    return config_hash(["logs of threads", {**resolved["workload"], "threads": threads}, latencies, files])


def traced_threads(experiment: ThreadExperiment, threads: int) -> ThreadTrace:
    """Trace the program of an experiment with a number of threads.

    Parameters
    ----------
    experiment : ThreadExperiment
        A concrete experiment whose workload is a ``program`` or a ``source`` with ``threads``.

    Raises
    ------
    InputError
        The program does not compile, cannot be traced, makes more threads, did not end with the expected exit
        code, or its logs were cut by a default limit.
    """
    from numasim.trace.threads.trace_threads import trace_threads

    work = experiment.threads
    assert isinstance(work, (ThreadedProgram, ThreadedSource))
    common: dict[str, Any] = {
        "threads": threads,
        "seed": experiment.seed_of(work),
        "compiler": work.compiler,
        "latencies": experiment.machine.core.latencies.model_dump(),
        "function": work.function,
        "max_instructions": work.max_instructions,
        "max_bytes": work.max_bytes,
    }
    if work.timeout is not None:
        common["timeout"] = float(work.timeout.amount)
    if isinstance(work, ThreadedProgram):
        wanted = None
        trace = trace_threads(work.program, size=work.size, form=work.form, **common)
    else:
        wanted = work.exit_code
        trace = trace_threads(
            experiment.file(work.source),
            work.arguments(threads),
            flags=work.flags,
            input_file=None if work.input is None else experiment.file(work.input),
            **common,
        )
    about = trace.about
    check_ending(work.name, about["signal"], trace.exit_code, trace.errors, wanted)
    if about["cut_short"] and not work.limited:
        raise cut_at_the_default(work.name, _instructions(trace), about["max_bytes"])
    return trace


def trace_notes(trace: ThreadTrace) -> list[str]:
    """Return what a reader of a row must know of its logs, one sentence each."""
    found = [cut_trace(_instructions(trace))] if trace.about["cut_short"] else []
    made, threads = len(trace.operations), trace.about["threads"]
    if made < threads:
        found.append(f"the program made {made} threads, and `threads` allows {threads}")
    if trace.marks:
        found.append("the row has the region of interest alone; the table `phases` has the whole run")
    waits = len(trace.waits)
    if waits:
        reads = "1 read waits" if waits == 1 else f"{waits:,} reads wait"
        found.append(f"{reads} for the store of another thread that the traced run read")
    return [*found, *trace.notes]


def has_reference(experiment: ThreadExperiment) -> bool:
    """Whether a point has a reference run: its program does the same work with one thread."""
    work = experiment.threads
    if work.scales or not isinstance(work, ThreadedSource):
        return work.scales
    return has_openmp(experiment.file(work.source))


def _instructions(trace: ThreadTrace) -> int:
    return int(trace.counts["instructions"].sum())
