import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.config.yaml_lines import MAX_VALUES, parse_yaml, read_yaml, write_flow, write_yaml
from partitioners.errors import ConfigError


def problems(text):
    with pytest.raises(ConfigError) as error:
        parse_yaml(text, "f.yaml")
    return list(error.value.problems)


TEXT = """\
workload:
  graph: web.mtx  # a comment
sweep:
    partition.parts: [8, 64]
    deep:
      - {a: 1, "b c": x}
"""


def test_every_key_and_value_has_its_place():
    document = parse_yaml(TEXT, "f.yaml")
    assert document.data == {
        "workload": {"graph": "web.mtx"},
        "sweep": {"partition.parts": [8, 64], "deep": [{"a": 1, "b c": "x"}]},
    }
    keys = {path: str(place) for path, place in document.keys.items()}
    assert keys == {
        ("workload",): "f.yaml:1:1",
        ("workload", "graph"): "f.yaml:2:3",
        ("sweep",): "f.yaml:3:1",
        ("sweep", "partition.parts"): "f.yaml:4:5",
        ("sweep", "deep"): "f.yaml:5:5",
        ("sweep", "deep", 0, "a"): "f.yaml:6:10",
        ("sweep", "deep", 0, "b c"): "f.yaml:6:16",
    }
    assert str(document.values["workload", "graph"]) == "f.yaml:2:10"
    assert str(document.values["sweep", "partition.parts", 1]) == "f.yaml:4:26"
    assert str(document.values["sweep", "deep", 0, "b c"]) == "f.yaml:6:23"


def test_what_is_not_there_is_placed_at_its_nearest_ancestor():
    document = parse_yaml(TEXT, "f.yaml")
    assert str(document.place(("workload", "seed"))) == "f.yaml:2:3".replace("2:3", "1:1")
    assert str(document.place(("sweep", "deep", 0, "z", "y"))) == "f.yaml:6:9"
    assert str(document.place(("nothing",))) == "f.yaml:1:1"
    assert str(document.place(("workload", "graph"), key=True)) == "f.yaml:2:3"
    assert parse_yaml("[]", "f.yaml").place(("a",)) == ("f.yaml", 1, 1)


def test_a_part_of_a_document_keeps_its_places():
    part = parse_yaml(TEXT, "f.yaml").at(("sweep", "deep"))
    assert part.data == [{"a": 1, "b c": "x"}]
    assert str(part.values[0, "a"]) == "f.yaml:6:13"
    assert str(part.keys[()]) == "f.yaml:5:5"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("No", "No"),
        ("true", True),
        ("False", False),
        ("1e9", 1e9),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("010", 10),
        ("0x1F", 31),
        ("0o17", 15),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("1_000", "1_000"),
        ("~", None),
        ("", None),
        ("'8'", "8"),
        ("!!str 8", "8"),
        ("=", "="),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text, value):
    read = parse_yaml(f"a: {text}", "f.yaml").data["a"]
    assert read == value
    assert type(read) is type(value)


def test_anchors_aliases_and_merges_work():
    document = parse_yaml("a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}\nc: *x\nd: {<<: [{p: 5}, *x]}\n", "f.yaml")
    assert document.data == {
        "a": {"p": 1, "q": 2},
        "b": {"p": 1, "q": 3},
        "c": {"p": 1, "q": 2},
        "d": {"p": 5, "q": 2},
    }
    assert str(document.values["b", "p"]) == "f.yaml:1:11"
    assert str(document.values["b", "q"]) == "f.yaml:2:16"


