"""Measurements as tidy CSV files: one number per row, preceded by its case, with provenance at the top.

A recording is a folder of CSV files: ``checks.csv``, ``times.csv`` and ``counters.csv`` with the columns
:data:`COLUMNS`, ``microbenchmarks.csv`` with :data:`BENCHMARK_COLUMNS`, ``metrics.csv`` with the names of the
counters that the device has, and ``log.csv`` with the lines of the plan, failures and cases that were not
measured. Each file begins with ``# key: value`` lines. Every row is flushed to disk, so all rows of an
interrupted recording are complete.
"""

from __future__ import annotations

import csv
import math
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from gpu.measurement.cases import Case
from partitioners.errors import InputError

MEASUREMENTS = Path(__file__).parents[1] / "measurements"
"""The recordings in this package, one folder for each device."""

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
BENCHMARK_COLUMNS = (
    "benchmark",
    "configuration",
    "quantity",
    "value",
    "lower",
    "upper",
    "samples",
    "parameter",
)
LOG_COLUMNS = ("stage", "what", "why")
TABLES = ("checks", "times", "counters")

FILES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {**dict.fromkeys(TABLES, COLUMNS), "log": LOG_COLUMNS}
)
"""The columns of each file of a recording by its name."""

MORE_FILES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"microbenchmarks": BENCHMARK_COLUMNS, "metrics": ("metric",)}
)
"""The columns of the files that only some recordings have."""

PRODUCT = "product"
"""The kernel name for all launches of a run together."""

WARM, COLD = "warm", "cold"


