"""From a graph to a smaller one: communities, groups, covers, splits."""
