"""One rule of direction: a line is one directed edge in every kind of experiment, unless the file says so."""

import pickle

import pytest
import yaml

import numasim
from numasim.experiments import workload
from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_jobs import Job, RunOptions
from numasim.kinds.gpu import operand as gpu_operand
from numasim.kinds.mesh.point import UNDIRECTED
from numasim.kinds.threads.point import graph_key
from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError

LINES = "0 1\n1 2\n2 3\n"
MATRIX = "%%MatrixMarket matrix coordinate pattern {}\n4 4 3\n2 1\n3 2\n4 3\n"
FILES = {
    "list.txt": LINES,
    "table.csv": "source,target\n0,1\n1,2\n2,3\n",
    "snap.txt": "# Undirected graph: a path\n" + LINES,
    "directed.txt": "% asym unweighted\n" + LINES,
    "general.mtx": MATRIX.format("general"),
    "directed.dot": "digraph { 0 -> 1; 1 -> 2; 2 -> 3 }",
    "undirected.txt": "% sym unweighted\n" + LINES,
    "symmetric.mtx": MATRIX.format("symmetric"),
    "metis.graph": "4 3\n2\n1 3\n2 4\n3\n",
    "undirected.dot": "graph { 0 -- 1; 1 -- 2; 2 -- 3 }",
    "undirected.col": "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n",
}
SAYS_UNDIRECTED = ("undirected.txt", "symmetric.mtx", "metis.graph", "undirected.dot", "undirected.col")
ALWAYS_DIRECTED = ("directed.txt", "general.mtx", "directed.dot")

SEARCHES = {
    "kernel": {"workload": {"kernel": "bfs", "variant": "queue_node"}, "machine": "k20c"},
    "threads": {"workload": {"thread_program": "bfs", "threads": 2}, "machine": "mesh-2x2"},
    "hybrid": {"workload": {"hybrid": "bfs", "threads": 2}, "machine": {"cpu": "mesh-2x2", "gpu": "k20c"}},
}


def read(kind, name, entries, place):
    """The graph of an experiment, as that kind of experiment reads it."""
    (place / name).write_text(FILES[name])
    options = {} if entries is None else {"symmetric_entries": entries}
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
        assert both.notes == ()
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
