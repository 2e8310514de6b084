"""Structs with functions of their own on the CPU, against NumPy; NVRTC compiles the same source."""

import numpy as np
import pytest

from gpu import HostBackend, RaceBackend, SimulatedBackend, TraceBackend, read_kernels
from gpu.backends.nvrtc import compile_kernels

SOURCE = """
#include "common.cuh"
struct Value {
    float x;
    __device__ float square() const { return x * x; }
};
template <class T, int N>
struct __align__(16) Vector {
    T v[N];
    __device__ Vector() {}
    __device__ explicit Vector(T all) : v{} {
        for (int i = 0; i < N; ++i) v[i] = all;
    }
    __device__ Vector(const Vector& other) = default;
    __device__ ~Vector() {}
    __host__ __device__ T& operator[](int i) { return v[i]; }
    __host__ __device__ __forceinline__ const T& operator[](int i) const { return v[i]; }
    __forceinline__ __device__ static T dot(const Vector& a, const Vector& b);
    static __device__ Vector ramp() {
        Vector made(T(0));
        for (int i = 0; i < N; ++i) made[i] = T(i);
        return made;
    }
    __device__ Vector& operator=(const Vector& other);
    __device__ Vector& operator+=(const Vector& other) {
        for (int i = 0; i < N; ++i) v[i] += other.v[i];
        return *this;
    }
    friend __device__ Vector operator+(Vector a, const Vector& b) { return a += b; }
    __device__ explicit operator T() const { return dot(*this, *this); }
    template <class U>
    __device__ U as(int i) const { return U(v[i]); }
    __device__ __noinline__ T last() const;
};
template <class T, int N>
__device__ T Vector<T, N>::dot(const Vector& a, const Vector& b) {
    T sum = 0;
    for (int i = 0; i < N; ++i) sum += a[i] * b[i];
    return sum;
}
template <class T, int N>
__device__ T Vector<T, N>::last() const {
    return v[N - 1];
}
template <class T, int N>
__device__ Vector<T, N>& Vector<T, N>::operator=(const Vector& other) {
    for (int i = 0; i < N; ++i) v[i] = other.v[i];
    return *this;
}
struct Pair {
    int a, b;
    __device__ Pair(int a, int b);
};
__device__ Pair::Pair(int a, int b) : a{a}, b{b} {}
__device__ bool operator==(const Pair& p, const Pair& q) { return p.a == q.a && p.b == q.b; }
__device__ Pair operator-(const Pair& p) { return Pair(-p.a, -p.b); }
struct Less {
    template <class T>
    __device__ bool operator()(T a, T b) const { return a < b; }
};
struct Shape {
    __device__ virtual int corners() const { return 0; }
};
struct Square final : Shape {
    __device__ int corners() const override { return 4; }
};
// A tile of shared memory with its barrier.
struct Tile {
    float* at;
    __device__ void put(float value) const {
        at[threadIdx.x] = value;
        __syncthreads();
    }
    __device__ float operator()(int i) const { return at[(threadIdx.x + i) % blockDim.x]; }
};
// A member with shared memory of its own.
struct Scan {
    int lane;
    __device__ int sum(int value) const {
        __shared__ int all[64];
        all[lane] = value;
        __syncthreads();
        int total = 0;
        for (int i = 0; i <= lane; ++i) total += all[i];
        return total;
    }
};
inline __device__ int next(int a);
__device__ int next(int a) { return a + 1; }
static __device__ __noinline__ int last_but(int a) { return a - 1; }
__device__ constexpr int ODD[3] = {1, 3, 5};

// Writes what the functions return. Blocks: 1.
extern "C" __global__ void of_structs(const float* x, float* y) {
    __shared__ float shared[64];
    const int t = threadIdx.x;
    float* mine = y + 16 * t;
    const Value value{x[t]};
    mine[0] = value.square();
    Vector<float, 3> v(x[t]);
    v += Vector<float, 3>::ramp();
    mine[1] = v[0] + v.last();
    const Vector<float, 3> twice = v + v;
    mine[2] = float(twice);
    mine[3] = twice.template as<int>(1);
    Vector<double, 2> d;
    d = Vector<double, 2>(0.5);
    mine[4] = d[0] + d[1];
    mine[5] = Pair(t, 2) == -Pair(-t, -2);
    mine[6] = Less()(x[t], 3.0f);
    const Square square;
    const Shape& shape = square;
    mine[7] = shape.corners();
    const Tile tile{shared};
    tile.put(x[t]);
    mine[8] = tile(1);
    mine[9] = next(t) + last_but(t) + ODD[t % 3];
    mine[10] = Scan{t}.sum(t);
}
"""


