"""The response of figures to swept fields: synthetic sweeps, judged by pandas and SciPy, and a real one."""

import re

import numpy as np
import pandas as pd
import pytest
import yaml
from SALib.analyze import sobol as salib
from scipy import stats

from numasim.cli import execute
from numasim.results.experiment_results import Results, read_results
from numasim.results.main_figures import main_figures, with_objectives
from numasim.results.report.page import render
from numasim.results.response import SPREAD, STUDENT, responses
from numasim.results.response_plot import maps_figure, response_figure
from numasim.results.response_tables import curves_table, effects_table, lines, response_frames
from numasim.results.row_kinds import STUDY
from numasim.schema.sweep import combinations
from numasim.schema.sweep_problems import sweep_problems
from partitioners.errors import InputError

GRID = {"a.size": ["1 KiB", "2 KiB", "4 KiB"], "b.size": [1, 2], "c.name": ["x", "y"]}
SAMPLES = {
    "latin_hypercube": {
        "samples": 64,
        "a.size": {"from": "1 KiB", "to": "64 KiB"},
        "c.name": ["x", "y"],
    },
    "b.size": [1, 10],
}
WEIGHT = {"x": 1.0, "y": 4.0}


def study(sweep, figure=None):
    """A study with a row for each combination of a sweep."""
    assert not sweep_problems(sweep, ["a.size", "b.size", "c.name"], sections={})
    table = pd.DataFrame(list(combinations(sweep))).rename(columns={"replicates": "replicate"})
    size = table["a.size"].str.split().str[0].astype(float)
    if figure is None:
        table["y"] = size * table["c.name"].map(WEIGHT) + table.get("b.size", 0.0)
    else:
        table["y"] = figure(table)
    table = table.assign(point=range(len(table)), size=size, error=None)
    return Results(STUDY, {"sweep": sweep}, table, {}, {})


def only(results, name="y"):
    (found,) = responses(results, [name])
    return found


def test_a_grid_has_the_means_of_its_points_and_their_spread():
    results = study(GRID)
    found, table = only(results), results.table
    assert found.interval == SPREAD
    assert [(each.name, each.label) for each in found.curves] == [
        ("a.size", "a.size (KiB)"),
        ("b.size", "b.size"),
        ("name", "name"),
    ]
    for curve, column in zip(found.curves, GRID, strict=True):
        judge = table.groupby(column, sort=False)["y"]
        assert [level.name for level in curve.levels] == [str(value) for value in GRID[column]]
        assert [level.mean for level in curve.levels] == pytest.approx(judge.mean().tolist())
        assert [level.low for level in curve.levels] == pytest.approx(judge.quantile(0.1).tolist())
        assert [level.high for level in curve.levels] == pytest.approx(judge.quantile(0.9).tolist())
        assert [level.points for level in curve.levels] == judge.size().tolist()
    assert [level.number for level in found.curves[0].levels] == [1, 2, 4]
    (drawn,) = found.maps
    expected = table.pivot_table(index="b.size", columns="size", values="y")
    assert drawn.labels == ("a.size (KiB)", "b.size")
    np.testing.assert_allclose(drawn.values, expected.to_numpy())


def test_a_grid_has_exact_shares_that_add_up():
    found = only(study(GRID))
    shares = {each.name: each for each in found.effects}
    assert list(shares) == ["name", "a.size", "b.size"]  # the largest first
    both = {each.names: each.share for each in found.interactions}
    assert max(both, key=both.get) == ("a.size", "name")
    assert both["b.size", "name"] == pytest.approx(0)  # the sum has no such part
    assert sum(each.first for each in found.effects) + sum(both.values()) == pytest.approx(1)
    assert shares["name"].total == pytest.approx(shares["name"].first + both["a.size", "name"])
    assert np.isnan([each.total_half for each in found.effects]).all()


