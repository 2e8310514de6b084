"""The ground floor: the graph, and every way to cut it. It knows nothing of machines."""

from partitioners.graph import Graph
from partitioners.partition import EdgePartition, Partition, VertexPartition
from partitioners.partition_graph import PARTITIONERS, partition

__all__ = [
    "PARTITIONERS",
    "EdgePartition",
    "Graph",
    "Partition",
    "VertexPartition",
    "partition",
]
