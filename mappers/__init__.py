"""Topologies and the algorithms that map clusters onto cores."""

from mappers.cluster_graph import ClusterGraph, cluster_graph
from mappers.costs import TransferCosts
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import CoreState, Mapping, OnlineMapper, OnlineMapping
from mappers.topology import Mesh, Topology

__all__ = [
    "MAPPERS",
    "ClusterGraph",
    "CoreState",
    "Mapping",
    "Mesh",
    "OnlineMapper",
    "OnlineMapping",
    "Topology",
    "TransferCosts",
    "cluster_graph",
    "map_clusters",
]
