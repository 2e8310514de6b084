"""Barriers of a block that some of its threads have left the kernel before."""

import re

import numpy as np
import pytest

from gpu import HostBackend, SimulatedBackend, TraceBackend, simulate
from gpu.backends.host.trace import KINDS
from partitioners.errors import KernelError

SOURCE = """
// Reverses n values of a block. Blocks: any.
extern "C" __global__ void reverse(int n, int* y) {
    __shared__ int tile[128];
    if (threadIdx.x >= n) return;
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = tile[n - 1 - threadIdx.x];
    y[200 + threadIdx.x] = __syncthreads_count(threadIdx.x % 2);
}
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    made = tmp_path_factory.mktemp("early") / "reverse.cu"
    made.write_text(SOURCE)
    return made


WHERE = (
    "block (0, 0, 0), thread (0, 0, 0) waits at __syncthreads in line 7, and thread ({n}, 0, 0) has left the "
    "kernel"
)
NOTE = (
    "kernel 'reverse': {where}; from compute capability 7.0 on, the barrier waits for the threads that have "
    "not left; an older device may wait forever"
)


def launch(backend, file, n):
    y = backend.zeros(400, "int32")
    kernel = backend.kernel("reverse", file=file)
    kernel(1, n, y, threads=128)
    return kernel, y


@pytest.mark.parametrize("schedule", [{}, {"resident": 2, "order": "turns"}])
@pytest.mark.parametrize("kind", [HostBackend, TraceBackend])
@pytest.mark.parametrize("n", [1, 20, 64, 70, 127])
def test_a_barrier_waits_for_the_others_and_says_so_once(file, kind, schedule, n):
    backend = kind(**schedule)
    with pytest.warns(UserWarning, match=f"^{re.escape(NOTE.format(where=WHERE.format(n=n)))}$") as said:
        kernel, y = launch(backend, file, n)
    assert said[0].filename == __file__
    assert backend.numpy(y)[:n].tolist() == list(range(n - 1, -1, -1))
    assert backend.numpy(y)[200 : 200 + n].tolist() == [n // 2] * n
    kernel(1, n, y, threads=128)  # without a second warning, which would be an error


@pytest.mark.filterwarnings("ignore:kernel 'reverse'")
@pytest.mark.parametrize("n", [20, 70])
def test_a_device_from_7_0_on_runs_it_and_an_older_one_refuses_it(file, n):
    backend = TraceBackend()
    launch(backend, file, n)
    (trace,) = backend.pop_traces()
    warps = -(-n // 32)
    barrier = KINDS.index("barrier")
    barriers = np.bincount(trace.warp[trace.kind == barrier], minlength=4)
    assert barriers.tolist() == [2] * warps + [0] * (4 - warps)
    assert trace.early_exit == WHERE.format(n=n)
    assert simulate(trace, "h200").scalars["warps"] == 4
    text = (
        f"kernel 'reverse': {WHERE.format(n=n)}, which compute capability 6.1 of 'titan-x-pascal' does not "
        "allow; let every thread of the block reach the barrier, or choose a device of capability 7.0 or "
        "newer"
    )
    with pytest.raises(KernelError, match=f"^{re.escape(text)}$"):
        simulate(trace, "titan-x-pascal")
    with pytest.raises(KernelError, match=f"^{re.escape(text)}$"):
        launch(SimulatedBackend("titan-x-pascal"), file, n)
    launch(SimulatedBackend("h200"), file, n)


def test_a_block_without_exits_has_no_note(file):
    backend = TraceBackend()
    launch(backend, file, 128)
    assert backend.pop_traces()[0].early_exit == ""
