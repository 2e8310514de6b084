"""Small families of plug-ins in the place of the real ones, so that errors can be held to their full text."""

from typing import Annotated, Literal

from pydantic import Field

from partitioners.plugins.registry import Registry

Order = Literal["given", "shuffled", "degree", "bfs"]


def random(graph, parts, *, seed=0):
    """Each edge anywhere."""


def libra(graph, parts, *, order: Order = "given", seed=0):
    """A stream."""


def wb_libra(
    graph, parts, *, order: Order = "given", load_bound: Annotated[float, Field(gt=0)] = 1.0, seed=0
):
    """A stream with a bound."""


def metis(
    graph, parts, *, imbalance: float = 1.03, contiguous: bool = False, limit: int | None = None, seed=0
):
    """An edge cut."""


def memory_centric(clusters, topology, costs):
    """Near each other."""


def round_robin(clusters, topology, costs, *, stride: Annotated[int, Field(ge=1)] = 1):
    """In turn."""


def mc2depi(*, n: Annotated[int, Field(ge=1)], square: bool = False):
    """A grid."""


def rmat(*, scale: Annotated[int, Field(ge=1, le=30)], edge_factor: int = 16, seed=0):
    """A random graph."""


def install(monkeypatch):
    """Make the schema see these plug-ins alone."""

    def family(kind, *functions):
        registry = Registry(kind, "numasim.tests.none", {})
        for function in functions:
            registry.register(function.__name__, function)
        return registry

    generators = family("generator", mc2depi, rmat)
    monkeypatch.setattr(
        "numasim.schema.cluster_sections.PARTITIONERS", family("partitioner", random, libra, wb_libra, metis)
    )
    monkeypatch.setattr(
        "numasim.schema.cluster_sections.MAPPERS", family("mapper", memory_centric, round_robin)
    )
    monkeypatch.setattr("numasim.schema.generated._generators", lambda: generators)
