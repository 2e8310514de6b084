"""The workloads of an experiment: a graph from a file or a generator, a traced program, or a GPU kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_serializer,
)
from pydantic_core import PydanticCustomError

from gpu.programs.program import GPU_PROGRAMS, GpuProgram, program_class
from numasim.config.model import ConfigModel
from numasim.config.plugin_section import Candidates, Options, PluginSection, Swept, known_name
from numasim.config.problems import Problem, find_problems, raise_problems
from numasim.config.quantity_fields import Size, Time
from numasim.config.wording import Expected, describe_type
from numasim.schema.generated import File, Generated, graph_or_file
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.thread_workload import ThreadWorkload
from numasim.trace.compiler_words import check_compiler, wrong_flags
from numasim.trace.compilers import check_source
from numasim.trace.programs import PROGRAMS
from partitioners.errors import InputError
from partitioners.format_value import format_value
from partitioners.registry import Registry, did_you_mean
from partitioners.units import Duration

if TYPE_CHECKING:
    pass


def _words(value: Any) -> Any:
    """Convert a list of texts; numbers become text, because a command line has only text."""
    if isinstance(value, (list, tuple)) and all(
        isinstance(each, (str, int, float)) and not isinstance(each, bool) for each in value
    ):
        return tuple(str(each) for each in value)
    raise PydanticCustomError("expected", "")


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
CompilerName = Annotated[
    str, Field(min_length=1), AfterValidator(lambda name: _accepted(check_compiler, name))
]
Flags = Annotated[Words, AfterValidator(lambda words: _accepted_flags(words))]


def _no_other_file(name: str) -> str:
    suffix = PurePath(name).suffix.lower()
    if suffix in (".c", ".cc", ".cpp", ".cxx", ".ll"):
        raise ValueError(f"{format_value(name)} is a program; use `source` instead of `graph` to trace it")
    if suffix in (".yaml", ".yml", ".py"):
        raise ValueError(
            f"{format_value(name)} is not a graph file; expected Matrix Market, METIS, an edge list or .npz"
        )
    return name


class GraphFile(ConfigModel):
    """A graph that is read from a file."""

    other_names: ClassVar[Mapping[str, str]] = {
        "symmetric": "symmetric_entries: one_edge, or symmetric_entries: two_edges"
    }

    graph: Annotated[File, AfterValidator(_no_other_file)] = Field(
        description="graph file, next to the experiment or in the current directory"
    )
    weights: Literal["unit", "abs", "value"] | None = Field(
        default=None, description="edge weights: 1 each, the absolute stored value, or the stored value"
    )
    symmetric_entries: Literal["one_edge", "two_edges"] = Field(
        default="one_edge", description="edges of a stored entry of a symmetric file: one, or one each way"
    )
    bipartite: bool = Field(
        default=False, description="whether to read a matrix as the bipartite graph of its rows and columns"
    )

    @model_serializer(mode="wrap")
    def _without_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}


class _Traced(ConfigModel):
    """The fields that all traced workloads share."""

    other_names: ClassVar[Mapping[str, str]] = {
        "repeat": "timing_runs",
        "memory_order": "memory_dependences: raw, or memory_dependences: raw_war_waw",
    }

    weights: Literal["cache", "rdtsc", "unit"] = Field(
        default="cache", description="time of a memory operation: from a cache model, measured, or 1"
    )
    timing_runs: int | None = Field(
        default=None, ge=1, description="number of runs whose median rdtsc takes; 3 by default"
    )
    function: str | None = Field(
        default=None, min_length=1, description="name of a function; only its execution is traced"
    )
    memory_dependences: Literal["raw", "raw_war_waw"] = Field(
        default="raw", description="memory dependences that become edges: read-after-write only, or all three"
    )
    drop: Drops = Field(default=(), description="parts of the trace to leave out of the graph")
    max_instructions: int | None = Field(
        default=None, ge=1, description="limit on executed instructions, at which the run ends"
    )
    max_bytes: Size | None = Field(
        default=None, description="size limit of the log, at which the run ends; 8 GiB by default"
    )
    timeout: Seconds | None = Field(
        default=None, description="time limit of a run of the program; 600 s by default"
    )

    @model_serializer(mode="wrap")
    def _without_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}


class TracedProgram(_Traced):
    """A program that comes with numasim, traced."""

    program: Annotated[
        str,
        Expected("the name of a program"),
        AfterValidator(lambda name: _known_program(name)),
    ] = Field(description="name of one of the paper's ten programs")
    size: int | None = Field(
        default=None, ge=1, description="size of the program's problem; the paper's size by default"
    )

    @field_validator("size")
    @classmethod
    def _size_of_the_program(cls, size: int | None, given: ValidationInfo) -> int | None:
        if size is not None and "program" in given.data:
            _accepted(PROGRAMS[given.data["program"]].check_size, size)
        return size


class TracedSource(_Traced):
    """A program of the user, compiled and traced."""

    source: SourceFile = Field(description="a C or C++ file, or LLVM IR (.ll)")
    args: Words = Field(default=(), description="arguments of the program's command line")
    input: File | None = Field(
        default=None, description="file for the program's standard input; empty by default"
    )
    exit_code: int = Field(default=0, ge=0, le=255, description="expected exit code of the program")
    flags: Flags = Field(default=(), description="compiler flags, of the forms in docs/tracing.md")
    compiler: CompilerName | None = Field(default=None, description="name or path of a clang, or ziglang")


class KernelWorkload(PluginSection):
    """A program on a GPU and its operand."""

    plugin_key: ClassVar[str] = "kernel"
    other_names: ClassVar[Mapping[str, str]] = {
        "implementation": "variant",
        "cache": "x_in: shared or read_only",
        "real": "dtype",
        "adapt": "partition_ready_after",
    }

    kernel: Annotated[
        str,
        Expected("the name of a GPU program"),
        AfterValidator(lambda name: known_name(GPU_PROGRAMS, name)),
    ] = Field(description="GPU program; put its options in the same section")
    matrix: Annotated[
        str | Generated | None,
        BeforeValidator(graph_or_file),
        Expected("a Matrix Market file, a name such as rmat-14x16, or a mapping with generator"),
    ] = Field(
        default=None,
        description="matrix of spmv and cg; an undirected edge of a generated graph makes two entries",
    )
    graph: Annotated[
        str | Generated | None,
        BeforeValidator(graph_or_file),
        Expected("a graph file, or a mapping with generator"),
    ] = Field(default=None, description="graph of all other programs; an undirected edge makes two edges")
    weights: Literal["unit", "abs", "value"] | None = Field(
        default=None,
        description="edge weights of a graph file: 1 each, the absolute stored value, or the stored value "
        "(default), for programs that use them",
    )
    l2: Literal["persistent", "cold", "warm"] = Field(
        default="persistent",
        description="state of the L2: empty before the first launch, empty before every launch, or filled by "
        "an unmeasured run",
    )
    resident_blocks: int | None = Field(
        default=None,
        ge=1,
        le=2**16,
        description="blocks that run at the same time; by default as many as fit on the device",
    )
    block_order: Literal["turns", "seeded", "in_order"] = Field(
        default="turns", description="which resident block runs next, as in docs/gpu.md"
    )
    partition_ready_after: Time | None = Field(
        default=None,
        description="time until the partition is ready, for `cg` with `spac`; merge_path multiplies until "
        "then (SPAC-adapt)",
    )
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of GPU programs."""
        return GPU_PROGRAMS

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that the operand is that of the program."""
        names = [str(name) for name in given.get("candidates") or (given.get("kernel"),)]
        operands = {program_class(name).operand for name in names if name in GPU_PROGRAMS}
        problems = []
        for operand in OPERANDS:
            if operands != {operand} or operand not in given or given[operand] is not None:
                continue
            others = [other for other in OPERANDS if given.get(other) is not None]
            if others:
                message = f"{' and '.join(names)} takes `{operand}`; write {operand} instead of {others[0]}"
                problems.append(Problem((others[0],), message, at_key=True))
            else:
                info = cls.model_fields[operand]
                words = describe_type(info.annotation, info.metadata)
                problems.append(Problem((operand,), f"is missing; expected {words}"))
        return problems

    @field_validator("options", check_fields=False)
    @classmethod
    def _check_options(cls, options: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        """Check the options; those that do not apply get no default."""
        checked = super()._check_options(options, info)
        kernel = info.data.get("kernel")
        if info.data.get("candidates") or kernel not in GPU_PROGRAMS:
            return checked
        return {
            name: value
            for name, value in checked.items()
            if name in options or kernel_key_applies(name, kernel, checked)
        }

    def applies(self, name: str) -> bool:
        """Whether a key or an option applies to this program with these options."""
        return kernel_key_applies(name, self.kernel, self.options)

    @property
    def operand(self) -> str | Generated:
        """The matrix or the graph."""
        given = getattr(self, self.program.operand)
        assert isinstance(given, (str, Generated))  # by check_keys
        return given

    @property
    def program(self) -> type[GpuProgram]:
        """The class of the program."""
        return program_class(self.kernel)

    @model_serializer(mode="wrap")
    def _flat(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        keys = {
            name: value
            for name, value in handler(self).items()
            if value is not None and (name in self.model_fields_set or self.applies(name))
        }
        return {**keys, **self.options}


OPERANDS = ("matrix", "graph")
"""The keys of the operands of GPU programs."""


def kernel_key_applies(name: str, kernel: Any, options: Mapping[str, Any]) -> bool:
    """Whether a key of a kernel's workload, or its ``partition``, applies to a program with these options."""
    if not isinstance(kernel, str) or kernel not in GPU_PROGRAMS:
        return True
    program = program_class(kernel)
    if name in OPERANDS:
        return name == program.operand
    if name == "weights":
        return program.uses_weights
    if name in ("resident_blocks", "block_order"):
        return not program.has_trace_generators
    return program.applies("cut" if name == "partition" else name, options)


