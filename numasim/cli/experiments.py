"""``numasim run``, ``check`` and ``show``: what is done with an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

INTERRUPTED = 130


def run(
    file: str,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    workers: Annotated[int | None, Parameter(name=["--workers", "-j"])] = None,
    verify: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Run an experiment, print its table, and write its results folder.

    Parameters
    ----------
    file
        A YAML file, or the name of an experiment that comes with the project, such as quickstart.
    output
        The results folder; by default results/NAME.
    workers
        Parallel processes; by default one for each core.
    verify
        Check every partition against its definition.
    """
    from numasim.cli.terminal import complain, console, progress_bar
    from numasim.config import load_experiment
    from numasim.experiment import run_experiment
    from numasim.results import open_folder, write_folder
    from numasim.summary import print_summary

    experiment = load_experiment(file)
    if verify:
        experiment = experiment.model_copy(update={"verify": True})
    folder = open_folder(output if output is not None else Path("results") / Path(file).stem)
    with progress_bar() as progress:
        results = run_experiment(experiment, workers=workers, progress=progress)
    if results.interrupted and results.table.empty:
        complain("interrupted before the first run was finished; nothing was written", kind="")
        return INTERRUPTED
    write_folder(folder, results)
    console().print(f"\n{experiment.title}")
    print_summary(console(), results.table, results.baselines, results.varying)
    if results.interrupted:
        complain(f"interrupted; what was finished is in {folder}", kind="")
        return INTERRUPTED
    if results.failed:
        complain(f"{results.failed} of {len(results.table)} runs failed; all else is in {folder}", kind="")
        return 1
    console().print(
        f"{len(results.table)} runs in {results.seconds:.1f} s; tables and pictures are in {folder}"
    )
    return 0


def check(file: str, /) -> None:
    """Check an experiment file: everything that is wrong with it, at once.

    Parameters
    ----------
    file
        A YAML file, or the name of an experiment that comes with the project.
    """
    from numasim.cli.terminal import console
    from numasim.config import load_experiment
    from numasim.sweep import points

    experiment = load_experiment(file)
    count = len(points(experiment))
    console().print(f"{file}: ok, {count} point{'s' * (count != 1)}")


def show(file: str, /) -> None:
    """Show an experiment with every default filled in, and its points.

    Parameters
    ----------
    file
        A YAML file, or the name of an experiment that comes with the project.
    """
    from numasim.cli.terminal import console
    from numasim.config import load_experiment
    from numasim.sweep import points
    from numasim.yaml_lines import write_yaml

    experiment = load_experiment(file)
    out = console()
    out.print(write_yaml(experiment.resolved()), soft_wrap=True, end="")
    every = points(experiment)
    out.print(f"# {len(every)} point{'s' * (len(every) != 1)}")
    for point in every:
        values = ", ".join(f"{name}: {value}" for name, value in point.overrides.items())
        out.print(f"# {point.index}: {values}" if values else f"# {point.index}", soft_wrap=True)
