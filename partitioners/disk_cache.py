"""The user's folder for caches: what is costly to make, kept on disk by the hash of all that decided it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from partitioners.atomic_write import replacing
from partitioners.errors import InputError


def cache_folder() -> Path:
    """``$NUMASIM_CACHE``, else ``numasim`` in the user's folder for caches. May be deleted at any time."""
    named = os.environ.get("NUMASIM_CACHE")
    if named:
        return Path(named)
    folder = os.environ.get("XDG_CACHE_HOME")
    if folder:
        return Path(folder) / "numasim"
    try:
        return Path.home() / ".cache" / "numasim"
    except RuntimeError:  # a user without a home: a folder that cannot be made, so nothing is kept
        return Path(os.devnull) / "numasim"


def cached_file(kind: str, name: str, folder: Path, make: Callable[[Path], None]) -> Path:
    """A file of the cache, made where there is none.

    Parameters
    ----------
    kind : str
        Its folder in the cache.
    name : str
        With the hash of all that decides its bytes in it.
    folder : Path
        Of one's own: where it is made, and stays where nothing can be kept.
    make : callable
        Makes the file at a path that it is given.
    """
    path = cache_folder() / kind / name
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
