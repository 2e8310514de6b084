"""The price of the end of a run: the law between its limits, and its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numasim.experiments.experiment import run_experiment
from numasim.experiments.price import Price
from numasim.experiments.run_end import RunEnd
from numasim.experiments.run_options import RunOptions
from numasim.results.chosen_rows import MOST_ROWS
from numasim.schema.load import load

POINTS, BYTES = st.integers(1, 10**7), st.integers(0, 10**12)


@given(POINTS, BYTES, POINTS, BYTES, st.booleans(), st.booleans())
def test_more_of_anything_takes_longer(points, size, more_points, more_bytes, pictures, csv):
    end = RunEnd(pictures, csv)
    seconds = end.seconds(Price(points, 1.0, size, 2))
    assert seconds <= end.seconds(Price(points + more_points, 1.0, size + more_bytes, 2))
    assert seconds <= RunEnd().seconds(Price(points, 1.0, size, 2))
    assert seconds == end.seconds(Price(points, 99.0, size, 7))


@given(POINTS, BYTES)
def test_a_report_takes_the_same_time_for_any_number_of_rows_that_it_does_not_show(more, size):
    shown, of_more = (RunEnd().seconds(Price(MOST_ROWS + k, 1.0, size, 2)) for k in (0, more))
    assert shown == pytest.approx(of_more)


@given(st.integers(1, 10**6), BYTES, st.integers(0, 10**6))
def test_points_that_had_been_finished_are_like_the_others(points, size, finished):
    """A run that resumes ends as one in one piece."""
    whole = Price(points + finished, 1.0, size * (points + finished) / points, 2)
    resumed = Price(points, 1.0, size, 2, finished=finished)
    assert RunEnd().seconds(resumed) == pytest.approx(RunEnd().seconds(whole))


@pytest.mark.parametrize(
    ("end", "price", "text"),
    [
        (
            RunEnd(),
            Price(65_536, 1123.0, 45e6, 2),
            "then about 40 seconds for tables, pictures and report",
        ),
        (
            RunEnd(pictures=False),
            Price(10**6, 1e4, 540e6, 2),
            "then about 4 minutes for tables and report",
        ),
        (
            RunEnd(pictures=False, csv=False),
            Price(2000, 1.0, 0.0, 2),
            "then about 1 second for tables and report",
        ),
    ],
)
def test_the_end_is_one_phrase(end, price, text):
    assert end.after(price) == text


def test_a_run_that_resumes_knows_the_points_that_had_been_finished(tmp_path):
    prices = []
    for count in (30, 90):
        sections = {
            "workload": {"generator": "mc2depi", "n": 5},
            "partition": {"method": "libra", "parts": 2},
            "machine": "mesh-2x2",
            "execution": {"network": "ideal"},
            "tables": "none",
            "sweep": {"mapping.seed": [*range(count)]},
        }
        run_experiment(load(sections), RunOptions(1), folder=tmp_path, report_price=prices.append)
    assert {(price.points, price.finished) for price in prices} == {(60, 30)}
