"""``numasim run``, ``check`` and ``show``: the commands for experiment files."""

# Without annotations from the future: cyclopts reads the types.
import time
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from numasim.cli.timeline import NO_TIMELINE, TimelineOptions
from numasim.experiments.run_options import RunOptions
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


@dataclass(frozen=True)
class CommandOptions(RunOptions):
    """The options as the command line writes them."""

    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None
    fail_fast: Annotated[bool, Parameter(negative="")] = False
    no_csv: Annotated[bool, Parameter(negative="")] = False


def run(
    file: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    data: Path | None = None,
    options: Annotated[CommandOptions, Parameter(name="*")] = CommandOptions(),
    verify: Annotated[bool, Parameter(negative="")] = False,
    no_pictures: Annotated[bool, Parameter(negative="")] = False,
    overwrite: Annotated[bool, Parameter(negative="")] = False,
    shard: str | None = None,
    timeline: Annotated[TimelineOptions, Parameter(name="*")] = NO_TIMELINE,
) -> int:
    """Run an experiment, print its table, and write its results folder.

    A run that was killed or interrupted resumes when the same command is given again. After the first of many
    points, one line says what all of them will take, and then the tables, the pictures and the report.

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
    options
        How the points are run.
    verify
        Check every partition against its definition.
    no_pictures
        Write the tables and the report, but draw no pictures.
    overwrite
        Write into a folder that contains another experiment or other files. The results of the other
        experiment are replaced; other files are kept.
    shard
        Run only a part of the points, such as 3/64, the third of 64 parts; `numasim merge` joins them.
    timeline
        The timeline of one run.
    """
    from numasim.cli.run_end import write_and_print
    from numasim.cli.shards import run_one_shard
    from numasim.cli.studies import run_and_print
    from numasim.cli.terminal import progress_bar
    from numasim.config.presets import find_config
    from numasim.experiments.derived_columns import check_derived
    from numasim.experiments.experiment import run_experiment
    from numasim.experiments.row_columns import check_published_columns
    from numasim.experiments.run_end import RunEnd
    from numasim.experiments.run_study import refuse_for_study
    from numasim.experiments.shards import Shard
    from numasim.results.ownership import default_folder, results_folder
    from numasim.schema.expand import checked_points, has_many_points, verified
    from numasim.schema.load import load
    from numasim.schema.study import Study

    start = time.monotonic()
    experiment = load(file, data)
    if isinstance(experiment, Study):
        given = {"data": data, **options.given, "verify": verify, "no_pictures": no_pictures}
        given["shard"] = shard
        given["trace"] = timeline.trace
        refuse_for_study(file, {f"--{name.replace('_', '-')}": value for name, value in given.items()})
        return run_and_print(experiment, find_config(file), output, overwrite=overwrite)
    timeline.check()
    _tell_left_out(experiment)
    if verify:
        experiment = verified(experiment)
    found = checked_points(experiment)
    check_published_columns(experiment, found)
    check_derived(experiment, found)
    traced = timeline.point_of(file, experiment)
    if not has_many_points(experiment):
        _tell_skipped(experiment)
    if shard is not None:
        part = Shard.of(shard)
        return run_one_shard(experiment, part, options, find_config(file), output, overwrite=overwrite)
    folder = default_folder(experiment.name) if output is None else output
    with results_folder(folder, experiment, find_config(file), overwrite=overwrite):
        with progress_bar() as progress:
            end = RunEnd(pictures=not no_pictures, csv=not options.no_csv)
            report_price = partial(progress.report_price, after=end.after)
            results = run_experiment(
                experiment, options, folder=folder, progress=progress, report_price=report_price
            )
        if has_many_points(experiment):  # they are known now
            _tell_skipped(experiment)
        also, csv = None, not options.no_csv
        if traced is not None:
            also = partial(timeline.add_to, folder, results, traced, csv=csv)
        return write_and_print(folder, results, start, pictures=not no_pictures, csv=csv, also=also)


def _tell_left_out(experiment: "Experiment") -> None:
    from numasim.cli.terminal import print_error

    if experiment.left_out:
        cure = "; set their folder with --data DIR" if experiment.data is None else ""
        print_error(f"skipped, files not found: {', '.join(experiment.left_out)}{cure}", kind="")


def _tell_skipped(experiment: "Experiment") -> None:
    """Print the number of points that do not meet the constraint, and the impossible points."""
    from numasim.cli.terminal import print_error
    from numasim.schema.expand import excluded, skipped
    from partitioners.errors import MAX_LINES

    if number := excluded(experiment):
        print_error(f"constraint: {number:,} {plural(number, 'point')} left out", kind="")
    left_out = skipped(experiment)
    if not left_out:
        return
    print_error(f"skipped {len(left_out)} impossible {plural(len(left_out), 'point')}:", kind="")
    for point in left_out[:MAX_LINES]:
        print_error(f"  {point.index}: {point.why}", kind="")
    if len(left_out) > MAX_LINES:
        print_error(f"  and {len(left_out) - MAX_LINES:,} more", kind="")


