"""Traces that were made before, kept on disk by the hash of all that decided them."""

from __future__ import annotations

import contextlib
import json
import zipfile
from typing import TYPE_CHECKING, Any

from partitioners.atomic_write import replacing
from partitioners.disk_cache import cache_folder
from partitioners.errors import InputError

if TYPE_CHECKING:
    from numasim.trace.trace import Trace


def cached(key: str) -> Trace | None:
    """The trace that was kept under a key; None where there is none that can be read."""
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
    """Keep a trace, all of it at once for others who read. A full disk is no error."""
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
