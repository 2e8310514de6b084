"""Sweeps of many points run in parts: their results are those of the same sweep in one part."""

import json
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import numasim
import numasim.schema.expand
from numasim.cli import execute
from numasim.experiments import row_table
from numasim.experiments.row_table import RowTable, series_of
from numasim.results import frames
from numasim.schema.expand import checked_points, parts_of, point_of, points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

HEAD = """\
workload: {generator: mc2depi, n: 6}
partition: {method: random, parts: 4}
machine: mesh-2x2
"""

EVERY = """\
sweep:
  partition.method: [random, metis, wb_libra]
  partition.load_bound: [1.1, 1.4]
  machine.l1.size: [32 KiB, 512 KiB]
  replicates: 2
  skip: invalid
baseline: {partition.method: metis}
constraint: partition.parts > 2
derived: {latency: machine.memory.latency * cycles}
objective: [cycles, latency]
"""

SAMPLES = """\
sweep:
  random: {samples: 12, partition.parts: {from: 2, to: 5}, partition.method: [random, dbh]}
constraint: partition.parts >= 3
"""


@pytest.fixture
def few_at_once(monkeypatch):
    """Experiments of more than 5 points have many points, and their tables lie on disk."""
    monkeypatch.setattr(numasim.schema.expand, "MOST_KEPT", 5)
    monkeypatch.setattr(numasim.schema.expand, "PART", 5)
    monkeypatch.setattr(numasim.schema.expand, "DRAWN", 4)
    monkeypatch.setattr(row_table, "AT_A_TIME", 4)
    monkeypatch.setattr(frames, "MANY", 5)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Path("e.yaml")


def tables(folder):
    """The bytes of the files of a results folder that repeat."""
    names = {"manifest.json", "timings.parquet", "points"}
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.name not in names}


@pytest.mark.parametrize("sweep", [EVERY, SAMPLES])
def test_the_results_of_parts_are_those_of_the_whole(file, sweep, request):
    file.write_text(HEAD + sweep)
    numasim.run("e.yaml", "whole")
    every = points(load_experiment(file))
    request.getfixturevalue("few_at_once")
    numasim.run("e.yaml", "parts")
    assert tables("parts") == tables("whole")
    whole, parts = (json.loads(Path(each, "manifest.json").read_text()) for each in ("whole", "parts"))
    for key in ("excluded", "skipped", "runs", "inputs"):
        assert parts[key] == whole[key]
    again = load_experiment(file)
    assert points(again) == every
    sizes = [(len(part), after) for part, after in parts_of(again)]
    assert max(size for size, _ in sizes) == 5
    assert sum(size for size, _ in sizes) == len(every)
    assert all(after >= sum(size for size, _ in sizes[k:]) for k, (_, after) in enumerate(sizes, 1))
    assert [point_of(again, each.index) for each in every] == every
    assert point_of(again, 10_000) is None
    assert len(checked_points(load_experiment(file))) <= 4


