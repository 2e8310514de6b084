"""The comparison of ``papers/wb_libra`` with the vertex-cut paper.

Ma et al., "A Vertex Cut based Framework for Load Balancing and Parallelism Optimization in Multi-core
Systems" (2020), Tables 5 to 9 and Figs. 8 to 10. A table has a row per program and a column per method, with
the names of the paper.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import Shape, compared, counted, geometric_mean, ordered, ratio, read

if TYPE_CHECKING:
    import pandas as pd

NAMES = {
    "compnet": "CompNet",
    "metis": "METIS",
    "powergraph": "PG",
    "w_powergraph": "W-PG",
    "wb_powergraph": "WB-PG",
    "libra": "Libra",
    "w_libra": "W-Libra",
    "wb_libra": "WB-Libra",
}
"""The methods and their names in the paper."""

EDGE_CUTS = ("CompNet", "METIS")
GREEDY = ("W-PG", "WB-PG", "W-Libra", "WB-Libra")
UNWEIGHTED = ("PG", "Libra")
FIGURE_8 = ("fft", "mandel", "md", "cnn")
"""The programs of the figure."""

BEST = "WB-Libra"
BASE = "CompNet"
TABULATED = (8, 1024)
"""The numbers of clusters of Tables 6 to 9."""

CLUSTERS = (8, 16, 32, 64, 128, 256, 512, 1024)
"""The numbers of clusters of Figs. 9 and 10."""

STEPS = (
    ("weights", "W-PG", "PG"),
    ("weights", "W-Libra", "Libra"),
    ("the bound", "WB-PG", "W-PG"),
    ("the bound", "WB-Libra", "W-Libra"),
    ("the degrees", "Libra", "PG"),
    ("the degrees", "WB-Libra", "WB-PG"),
)
"""An idea, a method with it, and the same method without it."""

ORDERS = ("given", "shuffled")

COMMUNICATION = {"copies_or_cut": "copies or cut edges", "network_bytes": "bytes between cores"}
"""Columns of the results that are compared with Tables 8 and 9, and their labels."""


def paper_table(name: str, parts: int | None, programs: Sequence[str]) -> pd.DataFrame:
    """Read a table of the paper.

    Parameters
    ----------
    name : str
        The name of its file: ``wb_libra_time``, ``wb_libra_communication``, ``wb_libra_imbalance``.
    parts : int, optional
        Number of clusters, one of :data:`TABULATED`; None for a table without it.
    programs : sequence of str
        The rows to keep.
    """
    found = read(name)
    if parts is not None:
        found = found[found["clusters"] == parts].drop(columns="clusters")
    found = found.set_index("program")
    kept = found.loc[[program for program in programs if program in found.index]]
    return kept.rename(columns=NAMES)


def numbers_of_clusters(results: pd.DataFrame) -> list[int]:
    """The numbers of clusters of our runs, ascending."""
    return sorted(map(int, set(results["parts"])))


def our_table(results: pd.DataFrame, column: str, parts: int, order: str) -> pd.DataFrame:
    """A figure of our runs, with a row per program and a column per method.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, without failed runs.
    parts : int
        Number of clusters.
    order : str
        The order of the edge stream. Methods that see the whole graph have the same figure for every order.
    """
    of_order = (results["order"] == order) | results["order"].isna()
    chosen = results[(results["parts"] == parts) & of_order]
    table = chosen.pivot_table(column, "workload", "partitioner", aggfunc="first").rename(columns=NAMES)
    programs = list(dict.fromkeys(chosen["workload"]))
    return table.loc[programs, [name for name in NAMES.values() if name in table]].dropna().astype(float)


def beside(
    results: pd.DataFrame, column: str, name: str, parts: int
) -> tuple[pd.DataFrame, dict[str, pd.DataFrame]]:
    """A table of the paper, and ours for each order of the edges, of the same programs and methods.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, without failed runs.
    column : str
    name : str
        The name of the paper's file, see :func:`paper_table`.
    parts : int
        Number of clusters, of our runs only if the paper's table is for an unknown number (Table 5).
    """
    ours = {order: our_table(results, column, parts, order) for order in ORDERS}
    theirs = None if name == "wb_libra_imbalance" else parts
    paper = paper_table(name, theirs, list(ours[ORDERS[0]].index))
    ours = {order: figures[[each for each in figures if each in paper]] for order, figures in ours.items()}
    return matching(paper, ours), ours


def shapes(results: pd.DataFrame, parts: int) -> Iterator[Shape]:
    """The shapes of the tables for a number of clusters, of the programs and methods of our runs.

    Parameters
    ----------
    results : pandas.DataFrame
        One row per run, without failed runs.
    parts : int
        Number of clusters, one of :data:`TABULATED`.
    """
    if parts not in numbers_of_clusters(results):
        return
    time, ours = beside(results, "cycles", "wb_libra_time", parts)
    yield from time_shapes(time, ours)
    if len(time.columns) > 2:
        yield relative("time", time, ours)
    for column, what in COMMUNICATION.items():
        communication, moved = beside(results, column, "wb_libra_communication", parts)
        yield from communication_shapes(communication, moved, what)
        if len(communication.columns) > 2:
            yield relative(what, communication, moved)


def cut_shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of Table 5 and Fig. 8, for the smallest number of clusters of our runs."""
    first = numbers_of_clusters(results)[0]
    imbalance, ours = beside(results, "edge_weight_imbalance", "wb_libra_imbalance", first)
    yield from imbalance_shapes(imbalance, ours)
    if len(imbalance.columns) > 1:
        yield compared("imbalance", imbalance, ours)
    yield from replication_shapes(results)


