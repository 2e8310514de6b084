"""The workloads that are traced: programs with one thread, which become a graph, and programs of threads.

The key ``threads`` makes a ``program`` or a ``source`` a program of threads, whose logs are replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_serializer,
    model_validator,
)
from pydantic_core import PydanticCustomError

from numasim.schema.generated import File, Seed
from numasim.schema.sweep import as_mapping
from numasim.threads.program import THREAD_PROGRAMS
from numasim.trace.compiler_words import OPENMP, check_compiler, check_compiler_name, wrong_flags
from numasim.trace.compilers import check_source
from numasim.trace.options import MOST_CLOCK_CYCLES, MOST_THREADS
from numasim.trace.programs import PROGRAMS
from numasim.trace.threads.programs import THREADED_PROGRAMS, find_threaded_program
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import Size, Time
from partitioners.errors import InputError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.integers import MAX_TIME
from partitioners.text.units import Duration
from partitioners.text.wording import Expected


def _words(value: Any) -> Any:
    """Convert a list of texts; numbers become text, because a command line has only text."""
    if not isinstance(value, (list, tuple)):
        raise PydanticCustomError("expected", "")
    for place, each in enumerate(value, 1):
        if isinstance(each, bool) or not isinstance(each, (str, int, float)):
            quoted = "" if isinstance(each, (list, tuple, Mapping)) else "; put it into quotes"
            where = f"{format_value(each)} as value {place} of {len(value)}"
            message = f"expected a list of texts, got {where}{quoted}"
            raise PydanticCustomError("problem", "{message}", {"message": message})
    return tuple(str(each) for each in value)


def _drops(value: Any) -> Any:
    names = ("allocas", "branches", "stack")
    if isinstance(value, (list, tuple)) and all(each in names for each in value):
        return tuple(name for name in names if name in value)
    raise PydanticCustomError("expected", "")


def _not_in_cycles(time: Duration) -> Duration:
    if time.clocked:
        message = f"expected a time in seconds, such as '600 s', got '{time}'; it is measured on this machine"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return time


Words = Annotated[
    tuple[str, ...],
    BeforeValidator(_words),
    WithJsonSchema({"type": "array", "items": {"type": ["string", "number"]}}),
    Expected("a list of texts"),
]
Seconds = Annotated[Time, AfterValidator(_not_in_cycles)]
"""A time that is measured on the user's machine, and therefore not in simulated cycles."""
Drops = Annotated[
    tuple[str, ...], BeforeValidator(_drops), Expected("a list of 'allocas', 'branches', 'stack'")
]

SourceFile = Annotated[File, AfterValidator(lambda name: _accepted(check_source, name))]
Compiler = Annotated[str, Field(min_length=1), AfterValidator(lambda name: _accepted(check_compiler, name))]
"""The compiler of a source. It may be a file, because the source is code of the user, too."""
CompilerName = Annotated[
    str, Field(min_length=1), AfterValidator(lambda name: _accepted(check_compiler_name, name))
]
"""The compiler of a program that comes along, which must not make the experiment run a file of its own."""
Flags = Annotated[Words, AfterValidator(lambda words: _accepted_flags(words))]
ThreadFlags = Annotated[Words, AfterValidator(lambda words: _accepted_flags(words, OPENMP))]

THREADS_WORD = "$threads"
"""What stands for the number of threads in the arguments of a program of threads."""


class _Run(ConfigModel):
    """The limits of a traced run."""

    max_instructions: int | None = Field(
        default=None, ge=1, le=MAX_TIME, description="number of executed instructions at which the run ends"
    )
    max_bytes: Size | None = Field(
        default=None, description="size of the log at which the run ends; by default `8 GiB`"
    )
    timeout: Seconds | None = Field(
        default=None,
        description="longest time of one run of the program, by default `600 s`; a longer run is an error",
    )

    @property
    def limited(self) -> bool:
        """Whether a limit of the file may cut the trace."""
        return self.max_instructions is not None or self.max_bytes is not None

    @model_serializer(mode="wrap")
    def _without_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}


