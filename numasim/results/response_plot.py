"""The pictures of a response: the shares of the fields, a curve for each field, and maps of two fields."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.axis_values import Values, axis_values
from numasim.results.drawing_style import COLOURS, headline
from numasim.results.marks import draw_heat
from numasim.results.response import by_share, has_factors, share_of
from numasim.results.swept_plots import WRAP, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numasim.results.response import Curve, Effect, HeatMap, Response

MAX_CURVES = 11
MAX_NAMES = 24
COLUMNS = 3


def response_figure(response: Response, title: str = "") -> Figure:
    """Draw the indices of the fields, and a curve for each of the fields with the largest."""
    from matplotlib.figure import Figure

    every = by_share(response)
    curves = [each for each in every if each.numeric or len(each.levels) <= MAX_NAMES][:MAX_CURVES]
    left_out = ", ".join(each.name for each in every if each not in curves)
    panels = len(curves) + bool(response.effects)
    columns = max(1, min(COLUMNS, panels))
    rows = -(-panels // columns)
    figure = Figure(figsize=(3.6 * columns + 0.8, 2.9 * rows + 0.9), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False).flat)
    for axis in axes[panels:]:
        axis.set_visible(False)
    if response.effects:
        _draw_effects(axes.pop(0), response.effects)
    low, high = _limits(curves)
    for axis, curve in zip(axes, curves, strict=False):
        _draw_curve(axis, curve, response)
        axis.set_ylim(low, high)
    note = f"response of the {response.title}; {response.interval}"
    headline(figure, title, f"{note}; without {left_out}" if left_out else note)
    return figure


def maps_figure(response: Response, title: str = "") -> Figure:
    """Draw the maps of a response that has some."""
    from matplotlib.figure import Figure

    maps = response.maps
    figure = Figure(figsize=(4.6 * len(maps) + 0.6, 4.0), layout="constrained")
    for axis, each in zip(figure.subplots(1, len(maps), squeeze=False).flat, maps, strict=True):
        _draw_map(axis, each, response)
    headline(figure, title, f"mean of the {response.title} over two fields")
    return figure


def _limits(curves: list[Curve]) -> tuple[float, float]:
    """The ends of the axis that all curves share."""
    ends = [end for each in curves for level in each.levels for end in (level.low, level.mean, level.high)]
    low, high = float(np.nanmin(ends)), float(np.nanmax(ends))
    room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return low - room, high + room


def _draw_effects(axis: Axes, effects: list[Effect]) -> None:
    places = np.arange(len(effects))
    total = np.array([max(share_of(each), 0.0) for each in effects])
    first = np.array([min(max(each.first, 0.0), end) for each, end in zip(effects, total, strict=True)])
    axis.barh(places, first, height=0.6, color=COLOURS[0], label="alone")
    if any(not np.isnan(each.total) for each in effects):
        axis.barh(places, total - first, left=first, height=0.6, color=COLOURS[4], label="in interactions")
        axis.legend(frameon=False, fontsize=7, loc="lower right")
    halves = [each.first_half if np.isnan(each.total) else each.total_half for each in effects]
    axis.errorbar(total, places, xerr=halves, fmt="none", color="0.2", capsize=2)
    axis.set_yticks(places, [fill(each.name, 18) for each in effects])
    axis.set_ylim(len(effects) - 0.5, -0.5)
    axis.set_xlim(0, 1.02)
    axis.set_xlabel("share of the variance")
    plain(axis)
    axis.grid(axis="x", linewidth=0.5, color="0.88")


def _draw_curve(axis: Axes, curve: Curve, response: Response) -> None:
    from matplotlib.ticker import EngFormatter

    means = np.array([level.mean for level in curve.levels])
    low, high = (np.array([getattr(level, end) for level in curve.levels]) for end in ("low", "high"))
    if curve.numeric:
        at = np.array([level.number for level in curve.levels], float)
        axis.fill_between(at, low, high, alpha=0.2, linewidth=0)
        axis.plot(at, means, "o-", markersize=4)
        if has_factors(curve):
            axis.set_xscale("log", base=2)
            if len(at) <= 8:
                axis.set_xticks(at, [f"{value:.4g}" for value in at])
            axis.minorticks_off()
    else:
        at = np.arange(len(means))
        reach = np.maximum(np.nan_to_num(np.stack([means - low, high - means])), 0)  # a mean may be outside
        axis.errorbar(at, means, reach, fmt="o", markersize=6, capsize=3)
        axis.set_xticks(
            at,
            [fill(level.name, 24) for level in curve.levels],
            rotation=35,
            ha="right",
            rotation_mode="anchor",
        )
        axis.set_xlim(-0.5, len(at) - 0.5)
    axis.set_xlabel(fill(curve.label, WRAP))
    axis.set_ylabel(fill(response.title, 30))
    axis.yaxis.set_major_formatter(EngFormatter(response.figure.unit))
    plain(axis)


def _draw_map(axis: Axes, each: HeatMap, response: Response) -> None:
    import pandas as pd

    rows, columns = each.values.shape
    figures = axis_values(pd.DataFrame({response.figure.name: each.values.ravel()}), response.figure.name)
    assert figures.numbers is not None
    axis.set(xlabel=fill(each.labels[0], WRAP), ylabel=figures.label)
    across = Values(each.labels[0], None, each.columns * rows)
    draw_heat(axis, across, figures.numbers, [name for name in each.rows for _ in range(columns)])
    axis.set_ylabel(fill(each.labels[1], WRAP))
    axis.tick_params(labelsize=7)
    if sum(map(len, each.columns)) > 30:
        axis.tick_params(axis="x", rotation=40)
