import pickle

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from small_registries import install

from numasim.kinds.mesh.schema import MeshExperiment
from numasim.machine.machine import load_machine
from numasim.schema.execution import Execution, as_execution
from numasim.schema.expand import points
from numasim.schema.generated import Generated
from numasim.schema.traced_workload import TracedProgram, TracedSource
from numasim.schema.workload import GraphFile
from partitioners.config.problems import find_problems
from partitioners.config.yaml_lines import parse_yaml, write_yaml
from partitioners.errors import ConfigError


@pytest.fixture(autouse=True)
def _plugins(monkeypatch):
    install(monkeypatch)


BASE = {
    "workload": {"generator": "mc2depi", "n": 12},
    "partition": {"method": "wb_libra", "parts": 8},
    "machine": "mesh-2x2",
}


def problems(data):
    with pytest.raises(ValidationError) as error:
        MeshExperiment.model_validate(data)
    return [problem.line() for problem in find_problems(error.value, MeshExperiment)]


def test_defaults_are_filled_in():
    experiment = MeshExperiment.model_validate(BASE)
    assert experiment.name == experiment.title == "experiment"
    assert isinstance(experiment.workload, Generated)
    assert experiment.workload.options == {"n": 12, "square": False}
    assert experiment.partition.options == {"order": "given", "load_bound": 1.0}
    assert (experiment.partition.method, experiment.partition.parts, experiment.partition.file) == (
        "wb_libra",
        8,
        None,
    )
    assert (experiment.mapping.method, experiment.mapping.policy, experiment.mapping.options) == (
        "memory_centric",
        "static",
        {},
    )
    assert experiment.machine == load_machine("mesh-2x2")
    assert experiment.execution == Execution()
    assert (experiment.execution.network, experiment.execution.value_bytes) == ("packet", 8)
    assert (experiment.seed, experiment.verify, dict(experiment.sweep), experiment.baselines) == (
        0,
        False,
        {},
        [],
    )


def test_the_seed_is_that_of_every_part_without_its_own():
    experiment = MeshExperiment.model_validate({**BASE, "seed": 7, "mapping": {"seed": 3}})
    assert (experiment.workload.seed, experiment.partition.seed, experiment.mapping.seed) == (7, 7, 3)


def test_traced_workloads_resolve_to_all_their_settings_and_load_back():
    program = MeshExperiment.model_validate(BASE | {"workload": {"program": "fft", "size": 64}})
    assert isinstance(program.workload, TracedProgram)
    assert program.resolved()["workload"] == {
        "weights": "cache",
        "clock_cycles": 0,
        "memory_dependences": "raw",
        "drop": [],
        "program": "fft",
        "size": 64,
    }
    written = {"source": "a.c", "args": [3, "x", 0.5], "drop": ["stack", "allocas"], "max_bytes": "1 MiB"}
    source = MeshExperiment.model_validate(BASE | {"workload": written})
    assert isinstance(source.workload, TracedSource)
    assert source.workload.args == ("3", "x", "0.5")
    assert source.workload.drop == ("allocas", "stack")
    for experiment in (program, source):
        assert MeshExperiment.model_validate(experiment.resolved()) == experiment


def test_a_graph_file_and_files_of_partition_and_mapping():
    experiment = MeshExperiment.model_validate(
        {
            "workload": {"graph": "a.mtx", "symmetric_entries": "two_edges"},
            "partition": {"file": "parts.txt"},
            "mapping": {"file": "cores.txt"},
            "machine": {"base": "table2"},
        }
    )
    assert experiment.workload == GraphFile(graph="a.mtx", symmetric_entries="two_edges")
    assert experiment.workload.weights is None
    assert (experiment.partition.method, experiment.partition.parts) == (None, None)
    assert (experiment.mapping.method, experiment.mapping.file) == (None, "cores.txt")
    resolved = experiment.resolved()
    assert resolved["workload"] == {"graph": "a.mtx", "symmetric_entries": "two_edges", "bipartite": False}
    assert resolved["partition"] == {"file": "parts.txt"}
    assert resolved["mapping"] == {"file": "cores.txt", "policy": "static"}
    assert MeshExperiment.model_validate(resolved) == experiment


