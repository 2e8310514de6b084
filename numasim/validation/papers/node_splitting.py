"""The comparison of ``papers/node_splitting`` with the report on node splitting.

Vivek K, "Load Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", Indian Institute of
Science, 2013, section 6.2: Tables 6.1 and 6.2, Figs 6.1 to 6.6. The report's times are those that the study
has beside its own (``configs/papers/node_splitting.csv``), and its numbers of extra nodes are in
``node_splitting_extra_nodes.csv``. Both are from the logs that its author published.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from numasim.validation.papers.shape import ALL, Shape, compared, counted, geometric_mean, holds, ratio, read

if TYPE_CHECKING:
    import pandas as pd

GRAPHS = MappingProxyType({"rmat": "R-MAT", "degree_sequence": "web"})
"""The graphs by the first word of their description."""

DEVICES = MappingProxyType({"k20c": "K20c", "c2070": "C2070"})

FIGURE_OF_K20C = MappingProxyType({"bfs": "6.2", "sssp": "6.3"})

SPLIT_AT = MappingProxyType({"R-MAT": "22", "web": "34"})
"""The levels of Table 6.1, at which 54 and 8 out-edges are allowed."""

LAUNCHED_AT = MappingProxyType({"R-MAT": "7", "web": "2"})
"""The levels of Table 6.2, at which 169 and 128 out-edges are allowed."""

HISTOGRAM = MappingProxyType({"rmat20": 118, "web-Stanford": 25})
"""The out-degrees that the histogram allows (section 6.2.2)."""

BEST_ON_THE_C2070 = MappingProxyType({"bfs": 1 - 0.248, "sssp": 1 - 0.141})
"""The least time over that of level 1 on the R-MAT graph (section 6.2.1)."""

SPREAD_OF_BLOCKS = MappingProxyType({"1": 0.37, "16": 0.17})
"""The standard deviation of the times of blocks over their mean, by level, in the logs of Fig. 6.5."""

JUDGED_LEVELS = MappingProxyType(
    {
        ("literal", "k20c"): (1, 7, 22, 34, "histogram"),
        ("literal", "c2070"): (1, 7, 16, 22),
        ("relax", "k20c"): (1, 2, 7),
        ("relax", "c2070"): (1, 7),
        ("atomic", "k20c"): (1, 7),
        ("atomic", "c2070"): (1, 7),
        ("child", "k20c"): (1, 2, 7),
    }
)
"""The levels without which a statement of the report has no runs, by variant and device."""


def judged_sweep(sweep: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of ``papers/node_splitting`` with the levels of :data:`JUDGED_LEVELS` alone.

    The report's figures of the C2070 are those of the R-MAT graph, so the web graph is left out there.

    Parameters
    ----------
    sweep : dict
        With the graphs in ``workload.graph``, the programs, devices and variants in ``list``, and the levels
        in ``workload.level``.
    """
    runs = [
        run | {"workload.graph": graph, "workload.level": level}
        for graph in sweep["workload.graph"]
        for run in sweep["list"]
        if run["machine"] == "k20c" or graph["generator"] == "rmat"
        for level in JUDGED_LEVELS[run["workload.variant"], run["machine"]]
    ]
    return {"list": runs}


def shapes(
    results: pd.DataFrame, published: pd.DataFrame, launches: pd.DataFrame, blocks: pd.DataFrame
) -> Iterator[Shape]:
    """The tables, figures and statements of section 6.2 that the runs cover.

    Parameters
    ----------
    results, published, launches, blocks : pandas.DataFrame
        The successful runs of ``papers/node_splitting``, and their tables ``published``, ``launches`` and
        ``thread_blocks``.
    """
    yield from exact_shapes()
    yield from time_shapes(results, published, launches, blocks)


def time_shapes(
    results: pd.DataFrame, published: pd.DataFrame, launches: pd.DataFrame, blocks: pd.DataFrame
) -> Iterator[Shape]:
    """Those of :func:`shapes` that depend on the runs."""
    yield from _times(_beside(results, published))
    yield from _programs_and_devices(_named(results))
    yield from _spread(_named(results), launches, blocks)


def exact_shapes() -> Iterator[Shape]:
    """The counts that follow from the report's out-degrees alone, which agree if all of them are equal."""
    import pandas as pd

    from partitioners.generators.degree_sequence import degree_sequence
    from partitioners.node_splitting import extra_nodes, histogram_max_degree

    for name, found in read("node_splitting_extra_nodes").groupby("graph", sort=False):
        graph = degree_sequence(out_degrees=str(name))
        paper = found.set_index("max_degree_allowed")["extra_nodes"]
        ours = pd.Series({degree: extra_nodes(graph, int(degree)) for degree in paper.index})
        what = f"Table 6.1, Fig. 6.1: extra nodes of {name}, for all degrees allowed in the author's logs"
        yield _exact(what, paper, ours)
        chosen = pd.Series([histogram_max_degree(graph)])
        what = f"section 6.2.2: out-degree that the histogram allows in {name}"
        yield _exact(what, pd.Series([HISTOGRAM[str(name)]]), chosen)


