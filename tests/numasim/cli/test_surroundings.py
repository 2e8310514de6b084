"""The command in odd surroundings: closed streams, no width, no current directory."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from mappers.scheduling.schedule_files import read_schedule
from numasim.cli import _of_system, execute


def shell(command, cwd, **environment):
    return subprocess.run(
        ["sh", "-c", command.replace("numasim", f"{sys.executable} -m numasim")],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_closed_streams_change_no_exit_code(tmp_path):
    (tmp_path / "e.yaml").write_text("machine: 3\n")
    assert shell("numasim check e.yaml 2>&-", tmp_path).returncode == 2
    assert shell("numasim check e.yaml >&- 2>&-", tmp_path).returncode == 2
    closed = shell("numasim list schedulers >&-", tmp_path)
    assert (closed.returncode, closed.stderr) == (0, "")
    assert shell("numasim list schedulers <&-", tmp_path).returncode == 0


@pytest.mark.parametrize("columns", ["0", "00", "x", "40"])
def test_a_width_that_is_none_is_ignored(tmp_path, columns):
    helped = shell("numasim --help", tmp_path, COLUMNS=columns)
    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith("Usage: numasim COMMAND")


def test_in_a_directory_that_was_removed_files_are_not_found(tmp_path):
    gone = "mkdir gone; cd gone; rmdir ../gone; "
    found = shell(f"{gone}numasim run quickstart", tmp_path)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == (
        "error: results/quickstart: cannot make the results folder (No such file or directory); "
        "choose another --output\n"
    )
    assert shell(f"{gone}numasim check quickstart", tmp_path).returncode == 0
    assert shell(f"{gone}numasim check nothing.yaml", tmp_path).returncode == 2


def test_an_error_of_the_system_there_names_the_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    error = FileNotFoundError(2, "No such file or directory")
    assert _of_system(error) == "[Errno 2] No such file or directory"
    assert _of_system(FileNotFoundError(2, "No such file", "x")) == "x: No such file"
    tmp_path.rmdir()
    assert _of_system(error) == "the current directory was removed; change to a directory that exists"


ODD = os.fsdecode(b"b\xff")
"""A name that is no UTF-8, as older systems have written them."""


def test_files_and_folders_whose_names_are_no_utf8(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for stream in ("stdout", "stderr"):  # which print what cannot be encoded as the command's own do
        monkeypatch.setattr(sys, stream, io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace"))
    Path(ODD).mkdir()
    experiment = "workload: {generator: cholesky, tiles: 2}\nmachine: mesh-2x1\nschedule: {method: heft}\n"
    config = Path(ODD, f"{ODD}.yaml")
    config.write_text(experiment)
    edges = Path(ODD, "edges.parquet")
    pd.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}).to_parquet("edges.parquet")
    Path("edges.parquet").rename(edges)
    list_of_edges = Path(ODD, f"{ODD}.txt")
    list_of_edges.write_text("0 1\n1 2\n2 3\n")
    schedule = Path(ODD, f"{ODD}.parquet")
    results = f"{ODD}/out"
    for command in (
        ["run", str(config), "-o", results, "-j", "1"],
        ["report", results],
        ["replay", results, "0"],
        ["compare", results, results, "--tables"],
        ["partition", str(edges), "--stream", "-m", "hdrf", "-p", "2", "-o", f"{ODD}/{ODD}.npy"],
        ["partition", str(list_of_edges), "-m", "libra", "-p", "2", "-o", f"{ODD}/{ODD}.out"],
        ["schedule", str(list_of_edges), "--machine", "mesh-2x1", "-o", str(schedule)],
    ):
        assert execute(command) == 0, command
    assert read_schedule(schedule, 4, 2).core.size == 4
