"""Bars of time and data communication: a group per method, a colour per mapper or machine."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.results.chosen_rows import chosen
from numasim.results.drawing_style import COLOURS, headline
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, records

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_GROUPS = 24
TITLE_WIDTH = 30
"""The characters of a line of the title of bars."""

LABEL_WIDTH = 60
"""The characters of a line of a label."""


def comparison_figure(
    results: pd.DataFrame, kind: RowKind, title: str = "", varying: Sequence[str] = ()
) -> Figure:
    """Draw bars of time and data communication: a group per method, a colour per mapper (on GPUs, machine).

    A bar is the mean of the runs with the same label and colour, which are replicates. A measure that is
    missing or the same in all runs has no panel, except the first.

    Parameters
    ----------
    results : pandas.DataFrame
        The results, with ``label`` and the kind's bars. Beyond 24 labels, the fastest of each value of
        ``varying`` are drawn, and then the fastest of the others.
    kind : RowKind
        The kind of the rows; each value of its ``group`` has a colour.
    title : str
    varying : sequence of str
        The columns that distinguish the labels.
    """
    import numpy as np
    from matplotlib.figure import Figure

    colour, notes = kind.group, ["less is better"]
    if not colour:  # all bars have one colour
        results = results.assign(**{colour: ""})
    if REPLICATE in results and results.duplicated(["label", colour]).any():
        notes.append("means of replicates")
    count, speed = results["label"].nunique(), "seconds" if "seconds" in results else kind.speed
    if count > MAX_GROUPS:
        fastest = results.sort_values(speed, kind="stable").drop_duplicates("label").sort_index()
        named = (*kind.naming, *varying)
        columns = [name for name in named if name in results and name not in (REPLICATE, colour)]
        places, left_out = chosen(records(fastest), columns, speed, MAX_GROUPS)
        results = results[results["label"].isin(fastest["label"].iloc[places])]
        notes.append(f"{MAX_GROUPS} of {count}, the fastest of each swept value first")
        if left_out:
            notes.append(f"without {left_out}")
    labels = list(dict.fromkeys(results["label"]))
    mappers = list(dict.fromkeys(results[colour]))
    shown = [textwrap.fill(label, LABEL_WIDTH) for label in labels]
    lines = max(label.count("\n") for label in shown) + 1
    height = 0.8 / len(mappers)
    measured = [kind.columns[name] for name in kind.bars if name in results and (results[name] > 0).any()]
    same = [column for column in measured[1:] if len(results) > 1 and len(set(results[column.name])) == 1]
    bars = [column for column in measured if column not in same]
    if same:
        notes.append(f"the same in all runs: {', '.join(column.title for column in same)}")
    rows = max(1, -(-len(bars) // 3))
    figure = Figure(
        figsize=(11, 1.3 + rows * max(1.5, len(labels) * max(0.13 + 0.13 * lines, 0.13 * len(mappers)))),
        layout="constrained",
    )
    figure.set_layout_engine("constrained", w_pad=0.15)
    axes = figure.subplots(rows, 3, sharey=True, squeeze=False).ravel()
    place = np.arange(len(labels))
    for axis, column in zip(axes, bars, strict=False):
        for k, mapper in enumerate(mappers):
            means = results[results[colour] == mapper].groupby("label", sort=False)[column.name].mean()
            axis.barh(
                place + (k - (len(mappers) - 1) / 2) * height,
                means.reindex(labels).to_numpy(float),
                height=height * 0.92,
                color=COLOURS[k % len(COLOURS)],
                hatch="////" if k >= len(COLOURS) else None,
                label=mapper,
            )
        axis.set_title(textwrap.fill(column.title, TITLE_WIDTH), fontsize=10)
        axis.grid(axis="x", linewidth=0.5, color="0.85")
        axis.set_axisbelow(True)
        axis.spines[["top", "right", "left"]].set_visible(False)
        axis.tick_params(axis="y", length=0)
        _metric_prefixes(axis, column.unit)
    for axis in axes[len(bars) :]:
        axis.set_visible(False)
    axes[0].set_yticks(place, shown)
    if lines > 1:
        axes[0].tick_params(axis="y", labelsize=7)
    axes[0].set_ylim(len(labels) - 0.5, -0.5)
    if len(mappers) > 1:
        handles, names = axes[0].get_legend_handles_labels()
        figure.legend(
            handles,
            names,
            title=colour,
            loc="outside lower center",
            ncols=min(5, len(mappers)),
            frameon=False,
        )
    headline(figure, title, "; ".join(notes))
    return figure


def _metric_prefixes(axis: Axes, unit: str) -> None:
    from matplotlib.ticker import EngFormatter, MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(4))
    axis.xaxis.set_major_formatter(EngFormatter(unit))
    axis.tick_params(axis="x", labelsize=8)
