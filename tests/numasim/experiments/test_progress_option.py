"""What `numasim.run` does with `progress`."""

import pytest

import numasim
from partitioners.errors import OptionError

EXPERIMENT = {
    "workload": {"generator": "grid", "width": 4, "height": 4},
    "partition": {"method": "block"},
    "machine": "none",
    "sweep": {"partition.parts": [2, 4, 8]},
}
STUDY = {
    "kind": "network",
    "machine": "mesh-2x2",
    "traffic": {"packets": 100, "pattern": "uniform"},
    "sweep": {"traffic.rate": [0.1, 0.2]},
}


def test_a_function_is_called_after_each_run():
    told = []
    numasim.run(EXPERIMENT, progress=lambda *report: told.append(report))
    assert [report[:2] for report in told] == [(1, 3), (2, 3), (3, 3)]
    assert told[2][2].startswith("block, 8 parts")


def test_a_function_is_called_before_each_point_of_a_study():
    told = []
    numasim.run(STUDY, progress=lambda *report: told.append(report))
    assert told == [(0, 2, "traffic.rate: 0.1"), (1, 2, "traffic.rate: 0.2")]


def test_one_line_on_standard_error_shows_the_runs(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    quiet = numasim.run(EXPERIMENT)
    assert capsys.readouterr().err == ""
    assert numasim.run(EXPERIMENT, progress=True).equals(quiet)
    shown = capsys.readouterr().err
    counts = [text.split(",")[0] for text in shown.split("\r")]
    assert (counts[:2], counts[-1]) == (["", "1 of 3"], "3 of 3")
    assert shown.count("\n") == shown.endswith("\n") == 1


def test_what_cannot_be_called_is_refused_before_anything_runs(tmp_path):
    with pytest.raises(OptionError) as caught:
        numasim.run(EXPERIMENT, tmp_path / "out", progress="bar")
    assert str(caught.value) == (
        "progress must be True, False, or a function that is called as f(done, total, what), got 'bar'"
    )
    assert not (tmp_path / "out").exists()
