"""Every kernel compiles for real devices, and what it needs there is known."""

import re
import sys

import pytest

from gpu import KERNELS, device_names, load_device
from gpu.backends.machine_code import instruction_counts
from gpu.backends.nvrtc import (
    ARCHITECTURES,
    compile_kernels,
    kernel_resources,
    link_launches,
    nearest_architecture,
    nvrtc_version,
    recorded_resources,
)
from gpu.kernel import OLDEST_CAPABILITY, capability_number, needed_capability, read_kernels
from partitioners.errors import InputError, MissingExtraError, OptionError

MAX_STATIC_SHARED_BYTES = 48 * 1024

BUILDING_CAVITIES = (
    *("dmr_base", "dmr_base_grid_sync", "dmr_check_cavity", "dmr_mark", "dmr_one_thread"),
    "dmr_work_stealing",
)
"""Kernels with geometry in double precision."""


@pytest.fixture
def nvrtc():
    try:
        compile_kernels(KERNELS["vector_fill"].file)
    except MissingExtraError as error:
        pytest.skip(str(error))  # the extra with NVIDIA's compiler is not installed


def has_launch_bounds(name):
    """Whether a kernel is compiled for its block size; without, its registers limit a block's threads."""
    declaration = rf'extern "C" __global__ void __launch_bounds__\(BLOCK_SIZE(?:, 1)?\)\s+{name}\('
    return re.search(declaration, KERNELS[name].file.read_text()) is not None


def test_the_record_has_every_kernel_in_every_variant():
    version, table = recorded_resources()
    assert re.fullmatch(r"\d+\.\d+", version)
    compiled = sum(
        capability_number(architecture[3:]) >= needed_capability(read_kernels(kernel.file))
        for kernel in KERNELS.values()
        for architecture in ARCHITECTURES
    )
    assert len(table) == compiled * 2 * 3
    assert {needs.kernel for needs in table} == set(KERNELS)
    for needs in table:
        # A block of that many threads fits into the 65,536 registers of a multiprocessor.
        assert not has_launch_bounds(needs.kernel) or needs.registers * needs.block_size <= 65_536
        assert needs.shared_bytes <= MAX_STATIC_SHARED_BYTES
        # A register or two at most, where the compiler aims at one more block. Cavities need more than the 64
        # registers of a thread in a block of 1024.
        spilled = needs.spill_store_bytes + needs.spill_load_bytes
        if needs.kernel in BUILDING_CAVITIES and needs.block_size == 1024:
            assert spilled <= 384
        else:
            assert spilled <= 16


@pytest.mark.slow
def test_every_kernel_compiles_and_needs_what_is_recorded(nvrtc):
    version, recorded = recorded_resources()
    variant = ("float32", 256, "sm_90")
    recorded = [needs for needs in recorded if (needs.dtype, needs.block_size, needs.architecture) == variant]
    table = kernel_resources(reals=["float32"], block_sizes=[256], architectures=["sm_90"])
    assert [needs.kernel for needs in table] == [needs.kernel for needs in recorded]
    if version == nvrtc_version():
        assert table == recorded


@pytest.mark.slow
@pytest.mark.parametrize("block_size", [256, 512, 1024])
def test_every_variant_compiles_and_needs_what_is_recorded(nvrtc, block_size):
    version, recorded = recorded_resources()
    recorded = [needs for needs in recorded if needs.block_size == block_size]
    table = kernel_resources(block_sizes=[block_size])
    assert [needs.kernel for needs in table] == [needs.kernel for needs in recorded]
    if version == nvrtc_version():
        assert table == recorded


