"""The instructions of the package's kernels in the model, against the length of their machine code."""

import dataclasses

import numpy as np
import pytest
from gpu_matrices import random_matrix

from gpu import (
    BLOCK_SIZES,
    KERNELS,
    REALS,
    InstructionCosts,
    TraceBackend,
    load_device,
    simulate,
    spmv_operator,
)
from gpu.backends.host.compiler import code_counts, find_compiler
from gpu.backends.nvrtc import ARCHITECTURES, nearest_architecture
from gpu.backends.recorded_code import instructions_per_block, recorded_code_counts, resources_of
from gpu.kernel import capability_number
from gpu.model.instruction_stream import basic_block
from partitioners.errors import InputError

STRAIGHT = ("spmv_coo", "spmv_merge_path_carry", "vector_fill", "vector_axpy", "vector_xpay")
"""The kernels without loops whose number of rounds depends on data."""


def test_the_record_has_every_kernel_in_every_variant():
    _, counts = recorded_code_counts()
    assert set(counts) == {(k, dtype, size) for k in KERNELS for dtype in REALS for size in BLOCK_SIZES}
    for variant in counts:
        for architecture in ARCHITECTURES:
            found = instructions_per_block(variant, architecture, 2)
            needed = capability_number(KERNELS[variant[0]].capability)
            if capability_number(architecture[3:]) < needed:
                assert found is None
            else:
                assert 0.5 < found < 30


@pytest.mark.parametrize(
    "block_size", [256, *(pytest.param(n, marks=pytest.mark.slow) for n in BLOCK_SIZES if n != 256)]
)
def test_code_has_the_recorded_places(block_size):
    compiler, counts = recorded_code_counts()
    for file in {kernel.file for kernel in KERNELS.values()}:
        for name, found in code_counts(file, "float32", block_size).items():
            expected = counts[name, "float32", block_size]
            assert (found.requests, found.exchanges) == (expected.requests, expected.exchanges)
            assert found.blocks == expected.blocks or compiler != find_compiler()


def test_a_record_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"none.csv: cannot be read: No such file or directory$"):
        recorded_code_counts(tmp_path / "none.csv")


@pytest.fixture(scope="module")
def traces():
    """A launch of each kernel without such loops, all of whose warps have work for every lane."""
    backend = TraceBackend()
    matrix = random_matrix(1024, 900, 4096)
    operator = spmv_operator(matrix, "coo", backend)
    operator.apply(operator.vector(np.ones(900)), backend.zeros(1024, "float32"))
    x, y, one, two, carry = (backend.array(np.ones(n, "float32")) for n in (1024, 1024, 1, 1, 1024))
    row = backend.array(np.arange(1024, dtype="int32"))
    backend.kernel("spmv_merge_path_carry")(4, 1024, 1024, row, carry, y)
    backend.kernel("vector_axpy")(4, 1024, 1.0, one, two, x, y)
    backend.kernel("vector_xpay")(4, 1024, one, two, x, y)
    return {trace.kernel: trace for trace in backend.pop_traces()}


@pytest.mark.parametrize("name", STRAIGHT)
@pytest.mark.parametrize("capability", ["5.2", "6.1", "8.0", "9.0"])
def test_a_warp_issues_the_instructions_of_its_machine_code(traces, name, capability):
    device = load_device("h200", compute_capability=capability)
    found = simulate(traces[name], device).scalars
    variant = (name, "float32", 256)
    length = resources_of(variant, nearest_architecture(capability)).instructions
    assert found["instructions"] / found["warps"] == pytest.approx(length, rel=0.15)


def test_costs_override_what_is_recorded(traces):
    trace, device = traces["spmv_coo"], load_device("titan-x-pascal")
    costs = InstructionCosts(basic_block=7, exchange=3)
    assert basic_block(trace, device, costs) == 7
    slots = 7 * int(trace.blocks_before.sum()) + 3 * int(trace.exchanges_before.sum()) + trace.kind.size
    assert simulate(trace, device, costs=costs).scalars["instructions"] == slots
    for mine in ({"kernel": "mine"}, {"source": "of_the_same_name.cu"}):
        assert basic_block(dataclasses.replace(trace, **mine), device, InstructionCosts()) == 5
