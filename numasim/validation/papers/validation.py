"""The runs of the papers' experiments and their comparison with the papers' tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from numasim.validation.papers import (
    gpulp,
    hybrid_bfs,
    load_bound,
    mesh_refinement,
    spac,
    spac_programs,
    wb_libra,
)
from numasim.validation.papers.shape import Shape
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.experiments.run_options import RunOptions
    from numasim.results.experiment_results import ExperimentResults
    from numasim.schema.experiment import Experiment

EXPERIMENTS = (
    *("wb_libra", "wb_libra_lambda", "spac", "spac_synthetic", "spac_rodinia", "hybrid_bfs", "gpulp"),
    *("gpulp_cpu", "dmr"),
)
"""The names of the files in ``configs/papers``."""

LAMBDA = ("wb_libra_lambda", "wb_libra_lambda_md")
"""The experiments of Fig. 11 of the vertex-cut paper."""

NAMING = ("workload", "partitioner", "variant", "graph", "device", "method")
"""The columns that name a failed run, of those that its table has."""

MESHES = ("dmr", "dmr_full")
"""The experiments of the report on mesh refinement."""

FULL = (*LAMBDA[1:], *MESHES[1:])
"""The additional experiments of ``--full``."""

OTHER_TABLES = MappingProxyType({"hybrid_bfs": "levels", "gpulp": "launches", "gpulp_cpu": "phases"})
"""The tables of experiments that are compared beside their results."""


@dataclass(frozen=True)
class Validation:
    """The results of the papers' experiments.

    Attributes
    ----------
    tables : dict of str to pandas.DataFrame
        The successful runs of each experiment, with the seconds of their partitions; also the tables of
        :data:`OTHER_TABLES`.
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

    def shapes(self) -> Iterator[tuple[str, Shape]]:
        """All shapes with the heading of their part."""
        if "wb_libra" in self.tables:
            yield from wb_libra.shapes(self.tables["wb_libra"])
        curves = self.curves()
        if curves is not None:
            yield from (("lambda", shape) for shape in load_bound.shapes(curves))
        if "spac" in self.tables:
            yield from (("SPAC", shape) for shape in spac.shapes(self.tables["spac"]))
        if "spac_synthetic" in self.tables:
            yield from (("SPAC", shape) for shape in spac.improvement_shapes(self.tables["spac_synthetic"]))
        if "spac_rodinia" in self.tables:
            found = spac_programs.shapes(self.tables["spac_rodinia"])
            yield from (("SPAC beyond matrices", shape) for shape in found)
        if "hybrid_bfs" in self.tables and "levels" in self.tables:
            found = hybrid_bfs.shapes(self.tables["hybrid_bfs"], self.tables["levels"])
            yield from (("hybrid search", shape) for shape in found)
        names = ("gpulp", "launches", "gpulp_cpu", "phases")
        if self.tables.keys() >= set(names):
            found = gpulp.shapes(*(self.tables[name] for name in names))
            yield from (("label propagation", shape) for shape in found)
        meshes = self._runs_of(MESHES)
        if meshes is not None:
            yield from (("mesh refinement", shape) for shape in mesh_refinement.shapes(meshes))

    def curves(self) -> pd.DataFrame | None:
        """The runs of Fig. 11 of all programs."""
        return self._runs_of(LAMBDA)

    def _runs_of(self, names: Sequence[str]) -> pd.DataFrame | None:
        """The runs of some experiments in one table."""
        import pandas as pd

        found = [self.tables[name] for name in names if name in self.tables]
        return pd.concat(found, ignore_index=True) if found else None


def experiments(*, full: bool, data: Path | None) -> dict[str, Experiment]:
    """Load the papers' experiments by name.

    Parameters
    ----------
    full : bool
        Whether to run all numbers of clusters, the bounds of Md, all block sizes of the programs beyond
        matrices on both devices, and a mesh of the size of the report's.
    data : Path, optional
        The folder of the matrices.
    """
    from numasim.schema.load import load_experiment

    names = [*EXPERIMENTS, *FULL] if full else EXPERIMENTS
    loaded = {name: load_experiment(f"papers/{name}", data) for name in names}
    if full:
        loaded["wb_libra"] = with_swept(loaded["wb_libra"], "partition.parts", [*wb_libra.CLUSTERS])
    else:
        of_programs = loaded["spac_rodinia"]
        loaded["spac_rodinia"] = with_sweep(of_programs, spac_programs.judged_sweep(of_programs.sweep))
    return loaded


def with_swept(experiment: Experiment, key: str, values: Any) -> Experiment:
    """A copy of an experiment with new values for a key of its sweep."""
    return with_sweep(experiment, experiment.resolved()["sweep"] | {key: values})


def with_sweep(experiment: Experiment, sweep: Mapping[str, Any]) -> Experiment:
    """A copy of an experiment with a different sweep."""
    resolved = experiment.resolved() | {"sweep": sweep}
    changed = type(experiment).model_validate(resolved)
    return changed.in_directory(experiment.directory, experiment.data, experiment.left_out)


def run_papers(
    chosen: dict[str, Experiment], options: RunOptions, folder: Path, progress: Progress = silent
) -> Validation:
    """Run the experiments, each with its own results folder, and return the successful runs.

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
        tables[name] = finished(results)
        other = OTHER_TABLES.get(name)
        if other in results.tables:
            tables[other] = results.tables[other]
        if stopped:
            break
    left_out = tuple(name for experiment in chosen.values() for name in experiment.left_out)
    return Validation(tables, failed, left_out, stopped, seconds)


def finished(results: ExperimentResults) -> pd.DataFrame:
    """The successful runs, with the seconds of their partitions."""
    table = results.table[results.table["error"].isna()]
    times = results.timings.reindex(columns=["run_id", "partition_seconds"]).drop_duplicates("run_id")
    return table.merge(times, on="run_id", how="left")
