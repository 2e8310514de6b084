"""The compiled pass over a log: hand-written modules with their edges, and a second reading of the logs."""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from kernel_calls import callable_from_python
from random_programs import random_program
from trace_oracle import Oracle

from numasim.trace import build_graph, memory_writers
from numasim.trace.build_graph import build_dependencies
from numasim.trace.instructions import OpcodeClass
from numasim.trace.memory_writers import empty_memory, with_room
from numasim.trace.options import GraphOptions
from numasim.trace.programs import PROGRAMS
from numasim.trace.recording import build, record

MODULES = sorted((Path(__file__).parents[1] / "ll").glob("*.ll"))
SMALL = {  # the smallest image of cnn takes the plain-Python reading too long
    "dijkstra": 5,
    "fft": 8,
    "kmeans": 6,
    "mandel": 10,
    "md": 5,
    "nn": 2,
    "neuron": 2,
    "strassen8": 4,
    "strassen16": 2,
}
CASES = [("cache", "raw"), ("unit", "raw_war_waw")]
PARTS = (
    memory_writers.copy_writers,
    memory_writers.count_writers,
    memory_writers.renumber,
    memory_writers.write,
)
TIMED = [("rdtsc", "raw"), ("rdtsc", "raw_war_waw")]


copy_writers, count_writers, renumber, write = map(callable_from_python, PARTS)


def recorded(ir, folder, arguments=(), *, weights="cache", drop=(), region=None):
    folder.mkdir(exist_ok=True)
    options = GraphOptions(weights=weights, drop=drop, function=region)
    program = build(ir, folder, options, name=ir.stem)
    captured = (folder / "output", folder / "errors")
    ending = record(program, folder / "log", name=ir.stem, arguments=arguments, capture=captured)
    return program.listing, folder / "log", ending


def edges_of(found):
    edges = {(int(u), int(v)): float(w) for u, v, w in zip(found.src, found.dst, found.weight, strict=True)}
    assert len(edges) == found.src.size, "an edge is there twice"
    assert (found.src < found.dst).all()
    return edges


def assert_same(found, oracle):
    assert edges_of(found) == oracle.edges
    assert found.address.size == len(oracle.opcodes)
    touched = np.flatnonzero(found.address)
    accesses = {int(v): (int(found.address[v]), int(found.length[v])) for v in touched}
    assert accesses == oracle.accesses
    assert {v: int(found.operation[v]) for v in oracle.operations} == oracle.operations
    kinds = {"load": OpcodeClass.LOAD, "store": OpcodeClass.STORE, "ret": OpcodeClass.BRANCH}
    for node, opcode in enumerate(oracle.opcodes):
        assert found.opcode_class[node] == kinds.get(opcode, found.opcode_class[node])


def compare(ir, folder, arguments=(), cases=CASES, drop=()):
    """Both readings of one run, for several weights and orders: the first by the pass, and how it ended."""
    listing, log, ending = recorded(ir, folder, arguments, weights=cases[0][0], drop=drop)
    readings = []
    for weights, memory_dependences in cases:
        found = build_dependencies(listing, log, weights=weights, memory_dependences=memory_dependences)
        assert_same(
            found, Oracle(ir, listing, log, weights=weights, memory_dependences=memory_dependences, drop=drop)
        )
        readings.append(found)
    return readings[0], ending


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_hand_written_modules_have_the_edges_that_they_state(module, tmp_path):
    stated = re.findall(r"^; +\d+ (\w+)(?: <- ([\d ]+))?$", module.read_text(), re.MULTILINE)
    assert stated
    found, ending = compare(module, tmp_path)
    assert ending.exit_code == 0
    edges = edges_of(found)
    depends = [sorted(u for u, w in edges if w == v) for v in range(found.address.size)]
    assert depends == [[int(u) for u in before.split()] for _, before in stated]


@pytest.mark.parametrize(
    "name",
    [
        *("dijkstra", "fft", "kmeans", "strassen8"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("mandel", "md", "nn", "neuron", "strassen16")
        ),
    ],
)
def test_nine_programs_are_read_alike(name, tmp_path):
    compare(PROGRAMS[name].ir, tmp_path, [str(SMALL[name])])


