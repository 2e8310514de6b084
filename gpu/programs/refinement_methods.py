"""The loops on the host that refine a mesh: iterations, rounds of marks, and passes of a single thread."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gpu.launch import LoadedKernel, ResidentBackend, blocks_for
from gpu.meshes.triangle_mesh import MAX_ELEMENTS
from gpu.programs.mesh_arrays import (
    BAD_TRIANGLES,
    CAVITIES,
    CHILDREN,
    ENDED,
    GAVE_UP,
    INSERTED,
    LISTED,
    POINTS,
    STOLEN,
    TOO_LARGE,
    TRIANGLES,
    CavityArrays,
    MeshArrays,
)
from partitioners.errors import InvariantError

Check = Literal["inline", "list", "child"]

Barrier = Literal["lock_free", "grid_sync"]

Priority = Literal["order", "hash"]

ONE_THREAD_STEPS = 4096
"""Cavities of a single thread's launch at most."""

SPACE_OF_DEQUE = 4
"""Items for which a deque has space beside those at first, as a multiple of a block's threads."""

LEAST_KEY = -(2**31)
"""The least key of a cavity."""


@dataclass(frozen=True)
class Iteration:
    """One iteration.

    Attributes
    ----------
    bad : int
        Bad triangles at its begin.
    cavities : int
        Cavities that were built.
    inserted : int
        Points inserted.
    rounds : int
        Rounds of marks.
    triangles : int
        Triangles at its end.
    single_thread : int
        1 if a single thread refined, else 0.
    """

    bad: int
    cavities: int
    inserted: int
    rounds: int
    triangles: int
    single_thread: int


class RefinedProgram(Protocol):
    """What a method reads of its program, :class:`gpu.programs.mesh_refinement.MeshRefinement`."""

    backend: ResidentBackend
    arrays: MeshArrays
    iterations: list[Iteration]
    check: Check
    barrier: Barrier
    priority: Priority
    bound: float
    reach: float
    largest_cavity: int
    max_triangles: int
    block_size: int


class Method(Protocol):
    """A way to refine."""

    counts: dict[str, int]
    lacks_memory: bool

    def run(self) -> None:
        """Refine the mesh of a program."""


