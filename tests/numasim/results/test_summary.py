"""The table at the end: what it shows at every width of a terminal, and how its numbers are written."""

import io

import pandas as pd
import pytest
from rich.console import Console

from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.results.failures import Failure, failures
from numasim.results.number_formats import duration, quantity
from numasim.results.summary import print_summary


def results(**columns):
    ratios = {
        f"{m}_vs_{b}": 0.5
        for m in ("copies_or_cut", "messages", "network_bytes", "flit_hops")
        for b in BASELINES
    }
    row = {
        "point": 0,
        "partitioner": "wb_libra",
        "mapper": "memory_centric",
        "extra_run": False,
        "order": "shuffled",
        "replication_factor": 1.234,
        "work_imbalance": 1.05,
        "hop_bytes": 1_234_567,
        "seconds": 12.3e-6,
        "energy_joules": 4.56e-6,
        "cycles": 29520,
        "speedup": 7.5,
        **ratios,
        "warnings": None,
        "error": None,
    }
    frame = pd.DataFrame([{**row, **{name: values[k] for name, values in columns.items()}} for k in range(2)])
    return frame.astype({"warnings": "str", "error": "str"})


BASELINES = ("compnet", "metis")


def printed(frame, width, varying=()):
    stream = io.StringIO()
    print_summary(Console(file=stream, width=width), frame, MESH, BASELINES, varying)
    return stream.getvalue()


@pytest.mark.parametrize("width", [60, 80, 100, 110, 120, 200])
def test_no_line_is_wider_than_the_terminal_and_no_number_is_lost(width):
    frame = results(partitioner=["metis", "wb_libra"], speedup=[4.25, 7.5])
    text = printed(frame, width)
    assert max(map(len, text.splitlines())) <= width
    for word in ("metis", "wb_libra", "1.23", "1.05", "12.3 µs", "4.56 µJ", "1.23 M", "4.25", "7.50", "0.50"):
        assert word in text
    tables = {60: 4, 80: 2, 100: 2, 110: 2}.get(width, 1)
    assert text.count("memory_centric") == 2 * tables


@pytest.mark.parametrize("width", [40, 60])
def test_where_names_leave_no_room_rows_are_numbered(width):
    sizes = {"workload.l1.size": ["16 KiB", "32 KiB"], "workload.l2.size": ["256 KiB", "512 KiB"]}
    text = printed(
        results(partitioner=["metis", "wb_libra"], speedup=[4.25, 7.5], **sizes), width, list(sizes)
    )
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    for word in (
        "memory_centric",
        "wb_libra",
        "l1.size",
        "l2.size",
        "16 KiB",
        "512 KiB",
        "12.3 µs",
        "4.56 µJ",
    ):
        assert word in text  # no word is broken
    assert text.count("memory_centric") == 2
    assert [line.split()[0] for line in lines if "µs" in line] == ["1", "2"]


def test_every_swept_field_has_its_column():
    sizes = {"workload.l1.size": ["16 KiB", "32 KiB"], "workload.l2.size": ["256 KiB", "512 KiB"]}
    lines = printed(results(**sizes), 160, list(sizes)).splitlines()
    (heading,) = (line for line in lines if " l1.size " in line)
    assert "  l2.size " in heading
    assert "  16 KiB   256 KiB " in lines[lines.index(heading) + 2]


def test_traffic_of_coherent_memory_is_shown_in_the_place_of_messages():
    caches = {"coherence_bytes": [49_700, 2_630], "coherence_flit_hops": [6_150, 295]}
    ratios = {f"{name}_vs_{b}": [1.0, 0.05] for name in caches for b in BASELINES}
    none = {f"{name}_vs_{b}": [None, None] for name in ("network_bytes", "flit_hops") for b in BASELINES}
    text = printed(results(**caches, **ratios, **none), 160)
    for word in ("49.7 k", "2.63 k", "6.15 k", "295", "0.05"):
        assert word in text
    heading = " ".join(text.splitlines()[1:4]).split()
    assert heading.count("coh.") == 2 + 2 * len(BASELINES)
    assert "coh. bytes, coh. f-hops: bytes and flit-hops of the caches' messages between tiles\n" in text
    plain = printed(results(), 160)
    assert "coh." not in plain
    assert plain.count("f-hops") == len(BASELINES) + 1


def test_of_many_runs_no_swept_value_is_left_out_in_silence():
    one = results().iloc[0].to_dict()
    rows = [
        {**one, "point": 100 * parts + k, "parts": parts, "replicate": k, "cycles": parts + k}
        for parts in (8, 64, 512)
        for k in range(50)
    ]
    frame = pd.DataFrame(rows).astype({"warnings": "str", "error": "str"})
    text = printed(frame, 160, ["parts", "replicate"])
    assert "80 of 150 runs, the fastest of each swept value among them; results.parquet has all\n" in text
    shown = [line.split()[2] for line in text.splitlines() if line.startswith(" wb_libra")]
    assert {parts: shown.count(parts) for parts in ("8", "64", "512")} == {"8": 50, "64": 29, "512": 1}


def test_runs_slower_than_one_core_are_told():
    text = printed(results(speedup=[0.24, 7.5], partitioner=["metis", "wb_libra"]), 200)
    assert "note: 1 of 2 runs are slower than one core: the lowest speed-up is 0.24 (metis, memory" in text


def test_the_order_of_the_stream_is_stated():
    assert "streaming methods visit the edges in the order: shuffled\n" in printed(results(), 120)
    text = printed(results(order=["given", "shuffled"]), 120, ["order"])
    assert "streaming methods visit the edges in the orders given, shuffled (column `order`)\n" in text


def test_an_edge_cut_without_combining_is_marked_and_explained():
    text = printed(results(partitioner=["metis", "metis"], extra_run=[False, True]), 120)
    assert "metis* " in text
    assert "* the same edge cut with `aggregate_messages: false`: one message for every cut edge\n" in text
    assert "aggregate_messages: false" not in printed(results(), 120)


def test_failures_and_warnings_are_told():
    text = printed(
        results(error=[None, "no room [of any kind]"], warnings=["take care", None], point=[0, 1]), 120
    )
    assert "failed: point 1 (wb_libra, memory_centric): no room [of any kind]\n" in text
    assert "note: take care\n" in text


def test_where_everything_failed_only_that_is_told():
    assert printed(results(error=["no", "no"], point=[0, 1]), 120) == (
        "failed: points 0 (wb_libra, memory_centric), 1 (wb_libra, memory_centric): no\n"
    )


def test_points_that_failed_for_one_reason_are_one_message():
    rows = [({"point": point, "error": "no" if point != 5 else "not this"}, "a") for point in range(20)]
    rows += [({"point": 20, "error": None}, "a"), ({"point": 22, "error": "no"}, "a")]
    assert [*failures(rows)] == [
        Failure("no", 20, "points 0-4, 6-19, 22"),
        Failure("not this", 1, "point 5 (a)"),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1 k"),
        (999_700, "1 M"),
        (1_234_567, "1.23 M"),
        (None, "-"),
        (float("nan"), "-"),
    ],
)
def test_quantities(value, text):
    assert quantity(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.99999, "1 s"), (12.34e-6, "12.3 µs"), (3e-9, "3 ns"), (0.0, "0 ns"), (None, "-")],
)
def test_durations(seconds, text):
    assert duration(seconds) == text
