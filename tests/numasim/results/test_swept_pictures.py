"""The pictures of a sweep: those of its fields, the figures of the rows, and texts that can be read."""

import itertools

import numpy as np
import pandas as pd
import pytest
from text_boxes import check_texts

from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.results.drawing_style import style
from numasim.results.plots import pictures_of
from numasim.results.ratios_plot import ratios_figure
from numasim.results.row_names import row_labels
from numasim.results.swept_plots import (
    effects_figure,
    front_figure,
    heat_figure,
    lines_figure,
    varying_fields,
)
from tests.numasim.results.test_plots import tables

FIELDS = {
    "machine.network.flit_size": ["4 B", "8 B", "16 B", "32 B"],
    "machine.l2.size": ["64 KiB", "256 KiB", "1 MiB"],
    "machine.memory.controllers": ["corners of the mesh", "the centre of the mesh"],
    "network": ["ideal", "packet"],
    "mapper": ["a mapper with a long name", "another mapper with a long name"],
    "partitioner": ["a partitioner with a long name", "another partitioner"],
}


def sweep(fields):
    """A row for each combination of the first fields, up to 3; of six fields, 30 samples."""
    names = list(FIELDS)[:fields]
    points = list(itertools.product(*(FIELDS[name] for name in names)))
    if fields > 3:
        places = np.random.default_rng(0).choice(len(points), 30, replace=False)
        points = [points[place] for place in places]
    rows = pd.DataFrame(points, columns=names)
    for name, values in FIELDS.items():
        rows[name] = rows.get(name, values[0])
    flit = rows["machine.network.flit_size"].str.split().str[0].astype(float)
    size = rows["machine.l2.size"].map(dict(zip(FIELDS["machine.l2.size"], (64, 256, 1024), strict=True)))
    rows["seconds"] = 1e-6 * (40 + 100 / flit + 300 / size + 9 * (rows["network"] == "packet"))
    rows["energy_joules"] = 1e-6 * (5 + flit / 20 + size / 1024)
    rows["cycles"] = (rows["seconds"] * 2e9).astype(int)
    rows["run_id"] = [f"run{k}" for k in range(len(rows))]
    rows["error"] = pd.Series([None] * len(rows), dtype="str")
    rows = rows.assign(hop_bytes=1e6, copies_or_cut=10, messages=10, network_bytes=2e6 * flit, flit_hops=10)
    return rows, names


def long_tables(rows):
    links = pd.DataFrame(
        [
            {"run_id": run, "x": x, "y": y, "direction": direction, "utilisation": 0.1 + 0.2 * x}
            for run in rows["run_id"]
            for x, y, direction in ((0, 0, "east"), (1, 0, "west"), (0, 1, "east"), (1, 1, "north"))
        ]
    )
    return tables(rows, links)


DRAWN = {
    1: {"swept"},
    2: {"swept", "swept_map"},
    3: {"swept", "effects", "front"},
    6: {"effects", "front", "relative"},
}


@pytest.mark.parametrize("fields", [1, *(pytest.param(each, marks=pytest.mark.slow) for each in (2, 3)), 6])
def test_no_text_of_a_picture_covers_another_or_leaves_it(fields):
    rows, names = sweep(fields)
    if fields == 6:
        base = FIELDS["partitioner"][0]
        rows[f"network_bytes_vs_{base}"] = np.where(rows["partitioner"] == base, 1, 1.5)
    varying = [name for name in names if name not in MESH.naming]
    rows["label"] = row_labels(rows.to_dict("records"), varying, MESH)
    title = "What do the links, the caches and the places of the controllers change on this machine?"
    drawn = set()
    for name, draw in pictures_of(rows, rows, long_tables(rows), MESH, title, varying):
        with style():
            figure = draw()
            if figure is not None:
                drawn.add(name)
                assert len(check_texts(figure)) > 5
    assert drawn == DRAWN[fields] | {"comparison", "mesh_links", "tiles", "core_time"}


def test_lines_and_the_map_are_the_numbers():
    rows, names = sweep(2)
    figure, note = lines_figure(rows, names, MESH)
    assert note == ""
    (axis,) = figure.axes
    at = {line.get_label(): line[0].get_xydata() for line in axis.containers}
    assert list(at) == FIELDS["machine.l2.size"]
    for size, points in at.items():
        expected = rows[rows["machine.l2.size"] == size]["seconds"] * 1e6
        assert points[:, 0].tolist() == [4, 8, 16, 32]
        assert points[:, 1] == pytest.approx(expected.to_numpy())
    grid = heat_figure(rows.sample(frac=1, random_state=0), names, MESH).axes[0].images[0].get_array()
    np.testing.assert_allclose(grid, rows["seconds"].to_numpy().reshape(4, 3).T * 1e6)
    assert heat_figure(rows[1:], names, MESH) is None  # a combination is missing
    assert lines_figure(rows.assign(seconds=1.0), names, MESH) == (None, "")


