"""Recorded counters against traces and a model: what agrees, what does not, what is left out.

No number here was measured: each test writes the recording that it compares with.
"""

import inspect
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import gpu.measurement.records
from gpu import TraceBackend
from gpu.kernel import KERNELS
from gpu.matrices import SIZES, entries_at_most, generate_matrix
from gpu.measurement import validation_report
from gpu.measurement.cases import EMPTY, Case, kernel_hash
from gpu.measurement.inputs import Prepared
from gpu.measurement.make_input import cut_matrix, make_input
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.recording_plan import whole_plan
from gpu.measurement.records import BENCHMARK_COLUMNS, Measured, Recorder, read_recording
from gpu.measurement.reruns import modelled_counters
from gpu.measurement.validation import (
    LEAST_US,
    MAX_ENTRIES,
    TARGETS,
    Target,
    derived,
    trace_counters,
    validate_gpu,
)
from gpu.model.device import Device
from gpu.model.presets import device_names, preset_of
from gpu.model.simulation import simulate
from gpu.prepare import prepare
from numasim.cli import execute
from numasim.cli.validate_gpu import validate_gpu as command

CASES = [
    Case("csr_scalar", "float32", 256, "rmat-6x6"),
    Case("coo", "float64", 256, "rmat-6x6"),
    Case("spac_shared", "float32", 256, "rmat-6x6", "wb_libra"),
    Case("spac_read_only", "float32", 256, "mesh-9x9", "contiguous"),
    Case("vectors", "float32", 256, "700"),
]


def traced(case):
    """The launches of a case, and the hash of what they read."""
    problem = None
    if case.method != "vectors":
        problem = make_input(case.matrix)
        if case.cut == "wb_libra":
            cuts = {(case.cut, 256): cut_matrix(problem, case.cut, 256)}
            problem = type(problem)(problem.name, problem.matrix, cuts)
    backend = TraceBackend()
    prepared = prepare_case(case, problem, backend)
    backend.pop_traces()
    prepared.run()
    return backend.pop_traces(), prepared.input_hash


def write_recording(folder, change=lambda counters: counters, **changed):
    """A recording of the counters that traces give, changed by a function, and times of 20 us."""
    recorder = Recorder(folder, {"device": "Some GPU", "backend": "cupy", "date": "2030-01-01"})
    for case in CASES:
        traces, input_hash = traced(case)
        for trace in traces:
            where = {"kernel_hash": kernel_hash(trace.kernel), "input_hash": input_hash} | changed
            for cache in "cold", "warm":
                counters = change(trace_counters(trace))
                rows = [Measured(case, trace.kernel, cache, c, v, **where) for c, v in counters.items()]
                recorder.add("counters", rows)
                recorder.add("times", [Measured(case, trace.kernel, cache, "time_median_us", 20.0, **where)])
    recorder.log("ncu", "l2_fabric_sectors", "cannot be read")
    recorder.close()
    return read_recording(folder)


LAUNCHES = 2 * (1 + 2 + 2 + 2 + 4)


def test_traces_give_the_counters_of_their_totals():
    case = CASES[2]
    (_, shared), _ = traced(case)
    totals, counters = shared.totals(), trace_counters(shared)
    assert counters["shared_wavefronts"] == sum(
        each["wavefronts"] for (array, _), each in totals.items() if array == "shared"
    )
    assert counters["global_load_sectors"] == sum(
        each["sectors"]
        for (array, kind), each in totals.items()
        if kind in ("load", "read_only") and array != "shared"
    )
    assert (
        counters["global_reduction_requests"] == totals.get(("y", "reduction"), {"requests": 0})["requests"]
    )


def test_what_agrees_meets_its_targets(tmp_path):
    found = validate_gpu(write_recording(tmp_path / "some-gpu"))
    assert found.misses() == []
    assert found.left_out == {}
    reports = {report.counter: report for report in found.reports}
    for exact in "global_load_sectors", "global_reduction_requests", "shared_wavefronts":
        assert len(reports[exact].comparisons) + reports[exact].short == reports[exact].measured == LAUNCHES
        assert reports[exact].mean_error == 0
        assert reports[exact].correlation == pytest.approx(1)
    assert (reports["time_us"].comparisons, reports["time_us"].measured) == ((), LAUNCHES)
    assert reports["dram_bytes"].measured == 0


def test_what_differs_is_missed_and_named(tmp_path):
    def more(counters):
        return counters | {"global_load_sectors": 1.1 * counters["global_load_sectors"]}

    found = validate_gpu(write_recording(tmp_path / "some-gpu", more))
    (miss,) = found.misses()
    assert miss.startswith("Some GPU: global_load_sectors: mean error ")
    assert miss.endswith("; target: worst 0.5%")


