"""Generated parts of a document: tables, and sections between two marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing


def write_section(file: Path, text: str) -> None:
    """Write a section to a document. It replaces the section with the same marks or is appended.

    Parameters
    ----------
    file : Path
        The document, which is created if it does not exist.
    text : str
        The section. Its first line and its last line are the marks.

    Raises
    ------
    InputError
        The folder does not exist, or the document has only one of the two marks.
    """
    if not file.parent.is_dir():
        raise InputError(f"{file}: there is no folder {file.parent} to write into")
    begin, *_, end = text.splitlines()
    before = file.read_text(encoding="utf-8") if file.exists() else "# Validation\n"
    first, mark, rest = before.partition(begin)
    _, found_end, after = rest.partition(end)
    if bool(mark) != bool(found_end) or (not mark and end in first):
        raise InputError(f"{file}: only one of the marks {begin} and {end} was found; add the other one")
    if not mark:
        first, after = first.rstrip("\n") + "\n\n", "\n"
    with replacing(file) as part:
        part.write_text(first + text + after, encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a Markdown table."""
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"
