"""The prepared arrays of the SPAC application are the matrix, cut as the partition says."""

import re

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from gpu_matrices import matrices, random_application, random_matrix
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import SpacApplication, spac_application, spac_parts
from partitioners.errors import InputError, OptionError
from partitioners.files.interchange import bipartite
from partitioners.partition import EdgePartition
from partitioners.partition_graph import partition


def needed(application, p):
    """The row and the column positions in the shared memory of part p, from its ranges and lists."""
    vectors = []
    for name in ("row", "column"):
        own, start = (getattr(application, each) for each in (f"own_{name}s", f"{name}_start"))
        listed = getattr(application, f"{name}_list")[start[p] : start[p + 1]]
        vectors.append(np.concatenate([np.arange(*own[p]), listed]).astype(int))
    return vectors


def rebuilt(application):
    """The matrix that an application stands for, from its ranges and lists alone."""
    entries = []
    for p in range(application.parts):
        rows, columns = needed(application, p)
        mine = slice(application.entry_start[p], application.entry_start[p + 1])
        row, column = rows[application.local_row[mine]], columns[application.local_column[mine]]
        entries.append(
            (application.value[mine], application.row_order[row], application.column_order[column])
        )
    value, row, column = (np.concatenate(each) for each in zip(*entries, strict=True))
    return sp.coo_array((value, (row, column)), shape=application.shape).tocsr()


@settings(deadline=None, max_examples=examples(80))
@given(
    matrix=matrices(),
    parts=st.integers(1, 9),
    reorder=st.sampled_from(["each", "same", "none"]),
    shared_bytes=st.sampled_from([48 * 1024, 100]),
    x_in=st.sampled_from(["shared", "read_only"]),
)
def test_an_application_is_its_matrix(matrix, parts, reorder, shared_bytes, x_in):
    if reorder == "same":
        side = max(matrix.shape)
        matrix = sp.csr_array((matrix.data, matrix.nonzero()), shape=(side, side))
    parts = min(parts, max(1, matrix.nnz))
    application = random_application(matrix, parts, reorder=reorder, shared_bytes=shared_bytes, x_in=x_in)
    difference = rebuilt(application) - matrix
    assert difference.nnz == 0 or abs(difference).max() == 0
    assert np.array_equal(application.row_order[application.row], matrix.tocoo().row[application.entry_order])
    assert application.parts >= parts
    assert application.shared_elements(x_in) * 4 <= shared_bytes
    assert np.array_equal(np.sort(application.entry_order), np.arange(matrix.nnz))
    if reorder == "none":
        assert np.array_equal(application.row_order, np.arange(matrix.shape[0]))
        assert not np.diff(application.own_rows).any()
    if reorder == "same":
        assert np.array_equal(application.row_order, application.column_order)
    # What each part needs, from its entries: the first part that has an element owns it.
    place = np.repeat(np.arange(application.parts), np.diff(application.entry_start))
    for k, positions in enumerate((application.row, application.column)):
        has = [set(positions[place == p].tolist()) for p in range(application.parts)]
        for p in range(application.parts):
            given = needed(application, p)[k]
            assert sorted(given) == sorted(has[p])
            own = set(range(*(application.own_rows, application.own_columns)[k][p].tolist()))
            assert own <= has[p]
            if reorder == "each":
                assert own == has[p].difference(*has[:p])
            listed = given[len(own) :]
            assert np.all(np.diff(listed) > 0)
            if k == 0 and reorder != "none":
                stored = set(range(*application.stored_rows[p].tolist()))
                assert stored == {row for row in own if sum(row in each for each in has) == 1}


def test_the_paper_cuts_mc2depi_into_205_parts():
    assert spac_parts(2_100_225, block_size=1024) == 206  # m / 10,240 = 205.1, without a part left over
    assert [spac_parts(2_100_225, block_size=1024, entries_per_thread=n) for n in (1, 64)] == [2052, 33]