class _Traced(_Run):
    """What decides the graph of a traced run."""

    other_names: ClassVar[Mapping[str, str]] = {
        "region": "function",
        "repeat": "timing_runs",
        "memory_order": "memory_dependences: raw, or memory_dependences: raw_war_waw",
    }

    weights: Literal["cache", "rdtsc", "unit"] = Field(
        default="cache",
        description="time of a memory operation: from a cache model, measured with the processor's clock, "
        "or 1",
    )
    clock_cycles: int = Field(
        default=0,
        ge=0,
        le=MOST_CLOCK_CYCLES,
        description="cycles of reading the clock that stay in the time of every memory operation; the "
        "vertex-cut paper's difference of two readings [contains them](tracing.md#the-cycles-of-the-clock)",
    )
    timing_runs: int | None = Field(
        default=None, ge=1, description="number of runs for `rdtsc`; their median is used; by default 3"
    )
    function: str | None = Field(
        default=None,
        min_length=1,
        description="name of the function whose runs are traced, in place of what lies between "
        "[markers](tracing.md#the-region-of-interest); by default the whole program",
    )
    memory_dependences: Literal["raw", "raw_war_waw"] = Field(
        default="raw",
        description="memory dependences that become edges: only read after write, or also write after read"
        " and write after write",
    )
    drop: Drops = Field(
        default=(),
        description="parts of the graph to leave out: stack allocations, branches, dependences through "
        "stack slots",
    )
    window: int | None = Field(
        default=None,
        ge=1,
        description="instructions in a window; the program runs [window by "
        "window](tracing.md#long-runs-in-windows), for runs that are too long for one graph; "
        "by default one graph",
    )

    @rule
    def _clock_is_read(self) -> None:
        if self.clock_cycles and self.weights == "unit":
            wanted = "`clock_cycles` needs 'cache' or 'rdtsc', got 'unit'; set it, or remove `clock_cycles`"
            raise_problems([Problem(("weights",), wanted)])

    @rule
    def _windows_fit(self) -> None:
        if self.window is None:
            return
        given = (
            ("weights", "'cache' or 'unit'", self.weights, self.weights == "rdtsc"),
            ("memory_dependences", "'raw'", self.memory_dependences, self.memory_dependences != "raw"),
        )
        raise_problems(
            Problem((key,), f"`window` needs {wanted}, got {found!r}; set it, or remove `window`")
            for key, wanted, found, wrong in given
            if wrong
        )


class _Threaded(_Run):
    """What decides the logs of the threads of a traced run."""

    threads: int = Field(
        ge=1,
        le=MOST_THREADS,
        description="number of threads, the main thread included, each on a core of its own",
    )
    seed: Seed = Field(
        default=None, description="seed of the order of the threads; the experiment's seed by default"
    )

    function: str | None = Field(
        default=None,
        min_length=1,
        description="name of the function whose calls are the [region of "
        "interest](tracing.md#the-region-of-interest), in place of the markers of the program",
    )

    graph: ClassVar[None] = None
    other_names: ClassVar[Mapping[str, str]] = {"region": "function"}

    @model_validator(mode="before")
    @classmethod
    def _has_logs(cls, data: Any) -> Any:
        graph = "applies to the graph of a program without threads; remove it"
        share = "the log of a traced program fixes the share of each thread; remove this key"
        idle = dict.fromkeys(_Traced.model_fields.keys() - cls.model_fields.keys(), graph)
        idle |= dict.fromkeys(("chunk", "scheduler", "schedule"), share)
        raise_problems(Problem((k,), idle[k], at_key=True) for k in as_mapping(data) if k in idle)
        return data


class _Source(ConfigModel):
    """A program of the user."""

    source: SourceFile = Field(description="a C or C++ file, or LLVM IR (`.ll`)")
    args: Words = Field(
        default=(),
        description="arguments of the command line; the program gets each as the file has it: `1e6` and "
        "`007` need no quotes, `true` and `null` do",
    )
    input: File | None = Field(default=None, description="standard input of the program; by default nothing")
    exit_code: int = Field(
        default=0, ge=0, le=255, description="expected exit code; any other exit code is an error"
    )
    flags: Flags = Field(
        default=(),
        description="compiler flags [of these forms](tracing.md#untrusted-programs), whose folders are "
        "relative to the current directory; `-O0` is added if no flag sets an optimization level",
    )
    compiler: Compiler | None = Field(
        default=None,
        description="beside `source`: name or path of a clang, or `ziglang`, without arguments; by default"
        " the first that is found",
    )


