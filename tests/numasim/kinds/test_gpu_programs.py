"""Experiments with programs on graphs: what a file may say, rows, determinism."""

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import gpu
from gpu import make_mesh, write_mesh
from numasim.experiments.experiment import run_experiment
from numasim.experiments.job import identity
from numasim.experiments.plan import job_of
from numasim.experiments.run_options import RunOptions
from numasim.kinds.gpu.schema import GpuExperiment
from numasim.plugin_files import Hashes
from numasim.results.summary import print_summary
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError
from partitioners.generators.models import rmat

GRAPH = {"generator": "rmat", "scale": 7, "edge_factor": 6, "directed": True}
SWEPT = {
    "workload": {"kernel": "bfs", "graph": GRAPH, "block_size": 64},
    "machine": {"base": "k20c", "sms": 2},
    "sweep": {
        "workload.variant": ["relax", "queue_node"],
        "workload.level": [4, "histogram"],
        "machine.sms": [1, 2],
    },
    "baseline": {"workload.variant": "relax", "workload.level": 4},
    "verify": True,
}


def refused(write, workload, **sections):
    data = {"workload": {"kernel": "bfs", "graph": GRAPH, **workload}, "machine": "k20c", **sections}
    data["workload"] = {key: value for key, value in data["workload"].items() if value is not None}
    with pytest.raises(ConfigError) as error:
        load_experiment(write(data))
    return [line.removeprefix("e.yaml:").partition(" ")[2] for line in error.value.problems]


