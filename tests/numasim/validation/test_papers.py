"""The papers' tables: what they come to, the experiments beside them, and the command."""

import pytest
import yaml

from numasim.cli import execute
from numasim.config.presets import config_directory
from numasim.schema.expand import points
from numasim.validation.papers import (
    gpulp,
    hybrid_bfs,
    spac,
    spac_programs,
    spac_tables,
    validation,
    wb_libra,
)
from numasim.validation.papers.document import Document, Part
from numasim.validation.papers.documents import DOCUMENTS
from numasim.validation.papers.report import BEGIN, END, lines, summary
from numasim.validation.papers.shape import (
    alike,
    at_least,
    compared,
    counted,
    holds,
    in_order,
    ordered,
    ratio,
    read,
    tally,
)
from numasim.validation.papers.sweeps import with_sweep, with_swept
from numasim.validation.papers.validation import Compared


def experiments(full):
    return validation.experiments(DOCUMENTS, full=full, data=None)


PROGRAMS = list(read("wb_libra_graphs")["program"])


def time_of(parts):
    return wb_libra.paper_table("wb_libra_time", parts, PROGRAMS)


def communication_of(parts):
    return wb_libra.paper_table("wb_libra_communication", parts, PROGRAMS)


@pytest.mark.parametrize(
    ("parts", "wins", "best", "metis", "moved"),
    [
        (8, "9 of 10 (not fft)", 0.734, 1.077, (42, 46, 50.5, 51, 54, 58, 161)),
        (1024, "10 of 10", 0.703, 1.465, (33, 36, 40.5, 42, 43, 49, 153)),
    ],
)
def test_what_the_vertex_cut_papers_tables_come_to(parts, wins, best, metis, moved):
    time = time_of(parts)
    assert tally(wb_libra.fastest(time, "WB-Libra")) == wins
    assert wb_libra.mean_ratio(time, "WB-Libra") == pytest.approx(best, abs=5e-4)
    assert wb_libra.mean_ratio(time, "METIS") == pytest.approx(metis, abs=5e-4)
    means = wb_libra.mean_percent(communication_of(parts))
    methods = ["W-PG", "Libra", "W-Libra", "WB-PG", "WB-Libra", "PG", "METIS"]
    assert [means[method] for method in methods] == pytest.approx(moved, abs=0.5)
    assert sorted(means, key=means.get) == methods


def test_the_single_programs_of_the_papers_abstract():
    assert (time_of(8)["CompNet"] / time_of(8)["WB-Libra"])["md"] == pytest.approx(1.56, abs=0.005)
    assert (time_of(1024)["CompNet"] / time_of(1024)["WB-Libra"])["mandel"] == pytest.approx(1.86, abs=0.005)


@pytest.mark.parametrize("parts", [8, 1024])
def test_the_paper_agrees_with_itself(parts):
    time, moved = time_of(parts), communication_of(parts)
    imbalance = wb_libra.paper_table("wb_libra_imbalance", None, PROGRAMS)
    found = [
        *wb_libra.time_shapes(time, {"given": time}),
        *wb_libra.communication_shapes(moved, {"given": moved}, "copies"),
        *wb_libra.imbalance_shapes(imbalance, {"given": imbalance}),
    ]
    assert len(found) == 11 + 3 + 5
    assert all(shape.agrees["given"] for shape in found)
    assert {shape.distance["given"] for shape in found if shape.measure == "share"} == {0}
    assert {shape.distance["given"] for shape in found if shape.measure == "factor"} == {1}


