"""The base of everything that is configured: strict, frozen pydantic models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class ConfigModel(BaseModel):
    """A part of a configuration: every key known, every value of its own type, nothing changed afterwards.

    Attributes
    ----------
    keys_before : tuple of str
        Keys that a file may give and that are gone when the model is made.
    other_names : mapping of str to str
        What users call a field, and what to write.
    """

    keys_before: ClassVar[tuple[str, ...]] = ()
    other_names: ClassVar[Mapping[str, str]] = {}

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)
