"""Find the experiments and machines that come with numasim, and read a machine by its name.

They are in ``numasim/configs`` in a wheel and in ``configs`` at the root of a checkout. The name of a machine
is a preset (``configs/machines/NAME.yaml``), the pattern ``mesh-WxH`` or a file. ``base`` in a machine's
mapping names the machine on which it is based. This module merges them into one mapping with the position of
each value. :class:`numasim.machine.machine.Machine` checks the mapping.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path as FilePath
from typing import Any, Literal, NoReturn

from gpu.model.presets import device_document, device_names, generation_names
from partitioners.config.yaml_lines import Document, Path, display_path, merge, read_yaml
from partitioners.errors import ConfigError, UnknownNameError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value, shorten

_MESH = re.compile(r"mesh-([0-9]{1,9})x([0-9]{1,9})")
_NEARLY_MESH = re.compile(r"mesh\W*([0-9]+)\W*[xX×*]?\W*([0-9]*)")


NO_MACHINE: Literal["none"] = "none"
"""The value of ``machine`` in an experiment without a machine."""

PAIR = ("cpu", "gpu")
"""The keys of the machines of a processor with a GPU, each of which may be a name or a mapping."""


def config_directory() -> FilePath:
    """Return the folder of the shipped configuration files."""
    package = FilePath(__file__).resolve().parents[1]
    in_wheel = package / "configs"
    return in_wheel if in_wheel.is_dir() else package.parent / "configs"


def config_names() -> list[str]:
    """Return the names of the shipped experiments and studies, for ``numasim run NAME``."""
    folder = config_directory()
    parts = ("*", "whatif/*", "components/*", "papers/*")
    files = [path for part in parts for path in folder.glob(f"{part}.yaml")]
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in files)


def machine_names() -> list[str]:
    """Return the names of the machine presets; ``mesh-WxH`` stands for a mesh of any size."""
    names = {path.stem for path in (config_directory() / "machines").glob("*.yaml")}
    return [*sorted(names - {"mesh"}), "mesh-WxH"]


def find_config(name: str | FilePath) -> FilePath:
    """Find the file of an experiment by its path, or by the name of a shipped experiment.

    Raises
    ------
    ConfigError
        There is no such file, or ``name`` is of another type.
    """
    if not isinstance(name, (str, PathLike)):
        wanted = "expected the path of a YAML file, a name such as quickstart, or a mapping of sections"
        raise ConfigError([f"{wanted}, got {format_value(name)}"])
    path = FilePath(name)
    if is_file(path):
        return path
    if is_folder(path):
        raise ConfigError([f"{name}: is a folder; expected an experiment file"])
    if str(name) in config_names():
        return config_directory() / f"{name}.yaml"
    beside = [str(each) for each in path.parent.glob("*.yaml")] if is_folder(path.parent) else []
    hint = did_you_mean(
        str(name), [*beside, *config_names()], otherwise=did_you_mean(str(name), config_names())
    )
    raise ConfigError([f"{shorten(str(name))}: no such file; {hint}"])


def find_file(name: str, directory: FilePath | None) -> FilePath | None:
    """Find a file next to the experiment (in ``directory``) or in the current directory; else None."""
    for folder in (directory, FilePath()):
        if folder is not None and is_file(folder / name):
            return folder / name
    return None


def is_file(path: FilePath) -> bool:
    """Whether the file exists; False for an impossible name, such as one that is too long."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: FilePath) -> bool:
    """Whether the folder exists; see :func:`is_file`."""
    try:
        return path.is_dir()
    except OSError:
        return False


def no_such_file(name: str, directory: FilePath | None) -> str:
    """Return the message for a file that :func:`find_file` did not find."""
    if FilePath(name).is_absolute():
        return f"no such file: {format_value(name)}"
    looked = "the current directory"
    if directory is not None and directory.resolve() != FilePath().resolve():
        looked = f"{display_path(directory)} and in {looked}"
    return f"no such file: {format_value(name)} (looked in {looked})"


def machine_document(
    source: str | FilePath | Mapping[str, Any] | Document,
    directory: FilePath | None = None,
    label: str = "machine",
) -> Document:
    """Return the complete mapping of a machine, with its bases merged in and the position of each value.

    Parameters
    ----------
    source : str, path, mapping or Document
        A preset, a file, or a mapping; a Document if it is part of a file.
    directory : path, optional
        The folder in which relative file names are looked up first.
    label : str
        The name of the field in messages.

    Raises
    ------
    ConfigError
        The name is unknown, the file does not exist or is not YAML, or a machine is based on itself.
    """
    document = source if isinstance(source, Document) else Document(source)
    return _expand(document, directory, label, ())


