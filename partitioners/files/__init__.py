"""Readers and writers of graphs and partitions."""
