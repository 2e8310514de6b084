"""A finished point is kept under a name that the versions of all tools that made it are part of."""

import importlib
import os
from importlib.metadata import version
from pathlib import Path

import pytest

import numasim
from gpu import GPU_PROGRAMS
from gpu.backends import tools
from gpu.backends.host.compiler import find_compiler
from gpu.backends.nvrtc import nvrtc_version
from numasim.experiments.needs import Needs
from numasim.experiments.plan import job_of, reference_key
from numasim.experiments.point_store import point_key
from numasim.experiments.replay import replay
from numasim.plugin_files import Hashes
from numasim.results.tables import read_manifest
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.trace.compilers import compiler_version
from partitioners.errors import MissingExtraError
from tests.numasim.experiments.test_needs import CPU, CUT, GPU

PAGE_RANK = Path(__file__).parents[3] / "docs" / "examples" / "numasim-page-rank"
GRAPH = {"generator": "grid", "width": 3, "height": 3}
ON_KERNELS = {"g++", "addr2line"}
BY_NVRTC = {"NVRTC", *tools.PACKAGES}
EVERY = ("clang", *ON_KERNELS, *BY_NVRTC, "kaminpar", "mtkahypar")


MULTIPLY = {"kernel": "spmv", "matrix": "banded-64x5", "variant": "csr_scalar"}


def cut(method, **options):
    section = {"method": method, "parts": 2, **options}
    return {"workload": GRAPH, "partition": section, "machine": "mesh-2x2"}


def search(device):
    workload = {"hybrid": "bfs", "graph": GRAPH, "device": device, "threads": 2}
    return {"workload": workload, "machine": {"cpu": "mesh-2x2", "gpu": "k20c"}}


