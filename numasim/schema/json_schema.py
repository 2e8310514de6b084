"""The JSON Schema (draft 2020-12) of experiment files, for editors and other tools.

It is made from the models that check the files, and includes the names and options of all installed plug-ins.
Conditions that a schema cannot express (the mesh is large enough, the graph has enough edges) are left to
``numasim check``.
"""

from __future__ import annotations

import functools
import inspect
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import pydantic

from numasim.config.plugin_section import PluginSection
from numasim.config.presets import machine_names
from numasim.schema.experiment import Experiment
from numasim.schema.json_conditions import has
from numasim.schema.kinds import part, parts
from numasim.schema.study import KINDS as STUDIES
from numasim.schema.study import Study
from numasim.schema.sweep import FIELDS, LISTS, REPLICATES, SAMPLERS, SCALES, SCREEN, SKIP
from numasim.schema.traced_workload import THREADED
from numasim.schema.workload import KINDS as WORKLOADS
from numasim.schema.workload import OPERANDS, WITH_OPERAND
from partitioners.config.problems import keys_of, models_of, scalar_fields
from partitioners.plugins.registry import Plugin, Registry

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def experiment_schema() -> Schema:
    """Make the JSON Schema of an experiment or a study.

    Returns
    -------
    dict
        Plain data, for :func:`json.dumps`.
    """
    definitions: Schema = {}
    study: Schema = {"required": ["kind"]}
    kinds: list[tuple[Schema, Schema]] = [
        (study, {"properties": {"kind": {"enum": list(STUDIES)}}}),
        *((has("kind", {"const": kind}), _study(model, definitions)) for kind, model in STUDIES.items()),
    ]
    earlier = [study]
    models: Iterator[type[Experiment]] = parts("schema", "EXPERIMENT")
    for own, model in sorted(
        ((each.json_condition(), each) for each in models), key=lambda each: not each[0]
    ):
        others: Schema = {"not": {"anyOf": list(earlier)}}
        kinds.append(({"allOf": [others, own]} if own else others, _experiment(model, definitions)))
        earlier.append(own)
    return {
        "$schema": DRAFT,
        "title": "An experiment of numasim",
        "type": "object",
        "allOf": [{"if": which, "then": schema} for which, schema in kinds],
        "$defs": definitions,
    }


def _experiment(model: type[Experiment], definitions: Schema) -> Schema:
    schema = _model(model)
    properties = schema["properties"]
    properties["workload"] = {**_workload(), "description": properties["workload"]["description"]}
    swept = model.swept_fields()
    fields = {name: _at(schema, name.split(".")) for name in scalar_fields(model) if name in swept}
    fields["seed"] = properties["seed"]
    if "machine" in swept:
        properties["machine"] = _machine(model)
        fields["machine"] = _machine_name(model)
        fields |= {f"machine.{name}": _machine_name(owner) for name, owner in _parts_of_machine(model)}
    sections = {name: section for name, section in model.sections.items() if name in keys_of(model)}
    for section, kind in sections.items():
        fields |= {f"{section}.{name}": option for name, option in _options(kind.registry()).items()}
    one_or_more = {}
    for name, value in _add_sweep(schema, fields, definitions).items():
        values = _define(definitions, f"{name}.list", _list_of(value))
        one_or_more[name] = _define(definitions, f"{name}.baseline", {"anyOf": [value, values]})
    properties["baseline"] = {
        "description": properties["baseline"]["description"],
        **_object(one_or_more),
    }
    cut = ["method"] if model.parts_have_default else ["method", "parts"]
    partition = {"partition": {"anyOf": [{"required": cut}, {"required": ["file"]}]}}
    whole = {
        "required": [name for name in schema.pop("required") if name not in ("mapping", "execution")],
        "properties": {
            "workload": {"anyOf": [{"required": _part(kind)["required"]} for kind in WORKLOADS.values()]},
            **(partition if "partition" in schema["properties"] else {}),
        },
        "allOf": [_needed_options(section, kind) for section, kind in sections.items()],
    }
    schema["allOf"] = [
        {"if": {"not": {"anyOf": [{"required": ["sweep"]}, {"required": ["search"]}]}}, "then": whole},
        *(_own_options(section, kind, definitions) for section, kind in sections.items()),
    ]
    return schema


