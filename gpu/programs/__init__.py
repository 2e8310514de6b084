"""Programs of kernels, one file each."""
