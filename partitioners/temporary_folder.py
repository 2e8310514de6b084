"""Temporary folders that no ending of a process leaves behind for long.

An exception removes the folder. The next call removes the folders of killed processes: the owner of a folder
holds a lock on a file in it, which the operating system releases when the process ends.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

PREFIX = "numasim-"
LOCK = "lock"


@contextlib.contextmanager
def temporary_folder(kind: str) -> Iterator[Path]:
    """Make a folder in the system's temporary folder, and remove it at the end.

    Parameters
    ----------
    kind : str
        What it is for; a part of its name.

    Yields
    ------
    Path
    """
    remove_abandoned()
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{kind}-") as name, contextlib.ExitStack() as held:
        folder = Path(name)
        with contextlib.suppress(ImportError):
            import fcntl

            # The file gets its name when it is locked: no other process may find it without its owner.
            stream = held.enter_context((folder / "locked").open("wb"))
            fcntl.flock(stream, fcntl.LOCK_EX)
            (folder / "locked").rename(folder / LOCK)
        yield folder


def remove_abandoned() -> None:
    """Remove the folders whose owners were killed; those of other users stay."""
    try:
        import fcntl
    except ImportError:
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            about = folder.lstat()
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.geteuid():
                continue
            descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(descriptor)
