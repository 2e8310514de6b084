"""The SPAC paper's products and conjugate gradients, against our runs of ``papers/spac_spmv``.

Li et al., "A Simple Yet Effective Balanced Edge Partition Model for Parallel Computing" (2017), section 5.2:
Tables 4 and 5, and the statements on Figs 11 to 13, whose numbers are not available. Of its matrices, mc2depi
is generated entry for entry, and others are of the same kind; only mc2depi's times are compared directly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from numasim.validation.papers.shape import ALL, Shape, at_least, counted, geometric_mean, holds, ratio, read

if TYPE_CHECKING:
    import pandas as pd

TITAN_X, GTX_680 = "titan-x-pascal", "gtx-680"

EXACT = "mc2depi"
"""The paper's matrix that is generated entry for entry."""

MATRICES = {EXACT: EXACT, "finite_elements": "cant", "circuit": "scircuit", "web": "in-2004"}
"""The paper's matrices by the generators of matrices of their kind."""

CUSPARSE, CUSP, SPAC = "merge_path", "coo_segmented", "spac"
"""The variants that stand for cuSPARSE and CUSP, and SPAC's."""

DTYPE = "float64"
"""The numbers whose times are near the paper's, which does not name them."""

NEAR = 0.2
"""Maximum relative difference of a time of Table 5."""

BLOCK_SIZE = 1024
"""The size of a block in all figures but Table 5."""

FEWER = 0.95
"""Transactions are significantly fewer from this ratio on."""

SIMILAR = 1.05
"""Times are similar if neither is more than this many times the other."""


def judged_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/spac_spmv`` without the runs that no statement needs.

    Parameters
    ----------
    sweep : dict
        With the matrices in ``present``, and the kernels, devices and sizes in ``list``.
    """
    matrices = [
        each
        for each in sweep["present"]
        if isinstance(each["workload.matrix"], str) or each["workload.matrix"]["generator"] in MATRICES
    ]
    runs = [
        run
        for run in sweep["list"]
        if run["workload.variant"] in (CUSPARSE, CUSP, SPAC)
        and not {"workload.entries_per_thread", "workload.partition_ready_after"} & set(run)
    ]
    return {**sweep, "present": matrices, "list": runs}


def solvers() -> pd.DataFrame:
    """Table 4: seconds of all products of a conjugate gradient, and their number, one row per matrix.

    The number is the time of SPAC over that of one product, from Table 5.
    """
    table = read("spac_solvers").set_index("matrix")
    one = products()[f"shared {BLOCK_SIZE}"]
    return table.assign(products=(table["spac_seconds"] / one).round())


def cusparse_product(variant: str) -> float:
    """Seconds of a product by cuSPARSE of the exact matrix, for the variant that stands for it; else NaN.

    cuSPARSE's time of all products (Table 4), in units of SPAC's, times SPAC's time of one (Table 5).
    """
    table = solvers()
    found = table["cusparse_seconds"] / table["products"]
    return float(found[EXACT]) if variant == CUSPARSE else math.nan


def products() -> pd.DataFrame:
    """Table 5: seconds of a product of SPAC, one row per matrix, by place of x and block size."""
    table = read("spac_products")
    return by_cell(table.assign(seconds=table["microseconds"] / 1e6), "matrix")


def by_cell(runs: pd.DataFrame, rows: str) -> pd.DataFrame:
    """Seconds by a column and the cells of Table 5, such as ``shared 1024``."""
    cells = runs["x_in"] + " " + runs["block_size"].astype(str)
    return runs.assign(cell=cells).pivot_table("seconds", rows, "cell", sort=False)


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The tables and statements of the paper that the runs cover.

    Parameters
    ----------
    results : pandas.DataFrame
        The successful runs of ``papers/spac_spmv``, with the seconds of their partitions.
    """
    runs = of_paper(results)
    runs = runs[runs["dtype"] == DTYPE]
    single = runs[(runs["workload"] == "spmv") & (runs["machine"] == TITAN_X)]
    ours = by_cell(single[single["variant"] == SPAC], "matrix")
    if not ours.empty:
        yield from _table_5(products().loc[list(ours.index)], ours)
    found = single.query(f"variant != '{SPAC}' or (x_in == 'shared' and block_size == {BLOCK_SIZE})")
    moved = found.pivot_table("transactions", "matrix", "variant")
    if {CUSPARSE, SPAC} <= set(moved):
        saves = moved[SPAC] <= FEWER * moved[CUSPARSE]
        paper = saves.index.to_series() != "cant"
        yield counted("SPAC makes significantly fewer transactions (Fig. 13)", paper, {ALL: saves})
    yield from _solver_shapes(runs)


def of_paper(results: pd.DataFrame) -> pd.DataFrame:
    """The runs on matrices of the paper or of their kind, which get the names of the paper's matrices."""
    kind = results["matrix"].str.split(" ").str[0].replace(MATRICES)
    return results.assign(matrix=kind)[kind.isin(read("spac_solvers")["matrix"])]


