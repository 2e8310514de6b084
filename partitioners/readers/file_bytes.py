"""The bytes of a file, whatever it is compressed with, and the one form of every error about a file."""

from __future__ import annotations

import bz2
import difflib
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from partitioners.errors import GraphFileError

# By the first bytes, never by the name: a file that was unpacked or renamed is read all the same.
COMPRESSIONS: dict[bytes, tuple[str, Callable[[], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda: zlib.decompressobj(wbits=31)),
    b"BZh": ("bzip2", bz2.BZ2Decompressor),
    b"\xfd7zXZ\x00": ("xz", lzma.LZMADecompressor),
}
OTHER_PACKINGS = {
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a rar archive",
}


def file_error(path: Path, what: str, cure: str, line: int | None = None) -> GraphFileError:
    """``path: what is wrong (line N): cure``."""
    return GraphFileError(f"{path}: {what}{'' if line is None else f' (line {line})'}: {cure}")


def read_bytes(path: Path) -> bytes:
    """Everything in a file, decompressed if it is gzip, bzip2 or xz (by its first bytes).

    Raises
    ------
    GraphFileError
        No such file (with the nearest name in its folder), a folder, unreadable, empty, truncated, damaged.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise file_error(path, "there is no such file", nearest_name(path)) from None
    except IsADirectoryError:
        raise file_error(path, "this is a folder", "name a graph file in it") from None
    except OSError as error:
        raise file_error(
            path, f"cannot be read, {error.strerror}", "check the name and the permissions"
        ) from None
    if not data:
        raise file_error(path, "the file is empty", "write or download it again")
    for magic, (kind, decompressor) in COMPRESSIONS.items():
        if data.startswith(magic):
            data = _decompress(data, magic, kind, decompressor, path)
            if not data:
                raise file_error(
                    path, f"the {kind} file holds nothing", "compress it again from what it should hold"
                )
    for magic, kind in OTHER_PACKINGS.items():
        if data.startswith(magic):
            raise file_error(path, f"this is {kind}", "unpack it first; gzip, bzip2 and xz are read directly")
    if data[257:262] == b"ustar":
        raise file_error(path, "this is a tar archive", "unpack it and name the graph file in it")
    return data.removeprefix(b"\xef\xbb\xbf")


def _decompress(data: bytes, magic: bytes, kind: str, decompressor: Callable[[], Any], path: Path) -> bytes:
    parts = []
    while data:
        stream = decompressor()
        try:
            if not data.startswith(magic):
                raise OSError("something else follows the compressed data")
            parts.append(stream.decompress(data))
        except (OSError, lzma.LZMAError, zlib.error):
            raise file_error(path, f"the {kind} data is damaged", "copy or download it again") from None
        if not stream.eof:
            raise file_error(
                path,
                f"the {kind} data ends early, after {sum(map(len, parts))} bytes of content",
                "the file was cut short; copy or download it again",
            )
        data = stream.unused_data.lstrip(b"\x00")  # tapes and xz pad with zeros
    return b"".join(parts)


def nearest_name(path: Path) -> str:
    """A hint for a file that is not there: the name in its folder that is nearest to its own."""
    try:
        names = sorted(each.name for each in path.parent.iterdir() if each.is_file())
    except OSError:
        return f"there is no folder {path.parent} either"
    # The suffixes of compression and format weigh too much in short names: compare the stems as well.
    near = difflib.get_close_matches(path.name, names, n=1, cutoff=0.6)
    near = near or [name for name in names if name.split(".")[0] == path.name.split(".")[0]]
    return f"did you mean {near[0]!r}?" if near else f"no name in {path.parent} is near it"