@pytest.mark.slow
def test_what_is_left_out_is_left_out_alike(tmp_path):
    whole, _ = compare(PROGRAMS["strassen8"].ir, tmp_path / "whole", ["2"])
    for drop in (("stack",), ("allocas", "branches"), ("allocas", "branches", "stack")):
        part, _ = compare(PROGRAMS["strassen8"].ir, tmp_path / "-".join(drop), ["2"], drop=drop)
        assert part.src.size < whole.src.size
        assert (part.address.size < whole.address.size) == (drop != ("stack",))


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 8))]
)
def test_random_programs_are_read_alike(seed, tmp_path):
    ir = tmp_path / "random.ll"
    ir.write_text(random_program(random.Random(seed)))
    compare(ir, tmp_path / "run", cases=CASES if seed % 4 else TIMED)


def test_little_room_changes_nothing(tmp_path, monkeypatch):
    """Every table grows, every stream comes in pieces, and the result is the same."""
    ir = tmp_path / "random.ll"
    ir.write_text(random_program(random.Random(99), functions=6, length=40))
    listing, log, _ = recorded(ir, tmp_path / "run")
    plain = [build_dependencies(listing, log, memory_dependences=order) for order in ("raw", "raw_war_waw")]
    monkeypatch.setattr(build_graph, "CHUNK", 700)
    monkeypatch.setattr(build_graph, "FIRST_FRAMES", 2)
    monkeypatch.setattr(build_graph, "FIRST_REGISTERS", 1)
    monkeypatch.setattr(build_graph, "FIRST_EDGES", 1)
    monkeypatch.setattr(build_graph, "FIRST_PAGES", 2)
    for order, wide in zip(("raw", "raw_war_waw"), plain, strict=True):
        narrow = build_dependencies(listing, log, memory_dependences=order)
        assert edges_of(narrow) == edges_of(wide)
        assert narrow.address.tolist() == wide.address.tolist()
        assert narrow.executed.tolist() == wide.executed.tolist()


def test_a_limit_cuts_the_same_graph_short(tmp_path):
    listing, log, _ = recorded(PROGRAMS["fft"].ir, tmp_path, ["8"])
    whole = build_dependencies(listing, log)
    for most in (1, 2, 777, whole.address.size):
        part = build_dependencies(listing, log, max_instructions=most)
        assert part.address.size == most
        assert part.cut_short == ("limit" if most < whole.address.size else "")
        kept = whole.dst < most
        assert part.src.tolist() == whole.src[kept].tolist()
        assert part.dst.tolist() == whole.dst[kept].tolist()


DEEP = """
define i32 @down(i32 %n) {
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %more
done:
  ret i32 0
more:
  %less = sub i32 %n, 1
  %got = call i32 @down(i32 %less)
  %sum = add i32 %got, 1
  ret i32 %sum
}
define i32 @main() {
  %got = call i32 @down(i32 100000)
  %code = sub i32 %got, 100000
  ret i32 %code
}
"""


def test_a_hundred_thousand_frames(tmp_path):
    ir = tmp_path / "deep.ll"
    ir.write_text(DEEP)
    listing, log, ending = recorded(ir, tmp_path / "run")
    found = build_dependencies(listing, log)
    assert ending.exit_code == 0
    assert (
        found.address.size == 1 + 6 * 100_000 + 3 + 2
    )  # icmp, br, sub, call, add, ret; icmp, br, ret; sub, ret
    adds = np.flatnonzero(np.diff(found.src[-2 * 100_000 :]) == 2)
    assert adds.size  # each add depends on the add below it, two nodes before


COPY = """
@a = internal global [67108864 x i8] zeroinitializer, align 4096
@b = internal global [67108864 x i8] zeroinitializer, align 4096
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
  store i8 1, ptr @a
  %middle = getelementptr i8, ptr @a, i64 33554432
  store i8 1, ptr %middle
  call void @llvm.memcpy.p0.p0.i64(ptr @b, ptr @a, i64 67108864, i1 false)
  %place = getelementptr i8, ptr @b, i64 67108863
  %last = load i8, ptr %place
  ret i32 0
}
"""


