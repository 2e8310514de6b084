"""The owner of a results folder: other experiments and the user's files are never lost, killed runs go on."""

import json
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import numasim
from numasim.experiments.point_store import FOLDER
from numasim.results.folder_lock import LOCK_FILE
from numasim.results.ownership import default_folder, own_names, results_folder
from numasim.results.tables import load_results
from numasim.schema.load import load_experiment
from partitioners.errors import InputError

TINY = {
    "workload": {"generator": "mc2depi", "n": 3},
    "partition": {"method": "contiguous", "parts": 2},
    "machine": "mesh-2x1",
}
STUDY = """
kind: network
machine: mesh-2x2
traffic: {packets: 100, rate: 0.1}
"""


@pytest.fixture
def call(call):
    """Run one command in this process, and leave the lines of its progress out."""

    def call_quietly(*tokens):
        code, out, err = call(*tokens)
        lines = [line for line in err.splitlines(keepends=True) if not line.startswith("{")]
        return code, out, "".join(lines)

    return call_quietly


def write(path, **sections):
    Path(path).parent.mkdir(exist_ok=True, parents=True)
    Path(path).write_text(yaml.safe_dump({**TINY, **sections}, sort_keys=False))
    return path


def run(call, *tokens):
    return call("run", *tokens, "-j", 1)


def content(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}


@pytest.mark.parametrize("output", [".", "", "mine"])
def test_a_folder_with_files_of_the_users_is_refused_and_stays_as_it_is(call, tmp_path, output):
    write("e.yaml")
    folder = tmp_path / output
    folder.mkdir(exist_ok=True)
    for name in ("links.csv", "launches.parquet", "mesh_links.png", "a.txt", "b.txt"):
        (folder / name).write_text("precious")
    before = content(folder)
    listed = "a.txt, b.txt, e.yaml, launches.parquet, links.csv and 1 more"
    if output == "mine":
        listed = "a.txt, b.txt, launches.parquet, links.csv, mesh_links.png"
    shown = Path(output)
    assert run(call, "e.yaml", "-o", output) == (
        2,
        "",
        f"error: {shown}: contains {listed}, but no manifest of numasim; choose another --output, or "
        "use --overwrite, which keeps such files\n",
    )
    assert content(folder) == before
    assert run(call, "e.yaml", "-o", output, "--overwrite") == (
        2,
        "",
        f"error: {shown}: contains launches.parquet, links.csv, mesh_links.png, which numasim would write "
        "but its manifest does not list; move these files, or choose another --output\n",
    )
    assert content(folder) == before


def test_overwrite_leaves_other_files_and_the_folder_is_known_afterwards(call, tmp_path):
    write("e.yaml")
    Path("notes.txt").write_text("precious")
    assert run(call, "e.yaml", "-o", ".", "--overwrite")[0] == 0
    assert len(load_results(".")) == 1
    code, out, _ = run(call, "e.yaml", "-o", ".")
    assert (code, "1 of 1 points were already finished" in out) == (0, True)
    assert re.fullmatch(
        r"1 run in [0-9.]+ s; tables, pictures and report\.html are in \.", out.splitlines()[-1]
    )
    assert Path("notes.txt").read_text() == "precious"
    files = {path.name for path in tmp_path.iterdir() if path.is_file()} - {"e.yaml", "notes.txt"}
    assert set(json.loads(Path("manifest.json").read_text())["files"]) == files
    assert files <= own_names()
    assert LOCK_FILE not in files
    # A file of the user's that gets a name of numasim's later is not taken for one.
    Path("launches.csv").write_text("precious")
    assert run(call, "e.yaml", "-o", ".")[2].startswith(
        "error: .: contains launches.csv, which numasim would write"
    )
    assert Path("launches.csv").read_text() == "precious"


