"""The page on adding a component, done as it says: its example runs, and gives what the page shows."""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import yaml

import numasim
from mappers.mapping import Mapping
from numasim.experiments.job import Job
from numasim.experiments.point import evaluate
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.numa.simpy_engine.parts import COMPONENTS, OWN
from partitioners.generators.models import rmat
from partitioners.partition_graph import partition
from tests.numasim.numa.test_engines import everything

PAGE = (Path(__file__).parents[2] / "docs" / "components.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def forgotten():
    yield
    for name in ("next_line", "bus"):
        COMPONENTS.unregister(name)


def test_the_example_gives_what_the_page_shows(capsys, forgotten):
    names = vars(sys.modules.setdefault("page_of_components", ModuleType("page_of_components")))
    for code in blocks("python"):
        exec(compile(code, "components.md", "exec"), names)
    assert capsys.readouterr().out == "".join(blocks("text"))

    base = {"workload": {"generator": "mc2depi", "n": 9}, "partition": {"method": "libra", "parts": 4}}
    execution = {"memory_model": "simulated"}
    for section, counters in zip(
        blocks("yaml"), (["prefetches"], ["prefetches", "bus_packets"]), strict=True
    ):
        data = {**base, **yaml.safe_load(section), "machine": "mesh-2x2", "execution": execution}
        outcome = evaluate(Job(0, MeshExperiment.model_validate(data)))
        assert outcome.error is None
        assert all(outcome.rows[0][name] > 0 for name in counters)
        row = outcome.rows[0]
        assert row["prefetches"] >= row["l1_requests"] - row["l1_misses"] > 0


def test_the_prefetcher_breaks_no_law_where_many_cores_share_blocks():
    names = {}
    exec(blocks("python")[0], names)
    cut = partition(rmat(scale=8, edge_factor=6, seed=1), "libra", 16)
    machine = numasim.load_machine({"base": "mesh-4x4", "l1": {"size": "256 B"}, "core": {"mshrs": 3}})
    mapping = Mapping(np.arange(16), 16)
    execution = {"memory_model": "simulated"}
    result = numasim.simulate(cut, mapping, machine, execution, parts={"l1": names["NextLine"]})
    s = result.scalars
    assert s["l1_requests"] > s["l1_misses"]
    assert s["tasks"] == numasim.simulate(cut, mapping, machine, execution).scalars["tasks"]


@pytest.mark.parametrize(
    ("memory", "absent"),
    [
        ("simulated", ("core", "stealing", "migration")),
        ("traced", ("caches", "l1", "home", "out_of_order_core", "stealing", "migration")),
    ],
)
def test_components_that_change_nothing_change_no_number(memory, absent):
    own = {part: COMPONENTS["packet" if part == "network" else part].function for part in OWN}
    parts = {part: type("Same", (kind,), {}) for part, kind in own.items() if part not in absent}
    cut = partition(rmat(scale=6, edge_factor=6, seed=1), "libra", 4)
    machine, mapping = numasim.load_machine("mesh-2x2"), Mapping(np.arange(4), 4)
    same = numasim.simulate(cut, mapping, machine, {"memory_model": memory}, parts=parts)
    compiled = {"memory_model": memory, "engine": "compiled"}
    assert everything(same) == everything(numasim.simulate(cut, mapping, machine, compiled))


def test_the_table_of_the_page_has_every_part_and_what_it_is_created_with():
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`|]*)` \|$", PAGE, re.MULTILINE)
    classes = {part: COMPONENTS["packet" if part == "network" else part].function for part in OWN}
    assert rows == [(part, ", ".join(inspect.signature(kind).parameters)) for part, kind in classes.items()]
