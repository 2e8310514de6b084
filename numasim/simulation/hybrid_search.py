"""Breadth-first search by the threads of a processor and a GPU, simulated or for real.

Hong, Oguntebi and Olukotun, "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011.
Levels end at barriers, and what a level finds does not depend on who computes it. So the two machines run one
after the other: first the threads, whose arrays get the results of the GPU's levels without an operation,
then the GPU, from the levels that the threads have found. Each keeps its caches over all levels and roots;
copies neither fill nor empty those of the processor. The time of a level is that of the machine that
processes it, since the other one waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.programs.level_reading import LevelReading
from numasim.simulation.gpu_levels import gpu_runs, search_on_gpu
from numasim.threads.bfs import Bfs
from numasim.threads.bfs_data import PART_NAMES, RESET
from numasim.threads.bfs_gpu import GpuLevels
from numasim.threads.bfs_states import GPU, STATE_NAMES, Preset
from numasim.threads.hybrid_bfs import HybridBfs, HybridMethod
from partitioners.errors import OptionError, VerificationError

if TYPE_CHECKING:
    import pandas as pd

    from gpu.launch import Backend
    from gpu.model.device import Device
    from gpu.model.result import GpuResult
    from numasim.machine.machine import Machine
    from numasim.numa.shared.thread_result import ThreadResult
    from numasim.simulation.link import Link
    from partitioners.graph import Graph

GPU_BLOCK = 256
"""The threads of a block, if no number is given."""


@dataclass(frozen=True, eq=False)
class HybridResult:
    """The result of a hybrid search. All times are in seconds.

    Attributes
    ----------
    levels : DataFrame
        A row for each level of each root: root, level, device (``cpu`` or ``gpu``), state, frontier, edges,
        seconds; and cycles, of the clock of the device, if it is simulated.
    copies : DataFrame
        The copies between the machines: root, level (before which it is made), direction, array, bytes,
        seconds. A copy to the host contains the time until the host learns its end.
    searches : DataFrame
        A row for each root: root, seconds, and their parts cpu_seconds, gpu_seconds and copy_seconds. The
        clearing of the arrays before a search is not in them.
    distances : ndarray of int32, shape (roots, n)
        The level of each node from each root, which are verified.
    cpu : ThreadResult or None
        The simulation of the threads, which contains the clearing; None if they are real.
    gpu : GpuResult or None
        The simulation of the GPU, over all roots; None if it is real.
    """

    levels: pd.DataFrame
    copies: pd.DataFrame
    searches: pd.DataFrame
    distances: NDArray[np.int32]
    cpu: ThreadResult | None = None
    gpu: GpuResult | None = None

    @property
    def seconds(self) -> float:
        """The mean time of a search."""
        return float(self.searches["seconds"].mean())


def simulate_hybrid_search(
    graph: Graph,
    machine: Machine,
    device: Device,
    link: Link | None,
    gpu: GpuLevels,
    core_of_thread: NDArray[np.integer[Any]],
    *,
    roots: int | list[int] = 1,
    seed: int = 0,
    method: HybridMethod = "hybrid",
    threshold: int = 1024,
    states: Preset | Mapping[str, float] = "hong",
    variant: Literal["read_node", "read_warp"] = "read_warp",
    block_size: int = GPU_BLOCK,
    **options: Any,
) -> HybridResult:
    """Simulate a search by the threads of a machine and a GPU.

    With ``gpu.above`` 0, all levels are the GPU's; with the number of nodes, all are the threads', as in
    :func:`simulate_search_by_threads`.

    Parameters
    ----------
    machine : Machine
        The processor.
    device : Device
        The GPU.
    link : Link or None
        The link between them, instead of that of the device.
    gpu : GpuLevels
        The levels that are the GPU's.
    core_of_thread : ndarray of int, shape (threads,)
    roots, seed, method, threshold, states
        As for :class:`numasim.threads.hybrid_bfs.HybridBfs`.
    variant, block_size
        As for :class:`gpu.programs.level_reading.LevelReading`.
    **options
        Options of :func:`numasim.simulation.simulate_threads.simulate_threads`.

    Raises
    ------
    OptionError
        An option is out of range, the search does not fit on a machine, or a limit ended it.
    VerificationError
        A level is wrong, which is a bug.
    """
    from gpu.model.backend import SimulatedBackend

    program = HybridBfs(
        graph=graph, gpu=gpu, seed=seed, method=method, roots=roots, threshold=threshold, states=states
    )
    backend = SimulatedBackend(device if link is None else link.connect(device), seed=seed)
    reading = _reading(graph, backend, gpu, variant, block_size)
    cpu, search = _by_threads(program, machine, core_of_thread, options)
    clock = backend.gpu.device.clock
    of_gpu = backend.simulate(lambda: search.add_gpu(reading, lambda: backend.gpu.cycles / clock, gpu.marks))
    return search.result(cpu, of_gpu, {"cpu": machine.clock, "gpu": clock})


def simulate_search_by_threads(
    program: Bfs, machine: Machine, core_of_thread: NDArray[np.integer[Any]], **options: Any
) -> HybridResult:
    """Simulate a search by the threads of a machine alone.

    Parameters
    ----------
    machine, core_of_thread, **options
        As for :func:`simulate_hybrid_search`.

    Raises
    ------
    OptionError, VerificationError
        See :func:`simulate_hybrid_search`.
    """
    cpu, search = _by_threads(program, machine, core_of_thread, options)
    return search.result(cpu, clocks={"cpu": machine.clock})


def run_hybrid_search(
    graph: Graph,
    backend: Backend,
    gpu: GpuLevels,
    threads: int,
    *,
    roots: int | list[int] = 1,
    seed: int = 0,
    method: HybridMethod = "hybrid",
    threshold: int = 1024,
    states: Preset | Mapping[str, float] = "hong",
    variant: Literal["read_node", "read_warp"] = "read_warp",
    block_size: int = GPU_BLOCK,
    chunk: int = 256,
) -> HybridResult:
    """Time a search by the processor's own threads and a real GPU.

    The threads search from all roots first, then the GPU does its levels. So the threads find the results of
    the GPU in their caches after a return, where a copy from the GPU would have put them into memory.

    Parameters
    ----------
    backend : Backend
        The GPU, :class:`gpu.CupyBackend`; another back end does the same work elsewhere.
    threads : int
        Number of the processor's own threads.
    chunk : int
        Items of a chunk, which threads take from a shared counter.
    graph, gpu, roots, seed, method, threshold, states, variant, block_size
        As for :func:`simulate_hybrid_search`.

    Raises
    ------
    OptionError
        An option is out of range.
    VerificationError
        A level is wrong, which is a bug.
    """
    import pandas as pd

    from numasim.threads.real_run import run_threads

    program = HybridBfs(
        graph=graph, gpu=gpu, seed=seed, method=method, roots=roots, threshold=threshold, states=states
    )
    reading = _reading(graph, backend, gpu, variant, block_size)
    reading.visit(0)  # the first launch of a kernel on a GPU loads its code
    cpu = run_threads(program, threads, chunk=chunk)
    problems = program.verify()
    if problems:
        raise VerificationError(f"{type(program).__name__}: {'; '.join(problems)}")
    search = _Search(program, pd.DataFrame(cpu.figures), cpu.seconds)
    search.add_gpu(reading, time.perf_counter, gpu.marks)
    return search.result()


def _by_threads(
    program: Bfs, machine: Machine, core_of_thread: NDArray[np.integer[Any]], options: Mapping[str, Any]
) -> tuple[ThreadResult, _Search]:
    from numasim.simulation.simulate_threads import simulate_threads

    cpu = simulate_threads(program, core_of_thread, machine, **options)
    if not cpu.scalars["completed"]:
        raise OptionError(
            "a limit ended the threads before the search, so its time is unknown; raise max_cycles, "
            "max_events or max_seconds"
        )
    phases = cpu.tables["phases"]
    return cpu, _Search(program, phases, phases["cycles"].to_numpy() / machine.clock)


def _reading(graph: Graph, backend: Backend, gpu: GpuLevels, variant: str, block_size: int) -> LevelReading:
    return LevelReading(graph, backend, variant=variant, block_size=block_size, marks=gpu.marks)


class _Search:
    """A search whose levels have been found by the threads, and the times of its levels and copies."""

    def __init__(self, program: Bfs, phases: pd.DataFrame, seconds: NDArray[np.float64]) -> None:
        self._program = program
        timed = phases.assign(seconds=seconds)[phases["part"] != PART_NAMES[RESET]]
        rows = timed.groupby(["root", "level"], sort=False, as_index=False).agg(
            {"state": "first", "frontier": "first", "edges": "sum", "seconds": "sum"}
        )
        is_gpu = rows["state"] == STATE_NAMES[GPU]
        rows.insert(2, "device", np.where(is_gpu, "gpu", "cpu"))
        self._levels = rows
        self._copies: list[dict[str, Any]] = []

    def add_gpu(self, reading: LevelReading, clock: Callable[[], float], marks: bool) -> None:
        """Search the levels of the GPU on a back end, and put their times in the place of the threads'."""
        rows = self._levels
        distances = dict(zip(self._program.roots.tolist(), self._program.levels, strict=True))
        seconds, self._copies = search_on_gpu(reading, gpu_runs(rows, distances), clock, marks)
        places = rows.index[rows["device"] == "gpu"]
        pairs = zip(rows.loc[places, "root"].tolist(), rows.loc[places, "level"].tolist(), strict=True)
        rows.loc[places, "seconds"] = [seconds[pair] for pair in pairs]

    def result(
        self,
        cpu: ThreadResult | None = None,
        gpu: GpuResult | None = None,
        clocks: Mapping[str, float] | None = None,
    ) -> HybridResult:
        """The tables of the search; ``clocks`` has the frequencies of simulated devices, in Hz."""
        import pandas as pd

        columns = ["root", "level", "direction", "array", "bytes", "seconds"]
        copies = pd.DataFrame(self._copies, columns=columns)
        searches = pd.DataFrame({"root": self._program.roots})
        parts = {f"{name}_seconds": rows for name, rows in self._levels.groupby("device")}
        for name in ("cpu_seconds", "gpu_seconds", "copy_seconds"):
            rows = copies if name == "copy_seconds" else parts.get(name, self._levels[:0])
            of_root = rows.groupby("root")["seconds"].sum()
            searches[name] = of_root.reindex(searches["root"], fill_value=0.0).to_numpy(np.float64)
        searches.insert(1, "seconds", searches.iloc[:, 1:].sum(axis=1))
        levels = self._levels
        if clocks is not None:
            cycles = levels["seconds"] * levels["device"].map(clocks)
            levels = levels.assign(cycles=cycles.round().astype(np.int64))
        return HybridResult(levels, copies, searches, self._program.levels, cpu, gpu)
