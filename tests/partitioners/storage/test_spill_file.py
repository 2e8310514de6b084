"""Values in a temporary file: what comes back, where it lies, and what is left."""

import gc
import resource
import tempfile

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from partitioners.errors import InputError
from partitioners.storage import spill_file
from partitioners.storage.spill_file import SpillFile

LISTS = st.lists(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()), max_size=5)
ARRAYS = arrays.arrays(
    st.sampled_from([np.dtype(bool), np.dtype(np.int64), np.dtype(np.float64)]), st.integers(0, 9)
)


@given(st.lists(st.one_of(LISTS, ARRAYS), max_size=6), st.integers(0, 6))
def test_values_come_back_as_they_were(values, read_between):
    file = SpillFile()
    places = []
    for k, value in enumerate(values):
        places.append(file.write(value))
        if k == read_between:
            file.read(places[0])
    for value, place in zip(values, places, strict=True):
        found = file.read(place)
        assert repr(found) == repr(value)
        if isinstance(value, np.ndarray):
            assert found.dtype == value.dtype
            assert not found.flags.writeable


def test_columns_of_pandas_come_back_with_their_types():
    file = SpillFile()
    columns = [pd.array([1, None], "Int64"), pd.array([True, None], "boolean"), pd.array(["a", None], "str")]
    places = [file.write(column) for column in columns]
    for column, place in zip(columns, places, strict=True):
        pd.testing.assert_extension_array_equal(file.read(place), column)


def test_arrays_outlive_the_file_which_has_no_name(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    file = SpillFile()
    array = file.read(file.write(np.arange(10_000)))
    assert list(tmp_path.iterdir()) == []
    del file
    gc.collect()
    assert array.sum() == 49_995_000


def test_the_same_memory_is_written_once():
    file = SpillFile()
    chunk = pa.array(["word"] * 10_000)
    place = file.write(pa.chunked_array([chunk] * 50))
    assert max(end for _, end in place.places) < 2 * chunk.nbytes
    assert file.read(place).to_pylist() == ["word"] * 500_000


def test_the_folder_is_not_one_that_may_lie_in_memory(tmp_path, monkeypatch):
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(spill_file, "LARGE_FILES", str(tmp_path / "absent"))
    SpillFile()  # that of the system
    (tmp_path / "file").touch()
    monkeypatch.setattr(spill_file, "LARGE_FILES", str(tmp_path / "file"))
    with pytest.raises(InputError) as caught:
        SpillFile()
    assert str(caught.value) == (
        f"{tmp_path}/file: cannot write a temporary file of a large table (Not a directory); "
        "free disk space, or set TMPDIR to another folder"
    )


def test_a_full_disk_is_one_clear_error(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    file = SpillFile()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as a full disk: the write fails in the middle
    try:
        with pytest.raises(InputError) as caught:
            file.write(np.arange(10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(caught.value) == (
        f"{tmp_path}: cannot write a temporary file of a large table (File too large); free disk space, or "
        "set TMPDIR to another folder"
    )
