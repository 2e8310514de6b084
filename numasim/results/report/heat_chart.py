"""A map of a figure over two fields, as SVG in the style of the report."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.report.charts import LEVELS, svg

if TYPE_CHECKING:
    from numasim.results.response import HeatMap

WIDTH, TOP, BOTTOM, RIGHT = 480, 22, 44, 8
CELL_HEIGHT, LETTER = 26, 6.5
"""The height of a row, at most, and the width of a letter."""

MAX_HEIGHT = 420


def heat(shown: HeatMap, text: Callable[[float], str], name: str) -> str:
    """Draw a map: the least value is cold, and the largest is hot.

    Parameters
    ----------
    text : callable
        Formats a value for its tooltip.
    name : str
        The name of the figure.
    """
    rows, columns = shown.values.shape
    left = 12 + min(150.0, LETTER * max(map(len, shown.rows)))
    width, height = (WIDTH - RIGHT - left) / columns, min(CELL_HEIGHT, MAX_HEIGHT / rows)
    floor = TOP + rows * height
    low, high = float(np.nanmin(shown.values)), float(np.nanmax(shown.values))
    body = [f'<text x="4" y="14">{escape(shown.labels[1])}</text>']
    for (row, column), value in np.ndenumerate(shown.values):
        if math.isnan(value):
            continue
        warmth = min(LEVELS - 1, int(LEVELS * (value - low) / (high - low))) if high > low else 0
        told = escape(f"{shown.columns[column]}, {shown.rows[row]}: {text(float(value))}")
        place = f"M{left + column * width:.1f} {floor - (row + 1) * height:.1f}"
        path = f"{place}h{width:.1f}v{height:.1f}h{-width:.1f}z"
        body.append(f'<path class="t{warmth}" d="{path}"><title>{told}</title></path>')
    for row in _labelled(shown.rows, height, 13, vertical=True):
        at = floor - (row + 0.5) * height + 4
        body.append(f'<text class="end" x="{left - 6:.1f}" y="{at:.1f}">{escape(shown.rows[row])}</text>')
    for column in _labelled(shown.columns, width, LETTER):
        at = left + (column + 0.5) * width
        told = escape(shown.columns[column])
        body.append(f'<text class="middle" x="{at:.1f}" y="{floor + 16:.1f}">{told}</text>')
    middle = (left + WIDTH - RIGHT) / 2
    body.append(
        f'<text class="middle" x="{middle:.1f}" y="{floor + 36:.1f}">{escape(shown.labels[0])}</text>'
    )
    return svg(WIDTH, int(floor + BOTTOM), "chart", f"{name} over {' and '.join(shown.labels)}", body)


def _labelled(names: Sequence[str], room: float, letter: float, *, vertical: bool = False) -> range:
    """The places of names that do not cover each other."""
    needed = letter if vertical else letter * (max(map(len, names)) + 2)
    return range(0, len(names), max(1, math.ceil(needed / room)))
