"""Your own algorithm: a partitioner and a mapper, checked and compared with the built-in ones.

Run it with `python docs/tutorials/own_algorithm.py`. Its output is in `own_algorithm.out`. It takes a few
seconds and writes `own_algorithm.yaml` to the current directory. `docs/plugins.md` and the packages in
`docs/examples` show how to put these functions into a package.
"""

# %% A partitioner
# A partitioner is a function of a graph and a number of parts. Its keyword-only parameters are its options.
# numasim checks their types and passes `seed`.

import json
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

import numasim
from numasim.plugins import (
    MAPPERS,
    PARTITIONERS,
    ClusterGraph,
    EdgePartition,
    Graph,
    Topology,
    TransferCosts,
    conformance,
)


def stripes(graph: Graph, parts: int, *, by: Literal["tail", "head"] = "tail") -> EdgePartition:
    """Vertex cut: equal shares of the edges, sorted by the number of one of their ends."""
    ends = graph.src if by == "tail" else graph.dst
    cluster = np.empty(graph.num_edges, np.int64)
    cluster[np.argsort(ends, kind="stable")] = np.arange(graph.num_edges) * parts // max(1, graph.num_edges)
    return EdgePartition(graph, parts, cluster)


PARTITIONERS.register("stripes", stripes)

# %% A mapper
# A mapper is a function of the clusters, the topology and the costs of transfers. This mapper distributes
# the clusters over the cores in the order of their numbers.


def in_line(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> NDArray[np.int64]:
    """Neighbours in the order of the clusters' numbers are neighbours on the machine."""
    return np.arange(clusters.parts) * topology.num_cores // max(topology.num_cores, clusters.parts)


MAPPERS.register("in_line", in_line)

# %% Conformance
# These are the checks that the built-in algorithms pass. If the function is in a package, `numasim
# conformance partitioner stripes` prints them as a table.

for kind, name in (("partitioner", "stripes"), ("mapper", "in_line")):
    findings = conformance(kind, name)
    print(f"{kind} {name}: {sum(not each.failure for each in findings)} of {len(findings)} checks")
    for each in findings:
        if each.failure:
            print(f"  {each.check}\n    {each.failure}")

# %% A mistake is found
# This partitioner has a common mistake. It divides by a number that may be zero.


def careless(graph: Graph, parts: int) -> EdgePartition:
    """Vertex cut: clusters by the running share of the weight."""
    share = np.cumsum(graph.weight) / graph.weight.max()
    return EdgePartition(graph, parts, (share / share[-1] * (parts - 1)).astype(int))


PARTITIONERS.register("careless", careless)
print("\ncareless:")
with np.errstate(all="ignore"):
    for each in conformance("partitioner", "careless"):
        if each.failure:
            print(f"- {each.check}")

# %% Comparison with the built-in algorithms
# Registered algorithms are used like built-in ones, with their options. Only this process has these
# registrations, because they are not in a package. Therefore it needs `workers=1`.

Path("own_algorithm.yaml").write_text("""\
workload: {generator: mc2depi, n: 40}
partition: {parts: 16}
machine: mesh-4x4
execution: {initial_values: preloaded}
sweep:
  partition.method: [random, wb_libra, stripes]
  partition.by: [tail, head]              # only stripes has this option; the others run once
  mapping.method: [random, in_line, local_search]
""")
table = numasim.run("own_algorithm.yaml", workers=1)
options = table["partitioner_options"].map(json.loads)
table["cut"] = [
    f"{method} {chosen.get('by', '')}".strip()
    for method, chosen in zip(table["partitioner"], options, strict=True)
]
print("\nCycles:")
print(
    table.pivot_table(index="cut", columns="mapper", values="cycles", aggfunc="first", sort=False).to_string()
)
print("\nCopies of vertices:")
print(table.groupby("cut", sort=False)["vertex_copies"].first().to_string())