Workload = (
    GraphFile | Generated | TracedProgram | TracedSource | KernelWorkload | ThreadWorkload | HybridWorkload
)

KINDS: dict[str, type[ConfigModel]] = {
    "graph": GraphFile,
    "generator": Generated,
    "program": TracedProgram,
    "source": TracedSource,
    "kernel": KernelWorkload,
    "thread_program": ThreadWorkload,
    "hybrid": HybridWorkload,
}
"""The kinds of workload, by the key that identifies each."""

WITH_OPERAND = ("kernel", "thread_program", "hybrid")
"""The kinds in whose section ``graph`` or ``matrix`` is an operand, not a kind of its own."""


def any_kind(conjunction: str) -> str:
    """Return the keys of the kinds as part of a sentence: ``graph, generator, program or source``."""
    *first, last = KINDS
    return f"{', '.join(first)} {conjunction} {last}"


def kinds_in(workload: Any) -> list[str]:
    """Return the kinds of workload that a mapping's keys name; ``graph`` beside ``kernel`` is an operand."""
    kinds = [kind for kind in KINDS if isinstance(workload, Mapping) and kind in workload]
    return without_operands(kinds) if takes_operand(kinds) else kinds


def takes_operand(kinds: Iterable[str]) -> bool:
    """Whether one of the kinds of workload has an operand."""
    return not set(WITH_OPERAND).isdisjoint(kinds)


