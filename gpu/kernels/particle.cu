// A particle filter that follows a disk through the frames of a video (sequential importance resampling; Gordon,
// Salmond and Smith, "Novel approach to nonlinear/non-Gaussian Bayesian state estimation", 1993). A particle is a
// position. Numbers are in double precision, whatever the type of matrix entries is.
//
// To resample, every new particle finds the first entry of the cumulative weights that is not below its random number.
// In the original form (`particle_find_index`), its thread scans the weights in global memory from the first on. In the
// SPAC form (`..._spac`; Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017,
// section 5.3), a block loads one tile of the weights after the other into shared memory, which all its threads scan.
// Likewise, it loads the offsets of the disk's pixels once. Blocks need not be full warps.
#include "common.cuh"

// The nearest pixel of a position, at the edge of the frame if the position is outside.
__device__ inline int pixel(double position, int size) {
    const double nearest = floor(position + 0.5);
    return nearest < 0 ? 0 : nearest >= size ? size - 1 : int(nearest);
}

// By how much a pixel is nearer to the brightness of the disk (228) than to that of the background (100).
__device__ inline double evidence(unsigned char brightness) {
    const double of_background = brightness - 100.0, of_disk = brightness - 228.0;
    return (of_background * of_background - of_disk * of_disk) / 50.0;
}

// The logarithm of each particle's likelihood, the mean evidence of the pixels of a disk around it; a thread a particle.
// Blocks: ceil(particles / threads).
extern "C" __global__ void particle_likelihood(int particles, int pixels, const int* offset, int width, int height,
                                               const unsigned char* frame, const double* x, const double* y,
                                               double* likelihood) {
    const int particle = blockIdx.x * blockDim.x + threadIdx.x;
    if (particle >= particles) return;
    double sum = 0;
    for (int i = 0; i < pixels; ++i) {
        const int column = pixel(x[particle] + offset[2 * i], width), row = pixel(y[particle] + offset[2 * i + 1], height);
        sum += evidence(frame[row * width + column]);
    }
    likelihood[particle] = sum / pixels;
}

// The same; the block loads the offsets of the disk's pixels once. Blocks: ceil(particles / threads); shared: offsets.
extern "C" __global__ void particle_likelihood_spac(int particles, int pixels, const int* __restrict__ offset, int width,
                                                    int height, const unsigned char* __restrict__ frame,
                                                    const double* __restrict__ x, const double* __restrict__ y,
                                                    double* __restrict__ likelihood) {
    extern __shared__ double shared_numbers[];
    int* const shared_offset = reinterpret_cast<int*>(shared_numbers);
    for (int i = threadIdx.x; i < 2 * pixels; i += blockDim.x) shared_offset[i] = offset[i];
    __syncthreads();
    const int particle = blockIdx.x * blockDim.x + threadIdx.x;
    if (particle >= particles) return;
    const double own_x = x[particle], own_y = y[particle];
    double sum = 0;
    for (int i = 0; i < pixels; ++i) {
        const int column = pixel(own_x + shared_offset[2 * i], width), row = pixel(own_y + shared_offset[2 * i + 1], height);
        sum += evidence(frame[row * width + column]);
    }
    likelihood[particle] = sum / pixels;
}

// Multiplies the weights by the likelihoods; a thread a particle, which shares nothing. Blocks: ceil(particles / threads).
extern "C" __global__ void particle_weights(int particles, const double* __restrict__ likelihood,
                                            double* __restrict__ weight) {
    const int particle = blockIdx.x * blockDim.x + threadIdx.x;
    if (particle < particles) weight[particle] *= exp(likelihood[particle]);
}

// New particles from old ones, each by a scan of the cumulative weights, whose last entry is at least every random
// number. Blocks: ceil(particles / threads).
extern "C" __global__ void particle_find_index(int particles, const double* cumulative, const double* random,
                                               const double* x, const double* y, double* new_x, double* new_y) {
    const int particle = blockIdx.x * blockDim.x + threadIdx.x;
    if (particle >= particles) return;
    const double threshold = random[particle];
    int index = 0;
    while (cumulative[index] < threshold) ++index;
    new_x[particle] = x[index];
    new_y[particle] = y[index];
}

// The same; the block loads a tile of the cumulative weights, an entry a thread, until all its threads have found theirs.
// Blocks: ceil(particles / threads); shared: a tile.
extern "C" __global__ void particle_find_index_spac(int particles, const double* __restrict__ cumulative,
                                                    const double* __restrict__ random, const double* __restrict__ x,
                                                    const double* __restrict__ y, double* __restrict__ new_x,
                                                    double* __restrict__ new_y) {
    extern __shared__ double shared_numbers[];
    double* const tile = shared_numbers;
    const int particle = blockIdx.x * blockDim.x + threadIdx.x, last = particles - 1;
    const double threshold = particle < particles ? random[particle] : 0;
    int index = 0;
    for (int begin = 0; __syncthreads_or(index == begin && particle < particles); begin += blockDim.x) {
        if (begin + int(threadIdx.x) < particles) tile[threadIdx.x] = cumulative[begin + threadIdx.x];
        __syncthreads();
        const int end = min(begin + int(blockDim.x), particles);
        if (index == begin && particle < particles)
            while (index < end && tile[index - begin] < threshold) ++index;
    }
    if (particle >= particles) return;
    index = min(index, last);
    new_x[particle] = x[index];
    new_y[particle] = y[index];
}
