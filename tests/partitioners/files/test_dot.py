"""DOT against Graphviz: what its gvpr reads in random files is what the reader returns."""

import random
import shutil

import pytest
from random_dot import random_dot, read_by_gvpr

import numasim
from partitioners.files.dot import parse_dot
from partitioners.files.file_bytes import FileLimit

needs_gvpr = pytest.mark.skipif(
    shutil.which("gvpr") is None, reason="gvpr is not installed; install Graphviz (apt install graphviz)"
)


def read(text, folder):
    """Nodes and edges as :func:`random_dot.read_by_gvpr` returns them; "" where there is no attribute."""
    path = folder / "a.dot"
    found = parse_dot(text, path, FileLimit(path, 2**20))
    nodes = [
        (name, each.get("operation", "")) for name, each in zip(found.node_line, found.nodes, strict=True)
    ]
    edges = [
        (u, v, each.get("weight", ""), each.get("colour", ""))
        for (u, v), each in zip(found.ends, found.edges, strict=True)
    ]
    return nodes, sorted(edges)


@needs_gvpr
@pytest.mark.parametrize("block", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2))])
def test_random_files_against_graphviz(block, tmp_path):
    rng = random.Random(block)
    texts = [random_dot(rng) for _ in range(1000)]
    expected = read_by_gvpr(texts, tmp_path)
    assert sum(len(edges) for _, edges in expected) > 3000
    different = [text for text, wanted in zip(texts, expected, strict=True) if read(text, tmp_path) != wanted]
    assert not different, f"{len(different)} of {len(texts)} files, such as\n{min(different, key=len)}"


RULES = {
    "digraph { subgraph s { a } subgraph s { b } -> c }": [("a", "c", 1), ("b", "c", 1)],
    "digraph { subgraph s { a } -> subgraph s { b } }": [(u, v, 1) for u in "ab" for v in "ab"],
    "digraph { subgraph s { a } subgraph t { subgraph s { b } -> c } }": [("b", "c", 1)],
    "digraph { subgraph s { edge [weight=2] a -> b } subgraph s { b -> c } a -> c [weight=1] }": [
        *(("a", "b", 2), ("b", "c", 2), ("a", "c", 1))
    ],
    "digraph { b; a; { a b } -> c }": [("b", "c", 1), ("a", "c", 1)],
    "strict digraph { edge [weight=1]; a -> b [weight=4]; a -> b }": [("a", "b", 4)],
    "strict digraph { a -> b; edge [weight=9]; a -> b; b -> c; b -> c [weight=2] a -> b [weight=1] }": [
        *(("a", "b", 1), ("b", "c", 2))
    ],
    "graph { a -- b [key=x, weight=2]; b -- a [key=x]; b -- a [weight=1] }": [("a", "b", 2), ("b", "a", 1)],
    "digraph { a, b -> c }": [("a", "c", 1), ("b", "c", 1)],
    "digraph { # first\n a -> b; # second\n  # a -> c\n}": [("a", "b", 1)],
    'digraph { "a\\\\" -> "b\\"" }': [("a\\\\", 'b"', 1)],
}


@pytest.mark.parametrize("text", RULES)
def test_the_meaning_of_dot(text, tmp_path):
    (tmp_path / "a.dot").write_text(text)
    graph = numasim.read_graph(tmp_path / "a.dot")
    name = graph.vertex["original_id"]
    ends = zip(name[graph.src].tolist(), name[graph.dst].tolist(), graph.weight.tolist(), strict=True)
    assert list(ends) == RULES[text]
