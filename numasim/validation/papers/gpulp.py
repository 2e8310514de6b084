"""The statements of the slides on label propagation on GPUs, against our runs of ``papers/gpulp``.

Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020. The numbers of its pictures are not
available, so its statements are compared. The threads are those of ``papers/gpulp_cpu``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import ALL, RATIO, Shape, geometric_mean, holds, ratio

if TYPE_CHECKING:
    import pandas as pd

ITERATION_SPEEDUP = 2.0
"""How many times as fast an iteration is on the GPU, on average."""

BROKEN_DOWN = 3.0
"""A thread for each vertex breaks down if it takes at least this many times as long."""

ITERATIONS, MORE = 10, 20
"""Iterations of a refinement where moves are not restricted, and with a threshold."""


def shapes(
    results: pd.DataFrame, launches: pd.DataFrame, threads: pd.DataFrame, phases: pd.DataFrame
) -> Iterator[Shape]:
    """The statements of the slides that the runs cover.

    Parameters
    ----------
    results, launches : pandas.DataFrame
        The successful runs of ``papers/gpulp``, and their table ``launches``.
    threads, phases : pandas.DataFrame
        The successful runs of ``papers/gpulp_cpu``, and their table ``phases``.
    """
    changed = [name for name in ("workload.min_blocks", "workload.table") if name in results]
    results = results[results[changed].isna().all(axis=1)]
    collapse = results[results["variant"] == "collapse"]
    kinds = ["workload.restriction", "iterations"]
    of = {kind: runs.set_index("graph") for kind, runs in collapse.groupby(kinds, sort=False)}
    free, cpu = of["none", ITERATIONS], threads.set_index("graph")
    cpu = cpu.loc[[graph for graph in free.index if graph in cpu.index]]
    beside = free.loc[cpu.index]
    yield holds("unrestricted moves take less time than threads", beside["kernel_us"] / 1e6 < cpu["seconds"])
    yield holds("their cut is worse than that of threads", beside["cut_edges"] > cpu["cut_edges"])
    if ("threshold", MORE) in of:
        more = of["threshold", MORE]
        less = free.loc[more.index]
        what = "with a threshold and more iterations the cut is better"
        yield holds(what, more["cut_edges"] < less["cut_edges"])
        yield holds("they take longer than unrestricted moves", more["kernel_us"] > less["kernel_us"])
        undone = [runs["moves_undone"] / runs["moves"] for runs in (more, less)]
        yield holds("with a threshold, a smaller share of the moves is undone", undone[0] < undone[1])
    sweeps = phases[phases["part"] == "sweep"].groupby("run_id").size()
    of_threads = cpu["seconds"] / cpu["run_id"].map(sweeps)
    faster = of_threads / (beside["kernel_us"] / 1e6 / beside["rounds"])
    what = "time of an iteration by threads over that on the GPU, geometric mean"
    yield ratio(what, ITERATION_SPEEDUP, {ALL: geometric_mean(faster)}, digits=2)
    vertex = results[(results["variant"] == "vertex") & (results["workload.restriction"] == "none")]
    vertex = vertex.set_index("graph").reindex(free.index).dropna(subset="run_id")
    slower = _first_launch(launches, vertex["run_id"]) / _first_launch(launches, free["run_id"])
    slower = slower.dropna()
    is_grid = slower.index.str.startswith("grid")
    for what, held in (
        (
            f"a thread for each vertex takes at least {BROKEN_DOWN:.0f} times as long as the collapse in the "
            "first iteration, on skewed graphs",
            slower[~is_grid] >= BROKEN_DOWN,
        ),
        ("it takes about as long on grids", slower[is_grid].between(1 / RATIO, RATIO)),
    ):
        if held.size:
            yield holds(what, held)


def _first_launch(launches: pd.DataFrame, runs: pd.Series) -> pd.Series:
    """The time of the first iteration of each run."""
    iterations = launches[launches["kernel"].isin(["pulp_collapse", "pulp_vertex"])]
    return iterations.groupby("run_id")["us"].first().reindex(runs.to_numpy()).set_axis(runs.index)
