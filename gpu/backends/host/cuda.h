// Empty: what a kernel needs of CUDA's header of this name is in cuda_host.h.
