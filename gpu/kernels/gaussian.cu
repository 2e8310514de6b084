// Gaussian elimination without row exchanges, a pivot a launch of each kernel. A row below the pivot's gets a
// multiplier, and the multiplier times the pivot's row is subtracted from the rest of the row.
//
// An update of an element uses one multiplier and one element of the pivot's row. So the graph of the updates is
// complete bipartite, and its best cut into equal parts is known without a partitioner: square tiles (Li et al., "A
// simple yet effective balanced edge partition model for parallel computing", 2017, section 5.3). A block of threads
// updates a tile. In the original form (`gaussian_update`), every thread loads its multiplier and its element of the
// pivot's row. Its loads are plain, as those of programs that are older than the read-only cache. In the SPAC form
// (`gaussian_update_spac`), the block loads each of them into shared memory once, and data reordering stores the
// multipliers of a pivot side by side.
//
// Matrices have `size` rows and columns, row by row. Threads next to each other in a block update elements of a column,
// as in the suite of programs that the paper uses. Blocks need not be full warps.
#include "common.cuh"

// The multipliers of a pivot, each in its row and the pivot's column. Blocks: ceil((size - pivot - 1) / threads).
extern "C" __global__ void gaussian_multipliers(int size, int pivot, const real* matrix, real* multiplier) {
    const int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (row < size) multiplier[row * size + pivot] = matrix[row * size + pivot] / matrix[pivot * size + pivot];
}

// The same with the multipliers of a pivot side by side. Blocks: ceil((size - pivot - 1) / threads).
extern "C" __global__ void gaussian_multipliers_spac(int size, int pivot, const real* __restrict__ matrix,
                                                     real* multiplier) {
    const int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (row < size) multiplier[pivot * size + row] = matrix[row * size + pivot] / matrix[pivot * size + pivot];
}

// Subtracts the multiples of the pivot's row. A thread updates an element, and those of the pivot's column update the
// right side, too. Blocks: ceil((size - pivot - 1) / rows of a tile) x ceil((size - pivot) / columns of a tile).
extern "C" __global__ void gaussian_update(int size, int pivot, const real* multiplier, real* matrix, real* right) {
    const int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int column = pivot + blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= size || column >= size) return;
    matrix[row * size + column] -= multiplier[row * size + pivot] * matrix[pivot * size + column];
    if (column == pivot) right[row] -= multiplier[row * size + pivot] * right[pivot];
}

// The same; the block loads the multipliers and the part of the pivot's row of its tile, which is a square, once.
// Blocks: as for gaussian_update; shared: a number for each row and each column of a tile.
extern "C" __global__ void gaussian_update_spac(int size, int pivot, const real* __restrict__ multiplier, real* matrix,
                                                real* right) {
    extern __shared__ real of_tile[];
    real* const pivot_row = of_tile + blockDim.x;
    const int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int column = pivot + blockIdx.y * blockDim.y + threadIdx.y;
    const bool inside = row < size && column < size;
    const real element = inside ? matrix[row * size + column] : real(0);  // on its way while the others are loaded
    if (threadIdx.y == 0) {
        const int of_pivot = pivot + blockIdx.y * blockDim.y + threadIdx.x;
        if (row < size) of_tile[threadIdx.x] = multiplier[pivot * size + row];
        if (of_pivot < size) pivot_row[threadIdx.x] = matrix[pivot * size + of_pivot];
    }
    __syncthreads();
    if (!inside) return;
    matrix[row * size + column] = element - of_tile[threadIdx.x] * pivot_row[threadIdx.y];
    if (column == pivot) right[row] -= of_tile[threadIdx.x] * right[pivot];
}