def _study(model: type[Study], definitions: Schema) -> Schema:
    schema = _without_required(_model(model))
    if "machine" in schema["properties"]:
        schema["properties"]["machine"] = _machine(model)
    fields = {name: _at(schema, name.split(".")) for name in model.fields()}
    _add_sweep(schema, fields, definitions)
    return schema


def _add_sweep(schema: Schema, fields: Mapping[str, Schema], definitions: Schema) -> dict[str, Schema]:
    """Add the section ``sweep``: fields with their values, and the keys for more than one field.

    Replace the sections of the schema by references to their definitions, and return references to the
    definitions of the values of the fields.
    """
    define = functools.partial(_define, definitions)

    one, values, drawn = {}, {}, {}
    ends = {"type": ["number", "string"]}
    limits = _object({"from": ends, "to": ends, "scale": {"enum": list(SCALES)}})
    limits = define("range", {**limits, "required": ["from", "to"]})
    for name, field in fields.items():
        one[name] = define(name, {key: value for key, value in field.items() if key != "default"})
        values[name] = define(f"{name}.list", _list_of(one[name]))
        drawn[name] = define(f"{name}.sample", {"anyOf": [values[name], limits]})
    sampler = {"samples": {"type": "integer", "minimum": 1}, "seed": {"type": "integer", "minimum": 0}}
    zipped = define("sweep.zip", {**_object(values), "minProperties": 1})
    listed = define("sweep.list", _list_of({**_object(one), "minProperties": 1}))
    sampled = {**_object({**sampler, **drawn}), "required": ["samples"], "minProperties": 2}
    sampled = define("sweep.sample", sampled)
    properties = schema["properties"]
    properties["sweep"] = {
        "description": properties["sweep"]["description"],
        **_object(
            {
                **values,
                "zip": zipped,
                **dict.fromkeys(LISTS, listed),
                **dict.fromkeys(SAMPLERS, sampled),
                REPLICATES: {"type": "integer", "minimum": 1},
                SKIP: {"const": "invalid"},
            }
        ),
    }
    if "search" in properties:
        searched = {
            FIELDS: {**_object(drawn), "minProperties": 1},
            SCREEN: {**_object(one), "minProperties": 1},
        }
        own = properties["search"]["anyOf"][0]["properties"]
        for name, axis in searched.items():
            own[name] = define(f"search.{name}", {"description": own[name]["description"], **axis})
    for name, section in properties.items():
        if name not in ("sweep", "baseline"):
            properties[name] = define(f"section.{name}", section)
    return one


def _define(definitions: Schema, name: str, definition: Schema) -> Schema:
    """Return a reference to a definition, which is shared by all experiments and studies that have it.

    Other definitions of the same name are numbered.
    """
    key, number = name, 1
    while definitions.setdefault(key, definition) != definition:
        number += 1
        key = f"{name}.{number}"
    return {"$ref": f"#/$defs/{key}"}


def _workload() -> Schema:
    """Return the schema of any kind of workload; the key of the kind selects its schema."""
    kinds = {kind: _part(model) for kind, model in WORKLOADS.items()}
    of_threads = {kind: _part(model) for kind, model in THREADED.items()}
    every: Schema = {}
    for schema in (*kinds.values(), *of_threads.values()):
        for name, field in schema["properties"].items():
            every[name] = _either(every.get(name), field)
    rules = []
    for kind, schema in kinds.items():
        which: Schema = {"required": [kind]}
        if kind in OPERANDS:
            which["not"] = {"anyOf": [{"required": [other]} for other in WITH_OPERAND]}
        then = {**schema, "required": [kind]}
        if kind in of_threads:  # the threads may be swept
            then = {"anyOf": [then, {**of_threads[kind], "required": [kind]}]}
        rules.append({"if": which, "then": then})
    return {**_object(every), "allOf": rules}