def test_a_key_written_twice_is_refused_with_both_lines():
    assert problems("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\na: 2\n") == [
        "f.yaml:5:3: the key 'c' is written twice in one mapping, first on line 3",
        "f.yaml:6:1: the key 'a' is written twice in one mapping, first on line 1",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yaml: the file is empty; expected a YAML mapping"),
        ("# only a comment\n", "f.yaml: the file is empty; expected a YAML mapping"),
        ("a:\n\tb: 1\n", "f.yaml:2:1: not YAML: a tab where only spaces are allowed; indent with spaces"),
        (
            "a: 1\n  b: 2\n",
            "f.yaml:2:4: not YAML: mapping values are not allowed here; "
            "check the indentation, and quote text that contains ': '",
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            "f.yaml:3:2: not YAML: expected <block end>, but found '<block mapping start>' "
            "(while parsing a block mapping, line 1); check the indentation",
        ),
        (
            "a: [1\nb: 2",
            "f.yaml:2:2: not YAML: expected ',' or ']', but got ':' (while parsing a flow sequence, line 1)",
        ),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second YAML document begins here; expected one per file"),
        ("a: *x\n", "f.yaml:1:4: not YAML: found undefined alias 'x'"),
        ("0x8: a\n", "f.yaml:1:1: a key must be a word, got '0x8'; quote it if it is one"),
        ("-8: a\n", "f.yaml:1:1: a key must be a word, got '-8'; quote it if it is one"),
        ("true: a\n", "f.yaml:1:1: a key must be a word, got 'true'; quote it if it is one"),
        ("[a]: b\n", "f.yaml:1:1: a key must be a word, got a list or a mapping"),
        (
            "a: !!python/name:os.system\n",
            "f.yaml:1:4: the tag 'tag:yaml.org,2002:python/name:os.system' is not supported; remove it",
        ),
        ("a: !!int b\n", "f.yaml:1:4: 'b' is not of the type of its tag"),
        ("a: &x [*x]\n", "f.yaml:1:4: an alias of a value that contains the alias"),
        ("a: &x {<<: *x}\n", "f.yaml:1:4: an alias of a value that contains the alias"),
        ("a: {<<: 3}\n", "f.yaml:1:9: `<<` merges mappings; expected an alias of one"),
        ("a: b\x07c\n", "f.yaml:1:5: the character U+0007 is not allowed in a YAML file"),
        ("[" * 3000, "f.yaml: the values are nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, message):
    assert problems(text) == [message]


def test_aliases_of_aliases_are_stopped():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]" for k in range(1, 9)]
    assert problems("\n".join(lines)) == [
        f"f.yaml: more than {MAX_VALUES} values; an experiment is much smaller"
    ]


def test_files_that_cannot_be_read(tmp_path):
    def message(path):
        with pytest.raises(ConfigError) as error:
            read_yaml(path, path.name)
        return str(error.value)

    assert message(tmp_path / "none.yaml") == "none.yaml: no such file"
    assert message(tmp_path).endswith(": cannot be read: Is a directory")
    (tmp_path / "latin.yaml").write_bytes("a: 1\nb: caf\xe9\n".encode("latin-1"))
    assert message(tmp_path / "latin.yaml") == "latin.yaml:2:7: this is not text in UTF-8; is it a YAML file?"
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_yaml(tmp_path / "bom.yaml").data == {"a": 1}


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
    | st.sampled_from(
        ["on", "no", "1e9", "010", "1:30", "null", "~", "8 GB/s", "<<", "2024-01-01", "=", "0x1", "-", ""]
    )
)
KEYS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6)
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4)
)


@settings(deadline=None)
@given(st.dictionaries(KEYS, DATA, max_size=4))
def test_what_is_written_is_read_back(data):
    text = write_yaml(data)
    read = parse_yaml(text, "f.yaml").data
    assert read == data
    assert list(read) == list(data)
    assert repr(read) == repr(data)  # True is not 1, and 1.0 is not 1


@settings(deadline=None)
@given(DATA | st.floats(allow_nan=False).map("{:.6g} KiB".format))
def test_one_line_is_read_back_between_brackets(value):
    text = write_flow(value)
    assert len(f"{text}.".splitlines()) == 1
    assert repr(parse_yaml(f"- {{a: {text}, b: 1}}", "f.yaml").data) == repr([{"a": value, "b": 1}])


def test_what_is_written_reads_the_same_elsewhere():
    data = {"order": "on", "n": 121, "x": 1e20, "flag": True, "value": "8 B", "text": "1e9"}
    assert yaml.safe_load(write_yaml(data)) | {"x": 1e20} == data


def refused(text):
    with pytest.raises(ConfigError) as error:
        parse_yaml(text, "f.yaml")
    return error.value.problems


def test_merges_of_merges_take_no_time():
    lines = ["z0: &z0 {k: 1}"]
    lines += [f"z{k}: &z{k} {{<<: [{', '.join([f'*z{k - 1}'] * 10)}]}}" for k in range(1, 12)]
    assert parse_yaml("\n".join(lines), "f.yaml").data["z11"] == {"k": 1}


def test_of_merged_mappings_the_first_wins_however_often_it_comes():
    text = "a: &a {x: 1, y: 1}\nb: &b {<<: *a, y: 2, z: 2}\nc: {<<: [*b, *a, *b], z: 3}\nd: {<<: [*a, *b]}"
    data = parse_yaml(text, "f.yaml").data
    assert data["c"] == {"x": 1, "y": 2, "z": 3}
    assert data["d"] == {"x": 1, "y": 1, "z": 2}


def test_long_chains_of_merges_are_refused():
    chain = ["z0: &z0 {k0: 1}", *(f"z{k}: &z{k} {{k{k}: 1, <<: *z{k - 1}}}" for k in range(1, 1500))]
    (problem,) = refused("\n".join(chain))
    assert problem in (
        "f.yaml: more than 100000 values; an experiment is much smaller",
        "f.yaml: more than 100000 merged values",
        "f.yaml: the values are nested too deeply",
    )


@pytest.mark.parametrize("depth", [102, 300, 450, 480, 2000])
def test_what_is_nested_too_deeply_is_refused_in_words(depth):
    (problem,) = refused("title: " + "[" * depth + "]" * depth)
    assert problem in (
        "f.yaml:1:108: the values are nested too deeply; at most 100 levels are allowed",
        "f.yaml: the values are nested too deeply",
    )
    if depth <= 300:
        assert problem.startswith("f.yaml:1:108")


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "1." + "0" * 5000])
def test_numbers_of_thousands_of_digits_are_refused(number):
    problem = f"f.yaml:1:7: a number of {len(number):,} characters; at most 100 are allowed"
    assert refused(f"seed: {number}") == (problem,)
    assert parse_yaml(f"seed: {'9' * 100}", "f.yaml").data == {"seed": 10**100 - 1}
