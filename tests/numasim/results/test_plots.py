"""The pictures: what is drawn, that it repeats byte for byte, and what is left out."""

import pandas as pd
import pytest

from mappers.topology import DIRECTION_NAMES
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.results.comparison import MAX_GROUPS
from numasim.results.comparison_plot import comparison_figure
from numasim.results.core_plots import tiles_figure, time_figure
from numasim.results.mesh_plot import BORDER, CONTROLLER
from numasim.results.plots import (
    MAX_MESHES,
    mesh_figure,
    picture_files,
    pictures_of,
    write_plots,
)


def experiment(methods=2, mappers=2):
    runs = [(f"method_{k}", f"mapper_{j}") for k in range(methods) for j in range(mappers)]
    results = pd.DataFrame(
        {
            "run_id": [f"run{k}" for k in range(len(runs))],
            "label": [method for method, _ in runs],
            "panel": [method for method, _ in runs],
            "partitioner": [method for method, _ in runs],
            "mapper": [mapper for _, mapper in runs],
            "error": pd.Series([None] * len(runs), dtype="str"),
            "cycles": range(100, 100 + len(runs)),
            "seconds": [1e-6 * k for k in range(1, len(runs) + 1)],
            **{
                name: [10 * k + j for j in range(len(runs))]
                for k, name in enumerate(
                    ("hop_bytes", "copies_or_cut", "messages", "network_bytes", "flit_hops"), 1
                )
            },
        }
    )
    tile_links = [(0, 0, 0), (1, 0, 1), (0, 0, 2), (0, 1, 3), (1, 0, 2), (1, 1, 3), (0, 1, 0), (1, 1, 1)]
    links = pd.DataFrame(
        [
            {"run_id": id, "x": x, "y": y, "direction": DIRECTION_NAMES[d], "utilisation": 0.1 * d}
            for id in results["run_id"]
            for x, y, d in tile_links
        ]
    )
    return results, links


def tables(results, links=None):
    """Long tables of a 2 x 2 mesh; every core computes for half of the time and has its own L1."""
    cores, caches = [], []
    for row in results.itertuples():
        half = row.cycles // 2
        for core in range(4):
            where = {"run_id": row.run_id, "core": core, "x": core % 2, "y": core // 2, "socket": core % 2}
            cores.append({**where, "compute": half, "memory": core, "network": 0, "synchronisation": 0})
            caches.append(
                {"run_id": row.run_id, "tile": core, "loads": 10 * core, "stores": 0, "hits": 8 * core}
            )
            cores[-1]["idle"] = row.cycles - half - core
            caches[-1]["l2_requests"] = core
    controllers = results[["run_id"]].assign(controller=0, tile=3)
    found = {"cores": pd.DataFrame(cores), "caches": pd.DataFrame(caches), "controllers": controllers}
    return found if links is None else {**found, "links": links}


def test_all_pictures_repeat_byte_for_byte(tmp_path):
    results, links = experiment(2, 1)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        assert write_plots(folder, results, results, tables(results, links), MESH) == []
        assert [path.name for path in picture_files(folder)] == [
            "comparison.png",
            "comparison.svg",
            "mesh_links.png",
            "mesh_links.svg",
            "tiles.png",
            "tiles.svg",
            "core_time.png",
            "core_time.svg",
        ]
    for path in folders[0].iterdir():
        assert path.read_bytes() == (folders[1] / path.name).read_bytes(), path.name
    assert b"<dc:date>" not in (folders[0] / "comparison.svg").read_bytes()


def test_an_ideal_network_has_no_links_to_show(tmp_path):
    results, links = experiment(1, 1)
    write_plots(tmp_path, results, results, tables(results, links), MESH)
    assert "mesh_links.png" in [path.name for path in tmp_path.iterdir()]
    write_plots(tmp_path, results, results, tables(results), MESH)
    drawn = {"comparison", "tiles", "core_time"}
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in drawn for kind in ("png", "svg")
    }


def test_pictures_of_some_rows_say_so():
    results, links = experiment(4, 1)
    shown = results.iloc[:2]
    for rows, title in ((shown, "Cuts (2 of 4 rows)"), (results, "Cuts")):
        drawn = dict(pictures_of(results, rows, tables(results, links), MESH, "Cuts", ()))
        assert drawn["comparison"]().get_suptitle().partition("\n")[0] == title