def test_two_experiments_of_one_name_do_not_share_a_folder(call, tmp_path):
    write("d1/a.yaml")
    write("d2/a.yaml", execution={"network": "ideal"})
    assert run(call, "d1/a.yaml")[0] == 0
    before = content("results/a")
    assert {"links.csv", "ports.csv"} <= before.keys()
    assert run(call, "d2/a.yaml") == (
        2,
        "",
        "error: results/a: contains the results of another experiment, 'a' "
        f"({tmp_path / 'd1/a.yaml'}); choose another `name` or another --output, "
        "or replace them with --overwrite\n",
    )
    with pytest.raises(InputError, match="another experiment"):
        numasim.run("d2/a.yaml", "results/a")
    assert content("results/a") == before
    (Path("results/a") / "notes.txt").write_text("precious")
    assert run(call, "d2/a.yaml", "--overwrite")[0] == 0
    after = content("results/a")
    assert after.keys() == before.keys() - {"links.csv", "links.parquet", "ports.csv", "ports.parquet"} | {
        "notes.txt"
    }
    assert load_results("results/a")["network"].tolist() == ["ideal"]
    assert json.loads(after["manifest.json"])["file"] == str(tmp_path / "d2/a.yaml")


def test_two_experiments_that_differ_in_a_file_of_the_same_name_are_two(call):
    for folder, edges in (("d1", "0 1\n1 2\n"), ("d2", "0 1\n0 2\n")):
        write(f"{folder}/a.yaml", workload={"graph": "g.txt"})
        Path(folder, "g.txt").write_text(edges)
    assert run(call, "d1/a.yaml")[0] == 0
    assert "another experiment" in run(call, "d2/a.yaml")[2]


def test_a_name_decides_the_folder(call):
    write("s1.yaml", name="stale")
    code, out, _ = run(call, "s1.yaml")
    assert code == 0
    assert out.endswith("tables, pictures and report.html are in results/stale\n")
    assert sorted(path.name for path in Path("results").iterdir()) == ["stale"]


@pytest.mark.parametrize("name", ["../up", "/tmp/there", "a/b", "..", ".", "a\\b", "x" * 201])
def test_a_name_that_leads_elsewhere_names_no_folder(call, name):
    message = f"the name {name[:200]!r} is not a valid folder name; choose another `name`, or set --output"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        default_folder(name)
    write("e.yaml", name=name)
    assert run(call, "e.yaml") == (2, "", f"error: {message}\n")
    assert not Path("results").exists()


def test_an_experiment_goes_on_in_its_folder_after_it_was_edited_or_moved(call):
    write("a.yaml", sweep={"partition.parts": [2, 3]})
    assert run(call, "a.yaml", "-o", "out")[0] == 0
    write("a.yaml", sweep={"partition.parts": [2, 3, 4]}, machine="mesh-2x2")
    assert run(call, "a.yaml", "-o", "out")[0] == 0
    write("a.yaml", sweep={"partition.parts": [2, 3, 4, 5]}, machine="mesh-2x2")
    code, out, _ = run(call, "a.yaml", "-o", "out")
    assert (code, "3 of 4 points were already finished" in out) == (0, True)
    Path("there").mkdir()
    Path("a.yaml").rename("there/a.yaml")
    code, out, _ = run(call, "there/a.yaml", "-o", "out")
    assert (code, "4 of 4 points were already finished" in out) == (0, True)
    # A copy under another name, edited, is another experiment.
    write("there/b.yaml", machine="mesh-2x2", partition={"method": "contiguous", "parts": 4})
    assert "another experiment" in run(call, "there/b.yaml", "-o", "out")[2]


def test_experiments_made_in_python_are_told_apart_by_their_configuration(call):
    first = load_experiment(write("a.yaml")).model_copy(update={"seed": 1})
    numasim.run(first, "out")
    numasim.run(first, "out")
    with pytest.raises(
        InputError,
        match=re.escape(
            "out: contains the results of another experiment, 'a' (made in Python); choose another"
        ),
    ):
        numasim.run(first.model_copy(update={"seed": 2}), "out")
    numasim.run(first.model_copy(update={"seed": 2}), "out", overwrite=True)
    assert load_results("out").attrs["seed"] == 2


