"""Results of more rows than charts are made of: what stands for them, and what is still said of all."""

import re

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import numasim
from numasim.results import frames, tables
from numasim.results.chosen_rows import runs_of, thinned
from numasim.results.experiment_results import read_results
from numasim.results.frames import finished, rows_where
from numasim.results.report.page import DRAWN_TABLES, render
from numasim.results.tables import load_results, read_table, write_parquet

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "method": st.sampled_from(["a", "b", "c", None]),
            "size": st.integers(0, 3),
            "cycles": st.one_of(st.none(), st.integers(1, 50)),
            "front": st.sampled_from([False] * 9 + [True]),
            "error": st.sampled_from([None] * 9 + ["no"]),
        }
    ),
    min_size=40,
    max_size=120,
)


def frame(rows):
    return pd.DataFrame(rows).astype({"cycles": "Int64", "method": "str", "error": "str"})


@given(ROWS, st.integers(30, 39))
def test_the_best_of_every_kind_stand_for_a_table(rows, limit):
    table = frame(rows)
    places = thinned(table, ["method", "size"], "cycles", limit)
    assert len(places) <= limit
    assert (np.diff(places) > 0).all()
    kept = set(places.tolist())
    front = np.flatnonzero(table["front"]).tolist()
    if len(front) <= 4:
        assert kept >= set(front)
        for name in ("method", "size"):
            for value in table[name].unique():
                rows_of_value = table[table[name].isna() if pd.isna(value) else table[name] == value]
                best = rows_of_value["cycles"].min()
                if not pd.isna(best):
                    assert rows_of_value.loc[rows_of_value.index.isin(kept), "cycles"].min() == best
        if table["error"].notna().any():
            assert table["error"].iloc[places].notna().any()


@given(ROWS)
def test_a_small_table_is_shown_whole(rows):
    assert thinned(frame(rows), ["method"], "cycles", len(rows)).tolist() == list(range(len(rows)))


@given(st.integers(5, 30), st.integers(2, 5), st.integers(10, 40))
def test_replicates_stay_together(points, replicates, limit):
    table = pd.DataFrame(
        {
            "size": np.repeat(np.arange(points), replicates),
            "replicate": np.tile(np.arange(replicates), points),
            "cycles": np.arange(points * replicates)[::-1],
        }
    )
    places = thinned(table, ["size", "replicate"], "cycles", limit)
    assert set(table["size"].iloc[places].value_counts()) <= {replicates}
    assert 0 < len(places) <= max(limit, replicates)
    assert len(set(runs_of(table, ["size", "replicate"]))) == points


