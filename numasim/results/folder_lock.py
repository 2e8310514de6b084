"""One writer at a time in a results folder: a lock of the system, which goes with the process that holds it.

The lock's file says who holds it. It is removed at the end; what a killed process leaves of it locks nothing.
"""

from __future__ import annotations

import contextlib
import errno
import os
import platform
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO

from partitioners.errors import InputError

LOCK_FILE = ".running"


@contextlib.contextmanager
def results_folder_lock(folder: Path) -> Iterator[Path]:
    """Hold a results folder while it is written into; where the system has no such locks, nothing is held.

    Parameters
    ----------
    folder : Path
        From :func:`numasim.results.tables.open_folder`.

    Raises
    ------
    InputError
        Where another process holds it; the message names the process and says since when.
    """
    try:
        import fcntl
    except ImportError:
        yield folder
        return
    path = folder / LOCK_FILE
    while True:
        try:
            # No symbolic link is followed: it might name a file of the user's.
            number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_APPEND, 0o666)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be the lock of the folder ({error.strerror}); remove it"
            ) from None
        stream = os.fdopen(number, "r+", encoding="utf-8")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _holder(stream)
            stream.close()
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise InputError(
                    f"{folder}: {holder} is writing into it; wait for that, or choose another --output"
                ) from None
            yield folder  # a file system that has no locks
            return
        if _is_at(path, stream):
            break
        stream.close()  # its holder has removed it in the meantime
    with stream:
        stream.truncate(0)
        now = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        with contextlib.suppress(OSError):  # a full disk; the lock holds without the words
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
