"""Temporary folders that are removed even if their process is killed.

An exception removes the folder. The next call removes the folders of killed processes. The owner of a folder
holds a lock on a file in it, and the operating system releases the lock when the process ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from partitioners.storage.file_lock import lock_file

PREFIX = "numasim-"
LOCK = "lock"


@contextlib.contextmanager
def temporary_folder(kind: str) -> Iterator[Path]:
    """Make a folder in the system's temporary folder, and remove it at the end.

    Parameters
    ----------
    kind : str
        Purpose of the folder, which becomes part of its name.
    """
    remove_abandoned()
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{kind}-") as name, contextlib.ExitStack() as held:
        folder = Path(name)
        with contextlib.suppress(OSError):  # without locks, the folder of a killed process stays
            # Lock the file before it gets its name: no other process may find it without its owner's lock.
            stream = held.enter_context((folder / "locked").open("wb"))
            lock_file(stream)
            (folder / "locked").rename(folder / LOCK)
        yield folder


def remove_abandoned() -> None:
    """Remove the folders of killed processes; folders of other users stay."""
    if not hasattr(os, "geteuid"):  # Windows: the owner of a folder is not known
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            about = folder.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.geteuid():
                continue
            descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                lock_file(descriptor)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)
