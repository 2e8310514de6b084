"""Tables of finished points: kept as they are, and joined as pandas joins them."""

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from numasim.experiments.stored_tables import StoredTables, join_tables
from numasim.numa.shared.long_tables import LongTables, columns

OF_RUNS = {
    "a": pd.DataFrame({"core": [0, 1], "busy": [1.5, np.nan], "kind": ["gemm", None]}),
    "b": pd.DataFrame({"core": [3], "busy": [2.0], "kind": ["trsm"]}),
    "c": pd.DataFrame({"core": [7.5], "busy": [2.0], "kind": ["trsm"]}),
    "d": pd.DataFrame({"core": [1], "busy": [0.0], "kind": ["x"], "memory": [5]}),
    "e": pd.DataFrame({"core": [2], "busy": [0.5], "kind": ["y"]}),
}
"""Of equal columns, of a column of another type, and with a column of its own."""


def with_id(run, table):
    return table.assign(run_id=run)[["run_id", *table.columns]]


@pytest.mark.parametrize("run", OF_RUNS)
def test_a_table_is_kept_as_it_is(run):
    kept = StoredTables.of(run, {"cores": OF_RUNS[run]})
    assert list(kept) == ["cores"]
    assert_frame_equal(kept["cores"], with_id(run, OF_RUNS[run]))


def test_columns_are_kept_as_their_data_frame_would_be():
    given = columns(core=np.arange(2), busy=[1.5, 2.0], kind=["gemm", "trsm"], moved=0)
    tables = LongTables({"cores": given})
    assert_frame_equal(StoredTables.of("a", tables)["cores"], with_id("a", tables["cores"]))
    assert tables["cores"]["moved"].tolist() == [0, 0]


def test_tables_are_joined_as_pandas_joins_them():
    points = [
        (number, StoredTables.of(run, {"cores": table}))
        for number, (run, table) in enumerate(OF_RUNS.items())
    ]
    points.insert(1, (9, StoredTables()))
    points.append((8, StoredTables.of("a", {"activity": OF_RUNS["a"]})))
    found = join_tables(points)
    assert list(found) == ["cores", "activity"]
    parts = [with_id(run, table).assign(point=number) for number, (run, table) in enumerate(OF_RUNS.items())]
    whole = pd.concat(parts, ignore_index=True)
    assert_frame_equal(found["cores"], whole[["point", *whole.columns.drop("point")]])
    assert found["cores"]["point"].tolist() == [0, 0, 1, 2, 3, 4]
    assert found["activity"]["point"].tolist() == [8, 8]


def test_the_runs_of_a_point_are_joined():
    whole = StoredTables.joined([StoredTables.of(run, {"cores": OF_RUNS[run]}) for run in "ab"])
    assert whole["cores"]["run_id"].tolist() == ["a", "a", "b"]
