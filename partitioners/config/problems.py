"""Mistakes in a configuration: the field, the message, the position in a file."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pydantic
from pydantic_core import InitErrorDetails, PydanticCustomError

from partitioners.config.yaml_lines import Document, Path
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value
from partitioners.text.wording import describe_type, whole_number

_PLACE = re.compile(r"(.+?):([0-9]+):([0-9]+): ")


@dataclass(frozen=True)
class Problem:
    """One mistake in a configuration.

    Attributes
    ----------
    path : tuple of str and int
        The field.
    message : str
        The expected value, the given value, and a hint.
    at_key : bool
        Whether the field's key is wrong, not its value.
    """

    path: Path
    message: str
    at_key: bool = False

    def line(self, document: Document | None = None) -> str:
        """``file:line:column: field: message``; without a document ``field: message``."""
        place = document.place(self.path, key=self.at_key) if document else None
        field = dotted(self.path)
        return ": ".join(str(part) for part in (place, field, self.message) if part)


def dotted(path: Path) -> str:
    """Format a path: ``machine.memory.controllers[2]``; a swept field has its own name, without ``sweep``."""
    if path[:1] in (("sweep",), ("baseline",)) and len(path) > 1:
        path = path[1:] if path[0] == "sweep" else path
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def in_file_order(problems: Iterable[Problem], document: Document, lines: Sequence[str] = ()) -> list[str]:
    """Return the lines of problems together with ``lines``, each line once, in file order."""
    placed: set[tuple[tuple[()] | tuple[str, int, int], str]] = {
        (document.place(each.path, key=each.at_key) or (), each.line(document)) for each in problems
    }
    for line in lines:
        found = _PLACE.match(line)
        placed.add(((found[1], int(found[2]), int(found[3])) if found else (), line))
    return list(dict.fromkeys(line for _, line in sorted(placed)))


def raise_problems(problems: Iterable[Problem], title: str = "experiment") -> None:
    """Raise problems from inside a pydantic validator, each at its path below the field being validated."""
    details = [
        InitErrorDetails(
            type=PydanticCustomError(
                "problem", "{message}", {"message": each.message, "at_key": each.at_key}
            ),
            loc=each.path,
            input=None,
        )
        for each in problems
    ]
    if details:
        raise pydantic.ValidationError.from_exception_data(title, details)


def find_problems(
    error: pydantic.ValidationError, model: type[pydantic.BaseModel], prefix: Path = ()
) -> list[Problem]:
    """Return the problems of a failed validation of a model, with messages of numasim's own.

    Parameters
    ----------
    model : type
        The model that was validated.
    prefix : path
        The path of the model in the whole configuration.
    """
    problems = {}
    for each in error.errors(include_url=False):
        path = _without_options(model, each["loc"])
        at_key = False
        if each["type"] == "problem":
            message, at_key = each["ctx"]["message"], each["ctx"].get("at_key", False)
        elif each["type"] == "value_error":
            message = str(each["ctx"]["error"])
        elif each["type"] == "missing":
            message = f"is missing; expected {_expected_at(model, path)}"
        elif each["type"] == "extra_forbidden":
            at_key = True
            message = _unknown_key(str(path[-1]), list(_models(model, path[:-1])))
        else:
            path = _up_to_field(model, path)
            words = _expected_at(model, path)
            message = f"expected {words}, got {format_value(each['input'])}{_hint(each['input'], words)}"
        problem = Problem((*prefix, *path), message, at_key)
        problems[problem.path, problem.message] = problem
    return list(problems.values())


def _hint(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        return whole_number(value, wanted)
    if value in ("on", "off", "yes", "no"):
        return "; write true or false" if "true or false" in wanted else ""
    try:
        float(value)
    except ValueError:
        return ""
    if wanted.startswith("a list"):
        return ""
    return f"; leave out the {'underscores' if '_' in value else 'quotes'}"


def _walk(model: type[pydantic.BaseModel], path: Path) -> tuple[Any, tuple[Any, ...], int]:
    """Return the annotation and constraints at the longest declared part of a path, and its length."""
    annotation: Any = model
    metadata: tuple[Any, ...] = ()
    for depth, part in enumerate(path):
        inner = _model_with(annotation, part)
        if inner is None:
            return annotation, metadata, depth
        info = inner.model_fields[str(part)]
        annotation, metadata = info.annotation, tuple(info.metadata)
    return annotation, metadata, len(path)


def field_type(model: type[pydantic.BaseModel], path: Path) -> Any:
    """Return the annotation of a field with its constraints; None if the model does not declare the field."""
    annotation, metadata, depth = _walk(model, path)
    if depth < len(path):
        return None
    return typing.Annotated[(annotation, *metadata)] if metadata else annotation


def _without_options(model: type[pydantic.BaseModel], path: Path) -> Path:
    """Return a path as in files, where the options of a plug-in are keys of its section."""
    for depth, part in enumerate(path):
        if part == "options" and _model_with(_walk(model, path[:depth])[0], part) is not None:
            return (*path[:depth], *path[depth + 1 :])
    return path


def models_of(annotation: Any) -> list[type[pydantic.BaseModel]]:
    """Return the models that an annotation allows."""
    if isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        return [annotation]
    return [model for each in typing.get_args(annotation) for model in models_of(each)]


def _model_with(annotation: Any, name: object) -> type[pydantic.BaseModel] | None:
    return next((model for model in models_of(annotation) if name in model.model_fields), None)


def _expected_at(model: type[pydantic.BaseModel], path: Path) -> str:
    annotation, metadata, _ = _walk(model, path)
    return describe_type(annotation, metadata, null=False)


def _up_to_field(model: type[pydantic.BaseModel], path: Path) -> Path:
    """Return a path without the branch of a union, which pydantic adds below a field."""
    return path[: _walk(model, path)[2]]


def _models(model: type[pydantic.BaseModel], path: Path) -> Iterable[type[pydantic.BaseModel]]:
    return models_of(_walk(model, path)[0])


def _unknown_key(key: str, models: Sequence[type[pydantic.BaseModel]]) -> str:
    """Return the message for a key that none of the models has."""
    absent = (getattr(model, "absent", {}).get(key) for model in models)
    return next(filter(None, absent), None) or f"unknown key; {_near_key(key, models)}"


def _near_key(key: str, models: Iterable[type[pydantic.BaseModel]]) -> str:
    """Return a hint for an unknown key."""
    keys: list[str] = []
    for model in models:
        other_names: Mapping[str, str] = getattr(model, "other_names", {})
        if key in other_names:
            return f"write {other_names[key]}"
        not_modelled: Mapping[str, str] = getattr(model, "not_modelled", {})
        if key in not_modelled:
            return f"this is not modelled: {not_modelled[key]}"
        keys += [*getattr(model, "keys_before", ()), *keys_of(model)]
    return did_you_mean(key, keys)


@cache
def keys_of(model: type[pydantic.BaseModel]) -> Mapping[str, pydantic.fields.FieldInfo]:
    """Return the fields that a file may have."""
    return {name: info for name, info in model.model_fields.items() if not info.exclude}


def scalar_fields(model: type[pydantic.BaseModel], prefix: str = "") -> list[str]:
    """Return the dotted names of the single-valued fields below a model: ``machine.memory.bandwidth``."""
    names = []
    for name, info in keys_of(model).items():
        inner = models_of(info.annotation)
        names += [field for each in inner for field in scalar_fields(each, f"{prefix}{name}.")]
        if prefix and (not inner or len(typing.get_args(info.annotation)) > len(inner)):
            names.append(prefix + name)
    return list(dict.fromkeys(names))
