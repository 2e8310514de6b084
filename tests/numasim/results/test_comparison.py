"""Ratios to a baseline and speed-ups, against what a reader would divide by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from numasim.experiments.row_table import RowTable
from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.kinds.quality.columns import ROWS as QUALITY
from numasim.results.ratios import add_ratios as add_ratios_of
from numasim.results.ratios import add_speedup, baseline_labels, measures_of

MEASURES = MESH.compared


def add_ratios(rows, assignments, baselines):
    """Add the ratios to the rows; None where there is none."""
    table = add_ratios_of(RowTable(rows).frame(), assignments, baselines, MEASURES)
    for name in table.columns.difference(RowTable(rows).frame().columns):
        for row, ratio in zip(rows, table[name], strict=True):
            row[name] = None if np.isnan(ratio) else ratio


def row(value, *, extra_run=False, **more):
    return {**dict.fromkeys(MEASURES, value), "extra_run": extra_run, **more}


def test_a_ratio_is_to_the_point_that_agrees_in_all_other_swept_fields():
    assignments = [
        {"partition.method": m, "partition.parts": p} for m in ("compnet", "libra") for p in (8, 64)
    ]
    rows = [row(10), row(100), row(5), row(20)]
    add_ratios(rows, assignments, [{"partition.method": "compnet"}])
    for measure in MEASURES:
        assert [r[f"{measure}_vs_compnet"] for r in rows] == [1.0, 1.0, 0.5, 0.2]


def test_an_option_that_the_baseline_does_not_take_is_no_difference():
    assignments = [
        {"partition.method": "compnet"},
        {"partition.method": "libra", "partition.order": "given"},
        {"partition.method": "libra", "partition.order": "shuffled"},
    ]
    rows = [row(4), row(2), row(1)]
    add_ratios(rows, assignments, [{"partition.method": "compnet"}])
    assert [r["messages_vs_compnet"] for r in rows] == [1.0, 0.5, 0.25]


def test_the_second_run_of_an_edge_cut_is_compared_and_never_compared_to():
    assignments = [
        {"partition.method": "metis"},
        {"partition.method": "metis"},
        {"partition.method": "libra"},
    ]
    rows = [row(10), row(30, extra_run=True), row(5)]
    add_ratios(rows, assignments, [{"partition.method": "metis"}])
    assert [r["flit_hops_vs_metis"] for r in rows] == [1.0, 3.0, 0.5]


def test_nothing_to_divide_by_gives_no_ratio():
    assignments = [{"partition.method": m} for m in ("compnet", "libra", "random")]
    failed = {"extra_run": False}
    rows = [failed, row(5), row(0)]
    add_ratios(rows, assignments, [{"partition.method": "compnet"}, {"partition.method": "nowhere"}])
    assert all(r[f"{m}_vs_{b}"] is None for r in rows for m in MEASURES for b in ("compnet", "nowhere"))


@pytest.mark.parametrize(("value", "base", "ratio"), [(0, 0, None), (3, 0, None), (0, 3, 0.0)])
def test_zero_communication(value, base, ratio):
    rows = [row(base), row(value)]
    add_ratios(rows, [{"m": "a"}, {"m": "b"}], [{"m": "a"}])
    assert rows[1]["messages_vs_a"] == ratio


def test_an_experiment_with_coherent_memory_compares_the_traffic_of_its_caches():
    message, coherent = (
        SimpleNamespace(execution=SimpleNamespace(communication=each)) for each in ("message", "coherent")
    )
    assert measures_of(MESH, [message]) == MEASURES
    of_caches = ("coherence_bytes", "coherence_flit_hops")
    assert measures_of(MESH, [message, coherent]) == (*MEASURES, *of_caches)
    for kind in (GPU, QUALITY):
        assert measures_of(kind, [message]) == kind.compared


def test_baselines_that_would_share_a_name_are_told_apart():
    assert baseline_labels([{"partition.method": "compnet"}, {"partition.method": "metis"}]) == [
        "compnet",
        "metis",
    ]
    assert baseline_labels([{"a": 1}, {"b": 1}]) == ["a=1", "b=1"]
    assert baseline_labels([{"m": "x", "p": 8}]) == ["x+8"]


def test_speedup_is_one_core_over_the_run():
    rows = [{"cycles": 50}, {"cycles": 100}, {}]
    add_speedup(rows, [100, 100, 100])
    assert [r["speedup"] for r in rows] == [2.0, 1.0, None]
