"""Files of task graphs: WfCommons, STG, and DOT with named attributes. Every refusal with its full text."""

import json

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import GraphFileError, OptionError
from partitioners.files.interchange import from_networkx, to_networkx
from partitioners.files.read_graph import read_graph
from partitioners.files.write_graph import write_graph

FEW = settings(deadline=None, max_examples=examples(40))


def read(folder, name, content, **options):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_graph(path, **options)


def message(folder, name, content, **options):
    with pytest.raises((GraphFileError, OptionError)) as caught:
        read(folder, name, content, **options)
    return str(caught.value).removeprefix(f"{folder / name}: ")


def shape(graph):
    """Tasks with their work, and dependences with their bytes, by name."""
    names = graph.vertex.get("original_id", np.arange(graph.num_vertices)).tolist()
    carried = [None] * graph.num_edges if graph.edge_bytes is None else graph.edge_bytes.tolist()
    edges = zip(graph.src.tolist(), graph.dst.tolist(), carried, strict=True)
    assert not graph.weight.any()
    return (
        dict(zip(names, graph.vertex["operation"].tolist(), strict=True)),
        [(names[u], names[v], size) for u, v, size in edges],
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("task graphs")


# ---- WfCommons


def workflow(tasks=None, files=None, executed=None, **others):
    """A workflow of the schema 1.5: a fork of two tasks and a join."""
    tasks = tasks or [
        {"name": "cut", "id": "a", "parents": [], "children": ["b", "c"],
         "inputFiles": ["given"], "outputFiles": ["left", "right"]},
        {"name": "work", "id": "b", "parents": ["a"], "children": ["d"],
         "inputFiles": ["left"], "outputFiles": ["left2"]},
        {"name": "work", "id": "c", "parents": ["a"], "children": ["d"],
         "inputFiles": ["right", "left"], "outputFiles": []},
        {"name": "join", "id": "d", "parents": ["b", "c"], "children": [],
         "inputFiles": ["left2"], "outputFiles": ["all"]},
    ]  # fmt: skip
    sizes = {"given": 9, "left": 1000, "right": 200, "left2": 30, "all": 4}
    files = files or [{"id": name, "sizeInBytes": size} for name, size in sizes.items()]
    if executed is None:
        executed = [
            {"id": name, "runtimeInSeconds": time} for name, time in zip("abcd", (1.5, 2, 3, 4), strict=True)
        ]
    execution = {"makespanInSeconds": 9, "executedAt": "2026", "tasks": executed}
    specification = {"tasks": tasks, "files": files}
    return {
        "name": "w", "schemaVersion": "1.5",
        "workflow": {"specification": specification, **({"execution": execution} if executed else {})},
        **others,
    }  # fmt: skip


FORK = (
    {"a": 1.5, "b": 2.0, "c": 3.0, "d": 4.0},
    [("a", "b", 1000), ("a", "c", 1200), ("b", "d", 30), ("c", "d", 0)],
)


def test_a_workflow_is_read_with_its_run_times_and_files(folder):
    graph = read(folder, "fork.json", workflow())
    assert shape(graph) == FORK
    assert (graph.name, graph.notes) == ("fork", ())


def test_the_kind_of_a_task_is_its_category_its_program_or_its_name(folder):
    given = workflow()
    assert read(folder, "w.json", given).vertex["kind"].tolist() == ["cut", "work", "work", "join"]
    tasks = given["workflow"]["specification"]["tasks"]
    given["workflow"]["execution"]["tasks"][1]["command"] = {"program": "mDiff"}
    tasks[3]["category"] = "merge"
    assert read(folder, "w.json", given).vertex["kind"].tolist() == ["cut", "mDiff", "work", "merge"]
    for task in tasks[:3]:
        task["name"] = task["id"]
    assert read(folder, "w.json", given).vertex["kind"].tolist() == ["task", "mDiff", "task", "merge"]


def test_dependences_may_stand_at_the_parent_or_at_the_child(folder):
    only = workflow()
    for task in only["workflow"]["specification"]["tasks"]:
        task["parents"] = []
    tasks, edges = shape(read(folder, "w.json", only))
    assert tasks == FORK[0]
    assert sorted(edges) == sorted(FORK[1])


@pytest.mark.parametrize("version", ["1.0", "1.6", 1.4, None])
def test_known_versions_are_read_without_a_word(folder, version):
    assert shape(read(folder, "w.json", workflow(schemaVersion=version))) == FORK


def test_another_version_is_told(folder):
    said = r"w.json: the schema version '9.9' is not one of 1.0 to 1.6; it is read as the nearest of them$"
    with pytest.warns(UserWarning, match=said):
        assert shape(read(folder, "w.json", workflow(schemaVersion="9.9"))) == FORK


def test_a_file_without_its_dependence_is_told(folder):
    """Task c reads what b writes; task d reads what a writes, which comes before b, so it is no matter."""
    given = workflow()
    tasks = given["workflow"]["specification"]["tasks"]
    tasks[3]["inputFiles"] = ["left2", "left"]
    assert read(folder, "w.json", given).num_edges == 4
    tasks[2]["inputFiles"] = ["left2"]
    said = (
        r"w.json: the task 'c' reads the file 'left2', which the task 'b' writes, but does not depend on it; "
        r"name it among the parents$"
    )
    with pytest.warns(UserWarning, match=said):
        assert read(folder, "w.json", given).num_edges == 4


@pytest.mark.parametrize(("time", "size"), [("runtime", "size"), ("runtimeInSeconds", "sizeInBytes")])
@pytest.mark.parametrize("key", ["tasks", "jobs"])
def test_earlier_schemas_describe_files_in_the_tasks(folder, time, size, key):
    def task(name, work, parents, *files):
        links = [{"link": link, "name": file, size: count} for link, file, count in files]
        return {"name": name, "type": "compute", time: work, "parents": parents, "files": links}

    tasks = [
        task("a", 1.5, [], ("input", "given", 9), ("output", "left", 1000), ("output", "right", 200)),
        task("b", 2, ["a"], ("input", "left", 1000), ("output", "left2", 30)),
        task("c", 3, ["a"], ("input", "right", 200), ("input", "left", 1000)),
        task("d", 4, ["b", "c"], ("input", "left2", 30)),
    ]
    assert shape(read(folder, "w.json", {"schemaVersion": "1.3", "workflow": {key: tasks}})) == FORK


def test_what_a_graph_does_not_contain_is_said(folder):
    wide = workflow()
    wide["workflow"]["execution"]["tasks"][1]["coreCount"] = 16
    graph = read(folder, "w.json", wide)
    assert graph.notes == ("1 of 4 tasks used several cores; here each takes its run time on one",)
    with pytest.warns(UserWarning, match=r"w\.json: the file has no run times, so every task has the wor"):
        graph = read(folder, "w.json", workflow(executed=[]))
    assert set(shape(graph)[0].values()) == {1.0}


def changed(place, **values):
    found = workflow()
    part = found["workflow"]
    for key in place:
        part = part[key]
    part.update(values)
    return found


TASKS, RUNS, FILES = ("specification", "tasks"), ("execution", "tasks"), ("specification", "files")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (changed((*TASKS, 3), parents=["b"]),
         "the task 'c' has the child 'd', which does not have it among its parents"),
        (changed((*TASKS, 1), children=[]),
         "the task 'd' has the parent 'b', which does not have it among its children"),
        (changed((*TASKS, 0), children=["d"]),
         "the task 'b' has the parent 'a', which does not have it among its children, the first of 3"),
    ],
)  # fmt: skip
def test_parents_and_children_that_contradict_each_other_are_told(folder, content, told):
    with pytest.warns(UserWarning, match="both lists count") as warned:
        graph = read(folder, "w.json", content)
    assert [str(each.message) for each in warned] == [
        f"{folder}/w.json: {told}; both lists count: correct the wrong one"
    ]
    assert graph.num_edges == 4 + ("first of" in told)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ('{"workflow": {\n "tasks": [,]}}', "not valid JSON, Expecting value (line 2): correct it"),
        ('{"workflow": 1e400000', "not valid JSON, Expecting ',' delimiter (line 1): correct it"),
        ({"workflow": [1]}, "`workflow` is not a JSON object: write it as WfCommons does, schema 1.0 to 1.6"),
        ({"workflow": {}}, "`jobs` is not a list: write it as WfCommons does, schema 1.0 to 1.6"),
        ({"workflow": {"tasks": [{}]}}, "a task has neither an id nor a name: give it an id, a text"),
        (changed((*TASKS, 1), id="a"), "two tasks have the name 'a': give each task its own name"),
        (changed((*TASKS, 1), parents=["q"]),
         "the task 'b' has the parent 'q', which is not in the file: add the task or remove the parent"),
        (changed((*TASKS, 1), parents=[7]),
         "the task 'b' refers to a task by 7: use the id of the task, a text"),
        (changed((*TASKS, 3), children=["q"]),
         "the task 'd' has the child 'q', which is not in the file: add the task or remove the child"),
        (changed((*TASKS, 3), children=["b"]),
         "the tasks form a cycle, 'b' -> 'd' -> 'b': remove one of these dependences"),
        (changed((*TASKS, 0), parents=["a"]),
         "the tasks form a cycle, 'a' -> 'a': remove one of these dependences"),
        (changed((*RUNS, 0), id="q"),
         "the task 'q' was executed but is not in the specification: "
         "add it to the tasks of the specification"),
        (changed((*RUNS, 2), runtimeInSeconds=-1),
         "the task 'c' has the run time -1: a run time is a finite number of seconds, at least 0"),
        (changed((*RUNS, 2), runtimeInSeconds="3 s"),
         "the task 'c' has the run time '3 s': a run time is a finite number of seconds, at least 0"),
        (changed((*RUNS, 2), runtimeInSeconds=None),
         "the task 'c' has no run time, but other tasks have one: give every task its `runtimeInSeconds`"),
        (changed((*FILES, 1), sizeInBytes=-1),
         "the file 'left' has the size -1: `sizeInBytes` is an integer from 0 to 2^53"),
        (changed((*RUNS, 2), runtimeInSeconds="1.5"),
         "the task 'c' has the run time '1.5': a run time is a finite number of seconds, at least 0"),
        (changed((*RUNS, 2), runtimeInSeconds=True),
         "the task 'c' has the run time true: a run time is a finite number of seconds, at least 0"),
        (changed((*FILES, 1), sizeInBytes="64"),
         "the file 'left' has the size '64': `sizeInBytes` is an integer from 0 to 2^53"),
        (changed((*TASKS, 1), inputFiles=[7]),
         "the task 'b' has the file 7, which is not in `files`: add the file with its `sizeInBytes`"),
        (changed((*FILES, 1), sizeInBytes=2**70),
         "the file 'left' has the size 1180591620717411303424: `sizeInBytes` is an integer from 0 to 2^53"),
        (changed((*FILES, 1), sizeInBytes=2**53 - 1),
         "the bytes of all edges add up to 2^52 or more: use a larger unit"),
        (changed((*FILES, 1), id=["x"]), "a file has neither an id nor a name: give it an id, a text"),
        (changed((*TASKS, 1), inputFiles=["nothing"]),
         "the task 'b' has the file 'nothing', which is not in `files`: add the file with its `sizeInBytes`"),
        (changed((*TASKS, 1), parents="a"),
         "the parents of the task 'b' is not a list: write it as WfCommons does, schema 1.0 to 1.6"),
    ],
)  # fmt: skip
def test_wrong_workflows(folder, content, text):
    assert message(folder, "w.json", content) == text


