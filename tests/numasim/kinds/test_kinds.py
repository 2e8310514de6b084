"""Kinds of experiments: the project's and a package's, what tells them apart, and what a broken one does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from numasim.conformance.suites import conformance
from numasim.schema.kinds import KINDS, example_of, kind_of_data, part, parts
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError, PluginError

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "docs" / "examples" / "numasim-degrees"


@pytest.fixture
def degrees(monkeypatch):
    """The kind of the example package, registered by the running program."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    from numasim_degrees import describes

    KINDS.register("degrees", describes)
    yield
    KINDS.unregister("degrees")


def registered(monkeypatch, folder, name, **modules):
    """Register a kind that is a package with these modules."""
    package = folder / f"package_of_{name}"
    package.mkdir()
    modules = {"__init__": f"def describes(data):\n    return {name!r} in data\n", **modules}
    for module, text in modules.items():
        (package / f"{module}.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    KINDS.register(name, __import__(package.name).describes)


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_a_kind_is_of_this_kind(kind):
    assert load_experiment(example_of(kind)).kind == kind


@pytest.mark.slow  # the same checks of a package's kind run always
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_conforms(kind):
    assert [finding for finding in conformance("kind", kind) if finding.failure] == []


def installed(site):
    """Write what an installer writes of the example package, besides its modules."""
    about = site / "numasim_degrees-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: numasim-degrees\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[numasim.kinds]\ndegrees = numasim_degrees:describes\n")


def python(folder, *words, path=()):
    """Run Python in a folder with packages of this folder and of others."""
    path = os.pathsep.join(map(str, (folder, *path, ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "100"}
    command = [sys.executable, *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_kind_of_an_installed_package_is_one_like_others(tmp_path):
    installed(tmp_path)

    def numasim(*words):
        return python(tmp_path, "-m", "numasim", *words, path=[PACKAGE])

    assert "kind 'degrees': 15 checks passed\n" in numasim("conformance", "kind", "degrees")
    assert "degrees\tDegrees of the vertices of graphs" in numasim("list", "kinds")
    numasim("init", "e.yaml", "--workload", "degrees")
    assert numasim("check", "e.yaml") == "e.yaml: ok, 2 points\n"


def test_what_a_package_says_of_its_sections_is_checked(degrees):
    data = {"workload": {"generator": "mc2depi", "n": 3}, "degrees": {"of": "inn"}}
    with pytest.raises(ConfigError) as error:
        load_experiment(data)
    assert str(error.value) == "degrees.of: expected one of 'out', 'in', 'both', got 'inn'"
    with pytest.raises(ConfigError) as error:
        load_experiment({**data, "degrees": {}, "machine": "mesh-2x2"})
    assert str(error.value) == (
        "machine: unknown key; known: baseline, constraint, degrees, derived, name, objective, published, "
        "search, seed, speedup, sweep, tables, title, verify, workload"
    )


def test_a_file_that_two_kinds_describe_is_refused(degrees, monkeypatch, tmp_path):
    both = {"degrees": {}, "machine": "none"}
    with pytest.raises(ConfigError) as error:
        kind_of_data(both)
    assert str(error.value) == (
        "the kinds of experiment quality and degrees both describe this file; change the file, or remove one "
        "of their packages"
    )
    assert kind_of_data({"schedule": {}, "machine": "none"}) == "quality"  # the project's own are ordered


def test_the_workload_decides_before_the_sections(degrees):
    assert kind_of_data({"workload": {"kernel": "spmv"}, "degrees": {}}) == "gpu"


def test_a_broken_package_is_named_and_does_not_stop_other_kinds(monkeypatch, tmp_path):
    registered(monkeypatch, tmp_path, "odd", columns="ROWS = 1 / 0\n")
    try:
        with pytest.raises(PluginError) as error:
            part("odd", "columns", "ROWS")
        place = f"{tmp_path / 'package_of_odd' / 'columns.py'}, line 1, in <module>"
        assert str(error.value) == f"kind 'odd' failed: ZeroDivisionError: division by zero ({place})"
        with pytest.raises(PluginError) as error:
            load_experiment({"odd": 1})
        assert (
            str(error.value)
            == "kind 'odd' failed: ModuleNotFoundError: No module named 'package_of_odd.schema'"
        )
        with pytest.warns(
            UserWarning, match=r"^kind 'odd' failed: ZeroDivisionError.*; this kind is left out$"
        ):
            assert [rows.name for rows in parts("columns", "ROWS")] == [*KINDS.builtins]
        failed = {finding.check: finding.failure for finding in conformance("kind", "odd") if finding.failure}
        assert failed["its package has the five modules with their names"] == (
            "ModuleNotFoundError: No module named 'package_of_odd.schema'"
        )
        assert failed["its example is an experiment of this kind"] == (
            f"input {tmp_path / 'package_of_odd' / 'example.yaml'}: there is no such file; a kind has an "
            "example"
        )
    finally:
        KINDS.unregister("odd")


FAULTS = {
    "one of each check": (
        {
            "figures": ("PICTURES = ()", "DRAWN = ()"),
            "point": (
                "int(degree.max())",
                "int(degree.max()) + len(__import__('multiprocessing').current_process().name)",
            ),
            "columns": ('"the largest degree of a vertex"', '""'),
        },
        [
            "AttributeError: module 'numasim_degrees.figures' has no attribute 'PICTURES'",
            "with two workers, results.parquet differ",
            "no meaning: largest_degree",
        ],
    ),
    "others": (
        {
            "columns": ('("degrees",)', "()"),
            "figures": ("comparison_figure(results", "missing(results"),
            "point": ('"edges": graph.num_edges}', '"edges": graph.num_edges, "more": 1}'),
        },
        [
            "comparison could not be drawn: ",
            "ROWS does not name more, degrees",
        ],
    ),
}
"""Texts of modules of the example package and what replaces them, and the failures that are found."""


@pytest.mark.parametrize("case", ["one of each check", pytest.param("others", marks=pytest.mark.slow)])
def test_a_kind_that_breaks_the_rules_is_found(case, tmp_path):
    changes, failures = FAULTS[case]
    installed(tmp_path)
    package = tmp_path / "numasim_degrees"
    package.mkdir()
    for file in (PACKAGE / "numasim_degrees").glob("*.*"):
        text = file.read_text(encoding="utf-8")
        before, after = changes.get(file.stem, ("", ""))
        assert not before or text.count(before) == 1
        (package / file.name).write_text(text.replace(before, after) if before else text, encoding="utf-8")
    (tmp_path / "checks.py").write_text(
        "from numasim.conformance.kinds import KindSuite\n"
        "if __name__ == '__main__':\n"
        "    suite = KindSuite('degrees')\n"
        "    own = [each for each in suite._checks() if each.__func__.__qualname__.startswith('Kind')]\n"
        "    print(*(each.cause for each in map(suite._make, own) if each.failure), sep='\\n')\n"
    )
    found = python(tmp_path, "checks.py").splitlines()
    assert [line[: len(failure)] for line, failure in zip(found, failures, strict=True)] == failures
