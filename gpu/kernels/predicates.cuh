// Exact signs of determinants: on which side of a line, and in which circle, a point lies. Floating point decides if its
// result exceeds a bound of its error (Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
// predicates", 1997); else the determinant is summed without rounding. Coordinates are 0 or from 2^-100 to 2^100 in
// absolute value, so that nothing overflows or underflows. All operations round, and none is contracted.
#pragma once

#include "common.cuh"

#define HALF_ULP 1.1102230246251565e-16  // 2^-53
#define ORIENTATION_BOUND ((3 + 16 * HALF_ULP) * HALF_ULP)
#define CIRCLE_BOUND ((10 + 96 * HALF_ULP) * HALF_ULP)

// A number as a sum of parts that grow and whose bits do not overlap. An incircle determinant has about a thousand bits;
// compressed, each part has 53 of them.
#ifndef MAX_PARTS
#define MAX_PARTS 40
#endif

struct ExactSum {
    double part[MAX_PARTS];
    int parts;
};

// The sum of two numbers, and what its rounding lost.
__device__ inline double two_sum(double a, double b, double& lost) {
    const double sum = __dadd_rn(a, b);
    const double of_b = __dsub_rn(sum, a);
    lost = __dadd_rn(__dsub_rn(a, __dsub_rn(sum, of_b)), __dsub_rn(b, of_b));
    return sum;
}

// Makes the parts as few as possible.
__device__ inline void compress(ExactSum& total) {
    double lost;
    int bottom = total.parts - 1;
    double sum = total.part[bottom];
    for (int i = bottom - 1; i >= 0; --i) {
        sum = two_sum(sum, total.part[i], lost);
        if (lost == 0) continue;
        total.part[bottom--] = sum;
        sum = lost;
    }
    int kept = 0;
    for (int i = bottom + 1; i < total.parts; ++i) {
        sum = two_sum(total.part[i], sum, lost);
        if (lost != 0) total.part[kept++] = lost;
    }
    total.part[kept++] = sum;
    total.parts = kept;
}

// Adds a number to a sum.
__device__ inline void add_exactly(ExactSum& total, double number) {
    double lost;
    int kept = 0;
    for (int i = 0; i < total.parts; ++i) {
        number = two_sum(number, total.part[i], lost);
        if (lost != 0) total.part[kept++] = lost;
    }
    if (number != 0) total.part[kept++] = number;
    total.parts = kept;
    if (kept == MAX_PARTS) compress(total);
}

// Adds the product of `factors` numbers, by the exact products of its parts with each factor.
__device__ inline void add_product(ExactSum& total, const double* factor, int factors) {
    double part[8];
    int parts = 1;
    part[0] = factor[0];
    for (int f = 1; f < factors; ++f) {
        const int before = parts;
        for (int i = 0; i < before; ++i) {
            const double product = __dmul_rn(part[i], factor[f]);
            part[parts++] = __fma_rn(part[i], factor[f], -product);
            part[i] = product;
        }
    }
    for (int i = 0; i < parts; ++i)
        if (part[i] != 0) add_exactly(total, part[i]);
}

__device__ inline int sign_of(const ExactSum& total) {
    if (total.parts == 0) return 0;
    return total.part[total.parts - 1] > 0 ? 1 : -1;
}

// Exact sums are rare, and their code is long, so it is called.
#ifdef __CUDA_HOST_BACK_END__
#define CALLED static __attribute__((noinline))
#else
#define CALLED static __device__ __noinline__
#endif

// The sign of an exact sum of q.x r.y - r.x q.y over the pairs (q, r) of the corners p, q, r of a triangle, each times the
// square of p; or of the term of the first two corners alone, without a square. Each coordinate has two parts.
CALLED int exact_sign(const double (&corner)[3][2][2], bool with_squares) {
    ExactSum total;
    total.parts = 0;
    for (int p = 0; p < (with_squares ? 3 : 1); ++p) {
        const int q = with_squares ? (p + 1) % 3 : 0, r = with_squares ? (p + 2) % 3 : 1;
        for (int term = 0; term < (with_squares ? 32 : 8); ++term) {
            const int negative = term & 1, i = term >> 1 & 1, j = term >> 2 & 1;
            double factor[4] = {corner[negative ? r : q][0][i], corner[negative ? q : r][1][j], 1, 1};
            if (negative) factor[0] = -factor[0];
            if (factor[0] == 0 || factor[1] == 0) continue;
            if (!with_squares) {
                add_product(total, factor, 2);
                continue;
            }
            for (int axis = 0; axis < 2; ++axis) {
                factor[2] = corner[p][axis][term >> 3 & 1];
                factor[3] = corner[p][axis][term >> 4 & 1];
                if (factor[2] != 0 && factor[3] != 0) add_product(total, factor, 4);
            }
        }
    }
    return sign_of(total);
}

