"""METIS given every edge in one direction, beside METIS given both directions, as it expects.

    scripts/bench one_way_metis                     small programs
    python benchmarks/one_way_metis.py fft cnn      these programs

METIS takes an undirected graph as the list of each vertex's neighbours, with every edge in the lists of both
ends, and does not check this. The lists of a dependency graph as it is, an instruction with its readers, have
every edge once. Columns are the cut edges over those of a random assignment of vertices, E (1 - 1/p), by
METIS's k-way method and by recursive bisection. Each call has a process of its own and a minute, because
METIS can crash on such lists, or hang.
"""

import multiprocessing
from functools import partial

import numpy as np
from harness import parser, print_table

import numasim
from partitioners.undirected import undirected


def random_share(graph, parts, *, recursive, one_way):
    """The edges that METIS cuts over those of a random assignment of vertices."""
    import pymetis

    indptr, neighbour, _ = undirected(graph)
    if one_way:
        owner = np.repeat(np.arange(graph.num_vertices), np.diff(indptr))
        later = neighbour > owner  # vertices are numbered as they were executed
        neighbour = neighbour[later]
        indptr = np.append(0, np.cumsum(np.bincount(owner[later], minlength=graph.num_vertices)))
    lists = pymetis.CSRAdjacency(indptr, neighbour)
    found = pymetis.part_graph(parts, lists, recursive=recursive, options=pymetis.Options(seed=1))
    part = np.asarray(found.vertex_part)
    return np.count_nonzero(part[graph.src] != part[graph.dst]) / graph.num_edges / (1 - 1 / parts)


def apart(work, limit_s=60):
    """The result of a call in a forked process, or None if the process crashes or does not end in time."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(work()))
    child.start()
    sender.close()
    try:
        answer = receiver.recv() if receiver.poll(limit_s) else None
    except EOFError:
        answer = None
    child.kill()
    child.join()
    return answer


def rows(names, sizes):
    for name in names:
        graph = numasim.trace_program(name).graph
        for parts in sizes:
            cells = []
            for one_way in (False, True):
                for recursive in (False, True):
                    work = partial(random_share, graph, parts, recursive=recursive, one_way=one_way)
                    answer = apart(work)
                    cells.append("fails" if answer is None else answer)
            yield name, parts, *cells


def main():
    arguments = parser(__doc__, parts=[8, 1024])
    arguments.add_argument("programs", nargs="*", default=["kmeans", "neuron", "nn", "strassen8"])
    given = arguments.parse_args()
    columns = ("k-way:.2f", "bisection:.2f", "k-way, one way:.2f", "bisection, one way:.2f")
    print_table(("program:9", "clusters:,", *columns), rows(given.programs, given.parts))


if __name__ == "__main__":
    main()
