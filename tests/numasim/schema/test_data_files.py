"""Files of data: ``--data``, and the entries of ``present`` whose files are there."""

from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse
import yaml

import numasim
from numasim.cli import execute
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

EXPERIMENT = """\
workload: {generator: mc2depi, n: 5}
partition: {method: random, parts: 2}
machine: table2
sweep:
  present:
    - {workload.graph: cant, workload.bipartite: true}
    - {workload.graph: alone}
    - {workload.generator: mc2depi, workload.n: 3}
"""
FILES_ONLY = EXPERIMENT.rpartition("    - ")[0]


@pytest.fixture
def file(tmp_path, monkeypatch):
    """An experiment, and a folder ``data`` with the matrix ``cant`` in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data/cant").mkdir(parents=True)
    matrix = scipy.sparse.coo_array((np.ones(4), ([0, 1, 2, 2], [1, 2, 3, 0])), shape=(4, 4))
    scipy.io.mmwrite(tmp_path / "data/cant/cant.mtx", matrix)
    (tmp_path / "e.yaml").write_text(EXPERIMENT)
    return tmp_path / "e.yaml"


def overrides(experiment):
    return [point.overrides for point in points(experiment)]


def test_entries_whose_files_are_there_are_kept(file):
    cant = {"workload.graph": "cant", "workload.bipartite": True}
    states = {"workload.generator": "mc2depi", "workload.n": 3}
    without = load_experiment(file)
    assert overrides(without) == [states]
    assert without.left_out == ("cant", "alone")
    given = load_experiment(file, Path("data"))
    assert overrides(given) == [cant, states]
    assert given.left_out == ("alone",)
    (file.parent / "alone").touch()  # in the current directory: found without its folder
    assert load_experiment(file).left_out == ("cant",)


def test_a_run_is_the_same_wherever_its_data_lie(file, capsys):
    table = numasim.run(file, file.parent / "here", workers=1, data="data")
    assert table["workload"].tolist() == ["cant", "mc2depi"]
    assert table["edges"].tolist() == [4, 28]
    resolved = yaml.safe_load((file.parent / "here/resolved.yaml").read_text())
    found = str(file.parent / "data/cant/cant.mtx")
    assert [entry.get("workload.graph") for entry in resolved["sweep"]["present"]] == [found, None]
    (file.parent / "data").rename(file.parent / "moved")
    command = ["run", "e.yaml", "--workers", "1", "--output", "there", "--data", "moved"]
    assert execute(command) == 0
    assert "skipped, files not found: alone\n" in capsys.readouterr().err
    assert (file.parent / "there/results.csv").read_bytes() == (file.parent / "here/results.csv").read_bytes()


def test_errors(file, capsys):
    file.write_text(FILES_ONLY.replace("cant", "none"))
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr().err == (
        "e.yaml:5:3: present: none of these files exists: none, alone (looked in the current "
        "directory); set their folder with --data DIR\n"
    )
    assert execute(["check", "e.yaml", "--data", "data"]) == 2
    assert capsys.readouterr().err == (
        "e.yaml:5:3: present: none of these files exists: none, alone (looked in the current directory "
        "and in data, there also with .mtx, .mtx.gz, .mtx.bz2, .mtx.xz, .npz)\n"
    )
    assert execute(["check", "e.yaml", "--data", "nowhere"]) == 2
    assert capsys.readouterr().err == (
        "error: --data nowhere: no such folder; expected the folder that contains the data files\n"
    )
    file.write_text("workload: {graph: none}\npartition: {method: random, parts: 2}\nmachine: table2\n")
    assert execute(["show", "e.yaml", "--data", "data"]) == 2
    assert capsys.readouterr().err == (
        "e.yaml:1:19: workload.graph: no such file: 'none' (looked in the current directory and in data, "
        "there also with .mtx, .mtx.gz, .mtx.bz2, .mtx.xz, .npz)\n"
    )


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ("{}", "present: expected a list of mappings, such as [{partition.parts: 8}], got an empty mapping"),
        ("[{workload.graph: [a]}]", "present[0].workload.graph: expected the name of a file, got ['a']"),
    ],
)
def test_what_is_no_list_of_entries(file, entries, message):
    file.write_text(f"{EXPERIMENT.partition('sweep')[0]}sweep:\n  present: {entries}\n")
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    assert [line.partition(": ")[2] for line in error.value.problems] == [message]


def test_entries_that_fail_the_schema_are_named_by_their_lines(file):
    file.write_text(EXPERIMENT.replace("workload.n: 3", "workload.m: 3"))
    with pytest.raises(ConfigError) as error:
        load_experiment(file)
    assert error.value.problems == (
        "e.yaml:8:37: workload.m: generator 'mc2depi' takes no option 'm'; known: n, square",
    )
