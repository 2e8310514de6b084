"""The columns that the rows of an experiment can have, known before anything runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from gpu.programs.program import GpuProgram
from mappers.metrics import MappingQuality
from numasim.experiments.kinds import kind_of
from numasim.results.published import check_published
from numasim.results.ratios import baseline_labels, measures_of
from numasim.results.row_names import swept_columns
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.thread_experiment import ThreadExperiment
from numasim.schema.traced_workload import ThreadedProgram
from partitioners.analysis.quality import Quality

if TYPE_CHECKING:
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

TEXTS = ("run_id", "warnings", "error", "mesh", "cut_kind", "model")
"""The columns of text besides those of the configuration."""

_OF_CUT = tuple(field.name for field in fields(Quality) if field.name != "loads")
_OF_GRAPH = ("vertices", "edges", "trace_complete")
_OF_MACHINE = ("machine", "mesh", "cores", "equivalent_cores", "speedup", "efficiency")
_OF_OPERAND = ("vertices", "edges", "points", "triangles", "rows", "columns", "entries")
_OF_DEVICE = ("shared_bytes", "sms", "peak_gflops", "peak_gb_s", "flops_per_dram_byte")
_MEASURED = {
    "mesh": (
        *(*_OF_CUT, *(field.name for field in fields(MappingQuality)), *_OF_GRAPH, *_OF_MACHINE),
        *("cut_kind", "aggregate_messages", "model"),
    ),
    "quality": (*_OF_CUT, *_OF_GRAPH, "cut_kind"),
    "gpu": (*_OF_CUT, *_OF_OPERAND, *_OF_DEVICE),
    "schedule": (*_OF_GRAPH, *_OF_MACHINE, "communication_to_computation"),
    "threads": (*_OF_GRAPH, *_OF_MACHINE, "data_races", "awaited_stores", "reads_not_kept", "relative_work"),
}
"""The columns that a run of each kind adds to its row, besides the figures of the kind."""


def row_columns(experiment: Experiment, every: Sequence[Point]) -> dict[str, bool] | None:
    """Return the columns that the rows of an experiment can have, and whether each has text.

    None if they are not known before the run: programs of threads name figures of their own.
    """
    kind = kind_of(experiment)
    if kind.rows.name not in _MEASURED or not all(_is_known(point.experiment) for point in every):
        return None
    known = dict.fromkeys(("point", "extra_run", *kind.rows.columns, *_MEASURED[kind.rows.name]), False)
    known |= dict.fromkeys(TEXTS, True)
    for point in every:
        of_program = point.experiment.kernel.program if isinstance(point.experiment, GpuExperiment) else None
        known |= dict.fromkeys((of_program or GpuProgram).figures_of_run, False)
        described = kind.describe(point.experiment) | swept_columns(point.overrides, kind.rows)
        known |= {name: isinstance(value, str) or known.get(name, False) for name, value in described.items()}
    labels = baseline_labels(experiment.baselines)
    measures = measures_of(kind.rows, [point.experiment for point in every])
    return known | {f"{measure}_vs_{label}": False for measure in measures for label in labels}


def _is_known(experiment: Experiment) -> bool:
    return not isinstance(experiment, ThreadExperiment) or isinstance(experiment.threads, ThreadedProgram)


def check_published_columns(experiment: Experiment, every: Sequence[Point]) -> None:
    """Check that the file of published figures, if there is one, fits the rows of an experiment.

    Raises
    ------
    ConfigError
        See :func:`~numasim.results.published.check_published`.
    """
    known = None if experiment.published is None else row_columns(experiment, every)
    if experiment.published is not None and known is not None:
        rows = kind_of(experiment).rows
        measures = (*rows.compared, *rows.compared_if_coherent)
        check_published(experiment.file(experiment.published), known, measures)
