"""CUDA kernels on the CPU: their unmodified source, compiled by g++ behind a small header of ours."""
