// The rules of label propagation, evaluated for the numbers of a test.
#include "pulp_rules.cuh"

// A thread per case. Blocks: ceil(cases / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
evaluate_rules(int cases, const int* stage, const real* number, const int* whole, real* found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cases) return;
    const real* n = number + 9 * i;
    const int* w = whole + 3 * i;
    real* answer = found + 6 * i;
    answer[0] = headroom(n[4], n[1]);
    answer[1] = n[0] * part_factor(stage[i], headroom(n[4], n[1]), n[2], n[3], n[5], n[6], n[7], n[8]);
    answer[2] = fits(w[0], w[1], w[2]);
    answer[3] = cut_change_left(w[0], w[1]);
    answer[4] = cut_change_joined(w[0], w[1]);
    answer[5] = gains_enough(n[0], real(0.5), n[1], real(1));
}
