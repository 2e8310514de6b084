"""The vertex-cut paper's baselines read otherwise, as in ``papers/wb_libra_baselines``.

The paper (Ma et al., 2020) says neither how CompNet makes clusters of its communities nor which of the two
methods of Xie et al. (2014) its Libra is. One baseline at a time is replaced, and all else is the study's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numasim.validation.markdown import table
from numasim.validation.papers.shape import Shape, ordered
from numasim.validation.papers.wb_libra import (
    BASE,
    ORDERS,
    TABULATED,
    communication_shapes,
    matching,
    mean_percent,
    mean_ratios,
    means,
    our_table,
    paper_table,
)

if TYPE_CHECKING:
    import pandas as pd

FINE = f"{BASE} as fine communities, spread by load"
LOOSE = f"{BASE} with a limit of 1.4"
HASH = "Libra as a degree-based hash"

COMMUNICATION = (("copies_or_cut", "copies or cut edges"), ("network_bytes", "bytes between cores"))
"""Columns of the results that are compared with Tables 8 and 9."""


def read_otherwise(study: pd.DataFrame, others: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The runs of the study with one of the baselines replaced, by reading.

    Parameters
    ----------
    study, others : pandas.DataFrame
        The successful runs of ``papers/wb_libra`` and of ``papers/wb_libra_baselines``.
    """
    import pandas as pd

    is_compnet, is_fine = others["partitioner"] == "compnet", others["partition.packing"] == "spread"
    replacements = {
        FINE: others[is_fine],
        LOOSE: others[is_compnet & ~is_fine],
        HASH: others[~is_compnet].assign(partitioner="libra"),
    }
    return {
        reading: pd.concat([study[~study["partitioner"].isin(runs["partitioner"])], runs], ignore_index=True)
        for reading, runs in replacements.items()
    }


def shapes(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[Shape]:
    """Tables 8 and 9 with CompNet as fine communities, and Table 5 with Libra as a hash."""
    readings = read_otherwise(study, others)
    for parts in TABULATED:
        for column, what in COMMUNICATION:
            ours = {order: our_table(readings[FINE], column, parts, order) for order in ORDERS}
            paper = paper_table("wb_libra_communication", parts, list(ours[ORDERS[0]].index))
            yield from communication_shapes(matching(paper, ours), ours, f"{parts:,} clusters, {what}")
    ours, paper = _imbalance(readings[HASH])
    yield ordered(
        "imbalance with `dbh` as Libra: order of the means",
        means(paper),
        {order: means(figures) for order, figures in ours.items()},
    )


def markdown(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[str]:
    """The means of every reading, and the imbalance of both Libras by program."""
    readings = {"as in the other parts": study, **read_otherwise(study, others)}
    hashed = readings.pop(HASH)
    yield f"Relative to {BASE}: geometric means of the time, and means of the communication in per cent."
    yield ""
    yield from table(["clusters", "figure", "baseline", "order", *_methods(study)], _mean_rows(readings))
    yield ""
    yield "The largest weight of a cluster over the mean, of Libra with 8 clusters:"
    yield ""
    greedy, paper = _imbalance(study)
    hash_, _ = _imbalance(hashed)
    columns = {"paper": paper} | {f"`libra`, `{order}`": greedy[order] for order in ORDERS}
    columns |= {"`dbh`": hash_[ORDERS[0]]}
    yield from table(
        ["program", *columns],
        (
            [program, *(f"{figures.loc[program, 'Libra']:.4f}" for figures in columns.values())]
            for program in hash_[ORDERS[0]].index
        ),
    )


def _methods(study: pd.DataFrame) -> list[str]:
    return [method for method in our_table(study, "cycles", TABULATED[0], ORDERS[0]) if method != BASE]


def _mean_rows(readings: dict[str, pd.DataFrame]) -> Iterator[list[str]]:
    figures = (
        ("cycles", "wb_libra_time", "time"),
        *((c, "wb_libra_communication", w) for c, w in COMMUNICATION),
    )
    for parts in TABULATED:
        for column, name, what in figures:
            mean, text = (mean_ratios, "{:.2f}") if what == "time" else (mean_percent, "{:.0f}")
            sources = {
                (reading, f"`{order}`"): our_table(runs, column, parts, order)
                for reading, runs in readings.items()
                for order in ORDERS
            }
            programs = list(next(iter(sources.values())).index)
            sources = {("the paper", ""): paper_table(name, parts, programs)} | sources
            for (reading, order), of in sources.items():
                yield [
                    f"{parts:,}",
                    what,
                    reading,
                    order,
                    *(text.format(value) for value in mean(of).values()),
                ]


def _imbalance(runs: pd.DataFrame) -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    """Table 5 of our runs by order, and that of the paper."""
    ours = {order: our_table(runs, "edge_weight_imbalance", TABULATED[0], order) for order in ORDERS}
    paper = paper_table("wb_libra_imbalance", None, list(ours[ORDERS[0]].index))
    ours = {order: figures[list(paper)] for order, figures in ours.items()}
    return ours, matching(paper, ours)
