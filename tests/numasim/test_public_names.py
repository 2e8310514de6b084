"""The public names: all there, the objects that their homes hold, and nothing else."""

import importlib
import subprocess
import sys

import pytest

import numasim

NAMES = [
    "ClusterGraph",
    "EdgePartition",
    "Graph",
    "GraphStatistics",
    "InputError",
    "Machine",
    "Mapping",
    "Mesh",
    "MissingExtraError",
    "NumasimError",
    "Quality",
    "RandomTest",
    "RunResult",
    "Trace",
    "TransferCosts",
    "VertexPartition",
    "cluster_graph",
    "graph_statistics",
    "load_experiment",
    "load_machine",
    "load_results",
    "map_clusters",
    "measure_network",
    "partition",
    "partition_edge_file",
    "quality",
    "read_graph",
    "read_mapping",
    "read_partition",
    "refine",
    "run",
    "run_random_test",
    "simulate",
    "trace_program",
    "verify",
    "write_graph",
    "write_mapping",
    "write_partition",
]


def test_the_list_of_public_names():
    assert numasim.__all__ == NAMES
    assert set(NAMES) <= set(dir(numasim))


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_is_the_one_of_its_home(name):
    home = importlib.import_module(numasim._HOME[name])
    assert getattr(numasim, name) is getattr(home, name)
    assert getattr(numasim, name).__doc__


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