def test_what_agrees():
    import pandas as pd

    assert alike(0.9, 0.8)
    assert not alike(0.9, 0.7)  # more than 1.2 times
    assert not alike(0.95, 1.05)  # on the other side of 1
    assert in_order({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 3, "c": 2}) == (2, 3)
    assert in_order({"a": 1, "b": 1}, {"a": 1, "b": 2}) == (0, 0)  # a tie says nothing
    rows = read("wb_libra_graphs").set_index("program")["alpha"]
    low, most = rows < 2.2, rows > 0
    assert tally(low) == "3 of 10 (md, nn, cnn)"
    assert tally(~low) == "7 of 10 (not md, nn, cnn)"
    assert tally(most) == "10 of 10"
    assert counted("x", most, {"given": low}).agrees == {"given": False}
    five = pd.Series([True] * 4 + [False])
    shape = counted("x", five | True, {"one": five, "two": five & (five.index > 0)})
    assert shape.agrees == {"one": True, "two": False}
    assert shape.distance == pytest.approx({"one": 0.2, "two": 0.4})
    four = five[1:]
    assert not counted("x", four | True, {"given": four}).agrees["given"]
    assert (holds("x", five).agrees, holds("x", five).distance) == (
        {"all": False},
        {"all": pytest.approx(0.2)},
    )
    elsewhere = pd.Series([True, False], ["k", "l"])  # other items: the counts are compared
    assert counted("x", five, {"given": elsewhere}).distance["given"] == pytest.approx(0.3)
    shape = ordered("x", {"a": 1, "b": 2}, {"given": {"a": 2, "b": 1}})
    assert (shape.paper, shape.ours, shape.agrees) == ("a < b", {"given": "0 of 1 pairs"}, {"given": False})
    assert (shape.distance, shape.figures) == ({"given": 1.0}, 1)
    assert ratio("x", 2.0, {"given": 0.5}).distance == {"given": pytest.approx(4)}
    assert at_least("x", 0.8, 0.4).distance == {"all": 2.0}
    assert at_least("x", 0.8, 0.9).distance == {"all": 1.0}


def test_the_distance_of_a_table():
    import pandas as pd

    paper = pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 1.0]}, ["x", "y"])
    same = compared("x", paper, {"given": paper})
    assert (same.distance["given"], same.ours["given"], same.agrees) == (1.0, "rank correlation 1.00", {})
    ours = pd.DataFrame({"a": [2.0, 2.0], "b": [1.0, 4.0]}, ["x", "y"])
    far = compared("x", paper, {"given": ours})
    assert far.distance["given"] == pytest.approx((2 * 2 * 1 * 4) ** (1 / 4))
    assert far.ours["given"] == "rank correlation -1.00"
    assert far.figures == 4


def test_what_a_comparison_comes_to():
    import pandas as pd

    held = pd.Series([True, True, False, False])
    shapes = [
        counted("x", held | True, {"given": held}),
        ratio("y", 1.0, {"given": 2.0}),
        compared("z", pd.DataFrame({"a": [1.0] * 2}), {"given": pd.DataFrame({"a": [4.0, 1.0]})}),
    ]
    part = Part("its part", (), iter, reading="a reading")
    found = [Compared(Document("a", "A paper", (), ()), part, shapes)]
    assert summary(found)[1:] == [["A paper", "a reading", "given", "2", "0", "50%", "2.00"]]
    assert "      given     differs     50%  2 of 4 (0, 1)" in list(lines(found))
    assert "      given              × 2.00  rank correlation nan" in list(lines(found))


def test_the_experiments_of_the_papers():
    chosen = experiments(full=False)
    assert {name: len(points(experiment)) for name, experiment in chosen.items()} == {
        "wb_libra": 9 * 2 * (2 + 6 * 2),
        "wb_libra_readings": 3 * 12 * (2 + 6 * 2),
        "wb_libra_baselines": 9 * 2 * 4,
        "wb_libra_table2": 8 * (3 + 6 * 2),
        "wb_libra_lambda": 4 * 2 * (2 + 2 * 13),
        "spac": 5 * 7 - 2,
        "spac_synthetic": 8 * 2,
        "spac_spmv": 5 * (2 + 6 + 6),
        "spac_rodinia": (19 + 5) * 2,
        "hybrid_bfs": 84,
        "gpulp": 3 * 3,
        "gpulp_cpu": 3,
        "node_splitting": 68,
        "dmr": 13 + 9,
    }
    assert chosen["spac"].left_out == ("cant", "scircuit", "in-2004", "circuit5M")
    full = experiments(full=True)
    assert list(full["wb_libra"].sweep["partition.parts"]) == [8, 16, 32, 64, 128, 256, 512, 1024]
    for study in ("wb_libra", "wb_libra_baselines", "wb_libra_table2"):
        assert list(full[study].sweep["workload.program"]) == PROGRAMS
    assert len(points(full["wb_libra_lambda_md"])) == 2 * (2 + 2 * 13)
    assert len(points(full["spac_rodinia"])) == 19 * 2 * 2
    assert {point.experiment.workload.roots for point in points(full["hybrid_bfs"])} == {10}
    assert len(points(full["gpulp_full"])) == 3 * 7
    assert len(points(full["node_splitting"])) == 2 * 14 * 9
    assert len(points(full["dmr_full"])) == 3 * 14
    matrices = set(read("spac_quality")["matrix"])
    written = yaml.safe_load((config_directory() / "papers/spac.yaml").read_text())
    present = written["sweep"]["present"]
    files = [entry["workload.graph"] for entry in present if "workload.graph" in entry]
    kinds = [point.experiment.workload for point in points(chosen["spac"])[7::7]]
    assert {*files, "mc2depi"} == matrices
    assert {each.size.vertices for each in kinds} == set(spac.KINDS)
    assert set(spac.KINDS.values()) == set(files)


