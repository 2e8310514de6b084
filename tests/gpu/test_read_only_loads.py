"""Which loads NVIDIA's compiler sends through the read-only cache, against the kinds of loads in traces."""

import re
from dataclasses import replace

import numpy as np
import pytest
from gpu_matrices import random_application, random_matrix

from gpu import GPU_PROGRAMS, KERNELS, SPMV_METHODS, TraceBackend, spmv_operator
from gpu.kernel import KERNEL_FOLDER
from gpu.programs.bfs import Bfs
from gpu.programs.graph_search import SPLITTING
from gpu.programs.level_reading import LevelReading
from gpu.programs.program import program_class
from gpu.programs.sssp import Sssp
from partitioners import EdgePartition
from partitioners.generators import erdos_renyi

ARCHITECTURES = ("sm_52", "sm_61", "sm_80", "sm_90")


@pytest.fixture(scope="module")
def kinds():
    """The kinds of loads of each kernel's arrays, from one run of every kernel."""
    matrix = random_matrix(90, 90, 900)
    application = random_application(matrix, 3)
    backend = TraceBackend()
    for method in SPMV_METHODS:
        operator = spmv_operator(application if method.startswith("spac") else matrix, method, backend)
        operator.apply(operator.vector(np.ones(90)), backend.zeros(90, "float32"))
    x, y, one, two, result = (backend.array(np.ones(n, "float32")) for n in (300, 300, 1, 1, 1))
    backend.kernel("vector_dot")(1, 300, x, y, result)
    backend.kernel("vector_axpy")(1, 300, 1.0, one, two, x, y)
    backend.kernel("vector_xpay")(1, 300, one, two, x, y)
    graph = replace(erdos_renyi(vertices=90, edges=900), weight=np.full(900, 2.0))
    for program in (Bfs, Sssp):
        for variant in program.methods:
            program(graph, backend, variant=variant, max_degree=4 if variant in SPLITTING else None).run()
    for program in map(program_class, GPU_PROGRAMS.builtins):
        for variant in ("original", "spac") if program.operand == "generated" else ():
            operand = program.generate(program.small_options, 0)
            options = {"variant": variant, **program.small_options}
            if program.applies("cut", options):
                cut_graph = program.task_graph(operand, "tasks")
                options["cut"] = EdgePartition(cut_graph, 2, np.arange(cut_graph.num_edges) % 2)
            program(operand, backend, **options).run()
    reading = LevelReading(graph, backend, marks=True)
    reading.set_levels(np.zeros(90, np.int32))
    reading.mark(0)
    found = {name: {} for name in KERNELS}
    traces = backend.pop_traces()
    for trace in [*traces, *(child for each in traces for child in each.children)]:
        for array, kind in trace.totals():
            if array != "shared" and kind not in ("store", "reduction"):
                found[trace.kernel].setdefault(kind, set()).add(array)
    return found


def ptx(file, architecture):
    """What NVRTC makes of a file before its assembler."""
    nvrtc = pytest.importorskip("cuda.bindings.nvrtc")
    _, program = nvrtc.nvrtcCreateProgram(file.read_bytes(), file.name.encode(), 0, [], [])
    options = [
        f"--gpu-architecture={architecture.replace('sm', 'compute')}",
        f"-I{KERNEL_FOLDER}",
        "-std=c++17",
        "-rdc=true",  # for kernels that launch others
    ]
    (error,) = nvrtc.nvrtcCompileProgram(program, len(options), [each.encode() for each in options])
    assert error == nvrtc.nvrtcResult.NVRTC_SUCCESS
    _, size = nvrtc.nvrtcGetPTXSize(program)
    text = b" " * size
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(program)
    return text.decode()


def loads(file, architecture):
    """The loads from global memory in each kernel of a file: (read-only, all others)."""
    found = {}
    for entry in ptx(file, architecture).split(".visible .entry ")[1:]:
        every = re.findall(r"\bld\.(?:volatile\.)?global\S*", entry)
        read_only = [each for each in every if ".nc" in each]
        found[re.match(r"\w+", entry)[0]] = (len(read_only), len(every) - len(read_only))
    return found


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_compiler_makes_read_only_what_traces_call_so(kinds, architecture):
    counted = {}
    for file in {kernel.file for kernel in KERNELS.values()}:
        counted |= loads(file, architecture)
    assert set(counted) == set(KERNELS)
    for name, (read_only, others) in counted.items():
        of_kind = kinds[name]
        wanted = of_kind.get("read_only", set()) | of_kind.get("texture", set())
        assert (read_only > 0) == bool(wanted), name
        assert (others > 0) == bool(of_kind.get("load")), name
        assert read_only >= len(wanted)
    # Only vectors that a kernel may also write are loaded as usual; distances are such vectors, but not where
    # a queue is split.
    searching = {name for name in KERNELS if name.startswith(("bfs", "sssp", "update_children"))}
    searching.remove("sssp_split_far")
    assert {name for name, (_, others) in counted.items() if others} == searching | {
        "spmv_coo_segmented",
        "spmv_coo_segmented_carry",
        "vector_dot",
        "vector_axpy",
        "vector_xpay",
        *("gaussian_update", "gaussian_update_spac"),  # the matrix
        "cfd_step",
        "particle_weights",
        *("particle_find_index", "particle_likelihood"),  # their parameters are not __restrict__
    }
    assert kinds["vector_dot"] == {"load": {"x", "y"}}
    assert kinds["vector_axpy"] == {"load": {"y"}, "read_only": {"numerator", "denominator", "x"}}
