"""Files of finished points: what is appended is read again, and damage is found, wherever it is."""

import hashlib
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.experiments.encoded_outcome import EncodedOutcome
from numasim.experiments.point_file import HEAD, DamagedError, PointFile, PointWriter

OUTCOMES = [
    EncodedOutcome(b'{"rows": %d}' % number * 20, (b"columns of a", b"columns of b"), (b"a" * number, b"b"))
    for number in range(6)
]


def name_of(number):
    return hashlib.sha256(bytes([number])).digest()


def written(path, outcomes=OUTCOMES):
    """Write outcomes, and return the end of the file after each of them."""
    writer, ends = PointWriter(path), []
    for number, outcome in enumerate(outcomes):
        writer.append(name_of(number), outcome)
        ends.append(path.stat().st_size)
    writer.close()
    return ends


def readable(path):
    """The numbers of the outcomes that are read as they were written; the others are damaged or missing."""
    file, found = PointFile(path), []
    for number, outcome in enumerate(OUTCOMES):
        record = file.points.get(name_of(number))
        try:
            if record is not None:
                assert file.read(record) == outcome
                found.append(number)
        except DamagedError:
            pass
    return found, file.damaged


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.binary(max_size=200),
            st.lists(st.tuples(st.sampled_from([b"x", b"y"]), st.binary(max_size=99))),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_what_is_appended_is_read_again(tmp_path_factory, given):
    path = tmp_path_factory.mktemp("points") / "1.points"
    outcomes = [
        EncodedOutcome(head, tuple(schema for schema, _ in parts), tuple(rows for _, rows in parts))
        for head, parts in given
    ]
    written(path, outcomes)
    file = PointFile(path)
    assert [file.read(file.points[name_of(number)]) for number in range(len(outcomes))] == outcomes
    assert not file.damaged


@pytest.mark.parametrize("cut", [0, 1, HEAD.size - 1, HEAD.size + 1])
def test_a_killed_process_loses_at_most_the_last_point_of_its_file(tmp_path, cut):
    path = tmp_path / "1.points"
    ends = written(path)
    path.write_bytes(path.read_bytes()[: ends[-2] + cut])
    assert readable(path) == ([0, 1, 2, 3, 4], False)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_changed_byte_is_found_and_costs_one_record(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("points") / "1.points"
    ends = written(path)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(content))
    found, damaged = readable(path)
    lost = set(range(len(OUTCOMES))) - set(found)
    assert lost or damaged
    of_all = place < ends[0]  # the dictionary and the columns, which all points share, or the first point
    hit = next(number for number, end in enumerate(ends) if place < end)
    assert of_all or lost == {hit}


def test_an_empty_file_has_no_points(tmp_path):
    (tmp_path / "1.points").write_bytes(b"")
    assert readable(tmp_path / "1.points") == ([], False)


def test_points_share_what_is_equal(tmp_path):
    path = tmp_path / "1.points"
    ends = written(path, [OUTCOMES[3]] * 5)
    assert max(b - a for a, b in itertools.pairwise(ends)) < HEAD.size + 60
