"""Mappings written and read back, and every file that is refused."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.mapping import Mapping
from mappers.mapping_files import read_mapping, write_mapping
from partitioners.errors import InputError


@pytest.mark.parametrize("name", ["map.txt", "map.npy", "map"])
@settings(max_examples=examples(20), deadline=None)
@given(cores=st.lists(st.integers(0, 8), max_size=20))
def test_what_is_written_is_read_back(tmp_path_factory, name, cores):
    path = tmp_path_factory.mktemp("mapping") / name
    write_mapping(Mapping(np.array(cores, int), 9), path)
    mapping = read_mapping(path, len(cores), 9)
    assert mapping.core_of_cluster.tolist() == cores
    assert (mapping.num_cores, mapping.method, mapping.options) == (9, "file", {"file": name})


def test_the_text_is_a_core_a_line(tmp_path):
    path = tmp_path / "map.txt"
    write_mapping(Mapping([3, 0, 12], 16), path)
    assert path.read_text() == "3\n0\n12\n"
    path.write_text(" 3\r\n0 \r\n12\r\n\r\n")
    assert read_mapping(str(path), 3, 16).core_of_cluster.tolist() == [3, 0, 12]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"0\n1\n",
            ": 2 core ids for 3 clusters; expected one core id per line for each cluster",
        ),
        (b"", ": 0 core ids for 3 clusters; expected one core id per line for each cluster"),
        (b"0\n1\nx\n", ":3: 'x' is not a core id; expected one integer per line"),
        (b"0\n\n1\n2\n", ":2: '' is not a core id; expected one integer per line"),
        (b"0\n1.5\n2\n", ":2: '1.5' is not a core id; expected one integer per line"),
        (b"0 1 2\n", ":1: '0 1 2' is not a core id; expected one integer per line"),
        (
            b"0\n99999999999999999999\n2\n",
            ":2: '99999999999999999999' is not a core id; expected one integer per line",
        ),
        (b"0\n4\n2\n", ":2: cluster 1 is mapped to core 4; cores are 0 .. 3"),
        (b"0\n1\n-2\n", ":3: cluster 2 is mapped to core -2; cores are 0 .. 3"),
        (b"\xff\xfe\x00", ": not a text file; expected one core id per line (or a .npy file)"),
    ],
)
def test_text_that_is_refused(tmp_path, content, message):
    path = tmp_path / "map.txt"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_mapping(path, 3, 4)
    assert str(error.value) == f"{path}{message}"


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (
            np.zeros(3),
            ": holds float64 of shape (3,); expected a one-dimensional array of integers, one core id each",
        ),
        (
            np.zeros((3, 1), int),
            ": holds int64 of shape (3, 1); expected a one-dimensional array of integers, one core id each",
        ),
        (np.array([0, 1, 7]), ":3: cluster 2 is mapped to core 7; cores are 0 .. 3"),
        (None, ": not a NumPy array; write it with numpy.save"),
    ],
)
def test_arrays_that_are_refused(tmp_path, array, message):
    path = tmp_path / "map.npy"
    if array is None:
        path.write_bytes(b"")
    else:
        np.save(path, array)
    with pytest.raises(InputError) as error:
        read_mapping(path, 3, 4)
    assert str(error.value) == f"{path}{message}"


@pytest.mark.parametrize("name", ["map.txt", "map.npy"])
def test_a_file_that_is_not_there(tmp_path, name):
    path = tmp_path / "nowhere" / name
    with pytest.raises(InputError) as error:
        read_mapping(path, 3, 4)
    assert str(error.value) == f"{path}: cannot be read: No such file or directory; check the name"
    with pytest.raises(InputError) as error:
        write_mapping(Mapping([0], 1), path)
    assert (
        str(error.value)
        == f"{path}: cannot be written (No such file or directory); free disk space or choose another path"
    )
