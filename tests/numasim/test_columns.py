"""The columns of results: what each kind of rows shows is registered, and the documentation says the same."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from gpu.model.result import SCALARS
from numasim.experiments.kinds import kind_of
from numasim.results.row_kinds import GPU, MESH, QUALITY, ROW_KINDS
from numasim.results.summary import CAPTIONS, COLUMNS
from numasim.schema.experiment import Experiment
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.quality_experiment import QualityExperiment
from numasim.schema.schedule_experiment import ScheduleExperiment
from numasim.schema.thread_experiment import ThreadExperiment
from partitioners.analysis.quality import Quality

PAGE = Path(__file__).parents[2] / "docs" / "results.md"


@pytest.mark.parametrize("kind", ROW_KINDS.values(), ids=ROW_KINDS)
def test_what_is_shown_has_the_words_that_it_is_shown_with(kind):
    for name in kind.figures:
        assert kind.columns[name].heading
        assert kind.columns[name].hint or kind.columns[name].title
    for name in kind.communication:
        assert kind.columns[name].ratio
        assert kind.columns[name].title
    for name in (*kind.bars, *kind.more_bars):
        assert kind.columns[name].title
    assert {*kind.compared, *kind.compared_if_coherent} <= kind.columns.keys()
    assert all(name == column.name for name, column in kind.columns.items())


@pytest.mark.parametrize(
    ("value", "text"), [(None, "-"), (1.234, "1.23"), (0.0, "0.00")], ids=["none", "some", "zero"]
)
def test_a_column_writes_its_numbers(value, text):
    assert MESH.columns["speedup"].text(value) == text


def test_a_column_has_its_unit():
    assert MESH.columns["seconds"].text(12.3e-6) == "12.3 µs"
    assert MESH.columns["energy_joules"].text(2e-9) == "2 nJ"
    assert GPU.columns["l1_hit_rate"].text(0.5) == "50%"
    assert QUALITY.columns["messages"].text(1_234_567) == "1.23 M"


@pytest.mark.parametrize(
    "model", [Experiment, GpuExperiment, QualityExperiment, ScheduleExperiment, ThreadExperiment]
)
def test_every_experiment_has_its_kind_with_rows_table_and_caption(model):
    assert kind_of(model).rows is ROW_KINDS[model.kind]
    assert model.kind in COLUMNS
    assert model.kind in CAPTIONS


def test_a_rate_follows_from_other_figures():
    rate = GPU.columns["gflops"]
    assert rate.of({"flops": 4000, "seconds": 2e-6}) == pytest.approx(2.0)
    assert rate.of({"flops": 4000}) is None
    assert GPU.columns["flops"].of({"flops": 4000}) == 4000


def test_the_page_says_what_the_columns_of_a_gpu_mean():
    table = PAGE.read_text().partition("| column | |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = dict(re.fullmatch(r"\| (.*?) \| (.*) \|", line).groups() for line in table.splitlines())
    ratios = ", ".join(f"`{name}_vs_B`" for name in GPU.compared)
    assert rows.pop(ratios) == "over those of the baseline B"
    elsewhere = {*SCALARS, *(field.name for field in fields(Quality))}
    assert rows == {
        f"`{name}`": column.meaning
        for name, column in GPU.columns.items()
        if column.meaning and name not in elsewhere
    }
