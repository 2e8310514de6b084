"""``numasim report``, ``compare`` and ``replay``: the commands for results folders."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numasim.results.differences import Comparison, Difference

MAX_LINES = 40
MAX_ONLY = 10


def report(
    folder: Path, /, *, output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None
) -> None:
    """Write the report of a results folder: one HTML page that any browser opens without a network.

    `numasim run` also writes this report.

    Parameters
    ----------
    folder
        A results folder written by `numasim run`.
    output
        The file to write; by default report.html in the folder.
    """
    from numasim.cli.terminal import console
    from numasim.results.experiment_results import read_results
    from numasim.results.report.page import DRAWN_TABLES, write_report
    from numasim.results.tables import REPORT

    path = write_report(read_results(folder, DRAWN_TABLES), output or folder / REPORT)
    console().print(f"the report is in {path}", soft_wrap=True)


def compare(
    first: Path,
    second: Path,
    /,
    *,
    tolerance: float = 0.0,
    tables: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Compare two results folders: rows of the same configuration, figure by figure.

    Prints all differences, and the rows and columns that only one folder has. Exits with 1 if there are any.

    Figures that are not reproducible, such as times measured on this machine, are not compared.

    Parameters
    ----------
    first
        A results folder, or the .parquet file of a table of results.
    second
        The results folder or .parquet file to compare with the first.
    tolerance
        Largest allowed difference between two numbers, relative to the larger one; 0 by default.
    tables
        Compare the long tables too: cores, links and so on.
    """
    from numasim.cli.terminal import console
    from numasim.results.differences import compare_results

    found = compare_results(first, second, tolerance, long=tables)
    within = f" within {tolerance:g}" if tolerance else ""
    if found.equal:
        whole = ", long tables too" if tables else ""
        console().print(f"equal{within}: {found.rows} rows, {found.columns} columns{whole}")
        return 0
    print_differences(found, first, second)
    differing = len({(cell.point, cell.what) for cell in found.cells})  # rows may share a name
    console().print(f"not equal{within}: {differing} of {found.rows} matched rows differ", soft_wrap=True)
    return 1


def replay(
    folder: Path, run: str, /, *, trace: Annotated[Path | None, Parameter(name="--trace")] = None
) -> int:
    """Repeat one run of a results folder, and compare its results with those of the folder byte for byte.

    Exits with 1 if anything differs. Speed-ups and ratios need other runs and are not compared.

    Parameters
    ----------
    folder
        A results folder written by `numasim run`.
    run
        The id of the run as in results.csv, the first characters of the id, or the number of its point.
    trace
        Write a timeline of the run to this JSON file, for https://ui.perfetto.dev, as `numasim run --trace`
        does.
    """
    from numasim.cli.experiments import TRACE_EVENTS, check_trace, recorder, write_timeline_of
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.experiments.kinds import kind_of
    from numasim.experiments.replay import replay as replay_run
    from numasim.numa.timeline import Timeline
    from numasim.results.differences import Comparison
    from numasim.results.summary import print_summary

    check_trace(trace)
    with progress_bar(lines=False) as progress:
        found = replay_run(
            folder,
            run,
            check=None if trace is None else partial(recorder, trace),
            report=lambda line: progress(0, 1, line),
        )
    print_summary(console(), found.rows, kind_of(found.point.experiment).rows, [])
    if found.traceback:
        print_error(found.traceback, kind="")
    if trace is not None:
        write_timeline_of(trace, Timeline(max_events=TRACE_EVENTS), found.point, found.points, found.rows)
    if not found.cells:
        console().print(
            f"the same, byte for byte: {found.figures} figures, {found.long_rows:,} rows of long tables"
        )
        return 0
    print_differences(Comparison(len(found.rows), found.figures, found.cells, ([], [])), folder, "now")
    for each in found.other_versions:
        console().print(f"made with {each}", soft_wrap=True)
    console().print(f"not the same: {len(found.cells)} differences", soft_wrap=True)
    return 1


def print_differences(found: Comparison, first: Any, second: Any) -> None:
    """Print the differences as a table of cells; of many, print the largest and one line per column."""
    from numasim.cli.terminal import console

    out = console()
    for path, rows, alone in zip((first, second), found.only, found.alone, strict=True):
        for what in rows[:MAX_ONLY]:
            out.print(f"only in {path}: {what or 'its only row'}", soft_wrap=True)
        if len(rows) > MAX_ONLY:
            out.print(f"only in {path}: {len(rows) - MAX_ONLY} more rows", soft_wrap=True)
        if alone:
            out.print(f"only in {path}: {', '.join(alone)}", soft_wrap=True)
    cells = found.cells
    if len(cells) > MAX_LINES:
        cells = sorted(cells, key=lambda cell: -cell.relative)[:MAX_LINES]
        _print_columns(found.cells)
        out.print(f"\nthe {MAX_LINES} largest of {len(found.cells)} differences:")
    if cells:
        _print_cells(cells)


def _print_cells(cells: Sequence[Difference]) -> None:
    table = _table(
        {
            "point": "right",
            "what": "left",
            "column": "left",
            "first": "right",
            "second": "right",
            "apart": "right",
        }
    )
    for cell in cells:
        column = f"{cell.column} ({cell.cells} cells)" if cell.cells > 1 else cell.column
        values = [f"{v:.6g}" if isinstance(v, float) else str(v) for v in (cell.first, cell.second)]
        if values[0] == values[1]:
            values = [repr(cell.first), repr(cell.second)]
        table.add_row(str(cell.point), cell.what, column, *values, _share(cell.relative))
    _print(table)


def _print_columns(cells: Sequence[Difference]) -> None:
    table = _table({"column": "left", "rows": "right", "farthest": "right", "at point": "right"})
    for column in dict.fromkeys(cell.column for cell in cells):
        of_column = [cell for cell in cells if cell.column == column]
        farthest = max(of_column, key=lambda cell: cell.relative)
        table.add_row(column, str(len(of_column)), _share(farthest.relative), str(farthest.point))
    _print(table)


def _table(columns: dict[str, Any]) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, justify in columns.items():
        table.add_column(name, justify=justify, overflow="fold")
    return table


def _print(table: Any) -> None:
    from numasim.cli.terminal import console

    console().print(table)


def _share(relative: float) -> str:
    if not math.isfinite(relative):
        return "-"
    return f"{relative:.3%}" if relative >= 1e-5 else f"{relative:.1e}"