def _machine(model: type[pydantic.BaseModel]) -> Schema:
    """Return the schema of a name, or of a mapping without required keys, because its base may have them."""
    info = model.model_fields["machine"]
    mapping = _without_required(_model(models_of(info.annotation)[0]))
    mapping["properties"]["base"] = {
        **_machine_name(model),
        "description": "machine on which this machine is based",
    }
    mapping["properties"] |= {name: _machine(owner) for name, owner in _parts_of_machine(model)}
    return {"description": _without_links(info.description or ""), "anyOf": [_machine_name(model), mapping]}


def _parts_of_machine(model: type[pydantic.BaseModel]) -> Iterator[tuple[str, type[Experiment]]]:
    """Yield the machines of which a machine consists, and the experiments that have such machines."""
    if issubclass(model, Experiment):
        for name, kind in model.machine_parts.items():
            yield name, part(kind, "schema", "EXPERIMENT")


def _machine_name(model: type[pydantic.BaseModel]) -> Schema:
    file = {"type": "string", "pattern": r"\.ya?ml$"}
    presets = model.machine_presets() if issubclass(model, Experiment) else machine_names()
    names = [name for name in presets if name != "mesh-WxH"]
    if not names:
        return file
    mesh = {"type": "string", "pattern": "^mesh-[1-9][0-9]*x[1-9][0-9]*$"}
    return {"anyOf": [{"enum": names}, *([mesh] if "mesh-WxH" in presets else []), file]}


def _plugin_section(model: type[PluginSection]) -> Schema:
    """Return the schema of a section with the names of its family and the options of all its members."""
    schema = _model(model)
    schema["properties"][model.plugin_key] |= _names(model.registry())
    schema["properties"][model.plugin_key].pop("anyOf", None)
    for name, option in _options(model.registry()).items():
        schema["properties"].setdefault(name, option)
    return schema


def _names(registry: Registry) -> Schema:
    """Return the schema of the name of a plug-in of a family."""
    if not registry.modifiers:
        return {"type": "string", "enum": list(registry)}
    names, modifiers = ("|".join(map(re.escape, words)) for words in (registry, registry.modifiers))
    return {"type": "string", "pattern": rf"^({names})(\+({modifiers}))*$", "examples": list(registry)}


def _own_options(section: str, model: type[PluginSection], definitions: Schema) -> Schema:
    """Return the rule that the section has only options of its plug-in, unless the plug-in is swept."""
    key = model.plugin_key
    swept = {"anyOf": [{"required": [word]} for word in (f"{section}.{key}", "zip", *LISTS, *SAMPLERS)]}
    rules = []
    for plugin in _loaded(model.registry()):
        options = _options_of(plugin)
        then = {"properties": options, "propertyNames": {"enum": [*keys_of(model), *options]}}
        rules.append({"if": has(key, {"const": plugin.name}), "then": then})
    own = _define(definitions, f"section.{section}.options", {"allOf": rules})
    one_or_several = {"allOf": [own], "items": own}
    varied = {"anyOf": [has("sweep", swept), has("search", has(FIELDS, {"required": [f"{section}.{key}"]}))]}
    return {"if": {"not": varied}, "then": {"properties": {section: one_or_several}}}


def _needed_options(section: str, model: type[PluginSection]) -> Schema:
    """Return the rule that options without a default are required."""
    rules = []
    for plugin in _loaded(model.registry()):
        needed = [
            name for name, option in plugin.options.items() if option.default is inspect.Parameter.empty
        ]
        if needed:
            rules.append({"if": has(model.plugin_key, {"const": plugin.name}), "then": {"required": needed}})
    return {"properties": {section: {"allOf": rules}}} if rules else {}


