"""Components and schedulers of one's own, named in an experiment: sweeps, options, what is refused."""

from functools import partial

import numpy as np
import pytest

import numasim
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.numa.shared.timeline import Timeline
from numasim.numa.simpy_engine.coherent_memory import L1
from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.network import IdealNetwork
from numasim.numa.simpy_engine.parts import COMPONENTS
from numasim.program.schedulers import SCHEDULERS
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError, OptionError

FILE = """\
workload: {generator: mc2depi, n: 6}
partition: {method: contiguous, parts: 4}
machine: mesh-2x2
"""


class Renamed(Core):
    """A core that is the same under another name."""

    counters = ("wakes",)

    def __init__(self, number, run, *, name: str = "Same", strict: bool = False):
        super().__init__(number, run)
        self.wakes = 0

    def make_ready(self, task):
        super().make_ready(task)
        self.wakes += 1


class Slow(IdealNetwork):
    """A network with a cycle more for each packet."""

    counters = ("slowed",)

    def __init__(self, clock, mesh, parameters, *, cycles: int = 1):
        super().__init__(clock, mesh, parameters)
        self.cycles, self.slowed = cycles, 0

    def carry(self, *arguments):
        yield self._env.timeout(self.cycles)
        yield from super().carry(*arguments)
        self.slowed += 1


class Deaf:
    """A network that cannot be asked for its counters."""

    part = "network"

    def carry(self):
        """Nothing."""


class Lost(Core):
    """A core for a part that does not exist."""

    part = "coer"


class Taken(Core):
    """A core that counts what every run counts."""

    counters = ("cycles",)


def broken():
    """Nothing that could run."""


def every_nth(program, *, n: int = 2) -> np.ndarray:
    """The tasks whose number n divides first."""
    return np.arange(program.num_tasks) % n


OWN = {
    COMPONENTS: {
        **{"renamed": Renamed, "slow": Slow, "deaf": Deaf, "lost": Lost, "taken": Taken},
        **{"broken": broken},
    },
    SCHEDULERS: {"every_nth": every_nth},
}


@pytest.fixture(autouse=True)
def registered():
    for family, members in OWN.items():
        for name, member in members.items():
            family.register(name, member)
    yield
    for family, members in OWN.items():
        for name in members:
            family.unregister(name)


@pytest.fixture
def load(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def load(text):
        (tmp_path / "e.yaml").write_text(FILE + text)
        return load_experiment("e.yaml")

    return load


def refused(load, text):
    with pytest.raises(ConfigError) as caught:
        load(text)
    return list(caught.value.problems)


def test_a_sweep_over_components_compares_them_with_the_machine_as_it_is(load):
    experiment = load("sweep: {component.method: [none, renamed], component.name: [A, B]}\n")
    results = run_experiment(experiment, RunOptions(1))
    table = results.table
    assert table["component"].tolist() == ["none", "renamed", "renamed"]
    assert table["component_options"].tolist()[1:] == [
        '{"name": "A", "strict": false}',
        '{"name": "B", "strict": false}',
    ]
    assert table["error"].isna().all()
    assert table["cycles"].nunique() == 1
    assert table["speedup"].nunique() == 1
    assert table["run_id"].nunique() == 3
    assert results.varying == ["component", "component.name"]
    assert table["wakes"].isna().tolist() == [True, False, False]
    assert table["wakes"][1] == table["wakes"][2] > 0


def test_a_list_of_components_replaces_several_parts(load):
    alone = run_experiment(load("component: {method: slow, cycles: 5}\n"), RunOptions(1)).table
    experiment = load("component:\n- {method: slow, cycles: 5}\n- {method: renamed}\n- {method: none}\n")
    results = run_experiment(experiment, RunOptions(1))
    (row,) = results.table.to_dict("records")
    assert results.table["error"].isna().all()
    assert row["component"] == "slow+renamed"
    assert row["component_options"] == '[{"cycles": 5}, {"name": "Same", "strict": false}]'
    assert (row["cycles"], row["slowed"]) == (alone["cycles"][0], alone["slowed"][0])
    assert row["slowed"] > row["messages_remote"] > 0
    assert row["wakes"] > 0
    assert load_experiment(results.resolved) == experiment
    plain = run_experiment(load(""), RunOptions(1)).table
    assert row["cycles"] > plain["cycles"][0]


LACKS = "the class Deaf lacks the method 'link_counts' of the part 'network', which has carry, link_counts"

PARTS = (
    "network, memory, controller, caches, l1, home, core, out_of_order_core, stealing, migration, messages, "
    "barrier"
)


def test_what_is_wrong_with_a_component_for_its_part_is_said(load):
    unknown = "unknown part 'coer'; did you mean 'core'?"
    taken = "the class Taken has the counter 'cycles', which is a figure of every run; choose another name"
    for name, said in {
        "broken": "component 'broken' names no part; register a class with the attribute `part`, one of "
        f"{PARTS}",
        "deaf": LACKS,
        "lost": unknown,
        "taken": taken,
        "flit": "'flit' is a network of numasim's own; write `execution.network: flit`",
    }.items():
        at = f"e.yaml:4:{len('component: {method: ') + 1}: component.method: "
        assert refused(load, f"component: {{method: {name}}}\n") == [at + said]
    assert refused(load, "component: [{method: slow}, {method: deaf}, {method: renamed, nam: A}]\n") == [
        f"e.yaml:4:38: component[1].method: {LACKS}",
        "e.yaml:4:63: component[2].nam: component 'renamed' takes no option 'nam'; did you mean 'name'?",
    ]
    assert refused(load, "component: [{method: renamed}, {method: core}]\n") == [
        "e.yaml:4:12: component: 'renamed' and 'core' both replace the part 'core'; leave out one"
    ]
    assert refused(load, "component: [{method: renamed}]\nsweep: {component.method: [none, renamed]}\n") == [
        "e.yaml:5:9: component.method: a list of components cannot be swept; sweep one component"
    ]
    assert refused(load, "component: [{method: renamed}]\nexecution: {engine: compiled}\n") == [
        "e.yaml:5:21: execution.engine: `engine: compiled` runs no custom component; use `engine: auto`, or "
        "leave out the component"
    ]


def simulated(**options):
    cut = numasim.partition(numasim.Graph(4, [0, 0, 0], [1, 2, 3]), "block", 1)
    return numasim.simulate(cut, numasim.Mapping([0], 1), numasim.load_machine("mesh-1x1"), **options)


class Counting(L1):
    counters = ("wakes",)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"l11": L1}, "unknown part 'l11'; did you mean 'l1'?"),
        ({"l1": 7}, "expected a class for the part 'l1', got 7"),
        ({"core": broken}, "expected a class for the part 'core', got the function broken"),
        ({"core": object()}, "expected a class for the part 'core', got a value of the type object"),
        (
            {"network": Deaf},
            LACKS,
        ),
        (
            {"core": Renamed, "l1": Counting},
            "the components for 'core' and 'l1' both have the counter 'wakes'; rename one",
        ),
    ],
)
def test_parts_that_cannot_be_used_are_refused(parts, said):
    with pytest.raises(OptionError) as caught:
        simulated(parts=parts)
    assert str(caught.value) == said


