"""Every kernel compiles for real devices, and what it needs there is known."""

import re
import sys

import pytest

from gpu import KERNELS
from gpu.backends.nvrtc import (
    ARCHITECTURES,
    compile_kernels,
    kernel_resources,
    nvrtc_version,
    recorded_resources,
)
from partitioners.errors import InputError, MissingExtraError, OptionError

MAX_STATIC_SHARED_BYTES = 48 * 1024


@pytest.fixture
def nvrtc():
    try:
        compile_kernels(KERNELS["vector_fill"].file)
    except MissingExtraError as error:
        pytest.skip(str(error))


def test_the_record_has_every_kernel_in_every_variant():
    version, table = recorded_resources()
    assert re.fullmatch(r"\d+\.\d+", version)
    assert len(table) == len(KERNELS) * len(ARCHITECTURES) * 2 * 3
    assert {needs.kernel for needs in table} == set(KERNELS)
    for needs in table:
        # A block of that many threads fits into the 65,536 registers of a multiprocessor.
        assert needs.registers * needs.block_size <= 65_536
        assert needs.shared_bytes <= MAX_STATIC_SHARED_BYTES
        # A register or two at most, where the compiler aims at one more block.
        assert needs.spill_store_bytes + needs.spill_load_bytes <= 16


def test_every_kernel_compiles_and_needs_what_is_recorded(nvrtc):
    version, recorded = recorded_resources()
    table = kernel_resources()
    assert [needs.kernel for needs in table] == [needs.kernel for needs in recorded]
    if version == nvrtc_version():
        assert table == recorded


def test_spills_and_shared_memory_are_read(nvrtc, tmp_path):
    file = tmp_path / "mine.cu"
    many = 80
    file.write_text(
        f"""
        extern "C" __global__ void __launch_bounds__(1024) crowded(const double* in, double* out) {{
            double v[{many}];
            #pragma unroll
            for (int i = 0; i < {many}; ++i) v[i] = in[threadIdx.x + 1024 * i];
            __syncthreads();
            #pragma unroll
            for (int i = 0; i < {many}; ++i)
                out[threadIdx.x * {many} + (i * 7) % {many}] = v[i] * v[{many - 1} - i];
        }}
        extern "C" __global__ void sharing(int* out) {{
            __shared__ int tile[100];
            tile[threadIdx.x] = out[threadIdx.x];
            __syncthreads();
            out[threadIdx.x] = tile[99 - threadIdx.x];
        }}
        """
    )
    code, table = compile_kernels(file)
    assert code.startswith(b"\x7fELF")
    needs = {each.kernel: each for each in table}
    assert needs["crowded"].registers == 64
    assert needs["crowded"].spill_store_bytes > 0
    assert needs["crowded"].spill_load_bytes > 0
    assert needs["sharing"].shared_bytes == 400
    assert needs["sharing"].spill_store_bytes == 0


def test_what_does_not_compile_says_why(nvrtc, tmp_path):
    file = tmp_path / "broken.cu"
    file.write_text('extern "C" __global__ void broken(int n) { n = undeclared; }\n')
    with pytest.raises(
        InputError, match=r'broken.cu: NVRTC cannot compile the file for sm_80:\n.*"undeclared" is undefined'
    ):
        compile_kernels(file, architecture="sm_80")


def test_an_architecture_has_a_form():
    with pytest.raises(OptionError, match=r"^architecture is 'hopper'; expected the form sm_90$"):
        compile_kernels(KERNELS["vector_fill"].file, architecture="hopper")


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "cuda.core", None)
    with pytest.raises(
        MissingExtraError,
        match=r"^compiling kernels for a GPU needs the package 'cuda.core': "
        r"pip install 'numasim\[gpu-compile\]'$",
    ):
        compile_kernels(KERNELS["vector_fill"].file)


def test_a_record_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"none.csv: cannot be read: No such file or directory$"):
        recorded_resources(tmp_path / "none.csv")
