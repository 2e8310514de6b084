"""Components and schedulers of one's own, named in an experiment: sweeps, options, what is refused."""

import numpy as np
import pytest

import numasim
from numasim.components import COMPONENTS, run_with
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.run import Run
from numasim.program.schedulers import SCHEDULERS
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError, VerificationError

FILE = """\
workload: {generator: mc2depi, n: 6}
partition: {method: contiguous, parts: 4}
machine: mesh-2x2
"""


def renamed(*, name: str = "Same", strict: bool = False) -> type[Run]:
    """A machine that is the same under another name."""
    return type(name, (Run,), {"blocking_core": type("C", (Core,), {})})


def broken():
    """Nothing that could run."""
    return int


def every_nth(program, *, n: int = 2) -> np.ndarray:
    """The tasks whose number n divides first."""
    return np.arange(program.num_tasks) % n


@pytest.fixture(autouse=True)
def registered():
    for family, functions in ((COMPONENTS, (renamed, broken)), (SCHEDULERS, (every_nth,))):
        for function in functions:
            family.register(function.__name__, function)
    yield
    for family, functions in ((COMPONENTS, (renamed, broken)), (SCHEDULERS, (every_nth,))):
        for function in functions:
            family.unregister(function.__name__)


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


def test_a_component_that_is_none_is_an_error_of_its_row(load):
    with pytest.raises(VerificationError) as caught:
        run_with("broken", {})
    said = (
        "component 'broken' returned <class 'int'>; it must return a subclass of "
        "numasim.numa.simpy_engine.run.Run"
    )
    assert str(caught.value) == said
    results = run_experiment(load("component: {method: broken}\n"), RunOptions(1))
    assert results.table["error"].tolist() == [f"the result failed verification: {said}"]


def test_what_is_wrong_with_a_component_is_said_by_line_and_column(load):
    assert refused(load, "component: {method: renamd}\n") == [
        "e.yaml:4:21: component.method: unknown component 'renamd'; did you mean 'renamed'?"
    ]
    assert refused(load, "component: {method: renamed, nam: A, strict: 1}\n") == [
        "e.yaml:4:30: component.nam: component 'renamed' takes no option 'nam'; did you mean 'name'?",
        "e.yaml:4:46: component.strict: renamed expects true or false, got 1",
    ]
    assert refused(load, "component: {method: renamed}\nexecution: {engine: compiled}\n") == [
        "e.yaml:5:21: execution.engine: expected auto or simpy, got 'compiled'; the compiled engine "
        "runs no custom component"
    ]
    assert refused(load, "component: renamed\n") == [
        "e.yaml:4:12: component: expected a mapping, got 'renamed'"
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
