"""Clusters of a graph or a traced program on a mesh of cores."""
