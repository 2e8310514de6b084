"""The recording script from end to end on the host back end, with a stand-in for ``ncu``."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest

import gpu.record
from gpu.measurement.cases import Case, kernel_hash
from gpu.measurement.inputs import MOST_LEVELS, Prepared, prepared_inputs
from gpu.measurement.ncu import CORE, known_metrics
from gpu.measurement.prefetch import Prefetch
from gpu.measurement.product_cases import PreparedProduct
from gpu.measurement.profiling import Profiler
from gpu.measurement.program_cases import PROGRAM_METHODS, SEARCHES, SMALL_OPERANDS, program_cases
from gpu.measurement.recording_plan import Line, whole_plan
from gpu.measurement.recording_session import Inputs, RecordingSession
from gpu.measurement.records import (
    BENCHMARK_COLUMNS,
    Recorder,
    read_recording,
)
from gpu.measurement.timer import HostTimer
from gpu.prepare import prepare
from gpu.programs.program import GPU_PROGRAMS
from gpu.programs.spmv import SPMV_METHODS
from gpu.record import Options, record
from partitioners.errors import OptionError
from partitioners.plugins.conformance import choices

PROGRAMS = [
    case
    for case in program_cases(SMALL_OPERANDS)
    if case.method in ("bfs:child", "bfs:relax", "btree:spac", "gaussian:original") and case.block_size != 16
]
"""The programs of these recordings; ``test_two_calls.py`` has all."""

RIGHT = 4 * 9 + 2 * 3 + 2 + 2 * len(SEARCHES) + 1 + len(PROGRAMS)
"""The cases of the two prepared matrices on a back end without a library of products."""

# Runs the command as ncu does, and writes a raw page with a row for each launch; every number is 7, and one
# metric is not there.
STAND_IN = """#!{python}
import json, subprocess, sys
from pathlib import Path
options = {{word.partition("=")[0]: word.partition("=")[2] for word in sys.argv if word.startswith("--")}}
if "--query-metrics" in sys.argv:
    sys.exit()
command = sys.argv[sys.argv.index({python!r}):]
subprocess.run(command, check=True)
launches = []
for line in (Path(command[command.index("--profile") + 1]).parent / "ran.jsonl").read_text().splitlines():
    launches += json.loads(line).get("launches", [])
names = options["--metrics"].split(",")
rows = [["ID", "Kernel Name", *names], ["", "", *("" for _ in names)]]
for i, launch in enumerate(launches):
    rows.append([str(i), launch, *("n/a" if "fabric" in name else "7" for name in names)])