SWEEP = {
    "workload": {"generator": "mc2depi", "n": 4},
    "partition": {"method": "random"},
    "machine": "mesh-2x2",
    "sweep": {
        "partition.method": ["random", "contiguous", "wb_libra"],
        "partition.parts": [2, 3, 4, 99],
        "machine.clock": ["1 GHz", "2 GHz"],
        "replicates": 2,
    },
    "objective": ["cycles", "energy_joules"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A sweep of 48 rows; those of 99 parts fail."""
    place = tmp_path_factory.mktemp("many")
    (place / "many.yaml").write_text(yaml.safe_dump(SWEEP, sort_keys=False))
    numasim.run(place / "many.yaml", place / "many", workers=1)
    return place / "many"


def sections(page):
    """The parts of a page by their headings."""
    found = re.split(r"<h2[^>]*>(.*?)</h2>", page)
    return dict(zip(found[1::2], found[2::2], strict=True)) | {"": found[0]}


def test_counts_failures_and_responses_are_of_all_rows(folder, monkeypatch):
    whole = render(read_results(folder, DRAWN_TABLES))
    monkeypatch.setattr("numasim.results.experiment_results.MOST_ROWS", 20)
    some = render(read_results(folder, DRAWN_TABLES))
    told = "Charts of single runs, and the table, are made of 20 of 48 rows: the front, the "
    assert told in some
    assert told not in whole
    assert "48 runs, replicates of 18, 12 failed" in whole
    assert "48 runs, replicates of 18, 12 failed" in some
    for name, text in sections(whole).items():
        if name.startswith(("Response", "Failed", "Notes", "Objectives")):
            assert sections(some)[name] == text, name
    assert len(some) < len(whole)


def test_names_and_ratios_of_shown_rows_are_those_of_all(folder, monkeypatch, tmp_path):
    data = SWEEP | {"baseline": {"partition.method": "contiguous"}}
    (tmp_path / "based.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    numasim.run(tmp_path / "based.yaml", tmp_path / "based", workers=1)
    whole = read_results(tmp_path / "based", ())
    labels = dict(zip(whole.table["run_id"], whole.labels, strict=True))
    monkeypatch.setattr("numasim.results.experiment_results.MOST_ROWS", 12)
    some = read_results(tmp_path / "based", ())
    rows = some.shown.table
    assert 12 < len(rows) < 48  # with the rows of the baseline
    assert some.labels == [labels[run] for run in rows["run_id"]]
    cells = rows[["parts", "machine.clock", "replicate"]].astype(str).agg(" ".join, axis=1)
    assert set(cells) == set(cells[rows["partitioner"] == "contiguous"])


def test_a_table_that_is_written_in_pieces_is_read_whole(tmp_path, monkeypatch):
    table = pd.DataFrame({"a": np.arange(10), "b": ["x", None] * 5, "c": np.linspace(0, 1, 10)})
    table = table.astype({"b": "str"}).assign(d=pd.array([1, None] * 5, dtype="Int64"))
    table["e"] = pd.array([None] * 10, "str")
    write_parquet(tmp_path / "whole.parquet", table, {"seed": 1})
    monkeypatch.setattr(tables, "ROWS_AT_A_TIME", 3)
    write_parquet(tmp_path / "pieces.parquet", table, {"seed": 1})
    assert pq.ParquetFile(tmp_path / "pieces.parquet").num_row_groups == 4
    for name in ("whole", "pieces"):
        pd.testing.assert_frame_equal(load_results(tmp_path, name), table)


def test_a_large_table_is_read_onto_the_disk(tmp_path, monkeypatch):
    table = pd.DataFrame({"machine": ["x", None] * 5, "machine.clock": np.arange(10), "b": [0.5] * 10})
    table = table.astype({"machine": "str"}).assign(d=pd.array([1, None] * 5, dtype="Int64"))
    write_parquet(tmp_path / "results.parquet", table, {"seed": 1})
    small = load_results(tmp_path)
    monkeypatch.setattr(frames, "MANY", 5)
    read = read_table(tmp_path)
    pd.testing.assert_frame_equal(read, small)
    assert read.attrs == small.attrs
    assert not read["b"].to_numpy().flags.writeable
    own = load_results(tmp_path)
    pd.testing.assert_frame_equal(own, small)
    own.loc[0, "b"] = 7.0  # what users get may be written into
    own["d"].array[0] = 7
    pd.testing.assert_frame_equal(read, small)


@given(ROWS, st.integers(0, 120))
def test_rows_are_the_same_on_disk(rows, many):
    table = frame(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frames, "MANY", many)
        pd.testing.assert_frame_equal(finished(table), table[table["error"].isna()])
        missing = table["cycles"].isna()
        pd.testing.assert_frame_equal(rows_where(table, missing), table[missing])


def test_a_short_table_has_the_bytes_of_one_piece(tmp_path):
    table = pd.DataFrame({"a": np.arange(1000), "b": ["word"] * 1000})
    write_parquet(tmp_path / "own.parquet", table, {})
    read = pq.read_table(tmp_path / "own.parquet")
    with (tmp_path / "plain.parquet").open("wb") as stream:
        pq.write_table(pa.Table.from_pandas(table, read.schema, preserve_index=False), stream)
    assert (tmp_path / "own.parquet").read_bytes() == (tmp_path / "plain.parquet").read_bytes()
