"""The fields of ``execution`` that clusters and threads have in common."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from partitioners.text.integers import MAX_TIME

NetworkModel = Annotated[
    Literal["ideal", "packet", "flit"],
    Field(
        description="network model: hops times delay (`ideal`), a queue at every link (`packet`), or routers "
        "flit by flit (`flit`)"
    ),
]
Engine = Annotated[
    Literal["auto", "simpy", "compiled"],
    Field(
        description="simulation engine; `auto`: the compiled engine if it supports the rest of the section; "
        "the results are the same"
    ),
]
MaxCycles = Annotated[
    int | None,
    Field(
        ge=1,
        le=MAX_TIME,
        description="cycle at whose beginning an unfinished run ends",
    ),
]
MaxEvents = Annotated[
    int | None,
    Field(
        ge=1,
        le=MAX_TIME,
        description="number of events of the engine after which a run ends",
    ),
]
MaxSeconds = Annotated[
    float | None,
    Field(
        gt=0,
        description="wall time in seconds after which a run ends",
    ),
]
