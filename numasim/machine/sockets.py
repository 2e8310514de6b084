"""The division of a mesh into sockets."""

from __future__ import annotations

from pydantic import Field

from partitioners.config.model import ConfigModel, rule
from partitioners.text.integers import MAX_DELAY


class Sockets(ConfigModel):
    """The division of a mesh into sockets of equal size, with slower links between the sockets."""

    across: int = Field(default=1, ge=1, description="sockets side by side; they share the width equally")
    down: int = Field(
        default=1, ge=1, description="sockets one below the other; they share the height equally"
    )
    link_cycles: int = Field(
        ge=1, le=MAX_DELAY, description="cycles from a router to a router of the next socket"
    )
    flit_cycles: int = Field(
        default=1, ge=1, le=MAX_DELAY, description="cycles in which one flit occupies a link between sockets"
    )

    @rule
    def _more_than_one(self) -> None:
        if self.across * self.down == 1:
            raise ValueError(
                "a machine with one socket has no links between sockets; set `across` or `down` to at least "
                "2, or remove `sockets`"
            )
