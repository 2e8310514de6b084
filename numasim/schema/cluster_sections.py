"""The sections ``partition`` and ``mapping``: how the graph is cut, and how clusters are placed on cores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    AfterValidator,
    Field,
    model_validator,
)

from mappers.map_clusters import EVERY, MAPPERS, is_static
from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.schema.generated import File, Seed
from partitioners.config.problems import Problem
from partitioners.partition import MAX_PARTS
from partitioners.partition_graph import PARTITIONERS, cuts_edges
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected


class Partitioning(PluginSection):
    """The section ``partition``: the method that cuts the graph, or a file with a partition."""

    method: Annotated[
        str | None,
        Expected("the name of a partitioner"),
        AfterValidator(lambda name: name and known_name(PARTITIONERS, name)),
    ] = Field(
        default=None,
        description="partitioner, whose options are in the same section; required unless `file`; `numasim "
        "list partitioners` lists all",
    )
    file: File | None = Field(
        default=None,
        description="stored partition, used instead of `method`: one cluster id a line, from 0 on, or `.npy`",
    )
    kind: Literal["edge", "vertex"] | None = Field(
        default=None,
        description="what the file has the clusters of: edges (a vertex cut) or vertices (an edge cut); "
        "its length decides, unless the graph has as many edges as vertices",
    )
    parts: int | None = Field(
        default=None, ge=1, le=MAX_PARTS, description="number of clusters; required, unless a `file` says it"
    )
    seed: Seed = Field(default=None, description="seed of the partitioner; by default that of the experiment")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of partitioners."""
        return PARTITIONERS

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that a vertex cut is refined, and that either a method with its parts or a file is given."""
        problems = method_or_file(given, "the name of a partitioner")
        if "parts" in given and given["parts"] is None and given.get("file") is None:
            problems.append(Problem(("parts",), f"is missing; expected an integer from 1 to {MAX_PARTS}"))
        if given.get("kind") is not None and given.get("file") is None:
            problems.append(Problem(("kind",), "is that of a partition in a `file`; remove it"))
        base, _, modifier = (given.get("method") or "").partition("+")
        if modifier and cuts_edges(base):
            message = f"{base} makes an edge cut, but only vertex cuts can be refined"
            problems.append(Problem(("method",), f"{message}; remove `+{modifier}` or choose a vertex cut"))
        return problems


class ClusterMapping(PluginSection):
    """The section ``mapping``: the mapper that places the clusters, or a file with a mapping."""

    other_names: ClassVar[Mapping[str, str]] = {
        "when": "policy: static, or policy: online",
        "period": "every",
        "interval": "every",
    }

    method: Annotated[
        str | None,
        Expected("the name of a mapper"),
        AfterValidator(lambda name: name and known_name(MAPPERS, name)),
    ] = Field(
        "memory_centric",
        description="mapper, whose options are in the same section; `numasim list mappers` lists all",
    )
    file: File | None = Field(
        default=None, description="stored mapping, used instead of `method`: one core a line"
    )
    policy: Literal["static", "online", "periodic"] = Field(
        default="static",
        description="time of placement: all clusters before the run, each cluster when it becomes ready "
        "(online mappers only), or all before the run and [again while it "
        "runs](scheduling.md#how-do-clusters-move-while-the-program-runs)",
    )
    every: int | None = Field(
        default=None,
        ge=1,
        description="cycles between two questions to the mapper, with `policy: periodic`",
    )
    seed: Seed = Field(default=None, description="seed of the mapper; by default that of the experiment")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of mappers."""
        return MAPPERS

    @model_validator(mode="before")
    @classmethod
    def _file_has_no_method(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and data.get("file") is not None and "method" not in data:
            return {**data, "method": None}
        return data

    @model_validator(mode="before")
    @classmethod
    def _periodic_has_a_period(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and data.get("policy") == "periodic" and "every" not in data:
            return {**data, "every": EVERY}
        return data

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that either a method or a file is given, and that `policy: online` has an on-line mapper."""
        problems = method_or_file(given, "the name of a mapper")
        method = given.get("method")
        if given.get("policy") == "periodic" and given.get("file") is not None:
            message = "a mapping from a file has no mapper that a run can ask again; expected 'static'"
            problems.append(Problem(("policy",), message))
        if given.get("policy") == "online" and not given.get("candidates"):
            if given.get("file") is not None:
                message = "a mapping from a file places every cluster at once; expected 'static'"
                problems.append(Problem(("policy",), message))
            elif method in MAPPERS and is_static(str(method)):
                message = f"mapper {method!r} is static and places every cluster at once; expected 'static'"
                problems.append(Problem(("policy",), message))
        return problems


def method_or_file(given: Mapping[str, Any], words: str) -> list[Problem]:
    """Return the problem of a section that has a ``method`` and a ``file``, or neither."""
    if given.get("method") is not None and given.get("file") is not None:
        return [Problem(("file",), "expected either method or file, got both", at_key=True)]
    if given.get("method", "") is None and given.get("file", "") is None:
        return [Problem(("method",), f"is missing; expected {words} (or `file`)")]
    return []
