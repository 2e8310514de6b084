"""Read a file with or without compression, and the common form of all errors about files."""

from __future__ import annotations

import bz2
import codecs
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from partitioners.errors import GraphFileError, InputError
from partitioners.plugins.registry import did_you_mean

HEAD = 4096
"""Number of bytes that are sufficient to detect the format of a file."""
AT_ONCE = 1 << 20
TIMES_ITS_SIZE = 100
ALWAYS_ALLOWED = 1 << 28
_XML_ENCODING = re.compile(r"""\A(\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*["'][\w.-]*["']""")
LIMIT_VARIABLE = "NUMASIM_MAX_BYTES"

UNPACK = "unpack it first; gzip, bzip2 and xz are read directly"

# Detected by the first bytes, not by the name, so that a file can be renamed after it was unpacked.
COMPRESSIONS: dict[bytes, tuple[str, Callable[[], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda: zlib.decompressobj(wbits=31)),
    b"BZh": ("bzip2", bz2.BZ2Decompressor),
    b"\xfd7zXZ\x00": ("xz", lzma.LZMADecompressor),
}


def file_error(path: Path, what: str, cure: str, line: int | None = None) -> GraphFileError:
    """``path: what is wrong (line N): cure``."""
    return GraphFileError(f"{path}: {what}{'' if line is None else f' (line {line})'}: {cure}")


@dataclass(frozen=True)
class FileLimit:
    """Limit on the bytes of a file's content, and of any array that the content describes."""

    path: Path
    bytes: int

    @classmethod
    def of(cls, path: Path, size: int, max_bytes: int | None) -> FileLimit:
        """``max_bytes``, else $NUMASIM_MAX_BYTES, else 100 times the file's size and at least 256 MiB.

        Raises
        ------
        InputError
            The value of the variable is not a number.
        """
        if max_bytes is None and (text := os.environ.get(LIMIT_VARIABLE)):
            if not (text.isascii() and text.isdigit() and len(text) <= 18):
                raise InputError(
                    f"{LIMIT_VARIABLE} is {text[:40]!r}; set it to a number of bytes or unset it"
                )
            max_bytes = int(text)
        return cls(path, max(TIMES_ITS_SIZE * size, ALWAYS_ALLOWED) if max_bytes is None else max_bytes)

    def check(self, size: int, what: str) -> None:
        """Raise a GraphFileError if ``size`` bytes exceed the limit; ``what`` names them."""
        if size > self.bytes:
            raise file_error(
                self.path,
                f"{what}, more than the limit of {self.bytes:,}",
                f"correct the file, or raise the limit with max_bytes= in Python, {LIMIT_VARIABLE}= "
                "in the environment",
            )

    def check_vertices(self, vertices: int) -> None:
        """Raise a GraphFileError if 8 bytes for each vertex exceed the limit."""
        self.check(8 * vertices, f"{vertices:,} vertices take {8 * vertices:,} bytes (8 each)")


def read_bytes(
    path: Path, judge: Callable[[bytes, Path], None], max_bytes: int | None = None
) -> tuple[bytes, FileLimit]:
    """Read the content of a file; gzip, bzip2 and xz are detected by the first bytes and decompressed.

    Parameters
    ----------
    judge : callable
        Called with the first bytes of the content before the rest is read; raises an error if the content is
        not a graph.
    max_bytes : int, optional
        Limit on the decompressed content, see :meth:`FileLimit.of`. It does not apply to uncompressed files.

    Returns
    -------
    tuple of bytes and FileLimit

    Raises
    ------
    GraphFileError
        The file does not exist (the message has the nearest name in its folder), is not a regular file, or is
        unreadable, empty, truncated, damaged or larger than the limit.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what, cure = "expected a file, not a folder", "name a graph file in it"
            if not path.is_dir():
                what, cure = "not a regular file", "write its content to a file and name that file"
            raise file_error(path, what, cure)
        with path.open("rb") as file:
            data = file.read(HEAD)
            magic = next((magic for magic in COMPRESSIONS if data.startswith(magic)), None)
            if data and magic is None:
                judge(_as_utf8(data, path, whole=False), path)
            data += file.read()
    except FileNotFoundError:
        raise file_error(path, "there is no such file", nearest_name(path)) from None
    except OSError as error:
        raise file_error(
            path, f"cannot be read, {error.strerror}", "check the name and the permissions"
        ) from None
    if not data:
        raise file_error(path, "the file is empty", "write or download it again")
    limit = FileLimit.of(path, len(data), max_bytes)
    if magic is not None:
        data = _decompressed(data, magic, path, judge, limit)
        if not data:
            kind = COMPRESSIONS[magic][0]
            raise file_error(path, f"the {kind} file has no content", "compress the original again")
    return _as_utf8(data, path), limit


def _as_utf8(data: bytes, path: Path, *, whole: bool = True) -> bytes:
    """Text in UTF-8 without a byte order mark; a mark of UTF-16 shows that the text is UTF-16.

    Parameters
    ----------
    whole : bool
        Whether ``data`` is the whole text; the beginning may end within a character.
    """
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-16", "strict" if whole else "ignore")
    except UnicodeDecodeError as error:
        line = data[: error.start].decode("utf-16", "ignore").count("\n") + 1
        raise file_error(path, "the text is damaged UTF-16", "write the file as UTF-8", line) from None
    return _XML_ENCODING.sub(r"\1", text).encode()


def _decompressed(
    data: bytes, magic: bytes, path: Path, judge: Callable[[bytes, Path], None], limit: FileLimit
) -> bytes:
    kind, decompressor = COMPRESSIONS[magic]
    parts: list[bytes] = []
    size, judged = 0, False
    while data:
        stream = decompressor()
        if not data.startswith(magic):
            raise file_error(path, f"the {kind} data is damaged", "copy or download it again")
        while not stream.eof:
            try:
                piece = stream.decompress(data, AT_ONCE if judged else HEAD)
            except (OSError, lzma.LZMAError, zlib.error):
                raise file_error(path, f"the {kind} data is damaged", "copy or download it again") from None
            # zlib returns the input that it has not processed yet; the other decompressors keep it.
            data = stream.unconsumed_tail if kind == "gzip" else b""
            if not piece and not data and not stream.eof:
                raise file_error(
                    path,
                    f"the {kind} data ends early, after {size} bytes of content",
                    "the file is truncated; copy or download it again",
                )
            size += len(piece)
            limit.check(size, f"the {kind} data decompresses to {size:,} bytes and more")
            parts.append(piece)
            if not judged and size >= HEAD:
                judge(_as_utf8(b"".join(parts), path, whole=False), path)
                judged = True
        data = stream.unused_data.lstrip(b"\x00")  # tapes and xz pad with zeros
    content = b"".join(parts)
    if content and not judged:
        judge(_as_utf8(content, path, whole=False), path)
    return content


def nearest_name(path: Path) -> str:
    """A hint for a missing file: the most similar name in its folder."""
    try:
        names = sorted(each.name for each in path.parent.iterdir() if each.is_file())
    except OSError:
        return f"the folder {path.parent} does not exist either"
    # The suffixes of compression and format weigh too much in short names: compare the stems as well.
    same = [name for name in names if name.split(".")[0] == path.name.split(".")[0]]
    words = f"did you mean {same[0]!r}?" if same else f"{path.parent} has no file with a similar name"
    return did_you_mean(path.name, names, words)
