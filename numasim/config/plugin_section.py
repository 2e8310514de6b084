"""A section of an experiment that names a plug-in, with the plug-in's own options beside the section's keys.

The signature of the plug-in is the schema of its options. Where a sweep runs several plug-ins, an option must
be taken by one of them at least, and fits all that take it; which of them a point runs decides what is left
of the options.
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import pydantic
from pydantic import Field, ValidationInfo, field_validator, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from numasim.config.model import ConfigModel
from numasim.config.problems import Problem, keys_of, raise_problems
from numasim.config.wording import expected
from partitioners.errors import NumasimError
from partitioners.format_value import show
from partitioners.registry import Option, Plugin, Registry, did_you_mean


@dataclass(frozen=True)
class Swept:
    """The mapping of a section whose plug-in is swept, and the names of the plug-ins."""

    data: Mapping[str, Any]
    names: tuple[str, ...]


Candidates = Annotated[tuple[str, ...], Field(exclude=True, repr=False)]
Options = Annotated[dict[str, Any], Field(default_factory=dict, validate_default=True, exclude=True)]


class PluginSection(ConfigModel):
    """What the sections with plug-ins share: their keys, and whatever else is given, as ``options``.

    Attributes
    ----------
    candidates : tuple of str
        The plug-ins that the section is swept over; empty where it is not.
    options : mapping of str
        Of the plug-in, checked; defaults included unless the plug-in is swept. In files they stand beside the
        other keys.
    """

    plugin_key: ClassVar[str] = "method"
    mostly_options: ClassVar[bool] = True
    """Whether an unknown key is more likely to be a misspelt option than one of the section's own."""

    if TYPE_CHECKING:  # each section declares them last: its keys are validated before its options
        candidates: Candidates
        options: Options

    @classmethod
    @abstractmethod
    def registry(cls) -> Registry:
        """The family of the section's plug-in."""

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """What is wrong between the section's own keys; ``given`` has those that are right alone."""
        return []

    @model_validator(mode="before")
    @classmethod
    def _split(cls, data: Any) -> Any:
        candidates: tuple[str, ...] = ()
        if isinstance(data, Swept):
            data, candidates = data.data, data.names
        if not isinstance(data, Mapping):
            return data
        own = {name: value for name, value in data.items() if name in keys_of(cls)}
        options = {name: value for name, value in data.items() if name not in own}
        return {**own, "candidates": candidates, "options": options}

    @field_validator("options", check_fields=False)
    @classmethod
    def _check_options(cls, options: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        given = info.data
        problems = cls.check_keys(given)
        names = given.get("candidates") or (given.get(cls.plugin_key),)
        plugins = [cls.registry()[str(name)] for name in names if name in cls.registry()]
        renamed = [name for name in options if name in cls.other_names]
        for name in renamed:
            if not any(name in plugin.options for plugin in plugins):
                problems.append(Problem((name,), f"unknown key; write {cls.other_names[name]}", at_key=True))
                options = {key: value for key, value in options.items() if key != name}
        checked = options
        if plugins:
            try:
                checked, more = check_options(
                    plugins, options, keys_of(cls), fill=not given.get("candidates")
                )
                if not cls.mostly_options:
                    more = [each if not each.at_key else cls._unknown_key(each, plugins) for each in more]
                if len(plugins) < len(names):  # an option may be one of a plug-in whose name is misspelt
                    more = [each for each in more if not each.at_key or "did you mean" in each.message]
            except NumasimError as error:
                more = [Problem((cls.plugin_key,), str(error))]
            problems += more
        else:
            problems += [
                Problem((name,), f"unknown key; {hint}", at_key=True)
                for name in options
                if (hint := cls._unknown(name, given)) is not None
            ]
        raise_problems(problems)
        return checked

    @classmethod
    def _unknown(cls, name: str, given: Mapping[str, Any]) -> str | None:
        """The hint for a key that cannot be an option; None where it may be one of an unknown plug-in."""
        if given.get("file"):
            return f"what comes from a file takes only {', '.join(keys_of(cls))}"
        return did_you_mean(name, keys_of(cls), "") or None

    @classmethod
    def _unknown_key(cls, problem: Problem, plugins: Sequence[Plugin]) -> Problem:
        known = [*keys_of(cls), *(option for plugin in plugins for option in plugin.options)]
        hint = did_you_mean(str(problem.path[-1]), known)
        return Problem(problem.path, f"unknown key; {hint}", at_key=True)

    @model_serializer(mode="wrap")
    def _flat(self, handler: pydantic.SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {**{name: value for name, value in handler(self).items() if value is not None}, **self.options}


def check_options(
    plugins: Sequence[Plugin], options: Mapping[str, Any], keys: Mapping[str, Any], *, fill: bool
) -> tuple[dict[str, Any], list[Problem]]:
    """The options, checked against the plug-ins that may take them, and what is wrong with them.

    Parameters
    ----------
    plugins : sequence of Plugin
        Not empty.
    options : mapping
    keys : mapping
        The other keys of the section, for "did you mean".
    fill : bool
        Whether to add the first plug-in's defaults.
    """
    checked: dict[str, Any] = {}
    problems = []
    for name, value in options.items():
        takers = [plugin for plugin in plugins if name in plugin.options]
        if not takers:
            known = sorted({option for plugin in plugins for option in plugin.options})
            hint = did_you_mean(name, [*known, *keys], f"options: {', '.join(known) or 'none'}")
            message = f"{_none_of(plugins)} an option {show(name)}; {hint}"
            problems.append(Problem((name,), message, at_key=True))
        for plugin in takers:
            option = plugin.options[name]
            try:
                checked[name] = (
                    value
                    if _is_default(value, option)
                    else _adapter(option).validate_python(value, strict=True)
                )
            except pydantic.ValidationError:
                problems.append(
                    Problem(
                        (name,), f"{plugin.name} expects {expected(option.annotation)}, got {show(value)}"
                    )
                )
                break
    for name, option in plugins[0].options.items():
        if fill and name not in options:
            if option.default is inspect.Parameter.empty:
                message = f"is missing; {plugins[0].name} needs it: {expected(option.annotation)}"
                problems.append(Problem((name,), message))
            else:
                checked[name] = option.default
    return checked, problems


def known_name(registry: Registry, name: str) -> str:
    """The name, where its family has it; for pydantic validators."""
    if name not in registry:
        message = f"unknown {registry.kind} {show(name)}; {did_you_mean(name, registry.names())}"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return name


def _none_of(plugins: Sequence[Plugin]) -> str:
    if len(plugins) == 1:
        return f"{plugins[0].kind} {plugins[0].name!r} does not take"
    return f"none of the {plugins[0].kind}s {', '.join(plugin.name for plugin in plugins)} takes"


def _is_default(value: Any, option: Option) -> bool:
    return type(value) is type(option.default) and value == option.default


@cache
def _adapter(option: Option) -> pydantic.TypeAdapter[Any]:
    return pydantic.TypeAdapter(option.annotation)
