"""The sockets that a mesh is split into."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from numasim.config.model import ConfigModel


class Sockets(ConfigModel):
    """A mesh that is split into sockets of one size, with links of their own kind from one to the next."""

    across: int = Field(default=1, ge=1, description="sockets side by side; they share the width equally")
    down: int = Field(
        default=1, ge=1, description="sockets one below the other; they share the height equally"
    )
    link_cycles: int = Field(ge=1, description="from a router to one of the next socket")
    flit_cycles: int = Field(default=1, ge=1, description="that a flit holds a link between sockets")

    @model_validator(mode="after")
    def _more_than_one(self) -> Self:
        if self.across * self.down == 1:
            raise ValueError(
                "one socket has no links to another; give `across` or `down` of at least 2, or leave it out"
            )
        return self
