"""The exceptions of the whole project, in one tree.

::

    NumasimError
    ├── InputError              wrong user input; the message names the place and the remedy
    │   ├── GraphError          arrays that do not define a valid graph
    │   │   └── CyclicGraphError    a cycle in a graph that must be acyclic
    │   ├── GraphFileError      a graph file that cannot be read in its format
    │   ├── UnknownNameError    an unknown plug-in name
    │   ├── OptionError         an unknown option of a plug-in, or an invalid value
    │   └── ConfigError         all mistakes in one configuration file
    ├── KernelError             a GPU kernel that breaks a rule of CUDA (a wild access, a race)
    ├── PluginError             an exception in another package's plug-in; the message names its file and line
    ├── MissingExtraError       an optional package that is not installed; the message names the extra
    ├── VerificationError       a result that violates its own definition (a bug, or an edited file)
    └── InvariantError          a simulated run that violates an invariant of the model (always a bug)

The command line turns an :class:`InputError` into one message and exit code 2.
"""

from __future__ import annotations

from collections.abc import Sequence

MAX_LINES = 20
"""Maximum number of lines in one message."""

MAX_LENGTH = 390
"""Maximum number of characters in one line of a message."""


class NotedWarning(UserWarning):
    """A warning whose text is a note of the graph, too; a command prints the notes."""


class NumasimError(Exception):
    """Base class of all exceptions of this project."""


class InputError(NumasimError):
    """The input of the user is wrong."""


class GraphError(InputError):
    """The arrays do not define a valid graph."""


class CyclicGraphError(GraphError):
    """The graph has a cycle, but must be acyclic.

    Parameters
    ----------
    cycle : sequence of int
        The vertices of one cycle, in order, the first not repeated at the end.
    names : sequence, optional
        The names of these vertices in the source of the graph.
    need : str
        What needs an acyclic graph, and what to do, for the end of the message.
    """

    def __init__(
        self,
        cycle: Sequence[int],
        names: Sequence[object] | None = None,
        need: str = "dataflow runs each vertex once; use an acyclic graph, or leave `execution.model` out, "
        "which chooses supersteps for this graph",
    ) -> None:
        self.cycle = tuple(int(vertex) for vertex in cycle)
        self.names = tuple(self.cycle if names is None else names)
        super().__init__(f"the graph has a cycle ({shown_cycle(self.names)}), but {need}")


def shown_cycle(names: Sequence[object]) -> str:
    """The members of a cycle for a message, with the first repeated at the end and at most twelve in all."""
    shown = [str(name) for name in (*names, names[0])]
    if len(shown) > 12:
        shown = [*shown[:6], f"... ({len(shown) - 12} more) ...", *shown[-6:]]
    return " -> ".join(shown)


class GraphFileError(InputError):
    """A graph file cannot be read in its format."""


class UnknownNameError(InputError):
    """There is no plug-in with this name in its family."""


class OptionError(InputError):
    """A plug-in does not have an option, or the value of an option is invalid."""


class ConfigError(InputError):
    """A configuration file has one or more mistakes.

    Parameters
    ----------
    problems : sequence of str
        One complete line per mistake: ``file:line:column: field: what is wrong``. The message contains the
        first lines, shortened if they are very long. The attribute ``problems`` contains all lines in full.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        lines = [_readable(line) for line in self.problems[:MAX_LINES]]
        if more := len(self.problems) - len(lines):
            lines.append(f"and {more:,} more")
        super().__init__("\n".join(lines))


def _readable(line: str) -> str:
    """Cut the middle out of a very long line: the place and the remedy are at its ends."""
    if len(line) <= MAX_LENGTH:
        return line
    return f"{line[: 2 * MAX_LENGTH // 3]} ... {line[-MAX_LENGTH // 3 :]}"


class MissingExtraError(NumasimError):
    """A required optional package is not installed.

    Parameters
    ----------
    package : str
        The import name of the package.
    extra : str or tuple of str
        The extra of ``numasim`` that installs the package, or all extras that do.
    purpose : str
        The feature that needs the package.
    """

    def __init__(self, package: str, extra: str | tuple[str, ...], purpose: str) -> None:
        extras = (extra,) if isinstance(extra, str) else extra
        cure = " or ".join(f"'numasim[{each}]'" for each in extras)
        super().__init__(f"{purpose} needs the package {package!r}: pip install {cure}")


class PluginError(NumasimError):
    """A plug-in of another package raised an unexpected exception.

    Parameters
    ----------
    plugin : str
        Family and name of the plug-in: ``partitioner 'mine'``.
    fault : str
        The exception, with the file and line in the plug-in's package.
    """

    def __init__(self, plugin: str, fault: str) -> None:
        self.fault = fault
        super().__init__(f"{plugin} failed: {fault}")


class KernelError(NumasimError):
    """A GPU kernel breaks a rule of CUDA; the message names the kernel, the block, thread and line."""


class VerificationError(NumasimError):
    """A result violates its own definition."""


class InvariantError(NumasimError):
    """A simulated run violates an invariant of the execution model."""
