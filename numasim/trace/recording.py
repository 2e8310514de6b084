"""Build an instrumented program from LLVM IR, and run it in a separate process."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numasim.trace.compilers import RUNTIME_LEVEL, Compiler, compile_c, find_linker, link
from numasim.trace.instrument import REFUSED
from numasim.trace.listing import Listing
from numasim.trace.markers import WRONG_MARKERS, mistake_text
from numasim.trace.options import GRAPH_DEFAULTS, GraphOptions, ProgramOptions
from partitioners.errors import InputError
from partitioners.storage.disk_cache import cached_file

HERE = Path(__file__).parent

LIMIT_REACHED, NO_ROOM = 2, 3
"""Values of the first header word for a run that did not end by itself (``runtime.c``)."""


@dataclass(frozen=True)
class Instrumented:
    """A program that logs its execution.

    Attributes
    ----------
    unknown : tuple of str
        Inline assembly and intrinsics whose effects on memory are not known.
    asks_the_system : tuple of str
        Called functions that make the program depend on more than its source and arguments.
    """

    executable: Path
    listing: Listing
    unknown: tuple[str, ...]
    asks_the_system: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """The end of a run.

    Attributes
    ----------
    exit_code : int or None
        None if a signal or a limit ended the run.
    signal : str
        The name of the signal that ended the run, or "".
    limit : bool
        Whether a limit was reached.
    """

    exit_code: int | None
    signal: str
    limit: bool


def build(
    ir: Path,
    folder: Path,
    options: GraphOptions = GRAPH_DEFAULTS,
    *,
    name: str,
    compiler: Compiler | None = None,
) -> Instrumented:
    """Instrument LLVM IR and link it.

    Parameters
    ----------
    folder : Path
        The folder for the built files.
    options : GraphOptions
        Its weights, function, parts to drop, and flags, whose libraries are linked.
    name : str
        The name of the program in messages.
    compiler : Compiler, optional
        The compiler that produced the IR.

    Raises
    ------
    InputError
        LLVM cannot read the IR, the program has threads, it does not link, and so on. The message contains a
        remedy.
    """
    request = {
        "source": str(ir),
        "object": str(folder / "program.o"),
        "listing": str(folder / "listing.npz"),
        "notes": str(folder / "notes.json"),
        "weights": options.weights,
        "region": options.function,
        "drop": list(options.drop),
    }
    run_instrumenter("numasim.trace.instrument", request, folder, name)
    executable = folder / "program"
    parts = [HERE / "runtime.c", HERE / "library_effects.c"]
    # Behind the program, so that the model's tables do not shift the program's data within their pages.
    behind = [HERE / "cache_model.c"]
    link_program(ir, parts, folder, name=name, flags=options.flags, compiler=compiler, behind=behind)
    notes: dict[str, Any] = json.loads((folder / "notes.json").read_text())
    return Instrumented(
        executable, Listing.load(folder / "listing.npz"), tuple(notes["unknown"]), tuple(notes["system"])
    )


def run_instrumenter(module: str, request: Mapping[str, Any], folder: Path, name: str) -> None:
    """Run a module that instruments a program in a separate process, with a request in the folder.

    Raises
    ------
    InputError
        It refused the program, or LLVM aborted.
    """
    (folder / "request.json").write_text(json.dumps(request))
    done = subprocess.run(
        [sys.executable, "-m", module, str(folder / "request.json")],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent.parent), *_python_path()])},
    )
    if done.returncode == REFUSED:
        raise InputError(f"{name}: {done.stdout}")
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise InputError(
            f"{name}: LLVM cannot compile the program ({_how_it_ended(done.returncode)}): "
            f"{said[-1] if said else 'no message'}"
        )


def link_program(
    ir: Path,
    parts: Sequence[Path],
    folder: Path,
    *,
    name: str,
    flags: Sequence[str] = (),
    compiler: Compiler | None = None,
    behind: Sequence[Path] = (),
) -> None:
    """Link ``program.o`` of the folder with the C files of a runtime to the executable ``program``.

    The data of ``behind`` follow those of the program.

    Raises
    ------
    InputError
        A compiler is missing, or the program does not link.
    """
    try:
        linker = find_linker(ir.read_text(errors="replace"), compiler)
        before, after = ([_runtime_part(part, linker, folder) for part in each] for each in (parts, behind))
        link([*before, folder / "program.o", *after], linker, flags, folder / "program")
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _runtime_part(source: Path, linker: Sequence[str], folder: Path) -> Path:
    """The object of a C file of this package, kept in the cache."""
    command = [str(Path(shutil.which(linker[0]) or linker[0]).resolve()), *linker[1:], RUNTIME_LEVEL]
    near = {*HERE.glob("*.h"), *source.parent.glob("*.[ch]"), *source.parent.glob("include/*.h")}
    known = [json.dumps(command).encode(), source.name.encode()]
    known += [path.read_bytes() for path in sorted(near)]
    key = hashlib.sha256(b"\0".join(known)).hexdigest()[:20]
    return cached_file(
        "runtime",
        f"{source.stem}-{key}.o",
        folder,
        lambda output: compile_c(source, linker, output),
    )


def _python_path() -> list[str]:
    path = os.environ.get("PYTHONPATH")
    return [path] if path else []


def record(
    program: Instrumented | Path,
    folder: Path,
    options: ProgramOptions = GRAPH_DEFAULTS,
    *,
    name: str,
    arguments: Sequence[str] = (),
    capture: tuple[Path, Path],
    settings: Mapping[str, str] | None = None,
) -> Ending:
    """Run a program once and write its log.

    The program runs in its own process group, which is killed at the end of the program, so that no process
    remains. On Linux, the group is also killed when this process dies.

    Parameters
    ----------
    program : Instrumented or Path
        The program, or its executable.
    folder : Path
        The folder for the files of the log, of which ``header`` is one.
    options : ProgramOptions
        The standard input of the program, and its limits. The log may be a little longer than its limit.
    name : str
        The ``argv[0]`` of the program.
    capture : pair of Path
        Files for the standard output and standard error of the program.
    settings : mapping of str to str, optional
        Further environment variables for the runtime.

    Raises
    ------
    InputError
        There is no space for the log, the program could not be started or ran for too long, or the markers
        of its region are wrong.
    """
    folder.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "NUMASIM_TRACE_FOLDER": str(folder),
        "NUMASIM_TRACE_BYTES": str(options.log_bytes),
        **(settings or {}),
    }
    executable = program if isinstance(program, Path) else program.executable
    if options.max_instructions is not None:
        environment["NUMASIM_TRACE_INSTRUCTIONS"] = str(options.max_instructions)
    with (
        Path(options.input_file or os.devnull).open("rb") as stdin,
        capture[0].open("wb") as stdout,
        capture[1].open("wb") as stderr,
    ):
        try:
            process = subprocess.Popen(
                [name, *arguments],
                executable=executable,
                env=environment,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        except OSError as error:
            raise InputError(
                f"{name}: the program cannot be started ({error.strerror}); if execution is not allowed in "
                f"{executable.parent.parent}, set TMPDIR to a folder where it is"
            ) from None
        try:
            code = process.wait(options.timeout)
        except subprocess.TimeoutExpired:
            raise InputError(
                f"{name}: the program ran for more than {options.timeout:g} s, the time limit of a traced "
                "program; raise the limit with --timeout (in a file `workload.timeout`), or end the run "
                "earlier with --max-instructions or --max-bytes"
            ) from None
        finally:
            _kill_group(process)
    header = folder / "header"
    if not header.is_file() or header.stat().st_size == 0:
        said = capture[1].read_text(errors="replace").strip()
        words = f": {said}" if said else ""
        raise InputError(f"{name}: the program ended before `main` ({_how_it_ended(code)}){words}")
    state = int(np.fromfile(header, np.uint64, 1)[0])
    if state == NO_ROOM:
        raise InputError(
            f"{name}: the log of the run in {folder.parent} cannot grow ({os.strerror(code)}); set TMPDIR to "
            "a folder on a larger disk, or limit the run with --max-instructions or --max-bytes"
        )
    if state == WRONG_MARKERS:
        raise InputError(
            f"{name}: {mistake_text(int(np.fromfile(header, np.uint64, 2)[1]), unlike_success(code))}"
        )
    if state == LIMIT_REACHED:
        return Ending(None, "", True)
    if code < 0:
        return Ending(None, _how_it_ended(code), False)
    return Ending(code, "", False)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the leader of a process group and the rest of the group."""
    with contextlib.suppress(OSError):  # the group no longer exists
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()  # it may have left its group
    # Popen.wait would wait forever for its own lock if a signal handler raised an exception in it before.
    with contextlib.suppress(ChildProcessError):  # the process has been waited for
        os.waitpid(process.pid, 0)
    process.poll()


