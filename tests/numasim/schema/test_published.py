"""Published figures beside those of runs: which rows they belong to, what is refused."""

import numpy as np
import pandas as pd
import pytest

import numasim
from numasim.cli import execute
from numasim.experiments.row_columns import row_columns
from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.results.published import compare_with_published, print_published
from numasim.schema.published_figures import read_published
from partitioners.errors import ConfigError, InputError

RESULTS = pd.DataFrame(
    {
        "point": [0, 1, 2, 3],
        "run_id": list("abcd"),
        "extra_run": [False] * 4,
        "matrix": ["web", "web", "web", "grid"],
        "x_in": [None, "shared", "read_only", "shared"],
        "block_size": [256, 256, 1024, 256],
        "seconds": [4e-6, 2e-6, 3e-6, np.nan],
        "error": [None, None, None, "no"],
    }
)
DONE = RESULTS[:3]
FILE = """# Where it is from
matrix,x_in,block_size,figure,value,source
web,shared,256,seconds,1e-6,Table 1

web,,256,seconds,4e-6,Table 2
web,-,,seconds,8e-6,Table 2
grid,shared,,seconds,5e-6,Table 1
"""


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "p.csv"
        path.write_text(text)
        return path

    return write


def test_a_figure_belongs_to_the_runs_that_have_its_values(write):
    path = write(FILE)
    found, notes = compare_with_published(RESULTS, path)
    told = list(zip(found["point"], found["published"], found["ratio"], found["source"], strict=True))
    assert told == [
        (1, 1e-6, 2.0, "Table 1"),
        (0, 4e-6, 1.0, "Table 2"),
        (1, 4e-6, 0.5, "Table 2"),
        (0, 8e-6, 0.5, "Table 2"),
    ]
    assert notes == [f"{path}: line 7 is not compared: no finished run matches"]


def test_what_is_printed(write, capsys):
    from rich.console import Console

    print_published(Console(width=80), compare_with_published(RESULTS, write(FILE))[0], GPU)
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[0] == ["point", "x_in", "block_size", "figure", "simulated", "published", "ratio"]
    assert lines[2] == ["1", "shared", "256", "seconds", "2", "µs", "1", "µs", "2.00"]
    assert " ".join(lines[-1]) == "published: Table 1; Table 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("figure,value\nseconds,1\n", ": has no column 'source'; it needs figure, value, source"),
        (
            "# x\nfigure,value,source\n\nseconds,one,T\n",
            ":4: value: expected a number other than 0, got 'one'",
        ),
        ("figure,value,source\nseconds,0,T\n", ":2: value: expected a number other than 0, got '0'"),
        ("figure,value,source\nseconds,nan,T\n", ":2: value: expected a number other than 0, got 'nan'"),
        (
            "figure,value,source\nseconds,1,\n",
            ":2: source: is empty; expected the publication of the figure",
        ),
        ("figure,value,source\nseconds,1\n", ":2: expected 3 cells, as in the first line, got 2"),
        ("figure,value,source\nseconds,1,T,2\n", ":2: expected 3 cells, as in the first line, got 4"),
        (
            'figure,value,source\nseconds,1,"T\n',
            ":2: is not a line of CSV: unexpected end of data",
        ),
        ("", ": has no column 'figure'; it needs figure, value, source"),
        (
            "figure,value,source,matrix,matrix\nseconds,1,T,a,b\n",
            ":1: the column 'matrix' stands twice",
        ),
    ],
)
def test_what_is_refused(write, text, message):
    path = write(text)
    with pytest.raises(InputError) as error:
        read_published(path)
    assert str(error.value) == f"{path}{message}"


def test_all_mistakes_are_told_at_once(write):
    path = write("# x\nfigure,value,source\nseconds,one,\nseconds,1\nseconds,2,T\nseconds,0,T\n")
    with pytest.raises(ConfigError) as error:
        read_published(path)
    assert error.value.problems == (
        f"{path}:3: value: expected a number other than 0, got 'one'",
        f"{path}:3: source: is empty; expected the publication of the figure",
        f"{path}:4: expected 3 cells, as in the first line, got 2",
        f"{path}:6: value: expected a number other than 0, got '0'",
    )


def test_a_run_without_the_figure_is_left_out(write):
    results = DONE.assign(copies=pd.array([None, 2, None], dtype="Int64"))
    path = write("figure,value,source,block_size\ncopies,4,T,\ncopies,1,T,1024\n")
    found, notes = compare_with_published(results, path)
    assert found[["point", "simulated", "ratio"]].to_numpy().tolist() == [[1, 2, 0.5]]
    assert notes == [f"{path}: line 3 is not compared: the runs have no 'copies'"]


