"""Simulated time and data communication of the ten programs, beside Tables 6 to 9 of the vertex-cut paper.

    scripts/bench paper_tables                    all programs at 8 and 1,024 clusters
    python benchmarks/paper_tables.py 8 64 fft nn  these clusters and programs

Every figure is relative to compnet's, as in the paper's Tables 8 and 9; its seconds are turned into the same
ratios. The machine is the paper's Table 2 with a core a cluster, the mapping memory-centric, the work traced,
the inputs present. A vertex cut runs in the better of the two orders of its edges, by time: *g* for the
program's own, *s* for shuffled.
"""

import sys
import time

import numasim
from numasim.trace.programs import PROGRAMS

METHODS = (
    "compnet",
    "metis",
    "powergraph",
    "w_powergraph",
    "wb_powergraph",
    "libra",
    "w_libra",
    "wb_libra",
)

# Seconds of Tables 6 and 7, per cent of Tables 8 and 9: the order of the methods is the one above.
PAPER_SECONDS = {
    8: {
        "dijkstra": (317.27, 332.48, 346.15, 263.75, 260.91, 253.86, 262.51, 242.26),
        "fft": (279.6, 288.22, 209.27, 253.71, 230.02, 248.42, 239.33, 291.53),
        "kmeans": (244.87, 261.38, 279.53, 206.25, 195.53, 201.54, 188.25, 178.58),
        "mandel": (341.35, 373.28, 265.15, 289.74, 257.12, 277.31, 256.49, 245.82),
        "md": (2568.72, 2723.71, 2822.47, 2313.9, 1821.68, 2178.41, 1824.95, 1642.18),
        "nn": (351.23, 376.93, 354.32, 311.74, 256.41, 297.59, 278.24, 253.89),
        "neuron": (214.75, 242.68, 213.95, 187.23, 163.63, 174.54, 157.69, 131.4),
        "cnn": (1568.59, 1736.37, 1454.88, 1425.63, 1221.53, 1358.61, 1315.78, 1175.8),
        "strassen8": (142.41, 155.39, 131.24, 121.37, 104.99, 112.62, 111.23, 96.24),
        "strassen16": (326.75, 351.26, 323.5, 304.21, 274.63, 285.44, 264.58, 248.25),
    },
    1024: {
        "dijkstra": (31.08, 46.48, 33.5, 27.79, 29.27, 29.58, 26.43, 23.4),
        "fft": (24.92, 32.4, 25.08, 22.64, 23.96, 23.2, 20.31, 18.59),
        "kmeans": (16.77, 37.23, 18.26, 16.37, 12.54, 15.3, 13.92, 11.26),
        "mandel": (23.48, 41.37, 15.8, 19.81, 14.52, 17.47, 14.43, 12.6),
        "md": (228.43, 245.61, 233.02, 204.53, 174.23, 192.23, 169.18, 155.71),
        "nn": (33.44, 52.36, 34.92, 29.35, 25.48, 29.84, 27.9, 23.22),
        "neuron": (21.3, 48.32, 23.73, 20.93, 21.62, 19.19, 17.97, 16.11),
        "cnn": (157.5, 170.92, 148.48, 145.87, 110.67, 132.22, 119.43, 105.29),
        "strassen8": (12.51, 15.03, 14.57, 13.55, 12.39, 12.17, 11.11, 10.31),
        "strassen16": (31.81, 38.14, 29.23, 29.62, 27.36, 27.22, 25.25, 23.42),
    },
}
PAPER_COMMUNICATION = {
    8: {
        "dijkstra": (100, 142, 60, 46, 54, 50, 54, 57),
        "fft": (100, 156, 71, 53, 65, 56, 62, 65),
        "kmeans": (100, 135, 59, 41, 52, 46, 52, 55),
        "mandel": (100, 158, 48, 31, 41, 36, 42, 45),
        "md": (100, 160, 47, 33, 39, 36, 40, 44),
        "nn": (100, 169, 63, 43, 55, 48, 53, 57),
        "neuron": (100, 137, 59, 42, 53, 47, 52, 56),
        "cnn": (100, 192, 64, 50, 56, 53, 55, 58),
        "strassen8": (100, 171, 55, 43, 50, 46, 48, 52),
        "strassen16": (100, 193, 54, 42, 46, 45, 47, 50),
    },
    1024: {
        "dijkstra": (100, 142, 53, 34, 47, 39, 46, 47),
        "fft": (100, 163, 55, 42, 50, 43, 46, 49),
        "kmeans": (100, 132, 47, 31, 42, 32, 39, 43),
        "mandel": (100, 117, 33, 18, 28, 19, 23, 27),
        "md": (100, 156, 41, 25, 35, 29, 31, 35),
        "nn": (100, 176, 52, 35, 44, 39, 45, 47),
        "neuron": (100, 148, 38, 27, 30, 31, 33, 35),
        "cnn": (100, 183, 63, 44, 55, 49, 55, 57),
        "strassen8": (100, 145, 52, 35, 44, 38, 42, 46),
        "strassen16": (100, 166, 53, 38, 48, 41, 45, 48),
    },
}