class Refinement(ABC):
    """What all methods share: checks of all triangles, iterations until none is bad, and a single thread."""

    def __init__(self, program: RefinedProgram) -> None:
        self.program, self.arrays, self.backend = program, program.arrays, program.backend
        self.counts: dict[str, int] = {}
        self.cavities = CavityArrays(self.backend, 0, program.largest_cavity)
        self.one = CavityArrays(self.backend, 1, 4)
        self.first_key = 0
        self.round = 0
        self.lacks_memory = False
        self._find_bad = self.kernel("dmr_find_bad")
        self._list_bad = self.kernel("dmr_list_bad")
        self._one_thread = self.kernel("dmr_one_thread")
        self._bad = self.backend.zeros(0, "int32")

    def run(self) -> None:
        """Iterate until no triangle is bad, the largest number of triangles is reached, or memory lacks."""
        names = (
            "rounds",
            "launches",
            "single_thread_iterations",
            "cavities",
            "inserted",
            "too_large",
            "children",
            "stolen",
        )
        self.counts = dict.fromkeys(names, 0)
        self.first_key = self.round = 0
        self.lacks_memory = False
        a = self.arrays
        threads = a.mesh.num_triangles
        self.launch(
            self._find_bad, threads, threads, self.program.bound, a.point, a.corner, a.mark, a.state, a.count
        )
        now = a.counters()
        self.counts["bad_at_start"] = int(now[BAD_TRIANGLES])
        while now[BAD_TRIANGLES]:
            # A cavity adds one triangle, or two, and one point.
            number = min(int(now[BAD_TRIANGLES]), self.space(now))
            if number <= 0:
                break
            try:
                a.grow(int(now[TRIANGLES]) + 2 * number, int(now[POINTS]) + number)
                found, single = self._iterate(now, number)
            except MemoryError:
                self.lacks_memory = True
                now = a.counters()
                break
            self._note(now, found, single)
            now = found
        self.counts |= {"given_up": int(now[GAVE_UP]), "bad_at_end": int(now[BAD_TRIANGLES])}

    def space(self, now: NDArray[np.int32]) -> int:
        """The number of points that may be inserted before the largest number of triangles is reached."""
        return (min(self.program.max_triangles, MAX_ELEMENTS) - int(now[TRIANGLES])) // 2

    def _iterate(self, now: NDArray[np.int32], number: int) -> tuple[NDArray[np.int32], bool]:
        """Refine up to a number of bad triangles, by one thread if no point could be inserted otherwise."""
        self._reset(now)
        found = self.iterate(now, number)
        if found[INSERTED] or found[BAD_TRIANGLES] < now[BAD_TRIANGLES]:
            return found, False
        self.counts["too_large"] += int(found[TOO_LARGE])
        self._reset(found)
        self.counts["single_thread_iterations"] += 1
        alone = self._iterate_alone(found, min(number, ONE_THREAD_STEPS))
        if not alone[INSERTED] and alone[BAD_TRIANGLES] == now[BAD_TRIANGLES]:
            raise InvariantError(f"a single thread found none of {now[BAD_TRIANGLES]} bad triangles")
        return alone, True

    @abstractmethod
    def iterate(self, now: NDArray[np.int32], number: int) -> NDArray[np.int32]:
        """Make the launches of an iteration, and return the counters behind it."""

    def _iterate_alone(self, now: NDArray[np.int32], number: int) -> NDArray[np.int32]:
        a, triangles = self.arrays, int(now[TRIANGLES])
        if self.one.largest < triangles + 2 * number:
            self.one = CavityArrays(self.backend, 1, triangles + 2 * number)
            self._bad = self.backend.zeros(ONE_THREAD_STEPS, "int32")
        self.round += 1
        self.launch(self._list_bad, triangles, triangles, number, a.state, a.count, self._bad)
        self.counts["launches"] += 1
        self._one_thread(
            1,
            *(number, self.round, self.program.bound, self.program.reach),
            *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.count),
            *(self.one.largest, self.one.field, self.one.centre, self._bad),
            threads=1,
        )
        return a.counters()

    def _reset(self, now: NDArray[np.int32]) -> None:
        """Set the counters of an iteration to zero."""
        counters = now.copy()
        counters[CAVITIES:] = 0
        self.arrays.set_counters(counters)

    def _note(self, before: NDArray[np.int32], now: NDArray[np.int32], single: bool) -> None:
        from_start = sum(each.rounds for each in self.program.iterations)
        self.counts["cavities"] += int(now[CAVITIES])
        self.counts["inserted"] += int(now[INSERTED])
        self.counts["too_large"] += int(now[TOO_LARGE])
        self.counts["children"] += int(now[CHILDREN])
        self.counts["stolen"] += int(now[STOLEN])
        self.program.iterations.append(
            Iteration(
                bad=int(before[BAD_TRIANGLES]),
                cavities=int(now[CAVITIES]),
                inserted=int(now[INSERTED]),
                rounds=self.counts["rounds"] - from_start,
                triangles=int(now[TRIANGLES]),
                single_thread=int(single),
            )
        )

    def kernel(self, name: str) -> LoadedKernel:
        """Compile a kernel for blocks of this size."""
        return self.backend.kernel(name, block_size=self.program.block_size)

    def launch(self, kernel: LoadedKernel, threads: int, *arguments: Any) -> None:
        """Launch a kernel with at least this number of threads, and count the launch."""
        self.counts["launches"] += 1
        kernel(blocks_for(threads, self.program.block_size), *arguments)

    def space_for(self, number: int) -> None:
        """Make space for a number of cavities."""
        if self.cavities.number < number:
            self.cavities = CavityArrays(self.backend, number, self.program.largest_cavity)

    def keys(self, number: int) -> tuple[int, int]:
        """The first key of a round of cavities, below all keys so far, and the bits of permuted keys."""
        bits = max(1, (number - 1).bit_length()) if self.program.priority == "hash" else 0
        return self.take_keys(2**bits if bits else number), bits

    def take_keys(self, number: int) -> int:
        """The first of a number of keys below all keys so far."""
        if self.first_key - number < LEAST_KEY:
            self.arrays.forget_owners()
            self.first_key = 0
        self.first_key -= number
        return self.first_key


