"""The exceptions of the whole project, in one tree.

::

    NumasimError
    ├── InputError              something the user gave is wrong; the message names the place and the cure
    │   ├── GraphError          arrays that do not make a graph
    │   │   └── CyclicGraphError    a cycle where the work needs a directed acyclic graph
    │   ├── GraphFileError      a graph file that cannot be read as what it claims to be
    │   ├── UnknownNameError    no plug-in of that name in its family
    │   ├── OptionError         an option that a plug-in does not take, or a value that it refuses
    │   └── ConfigError         everything that is wrong with one configuration file, at once
    ├── KernelError             a GPU kernel that breaks a rule of CUDA (a divergent barrier, a wild access)
    ├── PluginError             another package's plug-in raised; the message names its file and line
    ├── MissingExtraError       an optional package is needed; the message names the extra
    ├── VerificationError       a result that breaks its own definition (a bug, or a file that was edited)
    └── InvariantError                a simulated run that breaks a law of the execution model (always a bug)

The command line turns an :class:`InputError` into one message and exit code 2.
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_LINES = 20
"""Lines of one message."""

MAX_LENGTH = 390
"""Characters of one of its lines."""


class NumasimError(Exception):
    """Base of every exception that the project raises on purpose."""


class InputError(NumasimError):
    """Something the user gave is wrong."""


class GraphError(InputError):
    """Arrays that do not make a graph."""


class CyclicGraphError(GraphError):
    """A cycle where the work needs a directed acyclic graph.

    Parameters
    ----------
    cycle : sequence of int
        The vertices of one cycle, in order, the first not repeated at the end.
    """

    def __init__(self, cycle: Sequence[int]) -> None:
        self.cycle = tuple(int(vertex) for vertex in cycle)
        shown = [str(vertex) for vertex in (*self.cycle, self.cycle[0])]
        if len(shown) > 12:
            shown = [*shown[:6], f"... ({len(shown) - 12} more) ...", *shown[-6:]]
        super().__init__(
            f"the graph has a cycle ({' -> '.join(shown)}), and dataflow runs each vertex once; "
            "give it an acyclic graph, or leave `execution.model` out, which chooses supersteps for this "
            "graph"
        )


class GraphFileError(InputError):
    """A graph file that cannot be read as what it claims to be."""


class UnknownNameError(InputError):
    """No plug-in of that name in its family."""


class OptionError(InputError):
    """An option that a plug-in does not take, or a value that it refuses."""


class ConfigError(InputError):
    """Everything that is wrong with one configuration file, at once.

    Parameters
    ----------
    problems : sequence of str
        One complete line each: ``file:line:column: field: what is wrong``. The message has the first of them,
        each of a length that can be read; the attribute ``problems`` has all.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        lines = [_readable(line) for line in self.problems[:MAX_LINES]]
        if more := len(self.problems) - len(lines):
            lines.append(f"and {more:,} more")
        super().__init__("\n".join(lines))


def _readable(line: str) -> str:
    """A line without the middle of a very long one: the place and the cure stand at its ends."""
    if len(line) <= MAX_LENGTH:
        return line
    return f"{line[: 2 * MAX_LENGTH // 3]} ... {line[-MAX_LENGTH // 3 :]}"


class MissingExtraError(NumasimError):
    """An optional package is needed and not installed.

    Parameters
    ----------
    package : str
        The import name that failed.
    extra : str or tuple of str
        The extra of ``numasim`` that brings it, or each of those that do.
    purpose : str
        What it is needed for.
    """

    def __init__(self, package: str, extra: str | tuple[str, ...], purpose: str) -> None:
        extras = (extra,) if isinstance(extra, str) else extra
        cure = " or ".join(f"'numasim[{each}]'" for each in extras)
        super().__init__(f"{purpose} needs the package {package!r}: pip install {cure}")


class PluginError(NumasimError):
    """A plug-in of another package raised what it should not have.

    Parameters
    ----------
    plugin : str
        Its family and name: ``partitioner 'mine'``.
    fault : str
        What it raised, and in which file and line of its own.
    """

    def __init__(self, plugin: str, fault: str) -> None:
        self.fault = fault
        super().__init__(f"{plugin} failed: {fault}")


class KernelError(NumasimError):
    """A GPU kernel that breaks a rule of CUDA; the message names the kernel, the block and the thread."""


class VerificationError(NumasimError):
    """A result that breaks its own definition."""


class InvariantError(NumasimError):
    """A simulated run that breaks a law of the execution model."""
