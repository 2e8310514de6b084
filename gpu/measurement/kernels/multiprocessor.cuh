// The number of the multiprocessor that runs a thread.
#pragma once

__device__ inline unsigned multiprocessor() {
#ifdef __CUDA_HOST_BACK_END__
    return blockIdx.x;  // where the model places the blocks of a grid with one for each multiprocessor
#else
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
#endif
}
