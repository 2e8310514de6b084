"""What experiments of all kinds have: a name, a workload, a sweep, a baseline, a seed.

Each kind has a model of its own (:mod:`numasim.kinds`): typed, strict, frozen, no unknown keys.
:func:`numasim.schema.load.load_experiment` reads an experiment from a file and reports mistakes with line and
column.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PrivateAttr,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from numasim.config.plugin_section import PluginSection
from numasim.schema.complete import complete
from numasim.schema.data_files import find_data, located, no_such_data
from numasim.schema.expressions import ExpressionError, parse
from numasim.schema.generated import File, Generated
from numasim.schema.kinds import kind_of_data, kind_of_workload, part
from numasim.schema.no_effect_rules import Rule
from numasim.schema.search import Search
from numasim.schema.sweep import sweep_of
from numasim.schema.sweep_problems import A_FIELD, baseline_problems, search_problems, sweep_problems
from numasim.schema.workload import Workload, any_kind, workload_of
from partitioners.config.model import ConfigModel
from partitioners.config.problems import keys_of, raise_problems, scalar_fields
from partitioners.errors import ConfigError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.integers import MAX_WORD
from partitioners.text.wording import Expected

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass

    from numasim.machine.machine import Machine
else:
    ModelMetaclass = type(ConfigModel)  # pydantic exports no name for it

FIRST = ("name", "title", "workload", "partition", "mapping", "machine", "component", "execution")
"""The keys that a written experiment begins with, in this order."""

OF_WHOLE = ("sweep", "search", "baseline", "constraint", "derived", "objective")
"""The keys of an experiment that its points do not have."""

LEFT_OUT: Mapping[str, Any] = MappingProxyType(
    {
        "published": None,
        "speedup": True,
        "tables": [],
        "sweep": {},
        "search": None,
        "baseline": {},
        "constraint": [],
        "derived": {},
        "objective": [],
    }
)
"""The keys that are left out of a written experiment where they have these values."""


NO_TABLES = "none"
"""The value of ``tables`` with which no long table is kept."""

ONE_OR_MORE = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
"""The JSON Schema of an expression or a list of them."""


def one_or_more(value: Any) -> Any:
    """Expressions as a tuple, also one alone; for pydantic."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


def expression(text: str) -> str:
    """Check an expression; for pydantic."""
    try:
        parse(text)
    except ExpressionError as error:
        raise ValueError(str(error)) from error
    return text