def test_nothing_is_drawn_where_every_run_failed(tmp_path):
    results, links = experiment()
    failed = results.assign(error="no")
    assert write_plots(tmp_path, failed, failed, {"links": links}, MESH) == []
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_fails_does_not_cost_the_others(tmp_path, monkeypatch):
    def broken(*_):
        raise ValueError("cannot convert float NaN to integer")

    results, links = experiment(1, 1)
    monkeypatch.setattr("numasim.results.plots.tiles_figure", broken)
    said = []
    (failed,) = write_plots(
        *(tmp_path, results, results.assign(label="a"), tables(results, links), MESH, "", ()),
        lambda done, total, what: said.append((done, total, what)),
    )
    assert str(failed) == "tiles could not be drawn: ValueError('cannot convert float NaN to integer')"
    assert {path.stem for path in tmp_path.iterdir()} == {"comparison", "mesh_links", "core_time"}
    assert said == [
        (k, 9, f"drawing {name}")
        for k, name in enumerate(
            (
                *("comparison", "swept", "swept_map", "effects", "front", "relative"),
                *("mesh_links", "tiles", "core_time"),
            )
        )
    ]


def test_runs_without_caches_are_drawn_beside_runs_with_them():
    runs, _ = experiment(2, 1)
    mixed = tables(runs)
    mixed["caches"] = mixed["caches"][mixed["caches"]["run_id"] == "run1"]
    figure = tiles_figure(runs, mixed)
    shown = [text.get_text() for axis in figure.axes for text in axis.texts]
    assert shown.count("not simulated") == 2
    assert shown[:8] == ["50%"] * 8
    assert shown[-4:] == ["0", "1", "2", "3"]
    assert sum(len(axis.get_images()) for axis in figure.axes) == 2 + 1 + 1
    mixed["caches"] = mixed["caches"][:0]
    assert sum(len(axis.get_images()) for axis in tiles_figure(runs, mixed).axes) == 4


def test_a_measure_without_a_value_has_no_panel():
    results, _ = experiment()
    coherent = results.assign(network_bytes=0, flit_hops=0, coherence_bytes=range(4))
    coherent["coherence_flit_hops"] = range(4, 8)
    figure = comparison_figure(coherent, MESH)
    assert [axis.get_title() for axis in figure.axes if axis.get_visible()] == [
        "simulated time",
        "hop-bytes (bytes × hops)",
        "vertex copies, or cut edges",
        "messages between clusters",
        "bytes between caches",
        "flit-hops between caches",
    ]
    same = comparison_figure(coherent.assign(copies_or_cut=7, hop_bytes=7, seconds=7.0), MESH)
    assert [axis.get_title() for axis in same.axes if axis.get_visible()] == [
        "simulated time",
        "messages between clusters",
        "bytes between caches",
        "flit-hops between caches",
    ]
    assert same.get_suptitle() == (
        "Less is better; the same in all runs: hop-bytes (bytes × hops), vertex copies, or cut edges"
    )


def test_replicates_are_drawn_as_their_mean_and_once():
    results, links = experiment(2, 1)
    twice = pd.concat([results.assign(replicate=0), results.assign(replicate=1)], ignore_index=True)
    twice.loc[2:, "seconds"] *= 3
    figure = comparison_figure(twice, MESH)
    assert [patch.get_width() for patch in figure.axes[0].patches] == pytest.approx([2e-6, 4e-6])
    assert figure.get_suptitle() == "Less is better; means of replicates"
    mesh = mesh_figure(twice, tables(results, links), MESH)
    assert len([axis for axis in mesh.axes if axis.get_title()]) == 2
    assert mesh.get_suptitle().replace("\n", " ") == (
        "Links of the mesh, traffic keeps right; the first of the replicates; all: mapper_0"
    )


def test_the_bars_are_the_numbers():
    results, _ = experiment(methods=3)
    figure = comparison_figure(results, MESH)
    bars = figure.axes[0].containers
    assert [[patch.get_width() for patch in group] for group in bars] == [
        results.loc[results["mapper"] == mapper, "seconds"].tolist() for mapper in ("mapper_0", "mapper_1")
    ]
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [
        "method_0",
        "method_1",
        "method_2",
    ]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["mapper_0", "mapper_1"]


def test_of_many_methods_the_fastest_are_drawn():
    results, links = experiment(methods=MAX_GROUPS + 3)
    figure = comparison_figure(results, MESH)
    assert len(figure.axes[0].get_yticklabels()) == MAX_GROUPS
    assert figure.get_suptitle() == (
        f"Less is better; {MAX_GROUPS} of {MAX_GROUPS + 3}, the fastest of each swept value first"
    )
    mesh = mesh_figure(results, tables(results, links), MESH)
    titles = [axis.get_title() for axis in mesh.axes if axis.get_title()]
    assert titles == [f"method_{k}\nmax 30%" for k in range(MAX_MESHES)]


