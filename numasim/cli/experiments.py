"""``numasim run``, ``check`` and ``show``: the commands for experiment files."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from numasim.experiments.job import Job
    from numasim.numa.shared.timeline import Timeline
    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

INTERRUPTED = 130
TRACE_EVENTS = 200_000
MAX_REASONS = 3


def run(
    file: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    data: Path | None = None,
    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None,
    verify: Annotated[bool, Parameter(negative="")] = False,
    timeout: Annotated[float | None, Parameter(name="--timeout")] = None,
    memory: Annotated[str | None, Parameter(name="--memory")] = None,
    retry: Annotated[int, Parameter(name="--retry")] = 0,
    fail_fast: Annotated[bool, Parameter(name="--fail-fast", negative="")] = False,
    dask: Annotated[str | None, Parameter(name="--dask")] = None,
    no_pictures: Annotated[bool, Parameter(name="--no-pictures", negative="")] = False,
    overwrite: Annotated[bool, Parameter(negative="")] = False,
    trace: Annotated[Path | None, Parameter(name="--trace")] = None,
    trace_window: Annotated[str, Parameter(name="--trace-window")] = ":",
    trace_point: Annotated[int, Parameter(name="--trace-point")] = 0,
    trace_events: Annotated[int, Parameter(name="--trace-events")] = TRACE_EVENTS,
) -> int:
    """Run an experiment, print its table, and write its results folder.

    A run that was killed or interrupted resumes when the same command is given again.

    Parameters
    ----------
    file
        A YAML file, or the name of a shipped experiment such as quickstart.
    output
        The results folder; by default results/NAME, where NAME is the experiment's `name` or, if it has none,
        the file's name without its suffix. Points that the folder already contains are not run again.
    data
        A folder of data. A file that is neither next to FILE nor in the current directory is looked up there;
        its suffix may be left out.
    workers
        Number of parallel processes; by default one per core.
    verify
        Check every partition against its definition.
    timeout
        Time limit of a point in seconds; a point that takes longer fails.
    memory
        Memory limit of a point, such as "4 GiB", including Python and its libraries (0.2 GiB).
    retry
        Number of retries for a point that died, exceeded a limit or hit a bug.
    fail_fast
        Stop at the first point that fails.
    dask
        Address of a Dask scheduler, such as tcp://host:8786, whose workers run the points.
    no_pictures
        Write the tables and the report, but draw no pictures.
    overwrite
        Write into a folder that contains another experiment or other files. The results of the other
        experiment are replaced; other files are kept.
    trace
        Write a timeline of one run to this JSON file, for https://ui.perfetto.dev, or as a Gantt picture to a
        file that ends with .svg, .png or .pdf. It shows the activity of every core and all messages, or (JSON
        only) the blocks of a GPU. The run is repeated with the SimPy engine. The timeline of cores is also a
        table of the results folder, and a section of its report.
    trace_window
        Cycles that the timeline covers, as FROM:TO; either end may be left out.
    trace_point
        Number of the point in the sweep whose run is traced.
    trace_events
        Maximum number of slices and messages in the timeline; viewers stay fast with the default.
    """
    from numasim.cli.studies import run_and_print
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.config.presets import find_config
    from numasim.experiments.experiment import run_experiment
    from numasim.experiments.point_limits import Limits
    from numasim.experiments.row_columns import check_published_columns
    from numasim.experiments.run_jobs import RunOptions
    from numasim.experiments.run_study import refuse_for_study
    from numasim.numa.shared.timeline import Timeline
    from numasim.results.drawing import draw_folder, reasons
    from numasim.results.folder import write_folder
    from numasim.results.ownership import default_folder, results_folder
    from numasim.results.published import print_published
    from numasim.results.summary import print_summary
    from numasim.results.timeline import parse_window
    from numasim.results.timeline_tables import add_timeline, timeline_tables
    from numasim.schema.expand import points, verified
    from numasim.schema.load import load
    from numasim.schema.study import Study
    from partitioners.errors import OptionError

    start = time.monotonic()
    experiment = load(file, data)
    if isinstance(experiment, Study):
        refuse_for_study(
            file,
            {
                **{"--data": data, "--workers": workers, "--verify": verify, "--timeout": timeout},
                **{"--memory": memory, "--retry": retry, "--fail-fast": fail_fast, "--dask": dask},
                **{"--no-pictures": no_pictures, "--trace": trace},
            },
        )
        return run_and_print(experiment, find_config(file), output, overwrite=overwrite)
    check_trace(trace)
    if trace is None and (trace_window, trace_point, trace_events) != (":", 0, TRACE_EVENTS):
        raise OptionError(
            "--trace-window, --trace-point and --trace-events require --trace FILE, the timeline to write"
        )
    _tell_left_out(experiment)
    if verify:
        experiment = verified(experiment)
    timeline = Timeline(*parse_window(trace_window), trace_events)
    every = points(experiment)
    check_published_columns(experiment, every)
    traced = next((point for point in every if point.index == trace_point), None)
    if trace is not None and traced is None:
        raise OptionError(
            f"--trace-point {trace_point}: no such point; `numasim show {file}` lists the {len(every)} points"
        )
    if trace is not None and traced is not None:
        recorder(trace, traced.experiment)
    _tell_skipped(experiment)
    options = RunOptions(workers, Limits.of(timeout, memory), retry, fail_fast, dask)
    folder = default_folder(experiment.name) if output is None else output
    with results_folder(folder, experiment, find_config(file), overwrite=overwrite):
        with progress_bar() as progress:
            results = run_experiment(experiment, options, folder=folder, progress=progress)
        if results.stopped == "interrupted" and results.table.empty:
            print_error("interrupted before the first run was finished; no table was written", kind="")
            return INTERRUPTED
        write_folder(folder, results)
        console().print(f"\n{experiment.title}")
        print_summary(console(), results.table, results.kind, results.baselines, results.varying)
        if "published" in results.tables:
            print_published(console(), results.tables["published"], results.kind)
        for note in results.uncompared:
            print_error(note, kind="note: ")
        if results.damaged:
            console().print(damaged_points(results.damaged), soft_wrap=True)
        sys.stdout.flush()
        with progress_bar(lines=False) as progress:
            undrawn = draw_folder(folder, results, pictures=not no_pictures, progress=progress)
        for reason in reasons(undrawn):
            print_error(reason, kind="warning: ")
        if trace is not None and traced is not None and not results.stopped:
            write_timeline_of(trace, timeline, traced, len(every), results.table)
            run_ids = results.table["run_id"][results.table["point"] == trace_point].tolist()
            tables = timeline_tables(timeline, trace_point, run_ids[0])
            if tables:
                add_timeline(folder, results, tables, timeline.timed_tasks)
    resume_hint = f"finished runs are in {folder}; run the same command to resume"
    if results.stopped == "interrupted":
        print_error(f"interrupted; {resume_hint}", kind="")
        return INTERRUPTED
    if results.stopped == "failed":
        print_error(f"stopped at the first failure; {resume_hint}", kind="")
        return 1
    if results.failed:
        kept = "errors" if results.failed == len(results.table) else "other results"
        print_error(
            f"{results.failed} of {len(results.table)} runs failed; the {kept} are in {folder}", kind=""
        )
        return 1
    if results.reused:
        console().print(
            f"{results.reused} of {len(every)} points were already finished and were not run again"
        )
    written = "tables and report.html" if no_pictures else "tables, pictures and report.html"
    runs = f"{len(results.table)} run{'s' * (len(results.table) != 1)}"
    console().print(
        f"{runs} in {time.monotonic() - start:.1f} s; {written} are in {folder}",
        soft_wrap=True,
    )
    return 0


def damaged_points(reasons: Sequence[str]) -> str:
    """Describe the stored points that were damaged and were run again, with the first few reasons."""
    shown = "; ".join(reasons[:MAX_REASONS]) + "; ..." * (len(reasons) > MAX_REASONS)
    several = len(reasons) != 1
    return (
        f"{len(reasons)} stored point{'s' * several} {'were' if several else 'was'} damaged and "
        f"{'were' if several else 'was'} run again: {shown}"
    )


def check_trace(path: Path | None) -> None:
    """Raise an error if no timeline can be written to `path`, before any run starts."""
    from partitioners.errors import InputError

    if path is not None and path.is_dir():
        raise InputError(f"--trace {path}: this is a folder; give the name of a file")
    if path is not None and not path.parent.is_dir():
        raise InputError(f"--trace {path}: there is no folder {path.parent} to write into")


def recorder(path: Path, experiment: Experiment) -> Callable[[Job, Timeline, Path], int]:
    """Return the function that runs a job and records its timeline.

    Raises
    ------
    OptionError
        The experiment simulates nothing (``machine: none``), windows, or a processor and a GPU.
    """
    from numasim.experiments.point_kind import kind_of
    from partitioners.errors import OptionError

    kind = kind_of(experiment)
    why = kind.no_timeline(experiment, path)
    if kind.record is None or why:
        raise OptionError(f"--trace {path}: {why}")
    return kind.record


def write_timeline_of(path: Path, timeline: Timeline, point: Point, count: int, table: pd.DataFrame) -> None:
    """Run one point of a sweep again, write its timeline, and print where it is.

    A point that failed according to the table of results is not run again.
    """
    from numasim.cli.terminal import console, print_error
    from numasim.experiments.job import Job
    from numasim.results.timeline import spans

    if table["error"][table["point"] == point.index].notna().all():
        print_error(f"no timeline: point {point.index} failed", kind="")
        return
    record = recorder(path, point.experiment)
    cycles = record(Job(point.index, point.experiment), timeline, path)
    last = cycles if timeline.last is None else min(timeline.last, cycles)
    of_sweep = f" of point {point.index} (of {count})" if count > 1 else ""
    console().print(f"the timeline{of_sweep}, cycles {timeline.first:,} to {last:,}, is in {path}")
    if timeline.region:
        console().print(f"it has the whole run; the region of interest is {spans(timeline.region)}")
    if timeline.cut:
        console().print(
            f"it was cut at cycle {last:,} of {cycles:,}, after {timeline.max_events:,} "
            f"events; show the rest with --trace-window {last}:, or raise --trace-events"
        )


def _tell_left_out(experiment: Experiment) -> None:
    from numasim.cli.terminal import print_error

    if experiment.left_out:
        cure = "; set their folder with --data DIR" if experiment.data is None else ""
        print_error(f"skipped, files not found: {', '.join(experiment.left_out)}{cure}", kind="")


def _tell_skipped(experiment: Experiment) -> None:
    """Print the points of a sweep that are skipped because they are impossible."""
    from numasim.cli.terminal import print_error
    from numasim.schema.expand import skipped
    from partitioners.errors import MAX_LINES

    left_out = skipped(experiment)
    if not left_out:
        return
    print_error(f"skipped {len(left_out)} impossible point{'s' * (len(left_out) > 1)}:", kind="")
    for point in left_out[:MAX_LINES]:
        print_error(f"  {point.index}: {point.why}", kind="")
    if len(left_out) > MAX_LINES:
        print_error(f"  and {len(left_out) - MAX_LINES:,} more", kind="")


def check(file: str, /, *, data: Path | None = None) -> None:
    """Check an experiment file and what its runs need, and report all mistakes at once.

    A run needs compilers, optional packages, and files that fit; files beyond 32 MiB are not read.

    Parameters
    ----------
    file
        A YAML file, or the name of a shipped experiment.
    data
        A folder of data, as for `run`.
    """
    from numasim.cli.terminal import print_line
    from numasim.config.presets import find_config
    from numasim.experiments.needs import Needs, problems_of
    from numasim.experiments.row_columns import check_published_columns
    from numasim.experiments.run_study import refuse_for_study
    from numasim.schema.energy_note import energy_note
    from numasim.schema.expand import points, study_points
    from numasim.schema.load import load
    from numasim.schema.no_effect import notes_on
    from numasim.schema.placement_note import placement_note
    from numasim.schema.second_runs import second_runs
    from numasim.schema.study import Study
    from partitioners.config.problems import in_file_order
    from partitioners.config.yaml_lines import display_path, read_yaml
    from partitioners.errors import ConfigError

    loaded, notes, again = load(file, data), list[str](), 0
    if isinstance(loaded, Study):
        refuse_for_study(file, {"--data": data})
        count = len(study_points(loaded))
    else:
        _tell_left_out(loaded)
        found = points(loaded)
        check_published_columns(loaded, found)
        needs = Needs()
        problems = problems_of(found, loaded.sweep, needs)
        if problems:
            path = find_config(file)
            raise ConfigError(in_file_order(problems, read_yaml(path, display_path(path))))
        count, notes, again = len(found), [*needs.notes, *notes_on(found)], second_runs(found)
        notes += [note for note in (placement_note(found), energy_note(found)) if note is not None]
        _tell_skipped(loaded)
    twice = f", {count + again} runs ({again} more of edge cuts, with a message for every cut edge)"
    print_line(f"{file}: ok, {count} point{'s' * (count != 1)}{twice if again else ''}")
    for note in notes:
        print_line(f"note: {note}")


def show(file: str, /, *, data: Path | None = None) -> None:
    """Show an experiment with every default filled in, its points, and the number of runs.

    Parameters
    ----------
    file
        A YAML file, or the name of a shipped experiment.
    data
        A folder of data, as for `run`.
    """
    from numasim.cli.terminal import console
    from numasim.experiments.estimate import estimate
    from numasim.experiments.run_study import refuse_for_study
    from numasim.schema.expand import points, study_points
    from numasim.schema.load import load
    from numasim.schema.study import Study
    from partitioners.config.yaml_lines import write_yaml

    loaded = load(file, data)
    if isinstance(loaded, Study):
        refuse_for_study(file, {"--data": data})
        resolved = loaded.model_dump(mode="json")
        every = dict(enumerate(overrides for overrides, _ in study_points(loaded)))
        count = f"{len(every)} point{'s' * (len(every) != 1)}"
    else:
        _tell_left_out(loaded)
        found = points(loaded)
        resolved, count = loaded.located(), str(estimate(found))
        every = {point.index: point.overrides for point in found}
        _tell_skipped(loaded)
    out = console()
    out.print(write_yaml(resolved), soft_wrap=True, end="")
    out.print(f"# {count}", soft_wrap=True)
    for index, overrides in every.items():
        values = ", ".join(f"{name}: {value}" for name, value in overrides.items())
        out.print(f"# {index}: {values}" if values else f"# {index}", soft_wrap=True)