def test_a_file_of_the_folder_that_is_a_link_is_never_written_through(call):
    write("a.yaml")
    assert run(call, "a.yaml")[0] == 0
    Path("mine").write_text("precious")
    Path("results/a/results.csv").unlink()
    Path("results/a/results.csv").symlink_to(Path("mine").resolve())
    assert run(call, "a.yaml")[2].startswith(
        "error: results/a: contains results.csv, which numasim would write"
    )
    assert Path("mine").read_text() == "precious"


@pytest.mark.parametrize("manifest", ["{", "[]", "{}", '{"experiment": "a", "files": 3}'])
def test_a_folder_with_a_damaged_manifest_is_not_taken_for_ones_own(call, manifest):
    write("a.yaml")
    assert run(call, "a.yaml")[0] == 0
    Path("results/a/manifest.json").write_text(manifest)
    before = content("results/a")
    code, _, err = run(call, "a.yaml")
    assert (code, "but no manifest of numasim" in err) == (2, True)
    assert content("results/a") == before


def test_a_manifest_cannot_name_files_elsewhere_for_removal(call):
    write("a.yaml")
    assert run(call, "a.yaml")[0] == 0
    Path("results/mine.txt").write_text("precious")
    Path("results/a/notes.txt").write_text("precious")
    path = Path("results/a/manifest.json")
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "files": [*manifest["files"], "../mine.txt", "notes.txt"]}))
    assert run(call, "a.yaml")[0] == 0
    assert Path("results/mine.txt").read_text() == Path("results/a/notes.txt").read_text() == "precious"


def test_a_killed_run_leaves_a_folder_that_is_known(call, tmp_path):
    """The manifest is there before the first run, so what it kept and half-written files are its own."""
    experiment = load_experiment(write("a.yaml"))
    with results_folder(Path("out"), experiment, tmp_path / "a.yaml"):
        Path("out/launches.csv").write_text("half a table")
        Path("out/.manifest.json.01234567.part").write_text("{")
    assert run(call, "a.yaml", "-o", "out")[0] == 0
    assert sorted(content("out")) == sorted(json.loads(Path("out/manifest.json").read_text())["files"])
    assert "launches.csv" not in content("out")


def test_a_study_has_a_folder_of_its_own_too(call):
    Path("s.yaml").write_text(STUDY)
    assert call("run", "s.yaml")[0] == 0
    assert sorted(content("results/s")) == sorted(
        json.loads(Path("results/s/manifest.json").read_text())["files"]
    )
    assert call("run", "s.yaml")[0] == 0
    Path("d").mkdir()
    Path("d/s.yaml").write_text(STUDY.replace("0.1", "0.2"))
    assert "another experiment" in call("run", "d/s.yaml")[2]
    assert call("run", "d/s.yaml", "--overwrite")[0] == 0


LIMIT = 45_000


def limited():
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def test_a_disk_without_room_costs_no_table_and_no_point(call):
    """A limit of the system on a file's size stands in for the disk: small points fit, a table does not."""
    write("a.yaml", machine="mesh-8x8", sweep={"mapping.seed": list(range(6))})
    assert run(call, "a.yaml", "-o", "out")[0] == 0
    before = content("out")
    assert len(before["links.csv"]) > LIMIT
    shutil.rmtree(f"out/{FOLDER}")
    write("a.yaml", machine="mesh-8x8", sweep={"mapping.seed": list(range(7))})
    done = subprocess.run(
        [sys.executable, "-m", "numasim", "run", "a.yaml", "-o", "out", "-j", "1"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert done.returncode == 2
    named = r"error: out/\w+\.(csv|parquet): cannot be written \(.*\); free disk space or choose another path"
    assert re.fullmatch(named, done.stderr.splitlines()[-1]), done.stderr
    after = content("out")
    assert after["links.csv"] == before["links.csv"]
    assert after.keys() == before.keys()
    assert not list(Path("out").glob(".*.part"))
    code, out, _ = run(call, "a.yaml", "-o", "out")
    assert (code, "7 of 7 points were already finished" in out) == (0, True)
