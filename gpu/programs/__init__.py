"""Programs that launch kernels, one file each."""
