"""Every integer of a file and of an option has bounds, and what is beyond them is refused at its place."""

import typing
from typing import Annotated

import pydantic
import pytest
from annotated_types import Ge, Gt, Le

from gpu.meshes.generators import MESH_GENERATORS
from gpu.programs.program import GPU_PROGRAMS
from mappers.map_clusters import MAPPERS
from mappers.scheduling.schedule_tasks import SCHEDULES
from numasim.program.schedulers import SCHEDULERS
from numasim.schema.load import load
from numasim.threads.mapping import THREAD_MAPPERS
from numasim.threads.program import THREAD_PROGRAMS
from numasim.threads.schedules import THREAD_SCHEDULES
from partitioners.config.model import ConfigModel
from partitioners.config.problems import keys_of
from partitioners.config.yaml_lines import write_yaml
from partitioners.errors import ConfigError
from partitioners.generators.registry import GENERATORS
from partitioners.partition_graph import PARTITIONERS
from partitioners.plugins.registry import OWN_PACKAGES
from partitioners.text.integers import MAX_INTEGER, bounded
from partitioners.text.wording import Expected

MACHINE = {
    "mesh": {"width": 4, "height": 2},
    "core": {"latencies": {}, "classes": {"fast": "0-3"}, "task_cycles": {"gemm": {"fast": 3}}},
    "l1": {},
    "l2": {},
    "network": {"router": {}, "sockets": {"across": 2, "link_cycles": 3}},
    "memory": {"dram": {}, "controllers": [0]},
}
GRID = {"generator": "grid", "width": 4, "height": 4}
LINK = {"bandwidth": "8 GB/s", "latency": "1 us"}
CUT = {"partition": {"method": "libra", "parts": 4}}
DOCUMENTS = {
    "mesh": {"workload": GRID, **CUT, "machine": MACHINE, "mapping": {"method": "greedy"}, "execution": {}},
    "traced": {"workload": {"program": "fft"}, **CUT, "machine": "mesh-4x2"},
    "source": {"workload": {"source": "own.c"}, **CUT, "machine": "mesh-4x2"},
    "windows": {"workload": {"program": "fft", "window": 1000}, **CUT, "machine": "mesh-4x2"},
    "search": {
        "workload": GRID,
        **CUT,
        "machine": "mesh-4x2",
        "objective": "cycles",
        "search": {
            "points": 4,
            "fields": {"partition.parts": [2, 4]},
            "screen": {"execution.network": "ideal"},
            "confirm": 1,
        },
    },
    "quality": {"workload": GRID, **CUT, "machine": "none"},
    "schedule": {
        "workload": {"generator": "cholesky", "tiles": 3},
        "machine": "mesh-4x2",
        "schedule": {"method": "heft"},
        "execution": {},
    },
    "threads": {
        "workload": {"thread_program": "bfs", "threads": 2, "graph": GRID},
        "machine": "mesh-4x2",
        "mapping": {},
        "execution": {},
    },
    "traced threads": {"workload": {"program": "hot_counter", "threads": 2}, "machine": "mesh-4x2"},
    "source of threads": {"workload": {"source": "own.c", "threads": 2}, "machine": "mesh-4x2"},
    "kernel": {
        "workload": {"kernel": "spmv", "matrix": GRID, "resources": {"rows": 9}},
        "partition": {"method": "libra"},
        "machine": {"base": "k20c"},
    },
    "refinement": {
        "workload": {"kernel": "dmr", "mesh": {"generator": "random_square", "points": 20}},
        "machine": "k20c",
    },
    "hybrid": {
        "workload": {"hybrid": "bfs", "threads": 2, "graph": GRID},
        "machine": {
            "cpu": "mesh-4x2",
            "gpu": "k20c",
            "link": LINK,
        },
        "execution": {},
    },
    "network": {"kind": "network", "machine": "mesh-4x2", "traffic": {"rate": 0.1}},
    "memory": {"kind": "memory", "test": {"l1": {"sets": 2, "ways": 2}, "l2": {"sets": 1, "ways": 4}}},
}
"""A valid file of each kind, with every section that has integers."""

