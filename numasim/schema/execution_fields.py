"""The fields of ``execution`` that clusters and threads have in common."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from partitioners.integers import MAX_TIME

NetworkModel = Annotated[
    Literal["ideal", "packet", "flit"],
    Field(description="network model: hops times delay, a queue at every link, or routers flit by flit"),
]
Engine = Annotated[
    Literal["auto", "simpy", "compiled"],
    Field(description="simulation engine (`auto`: compiled where possible); the results are the same"),
]
MaxCycles = Annotated[
    int | None,
    Field(
        ge=1,
        le=MAX_TIME,
        description="time limit in cycles; a run that reaches it is ended, and its row records that",
    ),
]
MaxEvents = Annotated[
    int | None,
    Field(
        ge=1,
        le=MAX_TIME,
        description="limit on events of the engine; a run that reaches it is ended, and its row records that",
    ),
]
MaxSeconds = Annotated[
    float | None,
    Field(
        gt=0,
        description="wall-time limit in seconds; a run that reaches it is ended, and its row records that",
    ),
]
