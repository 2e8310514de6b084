// y += A x, a matrix as coordinates sorted by row, one thread an entry (after Bell and Garland, 2008, section 4.4,
// whose own kernel is spmv_coo_segmented). Entries are spread evenly whatever the rows are; a warp adds up what belongs to one row, and the last
// lane of each row adds it to y atomically.
#include "common.cuh"

// y += A x, entries sorted by row, one thread an entry, atomics. Blocks: ceil(entries / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_coo(int entries, const int* __restrict__ row, const int* __restrict__ column,
         const real* __restrict__ value, const real* __restrict__ x, real* __restrict__ y) {
    const int entry = blockIdx.x * blockDim.x + threadIdx.x;
    // Lanes behind the last entry stay with their warp, under a row that is none.
    int my_row = -1;
    real product = 0;
    if (entry < entries) {
        my_row = row[entry];
        product = value[entry] * x[column[entry]];
    }
    bool last_of_row;
    const real sum = segmented_sum(my_row, product, last_of_row);
    if (last_of_row && my_row >= 0) atomicAdd(&y[my_row], sum);
}
