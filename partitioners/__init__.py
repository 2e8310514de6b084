"""Graphs, partitioning algorithms and the quality of partitions, independent of any machine."""

# ruff: noqa: E402  (the folder of compiled kernels is chosen before the first kernel is imported)

from partitioners.kernels.folder import choose_kernel_folder

choose_kernel_folder()

from partitioners.analysis.power_law import expected_replication_factor, fit_power_law, power_law_bound
from partitioners.analysis.quality import Quality, quality
from partitioners.analysis.verify import verify
from partitioners.files.interchange import bipartite
from partitioners.files.partition_files import read_partition, write_partition
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, Partition, VertexPartition
from partitioners.partition_graph import PARTITIONERS, partition

__all__ = [
    "GENERATORS",
    "PARTITIONERS",
    "EdgePartition",
    "Graph",
    "Partition",
    "Quality",
    "VertexPartition",
    "bipartite",
    "expected_replication_factor",
    "fit_power_law",
    "partition",
    "power_law_bound",
    "quality",
    "read_graph",
    "read_partition",
    "verify",
    "write_graph",
    "write_partition",
]
