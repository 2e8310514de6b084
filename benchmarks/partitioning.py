"""Vertex copies, balance, time, and memory of every vertex cut; the tables of docs/partitioning.md.

    scripts/bench partitioning                             every section, printed
    python benchmarks/partitioning.py methods scaling      these sections
    python benchmarks/partitioning.py --data DIR --write   with graphs from Matrix Market files; into the page

Every cut runs in a separate process with one thread and precompiled kernels. Time is CPU time. Memory is the
peak in addition to the memory with the graph. Costs are recounted from the finished cut.
"""

import math
import sys
from functools import cache, partial
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from harness import cost_apart, cpu_seconds, parser, table
from matplotlib.transforms import Bbox

from numasim.trace.programs import PROGRAMS
from numasim.trace.trace_program import trace_program
from numasim.validation.markdown import write_section
from partitioners.analysis.power_law import fit_power_law_log_binned, power_law_bound
from partitioners.analysis.quality import quality
from partitioners.errors import MissingExtraError
from partitioners.files.read_graph import read_graph
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition_graph import partition

PAGE = Path(__file__).parents[1] / "docs" / "partitioning.md"
LIMIT_S = 20  # CPU seconds for one cut; a method that takes longer is not run with more parts
LARGE_LIMIT_S = 400
COUNTS = (8, 64, 256, 1024)
STREAMS = {"hdrf", "powergraph", "libra"}
METHODS = (
    "random", "dbh", "powergraph", "hdrf", "libra", "wvp_greedy", "spac", "spac+refine", "ne", "ne+refine",
    "cover", "multilevel", "hypergraph", "portfolio",
)  # fmt: skip

# Vertex copies of other programs with one thread and imbalance 1.03, which NE exceeds from 64 parts on.
BEST_KNOWN = {
    ("Barabasi-Albert", 8): (70271, "NE"),
    ("Barabasi-Albert", 64): (158616, "Mt-KaHyPar"),
    ("Barabasi-Albert", 256): (233275, "NE"),
    ("Erdos-Renyi", 64): (203353, "NE"),
    ("R-MAT 17", 8): (51494, "NE"),
    ("grid", 8): (1824, "Mt-KaHyPar"),
    ("grid", 64): (6559, "Mt-KaHyPar"),
    ("27-point cube", 8): (7486, "Mt-KaHyPar"),
    ("27-point cube", 64): (22423, "Mt-KaHyPar"),
    ("email-Enron", 8): (5192, "Mt-KaHyPar"),
    ("email-Enron", 64): (15355, "cover, refined"),
    ("wing", 8): (2215, "Mt-KaHyPar"),
    ("wing", 64): (6811, "Mt-KaHyPar"),
}

# Vertex copies of the C++ program of neighbourhood expansion, where it keeps 1.03; it takes no seed.
PAPERS_NE = {("Barabasi-Albert", 8): 70271, ("R-MAT 17", 8): 51494, ("email-Enron", 8): 6204}

# Figure 4 of the SPAC paper, the row of mc2depi.
PAPER_MC2DEPI = {
    "contiguous": 144758, "hMETIS": 34789, "PaToH": 35254, "random": 3118216, "powergraph": 269827,
    "wvp_random": 39736, "wvp_greedy": 39029, "spac": 36124,
}  # fmt: skip

