"""Coarsening of graphs: communities, groups of edges, vertex covers, split-and-connect graphs."""
