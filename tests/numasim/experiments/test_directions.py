"""One rule of direction: a line is one directed edge in every kind of experiment, unless the file says so."""

import contextlib
import pickle
import subprocess
import sys

import networkx
import pytest
import yaml

import numasim
from numasim.experiments import workload
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_jobs import Job
from numasim.experiments.run_options import RunOptions
from numasim.kinds.gpu import operand as gpu_operand
from numasim.kinds.mesh.point import UNDIRECTED
from numasim.kinds.threads.point import graph_key
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError, NotedWarning

LINES = "0 1\n1 2\n2 3\n"
MATRIX = "%%MatrixMarket matrix coordinate pattern {}\n4 4 3\n2 1\n3 2\n4 3\n"
FILES = {
    "list.txt": LINES,
    "table.csv": "source,target\n0,1\n1,2\n2,3\n",
    "snap.txt": "# Undirected graph: a path\n" + LINES,
    "directed.txt": "% asym unweighted\n" + LINES,
    "general.mtx": MATRIX.format("general"),
    "directed.dot": "digraph { 0 -> 1; 1 -> 2; 2 -> 3 }",
    "directed.gr": "p sp 4 3\na 1 2 1\na 2 3 1\na 3 4 1\n",
    "directed.graphml": "<graphml><graph edgedefault='directed'>"
    + "".join(f"<node id='{k}'/>" for k in range(4))
    + "".join(f"<edge source='{k}' target='{k + 1}'/>" for k in range(3))
    + "</graph></graphml>",
    "directed.stg": "2\n0 0 0\n1 5 1 0\n2 5 1 1\n3 0 1 2\n",
    "undirected.txt": "% sym unweighted\n" + LINES,
    "symmetric.mtx": MATRIX.format("symmetric"),
    "metis.graph": "4 3\n2\n1 3\n2 4\n3\n",
    "undirected.dot": "graph { 0 -- 1; 1 -- 2; 2 -- 3 }",
    "undirected.col": "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
}
SAYS_UNDIRECTED = ("undirected.txt", "symmetric.mtx", "metis.graph", "undirected.dot", "undirected.col")
ALWAYS_DIRECTED = {
    "directed.txt": "a list that says `% asym`",
    "general.mtx": "a general matrix",
    "directed.dot": "a digraph",
    "directed.gr": "a .gr file",
    "directed.graphml": "a directed GraphML graph",
    "directed.stg": "a task graph",
}


def without_effect(name):
    """The note on ``two_edges`` for a directed file."""
    return f"symmetric_entries has no effect: the edges of {ALWAYS_DIRECTED[name]} have a direction"


@contextlib.contextmanager
def told(name, entries):
    """Expect the warning that ``two_edges`` has no effect on a directed file."""
    if name not in ALWAYS_DIRECTED or entries != "two_edges":
        yield
        return
    with pytest.warns(NotedWarning) as said:
        yield
    assert [str(each.message).partition(": ")[2] for each in said] == [without_effect(name)]


SEARCHES = {
    "kernel": {"workload": {"kernel": "bfs", "variant": "queue_node"}, "machine": "k20c"},
    "threads": {"workload": {"thread_program": "bfs", "threads": 2}, "machine": "mesh-2x2"},
    "hybrid": {"workload": {"hybrid": "bfs", "threads": 2}, "machine": {"cpu": "mesh-2x2", "gpu": "k20c"}},
}


def read(kind, name, entries, place):
    """The graph of an experiment, as that kind of experiment reads it."""
    (place / name).write_text(FILES[name])
    options = {} if entries is None else {"symmetric_entries": entries}
    with told(name, entries):
        return read_as(kind, name, options, place)


def read_as(kind, name, options, place):
    if kind == "python":
        return numasim.read_graph(place / name, **options)
    if kind == "graph":
        data = {"workload": {}, "partition": {"method": "libra", "parts": 1}, "machine": "none"}
    else:
        data = SEARCHES[kind]
    data = {**data, "workload": {**data["workload"], "graph": name, **options}}
    (place / "e.yaml").write_text(yaml.safe_dump(data))
    experiment = load_experiment("e.yaml")
    if kind == "graph":
        return workload.build_graph(experiment)
    if kind == "kernel":
        return gpu_operand.build_graph(experiment)
    work = experiment.threads
    return gpu_operand.directed_graph(experiment, work.graph, symmetric_entries=work.symmetric_entries)


@pytest.mark.parametrize("name", FILES)
def test_a_graph_knows_whether_its_edges_have_a_direction(name, place):
    graph = read("python", name, "one_edge", place)
    assert graph.undirected == pickle.loads(pickle.dumps(graph)).undirected == (name in SAYS_UNDIRECTED)
    assert not read("python", name, "two_edges", place).undirected


@pytest.mark.parametrize(
    ("name", "entries", "execution", "told"),
    [
        ("symmetric.mtx", "one_edge", {}, True),
        ("metis.graph", "one_edge", {}, True),
        ("undirected.dot", "one_edge", {}, True),
        ("undirected.txt", "one_edge", {}, True),
        ("general.mtx", "one_edge", {}, False),
        ("list.txt", "one_edge", {}, False),
        ("metis.graph", "two_edges", {}, False),
        ("metis.graph", "one_edge", {"model": "dataflow"}, False),
        ("metis.graph", "one_edge", {"model": "supersteps"}, False),
        ("metis.graph", "one_edge", {"steps": 2}, False),
    ],
)
def test_undirected_edges_that_run_as_dependences_are_told(name, entries, execution, told, place):
    (place / name).write_text(FILES[name])
    data = {
        "workload": {"graph": name, "symmetric_entries": entries},
        "partition": {"method": "libra", "parts": 1},
        "machine": "mesh-1x1",
        "execution": execution,
    }
    (place / "e.yaml").write_text(yaml.safe_dump(data))
    table = run_experiment(load_experiment("e.yaml"), RunOptions(workers=1)).table
    assert (UNDIRECTED in str(table["warnings"][0]).split(WARNING_SEPARATOR)) == told


