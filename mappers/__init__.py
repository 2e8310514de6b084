"""Topologies and the algorithms that map clusters onto cores."""

from mappers.clusters.cluster_graph import ClusterGraph, cluster_graph
from mappers.costs import TransferCosts
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import (
    CoreState,
    Mapping,
    Measurements,
    OnlineMapper,
    OnlineMapping,
    PeriodicMapping,
    Remapper,
)
from mappers.topology import Mesh, Topology

__all__ = [
    "MAPPERS",
    "ClusterGraph",
    "CoreState",
    "Mapping",
    "Measurements",
    "Mesh",
    "OnlineMapper",
    "OnlineMapping",
    "PeriodicMapping",
    "Remapper",
    "Topology",
    "TransferCosts",
    "cluster_graph",
    "map_clusters",
]
