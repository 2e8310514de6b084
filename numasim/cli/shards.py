"""``numasim run --shard``, ``merge`` and ``submit``: experiments on several machines."""

# Without annotations from the future: cyclopts reads the types.
import math
import shlex
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.experiments.plan import Plan
    from numasim.experiments.run_options import RunOptions
    from numasim.experiments.shards import Shard
    from numasim.schema.experiment import Experiment


def run_one_shard(
    experiment: "Experiment",
    shard: "Shard",
    options: "RunOptions",
    file: Path | None,
    output: Path | None,
    *,
    overwrite: bool,
) -> int:
    """Run a shard of an experiment, print how it ended, and return the exit code."""
    from numasim.cli.run_end import INTERRUPTED, damaged_points
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.experiments.shards import run_shard
    from numasim.results.ownership import default_folder, results_folder

    start = time.monotonic()
    folder = default_folder(experiment.name) if output is None else output
    with (
        results_folder(folder, experiment, file, overwrite=overwrite),
        progress_bar() as progress,
    ):
        results = run_shard(experiment, shard, options, folder, progress, progress.report_price)
    out = console()
    if results.damaged:
        out.print(damaged_points(results.damaged), soft_wrap=True)
    if results.stopped:
        print_error(f"stopped; finished points are in {folder}; run the same command to resume", kind="")
        return INTERRUPTED if results.stopped == "interrupted" else 1
    if results.reused:
        out.print(f"{results.reused} of {results.points} points were already finished and were not run again")
    seconds = time.monotonic() - start
    count = f"{results.points} {plural(results.points, 'point')}"
    out.print(
        f"shard {shard}: {count} in {seconds:.1f} s, in {folder}; `numasim merge` joins shards",
        soft_wrap=True,
    )
    if results.failed:
        print_error(f"{results.failed} of {count} failed; `numasim merge` runs them again", kind="")
    return 1 if results.failed else 0


