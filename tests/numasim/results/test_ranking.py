"""The ranking of methods: its statistics against definitions, and the command."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.cli import execute
from numasim.results.method_figures import RATIOS, TIMES, method_figures
from numasim.results.method_ranking import (
    MORE_IS_BETTER,
    distinct,
    holm,
    instances,
    joined,
    labels,
    paired_p,
    profile,
    rank,
)
from numasim.results.tables import load_results
from partitioners.errors import InputError, OptionError


def table(**more):
    """Three methods on four instances: two graphs and two seeds."""
    rows = [
        {"partitioner": method, "workload": graph, "seed": seed, "cycles": cycles, "run_id": f"{method}{k}"}
        for method, of_method in (("a", (10, 20, 30, 40)), ("b", (20, 40, 60, 80)), ("c", (5, 40, 30, 90)))
        for k, ((graph, seed), cycles) in enumerate(
            zip(product(("web", "mesh"), (0, 1)), of_method, strict=True)
        )
    ]
    return pd.DataFrame(rows).assign(error=None, completed=1, **more)


def test_a_method_that_is_always_twice_as_slow_has_this_ratio_and_no_spread():
    ranks = {each.method: each for each in rank(instances(table(), "partitioner", "cycles"), "a")}
    assert [ranks["b"].to_reference, ranks["b"].low, ranks["b"].high] == pytest.approx([2, 2, 2])
    assert ranks["a"].to_reference == 1
    assert math.isnan(ranks["a"].p)
    assert (ranks["a"].wins, ranks["b"].wins, ranks["c"].wins) == (3, 0, 2)
    assert ranks["a"].to_best == pytest.approx(2 ** (1 / 4))
    assert ranks["a"].profile == (0.75, 0.75, 0.75, 0.75, 0.75, 1.0)
    # The smallest p of four pairs is 2 / 2^4; the test of c is the second of two.
    assert ranks["b"].p == pytest.approx(2 * 2 / 16)
    assert ranks["b"].p <= ranks["c"].p <= 1


def test_the_best_method_is_the_reference_and_the_first():
    ranks = rank(instances(table(), "partitioner", "cycles"))
    assert [each.method for each in ranks] == ["a", "c", "b"]
    assert [each.to_best for each in ranks] == sorted(each.to_best for each in ranks)
    assert ranks[0].to_reference == 1


def test_replicates_in_which_nothing_is_random_are_one_instance():
    def rows(*cycles, name="replicate"):
        return pd.DataFrame(
            [
                {"partitioner": method, "workload": graph, name: k, "cycles": factor * each}
                for method, factor in (("a", 1), ("b", 2))
                for graph, values in (("web", cycles), ("mesh", (7,) * len(cycles)))
                for k, each in enumerate(values)
            ]
        )

    def index(table):
        return distinct(instances(table, "partitioner", "cycles")).index.tolist()

    for name in ("replicate", "seed", "partition.seed"):
        assert index(rows(5, 5, 5, name=name)) == [("mesh", "0"), ("web", "0")]
        # Chance may draw equal values; then nothing else tells that they are independent.
        assert index(rows(5, 5, 6, name=name)) == [("mesh", "0"), *(("web", k) for k in "012")]
    assert len(index(rows(5, 5, 5, name="parts"))) == 6
    assert index(rows(5, 5).query("workload == 'web'")) == ["0"]
    of_b = rows(5, 5).assign(
        cycles=lambda table: table["cycles"] + (table["partitioner"] == "b") * table["replicate"]
    )
    assert len(index(of_b)) == 4


def wilcoxon_by_definition(differences):
    """Over all signs: how often the sum of the positive ranks is as far from its mean."""
    size = np.abs(differences)
    ranks = np.array([(size < each).sum() + ((size == each).sum() + 1) / 2 for each in size])
    mean = ranks.sum() / 2
    far = abs(ranks[differences > 0].sum() - mean)
    signs = np.array(list(product((0, 1), repeat=ranks.size)))
    return (np.abs(signs @ ranks - mean) >= far - 1e-9).mean()


@settings(deadline=None, max_examples=examples(40))
@given(st.lists(st.integers(1, 9), min_size=2, max_size=9), st.data())
def test_the_p_value_is_that_of_all_signs(sizes, data):
    signs = data.draw(st.lists(st.sampled_from((-1, 1)), min_size=len(sizes), max_size=len(sizes)))
    differences = np.array(sizes, float) * signs
    assert paired_p(differences) == pytest.approx(wilcoxon_by_definition(differences))
    assert paired_p(-differences) == pytest.approx(paired_p(differences))


def test_differences_without_a_test():
    assert math.isnan(paired_p(np.array([1.0])))
    assert paired_p(np.zeros(3)) == 1


@given(st.lists(st.floats(0, 1), max_size=6))
def test_holm_corrects_upwards_in_the_order_of_the_values(p):
    corrected = holm(p)
    assert all(given <= found <= 1 for given, found in zip(p, corrected, strict=True))
    order = np.argsort(p, kind="stable")
    assert np.all(np.diff(np.array(corrected)[order]) >= 0) if p else corrected == []


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, math.nan])[:3] == pytest.approx([0.03, 0.06, 0.06])
    assert math.isnan(holm([0.01, math.nan])[1])


def test_a_profile_counts_the_instances_within_a_factor():
    assert profile(np.log([1, 1.5, 3, 1]), np.log([1, 1.5, 2, 3])).tolist() == [0.5, 0.75, 0.75, 1]


def test_runs_that_failed_or_ended_early_leave_their_instance_out():
    results = table(extra_run=False)
    results.loc[0, "error"] = "out of memory"
    results.loc[5, "completed"] = 0
    values = instances(results, "partitioner", "cycles")
    assert values.shape == (2, 3)
    assert values["c"].tolist() == [30, 90] or sorted(values["c"]) == [30, 90]


def test_an_instance_may_lack_a_field_of_other_workloads():
    # Each workload of a sweep has fields of its own, and the others have no value there.
    given = table()
    of_web = given["workload"] == "web"
    given["workload.size"] = pd.array([9 if each else None for each in of_web], dtype="Int64")
    given["workload.shape"] = [None if each else "square" for each in of_web]
    values = instances(given, "partitioner", "cycles")
    assert values.to_numpy().tolist() == instances(table(), "partitioner", "cycles").to_numpy().tolist()
    # The same holds for the name of a method.
    given["order"] = [None if each == "a" else "shuffled" for each in given["partitioner"]]
    assert list(instances(given, "partitioner,order", "cycles")) == ["a, -", "b, shuffled", "c, shuffled"]


def test_several_columns_name_a_method_and_an_instance():
    results = table().assign(stealing="none", parts=lambda rows: 16 * (1 + rows["seed"]))
    again = results.assign(stealing="nearest", cycles=results["cycles"] / 2, parts=4 * results["parts"])
    both = pd.concat([results, again], ignore_index=True)
    values = instances(both, "partitioner, stealing", "cycles", ["workload", "seed"])
    assert list(values) == [f"{name}, {how}" for how in ("none", "nearest") for name in ("a", "b", "c")]
    assert np.array_equal(values["a, none"], 2 * values["a, nearest"])
    with pytest.raises(InputError) as error:
        instances(both, "partitioner,stealing", "cycles")
    assert str(error.value) == "no instance has a row of every value of 'partitioner,stealing'"
    with pytest.raises(InputError) as error:
        instances(both, "partitioner,stealing", "cycles", ["workloads"])
    assert str(error.value) == "the results have no column 'workloads'; did you mean 'workload'?"


@pytest.mark.parametrize(
    ("change", "by", "measure", "message"),
    [
        ({}, "partitoner", "cycles", "the results have no column 'partitoner'; did you mean 'partitioner'?"),
        ({}, "partitioner", "cycle", "the results have no column 'cycle'; did you mean 'cycles'?"),
        (
            {"machine.core.mshrs": 4},
            "mshrs",
            "cycles",
            "the results have no column 'mshrs'; did you mean 'machine.core.mshrs'?",
        ),
        (
            {},
            "partition.method",
            "cycles",
            "the results have no column 'partition.method'; did you mean 'partitioner'?",
        ),
        ({"mapper": "m"}, "mapper", "cycles", "'mapper' has 1 value; a ranking needs two"),
        (
            {"workload": "web"},
            "partitioner",
            "cycles",
            "'a' has two rows for one instance; rank by a column that distinguishes them, or rank the "
            "results of fewer fields",
        ),
        (
            {"cycles": 0},
            "partitioner",
            "cycles",
            "'cycles' has values that are not positive, so it has no ratios",
        ),
        (
            {"seed": range(12)},
            "partitioner",
            "cycles",
            "no instance has a row of every value of 'partitioner'",
        ),
        (
            {"cut_kind": "vertex"},
            "partitioner",
            "cut_kind",
            "'cut_kind' has no numbers to rank; use cycles or seconds, for example",
        ),
        *(
            (
                {more: 1.0},
                "partitioner",
                more,
                f"more of '{more}' is better, and a ranking compares measures of which less is better; use "
                "cycles or seconds, for example",
            )
            for more in sorted(MORE_IS_BETTER)
        ),
    ],
    ids=[
        *("by", "measure", "heading", "field", "one method", "two rows", "zero", "no instance", "text"),
        *sorted(MORE_IS_BETTER),
    ],
)
def test_what_cannot_be_ranked_is_refused(change, by, measure, message):
    with pytest.raises(InputError) as error:
        instances(table().assign(**change), by, measure)
    assert str(error.value) == message


def test_a_reference_that_is_not_there_is_refused():
    with pytest.raises(OptionError) as error:
        rank(instances(table(), "partitioner", "cycles"), "d")
    assert str(error.value) == "there is no method 'd'; known: a, b, c"


def test_the_names_of_methods_are_whole_in_a_file_of_text(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("COLUMNS", raising=False)
    table().replace({"a": "time_balanced", "b": "memory_centric"}).to_parquet(tmp_path / "results.parquet")
    assert execute(["rank", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert {line.split()[0] for line in shown.splitlines() if "%" in line} >= {
        "time_balanced",
        "memory_centric",
    }
    assert "…" not in shown


def test_the_command_ranks_the_rows_of_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: grid, width: 6, height: 6}\n"
        "partition: {parts: 4}\n"
        "mapping: {method: local_search}\n"
        "machine: mesh-2x2\n"
        "sweep: {partition.method: [contiguous, random], seed: [0, 1, 2]}\n"
    )
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1", "--no-pictures"]) == 0
    capsys.readouterr()
    assert execute(["rank", "out", "-o", "ranked"]) == 0
    shown = capsys.readouterr().out
    assert "cycles over 3 instances: geometric means of ratios" in shown
    assert {path.name for path in (tmp_path / "ranked").iterdir()} == {
        "ranking.csv",
        "ranking.parquet",
        "profile.png",
        "profile.svg",
    }
    ranking = pd.read_csv(tmp_path / "ranked" / "ranking.csv")
    assert set(ranking["method"]) == {"contiguous", "random"}
    assert ranking["within_2"].between(0, 1).all()
    pd.testing.assert_frame_equal(load_results(tmp_path / "ranked", "ranking"), ranking)
    assert execute(["rank", "out", "--by", "schduler"]) == 2
    assert "the results have no column 'schduler'; did you mean 'scheduler'?" in capsys.readouterr().err


def test_columns_may_be_given_by_their_ends(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = [
        {"machine.network.flit_size": flit, "machine.l2.size": l2, "execution.value_bytes": size, "cycles": k}
        for k, (flit, l2, size) in enumerate(product(("8 B", "16 B"), ("64 KiB", "1 MiB"), ("8 B", "4 B")), 1)
    ]
    results = pd.DataFrame(rows).assign(**{"machine.l1.size": "32 KiB"})
    monkeypatch.setattr("numasim.results.tables.read_table", lambda folder: results)
    outputs = []
    for by, instance in (
        ("flit_size", "l2.size, value_bytes"),
        ("machine.network.flit_size", "machine.l2.size,execution.value_bytes"),
    ):
        assert execute(["rank", "out", "--by", by, "--instance", instance]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "cycles over 4 instances" in outputs[0]
    assert execute(["rank", "out", "--by", "flit_size,l2.size"]) == 0
    assert "8 B, 64 KiB" in capsys.readouterr().out
    assert execute(["rank", "out", "more", "--by", "l2.size,flit_size", "--instance", "value_bytes"]) == 2
    assert "'64 KiB, 8 B' has two rows for one instance" in capsys.readouterr().err
    assert execute(["rank", "out", "--by", "size"]) == 2
    assert capsys.readouterr().err.endswith(
        "the results have no column 'size'; did you mean 'machine.l1.size'?\n"
    )


def test_equal_replicates_have_no_p_value_and_a_note(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: cholesky, tiles: 3}\nschedule: {method: heft}\nmachine: mesh-2x2\n"
        "sweep: {schedule.method: [heft, mct], replicates: 6}\n"
    )
    assert execute(["run", "e.yaml", "-o", "out", "-j", "1", "--no-pictures"]) == 0
    capsys.readouterr()
    assert execute(["rank", "out", "--by", "schedule", "-o", "ranked"]) == 0
    assert (
        "note: 5 further instances are replicates with the same cycles of every method, so they do not "
        "count\n"
    ) in capsys.readouterr().out
    assert pd.read_csv(tmp_path / "ranked" / "ranking.csv")["p"].isna().all()


# Runs of different kinds in one table.


def of_threads():
    """The same two workloads as runs of threads, with the shares of time (1, 2, 3, 0, 4) in 10."""
    times = dict(zip(TIMES, (10, 20, 30, 0, 40), strict=True))
    rows = [
        {"program": name, "scheduler": "dynamic", "threads": 4, "cycles": cycles, "makespan_ratio": ratio}
        for name, cycles, ratio in (("web", 8, 2.0), ("mesh", 40, 8.0))
    ]
    return pd.DataFrame(rows).assign(error=None, completed=1, speedup=1.5, **times)


def test_threads_and_tasks_are_ranked_in_one_table():
    tasks = table().query("seed == 0").assign(scheduler="fifo", stealing="none")
    by = "partitioner,scheduler"
    both = joined([tasks, of_threads()], by)
    assert labels(both, by).unique().tolist() == ["a, fifo", "b, fifo", "c, fifo", "dynamic"]
    values = instances(both, by, "cycles", ["workload"])
    assert values["dynamic"].to_dict() == {"web": 8, "mesh": 40}
    assert values["c, fifo"].to_dict() == {"web": 5, "mesh": 30}
    figures = method_figures(both, by, values)
    assert figures.loc["dynamic", "makespan_ratio"] == pytest.approx(4)
    assert figures.loc["dynamic", "speedup"] == pytest.approx(1.5)
    assert figures.loc["dynamic", list(TIMES)].tolist() == pytest.approx([0.1, 0.2, 0.3, 0, 0.4])
    assert figures.loc["a, fifo"].isna().all()
    assert figures["core_utilisation"].isna().all()


def test_figures_are_those_of_the_ranked_instances():
    more = of_threads().assign(program=["web", "alone"])
    both = joined([table().query("seed == 0"), more], "partitioner, threads")
    values = instances(both, "partitioner, threads", "cycles", ["workload"])
    figures = method_figures(both, "partitioner, threads", values)
    assert values.index.tolist() == ["web"]
    assert figures.loc["4", "makespan_ratio"] == 2


def test_rows_without_these_figures_have_no_second_table():
    values = instances(table(), "partitioner", "cycles")
    assert method_figures(table(), "partitioner", values) is None


def test_the_command_ranks_folders_of_both_kinds(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "tasks.yaml").write_text(
        "workload: {generator: stencil, width: 4, height: 4, steps: 2}\n"
        "schedule: {method: heft}\nmachine: mesh-2x2\nsweep: {schedule.method: [heft, dsc]}\n"
    )
    (tmp_path / "threads.yaml").write_text(
        "workload: {thread_program: random_operations, threads: 4, items: 200}\nmachine: mesh-2x2\n"
        "sweep: {execution.scheduler: [static, dynamic]}\n"
    )
    for name in ("tasks", "threads"):
        assert execute(["run", f"{name}.yaml", "-o", name, "-j", "1", "--no-pictures"]) == 0
    capsys.readouterr()
    by = ["--by", "schedule,scheduler", "--instance", "machine"]
    assert execute(["rank", "tasks", "threads", *by, "-o", "ranked"]) == 0
    captured = capsys.readouterr()
    assert "over bound" in captured.out
    assert not captured.err
    ranking = pd.read_csv(tmp_path / "ranked" / "ranking.csv").set_index("method")
    assert set(ranking.index) == {"heft", "dsc", "static", "dynamic"}
    rows = [pd.read_csv(tmp_path / name / "results.csv").iloc[0] for name in ("tasks", "threads")]
    for method, row in zip(("heft", "static"), rows, strict=True):
        for name in RATIOS:
            assert ranking.loc[method, name] == pytest.approx(row[name])
        assert ranking.loc[method, list(TIMES)].sum() == pytest.approx(1)
        assert row["core_utilisation"] == pytest.approx(row["work_cycles"] / (4 * row["cycles"]))
        assert row["efficiency"] == pytest.approx(row["speedup"] / row["cores"])
        assert row["makespan_ratio"] >= 1
    assert rows[1]["makespan_ratio"] == pytest.approx(1 / rows[1]["core_utilisation"])
