"""What a file is refused for, a function of Python is refused for with the same words, and the reverse."""

import numpy as np
import pytest
import yaml

import numasim
from numasim.numa.simpy_engine.network import PacketNetwork
from numasim.schema.load import load_experiment
from numasim.threads.microbenchmarks import SequentialRead
from numasim.threads.ping_pong import PingPong
from partitioners.errors import ConfigError, NumasimError

GRAPH = numasim.Graph(4, [0, 0, 1, 2], [1, 2, 3, 3], np.ones(4), {"operation": np.ones(4)})
TASKS = {"workload": {"generator": "grid", "width": 2, "height": 2}, "machine": "mesh-2x2"}
CLUSTERS = {**TASKS, "partition": {"method": "contiguous", "parts": 4}}
READ = {"workload": {"thread_program": "sequential_read", "threads": 2}, "machine": "mesh-2x2"}


def scheduled(machine="mesh-2x2", **execution):
    made = numasim.schedule(GRAPH, machine, "heft")
    return numasim.simulate_schedule(GRAPH, made, machine, execution)


def clusters(machine="mesh-2x2", policy="static", parts=None, **execution):
    machine = numasim.load_machine(machine)
    cut = numasim.partition(GRAPH, "contiguous", 4)
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine, policy=policy)
    return numasim.simulate(cut, mapping, machine, execution, parts=parts)


def threads(program=SequentialRead, number=2, machine="mesh-2x2", **options):
    return numasim.simulate_threads(program(), np.arange(number), numasim.load_machine(machine), **options)


def setting(base, section, **keys):
    """A file with other keys in a section, and the same keys."""
    return {**base, section: {**base.get(section, {}), **keys}}


SCHEDULED = {**TASKS, "schedule": {"method": "heft"}}
SLOW = {"base": "mesh-2x2", "core": {"speeds": {"0": 1}}}  # no core differs, but the table is there
RULES = {
    **{
        f"schedule {key}": (
            setting(SCHEDULED, "execution", **{key: value}),
            lambda key=key, value=value: scheduled(**{key: value}),
        )
        for key, value in {
            "model": "supersteps",
            "steps": 2,
            "memory_model": "simulated",
            "scheduler": "critical_path",
            "stealing": "nearest",
        }.items()
    },
    "schedule mesh": ({**SCHEDULED, "machine": "table2"}, lambda: scheduled("table2")),
    "stealing": (
        setting(CLUSTERS, "execution", stealing="nearest", model="supersteps"),
        lambda: clusters(stealing="nearest", model="supersteps"),
    ),
    "coherent": (
        setting(CLUSTERS, "execution", communication="coherent"),
        lambda: clusters(communication="coherent"),
    ),
    "coherent online": (
        setting(
            setting(CLUSTERS, "execution", communication="coherent", memory_model="simulated"),
            "mapping",
            policy="online",
        ),
        lambda: clusters(policy="online", communication="coherent", memory_model="simulated"),
    ),
    "periodic": (
        setting(setting(CLUSTERS, "execution", stealing="nearest"), "mapping", policy="periodic"),
        lambda: clusters(policy="periodic", stealing="nearest"),
    ),
    "speeds": (
        setting({**CLUSTERS, "machine": SLOW}, "execution", memory_model="simulated"),
        lambda: clusters(SLOW, memory_model="simulated"),
    ),
    "component": (
        {**setting(CLUSTERS, "execution", engine="compiled"), "component": {"method": "core"}},
        lambda: clusters(parts={"network": PacketNetwork}, engine="compiled"),
    ),
    "speeds of threads": ({**READ, "machine": SLOW}, lambda: threads(machine=SLOW)),
    "one thread": (
        {**READ, "workload": {"thread_program": "ping_pong", "threads": 1}},
        lambda: threads(PingPong, 1),
    ),
    **{
        f"threads {key}": (
            setting(READ, "execution", **{key: value}),
            lambda key=key, value=value: threads(**{key: value}),
        )
        for key, value in {
            "network": "ring",
            "barrier": "none",
            "lock": "tiket",
            "lock_layout": "tight",
            "engine": "fast",
        }.items()
    },
}


@pytest.mark.parametrize("name", RULES)
def test_a_file_and_the_function_are_refused_in_the_same_words(name, tmp_path):
    data, call = RULES[name]
    (tmp_path / "e.yaml").write_text(yaml.safe_dump(data))
    with pytest.raises(ConfigError) as of_file:
        load_experiment(str(tmp_path / "e.yaml"))
    with pytest.raises(NumasimError) as of_function:
        call()
    words = str(of_function.value).removeprefix("execution.").removeprefix("PingPong")
    assert words in str(of_file.value)


@pytest.mark.parametrize("seed", [-1, 0.5, True])
def test_a_seed_is_an_integer_of_at_least_zero(seed):
    machine = numasim.load_machine("mesh-2x2")
    cut = numasim.partition(GRAPH, "contiguous", 4)
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine)
    for call in (
        lambda: numasim.partition(GRAPH, "contiguous", 4, seed=seed),
        lambda: numasim.map_clusters(numasim.cluster_graph(cut), machine, seed=seed),
        lambda: numasim.schedule(GRAPH, machine, seed=seed),
        lambda: numasim.simulate(cut, mapping, machine, seed=seed),
        lambda: threads(seed=seed),
    ):
        with pytest.raises(NumasimError) as error:
            call()
        assert str(error.value) == f"seed must be an integer >= 0, got {seed!r}"
