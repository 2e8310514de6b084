"""Experiments with a program and kernels of one's own: errors, races and resources in files."""

import sys
from types import ModuleType

import pytest

from gpu import GPU_PROGRAMS
from gpu.conformance.program_suite import GpuProgramSuite
from numasim.experiments.plan import job_of
from numasim.experiments.point import evaluate
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.plugin_files import Hashes
from numasim.schema.expand import points, verified
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

KERNELS = """
extern "C" __global__ void count(int* y) {
    y[0] += 1;
}
extern "C" __global__ void checked(int* y) {
    assert(threadIdx.x < 5);
    atomicAdd(&y[0], 1);
}
extern "C" __global__ void whole(int* y) {
    __shared__ int tile[64];
    tile[threadIdx.x] = 1;
    __syncthreads();
    atomicAdd(&y[0], tile[63 - threadIdx.x]);
}
extern "C" __global__ void early(int* y) {
    if (threadIdx.x >= 40) {
        atomicAdd(&y[0], 1);
        return;
    }
    __syncthreads();
    atomicAdd(&y[0], 1);
}
"""
PROGRAM = """
from pathlib import Path
from typing import Literal
import gpu

class Own(gpu.GpuProgram):
    operand = "graph"
    resources = {"whole": 48}

    def __init__(self, graph, backend, *, name: Literal["count", "checked", "whole", "early"] = "whole",
                 fault: Literal["", "run", "verify"] = ""):
        self.backend, self.fault = backend, fault
        self.kernel = backend.kernel(name, file=Path(__file__).with_name("own.cu"))
        self.y = backend.zeros(1, "int32")

    def run(self):
        self.kernel(1, self.y, threads=64)
        if self.fault == "run":
            raise ValueError("my own error")

    def verify(self):
        if self.fault == "verify":
            raise KeyError("another one")
        return [] if self.backend.numpy(self.y)[0] == 64 else ["not all threads were counted"]
"""


@pytest.fixture
def own(tmp_path):
    """A package with a program and its kernels, registered for the time of a test."""
    folder = tmp_path / "own_package"
    folder.mkdir()
    (folder / "own.cu").write_text(KERNELS)
    file = folder / "__init__.py"
    file.write_text(PROGRAM)
    module = ModuleType("own_package")
    module.__file__ = str(file)
    sys.modules["own_package"] = module
    exec(compile(PROGRAM, str(file), "exec"), vars(module))
    GPU_PROGRAMS.register("own", module.Own)
    yield file
    GPU_PROGRAMS.unregister("own")
    del sys.modules["own_package"]


def row_of(write, workload, machine="h200", **sections):
    graph = {"generator": "grid", "width": 3, "height": 3}
    data = {"workload": {"kernel": "own", "graph": graph, **workload}, "machine": machine, **sections}
    (point,) = points(load_experiment(write(data)))
    outcome = evaluate(job_of(point, Hashes()))
    return outcome.rows[0], outcome


def test_an_error_of_the_kernel_is_the_user_s(write, own):
    row, outcome = row_of(write, {"name": "checked"})
    assert row["error"] == (
        "kernel 'checked': block (0, 0, 0), thread (5, 0, 0): the assertion `threadIdx.x < 5` fails in line 6"
    )
    assert outcome.final  # another try would end in the same way
    assert not outcome.traceback


@pytest.mark.parametrize(
    ("fault", "error", "place"),
    [
        ("run", "ValueError: my own error", "line 19, in run"),
        ("verify", "KeyError: 'another one'", "line 23, in verify"),
    ],
)
def test_an_exception_of_the_program_names_its_line(write, own, fault, error, place):
    row, _ = row_of(write, {"fault": fault}, verify=True)
    assert row["error"] == f"GPU program 'own' failed: {error} ({own}, {place})"


