"""Statements of the vertex-cut paper's abstract and sections 6.2.3 and 6.2.4 beyond its tables.

A statement about all programs is counted by program, and the paper's own tables are counted in the same way:
"overall" is the geometric mean of the methods of each kind. The paper's curves of 16 to 512 clusters
(Figs. 9 and 10) are not published as numbers, so only the text judges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import Shape, compared, counted, geometric_mean, ratio, read
from numasim.validation.papers.wb_libra import (
    BASE,
    BEST,
    COMMUNICATION,
    EDGE_CUTS,
    GREEDY,
    ORDERS,
    TABULATED,
    UNWEIGHTED,
    beside,
    fastest,
    matching,
    mean_percent,
    mean_ratio,
    methods_of,
    numbers_of_clusters,
    our_table,
    paper_table,
)

if TYPE_CHECKING:
    import pandas as pd

ABSTRACT = {8: 1.56, 1024: 1.86}
"""The gain of WB-Libra over existing approaches in the abstract, by the number of clusters."""

EASY, EASY_LIMIT, OTHER_LIMIT = "mandel", 120, 130
"""The program of METIS's least communication, its limit in per cent of CompNet's, and that of the others."""

TURN = 128
"""The number of clusters from which the communication rises."""


def shapes(results: pd.DataFrame, parts: int) -> Iterator[Shape]:
    """The statements about a number of clusters, if all eight methods have run.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, without failed runs.
    parts : int
        Number of clusters, one of :data:`~numasim.validation.papers.wb_libra.TABULATED`.
    """
    time = _both(results, "cycles", "wb_libra_time", parts)
    if time is None:
        return
    yield from time_statements(*time, parts)
    for column, what in COMMUNICATION.items():
        moved = _both(results, column, "wb_libra_communication", parts)
        if moved is not None:
            yield from communication_statements(*moved, what)


def time_statements(paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame], parts: int) -> Iterator[Shape]:
    """Section 6.2.3, and the gain of the abstract, which is that of one program."""
    cuts = [method for method in methods_of(paper) if method not in EDGE_CUTS]
    for what, fast, slow in (
        ("the vertex cuts are faster than the edge cuts overall", cuts, EDGE_CUTS),
        ("the weighted methods are faster than PG and Libra overall", GREEDY, UNWEIGHTED),
    ):
        yield counted(
            what,
            _overall(paper, fast) < _overall(paper, slow),
            {order: _overall(table, fast) < _overall(table, slow) for order, table in ours.items()},
        )
    program, gain = gain_of_the_abstract(parts)
    if program in paper.index:
        yield ratio(
            f"time of {BASE} over {BEST}'s for {program}, which is the abstract's {ABSTRACT[parts]}",
            gain,
            {order: float(table[BASE][program] / table[BEST][program]) for order, table in ours.items()},
        )


def gain_of_the_abstract(parts: int) -> tuple[str, float]:
    """The program whose gain over CompNet in the paper's table is the abstract's, and the gain."""
    table = paper_table("wb_libra_time", parts, list(read("wb_libra_graphs")["program"]))
    gain = table[BASE] / table[BEST]
    program = str((gain - ABSTRACT[parts]).abs().idxmin())
    return program, float(gain[program])


def communication_statements(
    paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame], what: str
) -> Iterator[Shape]:
    """Section 6.2.4."""
    cuts = [method for method in methods_of(paper) if method not in EDGE_CUTS]
    for said, held in (
        ("every vertex cut moves less than both edge cuts", lambda table: _below(table, cuts, EDGE_CUTS)),
        ("a weighted method moves least", lambda table: table[[*GREEDY]].min(axis=1) <= table.min(axis=1)),
        (
            f"METIS moves less than {EASY_LIMIT}% of {BASE}'s for {EASY}, more than {OTHER_LIMIT}% elsewhere",
            _metis_within_limits,
        ),
    ):
        yield counted(f"{what}: {said}", held(paper), {order: held(table) for order, table in ours.items()})
    for method in ("WB-PG", BEST):
        yield ratio(
            f"{what}: {method} over {BASE}'s, mean",
            mean_percent(paper)[method] / 100,
            {order: mean_percent(table)[method] / 100 for order, table in ours.items()},
        )


def trends(results: pd.DataFrame) -> Iterator[Shape]:
    """What sections 6.2.3 and 6.2.4 say about all numbers of clusters, if others than the tables' ran."""
    import pandas as pd

    numbers = numbers_of_clusters(results)
    if set(numbers) <= set(TABULATED):
        return
    wins = {
        order: pd.Series(
            {
                f"{parts:,}": _share_of_wins(our_table(results, "cycles", parts, order)) > 0.5
                for parts in numbers
            }
        )
        for order in ORDERS
    }
    yield counted(f"{BEST} is the fastest in most programs, by clusters", wins[ORDERS[0]] | True, wins)
    if {numbers[0], TURN, numbers[-1]} <= set(numbers) and numbers[0] < TURN < numbers[-1]:
        for column, what in (
            ("copies_or_cut", "copies or cut edges"),
            ("network_bytes", "bytes between cores"),
        ):
            turns = {}
            for order in ORDERS:
                first, turn, last = (
                    pd.Series(mean_percent(our_table(results, column, parts, order)))
                    for parts in (numbers[0], TURN, numbers[-1])
                )
                turns[order] = ((turn < first) & (turn < last)).drop("METIS")
            yield counted(
                f"{what} over {BASE}'s fall first and rise from {TURN} clusters",
                turns[ORDERS[0]] | True,
                turns,
            )