REGISTRIES = (
    *(GENERATORS, PARTITIONERS, MAPPERS, SCHEDULES, SCHEDULERS, THREAD_PROGRAMS, THREAD_MAPPERS),
    *(THREAD_SCHEDULES, GPU_PROGRAMS, MESH_GENERATORS),
)
OWN = ("numasim", "partitioners", "mappers", "gpu")
BEYOND = (-(2**63) - 1, -1, MAX_INTEGER + 1, 2**63, 2**64)
WRITTEN = {
    "shared_carveouts": lambda value: [value],
    "controllers": lambda value: [value],
    "task_cycles": lambda value: {"gemm": {"fast": value}},
    "resources": lambda value: {"rows": value},
}
"""How a file writes a value of a field that is not a number alone."""


def integers(annotation, metadata=()):
    """The constraints of each integer of an annotation; those that are quantities with a unit."""
    if typing.get_origin(annotation) is typing.Annotated:
        inner, *more = typing.get_args(annotation)
        return integers(inner, (*more, *metadata))
    if annotation is int:
        return [metadata]
    arguments = typing.get_args(annotation)
    return [each for inner in arguments if inner is not annotation for each in integers(inner, metadata)]


def bounds(metadata):
    """The least and the greatest value of an integer with these constraints; None without one."""
    metadata = [each for one in metadata for each in (getattr(one, "metadata", None) or [one])]
    least = [each.ge for each in metadata if getattr(each, "ge", None) is not None]
    most = [each.le for each in metadata if getattr(each, "le", None) is not None]
    return max(least, default=None), min(most, default=None)


def fields(section, path=()):
    """The path, owner, name and constraints of each integer of a section and the sections in it."""
    for name, info in keys_of(type(section)).items():
        value = getattr(section, name)
        if isinstance(value, pydantic.BaseModel):
            yield from fields(value, (*path, name))
        elif name != "sweep":
            for metadata in integers(info.annotation, tuple(info.metadata)):
                yield (*path, name), type(section), metadata


def subclasses(model):
    for each in model.__subclasses__():
        yield each
        yield from subclasses(each)


def at(document, path, value):
    """The document with another value."""
    key, *rest = path
    inner = dict(document)
    inner[key] = at(inner.get(key) or {}, rest, value) if rest else value
    return inner


def in_a_preset(document, path):
    """Whether the file names a machine instead of the section of the field."""
    for key in path[:-1]:
        document = document.get(key, {})
        if isinstance(document, str):
            return True
    return False


def refused_at(document, path, file):
    """Whether the file is refused with the place and the field."""
    file.write_text(write_yaml(document))
    with pytest.raises(ConfigError) as error:
        load(file)
    name = ".".join(path)
    return any(
        line.startswith(f"{file}:") and line.split(": ")[1].startswith(name)
        for line in str(error.value).splitlines()
    )


def beyond(path, metadata):
    """Values beyond the bounds of a field, as a file writes them."""
    least, most = bounds(metadata)
    words = "".join(each.text for each in metadata if isinstance(each, Expected))
    if "unit" in words:
        unit = "B/s" if "bandwidth" in path[-1] else "B"
        found = [f"{amount} {unit}" for amount in (-1, 2**63, 2**99)]
    else:
        assert least is not None, path
        found = [least - 1, most + 1, *(each for each in BEYOND if not least <= each <= most)]
        assert 2**63 in found, path
    return [WRITTEN.get(path[-1], lambda value: value)(each) for each in found]


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_what_is_beyond_the_bounds_of_a_field_is_refused_at_its_place(kind, tmp_path):
    file = tmp_path / "file.yaml"
    (tmp_path / "own.c").write_text("int main(void) { return 0; }\n")
    file.write_text(write_yaml(DOCUMENTS[kind]))
    for path, _, metadata in fields(load(file)):
        if in_a_preset(DOCUMENTS[kind], path):
            continue
        for value in beyond(path, metadata):
            assert refused_at(at(DOCUMENTS[kind], path, value), path, file), (path, value)


