"""A whole experiment: its rows, that they repeat for any number of workers, and what becomes of failures."""

import itertools
import json
import multiprocessing
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import yaml

import numasim
from mappers.map_clusters import MAPPERS
from numasim.experiments.experiment import run_experiment
from numasim.experiments.job import Job, identity
from numasim.experiments.plan import job_of, reference_key
from numasim.experiments.point import evaluate
from numasim.experiments.row_table import RowTable
from numasim.experiments.run_jobs import plan, with_own_cuts
from numasim.experiments.run_options import RunOptions
from numasim.experiments.shared_cache import Kept
from numasim.kinds.mesh.point import _crowded
from numasim.plugin_files import Hashes
from numasim.results.tables import load_results, open_folder, write_tables
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import OptionError
from partitioners.partition_graph import PARTITIONERS

BASE = {
    "workload": {"generator": "mc2depi", "n": 8},
    "partition": {"parts": 4},
    "machine": "mesh-2x2",
    "execution": {"initial_values": "preloaded"},
    "sweep": {
        "partition.method": ["contiguous", "block", "wb_libra"],
        "mapping.method": ["round_robin", "memory_centric"],
    },
    "baseline": {"partition.method": ["block", "contiguous"]},
}
LONG = (
    "activity",
    "cores",
    "clusters",
    "links",
    "ports",
    "controllers",
    "traffic",
    "packets",
    "hops",
)  # nothing has caches here
MEASURES = ("copies_or_cut", "messages", "network_bytes", "flit_hops")


@pytest.fixture
def write(tmp_path):
    """Write an experiment, the base with sections replaced, and load it."""
    number = itertools.count()

    def write(**sections):
        data = {key: value for key, value in {**BASE, **sections}.items() if value is not None}
        path = tmp_path / f"experiment{next(number)}.yaml"
        path.write_text(yaml.safe_dump(data, sort_keys=False))
        return load_experiment(path)

    return write


def test_every_point_has_its_row_and_edge_cuts_have_two(write):
    table = run_experiment(write(), RunOptions(workers=1)).table
    assert table["error"].isna().all()
    runs = list(
        zip(
            table["point"],
            table["partitioner"],
            table["mapper"],
            table["aggregate_messages"],
            table["extra_run"],
            strict=True,
        )
    )
    assert runs == [
        (0, "contiguous", "round_robin", True, False),
        (1, "contiguous", "memory_centric", True, False),
        (2, "block", "round_robin", True, False),
        (2, "block", "round_robin", False, True),
        (3, "block", "memory_centric", True, False),
        (3, "block", "memory_centric", False, True),
        (4, "wb_libra", "round_robin", True, False),
        (5, "wb_libra", "memory_centric", True, False),
    ]
    assert table["run_id"].is_unique
    assert table["order"].fillna("none").tolist() == ["none"] * 6 + ["given"] * 2


def test_a_row_is_what_the_python_interface_gives(write):
    table = run_experiment(write(), RunOptions(workers=1)).table
    row = table[(table["partitioner"] == "wb_libra") & (table["mapper"] == "memory_centric")].iloc[0]
    from partitioners.generators.models import mc2depi

    partition = numasim.partition(mc2depi(n=8), "wb_libra", parts=4)
    machine = numasim.load_machine("mesh-2x2")
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
    result = numasim.simulate(partition, mapping, machine, {"initial_values": "preloaded"})
    for name, value in result.scalars.items():
        assert row[name] == value, name
    for name, value in numasim.quality(partition).to_dict().items():
        assert row[name] == value or (value is None and pd.isna(row[name])), name
    one_core = partition.graph.weight.sum()  # with inputs present, one cluster on one core takes its work
    assert row["speedup"] == one_core / result.scalars["cycles"]


def test_ratios_are_to_the_baseline_with_the_same_mapper(write):
    table = run_experiment(write(), RunOptions(workers=1)).table
    for base in ("block", "contiguous"):
        bases = table[(table["partitioner"] == base) & ~table["extra_run"]].set_index("mapper")
        for measure in MEASURES:
            for row in table.to_dict("records"):
                divisor = bases.loc[row["mapper"], measure]
                ratio = row[f"{measure}_vs_{base}"]
                assert ratio == row[measure] / divisor if divisor else pd.isna(ratio) or row[measure] == 0


