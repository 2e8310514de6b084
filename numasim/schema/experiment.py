"""The experiment file: a workload, a partitioner, a mapper, a machine, how to execute, and what to sweep.

The models here are the schema: typed, strict, frozen, no unknown keys.
:func:`numasim.schema.load.load_experiment` reads one from a file and says what is wrong with it by line and
column.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from mappers.map_clusters import MAPPERS, is_static
from numasim.components import Component
from numasim.config.model import ConfigModel
from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.config.presets import machine_document
from numasim.config.problems import Problem, find_problems, keys_of, raise_problems, scalar_fields
from numasim.config.quantity_fields import Size
from numasim.config.wording import Expected
from numasim.machine.machine import Machine
from numasim.program.schedulers import SCHEDULERS
from numasim.schema.complete import complete
from numasim.schema.data_files import find_data, located, no_such_data
from numasim.schema.sweep_problems import A_FIELD, baseline_problems, sweep_problems
from numasim.schema.workload import File, Generated, KernelWorkload, Seed, Workload, any_kind, workload_of
from partitioners.errors import ConfigError, OptionError
from partitioners.partition import MAX_PARTS
from partitioners.partition_graph import PARTITIONERS
from partitioners.registry import Registry


class Partitioning(PluginSection):
    """How the graph is cut: by a method, or as a file says."""

    method: Annotated[
        str | None,
        Expected("the name of a partitioner"),
        AfterValidator(lambda name: name and known_name(PARTITIONERS, name)),
    ] = Field(default=None, description="the partitioner; its options stand beside it")
    file: File | None = Field(
        default=None, description="in place of `method`: a partition that was written before"
    )
    parts: int | None = Field(
        default=None, ge=1, le=MAX_PARTS, description="how many clusters; of a file, its own by default"
    )
    seed: Seed = Field(default=None, description="of the partitioner; the experiment's by default")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """The partitioners."""
        return PARTITIONERS

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Either a method with its parts, or a file."""
        problems = _method_or_file(given, "the name of a partitioner")
        if "parts" in given and given["parts"] is None and given.get("file") is None:
            problems.append(Problem(("parts",), f"is missing; expected an integer from 1 to {MAX_PARTS}"))
        return problems


