"""A traced run: its graph and its metadata."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partitioners.graph import Graph

TRACE_CUT = "trace_cut"
"""The vertex attribute of a trace that a limit ended: 1 for its last instruction. Other traces lack it."""

TRACE_VERSION = 4
"""Part of the key of cached traces. Increment it when the rules of the graph change."""


@dataclass(frozen=True, eq=False)
class Trace:
    """The graph of one run of a program.

    Attributes
    ----------
    arrays : dict of str to ndarray
        The contents of the graph file: ``num_vertices``, ``src``, ``dst``, ``weight`` (m,), and per vertex
        ``opcode_class``, ``latency_class`` (uint8, see :mod:`numasim.trace.instructions`), ``address``
        (uint32, renumbered, 0 for none), ``bytes`` (uint32), ``operation`` (uint16, cycles),
        ``program_order`` (int32), ``function`` and ``line`` (of the smallest unsigned type).
    about : dict
        Plain data: ``program``, ``arguments``, ``compiler``, ``flags``, ``weights`` and the other settings;
        ``ran_serially`` (the program has OpenMP directives, which were not compiled); ``exit_code`` (None if
        the program did not exit), ``signal``, ``cut_short``; ``functions`` and ``files`` (for each number in
        ``function``, its name in the IR and the file to which ``line`` refers); ``opcodes`` (the executions
        of each opcode), ``unknown_calls`` (the calls of each function whose effects on memory are unknown),
        ``process_calls`` (the calls of each function that starts a process or program, which is not traced).
    output, errors : bytes
        The first 64 KiB of the program's standard output and standard error.
    """

    arrays: Mapping[str, NDArray[Any]]
    about: Mapping[str, Any]
    output: bytes = b""
    errors: bytes = b""

    @property
    def graph(self) -> Graph:
        """Create the graph. Every call returns a new one."""
        from partitioners.graph import Graph

        rest = {k: v for k, v in self.arrays.items() if k not in ("num_vertices", "src", "dst", "weight")}
        return Graph(
            int(self.arrays["num_vertices"]),
            self.arrays["src"],
            self.arrays["dst"],
            self.arrays["weight"],
            rest,
            name=str(self.about["program"]),
            notes=self.notes,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on behaviour of the program that the graph does not contain exactly, one sentence each."""
        return notes_on(self.about)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The reason why the run ended early, if it did, followed by the notes."""
        about = self.about
        found = []
        if about["signal"]:
            found.append(
                f"the program was ended by {about['signal']}; the graph contains the execution until then"
            )
        if about["cut_short"] == "limit":
            found.append("a limit was reached; the graph contains the execution until then")
        return (*found, *self.notes)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the graph and its metadata to an ``.npz`` file that :func:`read_graph` can read.

        Raises
        ------
        InputError
            The folder does not exist, the name does not end in ``.npz``, or the disk is full. An existing
            file is then left unchanged.
        """
        import numpy as np

        path = Path(path)
        check_output(path)
        contents: dict[str, Any] = {**self.arrays, "about": np.array(json.dumps(self.about))}
        with replacing(path) as part, part.open("wb") as stream:
            np.savez(stream, **contents)


def notes_on(about: Mapping[str, Any]) -> tuple[str, ...]:
    """Return :attr:`Trace.notes` of a run with these metadata."""
    found = []
    unknown = "dependencies may be missing, because these have unknown memory accesses"
    if about.get("ran_serially"):
        found.append("the OpenMP directives were not compiled, so the program ran serially")
    if about.get("process_calls"):
        calls = counts_of(about["process_calls"])
        found.append(f"the graph does not contain the processes and programs started by: {calls}")
    if about.get("unknown_calls"):
        found.append(f"{unknown}: {counts_of(about['unknown_calls'])}")
    if about.get("unknown_instructions"):
        found.append(f"{unknown}: {', '.join(about['unknown_instructions'])}")
    return tuple(found)


def cut_trace(instructions: int) -> str:
    """Return the warning for a run whose trace was cut by a limit."""
    return (
        f"the trace was cut by a limit after {instructions:,} instructions: the figures are those of "
        "the beginning of the program"
    )


def check_output(path: Path) -> None:
    """Raise an InputError if the file of a trace cannot be written to a path."""
    if path.suffix != ".npz":
        raise InputError(f"{path}: the file name of a traced graph must end in .npz; use {path.name}.npz")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent} to write into")


def counts_of(calls: Mapping[str, int]) -> str:
    """The functions in readable form, each with the number of its calls."""
    from numasim.trace.demangle import demangled

    names = demangled(list(calls))
    return ", ".join(f"{name} ({count:,})" for name, count in zip(names, calls.values(), strict=True))
