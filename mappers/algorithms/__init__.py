"""Mapping algorithms, one file each."""
