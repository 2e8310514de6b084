"""The results of a run in windows: the sums over its windows, and a row for each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.numa.shared.long_tables import LongTables
from numasim.numa.shared.run_result import SCALARS
from numasim.simulation.machine_results import ended_early
from numasim.trace.trace import cut_trace
from partitioners.errors import InputError
from partitioners.partition import VertexPartition
from partitioners.replicas import find_replicas

if TYPE_CHECKING:
    import pandas as pd

    from numasim.numa.shared.run_result import RunResult
    from numasim.schema.execution import Execution
    from numasim.trace.windows import Window
    from partitioners.partition import Partition

KEYS: Mapping[str, tuple[str, ...]] = {
    "cores": ("core", "x", "y", "socket", "clusters"),
    "links": ("link", "x", "y", "direction"),
    "ports": ("tile",),
    "controllers": ("controller", "tile"),
    "traffic": ("class",),
    "packets": ("class", "message_class", "hops"),
    "hops": ("hops",),
}
"""The tables of a run that windows add up, and the columns that name their rows."""

ADDED_AT_ONCE = 64
"""Number of windows whose tables are kept until they are added."""


@dataclass(frozen=True, eq=False)
class WindowedResult:
    """The results of a run in windows.

    Attributes
    ----------
    scalars : mapping of str to int or float
        The scalars of :data:`numasim.numa.shared.run_result.WINDOW_SCALARS`; ``edges``, ``vertex_copies`` and
        ``copies_or_cut``, summed; ``replication_factor``, the mean over the vertices of all windows that have
        an edge; ``work_imbalance``, the sum of the largest over the sum of the mean work of a cluster; and
        the scalars of :data:`numasim.numa.shared.run_result.SCALARS` for windows that follow each other:
        cycles, work, critical paths and counts are sums. ``busiest_core_cycles`` and the lower bound of
        ``makespan_ratio`` are sums of those of the windows.
    tables : LongTables, a mapping of str to pandas.DataFrame
        ``windows`` has one row per window: ``window``, ``first_instruction``, ``instructions``, ``edges``,
        ``carried_values`` (values of earlier windows that it reads), ``kept_values`` (values of earlier
        windows in memory), ``used_vertices`` (that have an edge), ``vertex_copies``, ``copies_or_cut``,
        ``work_imbalance``, ``first_cycle``, and the scalars of its run. ``cores``, ``links``, ``ports``,
        ``controllers``, ``traffic``, ``packets`` and ``hops`` are those of
        :class:`numasim.numa.shared.run_result.RunResult`, added over all windows.
    warnings : tuple of str
        Warnings for the interpretation of the results.
    """

    scalars: Mapping[str, int | float]
    tables: LongTables
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.scalars[name]}" for name in ("windows", "instructions", "cycles"))
        return f"WindowedResult({shown})"


def cut_figures(partition: Partition, cycles_per_weight: float) -> dict[str, int | float]:
    """Return the figures of a window's partition: its ``used_vertices``, copies and ``work_imbalance``."""
    replicas = find_replicas(partition, cycles_per_weight)
    used, work = int(np.count_nonzero(replicas.copies)), replicas.cluster_work
    made = cut = int(replicas.copies.sum()) - used
    if isinstance(partition, VertexPartition):
        home = partition.cluster_of_vertex
        cut = int(np.count_nonzero(home[partition.graph.src] != home[partition.graph.dst]))
    total = int(work.sum())
    return {
        "used_vertices": used,
        "vertex_copies": made,
        "copies_or_cut": cut,
        "work_imbalance": int(work.max()) * partition.parts / total if total else 1.0,
    }


