"""Recording of kernels on a real GPU, and validation of the model against the recordings."""
