"""What `numasim trace` keeps of runs that end badly or early, what it refuses, when it runs one again."""

import fcntl
import json
import os
import shutil
import signal
import stat
import sys
from pathlib import Path

import numpy as np
import pytest

import numasim
from numasim.trace import compilers

SOURCES = Path(__file__).parents[1] / "c"
UNTIL_THEN = "the graph contains the execution until then"

LOOP = """
#include <stdio.h>
#include <stdlib.h>
int numbers[64];
int inner(int i) { return i * 3; }
int helper(int i) { numbers[i & 63] = inner(i); return numbers[(i + 7) & 63]; }
int main(int count, char **values)
{
    long turns = count > 1 ? atol(values[1]) : 100, sum = 0;
    puts("begin");
    fflush(stdout);
    for (long i = 0; i < turns; i++)
        sum += helper((int)i);
    printf("%ld\\n", sum);
    return 0;
}
"""
SIDE_EFFECT = """
#include "level.h"
#include <stdio.h>
#include <unistd.h>
int main(int count, char **values)
{
    char text[9] = "";
    write(3, "x", 1);
    if (fgets(text, sizeof text, stdin))
        fputs(text, stdout);
    printf("level %d of %s\\n", LEVEL + EXTRA, count > 1 ? values[1] : "none");
    return 0;
}
"""


@pytest.fixture
def place(place, no_traces, monkeypatch):
    """A current directory that is empty but for a cache without traces."""
    monkeypatch.setenv("COLUMNS", "150")
    return place


@pytest.fixture
def traced(call, place, c_compiler):
    """Trace a program: what the command says, and what stands in its file."""

    def traced(source, *tokens, name="prog.c"):
        (place / name).write_text(source)
        dashes = tokens.index("--") if "--" in tokens else len(tokens)
        code, out, err = call("trace", name, "-o", "t.npz", *tokens[:dashes], *tokens[dashes:])
        assert code == 0, err
        with np.load("t.npz") as archive:
            arrays = {key: archive[key] for key in archive.files}
        return out, err, arrays, json.loads(str(arrays.pop("about")))

    return traced


def prefix_of(whole, part):
    """Whether a graph is what the other is up to some instruction."""
    most = int(part["num_vertices"])
    kept = whole["dst"] < most
    for name in ("src", "dst", "weight"):
        assert part[name].tolist() == whole[name][kept].tolist()
    assert part["address"].tolist() == whole["address"][:most].tolist()
    return most < int(whole["num_vertices"])


@pytest.mark.parametrize(
    ("name", "how"), [("s", "SIGSEGV"), ("f", "SIGFPE"), ("k", f"signal {signal.SIGRTMIN + 3}")]
)
def test_a_crash_keeps_what_ran(traced, name, how):
    out, err, arrays, about = traced((SOURCES / "endings.c").read_text(), "--", name)
    assert out.startswith("begin 2\n")
    assert f"prog {name} ({how})\n" in out
    assert err == f"warning: the program was ended by {how}; {UNTIL_THEN}\n"
    assert (about["signal"], about["exit_code"]) == (how, None)
    assert about["opcodes"]["call"] >= 3  # up to the last, which emptied the buffer
    assert int(arrays["num_vertices"]) == sum(about["opcodes"].values())


def test_an_abort_keeps_what_ran_and_what_was_said(traced):
    source = '#include <stdlib.h>\n#include <stdio.h>\nint main(void) { fputs("no\\n", stderr); abort(); }\n'
    _, err, _, about = traced(source)
    assert err == f"no\nwarning: the program was ended by SIGABRT; {UNTIL_THEN}\n"
    assert about["opcodes"]["call"] == 2


def test_exit_from_within_is_no_crash(traced):
    source = "#include <stdlib.h>\nvoid f(int n) { if (!n) exit(3); f(n - 1); }\nint main(void) { f(9); }\n"
    out, err, _, about = traced(source)
    assert err == ""
    assert "prog (exit code 3)\n" in out
    assert about["opcodes"]["call"] == 11
    assert "ret" not in about["opcodes"]


def test_of_a_fork_the_parent_alone_is_traced(traced):
    source = (
        "#include <sys/wait.h>\n#include <unistd.h>\nint child(void) { return 1; }\n"
        "int parent(void) { return 1; }\n"
        "int main(void) { pid_t p = fork(); if (!p) { for (int i = 0; i < 9999; i++) child(); _exit(4); }\n"
        "int s; waitpid(p, &s, 0); parent(); return WEXITSTATUS(s); }\n"
    )
    out, err, arrays, about = traced(source)
    assert "prog (exit code 4)\n" in out
    assert err == "warning: the graph does not contain the processes and programs started by: fork (1)\n"
    assert about["opcodes"]["call"] == 3
    assert int(arrays["num_vertices"]) < 100


