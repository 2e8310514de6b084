"""The base class of all configuration: strict, frozen pydantic models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, get_args

from pydantic import BaseModel, ConfigDict

from partitioners.integers import bounded, missing_bounds
from partitioners.wording import Expected


class ConfigModel(BaseModel):
    """A part of a configuration, which accepts no unknown key and no value of another type, and is immutable.

    Its integers have bounds (:mod:`partitioners.integers`).

    Attributes
    ----------
    keys_before : tuple of str
        Keys that a file may have and that are removed before the model is made.
    other_names : mapping of str to str
        Other names that users try for a field, and what to write instead.
    not_modelled : mapping of str to str
        Keys for what the models do not have, and what they have.
    """

    keys_before: ClassVar[tuple[str, ...]] = ()
    other_names: ClassVar[Mapping[str, str]] = {}
    not_modelled: ClassVar[Mapping[str, str]] = {}

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
