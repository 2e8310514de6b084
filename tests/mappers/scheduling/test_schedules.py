"""Static schedulers: the published examples, their definitions in plain Python, and the optimum."""

import numpy as np
import pytest
from exact_schedules import EXACT, ExactProblem, in_order
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scheduling_problems import (
    HEFT_COSTS,
    HEFT_EDGES,
    PEFT_COSTS,
    PEFT_EDGES,
    problems,
    random_instance,
    shortest_makespan,
    table,
)

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.methods.peft import summed_optimistic_costs
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.schedule_tasks import SCHEDULES, schedule_tasks
from partitioners.errors import OptionError, VerificationError
from partitioners.generators.forks_and_joins import fork_join

SOME = settings(deadline=None, max_examples=examples(60))
HEFT_EXAMPLE, PEFT_EXAMPLE = table(HEFT_COSTS, HEFT_EDGES), table(PEFT_COSTS, PEFT_EDGES)


def rows(schedule):
    """{task: (core, start, end)}, counted from 1 as in the papers."""
    cells = zip(schedule.core.tolist(), schedule.start.tolist(), schedule.finish.tolist(), strict=True)
    return {v: (core + 1, start, end) for v, (core, start, end) in enumerate(cells, start=1)}


# The published examples. Topcuoglu, Hariri and Wu, IEEE TPDS 13(3), 2002: figure 4 has the schedules.


def test_heft_makes_the_published_schedule_of_length_80():
    rank = HEFT_EXAMPLE.upward_rank / HEFT_EXAMPLE.pairs
    table_3 = [108.000, 77.000, 80.000, 80.000, 69.000, 63.333, 42.667, 35.667, 44.333, 14.667]
    assert rank.tolist() == pytest.approx(table_3, abs=5e-4)
    schedule = schedule_tasks(HEFT_EXAMPLE, "heft")
    assert schedule.makespan == 80
    assert rows(schedule) == {
        1: (3, 0, 9), 2: (1, 27, 40), 3: (3, 9, 28), 4: (2, 18, 26), 5: (3, 28, 38),
        6: (2, 26, 42), 7: (3, 38, 49), 8: (1, 57, 62), 9: (2, 56, 68), 10: (2, 73, 80),
    }  # fmt: skip


def test_cpop_makes_the_published_schedule_of_length_86():
    schedule = schedule_tasks(HEFT_EXAMPLE, "cpop")
    assert schedule.makespan == 86
    assert rows(schedule) == {
        1: (2, 0, 16), 2: (2, 16, 35), 3: (1, 28, 39), 4: (3, 25, 42), 5: (2, 35, 48),
        6: (3, 42, 51), 7: (1, 39, 46), 8: (3, 54, 68), 9: (2, 65, 77), 10: (2, 79, 86),
    }  # fmt: skip


def test_peft_makes_its_published_schedule_of_length_122():
    """Arabnejad and Barbosa, IEEE TPDS 25(3), 2014: the ranks of their example, and both lengths."""
    mean = summed_optimistic_costs(PEFT_EXAMPLE).mean(axis=1) / PEFT_EXAMPLE.pairs
    assert np.round(mean).tolist() == [73, 41, 37, 44, 31, 42, 17, 21, 16, 0]
    assert schedule_tasks(PEFT_EXAMPLE, "peft").makespan == 122
    assert schedule_tasks(PEFT_EXAMPLE, "heft").makespan == 133


