"""The workloads of an experiment: a graph from a file or a generator, a traced program, or a GPU kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_serializer,
)

from gpu.programs.program import GPU_PROGRAMS, GpuProgram, program_class
from numasim.config.plugin_section import Candidates, Options, PluginSection, Swept, known_name
from numasim.schema.generated import (
    File,
    Generated,
    GeneratedMesh,
    UndirectedEdges,
    graph_or_file,
    mesh_or_file,
    undirected_problems,
)
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.traced_workload import (
    THREADED,
    ThreadedProgram,
    ThreadedSource,
    TracedProgram,
    TracedSource,
    threaded_model,
)
from partitioners.config.model import ConfigModel
from partitioners.config.problems import Problem, find_problems, raise_problems
from partitioners.config.quantity_fields import Time
from partitioners.plugins.registry import Registry, did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.wording import Expected, describe_type


def _no_other_file(name: str) -> str:
    suffix = PurePath(name).suffix.lower()
    if suffix in (".c", ".cc", ".cpp", ".cxx", ".ll"):
        raise ValueError(f"{format_value(name)} is a program; use `source` instead of `graph` to trace it")
    if suffix in (".yaml", ".yml", ".py"):
        raise ValueError(
            f"{format_value(name)} is not a graph file; expected Matrix Market, METIS, an edge list, "
            "a task graph or .npz"
        )
    return name


class GraphFile(ConfigModel):
    """A graph that is read from a file."""

    other_names: ClassVar[Mapping[str, str]] = {
        "symmetric": "symmetric_entries: one_edge, or symmetric_entries: two_edges"
    }

    graph: Annotated[File, AfterValidator(_no_other_file)] = Field(
        description="graph file in one of [these formats](questions.md#how-do-i-simulate-my-own-graph), "
        "plain or `.gz`, `.bz2`, `.xz`"
    )
    weights: Literal["unit", "abs", "value"] | None = Field(
        default=None,
        description="edge weights: all 1, the absolute values of the stored numbers, or the stored "
        "numbers; by default `unit` for Matrix Market, edge lists and tables, `value` for the "
        "others",
    )
    symmetric_entries: Literal["one_edge", "two_edges"] = Field(
        default="one_edge",
        description="edges of one entry of a symmetric file, or of one line of an edge list: one edge, or "
        "one edge in each direction; no effect on a file that says that its edges are directed",
    )
    bipartite: bool = Field(
        default=False, description="whether to read a matrix as the graph of its rows and columns"
    )
    vertex_work: str | None = Field(
        default=None,
        min_length=1,
        description="node attribute with the work of a task, in DOT and GraphML files; [edges then have "
        "none](scheduling.md#how-do-i-read-a-task-graph); by default `operation`",
    )
    edge_bytes: str | None = Field(
        default=None,
        min_length=1,
        description="edge attribute with the bytes of data, in DOT and GraphML files; by default `bytes`",
    )

    @model_serializer(mode="wrap")
    def _without_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}


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
    ] = Field(
        description="GPU program, whose options are in the same section; `numasim list gpu-programs` lists"
        " all"
    )
    matrix: Annotated[
        str | Generated | None,
        BeforeValidator(graph_or_file),
        Expected("a Matrix Market file, a name such as rmat-14x16, or a mapping with generator"),
    ] = Field(
        default=None,
        description="matrix, for programs of a matrix: a mapping is a generator and its options, as in "
        "[`workload`](#workload), where an undirected edge becomes two entries; names are "
        "those of `gpu.matrices`",
    )
    graph: Annotated[
        str | Generated | None,
        BeforeValidator(graph_or_file),
        Expected("a graph file, or a mapping with generator"),
    ] = Field(
        default=None, description="graph, for programs of a graph; an undirected edge becomes two edges"
    )
    symmetric_entries: UndirectedEdges = None
    mesh: Annotated[
        str | GeneratedMesh | None,
        BeforeValidator(mesh_or_file),
        Expected("a file .node, .poly or .ele, or a mapping with generator"),
    ] = Field(default=None, description="[mesh](meshes.md), for programs of a mesh")
    weights: Literal["unit", "abs", "value"] | None = Field(
        default=None,
        description="edge weights of a graph file: 1 each, the absolute stored value, or the stored value "
        "(default), for programs that use them",
    )
    l2: Literal["persistent", "cold", "warm"] = Field(
        default="persistent",
        description="`persistent`: the L2 is empty at the start; `cold`: it is empty at every launch; "
        "`warm`: it starts with the contents that a previous whole run left",
    )
    resident_blocks: int | None = Field(
        default=None,
        ge=1,
        le=2**16,
        description="blocks that [run at the same time](gpu.md#blocks-that-run-at-the-same-time); by "
        "default what fits on the device",
    )
    block_order: Literal["turns", "seeded", "in_order"] = Field(
        default="turns",
        description="resident block that runs next, [in turns, at random by the seed, or in "
        "order](gpu.md#blocks-that-run-at-the-same-time)",
    )
    resources: Annotated[
        dict[str, Annotated[int, Field(ge=1, le=255)]] | None,
        Expected("a mapping from kernels to registers, such as {mine: 40}"),
    ] = Field(
        default=None,
        description="registers of a thread by kernel, instead of those [recorded, compiled or "
        "assumed](gpu.md#registers-and-shared-memory-of-your-kernel)",
    )
    partition_ready_after: Time | None = Field(
        default=None,
        description="time at which the cut of `cg` with `spac` is ready; until then `merge_path` "
        "multiplies (SPAC-adapt)",
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
        problems = undirected_problems(given)
        if operands == {"generated"}:
            message = f"{' and '.join(names)} generates its input from its options; remove this key"
            unused = [name for name in OPERANDS if given.get(name) is not None]
            problems += [Problem((name,), message, at_key=True) for name in unused]
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
        """The matrix, the graph or the mesh; the name of an operand that the program generates."""
        program = self.program
        if program.operand == "generated":
            return " ".join(
                [self.kernel, *(f"{name}={self.options[name]}" for name in program.generated_from)]
            )
        given = getattr(self, program.operand)
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


OPERANDS = ("matrix", "graph", "mesh")
"""The keys of the operands of GPU programs."""


def kernel_key_applies(name: str, kernel: Any, options: Mapping[str, Any]) -> bool:
    """Whether a key of a kernel's workload, or its ``partition``, applies to a program with these options."""
    if not isinstance(kernel, str) or kernel not in GPU_PROGRAMS:
        return True
    program = program_class(kernel)
    if name in OPERANDS:
        return name == program.operand
    if name == "symmetric_entries":
        return program.operand == "graph"
    if name == "weights":
        return program.uses_weights
    if name in ("resident_blocks", "block_order"):
        return not program.has_trace_generators
    return program.applies("cut" if name == "partition" else name, options)


Workload = (
    GraphFile
    | Generated
    | TracedProgram
    | TracedSource
    | KernelWorkload
    | ThreadWorkload
    | ThreadedProgram
    | ThreadedSource
    | HybridWorkload
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
"""The kinds of workload, by the key that identifies each; those in ``THREADED`` have another model there."""

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
        of_threads = threaded_model(data) if kinds[0] in THREADED else None
        model: type[ConfigModel] = of_threads or KINDS[kinds[0]]
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
