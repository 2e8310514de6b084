"""Test that the benchmarks can be imported, and the functions that they share."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.fixture(autouse=True)
def _folder_on_the_path(monkeypatch):
    for name in SCRIPTS:  # names of other tests' modules stay free
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    for name in SCRIPTS:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_benchmark_can_be_imported(name):
    assert importlib.import_module(name).__doc__


def test_options_have_the_types_of_their_defaults():
    options = importlib.import_module("harness").parser("Title.", repeats=3, parts=[8, 64], block_size=256)
    given = vars(options.parse_args(["--parts", "1", "2", "--block-size", "32"]))
    assert given == {"repeats": 3, "parts": [1, 2], "block_size": 32}


def test_cpu_seconds_are_the_given_statistic_of_the_repeats():
    times, results = iter((0, 5, 10, 12, 20, 29)), iter("abc")
    harness = importlib.import_module("harness")
    found = harness.cpu_seconds(lambda: next(results), 3, min, clock=lambda: next(times))
    assert found == (2, "c")
    times = iter((0, 5, 10, 12, 20, 29))
    assert harness.cpu_seconds(lambda: None, 3, clock=lambda: next(times)) == (5, None)


def test_a_table_is_aligned_and_formats_numbers_only():
    lines = importlib.import_module("harness").table(
        ("graph:6", "edges:7,", "CPU s:.2f"), [("grid", 12345, 0.5), ("a long name", "", "-")]
    )
    assert list(lines) == [
        "| graph  |   edges | CPU s |",
        "| ------ | ------: | ----: |",
        "| grid   |  12,345 |  0.50 |",
        "| a long name |         |     - |",
    ]


COST = """
import numpy
from harness import cost_apart
seconds, peak, ones = cost_apart(lambda: numpy.ones(5_000_000), len)
assert seconds > 0 and 39e6 < peak < 50e6 and ones == 5_000_000, (seconds, peak, ones)
def spin():
    while True: pass
assert cost_apart(spin, len, limit_s=1) is None
try: cost_apart(lambda: {}["key"], len)
except KeyError as error: print(error.args)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is read from /proc")
def test_cost_apart_measures_a_child_and_raises_its_exception():
    command = [sys.executable, "-c", COST]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.stdout == "('key',)\n", done.stderr
