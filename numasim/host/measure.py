"""Measurements of the computer by the microbenchmarks in C, each the least of many samples."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from numasim.host.description import Description
from numasim.trace.compilers import Compiler, compile_command, find_compiler
from partitioners.errors import InputError
from partitioners.progress import Progress, silent

SOURCE = Path(__file__).with_name("microbenchmarks.c")

SMALLEST, LARGEST = 4 * 2**10, 2**30
"""The bytes of the smallest and the largest array of a chase."""

CHAINS = ("add", "mul", "div", "fadd", "fmul", "fdiv")


@dataclass(frozen=True)
class Measured:
    """A measured time of one operation, in nanoseconds.

    Attributes
    ----------
    least, median : float
        Of all samples. Other programs make samples longer, never shorter.
    """

    least: float
    median: float
    samples: int

    @property
    def spread(self) -> str:
        """The median over the least, in words for a comment."""
        return f"median {self.median / self.least - 1:+.0%} of {self.samples}"


@dataclass(frozen=True)
class Measurements:
    """What was measured.

    Attributes
    ----------
    chase : dict of int to Measured
        A dependent load, by the bytes of the array.
    last_level : Measured
        A dependent load in the last-level cache.
    remote : Measured or None
        A dependent load from memory of the farthest node.
    misses : Measured
        A load of independent chains, in memory.
    stream, streams : Measured
        8 bytes of a scan, by one core and by all.
    ping_pong, across : Measured or None
        A message between two cores of a socket, and of different sockets.
    chains : dict of str to Measured
    """

    compiler: str
    chase: dict[int, Measured]
    last_level: Measured
    remote: Measured | None
    misses: Measured
    stream: Measured
    streams: Measured
    ping_pong: Measured | None
    across: Measured | None
    atomic: Measured
    width: Measured
    chains: dict[str, Measured]

    @property
    def memory(self) -> Measured:
        """A dependent load from memory."""
        return self.chase[max(self.chase)]


def chase_sizes(description: Description) -> list[int]:
    """The arrays of the pointer chase: powers of two, from half the L1 to four times the last-level cache."""
    last = description.caches[-1].size
    most = min(max(4 * last, 2**24), LARGEST, max(description.memory // 4, 2**24))
    sizes = [max(description.caches[0].size // 2, SMALLEST)]
    while sizes[-1] < most:
        sizes.append(2 * sizes[-1])
    return sizes


def last_level_size(description: Description) -> int:
    """An array in the last-level cache: well above the level before it, and at most half of the cache."""
    before = description.caches[-2].size if len(description.caches) > 1 else SMALLEST
    return min(max(4 * before, 2 * SMALLEST), description.caches[-1].size // 2)


def measure(description: Description, progress: Progress = silent) -> Measurements:
    """Compile the microbenchmarks and run them, in about a minute.

    Raises
    ------
    InputError
        There is no compiler, or a microbenchmark failed.
    """
    compiler = find_compiler()
    with tempfile.TemporaryDirectory(prefix="numasim-") as folder:
        program = Path(folder) / "microbenchmarks"
        compile_program([SOURCE], compiler, ["-O2"], program)
        return _measure_all(
            description, compiler.version, lambda words: run_samples(program, words), progress
        )


def compile_program(sources: Sequence[Path], compiler: Compiler, flags: Sequence[str], output: Path) -> None:
    """Compile and link C files, with the compiler of traced programs.

    Raises
    ------
    InputError
        The files do not compile.
    """
    command = [*compile_command(compiler, flags), *map(str, sources), "-o", str(output), "-lpthread", "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line] or ["no message"]
        raise InputError(f"{compiler.command[0]} cannot compile {sources[0].name}: {lines[0]}")


def run_samples(program: Path, words: Sequence[str]) -> Measured:
    """Run a microbenchmark and read its samples.

    Raises
    ------
    InputError
        It failed.
    """
    done = subprocess.run([program, *words], capture_output=True, text=True, errors="replace", check=False)
    samples = sorted(float(line) for line in done.stdout.split()) if done.returncode == 0 else []
    if not samples:
        why = done.stderr.strip() or f"exit code {done.returncode}"
        raise InputError(f"the microbenchmark `{' '.join(words)}` failed: {why}")
    return Measured(samples[0], samples[len(samples) // 2], len(samples))


def _measure_all(
    description: Description,
    compiler: str,
    run: Callable[[Sequence[str]], Measured],
    progress: Progress,
) -> Measurements:
    cpus = description.processors
    first, sizes = cpus[0], chase_sizes(description)
    far = _far(description, first)
    same = [cpu for cpu in cpus[1:] if cpu not in (far or ())]
    total, done = len(sizes) + 8 + len(CHAINS), 0

    def one(*words: object) -> Measured:
        nonlocal done
        progress(done, total, " ".join(map(str, words)))
        done += 1
        return run([str(word) for word in words])

    chase = {size: one("chase", size, first, first) for size in sizes}
    most, part = sizes[-1], min(sizes[-1], 2**26)
    found = Measurements(
        compiler=compiler,
        chase=chase,
        last_level=one("chase", last_level_size(description), first, first),
        remote=one("chase", most, first, min(far)) if far else None,
        misses=one("misses", most, first),
        stream=one("stream", part, 1),
        streams=one("stream", part, len(description.cores)),
        ping_pong=one("pingpong", first, same[0]) if same else None,
        across=one("pingpong", first, min(far)) if far else None,
        atomic=one("atomic", first),
        width=one("width", first),
        chains={kind: one("chain", kind, first) for kind in CHAINS},
    )
    progress(total, total, "all microbenchmarks")
    return found


def _far(description: Description, cpu: int) -> frozenset[int] | None:
    """The first processors of the cores of the node farthest from a processor's node."""
    here = next((k for k, node in enumerate(description.nodes) if cpu in node), None)
    if here is None or len(description.nodes) < 2:
        return None
    others = [k for k in range(len(description.nodes)) if k != here]
    distances = description.distances[here] if description.distances else [20] * len(description.nodes)
    farthest = max(others, key=lambda k: (distances[k], -k))
    return frozenset(description.nodes[farthest]) & frozenset(description.processors) or None
