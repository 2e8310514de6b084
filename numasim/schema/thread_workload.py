"""The workload of a program of threads: the program with its options, and its graph."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.schema.generated import Generated, Seed, UndirectedEdges, graph_or_file, undirected_problems
from numasim.threads.program import THREAD_PROGRAMS, ThreadProgram, thread_program_class
from numasim.trace.threads.programs import THREADED_PROGRAMS
from partitioners.config.problems import Problem
from partitioners.errors import NumasimError
from partitioners.plugins.registry import Registry
from partitioners.text.format_value import format_value
from partitioners.text.wording import Expected, describe_type


class ThreadWorkload(PluginSection):
    """A program of threads, and its graph if it needs one."""

    plugin_key: ClassVar[str] = "thread_program"
    other_names: ClassVar[Mapping[str, str]] = {
        "cores": "threads",
        "chunk_size": "chunk",
        "scheduler": "scheduler in the section execution",
        "schedule": "scheduler in the section execution",
    }

    thread_program: Annotated[
        str,
        Expected("the name of a thread program"),
        AfterValidator(lambda name: _known_thread_program(name)),
    ] = Field(
        description="program of threads, whose options are in the same section; `numasim list "
        "thread-programs` lists all"
    )
    threads: int = Field(
        ge=1, description="number of threads, each on a core of its own; at most the number of cores"
    )
    graph: Annotated[
        str | Generated | None,
        BeforeValidator(graph_or_file),
        Expected("a graph file, or a mapping with generator"),
    ] = Field(default=None, description="graph of the program; an undirected edge makes two edges")
    symmetric_entries: UndirectedEdges = None
    chunk: int = Field(default=256, ge=1, description="items that a thread takes at a time")
    seed: Seed = Field(default=None, description="seed of the program; the experiment's seed by default")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of programs of threads."""
        return THREAD_PROGRAMS

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that a program has a graph if it takes one."""
        names = [str(name) for name in given.get("candidates") or (given.get("thread_program"),)]
        names = [name for name in names if name in THREAD_PROGRAMS]
        if "graph" not in given or not names:
            return []
        try:
            takers = [name for name in names if takes_graph(name)]
            needy = [name for name in takers if needs_graph(name)]
        except NumasimError:
            return []  # the check of the options reports that the program cannot be loaded
        if given["graph"] is not None and not takers:
            message = f"{' and '.join(names)} takes no graph; remove it"
            return [Problem(("graph",), message, at_key=True)]
        if given["graph"] is None and needy:
            info = cls.model_fields["graph"]
            words = describe_type(info.annotation, info.metadata)
            return [Problem(("graph",), f"is missing; {needy[0]} needs {words}")]
        return undirected_problems(given)

    @property
    def name(self) -> str:
        """The name of the program in a row."""
        return self.thread_program

    @property
    def scales(self) -> bool:
        """Whether the program does the same work with one thread."""
        return True

    @property
    def least_threads(self) -> int:
        """How many threads the program needs."""
        return self.program.least_threads

    @property
    def operand(self) -> str | Generated | None:
        """The graph."""
        return self.graph

    @property
    def program(self) -> type[ThreadProgram]:
        """The class of the program."""
        return thread_program_class(self.thread_program)


def _known_thread_program(name: str) -> str:
    if name in THREADED_PROGRAMS and name not in THREAD_PROGRAMS:
        raise ValueError(f"{format_value(name)} is a traced program; write `program: {name}`")
    return known_name(THREAD_PROGRAMS, name)


def takes_graph(name: str) -> bool:
    """Whether the constructor of a program has a parameter ``graph``."""
    return "graph" in THREAD_PROGRAMS[name].accepts


def needs_graph(name: str) -> bool:
    """Whether the parameter ``graph`` of a program's constructor has no default."""
    parameters = inspect.signature(THREAD_PROGRAMS[name].function).parameters
    return "graph" in parameters and parameters["graph"].default is inspect.Parameter.empty
