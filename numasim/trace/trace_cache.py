"""What was made before, kept on disk by the hash of all that decided it: traces, and the compiled runtime."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numasim.trace.trace_program import Trace


def cache_folder() -> Path:
    """``$NUMASIM_CACHE``, else ``numasim`` in the user's folder for caches. May be deleted at any time."""
    named = os.environ.get("NUMASIM_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numasim"


def cached(key: str) -> Trace | None:
    """The trace that was kept under a key; None where there is none that can be read."""
    import numpy as np

    from numasim.trace.trace_program import Trace

    path = cache_folder() / "traces" / f"{key}.npz"
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(str(arrays.pop("about")))
        output, errors = arrays.pop("output").tobytes(), arrays.pop("errors").tobytes()
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return Trace(arrays, about, output, errors)


def kept_file(name: str, folder: Path, make: Callable[[Path], None]) -> Path:
    """A file of the cache, made where there is none; in a folder of one's own where nothing can be kept."""
    path = cache_folder() / "runtime" / name
    if path.is_file():
        return path
    made = folder / name
    make(made)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{name}.{os.getpid()}.partial")
        shutil.copyfile(made, temporary)
        temporary.replace(path)
    except OSError:
        return made
    return path


def keep(key: str, trace: Trace) -> None:
    """Keep a trace, all of it at once for others who read. A full disk is no error."""
    import numpy as np

    folder = cache_folder() / "traces"
    temporary = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(suffix=".partial", dir=folder)
        with os.fdopen(descriptor, "wb") as stream:
            contents: dict[str, Any] = {
                **trace.arrays,
                "about": np.array(json.dumps(trace.about)),
                "output": np.frombuffer(trace.output, np.uint8),
                "errors": np.frombuffer(trace.errors, np.uint8),
            }
            np.savez(stream, **contents)
        Path(temporary).replace(folder / f"{key}.npz")
    except OSError:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