text = "\\n".join(",".join(f'"{{cell}}"' for cell in row) for row in rows)
Path(options["--log-file"]).write_text("==PROF== Connected to process 1\\n" + text + "\\n")
"""


@pytest.fixture
def prepared(tmp_path):
    prepare(
        tmp_path / "prepared",
        ["mesh-9x8", "rmat-5x4"],
        cuts=["random"],
        block_sizes=[256],
        entries_per_thread=1,
    )
    return tmp_path / "prepared"


@pytest.fixture
def stand_in(tmp_path):
    file = tmp_path / "ncu"
    file.write_text(STAND_IN.format(python=sys.executable))
    file.chmod(0o755)
    return str(file)


@pytest.fixture(autouse=True)
def few_programs(monkeypatch):
    monkeypatch.setattr("gpu.measurement.recording_plan.program_cases", lambda operands: PROGRAMS)


@pytest.fixture(autouse=True)
def microbenchmarks(monkeypatch):
    """Microbenchmarks of one row."""

    def run(timer, write, seconds_left, say):
        values = ("chase", "16 KiB", "cycles", 30.5, 30, 31, 9, "l1_latency")
        write(dict(zip(BENCHMARK_COLUMNS, values, strict=True)))

    module = SimpleNamespace(run_microbenchmarks=run)
    monkeypatch.setitem(sys.modules, "gpu.measurement.microbenchmarks", module)


def options(**given):
    return Options(repetitions=2, vector_sizes=[300], block_sizes=[256], backend="host", **given)


# The plan


def test_one_matrix_of_each_kind_and_size_is_first():
    sizes = {
        "rmat-5x4": 100,
        "mesh-9x8": 300,
        "rmat-9x4": 2_000,
        "mesh-99x8": 3_000,
        "uniform-9x9": 3_000_001,
    }
    inputs = [Prepared(Path(f"{name}.npz"), entries, 9, ()) for name, entries in sizes.items()]
    lines = whole_plan(inputs, [300])
    assert [line.action for line in lines[:4]] == ["device", "compile", "time", "microbenchmarks"]
    assert [(line.name, line.action) for line in lines[4:9]] == [
        ("first matrices, float32, blocks of 256", "time"),
        ("counters: first matrices, float32, blocks of 256", "count"),
        ("other matrices, float32, blocks of 256", "time"),
        ("counters: other matrices, float32, blocks of 256", "count"),
        ("programs", "time"),
    ]
    first = list(dict.fromkeys(case.matrix for case in lines[4].cases))
    assert first == ["300", "rmat-5x4", "mesh-9x8", "uniform-9x9", "rmat-9x4"]
    assert {case.matrix for case in lines[6].cases} == {"mesh-99x8"}
    cases = [case for line in lines if line.action == "time" for case in line.cases]
    assert len(set(cases)) == len(cases)
    large = [case for case in cases if case.matrix == "uniform-9x9"]
    assert {case.block_size for case in large} == {0, 256}
    # The counters of a group are those of its cases.
    assert lines[5].cases == (*lines[2].cases, *lines[4].cases)  # and the launch that does nothing
    assert all(times.cases == counts.cases for times, counts in zip(lines[6::2], lines[7::2], strict=True))


def test_searches_of_many_levels_are_not_planned(prepared):
    """Each level is a launch and a wait: those of ``banded-131072x9`` would take minutes."""
    prepare(prepared, ["banded-9000x9"], cuts=[], block_sizes=[256])
    inputs = {each.name: each for each in prepared_inputs(prepared)}
    assert inputs["mesh-9x8"].levels == 1 + 7 + 6  # from the first row of five entries, (1, 1), to (8, 7)
    assert inputs["banded-9000x9"].levels == MOST_LEVELS + 1
    cases = [case for line in whole_plan(inputs.values()) for case in line.cases]
    searched = {case.matrix for case in cases if case.method in SEARCHES}
    assert searched == {"mesh-9x8", "rmat-5x4", SMALL_OPERANDS["graph"]}
    assert {case.method for case in cases if case.matrix == "banded-9000x9"} & set(PROGRAM_METHODS) == set()


def test_every_program_is_run_with_every_value_of_every_option():
    cases = program_cases(SMALL_OPERANDS)
    assert len(set(cases)) == len(cases)
    assert {PROGRAM_METHODS[case.method][0] for case in cases} == set(GPU_PROGRAMS.builtins)
    for name in GPU_PROGRAMS.builtins:
        of_program = [case for case in cases if PROGRAM_METHODS[case.method][0] == name]
        for option in GPU_PROGRAMS[name].options.values():
            key, default = option.name, option.default
            given = [
                PROGRAM_METHODS[case.method][1].get(key, getattr(case, key, default)) for case in of_program
            ]
            assert [each for each in choices(option.annotation) if each not in given] == [], (name, key)


# The recording


def test_everything_is_checked_timed_profiled_and_written(prepared, stand_in, tmp_path):
    said = []
    summary = record(prepared, tmp_path / "out", HostTimer(), options(ncu=stand_in, seed=5), say=said.append)
    # By matrix and type: 5 products of the matrix, 2 of each of two cuts; CG on the mesh; the vector kernels.
    # By matrix: the variants of searches. Once: a launch that does nothing, and the programs.
    assert (summary.planned, summary.right, summary.timed) == (RIGHT + 4, RIGHT, RIGHT)
    # A program whose kernels launch others cannot be profiled.
    parents = 1 + 2 * sum("child" in method for method in SEARCHES)
    loops = 2 * len(SEARCHES) + len(PROGRAMS) - parents
    assert (summary.wrong, summary.profiled) == ([], 2 * (4 * 9 + 2 + 1 + loops))
    found = read_recording(summary.folder)
    assert found.provenance["device"] == found.provenance["backend"] == "host"
    assert {"date", "kernels_hash", "seed", "ncu", "numpy"} <= set(found.provenance)
    # The smaller matrix is one part, however it is cut.
    products = [row for row in found.rows if row.case.method in SPMV_METHODS]
    assert len({row.input_hash for row in products}) == 3 + 2
    by_counter = {}
    for row in found.rows:
        by_counter.setdefault(row.counter, []).append(row)
    assert len(by_counter["error_over_allowed"]) == RIGHT
    assert all(row.value <= 1 for row in by_counter["error_over_allowed"])
    medians = by_counter["time_median_us"]
    assert {row.cache for row in medians} == {"warm", "cold"}
    assert {"product", "iteration", "run", "spmv_coo", "vector_fill"} <= {row.kernel for row in medians}
    requests = by_counter["global_load_requests"]
    assert {row.value for row in requests} == {7.0}
    assert {row.kernel for row in requests if row.case.method == "coo"} == {"vector_fill", "spmv_coo"}
    assert len({row.kernel_hash for row in requests if row.case.method in SPMV_METHODS}) == 7
    relaxed = [row for row in requests if row.case.method == "bfs:relax" and row.case.block_size == 256]
    assert {"bfs_relax[0]", "bfs_relax[1]"} <= {row.kernel for row in relaxed}
    assert {row.kernel_hash for row in relaxed} == {kernel_hash("bfs_relax")}
    wanted = (
        Case("bfs:relax", "float32", 256, "mesh-9x8"),
        Case("cg_csr_vector", "float32", 256, "mesh-9x8"),
    )
    units = {row.kernel: row for row in medians if row.case in wanted}
    assert units.keys() == {"run", "iteration"}
    assert units["run"].kernel_hash == "+".join(map(kernel_hash, ("bfs_relax", "update_children")))
    assert units["iteration"].kernel_hash == "+".join(map(kernel_hash, ("spmv_csr_vector", "vector_dot")))
    log = {(stage, what): why for stage, what, why in found.log}
    assert log["ncu", "l2_fabric_sectors"] == (
        "lts__t_sectors_srcunit_ltcfabric.sum cannot be read on this device"
    )
    assert "l2_fabric_sectors" not in by_counter
    # A launch of the vector kernels; products and cuSPARSE, which is not there; CG; searches.
    first = 1 + 2 * (1 + 5 + 2 * 2) + 3 + 2 * len(SEARCHES)
    assert log["plan", "first matrices, float32, blocks of 256"].startswith(f"{first} of {first} in ")
    assert log["ncu", "bfs:child float32, blocks of 256, rmat-5x4"] == (
        "InputError: ncu cannot profile kernel 'bfs_relax_child', since it launches others"
    )
    assert dict(found.microbenchmarks[0])["parameter"] == "l1_latency"
    assert summary.parameters == [("l1_latency", 30.5)]
    assert any(line.startswith("ncu, caches warm: ") for line in said)


class WithLibrary(HostTimer):
    """A timer of a device with a library of products, which lists how it is asked to time."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def baseline(self, case, problem):
        made = PreparedProduct(replace(case, method="csr_scalar", block_size=256), problem, self.backend)
        made.launches, made.kernels = (), ()
        return made

    def times(self, run, *, cold, repetitions, waits=False, seconds_left=None):
        self.asked.append((cold, waits))
        return super().times(run, cold=cold, repetitions=repetitions)