def test_effects_are_means_over_the_other_fields_and_constant_ones_are_named():
    rows, names = sweep(3)
    figure, note = effects_figure(rows, names, MESH)
    assert note == "; below 1%: controllers"
    means = rows.groupby("machine.network.flit_size", sort=False)["seconds"].mean() * 1e6
    assert figure.axes[0].containers[0][0].get_ydata() == pytest.approx(means.to_numpy())
    assert [axis.get_xlabel() for axis in figure.axes if axis.get_visible()] == [
        "machine.network.flit_size (B)",
        "machine.l2.size (MiB)",
    ]
    assert effects_figure(*sweep(2), MESH) == (None, "")  # lines show all of it
    together = rows.assign(**{"machine.l2.size": rows["machine.network.flit_size"]})
    assert varying_fields(together, names, MESH) == [names[0], names[2]]


def test_samples_have_effects_of_parts():
    rng = np.random.default_rng(1)
    rows = pd.DataFrame({"machine.clock": rng.permutation(60), "threads": rng.permutation(60)})
    rows["seconds"] = 1.0 + rows["machine.clock"]
    figure, note = effects_figure(rows, list(rows)[:2], MESH)
    assert (note, len(figure.axes)) == ("", 2)
    means = figure.axes[0].containers[0][0].get_xydata()
    np.testing.assert_allclose(means, np.column_stack([np.arange(4.5, 60, 10), np.arange(5.5, 61, 10)]))


def test_the_front_compares_runs_of_one_problem():
    rows, names = sweep(3)
    figure, note = front_figure(rows, names, MESH)
    assert note == ""
    (axis,) = figure.axes
    assert axis.get_xlabel() == "energy_joules (µJ)"
    low, high = axis.get_ylim()
    assert low < rows["seconds"].min() * 1e6 < rows["seconds"].max() * 1e6 < high
    rows["graph"] = np.arange(len(rows)) // 3 % 2
    assert front_figure(rows, [*names, "graph"], MESH) == (None, "")
    close = rows.assign(energy_joules=1e-6 * (5 + 0.1 * rows["energy_joules"] / rows["energy_joules"].max()))
    low, high = front_figure(close, names, MESH)[0].axes[0].get_xlim()
    assert (high - low) / high > 0.09  # a difference of 1% is not the whole axis


def test_of_too_many_points_the_front_is_drawn_whole(monkeypatch):
    rows, names = sweep(3)
    whole, _ = front_figure(rows, names, MESH)
    monkeypatch.setattr("numasim.results.swept_plots.MOST_POINTS", len(rows) // 5)
    some, note = front_figure(rows, names, MESH)
    drawn = sum(len(dots.get_offsets()) for dots in some.axes[0].collections)
    assert drawn < len(rows) / 2
    step = -(-len(rows) // (len(rows) // 5))
    assert note == f"; {drawn} of {len(rows)} runs: the front, and one in {step} of the others"
    line, same = (figure.axes[0].lines[-1].get_xydata() for figure in (whole, some))
    np.testing.assert_array_equal(line, same)


def test_bars_relative_to_the_baseline_are_the_numbers():
    rows, _ = sweep(1)
    rows = rows.iloc[[0, 0, 0, 0]].assign(
        partitioner=["one", "two"] * 2,
        mapper=["a", "a", "b", "b"],
        seconds=[2.0, 3.0, 4.0, 8.0],
        messages=[1, 2, 1, 4],
        messages_vs_one=[1.0, 2.0, 1.0, 4.0],
    )
    figure, note = ratios_figure(rows, [], MESH)
    assert note == ""
    heights = [[bar.get_height() for bar in bars] for bars in figure.axes[0].containers]
    assert heights == [[1, 1], [1.5, 2]]
    assert [axis.get_title() for axis in figure.axes] == ["simulated time", "messages between clusters"]
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["a", "b"]
    assert [text.get_text() for text in figure.axes[1].get_legend().get_texts()] == ["one", "two"]
    rows.loc[:, "messages_vs_one"] = [1.0, np.nan, 1.0, 4.0]
    assert ratios_figure(rows.assign(seconds=[2.0, 3.0, 4.0, 8.0]), [], MESH)[1].endswith(
        "without 1 of 4 runs"
    )
    assert ratios_figure(rows.drop(columns="messages_vs_one"), [], MESH) == (None, "")
