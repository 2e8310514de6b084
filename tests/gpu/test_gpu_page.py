"""The page on kernels, done as it says: its examples run, and give what the page shows."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "gpu.md").read_text(encoding="utf-8")


def test_the_examples_give_what_the_page_shows(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names = {}
    for code, shown in re.findall(r"```python\n(.*?)```\s*```text\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(code, "gpu.md", "exec"), names)
        assert capsys.readouterr().out == shown
