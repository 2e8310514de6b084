"""What points share: made once, read back as it was, made again where the disk has no room."""

import os
import pickle
from dataclasses import fields

import numpy as np
import pytest
import scipy.sparse

from mappers.clusters.cluster_graph import cluster_graph
from numasim.experiments.array_files import NotPlain, load, save
from numasim.experiments.shared_cache import SharedCache
from partitioners.generators.models import mc2depi
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


def test_what_one_has_made_another_reads(tmp_path):
    graph = mc2depi(n=5)
    made = []

    def make():
        made.append(EdgePartition(graph, 3, np.arange(graph.num_edges) % 3, "mine", {"order": "given"}))
        return made[-1], {"parts": 3}

    first = SharedCache(2).get("a", make, tmp_path, graph)
    partition, figures = SharedCache(2).get("a", make, tmp_path, graph)
    assert len(made) == 1
    assert first[0] is made[0]
    assert partition is not made[0]
    assert partition.graph is graph
    assert (partition.method, partition.options, figures) == ("mine", {"order": "given"}, {"parts": 3})
    np.testing.assert_array_equal(partition.cluster_of_edge, made[0].cluster_of_edge)


def test_a_graph_is_read_as_it_was_written(tmp_path):
    graph = mc2depi(n=5)
    SharedCache(1).get("g", lambda: graph, tmp_path)
    read = SharedCache(1).get("g", lambda: None, tmp_path)
    assert (read.name, read.num_vertices) == (graph.name, graph.num_vertices)
    for name in ("src", "dst", "weight"):
        np.testing.assert_array_equal(getattr(read, name), getattr(graph, name))
        assert not getattr(read, name).flags.writeable


def test_what_cannot_be_written_is_made_by_each(tmp_path):
    folder = tmp_path / "gone"
    assert [SharedCache(1).get("a", lambda: 7, folder) for _ in range(2)] == [7, 7]
    kept = SharedCache(1).get("b", lambda: lambda: 8, tmp_path)  # a lambda is no plain data
    assert kept() == 8
    assert SharedCache(1).get("b", lambda: 9, tmp_path) == 9


def test_only_the_last_few_stay_in_memory():
    kept, made = SharedCache(2), []
    for key in "abaca":
        kept.get(key, lambda key=key: made.append(key))
    assert made == ["a", "b", "c"]


def same(first, second):
    """Whether two values are equal in everything that a reader could tell apart."""
    if type(first) is not type(second):
        return False
    if isinstance(first, np.ndarray):
        flags = first.flags.writeable == second.flags.writeable
        return (
            flags
            and first.dtype == second.dtype
            and first.shape == second.shape
            and bool(((first == second) | ((first != first) & (second != second))).all())
        )
    if isinstance(first, (list, tuple)):
        return len(first) == len(second) and all(map(same, first, second))
    if hasattr(first, "items"):
        return list(first) == list(second) and all(same(first[key], second[key]) for key in first)
    if scipy.sparse.issparse(first):
        parts = ("data", "indices", "indptr")
        return first.shape == second.shape and all(same(getattr(first, p), getattr(second, p)) for p in parts)
    if hasattr(first, "__dataclass_fields__"):
        return all(same(getattr(first, f.name), getattr(second, f.name)) for f in fields(first))
    return first == second or first != first


def graph_with_attributes():
    return Graph(
        3,
        [0, 1],
        [1, 2],
        [0.1, 2.5],
        {
            "name": np.array(["a", "\u00e9", ""]),
            "pair": np.arange(6, dtype=np.int16).reshape(3, 2),
            "when": np.array(["2020-01-01", "2021-01-01", "NaT"], "datetime64[D]"),
            "flag": np.array([True, False, True]),
            "../key": np.array([np.nan, -0.0, np.inf]),
        },
        name="mine / ../x",
    )


VALUES = {
    "graph": graph_with_attributes,
    "empty graph": lambda: Graph(0, [], []),
    "edge partition": lambda: (
        EdgePartition(mc2depi(n=4), 2, np.arange(mc2depi(n=4).num_edges) % 2, "m", {"a": (1, [2, None])}),
        {"replication_factor": 1.5, "nothing": None, "nan": float("nan"), "n": np.int64(3)},
    ),
    "vertex partition": lambda: VertexPartition(graph_with_attributes(), 2, [0, 1, 1], "m", {"b": True}),
    "cluster graph": lambda: cluster_graph(
        EdgePartition(mc2depi(n=4), 3, np.arange(mc2depi(n=4).num_edges) % 3)
    ),
    "matrix": lambda: scipy.sparse.csr_array(np.array([[0, 1.5], [2.5, 0]])),
    "columns first": lambda: np.asfortranarray(np.arange(6.0).reshape(2, 3)),
}


@pytest.mark.parametrize("name", VALUES)
def test_everything_that_points_share_is_read_as_it_was_written(tmp_path, name):
    value = VALUES[name]()
    save(tmp_path / "v", value)
    assert same(load(tmp_path / "v"), value)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.array([{}]), "an array of Python objects"),
        (os.system, "a value of type builtin_function_or_method"),
        ({1: 2}, "a value of type dict"),
        ([{"a": {3}}], "a value of type set"),
    ],
)
def test_what_is_no_plain_data_is_not_written(tmp_path, value, message):
    with pytest.raises(NotPlain, match=f"^{message}$"):
        save(tmp_path / "v", value)
    assert not list(tmp_path.iterdir())


class Command:
    def __reduce__(self):
        return os.system, ("touch PWNED",)


def test_a_file_from_elsewhere_runs_no_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    objects = np.empty(1, object)
    objects[0] = Command()
    (tmp_path / "pickle").write_bytes(pickle.dumps(Command()))
    with (tmp_path / "npy").open("wb") as stream:
        np.lib.format.write_array(stream, objects, allow_pickle=True)
    for name in ("pickle", "npy"):
        with pytest.raises(ValueError, match=r"magic string|allow_pickle"):
            load(tmp_path / name)
    assert not (tmp_path / "PWNED").exists()
