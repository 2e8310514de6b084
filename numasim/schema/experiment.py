"""The experiment file: a workload, a partitioner, a mapper, a machine, the execution, and a sweep.

The models in this module are the schema: typed, strict, frozen, no unknown keys.
:func:`numasim.schema.load.load_experiment` reads an experiment from a file and reports mistakes with line and
column.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Protocol, Self

from pydantic import (
    BeforeValidator,
    Field,
    PrivateAttr,
    field_validator,
    model_validator,
)

from numasim.components import Component
from numasim.config.plugin_section import PluginSection
from numasim.config.presets import machine_document, machine_names
from numasim.machine.machine import Machine
from numasim.schema.cluster_sections import ClusterMapping, Partitioning
from numasim.schema.complete import complete
from numasim.schema.data_files import find_data, located, no_such_data
from numasim.schema.execution import Execution
from numasim.schema.generated import File, Generated
from numasim.schema.kinds import kind_of_data, kind_of_workload
from numasim.schema.sweep_problems import A_FIELD, baseline_problems, sweep_problems
from numasim.schema.windowed import NO_EVENTS, is_windowed, lacking
from numasim.schema.workload import Workload, any_kind, workload_of
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, keys_of, raise_problems, scalar_fields
from partitioners.errors import ConfigError, OptionError
from partitioners.text.integers import MAX_WORD
from partitioners.text.wording import Expected


def machine_of(value: Any) -> Any:
    """Make a machine from a preset, a file or a mapping; for pydantic validators."""
    if isinstance(value, (str, FilePath, Mapping)):
        try:
            return Machine.model_validate(machine_document(value, label="").data)
        except ConfigError as error:
            raise ValueError(str(error)) from None
    return value


class Seeded(Protocol):
    """A section with a seed."""

    @property
    def seed(self) -> int | None:
        """The seed, or None for the experiment's seed."""


