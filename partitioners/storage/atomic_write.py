"""Atomic file writes: readers see either the old file or the complete new file.

The content is written to a partial file in the target's folder, ``.NAME.RANDOM.part``, which is then renamed.
The partial file is locked while its process lives. An exception removes it. The next write of the same target
removes the partial files of killed processes.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from partitioners.errors import InputError
from partitioners.storage.file_lock import lock_file


@contextlib.contextmanager
def replacing(target: str | os.PathLike[str], *, clear: bool = True) -> Iterator[Path]:
    """Replace a file atomically: the block writes to a partial file, which is then renamed.

    Parameters
    ----------
    target : path
        The file. Links are followed, and a target that is not a regular file (``/dev/stdout``) is written
        directly.
    clear : bool
        Remove the partial files of killed processes. This lists the folder, which is slow if it contains many
        thousand files.

    Yields
    ------
    Path
        An empty file in the folder of the target, to which the block writes.

    Raises
    ------
    InputError
        The file cannot be written, in the block or at its end. The message names the target, not the partial
        file. An existing target is unchanged.

    Notes
    -----
    Any other exception of the block propagates after the partial file is removed.
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
                with contextlib.suppress(OSError):  # without locks, a partial file of a killed process stays
                    lock_file(held)
                yield part
                part.replace(path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
    except OSError as error:
        cure = "free disk space or choose another path"
        if isinstance(error, IsADirectoryError):
            cure = "name a file in this folder"
        raise InputError(f"{target}: cannot be written ({error.strerror or error}); {cure}") from None


def _clear(path: Path) -> None:
    """Remove the partial files of processes that were killed."""
    for left in path.parent.glob(f".{_literal(path.name)}.????????.part"):
        with contextlib.suppress(OSError), left.open("rb") as stream:
            lock_file(stream)
            left.unlink()


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
