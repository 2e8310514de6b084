"""Build a graph from the two streams of a run: drive the compiled pass and enlarge its arrays on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.trace.instructions import Kind
from numasim.trace.listing import Listing
from partitioners.errors import NumasimError
from partitioners.progress import Progress, silent

if TYPE_CHECKING:
    from numasim.trace.pass_tables import Frames, Output

CHUNK = 1 << 19
"""Entries of a stream that are read at once."""

FIRST_FRAMES, FIRST_REGISTERS, FIRST_EDGES, FIRST_PAGES = 64, 1024, 1024, 64
"""Initial spare capacity, in addition to what the program is known to need."""

MOST_NODES = 2**31 - 2
"""Nodes and edges have 32-bit numbers."""

WEIGHTS = ("cache", "rdtsc", "unit")
"""The source of the time of a memory operation."""


@dataclass(frozen=True, eq=False)
class Dependencies:
    """The nodes and edges of a run, with the types used in files.

    Attributes
    ----------
    opcode_class, latency_class : ndarray of uint8, shape (n,)
    address : ndarray of uint32, shape (n,)
        Renumbered (:mod:`numasim.trace.memory_writers`); 0 for nodes without a memory access.
    length : ndarray of uint32, shape (n,)
    operation : ndarray of uint16, shape (n,)
    src, dst : ndarray of int32, shape (m,)
    weight : ndarray of float32, shape (m,)
    executed : ndarray of int64, shape (s,)
        Number of times that each segment began.
    unfinished : tuple of int
        The range (first, end) of instructions of the last segment that did not run.
    cut_short : str
        The reason why nodes are missing at the end: ``""`` (none are missing), ``"limit"`` (of
        instructions), ``"log"`` (the program ended in the middle of a segment).
    pages : int
        Number of accessed 4 KiB pages.
    """

    opcode_class: NDArray[np.uint8]
    latency_class: NDArray[np.uint8]
    address: NDArray[np.uint32]
    length: NDArray[np.uint32]
    operation: NDArray[np.uint16]
    src: NDArray[np.int32]
    dst: NDArray[np.int32]
    weight: NDArray[np.float32]
    executed: NDArray[np.int64]
    unfinished: tuple[int, int]
    cut_short: str
    pages: int


def build_dependencies(
    listing: Listing,
    folder: Path,
    *,
    weights: str = "cache",
    clock_cycles: int = 0,
    memory_dependences: str = "raw",
    max_instructions: int | None = None,
    progress: Progress = silent,
) -> Dependencies:
    """Find the dependencies of a recorded run.

    Parameters
    ----------
    folder : Path
        The folder with the files ``segments``, ``words`` and ``header`` of the run.
    weights : {"cache", "rdtsc", "unit"}
        The time of a memory operation: from a cache model, from measurements, or 1.
    clock_cycles : int
        The cycles of reading the clock, a part of every time from the model or from measurements.
    memory_dependences : {"raw", "raw_war_waw"}
        ``raw``: a read waits for the last writes of its bytes. ``raw_war_waw``: a write also waits for the
        last writes of its bytes and for all reads since.
    max_instructions : int, optional
        Maximum number of nodes.

    Raises
    ------
    NumasimError
        The log contradicts the listing (a bug).
    """
    from numasim.trace import pass_tables as kernel

    log = LogPass(
        listing,
        folder,
        weights=weights,
        clock_cycles=clock_cycles,
        keep_readers=memory_dependences == "raw_war_waw",
    )
    most = MOST_NODES if max_instructions is None else min(max_instructions, MOST_NODES)
    nodes = min(log.expected_nodes, most)
    log.write_to(nodes)
    cut_short = log.advance(most, progress)
    state = log.state
    return Dependencies(
        **_arrays(log.out, state[kernel.NODE], state[kernel.EDGE]),
        executed=log.executed,
        unfinished=(int(state[kernel.INSTRUCTION]), int(state[kernel.LAST])),
        cut_short=cut_short,
        pages=int(log.memory.pages_used[0]) - 1,
    )


class LogPass:
    """The compiled pass over the log of a run. It can stop at a number of nodes and go on.

    Parameters
    ----------
    listing, folder, weights, clock_cycles
        See :func:`build_dependencies`.
    keep_readers : bool
        Whether writes wait for reads.

    Attributes
    ----------
    expected_nodes : int
        Number of instructions in the log.
    out : Output
        The nodes and edges since :meth:`write_to`.
    state : ndarray of int64, shape (STATE_SIZE,)
    frames : Frames
    memory : Memory
    executed : ndarray of int64, shape (s,)
        Number of times that each segment has begun.
    """

    out: Output

    def __init__(
        self, listing: Listing, folder: Path, *, weights: str, clock_cycles: int, keep_readers: bool
    ) -> None:
        from numasim.trace import pass_tables as kernel
        from numasim.trace.memory_writers import empty_memory

        self.expected_nodes = _expected_nodes(folder / "segments", listing)
        self.state = np.zeros(kernel.STATE_SIZE, np.int64)
        self.frames = _frames(listing)
        self.memory = empty_memory(keep_readers=keep_readers, pages=FIRST_PAGES)
        self.executed = np.zeros(listing.segment_first.size, np.int64)
        self._listing, self._keep_readers = listing, keep_readers
        self._code = kernel.code_of(listing, np.fromfile(folder / "header", np.uint64)[2:])
        self._timed, self._clock_cycles = weights != "unit", clock_cycles
        self._segment_stream = _chunks(folder / "segments", np.uint32)
        self._word_stream = _chunks(folder / "words", np.uint64)
        self._segments = next(self._segment_stream, np.empty(0, np.uint32))
        self._words, self._final = _joined(np.empty(0, np.uint64), self._word_stream, kernel.WORDS_AT_ONCE)

    def write_to(self, nodes: int) -> None:
        """Make new arrays for the nodes below ``nodes`` and their edges."""
        self.out = _output(nodes + 1, nodes + nodes // 4 + FIRST_EDGES, mark=self._keep_readers)

    def advance(self, most: int, progress: Progress = silent) -> str:
        """Continue up to node ``most``. Returns ``cut_short`` of :class:`Dependencies`.

        Raises
        ------
        NumasimError
            The log contradicts the listing (a bug).
        """
        from numasim.trace import pass_tables as kernel
        from numasim.trace.dependencies import advance
        from numasim.trace.memory_writers import with_room

        state = self.state
        while True:
            tables = self._code, self.frames, self.out, self.memory
            times = self._timed, self._clock_cycles
            stop = advance(*tables, state, self._segments, self._words, *times, self._final, most)
            if stop == kernel.MORE_SEGMENTS:
                ended = state[kernel.SEGMENT] < self._segments.size
                self._drop_segments()
                if not ended:
                    self._segments = next(self._segment_stream, self._segments)
                progress(int(state[kernel.NODE]), min(self.expected_nodes, most), "finding dependencies")
                if ended or not self._segments.size:
                    self._segments = self._segments[:0]
                    return ""
            elif stop == kernel.MORE_WORDS:
                rest = self._words[int(state[kernel.WORD]) :]
                self._words, self._final = _joined(rest, self._word_stream, kernel.WORDS_AT_ONCE)
                state[kernel.WORD] = 0
            elif stop == kernel.MORE_MEMORY:
                self.memory = with_room(
                    self.memory, int(state[kernel.NEED_PAGES]), int(state[kernel.NEED_READS])
                )
            elif stop == kernel.MORE_NODES:
                self.out = _more_nodes(self.out, most + 1)
            elif stop == kernel.MORE_EDGES:
                self.out = _more_edges(self.out, int(state[kernel.EDGE]) + int(state[kernel.NEED_EDGES]))
            elif stop == kernel.MORE_FRAMES:
                self.frames = _more_frames(self.frames)
            elif stop in (kernel.LIMIT, kernel.END_OF_WORDS):
                self._drop_segments()
                return "limit" if stop == kernel.LIMIT else "log"
            else:
                number = self._segments[int(state[kernel.SEGMENT])]
                name = self._listing.function_names[self._listing.segment_function[number]]
                raise NumasimError(
                    f"the log of the run enters the middle of function {name!r} without a call, after "
                    f"{int(state[kernel.NODE]):,} instructions; programs that handle signals cannot be traced"
                )

    def _drop_segments(self) -> None:
        """Count the segments that have begun, and drop them."""
        from numasim.trace.pass_tables import SEGMENT

        begun = int(self.state[SEGMENT])
        self.executed += np.bincount(self._segments[:begun], minlength=self.executed.size)
        self._segments = self._segments[begun:]
        self.state[SEGMENT] = 0


def _output(nodes: int, edges: int, *, mark: bool) -> Output:
    from numasim.trace.pass_tables import Output

    return Output(
        opcode_class=np.empty(nodes, np.uint8),
        latency_class=np.empty(nodes, np.uint8),
        address=np.empty(nodes, np.uint32),
        length=np.empty(nodes, np.uint32),
        operation=np.empty(nodes, np.uint16),
        src=np.empty(edges, np.int32),
        dst=np.empty(edges, np.int32),
        weight=np.empty(edges, np.float32),
        last_edge=np.full(nodes if mark else 0, -1, np.int64),
    )


def _frames(listing: Listing) -> Frames:
    from numasim.trace.pass_tables import FRAME_COLUMNS, MOST_COPIES, Frames

    most_registers = int(listing.function_registers.max(initial=0))
    return Frames(
        row=np.full((FIRST_FRAMES, FRAME_COLUMNS), -1, np.int64),
        register=np.full(most_registers + FIRST_REGISTERS, -1, np.int32),
        phi=np.full(int(np.count_nonzero(listing.kind == Kind.PHI)) + 1, -1, np.int32),
        copy_argument=np.zeros(MOST_COPIES, np.int32),
        copy_address=np.zeros(MOST_COPIES, np.int64),
    )


def _more_frames(frames: Frames) -> Frames:
    rows = np.full((2 * frames.row.shape[0], frames.row.shape[1]), -1, np.int64)
    rows[: frames.row.shape[0]] = frames.row
    registers = np.full(2 * frames.register.size, -1, np.int32)
    registers[: frames.register.size] = frames.register
    return frames._replace(row=rows, register=registers)


def _more_nodes(out: Output, size: int) -> Output:
    for array in (out.opcode_class, out.latency_class, out.address, out.length, out.operation):
        array.resize(size, refcheck=False)
    return out


def _more_edges(out: Output, needed: int) -> Output:
    size = max(needed, out.src.size + out.src.size // 16)
    for array in (out.src, out.dst, out.weight):
        array.resize(size, refcheck=False)  # in place: no second copy of the edges
    return out


def _arrays(out: Output, nodes: int, edges: int) -> dict[str, NDArray[Any]]:
    arrays = out._asdict()
    del arrays["last_edge"]
    for name, array in arrays.items():
        array.resize(edges if name in ("src", "dst", "weight") else nodes, refcheck=False)
    return arrays


def _expected_nodes(path: Path, listing: Listing) -> int:
    """Number of instructions in the log. It is exact unless the last segment did not finish."""
    counted = np.concatenate([[0], np.cumsum(listing.kind != Kind.SKIPPED)])
    size = counted[listing.segment_last] - counted[listing.segment_first]
    return sum(int(size[chunk].sum()) for chunk in _chunks(path, np.uint32))


def _chunks(path: Path, dtype: Any) -> Iterator[NDArray[Any]]:
    with path.open("rb") as stream:
        while (chunk := np.fromfile(stream, dtype, CHUNK)).size:
            yield chunk


def _joined(
    rest: NDArray[np.uint64], stream: Iterator[NDArray[np.uint64]], margin: int
) -> tuple[NDArray[np.uint64], bool]:
    """The remaining words followed by the next chunk, and False. At the end, zeros follow, and True."""
    chunk = next(stream, None)
    if chunk is None:
        return np.concatenate([rest, np.zeros(margin, np.uint64)]), True
    return np.concatenate([rest, chunk]), False
