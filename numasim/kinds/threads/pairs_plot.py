"""A picture of the latencies between cores: a matrix for each run."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from numasim.results.mesh_plot import TITLE_WIDTH

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def pairs_figure(runs: pd.DataFrame, pairs: pd.DataFrame) -> Figure:
    """Draw the latency between any two cores of each run.

    Parameters
    ----------
    runs : pandas.DataFrame
        The runs, with ``run_id`` and ``panel`` (their titles).
    pairs : pandas.DataFrame
        The table ``pairs`` of these runs, and perhaps of others.
    """
    import numpy as np
    from matplotlib.figure import Figure

    columns = min(4, len(runs))
    rows = -(-len(runs) // columns)
    shown = pairs[pairs["run_id"].isin(runs["run_id"])]
    largest = float(shown["one_way_ns"].max())
    figure = Figure(figsize=(3.0 * columns + 1.0, 3.2 * rows + 0.5), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis, run in zip(axes, runs.itertuples(), strict=False):
        own = shown[shown["run_id"] == run.run_id]
        cores = int(own[["core", "other_core"]].to_numpy().max()) + 1
        matrix = np.full((cores, cores), np.nan)
        matrix[own["core"], own["other_core"]] = matrix[own["other_core"], own["core"]] = own["one_way_ns"]
        drawn = axis.imshow(matrix, cmap="viridis_r", vmin=0, vmax=largest)
        axis.set(xlabel="core", ylabel="core")
        axis.set_title(fill(str(run.panel), TITLE_WIDTH), fontsize=9)
        if cores <= 16:
            for a, b in np.argwhere(~np.isnan(matrix)):
                color = "white" if matrix[a, b] > 0.6 * largest else "black"
                axis.text(b, a, f"{matrix[a, b]:.0f}", ha="center", va="center", fontsize=5, color=color)
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    figure.colorbar(drawn, ax=list(axes), pad=0.02).set_label("one way, ns")
    return figure
