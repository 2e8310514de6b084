"""Compile a program, run it once with a log, and create its dynamic instruction graph."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.trace.compiler_words import check_compiler, check_flags
from numasim.trace.compilers import SOURCES, Compiler, check_source, compile_to_ir, find_compiler
from numasim.trace.options import ProgramOptions, TraceOptions
from numasim.trace.programs import PROGRAMS, find_program
from numasim.trace.recording import Ending, Instrumented, build, merge_clocks, record
from numasim.trace.source_files import linked_libraries
from numasim.trace.threads.programs import THREADED_PROGRAMS
from numasim.trace.trace import TRACE_CUT, TRACE_VERSION, Trace
from partitioners.errors import InputError, OptionError, UnknownNameError
from partitioners.progress import Progress, silent
from partitioners.storage.temporary_folder import temporary_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numasim.trace.build_graph import Dependencies

SHOWN_OUTPUT = 64 * 1024
"""Maximum number of bytes of a program's output that are kept."""

_MAIN = {"numasim_program_main": "main"}
"""The name of a function in the instrumented module, and its original name."""


def trace_program(
    program: str | os.PathLike[str],
    arguments: Sequence[str] = (),
    *,
    progress: Progress = silent,
    **options: Any,
) -> Trace:
    """Run a program once and create the graph of the executed instructions.

    Parameters
    ----------
    program : str or path
        A C or C++ file, LLVM IR (``.ll``), or the name of an included program (``fft``).
    arguments : sequence of str
        Command-line arguments of the program.
    **options
        The fields of :class:`numasim.TraceOptions`: ``size`` (instead of arguments),
        ``weights``, ``clock_cycles``, ``timing_runs``, ``function``, ``memory_dependences``, ``drop``,
        ``flags``, ``compiler``, ``input_file``, ``max_instructions``, ``max_bytes``, ``timeout``, ``cache``.
        If a limit ends the run,
        ``about["cut_short"]`` of the trace is ``"limit"``.

    Raises
    ------
    OptionError
        An option is out of range, or a compiler or flag is not accepted.
    InputError
        The program does not compile, cannot be traced, did not start, executed nothing, or ran for too long.
        The message contains a remedy.

    Notes
    -----
    Section 3 of the vertex-cut paper. The rules of the graph are in ``docs/tracing.md``.
    """
    from numasim.provenance import file_sha256
    from numasim.trace.trace_cache import cached, keep

    chosen = TraceOptions(**options)
    name, weights = os.fspath(program), chosen.weights
    stdin = find_input(chosen.input_file)
    with temporary_folder("trace") as folder:
        progress(0, 0, "compiling")
        ir, made_by, arguments = compile_program(name, arguments, folder, chosen)
        settings = {
            "arguments": arguments,
            "flags": list(chosen.flags),
            "libraries": [file_sha256(path) for path in linked_libraries(chosen.flags)],
            "weights": weights,
            "clock_cycles": chosen.clock_cycles,
            "timing_runs": (chosen.timing_runs or 3) if weights == "rdtsc" else 1,
            "function": chosen.function,
            "memory_dependences": chosen.memory_dependences,
            "drop": sorted(chosen.drop),
            "max_instructions": chosen.max_instructions,
            "max_bytes": chosen.log_bytes,
            "ran_serially": made_by is not None and has_openmp(Path(program)),
        }
        key = _key(ir, settings, stdin)
        found = cached(key) if chosen.cache else None
        if found is not None:
            return found
        instrumented = build(ir, folder, chosen, name=name, compiler=made_by)
        trace = _run(name, instrumented, folder, ir, settings, chosen, progress)
        if chosen.cache and not instrumented.asks_the_system:
            keep(key, trace)
        return trace


def find_input(input_file: str | os.PathLike[str] | None) -> Path | None:
    """The file with the standard input of a program, if any.

    Raises
    ------
    InputError
        There is no such file.
    """
    path = None if input_file is None else Path(input_file)
    if path is not None and not path.is_file():
        raise InputError(f"{path}: there is no such file; it is the input of the program")
    return path


def compile_program(
    name: str, arguments: Sequence[str], folder: Path, options: ProgramOptions
) -> tuple[Path, Compiler | None, list[str]]:
    """The LLVM IR of a program, the compiler that made it (None for given IR), and the program's arguments.

    Raises
    ------
    OptionError, InputError
        See :func:`trace_program`.
    """
    check_flags(options.flags)
    if options.compiler is not None:
        check_compiler(options.compiler)
    arguments = [str(each) for each in arguments]
    if options.size is not None:
        if name not in PROGRAMS:
            raise OptionError(f"size is only for the programs included in numasim, not for {name!r}")
        PROGRAMS[name].check_size(options.size)
        arguments = [str(options.size), *arguments]
    return *to_ir(name, folder, options.flags, options.compiler), arguments


