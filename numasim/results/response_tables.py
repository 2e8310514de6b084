"""The tables of responses: for people, and as files."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from numasim.results.text_table import TextTable

if TYPE_CHECKING:
    import pandas as pd

    from numasim.results.response import Response

MAX_INTERACTIONS = 10
SMALLEST = 0.001
"""The smallest share of an interaction that is printed."""

INDICES = (
    "first: share of the variance due to the field alone (eta squared); total: with its interactions "
    "(Sobol's indices)"
)


def effects_table(response: Response) -> TextTable:
    """Return the indices of the fields, with 95% intervals where they are estimates."""
    effects = response.effects
    figures = {
        "first": [share(each.first) for each in effects],
        "±": [share(each.first_half) for each in effects],
        "total": [share(each.total) for each in effects],
        "± ": [share(each.total_half) for each in effects],
    }
    known = {name: cells for name, cells in figures.items() if set(cells) != {"-"}}
    return TextTable({"field": [each.name for each in effects]}, known)


def curves_table(response: Response) -> TextTable:
    """Return the mean at each value of each field, with its interval."""
    rows = [(curve, level) for curve in response.curves for level in curve.levels]
    show = response.figure.text
    first = [curve.levels[0] is level for curve, level in rows]
    ends = {
        "from": [_end(level.low, show) for _, level in rows],
        "to": [_end(level.high, show) for _, level in rows],
    }
    return TextTable(
        {
            "field": [curve.label if new else "" for (curve, _), new in zip(rows, first, strict=True)],
            "value": [level.name for _, level in rows],
        },
        {
            "mean": [show(level.mean) for _, level in rows],
            **(ends if _has_intervals(response) else {}),
            "points": [f"{level.points:,}" for _, level in rows],
        },
    )


def lines(response: Response) -> list[str]:
    """Return the explanations of the tables of a response, one line each."""
    found = []
    shown = [each for each in response.interactions[:MAX_INTERACTIONS] if each.share >= SMALLEST]
    if shown:
        told = "; ".join(f"{' and '.join(each.names)} {share(each.share)}" for each in shown)
        found.append(f"shares of two fields together, and of neither alone: {told}")
    if response.effects:
        found.append(INDICES)
        if all(math.isnan(each.total) for each in response.effects):
            found.append("no totals: they need a full grid, or samples of the kind `saltelli`")
    if _has_intervals(response):
        found.append(f"from, to: {response.interval}")
    return [*found, *(f"note: {each}" for each in response.notes)]


def share(value: float) -> str:
    """Format an index, which is a share of the variance; a dash for a missing one."""
    return "-" if math.isnan(value) else f"{value:.3f}".replace("-0.000", "0.000")


def _has_intervals(response: Response) -> bool:
    return any(not math.isnan(level.low) for curve in response.curves for level in curve.levels)


def _end(value: float, show: Callable[[float], str]) -> str:
    return "-" if math.isnan(value) else show(value)


def response_frames(responses: Sequence[Response]) -> dict[str, pd.DataFrame]:
    """Return the tables of files, without empty ones: ``response``, ``indices`` and ``interactions``."""
    import pandas as pd

    curves = [
        {
            "figure": each.figure.name,
            "field": curve.name,
            "value": level.name,
            "number": math.nan if level.number is None else level.number,
            "mean": level.mean,
            "low": level.low,
            "high": level.high,
            "interval": each.interval,
            "points": level.points,
        }
        for each in responses
        for curve in each.curves
        for level in curve.levels
    ]
    indices = [
        {"figure": each.figure.name, "field": effect.name, **effect._asdict()}
        for each in responses
        for effect in each.effects
    ]
    pairs = [
        {
            "figure": each.figure.name,
            "field": pair.names[0],
            "other_field": pair.names[1],
            "share": pair.share,
        }
        for each in responses
        for pair in each.interactions
    ]
    frames = {
        "response": pd.DataFrame(curves),
        "indices": pd.DataFrame(indices).drop(columns="name", errors="ignore"),
        "interactions": pd.DataFrame(pairs),
    }
    return {name: frame for name, frame in frames.items() if len(frame)}