def test_threads_are_refused(call, place, c_compiler):
    (place / "threads.c").write_text(
        "#include <pthread.h>\nvoid *f(void *x) { return x; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return pthread_join(t, 0); }\n"
    )
    assert call("trace", "threads.c") == (
        2,
        "",
        "error: threads.c: the program calls pthread_create, which creates threads, but a graph has "
        "the instructions of one thread; trace its threads with `workload: {source: FILE, threads: N}`, or a "
        "serial version (compile OpenMP programs without -fopenmp)\n",
    )


def test_openmp_is_said_to_be_serial(traced):
    source = (
        "int main(void) { int s = 0;\n#pragma omp parallel for reduction(+:s)\n"
        "for (int i = 0; i < 9; i++) s += i;\nreturn s; }\n"
    )
    out, err, _, about = traced(source)
    assert "prog (exit code 36)\n" in out
    assert err == "warning: the OpenMP directives were not compiled, so the program ran serially\n"
    assert about["ran_serially"]


@pytest.mark.slow
def test_what_limits_keep_is_the_beginning(traced):
    limit = f"warning: a limit was reached; {UNTIL_THEN}\n"
    _, err, whole, _ = traced(LOOP, "--", "1000")
    assert err == ""
    _, err, part, about = traced(LOOP, "--max-instructions", "777", "--", "1000")
    assert (int(part["num_vertices"]), err, about["cut_short"]) == (777, limit, "limit")
    assert sum(about["opcodes"].values()) == 777
    assert prefix_of(whole, part)
    # The log is looked at whenever a window of it is full: of an endless program something is kept.
    _, err, part, about = traced(LOOP, "--weights", "unit", "--max-bytes", "1 MiB", "--", "1000000000")
    assert (err, about["cut_short"], about["exit_code"]) == (limit, "limit", None)
    assert 100_000 < int(part["num_vertices"]) < 10_000_000
    _, err, again, about = traced(LOOP, "--max-instructions", "10000000", "--", "1000")
    assert (err, about["cut_short"]) == ("", "")
    assert again["src"].tolist() == whole["src"].tolist()


def test_a_long_run_costs_its_limit_alone(traced):
    """Two hundred million instructions, of which a thousand are wanted."""
    out, _, part, about = traced(LOOP, "--max-instructions", "1000", "--", "10000000")
    assert out.startswith("begin\n\nprogram              prog 10000000 (at a limit)\n")
    assert about["exit_code"] is None
    assert int(part["num_vertices"]) == 1000


def test_one_function_alone_is_kept(traced):
    _, err, part, about = traced(LOOP, "--function", "helper", "--", "50")
    assert err == ""
    assert about["exit_code"] == 0
    assert about["opcodes"]["ret"] == 100  # with what it calls
    _, _, part_of_it, about = traced(LOOP, "--function", "inner", "--", "50")
    assert about["opcodes"]["ret"] == 50
    assert "call" not in about["opcodes"]
    assert int(part_of_it["num_vertices"]) < int(part["num_vertices"])
    whole = traced(LOOP, "--function", "main", "--", "50")[2]
    assert int(whole["num_vertices"]) == int(traced(LOOP, "--", "50")[2]["num_vertices"])


def test_a_function_that_is_never_called_is_an_error(call, place, c_compiler):
    (place / "prog.c").write_text("int never(void) { return 1; }\nint main(void) { return 3; }\n")
    code, out, err = call("trace", "prog.c", "--function", "never")
    assert (code, out, err) == (2, "", "error: prog.c: function 'never' was not called (exit code 3)\n")


def test_the_file_does_not_depend_on_the_surroundings(call, place, monkeypatch, c_compiler):
    (place / "prog.c").write_text(LOOP)
    arguments = ["--no-cache", "--flags=-O1", "--", "300"]
    assert call("trace", "prog.c", "-o", "first.npz", *arguments)[0] == 0
    assert call("trace", "prog.c", "-o", "second.npz", *arguments)[0] == 0
    (place / "else" / "where").mkdir(parents=True)
    shutil.copy("prog.c", "else/where/prog.c")
    monkeypatch.chdir(place / "else" / "where")
    monkeypatch.setenv("HOME", str(place / "else"))
    monkeypatch.setenv("TMPDIR", str(place / "else" / "where"))
    monkeypatch.setenv("A_LONG_VARIABLE", "x" * 5001)
    monkeypatch.setenv("LC_ALL", "C")
    assert call("trace", "prog.c", "-o", "third.npz", *arguments)[0] == 0
    files = [place / "first.npz", place / "second.npz", Path("third.npz")]
    assert len({file.read_bytes() for file in files}) == 1