@dataclass(frozen=True)
class Measured:
    """One measured number.

    Attributes
    ----------
    kernel : str
        Name of the kernel, or :data:`PRODUCT`.
    cache : "warm", "cold" or ""
        State of the L2 cache before the run.
    kernel_hash, input_hash : str
        Hashes of the kernel's source, and of matrix and cut.
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
    """The content of one folder.

    Attributes
    ----------
    provenance : mapping of str to str
        ``device``, versions, clocks, date.
    microbenchmarks : tuple of mapping of str to str
        The rows of the microbenchmarks, by column.
    log : tuple of (stage, what, why)
    """

    folder: Path
    provenance: Mapping[str, str]
    rows: tuple[Measured, ...]
    microbenchmarks: tuple[Mapping[str, str], ...]
    log: tuple[tuple[str, str, str], ...]

    @property
    def device(self) -> str:
        """The name of the device."""
        return self.provenance["device"]


class Recorder:
    """Write a recording to a folder.

    Parameters
    ----------
    provenance : mapping of str to str
        The lines at the head of each file.
    resume : bool
        Whether to append to an earlier recording there; by default it is replaced.
    """

    def __init__(self, folder: Path, provenance: Mapping[str, str], *, resume: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._streams: dict[str, TextIO] = {}
        self._provenance = dict(provenance)
        if not resume:
            for table in (*FILES, *MORE_FILES):
                (folder / f"{table}.csv").unlink(missing_ok=True)
        for table, columns in FILES.items():
            self._open(table, columns)

    def _open(self, table: str, columns: Iterable[str]) -> None:
        path = self.folder / f"{table}.csv"
        begun = _drop_half_a_line(path)
        stream = path.open("a", encoding="utf-8", newline="")
        self._streams[table] = stream
        if begun:
            return
        for key, value in self._provenance.items():
            stream.write(f"# {key}: {' '.join(str(value).split())}\n")
        self._write(table, [columns])

    def add(self, table: str, rows: Iterable[Measured]) -> None:
        """Write rows to one of :data:`TABLES`."""
        self._write(table, (_cells(row) for row in rows))

    def add_microbenchmark(self, row: Mapping[str, object]) -> None:
        """Write a row of a microbenchmark, with a value for each of :data:`BENCHMARK_COLUMNS`."""
        self._write_more("microbenchmarks", [[row[name] for name in BENCHMARK_COLUMNS]])

    def add_metrics(self, names: Iterable[str]) -> None:
        """Write the names of counters that the device has."""
        self._write_more("metrics", [[name] for name in names])

    def log(self, stage: str, what: object, why: object) -> None:
        """Log a case or counter that failed or was left out, and the reason, in one line."""
        self._write("log", [(stage, " ".join(str(what).split()), " ".join(str(why).split()))])

    def close(self) -> None:
        """Close the files."""
        for stream in self._streams.values():
            stream.close()

    def _write_more(self, table: str, rows: Sequence[Iterable[object]]) -> None:
        if rows and table not in self._streams:
            self._open(table, MORE_FILES[table])
        if rows:
            self._write(table, rows)

    def _write(self, table: str, rows: Iterable[Iterable[object]]) -> None:
        stream = self._streams[table]
        csv.writer(stream, lineterminator="\n").writerows(rows)
        stream.flush()


def _drop_half_a_line(path: Path) -> bool:
    """Cut a file behind its last whole line; return whether anything is left."""
    if not path.exists():
        return False
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        path.write_bytes(whole)
    return bool(whole)


def read_recording(folder: Path) -> Recording:
    """Read a folder of CSV files.

    Raises
    ------
    InputError
        The folder does not exist, or a file is missing or has a different format. The message has the line.
    """
    provenance: dict[str, str] = {}
    device_of: dict[str, Path] = {}
    lines: dict[str, list[tuple[int, list[str]]]] = {}
    for table, columns in {**FILES, **MORE_FILES}.items():
        path = folder / f"{table}.csv"
        if table in MORE_FILES and not path.exists():
            continue
        found, lines[table] = _read(path, tuple(columns))
        if table in TABLES:
            provenance |= found
        if "device" in found:
            device_of.setdefault(found["device"], path)
    if "device" not in provenance:
        raise InputError(f"{folder}: no file names the measured device; expected a line `# device: ...`")
    if len(device_of) > 1:
        one, other = list(device_of)[:2]
        raise InputError(
            f"{device_of[other]}: the device is {other!r}, but that of {device_of[one].name} is {one!r}; "
            "expected the files of one recording"
        )
    rows = [
        _measured(cells, folder / f"{table}.csv", line) for table in TABLES for line, cells in lines[table]
    ]
    benchmarks = tuple(
        dict(zip(BENCHMARK_COLUMNS, cells, strict=True)) for _, cells in lines.get("microbenchmarks", ())
    )
    log = tuple((cells[0], cells[1], cells[2]) for _, cells in lines["log"])
    return Recording(folder, MappingProxyType(provenance), tuple(rows), benchmarks, log)


def recordings(folder: Path) -> list[Path]:
    """The recordings in a folder, or the folder itself if it is a recording."""
    if (folder / "times.csv").is_file():
        return [folder]
    return sorted(each for each in folder.glob("*") if (each / "times.csv").is_file())


def import_recordings(source: Path, target: Path) -> list[Recording]:
    """Copy recordings from a different machine, for example to those of the package.

    Parameters
    ----------
    source : Path
        A recording, or a folder of them.
    target : Path
        Folder into which each recording is copied under its name, replacing an existing one.

    Raises
    ------
    InputError
        There is no recording, one cannot be read, or one was not measured on a GPU.
    """
    folders = recordings(source) if source.is_dir() else []
    if not folders:
        raise InputError(
            f"{source}: no recording found; expected a folder with "
            f"{', '.join(f'{name}.csv' for name in FILES)}, which `python gpu/record.py` writes on a machine "
            "with a GPU"
        )
    imported = []
    for folder in folders:
        recording = read_recording(folder)
        if recording.provenance.get("backend") != "cupy":
            raise InputError(
                f"{folder}: recorded on the back end {recording.provenance.get('backend', 'unknown')!r}; "
                "expected measurements of a GPU (`cupy`)"
            )
        place = target / folder.resolve().name
        if place.resolve() != folder.resolve():
            place.mkdir(parents=True, exist_ok=True)
            for table in (*FILES, *MORE_FILES):
                (place / f"{table}.csv").unlink(missing_ok=True)
                if (folder / f"{table}.csv").exists():
                    shutil.copyfile(folder / f"{table}.csv", place / f"{table}.csv")
        imported.append(replace(recording, folder=place))
    return imported


def _read(path: Path, columns: tuple[str, ...]) -> tuple[dict[str, str], list[tuple[int, list[str]]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', error)}") from None
    # A recording that was ended while it wrote may have a part of a row at its end.
    lines = text[: text.rfind("\n") + 1].splitlines()
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
    for name, text in (("method", method), ("counter", counter)):
        if not text:
            raise InputError(f"{path}: line {line}: the {name} is empty; expected its name")
    try:
        case = Case(method, dtype, int(block_size), matrix, cut)
        number = float(value)
    except ValueError:
        raise InputError(
            f"{path}: line {line}: expected numbers as block_size and value, got {block_size!r} and {value!r}"
        ) from None
    if counter != "error_over_allowed" and not math.isfinite(number):
        raise InputError(f"{path}: line {line}: {counter} is {value}; expected a finite number")
    return Measured(case, kernel, cache, counter, number, *hashes)
