"""Tables of finished points: kept as they are, and joined as pandas joins them."""

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from numasim.experiments.stored_tables import StoredTables, encode_table, join_tables

OF_POINTS = [
    pd.DataFrame({"run_id": ["a", "a"], "core": [0, 1], "busy": [1.5, np.nan], "kind": ["gemm", None]}),
    pd.DataFrame({"run_id": ["b"], "core": [3], "busy": [2.0], "kind": ["trsm"]}),
    pd.DataFrame({"run_id": ["c"], "core": [7.5], "busy": [2.0], "kind": ["trsm"]}),
    pd.DataFrame({"run_id": ["d"], "core": [1], "busy": [0.0], "kind": ["x"], "memory": [5]}),
    pd.DataFrame({"run_id": ["e"], "core": [2], "busy": [0.5], "kind": ["y"]}),
]
"""Of equal columns, of a column of another type, and with a column of its own."""


def stored(**tables):
    return StoredTables({name: encode_table(table) for name, table in tables.items()})


@pytest.mark.parametrize("table", OF_POINTS)
def test_a_table_is_kept_as_it_is(table):
    kept = stored(cores=table)
    assert list(kept) == ["cores"]
    assert_frame_equal(kept["cores"], table)


def test_tables_are_joined_as_pandas_joins_them():
    points = [(number, stored(cores=table)) for number, table in enumerate(OF_POINTS)]
    points.insert(1, (9, {}))
    points.append((8, stored(activity=OF_POINTS[0])))
    found = join_tables(points)
    assert list(found) == ["cores", "activity"]
    expected = [table.assign(point=number) for number, table in enumerate(OF_POINTS)]
    whole = pd.concat(expected, ignore_index=True)
    assert_frame_equal(found["cores"], whole[["point", *whole.columns.drop("point")]])
    assert found["cores"]["point"].tolist() == [0, 0, 1, 2, 3, 4]
    assert found["activity"]["point"].tolist() == [8, 8]
