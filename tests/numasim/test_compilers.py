"""The compiler changes no program: its macros are those of a plain clang, and C++ links with its library."""

import platform
import subprocess
import sys

import numpy as np
import pytest

import numasim
from numasim.trace.compilers import compile_command, find_compiler
from numasim.trace.threads import trace_threads

LEVELS = ("-O0", "-O", "-O1", "-O2", "-O3", "-O4", "-Os", "-Oz", "-Og", "-Ofast")
OWN = ("_LIBCPP_", "_LIBCXXABI_", "__GLIBC_MINOR__")
"""Macros of zig's C++ library, and the one of features.h that zig defines on the command line."""


@pytest.fixture(scope="module")
def ziglang():
    pytest.importorskip("ziglang")
    return find_compiler("ziglang")


def macros(command, source):
    done = subprocess.run([*command, "-dM", "-E", source], capture_output=True, text=True, check=True)
    lines = {line for line in done.stdout.splitlines() if not any(name in line for name in OWN)}
    assert len(lines) > 100
    return lines


@pytest.mark.skipif(sys.platform != "linux", reason="the target of the plain clang is Linux with glibc")
@pytest.mark.parametrize("suffix", [".c", ".cpp"])
def test_the_macros_are_those_of_a_plain_clang(ziglang, suffix, tmp_path):
    # ziglang contains clang itself too, without the flags that its C compiler adds.
    source = tmp_path / f"empty{suffix}"
    source.write_text("")
    plain = [sys.executable, "-m", "ziglang", "clang", f"--target={platform.machine()}-linux-gnu", "-fPIC"]
    different = {}
    for level in LEVELS if suffix == ".c" else ("-O0", "-O2", "-Ofast"):
        flags = [level, "-fno-stack-protector"]
        ours = macros(compile_command(ziglang, flags, cplusplus=suffix == ".cpp"), source)
        different[level] = ours ^ macros([*plain, *flags], source)
    assert different == {level: set() for level in different}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ([], ["-O0"]),
        (["-O0", "-O1", "-Dx"], ["-O", "-Dx"]),
        (["-O3", "-lm"], ["-O2", "-Xclang", "-O3"]),
        (["-DNDEBUG", "-O2"], ["-O2", "-DNDEBUG"]),
    ],
)
def test_the_last_level_counts_and_zig_does_not_replace_it(ziglang, flags, words):
    assert compile_command(ziglang, flags)[-len(words) :] == words


ASSERTS = """#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 0;
    assert(++x);
    printf("x %d, %d\\n", x, (int)sizeof __DATE__);
    return x == 1 ? 0 : 3;
}
"""


@pytest.mark.parametrize("threads", [None, 2])
def test_an_assert_is_executed_unless_the_flags_remove_it(ziglang, tmp_path, threads):
    source = tmp_path / "asserts.c"
    source.write_text(ASSERTS)

    def run(*flags):
        if threads is None:
            trace = numasim.trace_program(source, flags=flags, compiler="ziglang", cache=False)
            return trace.output, trace.about["exit_code"]
        trace = trace_threads(source, threads=threads, flags=flags, compiler="ziglang")
        return trace.output, trace.exit_code

    assert run("-O2") == (b"x 1, 12\n", 0)
    assert run("-O2", "-DNDEBUG") == (b"x 0, 12\n", 3)


CPLUSPLUS = {
    "new of an array": "int *p = new int[3]; p[1] = 4; int k = p[1]; delete[] p; return k - 4;",
    "aligned new": "struct alignas(64) A { int x; }; A *p = new A; p->x = 1; int k = p->x; delete p;"
    " return k - 1;",
    "delete alone": "int *p = 0; delete p; return 0;",
    "virtual functions": "struct B { virtual int f() { return 0; } }; "
    "struct D : B { int f() { return k; } int k = 0; }; D d; B *volatile b = &d; return b->f();",
    "a static object": "struct S { S() : k(0) {} ~S() { k = 1; } int k; }; static S s; return s.k;",
    "C alone": "return 0;",
}


@pytest.mark.parametrize("what", CPLUSPLUS)
def test_cplusplus_links_with_its_library(c_compiler, what, tmp_path):
    source = tmp_path / "part.cpp"
    source.write_text(f"int main() {{ {CPLUSPLUS[what]} }}\n")
    trace = numasim.trace_program(source, flags=["-std=c++17"], cache=False)
    assert trace.about["exit_code"] == 0
    assert np.all(trace.graph.weight >= 0)
