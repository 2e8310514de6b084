"""Where kernels run: on a GPU (CuPy), compiled for the host, or as generators of their traces."""