def tiny():
    """The papers' experiments, of a program of 16 points and of small graphs."""
    chosen = experiments(full=False)
    for name, changes in {
        "wb_libra": {
            "partition.parts": [8],
            "partition.method": ["compnet", "wb_libra"],
        },
        "wb_libra_lambda": {"partition.load_bound": [1, 1.1], "partition.order": ["shuffled"]},
    }.items():
        experiment = with_swept(chosen[name], "workload.program", ["fft"])
        resolved = experiment.resolved()
        resolved["workload"]["size"] = 16
        experiment = type(experiment).model_validate(resolved)
        for field, values in changes.items():
            experiment = with_swept(experiment, field, values)
        chosen[name] = experiment
    small = {"workload.generator": "mc2depi", "workload.n": 30, "partition.parts": 4}
    methods = {"present": [small], "partition.method": ["wvp_greedy", "spac"]}
    chosen["spac"] = with_sweep(chosen["spac"], methods)
    others = ("wb_libra_readings", "wb_libra_baselines", "wb_libra_table2")
    for left_out in (
        *others,
        "spac_synthetic",
        "spac_spmv",
        "spac_rodinia",
        "gpulp",
        "gpulp_cpu",
        "node_splitting",
        "dmr",
    ):
        del chosen[left_out]
    chosen["hybrid_bfs"] = with_swept(
        chosen["hybrid_bfs"],
        "list",
        [
            {"workload.device": "cpu", "workload.method": method, "workload.graph": graph}
            for graph in (
                {"generator": "erdos_renyi", "vertices": 300, "edges": 1200},
                {"generator": "grid", "width": 12, "height": 12},
            )
            for method in ("queue", "read", "hybrid")
        ],
    )
    return chosen


