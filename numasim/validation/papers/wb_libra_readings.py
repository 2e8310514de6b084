"""Readings of the vertex-cut paper side by side: those of ``papers/wb_libra_readings``, and the study's own.

The paper does not say whether the cycles of the clock are a part of its weights, how it estimates a time in
Algorithm 2, on how many cores 1,024 clusters run, and what arithmetic costs. Each reading is compared with
Tables 5 to 9 on the same programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from numasim.validation.markdown import table
from numasim.validation.papers.shape import Shape, compared, geometric_mean
from numasim.validation.papers.wb_libra import (
    BASE,
    BEST,
    TABULATED,
    beside,
    fastest,
    mean_ratio,
    numbers_of_clusters,
    over_base,
)
from numasim.validation.papers.wb_libra_statements import mean_of_all, of_the_papers_tables, scaling, speedups

if TYPE_CHECKING:
    import pandas as pd

CLOCK, ESTIMATE, SCALE = "workload.clock_cycles", "mapping.estimate", "execution.cycles_per_weight"
"""The swept fields of the readings."""

NINE = ("dijkstra", "fft", "kmeans", "mandel", "nn", "neuron", "cnn", "strassen8", "strassen16")
"""All programs but Md, whose graph is larger than those of the others together."""

STUDY: dict[str, Any] = {CLOCK: 30, ESTIMATE: "serial", SCALE: 1}
"""The reading of ``papers/wb_libra``."""

FIGURES = (
    ("cycles", "wb_libra_time", "time"),
    ("copies_or_cut", "wb_libra_communication", "copies"),
    ("network_bytes", "wb_libra_communication", "bytes"),
)
"""Columns of the results, the tables of the paper, and their headings."""


class Reading(NamedTuple):
    """The cycles of the clock, the estimate of the mapping, and the cycles of a weight."""

    clock: int
    estimate: str
    scale: int

    def __str__(self) -> str:
        mapping = "Algorithm 2 as printed" if self.estimate == "serial" else "default mapping"
        times = f", all weights x {self.scale}" if self.scale != 1 else ""
        return f"clock {self.clock}, {mapping}{times}"


Runs = Mapping[tuple[int, int, Reading], "pd.DataFrame"]
"""The runs of each number of clusters, number of cores, and reading."""


def readings(study: pd.DataFrame, others: pd.DataFrame) -> Runs:
    """The runs of the programs that both have.

    Parameters
    ----------
    study, others : pandas.DataFrame
        The successful runs of ``papers/wb_libra`` and ``papers/wb_libra_readings``.
    """
    import pandas as pd

    programs = set(study["workload"]) & set(others["workload"])
    both: pd.DataFrame = pd.concat([study.assign(**STUDY), others], ignore_index=True)
    both = both[both["workload"].isin(programs) & both["parts"].isin(TABULATED)]
    both = both.assign(**{SCALE: both.get(SCALE, pd.Series(1, both.index)).fillna(1).astype(int)})
    fields = ["parts", "cores", CLOCK, ESTIMATE, SCALE]
    found = {}
    key: Any
    for key, runs in both.groupby(fields, sort=False):
        parts, cores, clock, estimate, scale = key
        found[parts, cores, Reading(int(clock), estimate, scale)] = runs
    return found


def shapes(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[Shape]:
    """The scaling of the study's reading, which is judged; the other readings are only printed."""
    yield from scaling(study)


def markdown(study: pd.DataFrame, others: pd.DataFrame) -> Iterator[str]:
    """What the paper's tables say; the readings with their wins, ratios and distances; and the scaling."""
    yield from of_the_papers_tables()
    yield ""
    found = readings(study, others)
    programs = ", ".join(dict.fromkeys(next(iter(found.values()))["workload"]))
    yield f"Programs: {programs}. A cell of a table is its distance and, in brackets, its rank correlation."
    yield ""
    head = ["clusters", "cores", "reading", "order", f"{BEST} fastest", f"{BEST} / {BASE}", f"METIS / {BASE}"]
    yield from table([*head, *(what for *_, what in FIGURES), "imbalance"], _rows(found))
    yield ""
    yield "The time with 8 clusters over that with 1,024, geometric means over the programs:"
    yield ""
    yield from _scaling(found)


def _rows(found: Runs) -> Iterator[list[str]]:
    before = None
    for (parts, cores, reading), runs in sorted(found.items(), key=lambda item: item[0][0]):
        tables = {what: beside(runs, column, name, parts) for column, name, what in FIGURES}
        paper, ours = tables["time"]
        if parts != before:
            yield [f"{parts:,}", "", "the paper", "", *_figures(paper), *[""] * (len(FIGURES) + 1)]
            before = parts
        shapes = [
            compared(what, over_base(theirs), {order: over_base(figures) for order, figures in of.items()})
            for what, (theirs, of) in tables.items()
        ]
        if parts == TABULATED[0]:  # the number of clusters of Table 5 is not given; it is small
            imbalance = beside(runs, "edge_weight_imbalance", "wb_libra_imbalance", parts)
            shapes.append(compared("imbalance", *imbalance))
        for order, figures in ours.items():
            cells = [f"{shape.distance[order]:.2f} ({_correlation(shape, order)})" for shape in shapes]
            cells += [""] * (len(FIGURES) + 1 - len(cells))
            yield [f"{parts:,}", f"{cores:,}", str(reading), f"`{order}`", *_figures(figures), *cells]


def _figures(figures: pd.DataFrame) -> list[str]:
    wins = fastest(figures, BEST)
    means = (mean_ratio(figures, method) for method in (BEST, "METIS"))
    return [f"{wins.sum()} of {len(wins)}", *(f"{mean:.2f}" for mean in means)]


def _correlation(shape: Shape, order: str) -> str:
    return shape.ours[order].removeprefix("rank correlation ")


def _scaling(found: Runs) -> Iterator[str]:
    """A table of the readings that ran with both numbers of clusters, on a core for each cluster."""
    import pandas as pd

    rows: list[list[str]] = []
    head: list[str] = []
    pairs: dict[Reading, list[pd.DataFrame]] = {}
    for (parts, cores, reading), each in found.items():
        if parts == cores:
            pairs.setdefault(reading, []).append(each)
    for reading, both in pairs.items():
        runs = pd.concat(both, ignore_index=True)
        if set(numbers_of_clusters(runs)) != set(TABULATED):
            continue
        paper, ours = speedups(runs)
        for source, order, figures in (
            *((("the paper", "", paper),) if not rows else ()),
            *((str(reading), f"`{order}`", of_order) for order, of_order in ours.items()),
        ):
            means = [geometric_mean(figures[method]) for method in figures]
            rows.append([source, order, *(f"{mean:.2f}" for mean in (*means, mean_of_all(figures)))])
        head = ["reading", "order", *map(str, paper), "all"]
    yield from table(head, rows)
