"""The options of a traced run, declared once for Python, the command line and experiment files."""

# Without annotations from the future: the command line reads the types of classes derived from these.
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from partitioners.errors import OptionError

Weights = Literal["cache", "rdtsc", "unit"]
MemoryDependences = Literal["raw", "raw_war_waw"]
Drop = Literal["allocas", "branches", "stack"]

DEFAULT_MAX_BYTES = 8 << 30
DEFAULT_TIMEOUT = 600.0
"""Time limit of a run, in seconds."""

MOST_CLOCK_CYCLES = 1000
"""The most cycles of reading the clock; times of memory operations have 16 bits."""

MOST_THREADS = 1024
"""The most threads of a traced program."""


@dataclass(frozen=True, kw_only=True)
class ProgramOptions:
    """How a program is compiled and run; :class:`TraceOptions` and :class:`ThreadOptions` have more.

    Parameters
    ----------
    size : int, optional
        Size of the problem, for a program that comes with numasim.
    function : str, optional
        Trace only while this function runs. With threads, its calls are the region of interest, in place of
        the markers of the program; it must not be inlined.
    flags : sequence of str
        Compiler flags, of the forms in docs/tracing.md. The optimization level is -O0 (-O2 with threads)
        unless they set one.
    compiler : str, optional
        Name or path of a clang, or ziglang; by default the first one found.
    input_file : path, optional
        A file for the program's standard input; empty by default.
    max_instructions : int, optional
        End the run after this many instructions.
    max_bytes : int, optional
        End the run when its log reaches this size; by default 8 GiB.
    timeout : float
        Time limit of a run of the program in seconds; a longer run is an error.

    Raises
    ------
    OptionError
        A limit has the wrong type or is not greater than 0.
    """

    size: int | None = None
    function: str | None = None
    flags: Sequence[str] = ()
    compiler: str | None = None
    input_file: str | os.PathLike[str] | None = None
    max_instructions: int | None = None
    max_bytes: int | None = None
    timeout: float = DEFAULT_TIMEOUT

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_instructions"):
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool)
            if value is not None and not (whole and value >= 1):
                raise OptionError(f"{name} must be an integer of at least 1, got {value!r}")
        seconds = self.timeout
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not seconds > 0:
            raise OptionError(f"timeout must be a number of seconds greater than 0, got {seconds!r}")

    @property
    def log_bytes(self) -> int:
        """Size of the log in bytes at which the run ends."""
        return DEFAULT_MAX_BYTES if self.max_bytes is None else self.max_bytes


@dataclass(frozen=True, kw_only=True)
class GraphOptions(ProgramOptions):
    """The options of :func:`numasim.trace_windows`: those of :class:`ProgramOptions`, and three of the graph.

    Parameters
    ----------
    weights : {"cache", "rdtsc", "unit"}
        Time of a memory operation: from a cache model (cache), measured by the processor's clock, which is
        the paper's method and not reproducible (rdtsc), or 1 (unit).
    clock_cycles : int
        Cycles of reading the clock that stay in the time of every memory operation, from 0 to 1,000. The
        paper's time is the difference of two readings, which contains them.
    drop : sequence of {"allocas", "branches", "stack"}
        Leave out stack allocations, branches, or dependences through stack slots; may be repeated.
    """

    weights: Weights = "cache"
    clock_cycles: int = 0
    drop: Sequence[Drop] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        cycles = self.clock_cycles
        whole = isinstance(cycles, int) and not isinstance(cycles, bool)
        if not (whole and 0 <= cycles <= MOST_CLOCK_CYCLES):
            raise OptionError(
                f"clock_cycles must be an integer from 0 to {MOST_CLOCK_CYCLES:,}, got {cycles!r}"
            )
        if cycles and self.weights == "unit":
            raise OptionError("clock_cycles requires weights 'cache' or 'rdtsc'; with 'unit' every time is 1")


GRAPH_DEFAULTS = GraphOptions()


@dataclass(frozen=True, kw_only=True)
class TraceOptions(GraphOptions):
    """The options of :func:`numasim.trace_program`: those of :class:`GraphOptions`, and three more.

    Parameters
    ----------
    timing_runs : int, optional
        Number of runs whose median rdtsc takes; 3 by default.
    memory_dependences : {"raw", "raw_war_waw"}
        The memory dependences that become edges: read-after-write only (raw), or all three (raw_war_waw).
    cache : bool
        Reuse the graph of an earlier run of the same code with the same input, and store this one.
    """

    timing_runs: int | None = None
    memory_dependences: MemoryDependences = "raw"
    cache: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.timing_runs is not None and self.timing_runs < 1:
            raise OptionError(f"timing_runs must be at least 1, got {self.timing_runs}")
        if self.timing_runs is not None and self.weights != "rdtsc":
            raise OptionError(
                "timing_runs requires weights 'rdtsc'; with other weights, all runs have the same times"
            )


@dataclass(frozen=True, kw_only=True)
class ThreadOptions(ProgramOptions):
    """The options of :func:`numasim.trace_threads`: those of :class:`ProgramOptions`, and four more.

    Parameters
    ----------
    threads : int
        The most threads that exist at the same time, the main thread included; for OpenMP, the size of a team
        unless the program sets it. From 1 to 1,024.
    seed : int
        Seed of the order of the threads, from 0 to 2^64 - 1.
    form : str, optional
        Parallel form of a program of threads that comes with numasim; its first form by default.
    latencies : dict of str to int, optional
        The cycles from an instruction to its result, by the names of ``machine.core.latencies``, for the
        chains of instructions in the logs; the defaults of a machine by default.
    """

    threads: int
    seed: int = 0
    form: str | None = None
    latencies: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        threads, seed = self.threads, self.seed
        if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= MOST_THREADS:
            raise OptionError(f"threads must be an integer from 1 to {MOST_THREADS}, got {threads!r}")
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 1 << 64:
            raise OptionError(f"seed must be an integer from 0 to 2^64 - 1, got {seed!r}")
        super().__post_init__()