def relative(what: str, paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame]) -> Shape:
    """Make a shape of a whole table, with the figures over CompNet's."""
    of_ours = {order: over_base(figures) for order, figures in ours.items()}
    return compared(f"{what} over {BASE}'s", over_base(paper), of_ours)


def over_base(figures: pd.DataFrame) -> pd.DataFrame:
    """The figures of each method over CompNet's, which are at least 1."""
    return figures.drop(columns=BASE).div(figures[BASE].clip(lower=1), axis=0)


def time_shapes(paper: pd.DataFrame, ours: dict[str, pd.DataFrame]) -> Iterator[Shape]:
    """Tables 6 and 7: the fastest method, the ratios of the times, and the gain of each idea of the paper."""
    methods = set(paper)
    if BEST in methods and len(methods) > 1:
        yield counted(
            f"{BEST} is the fastest",
            fastest(paper, BEST),
            {order: fastest(table, BEST) for order, table in ours.items()},
        )
        cuts = [method for method in paper if method not in EDGE_CUTS]
        if len(cuts) > 1 and len(cuts) < len(methods):
            yield counted(
                f"{BEST} is the fastest of the vertex cuts",
                fastest(paper[cuts], BEST),
                {order: fastest(table[cuts], BEST) for order, table in ours.items()},
            )
    for method in (BEST, "METIS"):
        if {method, BASE} <= methods:
            yield ratio(
                f"time of {method} over {BASE}'s, geometric mean",
                mean_ratio(paper, method),
                {order: mean_ratio(table, method) for order, table in ours.items()},
            )
    for idea, with_it, without in STEPS:
        if {with_it, without} <= methods:
            yield counted(
                f"{idea} make {with_it} faster than {without}"
                if idea != "the bound"
                else f"the bound makes {with_it} faster than {without}",
                paper[with_it] < paper[without],
                {order: table[with_it] < table[without] for order, table in ours.items()},
            )
    if BASE in methods and len(methods) > 2:
        yield ordered(
            f"order of the geometric means of time over {BASE}'s",
            mean_ratios(paper),
            {order: mean_ratios(table) for order, table in ours.items()},
        )


def communication_shapes(paper: pd.DataFrame, ours: dict[str, pd.DataFrame], what: str) -> Iterator[Shape]:
    """Tables 8 and 9: the communication, in per cent of CompNet's."""
    methods = set(paper)
    if BASE not in methods:
        return
    cuts = [method for method in paper if method not in EDGE_CUTS]
    for method in [m for m in (BEST,) if m in methods]:
        yield counted(
            f"{what}: {method} moves less than {BASE}",
            paper[method] < paper[BASE],
            {order: table[method] < table[BASE] for order, table in ours.items()},
        )
    if "METIS" in methods:
        yield counted(
            f"{what}: METIS moves more than {BASE}",
            paper["METIS"] > paper[BASE],
            {order: table["METIS"] > table[BASE] for order, table in ours.items()},
        )
    if "METIS" in methods and cuts:
        yield ordered(
            f"{what}: order of the means, per cent of {BASE}'s",
            mean_percent(paper),
            {order: mean_percent(table) for order, table in ours.items()},
        )