class Experiment(ConfigModel):
    """One experiment: everything that decides its results.

    An experiment without ``sweep`` is concrete: every default is filled in. An experiment with ``sweep``
    stands for its points (:func:`numasim.schema.expand.points`), each of them concrete. A swept field may be
    left out; the experiment then has the first of its values. Values that depend on the point, such as the
    options of a swept method, are filled in only at the points.
    """

    name: str = Field(
        default="experiment", min_length=1, description="name of the experiment; by default the file's name"
    )
    title: str = Field(default="", description="headline of tables and pictures; by default the name")
    workload: Annotated[
        Workload, BeforeValidator(workload_of), Expected(f"a mapping with {any_kind('or')}")
    ] = Field(description="graph or program that is simulated")
    partition: Partitioning = Field(description="how the graph is cut into clusters")
    mapping: ClusterMapping = Field(description="how the clusters are placed on the cores")
    machine: Annotated[
        Machine, BeforeValidator(machine_of), Expected("a preset, a file, a mapping, or none")
    ] = Field(description="simulated machine; with `none`, [nothing is simulated](#partitions-alone)")
    component: Component = Field(
        default=Component.model_validate({}), description="your own component of the machine"
    )
    execution: Execution = Field(
        default=Execution.model_validate({}), description="what is simulated, and in how much detail"
    )
    published: File | None = Field(
        default=None, description="CSV file of published figures, with which the run compares its own"
    )
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="fields and lists of their values; every combination is run"
    )
    baseline: dict[str, tuple[Any, ...]] = Field(
        default_factory=dict, description="swept values of the runs that all other runs are compared with"
    )
    seed: int = Field(default=0, ge=0, le=MAX_WORD, description="default seed for every random component")
    verify: bool = Field(default=False, description="whether to check every partition against its definition")

    kind: ClassVar[str] = "mesh"
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {
            "workload": Generated,
            "partition": Partitioning,
            "mapping": ClusterMapping,
            "component": Component,
            "execution": Execution,
        }
    )
    """The sections with plug-ins."""

    no_windows: ClassVar[str] = ""
    """Why a program cannot run in windows; empty if it can."""

    machine_parts: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The keys of ``machine`` that are machines, and the kind of experiment that has such machines."""

    parts_have_default: ClassVar[bool] = False
    """Whether the parts of a partition follow from other keys."""

    _directory: FilePath | None = PrivateAttr(None)
    _data: FilePath | None = PrivateAttr(None)
    _left_out: tuple[str, ...] = PrivateAttr(())
    _expansion: Any = PrivateAttr(None)

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in the values of an experiment that follow from its other parts."""
        return complete({"mapping": {}, **data})

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: Any) -> Any:
        return cls.complete_data(data) if isinstance(data, Mapping) else data

    @classmethod
    def machine_presets(cls) -> list[str]:
        """Return the names of the machines that come with numasim."""
        return machine_names()

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """Return the condition of a JSON Schema that files of this kind meet; empty if all do."""
        return {}

    @classmethod
    def swept_fields(cls) -> list[str]:
        """Return the fields that a sweep may name, in addition to the options of plug-ins."""
        return [*scalar_fields(cls), "machine", "seed"]

    @field_validator("workload")
    @classmethod
    def _workload_fits(cls, workload: Any) -> Any:
        kind = kind_of_workload(workload)
        if kind is not None and kind.name != cls.kind:
            model = kind.part("schema", "EXPERIMENT")
            name = f"{model.__module__}.{model.__name__}"
            raise ValueError(f"is the workload of a {name}; use numasim.load_experiment for its file")
        return workload

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

    @rule
    def _mesh_fits(self) -> None:
        if self.kind != "mesh":
            return
        if self.partition.parts is not None:
            try:
                self.machine.for_clusters(self.partition.parts)
            except OptionError as error:
                raise_problems([Problem(("machine",), f"for {self.partition.parts} clusters: {error}")])
        if self.execution.network == "flit":
            try:
                self.machine.network.flit_router()
            except OptionError as error:
                raise_problems([Problem(("machine", "network"), str(error))])

    @rule
    def _components_run_in_simpy(self) -> None:
        if self.component.method != "none" and self.execution.engine == "compiled":
            message = "expected auto or simpy, got 'compiled'; the compiled engine runs no custom component"
            raise_problems([Problem(("execution", "engine"), message)])

    @rule
    def _blocking_cores_have_speeds(self) -> None:
        if self.kind == "mesh" and self.execution.memory_model == "simulated":
            key = self.machine.core.key_of_rates
            message = "cores of different speeds need `memory_model: traced`; set it, or remove this key"
            raise_problems([Problem(("machine", "core", key), message, at_key=True)] if key else [])

    @rule
    def _shared_values_need_cores(self) -> None:
        if self.kind != "mesh" or self.execution.communication != "coherent":
            return
        supersteps = self.execution.model == "supersteps" or self.execution.steps > 1
        if self.mapping.policy == "online" and not supersteps:
            message = (
                "expected 'static'; `communication: coherent` needs the core of every cluster before the run"
            )
            raise_problems([Problem(("mapping", "policy"), message)])

    @rule
    def _clusters_can_move(self) -> None:
        if self.kind == "mesh" and self.mapping.policy == "periodic":
            needed = {"memory_model": "traced", "model": "dataflow", "steps": 1, "stealing": "none"}
            for key, wanted in needed.items():
                if getattr(self.execution, key) not in (wanted, None):
                    message = f"periodic needs `execution.{key}: {wanted}`; set it, or use `policy: static`"
                    raise_problems([Problem(("mapping", "policy"), message)])

    @rule
    def _windows_fit(self) -> None:
        if not is_windowed(self.workload):
            return
        cure = "set it, or remove `workload.window`"
        if self.no_windows:
            raise_problems([Problem(("workload", "window"), self.no_windows, at_key=True)])
        needed: list[tuple[str, str, Any, Any]] = [
            ("mapping", "policy", "static", self.mapping.policy),
            ("component", "method", "none", self.component.method),
        ]
        needed += [("execution", key, wanted, found) for key, wanted, found in lacking(self.execution)]
        problems = [
            Problem((section, key), f"`workload.window` needs `{key}: {wanted}`, got {found!r}; {cure}")
            for section, key, wanted, found in needed
            if found != wanted
        ]
        if self.partition.file is not None:
            message = f"`workload.window` needs a `method`, because every window is cut anew; {cure}"
            problems.append(Problem(("partition", "file"), message, at_key=True))
        if self.execution.max_events is not None:
            problems.append(Problem(("execution", "max_events"), NO_EVENTS, at_key=True))
        raise_problems(problems)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and self.resolved() == other.resolved()

    __hash__ = None  # type: ignore[assignment]

    def seed_of(self, section: Seeded | None) -> int:
        """Return the seed of a section: its own, or the experiment's seed if it has none."""
        return self.seed if section is None or section.seed is None else section.seed

    def machine_with_pages(self) -> tuple[Machine, str] | None:
        """Return the machine whose simulated memory has pages, and its field; None if there is none."""
        if self.kind == "mesh" and self.execution.memory_model == "simulated":
            return self.machine, "machine"
        return None

    @property
    def baselines(self) -> list[dict[str, Any]]:
        """One mapping per combination of the baseline's values: ``[{"partition.method": "metis"}]``."""
        if not self.baseline:
            return []
        return [
            dict(zip(self.baseline, values, strict=True))
            for values in itertools.product(*self.baseline.values())
        ]

    @property
    def directory(self) -> FilePath | None:
        """The folder of the experiment's own file; not part of its identity."""
        return self._directory

    @property
    def data(self) -> FilePath | None:
        """The folder of data that the user gave; not part of its identity."""
        return self._data

    @property
    def expansion(self) -> Any:
        """The points if :func:`numasim.schema.expand.expand` has made them; not part of its identity."""
        return self._expansion

    def keep_expansion(self, expansion: object) -> None:
        """Keep the points, because there are many and they are used more than once."""
        self._expansion = expansion

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """See pydantic; the copy does not keep the points."""
        copied = super().model_copy(update=update, deep=deep)
        copied._expansion = None
        return copied

    @property
    def left_out(self) -> tuple[str, ...]:
        """The files of the sweep's ``present`` that do not exist."""
        return self._left_out

    def in_directory(
        self, directory: FilePath | None, data: FilePath | None = None, left_out: tuple[str, ...] = ()
    ) -> Experiment:
        """Return the same experiment with relative file names looked up in ``directory`` and ``data``."""
        placed = self.model_copy()
        placed._directory, placed._data, placed._left_out = directory, data, left_out
        return placed

    def file(self, name: str) -> FilePath:
        """Find a file: next to the experiment's own file, in the current directory, or in the folder of data.

        Raises
        ------
        ConfigError
            The file is in none of them.
        """
        found = find_data(name, self._directory, self._data)
        if found is None:
            raise ConfigError([no_such_data(name, self._directory, self._data)])
        return found

    def located(self) -> dict[str, Any]:
        """Return :meth:`resolved` with full paths for files that are not found from every directory."""
        found = located(self.resolved(), self._directory, self._data)
        if self.published is not None:  # it is next to the experiment's file; the copy is elsewhere
            found["published"] = str(self.file(self.published).absolute())
        return found

    def resolved(self) -> dict[str, Any]:
        """Return plain data with every default filled in and quantities as text.

        The data load back as an equal experiment.
        """
        data = self.model_dump(mode="json")
        return {
            key: value
            for key, value in data.items()
            if value or key not in ("published", "sweep", "baseline")
        }


def experiment_of(data: Any) -> type[Experiment]:
    """Return the model of the experiment that a file's data describe."""
    model: type[Experiment] = kind_of_data(data).part("schema", "EXPERIMENT")
    return model