def expressions(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Check several expressions; for pydantic."""
    return tuple(map(expression, texts))


class Seeded(Protocol):
    """A section with a seed."""

    @property
    def seed(self) -> int | None:
        """The seed, or None for the experiment's seed."""


class AnyKind(ModelMetaclass):
    """The type of the experiments' classes: a call of :class:`Experiment` makes one of the kind described."""

    load: Callable[[Mapping[str, Any]], Experiment]
    """Loads an experiment of any kind; :mod:`numasim.schema.load`, which imports this module, sets it."""

    def __call__(cls, **sections: Any) -> Any:
        """Load an experiment from sections; the class of a kind itself only checks fields, as any model."""
        return AnyKind.load(sections) if cls is Experiment else super().__call__(**sections)


class Experiment(ConfigModel, metaclass=AnyKind):
    """One experiment: everything that decides its results.

    ``Experiment(workload={...}, machine="mesh-4x4", ...)`` is the experiment of a file with these sections,
    as :func:`numasim.load_experiment` makes it: an instance of the class of its kind, or a
    :class:`~partitioners.errors.ConfigError` with all mistakes. :func:`numasim.run` runs it, and
    :func:`numasim.points` lists its points.

    An experiment without ``sweep`` and ``search`` is concrete: every default is filled in. With one of them,
    it stands for its points (:func:`numasim.schema.expand.points`), each of them concrete. A swept field may
    be left out; the experiment then has the first of its values. Values that depend on the point, such as the
    options of a swept method, are filled in only at the points.
    """

    name: str = Field(
        default="experiment", min_length=1, description="name of the experiment; by default the file's name"
    )
    title: str = Field(default="", description="headline of tables and pictures; by default the name")
    workload: Annotated[
        Workload, BeforeValidator(workload_of), Expected(f"a mapping with {any_kind('or')}")
    ] = Field(description="graph or program that is simulated")
    published: File | None = Field(
        default=None, description="CSV file of published figures, with which the run compares its own"
    )
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="fields and lists of their values; every combination is run"
    )
    constraint: Annotated[
        tuple[str, ...],
        BeforeValidator(one_or_more),
        AfterValidator(expressions),
        WithJsonSchema(ONE_OR_MORE),
        Expected("an expression over fields, or a list of them"),
    ] = Field(
        default=(),
        description="expressions over fields, such as `2 * machine.l1.size <= 1 MiB`; a point for which "
        "one of them is false is left out",
    )
    derived: dict[str, Annotated[str, AfterValidator(expression)]] = Field(
        default_factory=dict,
        description="more columns of the results, and their expressions over columns and fields, such as "
        "`edp: energy_joules * seconds`",
    )
    objective: Annotated[
        tuple[str, ...],
        BeforeValidator(one_or_more),
        AfterValidator(expressions),
        WithJsonSchema(ONE_OR_MORE),
        Expected("an expression over columns, or a list of them"),
    ] = Field(
        default=(),
        description="expressions over columns, of which less is better; the column `front` marks the "
        "rows that no other row beats",
    )
    search: Search | None = Field(
        default=None,
        description="[search](#search) for the points with the least objective, in place of a sweep",
    )
    baseline: dict[str, tuple[Any, ...]] = Field(
        default_factory=dict, description="swept values of the runs that all other runs are compared with"
    )
    seed: int = Field(default=0, ge=0, le=MAX_WORD, description="default seed for every random component")
    verify: bool = Field(default=False, description="whether to check every partition against its definition")
    speedup: bool = Field(
        default=True,
        description="whether a run is compared with its work on one core, which is run once for the points "
        "that share it; on a large graph this takes longer than the points",
    )
    tables: Annotated[
        tuple[str, ...],
        BeforeValidator(one_or_more),
        WithJsonSchema(ONE_OR_MORE),
        Expected("`none`, or a list of names of long tables"),
    ] = Field(
        default=(),
        description="the long tables of the results that are kept, such as `[cores, links]`, or `none`; by "
        "default all",
    )

    if TYPE_CHECKING:  # the sections of every kind

        def __init__(self, **sections: Any) -> None: ...

    kind: ClassVar[str]
    """The name of the kind."""

    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType({"workload": Generated})
    """The sections with plug-ins."""

    swept_by_name: ClassVar[tuple[str, ...]] = ()
    """The fields that a sweep may name besides those of one value: machines, by their names."""

    machine_presets: ClassVar[Callable[[], list[str]]] = list
    """Returns the names of the machines that come with numasim."""

    no_effect_rules: ClassVar[tuple[Rule, ...]] = ()
    """The rules for fields that have no effect because of the values of other fields."""

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
        """Fill in the values of an experiment that follow from its other parts.

        A swept field of a section that the kind does not have is itself a mistake; it does not create the
        section.
        """
        return {key: value for key, value in complete(data).items() if key in data or key in cls.model_fields}

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: Any) -> Any:
        return cls.complete_data(data) if isinstance(data, Mapping) else data

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """Return the condition of a JSON Schema that files of this kind meet; empty if all do."""
        return {}

    @classmethod
    def swept_fields(cls) -> list[str]:
        """Return the fields that a sweep may name, in addition to the options of plug-ins."""
        fields = [name for name in scalar_fields(cls) if not name.startswith("search.")]
        return [*fields, *cls.swept_by_name, "seed"]

    @field_validator("workload")
    @classmethod
    def _workload_fits(cls, workload: Any) -> Any:
        kind = kind_of_workload(workload)
        if kind is not None and kind != cls.kind:
            model = part(kind, "schema", "EXPERIMENT")
            name = f"{model.__module__}.{model.__name__}"
            raise ValueError(f"is the workload of a {name}; use numasim.load_experiment for its file")
        return workload

    @field_validator("sweep", mode="before")
    @classmethod
    def _check_sweep(cls, sweep: Any) -> Any:
        if isinstance(sweep, Mapping):
            raise_problems(sweep_problems(sweep, cls.swept_fields(), cls._sections_with_options()))
        return sweep

    @field_validator("search", mode="before")
    @classmethod
    def _check_search(cls, search: Any, info: Any) -> Any:
        if info.data.get("sweep") and search is not None:
            raise ValueError("an experiment has a sweep or a search, not both; remove one of them")
        if isinstance(search, Mapping):
            raise_problems(search_problems(search, cls.swept_fields(), cls._sections_with_options()))
        return search

    @field_validator("search")
    @classmethod
    def _search_fits_objective(cls, search: Search | None, info: Any) -> Search | None:
        if search is not None and "objective" in info.data:
            search.check_objective(info.data["objective"])
        return search

    @classmethod
    def _sections_with_options(cls) -> dict[str, str]:
        return {name: field for name, field in A_FIELD.items() if name in keys_of(cls)}

    @field_validator("baseline", mode="before")
    @classmethod
    def _check_baseline(cls, baseline: Any, info: Any) -> Any:
        if not isinstance(baseline, Mapping):
            return baseline
        chosen = {key: tuple(v) if isinstance(v, (list, tuple)) else (v,) for key, v in baseline.items()}
        if "sweep" in info.data:
            raise_problems(baseline_problems(chosen, info.data["sweep"], baseline))
        return chosen

    @field_validator("tables")
    @classmethod
    def _check_tables(cls, tables: tuple[str, ...]) -> tuple[str, ...]:
        known = part(cls.kind, "columns", "ROWS").tables if tables and tables != (NO_TABLES,) else ()
        for name in tables if known else ():
            if name not in known:
                raise ValueError(f"there is no table {name!r}; {did_you_mean(name, known)}")
        return tables

    def kept_tables(self, names: Sequence[str]) -> list[str]:
        """Return those of the names of long tables that are kept."""
        return [name for name in names if not self.tables or name in self.tables]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Experiment) and self.resolved() == other.resolved()

    __hash__ = None  # type: ignore[assignment]

    def seed_of(self, section: Seeded | None) -> int:
        """Return the seed of a section: its own, or the experiment's seed if it has none."""
        return self.seed if section is None or section.seed is None else section.seed

    def machine_with_pages(self) -> tuple[Machine, str] | None:
        """Return the machine whose simulated memory has pages, and its field; None if there is none."""
        return None

    def runs_twice(self, overrides: Mapping[str, Any]) -> bool:
        """Whether a point with these swept values runs an edge cut again, with one message per cut edge."""
        return False

    @property
    def varied_by(self) -> str:
        """The section that varies fields: ``sweep`` or ``search``."""
        return "sweep" if self.search is None else "search"

    @property
    def axes(self) -> Mapping[str, Any]:
        """The axes of the sweep or of the search; see :func:`numasim.schema.sweep.sweep_of`."""
        return self.sweep if self.search is None else sweep_of({"search": self.search.model_dump()})

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
    ) -> Self:
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
        keys = dict.fromkeys([*(key for key in FIRST if key in data), *data])
        return {key: data[key] for key in keys if key not in LEFT_OUT or data[key] != LEFT_OUT[key]}

    @property
    def data_to_read(self) -> dict[str, Any]:
        """The data of :meth:`resolved`, which the caller must not change; those of the last one are kept.

        A point asks for its data many times in a row. To keep them for all points would take more memory than
        the points.
        """
        experiment, data = _LAST[0]
        if experiment is not self:
            data = self.resolved()
            _LAST[0] = self, data
        return data


_LAST: list[tuple[Experiment | None, dict[str, Any]]] = [(None, {})]
"""The experiment whose data were asked for last, and its data; replaced as one, since threads may ask."""


def experiment_of(data: Any) -> type[Experiment]:
    """Return the model of the experiment that a file's data describe."""
    model: type[Experiment] = part(kind_of_data(data), "schema", "EXPERIMENT")
    return model