def imbalance_shapes(paper: pd.DataFrame, ours: dict[str, pd.DataFrame]) -> Iterator[Shape]:
    """Table 5: the load of the largest cluster relative to the mean."""
    for bounded, free in (("WB-PG", "W-PG"), ("WB-Libra", "W-Libra")):
        if {bounded, free} <= set(paper):
            yield counted(
                f"imbalance: {bounded} is nearer to 1 than {free}",
                paper[bounded] < paper[free],
                {order: table[bounded] < table[free] for order, table in ours.items()},
            )
    if {BEST, *GREEDY, *UNWEIGHTED} <= set(paper):
        for what, held in (
            (f"{BEST} is nearest to 1", _nearest),
            ("PG and Libra are farther from 1 than the weighted methods", _unweighted_are_farther),
        ):
            yield counted(
                f"imbalance: {what}", held(paper), {order: held(table) for order, table in ours.items()}
            )
    if len(paper.columns) > 1:
        yield ordered(
            "imbalance: order of the means",
            means(paper),
            {order: means(table) for order, table in ours.items()},
        )


def replication_shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """Fig. 8: the replication factors of the greedy methods are below Eq. (10), the mean of a random cut.

    Eq. (10) is evaluated with the vertices of our graph and the exponent of the paper's Table 4.
    """
    import pandas as pd

    from partitioners.analysis.power_law import power_law_bound

    alphas = read("wb_libra_graphs").set_index("program")["alpha"]
    below: dict[str, dict[str, bool]] = {}
    greedy = results[results["partitioner"].map(NAMES).isin(GREEDY)]
    programs = [program for program in dict.fromkeys(greedy["workload"]) if program in FIGURE_8]
    for program, parts in itertools.product(programs, sorted(set(greedy["parts"]))):
        runs = greedy[(greedy["workload"] == program) & (greedy["parts"] == parts)]
        bound = power_law_bound(int(runs["vertices"].iloc[0]), parts, float(alphas[program]))
        for order in ORDERS:
            of_order = runs[runs["order"] == order]
            held_here = bool((of_order["replication_factor_all"] < bound).all())
            below.setdefault(order, {})[f"{program} {parts}"] = held_here
    if below:
        held = {order: pd.Series(values) for order, values in below.items()}
        shown = pd.Series(True, index=held[ORDERS[0]].index)
        yield counted("the four greedy methods replicate less than Eq. (10) expects at random", shown, held)


def fastest(table: pd.DataFrame, method: str) -> pd.Series:
    """Whether a method has the minimum of each row."""
    return table[method] <= table.min(axis=1)


def _nearest(table: pd.DataFrame) -> pd.Series:
    """Whether the imbalance of WB-Libra is less than that of all others."""
    return table[BEST] < table.drop(columns=BEST).min(axis=1)


def _unweighted_are_farther(table: pd.DataFrame) -> pd.Series:
    return table[[*UNWEIGHTED]].min(axis=1) > table[[*GREEDY]].max(axis=1)


def mean_ratio(table: pd.DataFrame, method: str) -> float:
    """The geometric mean of a method's figures over CompNet's."""
    return geometric_mean(table[method] / table[BASE])


def mean_ratios(table: pd.DataFrame) -> dict[str, float]:
    """The mean ratio of every method except CompNet."""
    return {method: mean_ratio(table, method) for method in methods_of(table) if method != BASE}


def mean_percent(table: pd.DataFrame) -> dict[str, float]:
    """The mean of every method's figures in per cent of CompNet's."""
    return {
        method: float((100 * table[method] / table[BASE]).mean())
        for method in methods_of(table)
        if method != BASE
    }


def means(table: pd.DataFrame) -> dict[str, float]:
    """The mean of every method's figures."""
    return {method: float(table[method].mean()) for method in methods_of(table)}


def methods_of(table: pd.DataFrame) -> list[str]:
    """The columns of a table."""
    return [str(name) for name in table.columns]


def matching(paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The paper's table restricted to the programs and methods of our table."""
    table = next(iter(ours.values()))
    return paper.loc[list(table.index), list(table.columns)]