# Places of a label next to its point, the first preferred: left, right, above, below, and the corners.
LABEL_PLACES = [
    {"xytext": (6 * dx, (5 if dx else 6) * dy), "ha": ("right", "center", "left")[dx + 1],
     "va": ("top", "center_baseline", "bottom")[dy + 1]}
    for dx, dy in ((-1, 0), (1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
]  # fmt: skip


def measured(graph, method, parts, limit=LIMIT_S, **options):
    """The metrics of one cut; None if it took too long or its package is not installed."""
    try:
        cost = cost_apart(partial(partition, graph, method, parts, **options), quality, limit)
    except MissingExtraError:
        cost = None
    if cost is None:
        return None
    seconds, peak, figures = cost
    return (
        figures.vertex_copies, figures.edge_weight_imbalance, seconds, peak / 2**20,
        figures.replication_factor, figures.average_degree_of_cut_vertices,
    )  # fmt: skip


def warm_up(methods):
    small = GENERATORS["rmat"].function(scale=8)
    for method in methods:
        for parts in (8, 100):
            try:
                partition(small, method, parts)
            except MissingExtraError:
                print(f"{method} is skipped: its package is not installed", file=sys.stderr)
                break


@cache
def graphs(data):
    """The generated graphs and those in the files of a folder, by name, with each undirected edge once."""
    found = {
        "Barabasi-Albert": GENERATORS["barabasi_albert"].function(vertices=50_000, seed=1),
        "Erdos-Renyi": GENERATORS["erdos_renyi"].function(vertices=50_000, edges=400_000, seed=1),
        "R-MAT 17": GENERATORS["rmat"].function(scale=17, seed=1),
        "grid": GENERATORS["grid"].function(width=512, height=512),
        "27-point cube": GENERATORS["mesh27"].function(side=39),
    }
    for file in sorted(Path(data).glob("*.mtx*")) if data else ():
        read = read_graph(file)
        name = file.name.split(".mtx")[0]
        low, high = np.minimum(read.src, read.dst), np.maximum(read.src, read.dst)
        n = read.num_vertices
        key = np.unique(low[low != high].astype(np.int64) * n + high[low != high])
        found[name] = Graph(n, key // n, key % n, name=name)
    return found


def shuffled(method):
    return {"order": "shuffled"} if method in STREAMS else {}


def methods(data):
    """Run every method on every graph."""
    warm_up(METHODS)
    rows, points, ratios = [], [], []
    for name, graph in graphs(data).items():
        too_slow = set()
        for parts in COUNTS:
            row = {}
            for method in METHODS:
                slow = method in too_slow
                row[method] = None if slow else measured(graph, method, parts, **shuffled(method))
                if row[method] is None:
                    too_slow.add(method)
                else:
                    points.append((method, name, parts, *row[method][:4]))
                print(f"{name}, {parts}, {method}: {row[method]}", file=sys.stderr, flush=True)
            fewest = min(figures[0] for figures in row.values() if figures)
            cells = []
            for copies, imbalance, seconds, memory, *_ in (each or [None] * 4 for each in row.values()):
                mark = "**" if copies == fewest else ""
                worst = f", imbalance {imbalance:.2f}" if copies and imbalance > 1.0305 else ""
                shown = f"{mark}{copies:,}{mark} ({seconds:.2g}, {memory:.0f}{worst})" if copies else "–"
                cells.append(shown)
            best, by = BEST_KNOWN.get((name, parts), (None, ""))
            if best:
                ratios.append(row["portfolio"][0] / best)
            rows.append((name, parts, f"{best:,} ({by})" if best else "", *cells))
    pareto(points)
    return [
        "Vertex copies (CPU seconds, MB); the fewest copies of a row in bold.", "",
        *table(("graph:15", "k:4", "best known:23", *(f"{method}:16" for method in METHODS)), rows), "",
        f"`portfolio` over the best known: {geometric_mean(ratios):.3f} in the geometric mean, "
        f"{min(ratios):.2f} to {max(ratios):.2f}.",
    ]  # fmt: skip


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def pareto(points):
    """Plot copies over the portfolio's against CPU seconds per million edges (medians over graphs)."""
    edges = {name: graph.num_edges for name, graph in graphs(None).items()}
    reference = {(name, parts): copies for method, name, parts, copies, *_ in points if method == "portfolio"}
    places = []
    for method in METHODS:
        own = [p for p in points if p[0] == method and p[1] in edges and p[1:3] in reference]
        if own:
            x = float(np.median([seconds / edges[name] * 1e6 for _, name, _, _, _, seconds, _ in own]))
            y = geometric_mean([copies / reference[name, parts] for _, name, parts, copies, *_ in own])
            places.append((y, x, method))
    plt.rcParams["svg.hashsalt"] = "numasim"
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    for y, x, _ in sorted(places):
        axes.plot(x, y, "o")
    axes.set(xscale="log", yscale="log", xlabel="CPU seconds for a million edges (median)", ylim=(0.9, None),
             ylabel="vertex copies over the portfolio's (geometric mean)")  # fmt: skip
    axes.set_yticks([1, 1.5, 2, 3, 5, 10], labels=["1", "1.5", "2", "3", "5", "10"])
    axes.grid(alpha=0.3, which="both")
    label_points(axes, [(x, y, method) for y, x, method in sorted(places)])
    figure.savefig(PAGE.parent / "figures" / "partitioning-pareto.svg", metadata={"Date": None})


def label_points(axes, labelled):
    """Write each label next to its point, inside the axes, where it covers no point and no other label."""
    axes.figure.canvas.draw()  # extents in pixels need the final layout
    mark = 4 * axes.figure.dpi / 72
    centres = axes.transData.transform([point[:2] for point in labelled])
    taken = [Bbox([centre - mark, centre + mark]) for centre in centres]
    for x, y, text in labelled:
        for place in LABEL_PLACES:
            label = axes.annotate(text, (x, y), fontsize=8, textcoords="offset points", **place)
            extent = label.get_window_extent()
            inside = all(axes.bbox.fully_contains(*corner) for corner in (extent.min, extent.max))
            if inside and not extent.count_overlaps(taken):
                taken.append(extent)
                break
            label.remove()
        else:
            raise ValueError(f"no place for the label {text!r} of the figure; make the figure larger")


def mc2depi(_data):
    """The row of mc2depi in Figure 4 of the SPAC paper, and its line of Table 1."""
    graph = GENERATORS["mc2depi"].function(n=1024)
    parts = round(graph.num_edges / 10_240)
    cases = [
        ("contiguous", "contiguous", {}), ("random", "random", {}),
        ("powergraph", "powergraph", shuffled("powergraph")),
        ("wvp_random", "wvp_random", {}), ("wvp_greedy", "wvp_greedy", {}),
        ("spac, as in the paper", "spac", {"form": "split", "path_order": "index", "close_path": True}),
        ("spac, contracted", "spac", {"close_path": True}),
        ("hypergraph", "hypergraph", {}), ("ne", "ne", {}), ("portfolio", "portfolio", {}),
    ]  # fmt: skip
    warm_up({method for _, method, _ in cases})
    rows = []
    for title, method, options in cases:
        figures = measured(graph, method, parts, **options)
        if figures:
            paper = PAPER_MC2DEPI.get(method)
            rows.append((
                title, figures[0], paper or "", figures[0] / paper if paper else "",
                figures[1], figures[2], figures[5],
            ))  # fmt: skip
    head = ("copies:9,", "the paper's:,", "ratio:.2f", "imbalance:.3f", "CPU s:.2f")
    return [
        f"{graph.num_edges:,} edges, k = {parts}; copies of hMETIS and PaToH in the paper: "
        f"{PAPER_MC2DEPI['hMETIS']:,} and {PAPER_MC2DEPI['PaToH']:,}. "
        "Average degree of cut vertices in its Table 1: 4.0 for WVP greedy and SPAC.",
        "",
        *table(("method:21", *head, "average degree of cut vertices:.1f"), rows),
    ]


def density(_data):
    """Figure 7 of the SPAC paper: improvement over WVP greedy, by average degree."""
    warm_up(("wvp_greedy", "spac", "portfolio"))
    rows = []
    for degree in (2, 4, 8, 16, 32, 64):
        cells = []
        for graph in (
            GENERATORS["barabasi_albert"].function(vertices=50_000, edges_per_vertex=degree // 2, seed=1),
            GENERATORS["erdos_renyi"].function(vertices=50_000, edges=25_000 * degree, seed=1),
        ):
            greedy = measured(graph, "wvp_greedy", 64)[0]
            paper = measured(graph, "spac", 64, form="split", path_order="index")
            cells += [
                f"{greedy / figures[0]:.2f}" if figures else "–"
                for figures in (paper, measured(graph, "spac", 64), measured(graph, "portfolio", 64))
            ]
        rows.append((degree, *cells))
    return [
        "Copies of `wvp_greedy` over those of the other, 50,000 vertices, k = 64.", "",
        *table(("average degree", "BA, spac in the paper's form", "spac", "portfolio",
                "ER, spac in the paper's form", "spac", "portfolio"), rows),
    ]  # fmt: skip


def programs(_data):
    """Figure 8 and Table 5 of the WB-Libra paper: replication factors against the bound, and balance."""
    names = ("w_powergraph", "wb_powergraph", "w_libra", "wb_libra", "portfolio")
    warm_up(names)
    rows = []
    for program in PROGRAMS:
        if program == "md":  # sixteen times the next one
            continue
        graph = trace_program(program).graph
        alpha = fit_power_law_log_binned(graph.degree[graph.degree > 0])
        for parts in (8, 64, 1024):
            bound = power_law_bound(graph.num_vertices, parts, alpha)
            cells = []
            for method in names:
                figures = measured(graph, method, parts)
                cells.append(f"{figures[4]:.2f} ({figures[1]:.4f})" if figures else "–")
            rows.append((program, parts, bound, *cells))
    return [
        "Replication factor (imbalance), edges in the order of the program; the bound is Eq. (10) at the "
        "exponent of the log-binned fit.", "",
        *table(("program:10", "k:4", "bound:.2f", *(f"{name}:15" for name in names)), rows),
    ]  # fmt: skip


def expansion(data):
    """Compare neighbourhood expansion with its authors' program, and with sorting the edges."""
    warm_up(("ne",))
    rows = []
    for name, graph in graphs(data).items():
        pair = graph.src.astype(np.int64) * graph.num_vertices + graph.dst
        pair = np.random.default_rng(0).permutation(pair)  # edges of the generators are sorted already
        sort, _ = cpu_seconds(partial(np.argsort, pair, kind="stable"))
        for parts in (8, 64):
            cuts = [measured(graph, "ne", parts, seed=seed) for seed in range(5)]
            copies, imbalance, seconds = (np.array([cut[i] for cut in cuts]) for i in range(3))
            theirs = PAPERS_NE.get((name, parts))
            rows.append((
                name, parts, f"{copies.mean():,.0f} ({copies.min():,} to {copies.max():,})",
                theirs or "", copies.mean() / theirs if theirs else "",
                imbalance.max(), seconds.mean(), seconds.mean() / sort,
            ))  # fmt: skip
    return [
        "Vertex copies of `ne` with five seeds, mean (fewest to most), compared with the C++ program of its "
        "authors if that keeps imbalance 1.03. Time is in CPU seconds, and relative to one stable sort of "
        "the edges by (source, destination).", "",
        *table(("graph:15", "k:2", "copies:26", "C++:6,", "ratio:.3f", "imbalance:.3f", "CPU s:.2f",
                "sorts:.1f"), rows),
    ]  # fmt: skip


def scaling(_data):
    """Time and memory by the number of edges, and by the number of parts."""
    names = ("hdrf", "wb_libra", "ne", "spac", "portfolio")
    warm_up(names)
    columns = [f"{name}:12" for name in names]
    by_edges, by_parts = [], []
    for scale in (13, 15, 17, 19, 21):
        graph = GENERATORS["rmat"].function(scale=scale, seed=1)
        by_edges.append((graph.num_edges, *(cost(graph, 64, name) for name in names)))
        print(*by_edges[-1], file=sys.stderr, flush=True)
    graph = GENERATORS["rmat"].function(scale=17, seed=1)
    for parts in (8, 64, 512, 4096):
        by_parts.append((parts, *(cost(graph, parts, name) for name in names)))
        print(*by_parts[-1], file=sys.stderr, flush=True)
    return [
        "R-MAT, 16 edges a vertex, k = 64: CPU seconds (MB).", "",
        *table(("edges:10,", *columns), by_edges), "",
        f"R-MAT 17, {graph.num_edges:,} edges: CPU seconds (MB).", "",
        *table(("k:5,", *columns), by_parts),
    ]  # fmt: skip


def cost(graph, parts, method):
    figures = measured(graph, method, parts, limit=LARGE_LIMIT_S, **shuffled(method))
    return f"{figures[2]:.3g} ({figures[3]:.0f})" if figures else f"over {LARGE_LIMIT_S}"


SECTIONS = {each.__name__: each for each in (methods, mc2depi, expansion, density, programs, scaling)}


def main():
    arguments = parser(__doc__)
    arguments.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help=f"of {', '.join(SECTIONS)}")
    arguments.add_argument("--data", help="folder of Matrix Market files")
    arguments.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    options = arguments.parse_args()
    for name in options.sections or SECTIONS:
        mark = f"<!-- written by benchmarks/partitioning.py: {name} -->"
        lines = SECTIONS[name](options.data)
        print("\n".join(lines), flush=True)
        if options.write:
            write_section(PAGE, "\n".join([mark, *lines, mark.replace("written", "end of what is written")]))


if __name__ == "__main__":
    main()
