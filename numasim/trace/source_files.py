"""The files behind a source, found without compiling it, for the list of the inputs of a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_INCLUDE = re.compile(
    r'^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import|embed)\b[ \t]*["<]([^">\n]+)[">]', re.MULTILINE
)
_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
_FOLDER_FLAGS = ("-isystem", "-iquote", "-I")


def included_files(source: Path, flags: Sequence[str] = ()) -> list[Path]:
    """Return the files that a C or C++ source includes, directly or through others, in the order of reading.

    Every ``#include`` counts, also one that a condition may leave out. A name is looked for beside the file
    that has it and in the folders of the flags, so headers of the system are not among the results.

    Parameters
    ----------
    flags : sequence of str
        The compiler's flags.
    """
    folders = [Path(word) for word in _values(flags, *_FOLDER_FLAGS)]
    found: dict[Path, None] = {}
    todo = [source, *(Path(word) for word in _values(flags, "-include") if Path(word).is_file())]
    found |= dict.fromkeys(todo[1:])
    while todo:
        file = todo.pop()
        for name in _included(_text(file)):
            candidates = (folder / name for folder in (file.parent, *folders))
            header = next((path for path in candidates if path.is_file()), None)
            if header is not None and header not in found and header != source:
                found[header] = None
                todo.append(header)
    return list(found)


def linked_libraries(flags: Sequence[str]) -> list[Path]:
    """Return the files of the libraries that ``-l`` names and that are in a folder of ``-L``.

    Libraries of the system are not among them.
    """
    folders = [Path(word) for word in _values(flags, "-L")]
    names = [f"lib{name}{suffix}" for name in _values(flags, "-l") for suffix in (".so", ".a")]
    return [path for name in names for folder in folders if (path := folder / name).is_file()]


def _included(text: str) -> list[str]:
    """The names that a source includes, in its order, without those that a macro has."""
    joined = re.sub(r"\\\r?\n", "", text)
    return _INCLUDE.findall(_COMMENT.sub(lambda found: found[1] or " ", joined))


def _values(flags: Sequence[str], *names: str) -> list[str]:
    """The values of some flags, whether they are attached to them or are words of their own."""
    found = []
    words = iter(flags)
    for word in words:
        name = next((name for name in names if word.startswith(name)), None)
        if name is not None and (value := word.removeprefix(name) or next(words, "")):
            found.append(value)
    return found


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