def merge_clocks(folders: Sequence[Path], *, longest: int = 1000) -> int:
    """Write the median of the clock readings of several runs to the log of the first run.

    The overhead of reading the clock is subtracted. The result is at least 1 cycle and at most ``longest``
    (longer times are caused by interrupts, not by memory).

    Returns
    -------
    int
        The median of the subtracted overheads, in cycles.

    Raises
    ------
    InputError
        The runs did not execute the same instructions.
    """
    chunk = 1 << 20
    overhead = [int(np.fromfile(folder / "header", np.uint64, 2)[1]) for folder in folders]
    sizes = {(folder / "segments").stat().st_size for folder in folders}
    sizes |= {-(folder / "words").stat().st_size for folder in folders}
    files = [(folder / "words").open("r+b") for folder in folders]
    try:
        same = len(sizes) == 2 and all(_equal(folders[0] / "segments", f / "segments") for f in folders[1:])
        if not same:
            raise InputError(
                "the runs did not execute the same instructions, so their times cannot be combined; "
                "use --timing-runs 1 or --weights cache"
            )
        while True:
            position = files[0].tell()
            words = [np.fromfile(file, np.uint64, chunk) for file in files]
            if not words[0].size:
                return int(np.median(overhead))
            cycles = np.stack(
                [(w >> np.uint64(48)).astype(np.int64) - o for w, o in zip(words, overhead, strict=True)]
            )
            median = np.clip(np.median(cycles, axis=0), 1, longest).astype(np.uint64)
            logged = words[0] >> np.uint64(48) != 0
            merged = np.where(
                logged, (words[0] & np.uint64((1 << 48) - 1)) | median << np.uint64(48), words[0]
            )
            files[0].seek(position)
            merged.astype(np.uint64).tofile(files[0])
            files[0].flush()
    finally:
        for file in files:
            file.close()


def _equal(first: Path, second: Path) -> bool:
    with first.open("rb") as a, second.open("rb") as b:
        while True:
            left, right = a.read(1 << 22), b.read(1 << 22)
            if left != right:
                return False
            if not left:
                return True


def unlike_success(code: int) -> str:
    """Say in parentheses how a program ended, behind the words of a message; empty if with exit code 0."""
    return f" (it ended with {_how_it_ended(code)})" if code else ""


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:  # a real-time signal
        return f"signal {-code}"
