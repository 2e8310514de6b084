"""Integers from reals on the CPU's back ends: rounded, clamped and of NaN as PTX's ``cvt`` says."""

import math

import numpy as np
import pytest

from gpu import HostBackend, RaceBackend, TraceBackend
from gpu.backends.nvrtc import compile_kernels

TYPES = {"int": ("int", 32, True), "uint": ("unsigned", 32, False)}
TYPES |= {"ll": ("long long", 64, True), "ull": ("unsigned long long", 64, False)}
ROUNDED = {"rn": round, "rz": math.trunc, "ru": math.ceil, "rd": math.floor}
REALS = {"float": np.float32, "double": np.float64}
EDGES = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 1e-40, -1e-40, 1e10, -1e10, 1e30, -1e30]
EDGES += [sign * 2.0**bits for bits in (31, 32, 63, 64) for sign in (-1, 1)]
EDGES += [math.inf, -math.inf, math.nan]


def kernel(real, suffix, rounding):
    ctype = TYPES[suffix][0]
    return (
        f"// Converts. Blocks: 1.\n"
        f'extern "C" __global__ void {real}2{suffix}_{rounding}(const {real}* x, {ctype}* y) {{\n'
        f"    y[threadIdx.x] = __{real}2{suffix}_{rounding}(x[threadIdx.x]);\n}}\n"
    )


ALL = [(real, suffix, rounding) for real in REALS for suffix in TYPES for rounding in ROUNDED]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("kernels") / "conversions.cu"
    path.write_text("".join(kernel(*each) for each in ALL))
    return path


def converted(value, real, suffix, rounding):
    _, bits, signed = TYPES[suffix]
    least, greatest = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    if math.isnan(value):
        return 0 if real == "float" and bits == 32 else least if signed else 2 ** (bits - 1)
    if math.isinf(value):
        return greatest if value > 0 else least
    return min(max(ROUNDED[rounding](value), least), greatest)


@pytest.mark.parametrize("kind", [HostBackend, TraceBackend, RaceBackend])
def test_edge_values_are_converted_as_by_ptx(file, kind):
    backend = kind()
    for real, suffix, rounding in ALL:
        edges = [*EDGES, *(np.nextafter(REALS[real](each), REALS[real](0)) for each in EDGES[-11:-3])]
        x = np.array(edges, REALS[real])
        dtype = f"{'' if TYPES[suffix][2] else 'u'}int{TYPES[suffix][1]}"
        y = backend.zeros(len(x), dtype)
        name = f"{real}2{suffix}_{rounding}"
        backend.kernel(name, file=file)(1, backend.array(x), y, threads=len(x))
        want = [converted(float(each), real, suffix, rounding) for each in x]
        assert (name, backend.numpy(y).tolist()) == (name, want)


IN_WORDS = {
    "__float2int_rn(1e10f)": 2147483647,
    "__double2int_rz(-1e10)": -2147483648,
    '__float2int_rn(nanf(""))': 0,
    '__double2int_rn(nan(""))': -2147483648,
    '__float2ll_rn(nanf(""))': -(2**63),
    '__float2uint_rn(nanf(""))': 0,
    '__double2uint_rn(nan(""))': 2**31,
    "__float2uint_rz(-1.0f)": 0,
}


def test_what_ptx_says_in_words(tmp_path):
    file = tmp_path / "words.cu"
    stores = "".join(f"    y[{k}] = {call};\n" for k, call in enumerate(IN_WORDS))
    file.write_text(f'extern "C" __global__ void words(long long* y) {{\n{stores}}}\n')
    backend = HostBackend()
    y = backend.zeros(len(IN_WORDS), "int64")
    backend.kernel("words", file=file)(1, y, threads=1)
    assert dict(zip(IN_WORDS, backend.numpy(y).tolist(), strict=True)) == IN_WORDS


def test_a_conversion_is_one_instruction_of_a_trace(file):
    """Lanes of a warp with values within and outside the range, and NaN, go one way."""
    backend = TraceBackend()
    x = backend.array(np.resize(np.array([1e10, 1.0, -1e10, math.nan], np.float32), 32))
    backend.kernel("float2int_rn", file=file)(1, x, backend.zeros(32, "int32"), threads=32)
    (trace,) = backend.pop_traces()
    assert [total["requests"] for total in trace.totals().values()] == [1, 1]


def test_nvrtc_compiles_the_same_source(file):
    pytest.importorskip("cuda.core", reason="compiling for a GPU needs pip install 'numasim[gpu-compile]'")
    _, resources = compile_kernels(file, architecture="sm_90")
    assert len(resources) == len(ALL)
