"""A device: the parameters of all units in one flat table, each unit's from its own file.

Device files (:mod:`gpu.model.presets`) are read by the schema system of machines and experiments.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError, model_validator

from gpu.model import front_end, l1, l2, launch, link, lsu
from gpu.model.presets import device_document, device_names
from partitioners.config.model import rule
from partitioners.config.problems import Problem, find_problems, in_file_order, raise_problems
from partitioners.config.yaml_lines import Document
from partitioners.errors import ConfigError, OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.units import format_size


class Device(
    link.Parameters,
    launch.Parameters,
    l2.WithMemory,
    l1.Parameters,
    lsu.Parameters,
    front_end.Parameters,
):
    """The parameters of a modelled GPU, by unit: the classes ``Parameters`` of :mod:`gpu.model`.

    In files, sizes, rates, frequencies and times have units. Here they are numbers of bytes, bytes per
    second, hertz and seconds; latencies are cycles of ``clock``. The description of each field is in
    ``Device.model_fields``.
    """

    keys_before: ClassVar[tuple[str, ...]] = ("base",)
    other_names: ClassVar[Mapping[str, str]] = {
        "clock_mhz": "clock: N MHz",
        "shared_kib_per_block": "shared_per_block: N KiB",
        "shared_carveouts_kib": "shared_carveouts: [N KiB, ...]",
        "l1_kib": "l1_size: N KiB",
        "l2_kib": "l2_size: N KiB",
        "l2_port_bytes": "l2_port_width: N B",
        "l2_slice_bytes": "l2_slice_width: N B",
        "dram_gb_s": "dram_bandwidth: N GB/s",
        "launch_us": "launch_latency: N us",
    }

    @model_validator(mode="before")
    @classmethod
    def _starts_from_a_device(cls, data: Any) -> Any:
        needed = [name for name, info in cls.model_fields.items() if info.is_required()]
        missing = [name for name in needed if name not in data] if isinstance(data, Mapping) else []
        if len(missing) > 3:
            raise ValueError(
                f"lacks {', '.join(missing[:3])} and {len(missing) - 3} other fields of a device; start from "
                f"an existing device, such as `base: {device_names()[-1]}`"
            )
        return data

    @rule
    def _l1_is_before_the_l2(self) -> None:
        if self.l1_latency > self.l2_latency:
            message = f"expected at most l2_latency, {self.l2_latency}, got {self.l1_latency}"
            raise_problems([Problem(("l1_latency",), message)])

    @rule
    def _l1_has_room_for_shared_memory(self) -> None:
        largest = max(self.shared_carveouts, default=0)
        if self.l1_unified and largest > self.l1_size:
            message = (
                f"expected at most l1_size, {format_size(self.l1_size)}, which includes shared memory, got "
                f"{format_size(largest)}"
            )
            raise_problems([Problem(("shared_carveouts",), message)])


def load_device(source: str | Path | Device, **changes: Any) -> Device:
    """Load a device.

    Parameters
    ----------
    source : str, Path or Device
        The name of a preset, a YAML file with the fields of :class:`Device`, or a device. In a file,
        ``base: NAME`` names the preset or the generation with the values of missing fields.
    **changes
        Fields with different values: numbers in the SI base (bytes, hertz), or texts with their unit.

    Raises
    ------
    UnknownNameError
        The preset or a field does not exist; the message has the nearest name.
    ConfigError
        The file cannot be read or has invalid fields; the message has all of them, with their lines.
    OptionError
        Changed fields are invalid; the message has all of them.
    """
    for name in changes:
        if name not in Device.model_fields:
            hint = did_you_mean(name, Device.model_fields)
            raise UnknownNameError(f"unknown field {name!r}; {hint}")
    device = source if isinstance(source, Device) else _checked(device_document(str(source)))
    if not changes:
        return device
    changed = {name: _as_in_a_file(name, value) for name, value in changes.items()}
    try:
        return Device.model_validate({**device.model_dump(mode="json"), **changed})
    except ValidationError as error:
        where = f"device {device.name!r}"
        lines = [f"{where}: {problem.line()}" for problem in find_problems(error, Device)]
        raise OptionError("\n".join(lines)) from None


def _checked(document: Document) -> Device:
    try:
        return Device.model_validate(document.data)
    except ValidationError as error:
        raise ConfigError(in_file_order(find_problems(error, Device), document)) from None


def _as_in_a_file(name: str, value: Any) -> Any:
    """A value as in a file: a number of bytes, hertz or seconds becomes text with its unit."""
    if _has_text(value):
        return value
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value}
    one = Device.model_construct(None, **values)
    try:
        text = one.model_dump(mode="json", include={name}, warnings=False)[name]
    except ValueError:  # no text stands for it, so it is refused as it is
        return value
    return text if _has_text(text) else value


def _has_text(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, (list, tuple)) and any(map(_has_text, value)))
