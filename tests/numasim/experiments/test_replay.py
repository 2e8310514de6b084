"""`numasim replay`: a stored point is made again, with the same bytes, or told why it cannot be."""

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

import numasim
from numasim.experiments.replay import find_rows, replay
from numasim.provenance import file_sha256, project_version, versions
from numasim.results.tables import METADATA_KEY, load_results, write_tables
from partitioners.errors import InputError

GRAPH = "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 2 1\n1 3 2\n2 4 3\n3 4 4\n1 4 5\n"
EXPERIMENT = {
    "workload": {"graph": "four"},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [2, 3, 50], "replicates": 2},
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """An experiment on a file of a data folder, with an edge cut and a point that fails."""
    place = tmp_path_factory.mktemp("replay")
    (place / "data").mkdir()
    (place / "data" / "four.mtx").write_text(GRAPH)
    (place / "swept.yaml").write_text(yaml.safe_dump(EXPERIMENT, sort_keys=False))
    numasim.run(place / "swept.yaml", place / "r", workers=1, data=place / "data")
    return place


@pytest.fixture
def call(original, place, call):
    """Replay a run of a results folder of the test's own."""
    shutil.copytree(original / "r", place / "r")
    return partial(call, "replay", "r")


def change(edit, table="results"):
    frame = load_results("r", table)
    attrs = frame.attrs
    edited = edit(frame, attrs)
    write_tables(Path("r"), {table: frame if edited is None else edited}, attrs)


def test_what_is_written_says_where_it_comes_from(original):
    results = load_results(original / "r")
    recorded = json.loads(pq.read_schema(original / "r" / "results.parquet").metadata[METADATA_KEY])
    cores = load_results(original / "r", "cores")
    assert results.attrs == recorded == cores.attrs | {"units": recorded["units"]}
    assert recorded["versions"] == versions()
    assert {"numasim", "python", "numpy", "numba", "pandas"} <= set(recorded["versions"])
    assert recorded["seed"] == 0
    assert recorded["inputs"] == [file_sha256(original / "data" / "four.mtx")]
    assert re.fullmatch("[0-9a-f]{12}", recorded["experiment"])


def test_every_point_is_made_again_byte_for_byte(call):
    results = load_results("r")
    for point in range(6):
        code, out, err = call(point)
        assert (code, err) == (0, "")
        assert re.search(
            r"^the same, byte for byte: \d+ figures, [0-9,]+ rows of long tables$", out, re.MULTILINE
        )
    assert "failed: point 5 (block, memory_centric): parts is 50, more than the 4 vertices" in out.replace(
        "\n", " "
    )
    extra = results[results["extra_run"]].iloc[0]
    found = replay("r", extra["run_id"][:11])
    assert found.rows["run_id"].tolist() == [extra["run_id"]]
    assert (found.point.index, found.points, found.cells) == (extra["point"], 6, [])
    assert found.long_rows == sum(
        (load_results("r", path.stem)["run_id"] == extra["run_id"]).sum()
        for path in Path("r").glob("*.parquet")
        if path.stem not in ("results", "timings")
    )


def test_what_differs_is_told_with_the_versions_that_do(call):
    def results(frame, attrs):
        frame.loc[0, "cycles"] += 1
        attrs["versions"]["numpy"] = "1.0"

    def cores(frame, _):
        frame.loc[0, "idle"] += 1

    change(results)
    change(cores, "cores")
    change(lambda frame, _: frame.iloc[1:], "hops")
    code, out, err = call(0)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    row = load_results("r").iloc[0]
    assert (code, err) == (1, "")
    assert any(
        line.startswith(f"0 {row['run_id']} cycles {row['cycles']} {row['cycles'] - 1} ") for line in lines
    )
    assert any(line.startswith(f"0 {row['run_id']} cores.idle ") for line in lines)
    assert any(line.startswith(f"0 {row['run_id']} hops: rows ") for line in lines)
    assert lines[-2:] == [f"made with numpy 1.0, now {versions()['numpy']}", "not the same: 3 differences"]


def test_a_timeline_of_the_point(call):
    code, out, _ = call(2, "--trace", "t.json")
    assert code == 0
    assert "the timeline of point 2 (of 6), cycles 0 to " in out
    assert json.loads(Path("t.json").read_text())["traceEvents"]


