"""Matrices by name, and the files that carry them and their cuts to another machine."""

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from gpu.matrices import SIZES, generate_matrix, is_generated, matrix_hash, read_matrix
from gpu.measurement.inputs import Input, prepared_inputs
from gpu.measurement.make_input import make_input
from gpu.prepare import main, prepare
from partitioners.errors import InputError, OptionError

SMALL = ("rmat-7x8", "uniform-100x4", "banded-90x5", "mesh-12x9", "dense_rows-1100x2")


@pytest.mark.parametrize("name", SMALL)
def test_a_name_is_one_matrix(name):
    matrix, again = generate_matrix(name), generate_matrix(name)
    assert matrix_hash(matrix) == matrix_hash(again)
    assert matrix.has_canonical_format
    assert matrix.indices.dtype == matrix.indptr.dtype == np.int32
    assert matrix.data.dtype == np.float64
    assert np.unique(matrix.data).size > 1


def test_matrices_have_the_shapes_that_they_are_named_for():
    mesh = generate_matrix("mesh-12x9")
    assert mesh.shape == (108, 108)
    assert (mesh != mesh.T).nnz == 0
    assert np.linalg.eigvalsh(mesh.toarray()).min() > 0
    assert np.diff(generate_matrix("dense_rows-1100x2").indptr)[[0, 1024]].tolist() == [1100, 1100]
    row, column = generate_matrix("banded-90x5").nonzero()
    assert set(column - row) == {-2, -1, 0, 1, 2}
    lengths = np.diff(generate_matrix("rmat-10x8").indptr)
    assert lengths.max() > 8 * lengths.mean()
    assert all(is_generated(name) for names in SIZES.values() for name in names)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "rmad-4x4",
            r"^unknown matrix 'rmad-4x4'; did you mean 'rmat'\? followed by two sizes, such as rmat-12x16$",
        ),
        (
            "mesh",
            r"^unknown matrix 'mesh'; did you mean 'mesh'\? followed by two sizes, such as rmat-12x16$",
        ),
        ("rmat-30x16", r"would have 17179869184 entries, too many for 32-bit indices; make it smaller$"),
    ],
)
def test_wrong_names_are_refused(name, message):
    with pytest.raises(OptionError, match=message):
        generate_matrix(name)


def test_a_prepared_folder_holds_the_same_problems(tmp_path):
    matrices = tmp_path / "matrices"
    matrices.mkdir()
    pattern = sp.coo_array((np.ones(4), ([0, 1, 2, 2], [1, 2, 0, 2])), shape=(3, 4))
    scipy.io.mmwrite(matrices / "tiny.mtx", pattern)
    folder = tmp_path / "prepared"
    options = {"cuts": ["wb_libra"], "block_sizes": [256, 32]}
    prepare(folder, ["mesh-12x9"], matrices=matrices, entries_per_thread=2, **options)
    tiny, mesh = prepared_inputs(folder)
    assert (tiny.name, tiny.entries, mesh.name) == ("tiny", 4, "mesh-12x9")
    assert mesh.methods(32) == ("contiguous", "wb_libra")
    loaded = Input.load(mesh.path)
    assert loaded.hash == matrix_hash(generate_matrix("mesh-12x9"))
    for cut in "contiguous", "wb_libra":
        parts = loaded.part_of_entry(cut, 32)
        assert np.bincount(parts).size == loaded.parts(32)
        assert np.bincount(parts).max() <= 65
        assert loaded.application(cut, 32).parts == loaded.parts(32)
    assert loaded.parts(32) == -(-loaded.matrix.nnz // 64)
    assert loaded.input_hash("", 32) == loaded.hash
    assert len({loaded.input_hash(cut, 32) for cut in ("", "contiguous", "wb_libra")}) == 3
    assert (Input.load(tiny.path).matrix != pattern).nnz == 0
    with pytest.raises(OptionError, match=r"^matrix 'tiny' has no cut by 'spac' for blocks of 256$"):
        Input.load(tiny.path).part_of_entry("spac", 256)


def test_what_takes_long_is_made_once(tmp_path, monkeypatch):
    prepare(tmp_path, ["rmat-7x8"], cuts=[])
    kept = tmp_path / "kept"
    kept.mkdir()
    first = Input.load(tmp_path / "rmat-7x8.npz", kept)
    application = first.application("contiguous", 256)
    assert sorted(file.name for file in kept.iterdir()) == [
        "rmat-7x8.contiguous.256.10.each.npz",
        "rmat-7x8.matrix.npz",
    ]
    for made in "generate_matrix", "spac_application":
        monkeypatch.setattr(f"gpu.measurement.inputs.{made}", None)
    second = Input.load(tmp_path / "rmat-7x8.npz", kept)
    assert (second.hash, matrix_hash(second.matrix)) == (first.hash, first.hash)
    assert np.array_equal(second.application("contiguous", 256).row_list, application.row_list)


def test_bad_input_gets_one_clear_error(tmp_path, capsys):
    with pytest.raises(
        InputError, match=r"there is no such folder; create it with `python -m gpu.prepare .*`$"
    ):
        prepared_inputs(tmp_path / "none")
    with pytest.raises(
        InputError, match=r"the folder has no \.npz file; fill it with `python -m gpu.prepare "
    ):
        prepared_inputs(tmp_path)
    with pytest.raises(InputError, match=r"^matrix 'web' is not a generated matrix; name the folder"):
        make_input("web")
    with pytest.raises(InputError, match=r"the folder has no Matrix Market file \(\.mtx, "):
        make_input("web", tmp_path)
    broken = tmp_path / "broken.mtx"
    broken.write_text("no banner\n")
    with pytest.raises(InputError, match=r"broken\.mtx: there is no Matrix Market banner \(line 1\): "):
        read_matrix(broken)
    (tmp_path / "rmat-7x8.npz").write_bytes(b"PK")
    with pytest.raises(InputError, match=r"rmat-7x8\.npz: not a measurement input: "):
        prepared_inputs(tmp_path)
    changed = Input("rmat-6x8", generate_matrix("rmat-6x8")).save(tmp_path)
    changed.rename(tmp_path / "rmat-7x8.npz")
    with pytest.raises(InputError, match=r"the matrix has the hash \w+ here, but had \w+ when it was cut; "):
        Input.load(tmp_path / "rmat-7x8.npz")
    assert main([str(tmp_path), "--generate", "mesh-4x4", "--entries-per-thread", "0"]) == 2
    assert capsys.readouterr().err == "error: entries_per_thread is 0; choose an integer from 1 to 64\n"
    assert main([str(tmp_path), "--generate", "mesh-4x4", "--cuts", "metis"]) == 2
    assert capsys.readouterr().err == (
        "error: partitioner 'metis' is an edge cut, but SPAC needs a vertex cut; choose another\n"
    )