class ClusterMapping(PluginSection):
    """Where the clusters run: by a method, or as a file says."""

    other_names: ClassVar[Mapping[str, str]] = {"when": "policy: static, or policy: online"}

    method: Annotated[
        str | None,
        Expected("the name of a mapper"),
        AfterValidator(lambda name: name and known_name(MAPPERS, name)),
    ] = Field("memory_centric", description="the mapper; its options stand beside it")
    file: File | None = Field(
        default=None, description="in place of `method`: a mapping that was written before"
    )
    policy: Literal["static", "online"] = Field(
        default="static",
        description="place all clusters before the run, or each as it becomes ready (on-line mappers)",
    )
    seed: Seed = Field(default=None, description="of the mapper; the experiment's by default")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """The mappers."""
        return MAPPERS

    @model_validator(mode="before")
    @classmethod
    def _file_has_no_method(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and data.get("file") is not None and "method" not in data:
            return {**data, "method": None}
        return data

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Either a method or a file; only an on-line mapper while the program runs."""
        problems = _method_or_file(given, "the name of a mapper")
        method = given.get("method")
        if given.get("policy") == "online" and not given.get("candidates"):
            if given.get("file") is not None:
                message = "a mapping from a file places every cluster at once; expected 'static'"
                problems.append(Problem(("policy",), message))
            elif method in MAPPERS and is_static(str(method)):
                message = f"mapper {method!r} is static, it places every cluster at once; expected 'static'"
                problems.append(Problem(("policy",), message))
        return problems


class Execution(PluginSection):
    """What is simulated, and how closely."""

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
        default="memory", description="whether the first values are read from memory or simply there"
    )
    memory_model: Literal["traced", "simulated"] = Field(
        default="traced",
        description="an edge takes its own cycles, or a vertex is an instruction of a core with caches",
    )
    communication: Literal["message", "coherent"] = Field(
        default="message", description="how a value moves between cores: by itself, or through the caches"
    )
    value_layout: Literal["padded", "packed"] = Field(
        default="padded", description="of the values in shared memory: a block each, or 8 bytes each"
    )
    network: Literal["ideal", "packet", "flit"] = Field(
        default="packet",
        description="hops times delay, a queue at every link, or routers flit by flit",
    )
    scheduler: Annotated[
        str, Expected("the name of a scheduler"), AfterValidator(lambda name: known_name(SCHEDULERS, name))
    ] = Field("program_order", description="which ready task a core runs next; its options stand beside it")
    aggregate_messages: bool = Field(
        default=True,
        description="false: an edge cut sends a value once for every cut edge, not once for every cluster",
    )
    cycles_per_weight: float = Field(
        default=1.0, gt=0, description="an edge of weight w takes ceil(w x this) cycles"
    )
    value_bytes: Size = Field(default=8, description="payload of the message that carries one value")
    engine: Literal["auto", "simpy", "compiled"] = Field(
        default="auto",
        description="which simulator runs it (`auto`: compiled where it can); the results are the same",
    )
    max_cycles: int | None = Field(
        default=None, ge=1, description="end a run that is not over before this cycle; its row says so"
    )
    max_events: int | None = Field(
        default=None, ge=1, description="end a run after so many events of its engine; its row says so"
    )
    max_seconds: float | None = Field(
        default=None, gt=0, description="end a run after so much wall time; its row says so"
    )
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """The schedulers."""
        return SCHEDULERS

    @field_validator("communication")
    @classmethod
    def _caches_are_simulated(cls, communication: str, info: Any) -> str:
        if communication == "coherent" and info.data.get("memory_model") == "traced":
            raise ValueError(
                "values move through caches, so it needs `memory_model: simulated`; else expected message"
            )
        return communication

    @field_validator("aggregate_messages")
    @classmethod
    def _copies_are_messages(cls, aggregate_messages: bool, info: Any) -> bool:
        if not aggregate_messages and info.data.get("communication") == "coherent":
            raise ValueError("expected true, for a value in shared memory is stored once, got false")
        return aggregate_messages

    @field_validator("steps")
    @classmethod
    def _dataflow_has_one_step(cls, steps: int, info: Any) -> int:
        if steps != 1 and info.data.get("model") == "dataflow":
            raise ValueError(
                f"expected 1, for dataflow runs every vertex once, got {steps}; or use `model: supersteps`"
            )
        return steps


def machine_of(value: Any) -> Any:
    """The machine that a preset, a file or a mapping describes; for pydantic validators."""
    if isinstance(value, (str, FilePath, Mapping)):
        try:
            return Machine.model_validate(machine_document(value, label="").data)
        except ConfigError as error:
            raise ValueError(str(error)) from None
    return value


class Experiment(ConfigModel):
    """One experiment: everything that decides its results.

    An experiment without ``sweep`` is concrete: every default is filled in. One with ``sweep`` stands for its
    points (:func:`numasim.schema.expand.points`), each of them concrete; a field that is swept need not be
    given, it has the first of its values, and what the points decide (the options of a swept method) is left
    to them.
    """

    name: str = Field(
        default="experiment", min_length=1, description="what to call it; the file's name by default"
    )
    title: str = Field(default="", description="a headline for tables and pictures; the name by default")
    workload: Annotated[
        Workload, BeforeValidator(workload_of), Expected(f"a mapping with {any_kind('or')}")
    ] = Field(description="the graph")
    partition: Partitioning = Field(description="how the graph is cut into clusters")
    mapping: ClusterMapping = Field(description="on which cores the clusters run")
    machine: Annotated[
        Machine, BeforeValidator(machine_of), Expected("a preset, a file, a mapping, or none")
    ] = Field(description="the simulated machine; none: nothing is simulated")
    component: Component = Field(
        default=Component.model_validate({}), description="a component of your own in the machine"
    )
    execution: Execution = Field(
        default=Execution.model_validate({}), description="what is simulated, and how closely"
    )
    published: File | None = Field(
        default=None, description="a CSV of published figures; the run sets its own beside them"
    )
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="fields and the values that each takes; every combination is run"
    )
    baseline: dict[str, tuple[Any, ...]] = Field(
        default_factory=dict, description="the swept values that others are compared with"
    )
    seed: int = Field(
        default=0, ge=0, description="of everything that draws random numbers and has no seed of its own"
    )
    verify: bool = Field(default=False, description="check every partition against its definition")

    kind: ClassVar[Literal["mesh", "gpu", "quality"]] = "mesh"
    """What runs its points: a mesh of cores, a GPU, or nothing, as with ``machine: none``."""

    _directory: FilePath | None = PrivateAttr(None)
    _data: FilePath | None = PrivateAttr(None)
    _left_out: tuple[str, ...] = PrivateAttr(())
    _expansion: Any = PrivateAttr(None)

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """The data of an experiment with what its parts decide for others."""
        return complete({"mapping": {}, **data})

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: Any) -> Any:
        return cls.complete_data(data) if isinstance(data, Mapping) else data

    @classmethod
    def swept_fields(cls) -> list[str]:
        """What a sweep may name, beside the options of plug-ins."""
        return [*scalar_fields(cls), "machine", "seed"]

    @field_validator("sweep", mode="before")
    @classmethod
    def _check_sweep(cls, sweep: Any) -> Any:
        if not isinstance(sweep, Mapping):
            return sweep
        sections = {name: field for name, field in A_FIELD.items() if name in keys_of(cls)}
        raise_problems(sweep_problems(sweep, cls.swept_fields(), sections))
        return sweep

    @field_validator("baseline", mode="before")
    @classmethod
    def _check_baseline(cls, baseline: Any, info: Any) -> Any:
        if not isinstance(baseline, Mapping):
            return baseline
        chosen = {key: tuple(v) if isinstance(v, (list, tuple)) else (v,) for key, v in baseline.items()}
        if "sweep" in info.data:
            raise_problems(baseline_problems(chosen, info.data["sweep"], baseline))
        return chosen

    @model_validator(mode="after")
    def _workload_fits(self) -> Self:
        if isinstance(self.workload, KernelWorkload) and self.kind != "gpu":
            message = (
                "a kernel makes a numasim.schema.gpu_experiment.GpuExperiment; "
                "numasim.load_experiment tells them apart"
            )
            raise_problems([Problem(("workload", "kernel"), message)])
        return self

    @model_validator(mode="after")
    def _mesh_fits(self) -> Self:
        if self.kind == "mesh" and self.partition.parts is not None:
            try:
                self.machine.for_clusters(self.partition.parts)
            except OptionError as error:
                raise_problems([Problem(("machine",), f"for {self.partition.parts} clusters: {error}")])
        return self

    @model_validator(mode="after")
    def _network_fits(self) -> Self:
        if self.kind == "mesh" and self.execution.network == "flit":
            try:
                self.machine.network.flit_router()
            except OptionError as error:
                raise_problems([Problem(("machine", "network"), str(error))])
        return self

    @model_validator(mode="after")
    def _components_run_in_simpy(self) -> Self:
        if self.component.method != "none" and self.execution.engine == "compiled":
            message = "expected auto or simpy, which takes a component of your own, got 'compiled'"
            raise_problems([Problem(("execution", "engine"), message)])
        return self

    @model_validator(mode="after")
    def _windows_are_filled_at_start(self) -> Self:
        if self.execution.memory_model == "simulated" and self.mapping.policy == "online":
            message = "with simulated memory expected 'static', for windows are filled before the run"
            raise_problems([Problem(("mapping", "policy"), message)])
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and self.resolved() == other.resolved()

    __hash__ = None  # type: ignore[assignment]

    def seed_of(self, section: Generated | Partitioning | ClusterMapping | None) -> int:
        """The seed of a section: its own, or the experiment's where it gives none."""
        return self.seed if section is None or section.seed is None else section.seed

    @property
    def baselines(self) -> list[dict[str, Any]]:
        """A mapping for each combination of the baseline's values: ``[{"partition.method": "metis"}]``."""
        if not self.baseline:
            return []
        return [
            dict(zip(self.baseline, values, strict=True))
            for values in itertools.product(*self.baseline.values())
        ]

    @property
    def directory(self) -> FilePath | None:
        """The folder of the experiment's own file; no part of its identity."""
        return self._directory

    @property
    def data(self) -> FilePath | None:
        """The folder of data that the user gave; no part of its identity."""
        return self._data

    @property
    def expansion(self) -> Any:
        """Its points, where :func:`numasim.schema.expand.expand` has made them; no part of its identity."""
        return self._expansion

    def keep_expansion(self, expansion: object) -> None:
        """Keep the points, which are many and are asked for more than once."""
        self._expansion = expansion

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """See pydantic; the points of another experiment are others."""
        copied = super().model_copy(update=update, deep=deep)
        copied._expansion = None
        return copied

    @property
    def left_out(self) -> tuple[str, ...]:
        """The files of its sweep's ``present`` that are not there."""
        return self._left_out

    def in_directory(
        self, directory: FilePath | None, data: FilePath | None = None, left_out: tuple[str, ...] = ()
    ) -> Experiment:
        """The same experiment, whose relative file names are looked up in a folder, and in one of data."""
        placed = self.model_copy()
        placed._directory, placed._data, placed._left_out = directory, data, left_out
        return placed

    def file(self, name: str) -> FilePath:
        """Where a file of the experiment is: beside its own file, in the current directory, among the data.

        Raises
        ------
        ConfigError
            Where it is in none.
        """
        found = find_data(name, self._directory, self._data)
        if found is None:
            raise ConfigError([no_such_data(name, self._directory, self._data)])
        return found

    def located(self) -> dict[str, Any]:
        """What :meth:`resolved` gives, with what is not found from everywhere by its path."""
        found = located(self.resolved(), self._directory, self._data)
        if self.published is not None:  # beside the experiment's file, which the copy is not
            found["published"] = str(self.file(self.published).absolute())
        return found

    def resolved(self) -> dict[str, Any]:
        """Plain data with every default filled in and units in text; it loads back as an equal experiment."""
        data = self.model_dump(mode="json")
        return {
            key: value
            for key, value in data.items()
            if value or key not in ("published", "sweep", "baseline")
        }


def as_execution(execution: Execution | Mapping[str, Any] | None) -> Execution:
    """The execution that a mapping of its keys describes; what is left out has its default.

    Raises
    ------
    ConfigError
        All that is wrong with it.
    """
    if isinstance(execution, Execution):
        return execution
    try:
        return Execution.model_validate(dict(execution or {}))
    except ValidationError as error:
        raise ConfigError([p.line() for p in find_problems(error, Execution, ("execution",))]) from None


def _method_or_file(given: Mapping[str, Any], words: str) -> list[Problem]:
    if given.get("method") is not None and given.get("file") is not None:
        return [Problem(("file",), "expected either method or file, got both", at_key=True)]
    if given.get("method", "") is None and given.get("file", "") is None:
        return [Problem(("method",), f"is missing; expected {words} (or `file`)")]
    return []
