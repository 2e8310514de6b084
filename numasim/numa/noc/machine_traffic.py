"""Synthetic traffic on a machine's network, whose latency begins when a packet is sent.

In every network of a machine, a packet is at its port one cycle after it was sent. The model of the routers
begins at the port (``source_delay`` is 0), so its latencies are one cycle shorter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.numa.noc.traffic import Measurement, measure, zero_load_latencies

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

TO_PORT = 1
"""Cycles from the sending of a packet until it is at its port."""


def measure_machine(
    machine: Machine, pattern: str, rate: float, flits: int = 1, **options: Any
) -> Measurement:
    """Run synthetic traffic on a machine's routers as :func:`numasim.numa.noc.traffic.measure` does.

    ``latency`` and ``zero_load_latency`` begin when the packet is sent, ``network_latency`` begins when its
    head leaves the source.

    Raises
    ------
    UnknownNameError, OptionError
        See :func:`~numasim.numa.noc.traffic.measure`; or the machine's routers are impossible.
    """
    found = measure(machine.topology, machine.network.flit_router(), pattern, rate, flits, **options)
    return replace(
        found, latency=found.latency + TO_PORT, zero_load_latency=found.zero_load_latency + TO_PORT
    )


def latencies_alone(machine: Machine, flits: int) -> NDArray[np.int64]:
    """Latency of a packet that meets no other, from its sending, shape (tiles, tiles)."""
    return TO_PORT + zero_load_latencies(machine.topology, machine.network.flit_router(), flits)
