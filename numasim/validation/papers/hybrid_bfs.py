"""The statements of the paper on hybrid breadth-first search, against our runs of ``papers/hybrid_bfs``.

Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011. The
numbers of its pictures are not available, so its statements are compared, and the order of its Table II.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from numasim.validation.papers.shape import ALL, Shape, holds, ordered

if TYPE_CHECKING:
    import pandas as pd

RANDOM_BANDWIDTH = {"xeon-e5345": 0.25, "xeon-x5550": 0.98, "c2050": 2.71, "gtx-275": 3.15}
"""Table II: random reads, in GB/s."""

BETTER = 1.1
"""The hybrid is as good as the better method if it takes at most this many times its time."""

LONGEST = 0.9
"""The share of the time that the two middle levels take."""

LARGE = 2**14
"""Vertices of the smallest graph that counts as large."""

CHANGED = ["machine.cpu.l2.size", "machine.gpu.l1_caches", "machine.gpu.l2_size"]
"""Columns that have a value in runs with other caches than those of the machines."""


def shapes(results: pd.DataFrame, levels: pd.DataFrame) -> Iterator[Shape]:
    """The statements of the paper.

    Parameters
    ----------
    results : pandas.DataFrame
        The runs of ``papers/hybrid_bfs``.
    levels : pandas.DataFrame
        Their table ``levels``.
    """
    missing = [name for name in CHANGED if name not in results]
    results = results.reindex(columns=[*results.columns, *missing])
    own = results[(results["cpu"] == "xeon-x5550") & (results["gpu"].fillna("c2050") == "c2050")]
    own = own[(own["threads"] == 8) & own[CHANGED].isna().all(axis=1)]
    threads = _times(own[own["device"] == "cpu"], "method", ("queue", "read", "hybrid"))
    devices = own[(own["method"] == "hybrid") & (own["vertices"] >= LARGE)]
    devices = _times(devices, "device", ("cpu", "gpu", "both"))
    beyond = results[results["machine.cpu.l2.size"].notna()]
    beyond = _times(beyond, "method", ("queue", "read"))
    is_grid = threads.index.str.startswith("grid")
    roads = threads[is_grid]
    hybrid = own[(own["device"] == "cpu") & (own["method"] == "hybrid")].set_index("graph")["run_id"]
    shares = hybrid[threads.index[~is_grid]].map(lambda run: _share_of_two(levels, run))
    for what, held in (
        (
            f"the hybrid of the threads takes at most {BETTER} times the time of the better method",
            threads["hybrid"] <= BETTER * threads[["queue", "read"]].min(axis=1),
        ),
        (
            f"both devices are faster than each alone, from {LARGE:,} nodes",
            devices["both"] < devices[["cpu", "gpu"]].min(axis=1),
        ),
        (
            "reading is faster than queues where the arrays exceed the last-level cache",
            beyond["read"] < beyond["queue"],
        ),
        ("reading is slower than queues on a grid, as on roads", roads["read"] > roads["queue"]),
        (f"two levels take at least {LONGEST:.0%} of the time", shares >= LONGEST),
    ):
        if held.size:
            yield holds(what, held)
    times = _times_of_machines(results)
    if len(times) > 1:
        yield ordered(
            "machines by time, in the order of their random bandwidth (Table II)",
            {machine: 1 / RANDOM_BANDWIDTH[machine] for machine in times},
            {ALL: times},
        )


def _times(results: pd.DataFrame, column: str, names: Sequence[str]) -> pd.DataFrame:
    """The seconds of a search, a row for each graph that has all of the methods or devices."""
    table = results.pivot_table(index="graph", columns=column, values="seconds", sort=False)
    return table.reindex(columns=list(names)).dropna()


def _times_of_machines(results: pd.DataFrame) -> dict[str, float]:
    """The seconds of the hybrid search on each machine alone, on the graph of the study."""
    runs = results[(results["method"] == "hybrid") & results[CHANGED].isna().all(axis=1)]
    runs = runs[runs["graph"] == results["graph"].iloc[0]]
    found = {}
    for machine in RANDOM_BANDWIDTH:
        for device in ("cpu", "gpu"):
            own = runs[(runs["device"] == device) & (runs[device] == machine)]
            if len(own):
                found[machine] = float(own["seconds"].min())
    return found


def _share_of_two(levels: pd.DataFrame, run: str) -> float:
    """The share of the two longest levels in the time of a run; a level is summed over the roots."""
    of_level = levels[levels["run_id"] == run].groupby("level")["seconds"].sum()
    return float(of_level.nlargest(2).sum() / of_level.sum())