class TwoStages(Refinement):
    """Two stages without barriers across the grid (Vivek K, 2013, Algorithm 2).

    Parameters
    ----------
    first_stage_is_atomic : bool
        Whether the first stage marks by atomic operations, too.
    """

    def __init__(self, program: RefinedProgram, first_stage_is_atomic: bool) -> None:
        super().__init__(program)
        self._is_atomic = first_stage_is_atomic
        self._mark = self.kernel("dmr_mark")
        self._mark_again = self.kernel("dmr_mark_again")
        self._mark_atomic = self.kernel("dmr_mark_atomic")
        self._check_cavity = self.kernel("dmr_check_cavity")
        is_child = program.check == "child"
        self._retriangulate = self.kernel("dmr_retriangulate_child" if is_child else "dmr_retriangulate")
        self._check_list = self.kernel("dmr_check_list")
        self._list = self.backend.zeros(0, "int32")

    def iterate(self, now: NDArray[np.int32], number: int) -> NDArray[np.int32]:
        """Build and mark cavities, insert those without conflicts, and again until none waits."""
        self.space_for(number)
        a, c, triangles = self.arrays, self.cavities, int(now[TRIANGLES])
        if self.program.check == "list" and len(self._list) < (c.largest + 2) * number:
            self._list = self.backend.zeros((c.largest + 2) * number, "int32")
        self.round += 1
        keys = self.keys(number)
        self.launch(
            self._mark,
            triangles,
            *(triangles, int(self._is_atomic), *keys, self.round, self.program.reach),
            *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.owner, a.count),
            *(number, c.largest, c.field, c.centre),
        )
        if not self._is_atomic:
            self.launch(self._mark_again, number, number, *keys, a.owner, number, c.largest, c.field)
        found = self._insert(number, keys)
        while found[ENDED] < min(int(found[CAVITIES]), number):
            self.round += 1
            self.launch(
                self._check_cavity,
                number,
                *(number, self.round, self.program.reach),
                *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.count),
                *(number, c.largest, c.field, c.centre),
            )
            keys = self.keys(number)
            self.launch(self._mark_atomic, number, number, *keys, a.owner, number, c.largest, c.field)
            found = self._insert(number, keys)
        found[CAVITIES] = min(int(found[CAVITIES]), number)
        return found

    def _insert(self, number: int, keys: tuple[int, int]) -> NDArray[np.int32]:
        """Insert the points of cavities that own all of their triangles; return the counters."""
        a, c, bound = self.arrays, self.cavities, self.program.bound
        uses_list, is_child = (self.program.check == each for each in ("list", "child"))
        of_list, the_list = ([], []) if is_child else ([int(uses_list)], [self._list])
        self.counts["rounds"] += 1
        self.launch(
            self._retriangulate,
            number,
            *(number, *of_list, *keys, self.round, bound),
            *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.owner, a.count),
            *(number, c.largest, c.field, c.centre, *the_list),
        )
        if uses_list:
            self.launch(
                self._check_list, number, bound, a.point, a.corner, a.mark, a.state, a.count, self._list
            )
        found = a.counters()
        if uses_list and found[LISTED]:
            found[LISTED] = 0
            a.set_counters(found)
        return found


