"""The words of a command line, as a file has them: a program sees ``1e3`` and ``007``, not 1000.0 and 7."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numasim.schema.sweep import as_mapping, as_sequence, section_of, sweep_of, written_values
from partitioners.config.yaml_lines import Document, Path

FIELDS = ("workload.args", "workload.flags")
"""The fields that are lists of words."""


def keep_words(document: Document) -> None:
    """Replace the numbers in lists of words by their text in the file, also in a sweep and a baseline."""
    for words, path in _lists(as_mapping(document.data)):
        for position in range(len(words)):
            words[position] = document.texts.get((*path, position), words[position])


def _lists(data: Any) -> Iterator[tuple[list[Any], Path]]:
    """Yield the lists of words of a file, which may be invalid, and their paths."""
    found: list[tuple[Any, Path]] = []
    for field in FIELDS:
        section, key = field.split(".")
        found.append((as_mapping(data.get(section)).get(key), (section, key)))
        chosen = as_sequence(as_mapping(data.get("baseline")).get(field))
        found += ((value, ("baseline", field, number)) for number, value in enumerate(chosen))
    for field, value, place in written_values(sweep_of(data)):
        if field in FIELDS:
            found.append((value, (section_of(data), *place)))
    yield from ((value, path) for value, path in found if isinstance(value, list))
