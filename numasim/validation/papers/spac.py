"""The SPAC paper's Fig. 4, Table 1 and Fig. 7 beside ``papers/spac`` and ``papers/spac_synthetic``.

Li et al., "A Simple Yet Effective Balanced Edge Partition Model for Parallel Computing" (2017). The graphs
are the paper's own, so vertex copies are compared as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import Shape, counted, ordered, ratio, read

if TYPE_CHECKING:
    import pandas as pd

PAPERS = {
    "contiguous": "contiguous",
    "hypergraph": "patoh",
    "random": "random",
    "wb_powergraph": "powergraph",
    "wvp_random": "wvp_random",
    "wvp_greedy": "wvp_greedy",
    "spac": "spac",
}
"""The methods, and the columns of Fig. 4 that they are compared with."""

SAME = 0.05
"""Copies of methods that leave nothing to chance are so close to the paper's, of the same graph."""

ALL = "all"
"""In the place of an order of the stream: one figure for all."""


def paper_quality() -> pd.DataFrame:
    """Fig. 4: vertex copies and seconds, a row for each matrix."""
    return read("spac_quality").set_index("matrix")


def our_figures(results: pd.DataFrame, column: str) -> pd.DataFrame:
    """One figure of our runs: a row for each matrix, a column for each method."""
    table = results.pivot_table(column, "workload", "partitioner", aggfunc="first")
    matrices = list(dict.fromkeys(results["workload"]))
    return table.loc[matrices, [method for method in PAPERS if method in table]]


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of Fig. 4 and Table 1.

    Parameters
    ----------
    results : pandas.DataFrame
        A row a run, with ``partition_seconds``, without those that failed.
    """
    ours = our_figures(results, "copies_or_cut")
    paper = paper_quality().loc[list(ours.index)]
    for method in [method for method in ("contiguous", "random", "wb_powergraph") if method in ours]:
        same = (ours[method] / paper[PAPERS[method]] - 1).abs() <= SAME
        yield counted(f"copies of {method} are within {SAME:.0%} of the paper's", same | True, {ALL: same})
    for better, worse in (
        ("spac", "wvp_greedy"),
        ("wvp_greedy", "wvp_random"),
        ("spac", "contiguous"),
        ("wvp_random", "wb_powergraph"),
        ("wb_powergraph", "random"),
    ):
        if {better, worse} <= set(ours):
            yield counted(
                f"{better} copies less than {worse}",
                paper[PAPERS[better]] < paper[PAPERS[worse]],
                {ALL: ours[better] < ours[worse]},
            )
    for matrix in ours.index:
        row = ours.loc[matrix].dropna()
        yield ordered(
            f"{matrix}: order of the copies",
            {method: float(paper.loc[matrix, PAPERS[method]]) for method in row.index},
            {ALL: {str(method): float(row[method]) for method in row.index}},
        )
        for method in [method for method in ("hypergraph", "wvp_greedy") if method in row]:
            yield ratio(
                f"{matrix}: copies of {method} over SPAC's",
                float(paper.loc[matrix, PAPERS[method]] / paper.loc[matrix, "spac"]),
                {ALL: float(row[method] / row["spac"])},
            )
    degrees = our_figures(results, "average_degree_of_cut_vertices").round(1)
    theirs = read("spac_cut_degree").set_index("matrix").loc[list(ours.index)]
    yield counted(
        "mean degree of what is cut: SPAC's is at least WVP greedy's",
        theirs["spac"] >= theirs["wvp_greedy"],
        {ALL: degrees["spac"] >= degrees["wvp_greedy"]},
    )
    seconds = our_figures(results, "partition_seconds")
    if "hypergraph" in seconds:
        yield counted(
            "SPAC takes less time than the hypergraph",
            paper["spac_seconds"] < paper["patoh_seconds"],
            {ALL: seconds["spac"] < seconds["hypergraph"]},
        )


def improvements(results: pd.DataFrame) -> pd.DataFrame:
    """Fig. 7: WVP greedy's copies over SPAC's; a row for each average degree, a column for each kind.

    Parameters
    ----------
    results : pandas.DataFrame
        Of ``papers/spac_synthetic``, without runs that failed.
    """
    table = results.assign(degree=(2 * results["edges"] / results["vertices"]).round().astype(int))
    copies = table.pivot_table("copies_or_cut", ["workload", "degree"], "partitioner", aggfunc="first")
    return (copies["wvp_greedy"] / copies["spac"]).unstack("workload")  # noqa: PD010 (a table of two keys)


def improvement_shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """Fig. 7: what SPAC saves grows as the graph gets denser, for both kinds of graph."""
    for kind, ratios in improvements(results).items():
        known = ratios.dropna()
        grows = known.diff().iloc[1:] > 0
        yield counted(f"{kind}: SPAC saves more as the degree grows", grows | True, {ALL: grows})
        yield counted(f"{kind}: SPAC copies less than WVP greedy", (known > 1) | True, {ALL: known > 1})
