"""The comparison of ``papers/dmr`` with the report on mesh refinement.

Vivek K, "Load Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", Indian Institute of
Science, 2013, Table 6.3 and Figs 6.7 and 6.8. The runs of the report are those of the logs that its author
published. Its meshes have 0.96 to 9.6 million triangles.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from numasim.validation.papers.shape import ALL, Shape, counted, geometric_mean, ratio, read

if TYPE_CHECKING:
    import pandas as pd

CHECKS = {"work_stealing": "list", "dynamic_parallelism": "child"}
"""The checks of our runs, by the names in the report."""

RANKS = ("base", "atomic", "three_phase_atomic", "list")
"""The rows of Table 6.3, the slowest first."""

POINTS = ("circumcentre", "off_centre")
"""The rules of new points: that of the report (Fig. 5.1), and a later one beside it."""

ANGLE, ANGLE_OF_BAD = 25, 30
"""Degrees. The report gives no bound: its meshes grow as with 25, and have the bad triangles of 30."""

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
    """Our runs of the report's methods: the same columns, ``run_id``, ``point`` and ``angle``.

    ``point`` is the rule of the new points, and ``angle`` the smallest angle allowed, in degrees.

    Parameters
    ----------
    results : pandas.DataFrame
        The successful runs of ``papers/dmr``.
    """
    found = results[(results["priority"] == "order") & (results["variant"] != "work_stealing")]
    is_checked_apart = found["check"].isin(list(CHECKS.values()))
    return found[["run_id", "machine", "triangles", "seconds", "growth", "iterations"]].assign(
        method=found["variant"].mask(is_checked_apart, found["check"]),
        bad=found["bad_at_start"] / found["triangles"],
        point=found["new_point"],
        angle=found["angle"],
    )


def quick_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/dmr`` with the larger meshes only for the report's angle and rule of new points.

    Parameters
    ----------
    sweep : dict
        With the meshes in ``workload.mesh``, the smallest first, and the runs in ``list``.
    """
    smallest, *larger = sweep["workload.mesh"]
    own = [run for run in sweep["list"] if run.keys().isdisjoint(("workload.new_point", "workload.angle"))]
    every = [(smallest, run) for run in sweep["list"]] + [(mesh, run) for mesh in larger for run in own]
    return {"list": [{"workload.mesh": mesh} | run for mesh, run in every]}


def shapes(results: pd.DataFrame, iterations: pd.DataFrame) -> Iterator[Shape]:
    """The shapes of the report's results that the runs cover, for each rule of the new points.

    Parameters
    ----------
    results, iterations : pandas.DataFrame
        The successful runs of ``papers/dmr``, and their table ``iterations``.
    """
    runs = our_runs(results)
    refined = runs[runs["angle"] == ANGLE]
    of = {point: refined[refined["point"] == point] for point in POINTS if point in set(refined["point"])}
    paper = paper_runs()
    yield from shapes_of(paper, of)
    bad = runs.loc[runs["angle"] == ANGLE_OF_BAD, "bad"]
    if len(bad):
        what = f"share of bad triangles at first, at {ANGLE_OF_BAD} degrees"
        yield ratio(what, geometric_mean(_of(paper, "base")["bad"]), {ALL: geometric_mean(bad)}, digits=2)
    what = "Fig. 6.8: list has inserted more points than base after each iteration"
    held = {point: _ahead(group, iterations) for point, group in of.items()}
    yield from _compared(what, next(iter(held.values())) | True, held)


def shapes_of(paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame]) -> Iterator[Shape]:
    """The shapes of a table of runs like :func:`paper_runs`, and of others by name."""
    for what, figure in _figures():
        yield from _compared(what, figure(paper), {name: figure(runs) for name, runs in ours.items()})


def _figures() -> Iterator[tuple[str, Callable[[pd.DataFrame], Any]]]:
    """What is compared, as a function of a table of runs: a ratio, or whether something holds, by run."""
    for worse, better in itertools.pairwise(RANKS):
        yield f"Table 6.3, Fig. 6.7: {better} is faster than {worse}", partial(_is_faster, better, worse)
    for method in RANKS[1:]:
        yield f"Table 6.3: time of {method} over that of base, geometric mean", partial(_over, method, "base")
    yield "Fig. 6.7: time of child over that of list, geometric mean", partial(_over, "child", "list")
    yield "Table 6.3: the gain of list over base grows with the mesh", _grows
    yield "Table 6.3: the K20c gains more than the C2070", _more_on_the_k20c
    yield "Table 6.3: time of base on the C2070 over that on the K20c, geometric mean", _c2070_over_k20c
    for method in ("base", "list"):
        yield f"growth of the mesh by {method}, geometric mean", partial(_growth, method)
    yield f"a run has {FEWEST} to {MOST} iterations", _has_usual_iterations
    yield "base has the fewest iterations", _base_has_fewest