class TracedProgram(_Traced):
    """A program with one thread that comes with numasim, traced."""

    program: Annotated[
        str,
        Expected("the name of a program"),
        AfterValidator(lambda name: _known_program(name)),
    ] = Field(description="program of the paper, which runs and is traced; `numasim list programs` lists all")
    size: int | None = Field(
        default=None,
        ge=1,
        description="problem size; each program has its own range, and some programs accept only powers of"
        " two; by default the paper's",
    )

    @field_validator("size")
    @classmethod
    def _size_of_the_program(cls, size: int | None, given: ValidationInfo) -> int | None:
        if size is not None and "program" in given.data:
            _accepted(PROGRAMS[given.data["program"]].check_size, size)
        return size

    exit_code: ClassVar[None] = None
    """A program that comes with numasim ends with 0."""

    @property
    def name(self) -> str:
        """The name of the program in messages."""
        return self.program


class TracedSource(_Source, _Traced):
    """A program of the user with one thread, compiled and traced."""

    @property
    def name(self) -> str:
        """The name of the program in messages."""
        return self.source


class ThreadedProgram(_Threaded):
    """A program of threads that comes with numasim, traced."""

    program: Annotated[
        str,
        Expected("the name of a program"),
        AfterValidator(lambda name: _known_threaded_program(name)),
    ] = Field(
        description="program of threads, which runs and is traced; `numasim list programs` lists all with "
        "their forms"
    )
    size: int | None = Field(
        default=None,
        ge=1,
        description="size of the program's problem; about a million instructions by default",
    )
    form: str | None = Field(
        default=None,
        min_length=1,
        description="parallel form of an included program, such as `pthreads`, `atomics` or `openmp`; by "
        "default the program's first",
    )
    compiler: CompilerName | None = Field(
        default=None,
        description="beside a `program` of threads: name of a clang, or `ziglang`; by default the first "
        "that is found",
    )

    @rule
    def _program_accepts(self) -> None:
        program = THREADED_PROGRAMS[self.program]
        checks: dict[str, Callable[[Any], object]] = {
            "threads": program.check_threads,
            "size": program.check_size,
            "form": program.flags,
        }
        problems = []
        for name, check in checks.items():
            value = getattr(self, name)
            try:
                if value is not None:
                    check(value)
            except InputError as error:
                problems.append(Problem((name,), str(error)))
        raise_problems(problems)

    @property
    def name(self) -> str:
        """The name of the program in a row."""
        return self.program

    @property
    def scales(self) -> bool:
        """Whether the program does the same work with one thread."""
        return THREADED_PROGRAMS[self.program].least_threads == 1


class ThreadedSource(_Source, _Threaded):
    """A program of threads of the user, compiled and traced."""

    flags: ThreadFlags = Field(default=(), description="compiler flags, of the forms in docs/tracing.md")

    @property
    def name(self) -> str:
        """The name of the program in a row."""
        return self.source

    @property
    def scales(self) -> bool:
        """Whether the arguments name the number of threads."""
        return any(THREADS_WORD in word for word in self.args)

    def arguments(self, threads: int) -> list[str]:
        """The arguments of the command line for a number of threads."""
        return [word.replace(THREADS_WORD, str(threads)) for word in self.args]


THREADED: Mapping[str, type[_Threaded]] = {"program": ThreadedProgram, "source": ThreadedSource}
"""The programs of threads, by the key that each shares with a workload of one thread."""


def threaded_model(workload: Mapping[str, Any]) -> type[_Threaded] | None:
    """Return the model of a program of threads, which has ``threads`` or should have; None for others."""
    if "threads" not in workload and workload.get("program") not in tuple(THREADED_PROGRAMS):
        return None
    return next((model for kind, model in THREADED.items() if kind in workload), None)


def _accepted(check: Callable[[Any], object], value: Any) -> Any:
    """Return the value if it passes a check of the library; otherwise raise an error with its message."""
    try:
        check(value)
    except InputError as error:
        raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None
    return value


def _accepted_flags(words: tuple[str, ...], *others: str) -> tuple[str, ...]:
    raise_problems(
        Problem((position,), message)
        for position, message in wrong_flags(words)
        if words[position] not in others
    )
    return words


def _known_program(name: str) -> str:
    if name not in PROGRAMS:
        known = {**PROGRAMS, **THREADED_PROGRAMS}
        message = f"unknown program {format_value(name)}; {did_you_mean(name, known)}"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return name


def _known_threaded_program(name: str) -> str:
    if name in THREAD_PROGRAMS:
        message = f"{format_value(name)} is no traced program; write `thread_program: {name}`"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    _accepted(find_threaded_program, name)
    return name
