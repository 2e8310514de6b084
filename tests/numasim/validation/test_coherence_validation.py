"""The validation of coherence: the command, its section, its page, and what counts as a miss."""

import csv
import re
from pathlib import Path

import pytest

from numasim.cli import execute
from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.protocol import Event, HomeState, protocol_markdown
from numasim.numa.coherence.tester import RandomTest
from numasim.validation.coherence import validate_coherence
from numasim.validation.coherence_report import BEGIN, END, section, summary
from numasim.validation.coherence_transactions import REFERENCE, read_transactions
from numasim.validation.markdown import write_section
from partitioners.errors import InputError

PAGE = Path(__file__).parents[3] / "docs" / "coherence.md"
(FILE,) = REFERENCE.glob("*.csv")


def one_row(folder, transaction, **changes):
    """A list with a single transaction."""
    with FILE.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    (row,) = (row for row in rows if row["id"] == transaction)
    with (folder / "ours.csv").open("w", newline="") as lines:
        writer = csv.DictWriter(lines, row)
        writer.writeheader()
        writer.writerow(row | changes)


def test_the_command(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# Ours\n\nBefore.\n")
    command = ["validate", "coherence", "--operations", "120000", "--output", str(page)]
    assert execute(command) == 0
    first = capsys.readouterr()
    assert first.err == ""
    assert re.search(
        r"^T1: Load miss; block clean-shared +2 sharers +1 +1 +2 +S/SS +4 +0 +0", first.out, re.M
    )
    assert re.search(r"^T17 +owner in M +2 +2 +0 +-/NP +4 +0 +0", first.out, re.M)
    assert re.search(r"^evictions everywhere +8 +40 +13,333 ", first.out, re.M)
    assert re.search(r"^evictions everywhere +[\d,]+( +\d+\.\d\d){6} *$", first.out, re.M)
    assert re.search(r"^INV = INV_ACK +([\d,]+) +\1 +0 +0", first.out, re.M)
    assert re.search(r"^forward while a write-back is under way +[1-9]", first.out, re.M)
    assert "transactions: 18 in 148 runs, of which 148 are exact; 0 messages or states differ" in first.out
    assert "random tests: 120,000 operations and " in first.out
    assert "races: 27 of 27 occurred" in first.out
    text = page.read_text()
    assert text.startswith(f"# Ours\n\nBefore.\n\n{BEGIN}\n## Coherence\n")
    assert text.endswith(f"{END}\n")
    assert "**All checks passed.**" in text
    page.write_text(text + "\nAfter.\n")
    assert execute(command) == 0
    assert capsys.readouterr().out == first.out
    assert page.read_text() == text + "\nAfter.\n"


def test_another_reference_is_run_too(tmp_path, capsys):
    one_row(tmp_path, "T14", ctrl_msgs="3")
    assert execute(["validate", "coherence", "--operations", "120000", "--reference", str(tmp_path)]) == 1
    shown = capsys.readouterr()
    assert shown.err == "".join(
        f"missed: T14, home {home}: control: 2; the reference has 3\n" for home in range(4)
    )
    rows = re.findall(r"^T14: L2 evicts .*?  +(.*)$", shown.out, re.M)
    assert [row.split() for row in rows] == [
        ["2", "0", "0", "-/NP", "4", "0", "0"],
        ["2", "(3)", "0", "0", "-/NP", "0", "of", "4", "1", "0"],
    ]


def test_what_is_missed():
    quiet = RandomTest("alone", operations=2_000, cores=1, controllers=1)
    found = validate_coherence({}, tests=[quiet])
    assert found.misses()[0] == "race never occurred: forward while a write-back is under way"
    assert "home SS x GET_S" in found.unused_rules()
    assert any(line.startswith("rules: ") and "were not used: " in line for line in summary(found))
    assert "**Failed:**\n\n- race never occurred: " in section(found, seed=0)


def test_a_broken_protocol_is_missed(monkeypatch):
    rules = coherence_state.home_rules()
    rules[HomeState.SS, Event.GET_M]["also_send"] = -1
    monkeypatch.setattr(coherence_state, "home_rules", lambda: rules.copy())
    test = RandomTest("many", operations=5_000)
    told = []
    found = validate_coherence(
        {key: row for key, row in read_transactions().items() if row.id == "T1"},
        tests=[test],
        progress=lambda *what: told.append(what),
    )
    assert found.outcomes == []
    assert re.match(r"many: operations never finish \(no message in flight", found.misses()[0])
    assert told == [(0, 5_000, "many")]
    assert "1 tests violated an invariant (0 allowed)" in "\n".join(summary(found))


def test_a_message_too_many_is_missed(monkeypatch):
    rules = coherence_state.l1_rules()
    found = validate_coherence({}, tests=[RandomTest("some", operations=3_000)])
    (outcome,) = found.outcomes
    assert outcome.misses() == []
    outcome.messages["INV_ACK"] += 1
    (miss,) = outcome.misses()
    invalidations = outcome.messages["INV"]
    assert miss == f"some: INV = INV_ACK does not hold: {invalidations:,} and {invalidations + 1:,}"
    assert miss in found.misses()
    assert rules.shape == coherence_state.l1_rules().shape


def test_the_page_shows_the_protocol_that_runs():
    text = PAGE.read_text()
    tables = text[text.index("## Messages") :]
    assert tables == protocol_markdown(), "write docs/coherence.md anew from protocol_markdown()"


def test_a_page_with_one_mark(tmp_path):
    page = tmp_path / "validation.md"
    write_section(page, f"{BEGIN}\none\n{END}")
    assert page.read_text() == f"# Validation\n\n{BEGIN}\none\n{END}\n"
    write_section(page, f"{BEGIN}\ntwo\n{END}")
    assert page.read_text() == f"# Validation\n\n{BEGIN}\ntwo\n{END}\n"
    page.write_text(BEGIN)
    text = f"{page}: only one of the marks {BEGIN} and {END} was found; add the other one"
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        write_section(page, f"{BEGIN}\n{END}")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--operations", "8"], "operations must be at least 9, one per random test, got 8"),
        (["--seed", "-1"], "--seed cannot be negative, got -1"),
        (["--output", "nowhere/page.md"], "nowhere/page.md: there is no folder nowhere to write into"),
        (["--reference", "nowhere"], "nowhere: this folder has no CSV files with transactions"),
    ],
)
def test_options_that_cannot_be(options, text, capsys):
    assert execute(["validate", "coherence", *options]) == 2
    assert capsys.readouterr().err == f"error: {text}\n"