def _expand(document: Document, directory: FilePath | None, label: str, seen: tuple[str, ...]) -> Document:
    data = document.data
    if isinstance(data, (str, FilePath)):
        return _named(str(data), document, directory, label, seen)
    if not isinstance(data, Mapping):
        _fail(
            document,
            (),
            label,
            f"expected a preset ({', '.join(machine_names())}), a file, or a mapping, "
            f"got {format_value(data)}",
        )
    own = Document(
        {key: value for key, value in data.items() if key != "base"}, document.keys, document.values
    )
    for name in PAIR:
        if isinstance(data.get(name), (str, Mapping)):
            part = _expand(own.at((name,)), directory, f"{label}.{name}" if label else name, seen)
            own = _with_part(own, name, part)
    if "base" not in data:
        return own
    if not isinstance(data["base"], str):
        _fail(
            document,
            ("base",),
            f"{label}.base",
            f"expected the name of a machine, got {format_value(data['base'])}",
        )
    base = _expand(document.at(("base",)), directory, f"{label}.base" if label else "base", seen)
    if own.data and "name" not in own.data and "name" in base.data:  # a generation has no name
        base.data["name"] = f"{base.data['name']} (changed)"
    for name in PAIR:
        if isinstance(data.get(name), str) or "base" in (data.get(name) or {}):
            base.data.pop(name, None)  # it is another machine, not a change of the base's
    return merge(base, own)


def _named(
    name: str, document: Document, directory: FilePath | None, label: str, seen: tuple[str, ...]
) -> Document:
    mesh = _MESH.fullmatch(name)
    preset = config_directory() / "machines" / f"{'mesh' if mesh else name}.yaml"
    if name in (*device_names(), *generation_names()):
        try:
            return device_document(name, is_base=label.endswith("base"))
        except UnknownNameError as error:
            _fail(document, (), label, str(error))
    if mesh:
        if "0" in (mesh[1].lstrip("0") or "0", mesh[2].lstrip("0") or "0"):
            _fail(document, (), label, f"{name!r} has no tiles; expected mesh-WxH with W and H of at least 1")
        size = Document(
            {"name": name, "mesh": {"width": int(mesh[1]), "height": int(mesh[2])}},
            values=dict.fromkeys((("mesh", "width"), ("mesh", "height")), place)
            if (place := document.place(()))
            else {},
        )
        return merge(_read_machine(preset, "", seen), size)
    if name in machine_names():
        return _read_machine(preset, name, seen)
    file = find_file(name, directory)
    if file is not None:
        if file.resolve() in map(FilePath, seen):
            _fail(document, (), label, f"{name!r} is based on itself")
        return _read_machine(file, file.stem, seen)
    if FilePath(name).suffix in (".yaml", ".yml") or len(FilePath(name).parts) > 1:
        _fail(document, (), label, no_such_file(name, directory))
    nearly = _NEARLY_MESH.fullmatch(name)
    if nearly or name in ("mesh", "mesh-WxH"):
        width, height = (nearly[1], nearly[2] or nearly[1]) if nearly else ("8", "8")
        hint = f"did you mean 'mesh-{width}x{height}'?"
    else:
        hint = did_you_mean(name, [*machine_names(), *device_names()])
    _fail(document, (), label, f"unknown machine {format_value(name)}; {hint}")


def _read_machine(path: FilePath, name: str, seen: tuple[str, ...]) -> Document:
    document = read_yaml(path, display_path(path))
    machine = _expand(document, path.parent, "", (*seen, str(path.resolve())))
    named = isinstance(document.data, Mapping) and "name" in document.data
    return machine if named else merge(machine, Document({"name": name}))


def _with_part(document: Document, name: str, part: Document) -> Document:
    """Return a document with a part replaced, whose key keeps its position."""
    keys, values = (
        {path: place for path, place in places.items() if path[:1] != (name,) or path == (name,)}
        | {(name, *path): place for path, place in of_part.items() if path}
        for places, of_part in ((document.keys, part.keys), (document.values, part.values))
    )
    return Document({**document.data, name: part.data}, keys, values)


def _fail(document: Document, path: Path, label: str, message: str) -> NoReturn:
    place = document.place(path)
    raise ConfigError([": ".join(str(part) for part in (place, label, message) if part)])
