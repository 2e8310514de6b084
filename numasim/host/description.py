"""What Linux says about its computer: cores, caches, nodes and their distances, memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import InputError

SYSTEM = Path("/sys/devices/system")
PROCESSES = Path("/proc")

BY_HAND = "write the machine file by hand (docs/configuration.md lists its keys)"

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


@dataclass(frozen=True)
class Cache:
    """A cache of data.

    Attributes
    ----------
    level, size, ways, line : int
        ``size`` and ``line`` in bytes; ``ways`` is 0 if it is unknown.
    processors : frozenset of int
        The processors that share it.
    """

    level: int
    size: int
    ways: int
    line: int
    processors: frozenset[int]


@dataclass(frozen=True)
class Description:
    """The computer, as the system describes it.

    Attributes
    ----------
    name : str
        The model of the processor.
    cores : tuple of frozenset of int
        The processors (hardware threads) of each core, core by core of each socket.
    sockets : int
        Physical packages, or nodes if a package has several.
    caches : tuple of Cache
        The data caches of the first processor, by level.
    nodes : tuple of frozenset of int
        The processors of each node with memory and processors.
    distances : tuple of tuple of int
        Between the nodes, 10 for the same node; empty if unknown.
    memory : int
        Bytes.
    megahertz : float or None
        The highest clock frequency, if the system knows one.
    """

    name: str
    cores: tuple[frozenset[int], ...]
    sockets: int
    caches: tuple[Cache, ...]
    nodes: tuple[frozenset[int], ...]
    distances: tuple[tuple[int, ...], ...]
    memory: int
    megahertz: float | None

    @property
    def processors(self) -> list[int]:
        """The first processor of each core."""
        return [min(core) for core in self.cores]


def describe(system: Path = SYSTEM, processes: Path = PROCESSES) -> Description:
    """Read the description of the computer.

    Parameters
    ----------
    system, processes : Path
        The folders ``/sys/devices/system`` and ``/proc``.

    Raises
    ------
    InputError
        The system does not describe its processors or their caches.
    """
    online = _numbers(_text(system / "cpu" / "online"))
    if not online:
        raise InputError(f"{system}/cpu/online: the system does not describe its processors; {BY_HAND}")
    caches = _caches(system / "cpu" / f"cpu{min(online)}" / "cache")
    if not any(cache.level == 1 for cache in caches):
        raise InputError(
            f"{system}/cpu/cpu{min(online)}/cache: the system does not describe its caches; {BY_HAND}"
        )
    places: dict[tuple[int, int, int], set[int]] = {}
    for cpu in sorted(online):
        topology = system / "cpu" / f"cpu{cpu}" / "topology"
        place = [_number(topology / name, 0) for name in ("physical_package_id", "die_id", "core_id")]
        known = (topology / "core_id").exists()
        places.setdefault((place[0], place[1], place[2] if known else cpu), set()).add(cpu)
    nodes, distances = _nodes(system / "node", online)
    packages = len({package for package, _, _ in places})
    info = _text(processes / "cpuinfo")
    named = re.search(r"^(?:model name|cpu|Processor)\s*:\s*(.+)$", info, re.M)
    return Description(
        name=named[1].strip() if named else "unknown processor",
        cores=tuple(frozenset(places[key]) for key in sorted(places)),
        sockets=max(packages, len(nodes)),
        caches=tuple(caches),
        nodes=tuple(nodes),
        distances=tuple(distances),
        memory=_memory(processes / "meminfo"),
        megahertz=_megahertz(system, min(online), info),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path, otherwise: int) -> int:
    text = _text(path)
    return int(text) if re.fullmatch(r"-?\d+", text) else otherwise


def _numbers(text: str) -> set[int]:
    """The numbers of a list such as ``0-3,8``."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            return set()
        found |= set(range(int(first), int(last or first) + 1))
    return found


def _size(text: str) -> int:
    found = re.fullmatch(r"(\d+)([KMG]?)", text)
    return int(found[1]) * _UNITS[found[2]] if found else 0


def _caches(folder: Path) -> list[Cache]:
    found = []
    for index in sorted(folder.glob("index*")):
        size = _size(_text(index / "size"))
        if _text(index / "type") in ("Data", "Unified") and size:
            ways = _number(index / "ways_of_associativity", 0)
            line = _number(index / "coherency_line_size", 64)
            shared = frozenset(_numbers(_text(index / "shared_cpu_list")))
            found.append(Cache(_number(index / "level", 0), size, ways, line, shared))
    return sorted(found, key=lambda cache: cache.level)


def _nodes(folder: Path, online: set[int]) -> tuple[list[frozenset[int]], list[tuple[int, ...]]]:
    """The nodes with processors, and the distances between them."""
    every = sorted(_numbers(_text(folder / "online")))
    processors = {node: _numbers(_text(folder / f"node{node}" / "cpulist")) & online for node in every}
    kept = [node for node in every if processors[node]]
    rows = []
    for node in kept:
        row = [int(word) for word in _text(folder / f"node{node}" / "distance").split() if word.isdigit()]
        if len(row) != len(every):
            return [frozenset(processors[node]) for node in kept], []
        rows.append(tuple(row[every.index(other)] for other in kept))
    return [frozenset(processors[node]) for node in kept], rows


def _memory(path: Path) -> int:
    found = re.search(r"^MemTotal:\s*(\d+) kB", _text(path), re.M)
    return int(found[1]) * 1024 if found else 0


def _megahertz(system: Path, cpu: int, info: str) -> float | None:
    most = _number(system / "cpu" / f"cpu{cpu}" / "cpufreq" / "cpuinfo_max_freq", 0)
    if most:
        return most / 1000
    now = re.search(r"^cpu MHz\s*:\s*([\d.]+)", info, re.M)
    return float(now[1]) if now else None
