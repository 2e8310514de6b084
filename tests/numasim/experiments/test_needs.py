"""``check`` looks for what ``run`` will need, and no kernels are compiled for a point that cannot run."""

import importlib.util

import pytest
import yaml

from numasim.experiments import needs
from numasim.experiments.needs import Needs
from numasim.kinds.gpu import operand
from numasim.schema.load import load_experiment
from numasim.trace import compilers
from partitioners.errors import InputError

COMPLEX = "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 0 1\n"
FILES = {
    "path.txt": "0 1\n1 2\n2 3\n",
    "complex.mtx": COMPLEX,
    "wide.mtx": "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n",
    "empty.mtx": "%%MatrixMarket matrix coordinate real general\n2 2 0\n",
    "wrong.csv": "source,target\n1,2\n1,x\n",
    "long.txt": "0\n1\n1\n1\n1\n",
    "far.txt": "0\n9\n",
    "late.csv": "task,core,start,end\n0,0,0,1\n1,4,1,2\n2,0,2,3\n3,0,3,4\n",
    "square.txt": "0 1\n1 2\n2 3\n3 0\n",
    "four.txt": "0\n1\n1\n0\n",
    "prog.c": "int main(void) { return 0; }\n",
}
GPU = {"machine": "k20c"}
CPU = {"machine": "mesh-2x2"}
CUT = {"partition": {"method": "libra", "parts": 2}, "machine": "mesh-2x2"}
MULTIPLY = {"kernel": "spmv", "variant": "csr_scalar"}


def tell(workload, said, **sections):
    return {"workload": workload, **sections}, said


WRONG = [
    tell(
        {**MULTIPLY, "matrix": "path.txt"},
        "workload.matrix: path.txt: the format is edge list; expected a Matrix Market file",
        **GPU,
    ),
    tell(
        {**MULTIPLY, "matrix": "complex.mtx"},
        "workload.matrix: complex.mtx: the values are complex; kernels need real numbers: store the "
        "absolute values",
        **GPU,
    ),
    tell(
        {"kernel": "cg", "variant": "csr_scalar", "matrix": "wide.mtx"},
        "workload.matrix: the conjugate gradient method needs a square matrix; this one is 2 x 3",
        **GPU,
    ),
    tell(
        {**MULTIPLY, "matrix": "empty.mtx"}, "workload.matrix: the matrix 'empty.mtx' has no entries", **GPU
    ),
    tell(
        {"kernel": "bfs", "variant": "queue_node", "graph": "path.txt", "root": 99},
        "workload.graph: root is 99; the nodes of graph 'path' are 0 .. 3, in the order of the ids 0 .. 3",
        **GPU,
    ),
    tell(
        {"thread_program": "bfs", "threads": 2, "graph": "path.txt", "roots": [3]},
        "workload.graph: root 3 has no out-edge; choose a node that has one",
        **CPU,
    ),
    tell(
        {"hybrid": "bfs", "threads": 2, "graph": "path.txt", "roots": [3]},
        "workload.graph: root 3 has no out-edge; choose a node that has one",
        machine={"cpu": "mesh-2x2", "gpu": "k20c"},
    ),
    tell(
        {"graph": "wrong.csv"},
        "workload.graph: wrong.csv: the id 'x' is not an integer like the ids before it (line 3): correct "
        "it, or use names from the first edge on",
        **CUT,
    ),
    tell(
        {"graph": "path.txt"},
        "workload.graph: parts is 9, more than the 3 edges of 'path'; choose parts <= 3",
        partition={"method": "libra", "parts": 9},
        machine="mesh-4x4",
    ),
    tell(
        {"graph": "path.txt"},
        "schedule.file: no such file: 'none.csv' (looked in the current directory)",
        schedule={"file": "none.csv"},
        **CPU,
    ),
    tell(
        {"graph": "path.txt"},
        "schedule.file: late.csv: task 1 is on core 4; cores are 0 .. 3",
        schedule={"file": "late.csv"},
        **CPU,
    ),
    tell(
        {"graph": "path.txt"},
        "partition.file: long.txt: 5 cluster ids do not fit 'path', which has 3 edges (a vertex cut) and 4 "
        "vertices (an edge cut); use a partition of this graph",
        partition={"file": "long.txt"},
        **CPU,
    ),
    tell(
        {"graph": "square.txt"},
        "partition.file: four.txt: 'square' has as many edges as vertices (4), so the cluster ids may be "
        "those of its edges (a vertex cut) or of its vertices (an edge cut); set `kind` to "
        "'edge' or 'vertex'",
        partition={"file": "four.txt"},
        **CPU,
    ),
    tell(
        {"graph": "path.txt"},
        "mapping.file: far.txt:2: cluster 1 is mapped to core 9; cores are 0 .. 3",
        mapping={"file": "far.txt"},
        **CUT,
    ),
]


