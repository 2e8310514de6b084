"""What points share: made once, read back as it was, made again where the disk has no room."""

import numpy as np

from numasim.intermediates import Intermediates
from partitioners import EdgePartition
from partitioners.generators import mc2depi


def test_what_one_has_made_another_reads(tmp_path):
    graph = mc2depi(n=5)
    made = []

    def make():
        made.append(EdgePartition(graph, 3, np.arange(graph.num_edges) % 3, "mine", {"order": "given"}))
        return made[-1], {"parts": 3}

    first = Intermediates(2).get("a", make, tmp_path, graph)
    partition, figures = Intermediates(2).get("a", make, tmp_path, graph)
    assert len(made) == 1
    assert first[0] is made[0]
    assert partition is not made[0]
    assert partition.graph is graph
    assert (partition.method, partition.options, figures) == ("mine", {"order": "given"}, {"parts": 3})
    np.testing.assert_array_equal(partition.cluster_of_edge, made[0].cluster_of_edge)


def test_a_graph_is_read_as_it_was_written(tmp_path):
    graph = mc2depi(n=5)
    Intermediates(1).get("g", lambda: graph, tmp_path)
    read = Intermediates(1).get("g", lambda: None, tmp_path)
    assert (read.name, read.num_vertices) == (graph.name, graph.num_vertices)
    for name in ("src", "dst", "weight"):
        np.testing.assert_array_equal(getattr(read, name), getattr(graph, name))
        assert not getattr(read, name).flags.writeable


def test_what_cannot_be_written_is_made_by_each(tmp_path):
    folder = tmp_path / "gone"
    assert [Intermediates(1).get("a", lambda: 7, folder) for _ in range(2)] == [7, 7]
    kept = Intermediates(1).get("b", lambda: lambda: 8, tmp_path)  # a lambda cannot be pickled
    assert kept() == 8
    assert Intermediates(1).get("b", lambda: 9, tmp_path) == 9


def test_only_the_last_few_stay_in_memory():
    kept, made = Intermediates(2), []
    for key in "abaca":
        kept.get(key, lambda key=key: made.append(key))
    assert made == ["a", "b", "c"]
