"""What holds for every test, and fixtures of the tests of commands and traced programs."""

import gc
import os

import pytest
import yaml
from example_counts import FULL
from hypothesis import settings
from jsonschema import Draft202012Validator

from numasim.cli import execute
from numasim.schema.json_schema import experiment_schema
from numasim.trace.compilers import find_compiler
from partitioners.errors import InputError
from partitioners.storage.disk_cache import cache_folder

# The workers of a parallel run say that their terminal has 80 columns, and tables would be cut to that.
os.environ.pop("COLUMNS", None)

LONG = (
    "test_resumed_sweeps.py",
    "test_conformance.py",
    "test_suites.py",
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


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Search for garbage only among what tests make: collecting makes half a million objects that stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items):
    rank = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONG)))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(place, capfd):
    """Run one command in this process: exit code, standard output, standard error."""

    def call(*tokens):
        code = execute([str(token) for token in tokens])
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return call


@pytest.fixture(scope="session")
def validator():
    """Checks data of an experiment against its JSON Schema."""
    return Draft202012Validator(experiment_schema())


@pytest.fixture(scope="session")
def c_compiler():
    """The compiler of the system; without one a test is skipped."""
    try:
        return find_compiler()
    except InputError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def compiled_runtime(tmp_path_factory):
    """The user's folder with the runtime of traced programs, which is compiled where it is not there."""
    folder = cache_folder() / "runtime"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return tmp_path_factory.mktemp("runtime")
    return folder


@pytest.fixture
def no_traces(tmp_path, monkeypatch, compiled_runtime):
    """A cache that holds no trace yet."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "runtime").symlink_to(compiled_runtime)
    monkeypatch.setenv("NUMASIM_CACHE", str(cache))


@pytest.fixture(autouse=True)
def _no_pictures(request, monkeypatch):
    """Experiments that run in this process draw nothing, which would take longer than the runs."""
    if "pictures" not in request.fixturenames:
        # By its name: tests of imports load the module anew.
        monkeypatch.setattr("numasim.results.plots.write_plots", lambda *_: [])


@pytest.fixture
def pictures():
    """Experiments of this test draw their pictures."""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write an experiment file."""
    monkeypatch.chdir(tmp_path)

    def write(sections, name="e.yaml"):
        (tmp_path / name).write_text(yaml.safe_dump(sections, sort_keys=False, default_flow_style=None))
        return name

    return write
