"""The two halves of an L2: near and far hits, copies of what the other half has, the fabric between them."""

from itertools import pairwise

import numpy as np
import pytest
from gpu_traces import random_trace, small_device, trace_of

from gpu import InstructionCosts, TraceBackend, device_names, load_device, simulate
from tests.gpu.model.test_simulation import assert_as_in_reference, costs_of, simulated

H200 = load_device("h200", l2_copies="hits", l2_request_rate=0)
CHUNK = 256
"""Sectors of 8 KiB. The first chunk is in half 0, near multiprocessor 0, and the second one in half 1."""


def step(kind, *sectors):
    """A request by which the L1 is passed, and a barrier, which waits for it."""
    return [(kind, 0, list(sectors), 0, 0), ("barrier", None, [], 0, 0)]


def on_multiprocessor(number, *steps):
    """A trace whose warp with these steps is on one multiprocessor, behind blocks that end at once."""
    requests = [request for each in steps for request in each]
    return trace_of([[[]]] * number + [[requests]])


def latencies(steps, device=H200):
    """The cycles of each step of a warp on multiprocessor 0."""
    ends = [
        simulated(on_multiprocessor(0, *steps[:n]), device).scalars["cycles"] for n in range(len(steps) + 1)
    ]
    barrier = device.barrier_latency  # it is issued when the load is complete
    return [after - before - barrier - 1 for before, after in pairwise(ends)]


def test_a_load_waits_for_the_half_in_which_it_hits():
    near, far = step("load_l2", 0), step("load_l2", CHUNK)
    beyond = H200.l2_far_latency - H200.l2_latency
    assert latencies([near, near]) == [H200.dram_latency, H200.l2_latency]
    # Memory fills the half of the line; the first load that hits there leaves a copy in the near half.
    assert latencies([far, far, far, far]) == [
        H200.dram_latency + beyond,
        H200.l2_far_latency,
        H200.l2_latency,
        H200.l2_latency,
    ]


def test_a_load_that_misses_in_the_other_half_may_leave_a_copy():
    far = step("load_l2", CHUNK)
    device = load_device("h200")
    assert device.l2_copies == "loads"
    beyond = device.l2_far_latency - device.l2_latency
    found = latencies([far, far, far], device)
    assert found == [device.dram_latency + beyond, device.l2_latency, device.l2_latency]


@pytest.mark.parametrize(("rate", "sectors"), [(0, 1), (0.125, 1), (0.125, 2), (0.125, 4), (2.0, 4)])
def test_a_slice_begins_so_many_requests_a_cycle(rate, sectors):
    """One slice serves requests of one to four sectors: the longer of their requests and their bytes."""
    requests, width = 64, 16
    device = load_device(
        "v100", l2_slices=1, dram_channels=1, sms=4, l2_slice_width=width, l2_request_rate=rate, l2_size=2**20
    )
    warps = [
        [[("store", 0, [4 * (16 * sm + i) + k for k in range(sectors)], 0, 0) for i in range(16)]]
        for sm in range(4)
    ]
    s = simulated(trace_of(warps), device, l2="warm").scalars
    each = max(1 / rate if rate else 0, sectors * 32 / width)
    rest = s["kernel_cycles"] - requests * each
    assert 0 <= rest <= device.l2_latency + device.dispatch_cycles + 2 * 32 / width + 40


def test_each_multiprocessor_is_near_one_half():
    for number, chunk, crossed in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (2, 0, 0), (2, 1, 1)):
        s = simulated(on_multiprocessor(number, step("load_l2", CHUNK * chunk))).scalars
        assert (s["l2_reads"], s["l2_fabric"]) == (1, crossed)


@pytest.mark.parametrize("kind", ["store", "reduction", "atomic"])
@pytest.mark.parametrize("writer", [0, 1])
def test_a_write_drops_the_copy_of_its_sector_and_no_other(kind, writer):
    """The writer is near the half of the copy (multiprocessor 0), or near that of the line (1)."""
    fill = on_multiprocessor(0, *[step("load_l2", CHUNK, CHUNK + 1)] * 2)
    write = on_multiprocessor(writer, step(kind, CHUNK))
    read = on_multiprocessor(0, step("load_l2", CHUNK), step("load_l2", CHUNK + 1))
    again = on_multiprocessor(0, step("load_l2", CHUNK))
    launches = simulated([fill, read, write, read, again], H200).tables["launches"]
    assert launches["l2_fabric"].tolist() == [3, 0, 1 - writer, 1, 0]
    assert launches["l2_read_hits"].tolist() == [3, 2, 0, 2, 1]