# ---- STG

STG = """          4
          0          0          0
          1         20          1          0
          2          3          1          0   # a comment
          3          1.5        2          1          2

          4          9          1          3
          5          0          1          4
# Standard Task Graph Set
"""
TIMES = {0: 0.0, 1: 20.0, 2: 3.0, 3: 1.5, 4: 9.0, 5: 0.0}
PARENTS = [(0, 1, None), (0, 2, None), (1, 3, None), (2, 3, None), (3, 4, None), (4, 5, None)]


def test_a_standard_task_graph_has_its_dummy_tasks(folder):
    assert shape(read(folder, "rand0000.stg", STG)) == (TIMES, PARENTS)


def test_the_prototype_format_counts_from_1(folder):
    graph = read(folder, "proto000.stg", "2 3\n1 14 0\n2 20 1 1\n3 0 2 1 2\n")
    assert shape(graph) == ({1: 14.0, 2: 20.0, 3: 0.0}, [(1, 2, None), (1, 3, None), (2, 3, None)])


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("# only this\n", "the file has no tasks: the first line must have their number"),
        ("x\n", "'x' is not a number of tasks (line 1): the first line must have the number of tasks"),
        ("1\n0 0 0\n1 5\n2 0 1 1\n", "'1 5' is not a task (line 3): expected `TASK TIME PARENTS PARENT ...`"),
        ("1\n0 0 0\n1 5 1 x\n2 0 1 1\n",
         "'1 5 1 x' is not a task (line 3): expected `TASK TIME PARENTS PARENT ...`"),
        ("1\n0 0 0\n1 -5 1 0\n2 0 1 1\n",
         "the task 1 has the time '-5' (line 3): a time is a finite number of at least 0"),
        ("1\n0 0 0\n1 5 2 0\n2 0 1 1\n",
         "the task 1 has 1 parents, but their number is given as 2 (line 3): "
         "correct the number or the parents"),
        ("2\n0 0 0\n1 5 1 0\n2 0 1 1\n",
         "the first line requires 4 tasks with the two dummy tasks, but the file has 3 (line 1): "
         "correct the number, or copy the file again"),
        ("2 3\n1 5 0\n2 0 1 1\n",
         "the first line requires 3 tasks with the dummy task at the exit, but the file has 2 (line 1): "
         "correct the number, or copy the file again"),
        ("1\n0 0 0\n2 5 1 0\n1 0 1 0\n",
         "task 2 is where task 1 was expected (line 3): number the tasks in order"),
        ("1\n0 0 0\n1 5 1 7\n2 0 1 1\n",
         "the task 1 has the parent 7, which is not in the file (line 3): add the task or remove the parent"),
        ("1\n0 0 0\n1 5 2 0 0\n2 0 1 1\n", "the task 1 names the parent 0 twice (line 3): name it once"),
        ("1\n0 0 0\n1 5 1 2\n2 0 1 1\n",
         "the tasks form a cycle, 1 -> 2 -> 1 (line 3): remove one of these dependences"),
    ],
)  # fmt: skip
def test_wrong_standard_task_graphs(folder, content, text):
    assert message(folder, "w.stg", content) == text


