"""Write-backs that a launch leaves in the channels of DRAM are counted in it, and move after its end."""

import pytest

from gpu import HostWait, TraceBackend, load_device, simulate

KERNELS = """
#include "common.cuh"
extern "C" __global__ void copy(int n, const float4* in, float4* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
extern "C" __global__ void scatter(int n, unsigned mask, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[(i * 2654435761u >> 4) & mask] = i;
}
extern "C" __global__ void look(int n, const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
"""
COPIED = 2**18  # elements of 16 bytes: two arrays of 4 MiB
REGISTERS = dict.fromkeys(("copy", "scatter", "look"), 16)


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    file = tmp_path_factory.mktemp("write_backs") / "write_backs.cu"
    file.write_text(KERNELS)
    backend = TraceBackend()
    wide = backend.zeros(4 * COPIED, "float32"), backend.zeros(4 * COPIED, "float32")
    narrow = backend.zeros(1024, "float32"), backend.zeros(1024, "float32")
    anywhere = backend.zeros(2**22, "uint32")
    backend.kernel("copy", file=file)(COPIED // 256, COPIED, *wide)
    backend.kernel("scatter", file=file)(1024, 2**18, 2**22 - 1, anywhere)
    backend.kernel("look", file=file)(4, 1024, *narrow)
    return dict(zip(("copy", "scatter", "look"), backend.pop_traces(), strict=True))


def slow(name, **changes):
    """A device whose memory is slow and whose L2 is small, so that it writes back all the time."""
    return load_device(name, dram_bandwidth="60 GB/s", l2_size="1536 KiB", **changes)


def in_bytes(result, device):
    """The bytes counted over those that the memory can move in the time of all launches."""
    s = result.scalars
    moved = s["dram_read_bytes"] + s["dram_write_bytes"]
    return moved / (s["kernel_cycles"] * device.dram_bytes_per_cycle)


def run(launches, device, **options):
    return simulate(launches, device, resources=REGISTERS, **options)


def test_a_copy_uses_all_of_the_bandwidth_and_no_more(traces):
    device = slow("v100")
    result = run(traces["copy"], device)
    assert in_bytes(result, device) > 1.1
    assert 0.98 < result.scalars["dram_utilisation"] <= 1


def test_what_moves_between_launches_is_no_use_of_their_time(traces):
    device = slow("v100", synchronise_latency="1 ms")
    alone, twice = (
        run(launches, device) for launches in (traces["copy"], [traces["copy"], HostWait(), traces["copy"]])
    )
    assert in_bytes(twice, device) > 1.1
    assert twice.scalars["dram_utilisation"] == pytest.approx(alone.scalars["dram_utilisation"], rel=0.01)


def test_the_next_launch_waits_for_them(traces):
    """So two launches take at least the time of all bytes, but for what the second leaves."""
    device = slow("v100", launch_latency="1 ns")
    launches = run([traces["look"], traces["copy"], traces["look"]], device).tables["launches"]
    first, copy, last = launches["cycles"]
    left = (
        int(launches["dram_writes"][1] + launches["dram_reads"][1]) * 32 / device.dram_bytes_per_cycle - copy
    )
    assert last > first + 0.9 * left
    both = run({"one": traces["copy"], "other": traces["look"]}, device)
    assert both.scalars["dram_utilisation"] <= 1


@pytest.mark.parametrize("name", ["copy", "scatter"])
@pytest.mark.parametrize("device", ["v100", "titan-x-pascal", "c2050"])
@pytest.mark.parametrize("l2", ["persistent", "cold", "warm"])
def test_no_memory_moves_more_than_it_can(traces, name, device, l2):
    """Scattered stores write parts of an access, which then takes as long as a whole one."""
    result = run([traces[name]] * 2, slow(device), l2=l2)
    assert 0 < result.scalars["dram_utilisation"] <= 1
