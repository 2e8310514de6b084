"""Guard the wording of docstrings, messages, field descriptions and pages against bad patterns."""

import ast
import re
from collections.abc import Iterator
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


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module with their lines: docstrings, messages, the constant parts of f-strings."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def descriptions(path: Path) -> Iterator[tuple[int, str]]:
    """The constant strings that are given as ``description``."""
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.keyword)
            and node.arg == "description"
            and isinstance(node.value, ast.Constant)
        ):
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


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        *[(path, strings) for path in SOURCES],
        *[(path, prose) for path in PAGES],
        *[(path, comments) for path in EXAMPLES],
    ],
    ids=lambda value: str(value.relative_to(ROOT)) if isinstance(value, Path) else "",
)
def test_no_text_uses_a_word_that_avoids_its_noun(path, texts):
    found = [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r} in {' '.join(text.split())[:100]!r}"
        for line, text in texts(path)
        for match in BAD_WORDS.finditer(text)
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_description_begins_with_the_thing_it_describes(path):
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}"
        for line, text in descriptions(path)
        if DANGLING.match(text)
    ]
    assert not found, "\n" + "\n".join(found)