@FEW
@given(st.lists(st.tuples(st.integers(0, 9), st.sets(st.integers(0, 30))), max_size=12))
def test_a_standard_task_graph_is_what_was_written(tmp_path_factory, rows):
    rows = [(0, set()), *rows, (0, {0})]
    rows = [(time, sorted(p for p in parents if p < place)) for place, (time, parents) in enumerate(rows)]
    lines = [" ".join(map(str, (v, time, len(parents), *parents))) for v, (time, parents) in enumerate(rows)]
    graph = read(tmp_path_factory.mktemp("stg"), "w.stg", "\n".join([str(len(rows) - 2), *lines, "# end"]))
    assert shape(graph) == (
        {v: float(time) for v, (time, _) in enumerate(rows)},
        [(p, v, None) for v, (_, parents) in enumerate(rows) for p in parents],
    )


def test_a_file_with_two_sizes_is_noted(folder):
    def task(name, parents, link, size):
        files = [{"link": link, "name": "f", "size": size}]
        return {"name": name, "runtime": 1, "parents": parents, "children": [], "files": files}

    def graph(size):
        tasks = [task("a", [], "output", 12), task("b", ["a"], "input", size)]
        return read(folder, "w.json", json.dumps({"schemaVersion": "1.0", "workflow": {"jobs": tasks}}))

    assert graph(20).edge_bytes.tolist() == [20]
    assert graph(20).notes == (
        "1 file has another size where it is read than where it is written; the reader's counts",
    )
    assert graph(12).notes == ()


