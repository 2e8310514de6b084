"""They keep what their families promise, and do what they are for."""

from pathlib import Path

import pytest

import numasim
from numasim.plugins import conformance


@pytest.mark.parametrize(
    ("kind", "name"), [("component", "next_lines"), ("generator", "walks"), ("scheduler", "rarest_first")]
)
def test_it_conforms(kind, name):
    assert [finding for finding in conformance(kind, name) if finding.failure] == []


def test_the_walk_is_faster_with_the_prefetcher():
    table = numasim.run(Path(__file__).parents[1] / "experiment.yaml", workers=1)
    assert table["error"].isna().all()
    assert table["component"].tolist() == ["none", "next_lines", "next_lines"]
    without, one, two = table["cycles"]
    assert max(one, two) < 0.8 * without
    assert table["l1_misses"].is_monotonic_decreasing
    assert table["prefetches"].isna().tolist() == [True, False, False]
    assert (table["prefetches"][1:] > 0).all()
