"""The section ``execution`` of an experiment on clusters: what is simulated, and in how much detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    Field,
    ValidationError,
    field_validator,
)

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.program.schedulers import SCHEDULERS
from numasim.schema.execution_fields import Engine, MaxCycles, MaxEvents, MaxSeconds, NetworkModel
from numasim.schema.requirements import COHERENT, STEALING
from partitioners.config.model import rule
from partitioners.config.problems import Problem, find_problems, raise_problems
from partitioners.config.quantity_fields import MessageSize
from partitioners.errors import ConfigError
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected


class Execution(PluginSection):
    """The section ``execution``: what is simulated, and in how much detail."""

    plugin_key: ClassVar[str] = "scheduler"
    mostly_options: ClassVar[bool] = False
    other_names: ClassVar[Mapping[str, str]] = {
        "value": "value_bytes",
        "inputs": "initial_values: memory, or initial_values: preloaded",
        "memory": "memory_model",
        "layout": "value_layout",
        "combine": "aggregate_messages",
    }

    model: Literal["dataflow", "supersteps"] | None = Field(
        default=None,
        description="every vertex once (acyclic graphs), or every edge once a step (any graph); by default "
        "dataflow for an acyclic graph and one step, supersteps otherwise",
    )
    steps: int = Field(default=1, ge=1, description="number of supersteps; dataflow has one")
    initial_values: Literal["memory", "preloaded"] = Field(
        default="memory",
        description="whether initial values are read from memory or are present at the start",
    )
    memory_model: Literal["traced", "simulated"] = Field(
        default="traced",
        description="`traced`: every edge takes its own number of cycles; `simulated`: every vertex is an "
        "instruction of an out-of-order core with caches",
    )
    communication: Literal["message", "coherent"] = Field(
        default="message",
        description="how a value moves between cores: in its own message, or through the caches "
        "(`memory_model: simulated` only)",
    )
    value_layout: Literal["padded", "packed"] = Field(
        default="padded", description="layout of values in shared memory: one block each, or 8 bytes each"
    )
    network: NetworkModel = "packet"
    scheduler: Annotated[
        str, Expected("the name of a scheduler"), AfterValidator(lambda name: known_name(SCHEDULERS, name))
    ] = Field(
        "program_order",
        description="order in which a core runs its ready tasks; the options of a scheduler are in the "
        "same section; `numasim list schedulers` lists all",
    )
    stealing: Literal["none", "random", "nearest", "most_loaded"] = Field(
        default="none",
        description="[core that an idle core asks for a task](execution-model.md#work-stealing); "
        "traced dataflow only",
    )
    steal_threshold: int = Field(
        default=2, ge=1, description="least number of ready tasks of a core that gives one away"
    )
    steal_retry_cycles: int = Field(
        default=32,
        ge=1,
        le=2**40,
        description="cycles from the first refusal to the next request of an idle core; further refusals "
        "double them up to 16 times",
    )
    aggregate_messages: bool = Field(
        default=True,
        description="an edge cut sends a value once for every cluster (true) or once for every cut edge "
        "(false)",
    )
    cycles_per_weight: float = Field(
        default=1.0,
        gt=0,
        description="an edge of weight w takes ceil(w x this) cycles",
    )
    value_bytes: MessageSize = Field(default=8, description="payload of the message that carries one value")
    engine: Engine = "auto"
    max_cycles: MaxCycles = None
    max_events: MaxEvents = None
    max_seconds: MaxSeconds = None
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of schedulers."""
        return SCHEDULERS

    @rule
    def _caches_are_simulated(self) -> None:
        if self.communication == "coherent":
            raise_problems(Problem(("communication",), message) for message in COHERENT.unmet(self).values())

    @rule
    def _blocking_cores_steal(self) -> None:
        if self.stealing != "none":
            unmet = STEALING.unmet(self, stealing=self.stealing)
            raise_problems(Problem(("stealing",), message) for message in unmet.values())

    @field_validator("aggregate_messages")
    @classmethod
    def _copies_are_messages(cls, aggregate_messages: bool, info: Any) -> bool:
        if not aggregate_messages and info.data.get("communication") == "coherent":
            raise ValueError(
                "expected true, got false; with `communication: coherent`, shared memory has one copy "
                "of a value"
            )
        return aggregate_messages

    @field_validator("steps")
    @classmethod
    def _dataflow_has_one_step(cls, steps: int, info: Any) -> int:
        if steps != 1 and info.data.get("model") == "dataflow":
            raise ValueError(
                f"expected 1, got {steps}; dataflow runs every vertex once. Use `model: supersteps` "
                "for more steps"
            )
        return steps


def as_execution(execution: Execution | Mapping[str, Any] | None) -> Execution:
    """Make an execution from a mapping of its keys; missing keys have their defaults.

    Raises
    ------
    ConfigError
        All mistakes in the mapping.
    """
    return execution if isinstance(execution, Execution) else as_section(Execution, execution or {})


Section = TypeVar("Section", bound=PluginSection)


def as_section(model: type[Section], values: Mapping[str, Any]) -> Section:
    """Make a section ``execution`` of the options of a function.

    Raises
    ------
    ConfigError
        All mistakes in the options.
    """
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        raise ConfigError([p.line() for p in find_problems(error, model, ("execution",))]) from None
