"""The report on the comparison with the papers: shapes, tables, and the section of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from numasim.validation.papers import spac, wb_libra
from numasim.validation.papers.shape import COUNT, PAIRS, RATIO, Shape, read
from numasim.validation.papers.wb_libra import BASE, EDGE_CUTS, ORDERS

if TYPE_CHECKING:
    import pandas as pd

    from numasim.validation.papers.validation import Validation

BEGIN, END = "<!-- begin: numasim validate papers -->", "<!-- end: numasim validate papers -->"

PREFACE = f"""\
## The papers' tables

`numasim validate papers` ran the experiments of `configs/papers` and wrote this section: the tables of
the vertex-cut paper (`papers/wb_libra`, and Fig. 11 by `papers/wb_libra_lambda`) and of the SPAC paper
(`papers/spac`, `papers/spac_synthetic`) next to ours, its statements on programs beyond matrices
(`papers/spac_rodinia`), those of the paper on hybrid breadth-first search (`papers/hybrid_bfs`) and of
the slides on label propagation on GPUs (`papers/gpulp`, and its threads by `papers/gpulp_cpu`), and the
results of the report on mesh refinement (`papers/dmr`).
[The tables of the papers](../numasim/validation/papers/README.md) are included. The seconds of different
machines and programs cannot be compared, but ratios to the same baseline can. The same functions compute both
sides of a line. The differences and their reasons are described below.

Counts agree if they differ by at most {COUNT:.0%} of the counted items. Ratios agree if one is at most
{RATIO} times the other and both are on the same side of 1. Orders agree if {PAIRS:.0%} of the pairs are in
the same order. `given` and `shuffled` are orders of the edge stream. The paper does not specify its order.
"""

FIGURES = (
    ("cycles", "wb_libra_time", "time"),
    ("copies_or_cut", "wb_libra_communication", "copies, or cut edges"),
    ("network_bytes", "wb_libra_communication", "bytes between cores"),
)
"""Columns of the results, the matching tables of the paper, and their labels."""


def lines(validation: Validation) -> Iterator[str]:
    """The output of the command: each shape with the paper's figures, followed by ours in each order."""
    heading = ""
    for part, shape in validation.shapes():
        if part != heading:
            heading = part
            yield f"\n{part[0].upper()}{part[1:]}"
        yield f"  {shape.what}: {shape.paper}"
        for order, said in shape.ours.items():
            name = "ours" if order == spac.ALL else order
            yield f"    {name:8}  {'agrees ' if shape.agrees[order] else 'differs'}  {said}"


def summary(validation: Validation) -> Iterator[str]:
    """The number of shapes that agree, one line per part."""
    parts: dict[str, list[Shape]] = {}
    for part, shape in validation.shapes():
        parts.setdefault(part, []).append(shape)
    for part, shapes in parts.items():
        orders = dict.fromkeys(order for shape in shapes for order in shape.ours)
        counts = []
        for order in orders:
            held = [shape.agrees[order] for shape in shapes if order in shape.agrees]
            name = "" if order == spac.ALL else f" ({order})"
            counts.append(f"{sum(held)} of {len(held)} shapes agree{name}")
        yield f"{part}: {', '.join(counts)}"
    if validation.left_out:
        yield f"skipped, files not found: {', '.join(validation.left_out)}"


def section(validation: Validation, picture: str = "") -> str:
    """The section of the documentation: Markdown between two marks.

    Parameters
    ----------
    validation : Validation
    picture : str
        The file of Fig. 11, relative to the document.
    """
    parts: dict[str, list[Shape]] = {}
    for part, shape in validation.shapes():
        parts.setdefault(part, []).append(shape)
    text = [
        BEGIN,
        PREFACE,
        *(f"- {line[0].upper()}{line[1:]}." for line in summary(validation)),
        "",
    ]
    for part, shapes in parts.items():
        text += [f"### {_title(part)}", "", *_shape_table(shapes), ""]
        if part == "lambda" and picture:
            text += [f"![Time against lambda, and without a bound (dotted)]({picture})", ""]
    if "wb_libra" in validation.tables:
        table = validation.tables["wb_libra"]
        text += ["### Means over the programs", "", *_means(table), ""]
        text += ["### Program by program", "", *_programs(table)]
    if "spac" in validation.tables:
        text += ["### Matrix by matrix", "", *_matrices(validation.tables["spac"]), ""]
    if "spac_synthetic" in validation.tables:
        text += [*_improvements(validation.tables["spac_synthetic"]), ""]
    for what, error in validation.failed.items():
        text += [f"**Failed:** {what}: {error}", ""]
    return "\n".join([*text, END])


def _title(part: str) -> str:
    named = {
        "lambda": "The vertex-cut paper, Fig. 11",
        "SPAC": "The SPAC paper",
        "SPAC beyond matrices": "The SPAC paper, programs beyond matrices",
        "hybrid search": "The paper on hybrid breadth-first search",
        "label propagation": "The slides on label propagation on GPUs",
        "mesh refinement": "The report on mesh refinement",
    }
    return named.get(part, f"The vertex-cut paper, {part}")


