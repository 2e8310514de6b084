"""Studies, run: every point of one, one after the other in this process, for each is quick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from numasim.machine.machine import Machine
from numasim.schema.expand import study_points
from numasim.schema.study import MemoryStudy, NetworkStudy, Study
from numasim.schema.sweep import REPLICATES
from partitioners.errors import InvariantError, OptionError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    import pandas as pd

    from numasim.numa.noc.traffic import Measurement


def refuse_for_study(file: object, given: Mapping[str, object]) -> None:
    """A study is quick and runs here; what says how to run an experiment would be ignored.

    Parameters
    ----------
    file : object
        What to call the study.
    given : mapping of str to object
        Options and their values; those that say nothing are none.

    Raises
    ------
    OptionError
        Any of them is given.
    """
    if options := [name for name, value in given.items() if value]:
        raise OptionError(f"{file}: a study takes no {' and no '.join(options)}; leave it out")


def run_study(study: Study, progress: Progress = silent) -> pd.DataFrame:
    """Run every point of a study, one after the other.

    Parameters
    ----------
    study : Study
    progress : callable
        Told of each point.

    Returns
    -------
    pandas.DataFrame
        One row a point: its values, and what was measured.
    """
    import pandas as pd

    points = study_points(study)
    rows = []
    for done, (overrides, point) in enumerate(points):
        values = ", ".join(f"{key}: {value}" for key, value in overrides.items())
        progress(done, len(points), values or study.name)
        # A field of a section's section has no column of its own.
        others = {
            key: value for key, value in overrides.items() if key.startswith("machine.") or key.count(".") > 1
        }
        if REPLICATES in overrides:
            others["replicate"] = overrides[REPLICATES]
        rows.append({"point": done, **others, **_row(point)})
    return pd.DataFrame(rows)


def measure_network(
    machine: Machine,
    pattern: str,
    rate: float,
    *,
    packet_flits: int = 1,
    packets: int = 100_000,
    seed: int = 0,
) -> Measurement:
    """Latency and throughput of a machine's routers under synthetic traffic.

    Parameters
    ----------
    machine : Machine
        Its mesh and its ``network.router``.
    pattern : str
        Where the packets of a tile go, see :func:`numasim.numa.noc.traffic.traffic_pattern`.
    rate : float
        Flits a tile and cycle.
    packet_flits : int
    packets : int
        Measured, on average.
    seed : int

    Raises
    ------
    UnknownNameError, OptionError
        No such pattern; a rate that cannot be, a pattern that does not fit the mesh, routers that cannot be.
    """
    from numasim.numa.noc.traffic import measure

    parameters = machine.network.flit_router()
    return measure(machine.topology, parameters, pattern, rate, packet_flits, packets=packets, seed=seed)


def _row(point: Study) -> dict[str, Any]:
    """What was measured at a point."""
    if isinstance(point, NetworkStudy):
        return _network_row(point)
    assert isinstance(point, MemoryStudy)  # there are two kinds
    return _memory_row(point)


def _network_row(study: NetworkStudy) -> dict[str, Any]:
    traffic = study.traffic
    found = measure_network(
        study.machine,
        traffic.pattern,
        traffic.rate,
        packet_flits=traffic.packet_flits,
        packets=traffic.packets,
        seed=study.seed,
    )
    figures = asdict(found)
    load = figures.pop("link_load")
    return {
        "machine": study.machine.name,
        **traffic.model_dump(exclude={"packets"}),
        "seed": study.seed,
        **figures,
        "largest_link_load": float(load.max(initial=0)),
    }


def _memory_row(study: MemoryStudy) -> dict[str, Any]:
    """The row of a random test; a law that is broken is its ``error``."""
    from numasim.numa.coherence.tester import run_random_test

    given = study.test.model_dump(exclude={"l1", "l2"})
    row = {**given, "seed": study.seed}
    try:
        found = run_random_test(study.test.test(study.seed))
    except InvariantError as error:
        return {**row, "error": str(error)}
    met = found.races()
    return {
        **row,
        "accesses": found.accesses,
        **{name: found.counts[name] for name in ("hits", "misses", "merged", "write_backs")},
        "messages": sum(found.messages.values()),
        **{f"{name}_per_miss": number for name, number in found.per_miss().items()},
        "cycles": found.cycles,
        "mean_latency_cycles": found.mean_latency_cycles,
        "races_met": sum(count > 0 for count in met.values()),
        "races": len(met),
        "error": "; ".join(found.misses()) or None,
    }
