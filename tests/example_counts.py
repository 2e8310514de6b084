"""How many examples Hypothesis tries: a fifth of each test's count, or all of them beside the slow tests."""

import os

FULL = "NUMASIM_TEST_FULL"
"""The variable that conftest.py sets where the slow tests run too."""

FEWEST = 10


def examples(count):
    """The number for a test that tries ``count`` when all is run."""
    return count if os.environ.get(FULL) else min(count, max(FEWEST, count // 5))
