"""Test that the benchmarks can be imported, the functions that they share, and the sensitivity study."""

import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
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


@pytest.mark.skipif(sys.platform != "linux", reason="processes are watched in /proc")
def test_a_study_that_is_killed_has_the_files_of_one_that_is_not(tmp_path):
    command = [sys.executable, "sobol_study.py", "--samples", "16", "--grid", "2", "--kills", "2"]
    done = subprocess.run(
        [*command, "--folder", str(tmp_path)], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()]
    assert [row[0] for row in rows if row and row[0].isdecimal() and len(row) == 13] == ["96"]
    equal = {row[0]: row[2] for row in rows if len(row) == 3 and row[2] in ("yes", "NO")}
    assert {"results.csv", "results.parquet", "resolved.yaml", "report.html"} <= equal.keys()
    assert set(equal.values()) == {"yes"}
    assert [row[1] for row in rows if len(row) == 5 and row[1] in ("killed", "ended")][-1] == "ended"
    compared = [row for row in rows if len(row) == 7 and row[2] in ("first", "total")]
    assert len(compared) == 16


def test_the_components_of_the_variance_of_a_grid_are_those_of_its_formula():
    """Of x + 2 y + 3 x y with x and y from -1 and 1, whose terms have the variances 1, 4 and 9."""
    benchmark = importlib.import_module("sobol_study")
    x, y, _ = np.meshgrid([-1.0, 1.0], [-1.0, 1.0], [0.0, 1.0], indexing="ij")
    found = benchmark.variance_components(x + 2 * y + 3 * x * y)
    assert found == pytest.approx(
        {(0,): 1 / 14, (1,): 4 / 14, (0, 1): 9 / 14, (2,): 0, (0, 2): 0, (1, 2): 0, (0, 1, 2): 0}
    )


def test_the_grid_of_the_study_has_the_middles_of_equal_parts_of_its_ranges():
    benchmark = importlib.import_module("sobol_study")
    for name, given in benchmark.study(16)["sweep"]["saltelli"].items():
        if name == "samples":
            continue
        ends = [float(str(given[end]).split()[0]) for end in ("from", "to")]
        middles = [float(str(value).split()[0]) for value in benchmark.full_grid(4)["sweep"][name]]
        steps = np.diff(np.log([ends[0], *middles, ends[1]]))
        assert steps[1:-1] == pytest.approx([2 * steps[0]] * 3, rel=1e-4)
        assert steps[-1] == pytest.approx(steps[0], rel=1e-4)
