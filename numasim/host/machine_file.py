"""The machine file of the computer at hand: each value with its source and the spread of its measurement."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from numasim.host.description import Cache, Description
from numasim.host.measure import Measured, Measurements
from numasim.machine.machine import Machine, load_machine
from partitioners.config.yaml_lines import parse_yaml
from partitioners.errors import InputError, OptionError
from partitioners.text.counts import plural
from partitioners.text.units import format_size

BLOCK_FLITS, REQUEST_FLITS = 3, 1
FLIT_BYTES = 32

CLASSES = {
    "integer": "add",
    "integer_multiply": "mul",
    "integer_divide": "div",
    "float_add": "fadd",
    "float_multiply": "fmul",
    "float_divide": "fdiv",
}
"""The classes of instructions whose latency a chain measures."""

MOST_CYCLES = 4096


def check_second_level(description: Description, level: int | None) -> int:
    """Return the level of the cache that is the model's L2, by default the last one.

    Raises
    ------
    OptionError
        There is no such cache.
    """
    levels = [cache.level for cache in description.caches]
    level = max(levels) if level is None else level
    if level not in levels or (level < 2 and max(levels) > 1):
        known = " and ".join(str(each) for each in levels if each > 1) or "none"
        raise OptionError(
            f"--second-level: this computer has no second cache of level {level}; levels: {known}"
        )
    return level


def nearest_second_level(description: Description) -> int:
    """The level of the cache behind the L1, which small programs use."""
    levels = [cache.level for cache in description.caches]
    return 2 if 2 in levels else max(levels)


class HostMachine:
    """The values of a machine file, from the system's description and from measurements.

    Parameters
    ----------
    second_level : int, optional
        The cache that is the `l2` of the model; by default the last one.

    Raises
    ------
    OptionError
        There is no such cache.
    """

    def __init__(
        self, description: Description, measured: Measurements, second_level: int | None = None
    ) -> None:
        self._about, self._measured = description, measured
        levels = {cache.level: cache for cache in description.caches}
        second_level = check_second_level(description, second_level)
        self._first, self._second = levels[1], levels[second_level]
        self._lacking = [cache for cache in description.caches if cache not in (self._first, self._second)]
        self.cycle_ns = measured.chains["add"].least
        self._in_socket = len(description.cores) // description.sockets
        if self._in_socket * description.sockets != len(description.cores):
            raise InputError(
                f"{len(description.cores)} cores in {description.sockets} sockets: a machine file has "
                "sockets of one size; write it by hand"
            )

    def text(self) -> str:
        """The machine file."""
        return "\n".join([*self._head(), *self._core(), *self._caches(), *self._rest_of_machine(), ""])

    def machine(self) -> Machine:
        """The machine of the file."""
        return load_machine(parse_yaml(self.text(), "this computer").data)

    def cycles(self, measured: Measured) -> int:
        """A measured time in cycles, at least 1."""
        return max(round(measured.least / self.cycle_ns), 1)

    def _head(self) -> Iterator[str]:
        about, cores, sockets = self._about, len(self._about.cores), self._about.sockets
        threads = max(len(core) for core in about.cores)
        more = f", {threads} hardware threads a core" if threads > 1 else ""
        yield f"# {about.name}: {_number(cores, 'core')} in {_number(sockets, 'socket')}, as the system says"
        yield f"# and as microbenchmarks measured it ({self._measured.compiler})."
        yield "# A measured value is the least of its samples."
        yield "#"
        yield f"# What the model lacks: hardware prefetching, the translation of addresses{more}."
        for cache in self._lacking:
            sharers = self._sharers(cache)
            what = f"{format_size(cache.size)}, {f'of {sharers} cores' if sharers > 1 else 'private'}"
            took = self._measured.chase[self._size_in(cache)].least
            yield f"# It lacks the cache of level {cache.level} ({what}, {took:.3g} ns)."
        atomic = self._measured.atomic
        yield f"# An atomic addition takes {atomic.least:.3g} ns here ({atomic.spread}); in the model, a hit."
        yield "name: this-computer"

    def _core(self) -> Iterator[str]:
        about, took = self._about, self._measured
        width, height = _mesh(self._in_socket)
        mesh = f"mesh: {{width: {about.sockets * width}, height: {height}}}"
        yield _line(mesh, f"system: {_number(len(about.cores), 'core')}; the shape is assumed")
        known = "none" if about.megahertz is None else f"{about.megahertz:.0f} MHz"
        chains = took.chains
        yield _line(
            f"clock: {1 / self.cycle_ns:.3g} GHz", _measured("an addition", chains["add"], f"system: {known}")
        )
        yield "core:"
        yield _line(f"  issue_width: {self._width()}", _measured("an independent addition", took.width))
        yield _line("  window: 256", "assumed; neither the system nor a microbenchmark says it")
        miss = f"{took.memory.least:.3g} ns a dependent one"
        yield _line(f"  mshrs: {self._mshrs()}", _measured("an independent miss", took.misses, miss))
        yield "  latencies:"
        for name, kind in CLASSES.items():
            extra = int(kind == "div")  # its chain has an addition
            yield _line(
                f"    {name}: {max(self.cycles(chains[kind]) - extra, 1)}", _measured(kind, chains[kind])
            )

    def _caches(self) -> Iterator[str]:
        about, took = self._about, self._measured
        slices = self._sharers(self._second)
        yield "l1:"
        yield from _cache_lines(self._first, self._first.size, "")
        yield _line(
            f"  latency_cycles: {self._l1_cycles()}", _measured("a load", took.chase[min(took.chase)])
        )
        snoop, why = self._snoop()
        yield _line(f"  snoop_cycles: {snoop}", why)
        yield "l2:"
        yield from _cache_lines(self._second, self._slice(slices), f", a slice of {slices}")
        load = _measured("a load", self._second_time(), "less L1 and legs")
        yield _line(f"  latency_cycles: {self._l2_cycles()}", load)
        yield f"  home: {'socket' if about.sockets > 1 else 'block'}"

    def _rest_of_machine(self) -> Iterator[str]:
        about, took = self._about, self._measured
        width, _ = _mesh(self._in_socket)
        yield "network:"
        yield _line(f"  flit_size: {FLIT_BYTES} B", "assumed")
        stages = "{routing_delay: 0, speculative: true}"
        yield _line(f"  router: {stages}", "assumed: three cycles a stop, with the link")
        if about.sockets > 1:
            sockets = f"{{across: {about.sockets}, link_cycles: {self._link_cycles()}}}"
            yield _line(f"  sockets: {sockets}", self._link_source())
        yield "memory:"
        yield _line(f"  block: {self._first.line} B", "system")
        yield _line(f"  capacity: {max(about.memory // 2**30, 1)} GiB", "system")
        tiles = ", ".join(f"[{width * k}, 0]" for k in range(about.sockets))
        yield _line(f"  controllers: [{tiles}]", "assumed: one a socket")
        who, best = min(
            (("all cores", took.streams), ("one core", took.stream)), key=lambda one: one[1].least
        )
        scans = _measured(f"8 bytes of scans by {who}", best)
        yield _line(f"  bandwidth: {8 / best.least:.3g} GB/s", scans)
        yield "  bandwidth_scope: machine"
        load = _measured("a load", took.memory, "less caches and legs")
        yield _line(f"  latency: {self._memory_ns():.3g} ns", load)
        yield "  placement: first_touch"

    def _sharers(self, cache: Cache) -> int:
        """How many cores share a cache."""
        return max(sum(bool(core & cache.processors) for core in self._about.cores), 1)

    def _size_in(self, cache: Cache) -> int:
        """The bytes of a chase that takes a quarter of a cache at most."""
        fits = [size for size in self._measured.chase if 4 * size <= cache.size]
        return max(fits, default=min(self._measured.chase))

    def _width(self) -> int:
        return min(max(round(self.cycle_ns / self._measured.width.least), 1), 64)

    def _mshrs(self) -> int:
        return min(max(round(self._measured.memory.least / self._measured.misses.least), 1), MOST_CYCLES)

    def _slice(self, slices: int) -> int:
        """The size of a slice, a whole number of sets and not below the L1."""
        of_a_set = max(self._second.ways, 1) * self._first.line
        return max(self._second.size // slices // of_a_set * of_a_set, self._first.size)

    def _second_time(self) -> Measured:
        """A load from the cache that is the second level."""
        if self._second is self._about.caches[-1]:
            return self._measured.last_level
        return self._measured.chase[self._size_in(self._second)]

    def _leg(self, flits: int) -> float:
        """Cycles of a message from the first core to a home of its socket, mean over the homes."""
        width, height = _mesh(self._in_socket)
        hops = [x + y for x in range(width) for y in range(height)]
        return float(np.mean([0 if hop == 0 else 1 + 3 * (hop + 1) + flits - 1 for hop in hops]))

    def _rest(self, measured: Measured, *known: float) -> int:
        """Cycles of a measured time without parts of it, 1 to 4096."""
        return min(max(round(measured.least / self.cycle_ns - sum(known)), 1), MOST_CYCLES)

    def _l1_cycles(self) -> int:
        return self.cycles(self._measured.chase[min(self._measured.chase)])

    def _l2_cycles(self) -> int:
        legs = self._leg(REQUEST_FLITS) + self._leg(BLOCK_FLITS)
        return self._rest(self._second_time(), self._l1_cycles(), legs)

    def _snoop(self) -> tuple[int, str]:
        taken = self._measured.ping_pong
        if taken is None:
            return self._l1_cycles(), "assumed: the latency of the L1, since there is one core"
        legs = 2 * self._leg(REQUEST_FLITS) + self._leg(BLOCK_FLITS)
        found = self._rest(taken, self._l1_cycles(), self._l2_cycles(), legs)
        return found, _measured("one way between two cores", taken, "less the rest")

    def _memory_ns(self) -> float:
        own = self._l1_cycles() + 2 * self._l2_cycles()
        legs = 2 * self._leg(REQUEST_FLITS) + 2 * self._leg(BLOCK_FLITS)
        return max(self._measured.memory.least - (own + legs) * self.cycle_ns, 1.0)

    def _link_cycles(self) -> int:
        if self._measured.remote is None:
            return 50
        extra = (self._measured.remote.least - self._measured.memory.least) / self.cycle_ns
        return min(max(math.ceil(extra / 2), 3), 2**20)

    def _link_source(self) -> str:
        remote = self._measured.remote
        if remote is None:
            return "assumed; the system names one node"
        return _measured("a load from remote memory", remote, "half of what is more")


def _line(text: str, source: str) -> str:
    return f"{text}   # {source}"


def _measured(what: str, took: Measured, more: str = "") -> str:
    return "; ".join(filter(None, (f"measured: {took.least:.3g} ns {what}, {took.spread}", more)))


def _number(count: int, what: str) -> str:
    return f"{count} {plural(count, what)}"


def _cache_lines(cache: Cache, size: int, more: str) -> Iterator[str]:
    yield f"  size: {size // 1024} KiB   # system: level {cache.level}, {format_size(cache.size)}{more}"
    yield f"  ways: {max(cache.ways, 1)}   # system{'' if cache.ways else ' does not say it: assumed'}"


def _mesh(cores: int) -> tuple[int, int]:
    """The width and height of a socket's tiles: the squarest with width >= height."""
    height = next(h for h in range(math.isqrt(cores), 0, -1) if cores % h == 0)
    return cores // height, height
