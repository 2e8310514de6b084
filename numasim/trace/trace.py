"""A traced run: its graph, and what is known of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.atomic_write import replacing
from partitioners.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partitioners.graph import Graph

TRACE_CUT = "trace_cut"
"""The vertex attribute of a trace that a limit cut: 1 at its last instruction. Other traces have none."""

TRACE_VERSION = 3
"""Part of the key of cached traces: raise it when the rules of the graph change."""


@dataclass(frozen=True, eq=False)
class Trace:
    """One run of a program, as a graph.

    Attributes
    ----------
    arrays : dict of str to ndarray
        What the graph's file holds: ``num_vertices``, ``src``, ``dst``, ``weight`` (m,), and for each vertex
        ``opcode_class``, ``latency_class`` (uint8, see :mod:`numasim.trace.instructions`), ``address``
        (uint32, renumbered, 0 for none), ``bytes`` (uint32), ``operation`` (uint16, cycles),
        ``program_order`` (int32), ``function`` and ``line`` (of the smallest unsigned type).
    about : dict
        Plain data: ``program``, ``arguments``, ``compiler``, ``flags``, ``weights`` and the other settings;
        ``ran_serially`` (it has OpenMP directives, which were not compiled); ``exit_code`` (None where it did
        not exit), ``signal``, ``cut_short``; ``functions`` and ``files``, the name that the program's IR has
        for each number in ``function`` and the file that ``line`` counts in; ``opcodes`` (how often each
        ran), ``unknown_calls`` (functions whose effects on memory are not known, and how often each was
        called), ``process_calls`` (the same of those that begin other processes or programs, which are not
        traced).
    output, errors : bytes
        The first 64 KiB of what the program wrote.
    """

    arrays: Mapping[str, NDArray[Any]]
    about: Mapping[str, Any]
    output: bytes = b""
    errors: bytes = b""

    @property
    def graph(self) -> Graph:
        """The graph; made anew at every call."""
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
        """What the program did that is not in the graph as it was, a sentence each."""
        about = self.about
        found = []
        unknown = "what these read and write is not known, so dependencies may be missing"
        if about.get("ran_serially"):
            found.append("its OpenMP directives were not compiled: it ran serially")
        if about.get("process_calls"):
            calls = _counts(about["process_calls"])
            found.append(f"what other processes and programs did is not in the graph: {calls}")
        if about.get("unknown_calls"):
            found.append(f"{unknown}: {_counts(about['unknown_calls'])}")
        if about.get("unknown_instructions"):
            found.append(f"{unknown}: {', '.join(about['unknown_instructions'])}")
        return tuple(found)

    @property
    def warnings(self) -> tuple[str, ...]:
        """How the run ended before its end, if it did, and the notes."""
        about = self.about
        found = []
        if about["signal"]:
            found.append(
                f"the program was ended by {about['signal']}; the graph has what was executed until then"
            )
        if about["cut_short"] == "limit":
            found.append("a limit was reached; the graph has what was executed until then")
        return (*found, *self.notes)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the graph, with all that is known about it, as an ``.npz`` file of :func:`read_graph`.

        Raises
        ------
        InputError
            There is no such folder, the name does not end in ``.npz``, or there is no room: a file that was
            there is as it was.
        """
        import numpy as np

        path = Path(path)
        check_output(path)
        contents: dict[str, Any] = {**self.arrays, "about": np.array(json.dumps(self.about))}
        with replacing(path) as part, part.open("wb") as stream:
            np.savez(stream, **contents)


def check_output(path: Path) -> None:
    """Refuse a place where the file of a trace cannot be written.

    Raises
    ------
    InputError
    """
    if path.suffix != ".npz":
        raise InputError(f"{path}: the name of a traced graph ends in .npz; write it to {path.name}.npz")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent} to write into")


def _counts(calls: Mapping[str, int]) -> str:
    from numasim.trace.demangle import demangled

    names = demangled(list(calls))
    return ", ".join(f"{name} ({count:,})" for name, count in zip(names, calls.values(), strict=True))
