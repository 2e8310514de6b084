"""Topologies and the algorithms that map clusters onto cores."""
