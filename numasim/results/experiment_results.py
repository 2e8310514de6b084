"""What an experiment gave: its tables, and what its rows are called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from numasim.results.ratios import baseline_labels
from numasim.results.row_kinds import ROW_KINDS, RowKind
from numasim.results.row_names import REPLICATE, records, row_labels, varying_columns

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class ExperimentResults:
    """What an experiment gave.

    Attributes
    ----------
    experiment : Experiment
    table : pandas.DataFrame
        One row a run, in the order of the points.
    tables : dict of str to pandas.DataFrame
        The long tables of all runs, keyed by ``point`` and ``id``; those without rows are left out.
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
    table: pd.DataFrame
    tables: dict[str, pd.DataFrame]
    timings: pd.DataFrame
    inputs: dict[str, str]
    tracebacks: dict[int, str]
    stopped: Literal["", "interrupted", "failed"]
    reused: int
    damaged: tuple[str, ...]
    seconds: float
    workers: int

    @property
    def kind(self) -> RowKind:
        """Of the rows."""
        return ROW_KINDS[self.experiment.kind]

    @property
    def failed(self) -> int:
        """How many points failed."""
        return int(self.table["error"].notna().sum())

    @property
    def baselines(self) -> list[str]:
        """What the ratio columns call each baseline."""
        return baseline_labels(self.experiment.baselines)

    @cached_property
    def varying(self) -> list[str]:
        """The columns of the swept fields, beside those that every table of its kind has."""
        return varying_columns(self.experiment.sweep, records(self.table), self.kind)

    @property
    def labels(self) -> list[str]:
        """What to call each row, without its mapper and the number of its replicate."""
        columns = [column for column in self.varying if column != REPLICATE]
        return row_labels(records(self.table), columns, self.kind)
