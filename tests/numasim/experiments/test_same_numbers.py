"""Every documented way to the same thing gives the same numbers: all figures and all long tables, exactly."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from stored_points import stored_points

import numasim
from numasim.cli import execute
from numasim.experiments.point_store import FOLDER
from numasim.experiments.replay import replay
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.results.row_kinds import all_tables
from numasim.results.tables import load_results

ONE = {
    "workload": {"generator": "mc2depi", "n": 6},
    "partition": {"method": "wb_libra", "parts": 4, "order": "shuffled", "seed": 3},
    "mapping": {"method": "local_search", "seed": 5},
    "machine": "mesh-2x2",
    "execution": {"model": "supersteps", "steps": 2},
}
SWEEP = {"partition.method": ["wb_libra", "block"], "execution.network": ["ideal", "packet", "flit"]}
SWEPT = {**ONE, "partition": {"parts": 4, "seed": 3}, "sweep": SWEEP}
GRAPH_NAMES = ("workload", "workload_options")
CUT_NAMES = ("partitioner", "partitioner_options", "order", "seed", "imbalance_guarantee")
LONG = all_tables()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with the swept experiment, and its results from the command line, in one process."""
    place = tmp_path_factory.mktemp("same")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        write("swept.yaml", SWEPT)
        assert execute(["run", "swept.yaml", "-o", "swept", "-j", "1"]) == 0
        write("one.yaml", ONE)
        assert execute(["run", "one.yaml", "-o", "one", "-j", "1"]) == 0
        yield place


def write(name, sections):
    Path(name).write_text(yaml.safe_dump(sections, sort_keys=False))
    return name


def tables(folder):
    """The tables of a results folder, by their names."""
    there = [name for name in ("results", *LONG) if Path(folder, f"{name}.parquet").is_file()]
    return {name: load_results(folder, name) for name in there}


def assert_same(first, second, without=()):
    """Every column but the keys and some names, of every table, row by row."""
    assert first.keys() == second.keys()
    for name, frame in first.items():
        dropped = ["point", "run_id", *(without if name == "results" else ())]
        columns = [column for column in frame if column not in dropped]
        assert columns == [column for column in second[name] if column not in dropped], name
        pd.testing.assert_frame_equal(
            frame[columns].reset_index(drop=True), second[name][columns].reset_index(drop=True), obj=name
        )


def plain(column):
    return [None if pd.isna(value) else value for value in column]


def csv(folder):
    return {path.name: path.read_bytes() for path in Path(folder).glob("*.csv")}


def test_python_and_the_command_line(place):
    table = numasim.run("swept.yaml")
    assert table["error"].isna().all()
    assert len(table) == 9  # the edge cut has two rows a point
    pd.testing.assert_frame_equal(table, load_results("swept"), check_like=False)
    numasim.run("swept.yaml", "by-python")
    assert csv("by-python") == csv("swept")
    made = MeshExperiment.model_validate({**SWEPT, "name": "made"})
    pd.testing.assert_frame_equal(numasim.run(made), table)
    resolved = numasim.run("swept/resolved.yaml")
    pd.testing.assert_frame_equal(resolved, table)


@pytest.mark.parametrize("workers", ["2", pytest.param("3", marks=pytest.mark.slow)])
def test_any_number_of_workers(place, workers):
    folder = f"on-{workers}"
    assert execute(["run", "swept.yaml", "-o", folder, "-j", workers]) == 0
    assert csv(folder) == csv("swept")


def test_a_point_alone_and_in_a_sweep(place):
    whole = tables("swept")
    whole_rows = whole["results"]
    for point, (method, network) in enumerate(
        (m, n) for m in SWEEP["partition.method"] for n in SWEEP["execution.network"]
    ):
        alone = {
            **SWEPT,
            "partition": {"method": method, "parts": 4, "seed": 3},
            "execution": {**ONE["execution"], "network": network},
        }
        del alone["sweep"]
        assert execute(["run", write("alone.yaml", alone), "-o", f"alone-{point}", "-j", "1"]) == 0
        in_sweep = {name: table[table["point"] == point] for name, table in whole.items()}
        here = tables(f"alone-{point}")
        assert here.keys() == {name for name, table in in_sweep.items() if len(table)}
        for name, frame in here.items():
            known = in_sweep[name].reset_index(drop=True).drop(columns="point")
            found = frame.drop(columns="point")
            # Other rows of the sweep give columns that are empty here, and other types.
            assert known.drop(columns=list(found)).isna().all(axis=None)
            for column in found:
                assert plain(found[column]) == plain(known[column]), column
    assert whole_rows["point"].nunique() == 6


def test_a_point_replayed(place):
    for point in range(6):
        again = replay("swept", str(point))
        assert again.cells == []
        assert again.figures > 90


