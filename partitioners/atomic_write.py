"""Files that are written beside their place and renamed: readers see the old file or the whole new one.

The partial file is named after its target (``.NAME.RANDOM.part``) and locked while its process lives. An
exception removes it; the next write of the same file removes what a killed process left.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from partitioners.errors import InputError


@contextlib.contextmanager
def replacing(target: str | os.PathLike[str], *, clear: bool = True) -> Iterator[Path]:
    """Write a file as a whole: the block writes another path, which is then renamed.

    Parameters
    ----------
    target : path
        The file; a link is followed, and what is no regular file (``/dev/stdout``) is written directly.
    clear : bool
        Remove what killed processes left of the same file. That lists the folder, which takes long where it
        has many thousand files.

    Yields
    ------
    Path
        An empty file in the folder of the target, to be written to.

    Raises
    ------
    InputError
        The file cannot be written, in the block or at its end: the message names the target, not the partial
        file. A target that was there is as it was.

    Notes
    -----
    The block's writers may raise anything else; the partial file is removed and the exception passes.
    """
    target = Path(target)
    try:
        if target.exists() and not target.is_file():
            yield target
            return
        path = target.resolve()
        if clear:
            _clear(path)
        part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        with part.open("xb") as held:
            try:
                _lock(held)
                yield part
                part.replace(path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(
            f"{target}: cannot be written ({error.strerror or error}); make room or choose another place"
        ) from None


def _clear(path: Path) -> None:
    """Remove the partial files of processes that were killed."""
    for left in path.parent.glob(f".{_literal(path.name)}.????????.part"):
        with contextlib.suppress(OSError), left.open("rb") as stream:
            if _lock(stream):
                left.unlink()


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def _lock(stream: BinaryIO) -> bool:
    """Lock a file until it is closed; False where another process holds it or the system has no locks."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
