"""The file lock of the project: the advisory lock of the operating system, which ends with its process."""

from __future__ import annotations

import errno
from typing import IO


def lock_file(file: IO[bytes] | IO[str] | int, *, wait: bool = False) -> None:
    """Lock an open file until it is closed or its process ends.

    Parameters
    ----------
    file : file object or int
        The open file, or its descriptor.
    wait : bool
        Wait until no other process holds the lock.

    Raises
    ------
    BlockingIOError
        Another process holds the lock, and `wait` is false.
    OSError
        The file cannot be locked: the operating system or the file system has no such locks.
    """
    try:
        import fcntl
    except ImportError:
        raise OSError(errno.ENOSYS, "no file locks on this system") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except PermissionError as error:  # some file systems report a held lock so
        raise BlockingIOError(errno.EAGAIN, error.strerror) from None
