"""A file's content, decompressed, with errors that name the file and the line."""

from __future__ import annotations

import bz2
import difflib
import gzip
import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphFileError

COMPRESSED = {
    b"\x1f\x8b": ("gzip", gzip.decompress),
    b"BZh": ("bzip2", bz2.decompress),
    b"\xfd7zXZ\x00": ("xz", lzma.decompress),
}
COMPRESSED_SUFFIXES = (".gz", ".bz2", ".xz")


@dataclass(frozen=True)
class Source:
    """The decompressed bytes of a file and what its name says.

    Attributes
    ----------
    path : Path
    data : bytes
    suffix : str
        The ending of the name, lower case, that of the compression aside.
    stem : str
        The name without any endings.
    """

    path: Path
    data: bytes
    suffix: str
    stem: str

    def error(self, problem: str, line: int | None = None) -> GraphFileError:
        """The exception for a problem with this file, at a line (from 1) where there is one."""
        place = f"{self.path}:{line}" if line else f"{self.path}"
        return GraphFileError(f"{place}: {problem}")

    def weights(
        self, values: NDArray[Any], mode: str, lines: NDArray[np.int64] | None = None
    ) -> NDArray[np.float64]:
        """Stored values as edge weights; ``lines`` says where each of them stands."""
        weight = np.ones(values.size) if mode == "unit" else values.astype(np.float64)
        if mode == "abs":
            weight = np.abs(weight)
        bad = np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))
        if bad.size:
            first = int(bad[0])
            cure = (
                "use weights abs or unit"
                if np.isfinite(weight[first])
                else "use weights unit, or mend the file"
            )
            where = int(lines[first]) if lines is not None else None
            place = "" if where else f"edge {first}: "
            raise self.error(f"{place}the weight {weight[first]:g} is not finite and >= 0; {cure}", where)
        return weight


def read_source(path: Path) -> Source:
    """Read a file whole and decompress it.

    Raises
    ------
    GraphFileError
        No such file (with the nearest name), a folder, an empty file, or compressed data that break off.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise GraphFileError(f"{path}: no such file{_nearest(path)}") from None
    except IsADirectoryError:
        raise GraphFileError(f"{path}: is a folder; give a graph file in it") from None
    except OSError as error:
        raise GraphFileError(f"{path}: cannot be read: {error.strerror}; check its permissions") from None
    for magic, (kind, decompress) in COMPRESSED.items():
        if data.startswith(magic):
            try:
                data = decompress(data)
            except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error):
                raise GraphFileError(
                    f"{path}: the {kind} data are truncated or damaged; get the file again"
                ) from None
            break
    if not data.strip():
        raise GraphFileError(f"{path}: is empty; expected a Matrix Market, METIS, edge list or .npz file")
    inner = Path(path.name)
    if inner.suffix.lower() in COMPRESSED_SUFFIXES:
        inner = inner.with_suffix("")
    return Source(path, data, inner.suffix.lower(), inner.stem)


def _nearest(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f"; there is no folder {folder} either; check the name"
    near = difflib.get_close_matches(path.name, sorted(p.name for p in folder.iterdir()), n=1)
    return f"; did you mean {folder / near[0]}?" if near else "; check the name"
