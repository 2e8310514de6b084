"""The page on adding a component, done as it says: its example runs, and gives what the page shows."""

import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import yaml
from test_engines import everything

import numasim
from mappers.mapping import Mapping
from numasim.components import COMPONENTS
from numasim.experiments.job import Job
from numasim.experiments.point import evaluate
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.numa.shared.timeline import Timeline
from numasim.numa.simpy_engine.coherent_memory import L1, CoherentMemory, Home
from numasim.numa.simpy_engine.run import Run
from partitioners.errors import OptionError
from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.partition_graph import partition

PAGE = (Path(__file__).parents[2] / "docs" / "components.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def forgotten():
    yield
    COMPONENTS.unregister("next_line")


def test_the_example_gives_what_the_page_shows(capsys, forgotten):
    names = vars(sys.modules.setdefault("page_of_components", ModuleType("page_of_components")))
    for code in blocks("python"):
        exec(compile(code, "components.md", "exec"), names)
    (shown,) = blocks("text")
    assert capsys.readouterr().out == shown

    (section,) = map(yaml.safe_load, blocks("yaml"))
    base = {"workload": {"generator": "mc2depi", "n": 9}, "partition": {"method": "libra", "parts": 4}}
    execution = {"memory_model": "simulated"}
    experiment = MeshExperiment.model_validate(
        {**base, **section, "machine": "mesh-2x2", "execution": execution}
    )
    outcome = evaluate(Job(0, experiment))
    assert outcome.error is None
    assert outcome.rows[0]["l1_requests"] > outcome.rows[0]["l1_misses"]


def test_the_prefetcher_breaks_no_law_where_many_cores_share_blocks():
    names = {}
    exec(blocks("python")[0], names)
    cut = partition(rmat(scale=8, edge_factor=6, seed=1), "libra", 16)
    machine = numasim.load_machine({"base": "mesh-4x4", "l1": {"size": "256 B"}, "core": {"mshrs": 3}})
    mapping = Mapping(np.arange(16), 16)
    execution = {"memory_model": "simulated"}
    result = numasim.simulate(cut, mapping, machine, execution, components=names["PrefetchingRun"])
    s = result.scalars
    assert s["l1_requests"] > s["l1_misses"]
    assert s["tasks"] == numasim.simulate(cut, mapping, machine, execution).scalars["tasks"]


def test_a_component_that_changes_nothing_changes_no_number():
    class Memory(CoherentMemory):
        l1 = type("SameL1", (L1,), {})
        home = type("SameHome", (Home,), {})

    class Same(Run):
        coherent_memory = Memory

    cut = partition(rmat(scale=6, edge_factor=6, seed=1), "libra", 4)
    machine, mapping = numasim.load_machine("mesh-2x2"), Mapping(np.arange(4), 4)
    execution = {"memory_model": "simulated", "engine": "compiled"}
    same = numasim.simulate(cut, mapping, machine, execution, components=Same)
    assert everything(same) == everything(numasim.simulate(cut, mapping, machine, execution))


def test_a_timeline_of_other_components_is_refused():
    cut = EdgePartition(Graph(2, [0], [1]), 1, [0])
    machine = numasim.load_machine("mesh-1x1")
    with pytest.raises(OptionError) as error:
        numasim.simulate(cut, Mapping([0], 1), machine, timeline=Timeline(), components=Run)
    assert str(error.value) == (
        "a timeline cannot be recorded with custom components; remove either `timeline` or `components`"
    )


def test_the_page_names_the_classes_that_are_there():
    for name in ("blocking_core", "out_of_order_core", "coherent_memory"):
        assert f"`Run.{name}`" in PAGE
        assert hasattr(Run, name)