def test_architectures_before_the_least_capability_are_left_out(nvrtc, tmp_path):
    file = tmp_path / "recent.cu"
    file.write_text(
        """
        // Capability: 8.0
        extern "C" __global__ void recent(int* out) { out[0] = __reduce_add_sync(~0u, out[threadIdx.x]); }
        extern "C" __global__ void other(int* out) { out[0] = 1; }
        """
    )
    table = kernel_resources(read_kernels(file), reals=["float32"], block_sizes=[256])
    assert [(needs.kernel, needs.architecture) for needs in table] == [
        (name, architecture) for architecture in ("sm_80", "sm_90") for name in ("other", "recent")
    ]


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


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_length_of_machine_code_is_counted_in_instructions(nvrtc, tmp_path, architecture):
    """A fused multiply-add is one instruction; neither padding nor called functions count."""
    file = tmp_path / "chains.cu"
    counts = (1, 2, 3, 4, 5, 6, 21)
    file.write_text(
        "".join(
            f'extern "C" __global__ void chain{n}(float* v) {{ float a = v[0]; '
            f"{'a = a * a + a;' * n} v[0] = a; }}\n"
            for n in counts
        )
        + 'extern "C" __global__ void divides(float* v) { v[0] = v[1] / v[2]; }\n'
        + 'extern "C" __global__ void approximates(float* v) { v[0] = __fdividef(v[1], v[2]); }\n'
    )
    _, table = compile_kernels(file, architecture=architecture)
    found = {needs.kernel: needs.instructions for needs in table}
    first = found["chain1"]
    assert 5 < first < 20
    assert [found[f"chain{n}"] for n in counts] == [first + n - 1 for n in counts]
    assert found["divides"] < found["approximates"] + 20  # its rare cases alone are 60


@pytest.mark.parametrize("architecture", [80, 90])
def test_machine_code_of_cuda_13_has_another_header(nvrtc, architecture):
    """Version 8 of the ABI, with the architecture in the second byte of the flags alone (0xa005a04)."""
    code = bytearray(compile_kernels(KERNELS["vector_dot"].file, architecture=f"sm_{architecture}")[0])
    counts = instruction_counts(bytes(code))
    assert code[8] == 7
    assert code[48] == architecture
    code[8], code[48:52] = 8, (0xA000004 | architecture << 8).to_bytes(4, "little")
    assert instruction_counts(bytes(code)) == counts


def supported():
    """The compute capabilities for which NVRTC compiles, up to 9.0."""
    from cuda.bindings import nvrtc

    _, count = nvrtc.nvrtcGetNumSupportedArchs()
    _, found = nvrtc.nvrtcGetSupportedArchs()
    assert len(found) == count
    return [each for each in sorted(found) if each <= 90]


def test_the_oldest_capability_is_that_of_nvrtc(nvrtc):
    assert f"{supported()[0] // 10}.{supported()[0] % 10}" == OLDEST_CAPABILITY