def test_what_does_not_fit_the_rows_loses_no_other_figure(write):
    path = write("figure,value,source,x_inn\nseconds,1,T,\nmatrix,1,T,\nsecond,1,T,\nseconds,1,T,shared\n")
    path.write_text(path.read_text() + "second,2,T,\nsecond,3,T,\n")
    found, notes = compare_with_published(DONE, path)
    assert len(found) == len(DONE)
    assert notes == [
        f"{path}: line 3 is not compared: 'matrix' is a column of text; expected one of numbers",
        f"{path}: lines 4, 6-7 are not compared: no column 'second'; did you mean 'seconds'?",
        f"{path}: line 5 is not compared: no column 'x_inn'; did you mean 'x_in'?",
    ]
    path.unlink()
    found, notes = compare_with_published(DONE, path)
    assert (len(found), len(notes)) == (0, 1)
    assert notes[0].startswith(f"{path}: cannot be read: ")


def test_a_swept_field_is_named_by_its_end(write):
    results = DONE.assign(**{"machine.l2.size": ["64 KiB", "128 KiB", "64 KiB"]})
    path = write("figure,value,source,l2.size\nseconds,1e-6,T,128 KiB\n")
    found, notes = compare_with_published(results, path)
    assert found[["point", "machine.l2.size", "simulated"]].to_numpy().tolist() == [[1, "128 KiB", 2e-6]]
    assert notes == []


@pytest.mark.parametrize("failed", [[3], [0, 1, 2, 3]])
def test_failures_are_not_hidden_by_a_column_that_only_failed_runs_would_have(write, failed):
    results = RESULTS.assign(error=["no" if point in failed else None for point in RESULTS["point"]])
    lines = "copies,1,T\nseconds,1,T\n"
    found, notes = compare_with_published(results, write(f"figure,value,source\n{lines}"))
    assert len(found) == 4 - len(failed)
    assert len(notes) == 1 + (len(failed) == 4)


EXPERIMENT = """
workload: {generator: grid, width: 8, height: 8}
partition: {parts: 8}
machine: mesh-4x2
execution: {model: supersteps, steps: 2}
sweep: {partition.method: [contiguous, metis], machine.network.link_cycles: [1, 2]}
baseline: {partition.method: metis}
published: pub.csv
"""


@pytest.fixture
def experiment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(EXPERIMENT)

    def write(text):
        (tmp_path / "pub.csv").write_text(text)
        return "e.yaml"

    return write


WRONG = (
    "# Own\nmethod,lnk_cycles,figure,value,source\nmetis,2,cycls,1,T\nmetis,2,machine,1,T\nmetis,2,seed,1,T\n"
)
TOLD = (
    "pub.csv:2: no column 'method'; did you mean 'partitioner'?",
    "pub.csv:2: no column 'lnk_cycles'; did you mean 'work_cycles'?",
    "pub.csv:3: no column 'cycls'; did you mean 'cycles'?",
    "pub.csv:4: figure: 'machine' is a column of text; expected one of numbers",
)


@pytest.mark.parametrize("command", ["check", "run"])
def test_every_mistake_is_found_before_anything_runs(experiment, command, capfd, tmp_path):
    assert execute([command, experiment(WRONG)]) == 2
    assert capfd.readouterr().err.splitlines() == list(TOLD)
    assert not (tmp_path / "results").exists()
    with pytest.raises(ConfigError) as error:
        numasim.run("e.yaml", output="out")
    assert error.value.problems == TOLD
    assert not (tmp_path / "out").exists()


def test_a_run_stars_the_second_runs_of_edge_cuts_and_notes_figures_of_no_run(experiment, capfd):
    file = experiment(
        "partitioner,link_cycles,figure,value,source\nmetis,2,cycles,1000,T1\nnosuch,2,cycles,1000,T1\n"
        "contiguous,,cycles_vs_metis,1,T1\ncontiguous,,messages_vs_metis,1,T1\n"
    )
    assert execute(["check", file]) == 2
    assert capfd.readouterr().err == (
        "pub.csv:4: no column 'cycles_vs_metis'; did you mean 'messages_vs_metis'?\n"
    )
    file = experiment(
        "partitioner,link_cycles,figure,value,source\nmetis,2,cycles,1000,T1\nnosuch,2,cycles,1000,T1\n"
        "contiguous,,messages_vs_metis,1,T1\ncontiguous,,messages_vs_other,1,T1\n"
    )
    assert execute(["run", file, "--no-pictures", "--workers", "1"]) == 0
    printed = capfd.readouterr()
    lines = [line.split() for line in printed.out.splitlines()]
    begin = next(k for k, line in enumerate(lines) if "published" in line and "ratio" in line)
    columns = ["point", "partitioner", "link_cycles", "figure", "simulated", "published", "ratio"]
    assert lines[begin] == columns
    shown = [line for line in lines[begin:] if any(word.strip("*") == "metis" for word in line)]
    assert [[word for word in line if "metis" in word] for line in shown] == [["metis"], ["metis*"]]
    assert (
        "* the same edge cut with `aggregate_messages: false`: one message for every cut edge"
        in (printed.out[printed.out.index("simulated") :])
    )
    told = [line for line in printed.err.splitlines() if "pub.csv" in line]
    assert told == [
        "note: pub.csv: line 3 is not compared: no finished run matches",
        "note: pub.csv: line 5 is not compared: no column 'messages_vs_other'; did you mean "
        "'messages_vs_metis'?",
    ]
    table = pd.read_csv("results/e/published.csv")
    assert table["extra_run"].tolist() == [False, True, False, False]
    experiment("partitioner,figure,value,source\nmetis,cycles,1000,T1\nnosuch,cycles,1000,T1\n")
    with pytest.warns(UserWarning, match=r"^pub\.csv: line 3 is not compared: no finished run matches$"):
        numasim.run(file, output="results/e")


