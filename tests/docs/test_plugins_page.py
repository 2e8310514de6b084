"""The page on adding algorithms, done as it says: a package with entry points, on the command line."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text()
ROOT = Path(__file__).parents[2]


def blocks(language):
    """The fenced blocks of one language, without those that are marked as not part of the module."""
    found = re.findall(rf"(<!-- not part of the module -->\n)?```{language}\n(.*?)```", PAGE, re.DOTALL)
    return [code for marked, code in found if not marked]


@pytest.fixture
def installed(tmp_path):
    """The page's package as an installer leaves it: a module, and metadata with the entry points."""
    (tmp_path / "my_algorithms.py").write_text("\n".join(blocks("python")))
    metadata = tmp_path / "my_algorithms-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-algorithms\nVersion: 1.0\n")
    (toml,) = blocks("toml")
    entry_points = re.sub(
        r'\[project\.entry-points\."(.*)"\]', r"[\1]", toml[toml.index("[project.entry-points") :]
    )
    (metadata / "entry_points.txt").write_text(entry_points.replace('"', ""))
    return tmp_path


COMMANDS = """
import json, sys
from numasim.cli import execute
for command in json.loads(sys.argv[1]):
    assert execute(command) == 0, command
"""


def numasim(installed, *commands):
    """Run commands in one process, which has the page's package; what they print."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)]), "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(commands)],
        capture_output=True,
        text=True,
        cwd=installed,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_algorithms_are_listed_with_their_first_line(installed):
    listed = numasim(installed, *(("list", kind) for kind in ("partitioners", "mappers", "schedulers")))
    assert "by_endpoint" in listed
    assert "Keep the out-edges (or the in-edges) of a vertex together" in listed
    assert "least_loaded" in listed
    assert "shortest_first" in listed


def test_the_partitioner_is_a_method_of_the_command_line_with_its_option(installed):
    graph = installed / "graph.txt"
    graph.write_text("0 1\n0 2\n1 2\n3 2\n")
    common = ("partition", str(graph), "--method", "by_endpoint", "--parts", "4", "--seed", "3")
    numasim(installed, *((*common, "--end", end, "-o", f"{end}.txt") for end in ("tail", "head")))
    for end, same in (("tail", (0, 1)), ("head", (1, 2, 3))):
        clusters = (installed / f"{end}.txt").read_text().split()
        assert len({clusters[e] for e in same}) == 1


ALL_AT_ONCE = """
import sys
from numasim.conformance.suites import suite_of
from partitioners.plugins.conformance import ask_another_process
suites = [suite_of(kind)(name) for kind, name in zip(sys.argv[1::2], sys.argv[2::2])]
ask_another_process(suites)
for suite in suites:
    assert not [each for each in suite.run() if each.failure], suite.name
"""


def test_they_conform_as_the_page_says(installed):
    commands = re.findall(r"\$ numasim conformance (\w+) (\w+)", PAGE)
    assert len(commands) == 6
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])}
    command = [sys.executable, "-c", ALL_AT_ONCE, *(word for pair in commands for word in pair)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


def test_an_experiment_runs_the_threads_of_the_page(installed):
    (installed / "threads.yaml").write_text(
        "workload: {thread_program: hot_sum, threads: 4, items: 500}\n"
        "mapping: {method: backwards}\n"
        "machine: mesh-3x3\n"
        "execution: {scheduler: one_by_one}\n"
    )
    numasim(installed, ("run", "threads.yaml", "-o", "out", "--workers", "1", "--no-pictures"))
    (row,) = csv.DictReader((installed / "out" / "results.csv").read_text().splitlines())
    assert (row["error"], row["total"], row["speedup"] != "") == ("", str(500 * 499 // 2), True)
    # Each item is an addition, and each request for an item too; a thread's last request gets none.
    assert row["operation_atomics"] == str(500 + 500 + 4)
    cores = list(csv.DictReader((installed / "out" / "cores.csv").read_text().splitlines()))
    assert [each["thread"] for each in cores] == ["-1"] * 5 + ["3", "2", "1", "0"]


def test_an_experiment_uses_them(installed):
    (installed / "graph.txt").write_text("0 1\n0 2\n1 2\n2 3\n")
    mappings = ("{method: heaviest_first}", "{method: least_loaded, policy: online}")
    mappings += ("{method: rebalanced, policy: periodic, every: 5}",)
    schedulers = ("longest_wait, patience: 5", "shortest_first", "fifo")
    for number, mapping in enumerate(mappings):
        (installed / f"mine{number}.yaml").write_text(
            "workload: {graph: graph.txt}\n"
            "partition: {method: by_endpoint, parts: 3, end: head}\n"
            f"mapping: {mapping}\n"
            "machine: mesh-2x2\n"
            f"execution: {{scheduler: {schedulers[number]}}}\n"
        )
    common = ("--workers", "1", "--no-pictures")
    numasim(installed, *(("run", f"mine{number}.yaml", "-o", f"out{number}", *common) for number in range(3)))
    for number in range(3):
        assert (installed / f"out{number}" / "results.csv").read_text().count("\n") >= 2