def simulated(graph, method, parts, order=None):
    """Cycles, static copies or cut edges, and bytes between cores."""
    options = {} if order is None else {"order": order}
    partition = numasim.partition(graph, method, parts=parts, seed=0, **options)
    machine = numasim.load_machine("table2", clusters=parts)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
    execution = {"inputs": "present", "combine": method not in ("compnet", "metis")}
    scalars = numasim.simulate(partition, mapping, machine, execution).scalars
    return scalars["cycles"], numasim.quality(partition).copies_or_cut, scalars["network_bytes"]


def rows_of(graph, parts):
    """For each method: cycles, copies, bytes, and the order that was the better one."""
    for method in METHODS:
        if method in ("compnet", "metis"):
            yield (*simulated(graph, method, parts), "")
        else:
            yield min((*simulated(graph, method, parts, order), order[0]) for order in ("given", "shuffled"))


def beside(value, paper):
    return f"{value:.2f} ({paper:.2f})" if paper is not None else f"{value:.2f}"


def main(arguments):
    counts = [int(a) for a in arguments if a.isdigit()] or [8, 1024]
    names = [a for a in arguments if not a.isdigit()] or list(PROGRAMS)
    for parts in counts:
        lines = {"time": [], "copies or cut": [], "bytes between cores": []}
        begin = time.process_time()
        for name in names:
            found = list(rows_of(numasim.trace_program(name).graph, parts))
            seconds = PAPER_SECONDS.get(parts, {}).get(name)
            shares = PAPER_COMMUNICATION.get(parts, {}).get(name)
            paper_time = [s / seconds[0] for s in seconds] if seconds else [None] * len(METHODS)
            paper_share = [s / 100 for s in shares] if shares else [None] * len(METHODS)
            first = found[0]
            for title, column, paper in (
                ("time", 0, paper_time),
                ("copies or cut", 1, paper_share),
                ("bytes between cores", 2, paper_share),
            ):
                cells = [
                    beside(row[column] / max(first[column], 1), theirs)
                    + (f" {row[3]}" if column == 0 else "")
                    for row, theirs in zip(found, paper, strict=True)
                ]
                lines[title].append(f"| {name} | {first[column]:,} | {' | '.join(cells[1:])} |")
            print(f"{name}, {parts} clusters: {time.process_time() - begin:.0f} s CPU", file=sys.stderr)
        for title, body in lines.items():
            print(f"\n{parts} clusters, {title}: relative to compnet (the paper's)\n")
            print(f"| program | compnet | {' | '.join(METHODS[1:])} |")
            print("|---" * (len(METHODS) + 1) + "|")
            print("\n".join(body), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
