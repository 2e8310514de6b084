"""The picture of two forms of a program over the threads of a block."""

import pandas as pd
import pytest

from numasim.kinds.gpu.block_size_plot import block_sizes_figure


def runs(sizes=(64, 128, 256), forms=("original", "spac")):
    rows = [
        {
            **{"workload": "cfd", "input": "cfd elements=9", "machine": machine, "variant": form},
            **{"block_size": size, "seconds": size * (1e-6 if form == "spac" else 2e-6)},
            "l2_reads": 300 if form == "spac" else 400,
        }
        for machine in ("gtx-680", "titan-x-pascal")
        for form in forms
        for size in sizes
    ]
    return pd.DataFrame(rows)


def test_each_device_has_a_panel_of_times_and_one_of_reads():
    figure = block_sizes_figure(runs())
    assert [axis.get_title() for axis in figure.axes] == [
        *["cfd elements=9, gtx-680"] * 2,
        *["cfd elements=9, titan-x-pascal"] * 2,
    ]
    times, reads = figure.axes[:2]
    drawn = {line.get_label(): list(line.get_ydata()) for line in times.get_lines()}
    assert drawn == {"original": [128, 256, 512], "spac": [64, 128, 256]}
    assert [bar.get_height() for bar in reads.patches] == pytest.approx([0.75] * 3)
    assert [label.get_text() for label in times.get_xticklabels()] == ["64", "128", "256"]


def test_of_two_runs_the_faster_one_is_drawn():
    slow = runs().assign(seconds=1.0)
    times = block_sizes_figure(pd.concat([slow, runs()])).axes[0]
    assert max(times.get_lines()[0].get_ydata()) == 512


@pytest.mark.parametrize(
    "table",
    [runs(sizes=(64, 128)), runs(forms=["spac"]), runs().assign(input=None), runs().drop(columns="input")],
)
def test_without_three_sizes_of_both_forms_there_is_no_picture(table):
    assert block_sizes_figure(table) is None