def test_the_model_answers_for_the_rest(tmp_path):
    rng = np.random.default_rng(0)

    def with_hits(counters):
        hits = {"l2_read_hits": 8e4, "l2_read_sectors": 1e5, "dram_read_bytes": 9e4, "dram_write_bytes": 1e4}
        return counters | hits | {"occupancy_percent": 50.0 + rng.random()}

    recording = write_recording(tmp_path / "some-gpu", with_hits)

    def model(device, traces, cache):
        assert (device, cache) in {("Some GPU", "cold"), ("Some GPU", "warm")}
        hits = {"l2_read_hits": 3, "l2_read_sectors": 4}
        return [{**hits, "time_us": 22, "occupancy_percent": 52.0} for _ in traces]

    reports = {report.counter: report for report in validate_gpu(recording, model=model).reports}
    assert reports["l2_hit_percent"].mean_error == pytest.approx(5)
    assert reports["l2_hit_percent"].is_missed
    assert reports["time_us"].mean_error == pytest.approx(0.1)
    assert not reports["time_us"].is_missed
    assert reports["time_us"].correlation is None
    assert 1 < reports["occupancy_percent"].mean_error < 2
    # ncu reads it in a pass that is never warm.
    assert {one.cache for one in reports["occupancy_percent"].comparisons} == {"cold"}
    assert (reports["dram_bytes"].comparisons, reports["dram_bytes"].measured) == ((), LAUNCHES)


@pytest.mark.parametrize(
    ("counters", "counter"),
    [
        ({"dram_read_bytes": 60_000.0, "dram_write_bytes": 5_000.0}, "dram_bytes"),
        ({"l2_read_hits": 3.0, "l2_read_sectors": 1023.0}, "l2_hit_percent"),
    ],
)
def test_launches_that_hardly_use_a_part_are_not_judged_by_it(tmp_path, counters, counter):
    recording = write_recording(tmp_path / "some-gpu", lambda found: found | counters)

    def model(device, traces, cache):
        return [dict.fromkeys(counters, 1.0) for _ in traces]

    found = validate_gpu(recording, model=model)
    report = next(each for each in found.reports if each.counter == counter)
    not_warm = LAUNCHES // 2 if counter == "dram_bytes" else LAUNCHES
    assert (report.comparisons, report.short) == ((), not_warm)
    least = {"dram_bytes": "65536 dram_bytes", "l2_hit_percent": "1024 l2_read_sectors"}[counter]
    line = f"{not_warm} launches of less than {least} are not judged by {counter}"
    assert line in list(validation_report.summary(found))


def test_wavefronts_of_shared_memory_are_those_of_its_three_operations():
    parts = {"shared_load_wavefronts": 3, "shared_store_wavefronts": 4, "shared_atomic_wavefronts": 5}
    assert derived({**parts, "shared_wavefronts": 99})["shared_wavefronts"] == 12
    assert derived({"shared_load_wavefronts": 3, "shared_wavefronts": 99})["shared_wavefronts"] == 99


EMPTY_CASE = Case(EMPTY, "float32", 256, "0")


def with_launch(folder, launch_us, duration_ns):
    """A recording with the time of a launch that does nothing, and durations from ``ncu``."""
    recording = write_recording(folder, lambda counters: counters | {"duration_ns": duration_ns})
    prepared = prepare_case(EMPTY_CASE, None, TraceBackend())
    where = {"kernel_hash": kernel_hash("vector_fill"), "input_hash": prepared.input_hash}
    rows = [
        Measured(EMPTY_CASE, "vector_fill", cache, counter, value, **where)
        for cache in ("cold", "warm")
        for counter, value in (("time_median_us", launch_us), ("duration_ns", 2000.0))
    ]
    return replace(recording, rows=(*recording.rows, *rows))


def by_trace(device, traces, cache):
    """A model in which a launch takes 1 us, and any work 12 us more."""
    return [{"time_us": 13.0 if trace.totals() else 1.0} for trace in traces]


def test_times_are_compared_beyond_those_of_a_launch(tmp_path):
    """20 us with a launch of 8 us are 12 us of work, as simulated; durations of ncu have 2 us of a launch."""
    recording = with_launch(tmp_path / "some-gpu", 8.0, 26_000.0)
    reports = {each.counter: each for each in validate_gpu(recording, model=by_trace).reports}
    assert reports["time_us"].measured == len(reports["time_us"].comparisons) == LAUNCHES
    assert reports["time_us"].mean_error == pytest.approx(0)
    assert reports["duration_us"].mean_error == pytest.approx(0.5)
    found = {(one.cache, one.measured, one.ours) for one in reports["duration_us"].comparisons}
    assert found == {("cold", 24.0, 12.0)}


