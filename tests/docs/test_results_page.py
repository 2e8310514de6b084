"""The page on results: its queries in SQL over a results folder, whose answers are those of pandas."""

import re
from pathlib import Path

import duckdb
import numpy as np
import pytest

from numasim.experiments.experiment import run_experiment
from numasim.experiments.run_options import RunOptions
from numasim.results.folder import write_folder
from numasim.schema.load import load_experiment

PAGE = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
SECTION = re.search(r"^## SQL\n(.*?)^## ", PAGE, re.S | re.M)[1]


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", SECTION, re.S)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The folder in which the page's study was run."""
    place = tmp_path_factory.mktemp("study")
    (text,) = blocks("yaml")
    name = re.match(r"# (\S+)\n", text)[1]
    (place / name).write_text(text)
    folder = place / "results" / Path(name).stem
    folder.mkdir(parents=True)
    write_folder(folder, run_experiment(load_experiment(place / name), RunOptions(1)))
    return place


def test_the_queries_have_the_answers_of_pandas(study, monkeypatch, capsys):
    monkeypatch.chdir(study)
    names = {}
    for text in blocks("python"):
        exec(compile(text, "results.md", "exec"), names)
    assert "wb_libra" in capsys.readouterr().out
    assert sorted(set(names["runs"]["partitioner"])) == ["metis", "random", "wb_libra"]
    best, speedup, links, spread = (
        duckdb.sql(query).fetchall() for query in blocks("sql")[0].split(";") if query.strip()
    )

    assert best == list(names["best"].itertuples(index=False, name=None))
    assert [name for name, _ in speedup] == names["speedup"].index.tolist()
    np.testing.assert_allclose([ratio for _, ratio in speedup], names["speedup"], rtol=1e-12)
    assert dict(speedup)["metis"] == 1
    assert links == list(names["links"].reset_index().itertuples(index=False, name=None))
    assert sum(waited for *_, waited in links) > 0
    assert [(name, number) for name, number, *_ in spread] == [
        ("metis", 6),
        ("random", 6),
        ("wb_libra", 6),
    ]
    np.testing.assert_allclose([row[2:] for row in spread], names["spread"], rtol=1e-12)


def test_the_queries_in_the_text_have_answers(study, monkeypatch):
    monkeypatch.chdir(study)
    (all_folders,) = re.findall(r"`(FROM read_parquet.*?)`", SECTION)
    (unit,) = re.findall(r"`(SELECT decode.*?)` is `s`", SECTION)
    rows = duckdb.sql(f"SELECT DISTINCT filename, count(*) {all_folders} GROUP BY ALL").fetchall()
    assert rows == [("results/cuts/results.parquet", 24)]
    assert duckdb.sql(unit).fetchall() == [("s",)]
