"""Searches on a processor and a GPU from files: mistakes, rows, tables, pictures, equal numbers."""

import copy

import numpy as np
import pandas as pd
import pytest
import yaml

import numasim
from gpu.model.device import load_device
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.kinds.hybrid.columns import ROWS as HYBRID
from numasim.kinds.hybrid.schema import HybridExperiment
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.machine.machine import load_machine
from numasim.results.plots import picture_files
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.simulation.hybrid_search import simulate_hybrid_search
from numasim.simulation.link import Link
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs, search_seconds
from numasim.threads.bfs_gpu import GpuLevels
from partitioners.errors import ConfigError
from partitioners.generators.models import rmat

BASE = {
    "workload": {
        "hybrid": "bfs",
        "threads": 4,
        "graph": {"generator": "rmat", "scale": 7, "edge_factor": 6, "directed": True},
        "roots": 2,
        "chunk": 16,
        "gpu_above": 20,
    },
    "machine": {
        "cpu": "mesh-2x2",
        "gpu": "c2050",
        "link": {"bandwidth": "6 GB/s", "latency": "10 us"},
    },
    "execution": {"scheduler": "dynamic"},
}
GRAPH = rmat(scale=7, edge_factor=6, directed=True, seed=0)


def changed(**sections):
    """The base with other keys of its sections; None removes a key or a section."""
    data = copy.deepcopy(BASE)
    for name, part in sections.items():
        own = data.get(name)
        data[name] = {**own, **part} if isinstance(own, dict) and isinstance(part, dict) else part
        if isinstance(data[name], dict):
            data[name] = {key: value for key, value in data[name].items() if value is not None}
    return {name: part for name, part in data.items() if part is not None}


def run(data):
    return run_experiment(HybridExperiment.model_validate(data), RunOptions(workers=1))


def python_run(gpu, **options):
    return simulate_hybrid_search(
        GRAPH,
        load_machine("mesh-2x2"),
        load_device("c2050"),
        Link(6_000_000_000, 10e-6),
        gpu,
        np.arange(4),
        roots=2,
        chunk=16,
        scheduler="dynamic",
        **options,
    )


@pytest.mark.parametrize(
    ("workload", "gpu"),
    [
        ({"gpu_return": "shrinking", "gpu_below": 10}, GpuLevels(20, "shrinking", 10)),
        ({"device": "gpu", "variant": "read_node"}, GpuLevels(0)),
    ],
    ids=["both", "gpu"],
)
def test_a_file_gives_the_numbers_of_the_python_way(workload, gpu):
    results = run(changed(workload=workload))
    (row,) = results.table.to_dict("records")
    expected = python_run(gpu, variant=workload.get("variant", "read_warp"))
    assert pd.isna(row["error"])
    assert (row["vertices"], row["edges"]) == (128, GRAPH.num_edges)
    for name in ("seconds", "cpu_seconds", "gpu_seconds", "copy_seconds"):
        assert row[name] == expected.searches[name].mean()
    assert row["cpu_cycles"] == expected.cpu.scalars["cycles"]
    assert row["gpu_sectors"] == expected.gpu.scalars["sectors"]
    assert row["gpu_levels"] == (expected.levels["device"] == "gpu").sum() / 2
    for name in ("levels", "copies", "searches"):
        table = results.tables[name].drop(columns=["point", "run_id"])
        pd.testing.assert_frame_equal(table, getattr(expected, name), check_dtype=False)
    assert len(results.tables["phases"]) == len(expected.cpu.tables["phases"])
    assert len(results.tables["launches"]) == row["gpu_launches"]