@pytest.mark.parametrize(
    "change",
    [
        {"execution": {"aggregate_messages": False}},
        {"sweep": {"execution.aggregate_messages": [True, False]}},
    ],
)
def test_who_chooses_how_cut_edges_are_counted_gets_that_alone(write, change):
    change = {"partition": {"parts": 4, "method": "block"}, "sweep": None, "baseline": None, **change}
    table = run_experiment(write(**change), RunOptions(workers=1)).table
    assert not table["extra_run"].any()
    assert table["aggregate_messages"].tolist() == ([False] if "execution" in change else [True, False])


def test_the_results_are_the_same_bytes_for_any_number_of_workers(write, tmp_path):
    experiment = write(sweep={**BASE["sweep"], "partition.parts": [4, 5000]})
    files = [f"{name}.{kind}" for name in (*LONG, "results") for kind in ("csv", "parquet")]
    for workers in (1, 3):
        results = run_experiment(experiment, RunOptions(workers=workers))
        assert results.failed == 6
        tables = {"results": results.table, **results.tables}
        write_tables(open_folder(tmp_path / str(workers)), tables, {})
        assert sorted(path.name for path in (tmp_path / str(workers)).iterdir()) == sorted(files)
    for name in files:
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes(), name


@pytest.mark.usefixtures("pictures")
def test_the_folder_gives_back_the_table_and_the_experiment(write, tmp_path):
    experiment = write(seed=3)
    folder = tmp_path / "results"
    table = numasim.run(experiment, folder, workers=1)
    loaded = load_results(folder)
    pd.testing.assert_frame_equal(loaded, table)
    tables = [f"{name}.{kind}" for name in (*LONG, "results") for kind in ("csv", "parquet")]
    drawn = ("comparison", "relative", "mesh_links", "tiles", "core_time")  # no number is swept
    drawn = [f"{name}.{kind}" for name in drawn for kind in ("png", "svg")]
    others = ["manifest.json", "points", "report.html", "resolved.yaml", "timings.parquet"]
    assert sorted(path.name for path in folder.iterdir()) == sorted([*tables, *drawn, *others])
    hops = load_results(folder, "hops")
    for row in table.to_dict("records"):
        of_run = hops[hops["run_id"] == row["run_id"]]
        assert of_run["messages"].sum() == row["messages"]
        assert of_run.loc[of_run["hops"] == 0, "messages"].sum() == row["messages_local"]
        assert (of_run["hops"] * of_run["messages"]).sum() == row["flit_hops"]  # one flit a message
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["runs"], manifest["failed"], manifest["stopped"], manifest["workers"]) == (
        8,
        0,
        None,
        1,
    )
    assert sorted(loaded.attrs) == ["experiment", "inputs", "seed", "units", "versions"]
    assert loaded.attrs["seed"] == 3
    assert load_experiment(folder / "resolved.yaml") == experiment
    again = numasim.run(folder / "resolved.yaml", workers=1)
    pd.testing.assert_frame_equal(again, table)


def test_a_point_that_fails_is_a_row_and_ends_no_other(write):
    experiment = write(
        sweep={"partition.parts": [4, 5000, 2]}, partition={"method": "contiguous"}, baseline=None
    )
    results = run_experiment(experiment, RunOptions(workers=1))
    assert results.failed == 1
    assert results.table["error"].fillna("").tolist() == [
        "",
        "parts is 5000, more than the 153 edges of 'mc2depi-8'; choose parts <= 153",
        "",
    ]
    assert results.table["cycles"].isna().tolist() == [False, True, False]
    assert results.table["cycles"].dtype == "Int64"
    assert not results.tracebacks


def test_a_plug_in_that_breaks_is_told_with_its_traceback(write):
    def broken(graph, parts):
        """Divides by nothing."""
        return parts / 0

    PARTITIONERS.register("broken", broken)
    try:
        results = run_experiment(
            write(sweep={"partition.method": ["broken", "block"]}, baseline=None), RunOptions(workers=1)
        )
    finally:
        PARTITIONERS.unregister("broken")
    place = f"{__file__}, line {broken.__code__.co_firstlineno + 2}, in broken"
    assert results.table["error"].fillna("").tolist() == [
        f"partitioner 'broken' failed: ZeroDivisionError: division by zero ({place})",
        "",
        "",
    ]
    assert "return parts / 0" in results.tracebacks[0]


