"""The columns that the rows of an experiment can have, known before anything runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.experiments.point_kind import kind_of
from numasim.results.published import check_published
from numasim.results.ratios import baseline_labels, measures_of
from numasim.results.row_kinds import rows_of
from numasim.results.row_names import swept_columns

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

TEXTS = ("run_id", "warnings", "error", "mesh", "cut_kind", "model")
"""The columns of text besides those of the configuration."""


def row_columns(experiment: Experiment, every: Sequence[Point]) -> dict[str, bool] | None:
    """Return the columns that the rows of an experiment can have, and whether each has text.

    None if they are not known before the run: programs of threads name figures of their own.
    """
    kind, rows = kind_of(experiment), rows_of(experiment.kind)
    known = dict.fromkeys(("point", "extra_run", *rows.columns, *rows.measured), False)
    known |= dict.fromkeys(TEXTS, True)
    for point in every:
        of_program = kind.own_figures(point.experiment)
        if of_program is None:
            return None
        known |= dict.fromkeys(of_program, False)
        described = kind.describe(point.experiment) | swept_columns(point.overrides, rows)
        known |= {name: isinstance(value, str) or known.get(name, False) for name, value in described.items()}
    labels = baseline_labels(experiment.baselines)
    measures = measures_of(rows, [point.experiment for point in every])
    return known | {f"{measure}_vs_{label}": False for measure in measures for label in labels}


def check_published_columns(experiment: Experiment, every: Sequence[Point]) -> None:
    """Check that the file of published figures, if there is one, fits the rows of an experiment.

    Raises
    ------
    ConfigError
        See :func:`~numasim.results.published.check_published`.
    """
    known = None if experiment.published is None else row_columns(experiment, every)
    if experiment.published is not None and known is not None:
        rows = rows_of(experiment.kind)
        measures = (*rows.compared, *rows.compared_if_coherent)
        check_published(experiment.file(experiment.published), known, measures)
