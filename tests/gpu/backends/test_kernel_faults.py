"""What a kernel cannot do ends in one error with its thread and its line, and the process goes on."""

import re
import subprocess
import sys

import numpy as np
import pytest

from gpu import HostBackend, RaceBackend, TraceBackend
from partitioners.errors import KernelError

SOURCE = """
extern "C" __global__ void checked(int n, int* y) {
    assert(int(threadIdx.x) < n);
    y[threadIdx.x] = 1;
}
extern "C" __global__ void divide(int n, int* y) {
    y[threadIdx.x] = 7 / (n - 5);
}
extern "C" __global__ void remainder_of(int n, int* y) {
    y[threadIdx.x] = n > 0 ? 7 % (n - 5) : (-2147483647 - 1) % (n + 1);
}
extern "C" __global__ void trap(int n, int* y) {
    if (threadIdx.x == n) __trap();
}
extern "C" __global__ void far_store(int n, int* y) {
    y[n * 10000000000ll] = 3;
}
extern "C" __global__ void far_load(int n, int* y) {
    y[0] = y[n * 10000000000ll];
}
extern "C" __global__ void beside(int n, int* y) {
    y[int(threadIdx.x) + n] = 1;
}
__attribute__((noinline)) static int deeper(volatile int* room, int n) {
    volatile int more[1000];
    more[n % 1000] = room[0] + n;
    return n == 0 ? 0 : deeper(more, n - 1) + more[n % 1000];
}
extern "C" __global__ void deep(int n, int* y) {
    volatile int room[1] = {1};
    y[threadIdx.x] = deeper(room, n);
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("faults") / "faults.cu"
    made.write_text(SOURCE)
    return made


BACKENDS = (HostBackend, TraceBackend, RaceBackend)
ZERO = "divides an integer by zero, or the least integer by -1, in line"


@pytest.mark.parametrize("kind", BACKENDS)
@pytest.mark.parametrize(
    ("kernel", "n", "fault"),
    [
        ("checked", 5, "thread (5, 0, 0): the assertion `int(threadIdx.x) < n` fails in line 3"),
        ("divide", 5, f"thread (0, 0, 0) {ZERO} 7"),
        ("remainder_of", 5, f"thread (0, 0, 0) {ZERO} 10"),
        ("remainder_of", -2, f"thread (0, 0, 0) {ZERO} 10"),
        (
            "trap",
            7,
            "thread (7, 0, 0) traps in line 13: by __trap, or by an operation that has no result in C++",
        ),
    ],
)
def test_a_fault_names_its_thread_and_line(file, kind, kernel, n, fault):
    backend = kind(resident=2, order="turns")
    y = backend.zeros(64, "int32")
    launched = backend.kernel(kernel, file=file)
    text = f"kernel {kernel!r}: block (0, 0, 0), {fault}"
    for _ in range(2):  # the second launch is caught like the first
        with pytest.raises(KernelError, match=f"^{re.escape(text)}$"):
            launched(1, n, y, threads=64)
    backend.kernel("divide", file=file)(1, 6, y, threads=64)
    assert backend.numpy(y).tolist() == [7] * 64


@pytest.mark.parametrize(
    ("kernel", "n", "says"),
    [
        # Below the arrays: 40 GB above them, addresses may have ended, and no verb is known.
        ("far_store", -1, "stores in line 16 outside its arrays and its shared memory"),
        ("far_load", -1, "loads in line 19 outside its arrays and its shared memory"),
        ("far_load", 2**30, "loads or stores in line 19 outside its arrays and its shared memory"),
        ("deep", 40, "needs more than 64 KB for its local variables"),
    ],
)
def test_a_wild_access_of_the_host_back_end(file, kernel, n, says):
    backend = HostBackend()
    y = backend.zeros(64, "int32")
    with pytest.raises(
        KernelError, match=rf"^kernel '{kernel}': block \(0, 0, 0\), thread \(0, 0, 0\) {says}$"
    ):
        backend.kernel(kernel, file=file)(1, n, y, threads=32)


@pytest.mark.parametrize("size", [64, 60, 1024, 5000])
def test_an_access_beside_an_array_is_a_fault_without_a_trace(file, size):
    backend = HostBackend()
    y = backend.zeros(size, "int32")
    behind = -(-size * 4 // 256) * 64  # elements to the next multiple of 256 bytes
    kernel = backend.kernel("beside", file=file)
    kernel(1, size - 32, y, threads=32)
    assert backend.numpy(y)[-32:].tolist() == [1] * 32
    with pytest.raises(
        KernelError,
        match=r"thread \(31, 0, 0\) stores in line 22 outside its arrays and its shared memory: "
        rf"{4 * behind} bytes behind the begin of 'y', which has {4 * size} bytes$",
    ):
        kernel(1, behind - 31, y, threads=32)
    for before in (2048, 16384):  # elements; the page of the first ones begins before them
        with pytest.raises(KernelError, match=rf": {4 * before} bytes before the begin of 'y', which has "):
            kernel(1, -before, y, threads=32)


def test_the_faults_of_others_are_theirs(file):
    """The handlers of the process are those from before, and a fault outside a launch still ends it."""
    code = (
        "import ctypes, faulthandler, sys\n"
        "from pathlib import Path\n"
        "from gpu import HostBackend\n"
        "from partitioners.errors import KernelError\n"
        "faulthandler.enable()\n"
        "backend = HostBackend()\n"
        "try:\n"
        "    kernel = backend.kernel('far_store', file=Path(sys.argv[1]))\n"
        "    kernel(1, 1, backend.zeros(64, 'int32'), threads=32)\n"
        "except KernelError:\n"
        "    print('caught', flush=True)\n"
        "ctypes.string_at(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "caught\n"
    assert done.returncode < 0
    assert "Segmentation fault" in done.stderr


def test_results_before_a_fault_are_there(file):
    backend = HostBackend()
    y = backend.zeros(64, "int32")
    with pytest.raises(KernelError):
        backend.kernel("checked", file=file)(1, 5, y, threads=64)
    assert np.flatnonzero(backend.numpy(y)).tolist() == [0, 1, 2, 3, 4]
