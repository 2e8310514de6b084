"""A device: the parameters of its multiprocessors, caches and memory in one flat table.

The devices of the project are YAML files, ``configs/devices/NAME.yaml``, with the source of each number in
its line.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from partitioners.errors import ConfigError, InputError, OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.units import FREQUENCY, RATE, SECONDS, SIZE, SIZE_OR_ZERO, Quantity, exact, format_size

WARP = 32
"""Number of threads of a warp."""

SECTOR_BYTES = 32
LINE_BYTES = 128

FETCHES = (SECTOR_BYTES, 2 * SECTOR_BYTES, LINE_BYTES)
"""The possible sizes of a fetch into a cache, in bytes."""


MAY_BE_ZERO = (
    *("shared_reserved", "shared_atomic_cycles", "l1_size", "l2_size"),
    *("device_launch", "pending_launches"),
    *("l2_far_latency", "l2_fabric_width", "l2_request_rate"),
)
"""The numbers of a device that may be 0."""


@dataclass(frozen=True)
class Device:
    """The parameters of a modelled GPU. Cycles are those of ``clock``. In files, sizes have a unit.

    Attributes
    ----------
    name : str
    compute_capability : str
        Compute capability, such as ``9.0``.
    sms : int
        Number of multiprocessors.
    clock : float
        Clock frequency in hertz; in a file with a unit, such as ``1980 MHz``.
    schedulers : int
        Warp schedulers of a multiprocessor; each issues one instruction of one warp per cycle.
    arithmetic_latency : int
        Cycles from an arithmetic instruction to an instruction that needs its result.
    warps_per_sm, blocks_per_sm : int
        Maximum number of resident warps and blocks.
    registers_per_sm, registers_per_block, registers_per_thread : int
    register_unit : int
        Allocation unit of the registers of a warp.
    warp_unit : int
        Allocation unit of warps: registers are allocated for a multiple of this number of warps.
    shared_per_block : int
        Largest shared memory of a block, in bytes.
    shared_unit, shared_reserved : int
        Allocation unit of shared memory, and what the system reserves in a block that has some; in bytes.
    shared_carveouts : tuple of int
        Possible sizes of shared memory in bytes, ascending.
    shared_latency, barrier_latency : int
        Cycles from a load in shared memory to its value, and from the last arrival at a barrier to the
        release of all warps.
    shared_atomic_cycles : int
        Cycles of a warp for one round of the loop (lock, update, unlock) that makes an atomic on shared
        memory before capability 5.0; 0 where shared memory has units for atomics.
    l1_size : int
        Size of the L1/texture cache in bytes. With ``l1_unified`` it includes shared memory, and the
        carve-out is subtracted.
    l1_unified : bool
        Whether L1 cache and shared memory use the same storage.
    l1_caches : "all", "read_only" or "texture"
        The loads that the L1 caches: all; those of data that the compiler knows to be read-only, and loads by
        ``__ldg`` (capability 3.5 to 6.2); only texture fetches, for which ``__ldg`` stands (1.x, 3.0).
    l1_ways : int
    l1_fill : int
        Bytes that a miss fetches into the L1, aligned: 32 (a sector), 64 or 128 (a line).
    l1_latency : int
        Cycles from a load that hits in the L1 to its value.
    outstanding_sectors : int
        Maximum number of sectors (capability 1.x: of transactions) that a multiprocessor has in flight.
    l2_port_width : int
        Bytes per cycle that a multiprocessor sends to or receives from the L2.
    l2_size : int
        Total size of all slices in bytes. 0: there is no L2, and every sector (capability 1.x: transaction)
        is an access to memory. The other ``l2_`` fields then are those of the memory partitions, and
        ``l2_ways`` has no meaning.
    l2_slices, l2_ways : int
    l2_latency : int
        Cycles from a load that hits in the L2 to its value, without contention; without an L2, the part of
        ``dram_latency`` that is not the memory's.
    l2_slice_width : int
        Bytes per cycle that a slice serves.
    atomic_sectors : int
        Time that an atomic on one sector takes in a slice, in sectors.
    dram_channels : int
        Number of DRAM channels, to which the slices are distributed evenly.
    dram_latency : int
        Cycles from a load that misses in the L2 to its value, without contention; in the other half of an
        L2 with halves, more by the difference of both latencies of the L2.
    dram_bandwidth : int
        Peak bandwidth in bytes per second.
    dram_efficiency : float
        Share of the peak bandwidth that accesses to many rows reach.
    dram_fetch : int
        Bytes of an access to DRAM, aligned: 32, 64 or 128. A miss fetches all of them into the L2.
    ecc : "none" or "inline"
        Whether check bits of error correction share the memory with the data, one byte for eight. ``none``
        also stands for memories that have extra chips or lines for them.
    dispatch_cycles : int
        Cycles from the end of a block, or the arrival of a launch, to the start of the next block.
    launch_latency : float
        Seconds from the end of a launch to the arrival of the next launch of its stream.
    link_bandwidth : int
        Bytes per second of a copy between host and device, in each direction.
    copy_latency : float
        Seconds of a copy in addition to the time of its bytes.
    synchronise_latency : float
        Seconds from the end of an item of a stream until a host that waits for it continues.
    grid_barrier_latency : int
        Cycles from the last arrival at a barrier of a whole grid to the release of all warps.
    device_launch : float
        Seconds that the device takes for each launch by a kernel, one after another; 0 if kernels cannot
        launch kernels (before capability 3.5).
    pending_launches : int
        Number of launches by kernels that wait for the device; a warp that launches more waits. 0 if kernels
        cannot launch kernels.
    device_runtime_factor : float
        Instructions of a kernel that may launch kernels over those of one without this possibility.
    l2_far_latency : int
        Cycles from a load that hits in the other half of the L2 to its value; ``l2_latency`` is that of a hit
        in the near half. 0, the default: the L2 has no halves.
    l2_fabric_width : int
        Bytes per cycle that each half of the L2 sends to the other one; 0 if it has no halves.
    l2_copies : "hits" or "loads"
        The loads of lines of the other half that leave a copy in the near one: those that hit there, or all.
    l2_request_rate : float
        Requests per cycle that a slice begins; a request has sectors of one line for one multiprocessor. 0,
        the default: as many as its width allows.
    """

    name: str
    compute_capability: str
    sms: int
    clock: float
    schedulers: int
    arithmetic_latency: int
    warps_per_sm: int
    blocks_per_sm: int
    registers_per_sm: int
    registers_per_block: int
    registers_per_thread: int
    register_unit: int
    warp_unit: int
    shared_per_block: int
    shared_unit: int
    shared_reserved: int
    shared_carveouts: tuple[int, ...]
    shared_latency: int
    barrier_latency: int
    shared_atomic_cycles: int
    l1_size: int
    l1_unified: bool
    l1_caches: Literal["all", "read_only", "texture"]
    l1_ways: int
    l1_fill: int
    l1_latency: int
    outstanding_sectors: int
    l2_port_width: int
    l2_size: int
    l2_slices: int
    l2_ways: int
    l2_latency: int
    l2_slice_width: int
    atomic_sectors: int
    dram_channels: int
    dram_latency: int
    dram_bandwidth: int
    dram_efficiency: float
    dram_fetch: int
    ecc: Literal["none", "inline"]
    dispatch_cycles: int
    launch_latency: float
    link_bandwidth: int
    copy_latency: float
    synchronise_latency: float
    grid_barrier_latency: int
    device_launch: float
    pending_launches: int
    device_runtime_factor: float
    l2_far_latency: int = 0
    l2_fabric_width: int = 0
    l2_copies: Literal["hits", "loads"] = "hits"
    l2_request_rate: float = 0.0

    def __post_init__(self) -> None:
        problems = [*self._of_types()] or [*self._of_values()]
        if problems:
            raise OptionError("\n".join(f"device {self.name!r}: {problem}" for problem in problems))

    def _of_types(self) -> typing.Iterator[str]:
        for name, kind in _kinds().items():
            value = getattr(self, name)
            if kind is float and type(value) is int:
                object.__setattr__(self, name, float(value))
            elif typing.get_origin(kind) is tuple:
                if not isinstance(value, (list, tuple)) or not all(type(each) is int for each in value):
                    yield f"{name} is {value!r}; expected a list of integers"
                else:
                    object.__setattr__(self, name, tuple(value))
            elif typing.get_origin(kind) is Literal:
                if value not in typing.get_args(kind):
                    yield f"{name} is {value!r}; choose one of {', '.join(typing.get_args(kind))}"
            elif type(value) is not kind:
                yield f"{name} is {value!r}; expected {_WORDS[kind]}"

    def _of_values(self) -> typing.Iterator[str]:
        for name, kind in _kinds().items():
            value, smallest = getattr(self, name), int(name not in MAY_BE_ZERO)
            if kind is int and value < smallest:
                yield f"{name} is {value}; expected at least {smallest}"
            if kind is float and not (0 < value < float("inf") or value == smallest == 0):
                yield f"{name} is {value}; expected a number above 0"
        major, dot, minor = self.compute_capability.partition(".")
        if not (dot and major.isdecimal() and minor.isdecimal()):
            yield f"compute_capability is {self.compute_capability!r}; expected the form '9.0'"
        else:
            yield from self._of_capability(int(major), int(minor))
            yield from self._of_launches((int(major), int(minor)))
        yield from self._of_halves()
        if self.dram_efficiency > 1:
            yield f"dram_efficiency is {self.dram_efficiency}; expected at most 1"
        carveouts, l1_size = self.shared_carveouts, format_size(self.l1_size)
        if not carveouts or min(carveouts) < 0 or list(carveouts) != sorted(set(carveouts)):
            sizes = ", ".join(format_size(size) for size in carveouts)
            yield f"shared_carveouts is [{sizes}]; expected ascending sizes >= 0"
        elif self.l1_unified and carveouts[-1] > self.l1_size:
            yield (
                f"shared_carveouts has {format_size(carveouts[-1])}; "
                f"expected at most l1_size, {l1_size}, which includes it"
            )
        for name in ("l1_fill", "dram_fetch"):
            if getattr(self, name) not in FETCHES:
                yield (
                    f"{name} is {format_size(getattr(self, name))}; "
                    "expected 32 B, 64 B or 128 B: a sector, two sectors or a line"
                )
        if self.l1_latency > self.l2_latency:
            yield f"l1_latency is {self.l1_latency}; expected at most l2_latency, {self.l2_latency}"
        if self.l2_latency > self.dram_latency:
            yield f"l2_latency is {self.l2_latency}; expected at most dram_latency, {self.dram_latency}"
        if self.outstanding_sectors < LINE_BYTES // SECTOR_BYTES:
            yield f"outstanding_sectors is {self.outstanding_sectors}; expected at least 4, a whole line"
        if self.warps_per_sm % self.schedulers:
            yield f"schedulers is {self.schedulers}; expected a divisor of warps_per_sm, {self.warps_per_sm}"
        if self.l2_slices % self.dram_channels:
            yield f"dram_channels is {self.dram_channels}; expected a divisor of l2_slices, {self.l2_slices}"
        if self.l2_size and self.l2_size // (self.l2_slices * self.l2_ways * LINE_BYTES) < 1:
            least = format_size(self.l2_slices * self.l2_ways * LINE_BYTES)
            yield (
                f"l2_size is {format_size(self.l2_size)}; expected at least {least}, "
                f"a line in each of {self.l2_ways} ways of {self.l2_slices} slices"
            )

    def _of_capability(self, major: int, minor: int) -> typing.Iterator[str]:
        known = self.compute_capability
        if (major, minor) < (1, 2):
            yield (
                f"compute_capability is {known}; expected at least 1.2: the model lacks the coalescing of "
                "1.0 and 1.1, and they have no atomics on shared memory"
            )
        if major == 1 and self.l1_caches != "texture":
            yield f"l1_caches is {self.l1_caches}; expected texture: capability {known} caches nothing else"
        elif self.l1_caches == "read_only" and (major, minor) < (3, 5):
            yield (
                f"l1_caches is read_only; expected all or texture: capability {known} has no read-only "
                "loads, which begin with 3.5"
            )
        if major == 1 and self.l2_size:
            yield (
                f"l2_size is {format_size(self.l2_size)}; expected 0 B: capability {known} has no L2 for "
                "global memory"
            )

    def _of_launches(self, capability: tuple[int, int]) -> typing.Iterator[str]:
        if capability < (3, 5) and self.pending_launches:
            yield (
                f"pending_launches is {self.pending_launches}; expected 0: capability "
                f"{self.compute_capability} has no launches by kernels, which begin with 3.5"
            )
        if self.pending_launches and not self.device_launch:
            yield f"device_launch is 0; expected more, since pending_launches is {self.pending_launches}"

    def _of_halves(self) -> typing.Iterator[str]:
        far, width = self.l2_far_latency, format_size(self.l2_fabric_width)
        if far <= 0:
            if far == 0 and self.l2_fabric_width:
                yield f"l2_fabric_width is {width}; expected 0 B, as l2_far_latency is 0: there is one L2"
            return
        if not self.l2_size:
            yield f"l2_far_latency is {far}; expected 0: the device has no L2 (l2_size is 0 B)"
        elif self.l2_latency <= self.dram_latency and not self.l2_latency <= far <= self.dram_latency:
            yield (
                f"l2_far_latency is {far}; expected at least l2_latency, {self.l2_latency}, and at most "
                f"dram_latency, {self.dram_latency}; or 0 for an L2 without halves"
            )
        if not self.l2_fabric_width:
            yield "l2_fabric_width is 0 B; expected more, since l2_far_latency says that the L2 has halves"
        for name in ("l2_slices", "dram_channels"):
            value = getattr(self, name)
            if value % 2 and self.l2_slices % self.dram_channels == 0:
                yield f"{name} is {value}; expected an even number: half of them are in each half of the L2"

    @property
    def is_of_generation_1(self) -> bool:
        """Whether the compute capability is 1.x, where half-warps make transactions of whole segments."""
        return self.compute_capability.startswith("1.")

    @property
    def threads_per_block(self) -> int:
        """Largest number of threads of a block (CUDA programming guide, tables by compute capability)."""
        return 512 if self.is_of_generation_1 else 1024

    @property
    def cycles_per_us(self) -> float:
        """Cycles per microsecond."""
        return self.clock / 1e6

    @property
    def dram_bytes_per_cycle(self) -> float:
        """Bytes of data per cycle that all channels can move."""
        return self.dram_gb_s * 1000 / self.cycles_per_us

    @property
    def dram_gb_s(self) -> float:
        """Gigabytes of data per second that all channels can move, without check bits."""
        data = 8 / 9 if self.ecc == "inline" else 1.0
        return self.dram_bandwidth / 1e9 * self.dram_efficiency * data

    @property
    def launch_cycles(self) -> int:
        """Cycles from the end of a launch to the arrival of the next launch of its stream."""
        return self._cycles(self.launch_latency)

    @property
    def copy_cycles(self) -> int:
        """Cycles of a copy in addition to the time of its bytes."""
        return self._cycles(self.copy_latency)

    @property
    def synchronise_cycles(self) -> int:
        """Cycles from the end of an item of a stream until a host that waits for it continues."""
        return self._cycles(self.synchronise_latency)

    @property
    def device_launch_cycles(self) -> int:
        """Cycles that the device takes for each launch by a kernel."""
        return self._cycles(self.device_launch)

    def _cycles(self, seconds: float) -> int:
        return max(1, round(float(exact(seconds) * 10**6) * self.cycles_per_us))


_WORDS = {int: "an integer", float: "a number", bool: "true or false", str: "text"}

QUANTITIES: Mapping[str, Quantity] = types.MappingProxyType(
    {
        "clock": FREQUENCY,
        **dict.fromkeys(
            (
                *("shared_per_block", "shared_unit", "l1_fill"),
                *("l2_port_width", "l2_slice_width", "dram_fetch"),
            ),
            SIZE,
        ),
        **dict.fromkeys(
            ("shared_reserved", "shared_carveouts", "l1_size", "l2_size", "l2_fabric_width"), SIZE_OR_ZERO
        ),
        **dict.fromkeys(("dram_bandwidth", "link_bandwidth"), RATE),
        **dict.fromkeys(("launch_latency", "copy_latency", "synchronise_latency"), SECONDS),
        "device_launch": dataclasses.replace(SECONDS, zero=True),
    }
)
"""The fields that have a unit in a file. The device holds them as numbers in the SI base."""


def parse_quantity(name: str, text: Any) -> Any:
    """The number in the SI base of a field with a unit; the numbers of a list of them.

    Raises
    ------
    OptionError
        Not text with a unit of that quantity.
    """
    if name == "shared_carveouts":
        if not isinstance(text, (list, tuple)):
            raise OptionError(f"expected a list of sizes with their units, got {format_value(text)}")
        return tuple(int(QUANTITIES[name].parse(size)[0]) for size in text)
    amount, _ = QUANTITIES[name].parse(text)
    return _kinds()[name](amount)


def _kinds() -> Mapping[str, Any]:
    """The types of the fields."""
    return types.MappingProxyType(typing.get_type_hints(Device))


def device_directory() -> Path:
    """The folder of the project's device presets."""
    site = Path(__file__).resolve().parents[2]
    in_wheel = site / "numasim" / "configs" / "devices"
    return in_wheel if in_wheel.is_dir() else site / "configs" / "devices"


