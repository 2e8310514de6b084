// Reads, writes and atomic operations of all multiprocessors, or of one: bytes and operations in a time.
#include "common.cuh"
#include "multiprocessor.cuh"

// Counts of 16 bytes; a thread has four of them at once, which do not depend on each other. Any number of blocks, and a
// count that is a multiple of four times the threads.
#define EACH_OF_FOUR(i, count, threads) \
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (count); i += 4 * (threads))

__device__ inline unsigned sum(uint4 four) { return four.x + four.y + four.z + four.w; }

// Reads in order, past the L1, some rounds. Any number of blocks.
extern "C" __global__ void read_in_order(int rounds, unsigned count, const unsigned* in, unsigned* out) {
    const uint4* from = reinterpret_cast<const uint4*>(in);
    const unsigned threads = gridDim.x * blockDim.x;
    unsigned found = 0;
    for (int round = 0; round < rounds; ++round) {
        EACH_OF_FOUR(i, count, threads) {
            const uint4 a = __ldcg(from + i), b = __ldcg(from + i + threads);
            const uint4 c = __ldcg(from + i + 2 * threads), d = __ldcg(from + i + 3 * threads);
            found += sum(a) + sum(b) + sum(c) + sum(d);
        }
    }
    if (found == 1) out[0] = found;  // never: all are zero
}

// The same by the threads of one multiprocessor. A block for each, of which one works.
extern "C" __global__ void read_by_one(int rounds, unsigned worker, unsigned count, const unsigned* in,
                                       unsigned* out) {
    if (multiprocessor() != worker) return;
    const uint4* from = reinterpret_cast<const uint4*>(in);
    unsigned found = 0;
    for (int round = 0; round < rounds; ++round) {
        for (unsigned i = threadIdx.x; i < count; i += 4 * blockDim.x) {
            const uint4 a = __ldcg(from + i), b = __ldcg(from + i + blockDim.x);
            const uint4 c = __ldcg(from + i + 2 * blockDim.x), d = __ldcg(from + i + 3 * blockDim.x);
            found += sum(a) + sum(b) + sum(c) + sum(d);
        }
    }
    if (found == 1) out[0] = found;
}

// Writes in order, some rounds. Any number of blocks.
extern "C" __global__ void write_in_order(int rounds, unsigned count, unsigned* out) {
    uint4* to = reinterpret_cast<uint4*>(out);
    const unsigned threads = gridDim.x * blockDim.x;
    const uint4 zero = make_uint4(0, 0, 0, 0);
    for (int round = 0; round < rounds; ++round) {
        EACH_OF_FOUR(i, count, threads) {
            to[i] = zero;
            to[i + threads] = zero;
            to[i + 2 * threads] = zero;
            to[i + 3 * threads] = zero;
        }
    }
}

// Copies in order, some rounds. Any number of blocks.
extern "C" __global__ void copy_in_order(int rounds, unsigned count, const unsigned* in, unsigned* out) {
    const uint4* from = reinterpret_cast<const uint4*>(in);
    uint4* to = reinterpret_cast<uint4*>(out);
    const unsigned threads = gridDim.x * blockDim.x;
    for (int round = 0; round < rounds; ++round) {
        EACH_OF_FOUR(i, count, threads) {
            const uint4 a = __ldcg(from + i), b = __ldcg(from + i + threads);
            const uint4 c = __ldcg(from + i + 2 * threads), d = __ldcg(from + i + 3 * threads);
            to[i] = a;
            to[i + threads] = b;
            to[i + 2 * threads] = c;
            to[i + 3 * threads] = d;
        }
    }
}

__device__ inline unsigned next_place(unsigned place) { return place * 1664525u + 1013904223u; }

// Reads 4 bytes of anywhere, four at once. The mask is a power of two less 1. Any number of blocks.
extern "C" __global__ void read_anywhere(int rounds, unsigned mask, const unsigned* in, unsigned* out) {
    unsigned place = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u, found = 0;
    for (int round = 0; round < rounds; ++round) {
        const unsigned a = next_place(place), b = next_place(a), c = next_place(b), d = next_place(c);
        found += __ldcg(in + (a >> 2 & mask)) + __ldcg(in + (b >> 2 & mask)) + __ldcg(in + (c >> 2 & mask)) +
                 __ldcg(in + (d >> 2 & mask));
        place = d;
    }
    if (found == 1) out[0] = found;
}

// Reads a sector of each line by one multiprocessor, four at once in each thread; the next ones depend on what they
// read. A block for each multiprocessor, of which one works.
extern "C" __global__ void read_lines_by_one(int rounds, unsigned worker, const unsigned* in, unsigned* out) {
    if (multiprocessor() != worker) return;
    unsigned line = threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        const unsigned found = __ldcg(in + 32 * line) + __ldcg(in + 32 * (line + blockDim.x)) +
                               __ldcg(in + 32 * (line + 2 * blockDim.x)) + __ldcg(in + 32 * (line + 3 * blockDim.x));
        line += 4 * blockDim.x + found;  // all are zero
    }
    if (line == 1) out[0] = line;
}

// Adds to one of the numbers up to a mask, a power of two less 1, and does not use the result. Any number of blocks.
extern "C" __global__ void add_int(int rounds, unsigned mask, int* out) {
    unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round, place += 7 * 32) atomicAdd(out + (place & mask), int(place));
}
extern "C" __global__ void add_float(int rounds, unsigned mask, float* out) {
    unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round, place += 7 * 32) atomicAdd(out + (place & mask), float(place));
}
extern "C" __global__ void add_double(int rounds, unsigned mask, double* out) {
    unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round, place += 7 * 32) atomicAdd(out + (place & mask), double(place));
}

// The same and uses the result: the next place depends on it. Any number of blocks.
extern "C" __global__ void add_and_use(int rounds, unsigned mask, int* out) {
    unsigned place = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) place += 7 * 32 + (atomicAdd(out + (place & mask), 0) & 1);
    if (place == 1) out[0] = 1;
}

// Adds to one of the numbers of shared memory up to a mask of at most 1023. Any number of blocks.
extern "C" __global__ void add_shared(int rounds, unsigned mask, int* out) {
    __shared__ int numbers[1024];
    for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) numbers[i] = 0;
    __syncthreads();
    for (int round = 0; round < rounds; ++round) atomicAdd(numbers + (threadIdx.x & mask), int(threadIdx.x) + round);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = numbers[0];
}

// Ends at once. Any number of blocks.
extern "C" __global__ void nothing(int unused) {}
