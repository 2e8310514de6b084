"""`numasim compare`: equal results are called equal, and every cell, row and column that differs is named."""

import math
import shutil
from pathlib import Path

import pandas as pd
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import numasim
from numasim.cli import execute
from numasim.results.differences import compare_long, compare_tables, distance
from numasim.results.tables import load_results, write_tables

EXPERIMENT = {
    "workload": {"generator": "mc2depi", "n": 4},
    "partition": {"parts": 3},
    "machine": "mesh-2x2",
    "sweep": {"partition.method": ["contiguous", "block"], "mapping.method": ["round_robin", "greedy"]},
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    place = tmp_path_factory.mktemp("compare")
    (place / "small.yaml").write_text(yaml.safe_dump(EXPERIMENT, sort_keys=False))
    numasim.run(place / "small.yaml", place / "a", workers=1)
    return place


@pytest.fixture
def place(original, tmp_path, monkeypatch):
    """Two equal results folders in the current directory."""
    for name in "ab":
        shutil.copytree(original / "a", tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def compare(place, capfd):
    def compare(*tokens):
        code = execute(["compare", *tokens])
        out, err = capfd.readouterr()
        return code, [" ".join(line.split()) for line in out.splitlines() if line.strip()], err

    return compare


def change(edit, table="results"):
    frame = load_results("b", table)
    attrs = frame.attrs
    edited = edit(frame)
    write_tables(Path("b"), {table: frame if edited is None else edited}, attrs)


def test_equal_results_are_called_equal(compare):
    columns = len(load_results("a").columns) - len(
        {"point", "run_id", "partitioner", "mapper", "aggregate_messages", "extra_run"}
    )
    assert compare("a", "b") == (0, [f"equal: 6 rows, {columns} columns"], "")
    code, lines, _ = compare("a/results.parquet", "b", "--tables", "--tolerance", "0.1")
    assert (code, lines) == (0, [f"equal within 0.1: 6 rows, {columns} columns, long tables too"])


def test_rows_are_matched_by_their_configuration_not_by_their_place(compare):
    change(lambda frame: frame.iloc[::-1].assign(run_id="other", point=range(6)))
    assert compare("a", "b")[0] == 0


def test_every_difference_is_named(compare):
    def edit(frame):
        frame.loc[0, "cycles"] += 1
        frame.loc[3, "error"] = "hot"
        return frame.drop(index=5).assign(extra=1)

    before = load_results("a").loc[0, "cycles"]
    change(edit)
    code, lines, err = compare("a", "b")
    assert (code, err) == (1, "")
    assert lines[0] == "only in a: block, greedy, each cut edge"
    assert lines[1] == "only in b: extra"
    assert lines[2] == "point what column first second apart"
    assert lines[4:] == [
        f"0 contiguous, round_robin cycles {before} {before + 1} {1 / (before + 1):.3%}",
        "2 block, round_robin, each cut edge error None hot -",
        "not equal: 2 of 5 matched rows differ",
    ]
    code, lines, _ = compare("a", "b", "--tolerance", "0.5")
    assert code == 1
    assert not any("cycles" in line for line in lines)
    assert lines[-1] == "not equal within 0.5: 1 of 5 matched rows differ"


def test_long_tables_are_compared_where_it_is_asked_for(compare):
    def edit(frame):
        frame.loc[0:1, "idle"] += 7

    change(edit, "cores")
    change(lambda frame: frame.iloc[1:], "hops")
    (Path("b") / "links.parquet").unlink()
    assert compare("a", "b")[0] == 0
    code, lines, _ = compare("a", "b", "--tables")
    assert code == 1
    assert lines[0] == "only in a: the table links"
    assert [line.split()[:5] for line in lines[3:5]] == [
        ["0", "contiguous,", "round_robin", "cores.idle", "(2"],
        ["0", "contiguous,", "round_robin", "hops:", "rows"],
    ]


def test_of_many_differences_the_farthest_are_shown_with_a_line_for_each_column(compare):
    numbers = load_results("a").select_dtypes("int64").columns.drop(["point", "parts", "seed", "steps"])
    change(lambda frame: frame.assign(**{name: frame[name] * 3 + 1 for name in numbers}))
    code, lines, _ = compare("a", "b")
    assert code == 1
    assert lines[0] == "column rows farthest at point"
    assert any(line.startswith("cycles 6 66.") for line in lines)
    (told,) = (line for line in lines if line.startswith("the 40 largest of "))
    assert told.endswith(":")


def test_rows_that_share_a_name_are_counted_one_by_one(tmp_path, capsys):
    table = pd.DataFrame({"point": [0, 1, 2], "partitioner": ["a", "a", "b"], "cycles": [3, 4, 5]})
    table.to_parquet(tmp_path / "first.parquet")
    table.assign(cycles=[6, 8, 5]).to_parquet(tmp_path / "second.parquet")
    assert execute(["compare", str(tmp_path / "first.parquet"), str(tmp_path / "second.parquet")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "not equal: 2 of 3 matched rows differ"


def test_a_configuration_that_is_constant_in_both_is_a_difference_like_others():
    first = pd.DataFrame({"partitioner": ["a", "b"], "seed": [0, 0], "cycles": [3, 4]})
    _, found = compare_tables(first, first.assign(seed=1))
    assert [(cell.what, cell.column, cell.first, cell.second) for cell in found.cells] == [
        ("a", "seed", 0, 1),
        ("b", "seed", 0, 1),
    ]
    _, found = compare_tables(first, first.assign(seed=[0, 1]))
    assert found.only == (["b, seed 0"], ["b, seed 1"])


def test_replicates_are_matched_by_their_number_whatever_the_seed():
    first = pd.DataFrame(
        {"partitioner": ["a"] * 3, "seed": [0, 11, 12], "replicate": [0, 1, 2], "cycles": [3, 4, 5]}
    )
    pairs, found = compare_tables(first, first.assign(seed=[7, 21, 22]))
    assert [name for name, _, _ in pairs] == ["replicate 0", "replicate 1", "replicate 2"]
    assert {cell.column for cell in found.cells} == {"seed"}


def test_of_many_rows_that_one_has_alone_the_first_are_named(compare):
    change(lambda frame: pd.concat([frame.assign(seed=k) for k in range(5)]))
    code, lines, _ = compare("a", "b")
    assert code == 1
    assert lines[0] == "only in b: contiguous, seed 1, round_robin"
    assert lines[10:] == ["only in b: 14 more rows", "not equal: 0 of 6 matched rows differ"]


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False))
def test_the_distance_is_symmetric_and_zero_for_the_same_alone(first, second):
    assert distance(first, second) == distance(second, first)
    assert (distance(first, second) == 0) == (first == second)
    assert distance(first, math.nan) == distance(math.inf, second) == distance(first, None) == math.inf
    assert distance(math.nan, math.nan) == 0


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (("a", "c"), "c: no such results folder; `numasim run FILE --output c` makes one"),
        (("a", "b/nothing.parquet"), "b: there is no table 'nothing'; there are "),
        (("a", "b", "--tolerance", "-1"), "the tolerance must be a number of at least 0, got -1.0"),
        (("a", "b", "--tolerance", "inf"), "the tolerance must be a number of at least 0, got inf"),
        (("a", "x.parquet"), "x.parquet: no such file; expected a results folder, or a table in one"),
    ],
)
def test_wrong_input(compare, tokens, message):
    code, lines, err = compare(*tokens)
    assert (code, lines) == (2, [])
    assert err.startswith(f"error: {message}")


def test_no_value_is_equal_to_no_value():
    whole = pd.DataFrame({"ratio": [float("nan"), 1.5], "count": pd.Series([None, 2], dtype="Int64")})
    other = pd.DataFrame({"ratio": pd.Series([None, 1.5], dtype=object), "count": [float("nan"), 2.0]})
    assert list(compare_long("t", 0, "", whole, other)) == []
    (apart,) = compare_long("t", 0, "", whole, other.assign(ratio=[1.0, 1.5]))
    assert (apart.column, apart.first, apart.second, apart.relative) == ("t.ratio", None, 1.0, float("inf"))