@pytest.mark.parametrize(
    ("workload", "message"),
    [
        (
            {"graph": None},
            "workload.graph: is missing; expected a graph file, or a mapping with generator",
        ),
        (
            {"graph": None, "matrix": "rmat-9x4"},
            "workload.matrix: bfs takes `graph`; write graph instead of matrix",
        ),
        (
            {"variant": "queue_node", "max_degree": 4},
            "workload.max_degree: does not apply to bfs with queue_node; remove it",
        ),
        (
            {"max_degree": 0},
            "workload.max_degree: bfs expects an integer from 1 to 2147483647 or null, got 0",
        ),
        (
            {"level": 0},
            "workload.level: bfs expects an integer from 1 to 2147483647 or 'histogram' or null, got 0",
        ),
        (
            {"variant": "relaxed"},
            "workload.variant: bfs expects one of 'relax', 'literal', 'atomic', 'virtual', 'child', "
            "'read_node', 'read_warp', 'queue_node', 'queue_warp', 'queue_block', got 'relaxed'",
        ),
        (
            {"x_in": "shared"},
            "workload.x_in: GPU program 'bfs' takes no option 'x_in'; known: block_size, "
            "level, max_degree, root, variant",
        ),
        ({"kernel": "bsf"}, "workload.kernel: unknown GPU program 'bsf'; did you mean 'bfs'?"),
        (
            {"resident_blocks": 0},
            "workload.resident_blocks: expected an integer from 1 to 65536, got 0",
        ),
        (
            {"partition_ready_after": "3 us"},
            "workload.partition_ready_after: does not apply to bfs with relax; remove it",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(write, workload, message):
    assert refused(write, workload) == [message]


def test_a_partition_is_refused_where_none_is_used(write):
    cut = {"method": "ne"}
    assert refused(write, {}, partition=cut) == ["partition: relax uses no partition; remove this section"]


def test_what_fails_while_it_runs_becomes_a_row(write):
    path = write({**SWEPT, "sweep": {"workload.root": [0, 5000]}, "baseline": {}})
    table = run_experiment(load_experiment(path), RunOptions(workers=1)).table
    assert table["error"].isna().tolist() == [True, False]
    assert table["error"][1] == "root is 5000; the nodes of graph 'rmat-7' are 0 .. 127"


def test_points_have_the_options_that_apply(write):
    every = points(load_experiment(write(SWEPT)))
    told = [tuple(point.overrides.values()) for point in every]
    assert told == [
        *[("relax", degree, sms) for degree in (4, "histogram") for sms in (1, 2)],
        *[("queue_node", sms) for sms in (1, 2)],
    ]
    for point in every:  # a resolved experiment is one, and the same
        assert GpuExperiment.model_validate(point.experiment.resolved()) == point.experiment


def test_rows_are_what_the_program_gives_when_it_is_called_itself(write, capsys):
    found = run_experiment(load_experiment(write(SWEPT)), RunOptions(workers=1))
    graph = rmat(scale=7, edge_factor=6, directed=True)
    for sms in 1, 2:
        device = gpu.load_device("k20c", sms=sms)
        backend = gpu.SimulatedBackend(device)
        program = gpu.GPU_PROGRAMS["bfs"].function(graph, backend, level=4, block_size=64)
        result = backend.simulate(program.run)
        row = found.table[(found.table["sms"] == sms) & (found.table["level"] == "4")].iloc[0]
        assert row["cycles"] == result.scalars["cycles"]
        assert row["elapsed_seconds"] == result.scalars["time_us"] / 1e6
        assert (row["vertices"], row["edges"]) == (128, graph.num_edges)
        for name, figure in program.figures().items():
            assert row[name] == figure
    assert set(found.tables) >= {"launches", "arrays", "copies", "sms", "thread_blocks"}
    assert found.table["reached"].nunique() == 1
    print_summary(Console(width=150), found.table, found.kind, found.baselines, found.varying)
    shown = capsys.readouterr().out
    assert "GTEPS" in shown
    assert "imb." not in shown


def test_any_number_of_workers_gives_the_same_rows(write):
    order = {"workload.block_order": ["turns", "seeded", "in_order"], "workload.resident_blocks": [1, 4]}
    experiment = load_experiment(write({**SWEPT, "sweep": order, "baseline": {}}))
    one, two = (run_experiment(experiment, RunOptions(workers=n)).table for n in (1, 2))
    assert one.equals(two)
    assert one["error"].isna().all()


def test_shortest_paths_use_the_weights_of_the_file(write, tmp_path):
    entries = ["%%MatrixMarket matrix coordinate integer general", "4 4 3", "1 2 7", "2 3 2", "1 4 1", ""]
    (tmp_path / "roads.mtx").write_text("\n".join(entries))
    workload = {"kernel": "sssp", "graph": "roads.mtx", "block_size": 32}
    sections = {"workload": workload, "machine": "k20c", "verify": True}
    sweep = {"workload.weights": [None, "value", "unit"]}
    found = run_experiment(load_experiment(write({**sections, "sweep": sweep})), RunOptions(workers=1)).table
    assert found["farthest"].tolist() == [9, 9, 2]
    only_ones = "all edges of graph 'roads' have the weight 1"
    assert [only_ones in str(said) for said in found["warnings"]] == [False, False, True]
    assert refused(write, {"weights": "unit"}) == [
        "workload.weights: does not apply to bfs with relax; remove it"
    ]


def test_a_generated_undirected_graph_has_both_directions(write):
    grid = {"generator": "grid", "width": 5, "height": 4}
    workload = {"kernel": "sssp", "graph": grid, "block_size": 32}
    path = write({"workload": workload, "machine": "gtx-680", "verify": True})
    (row,) = run_experiment(load_experiment(path), RunOptions(workers=1)).table.to_dict("records")
    assert row["edges"] == 2 * (4 * 4 + 5 * 3)
    assert (row["reached"], row["farthest"]) == (20, 7)
    assert np.isnan(row["product_seconds"]) or row["product_seconds"] is None


def test_every_file_of_a_mesh_determines_a_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_mesh(make_mesh("l_shape", points=4), "l.node")
    Path("e.yaml").write_text("workload: {kernel: dmr, mesh: l.ele}\nmachine: k20c\n")

    def run_of() -> str:
        (point,) = points(load_experiment("e.yaml"))
        return identity(point.experiment, job_of(point, Hashes()).inputs)

    before = run_of()
    for suffix in (".ele", ".node", ".poly", ".neigh"):
        file = Path("l" + suffix)
        text = file.read_text()
        file.write_text(text + "# end\n")
        assert run_of() != before
        file.write_text(text)
        assert run_of() == before


def test_a_run_that_ends_at_the_largest_number_of_triangles_says_so(write):
    workload = {"kernel": "dmr", "mesh": {"generator": "l_shape", "points": 4}, "max_triangles": 8}
    experiment = load_experiment(write({"workload": workload, "machine": "k20c", "verify": True}))
    (row,) = run_experiment(experiment, RunOptions(workers=1)).table.to_dict("records")
    assert row["complete"] == 0
    assert row["warnings"] == (
        f"l_shape(4): refinement to 30 degrees ended at max_triangles (8), and {row['bad_at_end']} bad "
        "triangles are left; raise max_triangles, or lower the angle"
    )
