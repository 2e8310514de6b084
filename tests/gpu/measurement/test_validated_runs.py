"""Recorded times of whole runs against those of a model: what agrees, what does not, what is left out.

No number here was measured: each test writes the recording that it compares with.
"""

import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from gpu import SimulatedBackend
from gpu.measurement import validation_report
from gpu.measurement.cases import ITERATION, RUN, Case, source_hash
from gpu.measurement.make_input import make_input
from gpu.measurement.prepare_case import prepare_case
from gpu.measurement.program_cases import SEARCHES, SMALL_OPERANDS, program_cases
from gpu.measurement.records import Measured, Recorder, read_recording
from gpu.measurement.reruns import modelled_runs
from gpu.measurement.timer import HostTimer
from gpu.measurement.validation import validate_gpu
from gpu.prepare import prepare
from gpu.record import Options, record

RUNS = [
    Case("bfs:relax", "float32", 256, "rmat-6x6"),
    Case("bfs:queue_warp", "float32", 256, "mesh-9x9"),
    Case("sssp:worklist", "float32", 256, "rmat-6x6"),
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
    case = Case("bfs:upwards", "float32", 256, "rmat-6x6")
    recorder.add("times", [Measured(case, RUN, "warm", "time_median_us", 5.0, "", "")])
    recorder.close()
    found = validate_gpu(read_recording(tmp_path / "some-gpu"), runs=k20c)
    assert found.left_out == {"the method 'bfs:upwards' does not exist": 1}


def test_runs_on_a_device_without_a_preset_are_not_simulated(tmp_path):
    assert modelled_runs("Some GPU") is None
    assert modelled_runs("NVIDIA H200").gpu.device.name == "h200"
    found = validate_gpu(write_runs(tmp_path / "some-gpu"))
    assert "measured and not simulated: run_us" in list(validation_report.summary(found))
    table = list(validation_report.rows(found))
    assert table[-1] == ("run_us", "0", "", "", "", "mean 25.0%, r 0.95", "not simulated")


PROGRAMS = [
    case
    for case in program_cases(SMALL_OPERANDS)
    if case.method in ("bfs:relax", "btree:spac", "dmr:atomic", "spmv:spac") and case.block_size != 512
]
"""Programs whose operands are a graph, their own, a mesh, and a matrix with a cut."""


def test_every_recorded_run_is_compared(tmp_path, monkeypatch):
    """Times of the host's clock are not those of a device, but nothing of such a recording is left out."""
    monkeypatch.setattr("gpu.measurement.recording_plan.program_cases", lambda operands: PROGRAMS)
    microbenchmarks = SimpleNamespace(run_microbenchmarks=lambda *given: None)
    monkeypatch.setitem(sys.modules, "gpu.measurement.microbenchmarks", microbenchmarks)
    prepare(tmp_path / "prepared", ["mesh-9x8"], cuts=["random"], block_sizes=[256], entries_per_thread=1)
    options = Options(repetitions=1, vector_sizes=[], block_sizes=[256], backend="host")
    summary = record(tmp_path / "prepared", tmp_path / "out", HostTimer(), options)
    assert summary.wrong == []
    found = validate_gpu(read_recording(summary.folder), matrices=tmp_path / "prepared", runs=k20c)
    compared = [one.case.method for one in of_runs(found).comparisons]
    # CG by three products, with numbers of both types.
    cg = {"cg_csr_vector", "cg_merge_path", "cg_spac_shared"}
    programs = [case.method for case in PROGRAMS]
    assert sorted(compared) == sorted([*SEARCHES, *programs, *cg, *cg])
    assert found.left_out == {}