def test_resolved_is_plain_data_with_units():
    resolved = MeshExperiment.model_validate({**BASE, "execution": {"value_bytes": "1024 B"}}).resolved()
    assert list(resolved) == [
        "name",
        "title",
        "workload",
        "partition",
        "mapping",
        "machine",
        "component",
        "execution",
        "seed",
        "verify",
    ]
    assert resolved["workload"] == {"generator": "mc2depi", "seed": 0, "n": 12, "square": False}
    assert resolved["partition"] == {
        "method": "wb_libra",
        "parts": 8,
        "seed": 0,
        "order": "given",
        "load_bound": 1.0,
    }
    assert resolved["execution"]["value_bytes"] == "1 KiB"
    assert resolved["machine"]["memory"]["bandwidth"] == "8 GB/s"


METHODS = st.sampled_from(["random", "libra", "wb_libra", "metis"])
OPTIONS = {
    "order": st.sampled_from(["given", "shuffled"]),
    "load_bound": st.floats(0.5, 2),
    "limit": st.none() | st.integers(),
}
TAKEN = {"random": [], "libra": ["order"], "wb_libra": ["order", "load_bound"], "metis": ["limit"]}


@st.composite
def experiments(draw):
    method = draw(METHODS)
    data = {
        "workload": draw(
            st.just({"generator": "mc2depi", "n": 5})
            | st.just({"generator": "rmat", "scale": 3, "seed": 4})
            | st.just({"graph": "x.mtx", "weights": "abs"})
        ),
        "partition": {
            "method": method,
            "parts": draw(st.integers(1, 9)),
            **{name: draw(OPTIONS[name]) for name in TAKEN[method] if draw(st.booleans())},
        },
        "machine": draw(
            st.sampled_from(["table2", "mesh-3x2", {"base": "mesh-2x2", "memory": {"latency": "7 cycles"}}])
        ),
        "execution": draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "network": st.sampled_from(["ideal", "packet"]),
                    "cycles_per_weight": st.floats(0.1, 10),
                    "value_bytes": st.integers(1, 4096).map(lambda size: f"{size} B"),
                    "scheduler": st.sampled_from(["fifo", "critical_path"]),
                },
            )
        ),
        "seed": draw(st.integers(0, 2**40)),
        "title": draw(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=9)),
    }
    if draw(st.booleans()):
        data["mapping"] = {"method": "round_robin", "stride": draw(st.integers(1, 3))}
    if draw(st.booleans()):
        data["sweep"] = {
            "partition.parts": draw(st.lists(st.integers(1, 99), min_size=1, max_size=3, unique=True)),
            "partition.method": draw(
                st.permutations(["random", "wb_libra", method]).map(lambda m: list(dict.fromkeys(m)))
            ),
            "machine.clock": draw(st.lists(st.sampled_from(["1 GHz", "2 GHz"]), min_size=1, unique=True)),
        }
        data["baseline"] = {"partition.method": draw(st.sampled_from(["random", ["wb_libra", "random"]]))}
    return data


@settings(deadline=None, max_examples=examples(150))
@given(experiments())
def test_resolved_loads_back_as_an_equal_experiment(data):
    experiment = MeshExperiment.model_validate(data)
    resolved = experiment.resolved()
    assert MeshExperiment.model_validate(resolved) == experiment
    written = parse_yaml(write_yaml(resolved), "f.yaml").data
    assert written == resolved
    again = MeshExperiment.model_validate(written)
    assert again.resolved() == resolved
    for point, same in zip(points(experiment), points(again), strict=True):
        assert point == same
        assert MeshExperiment.model_validate(point.experiment.resolved()) == point.experiment
    assert pickle.loads(pickle.dumps(experiment)) == experiment


def test_an_experiment_cannot_be_changed_and_differs_by_any_field():
    experiment = MeshExperiment.model_validate(BASE)
    with pytest.raises(ValidationError, match="frozen"):
        experiment.seed = 1
    assert experiment != MeshExperiment.model_validate({**BASE, "seed": 1})
    assert experiment != BASE


