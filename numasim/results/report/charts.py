"""The drawings of a report, as SVG in the style of the page: colours are CSS classes, letters are text.

Every function returns a complete ``svg`` element; the same numbers give the same text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from numasim.results.shapes import SPENT, MeshShape, Roof, stacked

if TYPE_CHECKING:
    import pandas as pd

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 66, 22, 30, 44
LEVELS = 10
"""The number of colours of a heat map, from cold to hot."""

SERIES = 8
"""The number of colours of series; the ninth series has the first colour again."""

MARKERS: tuple[Callable[[float, float], str], ...] = (
    lambda x, y: f"M{x - 5:.1f} {y:.1f}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
    lambda x, y: f"M{x - 4.5:.1f} {y - 4.5:.1f}h9v9h-9z",
    lambda x, y: f"M{x:.1f} {y - 5.8:.1f}l5.6 9.6h-11.2z",
    lambda x, y: f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z",
    lambda x, y: f"M{x:.1f} {y + 5.8:.1f}l5.6 -9.6h-11.2z",
)
"""Circle, square, triangle, diamond, triangle upside down."""


@dataclass(frozen=True)
class Mark:
    """A point of a chart.

    Attributes
    ----------
    error : float or None
        Half the width of the confidence interval of ``y``.
    text : str
        The tooltip of the point.
    """

    x: float
    y: float
    error: float | None
    text: str
    colour: int
    shape: int


class Axis:
    """The scale of one side of a chart: linear, or logarithmic if the values are far apart."""

    def __init__(self, values: Sequence[float], start: float, end: float, *, log: bool | None = None) -> None:
        low, high = min(values), max(values)
        self.log = low > 0 and (high / low > 3 if log is None else log)
        if self.log:
            room = max((high / low) ** 0.06, 1.05)
            self._low, self._high = math.log(low / room), math.log(high * room)
        else:
            room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
            self._low, self._high = low - room, high + room
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        """Return the position of a value."""
        at = math.log(value) if self.log else value
        return self._start + (at - self._low) / (self._high - self._low) * (self._end - self._start)

    def ticks(self) -> list[float]:
        """Return three to seven round values."""
        if not self.log:
            return round_steps(self._low, self._high)
        low, high = math.exp(self._low), math.exp(self._high)
        decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for digits in ((1,), (1, 3), (1, 2, 5)):
            found = [d * 10.0**k for k in decades for d in digits if low <= d * 10.0**k <= high]
            if len(found) >= 3:
                return found[:: -(-len(found) // 6)]
        return [value for value in round_steps(low, high) if value > 0]


def scatter(
    marks: Sequence[Mark],
    front: Sequence[int],
    names: tuple[str, str],
    shows: tuple[Callable[..., str], ...],
    *,
    joined: bool = True,
    numbered: bool = True,
) -> str:
    """Draw points, and the front of the points that no other point beats in both values, joined and numbered.

    Parameters
    ----------
    front : sequence of int
        The indices in ``marks``, sorted by ``x``.
    names : tuple of str
        The names of the axes.
    shows : tuple of callable
        The functions that format a value of each axis.
    joined, numbered : bool
        Whether a line joins the front, and whether its points have rings and numbers.
    """
    x = Axis([mark.x for mark in marks], LEFT, WIDTH - RIGHT)
    y = Axis([mark.y for mark in marks], HEIGHT - BOTTOM, TOP)
    body = []
    if joined and len(front) > 1:
        steps = [f"{x(marks[k].x):.1f} {y(marks[k].y):.1f}" for k in front]
        body.append(f'<path class="front" d="M{"L".join(steps)}"/>')
    body += [_mark(mark, x, y) for mark in marks]
    for number, k in enumerate(front if numbered else (), 1):
        at_x, at_y = x(marks[k].x), y(marks[k].y)
        body.append(f'<circle class="ring" cx="{at_x:.1f}" cy="{at_y:.1f}" r="8.5"/>')
        at_y += -9 if number % 2 else 19  # neighbours of a crowded front stay apart
        body.append(f'<text class="number" x="{at_x + 9:.1f}" y="{at_y:.1f}">{number}</text>')
    return _chart(x, y, x.ticks(), names, shows, body)


def curves(
    lines: Sequence[Sequence[Mark]],
    names: tuple[str, str],
    shows: tuple[Callable[..., str], ...],
    *,
    diagonal: bool = False,
    band: Sequence[tuple[float, float, float]] = (),
    log: bool | None = None,
) -> str:
    """Draw lines through points with their intervals; both axes are logarithmic if the values are far apart.

    Parameters
    ----------
    lines : sequence of sequence of Mark
        The lines, each sorted by ``x``.
    names, shows
        See :func:`scatter`.
    diagonal : bool
        Whether to draw ``y = x`` too.
    band : sequence of tuple of float
        A place, and the ends of an interval there; together a band below the lines.
    log : bool, optional
        Whether the places have a logarithmic axis; the heights then have a linear one.
    """
    every = [mark for line in lines for mark in line]
    xs = sorted({mark.x for mark in every})
    heights = [value for mark in every for value in (mark.y, mark.y + (mark.error or 0))]
    heights += [end for _, *ends in band for end in ends]
    x = Axis(xs, LEFT, WIDTH - RIGHT, log=log)
    y = Axis(heights, HEIGHT - BOTTOM, TOP, log=log is None and x.log and min(heights) > 0)
    body = []
    if band:
        edge = [(at, low) for at, low, _ in band] + [(at, high) for at, _, high in reversed(band)]
        body.append(f'<path class="band" d="M{"L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in edge)}z"/>')
    if diagonal:
        ends = max(xs[0], min(heights)), min(xs[-1], max(heights))
        if ends[0] < ends[1]:
            (x1, y1), (x2, y2) = ((x(v), y(v)) for v in ends)
            body.append(
                f'<path class="ideal" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"><title>y = x</title></path>'
            )
    for line in lines:
        steps = "L".join(f"{x(mark.x):.1f} {y(mark.y):.1f}" for mark in line)
        body.append(f'<path class="line s{line[0].colour}" d="M{steps}"/>')
        body += [_mark(mark, x, y) for mark in line]
    ticks = xs if len(xs) <= 8 and log is not False else x.ticks()
    return _chart(x, y, ticks, names, shows, body)


def roofs_above(
    marks: Sequence[Mark],
    roofs: Sequence[Roof],
    names: tuple[str, str],
    shows: tuple[Callable[..., str], ...],
) -> str:
    """Draw points below the roofs of devices, with logarithmic axes.

    Parameters
    ----------
    marks : sequence of Mark
        The points, with positive ``x`` and ``y``.
    names, shows
        See :func:`scatter`.
    """
    ridges = [roof.ridge for roof in roofs]
    x = Axis([*(mark.x for mark in marks), *ridges, 2 * max(ridges)], LEFT, WIDTH - RIGHT, log=True)
    y = Axis([*(mark.y for mark in marks), *(roof.peak for roof in roofs)], HEIGHT - BOTTOM, TOP, log=True)
    left, bottom = min(mark.x for mark in marks), min(mark.y for mark in marks)
    body = []
    for roof in roofs:
        start = max(min(left, roof.ridge), min(bottom / roof.slope, roof.ridge))
        corners = ((start, start * roof.slope), (roof.ridge, roof.peak), (2 * max(ridges), roof.peak))
        steps = "L".join(f"{x(a):.1f} {y(max(b, bottom)):.1f}" for a, b in corners)
        body.append(f'<path class="front" d="M{steps}"/>')
    body += [_mark(mark, x, y) for mark in marks]
    return _chart(x, y, x.ticks(), names, shows, body)


def mesh(shape: MeshShape, computing: pd.DataFrame, hottest: tuple[float, float], name: str) -> str:
    """Draw the tiles by the share of time in which they computed, and the links by their utilisation.

    Tiles with a memory controller have a frame, and sockets a border.

    Parameters
    ----------
    shape : MeshShape
        The two directions of a link are drawn side by side, with traffic on the right.
    computing : pandas.DataFrame
        ``x``, ``y`` and ``value`` of every tile.
    hottest : tuple of float
        The largest value of the tiles and of the links, over all meshes with the same scale of colours.
    """
    squares: dict[int, list[str]] = {}
    for x, y, value in zip(computing["x"], computing["y"], computing["value"], strict=True):
        squares.setdefault(level(value, hottest[0]), []).append(f"M{20 * x + 4} {20 * y + 4}h12v12h-12z")
    body = [f'<path class="t{k}" d="{"".join(squares[k])}"/>' for k in sorted(squares)]
    lines: dict[int, list[str]] = {}
    for x, y, dx, dy, value in shape.links:
        from_x, from_y = 20 * x + 10 + 6 * dx - 3 * dy, 20 * y + 10 + 6 * dy + 3 * dx
        way = f"h{8 * dx}" if dx else f"v{8 * dy}"
        lines.setdefault(level(value, hottest[1]), []).append(f"M{from_x} {from_y}{way}")
    body += [f'<path class="h{k}" d="{"".join(lines[k])}"/>' for k in sorted(lines)]
    frames = (f"M{20 * x + 4} {20 * y + 4}h12v12h-12z" for x, y in shape.controllers)
    body.append(f'<path class="controller" d="{"".join(frames)}"/>')
    borders = (f"M{20 * (x + dx)} {20 * (y + dy)}{'v20' if dx else 'h20'}" for x, y, dx, dy in shape.borders)
    if shape.borders:
        body.append(f'<path class="border" d="{"".join(borders)}"/>')
    return svg(20 * shape.width, 20 * shape.height, "mesh", name, body)


def core_time(cores: pd.DataFrame, name: str) -> str:
    """Draw the cycles of every core by category: one stacked column per core, over the whole width."""
    stack = stacked(cores)
    total = max([1.0, *(float(top.max(initial=0)) for _, top in stack.values())])
    body = []
    for kind, (bottom, top) in stack.items():
        shares = zip((bottom / total * 100).tolist(), ((top - bottom) / total * 100).tolist(), strict=True)
        bars = [
            f"M{core} {100 - below:.1f}h1v{-value:.1f}h-1z"
            for core, (below, value) in enumerate(shares)
            if value >= 0.05
        ]
        body.append(f'<path class="spent-{kind}" d="{"".join(bars)}"/>')
    return svg(max(len(cores), 1), 100, "cores", name, body, stretched=True)


def activity_over_time(intervals: pd.DataFrame, name: str) -> str:
    """Draw the shares of the cores by activity: one stacked column per interval, over the whole width."""
    shares = intervals.reset_index(drop=True)
    spent = [kind for kind in SPENT if kind in shares]
    shares[spent] = shares[spent].div(shares[spent].sum(axis=1), axis=0)
    return core_time(shares.assign(core=range(len(shares))), name)


def gantt(clusters: pd.DataFrame, cores: int, cycles: float, name: str) -> str:
    """Draw the clusters over time: a row per core, a bar from the first to the last cycle of each cluster.

    Clusters of one core that overlap in time share the height of its row.

    Parameters
    ----------
    clusters : pandas.DataFrame
        ``core``, ``cluster``, ``first_cycle`` and ``last_cycle``; -1 for clusters without tasks.
    cores : int
        Number of rows.
    cycles : float
        The cycle at the right edge.
    """
    scale = 1000 / max(cycles, 1.0)
    body = []
    drawn = clusters[clusters["first_cycle"] >= 0]
    for core in sorted(set(drawn["core"].tolist())):
        of_core = drawn[drawn["core"] == core]
        ends: list[int] = []  # the last cycle of each lane
        bars = []
        columns = of_core.sort_values(["first_cycle", "cluster"])[["cluster", "first_cycle", "last_cycle"]]
        for cluster, first, last in columns.to_numpy().tolist():
            lane = next((k for k, end in enumerate(ends) if end <= first), len(ends))
            ends[lane : lane + 1] = [last]
            bars.append((cluster, first, last, lane))
        height = 9 / max(len(ends), 1)
        for cluster, first, last, lane in bars:
            width = max((last - first) * scale, 1.0)
            path = (
                f"M{first * scale:.1f} {10 * core + lane * height:.2f}h{width:.1f}v{height:.2f}h{-width:.1f}z"
            )
            told = escape(f"cluster {cluster} on core {core}: cycles {first:,} to {last:,}")
            body.append(f'<path class="mark s{cluster % SERIES}" d="{path}"><title>{told}</title></path>')
    return svg(1000, max(10 * cores, 10), "gantt", name, body, stretched=True)


def level(value: float, largest: float) -> int:
    """Return the colour of a value; the quiet links of a good cut stay visible next to busy links."""
    share = math.sqrt(max(value, 0.0) / largest) if largest > 0 else 0.0
    return min(LEVELS - 1, int(share * LEVELS))


def _mark(mark: Mark, x: Axis, y: Axis) -> str:
    at_x, at_y = x(mark.x), y(mark.y)
    whisker = ""
    if mark.error:
        lowest = mark.y - mark.error
        ends = [y(mark.y + mark.error), y(lowest) if lowest > 0 or not y.log else float(HEIGHT - BOTTOM)]
        ends = [min(max(end, TOP), HEIGHT - BOTTOM) for end in ends]
        whisker = f'<path class="whisker" d="M{at_x:.1f} {ends[0]:.1f}V{ends[1]:.1f}"/>'
    shape = MARKERS[mark.shape % len(MARKERS)](at_x, at_y)
    told = f"<title>{escape(mark.text)}</title>"
    return f'{whisker}<path class="mark s{mark.colour % SERIES}" d="{shape}">{told}</path>'


def _chart(
    x: Axis,
    y: Axis,
    x_ticks: Sequence[float],
    names: tuple[str, str],
    shows: tuple[Callable[..., str], ...],
    body: Sequence[str],
) -> str:
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    above = f"{names[1]}{' (logarithmic)' if y.log else ''}"
    frame = [f'<text x="4" y="14">{escape(above)}</text>']
    for value in y.ticks():
        at = y(value)
        frame.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{right}"/>')
        frame.append(f'<text class="end" x="{LEFT - 7}" y="{at + 4:.1f}">{escape(shows[1](value))}</text>')
    for value in x_ticks:
        at = x(value)
        frame.append(f'<path class="grid" d="M{at:.1f} {floor}v5"/>')
        frame.append(f'<text class="middle" x="{at:.1f}" y="{floor + 18}">{escape(shows[0](value))}</text>')
    frame.append(f'<path class="base" d="M{LEFT} {floor}H{right}"/>')
    words, middle = f"{names[0]}{' (logarithmic)' if x.log else ''}", (LEFT + right) / 2
    frame.append(f'<text class="middle" x="{middle}" y="{HEIGHT - 6}">{escape(words)}</text>')
    return svg(WIDTH, HEIGHT, "chart", f"{names[1]} against {names[0]}", [*frame, *body])


def svg(
    width: int, height: int, kind: str, name: str, body: Sequence[str], *, stretched: bool = False
) -> str:
    """Return a drawing with its name for readers who hear the page."""
    stretch = ' preserveAspectRatio="none"' if stretched else ""
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {height}"{stretch} role="img" aria-label="{escape(name)}">'
        f"{''.join(body)}</svg>"
    )


def round_steps(low: float, high: float) -> list[float]:
    """Return three to seven round values from ``low`` to ``high``."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def swatch(colour: int, shape: int = 1) -> str:
    """Return the mark of a series for a legend."""
    body = [f'<path class="mark s{colour % SERIES}" d="{MARKERS[shape % len(MARKERS)](7, 7)}"/>']
    return f'<svg class="swatch" viewBox="0 0 14 14" aria-hidden="true">{body[0]}</svg>'
