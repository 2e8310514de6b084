"""The results of an experiment: its tables, and the names of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from numasim.results.chosen_rows import MOST_ROWS, thinned
from numasim.results.kept_tables import kept_tables
from numasim.results.ratios import baseline_labels, baseline_places, baselines_of
from numasim.results.row_kinds import STUDY, RowKind, rows_of
from numasim.results.row_names import REPLICATE, each_record, row_labels, varying_columns
from numasim.results.search_history import History, history_of
from numasim.results.tables import RESOLVED, read_own_table
from numasim.schema.expand import assignments
from numasim.schema.experiment import experiment_of
from numasim.schema.sweep import sweep_of, swept_values
from partitioners.config.yaml_lines import read_yaml
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class Results:
    """The contents of a results folder: its tables, and the names of their rows.

    Attributes
    ----------
    resolved : dict
        The experiment or the study as plain data, as in ``resolved.yaml``; empty if that file is missing.
    table : pandas.DataFrame
        One row per run, in the order of the points.
    tables : dict of str to pandas.DataFrame
        The long tables of all runs, keyed by ``point`` and ``run_id``; tables without rows are left out.
    metadata : mapping
        The versions, the seed and the hashes in the metadata of the Parquet files.
    """

    kind: RowKind
    resolved: dict[str, Any]
    table: pd.DataFrame
    tables: dict[str, pd.DataFrame]
    metadata: Mapping[Any, Any]

    @cached_property
    def shown(self) -> Results:
        """The results with the rows that charts and names are made of, of a large table not all.

        They are :func:`numasim.results.chosen_rows.thinned`, and the rows with which these are compared.
        """
        sweep, kind = sweep_of(self.resolved), self.kind
        columns = [*kind.naming, *(kind.field_columns.get(name, name) for name in swept_values(sweep))]
        places = thinned(self.table, columns, kind.speed, MOST_ROWS)
        if len(places) == len(self.table):
            return self
        if baselines := baselines_of(self.resolved):
            swept = list(assignments(self.resolved, experiment_of(self.resolved)))
            of_rows = [swept[point] for point in self.table["point"]]
            extra = self.table["extra_run"].fillna(value=False).astype(bool).tolist()
            bases = [np.array(baseline_places(of_rows, extra, each), np.intp)[places] for each in baselines]
            places = np.unique(np.concatenate([places, *bases]))
            places = places[places >= 0]
        return replace(self, table=self.table.iloc[places].copy())

    @cached_property
    def varying(self) -> list[str]:
        """The columns of the swept fields, without those that every table of the kind has."""
        return varying_columns(sweep_of(self.resolved), self.shown.table, self.kind)

    @cached_property
    def history(self) -> History | None:
        """What a search found; None without a search, or if no run has a cost."""
        objective = self.resolved.get("objective")
        return history_of(self.table, objective) if objective and "search" in self.resolved else None

    @property
    def baselines(self) -> list[str]:
        """The names of the baselines in the ratio columns."""
        return baseline_labels(baselines_of(self.resolved))

    @cached_property
    def labels(self) -> list[str]:
        """The name of each row of ``shown``, without its mapper and the number of its replicate."""
        columns = [column for column in self.varying if column != REPLICATE]
        return row_labels(each_record(self.shown.table), columns, self.kind)


def read_results(folder: Path, tables: Iterable[str]) -> Results:
    """Read a results folder.

    Parameters
    ----------
    tables : iterable of str
        The long tables to read, if they exist.

    Raises
    ------
    InputError
        The folder is not a results folder, or a file is damaged.
    """
    table = read_own_table(folder)
    configuration = folder / RESOLVED
    resolved = read_yaml(configuration).data if configuration.is_file() else {}
    if not isinstance(resolved, dict):
        raise InputError(f"{configuration}: expected a mapping, as in an unchanged file of `numasim run`")
    names = [name for name in tables if (folder / f"{name}.parquet").is_file()]
    found = {name: read_own_table(folder, name) for name in names}
    return Results(
        kind=STUDY if "kind" in resolved else rows_of(experiment_of(resolved).kind),
        resolved=resolved,
        table=table,
        tables=kept_tables(found, resolved.get("tables")),
        metadata=table.attrs,
    )


@dataclass(frozen=True)
class ExperimentResults(Results):
    """The results of an experiment, and data about its execution.

    Attributes
    ----------
    timings : pandas.DataFrame
        The wall-clock seconds of the phases of every run, in this execution.
    inputs : dict
        The SHA-256 of every input file, by the path where it was found.
    tracebacks : dict
        The tracebacks of points that failed because of a bug, by their numbers.
    stopped : {'', 'interrupted', 'failed'}
        Why the execution ended early: by the user, or at the first failure. The tables contain finished runs.
    points, reused : int
        The number of finished points, and of those that had already been finished.
    notes : tuple of str
        Published figures and derived names that no run has, each with the reason.
    damaged : tuple of str
        The files of stored points that were damaged, each with the reason; those points were run again.
    seconds : float
        The wall-clock time of the execution.
    """

    experiment: Experiment
    timings: pd.DataFrame
    inputs: dict[str, str]
    tracebacks: dict[int, str]
    stopped: Literal["", "interrupted", "failed"]
    points: int
    reused: int
    notes: tuple[str, ...]
    damaged: tuple[str, ...]
    seconds: float
    workers: int

    @property
    def failed(self) -> int:
        """The number of failed runs."""
        return int(self.table["error"].notna().sum())
