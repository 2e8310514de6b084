"""Results folders without CSV: the same other files, and every command reads them."""

import shutil
from pathlib import Path

import pytest
import yaml

import numasim

SWEEP = {
    "workload": {"generator": "mc2depi", "n": 5},
    "partition": {"method": "block"},
    "machine": "mesh-2x2",
    "sweep": {"partition.parts": [2, 3], "mapping.seed": [0, 1]},
    "baseline": {"partition.parts": 2},
}
STUDY = {
    "kind": "network",
    "machine": "mesh-2x2",
    "traffic": {"packets": 100, "pattern": "uniform", "rate": 0.1},
}


@pytest.fixture
def experiment(place):
    Path("e.yaml").write_text(yaml.safe_dump(SWEEP, sort_keys=False))
    return "e.yaml"


def content(folder):
    """The files of a folder that repeat, with their bytes."""
    others = {"manifest.json", "timings.parquet", "points"}
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.name not in others}


def without_csv(files):
    return {name: data for name, data in files.items() if not name.endswith(".csv")}


def test_the_same_folder_with_and_without(call, experiment):
    run = ("run", experiment, "-o", "out", "-j", 1)
    assert call(*run)[0] == 0
    whole = content("out")
    assert {"results.csv", "cores.csv"} <= whole.keys()
    assert call(*run, "--no-csv")[0] == 0
    assert content("out") == without_csv(whole)
    assert call(*run)[0] == 0
    assert content("out") == whole


def test_merged_shards_without(call, experiment):
    assert call("run", experiment, "-o", "whole", "-j", 1)[0] == 0
    for number in (1, 2):
        assert call("run", experiment, "--shard", f"{number}/2", "-o", f"s{number}", "-j", 1)[0] == 0
    assert call("merge", "s1", "s2", "-o", "merged", "-j", 1, "--no-csv")[0] == 0
    assert content("merged") == without_csv(content("whole"))


def test_a_timeline_without(call, experiment):
    assert call("run", experiment, "-o", "out", "-j", 1, "--no-csv", "--trace", "run.json")[0] == 0
    names = content("out").keys()
    assert "timeline.parquet" in names
    assert not [name for name in names if name.endswith(".csv")]


def test_in_python(place):
    table = numasim.run(SWEEP, place / "out", no_csv=True)
    assert not list((place / "out").glob("*.csv"))
    assert numasim.load_results(place / "out")["cycles"].tolist() == table["cycles"].tolist()


@pytest.mark.parametrize(
    "words",
    [
        ("table", "out", "--columns", "cycles"),
        ("report", "out", "-o", "page.html"),
        ("explore", "out", "-o", "page.html"),
        ("plot", "out", "--x", "parts", "--y", "cycles", "--by", "mapping.seed", "-o", "picture.svg"),
        ("rank", "out", "--by", "parts"),
        ("response", "out", "--y", "cycles", "-o", "response"),
        ("compare", "out", "out", "--tables"),
        ("replay", "out", "1"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_reads_what_has_no_csv(call, experiment, place, words):
    """Each says the same of a folder with CSV and of one without."""
    assert call("run", experiment, "-o", "out", "-j", 1)[0] == 0
    said = []
    for _ in range(2):
        made = {path.name for path in place.iterdir()}
        code, out, err = call(*words)
        assert code == 0, err
        new = sorted({path.name for path in place.iterdir()} - made)
        said.append((out, [Path(name).read_bytes() for name in new if Path(name).is_file()]))
        for name in new:
            shutil.rmtree(name) if Path(name).is_dir() else Path(name).unlink()
        for path in Path("out").glob("*.csv"):
            path.unlink()
    assert said[0] == said[1]


def test_a_study_has_one_small_table_and_takes_no_such_option(call, place):
    Path("s.yaml").write_text(yaml.safe_dump(STUDY))
    assert call("run", "s.yaml", "--no-csv") == (
        2,
        "",
        "error: s.yaml: a study does not accept --no-csv; remove it\n",
    )
