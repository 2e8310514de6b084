"""``numasim conformance``: check that a plug-in follows the rules of its family."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from partitioners.plugins.conformance import Finding
    from partitioners.plugins.registry import Plugin


def conformance(
    kind: str,
    name: str,
    /,
    *,
    given: Annotated[list[str] | None, Parameter(name="--set", negative="")] = None,
) -> int:
    """Check that a plug-in follows the rules of its family. Exits with 1 if a check fails.

    Parameters
    ----------
    kind
        The family: partitioner, mapper, schedule, scheduler, generator, component, gpu-program,
        thread-program, thread-schedule, thread-mapper or kind (of experiment).
    name
        A registered plug-in, of numasim or of any installed package.
    given
        OPTION=VALUE, for an option that has no default; may be repeated.
    """
    from numasim.cli.terminal import console, print_error
    from numasim.conformance.suites import suite_of

    suite = suite_of(kind)
    options = _parse(suite.registry[name], given or [])
    findings = suite(name, options).run()
    _print(findings)
    failed = sum(bool(each.failure) for each in findings)
    skipped = sum(bool(each.skipped) for each in findings)
    summary = f"{kind} {name!r}: {len(findings) - failed - skipped} checks passed"
    if skipped:
        summary += f", {skipped} do not apply"
    if failed:
        print_error(f"{summary}, {failed} failed", kind="")
        return 1
    console().print(f"\n{summary}")
    return 0


def _parse(plugin: Plugin, given: list[str]) -> dict[str, Any]:
    from partitioners.errors import OptionError
    from partitioners.plugins.registry import no_option

    options = {}
    owner = f"{plugin.kind} {plugin.name!r}"
    for each in given:
        name, equals, text = each.partition("=")
        if not equals:
            raise OptionError(f"--set {each}: expected OPTION=VALUE, such as --set scale=6")
        if name not in plugin.options:
            raise OptionError(no_option([plugin], name))
        if name in options:
            raise OptionError(f"--set {each}: {name} is given twice")
        options[name] = plugin.options[name].parse(text, owner)
    for name, option in plugin.options.items():
        if option.default is inspect.Parameter.empty and name not in options:
            raise OptionError(f"{owner} needs the option {name!r}; set it with --set {name}=VALUE")
    return options


def _print(findings: list[Finding]) -> None:
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from numasim.cli.terminal import console

    table = Table("", "check", box=None, padding=(0, 2, 0, 0), pad_edge=False)
    first: dict[str, str] = {}
    for each in findings:
        outcome = Text("failed", "bold red") if each.failure else Text("-" if each.skipped else "passed")
        more = each.failure or each.skipped
        if each.failure and first.setdefault(each.cause, each.check) != each.check:
            more = f"for the same reason as {first[each.cause]!r}"
        cell = Group(each.check, Padding(Text(more), (0, 0, 0, 2))) if more else each.check
        table.add_row(outcome, cell)
    console().print(table)
