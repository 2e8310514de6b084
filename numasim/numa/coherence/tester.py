"""A random tester of the coherent memory with few blocks, small caches and slow messages.

Every step of every operation is checked (one writer or many readers, values, inclusion, order; see
:mod:`numasim.numa.coherence.state`). All caches are compared with all directories at intervals, and the
message counts must be consistent at the end. Concurrent transactions of a block are the difficult cases, so
the tester counts the occurrences of each race of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.cache import CacheShape, check_inclusive
from numasim.numa.coherence.event_machine import Operation
from numasim.numa.coherence.memory_system import MemorySystem, fixed_delays
from numasim.numa.coherence.protocol import (
    DATA_FLITS,
    MESSAGES,
    Event,
    HomeState,
    L1State,
    home_rules,
    l1_rules,
)
from partitioners.errors import OptionError
from partitioners.progress import Progress, silent

CHUNK = 250_000
"""Operations per batch. Batches limit the memory, and caches are compared with directories after each one."""

TINY_L1, TINY_L2 = CacheShape(2, 2), CacheShape(1, 4)
"""The shapes of an L1 and of an L2 slice, which are so small that blocks are evicted all the time."""

L1_RACES: Mapping[str, tuple[str, str]] = {
    "forward while a write-back is under way": ("EI_A MI_A", "FWD_GET_S FWD_GET_M"),
    "recall while a write-back is under way": ("EI_A MI_A II_A", "RECALL"),
    "invalidation while a write-back is under way": ("II_A", "INV"),
    "write-back acknowledged after its block was taken": ("II_A", "WB_ACK"),
    "access while a write-back is under way": ("EI_A MI_A II_A", "LOAD STORE"),
    "invalidation while a load is under way": ("IS IS_I", "INV"),
    "recall while a load is under way": ("IS IS_I", "RECALL"),
    "shared data after an invalidation": ("IS_I", "DATA_S"),
    "exclusive data after an older invalidation": ("IS_I", "DATA_E"),
    "owner's data after an older invalidation": ("IS_I", "OWNER_DATA_S"),
    "invalidation while a store is under way": ("IM", "INV"),
    "recall while a store is under way": ("IM", "RECALL"),
    "upgrade that loses its copy to a store": ("SM", "INV"),
    "upgrade that loses its copy to a recall": ("SM", "RECALL"),
    "acknowledgements before the data": ("IM SM", "INV_ACK"),
    "invalidation of a silently evicted copy": ("I", "INV"),
    "recall of a silently evicted copy": ("I", "RECALL"),
}
HOME_RACES: Mapping[str, tuple[str, str]] = {
    "write-back of a block that was taken": ("NP SS M MT ISS IS IM S_I M_I", "PUT_STALE"),
    "write-back overtakes an unblock": ("MT_MB", "PUT_CLEAN PUT_DIRTY"),
    "write-back meets a forward": ("MT_MB MT_IIB MT_IB MT_SB", "PUT_STALE"),
    "write-back meets a recall": ("MT_I", "PUT_CLEAN PUT_DIRTY PUT_STALE"),
    "loads join a fetch": ("ISS IS", "GET_S"),
    "request during a fetch": ("ISS IS IM", "GET_M UPGRADE"),
    "request during a hand-over": ("MT_MB MT_IIB MT_IB MT_SB", "GET_S GET_M UPGRADE"),
    "request during an eviction": ("S_I MT_I M_I", "GET_S GET_M UPGRADE"),
    "unblock before the owner's copy": ("MT_IIB", "UNBLOCK"),
    "owner's copy before the unblock": ("MT_IIB", "COPY_CLEAN COPY_DIRTY"),
}
"""The races: states of an L1 or a home, and events that occur in these states."""


@dataclass(frozen=True)
class RandomTest:
    """A test with random operations on a machine.

    Attributes
    ----------
    read_share : float
        Share of reads among the reads and writes.
    evict_share : float
        Share of evictions among all operations. Half of them evict the core's copy, and half evict the block
        from its home.
    hot_share : float
        Share of operations on block 0. The other operations are distributed uniformly.
    private : bool
        Whether every core has its own ``blocks`` blocks.
    homes : int
        Number of tiles that are homes, counted from the first tile; 0: all tiles.
    outstanding : int
        Maximum outstanding operations of a core.
    l1, l2 : CacheShape
        The shapes of an L1 and of an L2 slice.
    mshrs, buffers : int
        Maximum outstanding misses of an L1, and maximum outstanding write-backs of an L1 or a home slice.
    delay_cycles, jitter : int
        The delay of a message, and its maximum random extra delay.
    ordered : bool
        Whether messages of one class between two tiles stay in order.
    controllers : int
        Number of memory controllers, distributed over the tiles.

    Raises
    ------
    OptionError
        A number is out of range, or the L2 cannot include the L1s.
    """

    name: str = "random"
    operations: int = 100_000
    cores: int = 8
    blocks: int = 24
    read_share: float = 0.6
    evict_share: float = 0.0
    hot_share: float = 0.0
    private: bool = False
    homes: int = 0
    outstanding: int = 8
    l1: CacheShape = TINY_L1
    l2: CacheShape = TINY_L2
    mshrs: int = 4
    buffers: int = 2
    delay_cycles: int = 10
    jitter: int = 40
    ordered: bool = False
    controllers: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("operations", "cores", "blocks", "outstanding", "mshrs", "buffers", "delay_cycles"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} must be at least 1, got {getattr(self, name)}")
        for name in ("jitter", "seed"):
            if getattr(self, name) < 0:
                raise OptionError(f"{name} cannot be negative, got {getattr(self, name)}")
        for name in ("read_share", "evict_share", "hot_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} must be between 0 and 1, got {getattr(self, name)}")
        for name in ("l1", "l2"):
            if min(getattr(self, name)) < 1:
                shape = getattr(self, name)
                raise OptionError(
                    f"{name} must have at least one set and one way, got {shape.sets} sets of {shape.ways}"
                )
        if not 0 <= self.homes <= self.cores:
            raise OptionError(f"homes must be between 0 and the {self.cores} cores, got {self.homes}")
        if not 1 <= self.controllers <= self.cores:
            raise OptionError(
                f"controllers must be between 1 and the {self.cores} cores, got {self.controllers}"
            )
        check_inclusive(self.l1, self.l2)

    def machine(self) -> MemorySystem:
        """Create the machine with empty caches and with checks of every step."""
        return MemorySystem(
            self.cores,
            homes=self.homes or self.cores,
            l1=self.l1,
            l2=self.l2,
            delays=fixed_delays(self.cores, self.delay_cycles),
            jitter=self.jitter,
            ordered=self.ordered,
            controller_tiles=[self.cores * each // self.controllers for each in range(self.controllers)],
            mshrs=self.mshrs,
            buffers=self.buffers,
            outstanding=self.outstanding,
            checked_blocks=self.blocks * self.cores if self.private else self.blocks,
            seed=self.seed,
        )

    def draw(
        self, random: np.random.Generator, count: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int64]]:
        """Draw the cores, operations and blocks of the next operations.

        Returns
        -------
        core, operation, block : ndarray of int, shape (count,)
        """
        core = random.integers(self.cores, size=count)
        reads = random.random(count) < self.read_share
        operation = np.where(reads, Operation.LOAD, Operation.STORE).astype(np.int8)
        evicts = random.random(count) < self.evict_share
        from_home = random.random(count) < 0.5
        operation[evicts & from_home] = Operation.EVICT_HOME
        operation[evicts & ~from_home] = Operation.EVICT
        block = random.integers(self.blocks, size=count)
        block[random.random(count) < self.hot_share] = 0
        if self.private:
            block += core * self.blocks
        return core, operation, block


@dataclass(frozen=True)
class TestOutcome:
    """The result of a random test that finished, so that all of its steps were correct.

    Attributes
    ----------
    accesses : int
        Number of reads and writes.
    messages : dict of str to int
        Number of sent messages by kind.
    counts : dict of str to int
        Number of hits, misses and so on; see :meth:`MemorySystem.counts`.
    l1_uses, home_uses : ndarray of int64
        Number of uses of each rule, by state x event.
    cycles, events, latency_cycles : int
        The time, the number of events, and the sum over all accesses of the cycles from issue to performance.
    resident : int
        Number of blocks in the L2 at the end.
    """

    test: RandomTest
    accesses: int
    messages: dict[str, int]
    counts: dict[str, int]
    l1_uses: NDArray[np.int64]
    home_uses: NDArray[np.int64]
    cycles: int
    events: int
    latency_cycles: int
    resident: int

    # The name begins with Test, but pytest must not collect the class.
    __test__ = False

    @property
    def mean_latency_cycles(self) -> float:
        """Mean cycles from the issue of an operation that its L1 accepts to its performance."""
        return self.latency_cycles / max(1, self.accesses)

    def races(self) -> dict[str, int]:
        """The number of occurrences of each race."""
        return races(self.l1_uses, self.home_uses)

    def per_miss(self) -> dict[str, float]:
        """The average number of messages and other events per L1 miss, by name.

        The messages include those to and from memory. A dirty eviction is the write-back of a block that its
        L1 has modified.
        """
        sent = self.messages
        counted = {
            "messages": sum(sent.values()),
            "data_messages": sum(sent[kind.name] for kind in MESSAGES if kind.flits == DATA_FLITS),
            "invalidations": sent["INV"],
            "recalls": sent["RECALL"],
            "write_backs": self.counts["write_backs"],
            "dirty_evictions": sent["PUT_DIRTY"],
        }
        return {name: count / max(1, self.counts["misses"]) for name, count in counted.items()}

    def identities(self) -> dict[str, tuple[int, int]]:
        """Both sides of each identity, by name."""
        return identities(self.messages, self.counts, self.accesses, self.resident)

    def misses(self) -> list[str]:
        """The identities that do not hold, one line each."""
        return [
            f"{self.test.name}: {name} does not hold: {left:,} and {right:,}"
            for name, (left, right) in self.identities().items()
            if left != right
        ]


def identities(
    messages: Mapping[str, int], counts: Mapping[str, int], accesses: int, resident: int
) -> dict[str, tuple[int, int]]:
    """Both sides of each identity of an idle machine that began with empty caches, by name.

    Parameters
    ----------
    messages, counts : mapping of str to int
        See :meth:`MemorySystem.messages` and :meth:`MemorySystem.counts`.
    accesses : int
        Number of loads and stores.
    resident : int
        Number of blocks in the L2.
    """
    sent = messages
    requests = sent["GET_S"] + sent["GET_M"] + sent["UPGRADE"]
    owner_data = sent["OWNER_DATA_S"] + sent["OWNER_DATA_M"]
    exclusive = sent["DATA_E"] + sent["DATA_M"] + sent["UPGRADE_ACK"] + sent["OWNER_DATA_M"]
    return {
        "loads + stores = L1 hits + L1 misses": (accesses, counts["hits"] + counts["misses"]),
        "L1 misses = GET_S + GET_M + UPGRADE": (counts["misses"], requests),
        "requests = responses": (requests, sent["DATA_S"] + sent["UNBLOCK"] + sent["EXCLUSIVE_UNBLOCK"]),
        "forwards = data of owners": (sent["FWD_GET_S"] + sent["FWD_GET_M"], owner_data),
        "FWD_GET_S = copies to the home": (sent["FWD_GET_S"], sent["COPY_CLEAN"] + sent["COPY_DIRTY"]),
        "FWD_GET_S + exclusive responses = unblocks": (
            sent["FWD_GET_S"] + exclusive,
            sent["UNBLOCK"] + sent["EXCLUSIVE_UNBLOCK"],
        ),
        "INV = INV_ACK": (sent["INV"], sent["INV_ACK"]),
        "RECALL = RECALL_ACK + RECALL_DATA + RECALL_CLEAN": (
            sent["RECALL"],
            sent["RECALL_ACK"] + sent["RECALL_DATA"] + sent["RECALL_CLEAN"],
        ),
        "write-backs = PUT_CLEAN + PUT_DIRTY": (
            counts["write_backs"],
            sent["PUT_CLEAN"] + sent["PUT_DIRTY"],
        ),
        "write-backs = WB_ACK": (counts["write_backs"], sent["WB_ACK"]),
        "fetches = MEM_GET": (counts["fetches"], sent["MEM_GET"]),
        "MEM_GET = MEM_DATA": (sent["MEM_GET"], sent["MEM_DATA"]),
        "MEM_WRITE + MEM_CLEAN = MEM_ACK": (sent["MEM_WRITE"] + sent["MEM_CLEAN"], sent["MEM_ACK"]),
        "evictions of homes = MEM_ACK": (counts["home_evictions"], sent["MEM_ACK"]),
        "fetches - evictions = blocks in the L2": (counts["fetches"] - counts["home_evictions"], resident),
    }


def races(l1_uses: NDArray[np.int64], home_uses: NDArray[np.int64]) -> dict[str, int]:
    """The number of occurrences of each race.

    Parameters
    ----------
    l1_uses, home_uses : ndarray of int64
        Number of uses of each rule, by state x event.
    """
    found = {}
    for uses, states, named in ((l1_uses, L1State, L1_RACES), (home_uses, HomeState, HOME_RACES)):
        for name, (in_states, events) in named.items():
            of = np.ix_([states[state] for state in in_states.split()], [Event[e] for e in events.split()])
            found[name] = int(uses[of].sum())
    return found


def unused_rules(l1_uses: NDArray[np.int64], home_uses: NDArray[np.int64]) -> list[str]:
    """The unused rules of both tables, such as ``L1 IM_A x INV_ACK``."""
    tables = (("L1", l1_rules(), l1_uses, L1State), ("home", home_rules(), home_uses, HomeState))
    return [
        f"{unit} {states(state).name} x {Event(event).name}"
        for unit, rules, uses, states in tables
        for state, event in np.argwhere((rules["next"] >= 0) & (uses == 0))
    ]


def run_random_test(test: RandomTest, progress: Progress = silent) -> TestOutcome:
    """Run a random test and check every step. The outcome contains the checks of the message counts.

    Raises
    ------
    InvariantError
        The protocol violates an invariant or does not finish.
    """
    machine = test.machine()
    random = np.random.default_rng(np.random.SeedSequence(test.seed).spawn(1)[0])
    accesses = 0
    for done in range(0, test.operations, CHUNK):
        progress(done, test.operations, test.name)
        core, operation, block = test.draw(random, min(CHUNK, test.operations - done))
        accesses += int(np.isin(operation, (Operation.LOAD, Operation.STORE)).sum())
        machine.run(core, operation, block)
        machine.audit()
    c = machine.coherence
    return TestOutcome(
        test=test,
        accesses=accesses,
        messages=machine.messages(),
        counts=machine.counts(),
        l1_uses=c.l1_rules["count"].copy(),
        home_uses=c.home_rules["count"].copy(),
        cycles=machine.cycles,
        events=machine.events,
        latency_cycles=machine.latency_cycles,
        resident=int((c.home["state"] != HomeState.NP).sum()),
    )


def scenarios(operations: int, seed: int = 0) -> Iterator[RandomTest]:
    """Generate tests of different kinds with ``operations`` operations in total. They use every rule.

    Raises
    ------
    OptionError
        There are fewer operations than tests.
    """
    if operations < len(_SCENARIOS):
        raise OptionError(
            f"operations must be at least {len(_SCENARIOS)}, one per random test, got {operations}"
        )
    for number, test in enumerate(_SCENARIOS):
        share = operations // len(_SCENARIOS) + (number < operations % len(_SCENARIOS))
        # Consecutive seeds are fine, because a SeedSequence spreads them.
        yield replace(test, operations=share, seed=seed * len(_SCENARIOS) + number)


_SCENARIOS = (
    RandomTest("many cores, few blocks, tiny caches", cores=32, blocks=24, homes=4, l1=CacheShape(1, 2)),
    RandomTest("one hot block", cores=16, blocks=64, hot_share=0.5, read_share=0.7, ordered=True),
    RandomTest("private blocks", blocks=12, private=True, l1=CacheShape(4, 2), l2=CacheShape(1, 8)),
    RandomTest("mostly read", cores=16, blocks=24, read_share=0.97, l1=CacheShape(4, 4), l2=CacheShape(4, 4)),
    RandomTest("evictions everywhere", blocks=40, evict_share=0.3, jitter=400),
    RandomTest("two cores, a line each", cores=2, blocks=6, l1=CacheShape(1, 1), l2=CacheShape(1, 1)),
    RandomTest(
        "one operation at a time", blocks=40, outstanding=1, mshrs=1, buffers=1, jitter=0, ordered=True
    ),
    RandomTest("one MSHR, one buffer", cores=12, blocks=60, mshrs=1, buffers=1, evict_share=0.05),
    RandomTest(
        "slow messages",
        cores=3,
        blocks=12,
        evict_share=0.2,
        l1=CacheShape(1, 2),
        l2=CacheShape(1, 2),
        delay_cycles=1,
        jitter=1000,
        controllers=1,
    ),
)
