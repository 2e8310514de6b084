"""Graphs of given out-degrees: the degrees, the probabilities of heads, files, what is refused."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import InputError, OptionError
from partitioners.generators.degree_sequence import degree_sequence

FEW = settings(deadline=None, max_examples=examples(40))


@pytest.mark.parametrize("heads", ["uniform", "preferential"])
@FEW
@given(degrees=st.lists(st.integers(0, 9), max_size=20), seed=st.integers(0, 99))
def test_a_degree_sequence_is_kept(heads, degrees, seed):
    graph = degree_sequence(out_degrees=degrees, heads=heads, seed=seed)
    assert graph.out_degree.tolist() == degrees
    assert graph.src.tolist() == sorted(graph.src.tolist())


@pytest.mark.parametrize("heads", ["uniform", "preferential"])
def test_heads_have_the_stated_probabilities(heads):
    degrees = [0, 1, 4, 20, 0, 3000]
    share = np.array(degrees) + 1 if heads == "preferential" else np.ones(6)
    graph = degree_sequence(out_degrees=degrees, heads=heads, seed=1)
    expected = graph.num_edges * share / share.sum()
    found = graph.in_degree
    assert np.abs(found - expected).max() < 5 * np.sqrt(expected.max())
    if heads == "uniform":
        assert ((found - expected) ** 2 / expected).sum() < 20.5  # 0.1 % tail of 5 degrees of freedom


def test_a_file_of_out_degrees_is_in_random_order(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("out_degree,nodes\n0,3\n2,50\n7,1\n")
    one, two = (degree_sequence(out_degrees=str(file), seed=seed) for seed in (1, 2))
    for graph in (one, two):
        assert sorted(graph.out_degree.tolist()) == [0] * 3 + [2] * 50 + [7]
        assert graph.name == "degree-sequence-mine"
    assert one.out_degree.tolist() != two.out_degree.tolist()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("degree,count\n", "{file}:1: expected the columns out_degree,nodes"),
        ("", "{file}:1: expected the columns out_degree,nodes"),
        (
            "out_degree,nodes\n1,2\n3,-4\n",
            "{file}:3: expected an out-degree and a number of nodes, got '3,-4'",
        ),
        (
            None,
            "degree_sequence: {file}: cannot be read: No such file or directory; give a CSV file or a "
            "published graph (rmat20, web-Stanford)",
        ),
    ],
)
def test_a_file_that_is_no_table_of_out_degrees_is_refused(tmp_path, text, message):
    file = tmp_path / "mine.csv"
    if text is not None:
        file.write_text(text)
    with pytest.raises(InputError, match=f"^{re.escape(message.format(file=file))}$"):
        degree_sequence(out_degrees=str(file))


@pytest.mark.parametrize(
    ("degrees", "message"),
    [
        ([1, -2], f"degree_sequence: out_degrees[1] is -2; expected 0 to {2**28}"),
        (
            [2**28, 1],
            f"degree_sequence: {2**28 + 1} edges; at most {2**28} are supported: reduce out_degrees",
        ),
    ],
)
def test_out_degrees_that_cannot_be_are_refused(degrees, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        degree_sequence(out_degrees=degrees)
