"""``numasim validate threads``: compare presets with published measurements of the machines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def validate_threads(
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Compare latencies and bandwidths of machine presets with published measurements.

    Exits with 1 if a tolerance is missed.

    Parameters
    ----------
    output
        A Markdown file; its section about published measurements is replaced, or appended.
    """
    from rich.table import Table

    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.validation import machines_report as report
    from numasim.validation.machines import compare_published
    from numasim.validation.markdown_section import write_section
    from partitioners.errors import InputError

    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent} to write into")
    with progress_bar(lines=False) as progress:
        found = compare_published(progress)
    out = console()
    table = Table(*report.COLUMNS, box=None, pad_edge=False)
    for cells in report.rows(found):
        table.add_row(*cells)
    out.print(table)
    missed = report.misses(found)
    for miss in missed:
        print_error(miss, kind="missed: ")
    if output is not None:
        write_section(output, report.section(found))
        out.print(f"written to {output}", soft_wrap=True)
    return 1 if missed else 0
