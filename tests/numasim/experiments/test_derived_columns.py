"""Derived columns, constraints and fronts of a sweep."""

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import numasim
from numasim.cli import execute
from numasim.experiments.derived_columns import add_derived, fields_used
from numasim.experiments.row_table import RowTable
from numasim.results.objectives import on_front
from numasim.schema.expand import points
from partitioners.errors import ConfigError

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 6},
    "partition": {"method": "wb_libra", "parts": 2},
    "mapping": {"method": "round_robin"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [1, 2, 4], "machine.network.flit_size": ["8 B", "16 B"]},
}


def load(**keys):
    return numasim.load_experiment({**SWEEP, **keys})


costs = st.integers(1, 12).flatmap(
    lambda rows: st.lists(
        st.tuples(*[st.sampled_from([0.0, 1.0, 2.0, 3.0, np.nan])] * 2, st.booleans()),
        min_size=rows,
        max_size=rows,
    )
)


@given(costs)
def test_the_front_has_what_is_not_dominated(rows):
    cost = np.array([row[:2] for row in rows])
    among = np.array([row[2] for row in rows])
    valid = among & ~np.isnan(cost).any(axis=1)

    def dominated(k):
        better = [
            (cost[j] <= cost[k]).all() and (cost[j] < cost[k]).any() for j in range(len(rows)) if valid[j]
        ]
        return any(better)

    assert on_front(cost, among).tolist() == [bool(valid[k] and not dominated(k)) for k in range(len(rows))]


def test_columns_and_front_of_a_sweep():
    table = numasim.run(
        load(
            constraint=["partition.parts > 1", "machine.network.flit_size * 2 >= 16 B"],
            derived={
                "cycles_per_cluster": "cycles / partition.parts",
                "product": "energy_joules * seconds",
                "nothing": "cycles / (parts - 2)",
            },
            objective=["cycles", "-parts"],
        )
    )
    assert table["point"].tolist() == [2, 3, 4, 5]  # points keep their numbers
    assert table["cycles_per_cluster"].tolist() == (table["cycles"] / table["parts"]).tolist()
    np.testing.assert_allclose(table["product"], table["energy_joules"] * table["seconds"])
    assert table["nothing"].isna().tolist() == [True, True, False, False]
    best = on_front(np.stack([table["cycles"], -table["parts"]], axis=1).astype(float), np.ones(4, bool))
    assert table["front"].tolist() == best.tolist()
    assert list(table.columns[-2:]) == ["warnings", "error"]


def test_runs_do_not_depend_on_what_is_derived(tmp_path):
    plain = numasim.run(load(), tmp_path / "out")
    more = numasim.run(load(derived={"twice": "2 * cycles"}), tmp_path / "out")
    assert more["run_id"].tolist() == plain["run_id"].tolist()
    assert more.drop(columns="twice").equals(plain)
    assert pd.read_csv(tmp_path / "out/results.csv")["twice"].tolist() == more["twice"].tolist()


def test_a_name_that_no_run_has_is_noted():
    experiment = load(derived={"x": "cycles + none"})
    table = pd.DataFrame({"point": [0], "cycles": [1], "warnings": [None], "error": [None]})
    table, notes = add_derived(table, experiment, RowTable(fields_used(experiment, points(experiment)[:1])))
    assert table["x"].isna().all()
    assert notes == ["'cycles + none' has no value: no run has a column or field 'none'"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            {"constraint": "partition.parts >"},
            "constraint: 'partition.parts >', column 18: expected a number, a name or '(', but the "
            "expression ends",
        ),
        (
            {"constraint": "parts > 1"},
            "constraint: 'parts > 1', column 1: there is no field 'parts'; did you mean 'partition.parts'?",
        ),
        (
            {"constraint": "partition.parts"},
            "constraint: 'partition.parts' is 1, not true or false; write a comparison",
        ),
        (
            {"constraint": "partition.method * 2 > 1"},
            "constraint: 'partition.method * 2 > 1' calculates with partition.method, not a number; compare "
            "words by == and !=",
        ),
        (
            {"constraint": ["partition.parts > 1", "partition.parts < 2"]},
            "constraint: none of the 6 points meets partition.parts > 1 and partition.parts < 2; relax it, "
            "or sweep more values",
        ),
        (
            {"derived": {"x": "cycle + 1"}},
            "derived.x: 'cycle + 1', column 1: there is no column or field 'cycle'; did you mean 'cycles'?",
        ),
        (
            {"derived": {"cycles": "1"}},
            "derived.cycles: the results have a column of this name; choose another name",
        ),
        (
            {"objective": "partition.parts"},
            "objective: 'partition.parts', column 1: there is no column 'partition.parts'; did you mean "
            "'partitioner'?",
        ),
    ],
)
def test_mistakes(keys, said):
    with pytest.raises(ConfigError) as raised:
        numasim.run(load(**keys))
    assert list(raised.value.problems) == [said]


def test_the_command_says_how_many_points_are_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(yaml.safe_dump({**SWEEP, "constraint": "partition.parts > 1"}))
    assert execute(["check", "e.yaml"]) == 0
    said = capsys.readouterr()
    assert said.err == "constraint: 2 points left out\n"
    assert "4 points" in said.out
    (tmp_path / "e.yaml").write_text(yaml.safe_dump({**SWEEP, "derived": {"x": "1 +"}}))
    assert execute(["check", "e.yaml"]) == 2
    assert capsys.readouterr().err == (
        "e.yaml:2:6: derived.x: '1 +', column 4: expected a number, a name or '(', but the expression ends\n"
    )
