"""The picture of times over the largest out-degree allowed: the runs and the published figures in it."""

import pandas as pd
import pytest

from numasim.kinds.gpu.plots import degrees_figure

LEVELS = [1, 2, 4, 8]


def runs(variants=("relax", "child"), factor=1.0):
    rows = [
        {
            **{"run_id": f"{variant}{level}", "workload": "bfs", "graph": "g", "machine": "k20c"},
            **{"variant": variant, "level": level, "max_degree": None, "max_degree_allowed": 64 / level},
            **{"seconds": factor * seconds, "seconds_vs_relax+1": factor * seconds / 0.004},
        }
        for variant in variants
        for level, seconds in zip(LEVELS, (0.004, 0.003, 0.002, 0.0025), strict=True)
    ]
    return pd.DataFrame(rows)


def published(figure="seconds_vs_relax+1"):
    rows = [("relax2", figure, 0.7), ("relax8", figure, 0.6), ("child4", "cycles", 5.0)]
    return pd.DataFrame(rows, columns=["run_id", "figure", "published"])


def lines(axis):
    return {line.get_label(): (list(line.get_xdata()), list(line.get_ydata())) for line in axis.get_lines()}


def test_runs_are_lines_and_published_times_lie_at_their_degrees():
    (axis,) = degrees_figure(runs(), published()).axes
    drawn = lines(axis)
    assert drawn["relax"] == drawn["child"] == ([8, 16, 32, 64], [0.625, 0.5, 0.75, 1])
    assert drawn["relax, published"] == ([8, 32], [0.6, 0.7])
    assert set(drawn) == {"relax", "child", "relax, published"}
    assert axis.get_ylabel() == "time, relax+1 = 1"
    assert axis.get_yscale() == "linear"


def test_without_a_baseline_times_are_milliseconds():
    plain = runs().drop(columns="seconds_vs_relax+1")
    (axis,) = degrees_figure(plain, published("seconds")).axes
    drawn = lines(axis)
    assert drawn["relax"][1] == pytest.approx([2.5, 2, 3, 4])
    assert drawn["relax, published"][1] == [600, 700]
    assert axis.get_ylabel() == "time in kernels (ms)"


def test_a_wide_range_has_a_logarithmic_axis():
    wide = pd.concat([runs(["relax"]), runs(["child"], factor=50)])
    (axis,) = degrees_figure(wide).axes
    assert axis.get_yscale() == "log"


def test_less_than_four_degrees_are_no_curve():
    assert degrees_figure(runs()[lambda table: table["level"] < 8]) is None
    assert degrees_figure(runs().drop(columns="max_degree_allowed")) is None
