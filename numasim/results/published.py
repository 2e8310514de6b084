"""Compare the figures of runs with published figures; see :mod:`numasim.schema.published_figures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results.failures import ranges
from numasim.results.method_ranking import find_column, nearest_column
from numasim.results.number_formats import duration, number
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import headings
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import EACH_CUT_EDGE, each_cut_edge
from numasim.schema.published_figures import read_published
from partitioners.errors import ConfigError, InputError

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console


def check_published(path: Path, known: Mapping[str, bool], measures: Sequence[str]) -> None:
    """Check that a file of published figures fits rows with certain columns.

    Parameters
    ----------
    known : mapping of str to bool
        The columns that the rows can have, and whether each has text.
    measures : sequence of str
        The columns that the kind of rows compares. A file may have ratios to the baselines of several
        experiments.

    Raises
    ------
    ConfigError
        All mistakes: see :func:`~numasim.schema.published_figures.read_published`; a column does not exist; a
        figure is a column of text.
    """
    import pandas as pd

    file, columns = read_published(path), pd.DataFrame(columns=list(known))
    problems, ratios = list[str](), tuple(f"{measure}_vs_" for measure in measures)
    named = [(file.header, name, False) for name in file.selecting]
    named += [(place, line["figure"], True) for place, line in file.lines]
    for place, name, is_figure in named:
        column = _column(columns, name)
        if column is None and name.startswith(ratios):
            continue
        if column is None:
            problems.append(f"{path}:{place}: no column {name!r}; {nearest_column(name, columns)}")
        elif is_figure and known[column]:
            problems.append(f"{path}:{place}: figure: {_of_text(name)}")
    if problems:
        raise ConfigError(problems)


def _of_text(figure: str) -> str:
    return f"{figure!r} is a column of text; expected one of numbers"


def _column(table: pd.DataFrame, name: str) -> str | None:
    try:
        return find_column(table, name)
    except InputError:
        return None


def compare_with_published(results: pd.DataFrame, path: Path) -> tuple[pd.DataFrame, list[str]]:
    """Return the runs that have a published figure, with both figures, and what cannot be compared.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run.
    path : Path
        The file of published figures. A column may be given by its end, as ``l2.size``.

    Returns
    -------
    compared : pandas.DataFrame
        One row per figure and run: ``point``, ``run_id``, ``extra_run``, the columns that matched,
        ``figure``, ``simulated``, ``published``, ``ratio`` (simulated over published) and ``source``.
    notes : list of str
        A note for each reason why figures are not compared, with the lines of the figures. If runs have
        failed, a missing column may be one of theirs.
    """
    import pandas as pd

    rows = [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in results[results["error"].isna()].to_dict("records")
    ]
    try:
        file = read_published(path)
    except InputError as error:  # changed since it was checked; the runs must not be lost
        return pd.DataFrame(), str(error).splitlines()
    named = {*file.selecting, *(line["figure"] for _, line in file.lines)}
    column_of = {name: column for name in named if (column := _column(results, name)) is not None}
    found = []
    lines_of: dict[str, list[int]] = {}  # by the reason why they are not compared
    for place, line in file.lines:
        keys = {name: line[name] for name in file.selecting if line[name]}
        unknown = [name for name in (line["figure"], *keys) if name not in column_of]
        if unknown:
            why = f"no column {unknown[0]!r}; {nearest_column(unknown[0], results)}"
            lines_of.setdefault(why, []).append(place)
            continue
        figure, published = column_of[line["figure"]], float(line["value"])
        columns = {column_of[name]: value for name, value in keys.items()}
        matching = [row for row in rows if all(text(row[name]) == columns[name] for name in columns)]
        there: list[dict[str, Any]] = [row for row in matching if row[figure] is not None]
        if not there:
            lacking = f"the runs have no {line['figure']!r}" if matching else "no finished run matches"
            lines_of.setdefault(lacking, []).append(place)
        elif any(isinstance(row[figure], str) for row in there):
            lines_of.setdefault(_of_text(line["figure"]), []).append(place)
            continue
        for row in there:
            of_run = {name: row.get(name) for name in ("point", "run_id", "extra_run")}
            figures = {"simulated": row[figure], "published": published, "ratio": row[figure] / published}
            # The columns of the run come first, whether or not they select.
            found.append(
                {**of_run, **columns, "figure": figure, **figures, "source": line["source"], **of_run}
            )
    notes = []
    for why, places in lines_of.items():
        lines = f"lines {ranges(places)} are" if len(places) > 1 else f"line {places[0]} is"
        notes.append(f"{path}: {lines} not compared: {why}")
    return pd.DataFrame(found), notes


def print_published(console: Console, table: pd.DataFrame, kind: RowKind) -> None:
    """Print the result of :func:`compare_with_published` for rows of a kind."""
    from rich import box
    from rich.table import Table

    own = ("point", "run_id", "extra_run", "figure", "simulated", "published", "ratio", "source")
    keys = [str(name) for name in table if name not in own and len(set(map(text, table[name]))) > 1]
    if table.duplicated([*keys, "extra_run", "figure"]).any():  # the keys do not distinguish the runs
        keys.insert(0, "point")
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    heading = headings(keys)
    for name in keys:
        shown.add_column(heading[name], overflow="fold")
    shown.add_column("figure", overflow="fold")
    for name in ("simulated", "published", "ratio"):
        shown.add_column(name, justify="right", overflow="fold")
    starred = "partitioner" if "partitioner" in keys else (*keys, "figure")[0]
    for row in table.to_dict("records"):
        column = kind.columns.get(row["figure"])
        in_seconds = column is not None and column.unit == "s"
        figures = [
            duration(row[name]) if in_seconds else number(row[name], "{:.3g}")
            for name in ("simulated", "published")
        ]
        names = _texts(row, (*keys, "figure"), starred if row["extra_run"] else "")
        shown.add_row(*names, *figures, number(row["ratio"], "{:.2f}"))
    console.print(shown)
    if table["extra_run"].any():
        console.print(each_cut_edge(), highlight=False, markup=False, soft_wrap=True)
    console.print(f"published: {'; '.join(dict.fromkeys(table['source']))}", highlight=False, markup=False)


def _texts(row: Mapping[Any, Any], names: Sequence[str], starred: str) -> list[str]:
    return [text(row[name]) + EACH_CUT_EDGE * (name == starred) for name in names]
