"""Draw a results folder of the quickstart: quickstart.svg, the picture of the README.

`python docs/figures/quickstart.py results/quickstart`
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap

MESHES = ("time_balanced", "metis", "portfolio")
INK, BARS = "#7d8590", "#2a9d8f"  # on white paper and on black
HEAT = LinearSegmentedColormap.from_list("heat", ["#6ea8dc", "#e9a13b", "#d62828"])
STEPS = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}


def draw_links(axis, links, largest):
    """Draw a mesh. A link is as thick as its traffic, and traffic keeps right."""
    steps = np.array([STEPS[direction] for direction in links["direction"]], float)
    aside = 0.12 * np.column_stack([-steps[:, 1], steps[:, 0]])
    start = links[["x", "y"]].to_numpy(float) + aside
    axis.add_collection(
        LineCollection(
            np.stack([start + 0.18 * steps, start + 0.82 * steps], axis=1),
            array=links["utilisation"].to_numpy(),
            cmap=HEAT,
            norm=plt.Normalize(0, largest),
            linewidths=0.7 + 2.6 * links["utilisation"] / largest,
        )
    )
    width, height = links[["x", "y"]].max() + 1
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    axis.scatter(x, y, s=9, marker="s", color=INK, linewidths=0)
    axis.set(xlim=(-0.6, width - 0.4), ylim=(height - 0.4, -0.6), aspect="equal", xticks=[], yticks=[])


def main(folder):
    runs = pd.read_csv(folder / "results.csv")
    runs = runs[~runs["extra_run"].astype(bool)].sort_values("seconds")
    links = pd.read_csv(folder / "links.csv")
    plt.rcParams.update({"svg.hashsalt": "numasim", "font.size": 9, "text.color": INK, "axes.titlesize": 9})
    figure, axes = plt.subplots(
        1, 4, figsize=(9, 2.5), width_ratios=[1.7, 1, 1, 1], layout="constrained", facecolor="none"
    )
    bars = axes[0].barh(runs["partitioner"], runs["seconds"] * 1e6, color=BARS)
    axes[0].bar_label(bars, [f"{us:.0f} µs" for us in runs["seconds"] * 1e6], padding=3, color=INK)
    axes[0].set_title("time of an FFT on 64 cores, by cut")
    axes[0].set(xticks=[], xlim=(0, runs["seconds"].max() * 1.2e6))
    axes[0].invert_yaxis()
    axes[0].tick_params(length=0, colors=INK)
    shown = {method: runs[runs["partitioner"] == method].iloc[0] for method in MESHES}
    of_run = {method: links[links["run_id"] == run["run_id"]] for method, run in shown.items()}
    largest = max(each["utilisation"].max() for each in of_run.values())
    for axis, (method, each) in zip(axes[1:], of_run.items(), strict=True):
        draw_links(axis, each, largest)
        axis.set_title(f"{method}\nlinks {each['utilisation'].mean():.1%} busy")
    for axis in axes:
        axis.set_facecolor("none")
        axis.spines[:].set_visible(False)
    figure.savefig(Path(__file__).with_suffix(".svg"), transparent=True, metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
