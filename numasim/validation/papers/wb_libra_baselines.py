"""The vertex-cut paper's baselines read otherwise, as in ``papers/wb_libra_baselines``.

The paper (Ma et al., 2020) says neither how CompNet makes clusters of its communities nor which of the two
methods of Xie et al. (2014) its Libra is, and does not describe its run of METIS. Baselines are replaced, and
all else is the study's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from numasim.validation.markdown import table
from numasim.validation.papers.shape import Shape, ordered
from numasim.validation.papers.wb_libra import (
    BASE,
    BEST,
    COMMUNICATION,
    ORDERS,
    TABULATED,
    beside,
    communication_shapes,
    mean_percent,
    mean_ratios,
    means,
    methods_of,
    our_table,
    relative,
    time_shapes,
)

if TYPE_CHECKING:
    import pandas as pd

FINE = f"{BASE} as fine communities"
RANDOM = f"{FINE}, METIS at random"
LOOSE = f"{BASE} with a limit of 1.4"
HASH = "`dbh` as Libra"


def is_fine(runs: pd.DataFrame) -> pd.Series:
    """Whether a run is of CompNet as fine communities, by run."""
    return runs["partition.packing"] == "spread"


def replaced(study: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """The runs of a study with those of a method replaced by ``runs``."""
    import pandas as pd

    return pd.concat([study[~study["partitioner"].isin(runs["partitioner"])], runs], ignore_index=True)


def read_otherwise(study: pd.DataFrame, others: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The runs of the study with baselines replaced, by reading.

    Parameters
    ----------
    study, others : pandas.DataFrame
        The successful runs of ``papers/wb_libra`` and of ``papers/wb_libra_baselines``.
    """
    method, fine = others["partitioner"], is_fine(others)
    with_fine = replaced(study, others[fine])
    return {
        FINE: with_fine,
        RANDOM: replaced(with_fine, others[method == "round_robin"].assign(partitioner="metis")),
        LOOSE: replaced(study, others[(method == "compnet") & ~fine]),
        HASH: replaced(study, others[method == "dbh"].assign(partitioner="libra")),
    }


def shapes(study: pd.DataFrame, others: pd.DataFrame, parts: int) -> Iterator[Shape]:
    """The shapes that CompNet as fine communities changes, for a number of clusters."""
    if parts in _common(study, others):
        yield from base_shapes(read_otherwise(study, others)[FINE], parts, COMMUNICATION)


def imbalance_shapes(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[Shape]:
    """Table 5 with Libra as a hash."""
    paper, ours = _imbalance(read_otherwise(study, others)[HASH])
    yield ordered(
        f"imbalance, {HASH}: order of the means",
        means(paper),
        {order: means(figures) for order, figures in ours.items()},
    )


def base_shapes(runs: pd.DataFrame, parts: int, moved: Mapping[str, str]) -> Iterator[Shape]:
    """The shapes of Tables 6 to 9 in which CompNet takes part.

    Parameters
    ----------
    runs : pandas.DataFrame
        One row per run, without failed runs and with one CompNet.
    parts : int
        Number of clusters, one of :data:`numasim.validation.papers.wb_libra.TABULATED`.
    moved : dict of str to str
        Columns that are compared with Table 8 or 9, and their labels.
    """
    paper, ours = beside(runs, "cycles", "wb_libra_time", parts)
    yield from _times(paper, ours)
    yield relative("time", paper, ours)
    for column, what in moved.items():
        paper, ours = beside(runs, column, "wb_libra_communication", parts)
        yield from communication_shapes(paper, ours, what)
        yield relative(what, paper, ours)


def _times(paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame]) -> Iterator[Shape]:
    """The shapes of the times of CompNet, METIS and WB-Libra."""
    few = [method for method in paper if method in (BASE, "METIS", BEST)]
    yield from time_shapes(paper[few], {order: figures[few] for order, figures in ours.items()})


def markdown(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[str]:
    """The means of every reading over the same programs, and the imbalance of both Libras by program."""
    study = study[study["workload"].isin(others["workload"])]
    readings = {f"{BASE} as in the other parts": study, **read_otherwise(study, others)}
    hashed = readings.pop(HASH)
    yield f"Relative to {BASE}: geometric means of the time, and means of the communication in per cent."
    yield "*Agree* counts the statements on the times of WB-Libra and METIS, or on the communication."
    for parts in _common(study, others):
        yield ""
        yield f"{parts:,} clusters:"
        yield ""
        methods = [each for each in methods_of(our_table(study, "cycles", parts, ORDERS[0])) if each != BASE]
        yield from table(["figure", "baselines", "order", "agree", *methods], _mean_rows(readings, parts))
    yield ""
    yield f"The largest weight of a cluster over the mean, of Libra, {TABULATED[0]} clusters:"
    yield ""
    paper, greedy = _imbalance(study)
    _, hash_ = _imbalance(hashed)
    columns = {"the paper": paper, **{f"`libra`, `{order}`": greedy[order] for order in ORDERS}}
    columns["`dbh`"] = hash_[ORDERS[0]]
    rows = (
        [program, *(f"{figures['Libra'][program]:.4f}" for figures in columns.values())]
        for program in hash_[ORDERS[0]].index
    )
    yield from table(["program", *columns], rows)


def _common(study: pd.DataFrame, others: pd.DataFrame) -> list[int]:
    """The numbers of clusters of the paper's tables with which both have runs."""
    return [parts for parts in TABULATED if parts in {*study["parts"]} & {*others["parts"]}]


def _mean_rows(readings: Mapping[str, pd.DataFrame], parts: int) -> Iterator[list[str]]:
    for column, what in {"cycles": "time", **COMMUNICATION}.items():
        name = "wb_libra_time" if what == "time" else "wb_libra_communication"
        mean, text = (mean_ratios, "{:.2f}") if what == "time" else (mean_percent, "{:.0f}")
        tables = {reading: beside(runs, column, name, parts) for reading, runs in readings.items()}
        paper, _ = next(iter(tables.values()))
        yield [what, "the paper", "", "", *map(text.format, mean(paper).values())]
        for reading, (paper, ours) in tables.items():
            judged = [*(_times(paper, ours) if what == "time" else communication_shapes(paper, ours, what))]
            for order, figures in ours.items():
                agree = f"{sum(shape.agrees[order] for shape in judged)} of {len(judged)}"
                yield [what, reading, f"`{order}`", agree, *map(text.format, mean(figures).values())]


def _imbalance(runs: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, pd.DataFrame]]:
    """Table 5 of the paper, and of our runs by order."""
    return beside(runs, "edge_weight_imbalance", "wb_libra_imbalance", TABULATED[0])
