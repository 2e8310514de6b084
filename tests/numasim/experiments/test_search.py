"""Searches: the same on any number of workers and after a kill, and as good as the whole grid."""

import importlib.util
import json
import multiprocessing
from dataclasses import replace

import pytest
import yaml

import numasim
from numasim.cli import execute
from numasim.experiments import run_jobs
from numasim.experiments.point_file import HEAD, PointFile
from numasim.experiments.replay import replay
from numasim.experiments.run_jobs import JobRunner
from partitioners.errors import ConfigError, MissingExtraError

EXPERIMENT = {
    "workload": {"generator": "mc2depi", "n": 6},
    "partition": {"method": "wb_libra", "parts": 2},
    "mapping": {"method": "round_robin"},
    "machine": "mesh-2x2",
    "execution": {"network": "ideal"},
    "objective": ["cycles", "energy_joules"],
}
GRID = {
    "partition.method": ["wb_libra", "hdrf", "random"],
    "partition.parts": [1, 2, 3, 4, 6, 8],
    "machine.core.issue_width": [1, 2],
}
FIELDS = {"partition.parts": {"from": 1, "to": 9}, "partition.method": ["wb_libra", "hdrf", "random"]}


def load(search, **sections):
    return numasim.load_experiment({**EXPERIMENT, **sections, "search": search})