def test_the_clock_changes_the_weights_alone(traced):
    model = traced(LOOP, "--", "200")[2]
    out, err, clock, about = traced(LOOP, "--weights", "rdtsc", "--timing-runs", "3", "--", "200")
    assert (err, about["timing_runs"]) == ("", 3)
    assert "processor clock, median of 3 runs on " in out
    assert f", minus {about['subtracted_cycles']} cycles of the clock\n" in out
    assert set(clock) == set(model)
    timed = np.isin(model["opcode_class"], (3, 4))  # without an edge that could carry it, the time is its own
    for name in set(model) - {"src", "dst", "weight", "operation"}:
        assert clock[name].tolist() == model[name].tolist()
    assert clock["operation"][~timed].tolist() == model["operation"][~timed].tolist()
    edges = [set(zip(each["src"].tolist(), each["dst"].tolist(), strict=True)) for each in (model, clock)]
    assert edges[0] == edges[1]
    assert clock["weight"].min() >= 1
    assert clock["weight"].max() <= 1000
    assert clock["weight"].sum() != model["weight"].sum()


@pytest.mark.slow
def test_the_kept_trace_stands_for_the_run(place, c_compiler):
    """Runs are counted by a side effect that leaves no other trace: a byte through a descriptor."""
    (place / "level.h").write_text("#define LEVEL 1\n")
    (place / "input").write_text("hello\n")
    opened = os.open(place / "counter", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    counter = fcntl.fcntl(opened, fcntl.F_DUPFD, 100)  # low ones may be those by which pytest talks
    os.close(opened)
    side_effect = SIDE_EFFECT.replace("write(3,", f"write({counter},")
    (place / "prog.c").write_text(side_effect)

    def runs(**settings):
        before = (place / "counter").stat().st_size
        found = numasim.trace_program(
            "prog.c", settings.pop("arguments", []), flags=settings.pop("flags", ["-DEXTRA=0"]), **settings
        )
        return (place / "counter").stat().st_size - before, found.output

    raw = compilers.subprocess.Popen

    class WithCounter(raw):
        def __init__(self, *words, **named):
            super().__init__(*words, **{**named, "pass_fds": (counter,)})

    patch = pytest.MonkeyPatch()
    patch.setattr(compilers.subprocess, "Popen", WithCounter)
    try:
        assert runs() == (1, b"level 1 of none\n")
        assert runs() == (0, b"level 1 of none\n")
        assert runs(cache=False) == (1, b"level 1 of none\n")
        assert runs(arguments=["a"]) == (1, b"level 1 of a\n")
        assert runs(flags=["-DEXTRA=4"]) == (1, b"level 5 of none\n")
        assert runs(input_file="input") == (1, b"hello\nlevel 1 of none\n")
        assert runs(input_file="input") == (0, b"hello\nlevel 1 of none\n")
        (place / "input").write_text("other\n")
        assert runs(input_file="input") == (1, b"other\nlevel 1 of none\n")
        (place / "level.h").write_text("#define LEVEL 2\n")
        assert runs() == (1, b"level 2 of none\n")
        (place / "prog.c").write_text(side_effect.replace("level %d", "Level %d"))
        assert runs() == (1, b"Level 2 of none\n")
        (place / "prog.c").write_text(side_effect)
        (place / "level.h").write_text("#define LEVEL 1\n")
        assert runs() == (0, b"level 1 of none\n")
    finally:
        patch.undo()
        os.close(counter)


def test_an_unreadable_kept_trace_is_made_anew(call, place, c_compiler):
    (place / "prog.c").write_text("int main(void) { return 0; }\n")
    first = call("trace", "prog.c")
    (kept,) = (place / "cache" / "traces").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert call("trace", "prog.c") == first


BAD_C = "int main(void)\n{\n    return nothing;\n}\n"
FOREIGN = 'target triple = "riscv64-unknown-linux-gnu"\ndefine i32 @main() {\n  ret i32 0\n}\n'
INVALID = "define i32 @main() {\n  %x = add i32 1,\n  ret i32 0\n}\n"


def test_compile_errors_show_the_place(call, place, c_compiler):
    (place / "bad.c").write_text(BAD_C)
    code, out, err = call("trace", "bad.c")
    name = "ziglang" if c_compiler.is_zig else c_compiler.command[0]
    assert (code, out) == (2, "")
    assert err.startswith(f"error: bad.c: {name} cannot compile this file:\nbad.c:3:12: error: ")
    assert "undeclared identifier 'nothing'" in err


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("zig: warning: unused: '-c'\nx.c:3:1: error: no\n  3 | x\n", "x.c:3:1: error: no\n  3 | x"),
        ("y.c:1:1: warning: odd\nIn file included from x.c:2:\nh.h:3:1: fatal error: no\n", None),
        ("error: unable to begin\n", "error: unable to begin"),
        ("no place at all\n", "no place at all"),
    ],
)
def test_the_first_error_comes_first(said, shown):
    expected = "In file included from x.c:2:\nh.h:3:1: fatal error: no" if shown is None else shown
    assert compilers._shortened(said) == expected


