"""What rows are called: two rows of different configurations never look the same, wherever they are shown."""

import pytest
import yaml
from example_counts import examples
from hypothesis import HealthCheck, example, given, reject, settings
from hypothesis import strategies as st

from numasim.experiments.point_kind import kind_of
from numasim.experiments.row_table import RowTable
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.kinds.mesh.point import description
from numasim.kinds.mesh.summary import columns as mesh_columns
from numasim.results.chosen_rows import chosen
from numasim.results.replicates import cases
from numasim.results.report.page import _summary
from numasim.results.row_kinds import rows_of
from numasim.results.row_names import (
    POINT,
    REPLICATE,
    headings,
    records,
    row_labels,
    shown,
    swept_columns,
    varying_columns,
)
from numasim.schema.expand import points
from numasim.schema.kinds import KINDS, example_of
from numasim.schema.load import load_experiment
from numasim.schema.sweep import swept_values
from partitioners.errors import ConfigError

BASE = {
    "workload": {"generator": "rmat", "scale": 4},
    "partition": {"method": "random", "parts": 4},
    "machine": "mesh-2x2",
    "execution": {"model": "supersteps", "memory_model": "simulated"},
}
VALUES = {
    "workload.scale": [4, 5],
    "workload.edge_factor": [2, 3],
    "partition.method": ["random", "metis", "wb_libra"],
    "partition.parts": [2, 4, 8],
    "partition.order": ["given", "shuffled"],
    "partition.seed": [0, 1],
    "mapping.method": ["greedy", "round_robin"],
    "machine": ["mesh-2x2", "mesh-2x1", "one/own.yaml", "two/own.yaml"],
    "machine.l1.size": ["16 KiB", "32 KiB"],
    "machine.l2.size": ["256 KiB", "512 KiB"],
    "machine.core.max_clusters_per_core": [1, 2],
    "execution.network": ["ideal", "packet"],
    "execution.memory_model": ["traced", "simulated"],
    "execution.value_bytes": ["8 B", "16 B"],
    "seed": [0, 1],
}
RANGES = {
    "execution.cycles_per_weight": {"from": 1.0, "to": 1.00002},
    "machine.network.link_cycles": {"from": 1, "to": 9},
    "machine.memory.latency": {"from": "10 ns", "to": "200 ns", "scale": "log"},
}


