"""The model of a GPU: multiprocessors, caches, block scheduler and occupancy."""
