"""The notes below a table: the worst figure of alike warnings, and runs that are slower than one core."""

import pandas as pd
import pytest

from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.results.notes import alike, notes_on, slower_than_one_core


def test_of_alike_warnings_the_worst_is_told():
    rows = [f"a core has {much} times the mean work" for much in ("2.5", "16.0", "9.9")]
    assert alike(rows) == [
        "a core has 16.0 times the mean work (the worst of 3 runs; results.parquet has the figure of each)"
    ]
    assert alike(["in cycle 999", "in cycle 1,000"]) == [
        "in cycle 1,000 (the worst of 2 runs; results.parquet has the figure of each)"
    ]
    assert alike(["hot | cold", "cold", "hot"]) == ["hot (2 runs)", "cold (2 runs)"]


def test_runs_slower_than_one_core_are_told_with_the_worst():
    rows = [{"speedup": 2.0}, {"speedup": 0.24}, {"speedup": 0.9}, {"speedup": None}, {"speedup": 0.996}]
    names = dict(zip(map(id, rows), "abcde", strict=True))
    assert slower_than_one_core(rows, lambda row: names[id(row)]) == [
        "2 of 5 runs are slower than one core: the lowest speed-up is 0.24 (b); one cluster on one core "
        "finishes sooner"
    ]
    assert slower_than_one_core(rows[:1], lambda row: "a") == []
    assert slower_than_one_core([{"speedup": 0.004}], lambda row: "a") == [
        "the run is slower than one core: the lowest speed-up is 0.004; one cluster on one core finishes "
        "sooner"
    ]


@pytest.mark.parametrize("row", [{}, {"speedup": None}, {"warnings": None, "speedup": 1.0}])
def test_where_there_is_nothing_to_say_nothing_is_said(row):
    assert notes_on(pd.DataFrame([row]), MESH) == []
