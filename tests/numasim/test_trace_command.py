"""``numasim trace`` and traced workloads, as a user meets them: what is printed, written, refused."""

import json

import numpy as np
import pytest
import yaml

import numasim
from numasim.cli import execute

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
SIZE_IS = "size is for the programs that come with numasim"
REPEAT_IS = "repeat is for weights 'rdtsc' alone: the others give the same in every run"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "150")
    monkeypatch.setenv("NUMASIM_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def call(place, capfd):
    """Run one command in this process: exit code, standard output, standard error."""

    def call(*tokens):
        code = execute([str(token) for token in tokens])
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return call


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
        "latency_class",
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
    assert err == ("warning: the program was ended by SIGSEGV; the graph has what was executed until then\n")


def test_a_limit_and_unknown_functions_are_told(call, place):
    code, out, err = call("trace", "fft", "--size", 16, "--max-instructions", 100)
    assert code == 0
    assert "nodes                100\n" in out
    assert err == "warning: a limit was reached; the graph has what was executed until then\n"
    (place / "who.ll").write_text(CALLS_WHO_KNOWS)
    code, _, err = call("trace", "who.ll")
    assert code == 0
    assert err == (
        "warning: what these read and write is not known, so dependencies may be missing: sched_yield (2)\n"
    )


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["fftt"], "error: unknown program 'fftt'; did you mean 'fft'?"),
        (["nowhere.c"], "error: nowhere.c: there is no such file"),
        (["crash.ll", "--size", "3"], f"error: {SIZE_IS}, not for 'crash.ll'"),
        (["fft", "-o", "no/x.npz"], "error: no/x.npz: there is no folder no to write into"),
        (["fft", "--repeat", "3"], f"error: {REPEAT_IS}"),
        (["fft", "--max-instructions", "0"], "error: max_instructions must be at least 1, got 0"),
        (
            ["fft", "--max-bytes", "lots"],
            "error: --max-bytes: expected a size with its unit, such as '64 KiB', got 'lots'",
        ),
        (["fft", "--input", "none"], "error: none: there is no such file to give the program as its input"),
        (
            ["crash.ll", "--function", "man"],
            "error: crash.ll: it has no function 'man'; did you mean 'main'?",
        ),
        (
            ["fft", "--size", "3"],
            None,
        ),
    ],
)
def test_what_cannot_be_traced_is_refused(call, place, tokens, message):
    (place / "crash.ll").write_text(CRASHES)
    code, out, err = call("trace", *tokens)
    if message is None:  # the program itself refuses its argument; what it executed until then is its trace
        assert code == 0
        assert "fft 3 (exit code 2)" in out
        assert err == "fft: give one size, a power of two from 1 to 1048576 (default 1024)\n"
    else:
        assert (code, out, err) == (2, "", message + "\n")


def experiment(place, workload, name="e.yaml"):
    data = {
        "workload": workload,
        "partition": {"method": "wb_libra", "parts": 4},
        "machine": "mesh-2x2",
        "execution": {"inputs": "present"},
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
        "seven.ll ended with exit code 7; if that is right, say so with `exit_code`"
    )
    assert rows(place, {"source": "seven.ll", "exit_code": 7}).loc[0, "cycles"] > 0
    assert rows(place, {"source": "crash.ll"}).loc[0, "error"] == (
        "crash.ll was ended by SIGSEGV; correct the program"
    )
    assert rows(place, {"program": "fft", "size": 3}).loc[0, "error"] == (
        "fft ended with exit code 2: fft: give one size, a power of two from 1 to 1048576 (default 1024)"
    )
