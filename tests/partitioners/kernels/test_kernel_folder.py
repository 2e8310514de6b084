"""Where compiled kernels are kept if the installation cannot be written to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import partitioners
from partitioners.storage.disk_cache import cache_folder

READ_ONLY = f"""
import os
real, here = os.access, {str(Path(partitioners.__file__).parent)!r}
os.access = lambda path, mode: not str(path).startswith(here) and real(path, mode)
"""
COMPILE = """
import numpy as np
from partitioners.kernels.folder import named_kernel_folder
from partitioners.kernels.grouping import group
print(group(np.array([1, 0, 1]), 2)[1].tolist())
print(named_kernel_folder())
"""


def python(code, **environment):
    """What code prints, and its warnings, in a process that cannot write beside the project's code."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "NUMASIM_CACHE")
    }
    done = subprocess.run(
        [sys.executable, "-c", READ_ONLY + code],
        capture_output=True,
        text=True,
        env={**kept, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_kernels_are_kept_in_the_users_cache(tmp_path):
    out, err = python(COMPILE, NUMASIM_CACHE=str(tmp_path))
    assert out == ["[1, 0, 2]", str(tmp_path / "numba")]
    assert err == ""
    assert list((tmp_path / "numba").rglob("*.nbi"))


def test_a_folder_that_is_named_is_taken(tmp_path):
    out, err = python(COMPILE, NUMASIM_CACHE=str(tmp_path), NUMBA_CACHE_DIR=str(tmp_path / "named"))
    assert (out[1], err) == (str(tmp_path / "named"), "")


def test_where_nothing_can_be_written_to_it_is_said_and_works(tmp_path):
    out, err = python(COMPILE, HOME="/dev/null", NUMASIM_CACHE="/dev/null/cache", TMPDIR=str(tmp_path))
    assert out[0] == "[1, 0, 2]"
    assert Path(out[1]).parent == tmp_path
    assert list(tmp_path.iterdir()) == []  # the kernels of one run go with it
    assert err == (
        "numba:0: UserWarning: compiled kernels cannot be kept, so every run compiles them again: neither "
        "the installation nor /dev/null/cache/numba is writable; set NUMBA_CACHE_DIR (for kernels) or "
        "NUMASIM_CACHE (for kernels, traces and compiled programs) to a writable folder\n"
    )


@pytest.mark.parametrize(
    ("cache", "line"),
    [
        (
            "/dev/null/cache",
            "absent  kernel cache      every run compiles its kernels again; set NUMBA_CACHE_DIR (for "
            "kernels) or NUMASIM_CACHE (for kernels, traces and compiled programs) to a writable folder",
        ),
        ("{tmp_path}", "ok      kernel cache      {tmp_path}/numba"),
    ],
)
def test_doctor_says_where_kernels_are_kept(tmp_path, cache, line):
    code = """
import numasim.doctor
from numasim.cli import execute
kept = [numasim.doctor._kernels()]
numasim.doctor.findings = lambda: iter(kept)
execute(["doctor"])
"""
    out, _ = python(code, NUMASIM_CACHE=cache.format(tmp_path=tmp_path))
    assert out[0] == line.format(tmp_path=tmp_path)


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    def home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    monkeypatch.delenv("NUMASIM_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder() == Path("/dev/null/numasim")
