"""Fields without effect: every rule holds in a run, and no field of the machine lacks its rule."""

import json

import pytest

from numasim.cli import execute
from numasim.experiments.job import Job
from numasim.experiments.point import evaluate
from numasim.kinds.mesh.no_effect import RULES
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.threads.no_effect import RULES as THREAD_RULES
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.schema.no_effect import no_effect
from partitioners.config.problems import scalar_fields

OTHER = {
    "machine.clock": "2 GHz",
    "machine.core.atomics": "overlapped",
    "machine.core.max_clusters_per_core": 1,
    "machine.core.issue_width": 1,
    "machine.core.latencies.branch": 20,
    "machine.core.latencies.integer": 20,
    "machine.core.latencies.move": 20,
    "machine.core.mshrs": 1,
    "machine.core.window": 4,
    "machine.core.write_backs": 1,
    "machine.energy.byte_link": "9 pJ",
    "machine.energy.byte_router": "9 pJ",
    "machine.energy.l1_access": "1 pJ",
    "machine.energy.l2_access": "1 pJ",
    "machine.energy.memory_access": "1 pJ",
    "machine.energy.task": "9 pJ",
    "machine.l1.latency_cycles": 5,
    "machine.l1.size": "1 KiB",
    "machine.l1.snoop_cycles": 9,
    "machine.l1.ways": 1,
    "machine.l2.home": "page",
    "machine.l2.latency_cycles": 20,
    "machine.l2.size": "64 KiB",
    "machine.l2.ways": 1,
    "machine.memory.bandwidth": "100 MB/s",
    "machine.memory.block": "64 B",
    "machine.memory.capacity": "1 GiB",
    "machine.memory.controllers": "all",
    "machine.memory.dram": {},
    "machine.memory.latency": "200 ns",
    "machine.memory.page": "64 B",
    "machine.memory.bandwidth_scope": "controller",
    "machine.memory.placement": "node:0",
    "machine.network.flit_size": "8 B",
    "machine.network.header_size": "64 B",
    "machine.network.injection_cycles": 9,
    "machine.network.link_cycles": 3,
    "machine.network.router.buffer_flits": 1,
    "machine.network.router.credit_delay": 4,
    "machine.network.router.routing_delay": 3,
    "machine.network.router.speculative": True,
    "machine.network.router.st_final_delay": 3,
    "machine.network.router.sw_alloc_delay": 3,
    "machine.network.router.vc_alloc_delay": 3,
    "machine.network.router.vcs": 1,
    "machine.network.sockets": {"across": 3, "link_cycles": 9},
    "execution.aggregate_messages": False,
    "execution.cycles_per_weight": 3,
    "execution.steal_retry_cycles": 64,
    "execution.steal_threshold": 5,
    "execution.value_bytes": "64 B",
    "execution.value_layout": "packed",
    "machine.core.classes": {"corner": 0},
    "mapping.every": 50,
}
"""A field, and another value than by default."""

UNTRIED = {
    "machine.name": "it is a name",
    "machine.mesh": "every run has it",
    "machine.core.latencies": "three of them are tried",
    "machine.network.router_cycles": "it is a case of its own, and excludes stages of routers",
    **dict.fromkeys(
        [f"machine.core.{name}" for name in ("speeds", "task_speeds", "task_cycles")],
        "they need classes, and are refused where they have no effect",
    ),
    **dict.fromkeys(
        [f"execution.{name}" for name in ("initial_values", "memory_model", "communication", "network")],
        "they decide what has an effect",
    ),
    **dict.fromkeys(
        [f"execution.{name}" for name in ("model", "steps", "scheduler", "stealing")],
        "they decide what runs next",
    ),
    "execution.engine": "both engines have the same figures",
    **dict.fromkeys([f"execution.max_{name}" for name in ("cycles", "events", "seconds")], "they end a run"),
}
"""Fields that no run here changes, and why."""

ECHOED = ("run_id", "warnings", "aggregate_messages")
"""Columns that repeat the configuration, or say that a field has no effect."""


def changed(data, changes):
    """The data of an experiment with other values of the fields of dotted names."""
    for field, value in changes.items():
        *parents, last = field.split(".")
        place = data
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return data


def experiment(changes, method="wb_libra", **execution):
    data = {
        "workload": {"generator": "mc2depi", "n": 30},
        "partition": {"method": method, "parts": 12},
        "mapping": {"method": "round_robin"},
        "machine": {"mesh": {"width": 3, "height": 2}},
        "execution": execution,
    }
    return MeshExperiment.model_validate(changed(data, changes))


def figures(given):
    outcome = evaluate(Job(0, given))
    assert outcome.error is None, outcome.error
    (row,) = outcome.rows
    tables = {name: table.drop(columns="run_id").to_csv() for name, table in outcome.tables.items()}
    return {name: value for name, value in row.items() if name not in ECHOED}, tables


