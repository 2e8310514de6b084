"""The coherent memory without a program, for scripts and random traffic.

Every tile has a core with an L1. All tiles, or the first ``homes`` tiles, also have a home slice. Some tiles
have a memory controller. The timing is described in :mod:`numasim.numa.coherence.event_machine`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.cache import HOME_SHAPE, L1_SHAPE, CacheShape
from numasim.numa.coherence.controller import new_message
from numasim.numa.coherence.event_machine import (
    EVENTS,
    ISSUE,
    ISSUES,
    LATENCY,
    QUIET,
    RANDOM,
    STUCK,
    TIME,
    WRONG,
    EventMachine,
    Operation,
    run,
)
from numasim.numa.coherence.inspection import audit, home_state, l1_state, waiting
from numasim.numa.coherence.protocol import (
    MESSAGES,
    Event,
    HomeAction,
    HomeState,
    L1Action,
    L1State,
    Leg,
)
from numasim.numa.coherence.state import (
    PROBLEM,
    PROBLEM_EVENT,
    PROBLEM_UNIT,
    Problem,
    empty_coherence,
)
from partitioners.errors import InvariantError, OptionError
from partitioners.kernels.array_types import Records


def fixed_delays(tiles: int, cycles: int) -> NDArray[np.int64]:
    """Delays that are equal between all tiles, including from a tile to itself.

    Returns
    -------
    ndarray of int64, shape (tiles, tiles)
        Delays in cycles.
    """
    return np.full((tiles, tiles), cycles, np.int64)


def hop_delays(
    width: int, height: int, *, hop_cycles: int = 5, injection_cycles: int = 2
) -> NDArray[np.int64]:
    """The zero-load delays of a mesh: ``injection_cycles + (hops + 1) * hop_cycles``.

    Returns
    -------
    ndarray of int64, shape (width * height, width * height)
        Delays in cycles. Tile ids are x + width * y.
    """
    y, x = np.divmod(np.arange(width * height), width)
    hops = abs(x[:, None] - x) + abs(y[:, None] - y)
    return (injection_cycles + (hops + 1) * hop_cycles).astype(np.int64)


class MemorySystem:
    """Coherent caches and their memory on a machine of equal tiles.

    Parameters
    ----------
    cores : int
        Number of cores, which is the number of tiles. Each has an L1.
    homes : int, optional
        Number of tiles with a home slice, counted from the first tile; all tiles by default.
    l1, l2 : CacheShape
        The shapes of an L1 and of an L2 slice.
    delays : ndarray of int64, shape (cores, cores), optional
        Cycles between two tiles, at least 1; 10 for every pair by default. See :func:`fixed_delays` and
        :func:`hop_delays`.
    jitter : int
        Maximum random extra delay of a message, in cycles.
    ordered : bool
        Whether messages of one class between two tiles stay in order. The protocol does not need it.
    l1_cycles, home_cycles, memory_cycles : int
        Cycles from an arrival to the messages that the unit sends in response.
    mshrs, buffers : int
        Maximum outstanding misses of an L1, and maximum outstanding write-backs of an L1 or a home slice.
    outstanding : int
        Maximum outstanding operations of a core.
    checked_blocks : int
        Number of blocks. If positive, every step is checked and only these blocks may be used; 0: no checks.
    patience : int
        Cycles without a performed operation after which the machine is considered stuck.
    seed : int
        Seed of the jitter.

    Raises
    ------
    OptionError
        The L2 cannot include the L1s, or a number is out of range.
    """

    def __init__(
        self,
        cores: int,
        *,
        homes: int | None = None,
        l1: CacheShape = L1_SHAPE,
        l2: CacheShape = HOME_SHAPE,
        delays: NDArray[np.int64] | None = None,
        jitter: int = 0,
        ordered: bool = True,
        controller_tiles: Sequence[int] = (0,),
        l1_cycles: int = 2,
        home_cycles: int = 6,
        memory_cycles: int = 120,
        mshrs: int = 16,
        buffers: int = 16,
        outstanding: int = 16,
        checked_blocks: int = 0,
        patience: int = 1_000_000,
        seed: int = 0,
    ) -> None:
        if cores < 1:
            raise OptionError(f"cores must be at least 1, got {cores}")
        delays = fixed_delays(cores, 10) if delays is None else np.asarray(delays, np.int64)
        if delays.shape != (cores, cores):
            raise OptionError(f"delays must be a {cores} x {cores} array, got shape {delays.shape}")
        if delays.min() < 1:
            raise OptionError(f"a message takes at least 1 cycle, got a delay of {delays.min()}")
        for name, number in (
            ("jitter", jitter),
            ("l1_cycles", l1_cycles),
            ("home_cycles", home_cycles),
            ("memory_cycles", memory_cycles),
            ("checked_blocks", checked_blocks),
            ("seed", seed),
        ):
            if number < 0:
                raise OptionError(f"{name} cannot be negative, got {number}")
        homes = cores if homes is None else homes
        if homes > cores:
            raise OptionError(f"homes must be between 1 and the {cores} tiles, got {homes}")
        if not controller_tiles or not all(0 <= tile < cores for tile in controller_tiles):
            raise OptionError(
                f"controller_tiles must be tiles of 0 .. {cores - 1}, got {list(controller_tiles)}"
            )
        self.coherence = c = empty_coherence(
            cores,
            homes=homes,
            controllers=len(controller_tiles),
            l1=l1,
            l2=l2,
            mshrs=mshrs,
            buffers=buffers,
            outstanding=outstanding,
            checked_blocks=checked_blocks,
        )
        from_unit = {
            Leg.L1_TO_HOME: l1_cycles,
            Leg.L1_TO_L1: l1_cycles,
            Leg.HOME_TO_L1: home_cycles,
            Leg.HOME_TO_MEMORY: home_cycles,
            Leg.MEMORY_TO_HOME: memory_cycles,
        }
        longest = int(delays.max()) + jitter + max(from_unit.values()) + max(kind.flits for kind in MESSAGES)
        self.machine = EventMachine(
            clock=np.zeros(7, np.int64),
            calendar=np.full((1 << int(longest).bit_length(), 2), -1, np.int64),
            cores=np.zeros((cores, 4), np.int64),
            delays=np.ascontiguousarray(delays),
            jitter=jitter,
            unit_cycles=np.array([from_unit[kind.leg] for kind in MESSAGES], np.int64),
            kinds=np.array([(kind.leg, kind.message_class, kind.flits) for kind in MESSAGES], np.int64),
            controller_tiles=np.array(controller_tiles, np.int64),
            arrived=np.zeros((cores, cores, len(MessageClass)) if ordered else (0,) * 3, np.int64),
            outstanding=outstanding,
            patience=patience,
        )
        # The generator would return only zeros from the state 0.
        self.machine.clock[RANDOM] = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> 2 | 1
        for core in range(cores):
            m = new_message(c, ISSUE, 0, core, core)
            self.machine.cores[core, ISSUES] = m

    def run(
        self, core: NDArray[np.integer], operation: NDArray[np.integer], block: NDArray[np.integer]
    ) -> None:
        """Perform operations on all cores in parallel, in order per core, until the machine is idle.

        Parameters
        ----------
        core, operation, block : ndarray of int
            ``operation`` has values of :class:`Operation`. A core issues one operation per cycle until
            ``outstanding`` operations are in progress.

        Raises
        ------
        OptionError
            A core, operation or block does not exist, or the arrays have different lengths.
        InvariantError
            The protocol violates an invariant or does not finish. The message lists the waiting transactions.
        """
        c, w = self.coherence, self.machine
        core, block = np.asarray(core, np.int64), np.asarray(block, np.int64)
        operation = np.asarray(operation, np.int64)
        if not core.shape == operation.shape == block.shape == (core.size,):
            raise OptionError(
                "core, operation and block must be one-dimensional arrays of equal length, "
                f"got shapes {core.shape}, {operation.shape} and {block.shape}"
            )
        if core.size == 0:
            return
        if not np.isin(operation, list(Operation)).all():
            known = ", ".join(f"{each.value} ({each.name})" for each in Operation)
            raise OptionError(f"operations must be among {known}, got {operation.min()} .. {operation.max()}")
        if core.min() < 0 or core.max() >= c.cores:
            raise OptionError(f"cores must be in 0 .. {c.cores - 1}, got {core.min()} .. {core.max()}")
        if block.min() < 0:
            raise OptionError(f"blocks cannot be negative, got {block.min()}")
        if c.blocks.size and block.max() >= c.blocks.size:
            raise OptionError(
                f"blocks must be in 0 .. {c.blocks.size - 1}, got {block.min()} .. {block.max()}"
            )
        order = np.argsort(core, kind="stable")
        offsets = np.searchsorted(core[order], np.arange(c.cores + 1))
        ended = run(c, w, operation[order].astype(np.int8), block[order], offsets)
        if ended == WRONG:
            raise InvariantError(self._problem())
        if ended != QUIET:
            what = "no message in flight"
            if ended == STUCK:
                what = f"no operation performed in {w.patience} cycles"
            waits = waiting(self.coherence)
            shown = "; ".join(waits[:12]) + ("" if len(waits) <= 12 else f"; and {len(waits) - 12} more")
            raise InvariantError(f"operations never finish ({what} at cycle {self.cycles}): {shown}")

    def script(self, steps: Iterable[Sequence[tuple[int, Operation, int]]]) -> None:
        """Perform steps of (core, operation, block), each when the previous one has finished."""
        for step in steps:
            core, operation, block = zip(*step, strict=True)
            self.run(np.array(core), np.array(operation), np.array(block))

    def _problem(self) -> str:
        registers = self.coherence.registers
        problem = Problem(registers[PROBLEM])
        unit, block, state, event = registers[PROBLEM_UNIT : PROBLEM_EVENT + 1].tolist()
        at_home = problem in (Problem.HOME_CANNOT, Problem.STALE_HOME) or event == Event.REPLACE
        where, states = ("home", HomeState) if at_home else ("L1", L1State)
        if problem in (Problem.MEMORY_CANNOT, Problem.STALE_MEMORY):
            where = "memory controller"
        return (
            f"{problem.name.lower().replace('_', ' ')}: {where} {unit}, block {block}, "
            f"state {states(state).name}, event {Event(event).name}, cycle {self.cycles}"
        )

    @property
    def cycles(self) -> int:
        """The current cycle."""
        return int(self.machine.clock[TIME])

    @property
    def events(self) -> int:
        """Number of delivered messages and of issues of cores."""
        return int(self.machine.clock[EVENTS])

    @property
    def latency_cycles(self) -> int:
        """Cycles from issue to performance, summed over all operations."""
        return int(self.machine.clock[LATENCY])

    def messages(self) -> dict[str, int]:
        """Number of sent messages of each kind."""
        return {
            kind.name: int(count) for kind, count in zip(MESSAGES, self.coherence.sent.tolist(), strict=True)
        }

    def counts(self) -> dict[str, int]:
        """Number of hits, misses, merged operations, evictions and write-backs, from the rules' uses."""
        c = self.coherence

        def used(rules: Records, action: int) -> int:
            return int(rules["count"][(rules["does"] & action) != 0].sum())

        return {
            "hits": used(c.l1_rules, L1Action.HIT),
            "misses": used(c.l1_rules, L1Action.MISS),
            "merged": used(c.l1_rules, L1Action.MERGE),
            "completed": used(c.l1_rules, L1Action.COMPLETE),
            "l1_evictions": int(c.l1_rules["count"][:, Event.EVICT].sum()),
            "write_backs": used(c.l1_rules, L1Action.TO_BUFFER),
            "home_evictions": int(c.home_rules["count"][:, Event.REPLACE].sum()),
            "fetches": used(c.home_rules, HomeAction.FETCHED),
        }

    def l1_state(self, core: int, block: int) -> L1State:
        """The state of a block in an L1."""
        return l1_state(self.coherence, core, block)

    def home_state(self, block: int) -> HomeState:
        """The state of a block at its home."""
        return home_state(self.coherence, block)

    def audit(self) -> None:
        """Compare all caches with all directories. The machine must be idle.

        Raises
        ------
        InvariantError
            A transaction is unfinished, a directory entry does not cover the copies of its block, or a
            message of the pool is lost.
        """
        audit(self.coherence, messages_kept=self.coherence.cores)
