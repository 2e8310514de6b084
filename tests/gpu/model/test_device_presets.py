"""Kernels on the presets of each generation: random programs, vector operations, a product."""

import dataclasses

import numpy as np
import pytest
import scipy.sparse as sp
from model_timer import ModelTimer, facts_of
from random_kernels import lockstep, number, random_program, source

from gpu import InstructionCosts, TraceBackend, device_names, load_device, simulate, spmv_operator
from gpu.measurement.microbenchmarks import run_microbenchmarks
from gpu.measurement.microbenchmarks_bandwidths import Arrays
from gpu.measurement.microbenchmarks_slopes import Slopes
from partitioners.errors import OptionError


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Traces of random kernels of one warp, and what each would load in lockstep."""
    rng = np.random.default_rng(5)
    made = [random_program(rng) for _ in range(20)]
    sectors = [number(program) for program in made]
    file = tmp_path_factory.mktemp("programs") / "programs.cu"
    file.write_text("\n".join(source(program, f"program{i}") for i, program in enumerate(made)))
    backend = TraceBackend()
    data, out = backend.zeros(8 * max(sectors) + 8, "int32"), backend.zeros(32, "int32")
    for i in range(len(made)):
        backend.kernel(f"program{i}", file=file, block_size=32)(1, data, out)
    return [
        (trace, list(lockstep(program, np.ones(32, bool))))
        for trace, program in zip(backend.pop_traces(), made, strict=True)
    ]


@pytest.mark.parametrize("name", device_names())
def test_random_programs_load_what_their_lanes_ask_for(programs, name):
    device = load_device(name)
    for trace, loads in programs:
        result = simulate(trace, device, resources={trace.kernel: (16, 0)})
        found = result.tables["arrays"].set_index("array").loc["in"]
        assert found["requests"] == len(loads)
        # All lanes of a load read one word: a sector, and on capability 1.x one for each half of the warp.
        halves = [(lanes & 0xFFFF > 0) + (lanes >> 16 > 0) for _, lanes in loads]
        asked = sum(halves) if device.is_of_generation_1 else len(loads)
        assert found["sectors"] == found["l1_misses"] == found["l2_reads"] == asked
        places = {sector // (device.dram_fetch // 32) for sector, _ in loads}
        misses = len(places) if device.l2_size else asked
        assert found["l2_reads"] - found["l2_read_hits"] == misses
        assert found["dram_reads"] == misses * device.dram_fetch // 32


@pytest.fixture(scope="module")
def vectors():
    """Traces of the vector operations on a million numbers."""
    n, backend = 2**20, TraceBackend()
    x, y, scalar = backend.array(np.ones(n, "f4")), backend.zeros(n, "float32"), backend.zeros(1, "float32")
    blocks = n // 256
    backend.kernel("vector_fill")(blocks, n, 2.0, y)
    backend.kernel("vector_dot")(240, n, x, y, scalar)
    backend.kernel("vector_axpy")(blocks, n, 1.0, scalar, scalar, x, y)
    return {trace.kernel: trace for trace in backend.pop_traces()}


@pytest.mark.parametrize("name", ["gtx-275", "c2050", "k40c"])
def test_vector_operations_read_at_the_bandwidth_of_memory(vectors, name):
    device = load_device(name)
    dot = simulate(vectors["vector_dot"], device).scalars
    assert dot["dram_read_bytes"] >= 2 * 4 * 2**20
    assert 0.8 < dot["dram_utilisation"] <= 1


@pytest.mark.parametrize("name", ["gtx-275", "c2050", "k40c", "titan-x-pascal"])
def test_stores_are_not_faster_than_memory(name):
    device, backend = load_device(name), TraceBackend()
    y = backend.zeros(2**22, "float32")
    backend.kernel("vector_fill")(2**14, 2**22, 2.0, y)
    s = simulate(backend.pop_traces(), device).scalars
    assert s["dram_write_bytes"] >= 4 * 2**22 - device.l2_size
    late = device.dram_latency * device.dram_bytes_per_cycle + 128 * device.l2_slices
    assert s["dram_write_bytes"] <= s["kernel_cycles"] * device.dram_bytes_per_cycle + late


def test_vector_operations_without_caches_move_each_byte(vectors):
    size = 4 * 2**20
    for kernel, read in (("vector_fill", {"y": 0}), ("vector_axpy", {"x": size, "y": size})):
        result = simulate(vectors[kernel], "gtx-275")
        rows = result.tables["arrays"].set_index("array")
        assert {name: 32 * rows.loc[name, "dram_reads"] for name in read} == read
        assert 32 * rows.loc["y", "dram_writes"] == result.scalars["dram_write_bytes"] == size
        if kernel == "vector_fill":
            assert 0.8 < result.scalars["dram_utilisation"] <= 1
    # All half-warps read two numbers from one partition, which is what vector_axpy takes its time for.
    device = load_device("gtx-275")
    one_partition = device.dram_bytes_per_cycle / device.dram_channels
    warps = vectors["vector_axpy"].warp_start.size - 1
    camping = 2 * 2 * warps * device.dram_fetch / one_partition
    assert camping < result.scalars["kernel_cycles"] < 1.3 * camping


def test_a_product_on_each_generation():
    backend = TraceBackend()
    matrix = sp.random_array((3000, 3000), density=0.003, rng=np.random.default_rng(0), format="csr")
    for method in ("csr_vector", "csr_scalar"):
        operator = spmv_operator(matrix, method, backend)
        operator.apply(operator.vector(np.ones(3000)), backend.zeros(3000, "float32"))
        (trace,) = backend.pop_traces()
        times = {name: simulate(trace, name).scalars["kernel_us"] for name in device_names()}
        assert max(times, key=times.get) == "gtx-275"
        assert times["k40c"] < times["k20c"]
        assert times["c2050"] == times["c2070"]
    operator = spmv_operator(matrix, "csr_scalar", backend, block_size=1024)
    operator.apply(operator.vector(np.ones(3000)), backend.zeros(3000, "float32"))
    (trace,) = backend.pop_traces()
    with pytest.raises(OptionError, match=r"^device 'gtx-275': threads is 1024; a block has 1 to 512$"):
        simulate(trace, "gtx-275")


PUBLISHED = {
    # L2 reads in GB/s: gpu-benches (V100, with counters; A100 with 80 GB) and MT4G (H100).
    # Copies in GB/s: gpu-benches (V100, A100) and BabelStream on Azure (H100 2.9 TB/s).
    # H200: both by the recording of the package.
    "v100": {"l2": (2450, 0.12), "copy": (788, 0.06)},
    "a100-40gb": {"l2": (5400, 0.08), "copy": (1381, 0.05)},
    "h100": {"l2": (4863, 0.06), "copy": (2900, 0.06)},
    "h200": {"l2": (4432 * 1.98, 0.06), "copy": (3945, 0.06)},
    # GA106: 24 of its 32 slices read 1276 GB/s at 1.78 GHz, and reads reach 0.97 of the peak.
    "rtx-3070": {"l2": (1276 * 32 / 24 * 1725 / 1780, 0.08), "copy": (0.97 * 448, 0.09)},
}


def part_of(name):
    """A part of a preset with its share of everything, and an L2 that does not hold what is copied."""
    device = load_device(name)
    share = 2 if device.sms % 4 else 4
    parts = {
        field: getattr(device, field) // share
        for field in ("sms", "l2_slices", "dram_channels", "dram_bandwidth", "l2_fabric_width")
    }
    return load_device(device, **parts, l2_size=2**21), share


def bandwidths(name):
    """GB/s of reads from the L2 and of copies in memory on the model of a preset, by the microbenchmarks."""
    device, share = part_of(name)
    timer = ModelTimer(device, InstructionCosts(loads_in_flight=4))
    slopes = Slopes(timer, dataclasses.replace(facts_of(device), threads_per_sm=512), lambda row: None)
    read = Arrays(slopes, 2**19).rate("read", 2**19, 4, 12)
    copy = Arrays(slopes, 2**22).rate("copy", 2**22, 1, 3)
    return {"l2": share * read.value / 1000, "copy": share * copy.value / 1000}


@pytest.mark.parametrize("name", PUBLISHED)
def test_bandwidths_of_presets_are_those_of_published_measurements(name):
    found = bandwidths(name)
    for what, (measured, tolerance) in PUBLISHED[name].items():
        assert found[what] == pytest.approx(measured, rel=tolerance), what


LATENCIES = {
    # L1, L2, memory: pointer chases of gpu-benches, and of a GA106. Where the L2 has halves, means of both.
    "v100": (30, 215, 428),
    "a100-40gb": (36, (213 + 350) / 2, 572),
    "h100": (40, 291, 690),  # Dewing's chases: an H100 291 and 700, a GH200 281 and 690
    "h200": (31, 278, 678),  # by the recording of the package
    "rtx-3070": (33, 219, 522),
}


@pytest.mark.parametrize("name", LATENCIES)
def test_latencies_of_presets_are_those_of_published_measurements(name):
    device = load_device(name, sms=4, l2_size=2**20)
    rows = []
    timer = ModelTimer(device, InstructionCosts(loads_in_flight=1))
    run_microbenchmarks(
        timer, rows.append, lambda: 1, lambda line: None, facts=facts_of(device), names=("l1", "l2", "dram")
    )
    found = {(row["benchmark"], row["configuration"]): float(row["value"]) for row in rows}
    l1 = found["l1", "4096 bytes"]
    l2 = found["l2", "mean of both"]
    dram = next(value for (benchmark, what), value in found.items() if what.startswith("lines of"))
    assert (l1, l2, dram) == pytest.approx(LATENCIES[name], rel=0.04)
    if device.l2_far_latency:
        assert 570 <= dram <= 700 or name == "a100-40gb"