// The side of the line from (ax, ay) to (bx, by) on which (cx, cy) lies: 1 left, -1 right, 0 on the line.
__device__ inline int orientation(double ax, double ay, double bx, double by, double cx, double cy) {
    const double left = __dmul_rn(__dsub_rn(ax, cx), __dsub_rn(by, cy));
    const double right = __dmul_rn(__dsub_rn(ay, cy), __dsub_rn(bx, cx));
    const double value = __dsub_rn(left, right);
    const double bound = __dmul_rn(ORIENTATION_BOUND, __dadd_rn(fabs(left), fabs(right)));
    if (value > bound) return 1;
    if (value < -bound) return -1;
    double corner[3][2][2] = {};
    corner[0][0][0] = two_sum(ax, -cx, corner[0][0][1]);
    corner[0][1][0] = two_sum(ay, -cy, corner[0][1][1]);
    corner[1][0][0] = two_sum(bx, -cx, corner[1][0][1]);
    corner[1][1][0] = two_sum(by, -cy, corner[1][1][1]);
    return exact_sign(corner, false);
}

// Whether (dx, dy) lies in the circle through three points that turn left: 1 inside, -1 outside, 0 on the circle.
__device__ inline int in_circle(double ax, double ay, double bx, double by, double cx, double cy, double dx, double dy) {
    const double adx = __dsub_rn(ax, dx), ady = __dsub_rn(ay, dy);
    const double bdx = __dsub_rn(bx, dx), bdy = __dsub_rn(by, dy);
    const double cdx = __dsub_rn(cx, dx), cdy = __dsub_rn(cy, dy);
    const double bc = __dmul_rn(bdx, cdy), cb = __dmul_rn(cdx, bdy);
    const double ca = __dmul_rn(cdx, ady), ac = __dmul_rn(adx, cdy);
    const double ab = __dmul_rn(adx, bdy), ba = __dmul_rn(bdx, ady);
    const double a2 = __dadd_rn(__dmul_rn(adx, adx), __dmul_rn(ady, ady));
    const double b2 = __dadd_rn(__dmul_rn(bdx, bdx), __dmul_rn(bdy, bdy));
    const double c2 = __dadd_rn(__dmul_rn(cdx, cdx), __dmul_rn(cdy, cdy));
    const double value = __dadd_rn(__dadd_rn(__dmul_rn(a2, __dsub_rn(bc, cb)), __dmul_rn(b2, __dsub_rn(ca, ac))),
                                   __dmul_rn(c2, __dsub_rn(ab, ba)));
    const double size = __dadd_rn(__dadd_rn(__dmul_rn(a2, __dadd_rn(fabs(bc), fabs(cb))),
                                            __dmul_rn(b2, __dadd_rn(fabs(ca), fabs(ac)))),
                                  __dmul_rn(c2, __dadd_rn(fabs(ab), fabs(ba))));
    const double bound = __dmul_rn(CIRCLE_BOUND, size);
    if (value > bound) return 1;
    if (value < -bound) return -1;
    double corner[3][2][2];
    corner[0][0][0] = two_sum(ax, -dx, corner[0][0][1]);
    corner[0][1][0] = two_sum(ay, -dy, corner[0][1][1]);
    corner[1][0][0] = two_sum(bx, -dx, corner[1][0][1]);
    corner[1][1][0] = two_sum(by, -dy, corner[1][1][1]);
    corner[2][0][0] = two_sum(cx, -dx, corner[2][0][1]);
    corner[2][1][0] = two_sum(cy, -dy, corner[2][1][1]);
    return exact_sign(corner, true);
}
