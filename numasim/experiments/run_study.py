"""Run a study: all its points one after the other in this process, because each is fast."""

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
    """Raise an error for options that a study would ignore: it runs in this process and is fast.

    Parameters
    ----------
    file : object
        The name of the study in the message.
    given : mapping of str to object
        Options and their values; an option with a false value was not given.

    Raises
    ------
    OptionError
        At least one option was given.
    """
    if options := [name for name, value in given.items() if value]:
        raise OptionError(f"{file}: a study does not accept {' or '.join(options)}; remove it")


def run_study(study: Study, progress: Progress = silent) -> pd.DataFrame:
    """Run every point of a study, one after the other.

    Parameters
    ----------
    progress : callable
        Called before each point.

    Returns
    -------
    pandas.DataFrame
        One row per point: its values and the measured figures.
    """
    import pandas as pd

    points = study_points(study)
    rows = []
    for done, (overrides, point) in enumerate(points):
        values = ", ".join(f"{key}: {value}" for key, value in overrides.items())
        progress(done, len(points), values or study.name)
        # A field of a nested section has no column of its own.
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
    threads: int = 1,
) -> Measurement:
    """Measure the latency and throughput of a machine's routers under synthetic traffic.

    Parameters
    ----------
    machine : Machine
        The machine, whose mesh and ``network.router`` are used.
    pattern : str
        The destinations of the packets; see :func:`numasim.numa.noc.traffic.traffic_pattern`.
    rate : float
        Flits per tile and cycle.
    packets : int
        Average number of measured packets.
    threads : int
        Threads that simulate bands of rows of the mesh. They change no result. Every thread needs an idle
        core: on cores with other work, several threads take as long as one or longer.

    Raises
    ------
    UnknownNameError, OptionError
        There is no such pattern; the rate is impossible, or so small that the packets take too many cycles;
        there are fewer than 100 packets, or they have no flits; the pattern does not fit the mesh; the
        routers are impossible; there are no threads, or more than rows.
    """
    from numasim.numa.noc.machine_traffic import measure_machine

    return measure_machine(
        machine,
        pattern,
        rate,
        packet_flits,
        packets=packets,
        seed=seed,
        threads=threads,
    )


def _row(point: Study) -> dict[str, Any]:
    """Return the measured figures of a point."""
    if isinstance(point, NetworkStudy):
        return _network_row(point)
    assert isinstance(point, MemoryStudy)  # the only other kind
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
    """Return the row of a random test; a broken invariant is its ``error``."""
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
