"""The columns of results: what each kind of rows shows is registered, and the documentation says the same."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from gpu.model.result import SCALARS
from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.kinds.mesh.columns import ROWS as MESH
from numasim.kinds.quality.columns import ROWS as QUALITY
from numasim.results.row_kinds import rows_of
from numasim.schema.kinds import KINDS, part
from partitioners.analysis.quality import Quality

PAGE = Path(__file__).parents[3] / "docs" / "results.md"


@pytest.mark.parametrize("kind", [rows_of(kind) for kind in KINDS], ids=KINDS)
def test_what_is_shown_has_the_words_that_it_is_shown_with(kind):
    for name in kind.figures:
        assert kind.columns[name].heading
        assert kind.columns[name].hint or kind.columns[name].title
    for name in kind.communication:
        assert kind.columns[name].ratio
        assert kind.columns[name].title
    for name in kind.bars:
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


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_parts(kind):
    parts = {
        name: part(kind, module, name)
        for module, name in (
            ("columns", "ROWS"),
            ("summary", "columns"),
            ("summary", "caption"),
            ("figures", "pictures"),
            ("figures", "PICTURES"),
            ("point", "POINT"),
        )
    }
    assert parts["ROWS"].name == kind
    assert all(callable(parts[name]) for name in ("columns", "caption", "pictures"))


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
