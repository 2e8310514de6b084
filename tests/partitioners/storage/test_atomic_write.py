"""Files are whole or as they were, whatever happens while they are written."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing


def test_the_file_is_there_when_the_block_has_ended(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    with replacing(target) as part:
        part.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), SystemExit(1)])
def test_a_block_that_fails_leaves_the_old_file_and_no_other(tmp_path, error):
    target = tmp_path / "a.txt"
    target.write_text("old")

    def fail():
        with replacing(target) as part:
            part.write_text("half")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_full_disk_is_an_error_that_names_the_file(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")

    def fill():
        with replacing(target):
            raise OSError(28, "No space left on device")

    with pytest.raises(InputError) as raised:
        fill()
    assert (
        str(raised.value)
        == f"{target}: cannot be written (No space left on device); free disk space or choose another path"
    )
    assert target.read_text() == "old"


def test_a_folder_that_is_not_there(tmp_path):
    target = tmp_path / "none" / "a.txt"
    with pytest.raises(InputError) as raised, replacing(target):
        pytest.fail("the block must not run")
    assert (
        str(raised.value)
        == f"{target}: cannot be written (No such file or directory); free disk space or choose another path"
    )


def test_links_are_followed(tmp_path):
    (tmp_path / "real").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("real")
    with replacing(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_what_is_no_regular_file_is_written_directly():
    with replacing("/dev/null") as part:
        assert part == Path("/dev/null")


KILLED = """
import os, signal, sys
from partitioners.storage.atomic_write import replacing
with replacing(sys.argv[1]) as part:
    part.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_next_write_clears_what_a_killed_one_left(tmp_path):
    target = tmp_path / "a[1].txt"
    done = subprocess.run([sys.executable, "-c", KILLED, target], cwd=Path(__file__).parents[3], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    (tmp_path / ".other.txt.01234567.part").write_text("of another file")
    with replacing(target) as part:
        part.write_text("new")
        with replacing(target) as second:  # one that is being written is left alone
            second.write_text("second")
        assert part.read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.txt.01234567.part", "a[1].txt"]
    assert target.read_text() == "new"
