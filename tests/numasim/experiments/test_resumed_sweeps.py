"""Sweeps that are killed, or have points that end badly: nothing finished is lost, and rows are the same."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from stored_points import stored_points

from numasim.experiments.encoded_outcome import decode, encode
from numasim.experiments.experiment import run_experiment
from numasim.experiments.job import Outcome
from numasim.experiments.plan import Plan
from numasim.experiments.point import evaluate
from numasim.experiments.point_file import HEAD, PointFile, PointWriter
from numasim.experiments.point_limits import resident_bytes
from numasim.experiments.point_store import FOLDER, SHARED, PointStore, point_name
from numasim.experiments.run_options import RunOptions
from numasim.experiments.stored_tables import StoredTables
from numasim.results.tables import load_results, open_folder, write_tables
from numasim.schema.load import load_experiment

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 12},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [4, 5000], "list": [{"mapping.seed": seed} for seed in range(30)]},
}
ROOT = Path(__file__).parents[3]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty current directory, with badly ending partitioners installed as another package's."""
    monkeypatch.chdir(tmp_path)
    metadata = tmp_path / "endings-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: endings\nVersion: 1.0\n")
    names = ("dies", "sleeps", "grows", "dies_once", "counted")
    lines = "".join(f"{name} = sweep_plugins:{name}\n" for name in names)
    (metadata / "entry_points.txt").write_text(f"[numasim.partitioners]\n{lines}")
    paths = [str(tmp_path), str(ROOT), str(Path(__file__).parents[1])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    return tmp_path


def start(*arguments, **sections):
    data = {key: value for key, value in {**SWEEP, **sections}.items() if value is not None}
    Path("e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    return subprocess.Popen(
        [sys.executable, "-m", "numasim", "run", "e.yaml", "-o", "out", "--no-pictures", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(*arguments, **sections):
    process = start(*arguments, **sections)
    told, _ = process.communicate()
    assert "Traceback" not in told
    return process.returncode, told


def descendants(pid):
    children = [
        int(child)
        for file in Path(f"/proc/{pid}/task").glob("*/children")
        for child in file.read_text().split()
    ]
    return [*children, *(below for child in children for below in descendants(child))]


def rest(folder=None):
    """Run what is left in this process; the results, and the bytes of their tables."""
    results = run_experiment(load_experiment("e.yaml"), RunOptions(workers=1), folder=folder)
    to = open_folder(Path(f"tables of {folder}"))
    write_tables(to, {"results": results.table, **results.tables}, {})
    return results, {path.name: path.read_bytes() for path in to.iterdir()}


@pytest.mark.skipif(sys.platform != "linux", reason="The test needs Linux: it looks for processes in /proc.")
def test_a_sweep_that_is_killed_twice_ends_as_if_it_had_not_been(place):
    finished = set()
    for _ in range(2):
        process = start("--workers", "2")
        while len(stored_points("out")) < len(finished) + 6:
            assert process.poll() is None, process.stdout.read()
            time.sleep(0.005)
        family = descendants(process.pid)
        process.kill()
        process.communicate()
        assert len(family) >= 2
        until = time.monotonic() + 100
        while alive := [pid for pid in family if resident_bytes(pid)]:
            assert time.monotonic() < until, f"still there: {alive}"
            time.sleep(0.05)
        assert finished < stored_points("out")
        finished = stored_points("out")
        assert len(finished) < 30
        # What a power cut leaves of the file that was written last.
        last = max(Path("out", FOLDER).glob("*.points"))
        last.write_bytes(last.read_bytes()[:-20])
        assert len(stored_points("out")) == len(finished) - 1
        finished = stored_points("out")
    before = {path: path.read_bytes() for path in Path("out", FOLDER).glob("*.points")}
    assert len(before) == 2
    results, tables = rest(Path("out"))
    assert {path: path.read_bytes() for path in before} == before
    assert results.reused >= len(finished) - 1  # one may be the run on one core
    whole, undisturbed = rest()
    assert (whole.reused, whole.failed) == (0, 30)
    assert tables == undisturbed
    assert whole.table["error"].isna().sum() == 60  # edge cuts have two rows
    (error,) = set(whole.table["error"].dropna())
    assert error == "parts is 5000, more than the 182 vertices of 'mc2depi-12'; choose parts <= 182"


def test_a_changed_sweep_takes_over_the_points_that_it_shares(place):
    Path("e.yaml").write_text(yaml.safe_dump({**SWEEP, "sweep": {"partition.parts": [4, 3]}}))
    rest(Path("out"))
    Path("e.yaml").write_text(yaml.safe_dump({**SWEEP, "sweep": {"partition.parts": [2, 4]}}))
    results, tables = rest(Path("out"))
    assert results.reused == 1
    assert tables == rest()[1]


BAD = {
    "workload": {"generator": "mc2depi", "n": 4},
    "partition": {"parts": 2},
    "machine": "none",  # processes that load no simulator end badly, or well, much sooner
    "sweep": {"partition.method": ["contiguous", "dies", "grows", "random"]},
}
ON_A_MESH = BAD | {"machine": "mesh-2x1"}


@pytest.mark.skipif(
    sys.platform != "linux", reason="The test needs Linux: a memory limit is kept with /proc."
)
def test_each_bad_ending_is_a_row_and_ends_no_other(place):
    code, told = finish("--workers", "2", "--memory", "1 GiB", **BAD)
    assert code == 1
    assert "2 of 4 runs failed" in told
    table = load_results("out")
    assert dict(zip(table["partitioner"], table["error"].fillna(""), strict=True)) == {
        "contiguous": "",
        "dies": "the worker process died, possibly out of memory",
        "grows": "needed more than 1 GiB, the memory limit",
        "random": "",
    }


def test_a_point_that_takes_too_long_is_a_row_and_what_died_is_tried_again(place):
    sweep = {"partition.method": ["sleeps", "dies_once", "contiguous"]}
    code, told = finish("-j", "1", "--timeout", "8", "--retry", "1", **{**BAD, "sweep": sweep})
    assert code == 1
    assert "retrying later" in told
    assert load_results("out")["error"].fillna("").tolist() == ["took longer than 8 s, the timeout", "", ""]


def test_what_points_share_is_made_once_for_all_processes(place):
    sweep = {"partition.parts": [2, 3], "list": [{"mapping.seed": seed} for seed in range(4)]}
    code, told = finish("-j", "2", **{**ON_A_MESH, "partition": {"method": "counted"}, "sweep": sweep})
    assert code == 0, told
    assert sorted(Path("calls").read_text().split()) == ["2", "3"]
    assert not list(Path("out", FOLDER).glob(f"{SHARED}*"))


@pytest.mark.slow
def test_a_folder_from_elsewhere_gives_points_nothing_to_share(place):
    """Neither a link in the place of the shared folder is followed, nor is what a killed run left read."""
    evil = place / "evil"
    evil.mkdir()
    points = Path("out", FOLDER)
    code, told = finish(
        "-j", "1", **{**ON_A_MESH, "sweep": {"partition.parts": [2]}, "partition": {"method": "random"}}
    )
    assert code == 0, told
    (evil / "mine").write_text("precious")
    for name in ("shared", f"{SHARED}abc"):
        (points / name).symlink_to(evil)
    (points / f"{SHARED}left").mkdir()
    (points / f"{SHARED}left" / "graph").write_text("of a killed run")
    sweep = {"partition.parts": [2, 3], "list": [{"mapping.seed": seed} for seed in range(2)]}
    code, told = finish("-j", "2", **{**ON_A_MESH, "partition": {"method": "random"}, "sweep": sweep})
    assert code == 0, told
    assert [path.name for path in evil.iterdir()] == ["mine"]
    left = {path.name for path in points.iterdir() if path.suffix != ".points"}
    assert left == {"shared", f"{SHARED}abc"}  # the links, which are not numasim's


DAMAGES = {
    "no rows": lambda outcome: replace(outcome, rows=[]),
    "rows of nothing": lambda outcome: replace(outcome, rows=[None]),
    "no columns": lambda outcome: replace(outcome, rows=[{}]),
    "times": lambda outcome: replace(outcome, timings=3),
    "a strange table": lambda outcome: replace(
        outcome, tables=StoredTables({"mine": outcome.tables.batches["cores"]})
    ),
}


def test_kept_points_that_are_damaged_are_run_again_and_it_is_said(place, capfd):
    from numasim.cli import execute

    count = len(DAMAGES) + 2
    sweep = {"mapping.seed": list(range(count))}
    Path("e.yaml").write_text(
        yaml.safe_dump({**SWEEP, "partition": {"method": "block", "parts": 4}, "sweep": sweep})
    )
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1"]) == 0
    tables = {path.name: path.read_bytes() for path in Path("out").glob("*.csv")}
    (path,) = Path("out", FOLDER).glob("*.points")
    file = PointFile(path)
    assert len(file.points) == count + 1  # and the run on one core
    outcomes = {name: file.read(record) for name, record in file.points.items()}
    path.unlink()
    writer = PointWriter(path)
    keys = [key for _, key, _ in Plan.of(load_experiment("e.yaml")).points]
    of_points = {point_name(key): key for key in keys}
    reasons, damages = [], iter(DAMAGES.values())
    for name, encoded in outcomes.items():
        damage = next(damages, None) if name in of_points else None
        writer.append(name, encoded if damage is None else encode(damage(decode(encoded))))
        if damage is not None:
            reasons.append(f"{path}: the point {of_points[name]} does not contain a point")
    writer.close()
    content = bytearray(path.read_bytes())
    content[-1] ^= 1  # the content of the last point
    place = PointFile(path).points[point_name(keys[-2])] + HEAD.size
    content[place - 1] ^= 1  # the hash of the point before
    path.write_bytes(bytes(content))
    reasons += [
        f"{path}: the point {key} was changed after it was written (its hash differs)" for key in keys[-2:]
    ]
    capfd.readouterr()
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1"]) == 0
    out, _ = capfd.readouterr()
    assert f"{count} stored points were damaged and were run again: out/points/" in out
    found = json.loads(Path("out/manifest.json").read_text())["damaged"]
    assert sorted(found) == sorted(reasons)
    assert {path.name: path.read_bytes() for path in Path("out").glob("*.csv")} == tables
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1"]) == 0
    out, _ = capfd.readouterr()
    assert "damaged" not in out
    assert f"{count} of {count} points were already finished" in out


def test_a_folder_of_points_that_is_a_file_is_named(place, capfd):
    from numasim.cli import execute

    Path("e.yaml").write_text(yaml.safe_dump({**BAD, "sweep": {"partition.method": ["random"]}}))
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1"]) == 0
    shutil.rmtree(Path("out", FOLDER))
    Path("out", FOLDER).write_text("")
    capfd.readouterr()
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1"]) == 2
    message = "error: out/points: cannot store finished points (File exists)\n"
    assert capfd.readouterr().err.endswith(message)


def test_fail_fast_stops_at_the_first_failure(place):
    sections = {"sweep": {"partition.parts": [2, 5000, 3]}, "partition": {"method": "contiguous"}}
    code, told = finish("-j", "1", "--fail-fast", **{**BAD, **sections})
    assert code == 1
    assert told.endswith(
        "stopped at the first failure; finished runs are in out; run the same command to resume\n"
    )
    assert load_results("out")["point"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--timeout", "0"], "the timeout must be greater than 0, got 0"),
        (["--retry", "-1"], "retry must be at least 0, got -1"),
        (["--memory", "4"], "the memory limit: expected a size .*add a unit to the number.*"),
    ],
)
def test_limits_that_cannot_be(place, capsys, arguments, message):
    from numasim.cli import execute

    Path("e.yaml").write_text(yaml.safe_dump(SWEEP))
    assert execute(["run", "e.yaml", *arguments]) == 2
    assert re.fullmatch(f"error: {message}\n", capsys.readouterr().err)
    assert not Path("results").exists()


def test_an_outcome_is_the_same_from_its_bytes(place):
    from numasim.experiments.plan import job_of
    from numasim.plugin_files import Hashes
    from numasim.schema.expand import points

    Path("e.yaml").write_text(yaml.safe_dump({**SWEEP, "sweep": {"partition.parts": [4]}}))
    (point,) = points(load_experiment("e.yaml"))
    outcome = evaluate(job_of(point, Hashes()))
    again = decode(encode(outcome))
    assert again.rows == outcome.rows
    assert [list(row) for row in again.rows] == [list(row) for row in outcome.rows]
    assert again.timings == outcome.timings
    assert {name: table.to_csv() for name, table in again.tables.items()} == {
        name: table.to_csv() for name, table in outcome.tables.items()
    }
    assert encode(again) == encode(outcome)
    store = PointStore(place)
    assert store.load("0" * 12) is None
    store.save("0" * 12, encode(outcome))
    store.close()
    assert store.open() == []
    assert store.load("0" * 12).rows == outcome.rows


TEXTS = st.text(st.characters() | st.characters(categories=["Cs"]))
"""Texts with halves of surrogate pairs, too: a file's name that is not UTF-8 has them."""


@given(st.dictionaries(TEXTS, TEXTS | st.none() | st.booleans() | st.integers() | st.floats()))
def test_values_of_a_row_are_the_same_from_their_bytes(values):
    row = {"run_id": "0", "error": None, "extra_run": False} | {f"x {name}": values[name] for name in values}
    again = decode(encode(Outcome([row], StoredTables(), []))).rows[0]
    assert list(again) == list(row)
    assert [(type(value), repr(value)) for value in again.values()] == [
        (type(value), repr(value)) for value in row.values()
    ]
