import itertools

import pandas as pd
import pytest
from small_registries import install

from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.results.folder import write_folder
from numasim.schema.expand import point_numbers, points
from numasim.schema.load import load_experiment
from numasim.schema.sweep import combinations, count
from partitioners.errors import ConfigError


@pytest.fixture(autouse=True)
def _plugins(monkeypatch):
    install(monkeypatch)


def sweep(changes=None, **fields):
    data = {
        "workload": {"generator": "mc2depi", "n": 12},
        "partition": {"method": "random", "parts": 8},
        "machine": "mesh-2x2",
        **(changes or {}),
        "sweep": fields.pop("sweep"),
        **fields,
    }
    return points(MeshExperiment.model_validate(data))


def test_without_a_sweep_there_is_one_point():
    experiment = MeshExperiment.model_validate(
        {
            "workload": {"generator": "mc2depi", "n": 12},
            "partition": {"method": "random", "parts": 8},
            "machine": "mesh-2x2",
        }
    )
    (point,) = points(experiment)
    assert (point.index, point.overrides, point.experiment) == (0, {}, experiment)


def test_the_first_field_is_the_slowest():
    values = {
        "partition.method": ["metis", "random"],
        "partition.parts": [4, 2, 8],
        "execution.network": ["packet", "ideal"],
    }
    found = sweep(sweep=values)
    assert [tuple(point.overrides.values()) for point in found] == list(itertools.product(*values.values()))
    assert [point.index for point in found] == list(range(12))
    assert all(list(point.overrides) == list(values) for point in found)
    for point in found:
        partition, execution = point.experiment.partition, point.experiment.execution
        assert (partition.method, partition.parts, execution.network) == tuple(point.overrides.values())
        assert point.experiment.sweep == {}
        assert point.experiment.baseline == {}


def test_an_option_applies_to_the_methods_that_take_it():
    found = sweep(
        {"partition": {"parts": 8, "order": "shuffled"}},
        sweep={"partition.method": ["random", "libra", "wb_libra"], "partition.load_bound": [1.0, 1.1]},
    )
    assert [(point.overrides, point.experiment.partition.options) for point in found] == [
        ({"partition.method": "random"}, {}),
        ({"partition.method": "libra"}, {"order": "shuffled"}),
        (
            {"partition.method": "wb_libra", "partition.load_bound": 1.0},
            {"order": "shuffled", "load_bound": 1.0},
        ),
        (
            {"partition.method": "wb_libra", "partition.load_bound": 1.1},
            {"order": "shuffled", "load_bound": 1.1},
        ),
    ]
    assert [point.index for point in found] == [0, 1, 2, 3]


def test_an_option_swept_before_its_method_is_run_once_where_it_does_not_apply():
    found = sweep(sweep={"partition.load_bound": [1.0, 1.1], "partition.method": ["random", "wb_libra"]})
    assert [point.overrides for point in found] == [
        {"partition.method": "random"},
        {"partition.load_bound": 1.0, "partition.method": "wb_libra"},
        {"partition.load_bound": 1.1, "partition.method": "wb_libra"},
    ]


def test_generators_and_mappers_and_their_options():
    found = sweep(
        {"workload": {"n": 5, "scale": 3}, "mapping": {"stride": 2}},
        sweep={
            "workload.generator": ["mc2depi", "rmat"],
            "mapping.method": ["memory_centric", "round_robin"],
        },
    )
    options = [(point.experiment.workload.options, point.experiment.mapping.options) for point in found]
    assert options == [
        ({"n": 5, "square": False}, {}),
        ({"n": 5, "square": False}, {"stride": 2}),
        ({"scale": 3, "edge_factor": 16}, {}),
        ({"scale": 3, "edge_factor": 16}, {"stride": 2}),
    ]


def test_fields_of_a_machine_and_machines_themselves():
    found = sweep(
        {"machine": {"base": "mesh-2x2", "clock": "1 GHz"}},
        sweep={
            "machine.memory.bandwidth": ["8 GB/s", "16 GB/s"],
            "machine.mesh.width": [2, 5],
        },
    )
    assert [(p.experiment.machine.memory.bandwidth, p.experiment.machine.num_cores) for p in found] == [
        (8 * 10**9, 4),
        (8 * 10**9, 10),
        (16 * 10**9, 4),
        (16 * 10**9, 10),
    ]
    assert all(p.experiment.machine.clock == 1e9 for p in found)
    # A whole machine is put in place before the fields of one, in whatever order they are swept.
    found = sweep(sweep={"machine.core.mshrs": [1, 2], "machine": ["mesh-1x1", "table2"]})
    assert [(p.experiment.machine.core.mshrs, p.experiment.machine.name) for p in found] == [
        (1, "mesh-1x1"),
        (1, "table2"),
        (2, "mesh-1x1"),
        (2, "table2"),
    ]


