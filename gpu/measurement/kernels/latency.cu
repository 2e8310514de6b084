// Chains of dependent steps on one multiprocessor. A step takes a latency, and the chain is long enough that the time
// between two lengths gives it. Lists are made of addresses, so a step has no arithmetic.
#include "common.cuh"
#include "multiprocessor.cuh"

// A load of global memory, through the L1 (also where the compiler does not know that the address is global) or past it.
template <bool through_l1>
__device__ inline unsigned long long load(unsigned long long address) {
    const unsigned long long* at = reinterpret_cast<const unsigned long long*>(address);
#ifdef __CUDA_HOST_BACK_END__
    if (through_l1) return *at;
#else
    if (through_l1) return __ldca(at);
#endif
    return __ldcg(at);
}

// Follows a list from its first element on, 32 steps a round, on one multiprocessor.
template <bool through_l1>
__device__ inline void chase(int rounds, unsigned worker, const unsigned long long* first, unsigned long long* end) {
    if (multiprocessor() != worker || threadIdx.x > 0) return;
    unsigned long long at = reinterpret_cast<unsigned long long>(first);
    for (int round = 0; round < rounds; ++round) {
        UNROLL for (int k = 0; k < 32; ++k) at = load<through_l1>(at);
    }
    *end = at;
}

// Links a list: the element at each place holds the address of the element at the next one. Any number of blocks.
extern "C" __global__ void link_list(int count, const unsigned* place, unsigned long long* list) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        list[place[i]] = reinterpret_cast<unsigned long long>(list + place[i + 1 < count ? i + 1 : 0]);
}

// Chases through the L1. A block for each multiprocessor, of which one works.
extern "C" __global__ void chase_l1(int rounds, unsigned worker, unsigned first, const unsigned long long* list,
                                    unsigned long long* end) {
    chase<true>(rounds, worker, list + first, end);
}

// Chases past the L1. A block for each multiprocessor, of which one works.
extern "C" __global__ void chase_l2(int rounds, unsigned worker, unsigned first, const unsigned long long* list,
                                    unsigned long long* end) {
    chase<false>(rounds, worker, list + first, end);
}

// Each lane follows the list of one element at its place, a stride from that of the lane before. An element has its own
// offset in bytes. Blocks: 1 of a warp.
extern "C" __global__ void chase_shared(int rounds, int stride, int* end) {
    __shared__ int list[32 * 32];
    for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) list[i] = i * sizeof(int);
    __syncthreads();
    const volatile char* begin = reinterpret_cast<const volatile char*>(list);
    int at = threadIdx.x * stride * sizeof(int);
    for (int round = 0; round < rounds; ++round) {
        UNROLL for (int k = 0; k < 32; ++k) at = *reinterpret_cast<const volatile int*>(begin + at);
    }
    end[threadIdx.x] = at;
}

// Multiplies and adds, each with the result of the last, 32 a round. Blocks: 1 of a warp.
extern "C" __global__ void multiply_add(int rounds, float factor, float* end) {
    float at = threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        UNROLL for (int k = 0; k < 32; ++k) at = __fmaf_rn(at, factor, factor);
    }
    end[threadIdx.x] = at;
}

// Meets at a barrier of the block, 32 times a round. Blocks: 1.
extern "C" __global__ void meet_block(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        UNROLL for (int k = 0; k < 32; ++k) __syncthreads();
    }
}
