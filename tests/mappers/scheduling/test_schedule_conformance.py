"""The suite over every registered static scheduler, and over broken ones."""

import numpy as np
import pytest

from mappers.scheduling.conformance import ScheduleSuite
from mappers.scheduling.schedule_tasks import SCHEDULES
from partitioners.plugins.conformance import Suite, ask_another_process


def on_one_core(problem):
    start = np.cumsum(problem.cost[:, problem.kind_of_core[0]])
    return np.zeros(problem.num_tasks, int), start - problem.cost[:, problem.kind_of_core[0]]


def all_at_once(problem):
    """A schedule in which every task begins at 0."""
    return np.arange(problem.num_tasks) % problem.num_cores, np.zeros(problem.num_tasks)


BROKEN = {"schedules_are_valid": all_at_once}


@pytest.fixture(scope="module")
def suites():
    made = {method: ScheduleSuite(method) for method in SCHEDULES}
    ask_another_process(list(made.values()))
    return made


@pytest.mark.parametrize("method", SCHEDULES)
def test_every_schedule_conforms(method, suites):
    assert [(each.check, each.failure) for each in suites[method].run() if each.failure] == []


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_schedule_is_found_by_the_check_that_is_meant_for_it(name):
    SCHEDULES.register(name, BROKEN[name])
    try:
        assert ScheduleSuite(name)._make(getattr(ScheduleSuite(name), name)).failure
    finally:
        SCHEDULES.unregister(name)


def test_a_valid_plug_in_of_another_package_passes_the_checks_of_schedules():
    SCHEDULES.register("on_one_core", on_one_core)
    try:
        suite = ScheduleSuite("on_one_core")
        own = [method for method in suite._checks() if method.__name__ not in vars(Suite)]
        assert [suite._make(method).failure for method in own] == [""] * len(own)
    finally:
        SCHEDULES.unregister("on_one_core")
