"""The parameters of a machine: cores, caches, memory, network."""