def test_the_values_of_a_field_with_a_list_are_lists(tmp_path):
    (tmp_path / "e.yaml").write_text("""\
workload: {generator: mc2depi, n: 8}
partition: {method: random, parts: 4}
machine: mesh-2x2
execution: {model: supersteps}
sweep: {machine.memory.controllers: [all, [3], [3, [0, 1]]]}
baseline: {machine.memory.controllers: [[3]]}
""")
    results = run_experiment(load_experiment(tmp_path / "e.yaml"), RunOptions(1))
    write_folder(tmp_path, results)
    table = pd.read_parquet(tmp_path / "results.parquet")
    assert table["machine.memory.controllers"].tolist() == ["all", "[3]", "[3, [0, 1]]"]
    blocks = results.tables["controllers"].groupby("point")["memory_blocks"].apply(list)
    assert [len(served) for served in blocks] == [4, 1, 2]
    assert len({sum(served) for served in blocks}) == 1
    to_base = table["network_bytes_vs_[3]"]
    assert to_base.tolist() == (table["network_bytes"] / table["network_bytes"][1]).tolist()


def test_the_swept_seed_reaches_every_part():
    found = sweep({"mapping": {"seed": 9}}, sweep={"seed": [3, 4], "workload.n": [5, 6]})
    seeds = [
        (
            p.experiment.seed,
            p.experiment.workload.seed,
            p.experiment.partition.seed,
            p.experiment.mapping.seed,
        )
        for p in found
    ]
    assert seeds == [(3, 3, 3, 9), (3, 3, 3, 9), (4, 4, 4, 9), (4, 4, 4, 9)]


def test_what_is_swept_need_not_be_given():
    experiment = MeshExperiment.model_validate(
        {
            "workload": {"generator": "mc2depi"},
            "sweep": {
                "workload.n": [3, 4],
                "partition.method": ["metis", "random"],
                "partition.parts": [2, 4],
                "machine": ["mesh-1x1", "mesh-2x1"],
            },
        }
    )
    assert (experiment.partition.method, experiment.partition.parts, experiment.machine.name) == (
        "metis",
        2,
        "mesh-1x1",
    )
    assert len(points(experiment)) == 16


def test_values_may_be_false_or_null():
    found = sweep(
        {"partition": {"method": "metis", "parts": 4}},
        sweep={"partition.limit": [None, 3], "execution.aggregate_messages": [True, False]},
    )
    assert [
        (p.experiment.partition.options["limit"], p.experiment.execution.aggregate_messages) for p in found
    ] == [
        (None, True),
        (None, False),
        (3, True),
        (3, False),
    ]


def test_a_point_that_cannot_be_is_named():
    experiment = MeshExperiment.model_validate(
        {
            "workload": {"generator": "mc2depi", "n": 12},
            "partition": {"method": "random", "parts": 8},
            "machine": "mesh-2x2",
            "sweep": {
                "machine": ["mesh-2x2", "mesh-1x1"],
                "machine.memory.placement": ["interleave", "node:3"],
            },
        }
    )
    with pytest.raises(ConfigError) as error:
        points(experiment)
    assert str(error.value) == (
        "at the point {machine: 'mesh-1x1', machine.memory.placement: 'node:3'}: "
        "machine.memory.placement: node:3 is not a controller; the machine has 1: only 0"
    )


def values(found, *keys):
    return [tuple(point.overrides.get(key) for key in keys) for point in found]


def test_zipped_fields_step_together_inside_the_grid():
    found = sweep(
        sweep={
            "execution.network": ["packet", "ideal"],
            "zip": {"partition.parts": [2, 4, 4], "machine": ["mesh-1x1", "mesh-2x1", "mesh-2x2"]},
        }
    )
    assert values(found, "execution.network", "partition.parts", "machine") == [
        (network, parts, machine)
        for network in ("packet", "ideal")
        for parts, machine in ((2, "mesh-1x1"), (4, "mesh-2x1"), (4, "mesh-2x2"))
    ]
    assert [point.experiment.machine.num_cores for point in found] == [1, 2, 4] * 2


