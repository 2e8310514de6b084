"""Bandwidth of reads that are in order and of reads that are not, against measurements of real cards."""

import numpy as np
import pytest

from gpu import TraceBackend, load_device, simulate

READS = """
#include "common.cuh"
// Sum of 4-byte reads, one after another or anywhere. Blocks: any.
extern "C" __global__ void read_in_order(unsigned mask, int reads, const unsigned* in, unsigned* out) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
    for (int k = 0; k < reads; ++k) sum += in[(thread + k * threads) & mask];
    out[thread] = sum;
}
extern "C" __global__ void read_anywhere(unsigned mask, int reads, const unsigned* in, unsigned* out) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0, place = thread * 2654435761u;
    for (int k = 0; k < reads; ++k) {
        place = place * 1664525u + 1013904223u;
        sum += in[(place >> 7) & mask];
    }
    out[thread] = sum;
}
"""
SIZE = 2**24  # 64 MiB, far more than any L2 here


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    """All threads that a C2070 holds, with 128 reads each in order, and 16 anywhere."""
    file = tmp_path_factory.mktemp("reads") / "reads.cu"
    file.write_text(READS)
    backend = TraceBackend()
    array, out = backend.zeros(SIZE, "uint32"), backend.zeros(14 * 6 * 256, "uint32")
    made = {}
    for name, reads in (("read_in_order", 128), ("read_anywhere", 16)):
        backend.kernel(name, file=file, block_size=256)(14 * 6, SIZE - 1, reads, array, out)
        (made[name],) = backend.pop_traces()
    return made


def bandwidth(traces, name, device):
    """Bytes of the numbers read, per second, in GB/s."""
    trace = traces[name]
    loads = trace.kind == 0
    numbers = int(np.bitwise_count(trace.lanes[loads]).sum())
    result = simulate(trace, device, resources={name: (20, 0)})
    return 4 * numbers / result.scalars["kernel_us"] / 1000


def test_random_reads_of_a_c2070_are_as_slow_as_those_of_its_sister(traces):
    """Hong et al., "Efficient parallel graph exploration on multi-core CPU and GPU", 2011, Table II.

    A C2050 reads 76.8 GB/s in order and 2.71 GB/s in 4-byte pieces from anywhere: 28.3 to 1.
    """
    sequential, random = (bandwidth(traces, name, "c2070") for name in ("read_in_order", "read_anywhere"))
    assert 24 < sequential / random < 33
    # Without whole lines, four times as many.
    sectors = bandwidth(traces, "read_anywhere", load_device("c2070", l1_fill="32 B"))
    assert 3.5 < sectors / random < 4.5


def test_a_device_without_caches_reads_by_transactions(traces):
    """A half-warp reads 64 bytes in order; from anywhere, each lane costs an access of 64 bytes.

    Hong et al. have 72.5 and 3.15 GB/s for a GTX 275, 23.0 to 1: the model has no rows of DRAM.
    """
    device = load_device("gtx-275")
    sequential, random = (bandwidth(traces, name, device) for name in ("read_in_order", "read_anywhere"))
    assert sequential == pytest.approx(device.dram_gb_s, rel=0.05)
    assert 12 < sequential / random < 16 * 1.05
    # Accesses of a sector cost half as much from anywhere, and the same in order.
    narrow = load_device(device, dram_fetch="32 B")
    assert bandwidth(traces, "read_anywhere", narrow) / random == pytest.approx(2, rel=0.15)
    assert bandwidth(traces, "read_in_order", narrow) == pytest.approx(sequential, rel=0.02)


def test_a_wider_access_to_dram_costs_random_reads_their_share(traces):
    titan, narrow = load_device("titan-x-pascal"), load_device("titan-x-pascal", dram_fetch="32 B")
    assert bandwidth(traces, "read_anywhere", narrow) / bandwidth(
        traces, "read_anywhere", titan
    ) == pytest.approx(2, rel=0.1)
    assert bandwidth(traces, "read_in_order", narrow) == pytest.approx(
        bandwidth(traces, "read_in_order", titan), rel=0.05
    )


def test_check_bits_take_a_ninth_of_the_bandwidth(traces):
    with_them, without = (load_device("k20c", ecc=ecc) for ecc in ("inline", "none"))
    ratio = bandwidth(traces, "read_in_order", without) / bandwidth(traces, "read_in_order", with_them)
    assert ratio == pytest.approx(9 / 8, rel=0.03)
