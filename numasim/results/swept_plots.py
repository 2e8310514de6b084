"""Pictures of a sweep, chosen by the fields that vary.

A number along the axis makes lines, and two numbers a heat map. More fields, or samples, have their effects,
one at a time, and a front of what is paid for the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.axis_values import Values, axis_values
from numasim.results.frames import level_codes
from numasim.results.marks import draw_heat, draw_lines, draw_points, pareto_front
from numasim.results.method_ranking import texts, whole_runs
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import POINT, REPLICATE, headings, value_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

FEWEST_NUMBERS = 3
"""The smallest number of points of a line."""

MAX_LINES = 8
MAX_VALUES = 12
"""A number with more values than these, such as of samples, has its effect as the means of six parts."""

PARTS = 6
CONSTANT = 0.01
"""The largest difference of the figures of a panel, relative to their mean, that says nothing."""

NARROWEST = 0.1
"""The smallest range of an axis of points, relative to its end: smaller differences look small."""

WRAP = 40
MOST_POINTS = 100_000
"""The largest number of points besides the front; more would take gigabytes, and cover each other."""

PROBLEMS = ("workload", "matrix", "graph", "mesh", "input", "program")
PRICES = ("energy_joules", "dram_bytes")
"""The columns against which time is drawn, before those of the kind's communication."""


def time_of(results: pd.DataFrame, kind: RowKind) -> str:
    """Return the column of the time of a run, or of that which selects runs if nothing was simulated."""
    return "seconds" if "seconds" in results else kind.speed


