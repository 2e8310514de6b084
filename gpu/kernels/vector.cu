// The vector operations of the conjugate gradient method (Hestenes and Stiefel, 1952). Scalars stay in device memory
// as numerator and denominator, so that an iteration needs no answer from the device.
#include "common.cuh"

// y = value, everywhere. Blocks: ceil(n / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
vector_fill(int n, real value, real* __restrict__ y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = value;
}

// result += x . y, one atomic a block. Any number of blocks; result must hold zero before.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
vector_dot(int n, const real* x, const real* y, real* result) {
    __shared__ real sum_of_warp[BLOCK_SIZE / WARP_SIZE];
    real sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
    sum = warp_sum(sum);
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    if (lane == 0) sum_of_warp[warp] = sum;
    __syncthreads();
    if (warp > 0) return;
    sum = warp_sum(lane < BLOCK_SIZE / WARP_SIZE ? sum_of_warp[lane] : real(0));
    if (lane == 0) atomicAdd(result, sum);
}

// y += sign (numerator / denominator) x. Blocks: ceil(n / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
vector_axpy(int n, real sign, const real* __restrict__ numerator, const real* __restrict__ denominator,
            const real* __restrict__ x, real* __restrict__ y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += sign * (*numerator / *denominator) * x[i];
}

// y = x + (numerator / denominator) y. Blocks: ceil(n / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
vector_xpay(int n, const real* __restrict__ numerator, const real* __restrict__ denominator,
            const real* __restrict__ x, real* __restrict__ y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + *numerator / *denominator * y[i];
}
