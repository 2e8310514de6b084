"""The table at the end: what it shows at every width of a terminal, and how its numbers are written."""

import io

import pandas as pd
import pytest
from rich.console import Console

from numasim.summary import duration, print_summary, quantity


def results(**columns):
    ratios = {
        f"{m}_vs_{b}": 0.5
        for m in ("copies_or_cut", "messages", "network_bytes", "flit_hops")
        for b in BASELINES
    }
    row = {
        "point": 0,
        "method": "wb_libra",
        "mapper": "memory_centric",
        "extra_run": False,
        "order": "shuffled",
        "replication_factor": 1.234,
        "edge_weight_imbalance": 1.05,
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
    print_summary(Console(file=stream, width=width), frame, BASELINES, varying)
    return stream.getvalue()


@pytest.mark.parametrize("width", [80, 100, 110, 120, 200])
def test_no_line_is_wider_than_the_terminal_and_no_number_is_lost(width):
    frame = results(method=["metis", "wb_libra"], speedup=[4.25, 7.5])
    text = printed(frame, width)
    assert max(map(len, text.splitlines())) <= width
    for word in ("metis", "wb_libra", "1.23", "1.05", "12.3 µs", "4.56 µJ", "1.23 M", "4.25", "7.50", "0.50"):
        assert word in text
    assert text.count("memory_centric") == (2 if width > 115 else 4)


def test_the_order_of_the_stream_is_stated():
    assert "streaming methods visit the edges in the order: shuffled\n" in printed(results(), 120)
    text = printed(results(order=["given", "shuffled"]), 120, ["order"])
    assert "streaming methods visit the edges in the orders given, shuffled (column `order`)\n" in text


def test_an_edge_cut_without_combining_is_marked_and_explained():
    text = printed(results(method=["metis", "metis"], extra_run=[False, True]), 120)
    assert "metis* " in text
    assert "* the same edge cut with `combine: false`: one message for every cut edge\n" in text
    assert "combine: false" not in printed(results(), 120)


def test_failures_and_warnings_are_told():
    text = printed(
        results(error=[None, "no room [of any kind]"], warnings=["take care", None], point=[0, 1]), 120
    )
    assert "failed: point 1 (wb_libra, memory_centric): no room [of any kind]\n" in text
    assert "note: take care\n" in text


def test_where_everything_failed_only_that_is_told():
    assert printed(results(error=["no", "no"], point=[0, 1]), 120) == (
        "failed: point 0 (wb_libra, memory_centric): no\nfailed: point 1 (wb_libra, memory_centric): no\n"
    )


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
