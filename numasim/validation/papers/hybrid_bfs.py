"""The statements of the paper on hybrid breadth-first search, against our runs of ``papers/hybrid_bfs``.

Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011. The
numbers of its pictures are not available, so its statements are compared, the order of its Table II, and the
sizes of the levels of a graph of 32 million nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.validation.markdown import table
from numasim.validation.papers.shape import ALL, Shape, holds, ordered, ratio, read

if TYPE_CHECKING:
    import pandas as pd

RANDOM_BANDWIDTH = {"xeon-e5345": 0.25, "xeon-x5550": 0.98, "c2050": 2.71, "gtx-275": 3.15}
"""Table II: random reads, in GB/s."""

BETTER = 1.1
"""The hybrid is as good as the better method if it takes at most this many times its time."""

LONGEST = 0.9
"""The share of the time that the two middle levels take."""

THREADS = 8
"""Threads of the processor on which the methods are compared."""

LARGE = 2**14
"""Vertices of the smallest graph that counts as large."""

CHANGED = ["machine.cpu.l2.size", "machine.gpu.l1_caches", "machine.gpu.l2_size"]
"""Columns that have a value in runs with other caches than those of the machines."""


def judged_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/hybrid_bfs`` without the runs that no statement needs, and with one root each.

    Parameters
    ----------
    sweep : dict
        With the searches in ``list``.
    """
    runs = [
        run
        for run in sweep["list"]
        if run.get("workload.threads", THREADS) >= THREADS and run.get("workload.method") != "channels"
    ]
    return {"list": runs, "workload.roots": [1]}


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
    own = own[(own["threads"] == THREADS) & own[CHANGED].isna().all(axis=1)]
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
            "machines by time, beyond their caches, in the order of random bandwidth (Table II)",
            {machine: 1 / RANDOM_BANDWIDTH[machine] for machine in times},
            {ALL: times},
        )
    yield from _level_shapes(results, levels)


def level_sizes(results: pd.DataFrame, levels: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame] | None:
    """Nodes of each level and their per cent of all nodes: the paper's, and ours on the largest R-MAT graph.

    Ours are means over the roots. None if no R-MAT graph was searched.
    """
    import pandas as pd

    runs = results[results["graph"].str.startswith("rmat")]
    if runs.empty:
        return None
    run = runs.nlargest(1, "vertices").iloc[0]
    found = levels[levels["run_id"] == run["run_id"]]
    nodes = found.pivot_table("frontier", "level", "root", aggfunc="sum", fill_value=0).mean(axis=1)
    ours = pd.DataFrame({"nodes": nodes, "percent": 100 * nodes / run["vertices"]})
    return read("hybrid_bfs_levels").set_index("level"), ours


def _level_shapes(results: pd.DataFrame, levels: pd.DataFrame) -> Iterator[Shape]:
    """The sizes of levels on R-MAT graphs."""
    both = level_sizes(results, levels)
    if both is None:
        return
    reached = [float(each["percent"].sum()) / 100 for each in both]
    yield ratio("share of the nodes that a search reaches (R-MAT)", reached[0], {ALL: reached[1]})
    largest = [float(each["nodes"].nlargest(2).sum() / each["nodes"].sum()) for each in both]
    yield ratio("share of the reached nodes in the two largest levels (R-MAT)", largest[0], {ALL: largest[1]})


def level_table(results: pd.DataFrame, levels: pd.DataFrame) -> Iterator[str]:
    """The sizes of the levels beside the paper's, as Markdown."""
    both = level_sizes(results, levels)
    if both is None:
        return
    yield "Nodes of each level, and their per cent of all nodes (R-MAT; ours are means over the roots):"
    yield ""
    rows = [
        [
            str(level),
            *(
                text.format(each[column][level]) if level in each.index else ""
                for each in both
                for column, text in (("nodes", "{:,.0f}"), ("percent", "{:.2g}"))
            ),
        ]
        for level in range(max(map(len, both)))
    ]
    yield from table(["level", "nodes, the paper", "per cent", "nodes, ours", "per cent"], rows)


def _times(results: pd.DataFrame, column: str, names: Sequence[str]) -> pd.DataFrame:
    """The seconds of a search, a row for each graph that has all of the methods or devices."""
    table = results.pivot_table(index="graph", columns=column, values="seconds", sort=False)
    return table.reindex(columns=list(names)).dropna()


def _times_of_machines(results: pd.DataFrame) -> dict[str, float]:
    """The seconds of the hybrid search by each device alone, whose last-level cache does not hold the arrays.

    The processors and the C2050 have smaller caches than theirs; the GTX 275 has none.
    """
    runs = results[(results["method"] == "hybrid") & results["machine.gpu.l1_caches"].isna()]
    no_cache = runs["machine.gpu.l2_size"].notna() | (runs["gpu"] == "gtx-275")
    beyond = {
        "cpu": runs[(runs["device"] == "cpu") & runs["machine.cpu.l2.size"].notna()],
        "gpu": runs[(runs["device"] == "gpu") & no_cache],
    }
    graphs = beyond["cpu"]["graph"].unique()
    found = {}
    for machine in RANDOM_BANDWIDTH:
        for device, of_device in beyond.items():
            own = of_device[(of_device[device] == machine) & of_device["graph"].isin(graphs[:1])]
            if len(own):
                found[machine] = float(own["seconds"].min())
    return found


def _share_of_two(levels: pd.DataFrame, run: str) -> float:
    """The share of the two longest levels in the time of a run; a level is summed over the roots."""
    of_level = levels[levels["run_id"] == run].groupby("level")["seconds"].sum()
    return float(of_level.nlargest(2).sum() / of_level.sum())
