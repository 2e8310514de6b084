"""Caches, the MESI directory protocol, and its random tester."""
