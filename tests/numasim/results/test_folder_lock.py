"""A results folder has one writer; the lock goes with its process, however that ends."""

import errno
import fcntl
import re
import subprocess
import sys

import pytest

import numasim
from numasim.cli import execute
from numasim.results.folder_lock import LOCK_FILE, results_folder_lock
from partitioners.errors import InputError

HOLD = """
import sys
from pathlib import Path
from numasim.results.folder_lock import results_folder_lock
with results_folder_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
BUSY = r"process {pid} on \S+, since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d\S+, is writing to this folder; "
EXPERIMENT = """
workload: {generator: mc2depi, n: 3}
partition: {method: contiguous, parts: 2}
machine: mesh-2x1
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.stdin.close()


def test_a_second_writer_is_refused_until_the_first_is_killed(holder, tmp_path, tmp_path_factory, capfd):
    file = tmp_path_factory.mktemp("elsewhere") / "small.yaml"
    file.write_text(EXPERIMENT)
    pattern = re.escape(str(tmp_path)) + ": " + BUSY.format(pid=holder.pid)
    pattern += "wait until it ends, or choose another --output"
    assert execute(["run", str(file), "--output", str(tmp_path), "--workers", "1"]) == 2
    assert re.fullmatch(f"error: {pattern}\n", capfd.readouterr().err)
    with pytest.raises(InputError, match=f"^{pattern}$"):
        numasim.run(file, tmp_path, workers=1)
    with pytest.raises(InputError, match=f"^{pattern}$"):
        numasim.run("components/random-memory", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [LOCK_FILE]
    holder.kill()
    holder.wait()
    assert (tmp_path / LOCK_FILE).is_file()
    numasim.run(file, tmp_path, workers=1)
    assert (tmp_path / "results.parquet").is_file()
    assert not (tmp_path / LOCK_FILE).exists()


def test_the_folder_is_free_again_after_a_failure(tmp_path):
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), results_folder_lock(tmp_path):
            raise ZeroDivisionError
        assert list(tmp_path.iterdir()) == []
    with (
        results_folder_lock(tmp_path),
        pytest.raises(InputError, match="is writing to this folder"),
        results_folder_lock(tmp_path),
    ):
        pass


def test_a_lock_that_is_a_link_to_a_file_of_the_users_is_refused(tmp_path):
    mine = tmp_path / "mine"
    mine.write_text("precious")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / LOCK_FILE).symlink_to(mine)
    message = (
        f"{folder / LOCK_FILE}: cannot be used as the lock of the folder "
        "(Too many levels of symbolic links); "
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}remove it$"), results_folder_lock(folder):
        pass
    assert mine.read_text() == "precious"


def test_a_folder_on_a_file_system_without_locks_is_written_without_one(monkeypatch, tmp_path):
    def missing(file, how):
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", missing)
    with results_folder_lock(tmp_path) as folder, results_folder_lock(tmp_path):
        assert list(folder.iterdir()) == []
