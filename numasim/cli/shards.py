"""``numasim run --shard``, ``merge`` and ``submit``: experiments on several machines."""

# Without annotations from the future: cyclopts reads the types.
import shlex
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from partitioners.text.counts import plural

if TYPE_CHECKING:
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
        results = run_shard(experiment, shard, options, folder, progress)
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
        return write_and_print(output, results, start, pictures=not no_pictures)


def submit(
    file: str,
    /,
    *,
    shards: int,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    data: Path | None = None,
    memory: str = "4G",
    hours: float = 24,
    now: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Write a Slurm script that runs an experiment as an array of shards, and print it.

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
        The memory of a job, as Slurm writes it.
    hours
        The time limit of a job. Jobs that it ends resume when the script is submitted again.
    now
        Also submit the script with sbatch.
    """
    from numasim.cli.terminal import console
    from numasim.config.presets import find_config
    from numasim.results.ownership import default_folder
    from numasim.results.tables import write_text
    from numasim.schema.expand import points
    from numasim.schema.load import load_experiment
    from partitioners.errors import InputError, OptionError

    experiment = load_experiment(file, data)
    count = len(points(experiment))
    if not 1 <= shards <= count:
        raise OptionError(f"--shards: expected 1 to {count}, the number of points, got {shards}")
    if not hours > 0:
        raise OptionError(f"--hours: expected more than 0, got {hours:g}")
    folder = default_folder(f"{experiment.name}.shards") if output is None else output
    script = folder.with_name(f"{folder.name}.slurm")
    script.parent.mkdir(parents=True, exist_ok=True)
    words = [str(find_config(file).absolute()), *(() if data is None else ("--data", str(data.absolute())))]
    write_text(script, slurm_script(words, folder.absolute(), shards, memory, hours))
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


def slurm_script(file: Sequence[str], folder: Path, shards: int, memory: str, hours: float) -> str:
    """Return the script of an array of jobs, one for each shard.

    Parameters
    ----------
    file : sequence of str
        The words of the command line that name the experiment.
    """
    where, words = shlex.quote(str(folder)), shlex.join(file)
    return f"""\
#!/bin/bash
#SBATCH --job-name={shlex.quote(folder.name)}
#SBATCH --array=1-{shards}
#SBATCH --ntasks=1 --cpus-per-task=1 --mem={memory} --time={max(1, round(hours * 60))}
# After the last job: numasim merge {where}/* -o FOLDER
mkdir -p {where}
exec numasim run {words} -j 1 --shard "$SLURM_ARRAY_TASK_ID/{shards}" -o {where}/"$SLURM_ARRAY_TASK_ID"
"""
