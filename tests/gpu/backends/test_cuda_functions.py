"""Functions of CUDA C++ on the host, against NumPy and exact arithmetic; NVRTC compiles the same source."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpu import HostBackend, TraceBackend
from gpu.backends.nvrtc import compile_kernels
from partitioners.errors import KernelError

SOURCE = """
#include "common.cuh"
// Functions of a warp. Blocks: 1.
extern "C" __global__ void of_warp(const int* in, const int* taking, unsigned int* out) {
    const int t = threadIdx.x, v = in[t];
    const unsigned int mask = __ballot_sync(0xffffffffu, taking[t]);
    if (!taking[t]) return;
    unsigned int* mine = out + 12 * t;
    mine[0] = __match_any_sync(mask, v);
    mine[1] = __match_any_sync(mask, double(v % 3));
    mine[2] = __reduce_add_sync(mask, v);
    mine[3] = __reduce_min_sync(mask, v);
    mine[4] = __reduce_max_sync(mask, v);
    mine[5] = __reduce_min_sync(mask, unsigned(v));
    mine[6] = __reduce_max_sync(mask, unsigned(v));
    mine[7] = __reduce_and_sync(mask, unsigned(v));
    mine[8] = __reduce_or_sync(mask, unsigned(v));
    mine[9] = __reduce_xor_sync(mask, unsigned(v));
    mine[10] = __activemask() >> (t % 32) & 1;
    mine[11] = __reduce_add_sync(mask, unsigned(v));
}
// The forms of common.cuh for older devices. Blocks: 1.
extern "C" __global__ void of_warp_before(const int* in, const int* taking, unsigned int* out) {
    const int t = threadIdx.x, v = in[t];
    const unsigned int mask = __ballot_sync(0xffffffffu, taking[t]);
    if (!taking[t]) return;
    unsigned int* mine = out + 12 * t;
    mine[0] = match_by_ballots(mask, v);
    mine[1] = match_by_ballots(mask, double(v % 3));
    mine[2] = reduce_by_shuffles(mask, v, '+');
    mine[3] = reduce_by_shuffles(mask, v, '<');
    mine[4] = reduce_by_shuffles(mask, v, '>');
    mine[5] = reduce_by_shuffles(mask, unsigned(v), '<');
    mine[6] = reduce_by_shuffles(mask, unsigned(v), '>');
    mine[7] = reduce_by_shuffles(mask, unsigned(v), '&');
    mine[8] = reduce_by_shuffles(mask, unsigned(v), '|');
    mine[9] = reduce_by_shuffles(mask, unsigned(v), '^');
    mine[10] = 1;
    mine[11] = reduce_by_shuffles(mask, unsigned(v), '+');
}
// Barriers that count. Blocks: any.
extern "C" __global__ void of_block(const int* in, int* out) {
    const int t = threadIdx.x, v = in[t];
    int* mine = out + 4 * t;
    mine[0] = __syncthreads_count(v > 0);
    mine[1] = __syncthreads_or(v > 5);
    mine[2] = __syncthreads_and(v > -5);
    mine[3] = __syncthreads_count(v == 0);
}
// Bits, types that differ, and integers from reals. Blocks: 1.
extern "C" __global__ void of_bits(const long long* in, const double* x, long long* out) {
    const int t = threadIdx.x;
    const long long v = in[t];
    const int low = int(v), high = int(v >> 32);
    long long* mine = out + 18 * t;
    mine[0] = __brev(unsigned(low));
    mine[1] = (long long)__brevll(v);
    mine[2] = __mul24(low, high);
    mine[3] = __umul24(unsigned(low), unsigned(high));
    mine[4] = __double_as_longlong(__longlong_as_double(v) == x[t] ? 0 : x[t]);
    mine[5] = __float_as_uint(__uint_as_float(__float_as_uint(float(x[t]))));
    mine[6] = max(low, unsigned(high));
    mine[7] = min(unsigned(low), high);
    mine[8] = (long long)min(v, (unsigned long long)(high));
    mine[9] = max(float(low), x[t]) == (float(low) > x[t] ? float(low) : x[t]);
    mine[10] = __float2int_rn(float(x[t]));
    mine[11] = __float2int_rz(float(x[t]));
    mine[12] = __float2int_ru(float(x[t]));
    mine[13] = __float2int_rd(float(x[t]));
    mine[14] = __double2int_rn(x[t]);
    mine[15] = __double2int_rd(x[t]);
    mine[16] = __double2int_ru(x[t]);
    mine[17] = (long long)__int2float_rn(low);
}
// Exchanges whose values are converted to the type of the array. Blocks: any.
extern "C" __global__ void exchange(unsigned long long* counts, int* fewer, double* sum) {
    const long long mine = threadIdx.x + 1;
    if (threadIdx.x == 0) atomicCAS(counts, 0ULL, mine);
    if (threadIdx.x == 1) atomicCAS(fewer, 0, 7u);
    unsigned long long* bits = (unsigned long long*)sum;
    unsigned long long old = *bits, expected;
    do {
        expected = old;
        old = atomicCAS(bits, expected, __double_as_longlong(double(mine) + __longlong_as_double(expected)));
    } while (expected != old);
}
// Numbers of 64 bits, and rounding. Blocks: 1.
extern "C" __global__ void of_thread(const long long* in, const double* x, long long* out, double* y) {
    const int t = threadIdx.x;
    const long long v = in[t];
    long long* mine = out + 8 * t;
    mine[0] = __popcll(v);
    mine[1] = __ffsll(v);
    mine[2] = __clzll(v);
    mine[3] = __mulhi(int(v), int(v >> 32));
    mine[4] = __umulhi(unsigned(v), unsigned(v >> 32));
    mine[5] = __mul64hi(v, v + 1);
    mine[6] = __umul64hi(v, v + 1);
    const long long first = clock64();
    mine[7] = clock64() > first;
    double* real = y + 12 * t;
    const float f = float(x[t]), g = float(x[(t + 1) % 32]);
    real[0] = __fadd_rn(f, g) + __fsub_rn(f, g);
    real[1] = __fmul_rn(f, g);
    real[2] = __fdiv_rn(f, g);
    real[3] = __fsqrt_rn(fabsf(f));
    real[4] = __fmaf_rn(f, g, -f * g);
    real[5] = __dadd_rn(x[t], 1.0) + __dsub_rn(x[t], 1.0);
    real[6] = __dmul_rn(x[t], x[t]);
    real[7] = __ddiv_rn(1.0, x[t]);
    real[8] = __dsqrt_rn(fabs(x[t]));
    real[9] = __fma_rn(x[t], x[t], -(x[t] * x[t]));
    real[10] = __float_as_int(f);
    real[11] = __int_as_float(__float_as_int(g));
}
// Counters that turn over. Blocks: 1.
extern "C" __global__ void turn_over(unsigned int limit, unsigned int* counters, unsigned int* seen) {
    seen[threadIdx.x] = atomicInc(&counters[0], limit);
    seen[32 + threadIdx.x] = atomicDec(&counters[1], limit);
}
// Prints from a thread of each block. Blocks: any.
extern "C" __global__ void tell(int fail) {
    if (threadIdx.x == 3) printf("block %u: %.2f %s\\n", blockIdx.x, 1.5 * blockIdx.x, "done");
    if (fail && threadIdx.x == 5) __trap();
}
"""
LANES = st.lists(st.integers(-(2**31), 2**31 - 1) | st.integers(-4, 9), min_size=32, max_size=32)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "functions.cu"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("kernel", ["of_warp", "of_warp_before"])
@settings(
    deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(values=LANES, taking=st.lists(st.booleans(), min_size=32, max_size=32))
def test_functions_of_a_warp(file, kernel, values, taking):
    v, takes = np.array(values, np.int32), np.array(taking)
    backend = HostBackend()
    out = backend.zeros(12 * 32, "uint32")
    backend.kernel(kernel, file=file)(
        1, backend.array(v), backend.array(takes.astype(np.int32)), out, threads=32
    )
    got, here = backend.numpy(out).reshape(32, 12), np.flatnonzero(takes)
    unsigned = v.view(np.uint32)[here]
    for lane in here:
        assert got[lane, 0] == sum(1 << int(k) for k in here if v[k] == v[lane])
        remainder = np.fmod(v, 3)
        assert got[lane, 1] == sum(1 << int(k) for k in here if remainder[k] == remainder[lane])
        assert got[lane, 2:].tolist() == [
            int(v[here].sum(dtype=np.int64)) % 2**32,
            int(v[here].min()) % 2**32,
            int(v[here].max()) % 2**32,
            unsigned.min(),
            unsigned.max(),
            np.bitwise_and.reduce(unsigned),
            np.bitwise_or.reduce(unsigned),
            np.bitwise_xor.reduce(unsigned),
            1,
            int(unsigned.sum(dtype=np.uint64)) % 2**32,
        ]


@pytest.mark.parametrize("options", [{}, {"resident": 3, "order": "turns"}])
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_barriers_count_the_threads_of_their_block(kind, options, file):
    values = np.random.default_rng(0).integers(-9, 9, 100).astype(np.int32)
    backend = kind(**options)
    out = backend.zeros(400, "int32")
    backend.kernel("of_block", file=file)(5, backend.array(values), out, threads=100)
    expected = [(values > 0).sum(), (values > 5).any(), (values > -5).all(), (values == 0).sum()]
    assert (backend.numpy(out).reshape(100, 4) == np.array(expected, int)).all()


@settings(
    deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=32, max_size=32),
    st.lists(st.floats(1e-3, 1e3), min_size=32, max_size=32),
)
def test_numbers_of_a_thread(file, integers, reals):
    backend, x = HostBackend(), np.array(reals)
    out, y = backend.zeros(8 * 32, "int64"), backend.zeros(12 * 32, "float64")
    given_values = backend.array(np.array(integers, np.int64)), backend.array(x)
    backend.kernel("of_thread", file=file)(1, *given_values, out, y, threads=32)

    def signed(n, bits):
        return (n + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)

    for v, got in zip(integers, backend.numpy(out).reshape(32, 8).tolist(), strict=True):
        u, low, high = v % 2**64, signed(v, 32), signed(v >> 32, 32)
        assert got == [
            u.bit_count(),
            (u & -u).bit_length(),
            64 - u.bit_length(),
            low * high >> 32,
            (low % 2**32) * (high % 2**32) >> 32,
            v * signed(v + 1, 64) >> 64,
            signed(u * ((v + 1) % 2**64) >> 64, 64),
            1,
        ]
    f = x.astype(np.float32)
    g = np.roll(f, -1)
    rest = np.float64(f) * np.float64(g) - np.float64(f * g)  # exact: a product of floats fits into a double
    expected = [
        (f + g) + (f - g),
        f * g,
        f / g,
        np.sqrt(f),
        rest.astype(np.float32),
        (x + 1) + (x - 1),
        x * x,
        1 / x,
        np.sqrt(x),
        [float(Fraction(each) ** 2 - Fraction(each * each)) for each in x.tolist()],
        f.view(np.int32),
        g,
    ]
    assert np.array_equal(backend.numpy(y).reshape(32, 12).T, np.array(expected, float))


@settings(
    deadline=None, max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=32, max_size=32),
    st.lists(st.floats(-(2.0**30), 2.0**30), min_size=32, max_size=32),
)
def test_bits_and_conversions(file, integers, reals):
    backend = HostBackend()
    x = np.array(reals)
    out = backend.zeros(18 * 32, "int64")
    backend.kernel("of_bits", file=file)(
        1, backend.array(np.array(integers)), backend.array(x), out, threads=32
    )

    def signed(n, bits):
        return (n + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)

    def turned(n, bits):
        return int(f"{n % 2**bits:0{bits}b}"[::-1], 2)

    for v, real, got in zip(integers, reals, backend.numpy(out).reshape(32, 18).tolist(), strict=True):
        low, high = signed(v, 32), signed(v >> 32, 32)
        f = float(np.float32(real))
        same = np.int64(v).view(np.float64) == real
        assert got == [
            turned(low, 32),
            signed(turned(v, 64), 64),
            signed(signed(low, 24) * signed(high, 24), 32),
            (low % 2**24) * (high % 2**24) % 2**32,
            0 if same else np.float64(real).view(np.int64),
            np.float32(real).view(np.uint32),
            max(low % 2**32, high % 2**32),
            min(low % 2**32, high % 2**32),
            signed(min(v % 2**64, high % 2**64), 64),
            1,
            round(f),
            int(f),
            math.ceil(f),
            math.floor(f),
            round(real),
            math.floor(real),
            math.ceil(real),
            int(np.float32(low)),
        ]


@pytest.mark.parametrize("order", ["in_order", "turns"])
def test_values_of_an_exchange_are_converted(file, order):
    backend = HostBackend(resident=2, order=order)
    counts, fewer, total = backend.zeros(1, "uint64"), backend.zeros(1, "int32"), backend.zeros(1, "float64")
    backend.kernel("exchange", file=file)(3, counts, fewer, total, threads=64)
    assert backend.numpy(counts).tolist() == [1]
    assert backend.numpy(fewer).tolist() == [7]
    assert backend.numpy(total).tolist() == [3 * 64 * 65 / 2]


def test_counters_turn_over(file):
    backend = HostBackend()
    counters, seen = backend.array(np.array([0, 7], np.uint32)), backend.zeros(64, "uint32")
    backend.kernel("turn_over", file=file)(1, 5, counters, seen, threads=32)
    up, down = backend.numpy(seen).reshape(2, 32)
    assert up.tolist() == [i % 6 for i in range(32)]
    # 7 is more than the limit, so the first thread sets the counter to the limit.
    assert down.tolist() == [7, *(5 - i % 6 for i in range(31))]


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
def test_kernels_print(kind, file, capsys):
    tell = kind().kernel("tell", file=file)
    tell(3, 0, threads=32)
    assert capsys.readouterr().out == "block 0: 0.00 done\nblock 1: 1.50 done\nblock 2: 3.00 done\n"
    with pytest.raises(KernelError, match="traps in line"):
        tell(3, 1, threads=32)
    assert capsys.readouterr().out == "block 0: 0.00 done\n"
    tell(0, 0, threads=32)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("architecture", ["sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_90"])
def test_nvrtc_compiles_the_same_source(file, architecture):
    pytest.importorskip("cuda.core", reason="compiling for a GPU needs pip install 'numasim[gpu-compile]'")
    _, resources = compile_kernels(file, architecture=architecture)
    assert {each.kernel for each in resources} == set(re.findall(r"__global__ void (\w+)", SOURCE))
