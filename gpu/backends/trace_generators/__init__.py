"""What the warps of the package's kernels ask of memory, made straight from the launch's indices.

One module a file of ``gpu/kernels``, of the same name, with one function a kernel, of the same name. It says
warp by warp what the compiled kernel does (gpu/backends/host/trace.h has the rules); the tests hold its
requests equal to those of :class:`gpu.TraceBackend`, array by array.
"""
