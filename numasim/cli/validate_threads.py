"""``numasim validate threads``: compare threads with published measurements, and with this computer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def validate_threads(
    *,
    this: Annotated[bool, Parameter(negative="")] = False,
    machine: Path | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Compare machine presets with published measurements, or programs of threads with this computer.

    Without `--this`, exits with 1 if a tolerance is missed.

    Parameters
    ----------
    this
        Run the included programs here, and simulate them on the machine file of this computer.
    machine
        With `--this`: a file that `numasim machine --this` wrote here; by default, it is made now.
    output
        A Markdown file; its section about these figures is replaced, or appended.
    """
    from partitioners.errors import InputError, OptionError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if machine is not None and not this:
        raise OptionError("--machine: it is the file of this computer; add --this")
    return _this_computer(machine, output) if this else _published(output)


def _published(output: Path | None) -> int:
    from numasim.cli.terminal import print_error, progress_bar
    from numasim.validation import machines_report as report
    from numasim.validation.machines import compare_published

    with progress_bar(lines=False) as progress:
        found = compare_published(progress)
    _print_table(report.COLUMNS, report.rows(found))
    missed = report.misses(found)
    for miss in missed:
        print_error(miss, kind="missed: ")
    if output is not None:
        _write(output, report.section(found))
    return 1 if missed else 0


def _this_computer(file: Path | None, output: Path | None) -> int:
    from numasim.cli.terminal import console, progress_bar
    from numasim.host.description import describe
    from numasim.host.machine_file import HostMachine, nearest_second_level
    from numasim.host.measure import measure
    from numasim.machine.machine import load_machine
    from numasim.validation import this_computer_report as report
    from numasim.validation.this_computer import run_all, thread_counts

    about = describe()
    with progress_bar(lines=False) as progress:
        if file is None:
            measured = measure(about, progress)
            machine = HostMachine(about, measured, nearest_second_level(about)).machine()
        else:
            machine = load_machine(file)
        runs = run_all(machine, thread_counts(), progress)
    _print_table(report.COLUMNS, report.rows(runs, machine.clock))
    for line in report.summary(runs, about):
        console().print(line, soft_wrap=True)
    if output is not None:
        _write(output, report.section(runs, about, machine))
    return 0


def _print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    from rich.table import Table

    from numasim.cli.terminal import console

    table = Table(*columns, box=None, pad_edge=False)
    for cells in rows:
        table.add_row(*cells)
    console().print(table)


def _write(output: Path, section: str) -> None:
    from numasim.cli.terminal import console
    from numasim.validation.markdown import write_section

    write_section(output, section)
    console().print(f"written to {output}", soft_wrap=True)
