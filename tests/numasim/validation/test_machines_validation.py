"""Published measurements of machines: within their tolerances, and as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from numasim.cli import execute
from numasim.validation import machines_report as report
from numasim.validation.machines import IN_SOCKET, PUBLISHED, Compared, Published, compare_published

PAGE = Path(__file__).parents[3] / "docs" / "validation.md"


@pytest.fixture(scope="module")
def found():
    return compare_published()


def test_all_figures_with_a_tolerance_are_within_it(found):
    assert [each.published for each in found] == list(PUBLISHED)
    assert report.misses(found) == []
    assert {each.published.machine for each in found if each.published.tolerance} == {
        "epyc-7r13-groups",
        "xeon-x5550",
        "xeon-x5650",
    }


def test_the_page_has_the_section_that_the_command_writes(found):
    written = report.section(found)
    text = PAGE.read_text(encoding="utf-8")
    assert written in text, "run `numasim validate threads -o docs/validation.md`"
    assert len(re.findall(re.escape(report.BEGIN), text)) == 1


def test_a_miss_is_named(monkeypatch, capsys, tmp_path):
    row = Published("xeon-x5650", IN_SOCKET, 37.2, "a source", 0.2)
    wrong = [Compared(row, 21.0)]
    monkeypatch.setattr("numasim.validation.machines.compare_published", lambda progress: wrong)
    assert execute(["validate", "threads", "--output", str(tmp_path / "page.md")]) == 1
    line = "xeon-x5650: core to core in a socket, ns: 21 in place of 37.2, -44% (20% allowed)"
    assert f"missed: {line}" in capsys.readouterr().err
    assert f"**Missed:** {line}." in (tmp_path / "page.md").read_text()


def test_a_missing_folder_is_named(capsys, tmp_path):
    path = tmp_path / "none" / "page.md"
    assert execute(["validate", "threads", "--output", str(path)]) == 2
    assert capsys.readouterr().err == f"error: {path}: there is no folder {path.parent} to write into\n"
