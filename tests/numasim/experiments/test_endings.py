"""How a run ends by a signal: workers end, tables of what is finished are written, nothing is left behind."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import yaml

from numasim.experiments.point_limits import resident_bytes
from numasim.experiments.point_store import FOLDER, SHARED
from numasim.results.folder_lock import LOCK_FILE
from numasim.results.tables import load_results
from partitioners.storage.temporary_folder import remove_abandoned

ROOT = Path(__file__).parents[3]
SMALL = {
    "workload": {"generator": "mc2depi", "n": 8},
    "partition": {"method": "block", "parts": 4},
    "machine": "mesh-2x2",
    "sweep": {"mapping.seed": list(range(400))},
}
PARTITIONS = {
    "partition": {"method": "random", "parts": 4},
    "machine": "none",
    "sweep": {"partition.seed": [0, 1, 2]},
}
"""Points that need no simulator, whose processes are there sooner."""

UNGUARDED = """
import sys
import numasim
table = numasim.run("small.yaml", **eval(sys.argv[1]))
print(len(table))
"""
KILLED = """
from pool_jobs import hold_the_interpreter
from numasim.experiments.worker_pool import run_batches
list(run_batches(hold_the_interpreter, [[0], [1]], 2))
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty current directory, in which processes find the project and the jobs of the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(Path(__file__).parents[1])]))
    return tmp_path


@pytest.fixture
def temporary(monkeypatch):
    """An empty temporary folder, for the processes that a test starts."""
    with tempfile.TemporaryDirectory(prefix="n-") as name:
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)


def write(**sections):
    Path("small.yaml").write_text(yaml.safe_dump({**SMALL, **sections}, sort_keys=False))


def descendants(pid):
    children = [
        int(child)
        for file in Path(f"/proc/{pid}/task").glob("*/children")
        for child in file.read_text().split()
    ]
    return [*children, *(below for child in children for below in descendants(child))]


def wait_for_the_end_of(family, seconds):
    until = time.monotonic() + seconds
    while alive := [pid for pid in family if resident_bytes(pid)]:
        assert time.monotonic() < until, f"still there: {alive}"
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="The test needs Linux: it looks for processes in /proc.")
@pytest.mark.parametrize(
    ("number", "code", "times"),
    [
        pytest.param(signal.SIGINT, 130, 1, marks=pytest.mark.slow),
        (signal.SIGTERM, 143, 2),
        pytest.param(signal.SIGHUP, 129, 1, marks=pytest.mark.slow),
    ],
)
def test_a_signal_ends_a_run_and_keeps_what_is_finished(place, temporary, number, code, times):
    write()
    before = signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "numasim", "run", "small.yaml", "--workers", "2", "--no-pictures"],
        stderr=subprocess.PIPE,
        text=True,
    )
    signal.signal(number, before)
    told, family = [], []
    for line in process.stderr:
        told.append(line)
        if line.startswith('{"done": 5, '):
            family = descendants(process.pid)
            for _ in range(times):  # timeout(1) sends its signal twice
                process.send_signal(number)
                time.sleep(0.05)
    process.stderr.close()
    assert process.wait(300) == code, told
    assert told[-1] == ("interrupted; finished runs are in results/small; run the same command to resume\n")
    assert len(family) >= 2
    wait_for_the_end_of(family, 100)
    folder = place / "results" / "small"
    assert 2 <= load_results(folder)["point"].nunique() < 400
    assert load_results(folder)["error"].isna().all()
    assert json.loads((folder / "manifest.json").read_text())["stopped"] == "interrupted"
    assert not (folder / LOCK_FILE).exists()
    assert not list(folder.rglob("*.part"))
    assert not list((folder / FOLDER).glob(f"{SHARED}*"))
    assert not list(temporary.iterdir())


@pytest.mark.skipif(
    sys.platform != "linux", reason="The test needs Linux: other systems have no signal for a parent's death."
)
def test_workers_that_run_no_python_die_with_a_parent_that_is_killed(place, temporary, monkeypatch):
    process = subprocess.Popen([sys.executable, "-c", KILLED])
    until = time.monotonic() + 300
    while sum(_seconds(pid) > 0.5 for pid in descendants(process.pid)) < 2:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    family = descendants(process.pid)
    process.kill()
    process.wait()
    wait_for_the_end_of(family, 100)
    assert list(temporary.iterdir())
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    remove_abandoned()
    assert not list(temporary.iterdir())


def _seconds(pid):
    """Processor time of a process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("{}", 0, ""),
        (
            "{'workers': 2}",
            1,
            "partitioners.errors.InputError: the worker processes ended while they started; in a script, "
            "start the experiment below `if __name__ == '__main__':`, or use one worker\n",
        ),
    ],
)
def test_a_script_without_a_guard_runs_or_gets_one_error(place, options, code, said):
    write(**PARTITIONS)
    Path("script.py").write_text(UNGUARDED)
    done = subprocess.run(
        [sys.executable, "script.py", options], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == code, done.stderr
    assert done.stdout == ("" if code else "3\n")
    assert done.stderr.count("Traceback") == bool(code)
    assert done.stderr.endswith(said)


@pytest.mark.parametrize("letters", [0, 90])
def test_a_script_with_a_guard_has_workers(place, temporary, monkeypatch, letters):
    """Sockets have short paths: in a long temporary folder workers start in another way."""
    folder = temporary / ("x" * letters)
    folder.mkdir(exist_ok=True)
    monkeypatch.setenv("TMPDIR", str(folder))
    write(**PARTITIONS)
    guarded = UNGUARDED.replace("table =", "if __name__ == '__main__':\n    table =").replace(
        "print", "    print"
    )
    Path("script.py").write_text(guarded)
    command = [sys.executable, "script.py", "{'workers': 2}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


def test_the_example_of_the_readme_runs_as_a_file(place):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = (part.partition("```")[0] for part in text.split("```python\n")[1:])
    (place / "configs").mkdir()
    quickstart = (ROOT / "configs" / "quickstart.yaml").read_text(encoding="utf-8")
    assert "size: 1024 " in quickstart  # of that size it takes half a minute
    Path("configs/quickstart.yaml").write_text(
        quickstart.replace("size: 1024 ", "size: 64 "), encoding="utf-8"
    )
    ring = "".join(f"{k} {(k + 1) % 200}\n{k} {(k * 7 + 3) % 200}\n" for k in range(200))
    Path("web.txt").write_text(ring)
    Path("script.py").write_text(block.replace("web.mtx.xz", "web.txt"))
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert "replication_factor" in done.stdout
