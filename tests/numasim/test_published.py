"""Published figures beside those of runs: which rows they belong to, what is refused."""

import numpy as np
import pandas as pd
import pytest

from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.results.published import compare_with_published, print_published
from numasim.schema.published_figures import read_published
from partitioners.errors import InputError

RESULTS = pd.DataFrame(
    {
        "point": [0, 1, 2, 3],
        "run_id": list("abcd"),
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
    found = compare_with_published(RESULTS, write(FILE))
    told = list(zip(found["point"], found["published"], found["ratio"], found["source"], strict=True))
    assert told == [
        (1, 1e-6, 2.0, "Table 1"),
        (0, 4e-6, 1.0, "Table 2"),
        (1, 4e-6, 0.5, "Table 2"),
        (0, 8e-6, 0.5, "Table 2"),
    ]


def test_what_is_printed(write, capsys):
    from rich.console import Console

    print_published(Console(width=80), compare_with_published(RESULTS, write(FILE)), GPU)
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
            'figure,value,source\nseconds,1,"T\n2"\n',
            ":2: is not a line of CSV: unexpected end of data",
        ),
        ("", ": has no column 'figure'; it needs figure, value, source"),
        ("figure,value,source,x_inn\nseconds,1,T,shared\n", ":2: no column 'x_inn'; did you mean 'x_in'?"),
        (
            "figure,value,source\nmatrix,1,T\n",
            ":2: figure: 'matrix' is a column of text; expected one of numbers",
        ),
        ("figure,value,source\nsecond,1,T\n", ":2: no column 'second'; did you mean 'seconds'?"),
    ],
)
def test_what_is_refused(write, text, message):
    path = write(text)
    with pytest.raises(InputError) as error:
        compare_with_published(DONE, path)
    assert str(error.value) == f"{path}{message}"


def test_a_run_without_the_figure_is_left_out(write):
    results = DONE.assign(copies=pd.array([None, 2, None], dtype="Int64"))
    found = compare_with_published(
        results, write("figure,value,source,block_size\ncopies,4,T,\ncopies,1,T,1024\n")
    )
    assert found[["point", "simulated", "ratio"]].to_numpy().tolist() == [[1, 2, 0.5]]


@pytest.mark.parametrize("failed", [[3], [0, 1, 2, 3]])
def test_failures_are_not_hidden_by_a_column_that_only_failed_runs_would_have(write, failed):
    results = RESULTS.assign(error=["no" if point in failed else None for point in RESULTS["point"]])
    lines = "copies,1,T\nseconds,1,T\n"
    found = compare_with_published(results, write(f"figure,value,source\n{lines}"))
    assert len(found) == 4 - len(failed)


def test_the_papers_figures_are_those_of_its_tables():
    from numasim.config.presets import config_directory

    lines = [line for _, line in read_published(config_directory() / "papers" / "spac_spmv.csv")]
    assert len(lines) == 8 * 6 + 8 + 2 * 8
    derived = "SPAC (2017) Tables 4 and 5 (cuSPARSE)"
    assert {line["source"] for line in lines} == {"SPAC (2017) Table 4", "SPAC (2017) Table 5", derived}
    # cuSPARSE takes the time of a product of SPAC over the ratio of both, in the order of Table 4.
    of = {
        (line["source"], line["matrix"], line["variant"]): float(line["value"])
        for line in lines
        if line["x_in"] in ("", "shared") and line["block_size"] == "1024"
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
    from partitioners.errors import ConfigError

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
