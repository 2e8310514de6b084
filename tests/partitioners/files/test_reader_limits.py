"""Files that lie about their size, bombs, damaged archives: refused before they cost anything."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from partitioners.errors import InputError
from partitioners.files.file_bytes import FileLimit
from partitioners.files.npz import Archive
from partitioners.files.read_graph import read_graph
from tests.partitioners.files.test_reader_errors import ARRAY, PATTERN, REAL, message, npz, scipy_npz

LIMITED = (
    "more than the limit of {}: correct the file, or raise the limit with max_bytes= in Python, "
    "NUMASIM_MAX_BYTES= in the environment"
)


def test_what_is_no_regular_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        assert message(path) == (
            f"{path}: not a regular file: write its content to a file and name that file"
        )


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_is_judged_by_its_first_bytes(tmp_path, compress, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(compress(bytes(1 << 24)))
    pieces = []
    check = FileLimit.check
    monkeypatch.setattr(
        FileLimit, "check", lambda self, size, what: (pieces.append(size), check(self, size, what))
    )
    assert "unknown binary data" in message(path)
    assert max(pieces) <= 8192


@pytest.mark.parametrize(
    ("kind", "compress"), [("gzip", gzip.compress), ("bzip2", bz2.compress), ("xz", lzma.compress)]
)
def test_decompression_has_a_limit(tmp_path, kind, compress, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes(compress(b"1 2\n" * 5000))
    text = f"{path}: the {kind} data decompresses to {{}} bytes and more, {LIMITED}"
    found = message(path, max_bytes=10_000)
    assert found in [text.format(f"{size:,}", "10,000") for size in range(10_001, 20_001)]
    assert read_graph(path, max_bytes=20_000).num_edges == 5000
    monkeypatch.setenv("NUMASIM_MAX_BYTES", "10000")
    assert message(path) == found
    assert read_graph(path, max_bytes=20_000).num_edges == 5000
    monkeypatch.setenv("NUMASIM_MAX_BYTES", "1e9")
    with pytest.raises(InputError) as caught:
        read_graph(path)
    assert str(caught.value) == "NUMASIM_MAX_BYTES is '1e9'; set it to a number of bytes or unset it"


def test_the_limit_is_100_times_the_file_and_256_mib(tmp_path):
    assert FileLimit.of(tmp_path, 10, None).bytes == 256 * 2**20
    assert FileLimit.of(tmp_path, 2**30, None).bytes == 100 * 2**30
    assert FileLimit.of(tmp_path, 2**30, 7).bytes == 7


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [
        ("a.mtx", PATTERN + "200000000 200000000 1\n1 1\n", {}),
        ("a.mtx", PATTERN + "100000000 100000000 1\n1 1\n", {"bipartite": True}),
        ("a.gr", "p sp 200000000 0\n", {}),
        ("a.npz", npz(num_vertices=200000000, src=[0], dst=[1]), {}),
        ("a.npz", scipy_npz(scipy.sparse.coo_array(([1.0], ([0], [0])), shape=(2 * 10**8,) * 2)), {}),
    ],
)
def test_vertices_have_a_limit(tmp_path, name, content, options):
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    assert message(path, **options) == (
        f"{path}: 200,000,000 vertices take 1,600,000,000 bytes (8 each), {LIMITED.format('268,435,456')}"
    )


def test_arrays_of_an_archive_have_a_limit(tmp_path):
    path = tmp_path / "a.npz"
    stream = io.BytesIO()
    np.savez_compressed(stream, num_vertices=10_000, src=[0], dst=[1], extra=np.zeros((10_000, 10)))
    path.write_bytes(stream.getvalue())
    assert message(path, max_bytes=800_000) == (
        f"{path}: the arrays up to 'extra' take 800,008 bytes, {LIMITED.format('800,000')}"
    )
    assert read_graph(path, max_bytes=900_000).vertex["extra"].shape == (10_000, 10)


def test_an_array_that_does_not_fit_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "a.npz"
    path.write_bytes(npz(num_vertices=2, src=[0], dst=[1], extra=np.zeros(99)))
    read = []
    array = Archive.array
    monkeypatch.setattr(Archive, "array", lambda self, name: read.append(name) or array(self, name))
    assert "vertex attribute 'extra' has shape (99,)" in message(path)
    assert read == ["num_vertices"]


# ---- damaged archives


def archive(members, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, content in members.items():
            if not isinstance(content, bytes):
                array = io.BytesIO()
                np.save(array, content)
                content = array.getvalue()
            file.writestr(name, content)
    return stream.getvalue()


WHOLE = {"num_vertices.npy": np.array(2), "src.npy": np.array([0]), "dst.npy": np.array([1])}
LYING = io.BytesIO()
np.lib.format.write_array_header_1_0(LYING, {"descr": "<i8", "fortran_order": False, "shape": (10**7,)})


def flagged(content):
    """The archive with the flag of encryption at every member."""
    data = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(signature, at + 1)
    return bytes(data)


def other_method(content, method):
    data = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset] = method
            at = data.find(signature, at + 1)
    return bytes(data)


ARCHIVES = {
    "the member 'num_vertices' is not an array: save the archive with numpy.savez": archive(
        {**WHOLE, "num_vertices": b"3"}
    ),
    "the member 'src.npy' is not an array: save the archive with numpy.savez": archive(
        {**WHOLE, "src.npy": pickle.dumps([0])}
    ),
    "the .npz archive is encrypted: save it again without a password": flagged(archive(WHOLE)),
    "the .npz archive is compressed with an unsupported method: save it with numpy.savez": other_method(
        archive(WHOLE), 97
    ),
    "the .npz archive is damaged or cut short: copy or download it again": archive(
        {**WHOLE, "src.npy": LYING.getvalue() + bytes(8), "dst.npy": LYING.getvalue() + bytes(8)}
    ),
    "the matrix is damaged, indptr must be a non-decreasing sequence: "
    "build it again from rows, columns and values": npz(
        format=b"csr", shape=[2, 2], indptr=np.array([0, 2**31 - 1, 2], "i4"),
        indices=np.array([0, 1], "i4"), data=np.ones(2),
    ),
    "the arrays do not form a sparse matrix, 'indices is not a file in the archive': "
    "save it again with scipy.sparse.save_npz": npz(format=b"csr", shape=[2, 2], data=np.ones(2)),
    "format is float64 of shape (): expected the text that scipy.sparse.save_npz writes; "
    "rename an attribute with this name": npz(format=1.0),
}  # fmt: skip


@pytest.mark.parametrize("text", ARCHIVES)
def test_archives_that_are_damaged(tmp_path, text):
    path = tmp_path / "a.npz"
    path.write_bytes(ARCHIVES[text])
    assert message(path) == f"{path}: {text}"


@pytest.mark.parametrize("method", [1, 8, 9, 12, 14, 97])
def test_archives_that_say_another_compression(tmp_path, method):
    path = tmp_path / "a.npz"
    path.write_bytes(other_method(archive(WHOLE), method))
    assert message(path).startswith(f"{path}: the .npz archive is ")


# ---- what made SciPy's compiled parser read past its buffer


@pytest.mark.parametrize("end", [" ", "\r", "\t", "  ", " \t\r", "", "\n", "\n\n"])
@pytest.mark.parametrize(
    "text", [PATTERN + "2 2 2\n2 1\n1 1", REAL + "2 2 2\n2 1 7\n1 1 8.5", ARRAY + "1 2\n3\n4"]
)
def test_a_matrix_market_file_may_end_anyhow(tmp_path, text, end):
    path = tmp_path / "a.mtx"
    path.write_bytes((text + end).encode())
    assert read_graph(path, bipartite=True).num_edges == 2
