"""One process holds a file's lock; it ends with the file or the process."""

import errno
import fcntl
import subprocess
import sys

import pytest

from partitioners.storage.file_lock import lock_file

HOLD = """
import sys
from partitioners.storage.file_lock import lock_file
with open(sys.argv[1], "rb") as file:
    lock_file(file)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_held_until_its_process_is_killed(tmp_path):
    path = tmp_path / "lock"
    path.touch()
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with path.open("rb") as file:
            with pytest.raises(BlockingIOError):
                lock_file(file)
            holder.kill()
            lock_file(file, wait=True)


@pytest.mark.parametrize("wait", [False, True])
def test_a_closed_file_is_not_locked(wait, tmp_path):
    path = tmp_path / "lock"
    for _ in range(2):
        with path.open("wb") as file:
            lock_file(file.fileno(), wait=wait)


def test_a_lock_that_a_file_system_reports_as_a_missing_permission_is_held(monkeypatch, tmp_path):
    def denied(file, how):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(fcntl, "flock", denied)
    with (tmp_path / "lock").open("wb") as file, pytest.raises(BlockingIOError, match="Permission denied"):
        lock_file(file)


def test_a_system_without_locks_says_so(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with (tmp_path / "lock").open("wb") as file, pytest.raises(OSError, match="no file locks") as caught:
        lock_file(file)
    assert caught.value.errno == errno.ENOSYS
