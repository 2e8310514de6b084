"""Measurements as tidy CSV: one number a row, the case in the columns before it, provenance at the head.

A recording is a folder of CSV files: ``checks.csv``, ``times.csv``, ``counters.csv`` in the columns
:data:`COLUMNS`, and ``log.csv`` with what failed and what was not measured. Each begins with ``# key: value``
lines. Every row is on the disk when it has been written, so a recording that was cut short is whole as far
as it goes.
"""

from __future__ import annotations

import csv
import math
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from gpu.measurement.cases import Case
from partitioners.errors import InputError

MEASUREMENTS = Path(__file__).parents[1] / "measurements"
"""The recordings that travel with the package, a folder for each device."""

COLUMNS = (
    "method",
    "kernel",
    "dtype",
    "block_size",
    "matrix",
    "cut",
    "cache",
    "counter",
    "value",
    "kernel_hash",
    "input_hash",
)
LOG_COLUMNS = ("stage", "what", "why")
TABLES = ("checks", "times", "counters")

PRODUCT = "product"
"""Instead of a kernel's name: all launches of a run together."""

WARM, COLD = "warm", "cold"


@dataclass(frozen=True)
class Measured:
    """One number.

    Attributes
    ----------
    case : Case
    kernel : str
        Or :data:`PRODUCT`.
    cache : "warm", "cold" or ""
        What the L2 cache held before.
    counter : str
    value : float
    kernel_hash, input_hash : str
        Of the kernel's source, and of matrix and cut.
    """

    case: Case
    kernel: str
    cache: str
    counter: str
    value: float
    kernel_hash: str
    input_hash: str


@dataclass(frozen=True)
class Recording:
    """All that one folder holds.

    Attributes
    ----------
    folder : Path
    provenance : mapping of str to str
        ``device``, versions, clocks, date.
    rows : tuple of Measured
    log : tuple of (stage, what, why)
    """

    folder: Path
    provenance: Mapping[str, str]
    rows: tuple[Measured, ...]
    log: tuple[tuple[str, str, str], ...]

    @property
    def device(self) -> str:
        """The device's name."""
        return self.provenance["device"]


class Recorder:
    """Writes a recording into a folder, in the place of what was recorded there before."""

    def __init__(self, folder: Path, provenance: Mapping[str, str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._streams: dict[str, TextIO] = {}
        for table in (*TABLES, "log"):
            stream = (folder / f"{table}.csv").open("w", encoding="utf-8", newline="")
            self._streams[table] = stream
            for key, value in provenance.items():
                stream.write(f"# {key}: {' '.join(str(value).split())}\n")
            self._write(table, [LOG_COLUMNS if table == "log" else COLUMNS])

    def add(self, table: str, rows: Iterable[Measured]) -> None:
        """Write rows into one of :data:`TABLES`."""
        self._write(table, (_cells(row) for row in rows))

    def log(self, stage: str, what: object, why: object) -> None:
        """Write down what failed or was left out, and why, as one line each."""
        self._write("log", [(stage, " ".join(str(what).split()), " ".join(str(why).split()))])

    def close(self) -> None:
        """Close the files."""
        for stream in self._streams.values():
            stream.close()

    def _write(self, table: str, rows: Iterable[Iterable[object]]) -> None:
        stream = self._streams[table]
        csv.writer(stream, lineterminator="\n").writerows(rows)
        stream.flush()


def read_recording(folder: Path) -> Recording:
    """Read a folder of CSV files.

    Raises
    ------
    InputError
        No such folder, a file that is missing or not in this format (with its line).
    """
    provenance: dict[str, str] = {}
    rows: list[Measured] = []
    for table in TABLES:
        path = folder / f"{table}.csv"
        found, lines = _read(path, COLUMNS)
        provenance |= found
        rows += (_measured(cells, path, line) for line, cells in lines)
    _, lines = _read(folder / "log.csv", LOG_COLUMNS)
    log = tuple((cells[0], cells[1], cells[2]) for _, cells in lines)
    if "device" not in provenance:
        raise InputError(f"{folder}: no file says which device it was measured on (`# device: ...`)")
    return Recording(folder, MappingProxyType(provenance), tuple(rows), log)


def recordings(folder: Path) -> list[Path]:
    """The folders of a folder that hold a recording; the folder itself where it is one."""
    if (folder / "times.csv").is_file():
        return [folder]
    return sorted(each for each in folder.glob("*") if (each / "times.csv").is_file())


def import_recordings(source: Path, target: Path) -> list[Recording]:
    """Copy recordings brought from elsewhere to others, as to those of the package.

    Parameters
    ----------
    source : Path
        A recording, or a folder of them.
    target : Path
        Each goes into the folder of its own name in here, in the place of what is there.

    Raises
    ------
    InputError
        There is none, one that cannot be read, or one that no GPU gave.
    """
    folders = recordings(source) if source.is_dir() else []
    if not folders:
        raise InputError(
            f"{source}: there is no recording in it, a folder with checks.csv, times.csv, counters.csv and "
            "log.csv; `python gpu/record.py` makes one on a machine with a GPU"
        )
    imported = []
    for folder in folders:
        recording = read_recording(folder)
        if recording.provenance.get("backend") != "cupy":
            raise InputError(
                f"{folder}: recorded on the back end {recording.provenance.get('backend', 'unknown')!r}; "
                "measurements come from a GPU (`cupy`)"
            )
        place = target / folder.resolve().name
        if place.resolve() != folder.resolve():
            place.mkdir(parents=True, exist_ok=True)
            for table in (*TABLES, "log"):
                shutil.copyfile(folder / f"{table}.csv", place / f"{table}.csv")
        imported.append(Recording(place, recording.provenance, recording.rows, recording.log))
    return imported


def _read(path: Path, columns: tuple[str, ...]) -> tuple[dict[str, str], list[tuple[int, list[str]]]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', error)}") from None
    head = [line for line in lines if line.startswith("# ")]
    provenance = dict(line[2:].split(": ", 1) for line in head if ": " in line)
    cells = list(csv.reader(lines[len(head) :]))
    if not cells or tuple(cells[0]) != columns:
        raise InputError(f"{path}: line {len(head) + 1}: expected the columns {','.join(columns)}")
    numbered = list(enumerate(cells[1:], len(head) + 2))
    for line, row in numbered:
        if len(row) != len(columns):
            raise InputError(f"{path}: line {line}: expected {len(columns)} values, got {len(row)}")
    return provenance, numbered


def _cells(row: Measured) -> tuple[object, ...]:
    case = row.case
    return (
        case.method,
        row.kernel,
        case.dtype,
        case.block_size,
        case.matrix,
        case.cut,
        row.cache,
        row.counter,
        f"{row.value:.10g}",
        row.kernel_hash,
        row.input_hash,
    )


def _measured(cells: list[str], path: Path, line: int) -> Measured:
    method, kernel, dtype, block_size, matrix, cut, cache, counter, value, *hashes = cells
    try:
        case = Case(method, dtype, int(block_size), matrix, cut)
        number = float(value)
    except ValueError:
        raise InputError(
            f"{path}: line {line}: block_size and value are numbers, got {block_size!r} and {value!r}"
        ) from None
    if counter != "error_over_allowed" and not math.isfinite(number):
        raise InputError(f"{path}: line {line}: {counter} is {value}; a measurement is finite")
    return Measured(case, kernel, cache, counter, number, *hashes)