# A case by hand: two equal cores, a message takes 2 + its data.
#   0 (3) -> 1 (4) data 1; 0 -> 2 (2) data 5; 1 -> 3 (1) data 0; 2 -> 3 data 0; 4 (6) alone.
BY_HAND = SchedulingProblem(
    [[3], [4], [2], [1], [6]],
    [0, 0],
    [0, 0, 1, 2],
    [1, 2, 3, 3],
    [1, 5, 0, 0],
    np.full((2, 2), 2),
    np.ones((2, 2)),
)
# Everything after task 0 stays on its core, because a message to the other arrives at 6 or later. Methods
# differ in the core and the turn of task 4.
ALONE = {0: (1, 0, 3), 4: (2, 0, 6), 1: (1, 3, 7), 2: (1, 7, 9), 3: (1, 9, 10)}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("heft", ALONE),
        ("cpop", {**ALONE, 2: (1, 3, 5), 1: (1, 5, 9)}),
        ("peft", ALONE),
        ("etf", ALONE),
        ("dls", ALONE),
        ("dsc", ALONE),
        ("min_min", {**ALONE, 2: (1, 3, 5), 1: (1, 5, 9)}),
        ("max_min", {4: (1, 0, 6), 0: (2, 0, 3), 1: (2, 3, 7), 2: (2, 7, 9), 3: (2, 9, 10)}),
        ("mct", ALONE),
    ],
)
def test_a_case_by_hand(method, expected):
    found = schedule_tasks(BY_HAND, method)
    assert {v - 1: row for v, row in rows(found).items()} == expected


# The definitions, in exact arithmetic.


def check(problem, methods=tuple(EXACT)):
    exact = ExactProblem(problem)
    for method in methods:
        found, expected = schedule_tasks(problem, method), EXACT[method](exact)
        assert (method, found.core.tolist()) == (method, [expected.core[v] for v in exact.tasks])
        assert (method, found.start.tolist()) == (method, [expected.begin[v] for v in exact.tasks])


@pytest.mark.parametrize(("instances", "seed"), [(500, 1), pytest.param(2000, 2, marks=pytest.mark.slow)])
def test_every_method_is_its_definition_and_breaks_ties_as_documented(instances, seed):
    rng = np.random.default_rng(seed)
    for _ in range(instances):
        check(random_instance(rng))


@SOME
@given(problems())
def test_every_method_is_its_definition_with_parallel_dependences_and_cores_of_no_kind(problem):
    check(problem)