def test_a_component_that_nothing_uses_is_named():
    result = simulated(parts={"l1": L1, "network": Slow})
    assert result.warnings == (
        "the component for the part 'l1' has no effect, because nothing of this run uses the part",
    )


def test_a_timeline_is_recorded_beside_components_for_other_parts():
    timeline, parts = Timeline(), {"network": partial(Slow, cycles=3)}
    result = simulated(timeline=timeline, parts=parts)
    assert result.scalars == simulated(parts=parts).scalars
    assert result.scalars["slowed"] > 0
    assert timeline.timed_tasks > 0
    with pytest.raises(OptionError) as caught:
        simulated(timeline=Timeline(), parts={"core": Renamed})
    assert str(caught.value) == (
        "the timeline is recorded by the part 'core', for which there is a component; leave out `timeline`, "
        "or this component"
    )


def test_what_is_wrong_with_a_component_is_said_by_line_and_column(load):
    assert refused(load, "component: {method: renamd}\n") == [
        "e.yaml:4:21: component.method: unknown component 'renamd'; did you mean 'renamed'?"
    ]
    assert refused(load, "component: {method: renamed, nam: A, strict: 1}\n") == [
        "e.yaml:4:30: component.nam: component 'renamed' takes no option 'nam'; did you mean 'name'?",
        "e.yaml:4:46: component.strict: renamed expects true or false, got 1",
    ]
    assert refused(load, "component: {method: renamed}\nexecution: {engine: compiled}\n") == [
        "e.yaml:5:21: execution.engine: `engine: compiled` runs no custom component; use `engine: auto`, or "
        "leave out the component"
    ]
    assert refused(load, "component: renamed\n") == [
        "e.yaml:4:12: component: expected a mapping, or a list of mappings, got 'renamed'"
    ]


def test_a_scheduler_has_its_options_beside_the_keys_of_the_execution(load):
    experiment = load("execution: {scheduler: every_nth, n: 3, steps: 1}\n")
    assert experiment.execution.options == {"n": 3}
    assert experiment.resolved()["execution"]["n"] == 3
    swept = load("execution: {n: 3}\nsweep: {execution.scheduler: [fifo, every_nth]}\n")
    fifo, nth = points(swept)
    assert (fifo.experiment.execution.options, nth.experiment.execution.options) == ({}, {"n": 3})
    cut = numasim.partition(numasim.Graph(4, [0, 0, 0], [1, 2, 3]), "block", 1)
    machine, mapping = numasim.load_machine("mesh-1x1"), numasim.Mapping([0], 1)
    for n in (1, 3):
        numasim.simulate(cut, mapping, machine, {"scheduler": "every_nth", "n": n})
    assert refused(load, "execution: {scheduler: every_nth, stps: 3, n: x}\n") == [
        "e.yaml:4:35: execution.stps: unknown key; did you mean 'steps'?",
        "e.yaml:4:47: execution.n: every_nth expects an integer from -2147483648 to 2147483647, got 'x'",
    ]
    assert refused(load, "execution: {n: 3}\n") == [
        "e.yaml:4:13: execution.n: unknown key; known: aggregate_messages, communication, cycles_per_weight, "
        "engine, initial_values, max_cycles, max_events, max_seconds, memory_model, model, network, "
        "scheduler, steal_retry_cycles, steal_threshold, stealing, steps, value_bytes, value_layout"
    ]
