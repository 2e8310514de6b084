"""The public names: all there, the objects that their homes hold, and nothing else."""

import ast
import importlib
import inspect
import subprocess
import sys

import pytest

import numasim
import numasim.program

PATHS = [
    "partitioners.graph.Graph",
    "partitioners.generators.rmat",
    "partitioners.generators.mc2depi",
    "partitioners.balance.hard_limit",
    "partitioners.levels.topological_levels",
    "numasim.conformance.conformance",
    "numasim.components.COMPONENTS",
    "numasim.program.Program",
    "numasim.trace.trace_program.trace_program",
    "numasim.numa.simpy_engine.run.Run",
    "numasim.numa.simpy_engine.coherent_memory.L1",
    "numasim.numa.simpy_engine.coherent_memory.CoherentMemory",
    "numasim.numa.simpy_engine.network.Network",
    "numasim.numa.simpy_engine.memory.Memory",
    *(
        f"numasim.numa.coherence.{module}"
        for module in ("state", "protocol", "l1", "controller", "tester", "cache")
    ),
    "gpu.record",
    "gpu.prepare",
]
"""What documentation, tutorials and plug-ins import from its module."""

GROUPS = {
    "numasim.partitioners": "partitioners.partition_graph.PARTITIONERS",
    "numasim.mappers": "mappers.map_clusters.MAPPERS",
    "numasim.schedules": "mappers.scheduling.schedule_tasks.SCHEDULES",
    "numasim.schedulers": "numasim.program.schedulers.SCHEDULERS",
    "numasim.generators": "partitioners.generators.registry.GENERATORS",
    "numasim.components": "numasim.components.COMPONENTS",
    "numasim.thread_programs": "numasim.threads.program.THREAD_PROGRAMS",
    "numasim.thread_schedules": "numasim.threads.schedules.THREAD_SCHEDULES",
    "numasim.thread_mappers": "numasim.threads.mapping.THREAD_MAPPERS",
}
"""The entry-point group of each family of plug-ins."""


def found(path):
    """What a dotted path names: a module, or a name in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("name", numasim.__all__)
def test_every_public_name_is_the_one_of_its_home(name):
    home = importlib.import_module(numasim._HOME[name])
    assert getattr(numasim, name) is getattr(home, name)
    assert getattr(numasim, name).__doc__
    assert name in dir(numasim)


def test_the_public_names_are_sorted():
    assert numasim.__all__ == sorted(numasim.__all__, key=lambda name: (name[0].islower(), name))


@pytest.mark.parametrize("package", [numasim, numasim.program])
def test_a_type_checker_finds_every_name_in_its_home(package):
    tree = ast.parse(inspect.getsource(package))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    homes = {name.asname: node.module for node in imported for name in node.names if name.asname}
    assert homes == package._HOME


@pytest.mark.parametrize("path", PATHS)
def test_what_others_import_from_its_module_is_there(path):
    assert found(path).__doc__


@pytest.mark.parametrize("group", GROUPS)
def test_plugins_register_under_their_group(group):
    assert found(GROUPS[group]).group == group


def test_an_unknown_name_is_refused_as_python_does():
    with pytest.raises(AttributeError, match=r"^module 'numasim' has no attribute 'simulat'$"):
        _ = numasim.simulat


@pytest.mark.parametrize(
    "first",
    [
        "import numasim.simulation.simulate",
        "from numasim import simulate",
        "import numasim.experiments.experiment",
    ],
)
def test_a_module_of_a_functions_name_does_not_hide_the_function(first):
    code = f"{first}\nimport numasim\nassert callable(numasim.simulate)\nassert callable(numasim.run)"
    subprocess.run([sys.executable, "-c", code], check=True)
