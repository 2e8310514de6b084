"""The two calls of a quarter of an hour, as they are pasted, on a stand-in for a device and for ``ncu``.

The machine is a folder with the packages ``gpu`` and ``partitioners``, and a Python that has NumPy, SciPy and
the stand-in for CuPy alone.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from math import isfinite, isinf
from pathlib import Path

import pytest

import gpu.record
from gpu.measurement.cases import EMPTY
from gpu.measurement.inputs import Prepared
from gpu.measurement.program_cases import PROGRAM_METHODS, SEARCHES, SMALL_OPERANDS, program_cases
from gpu.measurement.recording_plan import Chosen, call_plan
from gpu.measurement.records import FILES, MORE_FILES, read_recording
from gpu.prepare import call_command, main, prepare, prepare_calls
from partitioners.errors import InputError

ROOT = Path(gpu.record.__file__).parents[1]
FAKE = Path(__file__).parents[1] / "fake_device"

SMALL = Chosen(
    products=("rmat-5x4", "mesh-9x8"),
    doubles=("rmat-5x4",),
    large=("uniform-40x3",),
    meshes=("mesh-9x8",),
    graphs=("rmat-5x4",),
    operands=tuple(SMALL_OPERANDS.items()),
    vector_sizes=(300,),
    block_sizes=(),
)

# Python imports a module of this name when it starts.
SITECUSTOMIZE = """
import sys

ALLOWED = {*sys.stdlib_module_names, "gpu", "partitioners", "numpy", "scipy", "cupy", "cupyx"}


class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(name)


