"""The vertex-cut paper's Fig. 11: time against lambda, the bound on the load of a cluster.

The runs are those of ``papers/wb_libra_lambda``. The dotted lines are the methods without a bound. With a
large bound, the bounded methods are equal to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import Shape, counted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PAIRS = (("wb_powergraph", "w_powergraph", "#0072B2"), ("wb_libra", "w_libra", "#D55E00"))
"""A method with the bound, the same method without the bound, and their colour."""

BOUND = "partition.load_bound"
NAME = "time_against_lambda"


def curves(results: pd.DataFrame, program: str, order: str) -> Iterator[tuple[str, pd.Series, float]]:
    """The cycles of the bounded methods by bound, and the cycles of the same methods without a bound.

    Parameters
    ----------
    results : pandas.DataFrame
        The results without failed runs.
    """
    runs = results[(results["workload"] == program) & (results["order"] == order)]
    for bounded, free, _ in PAIRS:
        curve = runs[runs["partitioner"] == bounded].set_index(BOUND)["cycles"].sort_index()
        dotted = runs[runs["partitioner"] == free]["cycles"]
        if len(curve) and len(dotted):
            yield bounded, curve.astype(float), float(dotted.iloc[0])


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of Fig. 11: time grows with lambda, and the tightest bound is faster than no bound."""
    import pandas as pd

    up: dict[str, dict[str, bool]] = {}
    below: dict[str, dict[str, bool]] = {}
    for order in dict.fromkeys(results["order"]):
        for program in dict.fromkeys(results["workload"]):
            for method, curve, dotted in curves(results, program, order):
                name = f"{program} {method}"
                trend = curve.rank().corr(pd.Series(curve.index, curve.index).rank())
                up.setdefault(order, {})[name] = bool(trend > 0)
                below.setdefault(order, {})[name] = bool(curve.iloc[0] < dotted)
    for what, held in (
        ("time grows with lambda (rank correlation above 0)", up),
        ("lambda = 1 is faster than no bound (dotted)", below),
    ):
        ours = {order: pd.Series(values) for order, values in held.items()}
        if ours:
            first = next(iter(ours.values()))
            yield counted(what, first | True, ours)


def figure(results: pd.DataFrame) -> Figure:
    """Plot time against lambda, with a column per program and a row per order of the edge stream."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import ScalarFormatter

    programs, orders = (list(dict.fromkeys(results[name])) for name in ("workload", "order"))
    drawn = Figure(figsize=(1.2 + 2.5 * len(programs), 0.9 + 2.1 * len(orders)), layout="constrained")
    axes = drawn.subplots(len(orders), len(programs), squeeze=False)
    for row, order in zip(axes, orders, strict=True):
        for axis, program in zip(row, programs, strict=True):
            for (bounded, free, colour), (_, curve, dotted) in zip(
                PAIRS, curves(results, program, order), strict=False
            ):
                axis.plot(
                    1e4 * (curve.index - 1),
                    curve / 1e6,
                    color=colour,
                    marker="o",
                    markersize=3,
                    label=bounded,
                )
                axis.axhline(dotted / 1e6, color=colour, linestyle=":", label=free)
            axis.set_title(f"{program}, {order}", fontsize=9)
            axis.grid(linewidth=0.5, color="0.85")
            axis.spines[["top", "right"]].set_visible(False)
            axis.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
        row[0].set_ylabel("million cycles")
    for axis in axes[-1]:
        axis.set_xlabel("(lambda - 1) × 10,000")
    handles, labels = axes[0][0].get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return drawn


def draw(folder: Path, results: pd.DataFrame) -> list[Path]:
    """Draw the figure as PNG and SVG."""
    from numasim.results.drawing_style import write_figure

    return write_figure(folder, NAME, lambda: figure(results))
