"""The marks of a chart on one axis: lines, bars, the cells of a heat map, points with a front, and boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.axis_values import Values
from numasim.results.method_ranking import MORE_IS_BETTER
from numasim.results.number_formats import quantity
from numasim.results.replicates import estimate
from partitioners.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HATCHES = ("", "////", "....")
"""Bars of one colour differ in their hatch."""

STYLES = ("-", "--", ":")
GEOMETRIC = 1.5
"""The smallest factor between numbers that makes their axis logarithmic."""

COLOURS = 8
"""The bars and lines after which the hatch and the style change."""


def _groups(names: Sequence[str]) -> Iterator[tuple[str, NDArray[np.intp]]]:
    """The rows of each name, in the order in which the names first occur."""
    found = np.array(names)
    for name in dict.fromkeys(names):
        yield name, np.flatnonzero(found == name)


def _means(keys: Sequence[Any], values: NDArray[np.float64]) -> tuple[list[Any], list[float], list[float]]:
    """Each key, the mean of its values, and half of the width of its interval."""
    places: dict[Any, list[float]] = {}
    for key, value in zip(keys, values.tolist(), strict=True):
        places.setdefault(key, []).append(value)
    estimates = [estimate(found) for found in places.values()]
    means = [np.nan if each is None else each.mean for each in estimates]
    return list(places), means, [0.0 if each is None else each.half_width or 0.0 for each in estimates]


def draw_lines(axis: Axes, x: Values, y: NDArray[np.float64], names: Sequence[str]) -> None:
    """Draw a line for each name through the means, with their intervals.

    Numbers that grow by factors have a logarithmic axis.
    """
    assert x.numbers is not None
    for number, (name, places) in enumerate(_groups(names)):
        at, means, widths = _means(x.numbers[places].tolist(), y[places])
        order = np.argsort(at)
        axis.errorbar(
            np.array(at)[order],
            np.array(means)[order],
            np.array(widths)[order] if any(widths) else None,
            marker="o",
            markersize=4,
            capsize=3,
            linestyle=STYLES[number // COLOURS % 3],
            label=name,
        )
    distinct = np.unique(x.numbers)
    if distinct.size > 2 and distinct[0] > 0 and (distinct[1:] >= GEOMETRIC * distinct[:-1]).all():
        axis.set_xscale("log", base=2)
        axis.set_xticks(distinct, [f"{value:g}" for value in distinct])
        axis.minorticks_off()
    axis.set_ylim(bottom=0 if np.nanmin(y) >= 0 else None)


def draw_bars(axis: Axes, x: Values, y: NDArray[np.float64], names: Sequence[str]) -> None:
    """Draw a group of bars for each value of x, and a colour for each name; a bar is a mean."""
    of_place = {name: place for place, name in enumerate(dict.fromkeys(x.names))}
    groups = list(_groups(names))
    width = 0.8 / len(groups)
    for number, (name, places) in enumerate(groups):
        at, means, widths = _means([x.names[place] for place in places], y[places])
        left = np.array([of_place[each] for each in at]) + (number - (len(groups) - 1) / 2) * width
        axis.bar(
            left,
            means,
            width,
            yerr=widths if any(widths) else None,
            capsize=3,
            label=name,
            hatch=HATCHES[number // COLOURS % 3],
            edgecolor="white",
            linewidth=0.3,
        )
    long = max(map(len, of_place)) * len(of_place) > 60
    axis.set_xticks(
        range(len(of_place)),
        list(of_place),
        rotation=40 if long else 0,
        ha="right" if long else "center",
        rotation_mode="anchor",
    )


def draw_heat(axis: Axes, x: Values, y: NDArray[np.float64], names: Sequence[str]) -> None:
    """Draw the means as a map of x and the names, with their numbers if they are few."""
    columns, rows = list(dict.fromkeys(x.names)), list(dict.fromkeys(names))
    grid = np.full((len(rows), len(columns)), np.nan)
    places, means, _ = _means(list(zip(names, x.names, strict=True)), y)
    for (row, column), mean in zip(places, means, strict=True):
        grid[rows.index(row), columns.index(column)] = mean
    drawn = axis.imshow(grid, cmap="viridis", aspect="auto", origin="lower")
    middle = (np.nanmin(grid) + np.nanmax(grid)) / 2
    if grid.size <= 150:
        for (row, column), value in np.ndenumerate(grid):
            if np.isfinite(value):
                colour = "white" if value < middle else "black"
                axis.text(column, row, quantity(float(value)), ha="center", va="center", color=colour)
    axis.set_xticks(range(len(columns)), columns)
    axis.set_yticks(range(len(rows)), rows)
    assert axis.figure is not None
    axis.figure.colorbar(drawn, ax=axis, label=axis.get_ylabel())


def draw_points(axis: Axes, x: Values, y: NDArray[np.float64], names: Sequence[str]) -> None:
    """Draw a colour for each name, and the front if less is better on both axes."""
    if x.numbers is None:
        raise InputError("points need a column of numbers for x; use the kind bar or box")
    for name, places in _groups(names):
        axis.scatter(x.numbers[places], y[places], s=18, alpha=0.8, label=name)
    of_x, of_y = (label.partition(" ")[0] for label in (x.label, axis.get_ylabel()))
    if of_x not in MORE_IS_BETTER and of_y not in MORE_IS_BETTER:
        front = pareto_front(x.numbers, y)
        axis.plot(x.numbers[front], y[front], color="0.4", linewidth=1, drawstyle="steps-post", label="front")


def draw_boxes(axis: Axes, x: Values, y: NDArray[np.float64], names: Sequence[str]) -> None:
    """Draw a box for each value of x."""
    groups = list(_groups(x.names))
    axis.boxplot([y[places] for _, places in groups], tick_labels=[name for name, _ in groups])


def pareto_front(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the points that no other point beats on both axes, by x; less is better."""
    order = np.lexsort((y, x))
    least = np.minimum.accumulate(y[order])
    first = np.append(True, y[order][1:] < least[:-1])
    return order[first]
