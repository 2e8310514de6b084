"""The comparison of ``papers/dmr`` with the report on mesh refinement.

Vivek K, "Load Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", Indian Institute of
Science, 2013, Table 6.3 and Figs 6.7 and 6.8. The runs of the report are those of the logs that its author
published. Its meshes have 0.96 to 9.6 million triangles.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import ALL, Shape, counted, geometric_mean, ratio, read

if TYPE_CHECKING:
    import pandas as pd

CHECKS = {"work_stealing": "list", "dynamic_parallelism": "child"}
"""The checks of our runs, by the names in the report."""

FEWEST, MOST = 11, 18
"""The iterations of the report's runs."""


def paper_runs() -> pd.DataFrame:
    """The runs of the report.

    The columns are ``machine``, ``triangles`` and ``bad``, its share of bad triangles at first, ``method``,
    ``seconds``, ``growth`` and ``iterations``.
    """
    import pandas as pd

    found = read("mesh_refinement")
    at_start = found["triangles_at_start"]
    return pd.DataFrame(
        {
            "machine": found["device"],
            "triangles": at_start,
            "method": found["variant"].replace(
                {f"three_phase_atomic_{name}": check for name, check in CHECKS.items()}
            ),
            "seconds": found["kernel_ms"] / 1000,
            "bad": found["bad_at_start"] / at_start,
            "growth": found["triangles_at_end"] / at_start,
            "iterations": found["iterations"],
        }
    )


def our_runs(results: pd.DataFrame) -> pd.DataFrame:
    """Our runs of the report's methods, with the same columns.

    Parameters
    ----------
    results : pandas.DataFrame
        The successful runs of ``papers/dmr``.
    """
    found = results[(results["priority"] == "order") & (results["variant"] != "work_stealing")]
    is_checked_apart = found["check"].isin(list(CHECKS.values()))
    method = found["variant"].mask(is_checked_apart, found["check"])
    columns = ["machine", "triangles", "seconds", "growth", "iterations"]
    return found[columns].assign(method=method, bad=found["bad_at_start"] / found["triangles"])


def shapes(results: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of the report's results that the runs cover.

    Parameters
    ----------
    results : pandas.DataFrame
        The successful runs of ``papers/dmr``.
    """
    yield from shapes_of(paper_runs(), our_runs(results))


def shapes_of(paper: pd.DataFrame, ours: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of two tables of runs."""
    rows = ["machine", "triangles"]
    tables = [runs.pivot_table("seconds", rows, "method") for runs in (paper, ours)]
    ranks = ("base", "atomic", "three_phase_atomic", "list")
    for worse, better in itertools.pairwise(ranks):
        held = [_named(table[better] < table[worse]) for table in _with(better, worse, tables)]
        yield from _counted(f"{better} is faster than {worse}", *held)
    means = [geometric_mean(table["child"] / table["list"]) for table in _with("child", "list", tables)]
    yield from _ratio("time of child over that of list, geometric mean", *means)
    gains = [1 - table["list"] / table["base"] for table in _with("list", "base", tables)]
    yield from _counted("the gain of list over base grows with the mesh", *map(_grows, gains))
    yield from _counted("the K20c gains more than the C2070", *map(_more_on_the_k20c, gains))
    means = [
        geometric_mean(_both_devices(runs[runs["method"] == "base"], "seconds")) for runs in (paper, ours)
    ]
    yield from _ratio("time of base on the C2070 over that on the K20c, geometric mean", *means)
    for what, column, method in (
        ("share of bad triangles at first", "bad", "base"),
        ("growth of the mesh by base", "growth", "base"),
        ("growth of the mesh by list", "growth", "list"),
    ):
        means = [geometric_mean(runs.loc[runs["method"] == method, column]) for runs in (paper, ours)]
        yield from _ratio(f"{what}, geometric mean", *means)
    within = [_of_runs(runs, runs["iterations"].between(FEWEST, MOST)) for runs in (paper, ours)]
    yield from _counted(f"a run has {FEWEST} to {MOST} iterations", *within)
    fewest = []
    for runs in (paper, ours):
        table = runs.pivot_table("iterations", rows, "method")
        others = table.drop(columns="base", errors="ignore").min(axis=1)
        is_fewest = table["base"] < others if "base" in table else others < 0
        fewest.append(_named(is_fewest[others.notna()]))
    yield from _counted("base has the fewest iterations", *fewest)


def _with(one: str, other: str, tables: Sequence[pd.DataFrame]) -> list[pd.DataFrame]:
    """The rows of tables with the times of both methods."""
    return [table.reindex(columns=[one, other]).dropna() for table in tables]


def _grows(gain: pd.Series) -> pd.Series:
    """Whether the gain on a mesh exceeds that on the next smaller one of the same machine."""
    before = gain.groupby(level="machine").shift()
    return _named((gain > before)[before.notna()])


def _more_on_the_k20c(gain: pd.Series) -> pd.Series:
    """Whether the gain on a mesh is larger on the K20c."""
    more = _both_devices(gain.rename("gain").reset_index(), "gain") < 1
    return more.set_axis([f"{triangles:,}" for triangles in more.index])


def _both_devices(runs: pd.DataFrame, column: str) -> pd.Series:
    """A figure on the C2070 over that on the K20c, by triangles."""
    both = runs.pivot_table(column, "triangles", "machine").reindex(columns=["k20c", "c2070"]).dropna()
    return both["c2070"] / both["k20c"]


def _named(held: pd.Series) -> pd.Series:
    """The same with names such as ``k20c 49,366``."""
    return held.set_axis([f"{machine} {triangles:,}" for machine, triangles in held.index])


def _of_runs(runs: pd.DataFrame, held: pd.Series) -> pd.Series:
    """The same with names such as ``k20c 49,366 base``."""
    rows = zip(runs["machine"], runs["triangles"], runs["method"], strict=True)
    return held.set_axis([f"{machine} {triangles:,} {method}" for machine, triangles, method in rows])


def _counted(what: str, paper: pd.Series, ours: pd.Series) -> Iterator[Shape]:
    if len(ours):
        yield counted(what, paper, {ALL: ours})


def _ratio(what: str, paper: float, ours: float) -> Iterator[Shape]:
    if ours == ours:
        yield ratio(what, paper, {ALL: ours}, digits=2)