def test_a_sweep_resumed(place):
    shutil.copytree("swept", "resumed")
    before = csv("swept")
    (points,) = Path("resumed", FOLDER).glob("*.points")
    points.write_bytes(points.read_bytes()[: points.stat().st_size // 2])
    assert 0 < len(stored_points("resumed")) < len(stored_points("swept"))
    for path in Path("resumed").glob("*.csv"):
        path.unlink()
    assert execute(["run", "swept.yaml", "-o", "resumed", "-j", "2"]) == 0
    assert csv("resumed") == before


def test_a_longer_sweep(place):
    shorter = {**SWEPT, "sweep": {**SWEEP, "execution.network": ["packet"]}}
    assert execute(["run", write("longer.yaml", shorter), "-o", "longer", "-j", "1"]) == 0
    assert execute(["run", write("longer.yaml", SWEPT), "-o", "longer", "-j", "1"]) == 0
    assert csv("longer") == csv("swept")


def test_dask(place):
    distributed = pytest.importorskip(
        "distributed", reason="The package distributed is not installed: pip install 'numasim[dask]'."
    )
    settings = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(protocol="tcp://", **settings) as cluster:
        assert execute(["run", "swept.yaml", "-o", "on-dask", "--dask", cluster.scheduler_address]) == 0
    assert csv("on-dask") == csv("swept")


def steps(graph):
    """The partition, the mapping and the run of the experiment, one call after the other."""
    partition = numasim.partition(graph, "wb_libra", 4, seed=3, order="shuffled")
    machine = numasim.load_machine("mesh-2x2")
    clusters = numasim.cluster_graph(partition)
    mapping = numasim.map_clusters(clusters, machine, "local_search", seed=5)
    return partition, mapping, numasim.simulate(partition, mapping, machine, ONE["execution"])


def test_step_by_step_in_python(place):
    from mappers.metrics import mapping_quality
    from partitioners.generators.models import mc2depi

    partition, mapping, result = steps(mc2depi(n=6))
    (row,) = load_results("one").to_dict("records")
    machine = numasim.load_machine("mesh-2x2")
    figures = {
        **{k: v for k, v in numasim.quality(partition).to_dict().items() if np.isscalar(v)},
        **mapping_quality(numasim.cluster_graph(partition), mapping, machine.topology).to_dict(),
        **result.scalars,
    }
    assert len(figures) > 60
    assert {name: row[name] for name in figures if name in row} == {
        name: value for name, value in figures.items() if name in row
    }
    assert set(result.scalars) <= row.keys()
    long = {name: table.drop(columns=["point", "run_id"]) for name, table in tables("one").items()}
    del long["results"]
    for name, table in long.items():
        pd.testing.assert_frame_equal(table, result.tables[name], obj=name)


@pytest.mark.parametrize("suffix", ["npz", "txt"])
def test_a_graph_from_a_file(place, suffix):
    from partitioners.generators.models import mc2depi

    numasim.write_graph(mc2depi(n=6), f"g.{suffix}")
    sections = {**ONE, "workload": {"graph": f"g.{suffix}", "weights": "value"}}
    assert execute(["run", write("graph.yaml", sections), "-o", f"graph-{suffix}", "-j", "1"]) == 0
    assert_same(tables(f"graph-{suffix}"), tables("one"), GRAPH_NAMES)


@pytest.mark.parametrize("suffix", ["txt", "npy"])
def test_partition_then_run(place, suffix):
    from partitioners.generators.models import mc2depi

    numasim.write_graph(mc2depi(n=6), "cut.npz")
    options = ["--method", "wb_libra", "--parts", "4", "--order", "shuffled", "--seed", "3", "--verify"]
    assert execute(["partition", "cut.npz", *options, "-o", f"parts.{suffix}"]) == 0
    for name, workload in (("made", ONE["workload"]), ("read", {"graph": "cut.npz"})):
        sections = {**ONE, "workload": workload, "partition": {"file": f"parts.{suffix}"}}
        folder = f"cut-{name}-{suffix}"
        assert execute(["run", write("cut.yaml", sections), "-o", folder, "-j", "1"]) == 0
        assert_same(tables(folder), tables("one"), (*GRAPH_NAMES, *CUT_NAMES))


def test_a_mapping_from_a_file(place):
    from partitioners.generators.models import mc2depi

    _, mapping, _ = steps(mc2depi(n=6))
    numasim.write_mapping(mapping, "cores.txt")
    sections = {**ONE, "mapping": {"file": "cores.txt"}}
    assert execute(["run", write("placed.yaml", sections), "-o", "placed", "-j", "1"]) == 0
    assert_same(tables("placed"), tables("one"), ("mapper", "mapper_options"))
