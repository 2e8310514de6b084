"""An experiment as a mapping in Python is the same as the file with its sections."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml

import numasim
from numasim.config.presets import config_directory, config_names
from numasim.schema.expand import points
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
