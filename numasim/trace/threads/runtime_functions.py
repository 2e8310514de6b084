"""The functions of threads that the runtime replaces, and those that cannot be traced."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from numasim.trace.library_effects import WITHOUT_EFFECTS, functions_with_effects

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
    r"pthread_(attr|mutexattr|condattr|barrierattr|rwlockattr)_\w+|pthread_(self|equal|key_\w+|[gs]etspecific"
    r"|[gs]etname_np|getattr_np|[gs]etaffinity_np|[gs]etconcurrency)|omp_get_wti\w+"
)
_REFUSED = (
    *("signal", "sigaction", "fork", "vfork", "clone", "posix_spawn", "posix_spawnp"),
    *("thrd_create", "call_once"),
)
_MASKED = "llvm.masked."
"""The beginning of the functions that access some parts of a vector, and gather and scatter its parts."""

_PARTS_OF_OPENMP = {
    "__kmpc_ordered": "OpenMP's `ordered`",
    "__kmpc_doacross": "OpenMP's `ordered`",
    "__kmpc_omp_task_with_deps": "OpenMP's `depend`",
    "__kmpc_omp_wait_deps": "OpenMP's `depend`",
    "__kmpc_omp_taskwait_deps": "OpenMP's `depend`",
    "__kmpc_taskred": "OpenMP's reductions of tasks",
    "__kmpc_task_reduction": "OpenMP's reductions of tasks",
    "__kmpc_task_allow_completion_event": "OpenMP's `detach`",
    "__kmpc_cancel": "OpenMP's `cancel`",
}
"""The parts of OpenMP behind functions of clang's run-time library, by the beginnings of their names."""


@cache
def replaced_functions() -> frozenset[str]:
    """The functions that the runtime defines: of pthreads and OpenMP, and those that wait."""
    found = {
        name
        for source in ("pthreads", "rwlocks", "semaphores", "sleeping", "openmp", "tasks", "openmp_functions")
        for name in re.findall(
            r"^[a-z]\w*(?: \w+)* \**(\w+)\(", (HERE / f"{source}.c").read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    return frozenset(found) | frozenset(_MACROS)


def synchronises(name: str) -> bool:
    """Whether a library function may synchronise threads."""
    return name.startswith((*_PREFIXES, "_ZNSt", "_ZNKSt", "__cxa_guard"))


def what_is_refused(name: str) -> str:
    """What a function that cannot be traced is in the source: itself, a part of OpenMP, or an access."""
    if name.startswith(_MASKED):
        return f"masked vector accesses ({name.split('.')[2]})"
    return next((part for prefix, part in _PARTS_OF_OPENMP.items() if name.startswith(prefix)), name)


def cannot_be_traced(name: str) -> bool:
    """Whether the trace of a program of threads ends with an error when it calls this function."""
    if name in _REFUSED or name.startswith(_MASKED):
        return True
    return name.startswith(_PREFIXES) and name not in replaced_functions() and not _HARMLESS.fullmatch(name)


def has_unknown_accesses(name: str) -> bool:
    """Whether a function of a library may access memory of which the logs know nothing."""
    known = name in replaced_functions() | WITHOUT_EFFECTS | functions_with_effects()
    return bool(name) and not known and not name.startswith(("llvm.", *_PREFIXES))
