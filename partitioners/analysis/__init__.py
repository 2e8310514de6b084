"""Figures of a graph: statistics, degree distribution, path lengths."""
