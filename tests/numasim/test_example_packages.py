"""The example packages of the docs, as their readers use them: installed by pip, then their own tests."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "docs" / "examples").glob("*/pyproject.toml"))


def run(command, folder, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow  # the same algorithms run in the tests of the page
@pytest.mark.parametrize("package", EXAMPLES, ids=lambda path: path.name)
def test_the_package_installs_and_passes_its_own_tests(package, tmp_path):
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    pip = [sys.executable, "-m", "pip", "install", *options]
    run([*pip, str(tmp_path), str(package)], tmp_path)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "COLUMNS": "100"}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(package)]
    assert "passed" in run(tests, tmp_path, environment)

    readme = (package / "README.md").read_text(encoding="utf-8")
    (kind, name) = re.search(r"\$ numasim list ([\w-]+) (\w+)", readme).groups()
    listed = run([sys.executable, "-m", "numasim", "list", kind, name], tmp_path, environment)
    assert "default" in listed or "takes no options" in listed
    for file in re.findall(r"^\| `([^`]+)` \|", readme, re.MULTILINE):
        assert (package / file).is_file()


def test_all_packages_are_named_on_the_page():
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    assert len(EXAMPLES) == 4
    for package in EXAMPLES:
        assert f"(examples/{package.name}/README.md)" in page
