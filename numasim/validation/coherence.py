"""The coherence protocol beside its reference and its laws: what is run, and what counts as a miss.

Two things are run. Every transaction of the reference, by scripts, must send the same messages, one for one
(:mod:`numasim.validation.coherence_transactions`). And random tests of several kinds, in which every step is
checked (:mod:`numasim.numa.coherence.tester`), must come to their end, their messages must add up, and every
race must have been met. Nothing has a tolerance.
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
    """All comparisons and tests.

    Attributes
    ----------
    comparisons : list of Comparison
    outcomes : list of TestOutcome
        Of the tests that came to their end.
    broken : list of str
        What the others broke, one line each.
    """

    comparisons: list[Comparison]
    outcomes: list[TestOutcome]
    broken: list[str]

    @cached_property
    def l1_uses(self) -> NDArray[np.int64]:
        """How often each rule of an L1 was used in the tests: state x event."""
        return sum((one.l1_uses for one in self.outcomes), np.zeros(l1_rules().shape, np.int64))

    @cached_property
    def home_uses(self) -> NDArray[np.int64]:
        """How often each rule of a home was used in the tests: state x event."""
        return sum((one.home_uses for one in self.outcomes), np.zeros(home_rules().shape, np.int64))

    def races(self) -> dict[str, int]:
        """How often each race happened in the tests."""
        return races(self.l1_uses, self.home_uses)

    def identities(self) -> dict[str, tuple[int, int]]:
        """What must be equal, both sides summed over the tests."""
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
        """What is not as it must be, one line each; empty where all is well."""
        return [
            *(miss for one in self.comparisons for miss in one.misses()),
            *self.broken,
            *(miss for one in self.outcomes for miss in one.misses()),
            *(f"race never met: {name}" for name, count in self.races().items() if not count),
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
        Of all tests together.
    seed : int
    tests : sequence of RandomTest, optional
        Instead of the :func:`~numasim.numa.coherence.tester.scenarios` of that many operations.
    progress : callable

    Raises
    ------
    OptionError
        If there are fewer operations than tests.
    """
    tests = list(scenarios(operations, seed)) if tests is None else tests
    total, done = sum(test.operations for test in tests), 0
    comparisons = compare_transactions(rows)
    outcomes, broken = [], []

    def tell(part: int, _: int, name: str) -> None:
        progress(done + part, total, name)

    for test in tests:
        try:
            outcomes.append(run_random_test(test, tell))
        except InvariantError as error:
            broken.append(f"{test.name}: {error}")
        done += test.operations
    return Validation(comparisons, outcomes, broken)