def tables(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a search that ran at once."""
    folder = tmp_path_factory.mktemp("search") / "out"
    numasim.run(load({"points": 9, "batch": 3, "fields": FIELDS}), folder)
    return folder


@pytest.mark.slow
def test_the_tables_do_not_depend_on_the_workers(whole, tmp_path):
    numasim.run(load({"points": 9, "batch": 3, "fields": FIELDS}), tmp_path / "out", workers=2)
    assert tables(tmp_path / "out") == tables(whole)


def test_the_tables_do_not_depend_on_the_order_in_which_points_end(whole, tmp_path, monkeypatch):
    run = JobRunner.run

    def backwards(runner, jobs, *others, **options):
        found = run(runner, dict(reversed(jobs.items())), *others, **options)
        return replace(found, outcomes=dict(reversed(found.outcomes.items())))

    monkeypatch.setattr(JobRunner, "run", backwards)
    numasim.run(load({"points": 9, "batch": 3, "fields": FIELDS}), tmp_path / "out")
    assert tables(tmp_path / "out") == tables(whole)


def test_a_killed_search_finds_its_points_and_goes_on(whole, tmp_path):
    (kept := tmp_path / "out" / "points").mkdir(parents=True)
    (path,) = (whole / "points").iterdir()
    sixth = [*PointFile(path).points.values()][5]
    (kept / path.name).write_bytes(path.read_bytes()[: sixth + HEAD.size + 10])
    numasim.run(load({"points": 9, "batch": 3, "fields": FIELDS}), tmp_path / "out", overwrite=True)
    assert tables(tmp_path / "out") == tables(whole)
    assert 1 < json.loads((tmp_path / "out" / "manifest.json").read_text())["reused"] < 8


def test_all_batches_are_run_by_one_worker_and_stored_in_one_file(whole, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(
        "numasim.experiments.run_jobs.Worker", lambda of=run_jobs.Worker: made.append(of()) or made[-1]
    )
    numasim.run(load({"points": 9, "batch": 3, "fields": FIELDS}), tmp_path / "out")
    assert len(made) == 1
    assert [path.name for path in (tmp_path / "out" / "points").iterdir()] == ["0001.points"]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_an_interrupted_search_keeps_what_is_finished_and_goes_on(whole, tmp_path, workers):
    before = set(multiprocessing.active_children())
    ended = []

    def interrupt(done, total, what):
        ended.append(done)
        if done == 5:
            raise KeyboardInterrupt

    experiment = load({"points": 9, "batch": 3, "fields": FIELDS})
    with pytest.raises(KeyboardInterrupt):
        numasim.run(experiment, tmp_path / "out", workers=workers, progress=interrupt)
    assert ended[-1] == 5
    assert set(multiprocessing.active_children()) <= before
    assert 2 <= len(numasim.load_results(tmp_path / "out")) < 9
    numasim.run(experiment, tmp_path / "out", workers=workers)
    assert tables(tmp_path / "out") == tables(whole)


def test_a_larger_search_goes_on_from_a_smaller_one(whole):
    fewer = numasim.run(load({"points": 5, "batch": 3, "fields": FIELDS}))
    names = ["point", "cycles", "partition.parts" if "partition.parts" in fewer else "parts"]
    more = numasim.load_results(whole)
    assert fewer[names].to_numpy().tolist() == more[names].iloc[:5].to_numpy().tolist()


@pytest.mark.parametrize(("method", "share"), [("tpe", 0.75), ("nsga2", 1.0)])
def test_a_search_finds_the_front_of_the_whole_grid(method, share):
    """With at most this share of the points of the grid."""
    every = numasim.run({**EXPERIMENT, "sweep": GRID})
    number = int(share * len(every))
    found = numasim.run(load({"method": method, "points": number, "batch": 4, "fields": GRID}))
    best = {tuple(row) for row in every[every["front"]][["cycles", "energy_joules"]].to_numpy().tolist()}
    assert {
        tuple(row) for row in found[found["front"]][["cycles", "energy_joules"]].to_numpy().tolist()
    } == best
    assert len(found) <= number


def test_cma_finds_the_least_of_numbers():
    fields = {"partition.parts": [1, 2, 3, 4, 6, 8], "machine.core.issue_width": [1, 2]}
    sections = {"objective": "cycles"}
    every = numasim.run({**EXPERIMENT, **sections, "sweep": fields})
    found = numasim.run(load({"method": "cma", "points": 10, "fields": fields}, **sections))
    assert found["cycles"].min() == every["cycles"].min()


def test_the_constraint_is_met_and_the_search_ends_when_nothing_is_new():
    fields = {"partition.parts": [1, 2, 4, 8], "partition.method": ["wb_libra", "hdrf"]}
    with pytest.warns(UserWarning, match="proposed|ended") as told:
        found = numasim.run(load({"points": 50, "fields": fields}, constraint="partition.parts >= 4"))
    assert sorted(zip(found["parts"], found["partitioner"], strict=True)) == [
        (4, "hdrf"),
        (4, "wb_libra"),
        (8, "hdrf"),
        (8, "wb_libra"),
    ]
    assert [str(each.message) for each in told] == [
        "the search ended after 4 of 50 points: its last 500 proposals brought no new one",
        "4 proposed points did not meet the constraint, and did not run",
    ]


def test_a_search_of_which_nothing_can_be_run_says_why():
    with pytest.raises(ConfigError) as raised:
        numasim.run(
            load({"points": 5, "fields": {"partition.parts": [2, 4]}}, constraint="partition.parts > 8")
        )
    assert str(raised.value) == (
        "search: the search ended after 0 of 5 points: its last 500 proposals brought no new one; 2 proposed "
        "points did not meet the constraint, and did not run; widen the fields, or relax the constraint"
    )


def test_failed_and_impossible_points_do_not_end_a_search():
    fields = {"partition.parts": [2, 5000], "machine.l2.size": ["1 KiB", "256 KiB"]}
    with pytest.warns(UserWarning, match="proposed|ended") as told:
        found = numasim.run(load({"method": "random", "points": 8, "fields": fields}))
    assert str(told[1].message) == "2 proposed points did not fit together, and did not run"
    assert found["error"].notna().tolist() == (found["parts"] == 5000).tolist()
    assert sorted(found["parts"]) == [2, 5000]
    assert found["front"].tolist() == (found["parts"] == 2).tolist()


def test_confirming_runs_the_best_screened_points_with_the_values_of_the_experiment():
    sections = {"execution": {"network": "packet"}, "objective": "cycles"}
    screen = {"screen": {"execution.network": "ideal"}, "confirm": 3}
    found = numasim.run(load({"points": 8, "fields": FIELDS, **screen}, **sections))
    screened, confirmed = found[:8], found[8:]
    best = screened.sort_values("cycles", kind="stable")[:3]["point"]
    assert sorted(confirmed["screened_point"]) == sorted(best)
    assert screened["screened_point"].isna().all()
    assert set(screened["network"]) == {"ideal"}
    direct = [
        {"partition.parts": int(row["parts"]), "partition.method": row["partitioner"]}
        for _, row in confirmed.iterrows()
    ]
    runs = numasim.run({**EXPERIMENT, **sections, "sweep": {"list": direct}})
    assert confirmed["run_id"].tolist() == runs["run_id"].tolist()
    assert confirmed["cycles"].tolist() == runs["cycles"].tolist()
    assert confirmed["front"].tolist() == (runs["cycles"] == runs["cycles"].min()).tolist()
    assert not screened["front"].any()


def test_a_point_is_replayed_from_its_folder(whole):
    again = replay(whole, "4")
    assert again.cells == []
    assert again.points == 9


def test_the_page_and_the_pictures_show_the_search(whole):
    page = (whole / "report.html").read_text()
    assert "<h2>Search</h2>" in page
    assert "Searched: partition.parts" in page
    assert {"search.png", "search.svg"} <= {path.name for path in whole.iterdir()}


def test_check_and_show_say_what_is_searched(tmp_path, capsys):
    file = tmp_path / "e.yaml"
    file.write_text(yaml.safe_dump({**EXPERIMENT, "search": {"points": 50, "fields": FIELDS}}))
    assert execute(["check", str(file)]) == 0
    phrase = "search by tpe, 50 points in batches of 10, over 2 fields"
    assert capsys.readouterr().out.splitlines()[0] == f"{file}: ok, {phrase}"
    assert execute(["show", str(file)]) == 0
    assert f"# {phrase}; the points are known when it runs" in capsys.readouterr().out
    assert execute(["run", str(file), "-o", str(tmp_path / "out"), "--trace", "t.json"]) == 2
    assert "--trace t.json: the points of a search are known when it has run" in capsys.readouterr().err
    assert execute(["run", str(file), "-o", str(tmp_path / "out"), "--shard", "1/2"]) == 2
    assert (
        capsys.readouterr()
        .err.strip()
        .endswith("--shard: the points of a search are known when it has run; run it in one piece")
    )


@pytest.mark.parametrize(("package", "method"), [("optuna", "tpe"), ("cmaes", "cma")])
def test_without_the_extra_one_line_says_what_to_install(package, method, tmp_path, monkeypatch, capsys):
    present = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *of: None if name == package else present(name, *of)
    )
    search = {"method": method, "points": 5, "fields": {"partition.parts": [1, 2], "mapping.seed": [1, 2]}}
    message = f"a search by {method} needs the package {package!r}: pip install 'numasim[search]'"
    with pytest.raises(MissingExtraError) as raised:
        numasim.run(load(search, objective="cycles"))
    assert str(raised.value) == message
    file = tmp_path / "e.yaml"
    file.write_text(yaml.safe_dump({**EXPERIMENT, "objective": "cycles", "search": search}))
    assert execute(["check", str(file)]) == 2
    assert f"search.method: {message}" in capsys.readouterr().err


def test_all_methods_propose_only_values_of_the_fields():
    sizes = ["1 MiB", "256 KiB"]
    fields = {"partition.parts": {"from": 2, "to": 8, "scale": "log"}, "machine.l2.size": sizes}
    for method in ("tpe", "nsga2", "cma", "random"):
        found = numasim.run(load({"method": method, "points": 6, "fields": fields}, objective="cycles"))
        assert found["parts"].between(2, 8).all(), method
        assert set(found["machine.l2.size"]) <= set(sizes)
        assert not found.duplicated(["parts", "machine.l2.size"]).any()