def test_the_conformance_suite_reports_a_fault(own):
    suite = GpuProgramSuite("own", {"name": "checked"})
    finding = suite._make(suite.any_order)
    assert finding.failure == (
        "input standard graph, one block at a time, name='checked': KernelError: kernel 'checked': block (0, "
        "0, 0), thread (5, 0, 0): the assertion `threadIdx.x < 5` fails in line 6"
    )


def test_races_are_looked_for_if_the_file_says_so(write, own):
    assert row_of(write, {"name": "count"}, verify=True)[0]["error"] is None
    row, _ = row_of(write, {"name": "count"}, verify="races")
    assert row["error"] == (
        "kernel 'count': race on byte 0 of 'y': block (0, 0, 0), thread (0, 0, 0) stores it in line 3, and "
        "block (0, 0, 0), thread (1, 0, 0) loads it in line 3, with nothing between (so does 1 more pair of "
        "places); order them by a barrier, make both atomic, or write `// Race: reason` in both lines if it "
        "does no harm"
    )
    assert row_of(write, {}, verify="races")[0]["error"] is None


def test_the_option_verify_of_the_command_keeps_races(write, own):
    data = {"workload": {"kernel": "bfs", "graph": {"generator": "rmat", "scale": 5}}, "machine": "h200"}
    for given, expected in ((False, True), (True, True), ("races", "races")):
        assert verified(load_experiment(write({**data, "verify": given}))).verify == expected


def test_registers_are_those_of_the_file_or_of_the_class(write, own):
    _, outcome = row_of(write, {})
    assert outcome.tables["launches"]["registers"].tolist() == [48]
    row, outcome = row_of(write, {"resources": {"whole": 90, "hole": 3}})
    launches = outcome.tables["launches"]
    assert launches["registers"].tolist() == [90]
    assert launches["shared_bytes"].tolist() == [256]
    assert row["warnings"] == "resources: no kernel 'hole' was launched; launched: whole"


def test_a_barrier_after_an_exit_depends_on_the_device(write, own):
    row, _ = row_of(write, {"name": "early", "resources": {"early": 16}})
    where = (
        "block (0, 0, 0), thread (0, 0, 0) waits at __syncthreads in line 20, and thread (40, 0, 0) has left"
    )
    assert row["warnings"].startswith(f"kernel 'early': {where} the kernel; from compute capability 7.0 on")
    row, _ = row_of(write, {"name": "early"}, machine="k20c")
    assert row["error"].startswith(
        f"kernel 'early': {where} the kernel, which compute capability 3.5 of 'k20c'"
    )


@pytest.mark.parametrize(
    ("sections", "problem"),
    [
        (
            {"workload": {"verify": True}},
            "workload.verify: unknown key here; verify is a key of the whole file: write it at the top level",
        ),
        (
            {"workload": {"sweep": {"seed": [1]}}},
            "workload.sweep: unknown key here; sweep is a key of the whole file: write it at the top level",
        ),
        ({"verify": "race"}, "verify: expected true or false or 'races', got 'race'"),
        (
            {"workload": {"resources": {"whole": 0}}},
            "workload.resources: expected a mapping from kernels to registers, such as {mine: 40}, got 0",
        ),
        (
            {"workload": {"resources": 40}},
            "workload.resources: expected a mapping from kernels to registers, such as {mine: 40}, got 40",
        ),
    ],
)
def test_what_stands_in_the_wrong_place_is_refused(write, own, sections, problem):
    graph = {"generator": "grid", "width": 3, "height": 3}
    workload = {"kernel": "own", "graph": graph, **sections.pop("workload", {})}
    with pytest.raises(ConfigError) as error:
        load_experiment(write({"workload": workload, "machine": "h200", **sections}))
    assert [line.partition(" ")[2] for line in error.value.problems] == [problem]


def test_keys_of_the_whole_file_are_keys_of_an_experiment():
    from numasim.config.plugin_section import TOP_LEVEL

    assert set(TOP_LEVEL) <= MeshExperiment.model_fields.keys()