def device_names() -> list[str]:
    """The names of the project's device presets."""
    return sorted(path.stem for path in device_directory().glob("*.yaml"))


def load_device(source: str | Path | Device, **changes: Any) -> Device:
    """Load a device.

    Parameters
    ----------
    source : str, Path or Device
        The name of a preset, a YAML file with the fields of :class:`Device`, or a device. In a file,
        ``base: NAME`` names the preset with the values of missing fields.
    **changes
        Fields with different values: numbers in the SI base (bytes, hertz), or texts with their unit.

    Raises
    ------
    UnknownNameError
        The preset or a field does not exist; the message has the nearest name.
    ConfigError
        The file is not a mapping, or lacks fields.
    OptionError
        Fields are invalid; the message has all of them.
    """
    unknown = [name for name in changes if name not in _kinds()]
    if unknown:
        raise UnknownNameError(f"unknown field {unknown[0]!r}; {did_you_mean(unknown[0], _kinds())}")
    device = source if isinstance(source, Device) else Device(**_read(str(source), ()))
    for name in QUANTITIES.keys() & changes.keys():
        if _has_text(changes[name]):
            try:
                changes[name] = parse_quantity(name, changes[name])
            except OptionError as error:
                raise OptionError(f"{name}: {error}") from None
    return dataclasses.replace(device, **changes)