def without_operands(kinds: Iterable[str]) -> list[str]:
    """Return the kinds without the keys that are operands of the others."""
    return [kind for kind in kinds if kind not in OPERANDS]


def workload_of(value: Any) -> Any:
    """Make a workload from a mapping, whose key decides the kind; for pydantic validators."""
    data = value.data if isinstance(value, Swept) else value
    if not isinstance(data, Mapping):
        return value
    kinds = kinds_in(data)
    if len(kinds) == 1:
        model = KINDS[kinds[0]]
        try:
            return model.model_validate(value if issubclass(model, PluginSection) else data)
        except ValidationError as error:
            raise_problems(find_problems(error, model))
    if kinds:
        raise_problems(
            [
                Problem(
                    (kinds[1],), f"expected one of {any_kind('and')}, got {' and '.join(kinds)}", at_key=True
                )
            ]
        )
    near = [Problem((key,), f"unknown key; {hint}", at_key=True) for key in data if (hint := _near(key))]
    message = f"expected one of {any_kind('and')}, got none"
    raise_problems(near or [Problem((), message)])
    return value


def _near(key: str) -> str:
    hint = did_you_mean(key, KINDS)
    return hint if hint.startswith("did") else ""


def _accepted(check: Callable[[Any], object], value: Any) -> Any:
    """Return the value if it passes a check of the library; otherwise raise an error with its message."""
    try:
        check(value)
    except InputError as error:
        raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None
    return value


def _accepted_flags(words: tuple[str, ...]) -> tuple[str, ...]:
    raise_problems(Problem((position,), message) for position, message in wrong_flags(words))
    return words


def _known_program(name: str) -> str:
    if name not in PROGRAMS:
        message = f"unknown program {format_value(name)}; {did_you_mean(name, PROGRAMS)}"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return name
