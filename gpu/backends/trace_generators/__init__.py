"""Generators of the memory requests of the package's kernels, computed from a launch's indices, and results.

There is one module for each file of ``gpu/kernels`` and two functions for each kernel. The one with its name
generates the requests of the compiled kernel warp by warp (gpu/backends/host/trace.h has the rules). Tests
check that these requests equal those of :class:`gpu.TraceBackend`, array by array. The one named
``KERNEL_result`` takes the launch and the kernel's parameters, and computes the result with NumPy or SciPy;
sums are rounded in a different order than on a GPU.
"""
