"""PageRank on a GPU: a program for numasim."""