MADE_BY = {
    "source": ({"workload": {"source": "prog.c"}, **CUT}, {"clang"}),
    "source with threads": ({"workload": {"source": "prog.c", "threads": 2}, **CPU}, {"clang"}),
    "program with threads": ({"workload": {"program": "histogram", "threads": 2}, **CPU}, {"clang"}),
    "program": ({"workload": {"program": "fft", "size": 8}, **CUT}, set()),
    "own kernels": (
        {"workload": {"kernel": "tools_page_rank", "graph": GRAPH}, **GPU},
        ON_KERNELS | BY_NVRTC,
    ),
    "kernels of the package": (
        {"workload": {"kernel": "bfs", "graph": GRAPH}, **GPU},
        ON_KERNELS,
    ),
    "generated traces": ({"workload": MULTIPLY, **GPU}, set()),
    "races": ({"workload": MULTIPLY, **GPU, "verify": "races"}, ON_KERNELS),
    "processor": (search("cpu"), set()),
    "processor and GPU": (search("both"), ON_KERNELS),
    "gpulp": (cut("gpulp"), ON_KERNELS),
    "metis": (cut("metis"), set()),
    "kaminpar": (cut("kaminpar"), {"kaminpar"}),
    "spac on kaminpar": (cut("spac+refine", partitioner="kaminpar"), {"kaminpar"}),
    "hypergraph": (cut("hypergraph+refine"), {"mtkahypar"}),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a program, the GPU program of the docs, and tools that are asked again."""
    monkeypatch.chdir(tmp_path)
    Path("prog.c").write_text("int main() { return 0; }\n")
    monkeypatch.syspath_prepend(PAGE_RANK)
    program = importlib.import_module("numasim_page_rank.page_rank").PageRank
    GPU_PROGRAMS.register("tools_page_rank", program)
    ask_again()
    yield tmp_path
    GPU_PROGRAMS.unregister("tools_page_rank")
    ask_again()


def ask_again():
    ours = tools.host_tools, tools.nvrtc_tools, tools.package_version
    for known in (compiler_version, find_compiler, *ours):
        known.cache_clear()


def install_another(tool, folder, monkeypatch):
    """Let a tool answer with another version than that which is installed."""
    if tool in ("clang", *ON_KERNELS):
        folder.mkdir()
        (folder / tool).write_text("#!/bin/sh\necho another version\n")
        (folder / tool).chmod(0o700)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    elif tool == "NVRTC":
        monkeypatch.setattr(tools, "nvrtc_version", lambda: "99.9")
    else:
        monkeypatch.setattr(tools, "version", lambda name: "99.9" if name == tool else version(name))
    ask_again()


def keys_of(data):
    (point,) = points(load_experiment(data))
    hashes = Hashes()
    job = job_of(point, hashes)
    return point_key(job, hashes), reference_key(job, hashes)


@pytest.mark.parametrize("made", MADE_BY)
def test_another_version_of_a_tool_makes_another_name(made, tmp_path, monkeypatch):
    data, expected = MADE_BY[made]
    before, reference = keys_of(data)
    changed, changed_reference = set(), set()
    for tool in EVERY:
        with monkeypatch.context() as patch:
            install_another(tool, tmp_path / f"with {tool}", patch)
            key, of_one_core = keys_of(data)
        ask_again()
        changed |= {tool} if key != before else set()
        changed_reference |= {tool} if of_one_core != reference else set()
    assert changed == expected
    assert changed_reference <= expected & {"clang"}  # one core needs no cut
    assert keys_of(data)[0] == before


def test_a_tool_that_is_not_there_is_another_version(monkeypatch, tmp_path):
    data, _ = MADE_BY["own kernels"]

    def absent():
        raise MissingExtraError("nvidia.cuda_nvrtc", "gpu-compile", "compiling kernels for a GPU")

    monkeypatch.setattr(tools, "nvrtc_version", lambda: "12.9")
    (with_it, _) = keys_of(data)
    monkeypatch.setattr(tools, "nvrtc_version", absent)
    ask_again()
    (without_it, _) = keys_of(data)
    monkeypatch.setenv("PATH", str(tmp_path))
    ask_again()
    assert tools.host_tools() == {"g++": "missing"}
    assert len({with_it, without_it, keys_of(data)[0]}) == 3


def test_nvrtc_without_its_library(monkeypatch):
    bindings = pytest.importorskip("cuda.bindings.nvrtc")
    from cuda.pathfinder import DynamicLibNotFoundError

    def absent():
        raise DynamicLibNotFoundError("nvrtc")

    monkeypatch.setattr(bindings, "nvrtcVersion", absent)
    with pytest.raises(MissingExtraError) as raised:
        nvrtc_version()
    assert str(raised.value) == (
        "compiling kernels for a GPU needs the package 'nvidia.cuda_nvrtc': "
        "pip install 'numasim[gpu-compile]'"
    )


def test_a_point_is_made_again_and_its_tools_are_recorded(folder, monkeypatch):
    pytest.importorskip("kaminpar")
    experiment, results = load_experiment(cut("kaminpar")), folder / "results"

    def run():
        assert numasim.run(experiment, results)["error"].isna().all()
        return read_manifest(results)["reused"], replay(results, "0").other_versions

    assert [run(), run()] == [(0, []), (1, [])]
    install_another("kaminpar", folder, monkeypatch)
    now = f"kaminpar {version('kaminpar')}, now 99.9"
    assert replay(results, "0").other_versions == [now]
    assert [run(), run()] == [(0, []), (1, [])]


@pytest.mark.parametrize(
    ("made", "field"),
    [
        ("own kernels", "workload.kernel"),
        ("processor and GPU", "workload.device"),
        ("gpulp", "partition.method"),
        ("generated traces", None),
        ("processor", None),
    ],
)
def test_check_looks_for_the_compiler_of_kernels(made, field, tmp_path, monkeypatch):
    experiment = load_experiment(MADE_BY[made][0])
    monkeypatch.setenv("PATH", str(tmp_path))
    message = "running CUDA kernels on the CPU needs g++, which is not installed; `apt install g++`"
    assert Needs().unmet(experiment) == ([] if field is None else [(field, message)])
