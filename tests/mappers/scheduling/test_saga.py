"""Schedules against SAGA, another implementation of the methods: equal, or different by a rule of SAGA."""

import logging
import re
from pathlib import Path

import numpy as np
import pytest
from exact_schedules import ExactProblem
from saga_schedules import LIKE_SAGA, SCHEDULERS, Instance, installed

from mappers.scheduling.schedule_tasks import schedule_tasks

pytestmark = pytest.mark.skipif(
    not installed(), reason="SAGA is not installed; scripts/environment installs scripts/locked/judges.txt"
)
PAGE = (Path(__file__).parents[3] / "docs" / "scheduling.md").read_text()
INSTANCES = 100


@pytest.fixture(scope="module")
def instances():
    logging.getLogger().setLevel(logging.ERROR)  # SAGA says in the root's log what it adds to a graph
    rng = np.random.default_rng(1)
    return [Instance(rng) for _ in range(INSTANCES)]


def equal(core, start, saga):
    return tuple(core) == saga.core and np.allclose([float(time) for time in start], saga.start)


@pytest.mark.parametrize("method", SCHEDULERS)
def test_with_its_rules_every_schedule_is_that_of_saga(method, instances):
    """Every core and start, in exact arithmetic; and the page says how many are equal with our rules."""
    same = 0
    for instance in instances:
        problem, saga = instance.problem(), instance.by_saga(method)
        exact = ExactProblem(problem)
        like = LIKE_SAGA[method](exact, instance, saga)
        assert equal([like.core[v] for v in exact.tasks], [like.begin[v] for v in exact.tasks], saga)
        ours = schedule_tasks(problem, method)
        same += equal(ours.core.tolist(), ours.start.tolist(), saga)
    (said,) = re.findall(rf"^\| `{method}` \| ([^|]*) \| [^|]* \|$", PAGE.partition("## Are they")[2], re.M)
    assert said == str(same) or said == "by its ties"
