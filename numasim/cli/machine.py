"""``numasim machine``: write the machine file of the computer at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def machine(
    *,
    this: Annotated[bool, Parameter(negative="")] = False,
    second_level: int | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Write a machine file of this computer, from what the system says and from a minute of microbenchmarks.

    Run it while nothing else runs: every measurement is the least of many, and its spread is in the file.

    Parameters
    ----------
    this
        Describe this computer.
    second_level
        The level of the cache that is the `l2` of the model; by default the last one.
    output
        The new file; by default, it is printed.
    """
    from numasim.cli.terminal import print_line, progress_bar
    from numasim.host.description import describe
    from numasim.host.machine_file import HostMachine, check_second_level
    from numasim.host.measure import measure
    from partitioners.errors import InputError, OptionError

    if not this:
        raise OptionError("say which machine: `numasim machine --this -o mine.yaml` describes this computer")
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    if output is not None and output.exists():
        raise OptionError(f"{output} already exists; choose another name, or move the file")
    description = describe()
    check_second_level(description, second_level)
    with progress_bar(lines=False) as progress:
        measured = measure(description, progress)
    found = HostMachine(description, measured, second_level)
    found.machine()  # a file that numasim itself would refuse is not written
    if output is None:
        print_line(found.text().rstrip("\n"))
    else:
        output.write_text(found.text(), encoding="utf-8")
        print_line(f"written to {output}; use it as `machine: {output}`")
    return 0