def test_a_copy_of_64_mebibytes_is_one_node(tmp_path):
    ir = tmp_path / "copy.ll"
    ir.write_text(COPY)
    listing, log, _ = recorded(ir, tmp_path / "run")
    found = build_dependencies(listing, log, weights="unit")
    assert sorted(edges_of(found)) == [(0, 3), (1, 2), (2, 3), (3, 5), (4, 5)]
    assert found.length.tolist() == [1, 0, 1, 2**26, 0, 1, 0]
    assert found.pages == 2 * 2**26 // 4096


LONG_RANGES = """
@a = internal global [80000 x i8] zeroinitializer
@b = internal global [80000 x i8] zeroinitializer
declare i32 @memcmp(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %back = sub i64 19999, %i
  %p = getelementptr i32, ptr @a, i64 %i
  %q = getelementptr i32, ptr @b, i64 %back
  store i32 1, ptr %p
  store i32 1, ptr %q
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, 20000
  br i1 %again, label %loop, label %done
done:
  %same = call i32 @memcmp(ptr @a, ptr @b, i64 80000)
  call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 80000, i1 false)
  ret i32 %same
}
"""


@pytest.mark.parametrize("memory_dependences", ["raw", "raw_war_waw"])
def test_ranges_with_thousands_of_writers(memory_dependences, tmp_path):
    ir = tmp_path / "long.ll"
    ir.write_text(LONG_RANGES)
    compare(ir, tmp_path / "run", cases=[("cache", memory_dependences)])


EVICTIONS = """
@a = internal global [921600 x i8] zeroinitializer, align 4096
define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ 7, %entry ], [ %y, %loop ]
  %y.1 = mul i32 %x, 1664525
  %y = add i32 %y.1, 1013904223
  %high = lshr i32 %y, 8
  %page = urem i32 %high, 225
  %low = lshr i32 %y, 24
  %first = mul i32 %page, 4096
  %at = add i32 %first, %low
  %p = getelementptr i8, ptr @a, i32 %at
  %value = load i64, ptr %p, align 1
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 6000
  br i1 %again, label %loop, label %done
done:
  ret i32 0
}
"""


def test_both_levels_of_the_cache_model_evict_blocks(tmp_path):
    """Loads of 8 of the 128 blocks in each of 225 pages, some of them of two blocks."""
    ir = tmp_path / "evictions.ll"
    ir.write_text(EVICTIONS)
    found, _ = compare(ir, tmp_path / "run", cases=[("cache", "raw")])
    times = found.weight[found.opcode_class[found.dst] == OpcodeClass.LOAD]
    assert set(times.tolist()) == {a + b for a in (0, 2, 12, 100) for b in (2, 12, 100)}
    assert all(np.count_nonzero(times == time) > 500 for time in (12, 100))


def test_a_program_of_one_instruction(tmp_path):
    ir = tmp_path / "one.ll"
    ir.write_text("define i32 @main() {\n  ret i32 0\n}\n")
    listing, log, _ = recorded(ir, tmp_path / "run")
    found = build_dependencies(listing, log)
    assert (found.address.size, found.src.size, found.cut_short) == (1, 0, "")


REGION = """
define i32 @inner(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @outer(i32 %x) {
  %a = call i32 @inner(i32 %x)
  %b = call i32 @inner(i32 %a)
  ret i32 %b
}
define i32 @main() {
  %zero = add i32 0, 0
  %one = call i32 @outer(i32 %zero)
  %two = call i32 @inner(i32 %one)
  %three = call i32 @outer(i32 %two)
  %code = sub i32 %three, 5
  ret i32 %code
}
"""


