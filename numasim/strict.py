"""The base of everything that is configured: strict, frozen pydantic models."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A part of a configuration: every key known, every value of its own type, nothing changed afterwards."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)
