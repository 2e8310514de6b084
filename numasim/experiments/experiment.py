"""Run a whole experiment: all points of the sweep in parallel, and the tables of their results.

A point is a pure function of its configuration and its files, so the tables are the same, byte for byte, for
any number of workers. Rows are in the order of the points, not in the order in which the runs finish. A
speed-up needs a reference run for every combination of workload, machine and execution: one cluster (or one
thread) on one core, shared by all points with this combination.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from numasim.experiments.derived_columns import add_derived, check_derived
from numasim.experiments.job import Job
from numasim.experiments.point_kind import kind_of
from numasim.experiments.point_store import PointStore, plugin_hashes, point_key, program_hash
from numasim.experiments.row_columns import check_published_columns
from numasim.experiments.run_jobs import JobResults, run_jobs
from numasim.experiments.run_options import RunOptions
from numasim.experiments.stored_tables import join_tables
from numasim.experiments.tools import tools_of, workload_tools
from numasim.experiments.worker_pool import stop_worker_that_runs_the_script
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.plugin_files import Hashes
from numasim.provenance import code_hash, config_hash, versions
from numasim.results.experiment_results import ExperimentResults
from numasim.results.objectives import SCREENED
from numasim.results.published import compare_with_published
from numasim.results.ratios import add_ratios, add_speedup, measures_of
from numasim.results.row_kinds import rows_of
from numasim.results.row_names import swept_columns
from numasim.schema.input_files import behind_source, input_files
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

NO_SPEEDUP = "no speed-up: "
"""The beginning of the warning of a row whose reference failed."""

PLAIN_WORD = re.compile(r"[\w.+-]+")
"""A word that needs no quotes in a list."""


def run(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    output: str | Path | None = None,
    workers: int | None = None,
    *,
    data: str | Path | None = None,
    overwrite: bool = False,
    **options: Any,
) -> pd.DataFrame:
    """Run a whole experiment.

    Parameters
    ----------
    experiment : path, str, mapping or Experiment
        A YAML file; the name of a shipped experiment (``quickstart``) or study
        (``components/latency-load``); a mapping of the sections that such a file would have, whose files are
        relative to the current directory; or what :func:`load_experiment` returned.
    output : path, optional
        The results folder to write; without it nothing is written. Points that the folder already contains
        are not run again.
    workers : int, optional
        Number of parallel processes; by default 1, which is this process. With more workers, the code of a
        script must be below ``if __name__ == "__main__":``.
    data : path, optional
        A folder of data files, for names found neither next to the experiment nor in the current directory.
    overwrite : bool
        Whether to write into a folder that contains another experiment or other files. The results of the
        other experiment are replaced; other files are kept.
    **options
        The other fields of :class:`numasim.RunOptions`: ``timeout``, ``memory``,
        ``retry``, ``fail_fast``, ``dask``.

    Returns
    -------
    pandas.DataFrame
        One row per run; ``error`` is the error message of a failed run.

    Raises
    ------
    ConfigError
        All mistakes in the file.
    OptionError
        A study was given options other than ``output`` and ``overwrite``.
    InputError
        The results folder cannot be written, contains something else, or is in use by another process;
        a script uses several workers outside of ``if __name__ == "__main__":``.
    KeyboardInterrupt
        The user interrupted the run; finished points are in the folder.
    """
    from numasim.config.presets import find_config
    from numasim.experiments.run_study import refuse_for_study, run_study
    from numasim.results.drawing import draw_or_warn
    from numasim.results.folder import write_folder, write_study
    from numasim.results.ownership import results_folder
    from numasim.schema.expand import points
    from numasim.schema.experiment import Experiment
    from numasim.schema.load import load
    from numasim.schema.study import Study

    stop_worker_that_runs_the_script()
    file = None if isinstance(experiment, Experiment | Mapping) else find_config(experiment)
    loaded = (
        experiment
        if isinstance(experiment, Experiment)
        else load(experiment, None if data is None else Path(data))
    )
    if isinstance(loaded, Study):
        refuse_for_study(file or loaded.name, {"data": data, **RunOptions(workers, **options).given})
        if output is None:
            return run_study(loaded)
        with results_folder(Path(output), loaded, file, overwrite=overwrite) as folder:
            table = run_study(loaded)
            write_study(folder, loaded, table)
        return table
    check_published_columns(loaded, points(loaded))
    check_derived(loaded, points(loaded))
    in_this_process = workers is None and options.get("dask") is None
    chosen = RunOptions(1 if in_this_process else workers, **options)
    with (
        nullcontext()
        if output is None
        else results_folder(Path(output), loaded, file, overwrite=overwrite) as folder
    ):
        results = run_experiment(loaded, chosen, folder=folder)
        for note in results.notes:
            warnings.warn(note, stacklevel=2)
        if folder is not None and len(results.table):
            write_folder(folder, results)
            draw_or_warn(folder, results)
    if results.stopped == "interrupted":
        raise KeyboardInterrupt
    return results.table


def run_experiment(
    experiment: Experiment,
    options: RunOptions | None = None,
    *,
    folder: Path | None = None,
    progress: Progress = silent,
) -> ExperimentResults:
    """Run every point of an experiment, and collect the tables.

    Parameters
    ----------
    options : RunOptions, optional
        Workers, limits, and the handling of failures.
    folder : Path, optional
        The results folder. Points in it are not run again, and each finished point is stored in it.
    progress : callable
        Called when a run ends.

    Notes
    -----
    An interrupt (Ctrl-C) ends the runs and is recorded in the result, which then contains the finished runs.
    """
    start = time.perf_counter()
    options = RunOptions() if options is None else options
    plan, found, screened, searched = _run(experiment, options, PointStore(folder), progress)
    rows = compared_rows(plan, found)
    if screened:
        rows = [{**row, SCREENED: screened.get(row["point"])} for row in rows]
    table, notes = add_derived(tidy(rows), experiment, [point for point, _, _ in plan.points])
    done = [(point.index, found.outcomes[key]) for point, key, _ in plan.points if key in found.outcomes]
    tables = join_tables((number, outcome.tables) for number, outcome in done)
    if experiment.published is not None:
        compared, uncompared = compare_with_published(table, experiment.file(experiment.published))
        notes += uncompared
        tables |= {"published": compared} if len(compared) else {}
    return ExperimentResults(
        kind=rows_of(experiment.kind),
        resolved=experiment.located(),
        experiment=experiment,
        table=table,
        timings=_timings(plan, found),
        tables=tables,
        metadata=plan.metadata(),
        inputs=plan.hashes.by_path,
        tracebacks={number: outcome.traceback for number, outcome in done if outcome.traceback},
        stopped=found.stopped,
        reused=sum(key in found.reused for _, key, _ in plan.points),
        notes=(*searched, *notes),
        damaged=tuple(found.damaged),
        seconds=time.perf_counter() - start,
        workers=options.processes,
    )


def _run(
    experiment: Experiment, options: RunOptions, store: PointStore, progress: Progress
) -> tuple[Plan, JobResults, Mapping[int, int], Sequence[str]]:
    """Run the points of a sweep or a search; see :class:`numasim.experiments.search.Searched`."""
    if experiment.search is not None:
        from numasim.experiments.search import run_search

        return run_search(experiment, options, store, progress)
    from numasim.schema.expand import points

    plan = Plan.of(experiment, points(experiment), Hashes())
    return plan, run_jobs(plan.jobs, options, store, progress), {}, ()


class Plan(NamedTuple):
    """What is run for an experiment, and the hashes of its input files.

    Each point has the key of its job, and that of its reference if it has one. Equal points are one of the
    ``jobs``. References are first: they take long, because one core does all the work.
    """

    experiment: Experiment
    points: list[tuple[Point, str, str | None]]
    jobs: dict[str, Job]
    hashes: Hashes

    @classmethod
    def of(cls, experiment: Experiment, points: Iterable[Point], hashes: Hashes) -> Plan:
        """Plan the run of points of an experiment."""
        planned: list[tuple[Point, str, str | None]] = []
        references, runs = dict[str, Job](), dict[str, Job]()
        for point in points:
            job = job_of(point, hashes)
            reference, key = reference_key(job, hashes), point_key(job, hashes)
            if reference is not None:
                references.setdefault(reference, Job(-1, job.experiment, job.inputs, reference=True))
            runs.setdefault(key, job)
            planned.append((point, key, reference))
        return cls(experiment, planned, references | runs, hashes)

    def metadata(self) -> dict[str, Any]:
        """Return what the files of the tables say of their origin."""
        tools = (tools_of(point.experiment) for point, _, _ in self.points)
        return {
            "versions": versions() | {name: tool for found in tools for name, tool in found.items()},
            "seed": self.experiment.seed,
            "experiment": config_hash(self.experiment.resolved()),
            "inputs": sorted(self.hashes.by_path.values()),
        }


def compared_rows(plan: Plan, found: JobResults) -> list[dict[str, Any]]:
    """Return the rows of all finished points, with speed-ups over references and ratios to baselines."""
    kind, shown = kind_of(plan.experiment), rows_of(plan.experiment.kind)
    rows, assignments, references = [], [], []
    for point, key, reference in plan.points:
        if key not in found.outcomes:
            continue
        of_one_core = found.outcomes[reference].rows[0] if reference in found.outcomes else {}
        for row in found.outcomes[key].rows:
            rows.append({"point": point.index, **swept_columns(point.overrides, shown), **row})
            assignments.append(point.overrides)
            references.append(of_one_core)
    if kind.reference is not None:
        add_speedup(rows, [row.get("cycles") if row.get("completed") else None for row in references])
    measures = measures_of(shown, [point.experiment for point, _, _ in plan.points])
    add_ratios(rows, assignments, plan.experiment.baselines, measures)
    for row, one_core in zip(rows, references, strict=True):
        if one_core.get("error") and row["error"] is None:
            why = f"{NO_SPEEDUP}{kind.on_one_core} on one core failed: {one_core['error']}"
            row["warnings"] = WARNING_SEPARATOR.join(filter(None, (row.get("warnings"), why)))
    return rows


def _timings(plan: Plan, found: JobResults) -> pd.DataFrame:
    import pandas as pd

    rows = [row for key in plan.jobs if key in found.outcomes for row in found.outcomes[key].timings]
    return pd.DataFrame(rows) if rows else pd.DataFrame({"run_id": []})


def reference_key(job: Job, hashes: Hashes) -> str | None:
    """Return the key of a point's reference run, a hash of what determines it; None if it has none."""
    determining = kind_of(job.experiment).reference
    if determining is None:
        return None
    parts = determining(job)
    plugins = plugin_hashes(job.experiment, hashes, "workload", "component", "execution")
    made_by = [workload_tools(job.experiment), program_hash(job.experiment, hashes)]
    return None if parts is None else code_hash("one core", parts, plugins, made_by)


