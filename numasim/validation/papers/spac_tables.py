"""The tables of the SPAC paper beside ours, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numasim.validation.markdown import table
from numasim.validation.papers import spac, spac_products
from numasim.validation.papers.shape import read

if TYPE_CHECKING:
    import pandas as pd


def matrices(results: pd.DataFrame) -> Iterator[str]:
    """The copies of each matrix and method, the degrees of cut vertices, and the times of the cuts."""
    paper = spac.paper_quality()
    ours = spac.our_figures(results, "copies_or_cut")
    yield "Vertex copies of the SPAC paper's matrices (Fig. 4), with the paper's in parentheses. `hypergraph`"
    yield "is Mt-KaHyPar here, and PaToH and hMETIS in the paper. `wb_powergraph` is compared with the"
    yield "paper's greedy PowerGraph. A matrix in brackets is one of its kind, in parts of as many entries."
    yield ""
    rows = []
    for matrix in ours.index:
        name = spac.name_in_paper(matrix)
        cells = []
        for method in ours.columns:
            columns = [spac.PAPERS[method], *(["hmetis"] if method == "hypergraph" else [])]
            said = ", ".join(_number(paper[column][name]) for column in columns)
            cells.append(f"{_number(ours[method][matrix])} ({said})")
        rows.append([matrix, *cells])
    yield from table(["matrix", *ours.columns], rows)
    yield ""
    yield "Mean degree of the cut vertices (Table 1), and partitioning time relative to SPAC:"
    yield ""
    degrees = spac.our_figures(results, "average_degree_of_cut_vertices")
    seconds = spac.our_figures(results, "partition_seconds")
    theirs = read("spac_cut_degree").set_index("matrix")
    methods = [method for method in ("wvp_greedy", "spac") if method in degrees]
    rows = []
    for matrix in degrees.index:
        name = spac.name_in_paper(matrix)
        cells = [f"{degrees[method][matrix]:.1f} ({theirs[method][name]:.1f})" for method in methods]
        known = {"hypergraph", "spac"} <= set(seconds.loc[matrix].dropna().index)
        time = f"{seconds['hypergraph'][matrix] / seconds['spac'][matrix]:.0f} times " if known else ""
        said = paper["patoh_seconds"][name] / paper["spac_seconds"][name]
        rows.append([matrix, *cells, f"{time}({said:.1f})"])
    yield from table(["matrix", *(f"degree, {method}" for method in methods), "time, hypergraph"], rows)


def improvements(results: pd.DataFrame) -> Iterator[str]:
    """The savings over WVP greedy by average degree."""
    ratios = spac.improvements(results)
    yield "Copies of WVP greedy relative to SPAC on generated graphs (Fig. 7, in the paper only a curve):"
    yield ""
    rows = [
        [str(degree), *(f"{value:.2f}" if value == value else "" for value in figures)]
        for degree, figures in ratios.iterrows()
    ]
    yield from table(["average degree", *ratios.columns], rows)


def products(results: pd.DataFrame) -> Iterator[str]:
    """Table 5 beside ours for each type of numbers, with the kernels that stand for cuSPARSE and CUSP."""
    runs = spac_products.of_paper(results)
    exact, titan = spac_products.EXACT, spac_products.TITAN_X
    runs = runs[(runs["matrix"] == exact) & (runs["workload"] == "spmv") & (runs["machine"] == titan)]
    if runs.empty:
        return
    is_spac = runs["variant"] == spac_products.SPAC
    ours = spac_products.by_cell(runs[is_spac], "dtype")
    others = runs[~is_spac].pivot_table("seconds", "dtype", "variant")
    paper = spac_products.products().loc[exact].reindex(ours.columns)
    rows = {"the paper": [*paper, *(spac_products.cusparse_product(str(name)) for name in others)]}
    rows |= {f"`{dtype}`": [*ours.loc[dtype], *others.loc[dtype]] for dtype in map(str, ours.index)}
    yield f"Microseconds of a product of {exact} on the Titan X (Table 5; cuSPARSE from Tables 4 and 5):"
    yield ""
    yield from table(
        ["numbers", *map(str, ours), *(f"`{name}`" for name in others)],
        [
            [name, *(f"{1e6 * each:.0f}" if each == each else "" for each in figures)]
            for name, figures in rows.items()
        ],
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == value else "none"
