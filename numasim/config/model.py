"""The base class of all configuration: strict, frozen pydantic models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class ConfigModel(BaseModel):
    """A part of a configuration, which accepts no unknown key and no value of another type, and is immutable.

    Attributes
    ----------
    keys_before : tuple of str
        Keys that a file may have and that are removed before the model is made.
    other_names : mapping of str to str
        Other names that users try for a field, and what to write instead.
    """

    keys_before: ClassVar[tuple[str, ...]] = ()
    other_names: ClassVar[Mapping[str, str]] = {}

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)
