"""Matrix Market: a banner, comments, a size line, then one entry per line (dense: one value per line).

The format is defined in Boisvert, Pozo and Remington, "The Matrix Market exchange formats: initial design",
NISTIR 5935, 1996. ``scipy.io.mmread`` reads the entries. It would expand a symmetric file and put each mirror
after its entry. Therefore its input has the banner ``general``, so that it returns the stored entries in file
order.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphFileError, InputError
from partitioners.files.coo_entries import CooEntries, Mirror
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import COUNT, counts, is_number, line_of_entry, line_text
from partitioners.graph import MAX_VERTICES
from partitioners.plugins.registry import did_you_mean

_FRACTION = re.compile(rb"[.eE]")
_NUMBER_BYTES = b"0123456789+-.eE \t\r\n"
_FORMATS = ("coordinate", "array")
_FIELDS = ("real", "double", "integer", "unsigned-integer", "complex", "pattern")
_MIRRORS: dict[str, Mirror | None] = {
    "general": None,
    "symmetric": "symmetric",
    "hermitian": "symmetric",  # the mirror of a complex number has the same absolute value
    "skew-symmetric": "skew-symmetric",
}


class Header(NamedTuple):
    """The content of the banner and the size line."""

    form: str
    field: str
    symmetry: str
    rows: int
    columns: int
    entries: int
    line: int
    """Line number (from 1) of the size line."""
    end: int
    """Offset of the first byte after the size line."""

    @property
    def width(self) -> int:
        """Number of columns in the line of an entry."""
        indices = 2 if self.form == "coordinate" else 0
        return indices + {"pattern": 0, "complex": 2}.get(self.field, 1)

    @property
    def layout(self) -> str:
        """Description of the line of an entry."""
        if self.form == "array":
            return "`real imaginary`" if self.field == "complex" else "one value"
        return ("`row column`", "`row column value`", "`row column real imaginary`")[self.width - 2]


def read_matrix_market(data: bytes, path: Path) -> CooEntries:
    """Read the stored entries of a Matrix Market file; of a dense file, the nonzero ones column by column.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        The banner or size line is invalid, an index is out of range, or the number of entries or columns is
        wrong. The message has the line. O(bytes).
    """
    data = data.lstrip(b" \t")
    header = read_header(data, path)
    matrix = _mmread(data, header, path)
    _check_columns(data, header, path)
    position: NDArray[np.int64] | None = (
        None  # position of each entry among the stored ones, if not all become edges
    )
    if header.form == "array":
        stored = _stored_part(header)
        column, row = np.nonzero(stored.T)
        value = matrix[row, column]
        position = np.flatnonzero(value != 0)
        row, column, value = row[position], column[position], value[position]
    else:
        row, column, value = matrix.row, matrix.col, matrix.data

    def problem(what: str, cure: str, entry: int | None) -> InputError:
        if entry is None:
            return file_error(path, what, cure)
        stored_as = entry if position is None else int(position[entry])
        return file_error(path, what, cure, line_of_entry(data, stored_as, header.line))

    return CooEntries(
        header.rows,
        header.columns,
        row,
        column,
        None if header.field == "pattern" else value,
        _MIRRORS[header.symmetry],
        problem=problem,
    )


def read_header(data: bytes, path: Path) -> Header:
    """Read the banner and the size line.

    Raises
    ------
    GraphFileError
        The banner or the size line is invalid.
    """
    form, field, symmetry = _read_banner(data, path)
    expected = "`rows columns entries`" if form == "coordinate" else "`rows columns`"
    end, number = data.find(b"\n") + 1 or len(data), 1
    line = b""
    while not line or line.startswith(b"%"):
        if end >= len(data):
            raise file_error(
                path, "the file ends before the size line", f"expected a line {expected}", number
            )
        start, number = end, number + 1
        end = data.find(b"\n", start) + 1 or len(data)
        line = data[start:end].strip()
    numbers = counts(line.split())
    if numbers is None or len(numbers) != len(expected.split()):
        raise file_error(
            path, f"{line_text(data, number)!r} is not a size line", f"expected {expected}, {COUNT}", number
        )
    rows, columns, *rest = numbers
    if symmetry != "general" and rows != columns:
        raise file_error(
            path,
            f"the banner has `{symmetry}`, but the size line has {rows} x {columns}",
            "such a matrix must be square; correct the banner or the size line",
            number,
        )
    entries = rest[0] if rest else rows * columns
    if form == "array" and symmetry != "general":
        entries = rows * (rows + (-1 if symmetry == "skew-symmetric" else 1)) // 2
    for what, size in (("rows", rows), ("columns", columns)):
        if size > MAX_VERTICES:
            raise file_error(
                path, f"the matrix has {size} {what}", f"at most {MAX_VERTICES} are supported", number
            )
    header = Header(form, field, symmetry, rows, columns, entries, number, end)
    # Each number takes at least two bytes, so nothing is allocated for a size line with a wrong size.
    if entries * 2 * header.width > len(data) - end + 1 and _entry_lines(data, header) < entries:
        raise _too_few(data, header, path)
    return header


def _read_banner(data: bytes, path: Path) -> tuple[str, str, str]:
    words = data[:1024].split(b"\n", 1)[0].decode("utf-8", "replace").lower().split()
    if len(words) != 5:
        raise file_error(
            path,
            f"the banner has {len(words)} words",
            "expected `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`, such as "
            "`%%MatrixMarket matrix coordinate real general`",
            1,
        )
    _, kind, form, field, symmetry = words
    for what, word, known in (
        ("object", kind, ("matrix",)),
        ("format", form, _FORMATS),
        ("field", field, _FIELDS),
        ("symmetry", symmetry, tuple(_MIRRORS)),
    ):
        if word not in known:
            raise file_error(
                path, f"unknown {what} {word[:60]!r} in the banner", did_you_mean(word, known), 1
            )
    if form == "array" and field == "pattern":
        raise file_error(
            path, "'array' files cannot have the field 'pattern'", "did you mean 'coordinate'?", 1
        )
    return form, field, symmetry


def _mmread(data: bytes, header: Header, path: Path) -> Any:
    from scipy.io import mmread

    # A dense file keeps its symmetry, from which mmread derives the number of values.
    symmetry = "general" if header.form == "coordinate" else header.symmetry.replace("hermitian", "symmetric")
    banner = f"%%MatrixMarket matrix {header.form} {header.field} {symmetry}"
    # The final newline keeps SciPy's parser from reading beyond its buffer.
    stream = io.BytesIO(b"".join([banner.encode(), memoryview(data)[data.index(b"\n") :], b"\n"]))
    try:
        return mmread(stream, spmatrix=False)
    except (ValueError, OverflowError) as error:
        raise _translated(str(error), data, header, path) from None


def _translated(message: str, data: bytes, header: Header, path: Path) -> GraphFileError:
    """Convert an error message of mmread to an error with the file, the line and a remedy."""
    if message.startswith("Truncated file"):
        return _too_few(data, header, path)
    at = re.match(r"Line (\d+): (.*)", message)
    if at is None:
        return file_error(path, message, f"each entry must be {header.layout}")
    line, what = int(at[1]), at[2]
    if "too long" in what or "Too many" in what:
        return file_error(
            path,
            f"the file has more than the {header.entries} entries of the size line",
            f"correct the size line (line {header.line}) or remove the extra lines",
            line,
        )
    text = line_text(data, line)
    if "out of bounds" in what:
        axis, size = ("row", header.rows) if what.startswith("Row") else ("column", header.columns)
        index = text.split()[0 if axis == "row" else 1]
        return file_error(
            path,
            f"{axis} {index} is outside the {header.rows} x {header.columns} matrix",
            f"{axis}s are 1 .. {size}; correct the entry, or the size line (line {header.line})",
            line,
        )
    signed = next((word for word in text.split() if word.startswith("+")), None)
    cure = f"expected {header.layout}" if signed is None else f"write {signed[1:]} in place of {signed}"
    return file_error(path, f"{text!r} is not an entry", cure, line)


def _too_few(data: bytes, header: Header, path: Path) -> GraphFileError:
    return file_error(
        path,
        f"the size line has {header.entries} entries, but the file has {_entry_lines(data, header)}",
        "the file is truncated or the size line is wrong",
        header.line,
    )


def _entry_lines(data: bytes, header: Header) -> int:
    """The number of lines after the size line that are not empty."""
    return sum(1 for line in data[header.end :].split(b"\n") if line.strip()[:1] not in (b"", b"%"))


def _check_columns(data: bytes, header: Header, path: Path) -> None:
    """Raise an error for text that mmread skips: text after an entry or number, and fractions of integers."""
    body = np.frombuffer(data, np.uint8, offset=header.end)
    numbers, after_blank = 0, True
    for start in range(0, body.size, 1 << 24):
        blank = body[start : start + (1 << 24)] <= 32
        numbers += int(np.count_nonzero(blank[:-1] & ~blank[1:])) + int(after_blank and not blank[0])
        after_blank = bool(blank[-1])
    fractions = header.field in ("integer", "unsigned-integer") and _FRACTION.search(data, header.end)
    letters = data[header.end :].translate(None, _NUMBER_BYTES)
    if numbers == header.entries * header.width and not fractions and not letters:
        return
    for number, line in enumerate(data[header.end :].split(b"\n"), header.line + 1):
        words = line.split()
        if words and len(words) != header.width:
            raise file_error(path, f"the entry has {len(words)} columns", f"expected {header.layout}", number)
        if letters and not all(map(is_number, words)):
            what = f"{line.strip()[:60].decode('utf-8', 'replace')!r} is not an entry"
            raise file_error(path, what, f"expected {header.layout}", number)
        if words and fractions and _FRACTION.search(words[-1]):
            raise file_error(
                path,
                f"{words[-1][:60].decode('utf-8', 'replace')!r} is not an integer",
                "correct it, or change the banner to `real`",
                number,
            )


def _stored_part(header: Header) -> NDArray[np.bool_]:
    """The elements of a dense matrix that its file stores: all elements, or the lower triangle."""
    everything = np.ones((header.rows, header.columns), bool)
    if header.symmetry == "general":
        return everything
    return np.tril(everything, -1 if header.symmetry == "skew-symmetric" else 0)
