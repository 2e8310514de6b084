"""Sections of a document that commands write: Markdown between two marks of its own."""

from __future__ import annotations

from pathlib import Path

from partitioners.atomic_write import replacing
from partitioners.errors import InputError


def write_section(file: Path, text: str) -> None:
    """Put a section into a document in the place of the one with the same marks, or at its end.

    Parameters
    ----------
    file : Path
        Made where it is not there.
    text : str
        Its first line and its last are its marks.

    Raises
    ------
    InputError
        No such folder, or one of the two marks without the other.
    """
    if not file.parent.is_dir():
        raise InputError(f"{file}: there is no folder {file.parent} to write into")
    begin, *_, end = text.splitlines()
    before = file.read_text(encoding="utf-8") if file.exists() else "# Validation\n"
    first, mark, rest = before.partition(begin)
    _, found_end, after = rest.partition(end)
    if bool(mark) != bool(found_end) or (not mark and end in first):
        raise InputError(f"{file}: there is only one of the marks {begin} and {end}; mend it by hand")
    if not mark:
        first, after = first.rstrip("\n") + "\n\n", "\n"
    with replacing(file) as part:
        part.write_text(first + text + after, encoding="utf-8")
