"""An experiment as a mapping in Python is the same as the file with its sections."""

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from pydantic import ValidationError

import numasim
from numasim import points
from numasim.config.presets import config_directory, config_names
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.schema.load import load, load_experiment
from partitioners.config.yaml_lines import read_yaml
from partitioners.errors import ConfigError

EXPERIMENT = {
    "workload": {"generator": "grid", "width": 4, "height": 4},
    "partition": {"method": "block", "parts": 4},
    "machine": "mesh-2x2",
    "sweep": {"partition.method": ["block", "libra"], "machine.clock": ["1 GHz", "2 GHz"]},
}


@pytest.mark.parametrize("name", config_names())
def test_a_shipped_file_and_its_mapping_are_the_same_experiment(name, monkeypatch):
    file = config_directory() / f"{name}.yaml"
    monkeypatch.chdir(file.parent)
    data = read_yaml(file, name).data
    written, copy = load(file), load({"name": file.stem, **data})
    assert repr(data) == repr(read_yaml(file, name).data)  # the caller's mapping is left alone
    assert copy == written


def test_the_same_rows_come_from_a_file_and_from_a_mapping(tmp_path):
    (tmp_path / "experiment.yaml").write_text(yaml.safe_dump(EXPERIMENT, sort_keys=False))
    of_file = numasim.run(tmp_path / "experiment.yaml", tmp_path / "file")
    of_mapping = numasim.run(EXPERIMENT, tmp_path / "mapping")
    pd.testing.assert_frame_equal(of_file, of_mapping)
    for name in ("results.csv", "resolved.yaml"):
        one, other = ((tmp_path / folder / name).read_bytes() for folder in ("file", "mapping"))
        assert one == other
    assert isinstance(load_experiment(EXPERIMENT), numasim.Experiment)
    pd.testing.assert_frame_equal(numasim.run(load_experiment(EXPERIMENT)), of_file)


def test_values_of_numpy_tuples_and_paths_are_those_of_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text("0,1\n1,2\n2,0\n0,2\n")
    given = {
        "workload": {"graph": Path("g.csv")},
        "partition": {"method": "block", "parts": np.int64(2)},
        "machine": {"base": "mesh-2x2", "core": {"speeds": {"0-1": np.float64(0.5)}}},
        "sweep": {"partition.parts": np.arange(1, 4), "partition.method": ("block", np.str_("libra"))},
    }
    written = {
        "workload": {"graph": "g.csv"},
        "partition": {"method": "block", "parts": 2},
        "machine": {"base": "mesh-2x2", "core": {"speeds": {"0-1": 0.5}}},
        "sweep": {"partition.parts": [1, 2, 3], "partition.method": ["block", "libra"]},
    }
    assert load(given) == load(written)
    assert [point.overrides["partition.parts"] for point in points(load(given))] == [1, 1, 2, 2, 3, 3]
    assert all(type(point.overrides["partition.parts"]) is int for point in points(load(given)))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"partition": {"method": "blok", "parts": 4}},
            "partition.method: unknown partitioner 'blok'; did you mean 'block'?",
        ),
        ({"machine": "mesh-2y2"}, "machine: unknown machine 'mesh-2y2'; did you mean 'mesh-WxH'?"),
        ({"machines": "mesh-2x2"}, "machines: unknown key; did you mean 'machine'?"),
        (
            {"workload": {"graph": "nowhere.csv"}},
            "workload.graph: no such file: 'nowhere.csv' (looked in the current directory)",
        ),
        (
            {"sweep": {"partition.parts": [4, -1]}},
            "partition.parts[1]: expected an integer from 1 to 65536, got -1",
        ),
        (
            {"sweep": {"machine": ["mesh-2x2", "mesh-2y2"]}},
            "machine[1]: unknown machine 'mesh-2y2'; did you mean 'mesh-WxH'?",
        ),
        ({"workload": {(1, 2): 3}}, "workload: a key must be a word, got [1, 2]"),
        ({True: 3}, "a key must be a word, got true"),
    ],
)
def test_a_mistake_in_a_mapping_names_its_field(changes, problem):
    with pytest.raises(ConfigError) as caught:
        load({**EXPERIMENT, **changes})
    assert list(caught.value.problems) == [problem]


def test_an_experiment_of_keywords_is_that_of_the_mapping():
    built = numasim.Experiment(**EXPERIMENT)
    assert type(built) is MeshExperiment
    assert isinstance(built, numasim.Experiment)
    assert built == load_experiment(EXPERIMENT)
    assert built.name == "experiment"
    threads = numasim.Experiment(
        workload={"thread_program": "atomic_counter", "threads": 2}, machine="mesh-2x1"
    )
    assert type(threads) is ThreadExperiment
    assert pickle.loads(pickle.dumps(built)) == built == built.model_copy(deep=True)


def test_mistakes_in_keywords_are_one_error_that_names_their_fields():
    with pytest.raises(ConfigError) as caught:
        numasim.Experiment(worklod={}, partition={"method": "blok", "parts": 4}, machine="mesh-2x2")
    assert str(caught.value).splitlines() == [
        "partition.method: unknown partitioner 'blok'; did you mean 'block'?",
        "workload: is missing; expected a mapping with graph, generator, program, source, kernel, "
        "thread_program or hybrid",
        "worklod: unknown key; did you mean 'workload'?",
    ]


def test_the_class_of_a_kind_checks_fields_as_any_model():
    with pytest.raises(ValidationError, match="Field required"):
        MeshExperiment(name="a")


def test_the_points_are_those_of_the_file_the_mapping_and_the_experiment(tmp_path):
    (tmp_path / "experiment.yaml").write_text(yaml.safe_dump(EXPERIMENT, sort_keys=False))
    for given in (
        tmp_path / "experiment.yaml",
        str(tmp_path / "experiment.yaml"),
        EXPERIMENT,
        numasim.Experiment(**EXPERIMENT),
    ):
        found = points(given)
        assert [list(point.overrides.values()) for point in found] == [
            ["block", "1 GHz"],
            ["block", "2 GHz"],
            ["libra", "1 GHz"],
            ["libra", "2 GHz"],
        ]
        assert found[3].experiment.partition.method == "libra"
        assert found[3].experiment.machine.clock == 2e9
    assert [point.overrides for point in points({**EXPERIMENT, "sweep": {}})] == [{}]


def test_points_are_found_in_a_folder_of_data(tmp_path):
    (tmp_path / "g.csv").write_text("0,1\n1,2\n2,0\n0,2\n")
    given = {**EXPERIMENT, "workload": {"graph": "g.csv"}}
    assert len(points(given, tmp_path)) == 4
    with pytest.raises(ConfigError, match=r"^workload\.graph: no such file: 'g\.csv'"):
        points(given)


def test_the_list_of_points_is_the_callers():
    experiment = numasim.Experiment(**EXPERIMENT)
    points(experiment).clear()
    assert len(points(experiment)) == 4