def to_ir(name: str, folder: Path, flags: Sequence[str], setting: str | None) -> tuple[Path, Compiler | None]:
    """Return the LLVM IR of a program, and the compiler that made it in a folder, if any did.

    Raises
    ------
    InputError
        There is no such program, or it does not compile.
    """
    path = Path(name)
    if name in PROGRAMS:
        if not flags and setting is None:
            return PROGRAMS[name].ir, None
        path = PROGRAMS[name].source
    if not path.is_file():
        if path.suffix in (".ll", *SOURCES):  # otherwise it may be a misspelt program name
            raise InputError(f"{path}: there is no such file")
        if name in THREADED_PROGRAMS:
            raise UnknownNameError(f"{name} is a program of threads; set the number of its `threads`")
        find_program(name)  # raises an error that suggests the nearest name
    check_source(str(path))
    if b"\0" in path.read_bytes():
        cure = "disassemble LLVM bitcode with llvm-dis" if path.suffix == ".ll" else "use the source file"
        raise InputError(f"{path}: expected the text of a program, got binary data; {cure}")
    if path.suffix == ".ll":
        return path, None
    compiler = find_compiler(setting)
    ir = folder / "program.ll"
    compile_to_ir(path, compiler, flags, ir)
    return ir, compiler


def has_openmp(source: Path) -> bool:
    """Whether a source has OpenMP directives, which are compiled only if the flags request it."""
    text = source.read_text(errors="replace") if source.is_file() else ""
    return re.search(r"^\s*#\s*pragma\s+omp\b", text, re.MULTILINE) is not None


def _key(ir: Path, settings: Mapping[str, Any], stdin: Path | None) -> str:
    """The cache key of a trace: a hash of the IR (so of source, headers, flags, compiler) and the input."""
    from numasim.provenance import file_sha256, project_version

    known = {
        "ir": hashlib.sha256(text_without_folders(ir).encode()).hexdigest(),
        "settings": settings,
        "input": None if stdin is None else file_sha256(stdin),
        "version": [project_version(), TRACE_VERSION],
        "host": _processor() if settings["weights"] == "rdtsc" else None,
    }
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()


def text_without_folders(ir: Path) -> str:
    """Return the text of LLVM IR without the folders of its sources, which change nothing in a run."""
    text = re.sub(r"^(source_filename = |; ModuleID = ).*$", "", ir.read_text(errors="replace"), flags=re.M)
    return re.sub(r'(!DIFile\(filename: ")[^"]*/', r"\1", text)  # keep only the file name


def _run(
    name: str,
    instrumented: Instrumented,
    folder: Path,
    ir: Path,
    settings: Mapping[str, Any],
    options: TraceOptions,
    progress: Progress,
) -> Trace:
    from numasim.trace.build_graph import build_dependencies
    from numasim.trace.source_lines import executed_at

    runs = int(settings["timing_runs"])
    logs = [folder / f"run{number}" for number in range(runs)]
    captured = (folder / "output", folder / "errors")
    for number, log in enumerate(logs):
        progress(number, runs, "running the program")
        ending = record(
            instrumented,
            log,
            options,
            name=Path(name).stem,
            arguments=settings["arguments"],
            capture=captured,
        )
    overhead = merge_clocks(logs) if options.weights == "rdtsc" else 0
    found = build_dependencies(
        instrumented.listing,
        logs[0],
        weights=options.weights,
        clock_cycles=options.clock_cycles,
        memory_dependences=options.memory_dependences,
        max_instructions=options.max_instructions,
        progress=progress,
    )
    output, errors = (path.read_bytes()[:SHOWN_OUTPUT] for path in captured)
    if not found.address.size:
        raise InputError(nothing_executed(name, options.function, ending, errors))
    about = _about(name, instrumented, ir, settings, ending, found)
    if options.weights == "rdtsc":
        about |= {"processor": _processor(), "subtracted_cycles": overhead}
    arrays = _arrays(found, cut=about["cut_short"] == "limit")
    arrays["function"], arrays["line"] = executed_at(
        instrumented.listing, logs[0] / "segments", found.address.size
    )
    for array in arrays.values():
        array.flags.writeable = False  # so that graphs share them
    return Trace(arrays, about, output, errors)


