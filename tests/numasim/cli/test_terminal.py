"""The progress bar on terminals of several widths: its counters are whole, on one line."""

import io
import json
import re
from dataclasses import replace

import pytest

from numasim.cli.terminal import progress_bar
from numasim.experiments.price import Price


class Terminal(io.StringIO):
    def isatty(self):
        return True


def drawn(monkeypatch, width, price=None):
    """The last line that a bar draws."""
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar() as progress:
        if price is not None:
            progress.report_price(price)
        progress(12, 40, "wb_libra, 8 parts, memory_centric: 5,093 cycles, and more than fits anywhere")
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", stream.getvalue())
    lines = [line.rstrip() for line in re.split(r"[\r\n]+", text) if "12/40" in line]
    return lines[-1]


@pytest.mark.parametrize("width", [50, 60, 80, 120, 130, 200])
def test_the_counters_are_whole_and_say_which_time_is_which(monkeypatch, width):
    line = drawn(monkeypatch, width)
    assert len(line) <= width
    assert re.search(r"12/40 0:00:0\d elapsed, (-:--:--|\d:\d\d:\d\d) left", line), line
    assert ("━" in line) == (width >= 130)
    assert " wb_libra," in line


@pytest.mark.parametrize("width", [60, 80, 130])
def test_a_bar_shows_the_bytes_of_the_run(monkeypatch, width):
    line = drawn(monkeypatch, width, Price(40, 12.0, 45e6, 2))
    assert len(line) <= width
    assert "left 45 MB of points" in line


def test_the_first_price_of_confirming_points_is_a_line_too(capsys):
    screened, both = Price(20, 11.0, 2000, 1, unpriced=2), Price(22, 41.0, 3000, 1)
    with progress_bar(lines=False) as progress:
        for price in (screened, screened, both, both):
            confirming = Price(2, 30.0, 1000, 1) if price is both else None
            progress.report_price(replace(price, confirming=confirming))
    assert capsys.readouterr().err.splitlines() == [
        "20 points: about 11 processor seconds (11 seconds on 1 worker), 2 kB of points; the price of 2 "
        "confirming points is not known yet",
        "2 confirming points: about 30 processor seconds (30 seconds on 1 worker), 1 kB of points; with the "
        "screened ones: about 41 processor seconds (41 seconds on 1 worker), 3 kB of points",
    ]


def test_the_first_price_is_a_line_and_the_others_are_numbers(capsys):
    with progress_bar() as progress:
        for done, seconds in ((1, None), (2, 11.0), (3, 12.345)):
            if seconds is not None:
                progress.report_price(Price(3, seconds, 100 * seconds, 2), lambda price: "and so on")
            progress(done, 3, "a")
    lines = capsys.readouterr().err.splitlines()
    assert lines.pop(1) == (
        "3 points: about 11 processor seconds (5.5 seconds on 2 workers), 1.1 kB of points; and so on"
    )
    found = [json.loads(line) for line in lines]
    assert [(each.get("processor_seconds"), each.get("bytes")) for each in found] == [
        (None, None),
        (11, 1100),
        (12.35, 1234),
    ]