def test_replicates_give_intervals_of_the_means():
    noise = np.random.default_rng(3).normal(size=36)
    results = study({**GRID, "replicates": 3}, lambda table: table["b.size"] + noise)
    found, table = only(results), results.table
    assert found.interval == STUDENT
    curve = found.curves[1]
    for level, value in zip(curve.levels, GRID["b.size"], strict=True):
        means = table[table["b.size"] == value].groupby("replicate")["y"].mean()
        low, high = stats.t.interval(0.95, 2, means.mean(), stats.sem(means))
        assert (level.mean, level.low, level.high) == pytest.approx((means.mean(), low, high))
    within = table.groupby(["a.size", "b.size", "c.name"])["y"].var(ddof=0).mean() / table["y"].var(ddof=0)
    assert found.notes == [
        f"Replicates are averaged; {within:.1%} of the variance of all runs is between replicates."
    ]


def test_samples_have_groups_of_equal_size_and_intervals_of_their_means():
    results = study(SAMPLES)
    found, table = only(results), results.table
    assert found.interval == STUDENT
    samples = table.groupby(table["point"] // 2).agg({"y": "mean", "size": "first", "c.name": "first"})
    levels = found.curves[0].levels
    assert [level.points for level in levels] == [16] * 8  # 64 samples of two points each
    for level, (_, part) in zip(levels, samples.groupby(pd.qcut(samples["size"], 8)), strict=True):
        low, high = stats.t.interval(0.95, len(part) - 1, part["y"].mean(), stats.sem(part["y"]))
        assert (level.number, level.mean) == pytest.approx((part["size"].mean(), part["y"].mean()))
        assert (level.low, level.high) == pytest.approx((low, high))
        assert level.name == f"{part['size'].min():.4g} to {part['size'].max():.4g}"
    assert [level.name for level in found.curves[1].levels] == ["x", "y"]
    assert [level.mean for level in found.curves[2].levels] == pytest.approx(
        table.groupby("b.size")["y"].mean().tolist()
    )
    assert [(each.name, np.isnan(each.total)) for each in found.effects] == [
        ("name", True),
        ("a.size", True),
        ("b.size", False),  # all of its values are at each sample
    ]


def test_the_design_for_indices_is_that_of_its_rows():
    sweep = {
        "saltelli": {"samples": 32, **{key: SAMPLES["latin_hypercube"][key] for key in ("a.size", "c.name")}}
    }
    results = study(sweep)
    found, y = only(results), results.table["y"].to_numpy()
    problem = {"num_vars": 2, "names": ["a", "c"], "bounds": [[0, 1]] * 2}
    judge = salib.analyze(problem, y, calc_second_order=False, seed=1)
    of_name = {each.name: each for each in found.effects}
    for k, name in enumerate(("size", "name")):
        assert of_name[name].first == pytest.approx(judge["S1"][k])
        assert of_name[name].total == pytest.approx(judge["ST"][k])
    ends = results.table[results.table["point"] % 4 % 3 == 0]  # the two independent points of each sample
    assert [level.mean for level in found.curves[1].levels] == pytest.approx(
        ends.groupby("c.name")["y"].mean().tolist()
    )
    results.table.loc[[5, 70], "y"] = np.nan
    fewer, rest = only(results), np.delete(y.reshape(32, 4), [1, 17], axis=0)
    judge = salib.analyze(problem, rest.ravel(), calc_second_order=False, seed=1)
    assert sorted(each.first for each in fewer.effects) == pytest.approx(sorted(judge["S1"]))
    assert fewer.notes == ["2 of 128 points have no value: they failed, or lack the figure."]


def test_a_grid_with_missing_points_has_estimates_without_totals():
    results = study(GRID)
    results.table.loc[3, "y"] = np.nan
    found = only(results)
    assert found.notes == [
        "1 of 12 points have no value: they failed, or lack the figure.",
        "The grid is not full, so first-order indices are estimates, and there are no totals.",
    ]
    assert all(np.isnan(each.total) and each.first_half > 0 for each in found.effects)
    assert not found.interactions
    judge = results.table.groupby("c.name")["y"].mean().tolist()
    assert [level.mean for level in found.curves[2].levels] == pytest.approx(judge)
    results.table.loc[:3, "y"] = np.nan
    few = only(results)
    assert not few.effects
    assert few.notes[1] == "The grid is not full, and has fewer than 10 points, so it has no indices."


def test_fields_that_step_together_are_one():
    found = only(study({"zip": {"a.size": ["1 KiB", "2 KiB"], "b.size": [4, 8]}, "c.name": ["x", "y"]}))
    assert [each.name for each in found.curves] == ["a.size, b.size", "name"]
    assert [level.name for level in found.curves[0].levels] == [
        "a.size 1 KiB, b.size 4",
        "a.size 2 KiB, b.size 8",
    ]
    assert not found.maps


def test_the_same_figure_everywhere_has_no_effects():
    found = only(study(GRID, lambda table: 7.0))
    assert (found.effects, found.maps) == ([], [])
    assert found.notes == ["The figure is the same in all runs."]


def test_a_search_has_no_response():
    results = study(GRID)
    results.resolved["search"] = {"method": "tpe"}
    message = (
        "a search chooses its points by their results, so shares of its fields would mislead; `sweep` the "
        "fields for their response"
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        responses(results, ["y"])


@pytest.mark.parametrize(
    ("sweep", "name", "message"),
    [
        ({}, "y", "the results are of no sweep, so there is no response to a field; add a `sweep`"),
        (
            {"a.size": ["1 KiB"], "c.name": ["x"]},
            "y",
            "no field of the sweep varies, so there is no response to a field",
        ),
        (GRID, "siz", "the results have no column 'siz'; did you mean 'size'?"),
        (GRID, "name", "'c.name' has no numbers, so there is no mean of it; choose a column of figures"),
        (
            {"random": {**SAMPLES["latin_hypercube"], "samples": 9}},
            "y",
            "9 samples with 'y' are too few for a response, which needs 10; sweep more samples",
        ),
        (
            {"saltelli": {**SAMPLES["latin_hypercube"], "samples": 4}},
            "y",
            "4 whole samples of 4 points with 'y' are too few for a response, which needs 8; sweep more "
            "samples",
        ),
    ],
)
def test_what_has_no_response(sweep, name, message):
    results = study(sweep or GRID)
    results.resolved["sweep"] = sweep
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        responses(results, [name])


def test_tables_for_people_and_for_files():
    found = only(study(GRID))
    assert list(effects_table(found).figures) == ["first", "total"]
    assert curves_table(found).names == {
        "field": ["a.size (KiB)", "", "", "b.size", "", "name", ""],
        "value": ["1 KiB", "2 KiB", "4 KiB", "1", "2", "x", "y"],
    }
    share = next(each.share for each in found.interactions)
    assert lines(found) == [
        f"shares of two fields together, and of neither alone: a.size and name {share:.3f}",
        "first: share of the variance due to the field alone (eta squared); total: with its interactions "
        "(Sobol's indices)",
        "from, to: middle 80% of the points",
    ]
    frames = response_frames([found])
    assert {name: len(frame) for name, frame in frames.items()} == {
        "response": 7,
        "indices": 3,
        "interactions": 3,
    }
    alone = only(study({"a.size": ["1 KiB", "2 KiB"]}, lambda table: table.index))
    assert list(curves_table(alone).figures) == ["mean", "points"]  # no interval of a single point
    assert len(lines(alone)) == 1
    sampled = only(study(SAMPLES))
    assert list(effects_table(sampled).figures) == ["first", "±", "total", "± "]
    plain = only(study({"random": SAMPLES["latin_hypercube"]}))
    assert list(effects_table(plain).figures) == ["first", "±"]
    assert "no totals: they need a full grid, or samples of the kind `saltelli`" in lines(plain)


def test_pictures_show_what_the_response_says():
    found = only(study(GRID))
    figure = response_figure(found, "title")
    shares, *curves = [axis for axis in figure.axes if axis.get_visible()]
    assert [label.get_text() for label in shares.get_yticklabels()] == ["name", "a.size", "b.size"]
    assert [axis.get_xlabel() for axis in curves] == ["name", "a.size (KiB)", "b.size"]
    np.testing.assert_allclose(
        curves[1].lines[0].get_ydata(), [level.mean for level in found.curves[0].levels]
    )
    drawn = maps_figure(found).axes[0]
    np.testing.assert_allclose(np.asarray(drawn.images[0].get_array()), found.maps[0].values)
    assert not only(study({"c.name": ["x", "y"], "a.size": ["1 KiB", "2 KiB"]})).maps


def test_the_objectives_are_the_main_figures():
    results = study(GRID)
    table, names = with_objectives(results.table, {"objective": ["y", "-size", "y * size", "no_such"]})
    assert names == ["y", "size", "y * size"]
    np.testing.assert_allclose(table["y * size"], table["y"] * table["size"])
    with pytest.raises(
        InputError, match="no objective and no time; name a column of figures by -y, such as y"
    ):
        main_figures(results.table, {}, STUDY)


def test_a_page_of_many_runs_stays_small():
    results = study({"sobol": {**SAMPLES["latin_hypercube"], "samples": 2048}, "b.size": [1, 10]})
    results.resolved["objective"] = ["y", "-size"]
    results.table["front"] = results.table["point"] % 100 == 0
    page = render(results)
    assert len(page) < 700_000
    assert "1,000 of 4,096 rows, the fastest of each swept value among them; results.parquet has all." in page
    assert "41 of 4,096 runs are on the front. Of the others, one in 5 is shown." in page
    assert 'id="response"' in page


REAL = {
    "title": "Real",
    "workload": {"generator": "mc2depi", "n": 3},
    "partition": {"method": "wb_libra", "parts": 2},
    "machine": "mesh-2x1",
    "execution": {"network": "ideal"},
    "sweep": {
        "saltelli": {
            "samples": 8,
            "machine.memory.latency": ["20 ns", "80 ns"],
            "execution.cycles_per_weight": [1.0, 4.0],
        }
    },
    "objective": ["seconds", "energy_joules"],
}


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    place = tmp_path_factory.mktemp("response")
    (place / "real.yaml").write_text(yaml.safe_dump(REAL, sort_keys=False))
    file, folder = str(place / "real.yaml"), str(place / "out")
    assert execute(["run", file, "-o", folder, "--no-pictures", "--workers", "1"]) == 0
    return place / "out"


def test_points_that_are_run_once_count_as_often_as_they_were_drawn(real):
    results = read_results(real, ())
    table = results.table
    assert len(table) == 4  # of 32 rows of the design
    time = table.set_index(["machine.memory.latency", "execution.cycles_per_weight"])["seconds"]
    rows = [tuple(each.values()) for each in combinations(REAL["sweep"])]
    problem = {"num_vars": 2, "names": ["a", "b"], "bounds": [[0, 1]] * 2}
    judge = salib.analyze(problem, time[rows].to_numpy(), calc_second_order=False, seed=1)
    found = only(results, "seconds")
    assert found.points == 32
    for effect, k in zip(found.effects, np.argsort(-judge["ST"]), strict=True):
        assert (effect.first, effect.total) == pytest.approx((judge["S1"][k], judge["ST"][k]))


def test_the_command_prints_and_writes_the_response(real, capfd):
    assert execute(["response", str(real)]) == 0
    printed = capfd.readouterr().out
    assert "simulated time (32 points)" in printed
    assert printed.endswith(f"tables and pictures are in {real / 'response'}\n")
    names = [f"{name}.{kind}" for name in ("response_seconds", "map_seconds") for kind in ("png", "svg")]
    names += [f"{name}.{kind}" for name in ("response", "indices") for kind in ("csv", "parquet")]
    assert set(names) <= {path.name for path in (real / "response").iterdir()}
    curve = pd.read_csv(real / "response/response.csv")
    assert set(curve["figure"]) == {"seconds", "energy_joules"}
    assert execute(["response", str(real), "-y", "secnds"]) == 2
    assert capfd.readouterr().err == "error: the results have no column 'secnds'; did you mean 'seconds'?\n"


def test_the_front_is_marked_in_the_table_and_the_report(real, capfd):
    best = int(read_results(real, ()).table["front"].sum())
    assert execute(["table", str(real)]) == 0
    printed = capfd.readouterr().out
    assert f"front: {best} of 4 runs, which no other run beats in all objectives" in printed
    page = (real / "report.html").read_text()
    assert f"{best} of 4 runs are on the front." in page
    assert page.index('id="summary"') < page.index('id="response"') < page.index('id="objectives"')
    sections = re.findall(r'<section id="objectives">.*?</section>', page, re.DOTALL)
    assert len(re.findall('class="ring"', sections[0])) == best
