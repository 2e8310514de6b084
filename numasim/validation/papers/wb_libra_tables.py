"""The tables of the vertex-cut paper beside ours, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from numasim.validation.markdown import table
from numasim.validation.papers import wb_libra
from numasim.validation.papers.wb_libra import BASE, EDGE_CUTS, ORDERS

if TYPE_CHECKING:
    import pandas as pd

FIGURES = (
    ("cycles", "wb_libra_time", "time"),
    ("copies_or_cut", "wb_libra_communication", "copies, or cut edges"),
    ("network_bytes", "wb_libra_communication", "bytes between cores"),
)
"""Columns of the results, the matching tables of the paper, and their labels."""


def of_clusters(results: pd.DataFrame, parts: int) -> Iterator[str]:
    """The means over the programs, and each program, for a number of clusters.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, without failed runs.
    """
    if parts not in wb_libra.numbers_of_clusters(results):
        return
    programs = list(dict.fromkeys(results["workload"]))
    found = {
        what: {order: wb_libra.our_table(results, column, parts, order) for order in ORDERS}
        for column, _, what in FIGURES
    }
    papers = {what: wb_libra.paper_table(name, parts, programs) for _, name, what in FIGURES}
    methods = [method for method in wb_libra.methods_of(found["time"]["given"]) if method != BASE]
    yield f"Relative to {BASE}: geometric means of the time, and means of the communication in per cent."
    yield ""
    rows = []
    for what, ours in found.items():
        mean, text = (wb_libra.mean_ratios, "{:.2f}") if what == "time" else (wb_libra.mean_percent, "{:.0f}")
        sources = {"paper": papers[what]} | {f"`{order}`": figures for order, figures in ours.items()}
        for source, figures in sources.items():
            means = mean(figures)
            rows.append([what, source, *(text.format(means[method]) for method in methods)])
    yield from table(["figure", "", *methods], rows)
    for what, ours in found.items():
        yield ""
        yield f"{what[0].upper()}{what[1:]}: relative to {BASE}, `given` / `shuffled` (the paper)."
        yield ""
        yield from table(["program", BASE, *methods], _program_rows(papers[what], ours, methods))


def _program_rows(
    paper: pd.DataFrame, ours: dict[str, pd.DataFrame], methods: Sequence[str]
) -> Iterator[list[str]]:
    for program in ours["given"].index:
        base = max(ours["given"].loc[program, BASE], 1)
        cells = []
        for method in methods:
            both = [f"{ours[order].loc[program, method] / base:.2f}" for order in ORDERS]
            figures = both[0] if method in EDGE_CUTS else " / ".join(both)
            theirs = paper.loc[program, method] / paper.loc[program, BASE]
            cells.append(f"{figures} ({theirs:.2f})")
        yield [program, f"{base:,.0f}", *cells]