class Forgetful:
    """Places nothing, and finds out while the program runs."""

    def place(self, ready, state):
        return self.cores[ready]


def forgetful(clusters, topology, costs):
    """Is asked while the program runs, and raises then."""
    return Forgetful()


def test_a_mapper_that_breaks_during_the_run_is_named_with_its_line(write):
    MAPPERS.register("forgetful", forgetful)
    try:
        mapping = {"method": "forgetful", "policy": "online"}
        results = run_experiment(
            write(mapping=mapping, sweep={"partition.method": ["block"]}, baseline=None),
            RunOptions(workers=1),
        )
    finally:
        MAPPERS.unregister("forgetful")
    line = Forgetful.place.__code__.co_firstlineno + 1
    said = (
        "mapper 'forgetful' failed: AttributeError: 'Forgetful' object has no attribute 'cores' "
        f"({__file__}, line {line}, in place)"
    )
    assert set(results.table["error"].dropna()) == {said}


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_is_finished(write, workers):
    def interrupt(done, total, what):
        if done == 3:
            raise KeyboardInterrupt

    before = set(multiprocessing.active_children())
    results = run_experiment(write(), RunOptions(workers=workers), progress=interrupt)
    assert results.stopped == "interrupted"
    assert 1 <= results.table["point"].nunique() <= 3
    assert set(multiprocessing.active_children()) <= before


def test_partitions_and_mappings_come_from_files(write, tmp_path):
    from partitioners.generators.models import mc2depi

    partition = numasim.partition(mc2depi(n=8), "wb_libra", parts=4)
    numasim.write_partition(partition, tmp_path / "parts.txt")
    (tmp_path / "cores.txt").write_text("3\n2\n1\n0\n")
    files = write(
        partition={"file": "parts.txt"},
        mapping={"file": "cores.txt"},
        sweep=None,
        baseline=None,
        machine="table2",
    )
    row = run_experiment(files, RunOptions(workers=1)).table.iloc[0]
    assert (row["partitioner"], row["mapper"], row["parts"], row["mesh"]) == (
        "parts.txt",
        "cores.txt",
        4,
        "2x2",
    )
    assert pd.isna(row["error"])
    made = write(partition={"method": "wb_libra", "parts": 4}, sweep=None, baseline=None)
    assert row["messages"] == run_experiment(made, RunOptions(workers=1)).table.iloc[0]["messages"]
    before = row["run_id"]
    (tmp_path / "cores.txt").write_text("0\n1\n2\n3\n")
    assert run_experiment(files, RunOptions(workers=1)).table.iloc[0]["run_id"] != before


def test_runs_that_differ_in_partition_and_mapping_share_their_reference(write):
    experiment = write(sweep={**BASE["sweep"], "execution.network": ["ideal", "packet"]})
    jobs = [Job(point.index, point.experiment) for point in points(experiment)]
    assert len({reference_key(job, Hashes()) for job in jobs}) == 2


def test_a_job_has_the_id_of_its_run_wherever_it_runs(write, tmp_path):
    made = [job_of(point, Hashes()) for point in points(write())]
    assert [job.run_id for job in made] == [identity(job.experiment, job.inputs) for job in made]
    assert len({job.run_id for job in made}) == len(made)
    assert [replace(job, shared=tmp_path, reference=True).run_id for job in made] == [j.run_id for j in made]


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_the_plan_has_every_job_once_and_points_of_one_partition_together(write, workers):
    experiment = write(sweep={**BASE["sweep"], "partition.parts": [2, 3, 4], "mapping.seed": [0, 1, 2]})
    jobs = [Job(point.index, point.experiment) for point in points(experiment)]
    batches = plan(jobs, workers)
    assert sorted(job.point for batch in batches for job in batch) == list(range(len(jobs)))
    for batch in batches:
        assert len({str(job.experiment.resolved()["partition"]) for job in batch}) == 1


