"""Which function and which line of its file each traced instruction comes from."""

import ctypes
from collections import Counter

import numpy as np
import pytest

import numasim
from numasim.trace.demangle import demangled

PROGRAM = """#include "twice.h"
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += twice(i);
    switch (sum) {
    case 90:
        sum = 3;
        break;
    default:
        sum = 4;
    }
    return sum;
}
"""
HEADER = """static int twice(int x)
{
    return 2 * x;
}
"""
INLINED = """
source_filename = "x.c"
define i32 @main() !dbg !5 {
  %1 = alloca i32
  store i32 1, ptr %1, !dbg !9
  %2 = load i32, ptr %1, !dbg !8, !noundef !4
  switch i32 %2, label %4 [
    i32 2, label %3
  ], !dbg !7
3:
  br label %4
4:
  ret i32 0, !dbg !7
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a/b/x.c", directory: "/nowhere")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "main", file: !2, line: 2, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "f", file: !2, line: 90, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 7, scope: !5)
!8 = !DILocation(line: 91, scope: !6, inlinedAt: !10)
!9 = !DILocation(line: 3, column: 5, scope: !5, atomGroup: 1, atomRank: 2)
!10 = distinct !DILocation(line: 4, scope: !5, inlinedAt: !7)
"""
PLAIN = """
define void @f() {
  ret void
}
define i32 @main() {
  call void @f()
  ret i32 0
}
"""


@pytest.fixture
def place(place, no_traces):
    return place


def places(trace):
    """How many instructions come from each function, file and line."""
    names, files = trace.about["functions"], trace.about["files"]
    columns = zip(trace.arrays["function"].tolist(), trace.arrays["line"].tolist(), strict=True)
    return Counter((names[function], files[function], line) for function, line in columns)


def test_every_instruction_has_its_function_and_line(place, c_compiler):
    (place / "twice.h").write_text(HEADER)
    (place / "prog.c").write_text(PROGRAM)
    found = places(numasim.trace_program("prog.c"))
    lines = {
        ("main", "prog.c", 4): 1,  # what is stored
        ("main", "prog.c", 5): 1 + 1 + 11 * 3 + 10 * 4,
        ("main", "prog.c", 6): 10 * 6,
        ("main", "prog.c", 7): 2,
        ("main", "prog.c", 9): 1,
        ("main", "prog.c", 10): 1,
        ("main", "prog.c", 14): 2,
        ("twice", "twice.h", 3): 10 * 3,
    }
    assert {place: count for place, count in found.items() if place[2]} == lines
    # The frames that the compiler makes: three addresses and a zero in main, two instructions in twice.
    assert {place[0]: count for place, count in found.items() if not place[2]} == {"main": 4, "twice": 20}


def test_inlined_code_has_the_line_of_its_call(place):
    (place / "x.ll").write_text(INLINED)
    trace = numasim.trace_program("x.ll")
    assert trace.arrays["line"].tolist() == [0, 3, 7, 7, 7]
    assert (trace.about["functions"], trace.about["files"]) == (["main"], ["x.c"])


def test_without_lines_there_are_functions(place):
    (place / "plain.ll").write_text(PLAIN)
    trace = numasim.trace_program("plain.ll")
    assert trace.arrays["function"].tolist() == [1, 0, 1]
    assert trace.arrays["line"].tolist() == [0, 0, 0]
    assert (trace.about["functions"], trace.about["files"]) == (["f", "main"], ["", ""])


def test_lines_change_nothing_else_of_a_trace(place):
    """With the metadata, and with the text of it taken out."""
    (place / "x.ll").write_text(INLINED)
    bare = "\n".join(line.partition(", !dbg")[0] for line in INLINED.splitlines() if line[:1] != "!")
    (place / "bare.ll").write_text(bare.replace(" !dbg !5", ""))
    first, second = numasim.trace_program("x.ll"), numasim.trace_program("bare.ll")
    for name in set(first.arrays) - {"line"}:
        np.testing.assert_array_equal(first.arrays[name], second.arrays[name])


