"""Which flags and compilers a configuration may name."""

import pytest

from numasim.schema.load import load
from numasim.trace.compiler_words import check_compiler, check_compiler_name, wrong_flags
from partitioners.errors import ConfigError, OptionError

ACCEPTED = """
-O -O0 -O3 -Os -Ofast
-DN -DN=8 -DF(x)=x -UN -Iinclude -I/include -isystem include -include first.h -D N=8 -I include
-lm -L/lib -Wl,-rpath,/lib -pthread
-std=c++20 -pedantic -Wall -Wno-unused -Werror=return-type -w
-march=native -mavx2 -mcpu=baseline -mno-sse4.2 -g -g3 -gdwarf-5
-fno-inline -fno-sanitize=undefined -ffast-math -funroll-loops -fwrapv -ffp-contract=off -fPIC -fopenmp-simd
"""
REFUSED = """
-fplugin=x.so -fpass-plugin=x.so -Xclang -mllvm -mlinker-version=1 -l:x.so -Wl,-plugin,x -Wa,-o,x -Wp,-MD,x
@words --config=x -specs=x -B/bin -wrapper -resource-dir -ivfsoverlay --sysroot=/ -gcc-toolchain=x -target
-o -ox -c -E -x -MD -MF -save-temps -working-directory -ftime-trace=x -fprofile-generate=x
-fcrash-diagnostics-dir=x -fmodules -fopenmp -fopenmp=libomp prog.c
"""


@pytest.mark.parametrize("line", ACCEPTED.strip().splitlines())
def test_flags_of_ordinary_programs_are_accepted(line):
    assert list(wrong_flags(line.split())) == []


@pytest.mark.parametrize("word", REFUSED.split())
def test_flags_that_load_read_write_or_start_threads_are_refused(word):
    assert [position for position, _ in wrong_flags(["-O1", word])] == [1]


@pytest.mark.parametrize("word", ["-D", "-U", "-I", "-include", "-isystem", "-iquote"])
def test_a_word_without_its_value_is_refused(word):
    said = f"{word} needs a value in the next word"
    assert list(wrong_flags([word])) == [(0, said)]
    assert list(wrong_flags([word, "@words"])) == [(0, said)]


@pytest.mark.parametrize(
    "name",
    ["clang", "clang-19", "clang++", "clang++-16.0.6", "/usr/bin/clang-19", "./my tools/clang", "ziglang"],
)
def test_compilers_are_accepted_by_name_and_path(name):
    assert check_compiler(name) == name


@pytest.mark.parametrize("name", ["/tmp/clang", "./clang", "tools/clang-19", "clang/"])
def test_the_compiler_of_a_program_that_comes_along_is_no_file(name, tmp_path):
    message = (
        "expected clang, clang-N, clang++ or ziglang, without a folder; only a program with `source` may "
        f"have the path of a compiler, got {name!r}"
    )
    with pytest.raises(OptionError) as error:
        check_compiler_name(name)
    assert str(error.value) == message
    for program in ("program: hot_counter, threads: 2", "program: histogram, threads: 2"):
        file = tmp_path / "e.yaml"
        file.write_text(f"machine: mesh-2x2\nworkload: {{{program}, compiler: {name}}}\n")
        with pytest.raises(ConfigError) as refused:
            load(file)
        assert str(refused.value).endswith(f": workload.compiler: {message}")


def test_the_compiler_of_a_program_that_comes_along_is_a_name():
    assert [check_compiler_name(name) for name in ("clang-19", "ziglang")] == ["clang-19", "ziglang"]
    with pytest.raises(OptionError, match="without arguments; got 'gcc'"):
        check_compiler_name("gcc")


@pytest.mark.parametrize(
    "name", ["", "gcc", "clang -v", "sh -c clang", "clang;x", "clang-", "/bin/sh", "clangd"]
)
def test_other_commands_are_refused(name):
    with pytest.raises(OptionError, match="without arguments; got"):
        check_compiler(name)
