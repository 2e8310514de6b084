"""Refinement of a finished partition by local search."""