def test_the_tiles_are_the_numbers():
    runs, _ = experiment(1, 1)
    images = [image for axis in tiles_figure(runs, tables(runs)).axes for image in axis.get_images()]
    computing, misses, requests = (image.get_array().filled(-1).ravel().tolist() for image in images)
    assert computing == [0.5] * 4
    assert misses == [-1, *[pytest.approx(0.2)] * 3]  # nothing was accessed at tile 0
    assert requests == [0, 1, 2, 3]
    without = tables(runs)
    del without["caches"]
    waiting = [image for axis in tiles_figure(runs, without).axes for image in axis.get_images()][1]
    assert waiting.get_array().ravel().tolist() == [0, 0.01, 0.02, 0.03]


def test_the_times_of_a_core_are_stacked_to_the_end_of_the_run():
    runs, _ = experiment(1, 1)
    stack = time_figure(runs, tables(runs)["cores"]).axes[0].patches
    tops = [patch.get_data().values.tolist() for patch in stack]
    assert tops == [[50] * 4, [50, 51, 52, 53], [50, 51, 52, 53], [50, 51, 52, 53], [100] * 4]


@pytest.mark.parametrize("side", [1, 3, 16])
def test_meshes_of_any_size_are_drawn(side):
    results, _ = experiment(1, 1)
    links = pd.DataFrame(
        [
            {"run_id": "run0", "x": x, "y": y, "direction": "east", "utilisation": 0.0}
            for x in range(side)
            for y in range(side)
        ]
    )
    assert len(mesh_figure(results, tables(results, links), MESH).axes) == 2


def test_every_compared_machine_is_drawn():
    """The network without contention is the fastest, and the other networks have a panel, too."""
    results, links = experiment(methods=MAX_MESHES + 3, mappers=1)
    results["network"] = ["ideal"] * (MAX_MESHES + 1) + ["packet", "flit"]
    mesh = mesh_figure(results, tables(results, links), MESH)
    titles = [axis.get_title().partition("\n")[0] for axis in mesh.axes if axis.get_title()]
    assert titles == [f"method_{k}" for k in (*range(MAX_MESHES - 2), MAX_MESHES + 1, MAX_MESHES + 2)]
    assert "12 of 15 runs: the fastest of each swept value of the machine" in mesh.get_suptitle()


def test_one_colour_has_no_legend_and_long_titles_of_bars_wrap():
    results, _ = experiment(2, 1)
    figure = comparison_figure(results.assign(dram_bytes=[7, 8], coherence_bytes=[5, 6]), THREADS)
    assert not figure.legends
    titles = [axis.get_title() for axis in figure.axes if axis.get_visible()]
    assert titles[-1] == "bytes read from and written to\nmemory"


def test_panels_are_named_by_what_differs_and_the_figure_by_what_they_share():
    results, links = experiment(methods=2, mappers=1)
    figure = mesh_figure(results.assign(network="flit"), tables(results, links), MESH, varying=["network"])
    assert [axis.get_title() for axis in figure.axes[:2]] == ["method_0\nmax 30%", "method_1\nmax 30%"]
    assert figure.get_suptitle() == "Links of the mesh, traffic keeps right; all: network flit, mapper_0"
    alone = mesh_figure(results[:1].assign(network="flit"), tables(results, links), MESH, varying=["network"])
    assert alone.axes[0].get_title() == "method_0, mapper_0\nmax 30%"


def test_controllers_and_borders_of_sockets_are_drawn():
    results, links = experiment(1, 1)
    axis = mesh_figure(results, tables(results, links), MESH).axes[0]
    drawn = {each.get_label(): each for each in axis.collections}
    assert drawn[CONTROLLER].get_offsets().tolist() == [[1, 1]]  # the controller is at tile 3
    assert [line.tolist() for line in drawn[BORDER].get_segments()] == [
        [[0.5, -0.5], [0.5, 0.5]],
        [[0.5, 0.5], [0.5, 1.5]],
    ]
    alone = tables(results, links)
    alone["cores"]["socket"] = 0
    assert BORDER not in {each.get_label() for each in mesh_figure(results, alone, MESH).axes[0].collections}
