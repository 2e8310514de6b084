"""The reference curves of the network: CSV files with one run of another simulator per row.

The columns are described in ``reference/booksim/README.md``. All values are checked before anything runs, and
messages contain the file and the line.
"""

from __future__ import annotations

import csv
import hashlib
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from mappers.topology import Mesh
from numasim.machine.router_parameters import ROUTERS, RouterParameters
from numasim.numa.noc.traffic import traffic_pattern
from partitioners.errors import InputError
from partitioners.text.counts import plural

REFERENCE = Path(__file__).parent / "reference" / "booksim"
"""The folder of the included curves."""

REQUIRED = (
    "router",
    "num_vcs",
    "vc_buf_size",
    "packet_size",
    "traffic",
    "rate_flits",
    "stable",
    "pkt_lat",
    "routers_traversed",
    "acc_flit",
)
"""Required columns of every file. ``k``, or ``width`` and ``height``, are also required."""

STAGES = ("routing_delay", "vc_alloc_delay", "sw_alloc_delay", "st_final_delay", "credit_delay")
"""The columns that define a router with any name. The column ``speculative`` is optional."""

MAX_TILES, MAX_FLITS, MAX_CYCLES = 4096, 4096, 1e9
"""The upper bounds of a mesh, of a buffer and a packet, and of a run. Larger values are considered errors."""


@dataclass(frozen=True)
class Row:
    """A run of the reference.

    Attributes
    ----------
    parameters : RouterParameters
        The router's stages, virtual channels and buffers.
    width, height : int
        The size of the mesh.
    flits : int
        Flits per packet.
    rate, injected, accepted : float
        Flits per tile and cycle: requested, measured at the sources (NaN: unknown), measured at the sinks.
    stable : bool
        Whether the network carried the rate.
    latency, routers : float
        Means over the packets; NaN if the run was not stable.
    cycles : float
        Length of the run; NaN if unknown.
    where : str
        File and line.
    """

    router: str
    parameters: RouterParameters
    width: int
    height: int
    flits: int
    traffic: str
    rate: float
    stable: bool
    latency: float
    routers: float
    accepted: float
    injected: float = math.nan
    cycles: float = math.nan
    where: str = field(default="", compare=False)

    @property
    def mesh(self) -> Mesh:
        """The mesh of the run."""
        return Mesh(self.width, self.height)

    @property
    def vcs(self) -> int:
        """Virtual channels per port."""
        return self.parameters.vcs

    @property
    def buffer_flits(self) -> int:
        """Buffer size of a virtual channel, in flits."""
        return self.parameters.buffer_flits

    @property
    def curve(self) -> str:
        """Name of the curve: router, mesh, VCs x flits per buffer, flits per packet, traffic."""
        return (
            f"{self.router} {self.width}x{self.height}, {self.vcs} VCs x {self.buffer_flits} flits, "
            f"{self.flits}-flit packets, {self.traffic}"
        )

    @property
    def rate_to_run(self) -> float:
        """The rate to run: the rate measured at the reference's sources if known, else the requested rate.

        A reference run has few long packets, so that the two rates differ.
        """
        return self.injected if self.stable and self.flits > 1 and self.injected > 0 else self.rate

    def seeds(self, seed: int, run: int = 0) -> tuple[int, ...]:
        """Seeds of a run of this row. The traffic of a row does not depend on other rows."""
        return seed, run, self.width, self.vcs, self.buffer_flits, self.flits, round(1e6 * self.rate)


@dataclass(frozen=True)
class ReferenceFile:
    """A file of a reference.

    Attributes
    ----------
    name : str
        The name without the folder.
    sha256 : str
        The hash of its bytes, as hexadecimal digits.
    """

    name: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class Reference:
    """The curves of a folder and their files.

    Attributes
    ----------
    curves : list of list of Row
        The rows of each curve, sorted by rate.
    """

    folder: Path
    files: list[ReferenceFile]
    curves: list[list[Row]]


def read_reference(folder: Path = REFERENCE) -> Reference:
    """Read the rows of all CSV files of a folder, grouped by curve and sorted by rate.

    Raises
    ------
    InputError
        The folder does not exist or has no CSV file, a file has no rows or lacks a required column, or a row
        has an invalid value.
    """
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        raise InputError(f"{folder}: this folder has no CSV files with reference curves")
    files = []
    curves: dict[str, list[Row]] = {}
    routers: dict[str, RouterParameters] = {}
    for path in paths:
        content, rows = _read(path)
        for row in rows:
            stages = replace(row.parameters, vcs_per_class=1, buffer_flits=1)
            if routers.setdefault(row.router, stages) != stages:
                raise InputError(
                    f"{row.where}: the router {row.router!r} has different stages in an earlier row; "
                    f"give each router a different name"
                )
            curves.setdefault(row.curve, []).append(row)
        files.append(ReferenceFile(path.name, len(rows), hashlib.sha256(content).hexdigest()))
    return Reference(folder, files, [sorted(rows, key=lambda row: row.rate) for rows in curves.values()])


def _read(path: Path) -> tuple[bytes, list[Row]]:
    """Read a file. Returns its bytes and its rows."""
    try:
        content = path.read_bytes()
        lines = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        columns = list(lines.fieldnames or ())
        _check_columns(path, columns)
        rows = []
        for cells in lines:
            where = f"{path}:{lines.line_num}"
            if None in cells or None in cells.values():
                count = sum(cell is not None for name, cell in cells.items() if name is not None)
                count += len(cells.get(None, ()))
                raise InputError(f"{where}: expected {len(columns)} cells, as in the first line, got {count}")
            rows.append(_row(cells, where))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: this file is not UTF-8 text; expected a CSV file") from None
    except csv.Error as error:
        raise InputError(f"{path}:{lines.line_num}: expected a line of a CSV file ({error})") from None
    if not rows:
        raise InputError(f"{path}: there are no rows after the header")
    return content, rows