class GlobalBarriers(Refinement):
    """A kernel for each iteration, with barriers across the grid (Nasre et al., PPoPP 2013)."""

    def __init__(self, program: RefinedProgram) -> None:
        super().__init__(program)
        self._is_cooperative = program.barrier == "grid_sync"
        self._base = self.kernel("dmr_base_grid_sync" if self._is_cooperative else "dmr_base")
        self._blocks = self.backend.resident_blocks(self._base)
        self._flags = [self.backend.zeros(self._blocks, "int32") for _ in range(2)]

    def run(self) -> None:
        """Refine, with a barrier in its first state."""
        for flags in self._flags:
            self.backend.write(flags, np.zeros(self._blocks, np.int32))
        super().run()

    def iterate(self, now: NDArray[np.int32], number: int) -> NDArray[np.int32]:
        """Make the launch of an iteration, and return the counters behind it."""
        a, triangles = self.arrays, int(now[TRIANGLES])
        blocks = min(self._blocks, blocks_for(triangles, self.program.block_size))
        threads = blocks * self.program.block_size
        rounds = blocks_for(triangles, threads)
        self.space_for(threads)
        c = self.cavities
        bits = max(1, (threads - 1).bit_length()) if self.program.priority == "hash" else 0
        keys = 2**bits if bits else threads
        first_key = self.take_keys(keys * rounds) + keys * (rounds - 1)
        barriers = [] if self._is_cooperative else [3 * self.round + 1, *self._flags]
        self.launch(
            self._base,
            threads,
            *(
                triangles,
                number,
                first_key,
                keys,
                bits,
                self.round + 1,
                self.program.bound,
                self.program.reach,
            ),
            *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.owner, a.count),
            *(c.number, c.largest, c.field, c.centre, *barriers),
        )
        self.round += rounds
        self.counts["rounds"] += rounds
        found = a.counters()
        found[CAVITIES] = min(int(found[CAVITIES]), number)
        return found


class WorkStealing(Refinement):
    """A kernel that refines until none of its deques has a bad triangle (``dmr_work_stealing.cu``)."""

    def __init__(self, program: RefinedProgram) -> None:
        super().__init__(program)
        self._steal = self.kernel("dmr_work_stealing")
        self._blocks = self.backend.resident_blocks(self._steal)
        self._locked = self.backend.zeros(0, "int32")
        self._items = self.backend.zeros(0, "int32")
        self._ends = self.backend.zeros(self._blocks, "uint64")

    def iterate(self, now: NDArray[np.int32], number: int) -> NDArray[np.int32]:
        """Make a launch, which inserts as many points as the arrays have space for."""
        a, triangles, size = self.arrays, int(now[TRIANGLES]), self.program.block_size
        blocks = min(self._blocks, blocks_for(triangles, size))
        threads = blocks * size
        # All triangles of a block may be bad, and it puts in new ones as it takes out others.
        capacity = (blocks_for(triangles, threads) + SPACE_OF_DEQUE) * size
        if self.cavities.number < threads:
            self.space_for(threads)
            self._locked = self.backend.zeros(threads * (4 * self.cavities.largest + 8), "int32")
        if len(self._items) < blocks * capacity:
            self._items = self.backend.zeros(blocks * capacity, "int32")
        self.backend.write(self._ends, np.zeros(self._blocks, np.uint64))
        c, free = self.cavities, min(a.capacity - triangles, 2 * (a.point_capacity - int(now[POINTS]))) // 2
        most = max(number, min(free, self.space(now)))
        self.round += 1
        self.counts["rounds"] += 1
        self.launch(
            self._steal,
            threads,
            *(triangles, most, self.round, self.program.bound, self.program.reach),
            *(a.point, a.corner, a.neighbour, a.mark, a.state, a.touched, a.owner, a.count),
            *(c.number, c.largest, c.field, c.centre, self._locked, capacity, self._ends, self._items),
        )
        found = a.counters()
        found[CAVITIES] = min(int(found[CAVITIES]), most)
        return found


def _atomic(program: RefinedProgram) -> Method:
    return TwoStages(program, first_stage_is_atomic=True)


def _three_phase_atomic(program: RefinedProgram) -> Method:
    return TwoStages(program, first_stage_is_atomic=False)


METHODS: Mapping[str, Any] = {
    "base": GlobalBarriers,
    "atomic": _atomic,
    "three_phase_atomic": _three_phase_atomic,
    "work_stealing": WorkStealing,
}
"""The method of each variant."""