@given(entries=st.integers(0, 10**7), threads=st.sampled_from([32, 256, 1024]), each=st.integers(1, 64))
def test_parts_are_as_few_as_hold_all_entries(entries, threads, each):
    parts = spac_parts(entries, block_size=threads, entries_per_thread=each)
    assert parts * each * threads >= entries
    assert parts == 1 or (parts - 1) * each * threads < entries


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"entries_per_thread": 0}, "entries_per_thread is 0; choose an integer from 1 to 64"),
        ({"entries_per_thread": 65}, "entries_per_thread is 65; choose an integer from 1 to 64"),
        ({"entries_per_thread": 2.5}, "entries_per_thread is 2.5; choose an integer from 1 to 64"),
        ({"block_size": 100}, "block_size is 100; choose a multiple of 32 from 32 to 1024"),
    ],
)
def test_sizes_out_of_range_are_refused(options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        spac_parts(100, **options)


def test_entries_of_a_part_stand_together_and_data_follows_them():
    matrix = sp.csr_array(np.array([[1.0, 0, 2, 0], [0, 3, 0, 4], [5, 0, 6, 0]]))
    cut = EdgePartition(bipartite(matrix), 2, np.array([1, 1, 0, 0, 1, 1]))
    application = spac_application(matrix, cut)
    assert application.value.tolist() == [3, 4, 1, 2, 5, 6]
    assert application.row_order.tolist() == [1, 0, 2]
    assert application.column_order.tolist() == [1, 3, 0, 2]
    assert application.own_rows.tolist() == application.stored_rows.tolist() == [[0, 1], [1, 3]]
    assert application.own_columns.tolist() == [[0, 2], [2, 4]]
    assert application.row_list.size == application.column_list.size == 0
    assert application.part[1, :12].tolist() == [2, 6, 2, 4, 0, 0, 1, 3, 1, 3, 0, 0]
    assert application.shared_elements("shared") == 4
    assert application.shared_elements("read_only") == 2


def test_what_two_parts_have_is_owned_by_the_first_and_listed_by_the_second():
    matrix = sp.csr_array(np.array([[1.0, 2, 0], [3, 0, 4], [0, 0, 5]]))
    cut = EdgePartition(bipartite(matrix), 2, np.array([0, 0, 0, 1, 1]))
    application = spac_application(matrix, cut)
    assert application.row_order.tolist() == [0, 1, 2]  # row 1 is cut, so it is the last of part 0
    assert application.own_rows.tolist() == [[0, 2], [2, 3]]
    assert application.stored_rows.tolist() == [[0, 1], [2, 3]]
    assert application.row_list.tolist() == [1]
    assert application.own_columns.tolist() == [[0, 2], [2, 3]]
    assert application.column_list.size == 0


def test_a_part_that_does_not_fit_is_split_or_refused():
    matrix = random_matrix(60, 60, 400)
    assert random_application(matrix, 2, shared_bytes=160).parts == 16
    with pytest.raises(
        OptionError,
        match=r"^part 1 needs 118 elements of shared memory, but a block has only 40 \(160 bytes of "
        r"float32\); cut the matrix into more parts, or use oversize='split'$",
    ):
        random_application(matrix, 2, shared_bytes=160, oversize="error")
    with pytest.raises(
        OptionError,
        match=r"^part \d+ needs 2 elements of shared memory, but a block has only 1 \(4 bytes of float32\); "
        r"the part has a single entry, so shared_bytes must be larger$",
    ):
        random_application(matrix, 2, shared_bytes=4)


def test_a_file_holds_all_of_it(tmp_path):
    application = random_application(random_matrix(50, 40, 300), 3)
    application.save(tmp_path / "application.npz")
    loaded = SpacApplication.load(tmp_path / "application.npz")
    for name, values in vars(application).items():
        assert np.array_equal(values, getattr(loaded, name))
        assert values.dtype == getattr(loaded, name).dtype
    np.savez(tmp_path / "other.npz", value=np.ones(3))
    with pytest.raises(InputError, match=r"other.npz: not a SPAC application: .*entry_start"):
        SpacApplication.load(tmp_path / "other.npz")
    with pytest.raises(InputError, match=r"none.npz: cannot be read as .npz: "):
        SpacApplication.load(tmp_path / "none.npz")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"x_in": "l1"}, "x_in is 'l1'; choose one of shared, read_only"),
        ({"oversize": "grow"}, "oversize is 'grow'; choose one of split, error"),
        ({"reorder": "rows"}, "reorder is 'rows'; choose one of each, same, none"),
        ({"reorder": "same"}, "reorder is 'same', but the matrix has 20 rows and 30 columns; use 'each'"),
        ({"dtype": "int32"}, "dtype is 'int32'; choose one of float32, float64"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        random_application(random_matrix(20, 30, 50), 2, **options)


def test_the_partition_of_another_matrix_is_refused():
    matrix, other = random_matrix(20, 30, 50), random_matrix(20, 30, 50, seed=1)
    cut = partition(bipartite(other), "spac", 2)
    with pytest.raises(
        OptionError, match=r"which is not the bipartite graph of this matrix in CSR order; cut "
    ):
        spac_application(matrix, cut)
