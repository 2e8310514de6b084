"""Measurements of the reasons in `docs/validation.md` for differences from the vertex-cut paper's tables.

    scripts/bench paper_reasons                    all programs except md
    python benchmarks/paper_reasons.py fft nn      these programs

All graphs have times without the cycles of the clock, and all runs the default mapping. First come the cuts,
relative to a random assignment of vertices, E (1 - 1/p); the paper's values, relative to its METIS, are in
brackets. *Without allocas* is the graph as the paper seems to have counted it. Then come the components of
the time at 1,024 clusters: the work of the busiest core, the critical path without messages, the maximum
number of messages in a chain of dependences, and the mean cycles of a message. Last
come a good vertex cut compared with METIS, CompNet with one message per cluster, and both forms of SPAC on
mc2depi with different neighbours.
"""

import numpy as np
from harness import paper_run, parser, print_table

import numasim
from numasim.program.program import prepare
from numasim.trace.programs import PROGRAMS
from numasim.validation.papers.wb_libra import paper_table

STREAMS = (("powergraph", "PG"), ("w_powergraph", "W-PG"), ("libra", "Libra"), ("wb_libra", "WB-Libra"))
CHAINS = (
    ("compnet", None),
    ("metis", None),
    ("wb_powergraph", "given"),
    ("wb_libra", "given"),
    ("wb_libra", "shuffled"),
)


def cut(graph, method, parts, order=None):
    options = {} if order is None else {"order": order}
    return numasim.partition(graph, method, parts=parts, seed=0, **options)


def cuts(name, parts, drop):
    """The cells of a row: our cut over a random cut, and in brackets the paper's cut over its METIS."""
    graph = numasim.trace_program(name, drop=drop).graph
    at_random = graph.num_edges * (1 - 1 / parts)
    paper = paper_table("wb_libra_communication", parts, [name]).loc[name]
    for method, named in (("metis", "METIS"), ("compnet", "CompNet")):
        found = numasim.quality(cut(graph, method, parts)).copies_or_cut / at_random
        yield f"{found:.3f} ({paper[named] / paper['METIS']:.2f})"
    for method, named in STREAMS:
        found = numasim.quality(cut(graph, method, parts, "shuffled")).copies_or_cut / at_random
        yield f"{found:.2f} ({paper[named] / paper['METIS']:.2f})"


def chain(graph, method, order, parts=1024):
    """The cells of a row."""
    partition = cut(graph, method, parts, order)
    program = prepare(partition)
    replicas = program.replicas
    scattered = replicas.out_replica != replicas.master[graph.src]
    gathered = replicas.in_replica != replicas.master[graph.dst]
    crossings = scattered.astype(np.int64) + gathered
    scalars = paper_run(partition, aggregate_messages=order is not None)
    latency = scalars["message_latency_cycles"] / max(1, scalars["messages_remote"])
    waits = program.longest_path(crossings, np.zeros(graph.num_vertices, np.int64))
    path = scalars["critical_path_cycles"]
    return scalars["cycles"], scalars["busiest_core_cycles"], path, waits, latency, path + waits * latency


def chains(names):
    for name in names:
        graph = numasim.trace_program(name).graph
        for method, order in CHAINS:
            yield name, f"{method} {order or ''}".strip(), *chain(graph, method, order)


def good_cut(name):
    """Copies of `portfolio` over the edges that METIS cuts, with 8 clusters."""
    graph = numasim.trace_program(name).graph
    copies, edges = (numasim.quality(cut(graph, m, 8)).copies_or_cut for m in ("portfolio", "metis"))
    return name, copies, edges, copies / edges


def combined(name, parts):
    """CompNet's cycles with a message for every cut edge, and with a message for every cluster."""
    partition = cut(numasim.trace_program(name).graph, "compnet", parts)
    return [paper_run(partition, aggregate_messages=each)["cycles"] for each in (False, True)]


def states(third, n=1024):
    """The bipartite graph of mc2depi's rows and columns, with a given third neighbour."""
    i, j = (each.ravel() for each in np.indices((n + 1, n + 1)))
    i, j = i[i + j <= n], j[i + j <= n]
    number = np.full((n + 3, n + 3), -1)
    number[i, j] = np.arange(i.size)  # states outside the triangle stay -1, also at index -1
    row, column = [], []
    for di, dj in ((0, 0), (0, 1), (0, -1), third):
        to = number[i + di, j + dj]
        row.append(np.flatnonzero(to >= 0))
        column.append(to[to >= 0])
    src, dst = np.concatenate(row), np.concatenate(column)
    order = np.lexsort((dst, src))
    return numasim.Graph(2 * i.size, src[order].astype(np.int32), (dst[order] + i.size).astype(np.int32))


def main():
    arguments = parser(__doc__)
    arguments.add_argument("programs", nargs="*", default=[name for name in PROGRAMS if name != "md"])
    names = arguments.parse_args().programs
    head = ("program:10", "METIS:13", "CompNet:13", *(f"{named}:13" for _, named in STREAMS))
    for parts in (8, 1024):
        for drop in ((), ("allocas",)):
            counted = "without allocas" if drop else "the whole graph"
            print(f"\n{parts:,} clusters, {counted}: over a random cut\n")
            print_table(head, ((name, *cuts(name, parts, drop)) for name in names))
    print("\n1,024 clusters: components of the time\n")
    head = ("program:10", "method:19", "cycles:10,", "busiest core:,", "critical path:,")
    head += ("messages in a row:,", "latency:.0f", "path + messages x latency:,.0f")
    print_table(head, chains(names))
    print("\n8 clusters\n")
    print_table(("program:10", "portfolio's copies:,", "METIS's cut:,", "ratio:.2f"), map(good_cut, names))
    print("\nCompNet, 8 clusters: cycles\n")
    rows = ((name, *combined(name, 8)) for name in names)
    print_table(("program:10", "a message per cut edge:,", "a message per cluster:,"), rows)
    print()
    for third in ((1, 0), (-1, 0), (1, -1)):
        graph = states(third)
        for form in ("contracted", "split") if third == (1, 0) else ("contracted",):
            partition = numasim.partition(graph, "spac", parts=205, form=form, close_path=True)
            print(
                f"mc2depi, {third}, {form}: {numasim.quality(partition).copies_or_cut:,} copies", flush=True
            )


if __name__ == "__main__":
    main()
