"""``numasim list``: the names that a configuration can use, one line each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from partitioners.plugins.registry import Plugin, Registry

KINDS = (
    "partitioners",
    "mappers",
    "schedules",
    "schedulers",
    "generators",
    "mesh-generators",
    "components",
    "gpu-programs",
    "thread-programs",
    "thread-schedules",
    "thread-mappers",
    "kinds",
    "programs",
    "kernels",
    "machines",
    "configs",
)


def list_plugins(kind: str | None = None, name: str | None = None, /) -> None:
    """List the names that an experiment can use: partitioners, mappers, machines and so on.

    Parameters
    ----------
    kind
        One of partitioners, mappers, schedules, schedulers, generators, mesh-generators, components,
        gpu-programs, thread-programs, thread-schedules, thread-mappers, kinds (of experiments), programs,
        kernels, machines and configs.
        Without it, all kinds are listed with the number of their members.
    name
        A member of the kind. Its description is printed, with the meaning, type and default of each option.
    """
    from numasim.cli.terminal import console
    from partitioners.errors import UnknownNameError
    from partitioners.plugins.registry import did_you_mean

    if kind is not None and kind not in KINDS:
        raise UnknownNameError(f"unknown kind {kind!r}; {did_you_mean(kind, KINDS)}")
    out = console()
    if kind is None:
        _print_lines(out, ((each, str(_count(each))) for each in KINDS))
        if out.is_terminal:
            out.print(
                "\n`numasim list KIND` lists one kind, `numasim list KIND NAME` explains one of its members."
            )
    elif name is None:
        _print_lines(out, entries(kind))
    else:
        _print_one(out, kind, name)


def _print_lines(out: Console, lines: Iterable[tuple[str, str]]) -> None:
    """Print a table on a terminal; elsewhere print unwrapped lines with a tab after the name."""
    from rich.table import Table

    if not out.is_terminal:
        for name, text in lines:
            out.file.write(f"{name}\t{text}\n")  # rich would replace the tab by blanks
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for name, text in lines:
        table.add_row(name, text)
    out.print(table)


def _count(kind: str) -> int:
    return len(_registry(kind)) if kind in PLUGINS else sum(1 for _ in entries(kind))


def entries(kind: str) -> Iterator[tuple[str, str]]:
    """Yield the name of every member of a kind, and one line: its summary, then its options with defaults."""
    if kind == "programs":
        from numasim.trace.programs import PROGRAMS
        from numasim.trace.threads.programs import THREADED_PROGRAMS

        for program in PROGRAMS.values():
            yield program.name, _program(program.summary, program.size)
        for threaded in THREADED_PROGRAMS.values():
            forms = ", ".join(threaded.forms)
            text = _program(threaded.summary, threaded.size)
            yield threaded.name, f"{text}. A program of threads; forms: {forms}"
    elif kind == "kernels":
        from gpu.kernel import KERNELS

        for kernel in KERNELS.values():
            yield kernel.name, kernel.summary
    elif kind == "machines":
        from gpu.model.presets import device_names
        from numasim.config.presets import config_directory, machine_names

        for name in machine_names():
            if name == "mesh-WxH":
                yield name, "A mesh of any size, such as mesh-8x8, with the parameters of mesh.yaml"
            else:
                yield name, first_comment(config_directory() / "machines" / f"{name}.yaml")
        for name in device_names():
            yield name, f"{first_comment(config_directory() / 'devices' / f'{name}.yaml')} For kernels."
    elif kind == "configs":
        from numasim.config.presets import config_directory, config_names

        for name in config_names():
            yield name, first_comment(config_directory() / f"{name}.yaml")
    else:
        from partitioners.partition_graph import missing_extra

        registry = _registry(kind)
        for name in registry:
            missing = missing_extra(name) if kind == "partitioners" else None
            yield name, describe(registry[name]) + ("" if missing is None else f" (not installed: {missing})")


def _program(summary: str, size: int) -> str:
    return f"{summary[0].upper()}{summary[1:]} ({size} by default)"


def _print_one(out: Console, kind: str, name: str) -> None:
    """Print one member of a kind; of a plug-in, its docstring and its options."""
    from rich.padding import Padding

    from partitioners.errors import UnknownNameError
    from partitioners.plugins.registry import did_you_mean
    from partitioners.text.format_value import format_value
    from partitioners.text.wording import describe_type

    if kind not in PLUGINS:
        lines = dict(entries(kind))
        if name not in lines and kind == "machines":
            lines[name] = _machine(name)
        if name not in lines:
            raise UnknownNameError(f"unknown {kind[:-1]} {name!r}; {did_you_mean(name, lines)}")
        out.print(lines[name])
        return
    plugin = _registry(kind)[name]
    text = inspect.getdoc(plugin.function) or ""
    out.print(re.split(r"\n+[A-Z][a-z]+\n---", text)[0], markup=False)
    out.print()
    for line in _of_component(plugin):
        out.print(line)
    if not plugin.options:
        out.print("It takes no options.")
        return
    for option in plugin.options.values():
        given = "required" if option.default is inspect.Parameter.empty else None
        default = given or f"default {format_value(option.default)}".replace("'", "")
        out.print(f"{option.name}: {describe_type(option.annotation)}; {default}", soft_wrap=True)
        if not option.meaning:
            continue
        if out.is_terminal:
            out.print(Padding(option.meaning, (0, 0, 0, 4)))
        else:
            out.file.write(f"    {option.meaning}\n")


def _machine(name: str) -> str:
    """Return one line on a machine that has no preset of its own: a mesh of some size, or a file."""
    from numasim.config.presets import machine_document
    from numasim.machine.machine import load_machine
    from partitioners.errors import ConfigError, UnknownNameError

    try:
        machine_document(name, label="")
    except ConfigError as error:
        raise UnknownNameError(str(error)) from None
    machine = load_machine(name)
    if machine.mesh == "clusters":
        return f"{machine.name}: as many cores as clusters, on a mesh"
    mesh = machine.topology
    return f"{machine.name}: {mesh.num_cores} cores on a mesh of {mesh.width} x {mesh.height}"


def describe(plugin: Plugin) -> str:
    """Return a plug-in's summary and options, or the reason why it cannot be loaded."""
    try:
        options = ", ".join(_option(option) for option in plugin.options.values())
        summary = " ".join([plugin.summary, *_of_component(plugin)])
    except Exception as error:  # one broken plug-in must not hide the others
        return f"cannot be loaded: {type(error).__name__}: {error}"
    return f"{summary} Options: {options}." if options else summary


