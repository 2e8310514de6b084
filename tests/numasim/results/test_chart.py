"""Charts of results: what is drawn is what the table says, and nothing covers anything else."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from text_boxes import check_texts

import numasim
from numasim.results.marks import pareto_front
from partitioners.errors import InputError

SIZES = ("64 KiB", "128 KiB")


def table():
    """Two fields and three replicates, a failed run and the second run of an edge cut."""
    rows = [
        {"threads": threads, "machine.l2.size": size, "seed": seed, "replicate": seed}
        for threads in (1, 2, 4)
        for size in SIZES
        for seed in (0, 1, 2)
    ]
    found = pd.DataFrame(rows)
    found["seconds"] = 1e-6 * (8 / found["threads"] + found["seed"] + (found["machine.l2.size"] == SIZES[1]))
    found["energy_joules"] = 1e-6 * found["threads"] * (1 + found["seed"])
    found["speedup"] = 8e-6 / found["seconds"]
    found["partitioner"] = "libra"
    found["completed"] = 1
    found["extra_run"] = False
    wrong = found.iloc[[0, 1]].assign(seconds=99.0, error=["failed", None], extra_run=[False, True])
    return pd.concat([found.assign(error=None), wrong], ignore_index=True)


def lines(figure):
    (axis,) = figure.axes
    return {each.get_label(): each[0].get_xydata() for each in axis.containers}


def test_lines_are_means_with_intervals_in_a_unit_of_their_size():
    figure = numasim.plot(table(), x="threads", y="seconds", by="l2.size")
    found = lines(figure)
    assert list(found) == list(SIZES)
    assert np.allclose(found["64 KiB"], [[1, 9], [2, 5], [4, 3]])
    assert np.allclose(found["128 KiB"], [[1, 10], [2, 6], [4, 4]])
    (axis,) = figure.axes
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("threads", "seconds (µs)")
    (bar,) = axis.containers[0][2]
    low, high = bar.get_segments()[0][:, 1]
    assert (low, high) == pytest.approx(stats.t.interval(0.95, 2, loc=9, scale=1 / np.sqrt(3)))


def test_quantities_are_numbers_in_binary_units():
    figure = numasim.plot(table(), x="l2.size", y="seconds", where={"threads": "2"}, kind="line")
    (found,) = lines(figure).values()
    assert np.allclose(found, [[64, 5], [128, 6]])
    assert figure.axes[0].get_xlabel() == "machine.l2.size (KiB)"


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        (("threads", "1"), {"64 KiB": [1, 5 / 9, 3 / 9], "128 KiB": [1, 6 / 10, 4 / 10]}),
        (("l2.size", "64 KiB"), {"64 KiB": [1, 1, 1], "128 KiB": [10 / 9, 6 / 5, 4 / 3]}),
    ],
)
def test_figures_relative_to_a_value_of_either_axis(base, expected):
    figure = numasim.plot(table(), x="threads", y="seconds", by="l2.size", relative_to=base)
    for name, values in lines(figure).items():
        assert np.allclose(values[:, 1], expected[name])


def test_bars_and_cells_have_the_same_means():
    figure = numasim.plot(table(), x="l2.size", y="seconds", by="threads", kind="bar")
    heights = [[bar.get_height() for bar in each] for each in figure.axes[0].containers if len(each) == 2]
    assert np.allclose([row for row in heights if len(row) == 2][-1], [3, 4])
    heat = numasim.plot(table(), x="threads", y="seconds", by="l2.size", kind="heat")
    assert np.allclose(heat.axes[0].images[0].get_array(), [[9, 5, 3], [10, 6, 4]])
    assert heat.axes[0].get_ylabel() == "machine.l2.size"


def test_the_front_is_of_points_that_none_beats():
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 12, (2, 60)).astype(float)
    front = pareto_front(x, y)
    beaten = [((x <= a) & (y <= b) & ((x < a) | (y < b))).any() for a, b in zip(x, y, strict=True)]
    assert {(x[k], y[k]) for k in front} == {
        (a, b) for a, b, worse in zip(x, y, beaten, strict=True) if not worse
    }
    assert (np.diff(x[front]) > 0).all()
    points = numasim.plot(table(), x="seconds", y="energy_joules", by="threads", kind="scatter")
    assert [line.get_label() for line in points.axes[0].lines] == ["front"]
    more = numasim.plot(table(), x="seconds", y="speedup", kind="scatter")
    assert not more.axes[0].lines


WRONG = [
    ({"x": "treads", "y": "seconds"}, "the results have no column 'treads'; did you mean 'threads'?"),
    (
        {"x": "threads", "y": "seconds"},
        "rows with the same threads differ in 'machine.l2.size' (64 KiB, 128 KiB); name it by `by`, or "
        "choose a value by `where`",
    ),
    (
        {"x": "threads", "y": "seconds", "where": {"l2.size": "1 KiB"}},
        "no row has machine.l2.size '1 KiB'; it has 64 KiB, 128 KiB",
    ),
    (
        {"x": "threads", "y": "seconds", "by": "l2.size", "relative_to": ("threads", "3")},
        "no row has threads '3'; it has 1, 2, 4",
    ),
    (
        {"x": "threads", "y": "seconds", "by": "l2.size", "relative_to": ("seed", "0")},
        "relative_to names 'seed'; it must be the column of x or of by",
    ),
    (
        {"x": "partitioner", "y": "seconds", "kind": "line", "where": {"threads": "1", "l2.size": "64 KiB"}},
        "'partitioner' has values that are not numbers, so it has no lines; use the kind bar",
    ),
    (
        {"x": "threads", "y": "partitioner", "by": "l2.size"},
        "'partitioner' is not a number in every row; choose a column of figures for y",
    ),
    (
        {"x": "threads", "y": "seconds", "kind": "heat", "where": {"l2.size": "64 KiB"}},
        "a heat map needs a column for its rows; name it by `by`",
    ),
    (
        {"x": "threads", "y": "seconds", "kind": "pie"},
        "unknown kind 'pie'; choose one of line, bar, heat, scatter, box",
    ),
]


@pytest.mark.parametrize(("options", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_what_cannot_be_drawn_is_said(options, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        numasim.plot(table(), **options)


@pytest.mark.parametrize("style", ["screen", "paper"])
@pytest.mark.parametrize("kind", ["line", "bar", "heat", "scatter", "box"])
def test_no_text_covers_another_or_leaves_the_figure(kind, style):
    """With long names, and many values."""
    results = table()
    results["machine.l2.size"] = "a machine with a long name " + results["machine.l2.size"]
    axes = {"x": "seconds" if kind == "scatter" else "threads", "y": "energy_joules"}
    figure = numasim.plot(results, **axes, by="l2.size", kind=kind, style=style)
    assert len(check_texts(figure)) > 5


@pytest.mark.parametrize("end", ["svg", "pdf", "png"])
def test_the_command_writes_the_same_bytes_each_time(place, call, end):
    pd.DataFrame(table()).to_parquet(place / "results.parquet")
    written = []
    for name in (f"one.{end}", f"two.{end}"):
        command = ["plot", ".", "--x", "threads", "--y", "speedup", "--by", "l2.size"]
        assert call(*command, "--where", "seed=0", "--relative-to", "threads=1", "-o", name) == (0, "", "")
        written.append((place / name).read_bytes())
    assert written[0] == written[1]
    assert len(written[0]) > 5000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "a.jpg"], "error: --output a.jpg: expected a name that ends in .svg, .pdf, .png\n"),
        (
            ["-o", "a.svg", "--where", "seed"],
            "error: --where seed: expected a column and its value, such as network=packet\n",
        ),
        (["-o", "none/a.svg"], "error: none/a.svg: "),
    ],
)
def test_wrong_options_of_the_command(place, call, options, message):
    pd.DataFrame(table()).to_parquet(place / "results.parquet")
    code, out, err = call("plot", ".", "--x", "threads", "--y", "speedup", "--by", "l2.size", *options)
    assert (code, out) == (2, "")
    assert err.startswith(message)
