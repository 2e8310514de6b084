"""Shared code of streaming partitioners: greedy placement, replica bit masks, edge orders."""