def test_products_of_a_library_are_timed_like_others(prepared, tmp_path):
    """The device is held until they are launched, since they do not wait; with warm and with cold caches."""
    timer = WithLibrary()
    summary = record(prepared, tmp_path / "out", timer, options())
    assert (summary.wrong, summary.planned) == ([], summary.timed)
    found = read_recording(summary.folder)
    rows = {(row.kernel, row.cache) for row in found.rows if row.case.method == "cusparse" and row.cache}
    assert rows == {("product", "warm"), ("product", "cold")}
    waiting = len(SEARCHES) * 2 + len(PROGRAMS) + 3 * 2
    assert [waits for _, waits in timer.asked].count(True) == waiting
    assert not [cold for cold, waits in timer.asked if cold and waits]


def test_a_built_in_program_says_which_variants_are_measured():
    for name in GPU_PROGRAMS.builtins:
        program = GPU_PROGRAMS[name].function
        variants = [PROGRAM_METHODS[each][1]["variant"] for each in SEARCHES if each.startswith(f"{name}:")]
        assert variants == list(program.measured_variants)
        if variants:
            assert program.operand == "graph"
            assert variants == list(get_args(GPU_PROGRAMS[name].options["variant"].annotation))
    assert {method.partition(":")[0] for method in SEARCHES} == {"bfs", "sssp"}