def expected(x):
    n = len(x)
    t, y = np.arange(n), np.zeros((n, 16), np.float32)
    v = x[:, None] + np.arange(3, dtype=np.float32)
    y[:, 0] = x * x
    y[:, 1] = v[:, 0] + v[:, 2]
    y[:, 2] = ((2 * v) ** 2).sum(axis=1)
    y[:, 3] = (2 * v[:, 1]).astype(np.int32)
    y[:, 4] = 1
    y[:, 5] = 1
    y[:, 6] = x < 3
    y[:, 7] = 4
    y[:, 8] = np.roll(x, -1)
    y[:, 9] = 2 * t + np.array([1, 3, 5])[t % 3]
    y[:, 10] = np.cumsum(t)
    return y


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "structs.cu"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("make", [HostBackend, TraceBackend, RaceBackend, lambda: SimulatedBackend("h200")])
def test_functions_of_structs_are_those_of_numpy(file, make):
    backend = make()
    x = np.arange(-31, 33, dtype=np.float32) / 4
    y = backend.zeros(16 * 64, "float32")
    kernel = backend.kernel("of_structs", file=file, block_size=64)
    kernel(1, backend.array(x), y)
    assert kernel.static_shared_bytes == 2 * 64 * 4
    assert np.array_equal(backend.numpy(y).reshape(64, 16), expected(x))


def test_a_trace_has_the_accesses_within_members(file):
    backend = TraceBackend()
    x, y = backend.array(np.ones(64, np.float32)), backend.zeros(16 * 64, "float32")
    backend.kernel("of_structs", file=file, block_size=64)(1, x, y)
    (trace,) = backend.pop_traces()
    kinds = {kind: total["requests"] for (array, kind), total in trace.totals().items() if array == "shared"}
    # Of two warps: the operator and the sums up to the last lane of each; `put`, and the value to sum.
    assert kinds == {"load": 2 + 32 + 64, "store": 2 + 2}


@pytest.mark.parametrize("architecture", ["sm_50", "sm_90"])
def test_nvrtc_compiles_the_same_source(file, architecture):
    pytest.importorskip("cuda.core", reason="compiling for a GPU needs pip install 'numasim[gpu-compile]'")
    _, (resources,) = compile_kernels(file, architecture=architecture)
    assert resources.kernel == "of_structs"


def test_members_need_what_they_call(tmp_path):
    """Constructors and operators are called without their names, so a type stands for them."""
    file = tmp_path / "needs.cu"
    file.write_text(
        '#include "common.cuh"\n'
        "struct Barrier {\n    int round;\n    __device__ void wait() const { GRID_SYNC(); }\n};\n"
        "struct __align__(8) Guard {\n    __device__ Guard(int n) : n{n} {}\n"
        "    __device__ void operator()() const { Barrier{n}.wait(); }\n    int n;\n};\n"
        'extern "C" __global__ void plain(int* x) { x[0] = 1; }\n'
        'extern "C" __global__ void meets(int* x) { Barrier b{0}; b.wait(); }\n'
        'extern "C" __global__ void guards(int* x) { Guard g(1); g(); }\n'
    )
    needs = {kernel.name: kernel.uses_grid_sync for kernel in read_kernels(file)}
    assert needs == {"plain": False, "meets": True, "guards": True}
