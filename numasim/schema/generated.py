"""A graph that a generator makes: a workload of its own, or the operand of a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry
from partitioners.text.integers import MAX_WORD
from partitioners.text.wording import Expected

if TYPE_CHECKING:
    from partitioners.generators.models import GraphSize

Seed = Annotated[int | None, Field(ge=0, le=MAX_WORD), Expected(f"an integer from 0 to {MAX_WORD}")]
UndirectedEdges = Annotated[
    Literal["one_edge", "two_edges"] | None,
    Field(
        description="edges of an undirected edge of a graph file: one, or one each way; by default one each "
        "way where the file says that it is undirected, while a line of an edge list is one directed edge"
    ),
]
"""The key ``symmetric_entries`` of programs that search a graph."""


def undirected_problems(given: Mapping[str, Any]) -> list[Problem]:
    """Return the problem of ``symmetric_entries`` beside a generated graph, if there is one."""
    if given.get("symmetric_entries") is None or not isinstance(given.get("graph"), Generated):
        return []
    message = "is for graph files, and this graph is generated; remove this key"
    return [Problem(("symmetric_entries",), message, at_key=True)]


File = Annotated[str, Field(min_length=1), Expected("the name of a file")]


class Generated(PluginSection):
    """A graph that a generator makes."""

    plugin_key: ClassVar[str] = "generator"

    generator: Annotated[
        str, Expected("the name of a generator"), AfterValidator(lambda name: known_name(_generators(), name))
    ] = Field(
        description="generator, whose options are in the same section; `numasim list generators` lists all"
    )
    seed: Seed = Field(default=None, description="seed of the generator; by default that of the experiment")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of generators."""
        return _generators()

    @property
    def size(self) -> GraphSize | None:
        """The size of the graph; None if the generator does not declare it.

        Raises
        ------
        OptionError
            The generator rejects its options.
        """
        from partitioners.generators.models import size_of

        return size_of(_generators()[self.generator].function, self.options)

    @rule
    def _can_be_made(self) -> None:
        if not self.candidates:
            try:
                _ = self.size
            except OptionError as error:
                raise_problems([Problem(("generator",), str(error))])


class GeneratedMesh(Generated):
    """A mesh that a generator makes."""

    generator: Annotated[
        str,
        Expected("the name of a generator of meshes"),
        AfterValidator(lambda name: known_name(_mesh_generators(), name)),
    ] = Field(
        description="generator of meshes, whose options are in the same section; `numasim list "
        "mesh-generators` lists all"
    )

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of generators of meshes."""
        return _mesh_generators()

    @property
    def size(self) -> None:
        """A generator of meshes does not declare their size."""


def _mesh_generators() -> Registry:
    from gpu.meshes.generators import MESH_GENERATORS

    return MESH_GENERATORS


def _generators() -> Registry:
    from partitioners.generators.registry import GENERATORS

    return GENERATORS


def mesh_or_file(value: Any) -> Any:
    """Return the mesh of a program: a file, or the section of a generator; for pydantic validators."""
    if isinstance(value, Mapping):
        return GeneratedMesh.model_validate(value)
    if value is None or (isinstance(value, (str, GeneratedMesh)) and value):
        return value
    raise PydanticCustomError("expected", "")


def graph_or_file(value: Any) -> Any:
    """Return the operand of a program: a file, or the section of a generator; for pydantic validators."""
    if isinstance(value, Mapping):
        return Generated.model_validate(value)
    if value is None or (isinstance(value, (str, Generated)) and value):
        return value
    raise PydanticCustomError("expected", "")
