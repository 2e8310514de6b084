"""A finished point is kept under a name that every file behind its plug-ins is part of."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from gpu import GPU_PROGRAMS
from numasim.experiments.experiment import run_experiment
from numasim.experiments.job import Job
from numasim.experiments.point_store import point_key
from numasim.plugin_files import Hashes
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.partition_graph import PARTITIONERS

PAGE_RANK = Path(__file__).parents[3] / "docs" / "examples" / "numasim-page-rank" / "numasim_page_rank"

CUT = """
from pathlib import Path

import someones_helper
from partitioners.edge_cuts.baselines import block

def cut(graph, parts):
    'A cut.'
    return block(graph, parts)
"""
FILES = {
    "someones_package/__init__.py": "from someones_package.cut import cut\n",
    "someones_package/cut.py": CUT,
    "someones_package/kernels/cut.cu": "// nothing yet\n",
    "someones_package/kernels/common.cuh": "#pragma once\n",
    "someones_package/kernels/table.inc": "1, 2, 3\n",
    "someones_package/data.txt": "1\n",
    "someones_package/fast.so": "\x7fELF",
    "someones_helper.py": "import someones_other\n",
    "someones_other/__init__.py": "",
    "someones_other/order.csv": "3,1,2\n",
}


@pytest.fixture
def someones(tmp_path, monkeypatch):
    """A partitioner in a package with other files, and two packages that it needs."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    PARTITIONERS.register("someones", importlib.import_module("someones_package").cut)
    yield tmp_path
    PARTITIONERS.unregister("someones")
    for name in [name for name in sys.modules if name.startswith("someones_")]:
        del sys.modules[name]


def keys_of_a_new_run(write):
    methods = ["someones", "someones+refine", "block"]
    graph = {"generator": "grid", "width": 3, "height": 3}
    experiment = load_experiment(
        write(
            {
                "workload": graph,
                "partition": {"method": "block", "parts": 4},
                "machine": "mesh-2x2",
                "sweep": {"partition.method": methods},
            }
        )
    )
    hashes = Hashes()
    return [point_key(Job(point.index, point.experiment), hashes) for point in points(experiment)]


@pytest.mark.parametrize("name", FILES)
def test_a_change_of_any_file_of_a_plug_in_makes_another_name(write, someones, name):
    before = keys_of_a_new_run(write)
    assert keys_of_a_new_run(write) == before
    with (someones / name).open("a") as stream:
        stream.write("\n")
    after = keys_of_a_new_run(write)
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]
    (someones / name).write_text(FILES[name])
    assert keys_of_a_new_run(write) == before


def test_a_new_file_makes_another_name_and_what_python_keeps_there_does_not(write, someones):
    before = keys_of_a_new_run(write)
    for name in ("__pycache__/cut.pyc", ".cut.py.swp"):
        (someones / "someones_package" / name).parent.mkdir(exist_ok=True)
        (someones / "someones_package" / name).write_text("kept")
    assert keys_of_a_new_run(write) == before
    (someones / "someones_package" / "more.txt").write_text("new")
    assert keys_of_a_new_run(write)[0] != before[0]


def test_what_this_process_imported_before_an_edit_is_not_found_by_the_next(write, someones, monkeypatch):
    before = keys_of_a_new_run(write)
    with (someones / "someones_package" / "cut.py").open("a") as stream:
        stream.write("# edited\n")
    edited = keys_of_a_new_run(write)
    monkeypatch.setattr("numasim.plugin_files._at_first", {})  # as in a new process
    new = keys_of_a_new_run(write)
    assert len({before[0], edited[0], new[0]}) == 3


def test_a_plug_in_without_a_file_never_has_the_same_hash_again():
    assert len({Hashes().of_plugin("typed_in") for _ in range(2)}) == 2
    hashes = Hashes()
    assert hashes.of_plugin("typed_in") == hashes.of_plugin("typed_in")


@pytest.fixture
def page_rank(tmp_path, monkeypatch):
    """A copy of the program of the docs, whose file of kernels has a header in another folder."""
    folder = tmp_path / "edited_page_rank"
    shutil.copytree(PAGE_RANK, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "shared").mkdir()
    (folder / "shared" / "share.hpp").write_text("#define SHARE(rank, edges) ((rank) / (edges))\n")
    kernels = (
        (folder / "page_rank.cu")
        .read_text()
        .replace("rank[v] / (end - begin)", "SHARE(rank[v], end - begin)")
    )
    (folder / "page_rank.cu").write_text('#include "shared/share.hpp"\n' + kernels)
    monkeypatch.syspath_prepend(tmp_path)
    GPU_PROGRAMS.register("edited_page_rank", importlib.import_module("edited_page_rank.page_rank").PageRank)
    yield folder
    GPU_PROGRAMS.unregister("edited_page_rank")
    for name in [name for name in sys.modules if name.startswith("edited_page_rank")]:
        del sys.modules[name]


def test_edited_kernels_and_headers_are_run_again(write, page_rank, tmp_path):
    """The results are those of the files as they are, also of a compiled library that lies in the cache."""
    graph = {"generator": "web", "pages": 200}
    workload = {"kernel": "edited_page_rank", "graph": graph, "iterations": 1}
    experiment = load_experiment(write({"workload": workload, "machine": "k20c", "verify": True}))

    def row():
        results = run_experiment(experiment, folder=tmp_path / "results")
        (found,) = results.table.fillna({"error": ""}).to_dict("records")
        return results.reused, found.get("transactions"), found["error"]

    reused, transactions, error = row()
    assert (reused, error) == (0, "")
    assert row() == (1, transactions, "")

    kernels = (page_rank / "page_rank.cu").read_text()
    add = "atomicAdd(&sum[column[e]], share);"
    (page_rank / "page_rank.cu").write_text(
        kernels.replace(add, f"{{ {add} atomicAdd(&sum[column[e]], 0); }}")
    )
    reused, more, error = row()
    assert (reused, error) == (0, "")
    assert more > transactions

    (page_rank / "page_rank.cu").write_text(kernels)
    header = page_rank / "shared" / "share.hpp"
    header.write_text(header.read_text().replace("/ (edges)", "/ (2 * (edges))"))
    reused, _, error = row()
    assert reused == 0
    assert error.startswith("the result failed verification: edited_page_rank: ")
