"""The rows and the tables of finished points, gathered part by part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numasim.experiments.derived_columns import add_derived, fields_used
from numasim.experiments.point_kind import kind_of
from numasim.experiments.row_table import RowTable
from numasim.experiments.stored_tables import StoredTables, join_tables
from numasim.experiments.tools import tools_of
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.provenance import config_hash, versions
from numasim.results.frames import with_columns
from numasim.results.objectives import SCREENED
from numasim.results.ratios import add_ratios, add_speedup, measures_of
from numasim.results.row_kinds import rows_of
from numasim.results.row_names import swept_columns

if TYPE_CHECKING:
    import pandas as pd

    from numasim.experiments.point_runner import Finished
    from numasim.plugin_files import Hashes
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

NO_SPEEDUP = "no speed-up: "
"""The beginning of the warning of a row whose reference failed."""


class Gathered:
    """What the results of an experiment are made of; configurations and jobs are not kept.

    Attributes
    ----------
    points, reused : int
        The number of finished points, and of those that had already been finished.
    tracebacks : dict of int to str
        The tracebacks of points that failed because of a bug, by their numbers.
    """

    def __init__(self, experiment: Experiment) -> None:
        self.points = self.reused = 0
        self.tracebacks: dict[int, str] = {}
        self._experiment = experiment
        self._rows, self._fields = RowTable(), RowTable()
        self._overrides: list[Mapping[str, Any]] = []
        self._tables: list[tuple[int, StoredTables]] = []
        self._timings = RowTable()
        self._measures: tuple[str, ...] = ()
        self._tools: dict[str, str] = {}

    def add(self, finished: Finished) -> list[dict[str, Any]]:
        """Add the results of points, and return their rows with speed-ups over the references."""
        plan, found, _ = finished
        rows, of_rows = rows_of_points(finished)
        self._rows.add(rows)
        self._fields.add(fields_used(self._experiment, of_rows))
        if self._experiment.baseline:
            self._overrides += [point.overrides for point in of_rows]
        for point, key, _ in plan.points:
            self._tools |= tools_of(point.experiment)
            if (outcome := found.outcomes.get(key)) is None:
                continue
            self.points += 1
            self.reused += key in found.reused
            if outcome.tables:
                self._tables.append((point.index, outcome.tables))
            if outcome.traceback:
                self.tracebacks[point.index] = outcome.traceback
        ended = [found.outcomes[key] for key in plan.jobs if key in found.outcomes]
        self._timings.add([times for outcome in ended for times in outcome.timings])
        measures = measures_of(
            rows_of(self._experiment.kind), [point.experiment for point, _, _ in plan.points]
        )
        self._measures = max(self._measures, measures, key=len)
        return rows

    def table(self, screened: Mapping[int, int]) -> tuple[pd.DataFrame, list[str]]:
        """Return the table of the rows, which go, and notes on names in ``derived`` that no run has.

        Parameters
        ----------
        screened : mapping of int to int
            The points of a search that confirm others, and those that they confirm.
        """
        import pandas as pd

        table = self._rows.frame(keep=False)
        if screened:
            confirmed = pd.array([screened.get(number) for number in table["point"]], dtype="Int64")
            table = with_columns(table, {SCREENED: confirmed}, before="warnings")
        table = add_ratios(table, self._overrides, self._experiment.baselines, self._measures)
        return add_derived(table, self._experiment, self._fields)

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return the long tables."""
        return join_tables(self._tables)

    def timings(self) -> pd.DataFrame:
        """Return the seconds of the phases of every run."""
        import pandas as pd

        return self._timings.frame((), (), keep=False) if len(self._timings) else pd.DataFrame({"run_id": []})

    def metadata(self, hashes: Hashes) -> dict[str, Any]:
        """Return what the files of the tables say of their origin.

        Parameters
        ----------
        hashes : Hashes
            Those of the input files.
        """
        return {
            "versions": versions() | self._tools,
            "seed": self._experiment.seed,
            "experiment": config_hash(self._experiment.resolved()),
            "inputs": sorted(hashes.by_path.values()),
        }


def rows_of_points(finished: Finished) -> tuple[list[dict[str, Any]], list[Point]]:
    """Return the rows of finished points with speed-ups over references, and the point of each row."""
    plan, found, known = finished
    kind, shown = kind_of(plan.experiment), rows_of(plan.experiment.kind)
    rows, points, references = [], [], []
    for point, key, reference in plan.points:
        if key not in found.outcomes:
            continue
        of_one_core = {} if reference is None else known.get(reference, {})
        for row in found.outcomes[key].rows:
            rows.append({"point": point.index, **swept_columns(point.overrides, shown), **row})
            points.append(point)
            references.append(of_one_core)
    if kind.reference is not None:
        add_speedup(rows, [row.get("cycles") if row.get("completed") else None for row in references])
    for row, one_core in zip(rows, references, strict=True):
        if one_core.get("error") and row["error"] is None:
            why = f"{NO_SPEEDUP}{kind.on_one_core} on one core failed: {one_core['error']}"
            row["warnings"] = WARNING_SEPARATOR.join(filter(None, (row.get("warnings"), why)))
    return rows, points
