"""Experiments in shards: their union is the experiment in one piece, byte for byte."""

import json
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from stored_points import stored_points

from numasim.cli import execute
from numasim.experiments.shards import Shard
from partitioners.errors import OptionError

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [2, 3, 5000], "mapping.seed": [0, 1]},
    "baseline": {"partition.parts": 2},
}


@pytest.fixture
def call(tmp_path, monkeypatch, capfd):
    """Calls the command in an empty folder with the experiment e.yaml; its exit code and its two outputs."""
    monkeypatch.chdir(tmp_path)
    Path("e.yaml").write_text(yaml.safe_dump(SWEEP, sort_keys=False))

    def call(*words):
        code = execute([str(word) for word in words])
        return code, *capfd.readouterr()

    return call


def run_shard(call, number, count=3, *more):
    return call("run", "e.yaml", "--shard", f"{number}/{count}", "-o", f"s{number}", "-j", "1", *more)


def tables(folder):
    """The bytes of the files of a results folder that repeat."""
    names = {"manifest.json", "timings.parquet", "points"}
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.name not in names}


@given(st.integers(0, 1000), st.integers(1, 70))
def test_every_point_is_in_one_shard(point, count):
    assert sum(Shard(number, count).has(point) for number in range(1, count + 1)) == 1


def test_merged_shards_are_the_experiment_in_one_piece(call):
    assert call("run", "e.yaml", "-o", "whole", "-j", "1")[0] == 1  # parts: 5000 cannot be
    code, out, err = run_shard(call, 1)
    assert code == 0
    assert err.splitlines()[-1].startswith('{"done"')
    assert out.splitlines()[-1].startswith("shard 1/3: 2 points in ")
    assert {path.name for path in Path("s1").iterdir()} == {"manifest.json", "points", "resolved.yaml"}
    for number in (2, 3):
        code, _, err = run_shard(call, number)
        assert code == 1
        assert err.endswith("1 of 2 points failed; `numasim merge` runs them again\n")
    code, _, err = call("merge", "s1", "s2", "s3", "-o", "merged", "-j", "1")
    assert code == 1
    assert err.endswith("2 of 10 runs failed; the other results are in merged\n")
    assert tables("merged") == tables("whole")


def test_a_shard_resumes_and_one_folder_may_have_several(call):
    assert run_shard(call, 1)[0] == 0
    Path("s1").rename("s2")
    manifest = json.loads(Path("s2/manifest.json").read_text())
    assert manifest["shards"]["finished"] == [1]
    run_shard(call, 2)
    assert json.loads(Path("s2/manifest.json").read_text())["shards"]["finished"] == [1, 2]
    _, out, _ = run_shard(call, 2)
    assert "1 of 2 points were already finished" in out  # the other has failed
    Path("s2").rename("s3")
    run_shard(call, 3)
    call("merge", "s3", "-o", "merged", "-j", "1")
    call("run", "e.yaml", "-o", "whole", "-j", "1")
    assert tables("merged") == tables("whole")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("65/64", "shard: there are the shards 1/64 to 64/64, got '65/64'"),
        ("0/2", "shard: there are the shards 1/2 to 2/2, got '0/2'"),
        ("third", "shard: expected a number and a count, such as 3/64, got 'third'"),
        ("-1/2", "shard: expected a number and a count, such as 3/64, got '-1/2'"),
    ],
)
def test_shards_that_cannot_be(text, message):
    with pytest.raises(OptionError) as caught:
        Shard.of(text)
    assert str(caught.value) == message


def test_what_cannot_be_merged_is_named(call):
    def error(*words):
        code, _, err = call("merge", *words, "-o", "merged", "-j", "1")
        assert code == 2
        return err.splitlines()[-1]

    run_shard(call, 1)
    run_shard(call, 2)
    assert error("s1", "s2") == "error: shards that have not finished: 3/3; run them with --shard"
    assert error() == "error: merge needs the results folders of the shards"
    call("run", "e.yaml", "-o", "whole", "-j", "1")
    assert error("s1", "whole") == (
        "error: whole: has no shards; `numasim run FILE --shard 1/2 -o FOLDER` makes one"
    )
    assert error("s1", "merged") == "error: merged: is one of the shards; choose another --output"
    shutil.rmtree("s2")
    run_shard(call, 2, 4)
    assert error("s1", "s2") == "error: s2: has shards of 4, and s1 of 3; merge equal ones"
    shutil.rmtree("s2")
    Path("e.yaml").write_text(yaml.safe_dump({**SWEEP, "seed": 1}))
    run_shard(call, 2)
    assert error("s1", "s2") == (
        "error: s2: has shards of other points than s1: of another experiment, of other input files, or of "
        "another version of numasim"
    )
    code, _, err = call("run", "e.yaml", "--shard", "1/3", "-o", "s1", "-j", "1")
    assert (code, err.splitlines()[-1]) == (
        2,
        "error: s1: has shards of other points, or another number of shards; choose another --output",
    )


def test_a_script_for_slurm_runs_the_shards(call, tmp_path, monkeypatch):
    code, out, _ = call("submit", "e.yaml", "--shards", "3", "-o", "all", "--hours", "0.5", "--memory", "2G")
    assert code == 0
    script = Path("all.slurm").read_text()
    assert out == f"{script}written to all.slurm; submit it with: sbatch all.slurm\n"
    assert "#SBATCH --array=1-3\n" in script
    assert "#SBATCH --ntasks=1 --cpus-per-task=1 --mem=2G --time=30\n" in script
    fake = tmp_path / "bin" / "numasim"
    fake.parent.mkdir()
    fake.write_text('#!/bin/bash\nprintf "%s\\n" "$@" >> words\n')
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    environment = {"PATH": f"{fake.parent}:/usr/bin:/bin", "SLURM_ARRAY_TASK_ID": "2"}
    subprocess.run(["bash", "all.slurm"], env=environment, check=True)
    words = Path("words").read_text().splitlines()
    assert words == [
        "run",
        str(tmp_path / "e.yaml"),
        "-j",
        "1",
        "--shard",
        "2/3",
        "-o",
        str(tmp_path / "all/2"),
    ]
    assert execute(words) == 1
    assert len(stored_points("all/2")) == 2  # a point that has not failed, and the run on one core


def test_a_script_that_cannot_be(call, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for words, message in (
        (["--shards", "7"], "--shards: expected 1 to 6, the number of points, got 7"),
        (["--shards", "2", "--hours", "0"], "--hours: expected more than 0, got 0"),
        (
            ["--shards", "2", "-o", "all", "--now"],
            "sbatch cannot be started (No such file or directory); submit all.slurm on a Slurm cluster",
        ),
    ):
        code, _, err = call("submit", "e.yaml", *words)
        assert (code, err.splitlines()[-1]) == (2, f"error: {message}")
