"""Partitions alone, with no machine."""
