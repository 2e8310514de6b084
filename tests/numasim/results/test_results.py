"""The results folder: what is written is what is read, byte for byte the same for the same numbers."""

import re
import shutil
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numasim.cli import execute
from numasim.results.differences import compare_results
from numasim.results.tables import (
    FORM_KEY,
    METADATA_KEY,
    load_results,
    open_folder,
    write_parquet,
    write_tables,
)
from partitioners.errors import InputError


def tables():
    return {
        "results": pd.DataFrame(
            {"run_id": ["a", "b"], "cycles": [3, 4], "speedup": [1.5, None], "error": [None, "no"]}
        ),
        "links": pd.DataFrame({"run_id": ["a"], "link": [0], "utilisation": [0.1]}),
    }


def test_what_is_written_is_read_back_with_what_was_recorded(tmp_path):
    write_tables(tmp_path, tables(), {"seed": 7})
    for name, frame in tables().items():
        assert load_results(tmp_path, name).to_dict("list").keys() == frame.to_dict("list").keys()
        pd.testing.assert_frame_equal(load_results(tmp_path, name), frame, check_dtype=False)
    assert load_results(tmp_path).attrs == {"seed": 7, "units": {"cycles": "cycles"}}
    with pytest.raises(InputError, match=r": there is no table 'caches'; there are links, results$"):
        load_results(tmp_path, "caches")
    assert (tmp_path / "results.csv").read_text() == "run_id,cycles,speedup,error\na,3,1.5,\nb,4,,no\n"


def test_the_same_tables_are_the_same_bytes(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        write_tables(open_folder(folder), tables(), {"seed": 7, "versions": {"b": 1, "a": 2}})
    files = sorted(path.name for path in folders[0].iterdir())
    assert files == ["links.csv", "links.parquet", "results.csv", "results.parquet"]
    for name in files:
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes(), name


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "{path}: no such results folder; `numasim run FILE --output {path}` makes one"),
        (
            lambda path: path.mkdir(),
            "{path}: not a numasim results folder: results.parquet is missing",
        ),
        (
            lambda path: (path.mkdir(), (path / "manifest.json").write_text("{}")),
            "{path}: no point has finished yet; run the experiment again, which continues it",
        ),
        (lambda path: path.touch(), "{path}: is a file; expected a results folder of `numasim run`"),
    ],
)
def test_what_is_no_results_folder_is_refused(tmp_path, make, message):
    folder = tmp_path / "results"
    make(folder)
    with pytest.raises(InputError, match=f"^{re.escape(message.format(path=folder))}$"):
        load_results(folder)


def test_a_damaged_table_is_named(tmp_path):
    (tmp_path / "results.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(InputError, match=r"^.*results\.parquet: not a readable Parquet file \(.+\)$"):
        load_results(tmp_path)


def test_a_results_folder_that_cannot_be_made_is_refused_before_any_work(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        InputError,
        match=r"file/results: cannot make the results folder \(Not a directory\); choose another --output$",
    ):
        open_folder(tmp_path / "file" / "results")


def test_no_half_written_file_is_left_under_its_name(tmp_path):
    path = tmp_path / "results.parquet"
    write_parquet(path, tables()["links"], {})
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_parquet(path, tables()["results"], {"not JSON": object()})
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("recorded", "message"),
    [
        (b"{", r"the metadata 'numasim' is not JSON \(.+\); expected an unchanged file of numasim"),
        (b"\x8e", r"the metadata 'numasim' is not JSON \(.+\); expected an unchanged file of numasim"),
        (b"[1]", "the metadata 'numasim' was changed; expected an unchanged file of numasim"),
        (b'{"versions": 3}', "the metadata 'numasim' was changed; expected an unchanged file of numasim"),
        (b'{"units": "s"}', "the metadata 'numasim' was changed; expected an unchanged file of numasim"),
    ],
)
def test_damaged_metadata_are_named(tmp_path, recorded, message):
    table = pa.table({"run_id": ["a"]}).replace_schema_metadata({METADATA_KEY: recorded})
    pq.write_table(table, tmp_path / "results.parquet")
    with pytest.raises(InputError, match=rf"^{re.escape(str(tmp_path))}/results\.parquet: {message}$"):
        load_results(tmp_path)


CHANGES = {
    "has no column 'kind', which every run writes": lambda table: table.drop_columns("kind"),
    "has the column 'more', which no run writes": lambda table: table.append_column("more", [[1, 2]]),
    "has string in the column 'busy', but was written with int64": lambda table: table.set_column(
        2, "busy", pa.array(["a", "b"])
    ),
    "has 0 rows, but was written with 2": lambda table: table.slice(0, 0),
    "has the column 'run_id', which no run writes": lambda table: table.replace_schema_metadata(
        {FORM_KEY: b"[1]"}
    ),
}


@pytest.mark.parametrize("message", CHANGES)
def test_a_table_that_was_changed_is_refused(tmp_path, message):
    path = tmp_path / "results.parquet"
    write_parquet(path, pd.DataFrame({"run_id": ["a", "b"], "kind": ["x", "y"], "busy": [1, 2]}), {})
    pq.write_table(CHANGES[message](pq.read_table(path)), path)
    with pytest.raises(InputError) as caught:
        load_results(tmp_path)
    assert str(caught.value) == f"{path}: {message}; expected an unchanged file of numasim"


DAMAGED = (
    (("results", lambda table: table.iloc[:0]), ("replay", "out", "0")),
    (("schedule", lambda table: table.drop(columns="kind")), ("report", "out")),
    (("activity", lambda table: table.drop(columns="run_id")), ("report", "out")),
    (("activity", lambda table: table.assign(compute="x")), ("report", "out")),
)


def test_a_table_of_another_program_ends_in_no_bug(tmp_path, monkeypatch, capsys):
    """As pandas writes them, without what numasim has recorded."""
    monkeypatch.chdir(tmp_path)
    Path("e.yaml").write_text(
        "workload: {generator: cholesky, tiles: 2}\nmachine: mesh-2x1\nschedule: {method: heft}\n"
    )
    assert execute(["run", "e.yaml", "-o", "whole", "-j", "1", "--no-pictures"]) == 0
    for (table, change), command in DAMAGED:
        shutil.rmtree("out", ignore_errors=True)
        shutil.copytree("whole", "out")
        change(pd.read_parquet(f"whole/{table}.parquet")).to_parquet(f"out/{table}.parquet")
        capsys.readouterr()
        assert execute(list(command)) == 2
        assert capsys.readouterr().err == (
            f"error: out/{table}.parquet: was written by another program; expected an unchanged file of "
            "numasim\n"
        )


def test_a_long_table_without_its_key_is_named(tmp_path):
    for name in ("a", "b"):
        write_tables(
            open_folder(tmp_path / name), {"results": pd.DataFrame({"point": [0], "run_id": ["x"]})}, {}
        )
        write_tables(tmp_path / name, {"cores": pd.DataFrame({"point": [0], "core": [1]})}, {})
    message = (
        "a/cores.parquet: has no column 'run_id', which every run writes; expected an unchanged file of "
        "numasim"
    )
    with pytest.raises(InputError, match=f"{re.escape(message)}$"):
        compare_results(tmp_path / "a", tmp_path / "b", long=True)
