// Numbers the items in the order in which their threads come. Blocks: ceil(items / block size).
extern "C" __global__ void arrivals(int items, int* next, int* number) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < items) number[i] = atomicAdd(next, 1);
}