def _loaded(registry: Registry) -> Iterator[Plugin]:
    """Yield the plug-ins of a family, except those that cannot be loaded."""
    for name in registry:
        try:
            _ = registry[name].options
        except Exception:  # `numasim list` reports the error
            continue
        yield registry[name]


def _options(registry: Registry) -> Schema:
    """Return every option of a family; an option of several plug-ins may have the type of any of them."""
    found: Schema = {}
    for plugin in _loaded(registry):
        for name, option in _options_of(plugin).items():
            found[name] = _either(found.get(name), option)
    return found


def _options_of(plugin: Plugin) -> Schema:
    return {name: _plain(_type(option.annotation)) for name, option in plugin.options.items()}


def _model(model: type[pydantic.BaseModel]) -> Schema:
    """Return the schema of a model's keys in a file: quantities and defaults as text, parts nested."""
    given = _properties(model)
    properties = {}
    for name, info in keys_of(model).items():
        description = {"description": _without_links(info.description)} if info.description else {}
        if not models_of(info.annotation):
            properties[name] = {**_plain(given[name]), **_default(info), **description}
            continue
        parts = typing.get_args(info.annotation) or (info.annotation,)
        choices = [_part(part) for part in parts]
        properties[name] = {**(choices[0] if len(choices) == 1 else {"anyOf": choices}), **description}
    required = [name for name, info in keys_of(model).items() if info.is_required()]
    return {**_object(properties), **({"required": required} if required else {})}


def _without_links(text: str) -> str:
    """Return the meaning of a key as editors show it: ``[this page](page.md)`` becomes ``this page``."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)


def _part(kind: Any) -> Schema:
    """Return the schema of one type of a field: a section with a plug-in, another section, or a value."""
    if isinstance(kind, type) and issubclass(kind, PluginSection):
        return _plugin_section(kind)
    if typing.get_origin(kind) is tuple and models_of(kind):
        return _list_of(_part(typing.get_args(kind)[0]))
    if models_of(kind):
        return _model(kind)
    return _plain(_type(kind))


# Many sections, and many options of plug-ins, have the same model or type: pydantic is asked once for each.
@functools.cache
def _properties(model: type[pydantic.BaseModel]) -> Schema:
    return model.model_json_schema()["properties"]


@functools.cache
def _type(kind: Any) -> Schema:
    return pydantic.TypeAdapter(kind).json_schema()


def _default(info: pydantic.fields.FieldInfo) -> Schema:
    if info.is_required() or info.default in (None, ()) or info.default_factory is not None:
        return {}
    kind: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
    return {"default": pydantic.TypeAdapter(kind).dump_python(info.default, mode="json")}


def _plain(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("title", "default")}


def _either(one: Schema | None, other: Schema) -> Schema:
    if one is None or one == other:
        return other
    choices = one.get("anyOf", [one]) if set(one) == {"anyOf"} else [one]
    return {"anyOf": [*choices, *([] if other in choices else [other])]}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "minItems": 1, "items": items}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _without_required(schema: Schema) -> Schema:
    found: Schema = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: _without_required(field) for name, field in value.items()}
        elif key == "anyOf":
            found[key] = [_without_required(choice) for choice in value]
        elif key != "required":
            found[key] = value
    return found


def _at(schema: Schema, path: Sequence[str]) -> Schema:
    """Return the schema of a field by its path."""
    found = _below(schema, path)
    if found is None:
        raise KeyError(path[0])
    return found


def _below(schema: Schema, path: Sequence[str]) -> Schema | None:
    if not path:
        return schema
    if path[0] in schema.get("properties", {}):
        return _below(schema["properties"][path[0]], path[1:])
    found = (_below(choice, path) for choice in schema.get("anyOf", []))
    return next((each for each in found if each is not None), None)
