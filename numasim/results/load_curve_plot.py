"""The picture of a network's latency over the offered load."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numasim.results.drawing_style import COLOURS, save, style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def write_load_curve(folder: Path, curve: pd.DataFrame, title: str) -> list[Path]:
    """Draw a curve of :func:`numasim.simulation.load_curve.load_curve` as PNG and SVG."""
    with style():
        return save(folder, "load_curve", load_figure(curve, title))


def load_figure(curve: pd.DataFrame, title: str) -> Figure:
    """Draw latency over offered load, one line per fidelity, and the rate at which the routers saturate."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axis = figure.subplots()
    for name, colour, marker in zip(("ideal", "packet", "flit"), COLOURS, "s^o", strict=False):
        axis.plot(curve["offered"], curve[name], color=colour, marker=marker, markersize=5, label=name)
    saturated = curve[curve["flit"].isna()]
    for rate in saturated["offered"]:
        axis.axvline(rate, color="0.5", linestyle=":", label=f"routers saturated: {rate:.2f} offered")
    axis.set(xlabel="offered load (flits per tile and cycle)", ylabel="mean latency (cycles)")
    axis.set_ylim(0, 1.1 * curve[["ideal", "packet", "flit"]].max().max())
    axis.grid(linewidth=0.5, color="0.85")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, loc="lower left")
    axis.set_title(title, fontsize=11)
    return figure