def _shape_table(shapes: Sequence[Shape]) -> Iterator[str]:
    orders = list(dict.fromkeys(order for shape in shapes for order in shape.ours))
    names = ["ours" if order == spac.ALL else f"ours, `{order}`" for order in orders]
    yield _row(["shape", "paper", *(cell for name in names for cell in (name, "agrees"))])
    yield _row(["---"] * (2 + 2 * len(orders)))
    for shape in shapes:
        cells = [
            cell
            for order in orders
            for cell in (
                shape.ours.get(order, ""),
                ("yes" if shape.agrees[order] else "no") if order in shape.agrees else "",
            )
        ]
        yield _row([shape.what, shape.paper, *cells])


def _means(results: pd.DataFrame) -> Iterator[str]:
    programs = list(dict.fromkeys(results["workload"]))
    methods = [
        name for key, name in wb_libra.NAMES.items() if name != BASE and key in set(results["partitioner"])
    ]
    yield f"Relative to {BASE}: geometric means of the time, and means of the communication in per cent."
    yield ""
    yield _row(["figure", "clusters", "", *methods])
    yield _row(["---"] * (3 + len(methods)))
    for column, name, what in FIGURES:
        mean, text = (
            (wb_libra.mean_ratios, "{:.2f}") if column == "cycles" else (wb_libra.mean_percent, "{:.0f}")
        )
        for parts in wb_libra.numbers_of_clusters(results):
            sources = {"paper": wb_libra.paper_table(name, parts, programs)}
            sources |= {f"`{order}`": wb_libra.our_table(results, column, parts, order) for order in ORDERS}
            for source, table in sources.items():
                if table is not None and BASE in table:
                    figures = mean(table)
                    cells = [text.format(figures[method]) if method in figures else "" for method in methods]
                    yield _row([what, f"{parts:,}", source, *cells])


def _programs(results: pd.DataFrame) -> Iterator[str]:
    programs = list(dict.fromkeys(results["workload"]))
    for parts in wb_libra.numbers_of_clusters(results):
        for column, name, what in FIGURES:
            paper = wb_libra.paper_table(name, parts, programs)
            given, shuffled = (wb_libra.our_table(results, column, parts, order) for order in ORDERS)
            if paper is None or BASE not in given:
                continue
            methods = [method for method in wb_libra.methods_of(given) if method != BASE]
            yield f"{parts:,} clusters, {what}: relative to {BASE}, `given` / `shuffled` (the paper)."
            yield ""
            yield _row(["program", BASE, *methods])
            yield _row(["---"] * (2 + len(methods)))
            for program in given.index:
                base = max(given.loc[program, BASE], 1)
                cells = []
                for method in methods:
                    ours = [f"{table.loc[program, method] / base:.2f}" for table in (given, shuffled)]
                    figures = ours[0] if method in EDGE_CUTS else " / ".join(ours)
                    theirs = paper.loc[program, method] / paper.loc[program, BASE]
                    cells.append(f"{figures} ({theirs:.2f})")
                yield _row([program, f"{base:,.0f}", *cells])
            yield ""


def _matrices(results: pd.DataFrame) -> Iterator[str]:
    paper = spac.paper_quality()
    ours = spac.our_figures(results, "copies_or_cut")
    yield "Vertex copies of the SPAC paper's matrices (Fig. 4), with the paper's in parentheses. `hypergraph`"
    yield "is Mt-KaHyPar here, and PaToH and hMETIS in the paper. `wb_powergraph` is compared with the"
    yield "paper's greedy PowerGraph."
    yield ""
    yield _row(["matrix", *ours.columns])
    yield _row(["---"] * (1 + len(ours.columns)))
    for matrix in ours.index:
        cells = []
        for method in ours.columns:
            columns = [spac.PAPERS[method], *(["hmetis"] if method == "hypergraph" else [])]
            said = ", ".join(_number(paper[column][matrix]) for column in columns)
            cells.append(f"{_number(ours[method][matrix])} ({said})")
        yield _row([matrix, *cells])
    yield ""
    yield "Mean degree of the cut vertices (Table 1), and partitioning time relative to SPAC:"
    yield ""
    degrees = spac.our_figures(results, "average_degree_of_cut_vertices")
    seconds = spac.our_figures(results, "partition_seconds")
    theirs = read("spac_cut_degree").set_index("matrix")
    methods = [method for method in ("wvp_greedy", "spac") if method in degrees]
    yield _row(["matrix", *(f"degree, {method}" for method in methods), "time, hypergraph"])
    yield _row(["---"] * (2 + len(methods)))
    for matrix in degrees.index:
        cells = [f"{degrees[method][matrix]:.1f} ({theirs[method][matrix]:.1f})" for method in methods]
        known = {"hypergraph", "spac"} <= set(seconds)
        time = f"{seconds['hypergraph'][matrix] / seconds['spac'][matrix]:.0f} times " if known else ""
        said = paper["patoh_seconds"][matrix] / paper["spac_seconds"][matrix]
        yield _row([matrix, *cells, f"{time}({said:.1f})"])


def _improvements(results: pd.DataFrame) -> Iterator[str]:
    ratios = spac.improvements(results)
    yield "Copies of WVP greedy relative to SPAC on generated graphs (Fig. 7, in the paper only a curve):"
    yield ""
    yield _row(["average degree", *ratios.columns])
    yield _row(["---"] * (1 + len(ratios.columns)))
    for degree, row in ratios.iterrows():
        yield _row([str(degree), *(f"{value:.2f}" if value == value else "" for value in row)])


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == value else "none"


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
