"""``numasim trace`` and traced workloads, as a user meets them: what is printed, written, refused."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
import yaml

import numasim
from numasim.schema.load import load_experiment
from numasim.trace.programs import PROGRAMS
from partitioners.errors import ConfigError, OptionError

CRASHES = """
define i32 @main() {
  %slot = alloca i32
  store i32 7, ptr %slot
  store i32 1, ptr null
  ret i32 0
}
"""
RETURNS_SEVEN = """
declare i32 @puts(ptr)
@text = private constant [6 x i8] c"seven\\00"
define i32 @main() {
  %said = call i32 @puts(ptr @text)
  ret i32 7
}
"""
CALLS_WHO_KNOWS = """
declare i32 @sched_yield()
define i32 @main() {
  %a = call i32 @sched_yield()
  %b = call i32 @sched_yield()
  ret i32 0
}
"""
SIZE_IS = "size is only for the programs included in numasim"
COMPILER_IS = "expected clang, clang-N, clang++, the path of one of them, or ziglang, without arguments"
NOT_ACCEPTED = (
    "is not accepted; accepted flags are -O*, -D, -U, -I, -isystem, -iquote, -include, -std=, -lNAME, "
    "-LDIR, -Wl,-rpath,DIR, -W*, -m*, -g*, -fno-*, and the -f* flags that select a dialect or an optimisation"
)
REPEAT_IS = "timing_runs requires weights 'rdtsc'; with other weights, all runs have the same times"


@pytest.fixture
def place(place, no_traces, monkeypatch):
    """A current directory that is empty but for a cache without traces."""
    monkeypatch.setenv("COLUMNS", "150")
    return place


def test_a_program_is_traced_written_and_read_again(call, place):
    code, out, err = call("trace", "fft", "--size", 8, "-o", "fft.npz")
    assert (code, err) == (0, "")
    output, table = out.split("\n\n", 1)
    assert output.startswith("points 8\n")
    lines = dict(line.split("  ", 1) for line in table.splitlines())
    graph = numasim.read_graph("fft.npz")
    assert lines["program"].strip() == "fft 8 (exit code 0)"
    assert lines["compiled by"].strip().startswith("clang version")
    assert lines["weights"].strip() == "cycles of a two-level cache model"
    assert lines["nodes"].strip() == f"{graph.num_vertices:,}"
    assert lines["edges"].strip().startswith(f"{graph.num_edges:,} (1.")
    assert "Kolmogorov-Smirnov" in lines["power law"]
    assert lines["written to"].strip() == "fft.npz"
    assert set(graph.vertex) == {
        "address",
        "bytes",
        "function",
        "latency_class",
        "line",
        "opcode_class",
        "operation",
        "program_order",
    }
    with np.load("fft.npz") as archive:
        about = json.loads(str(archive["about"]))
    assert (about["program"], about["weights"], about["exit_code"]) == ("fft", "cache", 0)
    assert sum(about["opcodes"].values()) == graph.num_vertices


def test_the_kept_trace_says_the_same_and_partitions(call):
    first = call("trace", "strassen8", "--size", 2)
    assert call("trace", "strassen8", "--size", 2) == first
    assert call("trace", "strassen8", "--size", 2, "--no-cache", "-o", "s.npz")[1].startswith(first[1])
    code, out, _ = call("partition", "s.npz", "--method", "wb_libra", "--parts", 4, "--verify")
    assert code == 0
    assert "edge weight imbalance" in out


def test_a_crash_keeps_what_ran_and_says_so(call, place):
    (place / "crash.ll").write_text(CRASHES)
    code, out, err = call("trace", "crash.ll")
    assert code == 0
    assert "crash (SIGSEGV)" in out
    assert "nodes                2\n" in out
    assert err == ("warning: the program was ended by SIGSEGV; the graph contains the execution until then\n")


def test_a_trace_with_the_cycles_of_the_clock_is_kept_beside_the_one_without(call, place):
    def sum_of_weights(*tokens):
        assert call("trace", "fft", "--size", 8, *tokens, "-o", "fft.npz")[0] == 0
        return numasim.read_graph("fft.npz").weight.sum()

    sums = [sum_of_weights(), sum_of_weights("--clock-cycles", 30), sum_of_weights()]
    assert sums[0] == sums[2] < sums[1]
    _, out, _ = call("trace", "fft", "--size", 8, "--clock-cycles", 30)
    assert "cycles of a two-level cache model, and 30 cycles of the clock\n" in out


def test_a_limit_and_unknown_functions_are_told(call, place):
    code, out, err = call("trace", "fft", "--size", 16, "--max-instructions", 100)
    assert code == 0
    assert "nodes                100\n" in out
    assert "fft 16 (exit code 0, the graph cut at a limit)\n" in out
    assert err == "warning: a limit was reached; the graph contains the execution until then\n"
    (place / "who.ll").write_text(CALLS_WHO_KNOWS)
    code, _, err = call("trace", "who.ll")
    assert code == 0
    assert err == (
        "warning: dependencies may be missing, because these have unknown memory accesses: sched_yield (2)\n"
    )


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["fftt"], "error: unknown program 'fftt'; did you mean 'fft'?"),
        (["nowhere.c"], "error: nowhere.c: there is no such file"),
        (["crash.ll", "--size", "3"], f"error: {SIZE_IS}, not for 'crash.ll'"),
        (["fft", "-o", "no/x.npz"], "error: no/x.npz: there is no folder no to write into"),
        (["fft", "--timing-runs", "3"], f"error: {REPEAT_IS}"),
        (
            ["fft", "--clock-cycles", "1001"],
            "error: clock_cycles must be an integer from 0 to 1,000, got 1001",
        ),
        (
            ["fft", "--clock-cycles", "30", "--weights", "unit"],
            "error: clock_cycles requires weights 'cache' or 'rdtsc'; with 'unit' every time is 1",
        ),
        (
            ["fft", "--max-instructions", "0"],
            "error: max_instructions must be an integer of at least 1, got 0",
        ),
        (
            ["fft", "--max-bytes", "lots"],
            "error: --max-bytes: expected a size with its unit, such as '64 KiB', got 'lots'",
        ),
        (["fft", "--input", "none"], "error: none: there is no such file; it is the input of the program"),
        (
            ["crash.ll", "--function", "man"],
            "error: crash.ll: the program has no function 'man'; did you mean 'main'?",
        ),
        (
            ["fft", "--size", "3"],
            "error: fft expects a power of two from 1 to 1048576 (default 1024), got 3",
        ),
        (
            ["kmeans", "--size", "3"],
            "error: kmeans expects an integer from 4 to 1000000 (default 128), got 3",
        ),
        (["fft", "-o", "x"], "error: x: the file name of a traced graph must end in .npz; use x.npz"),
        (["fft", "--timeout", "0"], "error: timeout must be a number of seconds greater than 0, got 0.0"),
        (["fft", "--flags", "-D'"], 'error: --flags: no closing quotation in "-D\'"'),
        (["fft", "--flags", "-fplugin=x.so"], f"error: flags: the flag '-fplugin=x.so' {NOT_ACCEPTED}"),
        (["fft", "--flags", "-O1 -Wl,-plugin,x"], f"error: flags: the flag '-Wl,-plugin,x' {NOT_ACCEPTED}"),
        (
            ["fft", "--flags", "-fopenmp"],
            "error: flags: -fopenmp creates threads; remove it to trace the program serially, or "
            "set `threads` to trace its threads",
        ),
        (["fft", "--compiler", "sh -c x"], f"error: {COMPILER_IS}; got 'sh -c x'"),
        (["fft", "--compiler", "gcc"], f"error: {COMPILER_IS}; got 'gcc'"),
    ],
)
def test_what_cannot_be_traced_is_refused(call, place, tokens, message):
    (place / "crash.ll").write_text(CRASHES)
    code, out, err = call("trace", *tokens)
    assert (code, out, err) == (2, "", message + "\n")


def test_arguments_that_the_program_refuses_are_its_own_affair(call):
    code, out, err = call("trace", "fft", "--", 3)
    assert code == 0
    assert "fft 3 (exit code 2)" in out
    assert err == "fft: give one size, a power of two from 1 to 1048576 (default 1024)\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_sizes_are_those_that_the_program_itself_takes(call, name):
    """The rule of each program, against what the program says of sizes beyond both ends."""
    program = PROGRAMS[name]
    for size in (program.least - 1, 2 * program.most):
        with pytest.raises(OptionError) as refused:
            program.check_size(size)
        _, out, err = call("trace", name, "--no-cache", "--weights", "unit", "--", size)
        rule = str(refused.value).removeprefix(f"{name} expects ").removesuffix(f", got {size}")
        expected = f"give one size, {rule}\n"
        if name.startswith("strassen"):
            expected = expected.replace(f"default {program.size}", "default ")
            assert expected.split("(default")[0] in err
        else:
            assert err == f"{name}: {expected}"
        assert "(exit code 2)" in out
    program.check_size(program.least)
    program.check_size(program.size)
    program.check_size(program.most)


def experiment(place, workload, name="e.yaml"):
    data = {
        "workload": workload,
        "partition": {"method": "wb_libra", "parts": 4},
        "machine": "mesh-2x2",
        "execution": {"initial_values": "preloaded"},
    }
    (place / name).write_text(yaml.safe_dump(data))
    return name


def rows(place, workload):
    return numasim.run(experiment(place, workload), workers=1)


def test_programs_are_workloads(place):
    table = rows(place, {"program": "strassen8", "size": 2})
    assert table.loc[0, "error"] is None or table.loc[0, "error"] != table.loc[0, "error"]
    assert table.loc[0, "workload"] == "strassen8"
    graph = numasim.trace_program("strassen8", size=2).graph
    alone = int(graph.weight.sum() + graph.vertex["operation"].sum())
    assert table.loc[0, "speedup"] * table.loc[0, "cycles"] == pytest.approx(alone)


def test_sources_must_end_as_they_should(place):
    (place / "seven.ll").write_text(RETURNS_SEVEN)
    (place / "crash.ll").write_text(CRASHES)
    assert rows(place, {"source": "seven.ll"}).loc[0, "error"] == (
        "seven.ll ended with exit code 7; if this is expected, set `exit_code`"
    )
    assert rows(place, {"source": "seven.ll", "exit_code": 7}).loc[0, "cycles"] > 0
    assert rows(place, {"source": "crash.ll"}).loc[0, "error"] == (
        "crash.ll was ended by SIGSEGV; correct the program"
    )


def problems(place, workload):
    with pytest.raises(ConfigError) as refused:
        load_experiment(experiment(place, workload))
    return str(refused.value).splitlines()


@pytest.mark.parametrize(
    ("workload", "said"),
    [
        (
            {"program": "fft", "size": 15},
            ["workload.size: fft expects a power of two from 1 to 1048576 (default 1024), got 15"],
        ),
        (
            {"source": "e.yaml"},
            ["workload.source: e.yaml: expected a C or C++ file (.c, .cc, .cpp, .cxx, .C) or LLVM IR (.ll)"],
        ),
        (
            {"source": "seven.ll", "compiler": "sh -c 'touch PWNED' x"},
            [f"workload.compiler: {COMPILER_IS}; got \"sh -c 'touch PWNED' x\""],
        ),
        (
            {"source": "seven.ll", "flags": ["-O1", "-fplugin=x.so", "@words", "-D"]},
            [
                f"workload.flags[1]: the flag '-fplugin=x.so' {NOT_ACCEPTED}",
                f"workload.flags[2]: the flag '@words' {NOT_ACCEPTED}",
                "workload.flags[3]: -D needs a value in the next word",
            ],
        ),
        (
            {"source": "seven.ll", "timeout": "5 cycles"},
            [
                "workload.timeout: expected a time in seconds, such as '600 s', got '5 cycles'; it is "
                "measured on this machine"
            ],
        ),
    ],
)
def test_what_check_knows_of_a_program_it_says(place, workload, said):
    (place / "seven.ll").write_text(RETURNS_SEVEN)
    found = problems(place, workload)
    assert [line.split(": ", 1)[1] for line in found] == said
    assert all(re.match(r"e\.yaml:[0-9]+:[0-9]+: ", line) for line in found)


def test_a_swept_size_is_judged_as_well(place):
    name = experiment(place, {"program": "fft"})
    data = yaml.safe_load((place / name).read_text()) | {"sweep": {"workload.size": [8, 12]}}
    (place / name).write_text(yaml.safe_dump(data))
    with pytest.raises(ConfigError, match=r"fft expects a power of two from 1 to 1048576 .*, got 12"):
        load_experiment(name)


def test_a_file_as_standard_input_of_the_command_is_not_that_of_the_program(call, monkeypatch, tmp_path):
    (tmp_path / "words.txt").write_text("one\n")
    told = "note: the program does not read the standard input of this command; use --input FILE\n"
    for name, options, expected in (
        (tmp_path / "words.txt", [], told),
        (tmp_path / "words.txt", ["--input", str(tmp_path / "words.txt")], ""),
        (os.devnull, [], ""),
    ):
        with Path(name).open() as stream:
            monkeypatch.setattr("sys.stdin", stream)
            code, _, errors = call("trace", "fft", "--size", 8, *options)
        assert (code, errors) == (0, expected)
