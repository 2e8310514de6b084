"""A traced program does what it does untraced: what it writes and how it ends, by compiler and level."""

import importlib.util
import resource
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from numasim.trace.compilers import compile_to_ir, find_compiler
from numasim.trace.options import GraphOptions
from numasim.trace.programs import PROGRAMS
from numasim.trace.recording import build, record

SOURCES = Path(__file__).parents[1] / "c"
ARGUMENTS = {
    "arguments.c": [""],
    "callbacks.c": [""],
    "constructors.c": ["one two"],
    "endings.c": ["r", "e", "_", "q", "n", "d", "A", "a", "s", "f", "o", "k"],
    "exceptions.cpp": ["", "uncaught"],
    "jumps.c": [""],
    "names.c": [""],
    "own_library.c": [""],
    "processes.c": [""],
    "signals.c": [""],
    "standard_library.cpp": [""],
    "values.c": [""],
}
"""Of every program in the folder, the command lines that it has something to say to."""

CASES = [(name, *case) for name in ARGUMENTS for case in (("clang", "-O0"), ("ziglang", "-O2"))]
OTHER_LEVELS = (("clang", "-O2"), ("ziglang", "-O0"))
CASES += [(name, *case) for name in ("jumps.c", "values.c") for case in OTHER_LEVELS]
CASES += [
    pytest.param(name, *case, marks=pytest.mark.slow)
    for name in ("arguments.c", "exceptions.cpp")
    for case in OTHER_LEVELS
]
CASES.remove(("standard_library.cpp", "clang", "-O0"))  # long; what is left of it at -O2 is as rich
CASES.append(("standard_library.cpp", "clang", "-O2"))
LONG = ("standard_library.cpp", "ziglang", "-O2")  # ziglang builds the library first
CASES.remove(LONG)
CASES.append(pytest.param(*LONG, marks=pytest.mark.slow))
CASES.remove(("endings.c", "ziglang", "-O2"))  # where ziglang leaves assertions out
CASES.append(("endings.c", "ziglang", "-O0"))

SMALL = {
    "dijkstra": 20,
    "fft": 64,
    "kmeans": 16,
    "mandel": 100,
    "md": 20,
    "nn": 4,
    "neuron": 8,
    "cnn": 10,
    "strassen8": 4,
    "strassen16": 8,
}
LEVELS = ("-O0", "-O1", "-O2")
NAME = "the-program"


def needed(compiler):
    """The compiler, or a skipped test."""
    if compiler == "ziglang" and importlib.util.find_spec("ziglang") is None:
        pytest.skip("The package ziglang is not installed: pip install 'numasim[trace]'.")
    if compiler == "clang" and shutil.which("clang") is None:
        pytest.skip("There is no clang on the path: install the package clang of the system.")
    return find_compiler(compiler)


def linked_plainly(source, compiler, level, output):
    """The program without any instrumentation, by the compiler's own driver."""
    cplusplus = source.suffix == ".cpp"
    if compiler == "clang":
        words = [
            "clang",
            *(["--driver-mode=g++"] if cplusplus else []),
            level,
            str(source),
            "-o",
            str(output),
        ]
        commands = [[*words, "-lm"]]
    else:
        driver = "c++" if cplusplus else "cc"
        zig = [sys.executable, "-m", "ziglang", driver, level, "-fno-sanitize=undefined", "-mcpu=baseline"]
        system = shutil.which(driver) if source.name != "standard_library.cpp" else None
        if system is None:  # its libc++ has no other linker
            commands = [[*zig, str(source), "-o", str(output), "-lm"]]
        else:  # whose C library ziglang need not build first
            part = f"{output}.o"
            commands = [[*zig, "-c", str(source), "-o", part], [system, part, "-o", str(output), "-lm"]]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """A program twice: as it is, and instrumented."""
    top = tmp_path_factory.mktemp("runs")

    @cache
    def both(source, compiler, level):
        tool = needed(compiler)
        folder = top / f"{source.stem}{level}{compiler}"
        folder.mkdir()
        linked_plainly(source, compiler, level, folder / "plain")
        compile_to_ir(source, tool, [level], folder / "program.ll")
        traced = build(
            folder / "program.ll", folder, GraphOptions(flags=[level]), name=source.name, compiler=tool
        )
        return folder, folder / "plain", traced

    return both


def ending_of(code):
    """An exit code as the trace has it: the code, or the name of the signal."""
    if code >= 0:
        return code, ""
    known = {int(each): each.name for each in signal.Signals}
    return None, known.get(-code, f"signal {-code}")


def run_plainly(plain, arguments):
    """Run it with as much stack as may be had: a traced program has enough for a million frames."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    wanted = 1 << 30 if most == resource.RLIM_INFINITY else min(most, 1 << 30)
    return subprocess.run(
        [NAME, *arguments],
        executable=plain,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (wanted, most)),
    )


def compare(folder, plain, traced, arguments):
    expected = run_plainly(plain, arguments)
    captured = folder / "output", folder / "errors"
    ending = record(traced, folder / "log", name=NAME, arguments=arguments, capture=captured)
    found = captured[0].read_bytes(), captured[1].read_bytes()
    assert found == (expected.stdout, expected.stderr)
    assert (ending.exit_code, ending.signal) == ending_of(expected.returncode)
    assert not ending.limit
    assert (folder / "log" / "segments").stat().st_size > 0
    shutil.rmtree(folder / "log")
    return expected


def test_every_program_of_the_folder_is_run():
    assert {path.name for path in SOURCES.iterdir()} == set(ARGUMENTS)
    assert set(SMALL) == set(PROGRAMS)


@pytest.mark.parametrize(("name", "compiler", "level"), CASES)
def test_the_traced_program_writes_and_ends_as_the_plain_one(both, name, compiler, level):
    parts = both(SOURCES / name, compiler, level)
    for text in ARGUMENTS[name]:
        done = compare(*parts, text.split())
        if (name, text) == ("processes.c", ""):
            assert b"child 4499998500000" in done.stdout


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("r", (5, "")),
        ("e", (7, "")),
        ("_", (9, "")),
        ("q", (8, "")),
        ("n", (255, "")),
        ("d", (0, "")),
        ("A", (None, "SIGABRT")),
        ("a", (None, "SIGABRT")),
        ("s", (None, "SIGSEGV")),
        ("f", (None, "SIGFPE")),
        ("o", (None, "SIGSEGV")),
        ("k", (None, f"signal {signal.SIGRTMIN + 3}")),
    ],
)
def test_the_endings_are_what_they_claim_to_be(both, text, ending):
    """So that the comparison above is one of different things."""
    _, plain, _ = both(SOURCES / "endings.c", "ziglang", "-O0")
    done = run_plainly(plain, [text])
    assert ending_of(done.returncode) == ending


@pytest.mark.parametrize(
    ("name", "compiler", "level"),
    [
        pytest.param(name, compiler, LEVELS[(number + shift) % 3], marks=pytest.mark.slow if other else [])
        for number, name in enumerate(SMALL)
        # The first three programs are compiled by both compilers, the others by clang in slow tests alone.
        for compiler, shift, other in (("clang", 0, number > 2), ("ziglang", 1, False))
    ],
)
def test_the_ten_programs_write_and_end_as_the_plain_ones(both, name, compiler, level):
    parts = both(PROGRAMS[name].source, compiler, level)
    done = compare(*parts, [str(SMALL[name])])
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"checksum" in done.stdout
    assert compare(*parts, ["0"]).returncode == 2
