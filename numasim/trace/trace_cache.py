"""A disk cache of traces. The key is a hash of everything that determines a trace."""

from __future__ import annotations

import contextlib
import json
import zipfile
from typing import TYPE_CHECKING, Any

from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing
from partitioners.storage.disk_cache import cache_folder

if TYPE_CHECKING:
    from numasim.trace.trace import Trace


def cached(key: str) -> Trace | None:
    """The cached trace of a key, or None if there is no readable one."""
    import numpy as np

    from numasim.trace.trace import Trace

    path = cache_folder() / "traces" / f"{key}.npz"
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(str(arrays.pop("about")))
        output, errors = arrays.pop("output").tobytes(), arrays.pop("errors").tobytes()
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return Trace(arrays, about, output, errors)


def keep(key: str, trace: Trace) -> None:
    """Write a trace to the cache atomically. A full disk is not an error."""
    import numpy as np

    folder = cache_folder() / "traces"
    contents: dict[str, Any] = {
        **trace.arrays,
        "about": np.array(json.dumps(trace.about)),
        "output": np.frombuffer(trace.output, np.uint8),
        "errors": np.frombuffer(trace.errors, np.uint8),
    }
    with contextlib.suppress(OSError, InputError):
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(folder / f"{key}.npz") as part, part.open("wb") as stream:
            np.savez(stream, **contents)
