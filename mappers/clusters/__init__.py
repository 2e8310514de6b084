"""Clusters as a mapper sees them: work, communication, and when a program needs them."""