@pytest.mark.parametrize("method", ["hybrid", "channels"])
def test_the_processor_alone_is_a_run_of_threads_without_the_clearing(method):
    results = run(changed(workload={"device": "cpu", "method": method}, machine={"gpu": None, "link": None}))
    (row,) = results.table.to_dict("records")
    machine = load_machine("mesh-2x2")
    program = Bfs(graph=GRAPH, roots=2, method=method)
    alone = simulate_threads(program, np.arange(4), machine, scheduler="dynamic", chunk=16)
    assert row["cpu_cycles"] == alone.scalars["cycles"]
    phases = alone.tables["phases"]
    times = search_seconds(program.roots, phases, phases["cycles"].to_numpy() / machine.clock)
    assert row["seconds"] == row["cpu_seconds"] == pytest.approx(times.mean(), rel=1e-12)
    assert (row["gpu_levels"], row["copied_bytes"], row["machine"]) == (0, 0, "mesh-2x2")
    assert {"gpu_above", "variant", "gpu"} <= {name for name, value in row.items() if pd.isna(value)}
    assert "launches" not in results.tables


def test_cycles_of_a_level_are_those_of_its_device():
    results = run(BASE)
    levels = results.tables["levels"]
    clocks = levels["device"].map({"cpu": 2.4e9, "gpu": 1.15e9})
    assert levels["seconds"].to_numpy() == pytest.approx((levels["cycles"] / clocks).to_numpy(), rel=1e-9)
    assert set(levels["device"]) == {"cpu", "gpu"}
    assert set(levels["state"]) > {"gpu"}


MISTAKES = {
    "no processor": (
        changed(machine={"cpu": None}),
        "e.yaml:13:3: machine.cpu: is missing; expected a preset, a file, or a mapping",
    ),
    "no GPU": (
        changed(machine={"gpu": None}),
        "e.yaml:13:3: machine.gpu: is missing; `device: both` needs a GPU, such as c2050. Name one, or set "
        "workload.device to cpu",
    ),
    "one machine": (
        changed(machine="xeon-x5550"),
        "e.yaml:12:10: machine: 'xeon-x5550' is one machine; expected a mapping with cpu, gpu and link, such "
        "as {cpu: xeon-x5550, gpu: c2050}",
    ),
    "a link without a bandwidth": (
        changed(machine={"link": {"latency": "10 us"}}),
        "e.yaml:15:3: machine.link.bandwidth: is missing; expected a rate with its unit, such as '8 GB/s'",
    ),
    "a bandwidth of 0": (
        changed(machine={"link": {"latency": "10 us", "bandwidth": "0 GB/s"}}),
        "e.yaml:17:16: machine.link.bandwidth: expected a rate with its unit, such as '8 GB/s', greater than "
        "0, got '0 GB/s'",
    ),
    "a latency in cycles": (
        changed(machine={"link": {"bandwidth": "1 GB/s", "latency": "10 cycles"}}),
        "e.yaml:17:14: machine.link.latency: expected a time in seconds, such as '10 us', got '10 cycles'; a "
        "link has no clock",
    ),
    "an unknown GPU": (
        changed(machine={"gpu": "c205"}),
        "e.yaml:14:8: machine.gpu: unknown machine 'c205'; did you mean 'c2050'?",
    ),
    "a processor as a GPU": (
        changed(machine={"gpu": {"base": "c2050", "l1_caches": "textur"}}),
        "e.yaml:16:16: machine.gpu.l1_caches: expected one of 'all', 'read_only', 'texture', got 'textur'",
    ),
    "a return above the threshold": (
        changed(workload={"gpu_return": "shrinking", "gpu_below": 30}),
        "e.yaml:13:14: workload.gpu_below: gpu_below is 30; expected 0 to gpu_above, which is 20, since "
        "larger levels go to the GPU",
    ),
    "a return that never happens": (
        changed(workload={"gpu_below": 10}),
        "e.yaml:12:14: workload.gpu_below: gpu_below is 10, but the search never returns from the GPU; leave "
        "it out, or set gpu_return to 'shrinking'",
    ),
    "another name of a key": (
        changed(workload={"return": "never"}),
        "e.yaml:12:3: workload.return: unknown key; write gpu_return",
    ),
    "a state that is never left": (
        changed(workload={"states": {"queue_at": 0}}),
        "e.yaml:13:5: workload.states: states: with queue_at 0, no number of nodes can leave the state "
        "'small'; choose 1 to 2147483647",
    ),
    "channels to a GPU": (
        changed(workload={"method": "channels"}),
        "e.yaml:12:11: workload.method: channels have no queue for levels of a GPU; choose another method, "
        "or device: cpu",
    ),
    "a part of a warp": (
        changed(workload={"block_size": 100}),
        "e.yaml:12:15: workload.block_size: expected a multiple of 32, the threads of a warp, got 100",
    ),
    "no roots": (
        changed(workload={"roots": 0}),
        "e.yaml:9:10: workload.roots: expected an integer from 1 to 2147483647, or a list of nodes, got 0",
    ),
    "too many threads": (
        changed(workload={"threads": 9}),
        "e.yaml:3:12: workload.threads: 9 threads do not fit on 4 cores, which run one thread each; use 1 to "
        "4 threads or a larger machine",
    ),
    "too many threads for a swept processor": (
        changed(sweep={"machine.cpu": ["mesh-2x2", "mesh-1x1"]}),
        "e.yaml:23:5: machine.cpu[1]: workload.threads: 4 threads do not fit on 1 cores, which run one "
        "thread each; use 1 to 1 threads or a larger machine",
    ),
    "a network of flits": (
        changed(
            machine={"cpu": {"base": "mesh-2x2", "network": {"router_cycles": 2}}},
            execution={"network": "flit"},
        ),
        "e.yaml:16:7: machine.cpu.network: router_cycles is 2, but the router stages that `network: flit` "
        "uses add up to 4; remove router_cycles or change the stages",
    ),
}