def test_a_partition_of_one_batch_is_not_written_for_other_processes(write, tmp_path, monkeypatch):
    sweep = {"partition.method": ["random"], "partition.parts": [2, 3], "mapping.seed": [*range(9)]}
    jobs = [Job(each.index, each.experiment) for each in points(write(sweep=sweep, baseline=None))]
    batches = with_own_cuts(plan(jobs[:12], 1))  # nine points are two batches, and three are one
    assert [(len(batch), {job.own_cut for job in batch}) for batch in batches] == [
        (3, {False}),
        (3, {False}),
        (3, {False}),
        (3, {True}),
    ]
    # Graph, partition and clusters; without the clusters of a small graph; the graph alone.
    for batch, least, written in ((batches[0], 0, 3), (batches[0], 50_000, 2), (batches[-1], 0, 1)):
        monkeypatch.setattr("numasim.experiments.prepare.SHARED_EDGES", least)
        shared = tmp_path / str(written)
        shared.mkdir()
        evaluate(replace(batch[0], shared=shared, kept=Kept()))
        assert len([path for path in shared.iterdir() if path.suffix != ".lock"]) == written


def test_columns_keep_whole_numbers_whole():
    rows = [
        {"point": 0, "a": 1, "b": 1, "c": 0.5, "d": True, "e": None},
        {"point": 1, "a": 2, "c": 1, "d": False},
    ]
    kinds = RowTable(rows).frame().dtypes.astype(str).to_dict()
    assert {name: kinds[name] for name in "abcde"} == {
        "a": "int64",
        "b": "Int64",
        "c": "float64",
        "d": "bool",
        "e": "str",
    }


def test_numpy_scalars_are_numbers_too():
    assert RowTable([{"a": np.int64(3)}, {"a": np.int64(4)}]).frame()["a"].dtype == "int64"
    assert RowTable([{"a": np.float64(3)}]).frame()["a"].dtype == "float64"


def test_a_results_folder_that_cannot_be_made_stops_the_run_first(write, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(numasim.InputError, match="cannot make the results folder"):
        numasim.run(write(), tmp_path / "file", workers=1)
    with pytest.raises(OptionError, match=r"^workers must be at least 1, got 0$"):
        numasim.run(write(), workers=0)


def test_a_mapping_that_undoes_the_balance_is_told(write):
    sections = {
        "workload": {"generator": "rmat", "scale": 8},
        "partition": {"method": "wb_libra", "parts": 16},
        "mapping": {"method": "memory_centric", "estimate": "serial"},
        "machine": "mesh-4x4",
        "execution": {"model": "supersteps", "initial_values": "preloaded"},
        "sweep": {"machine.core.max_clusters_per_core": [1, 4]},
    }
    rows = run_experiment(write(**sections | {"baseline": None}), RunOptions(workers=1)).table
    spread, crowded = rows.itertuples()
    assert spread.core_load_imbalance < 1.5
    assert pd.isna(spread.warnings)
    assert crowded.warnings == (
        f"a core has {crowded.core_load_imbalance:.1f} times the mean work, with up to 4 clusters on one "
        "core; `mapping.method: local_search` or `mapping.method: greedy` or "
        "`machine.core.max_clusters_per_core: 1` may spread them"
    )


def test_a_core_that_has_its_share_of_uneven_clusters_is_no_matter_of_the_mapping():
    machine = numasim.load_machine("mesh-4x4")
    run = {"edge_weight_imbalance": 1.0, "parts": 16, "core_load_imbalance": 16.0}
    assert _crowded(run | {"most_clusters_on_a_core": 1}, machine) == [
        "a core has 16.0 times the mean work, but no core has more than its share of the clusters (1): the "
        "clusters are uneven; another `partition.method` may balance them"
    ]
    one = machine.model_copy(update={"core": machine.core.model_copy(update={"max_clusters_per_core": 1})})
    assert _crowded(run | {"most_clusters_on_a_core": 2}, one) == [
        "a core has 16.0 times the mean work, with up to 2 clusters on one core; "
        "`mapping.method: local_search` or `mapping.method: greedy` may spread them"
    ]
    assert _crowded(run | {"most_clusters_on_a_core": 2, "core_load_imbalance": 2.0}, one) == []
    # The limit has no effect on this mapper.
    assert _crowded(run | {"most_clusters_on_a_core": 2, "mapper": "bottleneck"}, machine) == [
        "a core has 16.0 times the mean work, with up to 2 clusters on one core; "
        "`mapping.method: local_search` or `mapping.method: greedy` may spread them"
    ]