def _check_columns(path: Path, columns: list[str]) -> None:
    missing = [repr(name) for name in REQUIRED if name not in columns]
    if "k" not in columns and not {"width", "height"} <= set(columns):
        missing.append("'k' (or 'width' and 'height')")
    if missing:
        columns_word = plural(len(missing), "column")
        raise InputError(f"{path}:1: a reference curve requires the {columns_word} {', '.join(missing)}")
    twice = [name for name in dict.fromkeys(columns) if columns.count(name) > 1]
    if twice:
        raise InputError(f"{path}:1: the column {twice[0]!r} appears {columns.count(twice[0])} times")


def _row(cells: Mapping[str, str], where: str) -> Row:
    """Check and convert one row."""
    try:
        width, height = _mesh(cells)
        flits = _integer(cells, "packet_size", 1, MAX_FLITS)
        stable = {"0": False, "1": True}.get(cells["stable"].strip())
        if stable is None:
            raise ValueError(
                f"stable: expected 1 (the network carried the rate) or 0, got {cells['stable']!r}"
            )
        row = Row(
            router=cells["router"].strip(),
            parameters=_router(cells),
            width=width,
            height=height,
            flits=flits,
            traffic=cells["traffic"].strip(),
            rate=_number(cells, "rate_flits", at_most=flits),
            stable=stable,
            latency=_number(cells, "pkt_lat") if stable else math.nan,
            routers=_number(cells, "routers_traversed", at_least=1) if stable else math.nan,
            accepted=_number(cells, "acc_flit"),
            injected=_number(cells, "inj_flit", at_most=flits, optional=True),
            cycles=_number(cells, "cycles", at_most=MAX_CYCLES, optional=True),
            where=where,
        )
        traffic_pattern(row.traffic, row.mesh)
    except (ValueError, InputError) as error:
        raise InputError(f"{where}: {error}") from None
    return row


def _mesh(cells: Mapping[str, str]) -> tuple[int, int]:
    side = _integer(cells, "k", 1) if cells.get("k", "").strip() else None
    if side is not None and not any(cells.get(name, "").strip() for name in ("width", "height")):
        width = height = side
    else:
        width, height = _integer(cells, "width", 1), _integer(cells, "height", 1)
    if side is not None and (width, height) != (side, side):
        raise ValueError(f"k is {side}, but the mesh is {width} x {height}; leave k empty")
    if width * height > MAX_TILES:
        raise ValueError(f"a mesh may have at most {MAX_TILES} tiles, got {width} x {height}")
    return width, height


def _router(cells: Mapping[str, str]) -> RouterParameters:
    """The router of a row, given by name or by stages, with the row's virtual channels and buffers."""
    name = cells["router"].strip()
    vcs = _integer(cells, "num_vcs", 1)
    buffer_flits = _integer(cells, "vc_buf_size", 1, MAX_FLITS)
    known = ROUTERS.get(name)
    if known is not None:
        known = replace(known, vcs_per_class=vcs, buffer_flits=buffer_flits)
    if not any(cells.get(column, "").strip() for column in (*STAGES, "speculative")):
        if known is None:
            raise ValueError(
                f"unknown router {name!r}; known are {', '.join(ROUTERS)}; other routers require the columns "
                f"{', '.join(STAGES)}, and speculative (1) for a speculative router"
            )
        return known
    speculative = cells.get("speculative", "").strip() or "0"
    if speculative not in ("0", "1"):
        raise ValueError(f"speculative: expected 1 or 0, got {speculative!r}")
    router = RouterParameters(
        vcs_per_class=vcs,
        buffer_flits=buffer_flits,
        routing_delay=_integer(cells, "routing_delay", 0),
        vc_alloc_delay=_integer(cells, "vc_alloc_delay", 0),
        sw_alloc_delay=_integer(cells, "sw_alloc_delay", 0),
        st_final_delay=_integer(cells, "st_final_delay", 0),
        credit_delay=_integer(cells, "credit_delay", 0),
        speculative=speculative == "1",
    )
    if not name:
        raise ValueError("router: expected a name, got an empty cell")
    if known not in (None, router):
        raise ValueError(
            f"the stages are not those of router {name}; leave their columns empty, or use a name other "
            f"than {', '.join(ROUTERS)}"
        )
    return router


def _integer(cells: Mapping[str, str], column: str, least: int, most: int = 10**9) -> int:
    text = cells.get(column, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 10) or not least <= int(text) <= most:
        raise ValueError(f"{column}: expected an integer from {least} to {most}, got {text!r}")
    return int(text)


def _number(
    cells: Mapping[str, str],
    column: str,
    *,
    at_least: float = 0.0,
    at_most: float = math.inf,
    optional: bool = False,
) -> float:
    """A cell as a number above 0; NaN for an empty optional cell."""
    text = cells.get(column, "").strip()
    if optional and not text:
        return math.nan
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (max(at_least, 0) <= value <= at_most and 0 < value < math.inf):
        least = f"of at least {at_least:g}" if at_least else "above 0"
        most = f" and at most {at_most:g}" if at_most < math.inf else ""
        raise ValueError(f"{column}: expected a number {least}{most}, got {text!r}")
    return value