def test_time_balanced_orders_its_cores_by_rank():
    """Its placement has tests of its own; here the turns and starts on the cores that it has chosen."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        problem = random_instance(rng)
        exact, found = ExactProblem(problem), schedule_tasks(problem, "time_balanced")
        order = sorted(exact.tasks, key=lambda v: (-exact.upward[v], v))
        expected = in_order(exact, order, fixed=dict(enumerate(found.core.tolist())))
        assert found.start.tolist() == [expected.begin[v] for v in exact.tasks]


@pytest.mark.parametrize("method", sorted({*SCHEDULES.builtins} - {"etf"}))
@pytest.mark.parametrize("speeds", [[1] * 7 + [0.01], [4, 2, 2, 1, 1, 0.5, 0.5, 0.25]], ids=["one", "mixed"])
def test_slow_cores_get_little(method, speeds):
    """At most 2.5 times as long as all speeds together; equal shares take at least 5 times as long.

    ``etf`` was made for equal cores: it takes the earliest start, whatever the core.
    """
    rng = np.random.default_rng(7)
    graph = fork_join(width=80, stages=3)
    work = rng.integers(500, 1500, graph.num_vertices)
    cost = np.ceil(work[:, None] / np.array(speeds))
    apart = 20.0 * (1 - np.eye(8))
    data = np.ones(graph.num_edges)
    problem = SchedulingProblem(cost, range(8), graph.src, graph.dst, data, apart, np.zeros((8, 8)))
    assert schedule_tasks(problem, method).makespan < 2.5 * work.sum() / sum(speeds)
    assert cost.sum(axis=0).max() / 8 > 5 * work.sum() / sum(speeds)


def test_the_critical_path_goes_through_tasks_between_and_not_past_them():
    """Tasks 0, 1 and 2 are a path of length 23, and 0 -> 2 is a way past task 1; core 2 takes 7 for all."""
    shortcut = table([(3, 19, 1), (18, 17, 2), (1, 8, 4)], {(1, 2): 11, (1, 3): 5, (2, 3): 15})
    schedule = schedule_tasks(shortcut, "cpop")
    assert (schedule.core.tolist(), schedule.makespan) == ([2, 2, 2], 7)


def test_equal_ranks_go_to_the_lowest_task():
    """The ranks of tasks 1 and 3 are 33/3 both, which two sums in floating point round differently."""
    tie = table([(17, 15, 11), (14, 17, 2), (7, 4, 16), (18, 5, 10)], {(1, 2): 8, (1, 4): 6, (3, 4): 4})
    assert tie.upward_rank[1] == tie.upward_rank[3] == 11 * tie.pairs
    assert schedule_tasks(tie, "heft").makespan == 22


@SOME
@given(st.integers(2, 12), st.integers(1, 3), st.integers(1, 4), st.sampled_from([0, 3, 40]), st.data())
def test_max_min_is_its_definition_on_wide_graphs(width, stages, cores, latency, data):
    """Stages of tasks that join: some data arrive everywhere before any core is free, some do not."""
    graph = fork_join(width=width, stages=stages)
    work = st.lists(st.integers(0, 9), min_size=graph.num_vertices, max_size=graph.num_vertices)
    problem = SchedulingProblem(
        np.array(data.draw(work))[:, None],
        np.zeros(cores, int),
        graph.src,
        graph.dst,
        np.zeros(graph.num_edges),
        latency * (1 - np.eye(cores)),
        np.zeros((cores, cores)),
    )
    check(problem, ["max_min"])


# Laws.


@settings(deadline=None, max_examples=examples(40))
@given(problems(max_tasks=5, max_cores=2))
def test_no_schedule_is_shorter_than_the_optimum(problem):
    optimum = shortest_makespan(problem)
    assert problem.lower_bound <= optimum + 1e-9
    for method in SCHEDULES.builtins:
        assert schedule_tasks(problem, method).makespan >= optimum - 1e-9


@SOME
@given(problems(max_tasks=12, max_cores=4), st.sampled_from(SCHEDULES.builtins))
def test_every_start_is_the_earliest_for_the_order_of_its_core(problem, method):
    """schedule_tasks verifies that no task begins too early; here none begins later than it could."""
    found = schedule_tasks(problem, method)
    previous = found.before()
    sender, receiver = found.core[problem.src], found.core[problem.dst]
    arrivals = found.finish[problem.src] + problem.communication(sender, receiver)
    earliest = np.where(previous >= 0, found.finish[previous], 0.0)
    np.maximum.at(earliest, problem.dst, arrivals)
    assert found.start.tolist() == pytest.approx(earliest.tolist())


def test_independent_tasks_on_one_core_take_their_work():
    problem = SchedulingProblem([[4.0]] * 3, [0], [], [], [], [[0]], [[0]])
    for method in SCHEDULES.builtins:
        assert schedule_tasks(problem, method).makespan == 12


def test_a_gap_is_filled_and_stays_in_order():
    """Task 3 fits before task 2, which waits for the message of task 0; task 4 no longer does."""
    latency = np.full((2, 2), 10.0)
    problem = SchedulingProblem(
        [[2, 2], [9, 1], [99, 3], [99, 7], [99, 7]],
        [0, 1],
        [0, 1],
        [2, 2],
        [0, 0],
        latency,
        np.zeros((2, 2)),
    )
    expected = in_order(ExactProblem(problem), [0, 1, 2, 3, 4])
    found = place_in_order(problem, np.arange(5))
    assert found[0].tolist() == [*expected.core.values()]
    assert found[1].tolist() == [*expected.begin.values()]
    assert found[1].tolist() == [0, 0, 12, 1, 15]


def test_a_task_without_time_runs_between_two_tasks_that_follow_each_other_at_once():
    """Tasks 0 and 1 run on core 0 from 0 to 110. Task 2 fits between them, so task 3 ends before task 1."""
    problem = SchedulingProblem(
        [[10], [100], [0], [50]], [0, 0], [0, 0, 2], [1, 2, 3], [40, 40, 1], [[0, 0], [0, 0]], np.ones((2, 2))
    )
    found = schedule_tasks(problem, "heft")
    assert found.makespan == 110
    assert rows(found)[3] == (1, 10, 10)


@pytest.mark.parametrize("method", EXACT)
def test_every_method_is_its_definition_if_many_tasks_take_no_time(method):
    """Long timelines of few cores, on which gaps of all lengths meet tasks of length 0."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        t, p = int(rng.integers(10, 40)), int(rng.integers(1, 4))
        src, dst = np.nonzero(np.triu(rng.random((t, t)) < 2 / t, 1))
        cost = rng.integers(0, 9, (t, p)) * (rng.random((t, p)) < 0.6)
        sizes = rng.integers(0, 9, src.size)
        check(
            SchedulingProblem(cost, range(p), src, dst, sizes, rng.integers(0, 5, (p, p)), np.ones((p, p))),
            [method],
        )


