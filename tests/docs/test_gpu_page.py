"""The pages on kernels, done as they say: their examples run, and give what the pages show."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "page", ["block_kernels.md", "gpu.md", "graph_kernels.md", "label_propagation.md", "meshes.md"]
)
def test_the_examples_give_what_the_page_shows(page, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names = {}
    examples = re.findall(
        r"```python\n(.*?)```\s*```text\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL
    )
    assert examples
    for code, shown in examples:
        exec(compile(code, page, "exec"), names)
        assert capsys.readouterr().out == shown
