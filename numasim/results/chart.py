"""A chart of any column of a results table over any other: lines, bars, a heat map, points or boxes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Literal, get_args

from numasim.numa.shared.thread_result import THREAD_SCALARS
from numasim.results.axis_values import axis_values
from numasim.results.differences import CONFIGURATION
from numasim.results.marks import draw_bars, draw_boxes, draw_heat, draw_lines, draw_points
from numasim.results.method_ranking import find_column, texts, whole_runs
from numasim.results.row_names import REPLICATE
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ChartKind = Literal["line", "bar", "heat", "scatter", "box"]
Style = Literal["screen", "paper"]


def plot(
    results: pd.DataFrame | str | Path,
    *,
    x: str,
    y: str,
    by: str | None = None,
    where: Mapping[str, str] | None = None,
    relative_to: tuple[str, str] | None = None,
    kind: ChartKind | None = None,
    style: Style = "screen",
) -> Figure:
    """Draw one column of results over another column.

    Parameters
    ----------
    results : pandas.DataFrame, str or path
        The table ``results``, or the results folder that has it. Failed runs, runs that a limit ended, and
        the second run of an edge cut are left out.
    x, y : str
        Columns, or fields of the configuration such as ``l2.size`` for ``machine.l2.size``. Replicates are
        drawn as their mean with its 95% interval.
    by : str, optional
        The column whose values have a line or a colour each; of a heat map, its rows.
    where : mapping of str to str, optional
        The value of each of these columns; other rows are left out.
    relative_to : tuple of str, optional
        A column, which is ``x`` or ``by``, and its value: ``y`` is divided by that of the same row with this
        value.
    kind : {'line', 'bar', 'heat', 'scatter', 'box'}, optional
        Lines if ``x`` is a number, else bars. Points have the front of those that no other point beats on
        both axes.
    style : {'screen', 'paper'}
        ``paper`` has the width of a column, and letters of 8 points.

    Raises
    ------
    InputError
        A column or a value does not exist, ``y`` is not a number, or points of one place differ in a field
        that is not named.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from numasim.results.tables import read_table

    results = read_table(Path(results)) if isinstance(results, str | Path) else results
    if kind is not None and kind not in get_args(ChartKind):
        raise InputError(f"unknown kind {kind!r}; choose one of {', '.join(get_args(ChartKind))}")
    rows, x, y, by = _selected(results, x, y, by, where or {})
    if relative_to is not None:
        rows = _relative(rows, x, y, by, relative_to)
    across = axis_values(rows, x)
    kind = kind or ("line" if across.numbers is not None else "bar")
    if kind not in ("scatter", "box"):
        _refuse_mixed(rows, x, by)
    if kind == "heat" and by is None:
        raise InputError("a heat map needs a column for its rows; name it by `by`")
    if kind == "line" and across.numbers is None:
        raise InputError(f"{x!r} has values that are not numbers, so it has no lines; use the kind bar")
    up = axis_values(rows, y)
    if up.numbers is None:
        raise InputError(f"{y!r} is not a number in every row; choose a column of figures for y")
    label = up.label if relative_to is None else f"{y} relative to {'='.join(relative_to)}"
    size, letters = ((3.35, 2.4), 8) if style == "paper" else ((7.0, 4.4), 10)
    with rc_context({"font.size": letters, "axes.spines.top": False, "axes.spines.right": False}):
        figure = Figure(figsize=size, layout="constrained")
        axis = figure.subplots()
        axis.set(xlabel=fill(across.label, 40), ylabel=fill(label, 30))
        _DRAW[kind](axis, across, up.numbers, _names(rows, by))
        if kind == "heat":
            axis.set_ylabel(fill(str(by), 30))
        _legend(figure, axis, by, above=style == "paper")
    return figure


def _selected(
    results: pd.DataFrame, x: str, y: str, by: str | None, where: Mapping[str, str]
) -> tuple[pd.DataFrame, str, str, str | None]:
    """The rows to draw, and the full names of the columns."""
    x, y = find_column(results, x), find_column(results, y)
    by = None if by is None else find_column(results, by)
    rows = whole_runs(results, y)
    for name, value in where.items():
        column = find_column(results, name)
        found = texts(rows[[column]])[column]
        if not (found == str(value)).any():
            raise InputError(f"no row has {column} {value!r}; it has {', '.join(dict.fromkeys(found))}")
        rows = rows[found == str(value)]
    rows = rows[rows[x].notna()]
    if rows.empty:
        raise InputError(f"no finished run has {x!r} and {y!r}")
    return rows.reset_index(drop=True), x, y, by


def _refuse_mixed(rows: pd.DataFrame, x: str, by: str | None) -> None:
    """Refuse to average runs of different configurations."""
    places = texts(rows[[x] if by is None else [x, by]]).apply(tuple, axis=1)
    named = {
        *CONFIGURATION
    } - THREAD_SCALARS.keys()  # threads count their operations, and a study is given them
    fields = [str(name) for name in rows if name in named or "." in str(name)]
    for field in fields:
        if field not in (x, by, REPLICATE, "seed") and not field.startswith("seed"):
            values = texts(rows[[field]])[field]
            if places.nunique() < (places.astype(str) + values).nunique():
                raise InputError(
                    f"rows with the same {' and '.join(filter(None, (x, by)))} differ in {field!r} "
                    f"({', '.join(dict.fromkeys(values))}); name it by `by`, or choose a value by `where`"
                )


def _relative(rows: pd.DataFrame, x: str, y: str, by: str | None, base: tuple[str, str]) -> pd.DataFrame:
    column, value = find_column(rows, base[0]), base[1]
    if column not in (x, by):
        raise InputError(f"relative_to names {column!r}; it must be the column of x or of by")
    others = [name for name in (x, by) if name not in (column, None)]
    cells = texts(rows[[column, *others]])
    chosen = cells[column] == str(value)
    if not chosen.any():
        raise InputError(f"no row has {column} {value!r}; it has {', '.join(dict.fromkeys(cells[column]))}")
    keys = cells[others].apply(tuple, axis=1) if others else cells[column].map(lambda _: ())
    figures = rows[y].astype(float)
    mean = figures[chosen].groupby(keys[chosen]).mean()
    kept = keys.isin(mean.index)
    return rows[kept].assign(**{y: figures[kept] / keys[kept].map(mean)}).reset_index(drop=True)


def _names(rows: pd.DataFrame, by: str | None) -> list[str]:
    return [""] * len(rows) if by is None else texts(rows[[by]])[by].tolist()


def _legend(figure: Figure, axis: Axes, by: str | None, *, above: bool) -> None:
    """Name the values of ``by`` beside or above the chart, where they cover no point."""
    drawn = [
        (handle, label) for handle, label in zip(*axis.get_legend_handles_labels(), strict=True) if label
    ]
    if drawn:
        figure.legend(
            *zip(*drawn, strict=True),
            title=by,
            frameon=False,
            loc="outside upper left" if above else "outside right upper",
            ncols=1 if above else -(-len(drawn) // 20),
        )


_DRAW = {"line": draw_lines, "bar": draw_bars, "heat": draw_heat, "scatter": draw_points, "box": draw_boxes}
