"""Time and quality of mappers, for random vertex cuts of one random graph on a mesh.

Run as ``python benchmarks/mapping.py [--edges M] [--width W] [--height H] [--repeats N]``. Times are medians
of CPU seconds after one warm-up run for the compiled code.
"""

import argparse
import statistics
import time

import numpy as np

from mappers import ClusterGraph, Mesh, cluster_graph, map_clusters
from mappers.metrics import mapping_quality
from partitioners import EdgePartition, Graph

CASES = {
    1024: [
        ("memory_centric", {}),
        ("memory_centric", {"core_limit": "threshold"}),
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


def median_seconds(repeats: int, work) -> tuple[float, object]:
    seconds, result = [], None
    for _ in range(repeats):
        begin = time.process_time()
        result = work()
        seconds.append(time.process_time() - begin)
    return statistics.median(seconds), result


def fresh(clusters: ClusterGraph) -> ClusterGraph:
    """The same cluster graph without cached results, so that a mapper's time includes their computation."""
    fields = ClusterGraph.__dataclass_fields__
    return ClusterGraph(**{name: getattr(clusters, name) for name in fields})


def main() -> None:
    parser = argparse.ArgumentParser(description="Time and quality of the mappers.")
    for name, default in (("edges", 1_000_000), ("width", 32), ("height", 32), ("repeats", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    mesh = Mesh(given.width, given.height)
    small = cluster_graph(random_cut(1000, 16))
    for parts, methods in CASES.items():
        partition = random_cut(given.edges, parts)
        seconds, clusters = median_seconds(given.repeats, lambda cut=partition: cluster_graph(cut))
        assert isinstance(clusters, ClusterGraph)
        pairs = clusters.target.size
        print(f"\n{parts} clusters, {pairs} communications, {given.width} x {given.height} cores")
        print(f"{'cluster graph':34} {seconds:9.4f} s")
        print(f"{'':36} CPU seconds   hop-bytes  mean hops  busiest link  cores used")
        for method, options in methods:
            map_clusters(small, Mesh(4, 4), method, **options)
            seconds, mapping = median_seconds(
                given.repeats,
                lambda graph=clusters, name=method, taken=options: map_clusters(
                    fresh(graph), mesh, name, **taken
                ),
            )
            quality = mapping_quality(clusters, mapping, mesh)
            label = " ".join([method, *(f"{name}={value}" for name, value in options.items())])
            print(
                f"{label:34} {seconds:13.4f} {quality.hop_bytes:11} {quality.mean_hops:10.2f} "
                f"{quality.largest_link_load:13} {quality.cores_used:11}"
            )


if __name__ == "__main__":
    main()
