"""The order of accesses in machine code: as NVIDIA's disassembler reads it, and complete for every kernel."""

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu import BLOCK_SIZES, KERNELS, REALS
from gpu.backends.cubin import Cubin
from gpu.backends.issue_order import (
    ENTRY,
    Access,
    Block,
    IssueOrder,
    issue_orders,
    order_to_text,
    text_to_order,
)
from gpu.backends.machine_code import (
    ALL,
    ATOMIC,
    BARRIER,
    BRANCH,
    EXIT,
    LOAD,
    NO_WAIT,
    NONE,
    OTHER,
    SHARED_ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    STORE,
    instructions,
)
from gpu.backends.nvrtc import ARCHITECTURES, compile_kernels, nvrtc_version
from gpu.backends.ptx_arrays import SHARED, UNKNOWN, arrays_of_lines
from gpu.backends.recorded_order import all_orders, compiled_orders, read_orders, recorded_order
from gpu.kernel import capability_number, read_kernels
from partitioners.errors import InputError, MissingExtraError

ACCESSES = st.builds(
    Access,
    st.sampled_from([LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, SHARED_ATOMIC, BARRIER]),
    st.integers(SHARED, 9),
    st.sampled_from(["1", "23", "graph.cuh:4"]),
    st.sampled_from([0, 3, 5, NONE]),
    st.booleans(),
    st.tuples(*[st.sampled_from([0, 2, ALL])] * 6),
)
WAITS = st.tuples(*[st.sampled_from([0, 1, ALL])] * 6)
ORDERS = st.builds(
    IssueOrder,
    st.lists(st.builds(Block, st.lists(ACCESSES, min_size=1).map(tuple), WAITS), min_size=1).map(tuple),
    st.dictionaries(st.tuples(st.integers(ENTRY, 5), st.integers(0, 5)), WAITS),
)


@pytest.fixture
def nvrtc():
    try:
        compile_kernels(KERNELS["vector_fill"].file)
    except MissingExtraError as error:
        pytest.skip(str(error))  # the extra with NVIDIA's compiler is not installed


@given(ORDERS)
def test_an_order_is_a_text(order):
    again = text_to_order(*order_to_text(order))
    assert (again.blocks, again.paths) == (order.blocks, order.paths)


def test_the_record_has_every_kernel_in_every_variant():
    version, texts = read_orders()
    assert re.fullmatch(r"\d+\.\d+", version)
    assert set(texts) == {
        (name, dtype, block_size, architecture)
        for name, kernel in KERNELS.items()
        for dtype in REALS
        for block_size in BLOCK_SIZES
        for architecture in ARCHITECTURES
        if capability_number(architecture[3:]) >= capability_number(kernel.capability)
    }


def test_the_kernels_of_a_file_have_the_order_that_is_recorded(nvrtc):
    version, texts = read_orders()
    some = read_kernels(KERNELS["bfs_relax"].file)
    for variant, order in all_orders(some, reals=["float32"], block_sizes=[256]).items():
        assert order.blocks
        if version == nvrtc_version():
            assert order_to_text(order) == texts[variant]
            assert recorded_order(variant).blocks == order.blocks


@pytest.mark.slow
@pytest.mark.parametrize("block_size", BLOCK_SIZES)
def test_every_variant_has_the_order_that_is_recorded(nvrtc, block_size):
    version, texts = read_orders()
    if version == nvrtc_version():
        orders = all_orders(block_sizes=[block_size])
        assert {variant: order_to_text(order) for variant, order in orders.items()} == {
            variant: text for variant, text in texts.items() if variant[2] == block_size
        }


def test_a_record_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=r"none.csv.xz: cannot be read: .*No such file or directory"):
        read_orders(tmp_path / "none.csv.xz")
    (tmp_path / "text.csv.xz").write_text("# NVRTC 12.9\n")
    with pytest.raises(InputError, match=r"text.csv.xz: cannot be read: Input format not supported"):
        read_orders(tmp_path / "text.csv.xz")


CHAIN = """
extern "C" __global__ void chain(const int* next, const int* other, int* out) {
    const int first = next[threadIdx.x];
    const int second = next[first];
    out[threadIdx.x] = second;
}
extern "C" __global__ void apart(const int* next, const int* other, int* out) {
    const int first = next[threadIdx.x];
    const int second = other[threadIdx.x];
    out[threadIdx.x] = first + second;
}
extern "C" __global__ void branch(const int* next, const int* other, int* out) {
    if (next[threadIdx.x] > 7)
        out[threadIdx.x] = other[threadIdx.x];
}
extern "C" __global__ void exchange(const int* next, const int* other, int* out) {
    __shared__ int tile[256];
    tile[threadIdx.x] = next[threadIdx.x];
    __syncthreads();
    atomicAdd(&out[tile[threadIdx.x ^ 1]], 1);
}
"""


