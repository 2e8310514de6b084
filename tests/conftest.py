"""What holds for every test."""

import os

from example_counts import FULL
from hypothesis import settings

# The workers of a parallel run say that their terminal has 80 columns, and tables would be cut to that.
os.environ.pop("COLUMNS", None)

LONG = (
    "test_resumed_sweeps.py",
    "test_conformance.py",
    "test_endings.py",
    "test_dependencies.py",
    "test_traced_threads_experiment.py",
    "test_windows.py",
    "test_trace_runs.py",
    "test_windowed_experiment.py",
    "test_fuzz.py",
    "test_thread_experiment.py",
    "test_questions_page.py",
    "test_same_numbers.py",
    "test_nvrtc.py",
    "test_plugins_page.py",
    "test_trace_endings.py",
    "test_trace_threads.py",
    "test_simulation.py",
    "test_traced_rows.py",
    "test_trace_command.py",
    "test_drawing.py",
    "test_results_folder.py",
    "test_tutorials.py",
    "test_json_schema.py",
    "test_work_stealing.py",
    "test_no_effect.py",
)
"""The files that take longest come first, so that no process of a parallel run is left with one of them."""


def pytest_configure(config):
    """Let tests try all their examples, new ones each time, where slow tests are selected (``-m ""``).

    Otherwise the examples are the same in every run, so that a run fails only because of what was changed.
    """
    if config.option.markexpr != "not slow":
        os.environ[FULL] = "1"
    settings.register_profile("same examples", derandomize=True)
    settings.load_profile("default" if os.environ.get(FULL) else "same examples")


def pytest_collection_modifyitems(items):
    rank = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONG)))
