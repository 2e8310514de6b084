"""What holds for every test."""

import os

from example_counts import FULL

# The workers of a parallel run say that their terminal has 80 columns, and tables would be cut to that.
os.environ.pop("COLUMNS", None)


def pytest_configure(config):
    """Let tests try all their examples where the slow tests are selected (``-m ""`` or ``-m slow``)."""
    if config.option.markexpr != "not slow":
        os.environ[FULL] = "1"