@pytest.mark.parametrize("architecture", [*ARCHITECTURES, "sm_70"])
def test_a_load_is_awaited_at_the_first_use_of_its_value(nvrtc, tmp_path, architecture):
    """In a chain and across a branch nothing is in flight beside a load; two loads apart are."""
    file = tmp_path / "chains.cu"
    file.write_text(CHAIN)
    orders = compiled_orders(file, "float32", 256, architecture)

    def accesses(name):
        return [access for block in orders[name].blocks for access in block.accesses]

    def awaits(access, other):
        return other.sets != NONE and access.waits[other.sets] == 0

    first, second, store = accesses("chain")
    assert [(a.kind, a.array, a.line) for a in (first, second, store)] == [
        (LOAD, 0, "3"),
        (LOAD, 0, "4"),
        (STORE, 2, "5"),
    ]
    assert awaits(second, first)
    assert awaits(store, second)
    one, other, store = accesses("apart")
    assert {(a.kind, a.array, a.line) for a in (one, other)} == {(LOAD, 0, "8"), (LOAD, 1, "9")}
    assert other.waits == NO_WAIT
    assert awaits(store, other)
    (only,), (inner, _) = (block.accesses for block in orders["branch"].blocks)
    assert (only.array, inner.array) == (0, 1)
    assert orders["branch"].paths[0, 1][only.sets] == 0
    load, store, barrier, tile, atomic = accesses("exchange")
    assert [a.kind for a in (load, store, barrier, tile, atomic)] == [
        LOAD,
        SHARED_STORE,
        BARRIER,
        SHARED_LOAD,
        ATOMIC,
    ]
    assert awaits(store, load)
    assert (tile.array, atomic.array) == (SHARED, 2)


def test_rounds_that_are_written_out_load_before_they_wait(nvrtc):
    """A block of spmv_csr_scalar has sixteen entries of a row, and its first loads wait for nothing."""
    order = recorded_order(("spmv_csr_scalar", "float32", 256, "sm_90"))
    largest = max(order.blocks, key=lambda block: len(block.accesses))
    assert len(largest.accesses) == 3 * 16
    waiting = [any(wait != ALL for wait in access.waits) for access in largest.accesses]
    assert waiting.index(True) >= 8


def test_the_array_of_an_address_comes_through_loops_and_selections():
    ptx = """
.visible .entry k(
.param .u64 k_param_0,
.param .u64 k_param_1
)
{
ld.param.u64 %rd1, [k_param_0];
ld.param.u64 %rd2, [k_param_1];
cvta.to.global.u64 %rd3, %rd1;
$L_1:
ld.global.u32 %r1, [%rd3+4];
add.s64 %rd3, %rd3, 16;
mul.wide.s32 %rd4, %r1, 4;
add.s64 %rd5, %rd2, %rd4;
@%p1 st.global.u32 [%rd5], %r1;
selp.b64 %rd6, %rd1, %rd2, %p1;
atom.global.add.u32 %r2, [%rd6], 1;
st.shared.u32 [%rd7], %r1;
}
"""
    lines = ptx.split("\n")
    found = {lines[number - 1].split()[0]: array for number, array in arrays_of_lines(ptx).items()}
    assert found == {
        "ld.global.u32": 0,
        "@%p1": 1,
        "atom.global.add.u32": UNKNOWN,
        "st.shared.u32": SHARED,
    }


FILES = [
    pytest.param(file, id=file.stem, marks=[] if file.stem in ("bfs", "spmv_spac") else pytest.mark.slow)
    for file in sorted({kernel.file for kernel in KERNELS.values()})
]


@pytest.mark.parametrize("file", FILES)
def test_every_access_of_machine_code_has_its_array_and_its_line(nvrtc, file):
    """Only the device's runtime (launches by kernels, grid barriers) goes to other memory."""
    kernels = read_kernels(file)
    for architecture in ("sm_61", "sm_90"):
        if capability_number(architecture[3:]) < max(capability_number(k.capability) for k in kernels):
            continue
        code = Cubin(compile_kernels(file, architecture=architecture)[0])
        arrays, in_ptx = arrays_of_lines(code.ptx()), code.line_table(".nv_debug_line_sass")
        of_source = code.line_table(".debug_line")
        for kernel in kernels:
            section = f".text.{kernel.name}"
            for one in instructions(code, section):
                if one.kind < BARRIER:
                    array = arrays[in_ptx.find(section, one.offset).line]
                    where = of_source.find(section, one.offset)
                    assert where.line > 0
                    if array == UNKNOWN:
                        assert kernel.may_launch or kernel.uses_grid_sync
                    elif array != SHARED:
                        assert kernel.parameters[array].is_array


