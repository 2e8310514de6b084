"""The public names: all there, the objects that their homes hold, and nothing else."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gpu
import numasim
import numasim.generators
import numasim.plugins
import numasim.program
from partitioners.plugins.lazy_names import public_names

PACKAGES = (numasim, numasim.generators, numasim.plugins, numasim.program, gpu)

PATHS = [
    "numasim.numa.simpy_engine.network_interface.Network",
    "numasim.numa.simpy_engine.memory.Memory",
    *(
        f"numasim.numa.coherence.{module}"
        for module in ("state", "protocol", "l1", "controller", "tester", "cache")
    ),
    "gpu.record",
    "gpu.prepare",
]
"""What documentation names by its module."""

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
    "numasim.kinds": "numasim.schema.kinds.KINDS",
}
"""The entry-point group of each family of plug-ins."""


def found(path):
    """What a dotted path names: a module, or a name in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_is_the_one_of_its_home(package):
    homes = public_names(package.__file__)
    assert homes
    assert package.__all__ == sorted(homes, key=lambda n: (not n.isupper(), n[0].islower(), n))
    for name, home in homes.items():
        value = getattr(package, name)
        assert value is getattr(importlib.import_module(home), name), name
        assert name.isupper() or value.__doc__, name
        assert name in dir(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_import_for_type_checkers_is_a_public_name(package):
    tree = ast.parse(inspect.getsource(package))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    assert [(name.asname, node.module) for node in block.body for name in node.names] == list(
        public_names(package.__file__).items()
    )


IMPORT = re.compile(r"^[ \t]*(?:from|import) ((?:numasim|partitioners|mappers|gpu)[\w.]*)", re.MULTILINE)
DOCS = Path(__file__).parents[2] / "docs"
PAGES = [*DOCS.rglob("*.md"), *DOCS.glob("examples/**/*.py"), *DOCS.glob("tutorials/*.py")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_examples_and_tutorials_import_public_modules_only(page):
    own = {"numasim_degree_cut", "numasim_degrees", "numasim_next_line", "numasim_page_rank"}
    found = {name for name in IMPORT.findall(page.read_text()) if name.split(".")[0] not in own}
    assert found <= {"numasim", "numasim.generators", "numasim.plugins", "gpu"}


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
