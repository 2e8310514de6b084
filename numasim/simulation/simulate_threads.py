"""Simulate a program of threads on a machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.numa.shared.limits import UNLIMITED, Limits
from numasim.numa.shared.long_tables import LongTables
from numasim.numa.shared.region import RunCounts, counts_of
from numasim.numa.shared.thread_inputs import ISSUE_SLOTS, PHASE_COUNTS, ThreadRunInputs
from numasim.numa.shared.thread_result import THREAD_SCALARS, ThreadResult
from numasim.schema.execution import as_section
from numasim.schema.requirements import check_least_threads, check_one_speed
from numasim.schema.thread_execution import ThreadExecution
from numasim.simulation.machine_results import (
    crowded_links,
    ended_early,
    machine_scalars,
    machine_tables,
    schedule_ratios,
)
from numasim.simulation.pairs import of_cores, pair_figures
from numasim.simulation.run_tables import activity_table
from numasim.simulation.thread_invariants import check_region_invariants, check_thread_invariants
from numasim.threads.mapping import check_cores, check_threads
from numasim.threads.operations import KIND_NAMES
from numasim.threads.program import phase_columns
from numasim.threads.schedules import THREAD_SCHEDULES
from numasim.threads.searches import add_rates, search_figures
from numasim.threads.team import Team
from partitioners.errors import VerificationError
from partitioners.text.integers import check_integer

if TYPE_CHECKING:
    import pandas as pd

    from numasim.machine.machine import Machine
    from numasim.numa.compiled.thread_run import ThreadRun as CompiledRun
    from numasim.numa.shared.timeline import Timeline
    from numasim.numa.simpy_engine.thread_run import ThreadRun as SimpyRun
    from numasim.threads.program import ThreadProgram

CHUNK = 256
"""The items of a chunk, if none are given."""


def simulate_threads(
    program: ThreadProgram,
    core_of_thread: NDArray[np.integer[Any]],
    machine: Machine,
    *,
    scheduler: str = "static",
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    chunk: int = CHUNK,
    network: Literal["ideal", "packet", "flit"] = "packet",
    barrier: Literal["messages", "memory"] = "messages",
    lock: Literal["ticket", "test_and_set", "test_and_test_and_set", "mcs"] = "ticket",
    lock_layout: Literal["padded", "packed"] = "padded",
    engine: Literal["auto", "simpy", "compiled"] = "auto",
    limits: Limits = UNLIMITED,
    verify: bool = True,
    timeline: Timeline | None = None,
) -> ThreadResult:
    """Run a program of threads on a simulated machine.

    Parameters
    ----------
    core_of_thread : ndarray of int, shape (threads,)
        The core of each thread, all different.
    scheduler : str
        The schedule of a phase's items, one of :data:`numasim.threads.schedules.THREAD_SCHEDULES`.
    options : mapping, optional
        Options of the schedule.
    seed : int
        The seed of the schedule, if it draws random numbers.
    chunk : int
        Items of a chunk.
    network : {'ideal', 'packet', 'flit'}
        The fidelity of the network.
    barrier : {'messages', 'memory'}
        Whether threads meet through messages to core 0 and back, or through counters in memory.
    lock : {'ticket', 'test_and_set', 'test_and_test_and_set', 'mcs'}
        The kind of all locks, see :mod:`numasim.numa.shared.sync_steps`.
    lock_layout : {'padded', 'packed'}
        Whether each counter of a lock has a block of its own, or the counters are 8 bytes apart. It does not
        apply to locks that lie in the program's arrays.
    engine : {'auto', 'simpy', 'compiled'}
        The engine; the results are the same. ``auto`` is the compiled one.
    verify : bool
        Whether the program checks its results.
    timeline : Timeline, optional
        Records the activity of the cores. The SimPy engine then runs the program, with the same results.

    Raises
    ------
    ConfigError, OptionError
        The threads do not fit on the machine, the program does not fit into its memory, or an option is out
        of range.
    InputError
        The threads wait for one another for ever.
    PluginError
        The program makes a mistake, such as an access outside its arrays.
    VerificationError
        The program computed a wrong result.
    InvariantError
        The run violated an invariant of the model. This is a bug.

    Notes
    -----
    The model is described in ``docs/threads.md``.
    """
    threads = len(core_of_thread)
    check_threads(threads, machine.num_cores)
    cores = check_cores(np.asarray(core_of_thread), threads, machine.num_cores, "core_of_thread")
    check_least_threads(type(program), threads, type(program).__name__)
    check_one_speed(machine)
    choices = {"network": network, "barrier": barrier, "lock": lock, "lock_layout": lock_layout}
    as_section(ThreadExecution, {**choices, "engine": engine, **asdict(limits)})
    check_integer("chunk", chunk, 1)
    check_integer("seed", seed)
    schedule = THREAD_SCHEDULES[scheduler]
    team = Team(
        program,
        threads,
        schedule.function,
        chunk,
        options=schedule.check_options(options or {}),
        seed=seed,
        block=machine.memory.block,
        page=machine.memory.page,
        victims=victims(cores, machine.topology),
        locks=lock_layout,
        lock=lock,
        capacity=machine.memory.capacity,
    )
    inputs = ThreadRunInputs(
        team,
        cores,
        machine,
        network=network,
        barrier=barrier,
        lock=lock,
        ordered_atomics=machine.core.atomics == "ordered",
        limits=limits,
    )
    run = _engine(engine, timeline)(inputs)
    run.execute()
    if verify and run.ended_by is None:
        wrong = program.verify()
        if wrong:
            raise VerificationError(f"{type(program).__name__}: {'; '.join(wrong)}")
    result = _result(run, run, inputs, program)
    check_thread_invariants(result, inputs, run.delays)
    if not program.has_region:
        return result
    return _result_of_region(run, result, inputs, program)


def victims(core_of_thread: NDArray[np.int64], topology: Mesh) -> NDArray[np.int64]:
    """For each thread, the others by the distance of their cores, at equal distance by number.

    Parameters
    ----------
    core_of_thread : ndarray of int64, shape (threads,)

    Returns
    -------
    ndarray of int64, shape (threads, threads - 1)
    """
    distances = topology.distances[np.ix_(core_of_thread, core_of_thread)].astype(np.int64)
    np.fill_diagonal(distances, -1)
    return np.argsort(distances, axis=1, kind="stable")[:, 1:].astype(np.int64)


def _engine(
    name: str, timeline: Timeline | None
) -> Callable[[ThreadRunInputs], CompiledRun] | Callable[[ThreadRunInputs], SimpyRun]:
    if timeline is not None:
        from numasim.numa.simpy_engine.thread_timeline_recorder import RecordedThreadRun

        return partial(RecordedThreadRun, timeline)
    if name == "simpy":
        from numasim.numa.simpy_engine.thread_run import ThreadRun

        return ThreadRun
    from numasim.numa.compiled.thread_run import ThreadRun as Compiled

    return Compiled


def _result_of_region(
    run: CompiledRun | SimpyRun, whole: ThreadResult, inputs: ThreadRunInputs, program: ThreadProgram
) -> ThreadResult:
    """The result of the region of interest of a run, of which the limit of a run may have left nothing."""
    if run.ended_by is not None:
        run.region.stop(counts_of(run, run.finished_at))
    counts = run.region.counts
    if counts is None:
        return replace(whole, warnings=(*whole.warnings, "the region of interest has not begun"))
    counts.ended_by = run.ended_by
    result = _result(counts, run, inputs, program)
    check_region_invariants(result, whole)
    return result


def _result(
    counted: CompiledRun | SimpyRun | RunCounts,
    run: CompiledRun | SimpyRun,
    inputs: ThreadRunInputs,
    program: ThreadProgram,
) -> ThreadResult:
    """The result of what was counted in a run: all of it, or its region of interest."""
    machine, cycles = inputs.machine, counted.finished_at
    cores = activity_table(counted, machine, {"thread": inputs.thread_of_core}, cycles)
    columns = {"cores": cores, **machine_tables(counted, machine, cycles)}
    of_kind = dict(zip(PHASE_COUNTS[1:], counted.operations.sum(axis=0).tolist(), strict=False))
    slots, width = counted.operations[:, ISSUE_SLOTS], machine.core.issue_width
    found: dict[str, int | float] = {
        "completed": int(run.ended_by is None),
        "cycles": cycles,
        "work_cycles": int(slots.sum()) // width,
        "busiest_core_cycles": int(slots.max()) // width,
        **machine_scalars(counted, columns, machine, cycles, int(slots.sum())),
        "operations": sum(of_kind[kind] for kind in KIND_NAMES),
        **{f"operation_{kind}s": of_kind[kind] for kind in ("load", "store", "atomic", "lock", "barrier")},
        "folded_accesses": of_kind["folded"],
        "sequential_misses": of_kind["sequential_misses"],
        "random_misses": of_kind["random_misses"],
        "phases": len(run.phases) - run.region.boundaries,
    }
    found |= schedule_ratios(found, machine.num_cores)
    scalars = {name: found[name] for name in THREAD_SCALARS}
    warnings = []
    if run.ended_by is not None:
        warnings.append(ended_early(run.ended_by, getattr(inputs.limits, run.ended_by), run.finished_at))
    warnings += crowded_links(inputs.network, scalars["largest_link_utilisation"])
    phases = _phases_table(run, program)
    tables: dict[str, Any] = {"phases": phases, **columns}
    figures: dict[str, int | float] = {}
    if run.ended_by is None:
        figures |= program.figures()
        searches = program.searches(phases)
        if searches is not None:
            tables["searches"] = add_rates(searches, machine.clock)
            figures |= search_figures(tables["searches"])
        pairs = program.pairs(phases)
        if pairs is not None:
            tables["pairs"] = of_cores(pairs, inputs.core_of_thread, machine)
            figures |= pair_figures(tables["pairs"])
    return ThreadResult(scalars, LongTables(tables), inputs.core_of_thread, figures, tuple(warnings))


def _phases_table(run: CompiledRun | SimpyRun, program: ThreadProgram) -> pd.DataFrame:
    """The phases: their cycles, the program's figures, and the counters, each of this phase alone."""
    import pandas as pd

    counts = np.array(run.phases, np.int64).reshape(-1, len(PHASE_COUNTS))
    own = np.diff(counts, axis=0, prepend=np.zeros((1, len(PHASE_COUNTS)), np.int64))
    names = [f"{name}s" if name in KIND_NAMES else name for name in PHASE_COUNTS]
    names[0] = "cycles"
    frame = pd.DataFrame(own, columns=names).drop(columns=["ends", "marks"])
    frame.insert(0, "phase", np.arange(len(frame)))
    frame.insert(1, "last_cycle", counts[:, 0])
    figures = np.array(run.figures, np.int64).reshape(-1, max(len(program.columns), 1))
    for place, (name, values) in enumerate(phase_columns(program, figures).items()):
        frame.insert(1 + place, name, values)
    return frame