def columns_of_sweep(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> list[str]:
    """Return the columns that the pictures of a sweep read, so that no other is copied."""
    read = {*kind.naming, *varying, *PRICES, *kind.communication, *kind.compared, time_of(results, kind)}
    read |= {POINT, REPLICATE, "error", "completed", "extra_run"}
    return [name for name in map(str, results) if name in read or "_vs_" in name]


def varying_fields(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> list[str]:
    """Return the columns of the fields that vary, without those that only repeat a run.

    Of fields that vary together, such as those of a list, the first stands for all.

    Parameters
    ----------
    varying : sequence of str
        The columns of the swept fields.
    kind : RowKind
        Its columns of names also count.
    """
    names = dict.fromkeys((*kind.naming, *varying))
    fields = [name for name in names if name in results and name not in (REPLICATE, POINT, "seed")]
    groups: dict[bytes, str] = {}
    for name in fields:
        groups.setdefault(_order(results, name).tobytes(), name)
    return [name for name in groups.values() if _values(results, name) > 1]


def _order(rows: pd.DataFrame, name: str) -> NDArray[np.intp]:
    """The place of each row's value: among sorted numbers, or among names as they first occur."""
    numbers = axis_values(rows, name).numbers if rows[name].notna().all() else None
    if numbers is not None:
        return np.unique(numbers, return_inverse=True)[1]
    return level_codes(rows[name])


def lines_figure(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> tuple[Figure | None, str]:
    """Draw the time over a swept number, a line for each combination of the other fields.

    Parameters
    ----------
    results : pandas.DataFrame
        The rows of the results. Replicates are drawn as their mean with its interval.
    varying : sequence of str
        The columns of the swept fields.

    Returns
    -------
    figure : Figure or None
        None if most runs are not on lines of three numbers, if the lines are more than eight, or if the time
        is the same within 1%.
    note : str
        What was left out.
    """
    from matplotlib.figure import Figure

    time = time_of(results, kind)
    rows = whole_runs(results, time)
    found = _lines(rows, varying_fields(rows, varying, kind))
    if found is None or not differs(rows[time]):
        return None, ""
    across, others, drawn = found
    figure = Figure(figsize=(8.0, 4.6), layout="constrained")
    axis = figure.subplots()
    x, y = axis_values(drawn, across), axis_values(drawn, time)
    assert y.numbers is not None
    axis.set(xlabel=x.label, ylabel=y.label)
    draw_lines(axis, x, y.numbers, value_names(drawn, others))
    plain(axis)
    if others:
        legend(axis, ", ".join(headings(others).values()))
    left_out = len(rows) - len(drawn)
    return figure, f"; without {left_out} of {len(rows)} runs, which have no line" if left_out else ""


def _lines(rows: pd.DataFrame, fields: Sequence[str]) -> tuple[str, list[str], pd.DataFrame] | None:
    """Return the field along the axis, the other fields, and the rows on lines; None if lines say nothing."""
    for across in sorted(_numbers(rows, fields), key=lambda name: -rows[name].nunique()):
        others = [name for name in fields if name != across]
        if any(2 * _most_rows(rows, name) <= len(rows) for name in others):
            continue
        points = rows.assign(line=keys(rows, others)).groupby("line", sort=False)[across].transform("nunique")
        drawn = rows[points >= FEWEST_NUMBERS]
        others = [name for name in others if _values(drawn, name) > 1]
        if 2 * len(drawn) > len(rows) and len(set(value_names(drawn, others))) <= MAX_LINES:
            return across, others, drawn
    return None


def _most_rows(rows: pd.DataFrame, name: str) -> int:
    """The number of rows that can be on lines, each of which has one value of a field."""
    return int(rows[name].value_counts(dropna=False).iloc[:MAX_LINES].sum())


def heat_figure(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> Figure | None:
    """Draw a map of the time over two swept numbers, if all of their combinations were run.

    Parameters
    ----------
    results, varying, kind
        See :func:`lines_figure`.
    """
    from matplotlib.figure import Figure

    time = time_of(results, kind)
    rows = whole_runs(results, time)
    fields = varying_fields(rows, varying, kind)
    if len(fields) != 2 or len(_numbers(rows, fields)) < 2 or not differs(rows[time]):
        return None
    up, across = sorted(fields, key=lambda name: rows[name].nunique())
    if len(set(keys(rows, fields))) < rows[up].nunique() * rows[across].nunique():
        return None
    numbers = {name: axis_values(rows, name).numbers for name in fields}
    rows = rows.iloc[np.lexsort([numbers[across], numbers[up]])]  # type: ignore[arg-type]  # they are numbers
    x, y = axis_values(rows, across), axis_values(rows, time)
    assert y.numbers is not None
    figure = Figure(figsize=(8.0, 4.6), layout="constrained")
    axis = figure.subplots()
    axis.set(xlabel=across, ylabel=y.label)
    draw_heat(axis, x, y.numbers, texts(rows[[up]])[up].tolist())
    axis.set_ylabel(fill(up, WRAP))
    return figure


def effects_figure(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> tuple[Figure | None, str]:
    """Draw the mean time over each swept field, of the runs with any values of the other fields.

    Panels have one scale. Numbers with more than twelve values are the means of six parts of the runs.

    Parameters
    ----------
    results, varying, kind
        See :func:`lines_figure`.

    Returns
    -------
    figure : Figure or None
        None if lines show all of it, or if no field makes a difference of 1%.
    note : str
        The fields that make less.
    """
    from matplotlib.figure import Figure

    time = time_of(results, kind)
    rows = whole_runs(results, time)
    fields = varying_fields(rows, varying, kind)
    if not _have_effects(rows, fields):
        return None, ""
    found = {name: _effect(rows, name, time) for name in fields}
    constant = [name for name, (_, means) in found.items() if np.ptp(means) <= CONSTANT * np.mean(means)]
    panels = [name for name in fields if name not in constant]
    if not panels:
        return None, ""
    columns = min(3, len(panels))
    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(3.6 * columns + 0.8, 2.9 * lines + 0.8), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False, sharey=True)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for axis, name in zip(axes.flat, panels, strict=False):
        x, means = found[name]
        if x.numbers is None:
            axis.plot(range(len(means)), means, "o", markersize=6)
            axis.set_xticks(
                range(len(means)),
                [fill(value, 24) for value in x.names],
                rotation=35,
                ha="right",
                rotation_mode="anchor",
            )
            axis.set_xlim(-0.5, len(means) - 0.5)
            axis.set_ylim(bottom=0)
        else:
            draw_lines(axis, x, means, [""] * len(means))
        axis.set_xlabel(fill(x.label, WRAP))
        plain(axis)
    for row in axes:
        row[0].set_ylabel(f"mean of {axis_values(rows, time).label}")
    heading = headings(constant)
    return figure, f"; below 1%: {', '.join(heading.values())}" if constant else ""


def _have_effects(rows: pd.DataFrame, fields: Sequence[str]) -> bool:
    """Whether the fields are three or more, or two of which neither makes lines."""
    return len(fields) > 2 or (len(fields) == 2 and bool(_numbers(rows, fields)) and not _lines(rows, fields))


def _effect(rows: pd.DataFrame, name: str, time: str) -> tuple[Values, NDArray[np.float64]]:
    """Return the values of a field, sorted if they are numbers, and the mean time of each."""
    x, y = axis_values(rows, name), axis_values(rows, time)
    assert y.numbers is not None
    if x.numbers is None or rows[name].isna().any():
        places = {text: place for place, text in enumerate(dict.fromkeys(x.names))}
        parts = _parts(np.array([places[text] for text in x.names]))
        return Values(x.label, None, list(places)), np.array([y.numbers[part].mean() for part in parts])
    values, which = np.unique(x.numbers, return_inverse=True)
    if len(values) > MAX_VALUES:
        order = np.argsort(which, kind="stable")
        parts = [np.sort(part) for part in np.array_split(order, PARTS)]
        values = np.array([x.numbers[part].mean() for part in parts])
    else:
        parts = _parts(which)
    return Values(x.label, values, [f"{value:g}" for value in values]), np.array(
        [y.numbers[part].mean() for part in parts]
    )


def _parts(groups: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The places of each group, in the order of the groups' numbers."""
    ends = np.cumsum(np.bincount(groups))
    return np.split(np.argsort(groups, kind="stable"), ends[:-1])


def front_figure(results: pd.DataFrame, varying: Sequence[str], kind: RowKind) -> tuple[Figure | None, str]:
    """Draw the time over what it costs, energy or else communication, with the front of the best runs.

    The colours are the field with the largest effect among those with at most eight values.

    Parameters
    ----------
    results, varying, kind
        See :func:`lines_figure`.

    Returns
    -------
    figure : Figure or None
        None if lines show all of it, if the problems differ, or if no cost differs by more than 1%.
    note : str
        The share of the runs that is drawn, if they are too many.
    """
    from matplotlib.figure import Figure

    time = time_of(results, kind)
    rows = whole_runs(results, time)
    fields = varying_fields(rows, varying, kind)
    if not _have_effects(rows, fields) or any(is_problem(name) for name in fields):
        return None, ""
    columns = [name for name in (*PRICES, *kind.communication) if name in rows and name != time]
    price = next((name for name in columns if rows[name].notna().all() and differs(rows[name])), None)
    if price is None or not differs(rows[time]):
        return None, ""
    x, y = axis_values(rows, price), axis_values(rows, time)
    assert x.numbers is not None
    assert y.numbers is not None
    few = [name for name in fields if _values(rows, name) <= MAX_LINES]
    by = max(few, key=lambda name: np.ptp(_effect(rows, name, time)[1]), default=None)
    drawn, note = _some(len(rows), pareto_front(x.numbers, y.numbers))
    figure = Figure(figsize=(8.0, 4.6), layout="constrained")
    axis = figure.subplots()
    axis.set(xlabel=x.label, ylabel=y.label)
    names = value_names(rows.iloc[drawn], [by] if by else [])
    draw_points(axis, Values(x.label, x.numbers[drawn], []), y.numbers[drawn], names)
    for numbers, limit in ((x.numbers, axis.set_xlim), (y.numbers, axis.set_ylim)):
        low, high = float(numbers.min()), float(numbers.max())
        low = min(low, high * (1 - NARROWEST))
        limit(low - 0.05 * (high - low), high + 0.05 * (high - low))
    plain(axis)
    legend(axis, headings(fields)[by] if by else "")
    return figure, note


def _some(rows: int, front: NDArray[np.intp]) -> tuple[NDArray[np.intp], str]:
    """Return the rows of which points are drawn, and a note if these are not all."""
    step = -(-rows // MOST_POINTS)
    if step <= 1:
        return np.arange(rows), ""
    some = np.union1d(front, np.arange(0, rows, step))
    return some, f"; {len(some):,} of {rows:,} runs: the front, and one in {step} of the others"


def _numbers(rows: pd.DataFrame, fields: Sequence[str]) -> list[str]:
    """The fields whose values are at least three numbers."""
    full = [name for name in fields if rows[name].notna().all() and rows[name].nunique() >= FEWEST_NUMBERS]
    return [name for name in full if axis_values(rows, name).numbers is not None]


def _values(rows: pd.DataFrame, name: str) -> int:
    """The number of values of a field; a missing one is a value."""
    return int(rows[name].nunique(dropna=False))


def keys(rows: pd.DataFrame, fields: Sequence[str]) -> list[str]:
    """Return the values of the fields of each row, as one text."""
    return [repr(cells) for cells in texts(rows[list(fields)]).itertuples(index=False, name=None)]


def differs(values: pd.Series[float]) -> bool:
    """Whether figures differ by more than 1% of their mean, so that a panel of them says something."""
    return bool(np.ptp(values.to_numpy(float)) > CONSTANT * abs(float(values.mean())))


def is_problem(name: str) -> bool:
    """Whether a field is one of the problem, so that times of its values are not compared."""
    return name in PROBLEMS or name.startswith("workload.")


def plain(axis: Axes) -> None:
    """Leave out the frame of an axis, and draw a grid for its figures."""
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(labelsize=8)
    axis.grid(axis="y", linewidth=0.5, color="0.88")
    axis.set_axisbelow(True)


def legend(axis: Axes, title: str) -> None:
    """Name the colours beside an axis, where they cover nothing."""
    drawn = [
        (handle, fill(name, WRAP)) for handle, name in zip(*axis.get_legend_handles_labels(), strict=True)
    ]
    axis.legend(
        *zip(*[pair for pair in drawn if pair[1]], strict=True),
        title=fill(title, WRAP),
        loc="upper left",
        bbox_to_anchor=(1.01, 1),
        frameon=False,
        fontsize=8,
        title_fontsize=8,
    )