def test_entries_of_a_list_leave_out_what_they_do_not_change():
    found = sweep(
        sweep={
            "list": [
                {"partition.method": "libra", "partition.order": "bfs"},
                {"execution.model": "supersteps", "execution.steps": 3},
                {"execution.network": "ideal"},
            ]
        }
    )
    assert [
        (e.partition.method, e.partition.options, e.execution.steps, e.execution.network)
        for e in (point.experiment for point in found)
    ] == [
        ("libra", {"order": "bfs"}, 1, "packet"),
        ("random", {}, 3, "packet"),
        ("random", {}, 1, "ideal"),
    ]


@pytest.mark.parametrize("kind", ["random", "latin_hypercube", "sobol"])
def test_samples_fill_their_ranges_and_repeat(kind):
    block = {
        "samples": 64,
        "partition.parts": {"from": 2, "to": 64, "scale": "log"},
        "machine.memory.bandwidth": {"from": "8 GB/s", "to": "64 GB/s"},
        "execution.cycles_per_weight": {"from": 0.5, "to": 2.0},
        "partition.method": ["random", "metis"],
    }
    fields = [key for key in block if key != "samples"]
    found = values(sweep(sweep={kind: block}), *fields)
    assert len(found) == 64
    assert found == values(sweep(sweep={kind: block}), *fields)
    assert found != values(sweep(sweep={kind: {**block, "seed": 1}}), *fields)
    for parts, bandwidth, scale, _ in found:
        assert 2 <= parts <= 64
        assert 8 <= int(bandwidth.removesuffix(" GB/s")) <= 64
        assert 0.5 <= scale <= 2.0
        assert float(f"{scale:.6g}") == scale
    assert 24 <= sum(parts <= 11 for parts, *_ in found) <= 40  # half of them below the geometric mean
    if kind != "random":
        assert sum(method == "metis" for *_, method in found) == 32
        assert sorted(int(2 * (scale - 0.5) / 3 * 32) for _, _, scale, _ in found) == [
            k // 2 for k in range(64)
        ]


def test_saltelli_rows_change_one_field_at_a_time():
    block = {
        "samples": 16,
        "machine.memory.bandwidth": {"from": "8 GB/s", "to": "64 GB/s"},
        "execution.cycles_per_weight": {"from": 0.5, "to": 2.0},
        "partition.method": ["random", "metis"],
    }
    fields = [key for key in block if key != "samples"]
    given = {"saltelli": block}
    rows = [tuple(each[field] for field in fields) for each in combinations(given)]
    assert count(given) == len(rows) == 16 * 5
    for k in range(0, len(rows), 5):
        a, *mixed, b = rows[k : k + 5]
        assert mixed == [(*a[:i], b[i], *a[i + 1 :]) for i in range(3)]
    ends = rows[::5] + rows[4::5]
    assert sum(method == "metis" for *_, method in ends) == 16
    assert [sorted(int(16 * (scale - 0.5) / 1.5) for _, scale, _ in rows[k::5]) for k in (0, 4)] == [
        list(range(16))
    ] * 2
    found = sweep(sweep=given)
    assert sorted(set(values(found, *fields))) == sorted(set(rows))  # equal rows are one point


def test_combinations_that_differ_in_nothing_that_applies_have_one_number():
    given = {"partition.method": ["random", "libra"], "partition.order": ["given", "bfs"]}
    random = {
        "random": {"samples": 5, "partition.parts": [2, 4]},
    }
    found = sweep(sweep={**given, **random})
    data = {"sweep": {**given, **random}}
    numbers = point_numbers(data, MeshExperiment).tolist()
    assert numbers[:10] == [*numbers[:5]] * 2  # `random` has no order
    for number, combination in zip(numbers, combinations(data["sweep"]), strict=True):
        point = found[number]
        assert point.index == number
        assert combination.items() >= point.overrides.items()


def test_replicates_differ_in_their_seeds_alone():
    found = sweep({"seed": 7, "mapping": {"seed": 9}}, sweep={"replicates": 4})
    assert [point.overrides for point in found] == [{"replicates": k} for k in range(4)]
    seeds = [point.experiment.seed for point in found]
    assert seeds[0] == 7
    assert len(set(seeds)) == 4
    assert [point.experiment.partition.seed for point in found] == seeds
    assert {point.experiment.mapping.seed for point in found} == {9}
    assert seeds == [point.experiment.seed for point in sweep({"seed": 7}, sweep={"replicates": 4})]


def test_what_is_drawn_twice_is_run_once():
    found = sweep(sweep={"random": {"samples": 50, "partition.parts": {"from": 2, "to": 4}}})
    assert sorted(values(found, "partition.parts")) == [(2,), (3,), (4,)]
