"""The tutorials, run as they stand: what they print is what is stored beside them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.py"))
WRITTEN = {
    "design_loop": ["design_loop.png"],
    "first_study": ["first_study.png", "first_study.yaml"],
    "own_algorithm": ["own_algorithm.yaml"],
}


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_the_tutorial_prints_what_is_stored(tutorial, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, str(tutorial)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == tutorial.with_suffix(".out").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == WRITTEN[tutorial.stem]


def test_every_tutorial_is_named_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(TUTORIALS) == len(WRITTEN) == 3
    assert all(f"(docs/tutorials/{path.name})" in readme for path in TUTORIALS)