def test_the_command_runs_compares_and_writes_its_section(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    chosen = tiny()
    monkeypatch.setattr(validation, "experiments", lambda documents, full, data: chosen)
    (tmp_path / "validation.md").write_text(f"# Validation\n\n{BEGIN}\nold\n{END}\n\n## After\n")
    command = ["validate", "papers", "--workers", "1", "--output", "validation.md"]
    assert execute(command) == 0
    said = capsys.readouterr().out
    assert "\n  8 clusters\n" in said
    assert "written to validation.md\n" in said
    text = (tmp_path / "validation.md").read_text()
    assert text.startswith(f"# Validation\n\n{BEGIN}\n## The papers' tables\n")
    assert text.endswith(f"{END}\n\n## After\n")
    assert "| WB-Libra is the fastest | 0 of 1 | " in text  # the paper's one exception is fft
    assert "![Time against lambda, and without a bound (dotted)](figures/time_against_lambda.svg)" in text
    assert (tmp_path / "figures/time_against_lambda.svg").is_file()
    assert (tmp_path / "results/papers/spac/results.csv").is_file()
    assert "### The paper on hybrid breadth-first search, searches\n" in text
    assert "| reading is slower than queues on a grid, as on roads | 1 of 1 | 1 of 1 | yes | 0% |" in text


def test_errors(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert execute(["validate", "papers", "--output", "none/validation.md"]) == 2
    assert execute(["validate", "papers", "--data", "none"]) == 2
    assert capsys.readouterr().err == (
        "error: none/validation.md: there is no folder none to write into\n"
        "error: --data none: no such folder; expected the folder that contains the data files\n"
    )


def test_the_orders_of_a_stream_are_kept_apart():
    import pandas as pd

    runs = pd.DataFrame(
        {
            "workload": "fft",
            "parts": 8,
            "partitioner": ["compnet", "wb_libra", "wb_libra"],
            "order": [None, "given", "shuffled"],
            "cycles": [10, 20, 30],
        }
    )
    for order, cycles in (("given", 20), ("shuffled", 30)):
        table = wb_libra.our_table(runs, "cycles", 8, order)
        assert table.loc["fft"].to_dict() == {"CompNet": 10, "WB-Libra": cycles}


def test_the_improvement_over_wvp_greedy():
    import pandas as pd

    runs = pd.DataFrame(
        {
            "workload": "erdos_renyi",
            "vertices": 100,
            "edges": [200, 200, 400, 400],
            "partitioner": ["wvp_greedy", "spac"] * 2,
            "copies_or_cut": [30, 20, 80, 40],
        }
    )
    assert spac.improvements(runs)["erdos_renyi"].to_dict() == {4: 1.5, 8: 2.0}
    grows, fewer = spac.improvement_shapes(runs)
    assert grows.ours == {"all": "1 of 1"}
    assert fewer.ours == {"all": "2 of 2"}


def test_the_statements_of_the_paper_on_hybrid_search():
    import pandas as pd

    def run(number, graph, device, method, seconds, **other):
        machines = {"cpu": "xeon-x5550", "gpu": None if device == "cpu" else "c2050"}
        caches = dict.fromkeys(hybrid_bfs.CHANGED)
        named = {"run_id": f"r{number}", "graph": graph, "device": device, "method": method}
        return {**named, "threads": 8, "vertices": 2**16, "seconds": seconds, **machines, **caches, **other}

    runs = pd.DataFrame(
        [
            run(0, "rmat", "cpu", "queue", 2.0),
            run(1, "rmat", "cpu", "read", 3.0),
            run(2, "rmat", "cpu", "hybrid", 2.3),  # 1.15 times the better one
            run(3, "rmat", "gpu", "hybrid", 1.5),
            run(4, "rmat", "both", "hybrid", 1.4),
            run(5, "rmat", "cpu", "hybrid", 3.0, cpu="xeon-e5345", **{"machine.cpu.l2.size": "32 KiB"}),
            run(6, "rmat", "gpu", "hybrid", 1.2, gpu="gtx-275"),
            run(7, "rmat", "cpu", "queue", 5.0, **{"machine.cpu.l2.size": "64 KiB"}),
            run(8, "rmat", "cpu", "read", 4.0, **{"machine.cpu.l2.size": "64 KiB"}),
            run(9, "grid width=4", "cpu", "queue", 1.0),
            run(10, "grid width=4", "cpu", "read", 6.0),
            run(11, "grid width=4", "cpu", "hybrid", 1.0),
            run(12, "rmat", "cpu", "hybrid", 2.9, **{"machine.cpu.l2.size": "64 KiB"}),
            run(13, "rmat", "gpu", "hybrid", 1.6, **{"machine.gpu.l2_size": "24 KiB"}),
            run(14, "rmat", "gpu", "hybrid", 9.9, **{"machine.gpu.l1_caches": "texture"}),
        ]
    )
    seconds = {"level": [0, 1, 2, 0, 1, 2], "seconds": [0.1, 0.5, 0.4, 0.1, 0.5, 0.7]}
    nodes = {"root": [7] * 3 + [9] * 3, "frontier": [1, 2**14, 2**14, 1, 2**15, 2**13]}
    levels = pd.concat([pd.DataFrame({"run_id": f"r{number}", **seconds, **nodes}) for number in (0, 2)])
    found = list(hybrid_bfs.shapes(runs, levels))
    assert [shape.ours["all"] for shape in found] == [
        "1 of 2 (grid width=4)",
        "1 of 1",
        "1 of 1",
        "1 of 1",
        "1 of 1",
        "6 of 6 pairs",
        "0.563",  # of 2^16 nodes: 2^15 and 2^15 + 2^13 from the two roots, and these themselves
        "1.000",
    ]
    assert [shape.agrees["all"] for shape in found] == [False, True, True, True, True, True, True, True]
    text = list(hybrid_bfs.level_table(runs, levels))
    assert text[4] == "| 0 | 1 | 3.1e-06 | 1 | 0.0015 |"
    assert text[5] == "| 1 | 4 | 1.3e-05 | 24,576 | 38 |"
    assert text[7] == "| 3 | 109,239 | 0.34 |  |  |"
    levels["seconds"] = 1.0
    assert [shape.ours["all"] for shape in hybrid_bfs.shapes(runs, levels)][4] == "0 of 1"


def test_matrices_of_a_kind_are_compared_in_counts_and_orders_alone():
    import pandas as pd

    paper = spac.paper_quality()
    degrees = read("spac_cut_degree").set_index("matrix")
    runs = pd.DataFrame(
        [
            {
                **{"workload": workload, "vertices": vertices, "partitioner": method},
                **{"copies_or_cut": paper.loc[matrix, column] / share, "partition_seconds": 1.0},
                "average_degree_of_cut_vertices": degrees.loc[matrix, "spac"],
            }
            for workload, vertices, matrix, share in (
                ("mc2depi", 1051650, "mc2depi", 1),
                ("circuit", 341996, "scircuit", 2),
                ("circuit", 347396, "circuit5M", 32),
            )
            for method, column in spac.PAPERS.items()
        ]
    )
    found = {shape.what: shape for shape in spac.shapes(runs)}
    assert all(shape.agrees["all"] for what, shape in found.items() if "takes less time" not in what)
    assert found["copies of random are within 5% of the paper's"].ours == {"all": "1 of 1"}
    assert found["spac copies less than contiguous"].paper == "3 of 3"
    assert found["[circuit5M]: order of the copies"].ours == {"all": "21 of 21 pairs"}
    assert "mc2depi: copies of hypergraph over SPAC's" in found
    assert "[scircuit]: copies of hypergraph over SPAC's" not in found
    text = "\n".join(spac_tables.matrices(runs))
    assert "| [scircuit] | 100,260 (200,519) | 2,305 (4,610, 3,997) |" in text


def test_the_statements_of_the_slides_on_label_propagation():
    import pandas as pd

    def run(number, graph, kernel_us, cut, undone, kind="none", iterations=10, variant="collapse", **other):
        named = {"run_id": f"r{number}", "graph": graph, "variant": variant, "iterations": iterations}
        counts = {"rounds": 10, "moves": 100, "moves_undone": undone, "cut_edges": cut}
        return {**named, "kernel_us": kernel_us, "workload.restriction": kind, **counts, **other}

    runs = pd.DataFrame(
        [
            run(0, "rmat", 100, 50, 20),
            run(2, "rmat", 200, 45, 5, "threshold", 20),
            run(3, "rmat", 400, 50, 20, variant="vertex"),
            run(4, "grid width=4", 50, 30, 60),
            run(6, "grid width=4", 45, 31, 70, "threshold", 20),
            run(7, "grid width=4", 50, 30, 60, variant="vertex"),
            run(8, "rmat", 1, 1, 0, **{"workload.min_blocks": 30}),
            run(9, "rmat", 60, 50, 0, **{"workload.table": "hash"}),
        ]
    )
    times = {0: 10.0, 3: 29.0, 4: 5.0, 7: 5.9}
    variant = runs.set_index("run_id")["variant"]
    launches = pd.DataFrame(
        [
            {"run_id": f"r{number}", "kernel": kernel, "us": us}
            for number, first in times.items()
            for kernel, us in (
                ("pulp_begin", 900.0),
                (f"pulp_{variant[f'r{number}']}", first),
                ("pulp_x", 1.0),
            )
        ]
    )
    threads = pd.DataFrame(
        {
            "run_id": ["c0", "c1"],
            "graph": ["rmat", "grid width=4"],
            "seconds": [120e-6, 40e-6],
            "cut_edges": [49, 30],
        }
    )
    phases = pd.DataFrame({"run_id": ["c0"] * 5 + ["c1"] * 2, "part": ["wait", *["sweep"] * 6]})
    found = list(gpulp.shapes(runs, launches, threads, phases))
    assert [shape.ours["all"] for shape in found] == [
        "1 of 2 (rmat)",
        "1 of 2 (rmat)",
        "1 of 2 (rmat)",
        "1 of 2 (rmat)",
        "1 of 2 (rmat)",
        "3.46",  # of 30 / 10 and 20 / 5
        "0 of 1",
        "1 of 1",
    ]
    assert [shape.agrees["all"] for shape in found] == [False] * 7 + [True]
    launches.loc[launches["us"] == 29, "us"] = 30.0
    assert list(gpulp.shapes(runs, launches, threads, phases))[6].ours["all"] == "1 of 1"


def programs_beyond_matrices():
    """Runs of which all statements of the paper hold: the time and the reads of each form."""
    import pandas as pd

    given = {
        ("particle_filter", "titan-x-pascal", 128): (24, 10, 0.1),
        ("particle_filter", "gtx-680", 128): (20, 10, 0.2),
        ("gaussian", "titan-x-pascal", 64): (10, 10, 0.9),
        ("gaussian", "titan-x-pascal", 256): (12, 10, 0.8),
        ("gaussian", "gtx-680", 64): (12, 10, 0.8),
        ("cfd", "titan-x-pascal", 384): (11, 10, 0.85),
        ("cfd", "titan-x-pascal", 512): (13, 12, 0.7),
        ("cfd", "gtx-680", 384): (13, 10, 0.7),
        ("btree", "titan-x-pascal", 64): (15, 10, 0.5),
        ("btree", "gtx-680", 64): (16, 10, 0.4),
    }
    return pd.DataFrame(
        [
            {
                **dict(zip(("workload", "machine", "block_size"), key, strict=True)),
                **{"variant": form, "seconds": float(seconds), "l2_reads": float(reads)},
            }
            for key, (original, spac_seconds, share) in given.items()
            for form, seconds, reads in (("original", original, 1000), ("spac", spac_seconds, 1000 * share))
        ]
    )


def test_the_statements_of_the_spac_paper_on_programs_beyond_matrices():
    found = list(spac_programs.shapes(programs_beyond_matrices()))
    assert [(shape.paper, shape.ours["all"], shape.agrees["all"]) for shape in found] == [
        ("8 of 8", "8 of 8", True),
        ("3 of 3", "3 of 3", True),
        ("2.40", "2.40", True),
        ("4 of 4", "4 of 4", True),
        ("2 of 2", "2 of 2", True),
        ("1 of 1", "1 of 1", True),
        ("at least 1.05", "1.18", True),
        ("1 of 1", "1 of 1", True),
        ("3 of 3", "3 of 3", True),
        ("10 of 10", "10 of 10", True),
        ("at least 0.8", "1.00", True),
    ]


@pytest.mark.parametrize(
    ("run", "column", "value", "number", "ours"),
    [
        (("gaussian", "gtx-680", 64, "spac"), "seconds", 13, 0, "7 of 8 (not gaussian gtx-680)"),
        (("btree", "titan-x-pascal", 64, "original"), "seconds", 25, 1, "2 of 3 (not btree)"),
        (("particle_filter", "titan-x-pascal", 128, "original"), "seconds", 30, 2, "3.00"),
        (("cfd", "titan-x-pascal", 512, "spac"), "seconds", 14, 3, "3 of 4 (not cfd 512)"),
        (("gaussian", "titan-x-pascal", 64, "spac"), "seconds", 9, 4, "1 of 2 (256)"),
        (("gaussian", "titan-x-pascal", 256, "original"), "seconds", 9, 5, "0 of 1"),
        (("cfd", "titan-x-pascal", 512, "original"), "seconds", 11.2, 6, "1.02"),
        (("btree", "gtx-680", 64, "original"), "seconds", 19, 7, "0 of 1"),
        (("gaussian", "gtx-680", 64, "original"), "seconds", 9.5, 8, "2 of 3 (not gaussian)"),
        (("particle_filter", "gtx-680", 128, "spac"), "l2_reads", 950, 10, "0.50"),
    ],
)
def test_a_run_that_contradicts_the_spac_paper(run, column, value, number, ours):
    runs = programs_beyond_matrices()
    names = ["workload", "machine", "block_size", "variant"]
    runs.loc[(runs[names] == list(run)).all(axis=1), column] = value
    shape = list(spac_programs.shapes(runs))[number]
    assert (shape.ours["all"], shape.agrees["all"]) == (ours, False)


def test_reads_that_are_not_fewer_are_counted():
    runs = programs_beyond_matrices()
    runs.loc[(runs["workload"] == "btree") & (runs["variant"] == "spac"), "l2_reads"] = 1000.0
    shape = list(spac_programs.shapes(runs))[9]
    assert shape.ours["all"] == "8 of 10 (not btree titan-x-pascal 64, btree gtx-680 64)"
    assert not shape.agrees["all"]


def test_a_part_of_the_programs_beyond_matrices_is_compared_alone():
    runs = programs_beyond_matrices()
    of_gtx = runs[(runs["machine"] == "gtx-680") & (runs["workload"] == "btree")]
    assert [shape.ours["all"] for shape in spac_programs.shapes(of_gtx)] == ["1 of 1", "1 of 1"]
