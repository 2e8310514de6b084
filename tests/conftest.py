"""What holds for every test."""

import os

from example_counts import FULL

# The workers of a parallel run say that their terminal has 80 columns, and tables would be cut to that.
os.environ.pop("COLUMNS", None)

LONG = (
    "test_dependencies.py",
    "test_resumed_sweeps.py",
    "test_endings.py",
    "test_conformance.py",
    "test_same_numbers.py",
    "test_trace_runs.py",
    "test_streaming.py",
    "test_trace_endings.py",
    "test_cli.py",
    "test_no_effect.py",
    "test_drawing.py",
    "test_plots.py",
    "test_questions_page.py",
    "test_plugins_page.py",
)
"""The files that take longest come first, so that no process of a parallel run is left with one of them."""


def pytest_configure(config):
    """Let tests try all their examples where the slow tests are selected (``-m ""`` or ``-m slow``)."""
    if config.option.markexpr != "not slow":
        os.environ[FULL] = "1"


def pytest_collection_modifyitems(items):
    rank = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONG)))