KINDS = {
    "mesh": EXPERIMENT.replace("published: pub.csv\n", "").replace("metis]", "ne]").replace("metis", "ne"),
    "windows": "workload: {program: fft, size: 16, window: 500}\npartition: {method: ne, parts: 4}\n"
    "machine: mesh-2x2\n",
    "quality": "workload: {generator: grid, width: 8, height: 8}\npartition: {method: ne, parts: 8}\n"
    "machine: none\nsweep: {replicates: 2}\n",
    "product": "workload: {kernel: spmv, matrix: {generator: mc2depi, n: 20}}\npartition: {method: spac}\n"
    "machine: titan-x-pascal\n",
    "search": "workload: {kernel: bfs, graph: {generator: grid, width: 8, height: 8}}\nmachine: k20c\n",
    "threads": "workload: {program: histogram, threads: 4}\nmachine: mesh-2x2\n",
    "schedule": "workload: {program: fft, size: 16}\nschedule: {method: heft}\nmachine: mesh-2x2\n",
}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow) if kind == "windows" else kind for kind in KINDS]
)
def test_the_columns_of_a_run_are_known_before_it(kind, tmp_path):
    from numasim.schema.expand import points
    from numasim.schema.load import load_experiment

    file = tmp_path / "e.yaml"
    file.write_text(KINDS[kind])
    loaded = load_experiment(file)
    known, table = row_columns(loaded, points(loaded)), numasim.run(file)
    assert table["error"].isna().all()
    assert set(table) - set(known) == set()
    numbers = {
        name for name in table if table[name].dtype.kind in "biuf" and name not in ("warnings", "error")
    }
    assert {name for name in numbers if known[name] and table[name].notna().any()} == set()
    texts = {name for name in table if any(isinstance(value, str) for value in table[name])}
    assert {name for name in texts if not known[name]} == set()


def test_programs_of_threads_name_columns_of_their_own(tmp_path):
    from numasim.schema.expand import points
    from numasim.schema.load import load_experiment

    file = tmp_path / "e.yaml"
    file.write_text(
        "workload: {thread_program: bfs, threads: 4, graph: {generator: grid, width: 8, height: 8}}\n"
        "machine: mesh-2x2\n"
    )
    loaded = load_experiment(file)
    assert row_columns(loaded, points(loaded)) is None


def test_the_papers_figures_are_those_of_its_tables():
    from numasim.config.presets import config_directory

    lines = [line for _, line in read_published(config_directory() / "papers" / "spac_spmv.csv").lines]
    assert len(lines) == 8 * 6 + 8 + 2 * 8
    derived = "SPAC (2017) Tables 4 and 5 (cuSPARSE)"
    assert {line["source"] for line in lines} == {"SPAC (2017) Table 4", "SPAC (2017) Table 5", derived}
    # cuSPARSE takes the time of a product of SPAC over the ratio of both, in the order of Table 4.
    of = {
        (line["source"], line["matrix"], line["variant"]): float(line["value"])
        for line in lines
        if line["variant"] != "spac" or (line["x_in"], line["block_size"]) == ("shared", "1024")
    }
    expected = (104, 208_795, 79, 725, 1_862, 99.5, 124, 106)
    matrices = [line["matrix"] for line in lines if line["source"] == "SPAC (2017) Table 4"]
    for matrix, microseconds in zip(matrices, expected, strict=True):
        ratio, spac = (of[f"SPAC (2017) Table {n}", matrix, "spac"] for n in (4, 5))
        for variant in ("merge_path", "csr_vector"):
            assert of[derived, matrix, variant] == pytest.approx(spac / ratio, rel=5e-3)
            assert of[derived, matrix, variant] * 1e6 == pytest.approx(microseconds, rel=5e-3)


def test_an_experiment_names_a_file_that_is_there(tmp_path, monkeypatch):
    from numasim.schema.load import load_experiment

    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.yaml").write_text(
        "workload: {generator: grid, width: 3, height: 3}\npartition: {method: ne, parts: 2}\n"
        "machine: mesh-2x1\npublished: p.csv\n"
    )
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert error.value.problems == (
        "e.yaml:4:12: published: no such file: 'p.csv' (looked in the current directory)",
    )


@pytest.mark.parametrize("name", ["spac_spmv", "node_splitting", "node_splitting_full", "dmr", "dmr_full"])
def test_the_papers_files_fit_the_rows_of_each_experiment_that_they_serve(name):
    from numasim.experiments.row_columns import check_published_columns
    from numasim.schema.expand import points
    from numasim.schema.load import load_experiment

    loaded = load_experiment(f"papers/{name}")
    assert loaded.published is not None
    check_published_columns(loaded, points(loaded))
