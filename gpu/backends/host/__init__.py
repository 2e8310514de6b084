"""CUDA kernels on the CPU: g++ compiles their unmodified source together with a small header."""
