"""What the scripts install, what ``doctor`` finds of it, and what is listed without its package."""

import importlib.util
import os
import shutil
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from numasim.doctor import EXTRAS

ROOT = Path(__file__).parents[2]
SETTING_UP = "Setting up .venv (once; a minute or less) ...\n"


def test_doctor_names_every_extra_of_the_project(call):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    packages = {
        name: {Requirement(each).name for each in wanted}
        for name, wanted in project["optional-dependencies"].items()
    }
    assert packages.keys() == EXTRAS.keys()
    lines = call("doctor")[1].splitlines()
    for name, (package, purpose) in EXTRAS.items():
        assert package in packages[name]
        found = [line for line in lines if line.split()[1:3] == ["extra", name]]
        try:
            wanted = f"ok      extra {name:<11} {package} {version(package)}, {purpose}"
        except PackageNotFoundError:
            wanted = f"absent  extra {name:<11} {purpose}: pip install 'numasim[{name}]'"
        assert found == [wanted]


def test_a_partitioner_without_its_package_is_listed_as_not_installed(call, monkeypatch):
    whole = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *of: None if name == "mtkahypar" else whole(name, *of)
    )
    lines = dict(line.split("\t") for line in call("list", "partitioners")[1].splitlines())
    assert lines["hypergraph"].endswith(
        " (not installed: the partitioner 'hypergraph' needs the package 'mtkahypar': "
        "pip install 'numasim[hypergraph]')"
    )
    assert "not installed" not in lines["metis"]


def set_up(tmp_path, commands, what, failing="nothing"):
    """Source the script, with a Python that fails for the words `failing`: installations and messages."""
    commands_folder, log = tmp_path / "commands", tmp_path / "log"
    for folder in (commands_folder, tmp_path / "scripts" / "locked", tmp_path / ".venv" / "bin"):
        folder.mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "environment", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").touch()
    for name in ("run", "trace", "dev", "judges", "uv"):
        (tmp_path / "scripts" / "locked" / f"{name}.txt").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\necho "$@" >>{log}\ncase "$*" in *"{failing}"*) exit 1 ;; esac\n')
    python.chmod(0o755)
    for name in ("cat", "cksum", "dirname", "seq", "sh"):
        found = shutil.which(name)
        assert found is not None
        (commands_folder / name).symlink_to(found)
    for name in commands:
        (commands_folder / name).write_text("")
        (commands_folder / name).chmod(0o755)
    bash = shutil.which("bash")
    assert bash is not None
    script = [bash, "-c", f"source {tmp_path / 'scripts' / 'environment'} {what}"]
    environment = {**os.environ, "PATH": str(commands_folder)}
    told = ""
    for _ in range(2):  # the second time, everything is there
        done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        told += done.stderr
    calls = [line.split() for line in log.read_text().splitlines() if "--requirement" in line]
    assert all("--require-hashes" in words for words in calls)
    return [(words[1], Path(words[words.index("--requirement") + 1]).stem) for words in calls], told


@pytest.mark.parametrize(
    ("commands", "what", "installed"),
    [
        (["gcc", "cc"], "run", ["run", "trace"]),
        ([], "run", ["run", "trace"]),
        (["gcc", "clang"], "run", ["run"]),
        (["clang-17"], "run", ["run"]),
        (["clangd", "clang-format"], "run", ["run", "trace"]),
        (["gcc"], "dev", ["dev", "judges"]),
    ],
)
def test_the_compiler_of_traced_programs_is_installed_unless_there_is_a_clang(
    tmp_path, commands, what, installed
):
    calls, told = set_up(tmp_path, commands, what)
    assert calls == [("pip", "uv"), *(("uv", name) for name in installed)]
    assert told == SETTING_UP


def test_pip_installs_where_uv_cannot_be_installed(tmp_path):
    calls, told = set_up(tmp_path, [], "run", failing="uv.txt")
    assert calls == [("pip", name) for name in ("uv", "run", "trace")]
    assert told == SETTING_UP + "uv cannot be installed; pip installs instead, which takes longer\n"


def test_pip_installs_what_uv_cannot(tmp_path):
    calls, told = set_up(tmp_path, [], "run", failing="-m uv")
    assert calls == [("pip", "uv"), ("uv", "run"), ("pip", "run"), ("pip", "trace")]
    assert told == SETTING_UP + "uv failed; pip installs instead, which takes longer\n"
