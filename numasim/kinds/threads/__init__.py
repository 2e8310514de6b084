"""Programs of threads on a mesh of cores with caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from numasim.schema.kinds import first_workload, names_key


def describes(data: Mapping[str, Any]) -> bool:
    """Programs of threads on a mesh: a `thread_program`, or a program with `threads`."""
    from numasim.schema.traced_workload import THREADED, threaded_model

    workload = first_workload(data)
    if isinstance(workload, BaseModel):
        return isinstance(workload, tuple(THREADED.values())) or names_key(data, "thread_program")
    return names_key(data, "thread_program") or threaded_model(workload) is not None