@SOME
@given(problems(max_tasks=40, max_cores=2))
def test_insertion_is_its_definition_on_long_timelines(problem):
    expected = in_order(ExactProblem(problem), range(problem.num_tasks))
    found = place_in_order(problem, np.arange(problem.num_tasks))
    tasks = range(problem.num_tasks)
    assert found[0].tolist() == [expected.core[v] for v in tasks]
    assert found[1].tolist() == [expected.begin[v] for v in tasks]


# Errors.


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda p: None, "schedule 'wrong' must return two arrays: one core (an integer) and one start "
         "(a number) for each of the 5 tasks"),
        (lambda p: (np.array([0, 0, 0, 0, 9]), np.arange(5.0)),
         "schedule 'wrong': task 4 is on core 9; cores are 0 .. 1"),
        (lambda p: (np.zeros(5, int), np.array([0, 3, 7, 9, np.nan])),
         "schedule 'wrong': task 4 begins at nan; a time is finite and at least 0"),
        (lambda p: (np.array([0, 0, 0, 0, 0]), np.array([0, 3, 7, 9, 9.0])),
         "schedule 'wrong': task 4 begins at 9 on core 0, which runs task 3 until 10"),
        (lambda p: (np.array([0, 1, 0, 0, 1]), np.array([0, 5, 3, 99, 99])),
         "schedule 'wrong': task 1 begins at 5, but the data of task 0 arrive at 6"),
    ],
)  # fmt: skip
def test_a_wrong_schedule_is_refused(made, text):
    SCHEDULES.register("wrong", lambda problem: made(problem))
    try:
        with pytest.raises(VerificationError) as error:
            schedule_tasks(BY_HAND, "wrong")
    finally:
        SCHEDULES.unregister("wrong")
    assert str(error.value) == text


def test_a_wrong_problem_is_refused():
    def refused(**changes):
        whole = {"cost": [[1.0], [2.0]], "kind_of_core": [0], "src": [0], "dst": [1], "data": [0.0],
                 "latency": [[0.0]], "time_per_unit": [[0.0]]}  # fmt: skip
        with pytest.raises(OptionError) as error:
            SchedulingProblem(**{**whole, **changes})
        return str(error.value)

    assert refused(cost=[[1.0], [-2.0]]) == "cost must be finite and at least 0"
    assert refused(latency=[[np.inf]]) == "latency must be finite and at least 0"
    assert refused(src=[1], dst=[0]) == (
        "dependence 0 leads from task 1 to task 0; number the 2 tasks so that every dependence leads to a "
        "higher number"
    )
    assert refused(kind_of_core=[1]) == "kind_of_core[0] is 1, but cost has the columns 0 .. 0"
    assert refused(kind_of_core=[0, 0]) == (
        "the arrays of a scheduling problem do not fit together: cost (2, 1), kind_of_core (2,), src (1,), "
        "dst (1,), data (1,), latency (1, 1), time_per_unit (1, 1)"
    )


def test_what_is_no_problem_and_no_name_is_refused():
    with pytest.raises(OptionError, match=r"^expected a SchedulingProblem, got NoneType$"):
        schedule_tasks(None)
    with pytest.raises(OptionError, match=r"^the name of a schedule must be a text, got None$"):
        schedule_tasks(BY_HAND, None)