CASES = {
    "as it is": ({}, {}),
    "an ideal network": ({}, {"network": "ideal"}),
    "inputs present": ({}, {"initial_values": "preloaded"}),
    "supersteps": ({}, {"model": "supersteps", "steps": 2}),
    "a pipeline that is given": ({"machine.network.router_cycles": 4}, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_has_no_effect_by_its_rule_has_none_in_a_run_and_what_has_none_has_its_rule(case):
    changes, execution = CASES[case]
    before = figures(experiment(changes, **execution))
    for field, value in OTHER.items():
        given = experiment({**changes, field: value}, **execution)
        noted = any(note.startswith((f"{field} has", f"{field}.")) for note in no_effect(given))
        alike = figures(given) == before
        assert noted == alike, f"{field}: noted {noted}, and the rows are {'' if alike else 'not '}alike"


def threads(changes, network):
    """A program of threads that uses every part of the machine."""
    data = {
        "workload": {"thread_program": "random_operations", "threads": 4, "elements": 3000, "items": 300},
        "machine": {
            "mesh": {"width": 3, "height": 2},
            "l1": {"size": "512 B"},
            "l2": {"size": "1 KiB"},
            "network": {"router": {"buffer_flits": 2}},
        },
        "execution": {"network": network},
    }
    return ThreadExperiment.model_validate(changed(data, changes))


@pytest.mark.parametrize("network", ["packet", "flit"])
def test_what_has_no_effect_on_threads_has_none_in_a_run_and_what_has_none_has_its_rule(network):
    before = figures(threads({}, network))
    for field, value in OTHER.items():
        if not field.startswith("machine."):
            continue
        given = threads({field: value}, network)
        noted = any(note.startswith((f"{field} has", f"{field}.")) for note in no_effect(given))
        alike = figures(given) == before
        assert noted == alike, f"{field}: noted {noted}, and the rows are {'' if alike else 'not '}alike"


def test_every_field_of_a_rule_is_one_of_the_schema_and_is_tried():
    known = scalar_fields(MeshExperiment)
    for rule in (*RULES, *THREAD_RULES):
        for field in rule.fields:
            assert any(name == field or name.startswith(f"{field}.") for name in known), field
            assert any(name == field or name.startswith(f"{field}.") for name in OTHER), field


def test_every_field_of_the_machine_and_the_execution_is_tried():
    known = [
        f"{name}." for name in scalar_fields(MeshExperiment) if name.startswith(("machine.", "execution."))
    ]
    tried = tuple(f"{name}." for name in (*OTHER, *UNTRIED))
    assert [name for name in known if not name.startswith(tried)] == []
    for field in UNTRIED:
        assert any(name.startswith(f"{field}.") for name in known), field


def test_flit_routers_and_simulated_memory_are_not_said_to_be_idle():
    routers = {field: value for field, value in OTHER.items() if field.startswith("machine.network.router.v")}
    routers.pop("machine.network.router.vc_alloc_delay")
    assert no_effect(experiment(routers, network="flit")) == []
    caches = {"machine.l1.size": "32 KiB", "machine.l2.size": "512 KiB", "machine.core.window": 4}
    assert no_effect(experiment(caches, memory_model="simulated")) == []
    assert no_effect(experiment(caches)) == [
        "machine.core.window has no effect: memory is traced",
        "machine.l1.size has no effect: memory is traced",
        "machine.l2.size has no effect: memory is traced",
    ]


def test_classes_that_no_speed_names_are_noted():
    named = {"machine.core.classes": {"corner": 0}}
    assert no_effect(experiment(named)) == [
        "machine.core.classes.corner has no effect: no speed or time belongs to a class"
    ]
    assert no_effect(experiment({**named, "machine.core.speeds": {"corner": 2}})) == []


def test_the_period_of_a_mapper_that_is_asked_again_is_not_said_to_be_idle():
    given = {"mapping.every": 50, "mapping.method": "refine"}
    assert no_effect(experiment({**given, "mapping.policy": "periodic"})) == []
    assert no_effect(experiment(given)) == [
        "mapping.every has no effect: only `policy: periodic` asks the mapper again"
    ]


def test_the_notes_reach_the_user(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: mc2depi, n: 12}\npartition: {method: random, parts: 4}\nmachine: mesh-2x2\n"
        "sweep:\n  machine.l1.size: [64 KiB, 32 KiB]\n  machine.l2.size: [128 KiB, 512 KiB]\n"
    )
    assert execute(["check", "e.yaml"]) == 0
    assert capsys.readouterr().out == (
        "e.yaml: ok, 4 points\n"
        "note: machine.l2.size has no effect: memory is traced\n"
        "note: machine.l1.size has no effect: memory is traced (2 of 4 points)\n"
    )
    assert execute(["run", "e.yaml", "-j", "1", "-o", "out"]) == 0
    printed = capsys.readouterr().out
    assert "note: machine.l2.size has no effect: memory is traced (4 runs)" in printed
    assert "note: machine.l1.size has no effect: memory is traced (2 runs)" in printed
    assert json.loads((tmp_path / "out/manifest.json").read_text())["skipped"] == {}


def test_skipped_points_are_said_by_every_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: mc2depi, n: 12}\npartition: {method: random, parts: 4}\nmachine: mesh-2x2\n"
        "sweep:\n  machine.l1.size: [128 KiB, 32 KiB]\n  machine.l2.size: [64 KiB, 256 KiB]\n"
        "  skip: invalid\n"
    )
    why = (
        "at the point {machine.l1.size: '128 KiB', machine.l2.size: '64 KiB'}: machine.l2.size: "
        "an L2 slice of 64 KiB cannot include an L1 of 128 KiB; make each slice at least as large as the L1"
    )
    said = f"skipped 1 impossible point:\n  0: {why}\n"
    for command in (["check", "e.yaml"], ["show", "e.yaml"], ["run", "e.yaml", "-j", "1", "-o", "out"]):
        assert execute(command) == 0
        assert said in capsys.readouterr().err
    assert json.loads((tmp_path / "out/manifest.json").read_text())["skipped"] == {"0": why}
    table = (tmp_path / "out/results.csv").read_text().splitlines()
    assert [line.partition(",")[0] for line in table] == ["point", "1", "2", "3"]
    assert execute(["replay", "out", "3"]) == 0
    assert execute(["report", "out"]) == 0
