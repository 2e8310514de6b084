"""Chains of loads that go through memory in strides: the vertices are instructions, as those of a trace."""

from typing import Annotated

import numpy as np
from annotated_types import Ge

from numasim.plugins import Graph, LatencyClass, OpcodeClass

Count = Annotated[int, Ge(1)]


def walks(*, chains: Count = 4, loads: Count = 64, stride: Count = 8) -> Graph:
    """Chains of loads, each of which needs the value before it, a stride further in memory."""
    n = chains * loads
    number = np.arange(n)
    attributes = {
        "program_order": number,
        "latency_class": np.full(n, LatencyClass.MEMORY),
        "opcode_class": np.full(n, OpcodeClass.LOAD),
        "operation": np.zeros(n),
        "address": 4096 + stride * number,
    }
    source = number[(number + 1) % loads != 0]
    return Graph(n, source, source + 1, np.ones(source.size), attributes, name="walks")
