"""The cores of one run over time, as SVG: a row for each core, arrows for what moves, and shares of cores.

The bars are strokes in a group whose unit is a cycle, or a column of cycles, and a core. So they need few
letters, and a picture of many slices stays small.
"""

from __future__ import annotations

import math
from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.report.charts import round_steps
from numasim.results.shapes import WAITS
from numasim.results.shares_over_time import covered_before

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from numasim.results.cores_over_time import CoresOverTime

WIDTH, LEFT, RIGHT, TOP = 1100, 52, 14, 8
INNER = WIDTH - LEFT - RIGHT
GAP, SHARES, BOTTOM = 14, 80, 40
"""The height of the gap below the cores, of the shares of cores, and of the numbers below them."""

MAX_BARS = 3_000
"""The largest number of slices with a bar and a tooltip each. More slices are drawn in columns of time."""

MAX_COLUMN_BARS = 60_000
"""The largest number of columns of all cores together."""

LEAST_COLUMNS = 50
HEAD = 5.0
"""The length of the head of an arrow."""


def columns_of_time(num_cores: int, pictures: int = 1) -> int:
    """The number of columns in a picture with too many slices for a bar each."""
    return max(LEAST_COLUMNS, min(INNER, MAX_COLUMN_BARS // pictures // num_cores))


def drawn_in_columns(slices: pd.DataFrame, pictures: int = 1) -> bool:
    """Whether a picture, one of several, has too many slices for a bar each."""
    return len(slices) > MAX_BARS // pictures


def timeline_chart(shown: CoresOverTime, name: str, pictures: int = 1) -> str:
    """Draw the cores of a run over time.

    Parameters
    ----------
    pictures : int
        Number of pictures on the page, which share the largest number of bars.
    """
    num_cores, (first, last) = shown.num_cores, shown.window
    row = min(18.0, max(2.0, 480 / num_cores))
    scale = INNER / max(last - first, 1)
    floor = TOP + num_cores * row
    slices = shown.slices.assign(
        style=[
            f"spent-{activity}" if colour < 0 else f"s{colour}"
            for activity, colour in zip(shown.slices["activity"], shown.slices["colour"], strict=True)
        ],
        thin=shown.slices["activity"].isin(WAITS),
    )
    if drawn_in_columns(slices, pictures):
        columns = columns_of_time(num_cores, pictures)
        bars, unit = _columns(slices, np.linspace(first, last, columns + 1)), INNER / columns
    else:
        bars, unit = _bars(slices, first), scale
    body = [
        f'<path class="grid" d="M{LEFT} {TOP + core * row:.4g}H{WIDTH - RIGHT}"/>'
        for core in range(0, num_cores + 1, _every(row))
    ]
    body += [
        f'<text class="end" x="{LEFT - 8}" y="{TOP + (core + 0.5) * row + 4:.4g}">{core}</text>'
        for core in range(0, num_cores, _every(row))
    ]
    body.append(
        f'<g class="strips" transform="translate({LEFT} {TOP}) scale({unit:.6g} {row:.6g})">{bars}</g>'
    )
    if shown.moves is not None:
        body += _arrows(shown.moves, first, scale, row)
    body += _shares(shown, floor + GAP)
    bottom = floor + GAP + SHARES
    for cycle in round_steps(first, last):
        at = LEFT + (cycle - first) * scale
        body.append(f'<path class="grid" d="M{at:.1f} {bottom:.4g}v5"/>')
        body.append(f'<text class="middle" x="{at:.1f}" y="{bottom + 18:.4g}">{cycle:,.0f}</text>')
    body.append(f'<text class="middle" x="{LEFT + INNER / 2:.4g}" y="{bottom + 34:.4g}">cycle</text>')
    return (
        f'<svg class="timeline" viewBox="0 0 {WIDTH} {bottom + BOTTOM:.4g}" role="img" '
        f'aria-label="{escape(name)}">{"".join(body)}</svg>'
    )


def _every(row: float) -> int:
    """The distance of the cores with a number, so that the numbers do not overlap."""
    return next(step for k in range(9) for step in (10**k, 2 * 10**k, 5 * 10**k) if step * row >= 14)


def _group(style: str, thin: bool, paths: str) -> str:
    return f'<g class="{style} thin">{paths}</g>' if thin else f'<g class="{style}">{paths}</g>'


def _bars(slices: pd.DataFrame, start: int) -> str:
    """One stroke with a tooltip for each slice, in cycles."""
    found: dict[tuple[str, bool], list[str]] = defaultdict(list)
    names = ["core", "first_cycle", "last_cycle", "style", "thin", "tooltip"]
    for core, first, last, style, thin, words in slices[names].itertuples(index=False):
        path = f'<path d="M{first - start} {core + 0.5}h{last - first}"><title>{escape(words)}</title></path>'
        found[style, thin].append(path)
    return "".join(_group(*key, "".join(found[key])) for key in sorted(found))


def _columns(slices: pd.DataFrame, edges: NDArray[np.float64]) -> str:
    """For each core and column of time, what the core did for most of it; equal neighbours are one stroke."""
    found: dict[tuple[str, bool], list[str]] = defaultdict(list)
    wide = np.diff(edges)
    for core, of_core in slices.groupby("core"):
        keys, spent = [], []
        for key, same in of_core.groupby(["style", "thin"]):
            keys.append(key)
            spent.append(np.diff(covered_before(edges, same["first_cycle"], same["last_cycle"])))
        idle = wide - np.sum(spent, axis=0)
        most = np.argmax([*spent, idle], axis=0)
        starts = np.flatnonzero(np.diff(most, prepend=-1))
        ends = np.append(starts[1:], most.size)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            if most[start] < len(keys):
                found[keys[most[start]]].append(f"M{start} {core}.5h{end - start}")
    return "".join(_group(*key, f'<path d="{"".join(found[key])}"/>') for key in sorted(found))


def _arrows(moves: pd.DataFrame, start: int, scale: float, row: float) -> list[str]:
    """The arrows, with a tooltip each."""
    found = []
    for move in moves.to_dict("records"):
        tail, tip = (
            (LEFT + (move[when] - start) * scale, TOP + (move[where] + 0.5) * row)
            for when, where in (("sent", "source"), ("arrived", "target"))
        )
        words = escape(move["tooltip"])
        path = f'<path class="arrow {move["kind"]}" d="{_arrow(tail, tip)}">'
        found.append(f"{path}<title>{words}</title></path>")
    return found


def _arrow(tail: tuple[float, float], tip: tuple[float, float]) -> str:
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    barbs = [
        (tip[0] - HEAD * math.cos(angle + turn), tip[1] - HEAD * math.sin(angle + turn))
        for turn in (0.45, -0.45)
    ]
    (ax, ay), (bx, by) = barbs
    return (
        f"M{tail[0]:.1f} {tail[1]:.1f}L{tip[0]:.1f} {tip[1]:.1f}"
        f"M{ax:.1f} {ay:.1f}L{tip[0]:.1f} {tip[1]:.1f}L{bx:.1f} {by:.1f}"
    )


def _shares(shown: CoresOverTime, top: float) -> list[str]:
    """The shares of the cores by activity, stacked from the bottom; the rest are idle."""
    edges, stack = shown.shares()
    places = LEFT + INNER * (edges - edges[0]) / max(edges[-1] - edges[0], 1)
    floor = top + SHARES
    body = [f'<rect class="spent-idle" x="{LEFT}" y="{top:.4g}" width="{INNER}" height="{SHARES}"/>']
    for activity, (below, above) in stack.items():
        outline = [*_steps(places, floor - SHARES * above), *_steps(places, floor - SHARES * below)[::-1]]
        body.append(f'<path class="spent-{activity}" d="M{"L".join(outline)}z"/>')
    for share, words in ((0, "0%"), (0.5, "50%"), (1, "100%")):
        body.append(f'<text class="end" x="{LEFT - 8}" y="{floor - SHARES * share + 4:.4g}">{words}</text>')
    return body


def _steps(edges: NDArray[np.float64], heights: NDArray[np.float64]) -> list[str]:
    """The corners of a curve that is constant between each two edges."""
    return [
        f"{edge:.1f} {height:.1f}"
        for *sides, height in zip(edges[:-1].tolist(), edges[1:].tolist(), heights.tolist(), strict=True)
        for edge in sides
    ]
