"""Latency over offered load: how much traffic the network of a machine carries, in all three fidelities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.noc.traffic import measure, schedule, zero_load_latencies
from numasim.numa.packet_replay import replay_on_queues
from partitioners.errors import OptionError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.machine.machine import Machine

STEP = 0.05
PACKETS_ON_QUEUES = 5_000
"""SimPy carries them one by one."""


def load_curve(
    machine: Machine,
    traffic: str = "uniform",
    flits: int = 1,
    *,
    packets: int = 20_000,
    seed: int = 0,
    progress: Progress = silent,
) -> pd.DataFrame:
    """Measure the latency of synthetic traffic at growing rates, until the routers are saturated.

    Parameters
    ----------
    machine : Machine
        Its mesh and its network; the packets have the virtual channels of one message class.
    traffic : str
        See :func:`numasim.numa.noc.traffic.traffic_pattern`.
    flits : int
        Of each packet.
    packets : int
        Measured at every rate.
    seed : int
    progress : callable
        Told of each rate.

    Returns
    -------
    pandas.DataFrame
        ``offered`` (flits a tile and cycle), ``accepted`` (what the routers took), and the mean latencies
        ``ideal``, ``packet`` and ``flit`` in cycles; the last is missing where they are saturated.

    Raises
    ------
    OptionError
        Fewer than 100 packets, or packets without a flit; see also :func:`numasim.numa.noc.traffic.schedule`.
    """
    import pandas as pd

    if packets < 100 or flits < 1:
        raise OptionError(f"expected at least 100 packets of at least 1 flit, got {packets} of {flits}")
    mesh, routers = machine.topology, machine.network.flit_router()
    # A message is at its port a cycle after it was sent; the routers begin there.
    alone = 1 + zero_load_latencies(mesh, routers, flits)
    rates = [0.4 * STEP, *np.arange(1, round(1 / STEP) + 1) * STEP]
    rows = []
    for k, rate in enumerate(rates):
        on_routers = measure(mesh, routers, traffic, rate, flits, packets=packets, seed=seed)
        few = min(packets, PACKETS_ON_QUEUES)
        warm_up = few // 5
        cycles = int((few + warm_up) / (mesh.num_cores * rate / flits)) + 1
        drawn = schedule(mesh, traffic, rate, flits, cycles, seed)
        arrived, _ = replay_on_queues(mesh, routers, drawn)
        waited = arrived - drawn.created - alone[drawn.source, drawn.target]
        ideal = on_routers.zero_load_latency + 1
        rows.append(
            {
                "offered": on_routers.offered,
                "accepted": on_routers.accepted,
                "ideal": ideal,
                "packet": ideal + float(waited[warm_up:].mean()),  # of other packets, so over the same way
                "flit": on_routers.latency + 1,
            }
        )
        progress(k + 1, len(rates), f"{rate:.2f} flits a tile and cycle")
        if on_routers.saturated:
            break
    return pd.DataFrame(rows)
