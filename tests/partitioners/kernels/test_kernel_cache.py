"""A cached kernel is compiled again if a file on which it depends has changed."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from partitioners.kernels.cache import ROOT, source_files

KERNEL = """
from numba import njit as of_numba
from partitioners.kernels.cache import njit
from gpu.helper import add
from gpu.numbers import STEP

@njit(cache=True)
def twice(x):
    return add(add(x, STEP), STEP)

print(twice(10))
"""
HELPER = "from numba import njit\n\n@njit\ndef add(x, y):\n    return x + {sign} * y\n"


@pytest.fixture
def copy(tmp_path):
    """A copy of the files that a kernel needs, with a kernel whose parts are in three files."""
    (tmp_path / "partitioners").mkdir()
    (tmp_path / "partitioners" / "__init__.py").write_text("")
    shutil.copy(ROOT / "partitioners/errors.py", tmp_path / "partitioners")
    for folder in ("kernels", "storage", "text"):
        shutil.copytree(ROOT / "partitioners" / folder, tmp_path / "partitioners" / folder)
    (tmp_path / "gpu").mkdir()
    (tmp_path / "gpu" / "__init__.py").write_text("")
    (tmp_path / "gpu" / "kernel.py").write_text(KERNEL)
    write(tmp_path / "gpu" / "helper.py", HELPER.format(sign=1))
    write(tmp_path / "gpu" / "numbers.py", "STEP = 1\n")
    return tmp_path


def write(path, text):
    path.write_text(text)
    moment = getattr(write, "moment", 1_700_000_000) + 10  # two files of one second would look alike
    write.moment = moment
    os.utime(path, (moment, moment))


def run(copy):
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", "import gpu.kernel"]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=True)
    compiled = {path.name: path.stat().st_mtime_ns for path in (copy / "gpu").rglob("*.nbc")}
    return int(done.stdout), compiled


def test_changes_of_functions_and_constants_in_other_files_are_noticed(copy):
    result, first = run(copy)
    assert result == 12
    assert run(copy) == (12, first)  # from the cache
    write(copy / "gpu" / "helper.py", HELPER.format(sign=-1))
    assert run(copy)[0] == 8
    write(copy / "gpu" / "numbers.py", "STEP = 3\n")
    result, last = run(copy)
    assert result == 4
    (copy / "gpu" / "__init__.py").write_text("# no kernel depends on this file\n")
    assert run(copy) == (4, last)


DAMAGES = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:20],
    "cut at the end": lambda data: data[:-1],
    "one bit at the start": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "one bit in the middle": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 4]) + data[len(data) // 2 + 1 :]
    ),
    "zeros": lambda data: bytes(len(data)),
}


AGAIN = """
import runpy, sys
from pathlib import Path

for name in sys.argv[1:]:
    (file,) = Path("gpu").rglob("*." + name.partition("-")[0])
    whole = file.read_bytes()
    file.write_bytes(Path(name).read_bytes())
    runpy.run_module("gpu.kernel")
    file.write_bytes(whole)
"""


def test_a_damaged_kernel_is_compiled_again(copy):
    run(copy)
    names = []
    for suffix in ("nbi", "nbc"):
        (file,) = (copy / "gpu").rglob(f"*.{suffix}")
        for number, damage in enumerate(DAMAGES.values()):
            names.append(f"{suffix}-{number}")
            (copy / names[-1]).write_bytes(damage(file.read_bytes()))
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", AGAIN, *names]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == {"12"}


def test_kernels_depend_on_kernels_and_constants_in_other_files():
    def names(file):
        return {path.relative_to(ROOT).as_posix() for path in source_files(ROOT / file)}

    assert {
        "gpu/model/sm.py",
        "gpu/model/lsu.py",
        "gpu/model/l1.py",
        "gpu/model/front_end.py",
        "gpu/model/records.py",
        "gpu/model/requests.py",
    } <= names("gpu/model/sm.py")
    assert {"partitioners/streaming/replica_sets.py", "partitioners/kernels/bits.py"} <= names(
        "partitioners/vertex_cuts/hdrf.py"
    )
    assert names("partitioners/levels.py") == {
        "partitioners/levels.py",
        "partitioners/kernels/grouping.py",
        "partitioners/kernels/cache.py",
    }


def test_every_kernel_of_the_project_is_cached_with_its_dependences():
    """A module that takes ``njit`` from Numba itself would serve outdated code."""
    of_numba = re.compile(r"numba import .*\b(?:n?jit|cfunc)\b|numba\.(?:n?jit|cfunc)\(")
    for package in ("partitioners", "mappers", "gpu", "numasim"):
        for path in (ROOT / package).rglob("*.py"):
            if path != ROOT / "partitioners/kernels/cache.py":
                assert not of_numba.search(path.read_text()), path
