"""No damaged file ends in an exception, a crash, a hang or without a message, nor changes a result."""

from collections import defaultdict

import pytest
from fuzz_targets import TARGETS
from guarded import Found, run_cases


def fuzz(cases_a_share, seed):
    """How the cases of each target ended; one process runs them all."""
    cases = [(target.name, number) for target in TARGETS for number in range(cases_a_share * target.share)]
    ended = defaultdict(list)
    for (name, _), how in run_cases(cases, seed):
        ended[name].append(how)
    return ended


@pytest.fixture(scope="module")
def some():
    return fuzz(2, seed=0)


@pytest.fixture(scope="module")
def many():
    return fuzz(100, seed=1)


def check(name, ended, cases):
    assert len(ended) == cases
    found = [how for how in ended if isinstance(how, Found)]
    assert not found, "\n\n".join(map(str, found))
    codes = set(ended)
    # Mutations are neither all refused nor all harmless, but damaged points, which are all run again,
    # and plug-ins, none of which passes the checks of its family.
    assert len(codes) > (name not in ("points", "plug-ins")), (
        f"all {cases} cases ended with the exit codes {codes}"
    )


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_some_cases_of_each_target(target, some):
    check(target.name, some[target.name], 2 * target.share)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_many_cases_of_each_target(target, many):
    check(target.name, many[target.name], 100 * target.share)