def disassembler():
    """NVIDIA's disassembler, of the package nvidia-cuda-nvdisasm."""
    folders = [Path(sysconfig.get_path("purelib")) / "nvidia"]
    found = [path for folder in folders for path in folder.glob("*/bin/nvdisasm")]
    return str(found[0]) if found else shutil.which("nvdisasm")


KIND_OF_NAME = {
    **dict.fromkeys(("LD", "LDG"), LOAD),
    **dict.fromkeys(("ST", "STG"), STORE),
    **dict.fromkeys(("ATOM", "ATOMG", "RED", "REDG"), ATOMIC),
    "LDS": SHARED_LOAD,
    "STS": SHARED_STORE,
    "ATOMS": SHARED_ATOMIC,
    "BAR": BARRIER,
    "BRA": BRANCH,
    **dict.fromkeys(("EXIT", "RET"), EXIT),
}
LINE = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+\s+)?([A-Z]\w*)([\w.]*)\s*([^;]*);")
LABEL = re.compile(r"^(\.L_\w+):", re.MULTILINE)
REGISTERS_OF_WIDTH = {"64": 2, "128": 4}


def disassembled(code, tmp_path):
    """By section: the (offset, predicate, name, modifiers, operands) of each instruction, and the labels."""
    (tmp_path / "code.cubin").write_bytes(code)
    done = subprocess.run([disassembler(), "-c", tmp_path / "code.cubin"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = {}
    for part in re.split(r"^\s*\.section\s+(?=\.text\.)", done.stdout, flags=re.MULTILINE)[1:]:
        lines = [(m.start(), int(m[1], 16), *m.groups()[1:]) for m in LINE.finditer(part)]
        labels = {
            m[1]: next((offset for at, offset, *_ in lines if at > m.start()), None)
            for m in LABEL.finditer(part)
        }
        found[part.partition(",")[0].strip()] = [line[1:] for line in lines], labels
    return found


@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
@pytest.mark.parametrize("file", FILES)
def test_instructions_are_those_of_nvidias_disassembler(nvrtc, tmp_path, file, architecture):
    """Kinds, predicates and targets are equal, and what reads a loaded register has waited for it."""
    if disassembler() is None:
        pytest.skip("NVIDIA's disassembler (nvidia-cuda-nvdisasm) is not installed")
    data, _ = compile_kernels(file, architecture=architecture)
    code = Cubin(data)
    loads = 0
    for section, (lines, labels) in disassembled(data, tmp_path).items():
        own = {one.offset: one for one in instructions(code, section)}
        assert own.keys() == {line[0] for line in lines}
        # The scoreboard of each register that is loaded, and the predicate of the load. A load without a
        # scoreboard comes before the next that has one.
        loaded, earlier = {}, []
        for offset, predicate, name, modifiers, operands in lines:
            one = own[offset]
            assert one.kind == KIND_OF_NAME.get(name, OTHER), (section, hex(offset), name)
            assert one.is_predicated == bool(predicate)
            if name == "BRA":
                assert one.target == labels[re.search(r"\.L_\w+", operands)[0]]
            loaded = {register: on for register, on in loaded.items() if one.waits[on[0]] != 0}
            words = re.findall(r"(?<!U)\bR(\d+)", operands)
            if name in ("LDG", "LD", "LDS"):
                first, *words = words
                width = next((REGISTERS_OF_WIDTH[w] for w in ("64", "128") if f".{w}" in modifiers), 1)
                earlier += range(int(first), int(first) + width)
                loads += 1
            for register in loaded.keys() & set(map(int, words)):
                others = {"@P": "@!P", "@!P": "@P"}.get((predicate or "")[:-2], "") + (predicate or "")[-2:]
                assert loaded[register][1] == others, (section, hex(offset), name)
            if one.sets != NONE and one.kind in (LOAD, SHARED_LOAD):
                loaded |= dict.fromkeys(earlier, (one.sets, predicate))
                earlier = []
            if offset in labels.values() or one.kind in (BRANCH, EXIT):
                loaded, earlier = {}, []  # where other code may go on
    assert loads


def test_what_is_no_cubin_is_refused():
    with pytest.raises(InputError, match=r"^not machine code of a GPU: no ELF header$"):
        issue_orders(b"no code", read_kernels(KERNELS["vector_fill"].file))