def _has_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and any(map(_has_text, value)))


def _read(source: str, seen: tuple[str, ...]) -> dict[str, Any]:
    import yaml

    known = device_names()
    path = device_directory() / f"{source}.yaml" if source in known else Path(source)
    if str(path) in seen:
        raise ConfigError([f"{path}: base: the device is based on itself"])
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if path.suffix in (".yaml", ".yml"):
            raise InputError(f"{path}: no such file") from None
        raise UnknownNameError(f"unknown device {source!r}; {did_you_mean(source, known)}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: not valid YAML: {' '.join(str(error).split())}"]) from None
    if not isinstance(data, dict):
        raise ConfigError([f"{path}: expected a mapping, got {type(data).__name__}"])
    base = data.pop("base", None)
    values = {} if base is None else _read(str(base), (*seen, str(path)))
    values = {"name": path.stem, **values, **data}
    names = [each.name for each in fields(Device)]
    needed = [each.name for each in fields(Device) if each.default is dataclasses.MISSING]
    problems = [
        f"{path}: unknown field {name!r}; {did_you_mean(str(name), names)}"
        for name in data
        if name not in names
    ] + [f"{path}: {name} is missing" for name in needed if name not in values]
    for name in data.keys() & QUANTITIES.keys():
        try:
            values[name] = parse_quantity(name, data[name])
        except OptionError as error:
            problems.append(f"{path}: {name}: {error}")
    if problems:
        raise ConfigError(problems)
    return values
