"""The pictures of runs on GPUs: blocks on the multiprocessors, a roofline, transactions by data structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.kinds.gpu.timeline import slots
from numasim.results.drawing_style import COLOURS
from numasim.results.shapes import roofs

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MARKERS = "osD^vP*X"
STACK = ("values", "indices", "x", "y", "row starts", "lists", "carries", "vectors")
"""The data structures of a product, in the order of the stacks."""

FEWEST_DEGREES = 4
"""The smallest number of degrees that make a curve."""


def degrees_figure(results: pd.DataFrame, published: pd.DataFrame | None = None) -> Figure | None:
    """Draw time in kernels over the largest out-degree allowed, a panel per program, graph and device.

    Without a curve of at least four degrees, there is no picture. With a baseline, times are relative to it.
    A panel whose times differ by more than a factor of 8 has a logarithmic axis.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run.
    published : pandas.DataFrame, optional
        See :func:`numasim.results.published.compare_with_published`. Published times are open markers on
        dotted lines, at the degrees of the runs.
    """
    from matplotlib.figure import Figure

    if "max_degree_allowed" not in results:
        return None
    split = results[results[["max_degree", "level"]].notna().any(axis=1)]
    if split["max_degree_allowed"].nunique() < FEWEST_DEGREES:
        return None
    baseline = next((str(name) for name in results if str(name).startswith("seconds_vs_")), None)
    measure = baseline or "seconds"
    scale = 1 if baseline else 1e3
    split = split.assign(ours=scale * split[measure].astype(float), theirs=np.nan)
    if published is not None:
        figures = published[published["figure"] == measure].drop_duplicates("run_id").set_index("run_id")
        split["theirs"] = scale * split["run_id"].map(figures["published"])
    panels = list(split.groupby(["workload", "graph", "machine"], sort=False))
    columns = min(len(panels), 2)
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(5.5 * columns, 0.8 + 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for axis, (names, panel) in zip(axes.flat, panels, strict=False):
        for k, variant in enumerate(dict.fromkeys(panel["variant"])):
            curve = panel[panel["variant"] == variant].sort_values("max_degree_allowed")
            for column, style, fill, label in (
                ("ours", "-", None, variant),
                ("theirs", ":", "none", f"{variant}, published"),
            ):
                points = curve.dropna(subset=[column])
                if len(points):
                    axis.plot(
                        points["max_degree_allowed"].astype(float),
                        points[column],
                        linestyle=style,
                        marker=MARKERS[k % len(MARKERS)],
                        color=COLOURS[k % len(COLOURS)],
                        markerfacecolor=fill,
                        markersize=4,
                        label=label,
                    )
        times = panel[["ours", "theirs"]].to_numpy()
        if np.nanmax(times) > 8 * np.nanmin(times):
            axis.set_yscale("log", base=2)
            axis.yaxis.set_major_formatter("{x:g}")
        else:
            axis.set_ylim(bottom=0)
        axis.set_xscale("log", base=2)
        axis.xaxis.set_major_formatter("{x:.0f}")
        axis.set_title(", ".join(map(str, names)), fontsize=8, wrap=True)
        axis.set_xlabel("largest out-degree allowed")
        axis.set_ylabel(f"time, {baseline.partition('_vs_')[2]} = 1" if baseline else "time in kernels (ms)")
        axis.grid(linewidth=0.5, color="0.88")
        axis.set_axisbelow(True)
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(frameon=False, fontsize=8)
    return figure


def iterations_figure(runs: pd.DataFrame, iterations: pd.DataFrame) -> Figure:
    """Draw the points inserted up to each iteration of a refinement, a line per run.

    Parameters
    ----------
    runs : pandas.DataFrame
        The rows of the results, with ``panel`` (their names).
    iterations : pandas.DataFrame
        The long table.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axis = figure.subplots()
    for k, run in enumerate(runs.to_dict("records")):
        of_run = iterations[iterations["run_id"] == run["run_id"]].sort_values("iteration")
        axis.plot(
            of_run["iteration"],
            of_run["inserted"].cumsum(),
            marker=MARKERS[k % len(MARKERS)],
            color=COLOURS[k % len(COLOURS)],
            markersize=3,
            label=run["panel"],
        )
    axis.set_xlabel("iteration")
    axis.set_ylabel("points inserted up to this iteration")
    axis.set_ylim(bottom=0)
    axis.grid(linewidth=0.5, color="0.88")
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, fontsize=8)
    return figure