def _table_5(paper: pd.DataFrame, ours: pd.DataFrame) -> Iterator[Shape]:
    """The times of products on the Titan X, by place of x and block size."""
    if EXACT in ours.index:
        exact, published = ours.T[EXACT], paper.T[EXACT]
        over = (exact / published).dropna()
        near = (over - 1).abs() <= NEAR
        yield holds(f"{EXACT}: times of products are within {NEAR:.0%} of Table 5", near)
        mean = {ALL: geometric_mean(over)}
        yield ratio(f"{EXACT}: our times over those of Table 5, geometric mean", 1, mean)
        theirs, found = (each.filter(like="shared") for each in (published, exact))
        yield ratio(
            f"{EXACT}: longest over shortest time of all block sizes",
            float(theirs.max() / theirs.min()),
            {ALL: float(found.max() / found.min())},
        )
    first = (_shared_is_faster(paper[list(ours)]), _shared_is_faster(ours))
    yield counted("x in shared memory is faster than in the texture cache", first[0], {ALL: first[1]})


def _shared_is_faster(times: pd.DataFrame) -> pd.Series:
    """Whether x is better in shared memory than in the texture cache, by matrix and block size."""
    import pandas as pd

    sizes = [str(cell).removeprefix("shared ") for cell in times if str(cell).startswith("shared ")]
    faster = {size: times[f"shared {size}"] < times[f"read_only {size}"] for size in sizes}
    return pd.Series(
        {f"{matrix} {size}": held for size, of_size in faster.items() for matrix, held in of_size.items()}
    )


def _solver_shapes(runs: pd.DataFrame) -> Iterator[Shape]:
    """The times of the products of conjugate gradients on both devices."""
    import pandas as pd

    solving = runs[runs["workload"] == "cg"]
    solving = (
        solving[solving["partition_ready_after"].isna()] if "partition_ready_after" in solving else solving
    )
    times = solving.pivot_table("product_seconds", ["machine", "matrix"], "variant", sort=False).dropna()
    if times.empty or not {CUSPARSE, CUSP, SPAC} <= set(times):
        return
    paper = solvers()
    if TITAN_X in times.index:
        titan = times.loc[[TITAN_X]].droplevel("machine")
        theirs = paper.loc[list(titan.index)]
        if EXACT in titan.index:
            yield ratio(
                f"{EXACT}: time of SPAC over cuSPARSE's (Table 4)",
                float(theirs["spac_seconds"][EXACT] / theirs["cusparse_seconds"][EXACT]),
                {ALL: float(titan[SPAC][EXACT] / titan[CUSPARSE][EXACT])},
            )
        yield counted(
            "SPAC is faster than cuSPARSE (Table 4)",
            theirs["spac_seconds"] < theirs["cusparse_seconds"],
            {ALL: titan[SPAC] < titan[CUSPARSE]},
        )
        yield from _adapted(titan, theirs, runs)
    named = times.set_axis([f"{matrix} {machine}" for machine, matrix in times.index])
    cusp = pd.Series([name != f"in-2004 {GTX_680}" for name in named.index], named.index)
    yield counted("SPAC is faster than CUSP (Figs 11 and 12)", cusp, {ALL: named[SPAC] < named[CUSP]})
    faster = float((named[CUSPARSE] < named[CUSP]).mean())
    yield at_least("share of the runs in which cuSPARSE is faster than CUSP", 0.5, faster)


def _adapted(titan: pd.DataFrame, paper: pd.DataFrame, runs: pd.DataFrame) -> Iterator[Shape]:
    """SPAC-adapt over as many products as in the paper, with the measured time of the cut and the paper's.

    The paper's time (Fig. 4) is that of as many entries as ours.
    """
    import pandas as pd

    cuts = runs[(runs["variant"] == SPAC) & (runs["block_size"] == BLOCK_SIZE)]
    of_figure_4 = read("spac_quality").set_index("matrix")
    entries = cuts.groupby("matrix")["entries"].first()
    times = {
        # The first cut of a process also compiles.
        "measured": cuts.groupby("matrix")["partition_seconds"].min().dropna(),
        "paper's": (of_figure_4["spac_seconds"] / of_figure_4["edges"] * entries).dropna(),
    }
    one = titan / runs.loc[runs["workload"] == "cg", "iterations"].max()
    for whose, ready in times.items():
        over = {}
        for matrix in [name for name in titan.index if name in ready.index]:
            before, after = (float(one[variant][matrix]) for variant in (CUSPARSE, SPAC))
            number = int(paper["products"][matrix])
            found = adapted_seconds(number, before, after, float(ready[matrix]))
            over[matrix] = found / (number * after)
        if over:
            similar = pd.Series(over).between(1 / SIMILAR, SIMILAR)
            yield counted(
                f"SPAC-adapt, with the {whose} time of the cut, is as fast as SPAC (Fig. 11)",
                similar.index.to_series() != "cant",
                {ALL: similar},
            )


def adapted_seconds(products: int, before: float, after: float, ready: float) -> float:
    """The time of the products of SPAC-adapt, whose cut is computed during the first ones.

    Parameters
    ----------
    products : int
        Number of products, one in each iteration.
    before, after : float
        Seconds of a product without and with the cut.
    ready : float
        Seconds of the cut. It is applied at the end of the iteration in which it is ready (section 4).
    """
    first = min(products, math.ceil(ready / before))
    return first * before + (products - first) * after
