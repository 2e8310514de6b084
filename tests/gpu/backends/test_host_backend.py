"""What the host back end offers of CUDA, and how it refuses a kernel that breaks its rules."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from gpu import HostBackend, StreamBackend, TraceBackend
from gpu.backends.host import compiler
from gpu.launch import NUMBERS
from partitioners.errors import InputError, KernelError, OptionError

SOURCE = """
// Shuffles, votes, atomics. Blocks: any.
extern "C" __global__ void exchanges(const int* in, int* out) {
    const int t = threadIdx.x, v = in[t];
    int* mine = out + 12 * t;
    mine[0] = __shfl_sync(0xffffffffu, v, 5);
    mine[1] = __shfl_up_sync(0xffffffffu, v, 3);
    mine[2] = __shfl_down_sync(0xffffffffu, v, 4, 8);
    mine[3] = __shfl_xor_sync(0xffffffffu, v, 1);
    mine[4] = __ballot_sync(0xffffffffu, v % 3 == 0);
    mine[5] = __any_sync(0xffffffffu, v == 7);
    mine[6] = __all_sync(0xffffffffu, v >= 0);
    // Two halves of the warp, each on its own.
    mine[7] = t % 32 < 16 ? __shfl_sync(0x0000ffffu, v, 2) : __shfl_sync(0xffff0000u, v, 20);
    mine[8] = atomicMax(&out[12 * 64], v) >= 0;
    atomicAdd(&out[12 * 64 + 1], 1u);
    if (atomicCAS(&out[12 * 64 + 2], 0, t + 1) == 0) mine[9] = 1;
    double d = __shfl_xor_sync(0xffffffffu, v + 0.5, 2);
    mine[10] = int(2 * d);
    mine[11] = __popc(v);
}
// Three dimensions. Blocks: any.
extern "C" __global__ void indices(int* out) {
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = 1000 * block + thread;
}
// Static and dynamic shared memory. Blocks: any.
extern "C" __global__ void reverse(int n, const double* in, double* out) {
    __shared__ double fixed[64];
    extern __shared__ __align__(16) double sized[];
    fixed[threadIdx.x] = in[threadIdx.x];
    sized[n - 1 - threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = sized[threadIdx.x] + 1000 * fixed[n - 1 - threadIdx.x];
}
// Reads shared memory that nobody wrote. Blocks: any.
extern "C" __global__ void unwritten(float* out) {
    __shared__ float tile[64];
    out[threadIdx.x] = tile[threadIdx.x];
    tile[threadIdx.x] = 1;
}
// A barrier in a branch. Blocks: any.
extern "C" __global__ void branch(int* out) {
    if (threadIdx.x < 40)
        __syncthreads();
    else
        __syncthreads();
    out[0] = 1;
}
// A thread that leaves before a barrier. Blocks: any.
extern "C" __global__ void leave(int* out) {
    if (threadIdx.x == 3) return;
    __syncthreads();
    out[0] = 1;
}
// Lanes that wait for each other at different places. Blocks: any.
extern "C" __global__ void deadlock(int* out) {
    if (blockIdx.x == 1 && threadIdx.x < 5)
        __syncwarp();
    else
        __syncthreads();
    out[0] = 1;
}
// A mask without the lane itself. Blocks: any.
extern "C" __global__ void mask(int* out) {
    out[0] = __shfl_sync(1u, out[1], 0);
}
// Accesses outside. Blocks: any.
extern "C" __global__ void behind(int offset, int* out) {
    out[threadIdx.x + offset] = 1;
}
// Accesses outside shared memory. Blocks: any.
extern "C" __global__ void behind_shared(int offset, int* out) {
    extern __shared__ __align__(16) double sized[];
    sized[threadIdx.x + offset] = 1;
    out[threadIdx.x] = int(sized[threadIdx.x]);
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    file = tmp_path_factory.mktemp("kernels") / "mine.cu"
    file.write_text(SOURCE)
    return file


@pytest.fixture(params=[HostBackend, TraceBackend], ids=["host", "trace"])
def backend(request):
    return request.param()


def test_exchanges_and_atomics(backend, source):
    v = np.arange(64, dtype=np.int32) * 7 % 64
    out = backend.zeros(12 * 64 + 3, "int32")
    backend.kernel("exchanges", file=source)(1, backend.array(v), out, threads=64)
    got, lane, first = (
        backend.numpy(out)[: 12 * 64].reshape(64, 12),
        np.arange(64) % 32,
        np.arange(64) // 32 * 32,
    )
    assert np.array_equal(got[:, 0], v[first + 5])
    assert np.array_equal(got[:, 1], v[first + np.where(lane >= 3, lane - 3, lane)])
    assert np.array_equal(got[:, 2], v[first + np.where(lane % 8 < 4, lane + 4, lane)])
    assert np.array_equal(got[:, 3], v[first + (lane ^ 1)])
    votes = [sum(int(v[w + i] % 3 == 0) << i for i in range(32)) for w in (0, 32)]
    assert np.array_equal(got[:, 4].astype(np.uint32), np.repeat(votes, 32))
    assert np.array_equal(got[:, 5], np.repeat([7 in v[:32], 7 in v[32:]], 32))
    assert got[:, 6].all()
    assert np.array_equal(got[:, 7], v[first + np.where(lane < 16, 2, 20)])
    assert got[:, 9].sum() == 1
    assert np.array_equal(got[:, 10], 2 * v[first + (lane ^ 2)] + 1)
    assert np.array_equal(got[:, 11], [int(n).bit_count() for n in v])
    assert backend.numpy(out)[-3:-1].tolist() == [63, 64]


def test_three_dimensions(backend, source):
    out = backend.zeros(12 * 60, "int32")
    backend.kernel("indices", file=source)((2, 3, 2), out, threads=(5, 4, 3))
    assert np.array_equal(backend.numpy(out).reshape(12, 60), 1000 * np.arange(12)[:, None] + np.arange(60))


def test_shared_memory(backend, source):
    out, values = backend.zeros(64, "float64"), np.arange(64.0)
    backend.kernel("reverse", file=source)(3, 64, backend.array(values), out, threads=64, shared_bytes=512)
    assert np.array_equal(backend.numpy(out), 1001 * values[::-1])


def test_shared_memory_begins_undefined_in_every_block(backend, source):
    out = backend.zeros(64, "float32")
    backend.kernel("unwritten", file=source)(2, out, threads=64)
    assert np.isnan(backend.numpy(out)).all()


def test_arrays_are_aligned_and_have_addresses_that_repeat(backend):
    arrays = [backend.array(np.arange(n, dtype="int32")) for n in (0, 1, 63, 64, 100)]
    assert all(array.values.ctypes.data % 256 == 0 for array in arrays if len(array))
    assert [array.address for array in arrays] == [256, 512, 768, 1280, 1792]


@pytest.mark.parametrize(
    ("kernel", "blocks", "message"),
    [
        (
            "branch",
            1,
            "divergent barrier: block (0, 0, 0), thread (0, 0, 0) waits at __syncthreads in line 46, and "
            "thread (40, 0, 0) waits at the one in line 48; every thread of a block must reach the same "
            "barrier",
        ),
        (
            "deadlock",
            2,
            "deadlock: block (1, 0, 0), thread (0, 0, 0) waits for lane 5 at __syncwarp in line 60 (mask "
            "0xffffffff), and that lane waits at __syncthreads in line 62 (mask 0xffffffff)",
        ),
        (
            "mask",
            1,
            "block (0, 0, 0), thread (1, 0, 0) calls a shuffle in line 67 with the mask 0x00000001, which "
            "leaves out its own lane 1",
        ),
    ],
)
def test_a_broken_rule_is_reported_with_its_thread(backend, source, kernel, blocks, message):
    out = backend.zeros(64, "int32")
    with pytest.raises(KernelError, match=f"^{re.escape(f'kernel {kernel!r}: {message}')}$"):
        backend.kernel(kernel, file=source)(blocks, out, threads=64)
    # The next launch knows nothing of it.
    backend.kernel("indices", file=source)(1, out, threads=64)
    assert np.array_equal(backend.numpy(out), np.arange(64))


def test_traced_kernels_report_accesses_outside(source):
    backend = TraceBackend()
    out = backend.zeros(64, "int32")
    with pytest.raises(
        KernelError,
        match=r"^kernel 'behind': block \(0, 0, 0\), thread \(59, 0, 0\) stores 4 bytes in line 71 outside "
        r"its arrays: "
        r"256 bytes behind the begin of 'out', which has 256 bytes$",
    ):
        backend.kernel("behind", file=source)(1, 5, out, threads=64)
    with pytest.raises(
        KernelError,
        match=r"thread \(63, 0, 0\) stores 8 bytes in line 76 outside its arrays: 512 bytes behind the begin "
        r"of shared array 'sized', which has 512 bytes$",
    ):
        backend.kernel("behind_shared", file=source)(1, 1, out, threads=64, shared_bytes=512)


@pytest.mark.parametrize(
    ("blocks", "arguments", "options", "message"),
    [
        (1, (64,), {}, "kernel 'vector_fill' takes 3 arguments (n, value, y), got 1"),
        (
            1,
            (64, 0.0, "y"),
            {},
            "kernel 'vector_fill': y must be an array of the back end that runs the kernel",
        ),
        (1, (6.5, 0.0, None), {}, "kernel 'vector_fill': n is a number of type int32, got 6.5"),
        (1, (2**40, 0.0, None), {}, "kernel 'vector_fill': n is a number of type int32, got 1099511627776"),
        (1, (64, 0.0, None), {}, "kernel 'vector_fill': y holds float32, got float64"),
        (-1, (64, 0.0, None), {}, "blocks is -1; expected up to three integers >= 0"),
        (
            (1, 70_000),
            (64, 0.0, None),
            {},
            "blocks is (1, 70000); a grid has at most 2147483647 x 65535 x 65535",
        ),
        (1, (64, 0.0, None), {"threads": 2000}, "threads is 2000; a block has 1 to 1024"),
        (1, (64, 0.0, None), {"shared_bytes": 10**6}, "shared_bytes is 1000000; a block has 0 to 232448"),
    ],
)
def test_a_launch_that_does_not_fit_is_refused(blocks, arguments, options, message):
    backend = HostBackend()
    y = backend.zeros(64, "float64")
    given = [y if argument is None else argument for argument in arguments]
    with pytest.raises(OptionError, match=f"^{re.escape(message)}"):
        backend.kernel("vector_fill")(blocks, *given, **options)


def test_source_that_does_not_compile_says_where(tmp_path):
    file = tmp_path / "broken.cu"
    file.write_text('extern "C" __global__ void broken(int n) { n = undeclared; }\n')
    with pytest.raises(
        InputError, match=r"broken.cu: g\+\+ cannot compile the file for the CPU:\n.*'?undeclared'?"
    ):
        HostBackend().kernel("broken", file=file)


def test_without_a_compiler_the_cure_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    compiler.find_compiler.cache_clear()
    try:
        with pytest.raises(
            InputError,
            match=r"^running CUDA kernels on the CPU needs g\+\+, which is not installed; `apt install",
        ):
            HostBackend().kernel("vector_fill")
    finally:
        compiler.find_compiler.cache_clear()


def test_libraries_are_kept_and_need_no_folder_that_can_be_written(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMASIM_CACHE", str(tmp_path / "kept"))
    HostBackend().kernel("vector_fill")
    kept = sorted(path.name.partition("-")[0] for path in (tmp_path / "kept" / "gpu").iterdir())
    assert kept == ["runtime", "vector"]
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMASIM_CACHE", str(tmp_path / "file"))
    backend = HostBackend()
    y = backend.zeros(3, "float32")
    backend.kernel("vector_fill")(1, 3, 2.5, y)
    assert backend.numpy(y).tolist() == [2.5] * 3


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="The test needs Linux: other systems have only the fibers of ucontext."
)
def test_fibers_without_assembly_give_the_same(tmp_path, source):
    code = (
        "import sys, numpy as np\n"
        "from pathlib import Path\n"
        "from gpu import HostBackend\n"
        "from gpu.backends.host import compiler\n"
        "compiler._FLAGS = (*compiler._FLAGS, '-DNUMASIM_UCONTEXT')\n"
        "for backend in HostBackend(), HostBackend(resident=2, order='turns'):\n"
        "    out = backend.zeros(64, 'float64')\n"
        "    kernel = backend.kernel('reverse', file=Path(sys.argv[1]))\n"
        "    kernel(2, 64, backend.array(np.arange(64.0)), out, threads=64, shared_bytes=512)\n"
        "    assert np.array_equal(backend.numpy(out), 1001 * np.arange(64.0)[::-1])\n"
    )
    environment = {**os.environ, "NUMASIM_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code, str(source)], check=True, env=environment)


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend, StreamBackend])
def test_values_are_written_to_an_array_that_exists(kind):
    backend = kind()
    array = backend.zeros(3, "int32")
    values = np.array([7, 8, 9], "int32")
    backend.write(array, values)
    values[:] = 0
    assert backend.numpy(array).tolist() == [7, 8, 9]
    for wrong, has in (
        (np.zeros(2, "int32"), r"\(2,\) and type int32"),
        ([1, 2, 3], r"\(3,\) and type int64"),
    ):
        pattern = rf"^values of shape {has} do not fit into an array of shape \(3,\) and type int32$"
        with pytest.raises(OptionError, match=pattern):
            backend.write(array, wrong)


def test_a_file_may_have_the_name_of_a_kernel_file_of_the_package(tmp_path):
    file = tmp_path / "vector.cu"
    file.write_text(
        "// Threes. Blocks: any.\n"
        'extern "C" __global__ void threes(int* out) {\n    out[threadIdx.x] = 3;\n}\n'
    )
    backend = HostBackend()
    out = backend.zeros(32, "int32")
    backend.kernel("threes", file=file)(1, out, threads=32)
    assert backend.numpy(out).tolist() == [3] * 32


FLAGS = """
// Where a number is positive, or the flag is not set. Blocks: 1.
extern "C" __global__ void positive(bool all, const float* x, const bool* asked, bool* out) {
    const int i = threadIdx.x;
    out[i] = asked[i] && (all || x[i] > 0);
}
"""


def test_flags_are_numbers_of_kernels_and_a_file_may_be_text(tmp_path):
    file = tmp_path / "flags.cu"
    file.write_text(FLAGS)
    x = np.arange(-16, 16).astype("float32")
    asked = np.arange(32) % 3 > 0
    for backend in (HostBackend(), TraceBackend()):
        kernel = backend.kernel("positive", file=str(file))
        arrays = backend.array(x), backend.array(asked), backend.zeros(32, "bool")
        for all_of_them in (False, True):
            kernel(1, all_of_them, *arrays, threads=32)
            assert backend.numpy(arrays[-1]).tolist() == (asked & (all_of_them | (x > 0))).tolist()
        with pytest.raises(OptionError, match=r"^kernel 'positive': all is a number of type bool, got 2$"):
            kernel(1, 2, *arrays, threads=32)


@pytest.mark.parametrize("dtype", ["complex64", "complex128", "float16", "longdouble", "U3", "M8[s]", "O"])
def test_an_array_has_a_type_of_kernels(dtype):
    message = (
        "a device array must have numbers of a type that kernels have (bool, int8, int16, int32, int64, "
        f"uint8, uint16, uint32, uint64, float32, float64), got {np.dtype(dtype)}; convert them with astype"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        HostBackend().array(np.zeros(3, dtype))
    for known in NUMBERS:
        assert HostBackend().array(np.ones(3, known)).dtype == known
