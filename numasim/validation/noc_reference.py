"""Reference curves of the network: CSV files that another simulator's runs fill, one run a row.

``reference/booksim/README.md`` says what each column holds. Everything is checked here, with file and line,
before anything is run.
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

REFERENCE = Path(__file__).parent / "reference" / "booksim"
"""The curves that come along."""

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
"""Columns of every file; ``k``, or ``width`` and ``height``, are required too."""

STAGES = ("routing_delay", "vc_alloc_delay", "sw_alloc_delay", "st_final_delay", "credit_delay")
"""Columns that together make a router of any name; ``speculative`` may stand with them."""

MAX_TILES, MAX_FLITS, MAX_CYCLES = 4096, 4096, 1e9
"""Bounds of a mesh, of a buffer and a packet, and of a run: beyond, a value is a slip."""


@dataclass(frozen=True)
class Row:
    """One run of the reference.

    Attributes
    ----------
    router, traffic : str
    parameters : RouterParameters
        The router's stages, virtual channels and buffers.
    width, height : int
        Of the mesh.
    flits : int
        Of a packet.
    rate, injected, accepted : float
        Flits a tile and cycle: requested, measured at the sources (NaN: unknown), measured at the sinks.
    stable : bool
        Whether the network carried the rate.
    latency, routers : float
        Means over the packets; NaN where it was not stable.
    cycles : float
        Length of the run; NaN where it is unknown.
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
        """Virtual channels of a port."""
        return self.parameters.vcs

    @property
    def buffer_flits(self) -> int:
        """Flits that the buffer of a virtual channel holds."""
        return self.parameters.buffer_flits

    @property
    def curve(self) -> str:
        """Name of the curve: router, mesh, VCs x flits of their buffers, flits of a packet, traffic."""
        return (
            f"{self.router} {self.width}x{self.height}, {self.vcs} VCs x {self.buffer_flits} flits, "
            f"{self.flits}-flit packets, {self.traffic}"
        )

    @property
    def rate_to_run(self) -> float:
        """Long packets are few in a reference run: what its sources really offered, where that is known."""
        return self.injected if self.stable and self.flits > 1 and self.injected > 0 else self.rate

    def seeds(self, seed: int, run: int = 0) -> tuple[int, ...]:
        """Seeds of one run of this row; the traffic of a row does not depend on the others."""
        return seed, run, self.width, self.vcs, self.buffer_flits, self.flits, round(1e6 * self.rate)


@dataclass(frozen=True)
class ReferenceFile:
    """One file of a reference.

    Attributes
    ----------
    name : str
        Without its folder.
    rows : int
    sha256 : str
        Of its bytes, in hexadecimal digits.
    """

    name: str
    rows: int
    sha256: str


@dataclass(frozen=True)
class Reference:
    """The curves of a folder, and the files that they come from.

    Attributes
    ----------
    folder : Path
    files : list of ReferenceFile
    curves : list of list of Row
        The rows of a curve by rate.
    """

    folder: Path
    files: list[ReferenceFile]
    curves: list[list[Row]]


def read_reference(folder: Path = REFERENCE) -> Reference:
    """Read the curves of a folder: the rows of all its CSV files, those of a curve together, by rate.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    InputError
        No such folder, no CSV file in it, a file without a row or without a required column, or a row with a
        value that cannot be.
    """
    paths = sorted(folder.glob("*.csv"))
    if not paths:
        raise InputError(f"{folder}: there are no CSV files with reference curves here")
    files = []
    curves: dict[str, list[Row]] = {}
    routers: dict[str, RouterParameters] = {}
    for path in paths:
        content, rows = _read(path)
        for row in rows:
            stages = replace(row.parameters, vcs_per_class=1, buffer_flits=1)
            if routers.setdefault(row.router, stages) != stages:
                raise InputError(
                    f"{row.where}: the router {row.router!r} has other stages in a row before; "
                    f"give each router a name of its own"
                )
            curves.setdefault(row.curve, []).append(row)
        files.append(ReferenceFile(path.name, len(rows), hashlib.sha256(content).hexdigest()))
    return Reference(folder, files, [sorted(rows, key=lambda row: row.rate) for rows in curves.values()])


def _read(path: Path) -> tuple[bytes, list[Row]]:
    """The bytes of a file, and its rows."""
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
        raise InputError(f"{path}: this is no text in UTF-8; expected a CSV file") from None
    except csv.Error as error:
        raise InputError(f"{path}:{lines.line_num}: not a line of a CSV file ({error})") from None
    if not rows:
        raise InputError(f"{path}: there are no rows below the names of the columns")
    return content, rows


def _check_columns(path: Path, columns: list[str]) -> None:
    missing = [repr(name) for name in REQUIRED if name not in columns]
    if "k" not in columns and not {"width", "height"} <= set(columns):
        missing.append("'k' (or 'width' and 'height')")
    if missing:
        s = "s" * (len(missing) > 1)
        raise InputError(f"{path}:1: a reference curve needs the column{s} {', '.join(missing)}")
    twice = [name for name in dict.fromkeys(columns) if columns.count(name) > 1]
    if twice:
        raise InputError(f"{path}:1: the column {twice[0]!r} stands here {columns.count(twice[0])} times")


def _row(cells: Mapping[str, str], where: str) -> Row:
    """One row, checked."""
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
        raise ValueError(f"k is {side}, and the mesh is {width} x {height}; leave k empty")
    if width * height > MAX_TILES:
        raise ValueError(f"a mesh may have {MAX_TILES} tiles, got {width} x {height}")
    return width, height


def _router(cells: Mapping[str, str]) -> RouterParameters:
    """The router of a name or of stages, with the virtual channels and buffers of a row."""
    name = cells["router"].strip()
    vcs = _integer(cells, "num_vcs", 1)
    buffer_flits = _integer(cells, "vc_buf_size", 1, MAX_FLITS)
    known = ROUTERS.get(name)
    if known is not None:
        known = replace(known, vcs_per_class=vcs, buffer_flits=buffer_flits)
    if not any(cells.get(column, "").strip() for column in (*STAGES, "speculative")):
        if known is None:
            raise ValueError(
                f"unknown router {name!r}; there are {', '.join(ROUTERS)}; another one needs the columns "
                f"{', '.join(STAGES)}, and speculative (1) where it is"
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
            f"the stages are not those of router {name}; leave their columns empty, or give this router "
            f"another name than {', '.join(ROUTERS)}"
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
    """A cell as a number above 0; NaN where it is empty and may be."""
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
