"""Experiments that keep only some long tables: equal rows, and no tables and pictures of the others."""

from pathlib import Path

import pytest
import yaml

from numasim.cli import execute
from numasim.schema.load import load
from partitioners.errors import ConfigError

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [2, 3]},
}


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Runs the sweep with a value of ``tables``; returns what is printed."""
    monkeypatch.chdir(tmp_path)

    def run(folder, **chosen):
        Path("e.yaml").write_text(yaml.safe_dump(SWEEP | chosen))
        code = execute(["run", "e.yaml", "-o", folder, "-j", "1"])
        said = capfd.readouterr()
        assert code == 0, said.err
        return said.out + said.err

    return run


def files(folder):
    return {path.name for path in Path(folder).iterdir()}


def test_none_keeps_the_rows_alone(run):
    run("all")
    said = run("none", tables="none")
    assert "note: long tables that are kept: none; pictures of the others are left out\n" in said
    assert Path("none/results.csv").read_bytes() == Path("all/results.csv").read_bytes()
    assert {"cores.csv", "links.csv"} <= files("all")
    assert {name for name in files("none") if name.endswith(".csv")} == {"results.csv"}


@pytest.mark.usefixtures("pictures")
def test_pictures_without_their_tables_are_left_out(run):
    said = run("none", tables="none")
    assert "could not be drawn" not in said
    assert {name for name in files("none") if name.endswith(".png")} == {"comparison.png"}
    assert "report.html" in files("none")


def test_a_list_keeps_its_tables(run):
    run("all")
    run("some", tables=["cores"])
    assert {name for name in files("some") if name.endswith(".csv")} == {"results.csv", "cores.csv"}
    for name in ("results.csv", "cores.csv"):
        assert Path("some", name).read_bytes() == Path("all", name).read_bytes()


def test_another_choice_in_the_same_folder_runs_what_it_lacks(run):
    run("all")
    run("one", tables="none")
    said = run("one")
    assert "points were already finished" not in said
    assert Path("one/cores.csv").read_bytes() == Path("all/cores.csv").read_bytes()


def test_a_replayed_run_has_the_same_tables(run, capfd):
    run("some", tables=["cores"])
    assert execute(["replay", "some", "1"]) == 0
    assert "8 rows of long tables" in capfd.readouterr().out


def test_an_unknown_table():
    with pytest.raises(ConfigError) as caught:
        load(SWEEP | {"tables": ["cores", "linkz"]})
    assert str(caught.value) == "tables: there is no table 'linkz'; did you mean 'links'?"
