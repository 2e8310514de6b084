"""A section of an experiment that names a plug-in and contains the plug-in's options.

The signature of the plug-in is the schema of its options. If a sweep runs several plug-ins, at least one of
them must have each option, and the value must be valid for all that have it. A point keeps only the options
of its own plug-in.
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

from partitioners.config.model import ConfigModel
from partitioners.config.problems import Problem, keys_of, raise_problems
from partitioners.errors import NumasimError
from partitioners.plugins.registry import Option, Plugin, Registry, did_you_mean, is_infinite, no_option
from partitioners.text.format_value import format_value
from partitioners.text.wording import describe_type


@dataclass(frozen=True)
class Swept:
    """The data of a section whose plug-in is swept, and the names of the plug-ins."""

    data: Mapping[str, Any]
    names: tuple[str, ...]


Candidates = Annotated[tuple[str, ...], Field(exclude=True, repr=False)]
Options = Annotated[dict[str, Any], Field(default_factory=dict, validate_default=True, exclude=True)]


class PluginSection(ConfigModel):
    """The base class of sections with a plug-in: keys of the section become fields, all others ``options``.

    Attributes
    ----------
    candidates : tuple of str
        The plug-ins that a sweep runs; empty if the plug-in is not swept.
    options : mapping of str
        The checked options of the plug-in, including defaults unless the plug-in is swept. In files they are
        in the same section as the other keys.
    """

    plugin_key: ClassVar[str] = "method"
    mostly_options: ClassVar[bool] = True
    """Whether an unknown key is more likely to be a misspelt option than one of the section's own."""

    if TYPE_CHECKING:  # each section declares them last, so that its keys are validated before its options
        candidates: Candidates
        options: Options

    @classmethod
    @abstractmethod
    def registry(cls) -> Registry:
        """Return the registry of the section's plug-in."""

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Return the problems between the section's keys; ``given`` has the keys that are valid alone."""
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
                more = [_of_whole_file(each) for each in more]
                if not cls.mostly_options:
                    more = [each if not each.at_key else cls._unknown_key(each, plugins) for each in more]
                if len(plugins) < len(names):  # an option may belong to a plug-in whose name is misspelt
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
        """Return the hint for a key that is not an option; None if an unknown plug-in may have the option."""
        if given.get("file"):
            return f"a section with `file` has only the keys {', '.join(keys_of(cls))}"
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
    """Check options against the plug-ins that may have them; return the checked options and the problems.

    Parameters
    ----------
    plugins : sequence of Plugin
        At least one plug-in.
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
            problems.append(Problem((name,), no_option(plugins, str(name), keys), at_key=True))
        refused = []
        for plugin in takers:
            option = plugin.options[name]
            try:
                checked[name] = (
                    value
                    if _is_default(value, option)
                    else _adapter(option).validate_python(value, strict=True)
                )
            except pydantic.ValidationError:
                fits = False
            else:
                fits = not is_infinite(checked[name])
            if not fits:
                refused.append(Problem((name,), f"{plugin.name} expects {option.refusal(value)}"))
        if takers and len(refused) == len(takers):  # with several, each point is checked with its own
            problems.append(refused[0])
    for name, option in plugins[0].options.items():
        if fill and name not in options:
            if option.default is inspect.Parameter.empty:
                message = f"is missing; {plugins[0].name} needs it: {describe_type(option.annotation)}"
                problems.append(Problem((name,), message))
            else:
                checked[name] = option.default
    return checked, problems


TOP_LEVEL = ("machine", "mapping", "execution", "sweep", "search", "baseline", "title", "published", "verify")
"""Keys of a whole file that are looked for in its sections."""


def _of_whole_file(problem: Problem) -> Problem:
    """Say of an unknown key of a section that it is one of the whole file, if it is."""
    name = problem.path[-1]
    if not problem.at_key or name not in TOP_LEVEL:
        return problem
    message = f"unknown key here; {name} is a key of the whole file: write it at the top level"
    return Problem(problem.path, message, at_key=True)


def known_name(registry: Registry, name: str) -> str:
    """Return the name of a plug-in, or raise an error if it is unknown; for pydantic validators."""
    if name not in registry:
        message = f"unknown {registry.kind} {format_value(name)}; {did_you_mean(name, registry.names())}"
        raise PydanticCustomError("problem", "{message}", {"message": message})
    return name


def _is_default(value: Any, option: Option) -> bool:
    return type(value) is type(option.default) and value == option.default


@cache
def _adapter(option: Option) -> pydantic.TypeAdapter[Any]:
    return pydantic.TypeAdapter(option.annotation)
