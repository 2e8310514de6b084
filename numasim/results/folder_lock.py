"""A lock file that allows one writer per results folder.

The operating system releases the lock when its process ends. The file contains the process that holds the
lock, and is removed at the end. A file that a killed process has left does not lock the folder.
"""

from __future__ import annotations

import contextlib
import os
import platform
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

from partitioners.errors import InputError
from partitioners.storage.file_lock import lock_file

LOCK_FILE = ".running"
NO_LINK = getattr(os, "O_NOFOLLOW", 0)


@contextlib.contextmanager
def results_folder_lock(folder: Path) -> Iterator[Path]:
    """Lock a results folder while it is written to; on a system without file locks, do nothing.

    Parameters
    ----------
    folder : Path
        The folder, from :func:`numasim.results.tables.open_folder`.

    Raises
    ------
    InputError
        Another process holds the lock; the message names the process and the time since when.
    """
    path = folder / LOCK_FILE
    while True:
        try:
            # No symbolic link is followed, because it might point to a file of the user.
            number = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINK | os.O_APPEND, 0o666)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be used as the lock of the folder ({error.strerror}); remove it"
            ) from None
        stream = os.fdopen(number, "r+", encoding="utf-8")
        try:
            lock_file(stream)
        except BlockingIOError:
            with stream:
                holder = _holder(stream)
            raise InputError(
                f"{folder}: {holder} is writing to this folder; wait until it ends, or choose "
                "another --output"
            ) from None
        except OSError:  # a system or a file system without locks
            stream.close()
            path.unlink(missing_ok=True)
            yield folder
            return
        if _is_at(path, stream):
            break
        stream.close()  # the process that held it has removed it in the meantime
    with stream:
        stream.truncate(0)
        now = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        with contextlib.suppress(OSError):  # on a full disk, the lock works without the text
            os.write(stream.fileno(), f"process {os.getpid()} on {platform.node()}, since {now},\n".encode())
        try:
            yield folder
        finally:
            path.unlink(missing_ok=True)


def _holder(stream: IO[str]) -> str:
    stream.seek(0)
    return stream.read().strip() or "another process"


def _is_at(path: Path, stream: IO[str]) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(stream.fileno()))
    except FileNotFoundError:
        return False
