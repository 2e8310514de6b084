"""A program on a GPU."""