def test_a_cut_trace_has_the_places_of_its_beginning(place):
    whole = numasim.trace_program("fft", size=16)
    for limit in (None, 1, 40, 3_000_000):
        part = numasim.trace_program("fft", size=16, max_instructions=limit)
        most = part.graph.num_vertices
        assert most == min(limit or 10**9, whole.graph.num_vertices)
        for name in ("function", "line"):
            assert part.arrays[name].tolist() == whole.arrays[name][:most].tolist()


def test_the_places_follow_the_run_through_all_its_parts(place, monkeypatch):
    monkeypatch.setattr("numasim.trace.source_lines.CHUNK", 7)
    pieces = numasim.trace_program("fft", size=16, cache=False)
    monkeypatch.undo()
    assert places(pieces) == places(numasim.trace_program("fft", size=16, cache=False))
    calls = np.flatnonzero(pieces.arrays["opcode_class"] == 6)
    changes = np.flatnonzero(np.diff(pieces.arrays["function"]))
    assert set(changes) <= set(calls) | set(np.flatnonzero(pieces.arrays["opcode_class"] == 5))


def test_a_partitioner_sees_functions_and_lines(place):
    numasim.trace_program("fft", size=16).write("fft.npz")
    graph = numasim.read_graph("fft.npz")
    assert graph.vertex["function"].shape == graph.vertex["line"].shape == (graph.num_vertices,)


OPENMP = """
#include <omp.h>
#include <stdio.h>
int main(void)
{
    int sum = 0;
    omp_lock_t lock;
    omp_nest_lock_t nest;
    double begin = omp_get_wtime();
    omp_set_num_threads(8);
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 9; i++)
        sum += i + omp_get_thread_num();
    omp_set_lock(&lock);
    int held = omp_test_lock(&lock);
    omp_unset_lock(&lock);
    int free = omp_test_lock(&lock);
    omp_set_nest_lock(&nest);
    int depth = omp_test_nest_lock(&nest);
    printf("%d %d %d %d %d %d %d\\n", sum, omp_get_num_threads(), omp_get_max_threads(), held, free, depth,
           omp_get_wtime() >= begin && omp_get_wtime() > 1e9 && omp_get_wtick() > 0);
    return omp_in_parallel();
}
"""


@pytest.mark.parametrize(
    "flags", [["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"], ["-O2"]]
)
def test_a_program_with_openmp_s_header_runs_serially(place, c_compiler, flags):
    (place / "prog.c").write_text(OPENMP)
    trace = numasim.trace_program("prog.c", flags=flags)
    assert (trace.output, trace.errors) == (b"36 1 1 0 1 2 1\n", b"")
    assert (trace.about["exit_code"], trace.about["ran_serially"], trace.about["unknown_calls"]) == (
        0,
        True,
        {},
    )


def test_a_header_of_the_program_s_own_comes_first(place, c_compiler):
    (place / "own").mkdir()
    (place / "own" / "omp.h").write_text("static int omp_get_thread_num(void) { return 7; }\n")
    (place / "prog.c").write_text("#include <omp.h>\nint main(void) { return omp_get_thread_num(); }\n")
    assert numasim.trace_program("prog.c", flags=["-I", "own"]).about["exit_code"] == 7


def test_names_of_cplusplus_are_as_in_the_source():
    try:
        ctypes.CDLL("libstdc++.so.6")
    except OSError:
        pytest.skip("There is no C++ runtime library: install libstdc++ or libc++.")
    names = ["_ZNSt6vectorIiSaIiEE4sizeEv", "puts", "_Znot", "main"]
    assert demangled(names) == ["std::vector<int, std::allocator<int> >::size()", "puts", "_Znot", "main"]


def test_without_a_cplusplus_runtime_names_stay(monkeypatch):
    monkeypatch.setattr("numasim.trace.demangle._LIBRARIES", ("libnowhere.so.1",))
    assert demangled(["_Z1fv", "g"]) == ["_Z1fv", "g"]
