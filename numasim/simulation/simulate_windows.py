"""Simulate a run of a program window by window, so that memory does not grow with the run.

Each window is cut, placed and run like a graph of its own, and begins when the window before has finished on
all cores. Values of earlier windows that it reads are initial values. So two instructions of different
windows never run at the same time, and the cycles of a run are at least those of a run without windows where
neither waits for memory.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mappers.cluster_graph import cluster_graph
from mappers.mapping import Mapping as ClusterMapping
from numasim.schema.execution import Execution, as_execution
from numasim.simulation.map_onto_machine import map_clusters
from numasim.simulation.simulate import simulate
from partitioners.errors import OptionError
from partitioners.partition_graph import partition
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.machine.machine import Machine
    from numasim.trace.windows import Window


def simulate_windows(
    windows: Iterable[Window],
    machine: Machine,
    parts: int,
    *,
    method: str = "contiguous",
    options: Mapping[str, Any] | None = None,
    mapper: str = "memory_centric",
    execution: Execution | Mapping[str, Any] | None = None,
    seed: int = 0,
    progress: Progress = silent,
) -> pd.DataFrame:
    """Run a program window by window on a simulated machine.

    Parameters
    ----------
    windows : iterable of Window
        Such as those of :func:`numasim.trace_windows`. Each is freed before the next one is taken.
    machine : Machine
    parts : int
        Number of clusters of each window.
    method : str
        The partitioner that cuts each window.
    options : mapping of str to object, optional
        Its options.
    mapper : str
        The mapper. It places the clusters of the first window, and the clusters of the other windows have
        the same cores.
    execution : Execution or mapping, optional
        See :func:`numasim.simulate`. Limits apply to each window, and a window that a limit ends is the last.
    seed : int
        That of the partitioner and of the mapper.
    progress : callable, optional
        Called after each window with the instructions of the run so far and in all.

    Returns
    -------
    pandas.DataFrame
        One row per window: ``first_instruction``, ``instructions``, ``edges``, ``carried_values`` (values of
        earlier windows that it reads), ``kept_values`` (values of earlier windows in memory) and
        ``first_cycle``, then the scalars of its run (:data:`numasim.numa.run_result.SCALARS`).

    Raises
    ------
    OptionError
        ``execution`` is invalid, or has simulated memory or supersteps.
    """
    import pandas as pd

    chosen = as_execution(execution)
    for key, wanted in (("memory_model", "traced"), ("model", "dataflow")):
        found = getattr(chosen, key)
        if found not in (wanted, None):
            raise OptionError(f"the windows of a run need `{key}: {wanted}`, got {found!r}")
    machine = machine.for_clusters(parts)
    rows: list[dict[str, Any]] = []
    mapping: ClusterMapping | None = None
    cycles, begun = 0, time.monotonic()
    for window in windows:
        cut = partition(window.graph, method, parts, seed=seed, **(options or {}))
        if mapping is None:
            mapping = map_clusters(
                cluster_graph(cut, cycles_per_weight=chosen.cycles_per_weight),
                machine,
                mapper,
                seed=seed,
                initial_values=chosen.initial_values,
            )
        scalars = simulate(cut, mapping, machine, chosen, seed=seed).scalars
        rows.append(
            {
                "first_instruction": window.first,
                "instructions": window.instructions,
                "edges": window.graph.num_edges,
                "carried_values": window.carried.size,
                "kept_values": window.kept,
                "first_cycle": cycles,
                **scalars,
            }
        )
        cycles += int(scalars["cycles"])
        done, seconds = window.first + window.instructions, time.monotonic() - begun
        progress(done, window.of_run, f"{cycles:,} cycles, {done / seconds / 1e6:.2f} M instructions/s")
        del window, cut
        if not scalars["completed"]:
            break
    return pd.DataFrame(rows)