class WindowSums:
    """The sums over the windows of a run, from which :meth:`result` makes its results.

    Attributes
    ----------
    windows, cycles : int
        The windows so far, and their cycles.
    """

    def __init__(self) -> None:
        self.windows = self.cycles = 0
        self._rows: list[dict[str, Any]] = []
        self._tables: dict[str, list[pd.DataFrame]] = {name: [] for name in KEYS}
        self._notes: tuple[str, ...] = ()
        self._cut = False
        self._warnings: dict[str, list[str]] = {}

    def add(self, window: Window, figures: Mapping[str, int | float], result: RunResult) -> None:
        """Add a window that has run.

        Parameters
        ----------
        figures : mapping of str to int or float
            The result of :func:`cut_figures`.
        """
        scalars = result.scalars
        self._rows.append(
            {
                "window": self.windows,
                "first_instruction": window.first,
                "instructions": window.instructions,
                "edges": window.graph.num_edges,
                "carried_values": window.carried.size,
                "kept_values": window.kept,
                **figures,
                "first_cycle": self.cycles,
                **scalars,
            }
        )
        cycles = int(scalars["cycles"])
        self.windows += 1
        self.cycles += cycles
        self._notes, self._cut = window.graph.notes, window.cut  # the notes are on the run so far
        for text in result.warnings if scalars["completed"] else result.warnings[1:]:  # the first: a limit
            self._warnings.setdefault(re.sub(r"\d", "", text), []).append(text)
        for name, frames in self._tables.items():
            table = result.tables[name].copy()
            if "utilisation" in table:
                table["utilisation"] *= cycles
            frames.append(table)
            if len(frames) == ADDED_AT_ONCE:
                frames[:] = [_sum(name, frames)]

    def result(self, clock: float, execution: Execution, limit: str | None) -> WindowedResult:
        """Return the results of the whole run.

        Parameters
        ----------
        clock : float
            Cycles in a second.
        limit : str, optional
            The limit that ended the run.

        Raises
        ------
        InputError
            There was no window.
        """
        import pandas as pd

        if not self._rows:
            raise InputError("there is no window to simulate; windows can be taken once from trace_windows")
        rows = pd.DataFrame(self._rows)
        tables = {name: _sum(name, frames) for name, frames in self._tables.items()}
        for table in tables.values():
            if "utilisation" in table:
                table["utilisation"] /= max(self.cycles, 1)
        sums: dict[Any, Any] = {name: column.to_numpy().sum().item() for name, column in rows.items()}
        scalars: dict[str, int | float] = {
            "windows": self.windows,
            "trace_complete": int(not self._cut),
            **{name: sums[name] for name in ("instructions", "edges", "carried_values")},
            "most_kept_values": int(rows["kept_values"].max()),
            "vertex_copies": sums["vertex_copies"],
            "copies_or_cut": sums["copies_or_cut"],
            "work_imbalance": _mean(rows["work_imbalance"], rows["work_cycles"], 1.0),
            "replication_factor": 1 + sums["vertex_copies"] / max(sums["used_vertices"], 1),
            **{name: sums[name] for name in SCALARS},
            "completed": int(limit is None and not self._cut),
            "seconds": self.cycles / clock,
            "dram_bandwidth": sums["dram_bytes"] * clock / max(self.cycles, 1),
            **self._ratios(rows, sums["critical_path_cycles"], completed=limit is None),
            "largest_link_utilisation": _largest_utilisation(tables["links"]),
            "largest_controller_utilisation": _largest_utilisation(tables["controllers"]),
        }
        warnings = [cut_trace(sums["instructions"])] if self._cut else []
        warnings += self._notes
        if limit is not None:
            warnings.append(ended_early(limit, getattr(execution, limit), self.cycles))
        for texts in self._warnings.values():
            where = f"in {len(texts)} of {self.windows} windows, " if self.windows > 1 else ""
            warnings.append(f"{where}{texts[0]}")
        return WindowedResult(scalars, LongTables({"windows": rows, **tables}), tuple(warnings))

    def _ratios(self, rows: pd.DataFrame, critical_path: int, *, completed: bool) -> dict[str, float]:
        """The ratios of the time to its bounds; 0 for a run that is not complete."""
        if not completed or not self.cycles:
            return {"makespan_ratio": 0.0, "slr": 0.0, "core_utilisation": 0.0}
        cycles, ratio = rows["cycles"].to_numpy(), rows["makespan_ratio"].to_numpy()
        bound = float((cycles[ratio > 0] / ratio[ratio > 0]).sum())
        return {
            "makespan_ratio": self.cycles / bound if bound else 0.0,
            "slr": self.cycles / critical_path if critical_path else 0.0,
            "core_utilisation": _mean(rows["core_utilisation"], rows["cycles"], 0.0),
        }


def _mean(values: pd.Series[Any], weights: pd.Series[Any], otherwise: float) -> float:
    """The weighted mean; without weights, another value."""
    total = float(weights.sum())
    return float((values * weights).sum()) / total if total else otherwise


def _largest_utilisation(table: pd.DataFrame) -> float:
    return float(table["utilisation"].max()) if len(table) else 0.0


def _sum(name: str, frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Add the figures of rows with the same keys."""
    import pandas as pd

    joined = pd.concat(frames, ignore_index=True)
    if joined.empty:
        return joined
    # A later window may have packets that cross a new number of links.
    return joined.groupby(list(KEYS[name]), sort="hops" in KEYS[name], as_index=False).sum()