def test_only_a_function_and_what_it_calls(tmp_path):
    ir = tmp_path / "region.ll"
    ir.write_text(REGION)
    listing, log, ending = recorded(ir, tmp_path / "run", region="outer")
    found = build_dependencies(listing, log)
    assert ending.exit_code == 0
    # call, add, ret, call, add, ret, ret: twice. What comes from outside the region has no vertex.
    once = [(1, 2), (1, 3), (1, 4), (4, 5), (4, 6)]
    assert sorted(edges_of(found)) == once + [(u + 7, v + 7) for u, v in once]


def test_writers_of_bytes_against_a_dictionary():
    generator = np.random.default_rng(5)
    memory = empty_memory(keep_readers=False, pages=2)
    writers, pages = {}, {}
    for node in range(600):
        start = int(generator.integers(0, 40)) * 4096 * 997 + int(generator.integers(0, 4096))
        length = int(generator.integers(0, 9000)) if node % 5 == 0 else int(generator.integers(1, 17))
        memory = with_room(memory, 8, 0)
        if node % 7 == 3 and length:
            target = start + (1 << 40)
            copy_writers(memory, start, target, length)
            for k in range(length):
                for byte in (start + k, target + k):
                    pages.setdefault(byte >> 12, len(pages) + 1)
            copied = [writers.get(start + k, -1) for k in range(length)]
            writers.update({target + k: writer for k, writer in enumerate(copied)})
        else:
            write(memory, start, length, node)
            for byte in range(start, start + length):
                pages.setdefault(byte >> 12, len(pages) + 1)
                writers[byte] = node
        if length:
            found = [writers.get(byte, -1) for byte in range(start, start + length)]
            changes = sum(a != b for a, b in zip([-1, *found], found, strict=False))
            assert count_writers(memory, start, length) == changes
    for byte, writer in writers.items():
        at = renumber(memory, byte)
        assert at == (pages[byte >> 12] << 12 | byte & 4095)
        assert memory.writer[at] == writer


COPIES = """
@a = internal global [64 x i8] zeroinitializer
@b = internal global [64 x i8] zeroinitializer
@seed = internal global i32 7
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
  %n = load i32, ptr @seed
  %wide = zext i32 %n to i64
  %none = sub i64 %wide, 7
  %p = getelementptr i8, ptr @a, i64 %wide
  store i8 3, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr @b, ptr @a, i64 64, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr @b, ptr @a, i64 %none, i1 false)
  %old = atomicrmw add ptr @b, i8 1 seq_cst
  ret i32 0
}
"""


@pytest.mark.parametrize("weights", ["cache", "rdtsc"])
def test_the_cycles_of_the_clock_are_in_the_time_of_every_memory_operation_and_nowhere_else(
    weights, tmp_path
):
    """A load without a writer has its own time, a copy has one, and a copy of no bytes has none."""
    ir = tmp_path / "copies.ll"
    ir.write_text(COPIES)
    listing, log, _ = recorded(ir, tmp_path / "run", weights=weights)
    without, kept = (
        build_dependencies(listing, log, weights=weights, clock_cycles=cycles) for cycles in (0, 30)
    )
    assert edges_of(without).keys() == edges_of(kept).keys()
    longer = {edge for edge, weight in edges_of(kept).items() if weight != edges_of(without)[edge]}
    assert longer == {(3, 4), (4, 5), (5, 7)}
    assert np.unique(kept.weight - without.weight).tolist() == [0, 30]
    assert (kept.operation - without.operation).tolist() == [30, 0, 0, 0, 0, 0, 0, 0, 0]


def test_every_memory_operation_of_a_program_has_the_cycles_of_the_clock_once(tmp_path):
    listing, log, _ = recorded(PROGRAMS["fft"].ir, tmp_path, ["8"])
    without, kept = (build_dependencies(listing, log, clock_cycles=cycles) for cycles in (0, 60))
    added = np.bincount(kept.dst, kept.weight - without.weight, kept.address.size)
    added += kept.operation - without.operation
    assert added.tolist() == np.where(kept.length > 0, 60, 0).tolist()
    assert set(np.unique(kept.weight - without.weight)) == {0, 60}
