"""The compiler changes no program: its macros are those of a plain clang, and C++ links with its library."""

import platform
import re
import subprocess
import sys

import numpy as np
import pytest

import numasim
from numasim.trace.compilers import LIBCXX, compile_command, compile_to_ir, find_compiler
from numasim.trace.threads.trace_threads import trace_threads

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


SORTS = """#include <algorithm>
#include <functional>
#include <vector>
template <class T> void sorts() {
    std::vector<T> numbers(3, T(1));
    std::sort(numbers.begin(), numbers.end());
    std::sort(numbers.begin(), numbers.end(), std::less<T>());
#if __cplusplus >= 202002L
    std::sort(numbers.begin(), numbers.end(), std::less<>());
    std::ranges::sort(numbers);
#endif
}
int main() {
    sorts<char>(), sorts<signed char>(), sorts<unsigned char>(), sorts<wchar_t>();
    sorts<short>(), sorts<int>(), sorts<long>(), sorts<long long>();
    sorts<unsigned short>(), sorts<unsigned>(), sorts<unsigned long>(), sorts<unsigned long long>();
    sorts<float>(), sorts<double>(), sorts<long double>();
}
"""


def test_sorts_of_numbers_are_in_the_program(ziglang, tmp_path):
    source, ir = tmp_path / "sorts.cpp", tmp_path / "sorts.ll"
    source.write_text(SORTS)
    names = ["-Dcomp=(", "-DComp=(", "-DIterator=("]  # macros of a program may have any such name
    compile_to_ir(source, ziglang, ["-std=c++20", "-Wall", "-Wextra", "-Werror", *names], ir)
    text = ir.read_text()
    assert not re.findall(r"^declare .*sort.*", text, re.MULTILINE)
    assert len(re.findall(r"^define .*@_ZNSt3__16__sortI", text, re.MULTILINE)) == 15


def test_the_header_of_sort_leaves_no_macro(ziglang, tmp_path):
    source = tmp_path / "includes.cpp"
    source.write_text("#include <algorithm>\n")
    plain = compile_command(ziglang, [], cplusplus=True)
    with_ours = [*plain, "-I", str(LIBCXX)]
    assert macros(with_ours, source) ^ macros(plain, source) == {"#define NUMASIM_SORT_H "}


ONE_SORT = """#include <algorithm>
#include <cstdio>
#include <vector>
int main(int, char **argv) {
    std::vector<int> numbers(64);
    for (int i = 0; i < 64; i++)
        numbers[i] = i * 37 % 101;
    std::sort(numbers.begin(), numbers.end());
    for (int number : numbers)
        std::printf("%d ", number);
}
"""


def test_a_program_that_comes_with_numasim_is_compiled_with_flags(ziglang):
    options = {"size": 8, "weights": "unit", "compiler": "ziglang", "cache": False}
    plain, optimised = (numasim.trace_program("fft", flags=[level], **options) for level in ("-O0", "-O1"))
    assert plain.output == optimised.output == numasim.trace_program("fft", size=8).output
    assert 0 < optimised.graph.num_vertices < plain.graph.num_vertices


def test_a_sort_of_numbers_is_traced(ziglang, tmp_path):
    source = tmp_path / "sort.cpp"
    source.write_text(ONE_SORT)
    trace = numasim.trace_program(source, flags=["-O1"], compiler="ziglang", cache=False)
    assert list(map(int, trace.output.split())) == sorted(i * 37 % 101 for i in range(64))
    assert trace.notes == ()


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
