"""The workload of a breadth-first search by the threads of a processor, by a GPU, or by both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
)
from pydantic_core import PydanticCustomError

from numasim.schema.generated import Generated, Seed, UndirectedEdges, graph_or_file, undirected_problems
from numasim.threads.bfs_gpu import GpuLevels, Return
from numasim.threads.bfs_states import Preset, state_table
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import OptionError
from partitioners.text.integers import MAX_INTEGER
from partitioners.text.wording import Expected

Device = Literal["cpu", "gpu", "both"]

OF_GPU = ("variant", "block_size")
"""The fields that have no effect without a GPU."""

OF_BOTH = ("gpu_above", "gpu_return", "gpu_below")
"""The fields that have an effect only if levels are divided between processor and GPU."""


class HybridWorkload(ConfigModel):
    """A breadth-first search whose levels are the threads', the GPU's, or both."""

    other_names: ClassVar[Mapping[str, str]] = {
        "return": "gpu_return",
        "returns": "gpu_return",
        "above": "gpu_above",
        "below": "gpu_below",
        "cores": "threads",
        "chunk_size": "chunk",
        "scheduler": "scheduler in the section execution",
    }

    hybrid: Literal["bfs"] = Field(description="program that runs on a processor and a GPU")
    device: Device = Field(
        default="both",
        description="what processes the levels: the threads, the GPU, or each those that suit it",
    )
    threads: int = Field(ge=1, description="number of threads of the processor, each on a core of its own")
    graph: Annotated[
        str | Generated,
        BeforeValidator(graph_or_file),
        Expected("a graph file, or a mapping with generator"),
    ] = Field(description="graph of the program; an undirected edge makes two edges")
    symmetric_entries: UndirectedEdges = None
    method: Literal["queue", "read", "hybrid", "channels"] = Field(
        default="hybrid",
        description="how the threads find the nodes of a level; `channels` needs `device: cpu`",
    )
    roots: Annotated[
        Annotated[int, Field(ge=1, le=MAX_INTEGER)] | tuple[Annotated[int, Field(ge=0, le=MAX_INTEGER)], ...],
        BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value),
        Expected(f"an integer from 1 to {MAX_INTEGER}, or a list of nodes"),
    ] = Field(
        default=1,
        description="number of roots, which are drawn from `workload.seed`, or the roots themselves",
    )
    threshold: int = Field(
        default=1024, ge=1, description="nodes in the local queue of a thread at which it is emptied"
    )
    states: Annotated[Preset | dict[str, float], Expected("one of 'hong', 'alpha_beta', or a mapping")] = (
        Field(
            default="hong",
            description="state machine of the method `hybrid`: a published one, or thresholds of your own",
        )
    )
    sockets: int = Field(default=2, ge=1, description="sockets of the method `channels`")
    gpu_above: int = Field(
        default=128, ge=0, description="a level with more nodes is the GPU's (`device: both`)"
    )
    gpu_return: Return = Field(
        default="never",
        description="whether the threads go on when levels shrink to `gpu_below` nodes (`device: both`)",
    )
    gpu_below: int | None = Field(
        default=None,
        ge=0,
        description="nodes at which levels return to the threads; by default `gpu_above` (`device: both`)",
    )
    variant: Literal["read_node", "read_warp"] = Field(
        default="read_warp", description="threads of the GPU that read the level of a node: one, or a warp"
    )
    block_size: int = Field(
        default=256, ge=32, le=1024, description="threads of a block on the GPU, a multiple of 32"
    )
    chunk: int = Field(default=256, ge=1, description="items that a thread takes at a time")
    seed: Seed = Field(default=None, description="seed of the roots; the experiment's seed by default")

    @field_validator("roots")
    @classmethod
    def _has_roots(cls, roots: int | tuple[int, ...]) -> int | tuple[int, ...]:
        if roots == ():
            raise PydanticCustomError("expected", "")
        return roots

    @rule
    def _can_run(self) -> None:
        problems = undirected_problems({"graph": self.graph, "symmetric_entries": self.symmetric_entries})
        if self.block_size % 32:
            message = f"expected a multiple of 32, the threads of a warp, got {self.block_size}"
            problems.append(Problem(("block_size",), message))
        if self.method == "channels" and self.device != "cpu":
            message = "channels have no queue for levels of a GPU; choose another method, or device: cpu"
            problems.append(Problem(("method",), message))
        for field, make in (("states", lambda: state_table(self.states)), ("gpu_below", lambda: self.levels)):
            try:
                make()
            except OptionError as error:
                problems.append(Problem((field,), str(error)))
        raise_problems(problems)

    @property
    def levels(self) -> GpuLevels | None:
        """The levels that are the GPU's; None if there is no GPU."""
        if self.device == "gpu":
            return GpuLevels(0)
        return None if self.device == "cpu" else GpuLevels(self.gpu_above, self.gpu_return, self.gpu_below)

    @property
    def idle(self) -> tuple[str, ...]:
        """The fields that have no effect with these values of ``device`` and ``method``."""
        unused = {"cpu": (*OF_GPU, *OF_BOTH), "gpu": OF_BOTH, "both": ()}[self.device]
        return unused if self.method == "channels" else (*unused, "sockets")

    @property
    def operand(self) -> str | Generated:
        """The graph."""
        return self.graph

    @model_serializer(mode="wrap")
    def _flat(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value is not None}