@st.composite
def sweeps(draw):
    """A sweep of any kinds of axes over a few fields, each field in one axis alone."""
    fields = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=4, unique=True))
    sweep, in_list, together = {}, [], {}
    for field in fields:
        values = draw(st.lists(st.sampled_from(VALUES[field]), min_size=1, max_size=3, unique=True))
        kind = draw(st.sampled_from(["grid", "list", "zip"]))
        if kind == "grid":
            sweep[field] = values
        elif kind == "zip":
            together[field] = (values * 2)[:2]
        else:
            in_list.append((field, values))
    if together:
        sweep["zip"] = together
    if in_list:
        entries = [{field: value} for field, values in in_list for value in values]
        first = {field: values[0] for field, values in in_list}
        sweep["list"] = [*entries, *([first] if first not in entries else [])]
    if draw(st.booleans()):
        drawn = draw(st.lists(st.sampled_from(sorted(RANGES)), min_size=1, max_size=2, unique=True))
        sweep["random"] = {"samples": draw(st.integers(1, 3)), **{field: RANGES[field] for field in drawn}}
    if draw(st.booleans()):
        sweep["replicates"] = 2
    return sweep


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with two machines of one name."""
    folder = tmp_path_factory.mktemp("names")
    for name, clock in (("one", "1 GHz"), ("two", "2 GHz")):
        (folder / name).mkdir()
        (folder / name / "own.yaml").write_text(f"base: mesh-2x2\nclock: {clock}\n")
    return folder


def table_of(folder, sweep):
    """The experiment, and its results as they would be if its runs took no time."""
    file = folder / "experiment.yaml"
    file.write_text(yaml.safe_dump({**BASE, "sweep": sweep}, sort_keys=False))
    experiment = load_experiment(file)
    figures = {"seconds": 1e-6, "cycles": 10, "extra_run": False, "warnings": None, "error": None}
    rows = [
        {"point": each.index, "run_id": f"{each.index}", **swept_columns(each.overrides, MESH)}
        | {**description(each.experiment), **figures}
        for each in points(experiment)
    ]
    return experiment, RowTable(rows).frame()


@settings(
    deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(sweeps())
@example({"zip": {"seed": [0, 0]}, "replicates": 2})
@example({"seed": [0], "partition.seed": [0, 1], "replicates": 2})
def test_rows_that_differ_in_their_configuration_differ_in_what_is_shown(place, sweep):
    try:
        experiment, table = table_of(place, sweep)
    except ConfigError:  # such as an order of the edges for a method that takes none
        reject()
    rows = records(table)
    varying = varying_columns(experiment.sweep, table, MESH)
    names, *_ = mesh_columns(table, [], varying)
    in_terminal = [tuple(cell(row) for cell in names.values()) for row in rows]
    assert len(set(in_terminal)) == len(rows), (list(names), in_terminal)
    assert len(names) == 2 + len(varying)  # no heading has taken another's place

    in_pictures = [
        (label, row["mapper"]) for label, row in zip(row_labels(rows, varying, MESH), rows, strict=True)
    ]
    assert len(set(in_pictures)) == len(rows), in_pictures

    shared = [column for column in varying if column != REPLICATE]
    runs = cases(rows, row_labels(rows, shared, MESH), MESH)
    # Replicates have seeds of their own, which a swept seed shows where it has several values.
    seeds = {row["seed"] for row in rows if not row.get(REPLICATE)}
    shown_seed = len(set(swept_values(sweep).get("seed", ()))) > 1 and len(seeds) > 1
    together = 1 if POINT in varying or shown_seed else sweep.get("replicates", 1)
    assert len(runs) * together == len(rows)
    page = _summary(runs, shared, [], MESH)
    told = [{"method", "mapper", *headings(shared).values()} & {column["name"]} for column in page["columns"]]
    in_page = [tuple(text for (text, _), name in zip(row, told, strict=True) if name) for row in page["rows"]]
    assert len(set(in_page)) == len(runs), in_page


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["machine.l1.size", "machine.l2.size"], ["l1.size", "l2.size"]),
        (["machine.l1.size", "partition.parts"], ["size", "parts"]),
        (["workload.size", "machine.l2.size"], ["workload.size", "l2.size"]),
        (["seed", "workload.seed"], ["seed", "workload.seed"]),
        (["workload.method", "machine.time"], ["workload.method", "machine.time"]),
    ],
)
def test_a_heading_is_the_shortest_end_of_the_name_that_no_other_has(columns, expected):
    assert list(headings(columns).values()) == expected


def test_workloads_of_several_kinds_are_named(place):
    entries = [
        {"workload.generator": "rmat", "workload.scale": 4},
        {"workload.generator": "mc2depi", "workload.n": 3},
        {"workload.graph": "own.mtx"},
    ]
    (place / "own.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
    experiment, table = table_of(place, {"list": entries})
    varying = varying_columns(experiment.sweep, table, MESH)
    assert row_labels(records(table), varying, MESH) == [
        "random, rmat, scale 4",
        "random, mc2depi, n 3",
        "random, own.mtx",
    ]


def test_points_that_nothing_else_tells_apart_have_their_number(place):
    experiment, table = table_of(place, {"machine": ["one/own.yaml", "two/own.yaml"]})
    varying = varying_columns(experiment.sweep, table, MESH)
    assert row_labels(records(table), varying, MESH) == ["random, own, point 0", "random, own, point 1"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *[(None, "-"), (float("nan"), "-"), (8, "8"), (8.0, "8"), (0.1, "0.1"), (1e-9, "1e-09")],
        *[(1.00001, "1.00001"), (1.0000001, "1.0000001"), (True, "True"), ("x", "x")],
    ],
)
def test_values_of_names_are_never_rounded_to_each_other(value, text):
    assert shown(value) == text


def test_of_too_many_rows_every_swept_value_is_shown():
    rows = [
        {"method": method, "parts": parts, "replicate": k, "cycles": parts * 100 + k}
        for method in ("a", "b")
        for parts in (1, 8, 64)
        for k in range(10)
    ]
    places, left_out = chosen(rows, ["method", "parts"], "cycles", 6)
    assert [(rows[k]["method"], rows[k]["parts"], rows[k]["replicate"]) for k in places] == [
        (method, parts, 0) for method in ("a", "b") for parts in (1, 8, 64)
    ]
    assert left_out == ""
    places, left_out = chosen(rows, ["method", "parts"], "cycles", 3)
    assert left_out == "parts 64"
    assert chosen(rows, ["method"], "cycles", 60) == (list(range(60)), "")
    many = [{"machine.x": k, "cycles": k} for k in range(9)]
    assert chosen(many, ["machine.x"], "cycles", 4) == ([0, 1, 2, 3], "")


@pytest.mark.parametrize("kind", KINDS)
def test_every_column_of_a_swept_field_is_in_the_rows_of_its_kind(kind):
    experiment = load_experiment(example_of(kind))
    described = kind_of(experiment).describe(experiment)
    assert set(rows_of(kind).field_columns.values()) <= described.keys()
