"""The portfolio on groups of graphs: three on which its rules were made, one on which they were judged.

    scripts/bench held_out                                 all groups
    python benchmarks/held_out.py --groups new             one group
    python benchmarks/held_out.py --efforts best mtkahypar    efforts; mtkahypar is its preset quality
    python benchmarks/held_out.py --efforts best mtkahypar --singles --parts 8 64 --most-edges 320000
                                                           efforts beside the last one, no single methods
    python benchmarks/held_out.py --data DIR --write       with graphs from Matrix Market files; into the page

The groups `rules` and `judged` have at least one graph of each class: web, social, road, mesh, matrix with a
diagonal, linear program with a dense row, dependency graph, bipartite graph with few hubs, circuit, disjoint
pieces. The generators of the two groups differ. The classes of the groups `unseen` and `new` are others. The
rules and constants of the portfolio were chosen on `rules`, `judged` and `unseen`. No rule or constant may be
chosen by a look at the group `new`. Copies are recounted from
the finished cut. Time is CPU time in a separate process with one thread, and its unit is the time of METIS on
the vertices of the same graph into the same number of parts. If efforts are compared with each other, the
unit is a second for each million edges.
"""

import math
import sys
from functools import partial
from pathlib import Path

from harness import cost_apart, parser, table
from held_out_graphs import GROUPS
from new_graphs import NEW
from unseen_graphs import UNSEEN

from numasim.validation.markdown import write_section
from partitioners.analysis.quality import quality
from partitioners.errors import MissingExtraError
from partitioners.files.read_graph import read_graph
from partitioners.generators.registry import GENERATORS
from partitioners.partition_graph import partition

PAGE = Path(__file__).parents[1] / "docs" / "partitioning.md"
LIMIT_S = 15  # CPU seconds for one cut; a method that takes longer is not run with more parts
EFFORT_LIMIT_S = 600  # CPU seconds for one cut of the portfolio or of Mt-KaHyPar
COUNTS = (8, 64, 256)
SINGLE = (
    "dbh", "libra", "hdrf+refine", "ne", "ne+refine", "cover", "cover+refine", "spac", "spac+refine",
    "multilevel",
)  # fmt: skip
STREAMS = {"libra", "hdrf+refine"}


CLASSES = {**GROUPS, "unseen": UNSEEN, "new": NEW}
DATA = {
    "rules": ("NotreDame_www", "email-Enron", "USA-road-d.NY", "bayer10", "copter2", "muelu_vardof", "wing"),
    "judged": ("wiki-Vote", "facebook_combined", "ca-CondMat", "cage10", "mdual"),
}


def graphs(group, folder):
    """The generated graphs of a group, and those of its files that are in a folder, by name."""
    for name, make in CLASSES[group].items():
        yield name, make()
    for name in DATA.get(group, ()) if folder else ():
        for file in Path(folder).glob(f"{name}.mtx*"):
            yield name, read_graph(file)


def measured(graph, method, parts, limit=LIMIT_S, **options):
    """Copies and CPU seconds of a cut within its limit; None if it took too long or exceeds the limit."""
    if method in STREAMS:
        options["order"] = "shuffled"
    try:
        cost = cost_apart(partial(partition, graph, method, parts, **options), quality, limit)
    except MissingExtraError:
        return None
    if cost is None or cost[2].edge_weight_imbalance > 1.0305:
        return None
    seconds, _, figures = cost
    return figures.vertex_copies, seconds


def measure_group(group, options):
    """One row per graph and number of parts, and the ratios and times of each effort."""
    efforts = options.efforts
    rows, ratios, times = [], {effort: [] for effort in efforts}, {effort: [] for effort in efforts}
    for name, graph in graphs(group, options.data):
        if graph.num_edges > options.most_edges:
            print(f"{name}: left out, {graph.num_edges:,} edges", file=sys.stderr, flush=True)
            continue
        too_slow = set()
        for parts in options.parts:
            cuts = {}
            for method in options.singles:
                cut = None if method in too_slow else measured(graph, method, parts)
                if cut is None:
                    too_slow.add(method)
                else:
                    cuts[method] = cut[0]
            made = {}
            for effort in efforts:
                method, given = of_effort(effort)
                made[effort] = measured(graph, method, parts, EFFORT_LIMIT_S, **given)
            if options.singles:
                unit = cost_apart(partial(partition, graph, "metis", parts), lambda cut: None)[0]
            else:
                cuts[efforts[-1]], unit = made[efforts[-1]][0], graph.num_edges / 1e6
            by = min(cuts, key=cuts.get)
            cells = []
            for effort, (copies, seconds) in made.items():
                ratios[effort].append(max(1, copies) / max(1, cuts[by]))  # disjoint pieces need no copy
                times[effort].append(seconds / unit)
                cells += [copies, ratios[effort][-1], times[effort][-1]]
            rows.append((name, graph.num_edges, parts, by, cuts[by], *cells))
            print(*rows[-1], file=sys.stderr, flush=True)
    return rows, ratios, times


def of_effort(effort):
    """The method and its options for an effort of the portfolio, or for Mt-KaHyPar."""
    if effort == "mtkahypar":
        return "hypergraph", {"preset": "quality"}
    return "portfolio", {"effort": effort}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def warm_up(options):
    small = GENERATORS["rmat"].function(scale=8)
    even = GENERATORS["grid"].function(width=20, height=20)
    for graph in (small, even):
        for parts in (8, 100):
            for method in (*options.singles, "metis"):
                partition(graph, method, parts)
            for effort in options.efforts:
                method, given = of_effort(effort)
                partition(graph, method, parts, **given)


def main():
    arguments = parser(
        __doc__, groups=list(CLASSES), efforts=["default"], singles=list(SINGLE), parts=list(COUNTS),
        most_edges=10**9,
    )  # fmt: skip
    arguments.add_argument("--data", help="folder of Matrix Market files")
    arguments.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    options = arguments.parse_args()
    warm_up(options)
    beside, unit = "a single method", "in times of METIS"
    if not options.singles:
        beside, unit = f"`{options.efforts[-1]}`", "in CPU seconds for each million edges"
    lines, summary = [], []
    for group in options.groups:
        rows, ratios, times = measure_group(group, options)
        heads = [head for effort in options.efforts for head in (f"{effort}:,", "ratio:.3f", "time:.0f")]
        lines += [
            f"Group `{group}`: the fewest copies of {beside}, and those of the portfolio. Time is {unit}.",
            "",
            *table(("graph:27", "edges:9,", "k:3", "by:13", "fewest:,", *heads), rows),
            "",
        ]
        summary += [
            (group, effort, len(rows), geometric_mean(ratios[effort]), max(ratios[effort]),
             geometric_mean(times[effort]), max(times[effort]))
            for effort in options.efforts
        ]  # fmt: skip
    lines += table(
        ("group:6", "effort:7", "cases:3", "copies over the fewest:.3f", "at most:.3f", "time:.1f",
         "at most:.0f"),
        summary,
    )  # fmt: skip
    print("\n".join(lines), flush=True)
    if options.write:
        mark = "<!-- written by benchmarks/held_out.py -->"
        write_section(PAGE, "\n".join([mark, *lines, mark.replace("written", "end of what is written")]))


if __name__ == "__main__":
    main()