def check(file: str, /, *, data: Path | None = None) -> None:
    """Check an experiment file and what its runs need, and report all mistakes at once.

    A run needs compilers, optional packages, and files that fit; files beyond 32 MiB are not read. A sweep of
    more than 10,000 points is checked at some of them; each other point is checked before it runs.

    Parameters
    ----------
    file
        A YAML file, or the name of a shipped experiment.
    data
        A folder of data, as for `run`.
    """
    from numasim.cli.terminal import print_line
    from numasim.config.presets import find_config
    from numasim.experiments.derived_columns import check_derived
    from numasim.experiments.estimate import second_runs
    from numasim.experiments.needs import Needs, problems_of
    from numasim.experiments.row_columns import check_published_columns
    from numasim.experiments.run_study import refuse_for_study
    from numasim.schema.energy_note import energy_note
    from numasim.schema.expand import checked_points, has_many_points, study_points
    from numasim.schema.load import load
    from numasim.schema.no_effect import notes_on
    from numasim.schema.placement_note import placement_note
    from numasim.schema.study import Study
    from partitioners.config.problems import in_file_order
    from partitioners.config.yaml_lines import display_path, read_yaml
    from partitioners.errors import ConfigError

    loaded, notes = load(file, data), list[str]()
    if isinstance(loaded, Study):
        refuse_for_study(file, {"--data": data})
        count = len(study_points(loaded))
        said = f"{count} {plural(count, 'point')}"
    else:
        _tell_left_out(loaded)
        found = checked_points(loaded)
        check_published_columns(loaded, found)
        check_derived(loaded, found)
        needs = Needs()
        problems = problems_of(found, loaded, needs)
        if problems:
            path = find_config(file)
            raise ConfigError(in_file_order(problems, read_yaml(path, display_path(path))))
        notes = [*needs.notes, *notes_on(found)]
        notes += [note for note in (placement_note(found), energy_note(found)) if note is not None]
        if has_many_points(loaded):
            said = f"{at_most(loaded)}; {len(found):,} of them are checked, the others before they run"
        else:
            said = str(loaded.search or _count(len(found), second_runs(found)))
            _tell_skipped(loaded)
    print_line(f"{file}: ok, {said}")
    for note in notes:
        print_line(f"note: {note}")


def _count(points: int, again: int) -> str:
    """The number of points, and of runs if there are more."""
    twice = f", {points + again} runs ({again} more of edge cuts, with a message for every cut edge)"
    return f"{points} {plural(points, 'point')}{twice if again else ''}"


def at_most(experiment: "Experiment") -> str:
    """The number of combinations of a sweep, some of which may be equal or left out."""
    from numasim.schema.sweep import count

    return f"up to {count(experiment.axes):,} points"


def show(
    file: str, /, *, data: Path | None = None, price: Annotated[bool, Parameter(negative="")] = False
) -> None:
    """Show an experiment with every default filled in, its points, and the number of runs.

    Parameters
    ----------
    file
        A YAML file, or the name of a shipped experiment.
    data
        A folder of data, as for `run`.
    price
        Show what the run will take instead: processor time, bytes on disk, and memory. A few points, spread
        evenly over the sweep, are run to measure this. Ctrl-C ends the measurement early.
    """
    from numasim.cli.terminal import console
    from numasim.experiments.estimate import estimate
    from numasim.experiments.run_study import refuse_for_study
    from numasim.schema.expand import MOST_KEPT, assignments, has_many_points, points, study_points
    from numasim.schema.load import load
    from numasim.schema.study import Study
    from partitioners.config.yaml_lines import write_yaml

    loaded = load(file, data)
    if isinstance(loaded, Study):
        refuse_for_study(file, {"--data": data, "--price": price})
        resolved = loaded.model_dump(mode="json")
        every = dict(enumerate(overrides for overrides, _ in study_points(loaded)))
        count = f"{len(every)} {plural(len(every), 'point')}"
    else:
        _tell_left_out(loaded)
        if price:
            _print_price(loaded)
            return
        resolved = loaded.located()
        if has_many_points(loaded):
            first = islice(assignments(loaded.resolved(), type(loaded)), MOST_KEPT)
            count, every = f"{at_most(loaded)}; the first {MOST_KEPT:,} are", dict(enumerate(first))
        else:
            found = points(loaded)
            count, every = str(estimate(found)), {point.index: point.overrides for point in found}
            if loaded.search is not None:
                count, every = f"{loaded.search}; the points are known when it runs", {}
            _tell_skipped(loaded)
    out = console()
    out.print(write_yaml(resolved), soft_wrap=True, end="")
    out.print(f"# {count}", soft_wrap=True)
    for index, overrides in every.items():
        values = ", ".join(f"{name}: {value}" for name, value in overrides.items())
        out.print(f"# {index}: {values}" if values else f"# {index}", soft_wrap=True)


def _print_price(experiment: "Experiment") -> None:
    """Run a few points, and print what all of them will take."""
    from numasim.cli.terminal import print_line, progress_bar
    from numasim.experiments.estimate import estimate, run_sample
    from numasim.experiments.plan import Plan
    from numasim.experiments.price import spoken_size
    from numasim.experiments.run_end import RunEnd
    from numasim.provenance import usable_cores
    from numasim.schema.expand import checked_points, has_many_points
    from numasim.schema.sweep import count
    from partitioners.errors import OptionError

    if experiment.search is not None:
        raise OptionError("--price: the points of a search are known when it has run; remove the option")
    many, some = has_many_points(experiment), checked_points(experiment)
    points = count(experiment.axes) if many else len(some)
    with progress_bar() as progress:
        sample = run_sample(Plan.of(experiment, some), progress)
    if not many:
        _tell_skipped(experiment)
    print_line(at_most(experiment) if many else str(estimate(some)))
    price = sample.price(points, usable_cores())
    print_line(f"{price}; {RunEnd().after(price)}")
    print_line(f"{spoken_size(sample.csv * points)} of tables in CSV, which --no-csv leaves out")
    print_line(f"{spoken_size(sample.memory)} of memory in each process")
    ran = f"{sample.points} {plural(sample.points, 'point')}"
    print_line(f"measured on {ran}, spread evenly over the sweep; their results are not kept")
