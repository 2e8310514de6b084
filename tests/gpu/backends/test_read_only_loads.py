"""Which loads NVIDIA's compiler sends through the read-only cache, against the kinds of loads in traces."""

import itertools
import re
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from gpu_matrices import random_application, random_matrix

from gpu import GPU_PROGRAMS, KERNELS, SPMV_METHODS, TraceBackend, spmv_operator
from gpu.backends.nvrtc import _runtime_headers
from gpu.kernel import KERNEL_FOLDER, capability_number, needed_capability, read_kernels
from gpu.meshes.generators import random_points
from gpu.programs.bfs import Bfs
from gpu.programs.graph_search import SPLITTING
from gpu.programs.label_propagation import LabelPropagation, Variant
from gpu.programs.level_reading import LevelReading
from gpu.programs.mesh_refinement import Barrier, Check, MeshRefinement
from gpu.programs.program import program_class
from gpu.programs.sssp import Sssp
from partitioners.generators.models import erdos_renyi
from partitioners.partition import EdgePartition

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
    for variant in get_args(Variant):
        for table in ("shared", "hash"):
            LabelPropagation(graph, backend, variant=variant, table=table, objective="max_cut").run()
    mesh = random_points(points=60, seed=1)
    refined = [{"variant": "base", "barrier": barrier} for barrier in get_args(Barrier)]
    checked = itertools.product(("atomic", "three_phase_atomic"), get_args(Check))
    refined += [{"variant": variant, "check": check} for variant, check in checked]
    for options in [*refined, {"variant": "work_stealing"}]:
        MeshRefinement(mesh, backend, **options).run()
    MeshRefinement(mesh, backend, largest_cavity=4).run()  # a single thread refines the rest
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
    if any(kernel.uses_grid_sync for kernel in read_kernels(file)):
        options += ["-DUSES_GRID_SYNC=1", *(f"-I{folder}" for folder in _runtime_headers())]
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


@pytest.mark.parametrize(
    "architecture",
    [ARCHITECTURES[0], *(pytest.param(each, marks=pytest.mark.slow) for each in ARCHITECTURES[1:])],
)
def test_the_compiler_makes_read_only_what_traces_call_so(kinds, architecture):
    counted = {}
    for file in {kernel.file for kernel in KERNELS.values()}:
        if capability_number(architecture[3:]) >= needed_capability(read_kernels(file)):
            counted |= loads(file, architecture)
    needs_more = {"dmr_base_grid_sync"} if architecture == "sm_52" else set()
    assert set(counted) == set(KERNELS) - needs_more
    for name, (read_only, others) in counted.items():
        of_kind = kinds[name]
        wanted = of_kind.get("read_only", set()) | of_kind.get("texture", set())
        assert (read_only > 0) == bool(wanted), name
        assert (others > 0) == bool(of_kind.keys() & {"load", "load_l2"}), name
        assert read_only >= len(wanted)
    # Only vectors that a kernel may also write are loaded as usual; distances are such vectors, but not where
    # a queue is split.
    changing = ("bfs", "sssp", "relax_literal", "update_children", "dmr", "pulp")
    searching = {name for name in counted if name.startswith(changing)}
    searching -= {"sssp_split_far", "pulp_begin", "pulp_cut"}
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
        *("btree_find", "btree_range", "cfd_flux", "gaussian_multipliers"),  # nor are theirs
    }
    assert kinds["vector_dot"] == {"load": {"x", "y"}}
    assert kinds["vector_axpy"] == {"load": {"y"}, "read_only": {"numerator", "denominator", "x"}}
