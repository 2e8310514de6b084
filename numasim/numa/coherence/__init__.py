"""Caches, their MESI directory protocol, and its validation."""
