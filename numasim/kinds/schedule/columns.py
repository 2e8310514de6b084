"""The columns of a run with a schedule, and how tables, pictures and reports show its rows."""

from __future__ import annotations

from numasim.numa.shared.run_result import SCALARS
from numasim.results.columns import OF_ALL_CORES, TWO_DIGITS, Column, columns_of, names_of
from numasim.results.row_kinds import OF_GRAPH, OF_MACHINE, RowKind, of_section
from numasim.schema.workload import KINDS

COLUMNS = columns_of(
    SCALARS,
    Column("cycles", heading="cycles", narrow="cycles", ratio="cycles", title="simulated cycles"),
    Column("seconds", heading="time", narrow="time", title="simulated time", unit="s"),
    Column(
        "speedup",
        "the cycles of the whole graph on the best core of the same machine over those of the run",
        heading="speed-up",
        narrow="speed\n-up",
        hint="over the graph on one core",
        form=TWO_DIGITS,
    ),
    Column(
        "predicted_cycles",
        "length of the schedule, in cycles: without contention, and with all initial values present",
        heading="predicted",
        narrow="pre-\ndicted",
        ratio="predicted",
        title="predicted cycles",
    ),
    Column(
        "predicted_slr",
        "schedule length ratio: `predicted_cycles` over `critical_path_cycles`",
        heading="predicted\nSLR",
        hint="predicted cycles over the critical path",
        form=TWO_DIGITS,
    ),
    Column(
        "slr",
        "`cycles` over `critical_path_cycles`",
        heading="SLR",
        narrow="SLR",
        hint="simulated cycles over the critical path",
        form=TWO_DIGITS,
    ),
    *OF_ALL_CORES,
    Column(
        "energy_joules",
        heading="energy",
        narrow="energy",
        ratio="energy",
        title="energy",
        hint="dynamic energy",
        unit="J",
    ),
    Column("network_bytes", ratio="bytes", title="bytes between cores"),
    Column("flit_hops", ratio="f-hops", title="flit-hops"),
)

ROWS = RowKind(
    name="schedule",
    naming={"schedule": "schedule"},
    field_columns={
        **{f"workload.{kind}": "workload" for kind in KINDS},
        "schedule.method": "schedule",
        **of_section("schedule", "seed"),
        **of_section("execution", "initial_values", "network", "aggregate_messages"),
        "machine": "machine",
        "component.method": "component",
        "seed": "seed",
    },
    method=("schedule",),
    group="machine",
    tables=("schedule", "cores", "activity", "links", "ports", "controllers", "traffic", "packets", "hops"),
    measured=(*OF_GRAPH, *OF_MACHINE, "communication_to_computation"),
    columns=COLUMNS,
    compared=("cycles", "predicted_cycles", "network_bytes", "flit_hops", "energy_joules"),
    figures=(
        *("predicted_cycles", "cycles", "predicted_slr", "slr", "seconds", "speedup"),
        *names_of(OF_ALL_CORES),
        "energy_joules",
    ),
    communication=("network_bytes", "flit_hops"),
    bars=("seconds", "predicted_cycles", "network_bytes", "flit_hops", "energy_joules"),
)