def test_functions_that_nobody_defines_are_named(call, place, c_compiler):
    (place / "prog.c").write_text("int elsewhere(int);\nint main(void) { return elsewhere(1); }\n")
    assert call("trace", "prog.c") == (
        2,
        "",
        "error: prog.c: undefined functions: elsewhere; add their "
        "library to the flags (-lNAME), or put all code into one file\n",
    )


def test_without_a_compiler_both_ways_to_one_are_named(call, place, monkeypatch):
    (place / "prog.c").write_text("int main(void) { return 0; }\n")
    (place / "empty").mkdir()
    monkeypatch.setenv("PATH", str(place / "empty"))
    monkeypatch.setitem(sys.modules, "ziglang", None)
    monkeypatch.setattr(compilers.importlib.util, "find_spec", lambda name: None)
    ways = (
        "install one (`apt install clang`, or `pip install 'numasim[trace]'`, which installs ziglang), or "
        "pass LLVM IR (`clang -S -emit-llvm -O0 prog.c` on another machine with the same kind of processor)"
    )
    said = f"error: clang is needed to compile C to LLVM IR, but was not found; {ways}\n"
    assert call("trace", "prog.c") == (2, "", said)
    said = f"error: compiler 'clang-99': there is no such command; {ways}\n"
    assert call("trace", "prog.c", "--compiler", "clang-99") == (2, "", said)
    said = "error: compiler 'ziglang': the package is not installed; run pip install 'numasim[trace]'\n"
    assert call("trace", "prog.c", "--compiler", "ziglang") == (2, "", said)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("prog.f90", "end", "prog.f90: expected a C or C++ file (.c, .cc, .cpp, .cxx, .C) or LLVM IR (.ll)"),
        ("invalid.ll", INVALID, "invalid.ll: LLVM {llvm} cannot read the IR: line 3: expected value token"),
        (
            "foreign.ll",
            FOREIGN,
            "foreign.ll: the IR was made for riscv64-unknown-linux-gnu, but this ",
        ),
        (
            "no_main.ll",
            "define i32 @f() {\n ret i32 0\n}\n",
            "no_main.ll: the program has no function 'main'",
        ),
        ("empty.ll", "", "empty.ll: the program has no function 'main'"),
        ("bytes.ll", b"\xff\xfe\x01BC\xc0\xde", "bytes.ll: LLVM {llvm} cannot read the IR: "),
        (
            "bitcode.ll",
            b"BC\xc0\xde\x00",
            "bitcode.ll: expected the text of a program, got binary data; disassemble "
            "LLVM bitcode with llvm-dis",
        ),
        (
            "zero.c",
            b"int main;\0",
            "zero.c: expected the text of a program, got binary data; use the source file",
        ),
    ],
)
def test_what_is_no_program_is_refused(call, place, name, text, message):
    import llvmlite.binding as llvm

    (place / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    code, out, err = call("trace", name)
    assert (code, out) == (2, "")
    assert err.startswith("error: " + message.format(llvm=llvm.llvm_version_info[0]))
    assert err.count("\n") == 1


def test_a_folder_is_no_program(call, place):
    (place / "folder.c").mkdir()
    assert call("trace", "folder.c") == (2, "", "error: folder.c: there is no such file\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="Root may read every file: run the tests as another user.")
def test_a_file_that_may_not_be_read_is_refused(call, place):
    (place / "closed.ll").write_text("")
    (place / "closed.ll").chmod(stat.S_IWUSR)
    code, out, err = call("trace", "closed.ll")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_input_is_empty_unless_there_is_one(traced, place):
    source = "#include <stdio.h>\nint main(void) { int n = 0; while (getchar() != EOF) n++; return n; }\n"
    (place / "five").write_bytes(b"12345")
    assert "prog (exit code 0)\n" in traced(source)[0]
    assert "prog (exit code 5)\n" in traced(source, "--input", "five")[0]
