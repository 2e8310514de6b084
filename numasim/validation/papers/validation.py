"""The runs of the documents' experiments and their comparison with the documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from numasim.validation.papers.document import Document, Part
from numasim.validation.papers.documents import DOCUMENTS
from numasim.validation.papers.shape import Shape
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.experiments.run_options import RunOptions
    from numasim.results.experiment_results import ExperimentResults
    from numasim.schema.experiment import Experiment

STUDIES = {study.name: study for document in DOCUMENTS for study in document.studies}
"""The studies of all documents by name, in the order in which they run."""

NAMING = ("workload", "partitioner", "variant", "graph", "device", "method")
"""The columns that name a failed run, of those that its table has."""


class Compared(NamedTuple):
    """The shapes of a part of a document."""

    document: Document
    part: Part
    shapes: Sequence[Shape]


@dataclass(frozen=True)
class Validation:
    """The results of the documents' experiments.

    Attributes
    ----------
    tables : dict of str to pandas.DataFrame
        The successful runs of each study, with the seconds of their partitions, and other tables of its
        results as ``STUDY.TABLE``. The runs of a study that completes another are in the table of that one.
    failed : dict of str to str
        The errors of the failed runs, by description of the run.
    left_out : tuple of str
        Matrices whose files were not found.
    stopped : bool
        Whether the runs were interrupted, so that some are missing.
    seconds : float
        Wall time of the runs of this call.
    """

    tables: dict[str, pd.DataFrame]
    failed: dict[str, str]
    left_out: tuple[str, ...]
    stopped: bool
    seconds: float

    def shapes(self) -> list[Compared]:
        """The shapes of all parts whose runs are there; parts without shapes are left out."""
        found = [
            Compared(document, part, list(part.shapes(*given)))
            for document in DOCUMENTS
            for part in document.parts
            if (given := part.of(self.tables)) is not None
        ]
        return [each for each in found if each.shapes]

    def draw(self, folder: Path) -> dict[str, Path]:
        """Draw the pictures of the parts that have one, and return their SVG files by heading."""
        drawn = {}
        for part in (part for document in DOCUMENTS for part in document.parts):
            given = part.of(self.tables)
            if part.draw is not None and given is not None:
                files = part.draw(folder, *given)
                drawn[part.heading] = next(file for file in files if file.suffix == ".svg")
        return drawn


def experiments(documents: Sequence[Document], *, full: bool, data: Path | None) -> dict[str, Experiment]:
    """Load the experiments of documents by name.

    Parameters
    ----------
    full : bool
        Whether to run everything instead of the default of each study.
    data : Path, optional
        The folder of the matrices.
    """
    from numasim.schema.load import load_experiment

    chosen = {}
    for study in (study for document in documents for study in document.studies):
        if study.full and not full:
            continue
        experiment = load_experiment(f"papers/{study.name}", data)
        change = study.whole if full else study.default
        chosen[study.name] = change(experiment) if change else experiment
    return chosen


def run_papers(
    chosen: dict[str, Experiment], options: RunOptions, folder: Path, progress: Progress = silent
) -> Validation:
    """Run the experiments, each in its own results folder, and return the successful runs.

    Parameters
    ----------
    chosen : dict of str to Experiment
    options : RunOptions
        Workers and limits.
    folder : Path
        The parent of the results folders. Points that they already contain are not run again.
    progress : callable
        Called at the end of each run.
    """
    import pandas as pd

    from numasim.config.presets import find_config
    from numasim.experiments.experiment import run_experiment
    from numasim.results.drawing import draw_or_warn
    from numasim.results.folder import write_folder
    from numasim.results.ownership import results_folder

    tables: dict[str, pd.DataFrame] = {}
    failed: dict[str, str] = {}
    seconds, stopped = 0.0, False
    for name, experiment in chosen.items():
        with results_folder(folder / name, experiment, find_config(f"papers/{name}")) as place:
            results = run_experiment(experiment, options, folder=place, progress=progress)
            seconds += results.seconds
            stopped = bool(results.stopped)
            if results.table.empty:
                break
            write_folder(place, results)
            draw_or_warn(place, results)
        for row in results.table[results.table["error"].notna()].to_dict("records"):
            named = ", ".join(str(row[column]) for column in NAMING if isinstance(row.get(column), str))
            failed[f"{name}, point {row['point']}: {named}"] = str(row["error"])
        study = STUDIES[name]
        table = study.joins or name
        runs = finished(results)
        tables[table] = pd.concat([tables[table], runs], ignore_index=True) if table in tables else runs
        tables |= {
            f"{name}.{other}": results.tables[other] for other in study.also if other in results.tables
        }
        if stopped:
            break
    left_out = tuple(name for experiment in chosen.values() for name in experiment.left_out)
    return Validation(tables, failed, left_out, stopped, seconds)


def finished(results: ExperimentResults) -> pd.DataFrame:
    """The successful runs, with the seconds of their partitions."""
    table = results.table[results.table["error"].isna()]
    times = results.timings.reindex(columns=["run_id", "partition_seconds"]).drop_duplicates("run_id")
    return table.merge(times, on="run_id", how="left")
