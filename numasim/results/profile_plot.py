"""The picture of performance profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def profile_figure(values: pd.DataFrame, measure: str) -> Figure:
    """Draw the share of the instances within a factor of the best method, one line per method.

    Parameters
    ----------
    values : pandas.DataFrame
        One row per instance, one column per method; see :func:`numasim.results.method_ranking.instances`.
    """
    from matplotlib.figure import Figure

    ratios = values.to_numpy(float) / values.to_numpy(float).min(axis=1, keepdims=True)
    end = max(1.05, float(ratios.max()) * 1.02)
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axis = figure.subplots()
    for k, method in enumerate(values.columns):
        steps = np.sort(ratios[:, k])
        share = np.arange(1, steps.size + 1) / steps.size
        axis.step(
            [1.0, *steps, end],
            [0.0, *share, 1.0],
            where="post",
            label=str(method),
            linestyle=("-", "--", "-.", ":")[k % 4],
        )
    axis.set(xscale="log", xlim=(1, end), ylim=(0, 1.02))
    axis.set(xlabel=f"{measure} over the best method", ylabel="share of the instances")
    axis.grid(linewidth=0.5, color="0.85", which="both")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, loc="lower right")
    axis.set_title(f"performance profile over {len(values):,} instances", fontsize=11)
    return figure