def test_a_large_sweep_resumes_and_runs_in_shards(file, few_at_once):
    file.write_text(HEAD + SAMPLES)
    whole = numasim.run("e.yaml", "whole")
    stored = next(Path("whole/points").iterdir())
    kept = Path("again/points")
    kept.mkdir(parents=True)
    (kept / stored.name).write_bytes(stored.read_bytes()[: stored.stat().st_size // 2])
    numasim.run("e.yaml", "again", overwrite=True)
    assert tables("again") == tables("whole")
    assert 0 < json.loads(Path("again/manifest.json").read_text())["reused"] < len(whole)
    for number in (1, 2):
        assert execute(["run", "e.yaml", "--shard", f"{number}/2", "-o", f"s{number}", "-j", "1"]) == 0
    assert execute(["merge", "s1", "s2", "-o", "merged", "-j", "1"]) == 0
    assert tables("merged").keys() == tables("whole").keys()
    for name in ("results.csv", "results.parquet"):
        assert tables("merged")[name] == tables("whole")[name]


def test_check_and_show_say_what_they_did_not_look_at(file, few_at_once, capsys):
    file.write_text(HEAD + SAMPLES)
    assert execute(["check", "e.yaml"]) == 0
    checked = len(checked_points(load_experiment(file)))
    assert capsys.readouterr().out == (
        f"e.yaml: ok, up to 12 points; {checked} of them are checked, the others before they run\n"
    )
    assert execute(["show", "e.yaml"]) == 0
    out = capsys.readouterr().out
    assert "# up to 12 points; the first 5 are\n# 0: partition.parts: " in out
    assert "# 5: " not in out


def test_a_point_that_cannot_be_stops_the_run_and_loses_nothing(file, few_at_once, monkeypatch, capsys):
    file.write_text(
        HEAD
        + "sweep:\n  partition.seed: [0, 1, 2, 3]\n  machine.l1.size: [32 KiB, 512 KiB, 16 KiB]\n"
        + "  machine.l2.size: [1 MiB, 256 KiB]\n"
    )
    monkeypatch.setattr(numasim.schema.expand, "some_combinations", lambda sweep, number: iter([{}]))
    code = execute(["run", "e.yaml", "-j", "1", "-o", "out"])
    assert code == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "at the point {partition.seed: 0, machine.l1.size: '512 KiB', machine.l2.size: '256 KiB'}: "
        "machine.l2.size: an L2 slice of 256 KiB cannot include an L1 of 512 KiB; make each slice at least "
        "as large as the L1; set `skip: invalid` in the sweep to skip such points"
    )
    with pytest.raises(ConfigError, match="at the point"):
        points(load_experiment(file))
    file.write_text(file.read_text() + "  skip: invalid\n")
    assert execute(["run", "e.yaml", "-j", "1", "-o", "out"]) == 0
    said = capsys.readouterr()
    assert "skipped 4 impossible points:" in said.err


def test_a_constraint_that_leaves_nothing_is_told(file, few_at_once):
    file.write_text(HEAD + SAMPLES.replace(">= 3", ">= 9"))
    with pytest.raises(ConfigError) as error:
        points(load_experiment(file))
    assert error.value.problems == (
        "constraint: none of the 6 points meets partition.parts >= 9; relax it, or sweep more values",
    )


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.sampled_from(["", "a", "2"])
)


@pytest.mark.parametrize("value", [7, 0.5, -0.0, float("nan"), True, "word", None])
def test_a_value_that_all_rows_share_is_kept_once(value, monkeypatch):
    monkeypatch.setattr(frames, "MANY", 1000)
    table = RowTable()
    for _ in range(3):
        table.add([{"a": value, "b": k} for k in range(1000)])
    pd.testing.assert_series_equal(table.frame()["a"], series_of([value] * 3000), check_names=False)
    assert repr(table.values("a")) == repr([value] * 3000)
    kept = table.frame()["a"]
    if isinstance(value, int | float) and value is not None:
        assert kept.to_numpy().strides == (0,)
    changed = table.frame().copy()
    changed.loc[0, "a"] = value  # a copy may be written into


@pytest.mark.parametrize("few", [256, 0])  # all parts are small, or none
@pytest.mark.parametrize(("at_a_time", "many"), [(1, 100), (1, 0), (3, 4)])  # in memory, or on disk
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.dictionaries(st.sampled_from(["a", "b", "error"]), VALUES), max_size=4), max_size=4)
)
def test_a_table_does_not_depend_on_how_its_rows_are_divided(monkeypatch, few, at_a_time, many, parts):
    monkeypatch.setattr(row_table, "FEW", few)
    monkeypatch.setattr(row_table, "AT_A_TIME", at_a_time)
    monkeypatch.setattr(frames, "MANY", many)
    rows = [row for part in parts for row in part]
    table = RowTable()
    for part in parts:
        table.add(part)
    assert len(table) == len(rows)
    values = {name: [row.get(name) for row in rows] for name in ("a", "b", "error")}
    assert {name: repr(table.values(name)) for name in values} == {n: repr(v) for n, v in values.items()}
    try:
        expected = {name: series_of(each) for name, each in values.items()}
    except OverflowError:
        with pytest.raises(OverflowError):
            table.frame()
        return
    frame = table.frame()
    for name in frame.columns.intersection(values):
        pd.testing.assert_series_equal(frame[name], expected[name], check_names=False)
