"""Kernels on the presets of each generation: random programs, vector operations, a product."""

import numpy as np
import pytest
import scipy.sparse as sp
from random_kernels import lockstep, number, random_program, source

from gpu import TraceBackend, device_names, load_device, simulate, spmv_operator
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
