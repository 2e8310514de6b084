"""`numasim --help` and the bare imports stay light: what they load is looked up in a fresh interpreter."""

import subprocess
import sys

import pytest

HEAVY = (
    *("numba", "pandas", "scipy", "matplotlib", "networkx"),
    *("pymetis", "pyarrow", "simpy", "cupy", "jinja2"),
)


def loaded_by(code, *others):
    known = (*HEAVY, "numpy", "pydantic", "annotated_types", *others)
    look = f"\nimport sys; sys.stderr.write(' '.join(m for m in {known!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code + look], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_the_command_line_answers_without_anything_heavy(option):
    assert loaded_by(f"from numasim.cli import execute; assert execute([{option!r}]) == 0") == set()


def test_a_check_prints_its_line_without_rich_and_anything_heavy():
    code = "from numasim.cli import execute; assert execute(['check', 'quickstart']) == 0"
    others = ("rich", "cyclopts.completion", "gpu.backends")
    assert loaded_by(code, *others) == {"numpy", "pydantic", "annotated_types"}


def test_importing_the_package_loads_nothing():
    assert loaded_by("import numasim") == set()


@pytest.mark.parametrize("package", ["partitioners", "mappers", "gpu"])
def test_the_lower_packages_need_numpy_alone(package):
    assert loaded_by(f"import {package}") <= {"numpy"}