FILES = sorted({kernel.file for kernel in KERNELS.values()})


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.parametrize("all_between", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_kernel_compiles_from_its_least_capability_on(nvrtc, file, all_between):
    """The fast test compiles for the least capability, and another one for a recorded architecture."""
    kernels = read_kernels(file)
    least = needed_capability(kernels)
    capabilities = [each for each in supported() if divmod(each, 10) >= least]
    for each in capabilities if all_between else capabilities[:1]:
        code, table = compile_kernels(file, dtype="float64", architecture=f"sm_{each}")
        assert {needs.kernel for needs in table} == {kernel.name for kernel in kernels}
        if each not in EMBEDDED and any(kernel.may_launch for kernel in kernels):
            assert instruction_counts(linked(code, f"sm_{each}")).keys() > {kernel.name for kernel in kernels}


EMBEDDED = (53, 62, 72, 87)
"""The capabilities of embedded devices, for which NVIDIA's library of launches by kernels has no code."""


def linked(code, architecture):
    try:
        return link_launches(code, architecture)
    except MissingExtraError as error:
        pytest.skip(str(error))  # the extra with NVIDIA's compiler is not installed


LAUNCHES = """
#include "common.cuh"
// Adds. Blocks: any.
extern "C" __global__ void add(int n, real* out) {
    atomicAdd(&out[threadIdx.x], real(n));
}
// Launches; does the work itself if it cannot. Blocks: any.
extern "C" __global__ void launch(real* out) {
    if (!LAUNCH_CHILD(add, dim3(2, 2), 32, 0, 3, out)) atomicAdd(&out[threadIdx.x], real(3));
}
"""
RELOCATABLE, EXECUTABLE = 1, 2  # the types of ELF files


def file_type(code):
    assert code[:4] == b"\x7fELF"
    return int.from_bytes(code[16:18], "little")


@pytest.mark.parametrize("architecture", ["sm_50", "sm_80", "sm_90"])
def test_kernels_that_launch_are_linked_with_the_runtime(nvrtc, tmp_path, architecture):
    file = tmp_path / "launches.cu"
    file.write_text(LAUNCHES)
    code, table = compile_kernels(file, architecture=architecture)
    assert {needs.kernel for needs in table} == {"add", "launch"}
    whole = linked(code, architecture)
    assert (file_type(code), file_type(whole)) == (RELOCATABLE, EXECUTABLE)
    counts = instruction_counts(whole)
    assert {needs.kernel: needs.instructions for needs in table} == {
        name: counts[name] for name in ("add", "launch")
    }
    assert b"cuda_device_runtime" in whole


def test_code_that_cannot_be_linked_says_why(nvrtc, tmp_path):
    file = tmp_path / "launches.cu"
    file.write_text(LAUNCHES)
    code, _ = compile_kernels(file, architecture="sm_90")
    linked(code, "sm_90")
    for given in (b"no code", code):
        with pytest.raises(InputError, match=r"^the kernels cannot be linked for sm_80: .*bad input"):
            link_launches(given, "sm_80")


@pytest.mark.parametrize("architecture", ["sm_60", "sm_80", "sm_90"])
def test_grid_barriers_compile(nvrtc, tmp_path, architecture):
    file = tmp_path / "barriers.cu"
    file.write_text(
        """
        #include "common.cuh"
        extern "C" __global__ void together(int* out) {
            out[threadIdx.x] = 1;
            GRID_SYNC();
            out[threadIdx.x + 1] += 1;
        }
        extern "C" __global__ void by_flags(int* arrived, int* released, int* out) {
            out[threadIdx.x] = 1;
            lock_free_grid_sync(1, arrived, released);
            out[threadIdx.x + 1] += 1;
        }
        """
    )
    try:
        _, table = compile_kernels(file, architecture=architecture)
    except MissingExtraError as error:
        pytest.skip(str(error))  # the extra with NVIDIA's compiler is not installed
    assert {needs.kernel for needs in table} == {"together", "by_flags"}


def test_without_the_parts_of_the_extra_each_is_named(nvrtc, tmp_path, monkeypatch):
    file = tmp_path / "barrier.cu"
    file.write_text('#include "common.cuh"\nextern "C" __global__ void k(int* out) { GRID_SYNC(); }\n')
    pathfinder = pytest.importorskip("cuda.pathfinder", reason="The extra gpu-compile is not installed.")
    monkeypatch.setattr(pathfinder, "find_nvidia_header_directory", lambda name: None)
    with pytest.raises(
        MissingExtraError,
        match=r"^compiling a kernel with a grid barrier needs the package 'nvidia.cuda_runtime': "
        r"pip install 'numasim\[gpu-compile\]'$",
    ):
        compile_kernels(file)

    def missing(name):
        raise pathfinder.StaticLibNotFoundError(name)

    monkeypatch.setattr(pathfinder, "find_static_lib", missing)
    with pytest.raises(
        MissingExtraError,
        match=r"^linking kernels that launch others needs the package 'nvidia.cuda_runtime': ",
    ):
        link_launches(b"", "sm_90")


def test_the_architecture_of_a_device_is_the_nearest_before_it():
    of = {name: nearest_architecture(load_device(name).compute_capability) for name in device_names()}
    assert of == {
        **dict.fromkeys(("c2050", "c2070", "gtx-275", "gtx-680", "k20c", "k40c"), "sm_52"),
        "titan-x-pascal": "sm_61",
        **dict.fromkeys(("v100", "a100-40gb", "rtx-3070"), "sm_80"),
        **dict.fromkeys(("h100", "h200"), "sm_90"),
    }
    assert [nearest_architecture(each) for each in ("6.0", "7.0", "8.9", "10.0")] == [
        "sm_61",
        "sm_80",
        "sm_80",
        "sm_90",
    ]


def test_what_is_no_machine_code_is_refused():
    for code in (b"", b"\x7fELF", b"no code"):
        with pytest.raises(InputError, match=r"^not machine code of a GPU: "):
            instruction_counts(code)


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