def test_execution_from_a_mapping():
    assert as_execution(None) == Execution()
    assert as_execution({"value_bytes": "16 B", "network": "ideal"}) == Execution.model_validate(
        {"value_bytes": "16 B", "network": "ideal"}
    )
    execution = Execution(steps=2, model="supersteps")
    assert as_execution(execution) is execution
    with pytest.raises(ConfigError) as error:
        as_execution(
            {"model": "dataflow", "network": "flits", "steps": 2, "schedular": "fifo", "value_bytes": 8}
        )
    assert list(error.value.problems) == [
        "execution.steps: expected 1, got 2; dataflow runs every vertex once. Use `model: supersteps` "
        "for more steps",
        "execution.network: expected one of 'ideal', 'packet', 'flit', got 'flits'",
        "execution.value_bytes: expected a size of at most 1 GiB with its unit, such as '64 KiB', "
        "got 8; add a unit to "
        "the number: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB",
        "execution.schedular: unknown key; did you mean 'scheduler'?",
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"workload": 3},
            "workload: expected a mapping with graph, generator, program, source, kernel, thread_program or "
            "hybrid, got 3",
        ),
        (
            {"workload": {}},
            "workload: expected one of graph, generator, program, source, kernel, thread_program and hybrid, "
            "got none",
        ),
        ({"workload": {"generater": "rmat"}}, "workload.generater: unknown key; did you mean 'generator'?"),
        (
            {"workload": {"generator": "rmat", "graph": "x"}},
            "workload.generator: expected one of graph, generator, program, source, kernel, "
            "thread_program and hybrid, got graph and generator",
        ),
        (
            {"workload": {"generator": "mc2dep", "n": 3}},
            "workload.generator: unknown generator 'mc2dep'; did you mean 'mc2depi'?",
        ),
        (
            {"workload": {"generator": "mc2depi"}},
            "workload.n: is missing; mc2depi needs it: an integer from 1 to 2147483647",
        ),
        (
            {"workload": {"generator": "rmat", "scale": 31}},
            "workload.scale: rmat expects an integer from 1 to 30, got 31",
        ),
        (
            {"workload": {"program": "fftt"}},
            "workload.program: unknown program 'fftt'; did you mean 'fft'?",
        ),
        (
            {"workload": {"program": "fft", "weights": "value"}},
            "workload.weights: expected one of 'cache', 'rdtsc', 'unit', got 'value'",
        ),
        (
            {"workload": {"program": "fft", "args": [3]}},
            "workload.args: unknown key; known: clock_cycles, drop, function, max_bytes, "
            "max_instructions, memory_dependences, program, size, timeout, timing_runs, weights, window",
        ),
        (
            {"workload": {"program": "fft", "clock_cycles": -1}},
            "workload.clock_cycles: expected an integer from 0 to 1000, got -1",
        ),
        (
            {"workload": {"program": "fft", "clock_cycles": 30, "weights": "unit"}},
            "workload.weights: `clock_cycles` needs 'cache' or 'rdtsc', got 'unit'; set it, or remove "
            "`clock_cycles`",
        ),
        (
            {"workload": {"source": "a.c", "drop": ["loads"]}},
            "workload.drop: expected a list of 'allocas', 'branches', 'stack', got ['loads']",
        ),
        (
            {"workload": {"source": "a.c", "args": "3"}},
            "workload.args: expected a list of texts, got '3'",
        ),
        (
            {"workload": {"source": "a.c", "max_bytes": 10}},
            "workload.max_bytes: expected a size with its unit, such as '64 KiB', got 10; add a unit "
            "to the number: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB",
        ),
        ({"workload": {"graph": ""}}, "workload.graph: expected the name of a file, got ''"),
        (
            {"workload": {"graph": "x", "weight": "abs"}},
            "workload.weight: unknown key; did you mean 'weights'?",
        ),
        (
            {"workload": {"graph": "x", "bipartite": "yes"}},
            "workload.bipartite: expected true or false, got 'yes'; write true or false",
        ),
        ({"partition": None}, "partition: expected a mapping, got null"),
        (
            {"partition": {"parts": 8}},
            "partition.method: is missing; expected the name of a partitioner (or `file`)",
        ),
        (
            {"partition": {"method": "random"}},
            "partition.parts: is missing; expected an integer from 1 to 65536",
        ),
        (
            {"partition": {"method": "random", "parts": 0}},
            "partition.parts: expected an integer from 1 to 65536, got 0",
        ),
        (
            {"partition": {"method": "random", "parts": 70000}},
            "partition.parts: expected an integer from 1 to 65536, got 70000",
        ),
        (
            {"partition": {"method": "random", "parts": True}},
            "partition.parts: expected an integer from 1 to 65536, got true",
        ),
        (
            {"partition": {"method": "wb_libr", "parts": 8}},
            "partition.method: unknown partitioner 'wb_libr'; did you mean 'wb_libra'?",
        ),
        (
            {"partition": {"method": "random", "parts": 8, "order": "given"}},
            "partition.order: partitioner 'random' takes no option 'order'; it takes no options",
        ),
        (
            {"partition": {"method": "metis", "parts": 8, "order": "given"}},
            "partition.order: partitioner 'metis' takes no option 'order'; "
            "known: contiguous, imbalance, limit",
        ),
        (
            {"partition": {"method": "libra", "part": 8, "parts": 8}},
            "partition.part: partitioner 'libra' takes no option 'part'; did you mean 'parts'?",
        ),
        (
            {"partition": {"method": "libra", "parts": 8, "order": True}},
            "partition.order: libra expects one of 'given', 'shuffled', 'degree', 'bfs', got true",
        ),
        (
            {"partition": {"method": "metis", "parts": 8, "limit": "2"}},
            "partition.limit: metis expects an integer from -2147483648 to 2147483647 or null, got '2'",
        ),
        (
            {"partition": {"method": "wb_libra", "parts": 8, "load_bound": 0}},
            "partition.load_bound: wb_libra expects a number greater than 0, got 0",
        ),
        (
            {"partition": {"method": "random", "file": "p", "parts": 8}},
            "partition.file: expected either method or file, got both",
        ),
        (
            {"partition": {"file": "p", "order": "bfs"}},
            "partition.order: unknown key; a section with `file` has only the keys method, file, kind, "
            "parts, seed",
        ),
        (
            {"partition": {"methd": "random", "parts": 8}},
            "partition.methd: unknown key; did you mean 'method'?",
        ),
        (
            {"partition": {"method": "random", "parts": 8, "seed": -1}},
            "partition.seed: expected an integer from 0 to 9223372036854775807, got -1",
        ),
        (
            {"mapping": {"policy": "later"}},
            "mapping.policy: expected one of 'static', 'online', 'periodic', got 'later'",
        ),
        (
            {"mapping": {"method": "greedy"}},
            "mapping.method: unknown mapper 'greedy'; known: memory_centric, round_robin",
        ),
        (
            {"machine": "mesh-0x1"},
            "machine: 'mesh-0x1' has no tiles; expected mesh-WxH with W and H of at least 1",
        ),
        (
            {"machine": {"mesh": {"width": 0, "height": 4}}},
            "machine.mesh.width: expected an integer from 1 to 65536, got 0",
        ),
        (
            {"machine": {"base": "table2", "memory": {"controllers": [9]}}},
            "machine: for 8 clusters: machine.memory.controllers[0]: controller 0 at 9 "
            "is not on the 4 x 2 mesh; its tiles are 0 .. 7",
        ),
        (
            {"execution": {"memory_model": "measured"}},
            "execution.memory_model: expected one of 'traced', 'simulated', got 'measured'",
        ),
        (
            {
                "execution": {"memory_model": "simulated", "communication": "coherent"},
                "mapping": {"policy": "online"},
            },
            "mapping.policy: `communication: coherent` needs the core of every cluster before the run; use "
            "`policy: static`, or `communication: message`",
        ),
        (
            {"execution": {"communication": "telepathy"}},
            "execution.communication: expected one of 'message', 'coherent', got 'telepathy'",
        ),
        (
            {"execution": {"communication": "coherent"}},
            "execution.communication: `communication: coherent` needs `memory_model: simulated`, got "
            "'traced'; set it, or use `communication: message`",
        ),
        (
            {
                "execution": {
                    "memory_model": "simulated",
                    "communication": "coherent",
                    "aggregate_messages": False,
                }
            },
            "execution.aggregate_messages: expected true, got false; with `communication: coherent`, "
            "shared memory has one copy of a value",
        ),
        (
            {"execution": {"engine": "fast"}},
            "execution.engine: expected one of 'auto', 'simpy', 'compiled', got 'fast'",
        ),
        (
            {"execution": {"scheduler": "fifi"}},
            "execution.scheduler: unknown scheduler 'fifi'; did you mean 'fifo'?",
        ),
        (
            {"execution": {"cycles_per_weight": float("inf")}},
            "execution.cycles_per_weight: expected a number greater than 0, got inf",
        ),
        ({"seed": 1.0}, "seed: expected an integer from 0 to 9223372036854775807, got 1.0; write 1"),
        ({"verify": 1}, "verify: expected true or false, got 1"),
        ({"worklod": {}}, "worklod: unknown key; did you mean 'workload'?"),
        ({"sweep": [8]}, "sweep: expected a mapping, got [8]"),
        (
            {"baseline": {"partition.parts": 8}},
            "baseline.partition.parts: is not swept; there is no sweep, so there is nothing to compare with",
        ),
    ],
)
def test_what_is_no_experiment_is_refused(change, message):
    assert message in problems({**BASE, **change})


def test_every_part_that_is_missing_is_named():
    assert problems({}) == [
        "workload: is missing; expected a mapping with graph, generator, program, source, kernel, "
        "thread_program or hybrid",
        "partition: is missing; expected a mapping",
        "machine: is missing; expected a preset, a file, a mapping, or none",
    ]
