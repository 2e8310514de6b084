"""The line that shows progress without a terminal, and the time left."""

import pytest

from partitioners import progress
from partitioners.progress import Pace, progress_line


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test sets."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def written(monkeypatch, capsys):
    """Returns what standard error was given, which is 40 columns wide."""
    monkeypatch.setenv("COLUMNS", "40")
    return lambda: capsys.readouterr().err


def test_reports_overwrite_each_other_and_the_line_ends_once(written, clock):
    with progress_line() as report:
        clock[0] += 3
        report(1, 4, "random: 5,093 cycles")
        clock[0] += 3
        report(2, 4, "metis: 71 cycles")
        report(0, 0, "drawing a picture whose name is far too long")
    assert written() == (
        "\r1 of 4, 0:00:09 left: random: 5,093 cycles"[:39]
        + "…"
        + "\r2 of 4, 0:00:06 left: metis: 71 cycles "
        + "\r0: drawing a picture whose name is far…"
        + "\n"
    )


def test_nothing_is_written_without_a_report(written):
    with progress_line():
        pass
    assert written() == ""


def interrupted():
    with progress_line() as report:
        report(1, 2, "a")
        raise KeyboardInterrupt


def test_the_line_ends_before_an_error(written):
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert written().endswith("a\n")


def test_the_time_left_is_that_of_the_steps_at_the_speed_so_far(clock):
    pace = Pace()
    clock[0] += 10
    assert pace.left(1, 5) == 40
    assert pace.left(4, 5) == 2.5
    assert pace.left(2, 0) is None


def test_steps_of_an_earlier_run_took_no_time(clock):
    pace = Pace()
    assert pace.left(30, 40) is None
    clock[0] += 10
    assert pace.left(35, 40) == 10


def test_of_fast_reports_the_first_and_the_last_are_written(clock):
    pace, written = Pace(), []
    for done in range(1, 1001):
        clock[0] += 1 / 1024
        if pace.is_due(done, 1000):
            written.append(done)
    assert written[0] == 1
    assert written[-1] == 1000
    assert len(written) == 11