def blocks_figure(runs: pd.DataFrame, blocks: pd.DataFrame, launches: pd.DataFrame) -> Figure:
    """Draw the time and the multiprocessor of each block, a panel per run.

    Parameters
    ----------
    runs : pandas.DataFrame
        The rows of the results, with ``panel`` (their names).
    blocks, launches : pandas.DataFrame
        The long tables.
    """
    from matplotlib.collections import PolyCollection
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    columns = min(2, len(runs))
    rows = -(-len(runs) // columns)
    figure = Figure(figsize=(5.6 * columns, 0.6 + 3.0 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    drawn = launches[launches["run_id"].isin(runs["run_id"])]
    colour = {
        kernel: COLOURS[k % len(COLOURS)] for k, kernel in enumerate(dict.fromkeys(drawn["kernel"].tolist()))
    }
    for axis, run in zip(axes, runs.to_dict("records"), strict=False):
        of_run = blocks[blocks["run_id"] == run["run_id"]]
        slot = slots(of_run)
        height = 0.9 / (int(slot.max(initial=0)) + 1)
        low = of_run["sm"].to_numpy() - 0.45 + slot * height
        per_us = run["cycles"] / run["time_us"]
        begin, end = (of_run[name].to_numpy() / per_us for name in ("begin", "end"))
        high = low + height
        around = ((begin, low), (end, low), (end, high), (begin, high))
        corners = np.stack([np.stack(corner, axis=1) for corner in around], axis=1)
        kernels = drawn[drawn["run_id"] == run["run_id"]].set_index("launch")["kernel"]
        fill = of_run["launch"].map(kernels).map(colour)
        axis.add_collection(
            PolyCollection(corners.tolist(), facecolors=fill.tolist(), edgecolors="white", linewidths=0.15)
        )
        axis.set(xlim=(0, run["time_us"]), ylim=(run["sms"] - 0.4, -0.6))
        axis.set_title(f"{run['panel']}: occupancy {run['occupancy']:.0%}", fontsize=9)
        axis.set(xlabel="time (µs)", ylabel="multiprocessor")
        axis.spines[["top", "right"]].set_visible(False)
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    handles = [Patch(color=value, label=name) for name, value in colour.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(4, len(handles)), frameon=False)
    return figure


def roofline_figure(results: pd.DataFrame) -> Figure | None:
    """Draw operations per second over operations per byte of DRAM for each run, and the device's roofs.

    The flat roof is two operations per lane and cycle; the slope is the bandwidth of the memory. A run
    without memory traffic is not drawn. If no run has memory traffic, there is no picture.
    """
    from matplotlib.figure import Figure

    shown = results[results["flops_per_dram_byte"].notna()]
    if shown.empty:
        return None
    figure = Figure(figsize=(7.4, 4.8), layout="constrained")
    axis = figure.subplots()
    first = dict(zip(shown["kernel_label"][::-1], shown["machine"][::-1], strict=True))
    kinds = list(dict.fromkeys(shown["kernel_label"]))
    at = shown["flops_per_dram_byte"].astype(float)
    for k, roof in enumerate(roofs(shown.to_dict("records"))):
        of_machine = shown[shown["machine"] == roof.machine]
        x = np.array([at.min() / 2, roof.ridge, 2 * max(at.max(), roof.ridge)])
        axis.plot(
            x,
            np.minimum(x * roof.slope, roof.peak),
            color="0.3",
            linestyle=("-", "--", ":", "-.")[k % 4],
            marker=MARKERS[k % len(MARKERS)],
            markevery=[1],
            label=str(roof),
        )
        for j, kind in enumerate(kinds):
            runs = of_machine[of_machine["kernel_label"] == kind]
            axis.scatter(
                runs["flops_per_dram_byte"].astype(float),
                runs["flops"] / runs["seconds"] / 1e9,
                color=COLOURS[j % len(COLOURS)],
                marker=MARKERS[k % len(MARKERS)],
                s=34,
                edgecolor="white",
                linewidth=0.5,
                zorder=3,
                label=kind if roof.machine == first[kind] else None,
            )
    axis.set(xscale="log", yscale="log")
    axis.set(xlabel="floating-point operations per byte of DRAM", ylabel="Gflop/s (in kernels)")
    axis.grid(linewidth=0.4, color="0.88", which="both")
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def sectors_figure(runs: pd.DataFrame, arrays: pd.DataFrame) -> Figure:
    """Draw transactions by data structure, one stacked bar per run, followed by the hits in the L1."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter

    arrays = arrays.assign(transactions=arrays["l2_reads"] + arrays["l2_writes"] + arrays["l2_atomics"])
    table = arrays.pivot_table(index="run_id", columns="structure", values="transactions", aggfunc="sum")
    table = table.reindex(runs["run_id"]).fillna(0)
    hits = arrays.groupby("run_id")["l1_hits"].sum().reindex(runs["run_id"])
    figure = Figure(figsize=(9, 1.4 + 0.3 * len(runs)), layout="constrained")
    axis = figure.subplots()
    place, left = np.arange(len(runs)), np.zeros(len(runs))
    others = [name for name in table.columns if name not in STACK and table[name].any()]
    for k, name in enumerate([*(name for name in STACK if name in table and table[name].any()), *others]):
        axis.barh(place, table[name], left=left, height=0.75, color=COLOURS[k % len(COLOURS)], label=name)
        left += table[name].to_numpy()
    if hits.any():
        hits = hits.where(hits > 0)  # a 0 is not drawn, not even its edge
        axis.barh(
            place,
            hits,
            left=left,
            height=0.75,
            color="0.92",
            edgecolor="0.6",
            hatch="////",
            label="hits in the L1",
        )
    axis.set_yticks(place, runs["panel"].tolist())
    axis.set_ylim(len(runs) - 0.5, -0.5)
    axis.set_xlabel("sectors of 32 bytes between multiprocessors and L2")
    axis.xaxis.set_major_formatter(EngFormatter(""))
    axis.grid(axis="x", linewidth=0.5, color="0.85")
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    figure.legend(loc="outside lower center", ncols=5, frameon=False)
    return figure
