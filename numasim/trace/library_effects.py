"""Which functions of the C library touch memory, and which do not.

What each of :data:`WITH_EFFECTS` reads and writes stands in ``library_effects.c``, which is linked into the
traced program. A function in neither set is called all the same; its effects on memory are not known, and the
trace counts the calls and says so.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("library_effects.c")


@cache
def functions_with_effects() -> frozenset[str]:
    """The functions whose effects on memory ``library_effects.c`` logs after a call."""
    return frozenset(re.findall(r"^EFFECT\((\w+),", SOURCE.read_text(encoding="utf-8"), re.MULTILINE))


@cache
def functions_with_preparation() -> frozenset[str]:
    """The functions that ``library_effects.c`` wants to be told of before a call too."""
    return frozenset(
        re.findall(r"^void numasim_before_(\w+)\(", SOURCE.read_text(encoding="utf-8"), re.MULTILINE)
    )


_MATH = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma
fmax fmin fmod hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nearbyint
nextafter pow remainder rint round scalbn sin sinh sqrt tan tanh tgamma trunc
"""

WITHOUT_EFFECTS = frozenset(
    [
        "abs",
        "labs",
        "llabs",
        "div",
        "ldiv",
        "malloc",
        "free",
        "aligned_alloc",
        "exit",
        "_exit",
        "_Exit",
        "abort",
        "atexit",
        "rand",
        "srand",
        "random",
        "srandom",
        "drand48",
        "srand48",
        "lrand48",
        "putchar",
        "putc",
        "fputc",
        "_IO_putc",
        "getchar",
        "getc",
        "fgetc",
        "_IO_getc",
        "ungetc",
        "fflush",
        "fclose",
        "fseek",
        "ftell",
        "rewind",
        "feof",
        "ferror",
        "clearerr",
        "setbuf",
        "setvbuf",
        "close",
        "lseek",
        "toupper",
        "tolower",
        "isalpha",
        "isdigit",
        "isalnum",
        "isspace",
        "isupper",
        "islower",
        "ispunct",
        "isxdigit",
        "isprint",
        "iscntrl",
        "isgraph",
        "clock",
        "sleep",
        "usleep",
        "getpid",
        "isatty",
        "fileno",
        "longjmp",
        "_longjmp",
        "siglongjmp",
        "__longjmp_chk",
        "__assert_fail",
        "__stack_chk_fail",
        "__errno_location",
        "__ctype_b_loc",
        "__ctype_tolower_loc",
        "__ctype_toupper_loc",
        "omp_get_wtime",
        "__cxa_atexit",
        "__cxa_begin_catch",
        "__cxa_end_catch",
        "__cxa_throw",
        "__cxa_rethrow",
        "__cxa_allocate_exception",
        "__cxa_free_exception",
        "__cxa_guard_acquire",
        "__cxa_guard_release",
        "__cxa_guard_abort",
        "__cxa_pure_virtual",
        "_Unwind_Resume",
        "__clang_call_terminate",
        "__gxx_personality_v0",
        "_ZSt9terminatev",
        "_Znwm",
        "_Znam",
        "_ZdlPv",
        "_ZdaPv",
        "_ZdlPvm",
        "_ZdaPvm",
        "_ZnwmSt11align_val_t",
        "_ZdlPvSt11align_val_t",
        "_ZSt17__throw_bad_allocv",
        "_ZSt20__throw_length_errorPKc",
        "_ZSt28__throw_bad_array_new_lengthv",
        "_ZSt24__throw_out_of_range_fmtPKcz",
    ]
) | frozenset(name + suffix for name in _MATH.split() for suffix in ("", "f", "l"))
"""Functions that neither read nor write the program's own memory (their internal state is not modelled)."""

THREAD_FUNCTIONS = frozenset(
    [
        "pthread_create",
        "thrd_create",
        "__kmpc_fork_call",
        "GOMP_parallel",
        "GOMP_parallel_start",
        "clone",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    ]
)
"""Functions that start threads; a program that calls one is refused."""

FILE_FUNCTIONS = frozenset(
    [
        "fopen",
        "fopen64",
        "freopen",
        "open",
        "open64",
        "openat",
        "creat",
        "popen",
        "system",
        "getenv",
        "secure_getenv",
        "socket",
    ]
)
"""Functions through which a program depends on more than its source, arguments and standard input."""
