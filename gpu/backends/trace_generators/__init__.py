"""Generators of the memory requests of the package's kernels, computed directly from a launch's indices.

There is one module for each file of ``gpu/kernels`` and one function for each kernel, with the same names. A
function generates the requests of the compiled kernel warp by warp (gpu/backends/host/trace.h has the rules).
Tests check that these requests equal those of :class:`gpu.TraceBackend`, array by array.
"""
