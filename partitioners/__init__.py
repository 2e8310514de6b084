"""The ground floor: the graph, and every way to cut it. It knows nothing of machines."""

from partitioners.generators import GENERATORS
from partitioners.graph import Graph
from partitioners.interchange import bipartite
from partitioners.partition import EdgePartition, Partition, VertexPartition
from partitioners.partition_graph import PARTITIONERS, partition
from partitioners.readers import read_graph
from partitioners.writers import write_graph

__all__ = [
    "GENERATORS",
    "PARTITIONERS",
    "EdgePartition",
    "Graph",
    "Partition",
    "VertexPartition",
    "bipartite",
    "partition",
    "read_graph",
    "write_graph",
]
