"""The page on programs of threads: its Python blocks run, one after the other, and what they assert holds."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from numasim.schema.expand import points
from numasim.schema.load import load_experiment

PAGE = (Path(__file__).parents[2] / "docs" / "threads.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Numba compiles functions of modules, so the blocks are one.
    source = tmp_path / "page_of_threads.py"
    source.write_text("\n".join(BLOCKS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    module = ModuleType("page_of_threads")
    module.__file__ = str(source)
    monkeypatch.setitem(sys.modules, "page_of_threads", module)
    exec(compile(source.read_text(encoding="utf-8"), str(source), "exec"), module.__dict__)
    assert len(BLOCKS) == 4
    assert vars(module)["result"].scalars["completed"] == 1


def test_experiments_are_right(tmp_path: Path) -> None:
    texts = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "counter.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    file = tmp_path / "threads.yaml"
    counts = []
    for text in texts:
        file.write_text(text, encoding="utf-8")
        found = points(load_experiment(str(file)))
        (cores,) = {point.experiment.processor.num_cores for point in found}
        counts.append((cores, len(found)))
    assert sorted(counts) == [(8, 3), (12, 1), (16, 1), (16, 2)]
