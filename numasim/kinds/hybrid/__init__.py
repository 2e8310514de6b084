"""Searches on a processor and a GPU."""