def test_a_wrong_kernel_is_written_down_and_not_timed(prepared, tmp_path, monkeypatch):
    error = PreparedProduct.error

    def spoiled(prepared, rng):
        if prepared.operator.method == "coo":
            return float("nan")
        if prepared.operator.method == "merge_path":
            raise RuntimeError("an illegal\naddress")
        return error(prepared, rng)

    monkeypatch.setattr(PreparedProduct, "error", spoiled)
    summary = record(prepared, tmp_path / "out", HostTimer(), options())
    assert summary.right == RIGHT - 8
    assert len(summary.wrong) == 8
    assert (
        "coo float32, blocks of 256, mesh-9x8: its error is nan times the error that rounding allows"
        in summary.wrong
    )
    found = read_recording(summary.folder)
    assert not {"coo", "merge_path"} & {r.case.method for r in found.rows if r.counter == "time_median_us"}
    log = {(stage, what): why for stage, what, why in found.log}
    assert log["wrong", "merge_path float64, blocks of 256, rmat-5x4"] == "RuntimeError: an illegal address"
    assert log["ncu", "no counters"] == "ncu was not found, so counters are not measured"


def test_it_stops_in_time_with_all_that_was_measured(prepared, tmp_path):
    now = iter(range(10_000))
    summary = record(
        prepared, tmp_path / "out", HostTimer(), options(budget=100), clock=lambda: float(next(now))
    )
    assert 0 < summary.timed < 30
    found = read_recording(summary.folder)
    left = {what: why for stage, what, why in found.log if stage == "budget"}
    cases = len(PROGRAMS)
    assert left["programs"] == f"{cases} of {cases} cases are not done"
    assert sum(row.counter == "error_over_allowed" for row in found.rows) == summary.timed


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo '==ERROR== ERR_NVGPUCTRPERM - no permission' > ${log}", "ERR_NVGPUCTRPERM - no permission"),
        ("echo 'ncu: not for this machine' >&2; exit 9", "ncu: not for this machine"),
    ],
)
def test_an_ncu_that_may_not_is_one_line(prepared, tmp_path, script, why):
    file = tmp_path / "ncu"
    log = 'for word in "$@"; do case $word in --log-file=*) log=${word#--log-file=};; esac; done'
    file.write_text(f"#!/bin/sh\n{log}\n{script}\n")
    file.chmod(0o755)
    summary = record(prepared, tmp_path / "out", HostTimer(), options(ncu=str(file)))
    found = read_recording(summary.folder)
    assert (summary.timed, summary.profiled) == (RIGHT, 0)
    assert [line for line in found.log if line[0] == "ncu"] == [("ncu", "no counters", why)]