def merge(
    *folders: Path,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None,
    no_pictures: Annotated[bool, Parameter(negative="")] = False,
    no_csv: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Join the shards of an experiment, and write its results folder.

    The tables and the report are those of a run in one piece, byte for byte. Points that failed are run
    again.

    Parameters
    ----------
    folders
        The results folders of all shards of one experiment.
    output
        The results folder to write.
    workers
        Number of parallel processes; by default one per core.
    no_pictures
        Write the tables and the report, but draw no pictures.
    no_csv
        Write the tables as Parquet alone, without their copies in CSV.
    """
    from numasim.cli.run_end import write_and_print
    from numasim.cli.terminal import progress_bar
    from numasim.experiments.run_options import RunOptions
    from numasim.experiments.shards import experiment_of_shards, merge_shards
    from numasim.results.ownership import results_folder
    from partitioners.errors import InputError

    start = time.monotonic()
    if not folders:
        raise InputError("merge needs the results folders of the shards")
    if output.resolve() in [folder.resolve() for folder in folders]:
        raise InputError(f"{output}: is one of the shards; choose another --output")
    experiment = experiment_of_shards(folders)
    with results_folder(output, experiment, None):
        with progress_bar() as progress:
            results = merge_shards(experiment, folders, RunOptions(workers), output, progress)
        return write_and_print(output, results, start, pictures=not no_pictures, csv=not no_csv)


def submit(
    file: str,
    /,
    *,
    shards: int,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    data: Path | None = None,
    memory: str | None = None,
    hours: float | None = None,
    now: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Write a Slurm script that runs an experiment as an array of shards, and print it.

    A few points, spread evenly over the sweep, are run to measure the time and the memory that a job needs,
    unless you set both.

    Parameters
    ----------
    file
        A YAML file.
    shards
        The number of shards, each of which is a job of one core.
    output
        The folder of the shards; by default results/NAME.shards. The script is next to it, with the suffix
        .slurm.
    data
        A folder of data, as for `run`.
    memory
        The memory of a job, as Slurm writes it; by default one and a half times the measured memory.
    hours
        The time limit of a job; by default twice the measured time, and ten minutes more. Jobs that it ends
        resume when the script is submitted again.
    now
        Also submit the script with sbatch.
    """
    from numasim.cli.terminal import console
    from numasim.config.presets import find_config
    from numasim.experiments.plan import Plan
    from numasim.results.ownership import default_folder
    from numasim.results.tables import write_text
    from numasim.schema.expand import checked_points, has_many_points
    from numasim.schema.load import load_experiment
    from numasim.schema.sweep import count as combinations
    from partitioners.errors import InputError, OptionError

    experiment = load_experiment(file, data)
    if experiment.search is not None:
        raise OptionError("the points of a search are known when it has run; run it in one piece")
    some = checked_points(experiment)
    count = combinations(experiment.axes) if has_many_points(experiment) else len(some)
    if not 1 <= shards <= count:
        raise OptionError(f"--shards: expected 1 to {count}, the number of points, got {shards}")
    if hours is not None and not hours > 0:
        raise OptionError(f"--hours: expected more than 0, got {hours:g}")
    comments = []
    if hours is None or memory is None:
        enough_hours, enough_memory, measured = _measured_needs(
            Plan.of(experiment, some), math.ceil(count / shards)
        )
        comments.append(measured)
        if hours is None:
            hours = enough_hours
            comments.append(f"--time is {TIMES_THE_TIME} times the time, and {MORE_MINUTES} minutes more.")
        if memory is None:
            memory = enough_memory
            comments.append(f"--mem is {TIMES_THE_MEMORY} times the memory.")
    folder = default_folder(f"{experiment.name}.shards") if output is None else output
    script = folder.with_name(f"{folder.name}.slurm")
    script.parent.mkdir(parents=True, exist_ok=True)
    words = [str(find_config(file).absolute()), *(() if data is None else ("--data", str(data.absolute())))]
    write_text(script, slurm_script(words, folder.absolute(), shards, memory, hours, comments))
    out = console()
    out.print(script.read_text(encoding="utf-8"), soft_wrap=True, highlight=False, markup=False, end="")
    if not now:
        out.print(f"written to {script}; submit it with: sbatch {shlex.quote(str(script))}", soft_wrap=True)
        return 0
    try:
        return subprocess.run(["sbatch", str(script)], check=False).returncode
    except OSError as error:
        raise InputError(
            f"sbatch cannot be started ({error.strerror}); submit {script} on a Slurm cluster"
        ) from None


TIMES_THE_TIME, MORE_MINUTES, TIMES_THE_MEMORY = 2, 10, 1.5
"""The margins over what is measured: other cores are slower, and a job may have to compile its kernels."""


def _measured_needs(plan: "Plan", points: int) -> tuple[float, str, str]:
    """Run a few points; return the hours and the memory of a job of some points, and what was measured."""
    from numasim.cli.terminal import progress_bar
    from numasim.experiments.estimate import run_sample
    from numasim.experiments.price import spoken_size

    with progress_bar() as progress:
        sample = run_sample(plan, progress)
    price = sample.price(points, 1)
    longest = price.seconds if price.interval is None else price.interval[1]
    memory = sample.memory_of(price.points)
    hours = (TIMES_THE_TIME * longest + 60 * MORE_MINUTES) / 3600
    ran = f"{sample.points} {plural(sample.points, 'point')}"
    measured = f"A job has {price}, and {spoken_size(memory)} of memory (measured on {ran})."
    return hours, f"{256 * math.ceil(TIMES_THE_MEMORY * memory / 2**28)}M", measured


def slurm_script(
    file: Sequence[str], folder: Path, shards: int, memory: str, hours: float, comments: Sequence[str]
) -> str:
    """Return the script of an array of jobs, one for each shard.

    Parameters
    ----------
    file : sequence of str
        The words of the command line that name the experiment.
    comments : sequence of str
        What is said of the memory and the hours.
    """
    where, words = shlex.quote(str(folder)), shlex.join(file)
    said = "".join(f"# {line}\n" for line in comments)
    return f"""\
#!/bin/bash
{said}#SBATCH --job-name={shlex.quote(folder.name)}
#SBATCH --array=1-{shards}
#SBATCH --ntasks=1 --cpus-per-task=1 --mem={memory} --time={math.ceil(60 * hours)}
# After the last job: numasim merge {where}/* -o FOLDER
mkdir -p {where}
exec numasim run {words} -j 1 --shard "$SLURM_ARRAY_TASK_ID/{shards}" -o {where}/"$SLURM_ARRAY_TASK_ID"
"""
