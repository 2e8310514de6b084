"""Vertex-cut algorithms, which assign edges to parts, one file each."""
