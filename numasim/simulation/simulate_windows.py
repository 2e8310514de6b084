"""Simulate a run of a program window by window, so that memory does not grow with the run.

Each window is cut, placed and run like a graph of its own, and begins when the window before has finished on
all cores. Values of earlier windows that it reads are initial values. So two instructions of different
windows never run at the same time, and the cycles of a run are at least those of a run without windows where
neither waits for memory.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mappers.clusters.cluster_graph import cluster_graph
from mappers.mapping import Mapping as ClusterMapping
from numasim.program.task_times import mean_speeds
from numasim.schema.execution import Execution, as_execution
from numasim.schema.requirements import NO_EVENTS, WINDOWS
from numasim.simulation.map_onto_machine import map_clusters
from numasim.simulation.simulate import simulate
from numasim.simulation.windowed_result import WindowedResult, WindowSums, cut_figures
from partitioners.analysis.verify import verify as verify_partition
from partitioners.errors import OptionError
from partitioners.partition import most_parts
from partitioners.partition_graph import partition, placed_by
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.trace.windows import Window
    from partitioners.partition import Partition


def simulate_windows(
    windows: Iterable[Window],
    machine: Machine,
    parts: int,
    *,
    method: str = "contiguous",
    options: Mapping[str, Any] | None = None,
    mapper: str | ClusterMapping = "memory_centric",
    mapper_options: Mapping[str, Any] | None = None,
    execution: Execution | Mapping[str, Any] | None = None,
    seed: int = 0,
    verify: bool = False,
    progress: Progress = silent,
) -> WindowedResult:
    """Run a program window by window on a simulated machine.

    Parameters
    ----------
    windows : iterable of Window
        Such as those of :func:`numasim.trace_windows`. Each is freed before the next one is taken.
    parts : int
        Number of clusters of each window. Clusters of a later window that has fewer edges (edge cuts:
        vertices) are empty.
    method : str
        The partitioner that cuts each window.
    options : mapping of str to object, optional
        Its options, and its ``seed`` if that differs from ``seed``.
    mapper : str or Mapping
        The mapper, or a mapping. A mapper places the clusters of the first window, and the clusters of the
        other windows have the same cores.
    mapper_options : mapping of str to object, optional
        The options of the mapper, and its ``seed`` if that differs.
    execution : Execution or mapping, optional
        See :func:`numasim.simulate`. ``max_cycles`` and ``max_seconds`` limit the whole run.
    seed : int
        That of the partitioner, of the mapper, and of work stealing.
    verify : bool
        Whether to check the partition of each window against its definition.
    progress : callable, optional
        Called after each window with the instructions of the run so far and in all.

    Raises
    ------
    OptionError
        ``execution`` is invalid, or has simulated memory, supersteps or ``max_events``; the first window has
        fewer edges (edge cuts: vertices) than ``parts``; the mapper decides during the run.
    InputError
        There is no window.
    VerificationError
        With ``verify``, a partition is wrong.
    """
    chosen = as_execution(execution)
    _check_execution(chosen)
    machine = machine.for_clusters(parts)
    mapping = None if isinstance(mapper, str) else _finished(mapper)
    sums, begun, limit = WindowSums(), time.monotonic(), None
    with _closed_at_the_end(windows):
        for window in windows:
            limit = _reached(chosen, sums.cycles, begun) if sums.windows else None
            if limit is not None:
                break
            cut = _cut(window, method, parts, {"seed": seed, **(options or {})})
            if verify:
                verify_partition(cut)
            if mapping is None:
                own = {"seed": seed, **(mapper_options or {})}
                mapping = _finished(_place(cut, machine, str(mapper), own, chosen))
            figures = cut_figures(cut, chosen.cycles_per_weight)
            result = simulate(cut, mapping, machine, _left(chosen, sums.cycles, begun), seed=seed)
            sums.add(window, figures, result)
            done = window.first + window.instructions
            # The speed first: a narrow terminal cuts the line.
            speed = _speed(done, time.monotonic() - begun)
            progress(done, window.of_run, f"{speed}, {sums.cycles:,} cycles")
            del window, cut
            if not result.scalars["completed"]:
                limit = "max_cycles" if sums.cycles == chosen.max_cycles else "max_seconds"
                break
    return sums.result(machine.clock, chosen, limit)


def _closed_at_the_end(windows: Iterable[Window]) -> AbstractContextManager[object]:
    """Close a generator, such as that of the log of a run, also if the run ends early."""
    return contextlib.closing(windows) if isinstance(windows, Generator) else contextlib.nullcontext()


def _speed(instructions: int, seconds: float) -> str:
    speed = instructions / seconds
    return f"{speed / 1e6:.2f} M instructions/s" if speed >= 1e5 else f"{speed:,.0f} instructions/s"


def _check_execution(execution: Execution) -> None:
    """Check that a program can run in windows.

    Raises
    ------
    OptionError
        The run has simulated memory, supersteps, or a limit of events.
    """
    WINDOWS.check(execution)
    if execution.max_events is not None:
        raise OptionError(NO_EVENTS)


def _reached(execution: Execution, cycles: int, begun: float) -> str | None:
    """The limit that leaves nothing for the next window, if any."""
    if execution.max_cycles is not None and cycles >= execution.max_cycles:
        return "max_cycles"
    if execution.max_seconds is not None and time.monotonic() - begun >= execution.max_seconds:
        return "max_seconds"
    return None


def _left(execution: Execution, cycles: int, begun: float) -> Execution:
    """The execution with what is left of its limits."""
    left: dict[str, float] = {}
    if execution.max_cycles is not None:
        left["max_cycles"] = execution.max_cycles - cycles
    if execution.max_seconds is not None:
        left["max_seconds"] = max(execution.max_seconds - (time.monotonic() - begun), 1e-9)
    return execution.model_copy(update=left) if left else execution


def _cut(window: Window, method: str, parts: int, options: Mapping[str, Any]) -> Partition:
    """Cut a window. Some clusters of a later window, such as a short last one, may be empty."""
    most = most_parts(window.graph, placed_by(method))
    if window.first == 0 or not window.graph.num_edges or parts <= most:
        return partition(window.graph, method, parts, **options)
    return replace(partition(window.graph, method, most, **options), parts=parts)


def _finished(mapping: object) -> ClusterMapping:
    """Return a mapping that is finished before the run.

    Raises
    ------
    OptionError
        Its mapper decides during the run.
    """
    if type(mapping) is not ClusterMapping:  # a periodic mapping is a subclass
        raise OptionError(
            f"the windows of a run need a mapper or a finished mapping, got {type(mapping).__name__}; use "
            "`policy: static`"
        )
    return mapping


def _place(
    cut: Partition, machine: Machine, mapper: str, options: Mapping[str, Any], execution: Execution
) -> ClusterMapping:
    """Map the clusters of the first window."""
    clusters = cluster_graph(
        cut, value_bytes=execution.value_bytes, cycles_per_weight=execution.cycles_per_weight
    )
    speeds = None
    if machine.task_rates.classes:
        speeds = mean_speeds(cut.graph, machine, execution.cycles_per_weight)
    return map_clusters(
        clusters, machine, mapper, initial_values=execution.initial_values, speeds=speeds, **options
    )