def test_what_cannot_be_replayed_is_told(call, original):
    ids = load_results("r")["run_id"]
    near = ids[0][:10] + "xy"
    first = next(each[0] for each in ids if sum(other[0] == each[0] for other in ids) > 1)
    several = [each for each in ids if each.startswith(first)]
    several = f"r: {len(several)} ids begin with '{first}': {', '.join(several[:8])}"
    for run, message in (
        (near, f"r: no run has the id '{near}', and its points are 0 to 5; did you mean '{ids[0]}'?"),
        ("77", "r: no run has the id '77', and its points are 0 to 5; results.parquet lists the ids"),
        *(() if first.isdecimal() else ((first, several),)),
    ):
        code, out, err = call(run)
        assert (code, out) == (2, "")
        assert err.startswith(f"error: {message}")


def test_a_number_is_the_number_of_a_point_and_no_beginning_of_an_id(tmp_path):
    stored = pd.DataFrame({"run_id": ["99ab00112233", "990011ab2233"], "point": [0, 1]})
    assert find_rows(tmp_path, stored, "1").tolist() == [False, True]
    assert find_rows(tmp_path, stored, "99a").tolist() == [True, False]
    assert find_rows(tmp_path, stored, "990011").tolist() == [False, True]
    with pytest.raises(InputError) as error:
        find_rows(tmp_path, stored, "99")
    assert str(error.value) == (
        f"{tmp_path}: no run has the id '99', and its points are 0 to 1; results.parquet lists the ids"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1); "),
        (b"\x8e", "is not JSON: 'utf-8' codec can't decode byte 0x8e in position 0: invalid start byte; "),
        (b"[]", "is not a JSON object; "),
    ],
)
def test_a_damaged_manifest_is_named(call, content, said):
    Path("r/manifest.json").write_bytes(content)
    assert call(0) == (2, "", f"error: r/manifest.json: {said}expected an unchanged file of numasim\n")


def test_a_timeline_that_cannot_be_written_is_refused_before_the_run(call):
    for path, said in (
        ("r", "this is a folder; give the name of a file"),
        ("no/t", "there is no folder no to write into"),
    ):
        assert call(0, "--trace", path) == (2, "", f"error: --trace {path}: {said}\n")


def test_a_file_that_has_changed_is_named(call, original):
    path = original / "data" / "four.mtx"
    try:
        path.write_text(GRAPH.replace("1 4 5", "1 4 6"))
        code, _, err = call(0)
    finally:
        path.write_text(GRAPH)
    assert code == 2
    assert re.fullmatch(
        re.escape(f"error: {path}: the file has changed since r was made (its SHA-256 begins ")
        + r"[0-9a-f]{12}, which is not recorded there\); replay needs the original file\n",
        err,
    )


def test_another_version_or_another_configuration_is_refused(call):
    changed = (
        "point 1 differs from that of results.parquet; one of the files, or numasim itself, has changed "
        "since the run\n"
    )
    text = Path("r/resolved.yaml").read_text()
    Path("r/resolved.yaml").write_text(text.replace("replicates: 2", "replicates: 3"))
    assert call(1)[0] == 0  # the same point
    Path("r/resolved.yaml").write_text(text.replace("seed: 0", "seed: 7"))
    assert call(1)[::2] == (2, f"error: r/resolved.yaml: {changed}")
    Path("r/resolved.yaml").write_text(text.replace("method: block", "method: blok"))
    code, _, err = call(1)
    assert code == 2
    assert "did you mean 'block'?" in err
    assert err.endswith("r/resolved.yaml is not an experiment of this version; the file was changed\n")
    change(lambda _, attrs: attrs["versions"].update(numasim="0.0.1"))
    assert call(1)[::2] == (
        2,
        f"error: r: made by numasim 0.0.1, but this is {project_version()}; replay it with that version, "
        "or run it again and compare the two with `numasim compare`\n",
    )
    change(lambda _, attrs: attrs.update(study="a study"))
    assert call(1)[2] == (
        "error: r: this is a study, which has no points to replay; run it again into another folder, and "
        "compare the two with `numasim compare`\n"
    )