def nothing_executed(name: str, function: str | None, ending: Ending, errors: bytes) -> str:
    """Return the message for a run without instructions."""
    how = ending.signal or f"exit code {ending.exit_code}"
    said = errors.decode(errors="replace").strip().splitlines()
    called = f"function {function!r} was not called" if function else "the program executed nothing"
    return f"{name}: {called} ({how}{': ' + said[-1] if said else ''})"


def _arrays(found: Dependencies, *, cut: bool) -> dict[str, NDArray[Any]]:
    import numpy as np

    count = found.address.size
    arrays: dict[str, NDArray[Any]] = {
        "num_vertices": np.array(count, np.int64),
        "src": found.src,
        "dst": found.dst,
        "weight": found.weight,
        "opcode_class": found.opcode_class,
        "latency_class": found.latency_class,
        "address": found.address,
        "bytes": found.length,
        "operation": found.operation,
        "program_order": np.arange(count, dtype=np.int32),
    }
    if cut:
        arrays[TRACE_CUT] = np.zeros(count, np.uint8)
        arrays[TRACE_CUT][-1:] = 1
    return arrays


def _about(
    name: str,
    instrumented: Instrumented,
    ir: Path,
    settings: Mapping[str, Any],
    ending: Ending,
    found: Dependencies,
) -> dict[str, Any]:
    text = ir.read_text(errors="replace")
    times = executions(instrumented, found.executed, found.unfinished)
    ident = re.search(r'^!\d+ = !\{!"([^"]*version[^"]*)"\}', text, re.MULTILINE)
    triple = re.search(r'^target triple = "([^"]*)"', text, re.MULTILINE)
    return {
        "program": Path(name).stem,
        "compiler": ident[1] if ident else "unknown",
        "target": triple[1].split("-")[0] if triple else "unknown",
        **settings,
        "exit_code": ending.exit_code,
        "signal": ending.signal,
        "cut_short": "limit" if ending.limit or found.cut_short == "limit" else found.cut_short,
        "touched_bytes": 4096 * found.pages,
        "functions": [_MAIN.get(name, name) for name in instrumented.listing.function_names.tolist()],
        "files": instrumented.listing.function_files.tolist(),
        "opcodes": _opcodes(instrumented, times),
        **calls_to_note(instrumented, times),
    }


def executions(
    instrumented: Instrumented, executed: NDArray[np.int64], unfinished: tuple[int, int]
) -> NDArray[np.int64]:
    """Return the number of executions of each instruction of the program.

    Parameters
    ----------
    executed : ndarray of int64, shape (s,)
    unfinished : tuple of int
        See :class:`numasim.trace.build_graph.Dependencies`.
    """
    import numpy as np

    listing = instrumented.listing
    changes = np.zeros(listing.kind.size + 1, np.int64)
    np.add.at(changes, listing.segment_first, executed)
    np.add.at(changes, listing.segment_last, -executed)
    times = np.cumsum(changes)[:-1]
    times[slice(*unfinished)] -= 1
    return times


def calls_to_note(instrumented: Instrumented, times: NDArray[np.int64]) -> dict[str, Any]:
    """Return the metadata on calls and instructions of which the graph may not contain every dependency."""
    from numasim.trace.library_effects import WITHOUT_EFFECTS, functions_with_effects, starts_processes

    known = WITHOUT_EFFECTS | functions_with_effects()
    return {
        "unknown_calls": _calls(instrumented, times, lambda name: name not in known),
        "process_calls": _calls(instrumented, times, starts_processes),
        "unknown_instructions": list(instrumented.unknown),
    }


def _opcodes(instrumented: Instrumented, times: NDArray[np.int64]) -> dict[str, int]:
    import numpy as np

    listing = instrumented.listing
    counts = np.bincount(listing.opcode, times, minlength=listing.opcode_names.size)
    order = np.argsort(-counts, kind="stable")
    return {str(listing.opcode_names[k]): int(counts[k]) for k in order if counts[k]}


def _calls(
    instrumented: Instrumented, times: NDArray[np.int64], wanted: Callable[[str], bool]
) -> dict[str, int]:
    """Number of calls of each library function for which ``wanted`` is true."""
    import numpy as np

    from numasim.trace.listing import NO_CALL

    listing = instrumented.listing
    external = (listing.callee <= -2) & (listing.callee != NO_CALL)
    counts = np.bincount(
        -2 - listing.callee[external], times[external], minlength=listing.external_names.size
    )
    names = listing.external_names.tolist()
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count and wanted(name)}


def _processor() -> str:
    """The model name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    import platform

    return found[1] if found else platform.processor() or platform.machine()
