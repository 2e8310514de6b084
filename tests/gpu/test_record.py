"""The recording script from end to end on the host back end, with a stand-in for ``ncu``."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

import gpu.record
from gpu.measurement.cases import PROGRAM_METHODS, Case, PreparedProduct, kernel_hash
from gpu.measurement.inputs import prepared_inputs
from gpu.measurement.recording_session import plan
from gpu.measurement.records import COLUMNS, import_recordings, read_recording, recordings
from gpu.measurement.timer import HostTimer
from gpu.prepare import prepare
from gpu.programs.program import GPU_PROGRAMS
from gpu.record import Options, record
from partitioners.errors import InputError, OptionError

ROOT = Path(gpu.record.__file__).parents[1]

# Runs the command as ncu does, and writes a raw page with a row for each launch; every number is 7, and one
# metric is not there.
STAND_IN = """#!{python}
import json, subprocess, sys
from pathlib import Path
options = {{word.partition("=")[0]: word.partition("=")[2] for word in sys.argv if word.startswith("--")}}
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


def options(**given):
    return Options(repetitions=2, vector_sizes=[300], block_sizes=[256], backend="host", **given)


def test_work_is_ordered_by_worth(prepared):
    cases = plan(prepared_inputs(prepared), [300])
    assert {case.dtype for case in cases[: len(cases) // 6]} == {"float32"}
    assert {case.block_size for case in cases[: len(cases) // 3]} == {0, 256}
    assert [case.matrix for case in cases[:2]] == ["rmat-5x4", "rmat-5x4"]
    assert len(set(cases)) == len(cases)


def test_everything_is_checked_timed_profiled_and_written(prepared, stand_in, tmp_path):
    said = []
    summary = record(prepared, tmp_path / "out", HostTimer(), options(ncu=stand_in, seed=5), say=said.append)
    # By matrix and type: 5 products of the matrix, 2 of each of two cuts; CG on the mesh; the vector kernels.
    # By matrix: the variants of the programs on graphs.
    right = 4 * 9 + 2 * 3 + 2 + 2 * len(PROGRAM_METHODS)
    assert (summary.planned, summary.right, summary.timed) == (right + 4, right, right)
    assert (summary.wrong, summary.profiled) == ([], 2 * (4 * 9 + 2))
    found = read_recording(summary.folder)
    assert found.provenance["device"] == found.provenance["backend"] == "host"
    assert {"date", "kernels_hash", "seed", "ncu", "numpy"} <= set(found.provenance)
    # The smaller matrix is one part, however it is cut.
    assert len({row.input_hash for row in found.rows}) == 1 + 3 + 2
    by_counter = {}
    for row in found.rows:
        by_counter.setdefault(row.counter, []).append(row)
    assert len(by_counter["error_over_allowed"]) == right
    assert all(row.value <= 1 for row in by_counter["error_over_allowed"])
    medians = by_counter["time_median_us"]
    assert {row.cache for row in medians} == {"warm", "cold"}
    assert {"product", "iteration", "run", "spmv_coo", "vector_fill"} <= {row.kernel for row in medians}
    requests = by_counter["global_load_requests"]
    assert {row.value for row in requests} == {7.0}
    assert {row.kernel for row in requests if row.case.method == "coo"} == {"vector_fill", "spmv_coo"}
    assert len({row.kernel_hash for row in requests}) == 7
    units = {row.kernel: row for row in medians if row.case.method in ("bfs_relax", "cg_csr_vector")}
    assert units.keys() == {"run", "iteration"}
    assert units["run"].kernel_hash == "+".join(map(kernel_hash, ("bfs_relax", "update_children")))
    assert units["iteration"].kernel_hash == "+".join(map(kernel_hash, ("spmv_csr_vector", "vector_dot")))
    log = {(stage, what): why for stage, what, why in found.log}
    assert log["ncu", "l2_fabric_sectors"] == (
        "lts__t_sectors_srcunit_ltcfabric.sum cannot be read on this device"
    )
    assert "l2_fabric_sectors" not in by_counter
    assert said[-1].startswith("ncu, caches warm: 38 cases from ")


class WithLibrary(HostTimer):
    """A timer of a device with a library of products, which lists how it is asked to time."""

    def __init__(self):
        super().__init__()
        self.asked = []

    def baseline(self, case, problem):
        made = PreparedProduct(replace(case, method="csr_scalar", block_size=256), problem, self.backend)
        made.launches, made.kernels = (), ()
        return made

    def times(self, run, *, cold, repetitions, waits=False):
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
    waiting = len(PROGRAM_METHODS) * 2 + 3 * 2
    assert [waits for _, waits in timer.asked].count(True) == waiting
    assert not [cold for cold, waits in timer.asked if cold and waits]


def test_a_built_in_program_says_which_variants_are_measured():
    for name in GPU_PROGRAMS.builtins:
        program = GPU_PROGRAMS[name].function
        variants = [variant for method, (own, variant) in PROGRAM_METHODS.items() if own == name]
        assert variants == list(program.measured_variants)
        if variants:
            assert program.operand == "graph"
            assert variants == list(get_args(GPU_PROGRAMS[name].options["variant"].annotation))
    assert {name for name, _ in PROGRAM_METHODS.values()} >= {"bfs", "sssp"}


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
    assert summary.right == 44 + 2 * len(PROGRAM_METHODS) - 8
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
    now = iter(range(1000))
    summary = record(
        prepared, tmp_path / "out", HostTimer(), options(budget=10), clock=lambda: float(next(now))
    )
    assert 0 < summary.timed < 10
    found = read_recording(summary.folder)
    assert (
        "budget",
        f"{48 + 2 * len(PROGRAM_METHODS) - summary.timed - 1} cases",
        "not checked and not timed",
    ) in found.log
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
    assert (summary.timed, summary.profiled) == (44 + 2 * len(PROGRAM_METHODS), 0)
    assert [line for line in found.log if line[0] == "ncu"] == [("ncu", "no counters", why)]


def test_the_script_needs_two_folders_and_numpy_alone(prepared, tmp_path):
    for package in "gpu", "partitioners":
        shutil.copytree(ROOT / package, tmp_path / "copy" / package, ignore=shutil.ignore_patterns("*.pyc"))
    refuse = (
        "import runpy, sys\n"
        "allowed = {*sys.stdlib_module_names, 'gpu', 'partitioners', 'numpy', 'scipy'}\n"
        "class Refuse:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] not in allowed and not name.startswith('_sysconfigdata'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "sys.argv = sys.argv[1:]\n"
        "sys.path[0] = 'gpu'\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    sizes = ["--block-sizes", "256", "--vector-sizes", "300"]
    arguments = [prepared, "--backend", "host", "--repetitions", "2", "--workers", "1", "--output", "out"]
    done = subprocess.run(
        [sys.executable, "-c", refuse, "gpu/record.py", *map(str, arguments), *sizes],
        cwd=tmp_path / "copy",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    right = 44 + 2 * len(PROGRAM_METHODS)
    assert done.stdout == (
        f"{right + 4} cases: {right} right, 0 wrong, {right} timed, 0 profiled "
        "(cold and warm caches count as two); all in out/host\n"
    )
    assert read_recording(tmp_path / "copy" / "out" / "host").provenance["device"] == "host"


def test_without_cupy_the_script_says_so(prepared, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert gpu.record.main([str(prepared)]) == 2
    assert capsys.readouterr().err.startswith("error: running kernels on a GPU needs the package 'cupy': pip")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"budget": 0}, r"^budget is 0; see `python gpu/record.py --help`$"),
        ({"timing_share": 1.5}, r"^timing_share is 1\.5; "),
        ({"repetitions": 0}, r"^repetitions is 0; "),
        ({"vector_sizes": [5, 0]}, r"^vector_sizes is \[5, 0\]; "),
        ({"seed": -1}, r"^seed is -1; "),
    ],
)
def test_numbers_that_make_no_sense_are_refused(wrong, message):
    with pytest.raises(OptionError, match=message):
        Options(**wrong)


def rows_of(folder, text, device="# device: Some GPU\n# backend: cupy\n"):
    folder.mkdir(parents=True, exist_ok=True)
    for table in "checks", "times", "counters":
        body = text if table == "counters" else ""
        (folder / f"{table}.csv").write_text(f"{device}{','.join(COLUMNS)}\n{body}")
    (folder / "log.csv").write_text("stage,what,why\n")


GOOD = "coo,spmv_coo,float32,256,mesh-4x4,,cold,registers,18,aaaaaaaaaaaa,bbbbbbbbbbbb\n"


def test_recordings_from_elsewhere_are_taken_in(tmp_path):
    rows_of(tmp_path / "brought" / "some-gpu", GOOD)
    (taken,) = import_recordings(tmp_path / "brought", tmp_path / "ours")
    assert recordings(tmp_path / "ours") == [tmp_path / "ours" / "some-gpu"]
    (row,) = read_recording(tmp_path / "ours" / "some-gpu").rows
    assert row.case == Case("coo", "float32", 256, "mesh-4x4")
    assert (row.kernel, row.cache, row.counter, row.value) == ("spmv_coo", "cold", "registers", 18.0)
    assert taken.device == "Some GPU"


@pytest.mark.parametrize(
    ("text", "device", "message"),
    [
        (
            GOOD,
            "# device: x\n# backend: host\n",
            r"recorded on the back end 'host'; expected measurements of a",
        ),
        (GOOD, "", r"no file names the measured device; expected a line `# device: \.\.\.`$"),
        (
            GOOD.replace("256", "some"),
            None,
            r"line 4: expected numbers as block_size and value, got 'some' and '18'$",
        ),
        (GOOD.replace("18", "nan"), None, r"line 4: registers is nan; expected a finite number$"),
        ("a,b\n", None, r"counters\.csv: line 4: expected 11 values, got 2$"),
    ],
)
def test_what_is_no_recording_is_refused(tmp_path, text, device, message):
    rows_of(tmp_path / "some", text, **({} if device is None else {"device": device}))
    with pytest.raises(InputError, match=message):
        import_recordings(tmp_path, tmp_path / "ours")
    assert not (tmp_path / "ours").exists()


def test_a_folder_without_a_recording_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no recording found; expected a folder with checks\.csv, "):
        import_recordings(tmp_path / "none", tmp_path / "ours")
    rows_of(tmp_path / "some", GOOD)
    (tmp_path / "some" / "log.csv").unlink()
    with pytest.raises(InputError, match=r"log\.csv: cannot be read: No such file or directory$"):
        read_recording(tmp_path / "some")
    (tmp_path / "some" / "checks.csv").write_text("# a: b\nmethod\n")
    with pytest.raises(InputError, match=r"checks\.csv: line 2: expected the columns method,kernel,dtype,"):
        read_recording(tmp_path / "some")
