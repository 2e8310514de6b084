"""The sections of the report on swept fields: the response of figures, and the front of the objectives."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.columns import Column
from numasim.results.experiment_results import Results
from numasim.results.main_figures import main_figures, with_objectives
from numasim.results.objectives import FRONT
from numasim.results.report.charts import SERIES, Mark, curves, scatter, swatch
from numasim.results.report.heat_chart import heat
from numasim.results.report.sections import MAX_MARKS, Section, text_of
from numasim.results.response import (
    STUDENT,
    Curve,
    Effect,
    Response,
    by_share,
    has_factors,
    responses,
    share_of,
)
from numasim.results.response_tables import MAX_INTERACTIONS, SMALLEST, share
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import Row, missing, records
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

MAX_FIGURES = 3
MAX_CURVES = 8
MAX_NAMES = 24
MAX_LISTED = 24
"""The largest number of points of a front whose names are listed."""


def response(results: Results) -> Section:
    """The response of the objectives, or of time and energy; empty if nothing varies, or of few samples."""
    from dataclasses import replace

    try:
        table, names = main_figures(results.table, results.resolved, results.kind)
        found = responses(replace(results, table=table), names[:MAX_FIGURES])
    except InputError:
        return {}
    shown = [each for each in found if each.effects]
    ends = (
        "95% intervals of the mean" if shown and shown[0].interval == STUDENT else shown and shown[0].interval
    )
    return {"figures": [_figure(each) for each in shown], "ends": ends}


def _figure(each: Response) -> dict[str, Any]:
    pairs = [pair for pair in each.interactions[:MAX_INTERACTIONS] if pair.share >= SMALLEST]
    notes = [f"Two fields together, and neither alone: {_pairs(pairs)}."] if pairs else []
    return {
        "name": f"{each.title[:1].upper()}{each.title[1:]}",
        "note": " ".join([*notes, *each.notes]),
        "effects": [_effect(effect) for effect in each.effects],
        "totals": any(not math.isnan(effect.total) for effect in each.effects),
        "charts": [_chart(curve, each) for curve in by_share(each)[:MAX_CURVES]],
        "maps": [
            {
                "svg": heat(each_map, text_of(each.figure), each.title),
                "low": text_of(each.figure)(_least(each_map.values)),
                "high": text_of(each.figure)(-_least(-each_map.values)),
            }
            for each_map in each.maps
        ],
    }


def _pairs(pairs: Sequence[Any]) -> str:
    return ", ".join(f"{' and '.join(pair.names)} {share(pair.share)}" for pair in pairs)


def _least(values: Any) -> float:
    return float(np.nanmin(values))


def _effect(effect: Effect) -> dict[str, Any]:
    """A bar of the share of a field: alone, and in interactions."""
    end = min(max(share_of(effect), 0.0), 1.0)
    first = min(max(effect.first, 0.0), end)
    half = effect.first_half if math.isnan(effect.total) else effect.total_half
    low, high = (min(max(share_of(effect) + sign * half, 0.0), 1.0) for sign in (-1, 1))
    interval = "" if math.isnan(half) else f" ±{share(half)}"
    alone = "" if math.isnan(effect.total) else f", alone {share(effect.first)}"
    return {
        "name": effect.name,
        "parts": [("s0", _percent(first)), ("s4", _percent(end - first))],
        "low": None if math.isnan(half) else _percent(low),
        "span": None if math.isnan(half) else _percent(high - low),
        "value": f"{share(share_of(effect))}{interval}{alone}",
    }


def _chart(curve: Curve, of: Response) -> dict[str, Any]:
    """A line over numbers, or bars of names."""
    show = text_of(of.figure)
    if curve.numeric:
        marks = [
            Mark(float(level.number or 0), level.mean, None, _told(level, show), 0, 0)
            for level in curve.levels
        ]
        band = [
            (float(level.number or 0), level.low, level.high)
            for level in curve.levels
            if not math.isnan(level.low)
        ]
        names, shows = (curve.label, of.title), ("{:.4g}".format, show)
        svg = curves([marks], names, shows, band=band, log=has_factors(curve))
        return {"name": curve.label, "svg": svg}
    levels = curve.levels[:MAX_NAMES]
    largest = (
        max(max(abs(level.mean), 0.0 if math.isnan(level.high) else level.high) for level in levels) or 1.0
    )
    bars = [
        {
            "name": level.name,
            "parts": [("s0", _percent(max(level.mean, 0.0) / largest))],
            "low": None if math.isnan(level.low) else _percent(max(level.low, 0.0) / largest),
            "span": None
            if math.isnan(level.low)
            else _percent((max(level.high, 0.0) - max(level.low, 0.0)) / largest),
            "value": show(level.mean),
        }
        for level in levels
    ]
    left_out = len(curve.levels) - len(levels)
    return {"name": curve.label, "bars": bars, "note": f"without {left_out} others" if left_out else ""}


def _told(level: Any, show: Any) -> str:
    ends = "" if math.isnan(level.low) else f", {show(level.low)} to {show(level.high)}"
    return f"{level.name}: {show(level.mean)}{ends}"


def _percent(part: float) -> str:
    return f"{100 * part:.2f}%"


def objectives(
    table: pd.DataFrame, name_of: Callable[[Row], str], resolved: Mapping[str, Any], kind: RowKind
) -> Section:
    """The runs over the first two objectives, with those on the front.

    Parameters
    ----------
    name_of : callable
        Returns the name of a row.
    """
    if FRONT not in table:
        return {}
    table, columns = with_objectives(table, resolved)
    if len(columns) < 2:
        return {}
    x, y = (kind.columns.get(name, Column(name)) for name in columns[:2])
    costs = np.stack([table[name].to_numpy(float, na_value=np.nan) for name in columns[:2]])
    there = table["error"].isna().to_numpy() & ~np.isnan(costs).any(axis=0)
    if "extra_run" in table:
        there &= ~table["extra_run"].fillna(value=False).to_numpy(bool)
    if len(np.unique(costs[0, there])) < 2:
        return {}
    on_front = table[FRONT].to_numpy(bool)
    best = np.flatnonzero(there & on_front)
    best = best[np.lexsort(costs[::-1, best])]
    others = np.flatnonzero(there & ~on_front)
    step = -(-len(others) // MAX_MARKS) or 1
    rows = records(table.iloc[np.concatenate([others[::step], best])])
    methods = _methods(table[there], kind)
    several = len(methods) <= SERIES
    shows = text_of(x), text_of(y)
    marks = [
        Mark(
            row[columns[0]],
            row[columns[1]],
            None,
            f"{name_of(row)}: {shows[0](row[columns[0]])}, {shows[1](row[columns[1]])}",
            methods.index(_method(row, kind)) if several else 0,
            0,
        )
        for row in rows
    ]
    front = list(range(len(marks) - len(best), len(marks)))
    titles = x.title or x.name, y.title or y.name
    few = len(best) <= MAX_LISTED
    note = f"{len(best):,} of {int(there.sum()):,} runs are on the front."
    if step > 1:
        note += f" Of the others, one in {step} is shown."
    if len(columns) > 2:
        note += f" Further objectives, which this chart does not show: {', '.join(columns[2:])}."
    return {
        "svg": scatter(marks, front, titles, shows, joined=len(columns) == 2, numbered=few),
        "front": [marks[k].text for k in front] if few else [],
        "legend": [(swatch(k, 0), name) for k, name in enumerate(methods) if name and several],
        "note": note,
    }


def _methods(table: pd.DataFrame, kind: RowKind) -> list[str]:
    columns = [name for name in kind.method if name in table]
    if not columns:
        return [""]
    return list(dict.fromkeys(_method(row, kind) for row in records(table[columns].drop_duplicates())))


def _method(row: Mapping[str, Any], kind: RowKind) -> str:
    return next((str(row[name]) for name in kind.method if not missing(row.get(name))), "")
