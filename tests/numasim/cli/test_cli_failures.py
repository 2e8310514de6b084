"""Failures of the command line: plug-ins that raise, bugs, interrupts and closed pipes."""

import json
import os
import signal
import subprocess
import sys

import pytest
import yaml

from numasim.cli import execute
from numasim.results.tables import load_results
from partitioners.errors import PluginError
from partitioners.partition_graph import PARTITIONERS
from tests.numasim.cli.test_cli import SMALL, experiment
from tests.numasim.cli.test_partition_command import GRAPH


def test_a_plug_in_that_raises_is_named_with_its_file_and_line(call, place, monkeypatch):
    def raising(graph, parts):
        """Looks up what is not there."""
        return {}["x"]

    (place / "g.mtx").write_text(GRAPH)
    PARTITIONERS.register("raising", raising)
    line = raising.__code__.co_firstlineno + 2
    tokens = ("partition", "g.mtx", "-m", "raising", "-p", 2)
    try:
        assert call(*tokens) == (
            2,
            "",
            f"error: partitioner 'raising' failed: KeyError: 'x' ({__file__}, line {line}, in raising)\n"
            "Run again with NUMASIM_DEBUG=1 for the traceback.\n",
        )
        monkeypatch.setenv("NUMASIM_DEBUG", "1")
        with pytest.raises(PluginError):
            execute([str(token) for token in tokens])
    finally:
        PARTITIONERS.unregister("raising")


def test_a_package_that_cannot_be_imported_is_warned_of_once_and_plainly(tmp_path):
    (tmp_path / "mine.py").write_text("x = 1\nimport no_such_module\n")
    about = tmp_path / "mine-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[numasim.partitioners]\nmine = mine:cut\n")
    (tmp_path / "g.txt").write_text("0 1\n1 2\n")

    def command(*tokens):
        done = subprocess.run(
            [sys.executable, "-m", "numasim", *tokens],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            check=False,
        )
        return done.returncode, done.stderr

    assert command("list", "partitioners") == (
        0,
        "warning: the partitioner 'mine' of 'mine:cut' is skipped: ModuleNotFoundError: No module named "
        f"'no_such_module' ({tmp_path}/mine.py, line 2)\n",
    )
    assert command("partition", "g.txt", "-m", "block", "-p", "2") == (0, "")


def test_a_bug_is_called_one_and_its_traceback_is_there_for_who_asks(call, monkeypatch):
    def fail():
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("numasim.doctor.findings", fail)
    assert call("doctor") == (
        70,
        "",
        "error: ZeroDivisionError: division by zero\n"
        "This is a bug in numasim. Run again with NUMASIM_DEBUG=1 for the traceback, and report it.\n",
    )
    monkeypatch.setenv("NUMASIM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        execute(["doctor"])


def test_an_interrupt_ends_with_130(call, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr("numasim.doctor.findings", interrupt)
    assert call("doctor") == (130, "", "interrupted\n")


def test_an_interrupt_that_a_library_makes_an_error_of_is_still_one(place, monkeypatch, capfd):
    def fail():
        raise AttributeError("partially initialised")

    monkeypatch.setattr("numasim.doctor.findings", fail)
    assert execute(["doctor"], interrupted=lambda: True) == 130
    assert capfd.readouterr().err == "interrupted\n"


def test_an_interrupted_run_keeps_what_is_finished(place):
    name = experiment(place, sweep={"partition.method": ["block"], "mapping.seed": list(range(400))})
    # A job in the background of a shell ignores interrupts, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-m", "numasim", "run", name, "--workers", "2", "--no-pictures"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
    )
    signal.signal(signal.SIGINT, before)
    told = []
    for line in process.stderr:
        told.append(line)
        if line.startswith('{"done": 5, '):
            process.send_signal(signal.SIGINT)
    process.stderr.close()
    assert process.wait(300) == 130, told
    assert told[-1] == ("interrupted; finished runs are in results/small; run the same command to resume\n")
    assert 2 <= load_results(place / "results" / "small")["point"].nunique() < 400
    assert json.loads((place / "results" / "small" / "manifest.json").read_text())["stopped"] == "interrupted"


def test_a_reader_that_goes_away_is_no_error(place):
    process = subprocess.Popen(
        [sys.executable, "-m", "numasim", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(300) == 1


def test_a_letter_that_the_terminal_has_not_is_a_question_mark(place):
    (place / "µ.yaml").write_text(yaml.safe_dump(SMALL))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "numasim", "check", "µ.yaml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    runs = "3 runs (1 more of edge cuts, with a message for every cut edge)"
    assert (done.returncode, done.stdout, done.stderr) == (0, f"?.yaml: ok, 2 points, {runs}\n", "")