@pytest.mark.parametrize(("data", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_at_its_place(place, data, message):
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert list(error.value.problems) == [message]


FAILURES = {
    "a root that does not exist": (
        {"roots": [5000]},
        "root is 5000; the nodes of graph 'rmat-7' are 0 .. 127",
    ),
    "a threshold that is never reached": (
        {"gpu_above": 128},
        "gpu_above is 128, but the graph has 128 nodes, so no level can be the GPU's; choose less, or "
        "device: cpu",
    ),
}


@pytest.mark.parametrize(("workload", "message"), FAILURES.values(), ids=FAILURES)
def test_what_only_the_graph_shows_is_the_error_of_a_row(workload, message):
    (error,) = run(changed(workload=workload)).table["error"]
    assert error == message


def test_a_limit_that_ends_the_threads_is_the_error_of_a_row():
    (error,) = run(changed(execution={"max_cycles": 100})).table["error"]
    assert error == (
        "a limit ended the threads before the search, so its time is unknown; raise max_cycles, max_events "
        "or max_seconds"
    )


def test_a_gpu_without_a_level_is_noted():
    (row,) = run(changed(workload={"gpu_above": 127})).table.to_dict("records")
    assert "no level has more than 127 nodes (gpu_above), so the GPU did nothing" in row["warnings"]
    assert (row["gpu_seconds"], row["copy_seconds"]) == (0, 0)


def test_an_experiment_loads_back_as_itself_and_fits_its_schema(validator):
    for data in (BASE, changed(machine={"gpu": None, "link": None}, workload={"device": "cpu"})):
        experiment = HybridExperiment.model_validate(data)
        assert HybridExperiment.model_validate(experiment.resolved()) == experiment
        assert [error.message for error in validator.iter_errors(data)] == []
    assert not validator.is_valid(changed(workload={"device": "fpga"}))
    assert not validator.is_valid(changed(machine={"gpu": "mesh-2x2"}))
    with pytest.raises(ValueError, match=r"is the workload of a .*HybridExperiment"):
        MeshExperiment.model_validate(
            {
                "workload": BASE["workload"],
                "machine": "mesh-2x2",
                "partition": {"method": "metis", "parts": 2},
            }
        )


def test_both_machines_are_swept_by_name_and_by_field(place):
    (place / "m").mkdir()
    (place / "m" / "slow.yaml").write_text("base: mesh-2x2\nclock: 1 GHz\n")
    sweep = {
        "machine.cpu": ["mesh-2x2", "slow.yaml"],
        "machine.cpu.l1.size": ["32 KiB", "16 KiB"],
        "machine.gpu": ["c2050", "gtx-275"],
    }
    (place / "m" / "e.yaml").write_text(yaml.safe_dump(changed(sweep=sweep, machine={"cpu": None})))
    found = [point.experiment.machine for point in points(load_experiment("m/e.yaml"))]
    assert [(each.cpu.clock, each.cpu.l1.size // 1024, each.gpu.name) for each in found] == [
        (clock, size, name) for clock in (2.4e9, 1e9) for size in (32, 16) for name in ("c2050", "gtx-275")
    ]


def test_a_pair_from_a_file_is_changed_in_parts_or_gets_another_machine(place):
    pair = {"cpu": {"base": "mesh-2x2", "clock": "3 GHz"}, "gpu": "c2050"}
    (place / "pair.yaml").write_text(yaml.safe_dump(pair))
    made = {}
    for name, machine in {
        "as it is": "pair.yaml",
        "changed": {"base": "pair.yaml", "cpu": {"l1": {"size": "16 KiB"}}},
        "another": {"base": "pair.yaml", "cpu": "mesh-4x4"},
    }.items():
        (place / "e.yaml").write_text(yaml.safe_dump({**BASE, "machine": machine}))
        made[name] = load_experiment("e.yaml").machine
    assert {name: (each.cpu.clock, each.cpu.l1.size, each.cpu.num_cores) for name, each in made.items()} == {
        "as it is": (3e9, 64 * 1024, 4),
        "changed": (3e9, 16 * 1024, 4),
        "another": (2.4e9, 64 * 1024, 16),
    }
    assert {each.gpu.name for each in made.values()} == {"c2050"}


SWEPT = changed(sweep={"workload.device": ["cpu", "gpu", "both"]}, baseline={"workload.device": "cpu"})


@pytest.mark.usefixtures("pictures")
def test_any_number_of_workers_gives_the_same_bytes_and_every_command_knows_the_kind(call, place):
    (place / "e.yaml").write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    for workers in (1, 2):
        call("run", "e.yaml", "-o", f"out{workers}", "-j", workers)
    names = sorted(path.name for path in (place / "out1").iterdir() if path.suffix in (".csv", ".png"))
    assert {"levels.csv", "copies.csv", "searches.csv", "launches.csv", "phases.csv"} <= set(names)
    assert {path.stem for path in picture_files(place / "out1")} == {
        "comparison",
        "relative",
        "levels",
        "accumulated",
    }
    for name in names:
        assert (place / "out1" / name).read_bytes() == (place / "out2" / name).read_bytes()
    table = numasim.load_results(place / "out1")
    assert table["seconds_vs_cpu"].tolist() == (table["seconds"] / table["seconds"][0]).tolist()
    assert set(numasim.load_results(place / "out1", "levels")["device"]) == {"cpu", "gpu"}
    assert call("compare", "out1", "out2", "--tables")[0] == 0
    assert "the same, byte for byte" in call("replay", "out1", "2")[1]
    assert call("check", "e.yaml")[1] == "e.yaml: ok, 3 points\n"
    code, _, err = call("run", "e.yaml", "--trace", "t.json")
    assert code == 2
    assert "a search on a processor and a GPU has no timeline; the tables levels and copies show" in err
    assert "GTEPS" in (place / "out1" / "report.html").read_text(encoding="utf-8")


def test_a_line_of_the_accumulated_time_ends_at_the_time_of_the_search():
    from numasim.kinds.hybrid.plots import _accumulated, times_of_levels

    results = run(SWEPT)
    times = times_of_levels(results.tables)
    for row in results.table.to_dict("records"):
        last = _accumulated(times[times["run_id"] == row["run_id"]]).iloc[-1]
        assert last == pytest.approx(row["seconds"], rel=1e-9)
    assert set(results.tables) <= set(HYBRID.tables)
