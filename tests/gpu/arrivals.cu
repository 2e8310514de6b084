// Numbers the items in the order in which their threads come. Blocks: ceil(items / block size).
extern "C" __global__ void arrivals(int items, int* next, int* number) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < items) number[i] = atomicAdd(next, 1);
}
// The same, but threads at the same time get the same number. Blocks: ceil(items / block size).
extern "C" __global__ void lossy_arrivals(int items, int* next, int* number) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < items) number[i] = next[0]++;
}
