"""Compare the figures of runs with published figures; see :mod:`numasim.schema.published_figures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results.number_formats import duration, number
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import shown as text
from numasim.schema.published_figures import NEEDED, read_published
from partitioners.errors import InputError
from partitioners.plugins.registry import did_you_mean

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console


def compare_with_published(results: pd.DataFrame, path: Path) -> pd.DataFrame:
    """Return the runs that have a published figure, with both figures.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run.
    path : Path
        The file of published figures.

    Returns
    -------
    pandas.DataFrame
        One row per figure and run: ``point``, ``run_id``, the columns that matched, ``figure``,
        ``simulated``, ``published``, ``ratio`` (simulated over published) and ``source``.

    Raises
    ------
    InputError
        See :func:`read_published`; also, a column is not in the results, or a figure is not a number. If runs
        have failed, a missing column may be one of theirs, and its line is skipped instead.
    """
    import pandas as pd

    rows = [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in results[results["error"].isna()].to_dict("records")
    ]
    known = [str(name) for name in results]
    found = []
    for place, line in read_published(path):
        figure, published = line["figure"], float(line["value"])
        keys = {name: value for name, value in line.items() if name not in NEEDED and value}
        unknown = [name for name in (figure, *keys) if name not in known]
        if unknown and len(rows) == len(results):
            raise InputError(f"{path}:{place}: no column {unknown[0]!r}; {did_you_mean(unknown[0], known)}")
        for row in rows if not unknown else ():
            simulated = row[figure]
            if simulated is None or any(text(row[name]) != value for name, value in keys.items()):
                continue
            if isinstance(simulated, str):
                raise InputError(
                    f"{path}:{place}: figure: {figure!r} is a column of text; expected one of numbers"
                )
            figures = {"simulated": simulated, "published": published, "ratio": simulated / published}
            of_run = {"point": row["point"], "run_id": row["run_id"], **keys, "figure": figure}
            found.append({**of_run, **figures, "source": line["source"]})
    return pd.DataFrame(found)


def print_published(console: Console, table: pd.DataFrame, kind: RowKind) -> None:
    """Print the result of :func:`compare_with_published` for rows of a kind."""
    from rich import box
    from rich.table import Table

    own = ("point", "run_id", "figure", "simulated", "published", "ratio", "source")
    keys = [str(name) for name in table if name not in own and len(set(map(text, table[name]))) > 1]
    if table.duplicated([*keys, "figure"]).any():  # the keys do not distinguish the runs
        keys.insert(0, "point")
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in (*keys, "figure"):
        shown.add_column(name, overflow="fold")
    for name in ("simulated", "published", "ratio"):
        shown.add_column(name, justify="right", overflow="fold")
    for row in table.to_dict("records"):
        column = kind.columns.get(row["figure"])
        in_seconds = column is not None and column.unit == "s"
        figures = [
            duration(row[name]) if in_seconds else number(row[name], "{:.3g}")
            for name in ("simulated", "published")
        ]
        shown.add_row(*_texts(row, (*keys, "figure")), *figures, number(row["ratio"], "{:.2f}"))
    console.print(shown)
    console.print(f"published: {'; '.join(dict.fromkeys(table['source']))}", highlight=False, markup=False)


def _texts(row: Mapping[Any, Any], names: Sequence[str]) -> list[str]:
    return [text(row[name]) for name in names]
