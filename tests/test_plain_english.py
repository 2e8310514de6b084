"""Guard the wording of docstrings, messages, field descriptions and pages against bad patterns."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path
    for package in ("numasim", "partitioners", "mappers", "gpu")
    for path in (ROOT / package).rglob("*.py")
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "configs").rglob("*.yaml"))

# A noun avoided ("whoever", "so many"), an object that speaks ("tells"), a metaphor ("room"). The name of the
# C function floor is not a metaphor.
BAD_WORDS = re.compile(
    r"\b(told|tells?|whoever|nobody|so many|another one|no one|lets? go of|goes on|stands? beside"
    r"|(?:ground|first|the|an?|every|each) floors?|rooms?|houses?|doors?)\b",
    re.IGNORECASE,
)
# A description is no end of a sentence: it begins with the thing that it describes.
DANGLING = re.compile(r"(of|that|and|to|by|in|for|with|on|up) ")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The constant strings and the keyword arguments of a module."""
    walked = ast.walk(ast.parse(path.read_bytes()))
    return [node for node in walked if isinstance(node, ast.keyword) or is_text(node)]


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module with their lines: docstrings, messages, the constant parts of f-strings."""
    for node in nodes(path):
        if is_text(node):
            yield node.lineno, node.value


def descriptions(path: Path) -> Iterator[tuple[int, str]]:
    """The constant strings that are given as ``description``."""
    for node in nodes(path):
        if isinstance(node, ast.keyword) and node.arg == "description" and is_text(node.value):
            yield node.value.lineno, node.value.value


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page outside its blocks of code."""
    in_code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """The comments of an example."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield number, line.partition("#")[2]


# All files in one test: a test for each takes longer than to read it.


@pytest.mark.parametrize(
    ("paths", "texts"),
    [(SOURCES, strings), (PAGES, prose), (EXAMPLES, comments)],
    ids=["source", "pages", "examples"],
)
def test_no_text_uses_a_word_that_avoids_its_noun(paths, texts):
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r} in {' '.join(text.split())[:100]!r}"
        for path in paths
        for line, text in texts(path)
        for match in BAD_WORDS.finditer(text)
    ]
    assert paths
    assert not found, "\n" + "\n".join(found)


def test_a_description_begins_with_the_thing_it_describes():
    given = [(path, line, text) for path in SOURCES for line, text in descriptions(path)]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}" for path, line, text in given if DANGLING.match(text)
    ]
    assert given
    assert not found, "\n" + "\n".join(found)