sys.meta_path.insert(0, Refuse())
"""

MICROBENCHMARKS = '''
"""One row, from the timer that the recording has."""


def run_microbenchmarks(timer, write, seconds_left, say):
    say("chase")
    assert seconds_left() > 0
    row = {"benchmark": "chase", "configuration": "16 KiB", "quantity": "cycles", "samples": 3}
    write({**row, "value": timer.mhz, "lower": 1, "upper": 2, "parameter": "l1_latency"})
'''


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """A checkout with the prepared folder, and the programs of the machine."""
    root = tmp_path_factory.mktemp("machine")
    for package in "gpu", "partitioners":
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("*.pyc"))
    microbenchmarks = root / "gpu" / "measurement" / "microbenchmarks.py"
    if not microbenchmarks.exists():
        microbenchmarks.write_text(MICROBENCHMARKS)
    (root / "site").mkdir()
    (root / "site" / "sitecustomize.py").write_text(SITECUSTOMIZE)
    programs = {
        "python3": f'exec {sys.executable} "$@"',
        "ncu": f'exec {sys.executable} {FAKE}/ncu.py "$@"',
        "nvidia-smi": "echo 1980 MHz",
    }
    (root / "bin").mkdir()
    for name, text in programs.items():
        file = root / "bin" / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
    prepare_calls(root / ".prepared", 15, SMALL)
    return root


def environment(machine, out):
    return {
        **os.environ,
        "PATH": f"{machine / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(map(str, (machine / "site", FAKE, machine))),
        "OUT": str(out),
    }


def run_call(machine, call, more=""):
    """Run a pasted command with two repetitions; return what it printed and its recording."""
    out = machine / f"out-{call}"
    command = call_command(call, Path(".prepared"), 400).replace(
        "--budget", f"--repetitions 2 {more} --budget"
    )
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=machine,
        env=environment(machine, out),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    files = [file for file in out.rglob("*") if file.is_file()]
    assert {file.stem for file in files} <= {*FILES, *MORE_FILES, f"output-{call}"}
    assert len(files) <= 8
    assert max(len(file.relative_to(out).parts) for file in files) <= 2
    assert (out / f"output-{call}.txt").read_text() == done.stdout
    return done.stdout, read_recording(out / f"nvidia-fake-9000-{call.lower()}")


def lines_of_plan(recording):
    return {what: why.partition(" in ")[0] for stage, what, why in recording.log if stage == "plan"}


@pytest.mark.slow
def test_call_a_runs_from_end_to_end(machine):
    printed, recording = run_call(machine, "A")
    assert [line for line in recording.log if line[0] not in ("plan", "device")] == []
    cases, products = {row.case for row in recording.rows}, 2 * (6 + 2 * 3) + 1
    programs, loops = len(program_cases(SMALL_OPERANDS)), 3 + len(SEARCHES)
    assert lines_of_plan(recording) == {
        "device": "1 of 1",
        "compilation": "1 of 1",
        "time of a launch": "1 of 1",
        "microbenchmarks": "1 of 1",
        "programs, verified": f"{programs} of {programs}",
        "products": f"{products + 12} of {products + 12}",
        "counters of products": f"{2 * (products - 1)} of {2 * (products - 1)}",
        "products from DRAM": "5 of 5",
        "counters from DRAM": "4 of 4",
        "solvers and searches": f"{loops} of {loops}",
    }
    assert set(program_cases(SMALL_OPERANDS)) <= cases
    timed = {row.case.method for row in recording.rows if row.counter == "time_median_us"}
    assert {EMPTY, "cusparse", "cg_spac_shared", *SEARCHES} <= timed
    assert {row.cache for row in recording.rows if row.counter == "sm_mhz"} == {"cold", "warm"}
    # The newer name of a metric is read in place of the older.
    assert {"dram_read_bytes", "l2_fabric_read_hits"} <= {row.counter for row in recording.rows}
    assert {row.value for row in recording.rows if row.counter == "blocks"} == {8.0}
    assert "l1_latency" in {row["parameter"] for row in recording.microbenchmarks}
    assert recording.provenance["device"] == "NVIDIA Fake 9000"
    assert "dram__bytes_op_read" in (recording.folder / "metrics.csv").read_text()
    # The end of the output is the table.
    last = printed[-12_000:].splitlines()
    begin = next(i for i, line in enumerate(last) if line.startswith("line of the plan"))
    assert len(last) - begin < 60
    assert last[begin + 11].startswith("sum ")
    assert last[-1].startswith(f"{len(cases)} cases: {len(cases)} right, 0 wrong, ")


@pytest.mark.slow
def test_call_b_times_programs_and_counts_their_first_launches(machine):
    # Call A compiles in other processes; here this would take longer than it saves.
    _, recording = run_call(machine, "B", "--workers 0")
    log = [line for line in recording.log if line[0] not in ("plan", "device")]
    parents = {f"{method}" for method in PROGRAM_METHODS if "child" in method}
    assert {what.partition(" ")[0] for _, what, _ in log} <= parents
    assert all("since it launches others" in why for _, _, why in log)
    assert not (recording.folder / "microbenchmarks.csv").exists()
    timed = {row.case.method for row in recording.rows if row.counter == "time_median_us"}
    programs = {method.partition(":")[0] for method in timed}
    assert programs >= {"btree", "cfd", "dmr", "gaussian", "gpulp", "particle_filter"}
    counted = {}
    for row in recording.rows:
        if row.counter == "duration_ns":
            counted.setdefault(row.case.method, set()).add(row.kernel)
    assert {"bfs:relax", "bfs:queue_warp", "sssp:near_far", "dmr:work_stealing", "btree:spac"} <= set(counted)
    assert counted["btree:spac"] == {"btree_find_spac[0]", "btree_range_spac[1]"}
    assert max(map(len, counted.values())) == 5


def test_a_call_that_is_killed_keeps_all_lines_that_were_done(machine):
    out = machine / "out-killed"
    script = ["python3", "gpu/record.py", ".prepared", "--call", "A", "--output", str(out), "--workers", "0"]
    process = subprocess.Popen(
        script,
        cwd=machine,
        env=environment(machine, out),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    log = out / "nvidia-fake-9000-a" / "log.csv"
    while not log.exists() or "plan,products" not in log.read_text():
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    recording = read_recording(log.parent)
    done = lines_of_plan(recording)
    assert [*done][:5] == [
        *("device", "compilation", "time of a launch", "microbenchmarks"),
        "products",
    ]
    assert len(recording.microbenchmarks) >= 1
    assert {"time_median_us", "error_over_allowed"} <= {row.counter for row in recording.rows}


@pytest.mark.slow
def test_cases_that_never_end_or_break_the_device_cost_themselves_alone(machine):
    """The others are measured by a program that was started again."""
    out = machine / "out-faults"
    script = [
        *("python3", "gpu/record.py", ".prepared", "--call", "A", "--output", str(out), "--workers", "0"),
        *("--repetitions", "1", "--budget", "400", "--case-seconds", "12", "--ncu", "none"),
    ]
    faults = {"FAKE_HANGS": "btree_find", "FAKE_FAULTS": "spmv_coo"}
    done = subprocess.run(
        script,
        cwd=machine,
        env={**environment(machine, out), **faults},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("the device no longer answers; starting again\n") == 5
    assert done.stderr.count("; starting again\n") == 6
    recording = read_recording(out / "nvidia-fake-9000-a")
    wrong = {what: reason for stage, what, reason in recording.log if stage == "wrong"}
    hung = {
        what for what, reason in wrong.items() if re.match("did not end in time, at File .*; File ", reason)
    }
    assert {what.partition(" ")[0] for what in hung} == {"btree:original"}
    broken = [what.partition(" ")[0] for what in wrong if what not in hung]
    assert sorted(broken) == ["cg:coo", *["coo"] * 3, "spmv:coo"]
    assert f" {len(wrong)} wrong, " in done.stdout
    timed = {row.case.method for row in recording.rows if row.counter == "time_median_us"}
    assert {"csr_vector", "merge_path", "cusparse", "bfs:relax"} <= timed
    # Microbenchmarks are not made again, and no case is measured twice.
    rows = [(row.case, row.kernel, row.cache, row.counter) for row in recording.rows]
    assert len(rows) == len(set(rows))
    benchmarks = [(row["benchmark"], row["configuration"]) for row in recording.microbenchmarks]
    assert len(benchmarks) == len(set(benchmarks)) > 0


# Their preparation


def test_the_printed_commands_are_those_of_the_plan(tmp_path):
    folder = tmp_path / "some folder"
    lines = prepare_calls(folder, 15, SMALL)
    assert lines[0].startswith(f"{folder} (0.0 MiB) travels with the repository. Run these on the machine ")
    assert lines[1::2] == ["Call A, at most 560 seconds:", "Call B, at most 200 seconds:"]
    assert lines[2] == (
        'set -o pipefail; mkdir -p "$OUT"; export CUPY_ACCELERATORS= PYTHONUNBUFFERED=1; '
        f"python3 gpu/record.py '{folder}' --call A --output \"$OUT\" --budget 530 2>&1 | "
        'tee "$OUT/output-A.txt"'
    )
    assert "--call B" in lines[4]
    assert "--budget 170 " in lines[4]
    assert all(len(line) <= 2000 for line in lines)
    assert Chosen.load(folder) == SMALL


def test_the_two_calls_fit_the_time_and_do_not_repeat_each_other(tmp_path):
    chosen = Chosen()
    inputs = [Prepared(Path(f"{name}.npz"), 9, 9, (("spac", 256),)) for name in chosen.matrices()]
    calls = {call: call_plan(call, inputs, chosen) for call in ("A", "B")}
    seconds = {
        call: sum(line.seconds for line in lines if isfinite(line.seconds)) for call, lines in calls.items()
    }
    assert seconds["A"] <= 530
    assert seconds["B"] <= 170
    # What follows: A goes on with what is most worth, and B begins with what A gets to last.
    rest = {call: [line.name for line in lines if isinf(line.seconds)] for call, lines in calls.items()}
    assert rest["A"][0].startswith("first matrices, float32, ")
    assert rest["B"][:2] == [
        "other matrices, float64, blocks of 1024",
        "counters: other matrices, float64, blocks of 1024",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--minutes", "2"], "error: --minutes: expected 6 to 60, got 2\n"),
        (
            ["--minutes", "15", "--block-sizes", "512"],
            "error: --block-sizes: leave it out, because --minutes chooses the inputs\n",
        ),
    ],
)
def test_wrong_options_are_refused(tmp_path, capsys, arguments, message):
    assert main([str(tmp_path / "prepared"), *arguments]) == 2
    assert capsys.readouterr().err == message
    assert not (tmp_path / "prepared").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [(None, "cannot be read: No such file or directory"), ("{}", "not the inputs of the two calls")],
)
def test_a_folder_that_was_not_prepared_for_calls_is_refused(tmp_path, capsys, text, why):
    prepare(tmp_path, ["rmat-5x4"], cuts=[], block_sizes=[256])
    if text is not None:
        (tmp_path / "calls.json").write_text(text)
    arguments = [str(tmp_path), "--call", "A", "--backend", "host", "--workers", "0"]
    assert gpu.record.main([*arguments, "--output", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        f"error: {tmp_path}/calls.json: {why}; write it with `python -m gpu.prepare --minutes 15 "
        f"{tmp_path}`\n"
    )


def test_a_chosen_matrix_that_is_not_prepared_is_named():
    with pytest.raises(
        InputError,
        match=r"^the prepared folder has no matrix 'rmat-5x4', which calls\.json names; prepare it again "
        r"with `python -m gpu\.prepare --minutes 15`$",
    ):
        call_plan("A", [], SMALL)
