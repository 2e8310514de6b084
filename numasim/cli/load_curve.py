"""``numasim load-curve``: measure the latency and throughput of a machine's network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from partitioners.text.counts import plural

RATES = ("offered", "accepted")
"""The columns in flits per tile and cycle; the others are latencies in cycles."""


def load_curve(
    machine: str,
    /,
    *,
    traffic: str = "uniform",
    flits: int = 1,
    packets: int = 20_000,
    seed: int = 0,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> None:
    """Measure the latency of a machine's network over the load, with the models `ideal`, `packet` and `flit`.

    Parameters
    ----------
    machine
        A preset such as mesh-8x8, or a machine file.
    traffic
        The pattern: uniform, transpose, neighbor, bit_complement, tornado, hotspot20, all_to_node0 or
        hotspot:SHARE:TILE. With hotspot:0.3:5, a share of 0.3 of the packets goes to tile 5 and the others go
        to random tiles.
    flits
        Number of flits per packet.
    packets
        Number of packets measured at each rate.
    seed
        Seed of the traffic.
    output
        Folder for the table `load_curve`, as Parquet and CSV, and its picture; by default
        results/MACHINE-TRAFFIC.
    """
    from numasim.cli.terminal import console, progress_bar
    from numasim.machine.machine import load_machine
    from numasim.numa.noc.traffic import traffic_pattern
    from numasim.provenance import versions
    from numasim.results.load_curve_plot import write_load_curve
    from numasim.results.tables import open_folder, write_tables
    from numasim.results.text_table import TextTable, print_table
    from numasim.simulation.load_curve import load_curve as measure

    loaded = load_machine(machine)
    traffic_pattern(traffic, loaded.topology)
    title = f"{loaded.name}, {traffic} traffic, packets of {flits} {plural(flits, 'flit')}"
    folder = open_folder(output or Path("results") / f"{loaded.name}-{traffic.replace(':', '-')}")
    with progress_bar(lines=False) as progress:
        curve = measure(loaded, traffic, flits, packets=packets, seed=seed, progress=progress)
    out = console()
    out.print(f"\n{title}")
    names = [str(name) for name in curve]
    cells = {name: [(_rate if name in RATES else _latency)(value) for value in curve[name]] for name in names}
    print_table(out, TextTable({}, cells))
    out.print("offered, accepted: flits per tile and cycle; ideal, packet, flit: mean latency in cycles")
    units = {name: "cycles" for name in names if name not in RATES}
    write_tables(folder, {"load_curve": curve}, {"versions": versions(), "seed": seed}, units)
    write_load_curve(folder, curve, title)
    out.print(f"table and picture are in {folder}")


def _rate(value: float) -> str:
    return f"{value:.3f}"


def _latency(value: float) -> str:
    return "saturated" if value != value else f"{value:.1f}"
