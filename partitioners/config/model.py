"""The base class of all configuration: strict, frozen pydantic models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from partitioners.config.problems import Problem, find_problems, raise_problems
from partitioners.text.integers import bounded, missing_bounds
from partitioners.text.wording import Expected

Check = TypeVar("Check", bound=Callable[[Any], None])


def rule(check: Check) -> Check:
    """Mark a method of a model as a rule between its fields, which raises what is wrong."""
    vars(check)["is_rule"] = True
    return check


class ConfigModel(BaseModel):
    """A part of a configuration, which accepts no unknown key and no value of another type, and is immutable.

    Its integers have bounds (:mod:`partitioners.text.integers`).

    Attributes
    ----------
    keys_before : tuple of str
        Keys that a file may have and that are removed before the model is made.
    other_names : mapping of str to str
        Other names that users try for a field, and what to write instead.
    not_modelled : mapping of str to str
        Keys for what the models do not have, and what they have.
    absent : mapping of str to str
        Keys that similar models have, and why this one does not.
    """

    keys_before: ClassVar[tuple[str, ...]] = ()
    other_names: ClassVar[Mapping[str, str]] = {}
    not_modelled: ClassVar[Mapping[str, str]] = {}
    absent: ClassVar[Mapping[str, str]] = {}

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Give bounds to the integers without bounds of their own."""
        for info in cls.model_fields.values():
            if set(get_args(info.annotation) or [info.annotation]) <= {int, type(None)}:
                if not any(isinstance(each, Expected) for each in info.metadata):
                    info.metadata += missing_bounds(info.metadata)
            else:
                info.annotation = bounded(info.annotation)

    @model_validator(mode="after")
    def _keeps_rules(self) -> Self:
        self.check_rules()
        return self

    def check_rules(self) -> None:
        """Check all rules between the fields, and raise the problems of all.

        Raises
        ------
        ValueError
            A rule is broken.
        """
        failed = []
        for check in _rules_of(type(self)):
            try:
                check(self)
            except ValueError as error:  # also pydantic's
                failed.append(error)
        if len(failed) == 1:
            raise failed[0]
        raise_problems(problem for error in failed for problem in _problems_of(error, type(self)))


@cache
def _rules_of(model: type[ConfigModel]) -> list[Callable[[Any], None]]:
    """The rules of a model, of base classes first; a method that is overridden is no rule."""
    found = {name: each for base in reversed(model.__mro__) for name, each in vars(base).items()}
    return [each for each in found.values() if getattr(each, "is_rule", False)]


def _problems_of(error: ValueError, model: type[ConfigModel]) -> list[Problem]:
    return find_problems(error, model) if isinstance(error, ValidationError) else [Problem((), str(error))]
