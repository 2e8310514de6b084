"""Back ends for kernels: a GPU (CuPy), compiled code on the host, or generators of their traces."""
