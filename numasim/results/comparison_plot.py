"""The picture of a comparison: bars of time and data communication for each method."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.results.comparison import compare
from numasim.results.drawing_style import COLOURS, headline
from numasim.results.replicates import cases
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import records

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numasim.results.comparison import Panel

TITLE_WIDTH = 30
"""The characters of a line of the title of bars."""

LABEL_WIDTH = 60
"""The characters of a line of a label."""


def comparison_figure(
    results: pd.DataFrame, kind: RowKind, title: str = "", varying: Sequence[str] = ()
) -> Figure:
    """Draw bars of time and data communication: a group per method, a colour per mapper (on GPUs, machine).

    Parameters
    ----------
    results : pandas.DataFrame
        The results, with ``label`` and the kind's bars; :func:`numasim.results.comparison.compare` says what
        is shown of them.
    kind : RowKind
        The kind of the rows; each value of its ``group`` has a colour.
    varying : sequence of str
        The columns that distinguish the labels.
    """
    import numpy as np
    from matplotlib.figure import Figure

    shown = compare(cases(records(results), results["label"].tolist(), kind), kind, varying)
    labels = [textwrap.fill(label, LABEL_WIDTH) for label in shown.labels]
    lines = max(label.count("\n") for label in labels) + 1
    rows = max(1, -(-len(shown.panels) // 3))
    height = max(1.5, len(labels) * max(0.13 + 0.13 * lines, 0.13 * len(shown.colours)))
    figure = Figure(figsize=(11, 1.3 + rows * height), layout="constrained")
    figure.set_layout_engine("constrained", w_pad=0.15)
    axes = figure.subplots(rows, 3, sharey=True, squeeze=False).ravel()
    for axis, panel in zip(axes, shown.panels, strict=False):
        _draw(axis, panel, shown.colours)
    for axis in axes[len(shown.panels) :]:
        axis.set_visible(False)
    axes[0].set_yticks(np.arange(len(labels)), labels)
    if lines > 1:
        axes[0].tick_params(axis="y", labelsize=7)
    axes[0].set_ylim(len(labels) - 0.5, -0.5)
    if len(shown.colours) > 1:
        handles, names = axes[0].get_legend_handles_labels()
        figure.legend(
            handles,
            names,
            title=kind.group,
            loc="outside lower center",
            ncols=min(5, len(names)),
            frameon=False,
        )
    headline(figure, title, "; ".join(["less is better", *shown.notes]))
    return figure


def _draw(axis: Axes, panel: Panel, colours: Sequence[str]) -> None:
    from matplotlib.ticker import EngFormatter, MaxNLocator

    height = 0.8 / len(colours)
    for k, name in enumerate(colours):
        bars = [bar for bar in panel.bars if bar.colour == k]
        places = [bar.group + (k - (len(colours) - 1) / 2) * height for bar in bars]
        means = [bar.estimate.mean for bar in bars]
        above = [bar.estimate.half_width or 0 for bar in bars]
        below = [min(half, mean) for half, mean in zip(above, means, strict=True)]  # no bar begins below 0
        axis.barh(
            places,
            means,
            xerr=(below, above) if any(above) else None,
            error_kw={"linewidth": 1},
            height=height * 0.92,
            color=COLOURS[k % len(COLOURS)],
            hatch="////" if k >= len(COLOURS) else None,
            label=name,
        )
        for bar, place in zip(bars, places, strict=True):
            if bar.unfinished:
                axis.text(bar.estimate.mean, place, " >", va="center")
    axis.set_title(textwrap.fill(panel.column.title, TITLE_WIDTH), fontsize=10)
    axis.grid(axis="x", linewidth=0.5, color="0.85")
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    axis.xaxis.set_major_locator(MaxNLocator(4))
    axis.xaxis.set_major_formatter(EngFormatter(panel.column.unit))
    axis.tick_params(axis="x", labelsize=8)