def _exact(what: str, paper: pd.Series, ours: pd.Series) -> Shape:
    """Compare counts, which agree if all of them are equal."""
    same = ours == paper
    if len(paper) == 1:
        texts = str(paper.iloc[0]), str(ours.iloc[0])
    else:
        texts = f"{len(paper)} counts", f"{same.sum()} of {len(paper)} equal"
    return Shape(
        what,
        texts[0],
        {ALL: texts[1]},
        {ALL: bool(same.all())},
        {ALL: float(1 - same.mean())},
        "share",
        len(paper),
    )


def _named(results: pd.DataFrame) -> pd.DataFrame:
    """The runs with names of their graphs and levels."""
    return results.assign(
        graph=results["graph"].str.split().str[0].map(GRAPHS),
        level=results["level"].map(lambda level: str(level).removesuffix(".0")),
    )


def _beside(results: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Times over that of level 1 of the report's relaxation: the columns ``theirs`` and ``ours`` of each run.

    The index has the variant, the device, the program, the graph and the level. ``literal`` is relative to
    itself, every other variant to ``relax``.
    """
    runs = _named(results).set_index("run_id")[["variant", "machine", "workload", "graph", "level"]]
    times = published[published["figure"].str.startswith("seconds_vs_")]
    times = times[["run_id", "published", "simulated"]].set_axis(["run_id", "theirs", "ours"], axis=1)
    return times.join(runs, on="run_id").set_index(list(runs)).drop(columns="run_id").sort_index()


def _times(beside: pd.DataFrame) -> Iterator[Shape]:
    literal, relax, child, atomic = (_of(beside, name) for name in ("literal", "relax", "child", "atomic"))
    yield from _table("Table 6.1: time of node splitting over the baseline", literal, SPLIT_AT)
    yield from _table("Table 6.2: time of dynamic parallelism over the baseline", child, LAUNCHED_AT)
    yield from _curves(literal)
    what = "section 6.2.2: time at the histogram's degree over the baseline"
    yield from _table(what, literal, dict.fromkeys(SPLIT_AT, "histogram"))
    yield from _dynamic_parallelism(relax, child)
    yield from _atomics(relax, atomic)


def _table(what: str, times: pd.DataFrame, levels: Mapping[str, str]) -> Iterator[Shape]:
    """The times of the programs on the K20c at one level of each graph."""
    for graph, level in levels.items():
        for program in FIGURE_OF_K20C:
            row = times.reindex([("k20c", program, graph, level)]).iloc[0]
            yield from _ratio(f"{what}, {program}, {graph}", row.to_dict())


def _curves(literal: pd.DataFrame) -> Iterator[Shape]:
    """Figs 6.2 to 6.4: the times of node splitting by level. The C2070 has the R-MAT graph alone."""
    for key, curve in literal.groupby(["machine", "workload", "graph"], sort=False):
        device, program, graph = map(str, key)
        if (device, graph) == ("c2070", "web"):
            continue
        named = f"{program}, {graph}, {DEVICES[device]}"
        means = curve[~curve.index.isin(["1", "histogram"], level="level")].apply(geometric_mean)
        figure = "6.4" if device == "c2070" else FIGURE_OF_K20C[program]
        yield from _ratio(
            f"Fig. {figure}: time over level 1, {named}, geometric mean of the levels", means.to_dict()
        )
        if device == "c2070":
            least = {"theirs": BEST_ON_THE_C2070[program], "ours": float(curve["ours"].min())}
            yield from _ratio(f"section 6.2.1: least time over that of level 1, {named}", least)
    what = "Figs 6.2 and 6.3: time falls from level to level, up to that of Table 6.1"
    falls = _falls(literal["ours"])
    if len(falls):
        yield counted(what, _falls(literal["theirs"]), {ALL: falls})
    of_k20c = literal[literal.index.isin(["k20c"], level="machine")]
    of_k20c = of_k20c[~of_k20c.index.isin(["1", "histogram"], level="level")]
    if len(of_k20c):
        tables = {
            side: of_k20c.pivot_table(side, ["workload", "graph"], "level") for side in ("theirs", "ours")
        }
        what = "Figs 6.2 and 6.3: times over level 1, by graph and program"
        yield compared(what, tables["theirs"], {ALL: tables["ours"]})


def _dynamic_parallelism(relax: pd.DataFrame, child: pd.DataFrame) -> Iterator[Shape]:
    launching_none = child[child.index.get_level_values("level") == "1"].apply(geometric_mean)
    what = "section 6.2.4: time of kernels that may launch, but do not, over the baseline"
    yield from _ratio(what, launching_none.to_dict())
    both = relax.join(child.add_suffix("_child"), how="inner")
    theirs, ours = (both[f"{side}_child"] < both[side] for side in ("theirs", "ours"))
    held = _labelled(theirs == ours)
    what = "section 6.2.4: child grids are faster than splitting at the same levels"
    yield from _held(what, held)


def _atomics(relax: pd.DataFrame, atomic: pd.DataFrame) -> Iterator[Shape]:
    both = relax.join(atomic.add_suffix("_atomic"), how="inner")
    for device, name in DEVICES.items():
        of_device = both[both.index.get_level_values("machine") == device]
        means = {
            side: geometric_mean(of_device[f"{side}_atomic"] / of_device[side]) for side in ("theirs", "ours")
        }
        yield from _ratio(f"Fig. 6.6: time with atomics over that without, {name}", means)


def _programs_and_devices(runs: pd.DataFrame) -> Iterator[Shape]:
    """Statements of section 6.2.1 on whole searches without splitting."""
    whole = runs[(runs["variant"] == "literal") & (runs["level"] == "1")]
    programs = whole.pivot_table("seconds", ["machine", "graph"], "workload").reindex(columns=["bfs", "sssp"])
    programs = programs.dropna()
    held = _labelled(programs["bfs"] < programs["sssp"])
    yield from _held("section 6.2.1: bfs is faster than sssp", held)
    devices = whole[whole["graph"] == "R-MAT"].pivot_table("seconds", "workload", "machine")
    devices = devices.reindex(columns=list(DEVICES)).dropna()
    held = devices["k20c"] < devices["c2070"]
    yield from _held("section 6.2.1: the K20c is faster than the C2070, R-MAT", held)


def _spread(runs: pd.DataFrame, launches: pd.DataFrame, blocks: pd.DataFrame) -> Iterator[Shape]:
    """Fig. 6.5: the times of the blocks of the first launch."""
    runs = runs[(runs["variant"] == "literal") & (runs["workload"] == "bfs") & (runs["machine"] == "c2070")]
    for level, paper in SPREAD_OF_BLOCKS.items():
        for run in runs.loc[(runs["level"] == level) & (runs["graph"] == "R-MAT"), "run_id"]:
            of_run = launches[launches["run_id"] == run]
            first = of_run.loc[of_run["kernel"] == "relax_literal", "launch"].min()
            of_launch = blocks[(blocks["run_id"] == run) & (blocks["launch"] == first)]
            times = of_launch["end"] - of_launch["begin"]
            what = f"Fig. 6.5: standard deviation of the times of blocks over their mean, level {level}"
            yield from _ratio(what, {"theirs": paper, "ours": float(times.std(ddof=0) / times.mean())})


def _of(beside: pd.DataFrame, variant: str) -> pd.DataFrame:
    """The rows of a variant, which has 1 at level 1 where nothing is published."""
    import pandas as pd

    rows = beside[beside.index.get_level_values("variant") == variant].droplevel("variant")
    if variant in ("atomic", "child"):
        return rows
    curves = rows.reset_index("level").index.unique()
    first = pd.MultiIndex.from_tuples([(*curve, "1") for curve in curves], names=rows.index.names)
    return pd.concat([pd.DataFrame(1.0, first, list(rows)), rows])


def _falls(times: pd.Series) -> pd.Series:
    """Whether the time falls from each level to the next one, on the K20c."""
    import pandas as pd

    found = {}
    for key, curve in times.groupby(["machine", "workload", "graph"], sort=False):
        device, program, graph = map(str, key)
        if device != "k20c":
            continue
        levels = curve.index.get_level_values("level")
        by_level = {
            int(level): time for level, time in zip(levels, curve, strict=True) if level != "histogram"
        }
        judged = sorted(level for level in by_level if level <= int(SPLIT_AT[graph]))
        for one, other in itertools.pairwise(judged):
            found[f"{graph} {program} {one} to {other}"] = by_level[other] < by_level[one]
    return pd.Series(found, dtype=bool)


def _labelled(held: pd.Series) -> pd.Series:
    return held.set_axis([" ".join(map(str, key)) for key in held.index])


def _held(what: str, held: pd.Series) -> Iterator[Shape]:
    if len(held):
        yield holds(what, held)


def _ratio(what: str, means: Mapping[Any, float]) -> Iterator[Shape]:
    if means["ours"] == means["ours"]:
        yield ratio(what, means["theirs"], {ALL: means["ours"]}, digits=2)
