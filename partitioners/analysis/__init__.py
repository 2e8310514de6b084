"""Analysis of a graph: statistics, degree distribution and path lengths."""
