"""A cache on disk, in the user's cache folder, for files that are costly to make."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing


def cache_folder() -> Path:
    """``$NUMASIM_CACHE``, else ``numasim`` in the user's cache folder. It may be deleted at any time."""
    named = os.environ.get("NUMASIM_CACHE")
    if named:
        return Path(named)
    folder = os.environ.get("XDG_CACHE_HOME")
    if folder:
        return Path(folder) / "numasim"
    try:
        return Path.home() / ".cache" / "numasim"
    except RuntimeError:  # a user without a home folder: this path cannot be created, so nothing is cached
        return Path(os.devnull) / "numasim"


def cached_path(kind: str, name: str) -> Path:
    """The path of a file of the cache, which need not exist; see :func:`cached_file`."""
    return cache_folder() / kind / name


def cached_file(kind: str, name: str, folder: Path, make: Callable[[Path], None]) -> Path:
    """Return a file of the cache; make it if it does not exist.

    Parameters
    ----------
    kind : str
        Name of the subfolder of the cache.
    name : str
        File name, which must contain a hash of everything that determines the content.
    folder : Path
        Private folder in which the file is made. The file stays there if the cache cannot be written.
    make : callable
        Called as ``make(path)``; creates the file at that path.
    """
    path = cached_path(kind, name)
    if path.is_file():
        return path
    made = folder / name
    make(made)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as part:
            shutil.copyfile(made, part)
    except (OSError, InputError):
        return made
    return path
