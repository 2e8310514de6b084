"""Files of ids: one integer per line, or a NumPy array (``.npy``)."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import MAGIC_PREFIX
from numpy.typing import NDArray

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

_ID = re.compile(r"\s*[+-]?[0-9]{1,9}\s*")


def write_ids(ids: NDArray[Any], path: str | Path) -> None:
    """Write ids, as an array if the name ends in ``.npy``, else as text.

    Raises
    ------
    InputError
        The file cannot be written, or its name is that of an archive.
    """
    if Path(path).suffix.lower() == ".npz":
        raise InputError(f"{path}: ids are written as one array or as text; name it .npy or .txt")
    with replacing(path) as part, part.open("wb") as stream:
        if Path(path).suffix == ".npy":
            np.save(stream, ids)
        else:
            stream.write("".join(f"{number}\n" for number in ids.tolist()).encode())


def read_ids(path: Path, what: str) -> NDArray[np.int64]:
    """Read ids; empty lines at the end are allowed. ``what`` names them in messages (``cluster``, ``core``).

    Raises
    ------
    InputError
        The file is missing or is not a list of integers. The message has the line.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise InputError(f"{path}: not a regular file; expected a file with one {what} id per line")
        return _from_array(path, what) if path.suffix == ".npy" else _from_text(path, what)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; check the name") from None


def _from_array(path: Path, what: str) -> NDArray[np.int64]:
    try:
        with path.open("rb") as stream:
            # Mapped, not read: a header with a wrong size must not allocate anything.
            if stream.read(len(MAGIC_PREFIX)) != MAGIC_PREFIX:
                raise ValueError
        ids = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError:
        raise
    except Exception:  # any exception of NumPy means that the file is invalid
        raise InputError(f"{path}: not a NumPy array; write it with numpy.save") from None
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise InputError(
            f"{path}: holds {ids.dtype} of shape {ids.shape}; expected a one-dimensional array of integers, "
            f"one {what} id each"
        )
    return ids.astype(np.int64)


def _from_text(path: Path, what: str) -> NDArray[np.int64]:
    try:
        lines = path.read_text(encoding="utf-8-sig").rstrip().split("\n")
    except UnicodeDecodeError:
        raise InputError(
            f"{path}: not a text file; expected one {what} id per line (or a .npy file)"
        ) from None
    if lines == [""]:
        return np.empty(0, np.int64)
    for number, line in enumerate(lines, 1):  # int() alone would accept 1_000 and digits of other scripts
        if not _ID.fullmatch(line) or not line.isascii():
            raise InputError(
                f"{path}:{number}: {line.strip()[:40]!r} is not a {what} id; expected one integer per line"
            )
    return np.array(lines, np.int64)
