"""Recorded counters against traces and a model: what agrees, what does not, what is left out.

No number here was measured: each test writes the recording that it compares with.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import gpu.measurement.records
from gpu import SimulatedBackend, TraceBackend
from gpu.kernel import KERNELS
from gpu.measurement import validation_report
from gpu.measurement.cases import (
    ITERATION,
    PROGRAM_METHODS,
    RUN,
    Case,
    kernel_hash,
    prepare_case,
    source_hash,
)
from gpu.measurement.inputs import Prepared
from gpu.measurement.make_input import cut_matrix, make_input
from gpu.measurement.recording_session import plan
from gpu.measurement.records import Measured, Recorder, read_recording
from gpu.measurement.reruns import modelled_counters, modelled_runs
from gpu.measurement.timer import HostTimer
from gpu.measurement.validation import (
    TARGETS,
    Target,
    derived,
    trace_counters,
    validate_gpu,
)
from gpu.model.simulation import simulate
from gpu.prepare import prepare
from gpu.record import Options, record
from numasim.cli import execute

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
    """A recording of the counters that traces give, changed by a function, and times of 10 us."""
    recorder = Recorder(folder, {"device": "Some GPU", "backend": "cupy", "date": "2030-01-01"})
    for case in CASES:
        traces, input_hash = traced(case)
        for trace in traces:
            where = {"kernel_hash": kernel_hash(trace.kernel), "input_hash": input_hash} | changed
            for cache in "cold", "warm":
                counters = change(trace_counters(trace))
                rows = [Measured(case, trace.kernel, cache, c, v, **where) for c, v in counters.items()]
                recorder.add("counters", rows)
                recorder.add("times", [Measured(case, trace.kernel, cache, "time_median_us", 10.0, **where)])
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
        assert len(reports[exact].comparisons) == reports[exact].measured == LAUNCHES
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
        hits = {"l2_hits": 80.0, "l2_misses": 20.0, "dram_read_bytes": 90.0, "dram_write_bytes": 10.0}
        return counters | hits | {"occupancy_percent": 50.0 + rng.random()}

    recording = write_recording(tmp_path / "some-gpu", with_hits)

    def model(device, traces, cache):
        assert (device, cache) in {("Some GPU", "cold"), ("Some GPU", "warm")}
        return [{"l2_hits": 3, "l2_misses": 1, "time_us": 11, "occupancy_percent": 52.0} for _ in traces]

    reports = {report.counter: report for report in validate_gpu(recording, model=model).reports}
    assert reports["l2_hit_percent"].mean_error == pytest.approx(5)
    assert reports["l2_hit_percent"].is_missed
    assert reports["time_us"].mean_error == pytest.approx(0.1)
    assert not reports["time_us"].is_missed
    assert reports["time_us"].correlation is None
    assert 1 < reports["occupancy_percent"].mean_error < 2
    assert (reports["dram_bytes"].comparisons, reports["dram_bytes"].measured) == ((), LAUNCHES)


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


# Runs of programs

RUNS = [
    Case("bfs_relax", "float32", 256, "rmat-6x6"),
    Case("bfs_queue_warp", "float32", 256, "mesh-9x9"),
    Case("sssp_worklist", "float32", 256, "rmat-6x6"),
    Case("cg_csr_vector", "float32", 256, "mesh-9x9"),
]


def k20c(device):
    """The model of every device, in these tests."""
    return SimulatedBackend("k20c", l2="warm")


def write_runs(folder, factor=1.0, device="Some GPU", **changed):
    """A recording whose runs take a multiple of the simulated time."""
    recorder = Recorder(folder, {"device": device, "backend": "cupy", "date": "2030-01-01"})
    for case in RUNS:
        backend = k20c(device)
        prepared = prepare_case(case, make_input(case.matrix), backend)
        time = factor * backend.simulate(prepared.run).scalars["time_us"] / prepared.units
        hashes = {"kernel_hash": source_hash(prepared), "input_hash": prepared.input_hash}
        unit = ITERATION if case.method.startswith("cg") else RUN
        row = Measured(case, unit, "warm", "time_median_us", time, **hashes | changed)
        recorder.add("times", [row, replace(row, counter="time_min_us", value=1.0)])
    recorder.close()
    return read_recording(folder)


def of_runs(validation):
    (report,) = (each for each in validation.reports if each.counter == "run_us")
    return report


def test_runs_are_compared_with_their_elapsed_time_on_the_model(tmp_path):
    found = validate_gpu(write_runs(tmp_path / "some-gpu"), runs=k20c)
    report = of_runs(found)
    assert report.measured == len(report.comparisons) == len(RUNS)
    assert {(one.kernel, one.cache) for one in report.comparisons} == {(RUN, "warm"), (ITERATION, "warm")}
    assert report.mean_error == pytest.approx(0, abs=1e-9)
    assert report.correlation == pytest.approx(1)
    assert (found.misses(), found.left_out) == ([], {})
    assert all(not each.measured for each in found.reports if each is not report)
    table = list(validation_report.rows(found))
    assert table[-1] == ("run_us", "4", "0.0%", "0.0%", "1.0000", "mean 25.0%, r 0.95", "met")


def test_the_time_of_a_run_has_all_its_copies_launches_and_waits():
    case = RUNS[0]
    backend = k20c("")
    prepared = prepare_case(case, make_input(case.matrix), backend)
    result = backend.simulate(prepared.run)
    rounds, device = prepared.program.figures()["rounds"], backend.gpu.device
    copies = 2 * rounds + 2
    waits = copies * device.copy_cycles + (rounds + 1) * device.synchronise_cycles
    assert len(result.tables["copies"]) == copies
    assert result.scalars["cycles"] > waits + rounds * device.launch_cycles


def test_runs_that_take_longer_on_the_device_are_missed(tmp_path):
    found = validate_gpu(write_runs(tmp_path / "some-gpu", 2.0), runs=k20c)
    worst = of_runs(found).worst
    assert found.misses() == [
        "Some GPU: run_us: mean error 50.0%, worst 50.0% "
        f"({worst.kernel} warm, {worst.case}); target: mean 25.0%, r 0.95"
    ]


@pytest.mark.parametrize(
    ("changed", "options", "why"),
    [
        ({"kernel_hash": "0" * 12}, {}, "recorded with a different version of the kernel"),
        ({"input_hash": "0" * 12}, {}, "recorded with a different matrix or cut of the same name"),
        ({}, {"max_entries": 10}, "of more than 10 entries"),
    ],
)
def test_runs_that_cannot_be_compared_are_counted(tmp_path, changed, options, why):
    found = validate_gpu(write_runs(tmp_path / "some-gpu", **changed), runs=k20c, **options)
    assert found.left_out == {why: len(RUNS)}
    assert list(validation_report.summary(found))[-1] == f"4 launches or runs not compared: {why}"
    assert (of_runs(found).measured, of_runs(found).comparisons) == (len(RUNS), ())


def test_runs_of_a_program_that_does_not_exist_are_counted(tmp_path):
    recorder = Recorder(tmp_path / "some-gpu", {"device": "Some GPU", "backend": "cupy"})
    case = Case("bfs_upwards", "float32", 256, "rmat-6x6")
    recorder.add("times", [Measured(case, RUN, "warm", "time_median_us", 5.0, "", "")])
    recorder.close()
    found = validate_gpu(read_recording(tmp_path / "some-gpu"), runs=k20c)
    assert found.left_out == {"the method 'bfs_upwards' does not exist": 1}


def test_runs_on_a_device_without_a_preset_are_not_simulated(tmp_path):
    assert modelled_runs("Some GPU") is None
    assert modelled_runs("NVIDIA H200").gpu.device.name == "h200"
    found = validate_gpu(write_runs(tmp_path / "some-gpu"))
    assert "measured and not simulated: run_us" in list(validation_report.summary(found))
    table = list(validation_report.rows(found))
    assert table[-1] == ("run_us", "0", "", "", "", "mean 25.0%, r 0.95", "not simulated")


def test_every_recorded_run_is_compared(tmp_path):
    """Times of the host's clock are not those of a device, but nothing of such a recording is left out."""
    prepare(tmp_path / "prepared", ["mesh-9x8"], cuts=["random"], block_sizes=[256], entries_per_thread=1)
    options = Options(repetitions=1, vector_sizes=[], block_sizes=[256], backend="host")
    summary = record(tmp_path / "prepared", tmp_path / "out", HostTimer(), options)
    assert summary.wrong == []
    found = validate_gpu(read_recording(summary.folder), matrices=tmp_path / "prepared", runs=k20c)
    compared = [one.case.method for one in of_runs(found).comparisons]
    # CG by three products, with numbers of both types.
    cg = {"cg_csr_vector", "cg_merge_path", "cg_spac_shared"}
    assert set(compared) == {*PROGRAM_METHODS, *cg}
    assert len(compared) == len(PROGRAM_METHODS) + 2 * len(cg)
    assert found.left_out == {}


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
        asked = launches["l2_reads"] + launches["l2_writes"] + launches["l2_atomics"]
        assert [each["l2_hits"] + each["l2_misses"] for each in found] == asked.tolist()
        compared = set(TARGETS) - {"l1_hit_percent", "run_us"}  # of loads, where there are any; of no launch
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
    (row,) = (line.split() for line in said.out.splitlines() if line.startswith("shared_wavefronts"))
    assert row == ["shared_wavefronts", str(LAUNCHES), "0.0%", "0.0%", "1.0000", "worst", "1.0%", "met"]
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
    methods = {case.method for case in plan([Prepared(Path("mesh-4x4.npz"), 64, ())])}
    products = {kernel.removeprefix("spmv_").removesuffix("_carry") for kernel in KERNELS if "spmv" in kernel}
    assert products <= methods
    assert "vectors" in methods
