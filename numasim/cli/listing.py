"""``numasim list``: what can be named in a configuration, one line each."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partitioners.registry import Plugin, Registry

KINDS = ("partitioners", "mappers", "schedulers", "generators", "programs", "kernels", "machines", "configs")


def list_plugins(kind: str | None = None, /) -> None:
    """List partitioners, mappers, schedulers, generators, programs, kernels, machines and configs.

    Parameters
    ----------
    kind
        One of these; all of them where it is left out.
    """
    from rich.table import Table

    from numasim.cli.terminal import console
    from partitioners.errors import UnknownNameError
    from partitioners.registry import did_you_mean

    if kind is not None and kind not in KINDS:
        raise UnknownNameError(f"unknown kind {kind!r}; {did_you_mean(kind, KINDS)}")
    out = console()
    for each in KINDS if kind is None else (kind,):
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(ratio=1)
        for name, text in entries(each):
            table.add_row(name, text)
        if kind is None:
            out.print(f"{each}:")
        out.print(table)
        if kind is None:
            out.print()


def entries(kind: str) -> Iterator[tuple[str, str]]:
    """Name and one line for every member of a kind: its summary, then its options with their defaults."""
    if kind == "programs":
        from numasim.trace.programs import PROGRAMS

        for program in PROGRAMS.values():
            yield (
                program.name,
                f"{program.summary[0].upper()}{program.summary[1:]} ({program.size} by default)",
            )
    elif kind == "kernels":
        from gpu.kernel import KERNELS

        for kernel in KERNELS.values():
            yield kernel.name, kernel.summary
    elif kind == "machines":
        from numasim.presets import config_directory, machine_names

        for name in machine_names():
            if name == "mesh-WxH":
                yield name, "A mesh of any size, such as mesh-8x8, with the parameters of mesh.yaml"
            else:
                yield name, first_comment(config_directory() / "machines" / f"{name}.yaml")
    elif kind == "configs":
        from numasim.presets import config_directory, config_names

        for name in config_names():
            yield name, first_comment(config_directory() / f"{name}.yaml")
    else:
        for plugin in _plugins(_registry(kind)):
            yield plugin.name, describe(plugin)


def describe(plugin: Plugin) -> str:
    """A plug-in's summary and its options; why it cannot be used where it cannot."""
    try:
        options = ", ".join(_option(option) for option in plugin.options.values())
        summary = plugin.summary
    except Exception as error:  # one broken plug-in must not hide the others
        return f"cannot be loaded: {type(error).__name__}: {error}"
    return f"{summary} Options: {options}." if options else summary


def first_comment(path: Path) -> str:
    """The first sentence of the comment at the head of a YAML file."""
    words = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") or not line.strip("# "):
            break
        words.append(line.strip("# "))
    text = " ".join(words)
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _registry(kind: str) -> Registry:
    if kind == "partitioners":
        from partitioners.partition_graph import PARTITIONERS

        return PARTITIONERS
    if kind == "mappers":
        from mappers.map_clusters import MAPPERS

        return MAPPERS
    if kind == "schedulers":
        from numasim.schedulers import SCHEDULERS

        return SCHEDULERS
    from partitioners.generator_registry import GENERATORS

    return GENERATORS


def _plugins(registry: Registry) -> Iterator[Plugin]:
    for name in registry.names():
        yield registry[name]


def _option(option: Any) -> str:
    return option.name if option.default is inspect.Parameter.empty else f"{option.name}={option.default}"
