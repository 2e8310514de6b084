"""A random tester of the coherent memory: few blocks, small caches, messages that take their time.

Every step of every operation is checked (one writer or many readers, values, inclusion, order; see
:mod:`numasim.numa.coherence.state`), every now and then all caches are compared with all directories,
and at the end the messages must add up. What makes a run hard is that transactions of one block meet, so the
tester counts how often each of the protocol's races happened.
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
"""Operations drawn at a time: memory stays small, the machine rests and is compared in between."""

TINY_L1, TINY_L2 = CacheShape(2, 2), CacheShape(1, 4)
"""Of one L1 and of one slice of the L2: blocks come and go all the time."""

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
    "invalidation of a copy that left in silence": ("I", "INV"),
    "recall of a copy that left in silence": ("I", "RECALL"),
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
"""What may meet: states of an L1 or a home, and events that find them there."""


@dataclass(frozen=True)
class RandomTest:
    """Random operations of some kind on a machine of some kind.

    Attributes
    ----------
    name : str
    operations : int
    cores, blocks : int
    read_share : float
        Of the operations that read or write.
    evict_share : float
        Of all operations: evictions, of the core's copy or from the home, half and half.
    hot_share : float
        Of the operations: on block 0. The others are uniform.
    private : bool
        Every core has ``blocks`` of its own instead.
    homes : int
        Tiles that are home to the blocks, the first ones; 0: all of them.
    outstanding : int
        Operations of a core that may be under way.
    l1, l2 : CacheShape
        Of one L1, and of one slice of the L2.
    mshrs, buffers : int
        Misses under way in an L1; write-backs under way in an L1 or a home slice.
    delay_cycles, jitter : int
        A message takes the delay, and up to ``jitter`` cycles more at random.
    ordered : bool
        Whether messages of one class between two tiles stay in order.
    controllers : int
        Memory controllers, spread over the tiles.
    seed : int

    Raises
    ------
    OptionError
        If a number is out of range, or the L2 could not include the L1s.
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
                    f"{name} needs at least one set and one way, got {shape.sets} sets of {shape.ways}"
                )
        if not 0 <= self.homes <= self.cores:
            raise OptionError(f"homes must be between 0 and the {self.cores} cores, got {self.homes}")
        if not 1 <= self.controllers <= self.cores:
            raise OptionError(
                f"controllers must be between 1 and the {self.cores} cores, got {self.controllers}"
            )
        check_inclusive(self.l1, self.l2)

    def machine(self) -> MemorySystem:
        """The machine, its caches cold, with every step checked."""
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
        """Cores, operations and blocks of the next operations.

        Parameters
        ----------
        random : numpy.random.Generator
        count : int

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
    """What a random test came to; that it came to its end means that every step of it was right.

    Attributes
    ----------
    test : RandomTest
    accesses : int
        Operations that read or write.
    messages : dict of str to int
        Sent, by kind.
    counts : dict of str to int
        Hits, misses and more; see :meth:`MemorySystem.counts`.
    l1_uses, home_uses : ndarray of int64
        How often each rule was used: state x event.
    cycles, events, latency_cycles : int
        The time, what happened in it, and the sum over all accesses from issue to performance.
    resident : int
        Blocks in the L2 at the end.
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

    # Not a test of pytest, whatever its name begins with.
    __test__ = False

    @property
    def mean_latency_cycles(self) -> float:
        """From the issue of an operation that its L1 accepted to its performance."""
        return self.latency_cycles / max(1, self.accesses)

    def races(self) -> dict[str, int]:
        """How often each race happened."""
        return races(self.l1_uses, self.home_uses)

    def per_miss(self) -> dict[str, float]:
        """What the protocol did for one miss of an L1, on average: a name, and how many of it.

        Messages are those of every leg, to and from the memory too; a dirty eviction is an L1's write-back of
        a block that it has written to.
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
        """What must be equal: a name, and the two sides."""
        return identities(self.messages, self.counts, self.accesses, self.resident)

    def misses(self) -> list[str]:
        """The identities that do not hold, one line each."""
        return [
            f"{self.test.name}: {name}, but there are {left:,} and {right:,}"
            for name, (left, right) in self.identities().items()
            if left != right
        ]


def identities(
    messages: Mapping[str, int], counts: Mapping[str, int], accesses: int, resident: int
) -> dict[str, tuple[int, int]]:
    """What must be equal on a machine at rest that began cold: a name, and the two sides.

    Parameters
    ----------
    messages, counts : mapping of str to int
        See :meth:`MemorySystem.messages` and :meth:`MemorySystem.counts`.
    accesses : int
        Loads and stores.
    resident : int
        Blocks in the L2.
    """
    sent = messages
    requests = sent["GET_S"] + sent["GET_M"] + sent["UPGRADE"]
    owner_data = sent["OWNER_DATA_S"] + sent["OWNER_DATA_M"]
    exclusive = sent["DATA_E"] + sent["DATA_M"] + sent["UPGRADE_ACK"] + sent["OWNER_DATA_M"]
    return {
        "loads + stores = L1 hits + L1 misses": (accesses, counts["hits"] + counts["misses"]),
        "L1 misses = GET_S + GET_M + UPGRADE": (counts["misses"], requests),
        "requests = answers": (requests, sent["DATA_S"] + sent["UNBLOCK"] + sent["EXCLUSIVE_UNBLOCK"]),
        "forwards = data of owners": (sent["FWD_GET_S"] + sent["FWD_GET_M"], owner_data),
        "FWD_GET_S = copies to the home": (sent["FWD_GET_S"], sent["COPY_CLEAN"] + sent["COPY_DIRTY"]),
        "FWD_GET_S + exclusive answers = unblocks": (
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
    """How often each race happened.

    Parameters
    ----------
    l1_uses, home_uses : ndarray of int64
        How often each rule was used: state x event.
    """
    found = {}
    for uses, states, named in ((l1_uses, L1State, L1_RACES), (home_uses, HomeState, HOME_RACES)):
        for name, (in_states, events) in named.items():
            of = np.ix_([states[state] for state in in_states.split()], [Event[e] for e in events.split()])
            found[name] = int(uses[of].sum())
    return found


def unused_rules(l1_uses: NDArray[np.int64], home_uses: NDArray[np.int64]) -> list[str]:
    """The rules of both tables that were not used: ``L1 IM_A x INV_ACK``.

    Parameters
    ----------
    l1_uses, home_uses : ndarray of int64
    """
    tables = (("L1", l1_rules(), l1_uses, L1State), ("home", home_rules(), home_uses, HomeState))
    return [
        f"{unit} {states(state).name} x {Event(event).name}"
        for unit, rules, uses, states in tables
        for state, event in np.argwhere((rules["next"] >= 0) & (uses == 0))
    ]


def run_random_test(test: RandomTest, progress: Progress = silent) -> TestOutcome:
    """Run a random test and check every step; whether its messages add up, its outcome says.

    Parameters
    ----------
    test : RandomTest
    progress : callable

    Raises
    ------
    InvariantError
        If the protocol breaks one of its laws, or does not come to an end.
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
    """Tests of different kinds that share a number of operations; together they use every rule.

    Parameters
    ----------
    operations : int
    seed : int

    Raises
    ------
    OptionError
        If there are fewer operations than tests.
    """
    if operations < len(_SCENARIOS):
        raise OptionError(f"operations: at least {len(_SCENARIOS)} are needed, one a test; got {operations}")
    for number, test in enumerate(_SCENARIOS):
        share = operations // len(_SCENARIOS) + (number < operations % len(_SCENARIOS))
        # Neighbouring seeds are as good as any: a SeedSequence spreads them.
        yield replace(test, operations=share, seed=seed * len(_SCENARIOS) + number)


_SCENARIOS = (
    RandomTest("many cores, few blocks, tiny caches", cores=32, blocks=24, homes=4, l1=CacheShape(1, 2)),
    RandomTest("one hot block", cores=16, blocks=64, hot_share=0.5, read_share=0.7, ordered=True),
    RandomTest("every core for itself", blocks=12, private=True, l1=CacheShape(4, 2), l2=CacheShape(1, 8)),
    RandomTest("mostly read", cores=16, blocks=24, read_share=0.97, l1=CacheShape(4, 4), l2=CacheShape(4, 4)),
    RandomTest("evictions everywhere", blocks=40, evict_share=0.3, jitter=400),
    RandomTest("two cores, a line each", cores=2, blocks=6, l1=CacheShape(1, 1), l2=CacheShape(1, 1)),
    RandomTest(
        "one operation at a time", blocks=40, outstanding=1, mshrs=1, buffers=1, jitter=0, ordered=True
    ),
    RandomTest("one MSHR, one buffer", cores=12, blocks=60, mshrs=1, buffers=1, evict_share=0.05),
    RandomTest(
        "messages that take their time",
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
