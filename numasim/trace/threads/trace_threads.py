"""Compile a program of threads, run it once under the scheduler, and read the logs of its threads."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.provenance import code_hash
from numasim.trace.compiler_words import OPENMP, check_compiler, check_flags
from numasim.trace.compilers import SOURCES, Compiler, check_source, compile_to_ir, find_compiler
from numasim.trace.instructions import LATENCY_CYCLES, LatencyClass
from numasim.trace.options import ThreadOptions
from numasim.trace.recording import (
    HERE,
    Ending,
    link_program,
    record,
    run_instrumenter,
    unlike_success,
)
from numasim.trace.threads.programs import THREADED_PROGRAMS, find_threaded_program
from numasim.trace.threads.runtime_functions import RUNTIME
from numasim.trace.threads.thread_trace import SyncObject, ThreadTrace
from numasim.trace.trace_program import SHOWN_OUTPUT, find_input, has_openmp, text_without_folders
from partitioners.errors import InputError, OptionError
from partitioners.progress import Progress, silent
from partitioners.storage.disk_cache import cached_file
from partitioners.storage.temporary_folder import temporary_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INCLUDES = Path(__file__).with_name("include")
PAGE_BYTES = 4096

RUNNING, DEADLOCK, TOO_MANY, UNSUPPORTED = 1, 4, 5, 6
"""Values of the first header word for runs without complete logs (``thread_runtime.h``)."""

DEFAULT_LATENCIES = {kind.name.lower(): LATENCY_CYCLES[kind] for kind in LatencyClass if kind.value > 0}

_HEADER_WORDS = 6
_COUNTS = ("instructions", "loads", "stores", "atomics", "library", "existed")


def trace_threads(
    program: str | os.PathLike[str],
    arguments: Sequence[str] = (),
    *,
    progress: Progress = silent,
    **options: Any,
) -> ThreadTrace:
    """Run a program of threads once and log the operations of each thread.

    One thread runs at a time. At each synchronisation, before each atomic operation, and after 10,000
    instructions, the thread that continues is drawn. The same seed gives the same logs, byte for byte.

    Parameters
    ----------
    program : str or path
        A C or C++ file with pthreads, atomics or OpenMP, LLVM IR (``.ll``) of one, or the name of an included
        program (``hash_join``).
    arguments : sequence of str
        Command-line arguments of the program. An included program gets its size and ``threads``.
    **options
        The fields of :class:`numasim.ThreadOptions`: ``threads`` (required), ``seed``,
        ``size``, ``form``, ``function``, ``flags`` (and ``-fopenmp``, which sources with OpenMP's directives
        get anyway), ``latencies``, ``compiler``, ``input_file``, ``max_instructions`` (of all threads),
        ``max_bytes``, ``timeout``. If a limit ends the run, ``about["cut_short"]`` is ``"limit"``, and the
        logs release all locks. At every optimization level, local variables are in registers if their
        addresses are not used.

    Raises
    ------
    OptionError
        An option is out of range, or a compiler or flag is not accepted.
    InputError
        The program does not compile, cannot be traced, makes more than ``threads`` threads, or ran for too
        long; or its threads wait for each other.
    """
    chosen = ThreadOptions(**options)
    check_flags([flag for flag in chosen.flags if flag != OPENMP])
    if chosen.compiler is not None:
        check_compiler(chosen.compiler)
    path, given, own = _included(program, arguments, chosen)
    flags = [*own, *chosen.flags]
    find_input(chosen.input_file)
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    check_source(str(path))
    with temporary_folder("trace") as folder:
        progress(0, 2, "compiling")
        ir = build_threads(path, folder, flags, chosen.compiler, chosen.latencies, region=chosen.function)
        progress(1, 2, "running the program")
        ending = record(
            folder / "program",
            folder / "log",
            chosen,
            name=path.stem,
            arguments=given,
            capture=(folder / "output", folder / "errors"),
            settings={
                "NUMASIM_TRACE_THREADS": str(chosen.threads),
                "NUMASIM_TRACE_SEED": str(chosen.seed),
            },
        )
        _check_state(path.name, folder / "log", ending, chosen.threads)
        text = ir.read_text(errors="replace")
        ident = re.search(r'^!\d+ = !\{!"([^"]*version[^"]*)"\}', text, re.MULTILINE)
        triple = re.search(r'^target triple = "([^"-]*)', text, re.MULTILINE)
        about = {
            "program": path.stem,
            "compiler": ident[1] if ident else "unknown",
            "target": triple[1] if triple else "unknown",
            "arguments": given,
            "flags": flags,
            "threads": chosen.threads,
            "seed": chosen.seed,
            "max_instructions": chosen.max_instructions,
            "max_bytes": chosen.log_bytes,
            "signal": ending.signal,
            "cut_short": "limit" if ending.limit else "",
            "unknown_calls": _unknown_calls(folder / "log" / "unknown"),
        }
        header, counts = read_header(folder / "log" / "header")
        waits, idle_turns = read_orders(folder / "log" / "orders")
        if chosen.function is not None and not int(header[5]):
            raise InputError(
                f"{path.name}: function {chosen.function!r} was not called, or all calls of it are inlined"
                f"{unlike_success(ending.exit_code or 0)}; mark it noinline, or give the "
                "program arguments with which it calls it"
            )
        return ThreadTrace(
            operations=_operations(folder / "log", counts["instructions"].size),
            objects=_objects(folder / "log" / "objects"),
            memory_bytes=PAGE_BYTES * (1 + int(header[1])),
            counts=counts,
            data_races=int(header[2]),
            waits=waits,
            idle_turns=idle_turns,
            reads_not_kept=int(header[4]),
            marks=int(header[5]),
            output=(folder / "output").read_bytes()[:SHOWN_OUTPUT],
            errors=(folder / "errors").read_bytes()[:SHOWN_OUTPUT],
            exit_code=ending.exit_code,
            about=about,
        )


def _included(
    program: str | os.PathLike[str], arguments: Sequence[str], options: ThreadOptions
) -> tuple[Path, list[str], list[str]]:
    """Return the source of a program, its arguments, and the flags of its form.

    Raises
    ------
    OptionError
        A size or a form was given with a file, or arguments with an included program; the included program
        does not accept its size or number of threads.
    UnknownNameError
        There is neither a file nor a program with this name, or the program has no such form.
    """
    name, path = os.fspath(program), Path(program)
    if name not in THREADED_PROGRAMS and (path.is_file() or path.suffix in (".ll", *SOURCES)):
        if options.size is not None or options.form is not None:
            raise OptionError(
                f"size and form are only for the programs included in numasim, not for {name!r}; "
                "use its arguments and flags"
            )
        return path, [str(each) for each in arguments], []
    included = find_threaded_program(name)
    if arguments:
        raise OptionError(f"{name} has no arguments but its size and the number of threads; use size")
    words = included.arguments(options.threads, options.size)
    return included.source, words, included.flags(options.form or included.forms[0])


def threads_to_ir(
    name: str, folder: Path, flags: Sequence[str], setting: str | None
) -> tuple[Path, Compiler | None]:
    """Return the LLVM IR of a program of threads, and the compiler that made it in a folder, if any did.

    Raises
    ------
    InputError
        The program does not compile.
    """
    path = Path(name)
    if path.suffix == ".ll":
        return path, None
    ir, compiler = folder / "program.ll", find_compiler(setting)
    words = [flag for flag in flags if flag != OPENMP]
    if len(words) < len(flags) or has_openmp(path):
        words.append(OPENMP)
    if not any(word.startswith("-O") for word in words):
        words.append("-O2")
    compile_to_ir(path, compiler, words, ir, includes=INCLUDES)
    return ir, compiler


def build_threads(
    path: Path,
    folder: Path,
    flags: Sequence[str],
    setting: str | None = None,
    latencies: Mapping[str, int] | None = None,
    *,
    region: str | None = None,
) -> Path:
    """Build the executable ``program`` of a program of threads in a folder, and return the path of its IR.

    The executable is kept in the cache, by the hash of the IR and the latencies.

    Raises
    ------
    InputError
        The program does not compile, or cannot be traced.
    """
    latencies = dict(DEFAULT_LATENCIES if latencies is None else latencies)
    ir, compiler = threads_to_ir(str(path), folder, flags, setting)

    def build(program: Path) -> None:
        request = {
            "source": str(ir),
            "object": str(folder / "program.o"),
            "latencies": latencies,
            "region": region,
        }
        run_instrumenter("numasim.trace.threads.instrument", request, folder, path.name)
        parts = [RUNTIME, HERE / "library_effects.c"]
        link_flags = [*flags, "-Wl,--export-dynamic", "-ldl"]
        link_program(ir, parts, folder, name=path.name, flags=link_flags, compiler=compiler)
        (folder / "program").replace(program)

    program = folder / "program"
    if any(flag.startswith(("-l", "-L")) for flag in flags):  # a library of the user may change
        build(program)
        return ir
    settings = [*flags, *sorted(latencies.items()), region]
    name = f"{path.stem}-{code_hash('program of threads', text_without_folders(ir), settings)}"
    shutil.copyfile(cached_file("programs", name, folder, build), program)
    program.chmod(0o700)
    return ir


def _check_state(name: str, log: Path, ending: Ending, threads: int) -> None:
    """Raise an error if the logs are not complete."""
    import numpy as np

    state = int(np.fromfile(log / "header", np.uint64, 1)[0])
    if state == RUNNING:
        how = ending.signal or f"exit code {ending.exit_code}"
        raise InputError(f"{name}: the program ended without its logs ({how}); it must end by itself")
    message = (log / "message").read_text(errors="replace")
    if state == DEADLOCK:
        raise InputError(f"{name}: no thread can continue: {message}")
    if state == UNSUPPORTED:
        raise InputError(f"{name}: {message}")
    if state == TOO_MANY:
        raise InputError(
            f"{name}: line {message} makes thread {threads + 1}, the main thread included, but threads is "
            f"{threads}; raise threads, or join a thread before"
        )


def read_header(path: Path) -> tuple[NDArray[np.uint64], dict[str, NDArray[np.int64]]]:
    """The first words of the header, and the counts of the threads that existed."""
    import numpy as np

    words = np.fromfile(path, np.uint64)
    rows = words[_HEADER_WORDS:].reshape(-1, len(_COUNTS)).astype(np.int64)
    rows = rows[rows[:, -1] != 0]
    return words[:_HEADER_WORDS], {name: rows[:, k].copy() for k, name in enumerate(_COUNTS[:-1])}


def read_orders(path: Path) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The waits and the idle turns of a run; see :class:`ThreadTrace`."""
    import numpy as np

    rows = np.fromfile(path, np.int64).reshape(-1, 4)
    rows[:, 1] -= 1  # operations are numbered from 1 there
    idle = rows[:, 2] < 0
    turns = rows[idle][:, [0, 1, 3]]
    turns[:, 2] -= 1
    return rows[~idle], turns


def _operations(log: Path, threads: int) -> tuple[NDArray[np.void], ...]:
    """The logs, mapped from files that exist until the arrays are gone."""
    import numpy as np

    from numasim.threads.operations import OPERATION

    return tuple(np.memmap(log / f"thread{k}", OPERATION, "r") for k in range(threads))


def _unknown_calls(path: Path) -> dict[str, int]:
    rows = (line.split("\t") for line in path.read_text(errors="replace").splitlines())
    return {name: int(count) for name, count in rows}


def _objects(path: Path) -> tuple[SyncObject, ...]:
    rows = (line.split("\t") for line in path.read_text(errors="replace").splitlines())
    return tuple(
        SyncObject(kind, int(line), int(participants), int(address) or -1, name)
        for kind, line, participants, address, name in rows
    )