def scaling(results: pd.DataFrame) -> Iterator[Shape]:
    """The time with 8 clusters over that with 1,024, which Tables 6 and 7 print without comment."""
    if not set(TABULATED) <= set(numbers_of_clusters(results)):
        return
    paper, ours = speedups(results)
    yield ratio(
        "time with 8 clusters over that with 1,024, geometric mean",
        mean_of_all(paper),
        {order: mean_of_all(table) for order, table in ours.items()},
        digits=2,
    )
    yield compared("time with 8 clusters over that with 1,024", paper, ours)


def speedups(results: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, pd.DataFrame]]:
    """The time with 8 clusters over that with 1,024, of the paper and ours by order."""
    few, many = ({o: our_table(results, "cycles", parts, o) for o in ORDERS} for parts in TABULATED)
    programs = list(next(iter(few.values())).index)
    first, last = (matching(paper_table("wb_libra_time", parts, programs), few) for parts in TABULATED)
    return first / last, {order: few[order] / many[order] for order in ORDERS}


def mean_of_all(table: pd.DataFrame) -> float:
    """The geometric mean of all figures of a table."""
    import pandas as pd

    return geometric_mean(pd.Series(table.to_numpy().ravel()))


def _both(
    results: pd.DataFrame, column: str, name: str, parts: int
) -> tuple[pd.DataFrame, dict[str, pd.DataFrame]] | None:
    """The paper's table and ours by order; None if the methods are not all there."""
    if parts not in numbers_of_clusters(results):
        return None
    paper, ours = beside(results, column, name, parts)
    return (paper, ours) if {*EDGE_CUTS, *GREEDY, *UNWEIGHTED} <= set(paper) else None


def _overall(table: pd.DataFrame, methods: Iterable[str]) -> pd.Series:
    """The geometric mean of some methods, by program."""
    return table[[*methods]].apply(geometric_mean, axis=1)


def _below(table: pd.DataFrame, these: Iterable[str], those: Iterable[str]) -> pd.Series:
    """Whether all of some methods have less than all of others, by program."""
    return table[[*these]].max(axis=1) < table[[*those]].min(axis=1)


def _metis_within_limits(table: pd.DataFrame) -> pd.Series:
    percent = 100 * table["METIS"] / table[BASE]
    return (percent > OTHER_LIMIT).where(percent.index != EASY, percent < EASY_LIMIT)


def _share_of_wins(table: pd.DataFrame) -> float:
    return float(fastest(table, BEST).mean())


def of_the_papers_tables() -> Iterator[str]:
    """What the paper's tables say of each other, in Markdown: they bound what a model can reproduce."""
    programs = list(read("wb_libra_graphs")["program"])
    time, moved = (paper_table(f"wb_libra_{name}", 8, programs) for name in ("time", "communication"))
    imbalance = paper_table("wb_libra_imbalance", None, programs)
    cuts = time[[*imbalance]]
    said = []
    for what, figures in (("communication", moved[[*imbalance]]), ("imbalance", imbalance)):
        found = cuts.corrwith(figures, axis=1, method="spearman")
        said.append(f"{what} {found.min():.2f} to {found.max():.2f}, {found.mean():.2f} in the mean")
    balance, gain = (geometric_mean(figures["PG"] / figures[BEST]) for figures in (imbalance, time))
    yield "The paper's tables bound what a model can reproduce. Rank correlations of the times of the six"
    yield f"vertex cuts with 8 clusters, within a program: with {'; with '.join(said)}."
    yield f"The order of the times is in part that of the balance, but PG and {BEST} differ by"
    yield f"{balance - 1:.1%} in balance and by {gain - 1:.0%} in time, and more communication goes with less"
    yield "time. So no model in which a run takes its time from the loads and messages of its clusters has"
    yield "all shapes of Tables 5 to 9."
    for parts, figure in ABSTRACT.items():
        program, single = gain_of_the_abstract(parts)
        table = paper_table("wb_libra_time", parts, programs)
        mean = 1 / mean_ratio(table, BEST)
        yield f"The abstract's gain of {figure} with {parts:,} clusters is that of {program} alone"
        yield f"({single:.3f}); the geometric mean is {mean:.2f}."