def test_every_integer_of_the_schema_has_bounds_and_is_in_one_of_the_files(tmp_path):
    tried = set()
    (tmp_path / "own.c").write_text("int main(void) { return 0; }\n")
    for kind, document in DOCUMENTS.items():
        file = tmp_path / f"{kind}.yaml"
        file.write_text(write_yaml(document))
        tried |= {(model.__name__, path[-1]) for path, model, _ in fields(load(file))}
    own = [model for model in subclasses(ConfigModel) if model.__module__.split(".")[0] in OWN_PACKAGES]
    for model in own:
        for name, info in keys_of(model).items():
            for metadata in integers(info.annotation, tuple(info.metadata)):
                described = any(isinstance(each, Expected) for each in metadata)
                assert described or None not in bounds(metadata), (model, name)
                models = model, *subclasses(model)
                assert any((each.__name__, name) in tried for each in models), (model, name)


def test_every_rule_between_fields_is_a_rule():
    """Of several validators of whole models, the first that fails would hide the mistakes of the others."""
    for model in subclasses(ConfigModel):
        validators = model.__pydantic_decorators__.model_validators
        after = [name for name, each in validators.items() if each.info.mode == "after"]
        assert after == ["_keeps_rules"], model


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.kind)
def test_every_integer_of_an_option_has_bounds(registry):
    for plugin in registry:
        for option in registry[plugin].options.values():
            for metadata in integers(option.annotation):
                least, most = bounds(metadata)
                assert least is not None, (plugin, option.name)
                assert most < 2**63, (plugin, option.name)
                if registry[plugin].function.__module__.split(".")[0] in OWN:
                    assert least > -(2**31), f"{plugin}: {option.name} states no least value"


def test_an_option_beyond_its_bounds_is_refused_at_its_place(tmp_path):
    file = tmp_path / "file.yaml"
    file.write_text(
        "workload: {generator: cholesky, tiles: 2147483648}\n"
        "machine: none\n"
        "partition: {method: libra, parts: 9223372036854775808}\n"
    )
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value) == (
        f"{file}:1:40: workload.tiles: cholesky expects an integer from 1 to 2147483647, got 2147483648\n"
        f"{file}:3:35: partition.parts: expected an integer from 1 to 65536, got 9223372036854775808"
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "1073741825 B",
            "expected a size of at most 1 GiB with its unit, such as '64 KiB', got '1073741825 B'; the "
            "limit is 1 GiB",
        ),
        ("1 GiB", ""),
    ],
)
def test_a_size_beyond_its_bound_names_the_bound(value, message, tmp_path):
    file = tmp_path / "file.yaml"
    file.write_text(write_yaml({**DOCUMENTS["mesh"], "execution": {"value_bytes": value}}))
    if not message:
        assert load(file).execution.value_bytes == 2**30
        return
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value).partition(": execution.value_bytes: ")[2] == message


def test_bounds_are_added_where_there_are_none():
    whole = Annotated[int, Ge(-MAX_INTEGER - 1), Le(MAX_INTEGER)]
    assert bounded(int) == whole
    assert bounded(Annotated[int, Ge(1)]) == Annotated[int, Ge(1), Le(MAX_INTEGER)]
    assert bounded(Annotated[int, Le(9), Gt(0)]) == Annotated[int, Le(9), Gt(0)]
    assert bounded(int | None) == whole | None
    assert bounded(list[int]) == list[whole]
    assert bounded(tuple[int, ...] | str) == tuple[whole, ...] | str
    assert bounded(dict[str, int]) == dict[str, whole]
    assert bounded(float) is float
    assert bounded(bool) is bool
