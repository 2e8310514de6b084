"""The progress bar on terminals of several widths: its counters are whole, on one line."""

import io
import re

import pytest

from numasim.cli.terminal import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def drawn(monkeypatch, width):
    """The last line that a bar draws."""
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar() as progress:
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
