"""The comparison of ``papers/spac`` and ``papers/spac_synthetic`` with the SPAC paper.

Li et al., "A Simple Yet Effective Balanced Edge Partition Model for Parallel Computing" (2017), Fig. 4,
Table 1 and Fig. 7. Vertex copies are compared directly if the graph is that of the paper. Matrices in
brackets are generated ones of the kind of the paper's, for which only orders and counts are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numasim.validation.papers.shape import ALL, Shape, counted, holds, ordered, ratio, read

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
"""The methods and the matching columns of Fig. 4."""

SAME = 0.05
"""Maximum relative difference of the copies of deterministic methods from the paper's for the same graph."""


SLOW_HYPERGRAPHS = (182, 214)
"""Parts of the matrices on which the hypergraph method takes minutes; only the full comparison has it."""

KINDS = {124902: "cant", 341996: "scircuit", 155196: "in-2004", 347396: "circuit5M"}
"""The paper's matrix of whose kind a generated graph is, by its number of vertices."""


def paper_quality() -> pd.DataFrame:
    """Fig. 4: vertex copies and seconds, one row per matrix."""
    return read("spac_quality").set_index("matrix")


def our_figures(results: pd.DataFrame, column: str) -> pd.DataFrame:
    """A figure of our runs, with a row per matrix and a column per method."""
    named = results.assign(
        matrix=[_name(*each) for each in zip(results["workload"], results["vertices"], strict=True)]
    )
    table = named.pivot_table(column, "matrix", "partitioner", aggfunc="first")
    return table.loc[named["matrix"].unique(), [method for method in PAPERS if method in table]]


def _name(workload: str, vertices: int) -> str:
    return workload if workload in set(paper_quality().index) else f"[{KINDS[vertices]}]"


def name_in_paper(matrix: str) -> str:
    """The name of the paper's matrix that a matrix is, or of whose kind it is."""
    return matrix.strip("[]")


def _of_paper(table: pd.DataFrame, matrices: pd.Index) -> pd.DataFrame:
    """Rows of a table of the paper under the names of our matrices."""
    return table.loc[[name_in_paper(each) for each in matrices]].set_axis(matrices)


def quick_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/spac`` without the hypergraph method where it takes minutes.

    Parameters
    ----------
    sweep : dict
        With the matrices in ``present`` and the methods in ``partition.method``.
    """
    runs = [
        matrix | {"partition.method": method}
        for matrix in sweep["present"]
        for method in sweep["partition.method"]
        if method != "hypergraph" or matrix["partition.parts"] not in SLOW_HYPERGRAPHS
    ]
    return {"present": runs}


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of Fig. 4 and Table 1.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run with ``partition_seconds``, without failed runs.
    """
    ours = our_figures(results, "copies_or_cut")
    paper = _of_paper(paper_quality(), ours.index)
    exact = ours[~ours.index.str.startswith("[")]
    for method in [method for method in ("contiguous", "random", "wb_powergraph") if method in exact]:
        same = (exact[method] / paper[PAPERS[method]].loc[exact.index] - 1).abs() <= SAME
        yield holds(f"copies of {method} are within {SAME:.0%} of the paper's", same)
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
        for method in [
            name for name in ("hypergraph", "wvp_greedy") if name in row and matrix in exact.index
        ]:
            yield ratio(
                f"{matrix}: copies of {method} over SPAC's",
                float(paper.loc[matrix, PAPERS[method]] / paper.loc[matrix, "spac"]),
                {ALL: float(row[method] / row["spac"])},
            )
    degrees = our_figures(results, "average_degree_of_cut_vertices").round(1)
    theirs = _of_paper(read("spac_cut_degree").set_index("matrix"), ours.index)
    yield counted(
        "mean degree of the cut vertices: SPAC's is at least WVP greedy's",
        theirs["spac"] >= theirs["wvp_greedy"],
        {ALL: degrees["spac"] >= degrees["wvp_greedy"]},
    )
    seconds = our_figures(results, "partition_seconds")
    if "hypergraph" in seconds:
        both = seconds.dropna(subset="hypergraph")
        theirs = paper.loc[both.index]
        yield counted(
            "SPAC takes less time than the hypergraph method",
            theirs["spac_seconds"] < theirs["patoh_seconds"],
            {ALL: both["spac"] < both["hypergraph"]},
        )


def improvements(results: pd.DataFrame) -> pd.DataFrame:
    """Fig. 7: copies of WVP greedy relative to SPAC, with a row per average degree and a column per kind.

    Parameters
    ----------
    results : pandas.DataFrame
        The results of ``papers/spac_synthetic`` without failed runs.
    """
    table = results.assign(degree=(2 * results["edges"] / results["vertices"]).round().astype(int))
    copies = table.pivot_table("copies_or_cut", ["workload", "degree"], "partitioner", aggfunc="first")
    return (copies["wvp_greedy"] / copies["spac"]).unstack("workload")  # noqa: PD010 (a table of two keys)


def improvement_shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """Fig. 7: the savings of SPAC grow with the density of the graph, for both kinds of graph."""
    for kind, ratios in improvements(results).items():
        known = ratios.dropna()
        grows = known.diff().iloc[1:] > 0
        yield holds(f"{kind}: SPAC saves more as the degree grows", grows)
        yield holds(f"{kind}: SPAC copies less than WVP greedy", known > 1)
