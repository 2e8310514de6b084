"""``numasim report``, ``explore``, ``table``, ``compare``, ``replay``: the commands for results folders."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numasim.results.differences import Comparison, Difference
    from numasim.results.text_table import TextTable

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


def explore(
    folder: Path,
    /,
    *,
    columns: str | None = None,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Write a page that filters and compares all rows of a results folder, with the YAML of chosen points.

    Any browser opens the page without a network.

    Parameters
    ----------
    folder
        A results folder written by `numasim run`.
    columns
        The columns of results.parquet to show beside the swept fields, separated by commas, such as
        seconds,energy_joules. By default, the figures of the report.
    output
        The file to write; by default explorer.html in the folder.
    """
    from numasim.cli.terminal import console
    from numasim.results.experiment_results import read_results
    from numasim.results.explorer.page import EXPLORER, write_explorer

    chosen = [] if columns is None else [name.strip() for name in columns.split(",")]
    path = write_explorer(read_results(folder, ()), folder, output or folder / EXPLORER, chosen)
    console().print(f"the explorer is in {path}", soft_wrap=True)


def compare(
    first: Path,
    second: Path,
    /,
    *,
    tolerance: float = 0.0,
    tables: Annotated[bool, Parameter(negative="")] = False,
    form: Annotated[Literal["terminal", "latex", "markdown"], Parameter(name="--format")] = "terminal",
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
    form
        The form of the table of differences; latex needs the package booktabs.
    """
    from numasim.cli.terminal import console
    from numasim.results.differences import compare_results

    found = compare_results(first, second, tolerance, long=tables)
    within = f" within {tolerance:g}" if tolerance else ""
    if found.equal:
        whole = ", long tables too" if tables else ""
        console().print(f"equal{within}: {found.rows} rows, {found.columns} columns{whole}")
        return 0
    print_differences(found, first, second, form)
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
        The id of the run as in results.parquet, the first characters of the id, or the number of its point.
    trace
        Write a timeline of the run to this JSON file, for https://ui.perfetto.dev, as `numasim run --trace`
        does.
    """
    from numasim.cli.terminal import console, print_error, progress_bar
    from numasim.cli.timeline import TimelineOptions, recorder, write_timeline_of
    from numasim.experiments.replay import replay as replay_run
    from numasim.results.differences import Comparison
    from numasim.results.row_kinds import rows_of
    from numasim.results.summary import print_summary

    timeline = TimelineOptions(trace)
    timeline.check()
    with progress_bar(lines=False) as progress:
        found = replay_run(
            folder,
            run,
            check=None if trace is None else partial(recorder, trace),
            report=lambda line: progress(0, 1, line),
        )
    print_summary(console(), found.rows, rows_of(found.point.experiment.kind), [])
    if found.traceback:
        print_error(found.traceback, kind="")
    if trace is not None:
        write_timeline_of(trace, timeline.timeline(), found.point, found.points, found.rows)
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


def print_differences(
    found: Comparison, first: Any, second: Any, form: Literal["terminal", "latex", "markdown"] = "terminal"
) -> None:
    """Print the differences as a table of cells; of many, print the largest and one line per column."""
    from numasim.cli.terminal import console
    from numasim.results.text_table import print_lines, print_table

    out, alone = console(), []
    for path, rows, columns in zip((first, second), found.only, found.alone, strict=True):
        alone += [f"only in {path}: {what or 'its only row'}" for what in rows[:MAX_ONLY]]
        if len(rows) > MAX_ONLY:
            alone.append(f"only in {path}: {len(rows) - MAX_ONLY} more rows")
        if columns:
            alone.append(f"only in {path}: {', '.join(columns)}")
    print_lines(out, alone, form, wrap=False)
    cells = found.cells
    if len(cells) > MAX_LINES:
        cells = sorted(cells, key=lambda cell: -cell.relative)[:MAX_LINES]
        print_table(out, _by_column(found.cells), form)
        print_lines(out, ["", f"the {MAX_LINES} largest of {len(found.cells)} differences:"], form)
    if cells:
        print_table(out, _of_cells(cells), form)


def _of_cells(cells: Sequence[Difference]) -> TextTable:
    from numasim.results.text_table import TextTable

    pairs = [_both(cell) for cell in cells]
    names = {
        "point": [str(cell.point) for cell in cells],
        "what": [cell.what for cell in cells],
        "column": [f"{c.column} ({c.cells} cells)" if c.cells > 1 else c.column for c in cells],
    }
    figures = {
        "first": [first for first, _ in pairs],
        "second": [second for _, second in pairs],
        "apart": [_share(cell.relative) for cell in cells],
    }
    return TextTable(names, figures)


def _both(cell: Difference) -> tuple[str, str]:
    """Return both values of a cell, with all digits if six digits are equal."""
    first, second = (f"{v:.6g}" if isinstance(v, float) else str(v) for v in (cell.first, cell.second))
    return (repr(cell.first), repr(cell.second)) if first == second else (first, second)


def _by_column(cells: Sequence[Difference]) -> TextTable:
    from numasim.results.text_table import TextTable

    columns = {name: [cell for cell in cells if cell.column == name] for name in (c.column for c in cells)}
    farthest = [max(of_column, key=lambda cell: cell.relative) for of_column in columns.values()]
    figures = {
        "rows": [str(len(of_column)) for of_column in columns.values()],
        "farthest": [_share(cell.relative) for cell in farthest],
        "at point": [str(cell.point) for cell in farthest],
    }
    return TextTable({"column": list(columns)}, figures)


def _share(relative: float) -> str:
    if not math.isfinite(relative):
        return "-"
    return f"{relative:.3%}" if relative >= 1e-5 else f"{relative:.1e}"


def table(
    folder: Path,
    /,
    *,
    columns: str | None = None,
    sort: str | None = None,
    form: Annotated[Literal["terminal", "latex", "markdown"], Parameter(name="--format")] = "terminal",
) -> None:
    """Print the table of a results folder again: chosen columns, sorted, or for a paper.

    Parameters
    ----------
    folder
        A results folder written by `numasim run`.
    columns
        The columns of results.parquet to print, separated by commas, such as l2.size,seconds,speedup; a swept
        field may be named by its end. By default, the columns that `numasim run` prints.
    sort
        The column by which the rows are sorted, the best first.
    form
        The form of the table; latex needs the package booktabs.
    """
    from numasim.cli.terminal import console
    from numasim.results.experiment_results import read_results
    from numasim.results.summary import print_summary

    results = read_results(folder, ())
    chosen = [] if columns is None else [name.strip() for name in columns.split(",")]
    of_kind = results.kind, results.baselines, results.varying
    print_summary(console(), results.table, *of_kind, columns=chosen, sort=sort, form=form, limit=None)
