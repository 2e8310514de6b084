"""The functions of threads that the runtime replaces, and those that cannot be traced."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent

RUNTIME = HERE / "thread_runtime.c"
"""The C file of the runtime, which includes the others."""

NEW_MEMORY = (
    *("malloc", "calloc", "aligned_alloc", "memalign", "valloc"),
    *("_Znwm", "_Znam", "_ZnwmSt11align_val_t"),
)
"""Functions that return memory whose earlier accesses do not matter."""

_PREFIXES = ("pthread_", "__kmpc_", "omp_", "sem_", "thrd_", "mtx_", "cnd_", "GOMP_")
_WIDTHS = ("4", "4u", "8", "8u")
_MACROS = (
    *(f"__kmpc_for_static_init_{width}" for width in _WIDTHS),
    *(f"__kmpc_dispatch_{part}_{width}" for part in ("init", "next", "fini") for width in _WIDTHS),
)
_HARMLESS = re.compile(
    r"pthread_(attr|mutexattr|condattr|barrierattr)_\w+|pthread_(self|equal|key_\w+|[gs]etspecific"
    r"|[gs]etname_np|getattr_np|[gs]etaffinity_np|[gs]etconcurrency)|omp_get_wti\w+"
)
_REFUSED = (
    *("signal", "sigaction", "fork", "vfork", "clone", "posix_spawn", "posix_spawnp"),
    *("thrd_create", "call_once"),
)


@cache
def replaced_functions() -> frozenset[str]:
    """The functions that the runtime defines: of pthreads and OpenMP, and those that wait."""
    found = {
        name
        for source in ("pthreads", "semaphores", "sleeping", "openmp", "openmp_functions")
        for name in re.findall(
            r"^[a-z]\w*(?: \w+)* \**(\w+)\(", (HERE / f"{source}.c").read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    return frozenset(found) | frozenset(_MACROS)


def synchronises(name: str) -> bool:
    """Whether a library function may synchronise threads."""
    return name.startswith((*_PREFIXES, "_ZNSt", "_ZNKSt", "__cxa_guard"))


def cannot_be_traced(name: str) -> bool:
    """Whether a program of threads that calls this library function cannot be traced."""
    if name in _REFUSED:
        return True
    return name.startswith(_PREFIXES) and name not in replaced_functions() and not _HARMLESS.fullmatch(name)
