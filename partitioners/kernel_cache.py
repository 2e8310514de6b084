"""Numba's ``njit``, with a cache on disk that notices changes in all files on which a kernel depends.

Numba compiles a cached kernel again if its own file has changed. It does not notice changes of functions and
constants that the kernel takes from other files, and would run outdated machine code. Here the stamp of a
kernel covers its file and, repeatedly, each file of the project from which this file imports a kernel or a
constant (a name in capital letters).

Several processes may compile one kernel at the same time. Numba numbers the files of a kernel and writes the
index first, so such processes can overwrite each other's files, and a third process can load the wrong file.
Here a file is named by its key, and written before the index that names it.

A file that is damaged, by a full disk or a crash of the machine, would end every run. Here the file of a
kernel ends with a digest of what is before it. A kernel whose file or index is damaged is compiled again.

All modules with kernels import ``njit`` from here. This module uses private interfaces of Numba.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from numba import njit as njit
from numba.core.caching import IndexDataCacheFile, _SourceFileBackedLocatorMixin

ROOT = Path(__file__).resolve().parent.parent
_IMPORT = re.compile(
    r"^[ \t]*from ((?:partitioners|mappers|gpu|numasim)\b[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE
)
_KERNELS = re.compile(
    r"^[ \t]*(?:from|import) (?:numba|llvmlite|partitioners\.kernel_(?:cache|parts)|numasim\.numba_kernels)\b"
    r"|\(\w*Enum\):",
    re.MULTILINE,
)
"""The text of a module that has kernels, or enumerations, whose members kernels use as constants."""


@cache
def source_files(file: Path) -> tuple[Path, ...]:
    """The files on which the kernels of a file depend, in alphabetical order, with the file itself."""
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _used_files(one)
    return tuple(sorted(found))


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _used_files(file: Path) -> Iterator[Path]:
    """The files from which a file imports kernels or constants."""
    for module, imported in _IMPORT.findall(_text(file)):
        folder = ROOT.joinpath(*module.split("."))
        for name in re.findall(r"\w+", re.sub(r"#.*", "", imported)):
            places = folder / f"{name}.py", folder.with_suffix(".py"), folder / "__init__.py"
            used = next((each for each in places if each.is_file()), None)
            if used is not None and (name.isupper() or _KERNELS.search(_text(used))):
                yield used


def _stamp(self: Any) -> tuple[tuple[str, float, int], ...]:
    """Return the name, time and size of each file; replaces the method of Numba's cache locators."""
    files = source_files(Path(self._py_file))
    return tuple((each.name, each.stat().st_mtime, each.stat().st_size) for each in files)


def _save(self: Any, key: Any, data: Any) -> None:
    """Store a compiled kernel; this replaces the method of Numba's ``IndexDataCacheFile``."""
    digest = hashlib.sha256(repr((self._source_stamp, key)).encode()).hexdigest()
    name = self._data_name_pattern.format(number=int(digest[:15], 16))
    self._save_data(name, data)
    kernels = self._load_index()
    kernels[key] = name
    self._save_index(kernels)


_DIGEST = hashlib.sha256().digest_size


def _save_data(self: Any, name: str, data: Any) -> None:
    """Write the file of a kernel; this replaces the method of Numba's ``IndexDataCacheFile``."""
    kernel = self._dump(data)
    with self._open_for_write(self._data_path(name)) as file:
        file.write(kernel + hashlib.sha256(kernel).digest())


def _load_data(self: Any, name: str) -> Any:
    """Read the file of a kernel, or None if it is damaged; this replaces the method of Numba."""
    data = Path(self._data_path(name)).read_bytes()
    kernel, digest = data[:-_DIGEST], data[-_DIGEST:]
    return pickle.loads(kernel) if hashlib.sha256(kernel).digest() == digest else None


_load_index_of_numba = IndexDataCacheFile._load_index


def _load_index(self: Any) -> dict[Any, str]:
    """Read the index of a kernel's files; it is empty if it is damaged or names types that no longer exist.

    Numba unpickles the index before it compares the stamps, so the index of an older release can name modules
    and classes that this release has moved.
    """
    try:
        kernels: dict[Any, str] = _load_index_of_numba(self)
    except OSError:
        raise
    except Exception:  # of damaged data, unpickling can raise any
        return {}
    return kernels


_SourceFileBackedLocatorMixin.get_source_stamp = _stamp
IndexDataCacheFile.save = _save
IndexDataCacheFile._load_index = _load_index
IndexDataCacheFile._save_data = _save_data
IndexDataCacheFile._load_data = _load_data
