"""Edge lists and tables: KONECT's header, ids as they are written, and weights that are not used."""

import networkx
import pytest

import numasim
from partitioners.errors import GraphFileError, NotedWarning

BIPARTITE = "% bip unweighted\n% 13 6 5\n" + "".join(
    f"{left} {right}\n"
    for left, right in zip(
        [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], [1, 2, 3, 1, 3, 4, 3, 1, 3, 5, 2, 1, 2], strict=True
    )
)


@pytest.fixture
def read(tmp_path):
    def read(text, name="a.txt", **options):
        (tmp_path / name).write_text(text)
        return numasim.read_graph(tmp_path / name, **options)

    return read


def edges(graph):
    """The edges by the ids of the file."""
    ids = graph.vertex["original_id"]
    return list(zip(ids[graph.src].tolist(), ids[graph.dst].tolist(), strict=True))


@pytest.mark.parametrize("options", [{}, {"bipartite": True}])
def test_the_two_columns_of_a_bipartite_file_of_konect_are_two_sets(read, options):
    graph = read(BIPARTITE, **options)
    plain = networkx.Graph()
    for line in BIPARTITE.splitlines()[2:]:
        left, right = line.split()
        plain.add_edge(f"left {left}", f"right {right}")
    assert (graph.num_vertices, graph.num_edges) == (len(plain), plain.number_of_edges()) == (11, 13)
    assert graph.src.max() == 5
    assert graph.dst.min() == 6
    assert graph.vertex["original_id"].tolist() == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]
    assert edges(graph) == [tuple(map(int, line.split())) for line in BIPARTITE.splitlines()[2:]]


def test_both_ways_of_a_bipartite_file(read):
    graph = read("% bip unweighted\n1 1\n2 1\n", symmetric_entries="two_edges")
    assert graph.num_vertices == 3
    assert graph.src.tolist() == [0, 1, 2, 2]
    assert graph.dst.tolist() == [2, 2, 0, 1]


def test_names_on_both_sides_of_a_bipartite_file(read):
    graph = read("% bip unweighted\nx x\ny x\n")
    assert graph.num_vertices == 3
    assert edges(graph) == [("x", "x"), ("y", "x")]


@pytest.mark.parametrize(
    "head",
    [
        "% bip\n",
        "%BIP\r\n",
        "% BIP Unweighted\n",
        "# made by hand\n\n% a list\n% bip unweighted\n",
        " % bip \n% 2 2 1\n",
    ],
)
def test_the_header_of_konect_may_be_short_and_behind_comments(read, head):
    assert read(f"{head}1 1\n2 1\n").vertex["original_id"].tolist() == [1, 2, 1]


@pytest.mark.parametrize(
    "head", ["% bip or not\n", "# bip unweighted\n", "% bipartite\n", "% the kind: bip\n"]
)
def test_other_comments_are_no_header_of_konect(read, head):
    assert read(f"{head}1 1\n2 1\n").num_vertices == 2
    assert read("1 1\n% bip\n2 1\n").num_vertices == 2


def test_times_of_konect_are_not_weights(read):
    text = "% sym positive\n1 2 3 1082008561\n2 3 1 1082008562\n"
    for weights, wanted in (("value", [3, 1]), ("unit", [1, 1])):
        with pytest.warns(
            UserWarning, match=r"a\.txt: the times of the edges \(fourth column\) are not read"
        ):
            assert read(text, weights=weights).weight.tolist() == wanted


def test_a_directed_file_of_konect_has_no_opposite_edges(read):
    with pytest.warns(NotedWarning, match="a list that says `% asym`"):
        assert read("% asym unweighted\n1 2\n", symmetric_entries="two_edges").num_edges == 1
    assert read("% sym unweighted\n1 2\n", symmetric_entries="two_edges").num_edges == 2


IDS = {
    "01 1\n1 001\n": [("01", "1"), ("1", "001")],
    "1 2\n2 +3\n": [("1", "2"), ("2", "+3")],
    "0 -0\n": [("0", "-0")],
    "1 2 05\n2 3 +1\n3 4 00.5\n": [(1, 2), (2, 3), (3, 4)],
    "10 0\n0 -5\n100 7\n": [(10, 0), (0, -5), (100, 7)],
}