def test_short_launches_are_not_judged(tmp_path):
    recording = with_launch(tmp_path / "some-gpu", 11.0, 9_000.0)
    found = validate_gpu(recording, model=by_trace)
    reports = {each.counter: each for each in found.reports}
    for counter, number in ("time_us", LAUNCHES), ("duration_us", LAUNCHES // 2):
        assert (reports[counter].comparisons, reports[counter].short) == ((), number)
        assert f"{number} launches of less than {LEAST_US:g} us are not judged by {counter}" in list(
            validation_report.summary(found)
        )
    cells = {row[0]: row[-1] for row in validation_report.rows(found)}
    assert cells["time_us"] == "too short to judge"


def test_reads_that_hit_in_the_other_half_of_the_l2_do_not_leave_it():
    of_tex = {"l2_read_hits": 60, "l2_read_sectors": 100}
    assert derived(of_tex)["l2_hit_percent"] == 60
    assert derived({**of_tex, "l2_fabric_read_hits": 30})["l2_hit_percent"] == 90
    assert derived({**of_tex, "l2_fabric_read_hits": 50})["l2_hit_percent"] == 100


def test_matrices_of_a_million_entries_are_compared_by_default():
    assert inspect.signature(command).parameters["max_entries"].default == MAX_ENTRIES
    for name in SIZES["medium"]:
        assert entries_at_most(name) <= 4 * MAX_ENTRIES
        assert generate_matrix(name).nnz <= MAX_ENTRIES


def test_a_device_has_the_preset_of_the_longest_name_that_fits(monkeypatch):
    names = ["k9", "k9-pcie", "k9-80gb", "rtx-1", "h200"]
    monkeypatch.setattr("gpu.model.presets.device_names", lambda: names)
    assert preset_of("NVIDIA K9 80GB HBM3") == "k9-80gb"
    assert preset_of("NVIDIA K9-SXM4-40GB") == "k9"
    assert preset_of("NVIDIA GeForce RTX 1") == "rtx-1"
    assert preset_of("NVIDIA RTX K99") is None
    assert preset_of("NVIDIA H200") == "h200"


def test_the_report_says_for_every_number_whether_it_is_measured(tmp_path):
    recorder = Recorder(tmp_path / "some-gpu", {"device": "NVIDIA H200 NVL", "backend": "cupy"})
    values = ("chase", "16 KiB", "cycles", 38.5, 38, 39, 9, "l1_latency")
    recorder.add_microbenchmark(dict(zip(BENCHMARK_COLUMNS, values, strict=True)))
    run = Case("bfs:relax", "float32", 256, "rmat-6x6")
    recorder.add("counters", [Measured(run, "bfs_relax[0]", "cold", "instructions_issued", 1.0, "", "")])
    recorder.close()
    lines = list(validation_report.summary(validate_gpu(read_recording(tmp_path / "some-gpu"))))
    assert "simulated with the preset 'h200'" in lines
    assert f"not measured: {', '.join(TARGETS)}" in lines
    assert "measured and not compared: instructions_issued" in lines
    assert "measured and not compared: 1 counters of the first launches of programs" in lines
    assert "parameters of the device measured: l1_latency 38.5 (38 to 39)" in lines
    (rest,) = (line for line in lines if line.startswith("parameters of the device not measured: "))
    others = rest.partition(": ")[2].split(", ")
    assert others == [name for name in Device.model_fields if name != "l1_latency"]


def test_the_report_says_that_a_device_has_no_preset(tmp_path):
    lines = list(validation_report.summary(validate_gpu(write_recording(tmp_path / "some-gpu"))))
    assert lines[1] == (
        "Some GPU has no preset, so nothing is simulated; add its file to configs/devices; the presets are "
        f"{', '.join(device_names())}"
    )


def test_ratios_are_made_where_they_can_be():
    assert derived({"global_load_sector_hits": 1, "global_load_sectors": 4})["l1_hit_percent"] == 25
    assert "l1_hit_percent" not in derived({"global_load_sector_hits": 0, "global_load_sectors": 0})
    assert derived({"dram_read_bytes": 3, "dram_write_bytes": 4})["dram_bytes"] == 7
    assert str(Target(0.15, correlation=0.98)) == "mean 15.0%, r 0.98"
    assert str(Target(3, "points")) == "mean 3.0 points"


@pytest.mark.parametrize(
    ("changed", "max_entries", "why"),
    [
        ({"kernel_hash": "0" * 12}, 300_000, "recorded with a different version of the kernel"),
        ({"input_hash": "0" * 12}, 300_000, "recorded with a different matrix or cut of the same name"),
        ({}, 10, "of more than 10 entries"),
    ],
)
def test_what_cannot_be_compared_is_counted(tmp_path, changed, max_entries, why):
    found = validate_gpu(write_recording(tmp_path / "some-gpu", **changed), max_entries=max_entries)
    assert found.left_out == {why: LAUNCHES}
    assert found.misses() == []


def test_a_matrix_from_a_file_is_looked_for_where_it_is_said_to_be(tmp_path):
    recorder = Recorder(tmp_path / "some-gpu", {"device": "Some GPU", "backend": "cupy"})
    case = Case("coo", "float32", 256, "web")
    recorder.add("counters", [Measured(case, "spmv_coo", "cold", "global_load_sectors", 1.0, "", "")])
    recorder.close()
    found = validate_gpu(read_recording(tmp_path / "some-gpu"))
    assert found.left_out == {"the matrix 'web' is not available": 1}


def test_prepared_problems_are_used_as_they_are(tmp_path):
    recording = write_recording(tmp_path / "some-gpu")
    prepare(tmp_path / "prepared", ["rmat-6x6", "mesh-9x9"], cuts=["wb_libra"], block_sizes=[256])
    assert validate_gpu(recording, matrices=tmp_path / "prepared").left_out == {}


@pytest.fixture
def measurements(tmp_path, monkeypatch):
    folder = tmp_path / "measurements"
    monkeypatch.setattr(gpu.measurement.records, "MEASUREMENTS", folder)
    return folder


def test_the_model_of_a_preset_answers_for_its_device():
    traces, _ = traced(CASES[2])
    assert modelled_counters("Some GPU", traces, "cold") == [{} for _ in traces]
    for cache in "cold", "warm":
        launches = simulate(list(traces), "h200", l2=cache).tables["launches"]
        found = modelled_counters("NVIDIA H200", traces, cache)
        assert [each["time_us"] for each in found] == launches["us"].tolist()
        hits = launches["l2_read_hits"] - launches["l2_read_along"]
        assert [each["l2_read_hits"] for each in found] == hits.tolist()
        # Of loads, where there are any; of no launch; the time of a launch again.
        compared = set(TARGETS) - {"l1_hit_percent", "l2_hit_percent", "run_us", "duration_us"}
        for each, trace in zip(found, traces, strict=True):
            assert compared <= derived({**each, **trace_counters(trace)}).keys()


def test_the_command_without_measurements_says_what_was_not_measured(measurements, capsys, tmp_path):
    assert execute(["validate", "gpu", "--output", str(tmp_path / "page.md")]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "there are no measurements of a GPU to compare with; not measured: global_load_requests, "
    )
    assert "There are no measurements of a GPU" in (tmp_path / "page.md").read_text()


def test_the_command_takes_in_a_recording_and_compares(measurements, capsys, tmp_path):
    write_recording(tmp_path / "brought" / "some-gpu")
    page = tmp_path / "page.md"
    command = ["validate", "gpu", "--record", str(tmp_path / "brought"), "--output", str(page)]
    assert execute(command) == 0
    said = capsys.readouterr()
    assert said.err == (f"imported: Some GPU, {LAUNCHES * 10} numbers, to {measurements / 'some-gpu'}\n")
    (row,) = (line.split() for line in said.out.splitlines() if line.startswith("global_load_sectors"))
    assert row == ["global_load_sectors", str(LAUNCHES), "0.0%", "0.0%", "1.0000", "worst", "0.5%", "met"]
    assert "not measured: l2_read_sectors, l1_hit_percent, " in said.out
    assert "measured and not simulated: time_us" in said.out
    assert "| dram_bytes | 0 |  |  |  | mean 5.0% | not measured |" in page.read_text()
    assert execute(["validate", "gpu"]) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--record"], "error: running kernels on a GPU needs "),
        (["--record", "--sizes", "smal"], "error: --sizes: unknown size 'smal'; did you mean 'small'?\n"),
        (["--record", "--budget", "0"], "error: --budget: expected more than 0 seconds, got 0\n"),
        (["--max-entries", "0"], "error: --max-entries: expected at least 1, got 0\n"),
        (["--matrices", "none"], "error: none: there is no such folder of matrices\n"),
        (["--output", "none/page.md"], "error: none/page.md: there is no folder none to write into\n"),
        (["--record", "none"], "error: none: no recording found; expected a folder with checks.csv, "),
    ],
)
def test_wrong_input_is_one_line(measurements, capsys, monkeypatch, tmp_path, options, message):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert execute(["validate", "gpu", *options]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_every_kernel_is_in_some_case_that_is_measured():
    lines = whole_plan([Prepared(Path("mesh-4x4.npz"), 64, 7, ())])
    methods = {case.method for line in lines for case in line.cases}
    products = {kernel.removeprefix("spmv_").removesuffix("_carry") for kernel in KERNELS if "spmv" in kernel}
    assert products <= methods
    assert "vectors" in methods
