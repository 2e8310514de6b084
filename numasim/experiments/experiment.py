"""Run a whole experiment: all points of the sweep in parallel, and the tables of their results.

A point is a pure function of its configuration and its files, so the tables are the same, byte for byte, for
any number of workers. Rows are in the order of the points, not in the order in which the runs finish.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.ahead import ahead
from numasim.experiments.derived_columns import check_derived
from numasim.experiments.gathered import Gathered
from numasim.experiments.point_runner import PointRunner
from numasim.experiments.point_store import PointStore
from numasim.experiments.price import Price, report_no_price
from numasim.experiments.row_columns import check_published_columns
from numasim.experiments.run_jobs import JobRunner
from numasim.experiments.run_options import RunOptions, reports_to
from numasim.experiments.search import Searched, run_search
from numasim.experiments.worker_pool import stop_worker_that_runs_the_script
from numasim.results.experiment_results import ExperimentResults
from numasim.results.kept_tables import kept_tables
from numasim.results.published import compare_with_published
from numasim.results.row_kinds import STUDY, rows_of
from numasim.results.units import with_units
from numasim.schema.expand import parts_of
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.experiment import Experiment


def run(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    output: str | Path | None = None,
    workers: int | None = None,
    *,
    data: str | Path | None = None,
    overwrite: bool = False,
    progress: bool | Progress = False,
    **options: Any,
) -> pd.DataFrame:
    """Run a whole experiment.

    Parameters
    ----------
    experiment : path, str, mapping or Experiment
        A YAML file; the name of a shipped experiment (``quickstart``) or study
        (``components/latency-load``); a mapping of the sections that such a file would have, whose files are
        relative to the current directory; or an :class:`~numasim.Experiment`.
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
    progress : bool or callable
        With True, one line on standard error has the number of finished runs, the time left and the last
        result; it is overwritten by each report, also in a notebook. Or a function that is called as
        ``progress(done, total, what)`` when a run ends, such as one that moves a bar of your own.
    **options
        The other fields of :class:`numasim.RunOptions`: ``timeout``, ``memory``,
        ``retry``, ``fail_fast``, ``dask``, ``no_csv``.

    Returns
    -------
    pandas.DataFrame
        One row per run; ``error`` is the error message of a failed run. ``attrs["units"]`` has the unit of
        each column that has one.

    Raises
    ------
    ConfigError
        All mistakes in the file.
    OptionError
        A study was given options other than ``output``, ``overwrite`` and ``progress``; ``progress`` cannot
        be called.
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
    from numasim.schema.expand import checked_points
    from numasim.schema.experiment import Experiment
    from numasim.schema.load import load
    from numasim.schema.study import Study

    stop_worker_that_runs_the_script()
    reporting = reports_to(progress)
    file = None if isinstance(experiment, Experiment | Mapping) else find_config(experiment)
    loaded = (
        experiment
        if isinstance(experiment, Experiment)
        else load(experiment, None if data is None else Path(data))
    )
    if isinstance(loaded, Study):
        refuse_for_study(file or loaded.name, {"data": data, **RunOptions(workers, **options).given})
        with (
            nullcontext()
            if output is None
            else results_folder(Path(output), loaded, file, overwrite=overwrite) as folder
        ):
            with reporting as report:
                table = run_study(loaded, report)
            if folder is not None:
                write_study(folder, loaded, table)
        return with_units(table, STUDY)
    checked = checked_points(loaded)
    check_published_columns(loaded, checked)
    check_derived(loaded, checked)
    in_this_process = workers is None and options.get("dask") is None
    chosen = RunOptions(1 if in_this_process else workers, **options)
    with (
        nullcontext()
        if output is None
        else results_folder(Path(output), loaded, file, overwrite=overwrite) as folder
    ):
        with reporting as report:
            results = run_experiment(loaded, chosen, folder=folder, progress=report)
        for note in results.notes:
            warnings.warn(note, stacklevel=2)
        if folder is not None and len(results.table):
            write_folder(folder, results, csv=not chosen.no_csv)
            draw_or_warn(folder, results)
    if results.stopped == "interrupted":
        raise KeyboardInterrupt
    return with_units(results.table.copy(), results.kind)  # the caller may write into it


def run_experiment(
    experiment: Experiment,
    options: RunOptions | None = None,
    *,
    folder: Path | None = None,
    progress: Progress = silent,
    report_price: Callable[[Price], None] = report_no_price,
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
    report_price : callable
        Called with the price of a sweep, see :meth:`numasim.experiments.run_jobs.JobRunner.run`.

    Notes
    -----
    An interrupt (Ctrl-C) ends the runs and is recorded in the result, which then contains the finished runs.
    """
    start = time.perf_counter()
    options = RunOptions() if options is None else options
    gathered, searched = Gathered(experiment), Searched()
    with JobRunner(options, PointStore(folder)) as jobs:
        runner = PointRunner(experiment, jobs, progress, report_price)
        if experiment.search is not None:
            searched = run_search(experiment, runner, gathered)
        else:
            for points, after in ahead(parts_of(experiment)):
                gathered.add(runner.run(points, after))
                if runner.stopped:
                    break
    table, notes = gathered.table(searched.screened)
    tables = gathered.tables()
    if experiment.published is not None:
        compared, uncompared = compare_with_published(table, experiment.file(experiment.published))
        notes += uncompared
        tables |= {"published": compared} if len(compared) else {}
    if experiment.tables:
        kept = ", ".join(experiment.tables)
        notes.append(f"long tables that are kept: {kept}; pictures of the others are left out")
    return ExperimentResults(
        kind=rows_of(experiment.kind),
        resolved=experiment.located(),
        experiment=experiment,
        table=table,
        timings=gathered.timings(),
        tables=kept_tables(tables, experiment.tables),
        metadata=gathered.metadata(runner.hashes),
        inputs=runner.hashes.by_path,
        tracebacks=gathered.tracebacks,
        stopped=runner.stopped,
        points=gathered.points,
        reused=gathered.reused,
        notes=(*searched.notes, *notes),
        damaged=tuple(runner.damaged),
        seconds=time.perf_counter() - start,
        workers=options.processes,
    )