def _of(runs: pd.DataFrame, method: str) -> pd.DataFrame:
    return runs[runs["method"] == method]


def _times(runs: pd.DataFrame, *methods: str) -> pd.DataFrame:
    """The seconds of methods, a row for each machine and mesh that has all of them."""
    table = runs.pivot_table("seconds", ["machine", "triangles"], "method")
    return table.reindex(columns=list(methods)).dropna()


def _is_faster(better: str, worse: str, runs: pd.DataFrame) -> pd.Series:
    times = _times(runs, better, worse)
    return _named(times[better] < times[worse])


def _over(one: str, other: str, runs: pd.DataFrame) -> float:
    times = _times(runs, one, other)
    return geometric_mean(times[one] / times[other])


def _gain(runs: pd.DataFrame) -> pd.Series:
    """The share of the time of ``base`` that ``list`` saves."""
    times = _times(runs, "list", "base")
    return 1 - times["list"] / times["base"]


def _grows(runs: pd.DataFrame) -> pd.Series:
    """Whether the gain on a mesh exceeds that on the next smaller one of the same machine."""
    gain = _gain(runs)
    before = gain.groupby(level="machine").shift()
    return _named((gain > before)[before.notna()])


def _more_on_the_k20c(runs: pd.DataFrame) -> pd.Series:
    """Whether the gain on a mesh is larger on the K20c."""
    more = _both_devices(_gain(runs).rename("gain").reset_index(), "gain") < 1
    return more.set_axis([f"{triangles:,}" for triangles in more.index])


def _c2070_over_k20c(runs: pd.DataFrame) -> float:
    return geometric_mean(_both_devices(_of(runs, "base"), "seconds"))


def _growth(method: str, runs: pd.DataFrame) -> float:
    return geometric_mean(_of(runs, method)["growth"])


def _has_usual_iterations(runs: pd.DataFrame) -> pd.Series:
    rows = zip(runs["machine"], runs["triangles"], runs["method"], strict=True)
    held = runs["iterations"].between(FEWEST, MOST)
    return held.set_axis([f"{machine} {triangles:,} {method}" for machine, triangles, method in rows])


def _base_has_fewest(runs: pd.DataFrame) -> pd.Series:
    table = runs.pivot_table("iterations", ["machine", "triangles"], "method")
    others = table.drop(columns="base", errors="ignore").min(axis=1)
    is_fewest = table["base"] < others if "base" in table else others < 0
    return _named(is_fewest[others.notna()])


def _ahead(runs: pd.DataFrame, iterations: pd.DataFrame) -> pd.Series:
    """Whether ``list`` has inserted more points than ``base``, after each iteration that both have."""
    import pandas as pd

    inserted = iterations.sort_values(["run_id", "iteration"])[["run_id", "iteration", "inserted"]]
    inserted["inserted"] = inserted.groupby("run_id")["inserted"].cumsum()
    inserted = inserted.merge(runs[["run_id", "machine", "triangles", "method"]], on="run_id")
    keys = ["machine", "triangles", "iteration"]
    table = inserted.pivot_table("inserted", keys, "method").reindex(columns=["list", "base"]).dropna()
    held = table["list"] > table["base"]
    names = [f"{machine} {triangles:,} {iteration}" for machine, triangles, iteration in held.index]
    return pd.Series(held.to_numpy(), names, dtype=bool)


def _both_devices(runs: pd.DataFrame, column: str) -> pd.Series:
    """A figure on the C2070 over that on the K20c, by triangles."""
    both = runs.pivot_table(column, "triangles", "machine").reindex(columns=["k20c", "c2070"]).dropna()
    return both["c2070"] / both["k20c"]


def _named(held: pd.Series) -> pd.Series:
    """The same with names such as ``k20c 49,366``."""
    return held.set_axis([f"{machine} {triangles:,}" for machine, triangles in held.index])


def _compared(what: str, paper: Any, ours: Mapping[str, Any]) -> Iterator[Shape]:
    """The shape of those of our tables that have the figure."""
    if isinstance(paper, float):
        found = {name: figure for name, figure in ours.items() if figure == figure}
        if found:
            yield ratio(what, paper, found, digits=2)
        return
    found = {name: held for name, held in ours.items() if len(held)}
    if found:
        yield counted(what, paper, found)
