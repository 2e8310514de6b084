"""The page of questions, done as it says: its files, its commands, and what it shows of their output."""

import re
import shlex
from pathlib import Path

import networkx
import pytest

from mappers.map_clusters import MAPPERS
from numasim.cli import execute
from numasim.program.schedulers import SCHEDULERS

PAGE = (Path(__file__).parents[2] / "docs" / "questions.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.S | re.M))
NAMED = re.compile(r"\A(?:# (\S+)|/\* (\S+) \*/)\n")


def blocks():
    """Language and text of every block, by section."""
    found = {title: re.findall(r"```(\w+)\n(.*?)```", text, re.S) for title, text in SECTIONS.items()}
    assert sum(map(len, found.values())) == PAGE.count("```") // 2
    return found


def words(line):
    return " ".join(line.split())


@pytest.mark.parametrize(
    "title", [title for title, found in blocks().items() if any(lang == "console" for lang, _ in found)]
)
def test_files_and_commands(title, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    networkx.write_edgelist(networkx.karate_club_graph(), "karate.txt", data=False)
    shown = ""
    for language, text in blocks()[title]:
        if language in ("yaml", "c"):
            Path(next(filter(None, NAMED.match(text).groups()))).write_text(text)
        elif language == "console":
            commands = [shlex.split(line.removeprefix("$ ")) for line in text.splitlines()]
            for program, *arguments in commands:
                assert program == "numasim"
                if arguments[0] == "run" and "--workers" not in arguments:
                    arguments += ["--workers", "1"]
                code = execute(arguments)
                told = capsys.readouterr()
                assert code == 0, told.err
                shown += told.out
        elif language == "text":
            output = {words(line) for line in shown.splitlines()}
            for line in text.splitlines():
                assert words(line) in output, shown


def test_python(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for found in blocks().values():
        for language, text in found:
            if language == "python":
                exec(compile(text, "questions.md", "exec"), names)
    MAPPERS.unregister("heaviest_first")
    SCHEDULERS.unregister("stay_in_cluster")
    told = capsys.readouterr().out
    assert "copies" in told
    assert told.count("\n[]\n") == 2  # what a mapper and a scheduler of one's own fail in
    assert "hdrf" in told
