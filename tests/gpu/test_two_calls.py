"""The two calls of a quarter of an hour, as they are pasted, on a stand-in for a device and for ``ncu``.

The machine is a folder with the packages ``gpu`` and ``partitioners``, and a Python that has NumPy, SciPy and
the stand-in for CuPy alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gpu.record
from gpu.measurement.cases import EMPTY
from gpu.measurement.program_cases import PROGRAM_METHODS, SEARCHES, SMALL_OPERANDS, program_cases
from gpu.measurement.recording_plan import Chosen
from gpu.measurement.records import FILES, read_recording
from gpu.prepare import call_command, prepare_calls

ROOT = Path(gpu.record.__file__).parents[1]
FAKE = Path(__file__).parent / "fake_device"

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
    (root / "gpu" / "measurement" / "microbenchmarks.py").write_text(MICROBENCHMARKS)
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


def run_call(machine, call):
    """Run a pasted command with two repetitions; return what it printed and its recording."""
    out = machine / f"out-{call}"
    command = call_command(call, Path(".prepared"), 400).replace("--budget", "--repetitions 2 --budget")
    environment = {
        **os.environ,
        "PATH": f"{machine / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(map(str, (machine / "site", FAKE, machine))),
        "OUT": str(out),
    }
    done = subprocess.run(
        ["bash", "-c", command], cwd=machine, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    files = [file for file in out.rglob("*") if file.is_file()]
    assert len(files) == len(FILES) + 1 <= 8
    assert max(len(file.relative_to(out).parts) for file in files) <= 2
    assert (out / f"output-{call}.txt").read_text() == done.stdout
    return done.stdout, read_recording(out / f"nvidia-fake-9000-{call.lower()}")


def lines_of_plan(recording):
    return {what: why.partition(" in ")[0] for stage, what, why in recording.log if stage == "plan"}


def test_call_a_runs_from_end_to_end(machine):
    printed, recording = run_call(machine, "A")
    assert [line for line in recording.log if line[0] not in ("plan", "device")] == []
    cases, products = {row.case for row in recording.rows}, 2 * (6 + 2 * 3) + 1
    assert lines_of_plan(recording) == {
        "device": "1 of 1",
        "compilation": "1 of 1",
        "time of a launch": "1 of 1",
        "microbenchmarks": "1 of 1",
        "programs, verified": "68 of 68",
        "products": f"{products + 12} of {products + 12}",
        "counters of products": f"{2 * (products - 2)} of {2 * (products - 2)}",
        "products from DRAM": "5 of 5",
        "counters from DRAM": "4 of 4",
        "solvers and searches": "18 of 18",
    }
    assert set(program_cases(SMALL_OPERANDS)) <= cases
    timed = {row.case.method for row in recording.rows if row.counter == "time_median_us"}
    assert {EMPTY, "cusparse", "cg_spac_shared", *SEARCHES} <= timed
    assert {row.cache for row in recording.rows if row.counter == "sm_mhz"} == {"cold", "warm"}
    # The newer name of a metric is read in place of the older.
    assert {"dram_read_bytes", "l2_fabric_read_hits"} <= {row.counter for row in recording.rows}
    assert {row.value for row in recording.rows if row.counter == "blocks"} == {8.0}
    (row,) = recording.microbenchmarks
    assert row["parameter"] == "l1_latency"
    assert recording.provenance["device"] == "NVIDIA Fake 9000"
    assert "dram__bytes_op_read" in (recording.folder / "metrics.csv").read_text()
    # The end of the output is the table.
    last = printed[-12_000:].splitlines()
    begin = next(i for i, line in enumerate(last) if line.startswith("line of the plan"))
    assert len(last) - begin < 40
    assert last[begin + 11].startswith("sum ")
    assert last[-1].startswith(f"{len(cases)} cases: {len(cases)} right, 0 wrong, ")


def test_call_b_times_programs_and_counts_their_first_launches(machine):
    _, recording = run_call(machine, "B")
    log = [line for line in recording.log if line[0] not in ("plan", "device")]
    parents = {f"{method}" for method in PROGRAM_METHODS if "child" in method}
    assert {what.partition(" ")[0] for _, what, _ in log} <= parents
    assert all("since it launches others" in why for _, _, why in log)
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
