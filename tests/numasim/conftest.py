"""Fixtures of the tests of the command line."""

import pytest

from numasim.cli import execute
from numasim.trace.compilers import find_compiler
from partitioners.errors import InputError


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
def c_compiler():
    """The compiler of the system; without one a test is skipped."""
    try:
        return find_compiler()
    except InputError as error:
        pytest.skip(str(error))


@pytest.fixture
def without_pictures(monkeypatch):
    """Experiments of this process draw nothing, which takes longer than small runs do."""
    monkeypatch.setattr("numasim.results.plots.write_plots", lambda *_: [])
