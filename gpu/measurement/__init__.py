"""Recording kernels on a real GPU, and validating the model against what was recorded."""
