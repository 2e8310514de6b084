"""Compilation of kernels, their cache on disk, and small kernels that all packages use."""
