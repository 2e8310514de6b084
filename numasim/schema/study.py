"""A component by itself: synthetic traffic on the network, random accesses to the coherent memory.

A file with ``kind: network`` or ``kind: memory`` is a study: it names no program, and so no partition and no
mapping. Like an experiment it is typed and strict, may sweep any of its fields, and gives one row a point.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    WithJsonSchema,
    field_validator,
)
from pydantic_core import PydanticCustomError

from numasim.config.presets import find_config, machine_document, shown
from numasim.config.problems import Problem, find_problems, in_file_order, refuse, scalar_fields
from numasim.config.strict import Strict
from numasim.config.wording import Expected, show
from numasim.config.yaml_lines import Document, read_yaml
from numasim.machine.machine import Machine
from numasim.schema.experiment import machine_of
from numasim.schema.sweep_axes import (
    REPLICATES,
    combinations,
    place_of,
    replicate_seed,
    swept_values,
    written_values,
)
from numasim.schema.sweep_fields import sweep_problems
from partitioners.errors import ConfigError, InputError, LawError, OptionError
from partitioners.progress import Progress, silent
from partitioners.registry import did_you_mean

if TYPE_CHECKING:
    import pandas as pd

    from numasim.numa.coherence.tester import RandomTest
    from numasim.numa.noc.traffic import Measurement


def measure_network(
    machine: Machine,
    pattern: str,
    rate: float,
    *,
    packet_flits: int = 1,
    packets: int = 100_000,
    seed: int = 0,
) -> Measurement:
    """Latency and throughput of a machine's routers under synthetic traffic.

    Parameters
    ----------
    machine : Machine
        Its mesh and its ``network.router``.
    pattern : str
        Where the packets of a tile go, see :func:`numasim.numa.noc.traffic.traffic_pattern`.
    rate : float
        Flits a tile and cycle.
    packet_flits : int
    packets : int
        Measured, on average.
    seed : int

    Raises
    ------
    UnknownNameError, OptionError
        No such pattern; a rate that cannot be, a pattern that does not fit the mesh, routers that cannot be.
    """
    from numasim.numa.noc.traffic import measure

    parameters = machine.network.flit_router()
    return measure(machine.topology, parameters, pattern, rate, packet_flits, packets=packets, seed=seed)


PATTERNS = (
    "uniform",
    "transpose",
    "neighbor",
    "bit_complement",
    "tornado",
    "hotspot20",
    "all_to_node0",
)
"""The names in :mod:`numasim.numa.noc.traffic`, which is imported only where packets are drawn."""


def _known_pattern(name: str) -> str:
    from numasim.numa.noc.traffic import traffic_pattern

    try:
        traffic_pattern(name)
    except InputError as error:
        raise PydanticCustomError("problem", "{message}", {"message": str(error)}) from None
    return name


class Traffic(Strict):
    """Packets that sources create at random."""

    pattern: Annotated[
        str,
        Expected(f"one of {', '.join(PATTERNS)}, hotspot:SHARE:TILE"),
        AfterValidator(_known_pattern),
        WithJsonSchema({"anyOf": [{"enum": list(PATTERNS)}, {"type": "string", "pattern": "^hotspot:"}]}),
    ] = Field(default="uniform", description="where the packets of a tile go")
    rate: float = Field(gt=0, description="flits a tile and cycle")
    packet_flits: int = Field(default=1, ge=1, le=4096, description="of each packet")
    packets: int = Field(default=100_000, ge=100, description="measured at each point")


class Shape(Strict):
    """Of a cache."""

    sets: int = Field(ge=1, description="sets of the cache")
    ways: int = Field(ge=1, description="blocks of a set")


class MemoryTest(Strict):
    """Random operations on a few blocks; see :class:`numasim.numa.coherence.tester.RandomTest`."""

    operations: int = Field(default=100_000, ge=1, description="of all cores together")
    cores: int = Field(default=8, ge=1, le=1024, description="as many as tiles")
    blocks: int = Field(default=24, ge=1, description="that all cores access, or each its own")
    read_share: float = Field(default=0.6, ge=0, le=1, description="of the reads and writes")
    evict_share: float = Field(default=0.0, ge=0, le=1, description="of the operations: evictions")
    hot_share: float = Field(default=0.0, ge=0, le=1, description="of the operations: on block 0")
    private: bool = Field(default=False, description="every core has blocks of its own")
    homes: int = Field(default=0, ge=0, description="tiles that are home to the blocks; 0: all")
    outstanding: int = Field(default=8, ge=1, description="operations of a core under way")
    l1: Shape = Field(default=Shape(sets=2, ways=2), description="of one L1")
    l2: Shape = Field(default=Shape(sets=1, ways=4), description="of one slice of the L2")
    mshrs: int = Field(default=4, ge=1, description="misses of an L1 under way")
    buffers: int = Field(default=2, ge=1, description="write-backs of a cache under way")
    delay_cycles: int = Field(default=10, ge=1, description="that a message takes")
    jitter: int = Field(default=40, ge=0, description="and up to so many more, at random")
    ordered: bool = Field(default=False, description="messages of one class do not overtake")
    controllers: int = Field(default=2, ge=1, description="of the memory")

    def test(self, seed: int) -> RandomTest:
        """The test itself.

        Raises
        ------
        OptionError
            Numbers that do not go together.
        """
        from numasim.numa.coherence.cache import CacheShape
        from numasim.numa.coherence.tester import RandomTest

        given = self.model_dump() | {"l1": CacheShape(**dict(self.l1)), "l2": CacheShape(**dict(self.l2))}
        return RandomTest(**given, seed=seed)


class Study(Strict):
    """What studies have in common: a name, a seed, a sweep."""

    name: str = Field(default="study", min_length=1, description="what to call it; the file's name")
    title: str = Field(default="", description="a headline for its table; the name by default")
    sweep: dict[str, Any] = Field(
        default_factory=dict, description="fields and the values that each takes; every combination is run"
    )
    seed: int = Field(default=0, ge=0, description="of all that is drawn at random")

    columns: ClassVar[Mapping[str, str]] = {}
    """The figures that the printed table shows, and their headings."""

    @field_validator("sweep", mode="before")
    @classmethod
    def _check_sweep(cls, sweep: Any) -> Any:
        if not isinstance(sweep, Mapping):
            return sweep
        refuse(sweep_problems(sweep, cls.fields(), sections={}))
        return sweep

    @classmethod
    def fields(cls) -> list[str]:
        """What a sweep may name."""
        return [*scalar_fields(cls), "seed"]

    @abstractmethod
    def row(self) -> dict[str, Any]:
        """Run it, and say what came of it.

        Raises
        ------
        OptionError
            Values that do not go together.
        """

    @abstractmethod
    def check(self) -> None:
        """Refuse, without running it, values that do not go together.

        Raises
        ------
        OptionError
        """


class NetworkStudy(Study):
    """The routers of a machine under synthetic traffic."""

    kind: Literal["network"] = Field(description="the network by itself")
    machine: Annotated[Machine, BeforeValidator(machine_of), Expected("a preset, a file, or a mapping")] = (
        Field(description="the simulated machine, of which the network is measured")
    )
    traffic: Traffic = Field(description="what its tiles send")

    columns: ClassVar[Mapping[str, str]] = {
        "offered": "offered\nflits",
        "accepted": "accepted\nflits",
        "latency": "latency\ncycles",
        "latency_error": "±",
        "network_latency": "of it in\nnetwork",
        "routers": "routers",
        "largest_link_load": "busiest\nlink",
        "saturated": "satu-\nrated",
    }

    def check(self) -> None:
        """See :class:`Study`."""
        self.machine.network.flit_router()
        from numasim.numa.noc.traffic import traffic_pattern

        traffic = self.traffic
        if traffic.rate > traffic.packet_flits:
            raise OptionError(
                f"a tile cannot create {traffic.rate} flits a cycle in packets of {traffic.packet_flits}; "
                f"traffic.rate is at most traffic.packet_flits"
            )
        traffic_pattern(traffic.pattern, self.machine.topology)

    def row(self) -> dict[str, Any]:
        """See :class:`Study`."""
        t = self.traffic
        found = measure_network(
            self.machine,
            t.pattern,
            t.rate,
            packet_flits=t.packet_flits,
            packets=t.packets,
            seed=self.seed,
        )
        figures = asdict(found)
        load = figures.pop("link_load")
        return {
            "machine": self.machine.name,
            **t.model_dump(exclude={"packets"}),
            "seed": self.seed,
            **figures,
            "largest_link_load": float(load.max(initial=0)),
        }


class MemoryStudy(Study):
    """The coherence protocol under random operations, every step of it checked."""

    kind: Literal["memory"] = Field(description="the coherent memory by itself")
    test: MemoryTest = Field(default=MemoryTest(), description="what its cores do")

    columns: ClassVar[Mapping[str, str]] = {
        "accesses": "accesses",
        "hits": "hits",
        "misses": "misses",
        "mean_latency_cycles": "latency\ncycles",
        "messages_per_miss": "messages\na miss",
        "data_messages_per_miss": "with\ndata",
        "invalidations_per_miss": "invali-\ndations",
        "recalls_per_miss": "recalls",
        "write_backs_per_miss": "write-\nbacks",
        "dirty_evictions_per_miss": "dirty",
        "races_met": "races\nmet",
        "races": "of",
    }

    def check(self) -> None:
        """See :class:`Study`."""
        self.test.test(self.seed)

    def row(self) -> dict[str, Any]:
        """See :class:`Study`; a law that is broken is its ``error``."""
        from numasim.numa.coherence.tester import run_random_test

        given = self.test.model_dump(exclude={"l1", "l2"})
        row = {**given, "seed": self.seed}
        try:
            found = run_random_test(self.test.test(self.seed))
        except LawError as error:
            return {**row, "error": str(error)}
        met = found.races()
        return {
            **row,
            "accesses": found.accesses,
            **{name: found.counts[name] for name in ("hits", "misses", "merged", "write_backs")},
            "messages": sum(found.messages.values()),
            **{f"{name}_per_miss": number for name, number in found.per_miss().items()},
            "cycles": found.cycles,
            "mean_latency_cycles": found.mean_latency_cycles,
            "races_met": sum(count > 0 for count in met.values()),
            "races": len(met),
            "error": "; ".join(found.misses()) or None,
        }


KINDS: dict[str, type[Study]] = {"network": NetworkStudy, "memory": MemoryStudy}
"""The kinds of study, by the value of ``kind``."""


def load_study(path: str | Path) -> Study | None:
    """Read a study; None where the file has no ``kind``, for then it is an experiment.

    Parameters
    ----------
    path : str or path
        A YAML file, or the name of a study that comes with the project (``components/latency-load``).

    Raises
    ------
    ConfigError
        Everything that is wrong with it, its points included; a line each, in the order of the file.
    """
    file = find_config(path)
    document = read_yaml(file, shown(file))
    data = document.data
    if not isinstance(data, dict) or "kind" not in data:
        return None
    model = KINDS.get(data["kind"]) if isinstance(data["kind"], str) else None
    if model is None:
        hint = did_you_mean(str(data["kind"]), KINDS)
        problem = Problem(("kind",), f"expected one of 'network', 'memory', got {show(data['kind'])}; {hint}")
        raise ConfigError([problem.line(document)])
    data.setdefault("name", file.stem)
    data.setdefault("title", data["name"])
    if "machine" in data and model is NetworkStudy:
        machine = machine_document(document.at(("machine",)), file.parent)
        data["machine"] = machine.data
        document.keys.update({("machine", *place): at for place, at in machine.keys.items()})
        document.values.update({("machine", *place): at for place, at in machine.values.items()})
    problems = list(_problems(model, document))
    if problems:
        raise ConfigError(in_file_order(problems, document))
    return model.model_validate(
        _with(data, {key: values[0] for key, values in swept_values(_sweep(model, data)).items()}, True)
    )


def _problems(model: type[Study], document: Document) -> Iterator[Problem]:
    """What is wrong with the study itself, and then with each value and combination of its sweep."""
    data, known = document.data, set()
    sweep = _sweep(model, data)
    places = {(key, show(value)): ("sweep", *place) for key, value, place in written_values(sweep)}
    axes = {key: ("sweep", *place_of(place)) for key, _, place in written_values(sweep)}
    for number, overrides in enumerate(combinations(sweep)):
        try:
            model.model_validate(_with(data, overrides, number == 0)).check()
            continue
        except ValidationError as error:
            found = find_problems(error, model)
        except OptionError as error:
            found = [Problem((), str(error))]
        for problem in found:
            swept = [key for key in overrides if problem.path[: key.count(".") + 1] == tuple(key.split("."))]
            at = problem.path
            if swept:
                (key,) = swept
                at = places.get((key, show(overrides[key])), axes[key])
            if (at, problem.message) not in known:
                known.add((at, problem.message))
                yield Problem(at, problem.message, problem.at_key and not swept)


def refuse_for_study(file: object, given: Mapping[str, object]) -> None:
    """A study is quick and runs here; what says how to run an experiment would be ignored.

    Parameters
    ----------
    file : object
        What to call the study.
    given : mapping of str to object
        Options and their values; those that say nothing are none.

    Raises
    ------
    OptionError
        Any of them is given.
    """
    if options := [name for name, value in given.items() if value]:
        raise OptionError(f"{file}: a study takes no {' and no '.join(options)}; leave it out")


def study_points(study: Study) -> list[tuple[dict[str, Any], Study]]:
    """Every run that a study stands for, with the values of its sweep; the first field is the slowest."""
    data = study.model_dump(mode="json")
    return [
        (overrides, type(study).model_validate(_with(data, overrides, False)))
        for overrides in combinations(study.sweep)
    ]


def run_study(study: Study, progress: Progress = silent) -> pd.DataFrame:
    """Run every point of a study, one after the other.

    Parameters
    ----------
    study : Study
    progress : callable
        Told of each point.

    Returns
    -------
    pandas.DataFrame
        One row a point: its values, and what was measured.
    """
    import pandas as pd

    points = study_points(study)
    rows = []
    for done, (overrides, point) in enumerate(points):
        values = ", ".join(f"{key}: {value}" for key, value in overrides.items())
        progress(done, len(points), values or study.name)
        # A field of a section's section has no column of its own.
        others = {
            key: value for key, value in overrides.items() if key.startswith("machine.") or key.count(".") > 1
        }
        if REPLICATES in overrides:
            others["replicate"] = overrides[REPLICATES]
        rows.append({"point": done, **others, **point.row()})
    return pd.DataFrame(rows)


def _sweep(model: type[Study], data: Mapping[str, Any]) -> dict[str, Any]:
    """The sweep of a file as far as it is one."""
    sweep = data.get("sweep")
    if not isinstance(sweep, Mapping):
        return {}
    problems = sweep_problems(sweep, model.fields(), sections={})
    wrong = {problem.path[0] if problem.path else None for problem in problems}
    return {key: given for key, given in sweep.items() if key not in wrong and None not in wrong}


def _with(data: Mapping[str, Any], overrides: Mapping[str, Any], keep_sweep: bool) -> dict[str, Any]:
    """The data with values put at dotted fields."""
    made: dict[str, Any] = {key: value for key, value in data.items() if keep_sweep or key != "sweep"}
    for key, value in overrides.items():
        if key == REPLICATES:
            continue
        *parents, last = key.split(".")
        place = made
        for parent in parents:
            inner = place.get(parent)
            place[parent] = dict(inner) if isinstance(inner, Mapping) else {}
            place = place[parent]
        place[last] = value
    if REPLICATES in overrides:
        made["seed"] = replicate_seed(made.get("seed", 0), overrides[REPLICATES])
    return made
