"""What an experiment gave: its tables, and what its rows are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from numasim.config.yaml_lines import read_yaml
from numasim.results.ratios import baseline_labels
from numasim.results.row_kinds import ROW_KINDS, STUDY, RowKind
from numasim.results.row_names import REPLICATE, records, row_labels, varying_columns
from numasim.results.tables import RESOLVED, load_results
from numasim.schema.gpu_experiment import experiment_of
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class Results:
    """What a results folder shows: its tables, and what their rows are called.

    Attributes
    ----------
    kind : RowKind
    resolved : dict
        The experiment or the study as plain data, as in ``resolved.yaml``; empty where that is not there.
    table : pandas.DataFrame
        One row a run, in the order of the points.
    tables : dict of str to pandas.DataFrame
        The long tables of all runs, keyed by ``point`` and ``id``; those without rows are left out.
    metadata : mapping
        Versions, seed and hashes, which Parquet files carry.
    """

    kind: RowKind
    resolved: dict[str, Any]
    table: pd.DataFrame
    tables: dict[str, pd.DataFrame]
    metadata: Mapping[Any, Any]

    @cached_property
    def varying(self) -> list[str]:
        """The columns of the swept fields, beside those that every table of its kind has."""
        return varying_columns(self.resolved.get("sweep", {}), records(self.table), self.kind)

    @property
    def labels(self) -> list[str]:
        """What to call each row, without its mapper and the number of its replicate."""
        columns = [column for column in self.varying if column != REPLICATE]
        return row_labels(records(self.table), columns, self.kind)


def read_results(folder: Path, tables: Iterable[str]) -> Results:
    """Read what a results folder shows.

    Parameters
    ----------
    folder : Path
    tables : iterable of str
        The long tables to read, as far as they are there.

    Raises
    ------
    InputError
        What is no results folder, or has a damaged file.
    """
    table = load_results(folder)
    configuration = folder / RESOLVED
    resolved = read_yaml(configuration).data if configuration.is_file() else {}
    if not isinstance(resolved, dict):
        raise InputError(f"{configuration}: expected a mapping; it is not as `numasim run` wrote it")
    return Results(
        kind=STUDY if "kind" in resolved else ROW_KINDS[experiment_of(resolved).kind],
        resolved=resolved,
        table=table,
        tables={
            name: load_results(folder, name) for name in tables if (folder / f"{name}.parquet").is_file()
        },
        metadata=table.attrs,
    )


@dataclass(frozen=True)
class ExperimentResults(Results):
    """What an experiment gave, and how it was run.

    Attributes
    ----------
    experiment : Experiment
    timings : pandas.DataFrame
        Wall seconds of the phases of every run, in this execution.
    inputs : dict
        The SHA-256 of every file that was read, by its path as found.
    tracebacks : dict
        Of the points that failed by a bug.
    stopped : {'', 'interrupted', 'failed'}
        Ended early, by the user or at the first failure: the tables hold what was finished.
    reused : int
        How many points were finished before.
    damaged : tuple of str
        The files of kept points that were damaged, each with the reason; those points were run again.
    seconds : float
        Wall time.
    workers : int
    """

    experiment: Experiment
    timings: pd.DataFrame
    inputs: dict[str, str]
    tracebacks: dict[int, str]
    stopped: Literal["", "interrupted", "failed"]
    reused: int
    damaged: tuple[str, ...]
    seconds: float
    workers: int

    @property
    def failed(self) -> int:
        """How many points failed."""
        return int(self.table["error"].notna().sum())

    @property
    def baselines(self) -> list[str]:
        """What the ratio columns call each baseline."""
        return baseline_labels(self.experiment.baselines)