@pytest.mark.parametrize("text", IDS)
@pytest.mark.parametrize("form", ["list", "table", "quoted table", "long list"])
def test_ids_that_are_written_differently_are_different(read, text, form):
    rows = [line.split() for line in text.splitlines()]
    wanted = IDS[text]
    if form == "list":
        assert edges(read(text)) == wanted
    elif form == "long list":  # beyond the size that is read line by line
        graph = read("\n".join([" ".join(rows[0])] * 20_000) + "\n" + text)
        assert edges(graph)[20_000:] == wanted
        assert edges(graph)[:20_000] == [wanted[0]] * 20_000
    else:
        quote = '"' if form == "quoted table" else ""
        head = ["source", "target", "weight"][: len(rows[0])]
        lines = [",".join(f"{quote}{word}{quote}" for word in row) for row in rows]
        assert edges(read("\n".join([",".join(head), *lines]) + "\n", "a.csv")) == wanted


def test_networkx_reads_the_same_ids(read):
    text = "01 1\n1 001\n007 7\n"
    assert set(edges(read(text))) == set(
        networkx.parse_edgelist(text.splitlines(), create_using=networkx.DiGraph).edges
    )


@pytest.mark.parametrize(
    ("name", "text"), [("a.txt", "1 2 many\n2 3 ?\n"), ("a.csv", "source,target,weight\n1,2,many\n2,3,\n")]
)
def test_weights_that_are_not_used_may_be_anything(read, name, text):
    assert edges(read(text, name)) == [(1, 2), (2, 3)]
    with pytest.raises(
        GraphFileError, match=r"the weight 'many' is not a number \(line \d\): correct it, or read"
    ):
        read(text, name, weights="value")


@pytest.mark.parametrize("weights", ["unit", "value"])
def test_a_header_of_names_and_weights_is_no_edge(read, weights):
    with pytest.raises(GraphFileError, match=r"'a b w' has text where the next line has a weight \(line 1\)"):
        read("a b w\nalice bob 3\n", weights=weights)


@pytest.mark.parametrize(
    "text", ["u v\na b\nb c\n", "\n% bip\nGene_A,Gene_B\nTP53,MDM2\n", "a b why\nc d so\n"]
)
def test_a_first_line_that_may_be_a_header_is_told(read, text, tmp_path):
    line = next(each for each in text.splitlines() if each.strip() and each[0] != "%")
    one, other = line.replace(",", " ").split()[:2]
    with pytest.warns(UserWarning, match="is read as an edge") as told:
        graph = read(text)
    assert edges(graph)[0] == (one, other)
    assert str(told[0].message) == (
        f"{tmp_path / 'a.txt'}: line {text.splitlines().index(line) + 1} is read as an edge, but no other "
        f"line has its names '{one}' and '{other}'; if it is a table header, name them source and target (or "
        "src and dst, from and to), and optionally weight; otherwise put the header `source target` above it"
    )


@pytest.mark.parametrize(
    "text",
    [
        "u v\nv b\n",
        "u v\nb u\n",
        "u v\n",
        "u v 1\na b 2\n",
        "1 v\na b\n",
        "source target\nu v\na b\n",
        "1 2\n3 4\n",
    ],
)
def test_a_first_line_that_is_an_edge_is_not_questioned(read, text):
    assert read(text).num_edges == len(text.splitlines()) - text.startswith("source")


CURES = {
    "1 2 {'weight': 3}\n": "there are 4 columns (line 1): write it with "
    "networkx.write_edgelist(..., data=False) or data=['weight']",
    "3 1 # an edge\n": "there are 5 columns (line 1): expected two ids and an optional weight, and a comment "
    "in a line of its own",
    "1 2 3 1082008561\n": "there are 4 columns (line 1): expected two ids and an optional weight; for times "
    "in a fourth column, begin the file with KONECT's header, such as `% sym positive`",
    "% sym positive\n1 2 3 4 5\n": "there are 5 columns (line 2): expected two ids and an optional weight",
}


@pytest.mark.parametrize("text", CURES)
def test_columns_that_are_not_read_are_named(read, text, tmp_path):
    with pytest.raises(GraphFileError) as caught:
        read(text, weights="value")
    assert str(caught.value) == f"{tmp_path / 'a.txt'}: {CURES[text]}"


def test_attributes_of_networkx_are_no_weight(read, tmp_path):
    networkx.write_edgelist(networkx.path_graph(3), tmp_path / "a.txt")
    text = (tmp_path / "a.txt").read_text()
    assert edges(read(text)) == [(0, 1), (1, 2)]
    with pytest.raises(GraphFileError) as caught:
        read(text, weights="value")
    assert str(caught.value) == (
        f"{tmp_path / 'a.txt'}: the weight '{{}}' is not a number (line 1): write it with "
        "networkx.write_edgelist(..., data=False) or data=['weight']"
    )