def _of_component(plugin: Plugin) -> Iterator[str]:
    """Yield the part of the machine that a component replaces, and its counters."""
    if (part := getattr(plugin.function, "part", None)) is not None:
        yield f"Part: {part}."
        if counters := getattr(plugin.function, "counters", ()):
            yield f"Counters: {', '.join(counters)}."


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


PLUGINS = KINDS[: KINDS.index("programs")]
"""The kinds that other packages can extend."""


def _registry(kind: str) -> Registry:
    if kind == "partitioners":
        from partitioners.partition_graph import PARTITIONERS

        return PARTITIONERS
    if kind == "mappers":
        from mappers.map_clusters import MAPPERS

        return MAPPERS
    if kind == "schedules":
        from mappers.scheduling.schedule_tasks import SCHEDULES

        return SCHEDULES
    if kind == "schedulers":
        from numasim.program.schedulers import SCHEDULERS

        return SCHEDULERS
    if kind == "components":
        from numasim.numa.simpy_engine.parts import COMPONENTS

        return COMPONENTS
    if kind == "gpu-programs":
        from gpu.programs.program import GPU_PROGRAMS

        return GPU_PROGRAMS
    if kind == "mesh-generators":
        from gpu.meshes.generators import MESH_GENERATORS

        return MESH_GENERATORS
    if kind == "thread-programs":
        from numasim.threads.program import THREAD_PROGRAMS

        return THREAD_PROGRAMS
    if kind == "thread-schedules":
        from numasim.threads.schedules import THREAD_SCHEDULES

        return THREAD_SCHEDULES
    if kind == "thread-mappers":
        from numasim.threads.mapping import THREAD_MAPPERS

        return THREAD_MAPPERS
    if kind == "kinds":
        from numasim.schema.kinds import KINDS as OF_EXPERIMENTS

        return OF_EXPERIMENTS
    from partitioners.generators.registry import GENERATORS

    return GENERATORS


def _option(option: Any) -> str:
    return option.name if option.default is inspect.Parameter.empty else f"{option.name}={option.default}"