def test_the_note_on_undirected_edges():
    assert UNDIRECTED == (
        "the graph is undirected and execution.model is left out: each edge is one dependence, in the "
        "direction in which the file has it, so the numbers of the vertices decide the result; set "
        "`execution.model: supersteps`, or `workload.symmetric_entries: two_edges`"
    )


@pytest.mark.parametrize("kind", ["python", "graph", *SEARCHES])
@pytest.mark.parametrize("name", FILES)
def test_the_edges_of_a_file_are_the_same_in_every_kind_of_experiment(kind, name, place):
    assert read(kind, name, "one_edge", place).num_edges == 3
    both = read(kind, name, "two_edges", place)
    if name in ALWAYS_DIRECTED:
        assert both.num_edges == 3
        assert both.notes == (without_effect(name),)
    else:
        assert both.num_edges == 6
        assert sorted(zip(both.src, both.dst, strict=True)) == sorted(zip(both.dst, both.src, strict=True))
        if name != "metis.graph":  # it stores both
            assert both.notes == ("read as undirected: 3 entries, 6 edges",)
    searched = kind in SEARCHES and name in SAYS_UNDIRECTED
    assert read(kind, name, None, place).num_edges == (6 if searched else 3)


def test_what_was_read_as_undirected_is_said(place, call):
    (place / "p.txt").write_text(LINES)
    said = "note: read as undirected: 3 entries, 6 edges\n"
    command = ("partition", "p.txt", "-m", "libra", "-p", 1)
    assert said in call(*command, "--symmetric-entries", "two_edges")[2]
    assert said not in call(*command)[2]
    data = {
        "workload": {"graph": "p.txt", "symmetric_entries": "two_edges"},
        "partition": {"method": "libra", "parts": 1},
        "machine": "none",
    }
    (place / "e.yaml").write_text(yaml.safe_dump(data))
    table = run_experiment(load_experiment("e.yaml"), RunOptions(workers=1)).table
    assert table["warnings"].tolist() == [said[6:-1]]


@pytest.mark.filterwarnings("ignore::partitioners.errors.NotedWarning")  # as the command line does
@pytest.mark.parametrize("name", ["directed.txt", "directed.gr"])
def test_every_command_says_once_that_the_key_has_no_effect(name, place, call):
    (place / name).write_text(FILES[name])
    data = {
        "workload": {"graph": name, "symmetric_entries": "two_edges"},
        "partition": {"method": "libra", "parts": 1},
        "machine": "none",
    }
    (place / "e.yaml").write_text(yaml.safe_dump(data))
    note = f"note: {name}: {without_effect(name)}\n"
    assert call("check", "e.yaml")[1:] == (f"e.yaml: ok, 1 point\n{note}", "")
    code, out, errors = call("run", "e.yaml", "-o", "out", "--no-pictures")
    assert (code, out.count(without_effect(name)), errors.count("no effect")) == (0, 1, 0)
    table = numasim.load_results(place / "out")
    assert table["warnings"].tolist() == [without_effect(name)]
    command = [sys.executable, "-m", "numasim", "partition", name, "-m", "libra", "-p", "1"]
    command += ["--symmetric-entries", "two_edges"]
    errors = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert errors.count("no effect") == errors.count(f"note: {without_effect(name)}\n") == 1


def test_a_directed_graph_of_networkx_is_told():
    graph = networkx.DiGraph([(0, 1)])
    with pytest.warns(UserWarning, match="^symmetric_entries has no effect: the networkx graph is directed$"):
        numasim.Graph.from_networkx(graph, symmetric_entries="two_edges")


def test_graphs_that_are_read_in_two_ways_are_two_graphs(place):
    keys = set()
    for entries in ("one_edge", "two_edges"):
        read("threads", "list.txt", entries, place)
        keys.add(graph_key(Job(0, load_experiment("e.yaml"), {})))
    assert len(keys) == 2


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_generated_graph_has_no_entries(kind, place):
    data = SEARCHES[kind]
    graph = {"generator": "grid", "width": 3, "height": 3}
    data = {**data, "workload": {**data["workload"], "graph": graph, "symmetric_entries": "two_edges"}}
    (place / "e.yaml").write_text(yaml.safe_dump(data, sort_keys=False))
    with pytest.raises(ConfigError) as caught:
        load_experiment("e.yaml")
    assert str(caught.value).endswith(
        "workload.symmetric_entries: is for graph files, and this graph is generated; remove this key"
    )


def test_a_wrong_line_is_counted_once(tmp_path):
    path = tmp_path / "neg.txt"
    path.write_text("0 1 2\n1 2 -3\n")
    with pytest.raises(numasim.NumasimError) as caught:
        numasim.read_graph(path, weights="value", symmetric_entries="two_edges")
    assert str(caught.value) == (
        f"{path}: the weight -3 is negative (line 2): read with weights abs or unit (--weights abs)"
    )
    path.write_text("0 1 2\n1 2 -3\n2 0 -1\n")
    with pytest.raises(
        numasim.NumasimError, match="is negative, the first of 2 that are not finite and >= 0"
    ):
        numasim.read_graph(path, weights="value", symmetric_entries="two_edges")
