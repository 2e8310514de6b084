"""Compile the kernels of the simulator; like ``kernel_parts``, this module uses private interfaces of Numba.

Kernels get arrays and make none, so they are compiled without Numba's reference counts. If a record of many
arrays is passed from function to function, counting takes several times as long as everything else.

Numba's own cache only checks the modification time of a kernel's file, and misses a change of an inlined
function or of a constant in another file. A cached kernel of this module is compiled again when any file of
its folder has changed.

Several processes may compile one kernel at the same time. Numba numbers the files of a kernel and writes the
index first, so such processes can overwrite each other's files, and a third process can load the wrong file.
Here a file is named by its key, and written before the index that names it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import IndexDataCacheFile

from partitioners import bits, kernel_parts
from partitioners.kernel_parts import kernel_part, widen_integers

UNCOUNTED = {"_nrt": False}
"""The options that disable reference counts."""


def _save(self: Any, key: Any, data: Any) -> None:
    """Store a compiled kernel; this replaces the method of Numba's ``IndexDataCacheFile``."""
    digest = hashlib.sha256(repr((self._source_stamp, key)).encode()).hexdigest()
    name = self._data_name_pattern.format(number=int(digest[:15], 16))
    self._save_data(name, data)
    kernels = self._load_index()
    kernels[key] = name
    self._save_index(kernels)


_load_index_of_numba = IndexDataCacheFile._load_index


def _load_index(self: Any) -> dict[Any, str]:
    """Read the index of a kernel's files; it is empty if it names a type of a module that no longer exists.

    Numba unpickles the index before it compares the stamps, so the index of an older release can name modules
    and classes that this release has moved.
    """
    try:
        kernels: dict[Any, str] = _load_index_of_numba(self)
    except (ImportError, AttributeError):
        return {}
    return kernels


IndexDataCacheFile.save = _save
IndexDataCacheFile._load_index = _load_index

inlined_kernel = kernel_part(forceinline=True, **UNCOUNTED)
"""Decorate a part of other kernels, which is compiled and cached with each of them."""

uninlined_kernel = kernel_part(**UNCOUNTED)
"""Decorate such a part where it is left to LLVM whether it is inlined."""


def kept_kernel(
    function: Callable[..., Any], *, depends_on: Iterable[Path] = (), **options: Any
) -> Callable[..., Any]:
    """Compile a kernel and cache it on disk until a file on which it may depend has changed.

    Parameters
    ----------
    function : callable
        The kernel, which must not make arrays.
    depends_on : iterable of Path
        Files on which it depends, and folders of such files, in addition to its own folder.
    **options
        Further options of ``numba.njit``. A kernel without ``forceinline`` inherits it from the kernel for
        which it is compiled. With False, the loops take a third longer.
    """
    compiled: Callable[..., Any] = widen_integers(njit(cache=True, **options, **UNCOUNTED)(function))
    places = (
        Path(function.__code__.co_filename).parent,
        *depends_on,
        *(Path(str(module.__file__)) for module in (bits, kernel_parts)),
        Path(__file__),
    )
    sources = [file for place in places for file in _files(place)]
    index = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if index is not None:  # None: compilation is disabled in Numba
        index._source_stamp = tuple(
            (path.name, path.stat().st_mtime, path.stat().st_size) for path in sources
        )
    return compiled


kept_inlined_kernel = partial(kept_kernel, forceinline=True)
"""Decorate a part of other kernels that Python calls as well."""


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("*.py")) if place.is_dir() else [place]
