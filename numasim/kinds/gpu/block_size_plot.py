"""The picture of programs in two forms over the threads of a block: time, and reads from the L2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numasim.results.drawing_style import COLOURS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FORMS = ("original", "spac")

FEWEST_SIZES = 3
"""The smallest number of block sizes that make a curve."""


def block_sizes_figure(results: pd.DataFrame) -> Figure | None:
    """Draw the time of both forms, and the reads of ``spac`` over those of ``original`` at the same size.

    A row of panels shows a program, its input and a device, as Figures 14 and 16 of Li et al., "A simple yet
    effective balanced edge partition model for parallel computing", 2017. Without three block sizes of both
    forms, there is no picture. Of several runs with the same size, the fastest one is drawn.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run.
    """
    from matplotlib.figure import Figure

    if "input" not in results:
        return None
    runs = results[results["input"].notna() & results["variant"].isin(FORMS)]
    rows: list[tuple[str, Any]] = []
    for names, panel in runs.groupby(["workload", "input", "machine"], sort=False):
        fastest = panel.sort_values("seconds").drop_duplicates(["variant", "block_size"])
        table = fastest.pivot_table(index="block_size", columns="variant", values=["seconds", "l2_reads"])
        if set(FORMS) <= set(panel["variant"]) and len(table.dropna()) >= FEWEST_SIZES:
            rows.append((", ".join(map(str, names[1:])), table.dropna()))
    if not rows:
        return None
    figure = Figure(figsize=(9, 0.6 + 2.2 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 2, squeeze=False)
    for (name, table), (times, reads) in zip(rows, axes, strict=True):
        sizes = [str(int(size)) for size in table.index]
        for form, colour, marker in zip(FORMS, COLOURS, "os", strict=False):
            times.plot(sizes, 1e6 * table["seconds"][form], color=colour, marker=marker, label=form)
        times.set(title=name, ylabel="time in kernels (µs)", ylim=(0, None))
        times.legend(frameon=False, fontsize=8)
        share = table["l2_reads"]["spac"] / table["l2_reads"]["original"]
        reads.bar(sizes, share, width=0.6, color=COLOURS[1])
        reads.axhline(1, color="0.3", linewidth=0.8)
        reads.set(title=name, ylabel="L2 reads, original = 1")
        for axis in (times, reads):
            axis.title.set_fontsize(8)
            axis.set_xlabel("threads of a block")
            axis.grid(axis="y", linewidth=0.5, color="0.88")
            axis.set_axisbelow(True)
            axis.spines[["top", "right"]].set_visible(False)
    return figure
