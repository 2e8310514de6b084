"""LLVM IR with full debug information, also of a newer LLVM: the same graph as with lines alone."""

import subprocess
import sys

import numpy as np
import pytest
from thread_sources import needed

import numasim
from numasim.trace.debug_information import with_lines_only

CALLS = """#include <functional>
int main() {
    volatile int s = 1;
    std::function<int(int)> f = [&s](int x) { return x + s; };
    for (int i = 0; i < 5; i++) s = s + f(i);
    return s & 0;
}
"""
"""With all its debug information, LLVM's IR for this crashes the LLVM before it."""


@pytest.mark.parametrize("level", ["-O0", "-O1"])
def test_types_and_variables_of_the_source_change_nothing(level, tmp_path):
    needed("ziglang")
    source, traces = tmp_path / "calls.cpp", []
    source.write_text(CALLS)
    for debug in ("-g", "-g1"):
        ir = tmp_path / f"calls{debug}.ll"
        command = [sys.executable, "-m", "ziglang", "c++", "-fno-sanitize=all", level, debug]
        command += ["-S", "-emit-llvm", source, "-o", ir]
        subprocess.run(command, check=True, capture_output=True)
        assert ("emissionKind: FullDebug" in ir.read_text()) == (debug == "-g")
        traces.append(numasim.trace_program(ir).arrays)
    full, lines = traces
    assert set(full["line"].tolist()) >= {3, 4, 5, 6, 7}
    for name in ("src", "dst", "weight", "line", "opcode_class"):
        np.testing.assert_array_equal(full[name], lines[name])


def test_what_is_kept_and_what_is_not():
    source = (
        'source_filename = "a, b.c"\n'
        "@x = global i32 0, align 4, !dbg !0\n"
        "define i32 @f() !dbg !5 {\n"
        "    #dbg_value(i32 0, !7, !DIExpression(), !8)\n"
        "  tail call void @llvm.dbg.value(metadata i32 0, metadata !7, metadata !DIExpression()), !dbg !8\n"
        "  ret i32 0, !dbg !8\n"
        "}\n"
        "!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n"
        '!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, type: !4)\n'
        '!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "a (b, c)", '
        "emissionKind: FullDebug, globals: !9, splitDebugInlining: false)\n"
        '!3 = !DIFile(filename: "a, b.c", directory: "/d")\n'
        '!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'
        '!5 = distinct !DISubprogram(name: "f", scope: !10, file: !3, line: 3, type: !6, '
        "spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !9)\n"
        "!8 = !DILocation(line: 4, column: 2, scope: !5)\n"
        "!9 = !{!0}"
    )
    assert with_lines_only(source) == (
        'source_filename = "a, b.c"\n'
        "@x = global i32 0, align 4\n"
        "define i32 @f() !dbg !5 {\n"
        "  ret i32 0, !dbg !8\n"
        "}\n"
        "!0 = !{}\n"
        "!1 = distinct !{}\n"
        '!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "a (b, c)", '
        "emissionKind: LineTablesOnly)\n"
        '!3 = !DIFile(filename: "a, b.c", directory: "/d")\n'
        "!4 = !{}\n"
        '!5 = distinct !DISubprogram(name: "f", file: !3, line: 3, spFlags: DISPFlagDefinition, unit: !2, '
        "scope: !3)\n"
        "!8 = !DILocation(line: 4, column: 2, scope: !5)\n"
        "!9 = !{!0}"
    )
    assert with_lines_only("!4 = !DIBasicType(size: 32)") == "!4 = !DIBasicType(size: 32)"
