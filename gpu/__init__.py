"""The first floor, beside the mappers: the GPU's model and its kernels."""
