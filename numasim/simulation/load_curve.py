"""Latency over offered load: the capacity of a machine's network in all three fidelities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from numasim.numa.noc.machine_traffic import latencies_alone, measure_machine
from numasim.numa.noc.traffic import check_traffic, schedule
from numasim.numa.simpy_engine.packet_replay import replay_on_queues
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.machine.machine import Machine

STEP = 0.05
PACKETS_ON_QUEUES = 5_000
"""The number is limited because SimPy transports the packets one by one."""


def load_curve(
    machine: Machine,
    traffic: str = "uniform",
    flits: int = 1,
    *,
    packets: int = 20_000,
    seed: int = 0,
    progress: Progress = silent,
) -> pd.DataFrame:
    """Measure the latency of synthetic traffic at increasing rates until the routers are saturated.

    Parameters
    ----------
    machine : Machine
        Provides the mesh and the network. The packets use the virtual channels of one message class.
    traffic : str
        See :func:`numasim.numa.noc.traffic.traffic_pattern`.
    flits : int
        Flits per packet.
    packets : int
        Number of measured packets per rate.
    progress : callable
        Called for each rate.

    Returns
    -------
    pandas.DataFrame
        Columns ``offered`` and ``accepted`` (flits per tile and cycle), and the mean latencies ``ideal``,
        ``packet`` and ``flit`` in cycles. ``flit`` is missing at rates that saturate the routers.

    Raises
    ------
    OptionError
        ``packets`` is less than 100 or ``flits`` is less than 1; see also
        :func:`numasim.numa.noc.traffic.schedule`.
    """
    import pandas as pd

    rates = [0.4 * STEP, *np.arange(1, round(1 / STEP) + 1) * STEP]
    check_traffic(rates[0], flits, packets)
    mesh, routers = machine.topology, machine.network.flit_router()
    alone = latencies_alone(machine, flits)
    rows = []
    for k, rate in enumerate(rates):
        on_routers = measure_machine(machine, traffic, rate, flits, packets=packets, seed=seed)
        few = min(packets, PACKETS_ON_QUEUES)
        warm_up = few // 5
        cycles = int((few + warm_up) / (mesh.num_cores * rate / flits)) + 1
        drawn = schedule(mesh, traffic, rate, flits, cycles, seed)
        arrived, _ = replay_on_queues(mesh, routers, drawn)
        waited = arrived - drawn.created - alone[drawn.source, drawn.target]
        ideal = on_routers.zero_load_latency
        rows.append(
            {
                "offered": on_routers.offered,
                "accepted": on_routers.accepted,
                "ideal": ideal,
                "packet": ideal
                + float(waited[warm_up:].mean()),  # of different packets, so relative to the same routes
                "flit": on_routers.latency,
            }
        )
        progress(k + 1, len(rates), f"{rate:.2f} flits per tile and cycle")
        if on_routers.saturated:
            break
    return pd.DataFrame(rows)
