"""The validation of the coherence protocol against its reference and its invariants.

It has two parts. Scripts execute every transaction of the reference, and each must send exactly the same
messages (:mod:`numasim.validation.coherence_transactions`). Random tests of several kinds check every step
(:mod:`numasim.numa.coherence.tester`). They must finish, their message counts must be consistent, and every
race must occur. Nothing has a tolerance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.protocol import home_rules, l1_rules
from numasim.numa.coherence.tester import (
    RandomTest,
    TestOutcome,
    races,
    run_random_test,
    scenarios,
    unused_rules,
)
from numasim.validation.coherence_transactions import Comparison, Row, compare_transactions
from partitioners.errors import InvariantError
from partitioners.progress import Progress, silent

OPERATIONS = 10_000_000


@dataclass(frozen=True)
class Validation:
    """The results of all comparisons and tests.

    Attributes
    ----------
    outcomes : list of TestOutcome
        The results of the tests that finished.
    broken : list of str
        The violated invariants of the other tests, one line each.
    """

    comparisons: list[Comparison]
    outcomes: list[TestOutcome]
    broken: list[str]

    @cached_property
    def l1_uses(self) -> NDArray[np.int64]:
        """The uses of each rule of an L1 in the tests, by state x event."""
        return sum((one.l1_uses for one in self.outcomes), np.zeros(l1_rules().shape, np.int64))

    @cached_property
    def home_uses(self) -> NDArray[np.int64]:
        """The uses of each rule of a home in the tests, by state x event."""
        return sum((one.home_uses for one in self.outcomes), np.zeros(home_rules().shape, np.int64))

    def races(self) -> dict[str, int]:
        """The number of occurrences of each race in the tests."""
        return races(self.l1_uses, self.home_uses)

    def identities(self) -> dict[str, tuple[int, int]]:
        """Both sides of each identity, summed over the tests."""
        left, right = Counter[str](), Counter[str]()
        for one in self.outcomes:
            for name, sides in one.identities().items():
                left[name] += sides[0]
                right[name] += sides[1]
        return {name: (left[name], right[name]) for name in left}

    def unused_rules(self) -> list[str]:
        """The rules of the protocol that no test used."""
        return unused_rules(self.l1_uses, self.home_uses)

    def misses(self) -> list[str]:
        """The failed checks, one line each; empty if all checks passed."""
        return [
            *(miss for one in self.comparisons for miss in one.misses()),
            *self.broken,
            *(miss for one in self.outcomes for miss in one.misses()),
            *(f"race never occurred: {name}" for name, count in self.races().items() if not count),
        ]


def validate_coherence(
    rows: Mapping[str, Row],
    *,
    operations: int = OPERATIONS,
    seed: int = 0,
    tests: Sequence[RandomTest] | None = None,
    progress: Progress = silent,
) -> Validation:
    """Run every transaction and every random test.

    Parameters
    ----------
    rows : mapping of str to Row
        See :func:`~numasim.validation.coherence_transactions.read_transactions`.
    operations : int
        Total number of operations of all tests.
    tests : sequence of RandomTest, optional
        The tests to run instead of :func:`~numasim.numa.coherence.tester.scenarios`.

    Raises
    ------
    OptionError
        There are fewer operations than tests.
    """
    tests = list(scenarios(operations, seed)) if tests is None else tests
    total, done = sum(test.operations for test in tests), 0
    comparisons = compare_transactions(rows)
    outcomes, broken = [], []

    def report(part: int, _: int, name: str) -> None:
        progress(done + part, total, name)

    for test in tests:
        try:
            outcomes.append(run_random_test(test, report))
        except InvariantError as error:
            broken.append(f"{test.name}: {error}")
        done += test.operations
    return Validation(comparisons, outcomes, broken)