# ---- DOT, GraphML, networkx, npz

DOT = 'digraph g {\n a [size=5]; b [size="1e1"];\n a -> b [data=7.5, weight=99];\n}\n'
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="s" for="node" attr.name="size" attr.type="double"/>
<key id="d" for="edge" attr.name="data" attr.type="double"/>
<key id="w" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="directed">
<node id="a"><data key="s">5</data></node><node id="b"><data key="s">10</data></node>
<edge source="a" target="b"><data key="d">7.5</data><data key="w">99</data></edge></graph></graphml>
"""


def test_attributes_of_dot_are_named(folder):
    graph = read(folder, "w.dot", DOT, vertex_work="size", edge_bytes="data")
    assert shape(graph) == ({"a": 5.0, "b": 10.0}, [("a", "b", 8)])
    graph = read(folder, "w.dot", DOT, vertex_work="size", edge_bytes="data", weights="value")
    assert graph.weight.tolist() == [99.0]
    plain = read(folder, "w.dot", "digraph { a [operation=1]; b [operation=2]; a -> b [bytes=3] }")
    assert (plain.weight.tolist(), plain.edge_bytes.tolist()) == ([1.0], [3])
    both = "digraph { a [operation=1, size=5]; b [operation=2, size=6]; a -> b [bytes=3] }"
    for name, work in (("operation", [1.0, 2.0]), ("size", [5.0, 6.0]), (None, [1.0, 2.0])):
        assert read(folder, "w.dot", both, vertex_work=name).vertex["operation"].tolist() == work


def test_attributes_that_no_file_has_are_refused(folder):
    assert message(folder, "w.dot", DOT, vertex_work="sizes") == (
        "no node has the attribute 'sizes': correct vertex_work; did you mean 'size'?"
    )
    for name, text in (("w.dot", DOT), ("w.graphml", GRAPHML)):
        assert message(folder, name, text, vertex_work="operation") == (
            "no node has the attribute 'operation': correct vertex_work; known: size"
        )
        assert message(folder, name, text, edge_bytes="bytes") == (
            "no edge has the attribute 'bytes': correct edge_bytes; known: data, weight"
        )
    assert message(folder, "w.dot", DOT, edge_bytes="date") == (
        "no edge has the attribute 'date': correct edge_bytes; did you mean 'data'?"
    )
    for wrong, what in {
        "five": "has the 'size' 'five', which is not a number (line 2): give it a number",
        "operation": "has the 'size' 'operation', which is not a number (line 2): give it a number",
        "-5": "has the 'size' -5 (line 2): work is a finite number of at least 0; correct it",
    }.items():
        text = DOT.replace("size=5", f"size={wrong}")
        assert message(folder, "w.dot", text, vertex_work="size") == f"the node 'a' {what}"
    assert message(folder, "w.dot", DOT.replace("size=5", "other=5"), vertex_work="size") == (
        "the node 'a' has no 'size', but 1 of 2 nodes have one (line 2): give one to every node"
    )
    assert message(folder, "w.dot", DOT.replace("7.5", "-1"), edge_bytes="data") == (
        "the edge 'a' - 'b' has the 'data' -1 (line 3): bytes are a number from 0 to 2^53; correct it"
    )
    assert message(folder, "w.txt", "0 1\n", vertex_work="size") == (
        "the format (edge list) has no named attributes; vertex_work is for GraphML and DOT, so leave it out"
    )


def test_bytes_go_to_networkx_and_npz_and_back(folder):
    graph = read(folder, "w.json", workflow())
    there = to_networkx(graph)
    assert networkx.get_edge_attributes(there, "bytes") == {(0, 1, 0): 1000, (0, 2, 1): 1200, (1, 3, 2): 30,
                                                            (2, 3, 3): 0}  # fmt: skip
    back = from_networkx(there)
    assert back.edge_bytes.tolist() == graph.edge_bytes.tolist()
    write_graph(graph, folder / "w.npz")
    again = read_graph(folder / "w.npz")
    assert again.edge_bytes.tolist() == graph.edge_bytes.tolist()
    undirected = networkx.Graph()
    undirected.add_edge(0, 1, data=5, weight=1.0)
    both = from_networkx(undirected, edge_bytes="data", symmetric_entries="two_edges")
    assert both.edge_bytes.tolist() == [5, 5]