@pytest.mark.parametrize("name", [name for name in device_names() if load_device(name).l2_far_latency])
def test_a_copy_that_is_replaced_costs_no_traffic_to_memory(name):
    """Copies overwrite all sets of a half: its own dirty lines are written back, the copies are not."""
    device = load_device(name)
    device = load_device(device, l2_size=128 * device.l2_slices * device.l2_ways)  # a set in each slice
    lines = 2 * device.l2_slices * device.l2_ways
    of_half = [[4 * line for line in range(lines) if half_of(line) == half] for half in (0, 1)]
    written = [
        step("store", *of_half[0][i : i + 32]) for i in range(0, device.l2_slices * device.l2_ways // 4, 32)
    ]
    copied = [step("load_l2", *of_half[1][i : i + 32]) for i in range(0, len(of_half[1]), 32) for _ in "ab"]
    s = simulated(on_multiprocessor(0, *written, *copied), device).scalars
    assert s["dram_write_bytes"] <= 32 * s["l2_writes"] == 32 * 32 * len(written)
    assert s["dram_write_bytes"] > 0.8 * 32 * s["l2_writes"]


def half_of(line):
    chunk = line // 64
    return (chunk ^ (chunk >> 3) ^ (chunk >> 7)) % 2


@pytest.mark.parametrize(("kind", "width"), [("reduction", 64), ("load_l2", 96), ("store", 160)])
def test_the_fabric_moves_its_bytes_each_way(kind, width):
    device = load_device("h200", l2_fabric_width=width)
    lines = list(range(64 * 64))
    blocks = []
    for sm in range(device.sms):  # only sectors of the other half, each by one multiprocessor
        mine = [4 * line for line in lines if half_of(line) != sm % 2][sm // 2 :: device.sms // 2]
        blocks.append([[(kind, 0, mine[i : i + 16], 0, 0) for i in range(0, len(mine), 16)]])
    s = simulated(trace_of(blocks), device, l2="warm" if kind != "load_l2" else "cold").scalars
    assert s["l2_fabric"] == len(lines)
    least = len(lines) / 2 * 32 / width
    assert least <= s["kernel_cycles"] <= 1.05 * least + 2 * device.dram_latency + device.dispatch_cycles


@pytest.mark.parametrize("seed", range(20))
def test_a_plain_simulator_has_the_same_halves(seed):
    rng = np.random.default_rng(seed)
    fields = {"l2_size": 12 * 1024, "l2_slices": 6, "dram_channels": 2, "l2_latency": 20, "dram_latency": 60}
    device = small_device(
        rng, launches=True, **fields, l2_far_latency=33, l2_fabric_width=int(rng.choice([4, 64]))
    )
    found = assert_as_in_reference(device, costs_of(rng), [random_trace(rng) for _ in range(3)])
    assert found.scalars["l2_fabric"] > 0


CHASE = """
// Follows a list; one thread.
extern "C" __global__ void chase(int steps, const volatile int* next, int* end) {
    int place = 0;
    for (int step = 0; step < steps; ++step) place = next[place];
    *end = place;
}
"""


@pytest.fixture(scope="module")
def chases(tmp_path_factory):
    """Chases through all lines of 0.4, 0.8 and 4 times an L2 of 1280 KiB: three rounds, and two more."""
    file = tmp_path_factory.mktemp("chase") / "chase.cu"
    file.write_text(CHASE)
    backend, made = TraceBackend(), {}
    kernel = backend.kernel("chase", file=file, block_size=32)
    for share in (0.4, 0.8, 4):
        lines = int(share * 10 * 1024)
        order = np.random.default_rng(0).permutation(lines)
        order = np.roll(order, -int(np.flatnonzero(order == 0)[0]))
        following = np.zeros(32 * lines, np.int32)
        following[32 * order] = 32 * np.roll(order, -1)
        listed, end = backend.array(following), backend.zeros(1, "int32")
        for passes in (3, 2):
            kernel(1, passes * lines, listed, end, threads=1)
        assert backend.numpy(end)[0] == 0
        made[share] = (lines, backend.pop_traces())
    return made


@pytest.mark.parametrize(
    ("name", "measured"),
    [
        ("a100-40gb", (213, 427, 572)),  # gpu-benches, this board
        (
            "h100",
            (260, 476, 670),
        ),  # gpu-benches, an H100 PCIe with 266, 476, 650; others have 260, -, 690 and 700
    ],
)
def test_a_chase_has_the_three_steps_of_published_measurements(chases, name, measured):
    """Near hits up to half of the L2; near misses and far hits up to the whole L2; then memory."""
    device = load_device(name)
    device = load_device(device, l2_size=1280 * 1024, l2_ways=1280 * 1024 // 128 // device.l2_slices // 4)
    costs = InstructionCosts(basic_block=0, loads_in_flight=1)
    for (lines, (warm, twice)), cycles in zip(chases.values(), measured, strict=True):
        launches = simulate([warm, twice], device, costs=costs, resources={"chase": (8, 0)}).tables[
            "launches"
        ]
        # Slot and pass of a load; the second launch has two passes through the list.
        found = (launches["cycles"][1] - device.dispatch_cycles) / (2 * lines) - 1
        assert found == pytest.approx(cycles, rel=0.04)