def tidy(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Make a table from rows; the type of a column follows from its values, and integers stay integers."""
    import pandas as pd

    first = ("point", "run_id", "extra_run")
    last = ("warnings", "error")
    names = dict.fromkeys(name for row in rows for name in row)
    order = [*first, *(name for name in names if name not in (*first, *last)), *last]
    return pd.DataFrame({name: _column([row.get(name) for row in rows]) for name in order})


def _column(values: list[Any]) -> pd.Series:
    import pandas as pd

    values = [value.item() if hasattr(value, "item") else value for value in values]  # NumPy's scalars
    kinds = {type(value) for value in values if value is not None}
    missing = None in values
    if kinds == {bool}:
        return pd.Series(values, dtype="boolean" if missing else "bool")
    if kinds == {int}:
        return pd.Series(values, dtype="Int64" if missing else "int64")
    if kinds and kinds <= {int, float}:
        return pd.Series(values, dtype="float64")
    return pd.Series([None if value is None else _text(value) for value in values], dtype="str")


def _text(value: Any) -> str:
    """A value as text; a list of plain words, such as arguments of a program, as YAML writes it."""
    if isinstance(value, list) and all(isinstance(v, str) and PLAIN_WORD.fullmatch(v) for v in value):
        return f"[{', '.join(value)}]"
    return str(value)


def job_of(point: Point, hashes: Hashes) -> Job:
    """Return the job that runs a point."""
    files = {**input_files(point.experiment), **behind_source(point.experiment)}
    inputs = {name: hashes.of(path) for name, path in files.items()}
    return Job.of(point, inputs)
