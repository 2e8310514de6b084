"""Time and quality of mappers, for random vertex cuts of one random graph on a mesh.

Run as ``python benchmarks/mapping.py [--edges M] [--width W] [--height H] [--repeats N]``. Times are medians
of CPU seconds after one warm-up run for the compiled code. The last table is the time against the number of
clusters P, each of which talks to the same number of others: the vertex-cut paper wants O(P).
"""

from functools import partial

import numpy as np
from harness import cpu_seconds, parser, print_table

from mappers.clusters.cluster_graph import ClusterGraph, cluster_graph
from mappers.map_clusters import map_clusters
from mappers.metrics import mapping_quality
from mappers.topology import Mesh
from partitioners.graph import Graph
from partitioners.partition import EdgePartition

CASES = {
    1024: [
        ("memory_centric", {}),
        ("memory_centric", {"estimate": "serial"}),
        ("round_robin", {}),
        ("random", {}),
        ("greedy", {}),
        ("local_search", {"start": "greedy"}),
        ("local_search", {"start": "random"}),
    ],
    65_536: [
        ("memory_centric", {}),
        ("round_robin", {}),
        ("random", {}),
        ("greedy", {}),
    ],
}


def random_cut(edges: int, parts: int) -> EdgePartition:
    """A random directed acyclic graph of average degree 32, with each edge in a random cluster."""
    draw = np.random.default_rng(0)
    vertices = max(edges // 16, 2)
    tail = draw.integers(0, vertices - 1, edges)
    head = draw.integers(tail + 1, vertices)
    return EdgePartition(Graph(vertices, tail, head), parts, draw.integers(0, parts, edges))


def local_cut(parts: int) -> EdgePartition:
    """A graph of 64 vertices a cluster, whose edges lead at most two clusters ahead."""
    draw = np.random.default_rng(0)
    vertices = 64 * parts
    tail = np.repeat(np.arange(vertices - 1), 4)
    head = np.minimum(tail + draw.integers(1, 129, tail.size), vertices - 1)
    return EdgePartition(Graph(vertices, tail, head), parts, tail // 64)


def fresh(clusters: ClusterGraph) -> ClusterGraph:
    """The same cluster graph without cached results, so that a mapper's time includes their computation."""
    fields = ClusterGraph.__dataclass_fields__
    return ClusterGraph(**{name: getattr(clusters, name) for name in fields})


def rows(clusters: ClusterGraph, mesh: Mesh, methods, repeats: int):
    for method, options in methods:

        def work(method=method, options=options):
            return map_clusters(fresh(clusters), mesh, method, **options)

        seconds, mapping = cpu_seconds(work, repeats)
        quality = mapping_quality(clusters, mapping, mesh)
        label = " ".join([method, *(f"{name}={value}" for name, value in options.items())])
        link = quality.largest_link_load
        yield label, seconds, quality.hop_bytes, quality.mean_hops, link, quality.cores_used


def against_clusters(mesh: Mesh, repeats: int):
    """The cells of a row: P, its communications, and the microseconds a cluster of both estimates."""
    for parts in (1024, 4096, 16_384, 65_536):
        clusters = cluster_graph(local_cut(parts))
        times = []
        for estimate in ("serial", "overlapped"):

            def work(clusters=clusters, estimate=estimate):
                return map_clusters(fresh(clusters), mesh, "memory_centric", estimate=estimate)

            times.append(1e6 * cpu_seconds(work, repeats)[0] / parts)
        yield f"{parts:,}", clusters.target.size, *times


def main() -> None:
    given = parser(__doc__, repeats=5, edges=1_000_000, width=32, height=32).parse_args()
    mesh = Mesh(given.width, given.height)
    small = cluster_graph(random_cut(1000, 16))
    for method, options in CASES[1024]:
        map_clusters(small, Mesh(4, 4), method, **options)  # compiles
    columns = ("mapper:35", "CPU s:9.4f", "hop-bytes:11", "mean hops:.2f", "busiest link:", "cores used:")
    for parts, methods in CASES.items():
        seconds, clusters = cpu_seconds(partial(cluster_graph, random_cut(given.edges, parts)), given.repeats)
        pairs = clusters.target.size
        print(f"\n{parts} clusters, {pairs} communications, {given.width} x {given.height} cores")
        print(f"cluster graph: {seconds:.4f} CPU s\n")
        print_table(columns, rows(clusters, mesh, methods, given.repeats))
    print(f"\nmemory_centric, {given.width} x {given.height} cores: CPU time of a cluster\n")
    head = ("clusters:8", "communications:,", "serial, us:.2f", "overlapped, us:.2f")
    print_table(head, against_clusters(mesh, given.repeats))


if __name__ == "__main__":
    main()
