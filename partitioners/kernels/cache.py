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

All modules with kernels import ``njit`` from here. This cache is a subclass of Numba's, so kernels of other
projects in the same process keep Numba's own. It uses private interfaces of Numba, which
:mod:`partitioners.kernels.self_test` tries.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    InTreeCacheLocator,
    IPythonCacheLocator,
    UserWideCacheLocator,
)
from numba.core.ccallback import CFunc
from numba.core.compiler import Flags
from numba.core.dispatcher import Dispatcher
from numba.core.sigutils import normalize_signature

from partitioners.kernels.folder import named_kernel_folder

ROOT = Path(__file__).resolve().parents[2]
_IMPORT = re.compile(
    r"^[ \t]*from ((?:partitioners|mappers|gpu|numasim)\b[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE
)
_KERNELS = re.compile(
    r"^[ \t]*(?:from|import) (?:numba|llvmlite|partitioners\.kernels\.(?:cache|parts|uncounted))\b"
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
        for name in re.findall(r"\w+", re.sub(r"#.*", "", imported)):
            used = _file_of(module, name)
            if used is not None and (name.isupper() or _KERNELS.search(_text(used))):
                yield used


def _file_of(module: str, name: str) -> Path | None:
    """The file of the project in which a name of a module is defined; modules may list names of others."""
    folder = ROOT.joinpath(*module.split("."))
    places = folder / f"{name}.py", folder.with_suffix(".py"), folder / "__init__.py"
    file = next((each for each in places if each.is_file()), None)
    listed = file and re.search(rf"^    from ([\w.]+) import {name} as {name}$", _text(file), re.MULTILINE)
    return _file_of(listed[1], name) if listed else file


class _SourceStamp:
    """The stamp of all sources on which a kernel depends, for the locators of Numba."""

    _py_file: str

    def get_source_stamp(self) -> tuple[tuple[str, float, int], ...]:
        """Return the name, time and size of each file."""
        files = source_files(Path(self._py_file))
        return tuple((each.name, each.stat().st_mtime, each.stat().st_size) for each in files)


class _NextToCode(_SourceStamp, InTreeCacheLocator):
    """The folder ``__pycache__`` next to the code of a kernel."""


class _Named(_NextToCode):
    """A folder in :func:`named_kernel_folder`."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        named = named_kernel_folder()
        if named:
            self._cache_path = str(Path(named, self.get_suitable_cache_subpath(file)))


class _OfTheUser(_SourceStamp, UserWideCacheLocator):
    """A folder in the user's cache, for kernels whose own folder is read-only."""


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Named, _NextToCode, _OfTheUser, IPythonCacheLocator]  # noqa: RUF012  # as in Numba


_DIGEST = hashlib.sha256().digest_size


class KernelFiles(IndexDataCacheFile):
    """The index of a kernel's files and the files, each of which ends with its digest."""

    def save(self, key: Any, data: Any) -> None:
        """Store a compiled kernel: first its file, then the index that names it."""
        digest = hashlib.sha256(repr((self._source_stamp, key)).encode()).hexdigest()
        name = self._data_name_pattern.format(number=int(digest[:15], 16))
        self._save_data(name, data)
        kernels = self._load_index()
        kernels[key] = name
        self._save_index(kernels)

    def _save_data(self, name: str, data: Any) -> None:
        kernel = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(kernel + hashlib.sha256(kernel).digest())

    def _load_data(self, name: str) -> Any:
        """Read the file of a kernel, or None if it is damaged."""
        data = Path(self._data_path(name)).read_bytes()
        kernel, digest = data[:-_DIGEST], data[-_DIGEST:]
        return pickle.loads(kernel) if hashlib.sha256(kernel).digest() == digest else None

    def _load_index(self) -> dict[Any, str]:
        """Read the index of a kernel's files; it is empty if it is damaged or names types that are gone.

        Numba unpickles the index before it compares the stamps, so the index of an older release can name
        modules and classes that this release has moved.
        """
        try:
            kernels: dict[Any, str] = super()._load_index()
        except OSError:
            raise
        except Exception:  # of damaged data, unpickling can raise any
            return {}
        return kernels


class _KernelCache(FunctionCache):
    _impl_class = _KernelCacheImpl

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = KernelFiles(self._cache_path, self._impl.filename_base, stamp)


_DEFAULTS = {name: option.default for name, option in Flags.options.items()}


class _Flags(Flags):
    """The flags of a kernel, which Numba compares for each operation whose type it infers.

    Numba's own comparison reads all flags one by one, which is a quarter of the time to infer and lower.
    """

    __slots__ = ()
    _hash = hash(Flags())  # Numba's is the hash of the names of the flags, so the same for all values

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Flags):
            return NotImplemented
        return {**_DEFAULTS, **self._values} == {**_DEFAULTS, **other._values}


def njit(function: Any = None, *, cache: bool = False, **options: Any) -> Any:
    """Compile a function as ``numba.njit`` does, with this module's cache.

    Parameters
    ----------
    function : callable, optional
        The kernel; without it, a decorator is returned.
    cache : bool
        Whether to keep the compiled kernel on disk.
    **options
        Other options of ``numba.njit``.
    """
    if function is None:
        return partial(njit, cache=cache, **options)
    kernel: Any = numba.njit(**options)(function)
    if isinstance(kernel, Dispatcher):  # a plain function if compilation by Numba is disabled
        compiled: Any = kernel
        compiled._compiler._customize_flags = _Flags
        if cache:
            compiled._cache = _KernelCache(function)
    return kernel


unchecked_njit = partial(njit, cache=True, error_model="numpy")
"""Compile with the cache, and without tests for a division by 0, as NumPy divides."""


def cfunc(function: Any, signature: Any, *, cache: bool = False, **options: Any) -> CFunc:
    """Compile a function for calls by its address, as ``numba.cfunc`` does, with this module's cache.

    Parameters
    ----------
    signature : numba.typing.Signature
        The types of the arguments and of the result.
    cache : bool
        Whether to keep the compiled function on disk.
    **options
        Other options of ``numba.cfunc``.
    """
    compiled: Any = CFunc(function, normalize_signature(signature), locals={}, options=options)
    if cache:
        compiled._cache = _KernelCache(function)
    compiled.compile()
    return compiled
