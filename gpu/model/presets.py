"""The device files that come with the project, by name, and a device file with the values of its bases.

A device is ``configs/devices/NAME.yaml``. ``base`` names the device whose values it starts from, or the
generation, ``configs/devices/generations/NAME.yaml``, which has what its devices have in common.
"""

from __future__ import annotations

import re
from pathlib import Path

from partitioners.config.yaml_lines import Document, display_path, merge, read_yaml
from partitioners.errors import ConfigError, InputError, UnknownNameError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value


def device_directory() -> Path:
    """The folder of the project's device presets."""
    site = Path(__file__).resolve().parents[2]
    in_wheel = site / "numasim" / "configs" / "devices"
    return in_wheel if in_wheel.is_dir() else site / "configs" / "devices"


def device_names() -> list[str]:
    """The names of the project's device presets."""
    return sorted(path.stem for path in device_directory().glob("*.yaml"))


def generation_names() -> list[str]:
    """The names of the generations, which only ``base`` in a device file may have."""
    return sorted(path.stem for path in device_directory().glob("generations/*.yaml"))


def preset_of(device: str) -> str | None:
    """Find the preset all of whose words are in the name of a device; of several the one with most words.

    Parameters
    ----------
    device : str
        The name that the driver reports, such as ``NVIDIA A100-SXM4-40GB``.

    Returns
    -------
    str or None
        A preset, such as ``a100-40gb``; None if there is none.
    """
    words = set(re.findall("[a-z0-9]+", device.lower()))
    found = [name for name in device_names() if words.issuperset(name.split("-"))]
    return max(found, key=lambda name: (len(name.split("-")), name), default=None)


def device_path(source: str, directory: Path | None = None, *, is_base: bool = False) -> Path:
    """Find the file of a device by its name, or by its path next to ``directory`` or the current one.

    Raises
    ------
    UnknownNameError
        There is no such device, or the name is that of a generation and ``is_base`` is false.
    InputError
        There is no such file.
    """
    known = [*device_names(), *(generation_names() if is_base else ())]
    if source in generation_names():
        if is_base:
            return device_directory() / "generations" / f"{source}.yaml"
        raise UnknownNameError(
            f"{source!r} is a generation, from which devices start; write `base: {source}` in a device file "
            f"or choose a device: {', '.join(device_names())}"
        )
    if source in known:
        return device_directory() / f"{source}.yaml"
    for folder in (directory, Path()):
        if folder is not None and (folder / source).is_file():
            return folder / source
    if Path(source).suffix in (".yaml", ".yml"):
        raise InputError(f"{source}: no such file")
    raise UnknownNameError(f"unknown device {source!r}; {did_you_mean(source, known)}")


def device_document(
    source: str,
    directory: Path | None = None,
    *,
    is_base: bool = False,
    seen: tuple[Path, ...] = (),
) -> Document:
    """Read a device file: its values and those of its bases, with the position of each.

    A device without ``name`` has that of its file.

    Parameters
    ----------
    source : str
        A name or a path, as in :func:`device_path`.
    directory : Path, optional
        The folder in which a path is looked up first.
    is_base : bool
        Whether another device starts from it; it then may be a generation.
    seen : tuple of Path
        The files that start from it.

    Raises
    ------
    UnknownNameError, InputError
        As in :func:`device_path`.
    ConfigError
        A file is not YAML with a mapping, or is based on itself.
    """
    path = device_path(source, directory, is_base=is_base)
    document = read_yaml(path, shown := display_path(path))
    if not isinstance(document.data, dict):
        raise ConfigError([f"{shown}: expected a mapping, got {format_value(document.data)}"])
    base = document.data.pop("base", None)
    if not is_base:
        document.data.setdefault("name", path.stem)
    if base is None:
        return document
    place, seen = document.place(("base",)), (*seen, path.resolve())
    if not isinstance(base, str):
        raise ConfigError([f"{place}: base: expected the name of a device, got {format_value(base)}"])
    try:
        if device_path(base, path.parent, is_base=True).resolve() in seen:
            raise ConfigError([f"{place}: base: the device is based on itself"])
        return merge(device_document(base, path.parent, is_base=True, seen=seen), document)
    except UnknownNameError as error:
        raise ConfigError([f"{place}: base: {error}"]) from None