@pytest.fixture
def write(place):
    for name, text in FILES.items():
        (place / name).write_text(text)

    def write(data):
        (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
        return "e.yaml"

    return write


@pytest.mark.parametrize(("data", "said"), WRONG, ids=[said[:60] for _, said in WRONG])
def test_what_a_file_cannot_give_is_told_by_check(write, call, data, said):
    code, out, err = call("check", write(data))
    assert (code, out) == (2, "")
    assert err.partition(": ")[2] == f"{said}\n"


@pytest.mark.parametrize(
    ("workload", "field"),
    [
        ({"source": "prog.c"}, "workload.source"),
        ({"source": "prog.c", "compiler": "clang-99"}, "workload.compiler"),
        ({"source": "prog.c", "threads": 2}, "workload.source"),
        ({"program": "histogram", "threads": 2}, "workload.program"),
    ],
)
def test_the_compiler_of_a_traced_program(write, call, monkeypatch, workload, field):
    def absent(setting=None):
        raise InputError(f"there is no {setting or 'clang'}")

    monkeypatch.setattr(compilers, "compiler_command", absent)
    code, _, err = call("check", write({"workload": workload, **(CPU if "threads" in workload else CUT)}))
    assert code == 2
    assert err.partition(": ")[2] == f"{field}: there is no {workload.get('compiler', 'clang')}\n"


def test_a_compiler_that_is_not_needed(write, call, monkeypatch):
    def absent(setting=None):
        raise InputError("there is no clang")

    monkeypatch.setattr(compilers, "compiler_command", absent)
    (code, out, _) = call("check", write({"workload": {"program": "fft", "size": 8}, **CUT}))
    assert (code, out) == (0, "e.yaml: ok, 1 point\n")


@pytest.mark.parametrize(("method", "package"), [("hypergraph", "mtkahypar"), ("kaminpar", "kaminpar")])
def test_the_package_of_a_partitioner(write, call, monkeypatch, method, package):
    whole = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *of: None if name == package else whole(name, *of)
    )
    data = {**CUT, "workload": {"graph": "path.txt"}, "partition": {"method": method, "parts": 2}}
    code, _, err = call("check", write(data))
    assert code == 2
    assert err.partition(": ")[2] == (
        f"partition.method: the partitioner {method!r} needs the package {package!r}: "
        f"pip install 'numasim[{method}]'\n"
    )


def test_each_need_of_a_sweep_is_told_once_where_it_is_written(write, call):
    data = {
        "workload": MULTIPLY,
        **GPU,
        "sweep": {"workload.matrix": ["rmat-6x4", "complex.mtx"], "workload.block_size": [256, 512]},
    }
    code, _, err = call("check", write(data))
    assert code == 2
    assert err == (
        "e.yaml:7:3: workload.matrix: at the point {workload.matrix: 'complex.mtx', "
        "workload.block_size: 256}: complex.mtx: the values are complex; kernels need real numbers: store "
        "the absolute values\n"
    )


def test_a_large_file_is_left_to_the_run(write, call, monkeypatch):
    name = write({"workload": {**MULTIPLY, "matrix": "complex.mtx"}, **GPU})
    assert [need.field for need in Needs().unmet(load_experiment(name))] == ["workload.matrix"]
    monkeypatch.setattr(needs, "LARGEST_READ", 10)
    assert Needs().unmet(load_experiment(name)) == []
    assert call("check", name)[0] == 0


def test_points_that_differ_in_their_options_read_their_file_once(write, call, monkeypatch):
    read, made = operand.build_graph, []

    def counted(experiment):
        made.append(experiment.kernel.symmetric_entries)
        return read(experiment)

    monkeypatch.setattr(operand, "build_graph", counted)
    swept = {"workload.block_size": [128, 256], "workload.root": [0, 1, 99]}
    symmetric = {"workload.symmetric_entries": ["one_edge", "two_edges"]}
    workload = {"kernel": "bfs", "variant": "queue_node", "graph": "path.txt"}
    code, _, err = call("check", write({"workload": workload, **GPU, "sweep": {**swept, **symmetric}}))
    assert code == 2
    assert "root is 99; the nodes of graph 'path' are 0 .. 3" in err
    assert sorted(made) == ["one_edge", "two_edges"]


def test_a_run_that_cannot_start_compiles_no_kernels(write, call):
    sweep = {"workload.matrix": ["complex.mtx", "empty.mtx"]}
    code, out, err = call("run", write({"workload": MULTIPLY, **GPU, "sweep": sweep}), "-j", 2)
    assert code == 1
    assert "complex.mtx: the values are complex" in out
    assert "the matrix 'empty.mtx' has no entries" in out
    assert "preparing kernels" not in err