def test_without_cupy_the_script_says_so(prepared, monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert gpu.record.main([str(prepared), "--journal", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("error: running kernels on a GPU needs the package 'cupy': pip")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"budget": 0}, r"^budget is 0; see `python gpu/record.py --help`$"),
        ({"call": "C"}, r"^call is C; "),
        ({"repetitions": 0}, r"^repetitions is 0; "),
        ({"vector_sizes": [5, 0]}, r"^vector_sizes is \[5, 0\]; "),
        ({"seed": -1}, r"^seed is -1; "),
    ],
)
def test_numbers_that_make_no_sense_are_refused(wrong, message):
    with pytest.raises(OptionError, match=message):
        Options(**wrong)


# What ncu refuses, and what takes too long


FEW_METRICS = """#!{python}
# An ncu that lists nothing, and refuses all if it is asked for more than the last resort.
import runpy, sys
from pathlib import Path
from gpu.measurement.ncu import CORE
metrics = [word for word in sys.argv if word.startswith("--metrics=")]
log = [word.partition("=")[2] for word in sys.argv if word.startswith("--log-file=")]
if metrics and len(metrics[0].split(",")) > len(CORE):
    Path(log[0]).write_text("==ERROR== Failed to find metric regex:^dram__bytes_read$\\n")
    sys.exit(1)
sys.argv[0] = {stand_in!r}
runpy.run_path({stand_in!r}, run_name="__main__")
"""


def test_if_one_metric_is_unknown_the_last_resort_is_read(prepared, stand_in, tmp_path):
    file = tmp_path / "few"
    file.write_text(FEW_METRICS.format(python=sys.executable, stand_in=stand_in))
    file.chmod(0o755)
    recorder = Recorder(tmp_path / "out", {"device": "x", "backend": "host"})
    child = [sys.executable, gpu.record.__file__, str(prepared), "--backend", "host", "--kept", str(tmp_path)]
    profiler = Profiler(str(file), child, tmp_path, recorder, lambda: known_metrics(str(file)))
    case = Case("coo", "float32", 256, "rmat-5x4")
    assert profiler.probed(case, time.time() + 60)
    assert profiler.profile([case], "warm", time.time() + 60) == {case: True}
    recorder.close()
    found = read_recording(tmp_path / "out")
    assert {row.counter for row in found.rows} == {*CORE}
    assert (
        "ncu",
        f"{len(CORE)} counters alone",
        "Failed to find metric regex:^dram__bytes_read$",
    ) in found.log


def test_a_line_that_takes_too_long_is_put_off_until_the_others_are_done(prepared, tmp_path):
    """It ends at twice its time. Its rest follows the other lines that have a time."""
    now = [0.0]

    class Slow(HostTimer):
        def times(self, run, **given):
            now[0] += 10
            return super().times(run, **{**given, "repetitions": 1})

    def clock():
        return now[0]

    coo = tuple(Case("coo", dtype, 256, "rmat-5x4") for dtype in ("float32", "float64"))
    scalar = (Case("csr_scalar", "float32", 256, "rmat-5x4"),)
    lines = [
        Line("long", "time", 15, coo),
        Line("short", "time", 60, scalar),
        Line("rest", "time", cases=tuple(replace(case, method="merge_path") for case in coo)),
    ]
    recorder = Recorder(tmp_path / "out", {"device": "x", "backend": "host"})
    problems = Inputs(prepared, tmp_path)
    session = RecordingSession(
        Slow(),
        recorder,
        problems,
        Prefetch([], problems.prepared, tmp_path, 0),
        np.random.default_rng(0),
        1,
        None,
        {},
        1000.0,
        lambda line: None,
        clock,
    )
    summary = session.run(lines)
    recorder.close()
    assert (summary.timed, summary.right, summary.planned) == (5, 5, 5)
    done = [(what, why.partition(" in ")[0]) for stage, what, why in read_recording(tmp_path / "out").log]
    assert done == [
        *(("long", "1 of 2"), ("short", "1 of 1"), ("long", "2 of 2"), ("rest", "2 of 2")),
    ]
