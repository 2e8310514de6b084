"""A device file with the values that the microbenchmarks of a recording have measured.

The file is that of a preset, with other values in the lines that were measured. Their comments say
``(recorded)``, the spread, the device and the date. All other lines stay, with the marks of their sources.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from gpu.measurement.microbenchmarks_slopes import COLUMNS, SECTOR_BYTES
from gpu.model.device import Device, load_device
from gpu.model.presets import device_names, device_path, preset_of
from partitioners.errors import ConfigError, InputError, OptionError
from partitioners.plugins.registry import did_you_mean
from partitioners.storage.atomic_write import replacing

TABLE = "microbenchmarks.csv"

MARK = "(recorded)"
"""The mark of a measured value in a device file."""

Values = Mapping[str, float]


@dataclass(frozen=True)
class _Rule:
    """How a measured number becomes a field: its value on a device with some fields, and its text."""

    value: Callable[[float, Values], float]
    text: Callable[[float], str]


def _digits(value: float, count: int) -> str:
    return f"{float(f'{value:.{count}g}'):g}"


def _as_it_is(value: float, _: Values) -> float:
    return value


_CYCLES = _Rule(_as_it_is, lambda value: str(max(1, round(value))))
_SECONDS = _Rule(_as_it_is, lambda value: f"{_digits(1e6 * value, 3)} us")
_BYTES = _Rule(_as_it_is, lambda value: f"{max(1, round(value))} B")

RULES: Mapping[str, _Rule] = MappingProxyType(
    {
        "clock": _Rule(_as_it_is, lambda value: f"{round(value / 1e6)} MHz"),
        **dict.fromkeys(
            (
                *("arithmetic_latency", "shared_latency", "barrier_latency", "l1_latency", "l2_latency"),
                *("l2_far_latency", "dram_latency", "dispatch_cycles", "grid_barrier_latency"),
                "outstanding_sectors",
            ),
            _CYCLES,
        ),
        **dict.fromkeys(("launch_latency", "copy_latency", "synchronise_latency", "device_launch"), _SECONDS),
        **dict.fromkeys(("l1_fill", "dram_fetch", "l2_port_width"), _BYTES),
        "link_bandwidth": _Rule(_as_it_is, lambda value: f"{_digits(value / 1e9, 4)} GB/s"),
        # Measured for all slices together, and for copies in bytes per second.
        "l2_slice_width": _Rule(lambda value, device: value / device["l2_slices"], _BYTES.text),
        "dram_efficiency": _Rule(
            lambda value, device: value / device["dram_bandwidth"], lambda value: _digits(value, 3)
        ),
        "l2_request_rate": _Rule(
            lambda value, device: value / device["l2_slices"], lambda value: _digits(value, 3)
        ),
        # Measured in cycles; a sector takes a slice its bytes over its width.
        "atomic_sectors": _Rule(
            lambda value, device: value * device["l2_slice_width"] / SECTOR_BYTES, _CYCLES.text
        ),
    }
)
"""The fields that microbenchmarks determine, in an order in which each needs only earlier ones."""


@dataclass(frozen=True)
class Measurement:
    """The measured number of a field, with bounds."""

    value: float
    lower: float
    upper: float

    def plus(self, more: float) -> Measurement:
        """The number and its bounds, larger by ``more``."""
        return Measurement(self.value + more, self.lower + more, self.upper + more)


@dataclass(frozen=True)
class Measurements:
    """What the microbenchmarks of a recording have measured.

    Attributes
    ----------
    path : Path
        The table.
    device, date : str
        The name of the device, and the day.
    fields : mapping of str to Measurement
        By field of a device; of several rows for a field the last one.
    """

    path: Path
    device: str
    date: str
    fields: Mapping[str, Measurement]


@dataclass(frozen=True)
class Change:
    """A field of a fitted file: its text before and now, and its bounds; or why the old text stays."""

    field: str
    before: str
    now: str
    bounds: str
    kept: str = ""


def read_microbenchmarks(folder: Path) -> Measurements:
    """Read the table of a recording.

    Raises
    ------
    InputError
        There is no such table, it has other columns, or a row is not a measurement; the message has the line.
    """
    path = folder / TABLE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{path}: cannot be read: {why}; record the device again, with its microbenchmarks"
        ) from None
    head = [line for line in lines if line.startswith("# ")]
    provenance = dict(line[2:].split(": ", 1) for line in head if ": " in line)
    if "device" not in provenance:
        raise InputError(f"{path}: does not name the device; expected a line `# device: ...` at its head")
    rows = list(csv.reader(lines[len(head) :]))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise InputError(f"{path}: line {len(head) + 1}: expected the columns {','.join(COLUMNS)}")
    fields: dict[str, Measurement] = {}
    for number, row in enumerate(rows[1:], len(head) + 2):
        where = f"{path}: line {number}"
        if len(row) != len(COLUMNS):
            raise InputError(f"{where}: expected {len(COLUMNS)} values, got {len(row)}")
        cells = dict(zip(COLUMNS, row, strict=True))
        if not cells["parameter"]:
            continue
        if cells["parameter"] not in RULES:
            hint = did_you_mean(cells["parameter"], RULES)
            raise InputError(f"{where}: unknown parameter {cells['parameter']!r}; {hint}")
        fields[cells["parameter"]] = _measurement(cells, where)
    if not fields:
        raise InputError(f"{path}: determines no parameter of a device; record it again")
    date = provenance.get("date", "an unknown day")[:10]
    return Measurements(path, provenance["device"], date, MappingProxyType(fields))


def _measurement(cells: Mapping[str, str], where: str) -> Measurement:
    numbers = []
    for name in ("value", "lower", "upper"):
        try:
            numbers.append(float(cells[name]))
        except ValueError:
            raise InputError(f"{where}: {name} is {cells[name]!r}; expected a number") from None
        if not math.isfinite(numbers[-1]):
            raise InputError(f"{where}: {name} is {cells[name]}; expected a finite number")
    return Measurement(*numbers)


def fit_device(measured: Measurements, target: Path, base: str | None = None) -> list[Change]:
    """Write the file of a device with the measured values.

    Parameters
    ----------
    target : Path
        The file; its stem is the name of the device. A device file there is replaced.
    base : str, optional
        A preset or a device file with all other values; by default the preset of the measured device.

    Returns
    -------
    list of Change
        Each field that was measured.

    Raises
    ------
    InputError
        The device has no preset, the target is another file, or cannot be written.
    ConfigError, OptionError
        The base, or a device with the measured values, cannot be.
    """
    source = base or preset_of(measured.device)
    if source is None:
        raise InputError(
            f"{measured.path}: {measured.device} has no preset; give the device whose other values are "
            f"nearest, such as `--base {device_names()[0]}`"
        )
    device = load_device(source)
    text = device_path(source).read_text(encoding="utf-8")
    _check_target(target)
    changes, lines = _fitted(measured, device, text.splitlines(), target.stem)
    with replacing(target) as part:
        part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        try:
            load_device(part)
        except ConfigError as error:
            where = f"{measured.path}: the fitted device {target.stem!r}"
            lines = [line.partition(".part:")[2].partition(": ")[2] for line in error.problems]
            problems = [f"{where}: {line}" for line in lines]
            raise OptionError(
                "\n".join([*problems, "correct the rows of these fields, or measure again"])
            ) from None
    return changes


def _check_target(target: Path) -> None:
    if not target.parent.is_dir():
        raise InputError(f"{target}: there is no folder {target.parent} to write into")
    if target.suffix not in (".yaml", ".yml"):
        raise InputError(f"{target}: expected a name that ends in .yaml")
    if target.exists():
        try:
            load_device(target)
        except (ConfigError, InputError, OptionError):
            raise InputError(f"{target}: exists and is not a device file; choose another name") from None


def _fitted(
    measured: Measurements, device: Device, lines: list[str], name: str
) -> tuple[list[Change], list[str]]:
    """The changes, and the lines of the file with them."""
    values: dict[str, float] = {each: getattr(device, each) for each in ("l2_slices", "dram_bandwidth")}
    values["l2_slice_width"] = device.l2_slice_width
    fields, written = _of_near_half(measured.fields, device), device.model_dump(mode="json")
    changes, made = [], _replaced(lines, "name", f"name: {name}")
    for field, rule in RULES.items():
        found = fields.get(field)
        if found is None:
            continue
        before = _value_text(lines, field) or str(written[field])
        if found.value <= 0:
            changes.append(
                Change(field, before, before, "", f"{found.value:.3g} was measured, which cannot be")
            )
            continue
        value = rule.value(found.value, values)
        if kept := _lower_bound(field, measured.fields, device):
            changes.append(Change(field, before, before, "", kept))
            continue
        values[field] = value
        low, high = (rule.text(rule.value(each, values)) for each in (found.lower, found.upper))
        if field == "l2_slice_width":  # the others need what the file says
            values[field] = float(rule.text(value).split()[0])
        bounds = f"{low} to {high}"
        where = f"on {measured.device}, {measured.date}"
        comment = f"# {MARK} measured {bounds} {where}"
        if field not in measured.fields:
            comment = f"# {MARK} as far from l2_latency as before"
        elif found != measured.fields[field]:
            mean = rule.text(measured.fields[field].value)
            comment = f"# {MARK} of the near half; the mean of both is {mean} {where}"
        made = _replaced(made, field, f"{field}: {rule.text(value)}".ljust(31) + f" {comment}")
        changes.append(Change(field, before, rule.text(value), bounds))
    return changes, _with_source(made)


def _of_near_half(fields: Mapping[str, Measurement], device: Device) -> Mapping[str, Measurement]:
    """The numbers of the near half of an L2 with halves that look alike to the microbenchmarks.

    A load that misses in the far half may leave a copy, and then every second load takes the near latency.
    The far half keeps its distance. Half of the chased memory is far, so its latency is a mean.
    """
    if not device.l2_far_latency or "l2_far_latency" in fields or "l2_latency" not in fields:
        return fields
    distance, made = device.l2_far_latency - device.l2_latency, dict(fields)
    made["l2_far_latency"] = fields["l2_latency"].plus(distance)
    if "dram_latency" in fields:
        made["dram_latency"] = fields["dram_latency"].plus(-distance / 2)
    return made


def _lower_bound(field: str, fields: Mapping[str, Measurement], device: Device) -> str:
    """Why a measured number is only a lower bound of the field; empty if it is not."""
    value = fields[field].value if field in fields else 0.0
    if field == "clock" and 0.97 * device.clock < value < device.clock:
        return f"{value / 1e6:.0f} MHz was measured between events, which take a part of the time"
    if field == "outstanding_sectors" and "dram_latency" in fields:
        port = fields["l2_port_width"].value if "l2_port_width" in fields else device.l2_port_width
        rate, limit = value / fields["dram_latency"].value, min(1.0, port / SECTOR_BYTES)
        if rate > 0.8 * limit:
            return (
                f"{value:.0f} was measured at {rate:.2f} sectors a cycle, where the LSU (a line a cycle) or "
                "the port limits them"
            )
    return ""


def _value_text(lines: list[str], field: str) -> str:
    """The text of a field in a file, without its comment; empty if it has none."""
    found = [line for line in lines if line.startswith(f"{field}:")]
    return re.split(r"\s+#", found[0].partition(":")[2])[0].strip() if found else ""


def _replaced(lines: list[str], field: str, new: str) -> list[str]:
    """The lines with a new line for a field, in the place of an old one or at the end."""
    if any(line.startswith(f"{field}:") for line in lines):
        return [new if line.startswith(f"{field}:") else line for line in lines]
    return [*lines, new]


def _with_source(lines: list[str]) -> list[str]:
    """The lines, whose head explains the mark of measured values."""
    source = f"# {MARK} measured by the microbenchmarks of a recording of numasim."
    head = next((at for at, line in enumerate(lines) if not line.startswith("#")), 0)
    return lines if source in lines[:head] else [*lines[:head], source, *lines[head:]]
