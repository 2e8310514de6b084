"""The functions of the C library with and without effects on memory.

The reads and writes of a function with effects are defined in ``library_effects.c``, which is linked into the
traced program. Unlisted functions are called, too, but their effects on memory are unknown. The trace counts
these calls and has a note about them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).with_name("library_effects.c")


@cache
def functions_with_effects() -> frozenset[str]:
    """The functions whose effects on memory ``library_effects.c`` logs after a call."""
    return frozenset(
        re.findall(r"^(?:EFFECT|SAME)\((\w+),", SOURCE.read_text(encoding="utf-8"), re.MULTILINE)
    )


@cache
def functions_with_preparation() -> frozenset[str]:
    """The functions that ``library_effects.c`` also logs before a call."""
    return frozenset(re.findall(r"^BEFORE\((\w+),", SOURCE.read_text(encoding="utf-8"), re.MULTILINE))


_MATH = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma
fmax fmin fmod hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nearbyint
nextafter pow remainder rint round scalbn sin sinh sqrt tan tanh tgamma trunc
"""

_OTHERS = """
abs labs llabs div ldiv __divsc3 __divdc3 __divxc3 __mulsc3 __muldc3 __mulxc3
malloc free aligned_alloc
exit _exit _Exit quick_exit abort atexit __assert_fail __stack_chk_fail signal raise fork vfork
longjmp _longjmp siglongjmp __longjmp_chk
rand srand random srandom drand48 srand48 lrand48 mrand48
putchar putc fputc _IO_putc getchar getc fgetc _IO_getc ungetc
fflush fclose pclose fseek ftell rewind feof ferror clearerr setbuf setvbuf close lseek isatty fileno
toupper tolower isalpha isdigit isalnum isspace isupper islower ispunct isxdigit isprint iscntrl isgraph
clock sleep usleep getpid omp_get_wtime
__errno_location __libc_current_sigrtmin __libc_current_sigrtmax
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
__cxa_atexit __cxa_begin_catch __cxa_end_catch __cxa_throw __cxa_rethrow __cxa_allocate_exception
__cxa_free_exception __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_pure_virtual
_Unwind_Resume __clang_call_terminate __gxx_personality_v0
_ZSt9terminatev _Znwm _Znam _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm _ZnwmSt11align_val_t _ZdlPvSt11align_val_t
_ZSt17__throw_bad_allocv _ZSt20__throw_length_errorPKc _ZSt28__throw_bad_array_new_lengthv
_ZSt24__throw_out_of_range_fmtPKcz
numasim_begin_at numasim_end_at
"""

WITHOUT_EFFECTS = frozenset(_OTHERS.split()) | frozenset(
    name + suffix for name in _MATH.split() for suffix in ("", "f", "l")
)
"""Functions that do not access the program's memory (their internal state is not modelled)."""

_SYSTEM = """
fopen fopen64 freopen freopen64 open open64 openat openat64 creat creat64 opendir scandir glob ftw nftw
stat stat64 fstat fstat64 lstat lstat64 fstatat statx statvfs __xstat __lxstat access faccessat readlink
realpath getcwd popen system socket gethostname gethostbyname getaddrinfo uname getenv secure_getenv getlogin
getpwuid getpwnam getrlimit getrusage sysconf sysinfo get_nprocs get_nprocs_conf sched_getaffinity
sched_getcpu getauxval getrandom getentropy shm_open dlopen syscall localtime localtime_r mktime
"""

SYSTEM_FUNCTIONS = frozenset(_SYSTEM.split())
"""Functions of C by which a program depends on more than its source, its arguments and its input."""

SYSTEM_CLASSES = ("ifstream", "fstream", "filebuf", "filesystem", "random_device", "hardware_concurrency")
"""Words in the names of such classes and functions of C++."""

SYSTEM_DATA = frozenset({"environ", "__environ", "_environ"})
"""The variables of the C library with the environment of the process."""

_LIBRARY_OF_CXX = re.compile(r"_ZN?K?S[a-z]|_Z(?:n|d)[wal]|_ZT[VTIS]|__cxa_|_ZGVZ?NSt")
"""The mangled names of the C++ library and of its operators."""

_THREADS = ("clone", "pthread_create", "thrd_create", "__kmpc_", "GOMP_", "_ZNSt6thread15_M_start_thread")


_PROCESSES = """
fork vfork posix_spawn posix_spawnp system popen execl execle execlp execv execve execvp execvpe fexecve
"""


def starts_processes(name: str) -> bool:
    """Whether a library function starts a process or replaces the running program."""
    return name in _PROCESSES.split()


def may_ask_the_system(name: str) -> bool:
    """Whether a call of this function may make a program depend on more than its source, arguments and input.

    Unlisted functions, such as those of a linked library, may.
    """
    if _LIBRARY_OF_CXX.match(name):
        return any(word in name for word in SYSTEM_CLASSES)
    listed = functions_with_effects() | functions_with_preparation() | WITHOUT_EFFECTS
    return name in SYSTEM_FUNCTIONS or name not in listed


def starts_threads(name: str) -> bool:
    """Whether a library function starts threads."""
    return name.startswith(_THREADS)
