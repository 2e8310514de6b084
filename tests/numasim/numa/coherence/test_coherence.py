"""The coherence protocol: random tests, a plain model beside it, races one by one, and what it refuses."""

import re
from dataclasses import replace

import numpy as np
import pytest
from coherence_oracle import Oracle
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.cache import CacheShape
from numasim.numa.coherence.event_machine import Operation
from numasim.numa.coherence.inspection import audit, home_entry, sharers
from numasim.numa.coherence.memory_system import MemorySystem, fixed_delays, hop_delays
from numasim.numa.coherence.protocol import Event, HomeState, L1State, home_rules, l1_rules
from numasim.numa.coherence.tester import RandomTest, races, run_random_test, scenarios, unused_rules
from partitioners.errors import InvariantError, OptionError

LOAD, STORE, EVICT, EVICT_HOME = Operation

shapes = st.builds(CacheShape, st.integers(1, 4), st.integers(1, 4))


@st.composite
def random_tests(draw):
    l1 = draw(shapes)
    # The next size of the L2 that can include the L1.
    l2 = CacheShape(draw(st.integers(1, 4)), l1.sets * l1.ways)
    cores = draw(st.integers(1, 9))
    return RandomTest(
        operations=draw(st.integers(1, 1500)),
        cores=cores,
        blocks=draw(st.integers(1, 40)),
        read_share=draw(st.floats(0, 1)),
        evict_share=draw(st.sampled_from([0.0, 0.1, 0.5])),
        hot_share=draw(st.sampled_from([0.0, 0.5, 1.0])),
        private=draw(st.booleans()),
        homes=draw(st.integers(0, cores)),
        outstanding=draw(st.integers(1, 12)),
        l1=l1,
        l2=l2,
        mshrs=draw(st.integers(1, 6)),
        buffers=draw(st.integers(1, 4)),
        delay_cycles=draw(st.integers(1, 30)),
        jitter=draw(st.sampled_from([0, 1, 7, 60, 500])),
        ordered=draw(st.booleans()),
        controllers=draw(st.integers(1, cores)),
        seed=draw(st.integers(0, 2**32)),
    )


@settings(max_examples=examples(120), deadline=None)
@given(random_tests())
def test_any_machine_keeps_the_laws(test):
    outcome = run_random_test(test)
    assert outcome.misses() == []
    assert outcome.accesses <= test.operations
    # In a machine of one core nobody asks for another's block.
    if test.cores == 1:
        assert outcome.messages["INV"] == outcome.messages["FWD_GET_S"] == outcome.messages["FWD_GET_M"] == 0
    if test.private:
        assert outcome.messages["FWD_GET_S"] == outcome.messages["FWD_GET_M"] == outcome.messages["INV"] == 0


def test_the_scenarios_use_every_rule_and_meet_every_race():
    outcomes = [run_random_test(test) for test in scenarios(900_000)]
    assert [miss for one in outcomes for miss in one.misses()] == []
    uses = sum(one.l1_uses for one in outcomes), sum(one.home_uses for one in outcomes)
    assert unused_rules(*uses) == []
    assert min(races(*uses).values()) > 100
    names = [one.test.name for one in outcomes]
    hits = {one.test.name: one.counts["hits"] / one.accesses for one in outcomes}
    assert len(set(names)) == len(names) == 9
    assert hits["private blocks"] > 0.5
    assert hits["mostly read"] > 0.5


def test_the_same_seed_gives_the_same_run():
    test = RandomTest(operations=5_000, seed=3)
    one, two = run_random_test(test), run_random_test(test)
    assert one.messages == two.messages
    assert (one.cycles, one.events, one.latency_cycles) == (two.cycles, two.events, two.latency_cycles)
    assert np.array_equal(one.l1_uses, two.l1_uses)
    assert run_random_test(replace(test, seed=4)).cycles != one.cycles
    assert one.mean_latency_cycles > 10


def compare_with(oracle, machine, blocks):
    for block in range(blocks):
        for core in range(oracle.cores):
            assert machine.l1_state(core, block).name == oracle.l1[core].get(block, "I")
        assert machine.home_state(block).name == oracle.home.get(block, "NP")
        assert sharers(machine.coherence, block) == oracle.sharers.get(block, set())
        entry = home_entry(machine.coherence, block)
        owner = machine.coherence.home["owner"][entry] if entry >= 0 else -1
        assert owner == oracle.owner.get(block, -1)
        if oracle.home.get(block) in ("SS", "M"):
            assert machine.coherence.home["dirty"][entry] == (block in oracle.dirty)


@settings(max_examples=examples(60), deadline=None)
@given(
    cores=st.integers(1, 4),
    l1=st.builds(CacheShape, st.integers(1, 2), st.integers(1, 2)),
    more_ways=st.integers(0, 2),
    sequence=st.lists(
        st.tuples(
            st.integers(0, 3), st.sampled_from([LOAD, LOAD, STORE, EVICT, EVICT_HOME]), st.integers(0, 11)
        ),
        max_size=30,
    ),
)
def test_one_operation_at_a_time_is_what_plain_dictionaries_say(cores, l1, more_ways, sequence):
    l2 = CacheShape(l1.sets, l1.ways + more_ways)
    machine = MemorySystem(cores, l1=l1, l2=l2, checked_blocks=12)
    oracle = Oracle(cores, l1, l2)
    for core, operation, block in sequence:
        machine.script([[(core % cores, operation, block)]])
        oracle.do(core % cores, operation, block)
        compare_with(oracle, machine, 12)
    machine.audit()
    assert machine.messages()["MEM_WRITE"] == oracle.memory_writes


def test_the_oracle_over_a_long_sequence():
    cores, l1, l2 = 4, CacheShape(2, 2), CacheShape(2, 3)
    machine = MemorySystem(cores, l1=l1, l2=l2, checked_blocks=40, delays=hop_delays(2, 2))
    oracle = Oracle(cores, l1, l2)
    random = np.random.default_rng(0)
    operations = [LOAD, LOAD, LOAD, STORE, STORE, EVICT, EVICT_HOME]
    for core, operation, block in zip(
        random.integers(cores, size=2_000),
        random.choice(operations, 2_000),
        random.integers(40, size=2_000),
        strict=True,
    ):
        machine.script([[(int(core), Operation(operation), int(block))]])
        oracle.do(core, operation, block)
    compare_with(oracle, machine, 40)
    assert machine.messages()["MEM_WRITE"] == oracle.memory_writes > 100


def test_a_long_message_is_not_overtaken_in_an_ordered_network():
    # The write-back of block 0 has three flits and the fetch that pushes it out one, for the same home.
    for ordered, late in ((True, 0), (False, 1)):
        machine = MemorySystem(
            1, l1=CacheShape(1, 1), l2=CacheShape(1, 1), ordered=ordered, checked_blocks=2, l1_cycles=0
        )
        machine.script([[(0, STORE, 0)], [(0, LOAD, 1)]])
        uses = machine.coherence.home_rules["count"]
        assert uses[HomeState.MT, Event.PUT_DIRTY] == 1 - late
        assert uses[HomeState.MT, Event.REPLACE] == late


@pytest.mark.parametrize(("owner", "dirty"), [("E", False), ("E", True), ("M", True)])
def test_a_block_recalled_while_its_write_back_is_under_way_comes_with_its_data(owner, dirty):
    machine = MemorySystem(4, checked_blocks=1)
    if dirty and owner == "E":
        machine.script([[(1, STORE, 0)], [(1, EVICT, 0)]])
    machine.script([[(1, STORE if owner == "M" else LOAD, 0)]])
    assert machine.l1_state(1, 0).name == owner
    before = machine.messages()
    # Home and owner let go of the block in the same cycle, so the recall and the write-back cross.
    machine.script([[(1, EVICT, 0), (2, EVICT_HOME, 0)]])
    machine.audit()
    sent = {kind: count - before[kind] for kind, count in machine.messages().items() if count > before[kind]}
    assert sent == {
        "RECALL": 1,
        "PUT_DIRTY" if owner == "M" else "PUT_CLEAN": 1,
        "RECALL_DATA" if owner == "M" else "RECALL_CLEAN": 1,
        "WB_ACK": 1,
        "MEM_WRITE" if dirty else "MEM_CLEAN": 1,
        "MEM_ACK": 1,
    }


@pytest.mark.parametrize(("homes", "sets"), [(1, 1), (1, 2), (1, 4), (2, 4), (3, 4), (8, 4), (0, 4)])
def test_all_sets_of_the_l1s_and_slices_are_used_whatever_the_number_of_homes(homes, sets):
    test = RandomTest(
        operations=20_000, cores=8, blocks=64, homes=homes, l1=CacheShape(sets, 2), l2=CacheShape(2, 8)
    )
    machine = test.machine()
    core, operation, block = test.draw(np.random.default_rng(0), test.operations)
    machine.run(core, operation, block)
    c = machine.coherence
    lines = c.lines["state"].reshape(8, c.l1_lines)[:, : 2 * sets]
    assert (lines.reshape(8, sets, 2) != 0).any(axis=(0, 2)).all()
    held = c.home["block"][c.home["state"] != 0]
    assert {(each % (homes or 8), each // (homes or 8) % 2) for each in held.tolist()} == {
        (home, of_slice) for home in range(homes or 8) for of_slice in range(2)
    }
    at_home = np.flatnonzero(c.home["state"] != 0) // c.home_lines
    assert np.array_equal(at_home, held % (homes or 8))


def test_with_one_home_more_sets_are_another_machine():
    test = RandomTest(operations=5_000, homes=1, l2=CacheShape(1, 8))
    ran = [run_random_test(replace(test, l1=CacheShape(sets, 2))) for sets in (1, 2, 4)]
    hits = [one.counts["hits"] for one in ran]
    assert hits == sorted(set(hits))


def test_what_the_protocol_does_for_a_miss():
    one = run_random_test(RandomTest(operations=5_000, cores=1, blocks=40, read_share=1.0, controllers=1))
    sent, misses = one.messages, one.counts["misses"]
    found = one.per_miss()
    assert list(found) == [
        "messages",
        "data_messages",
        "invalidations",
        "recalls",
        "write_backs",
        "dirty_evictions",
    ]
    # Every copy is clean and exclusive: a fetched block comes by two data messages, one in the L2 by one.
    data = 2 * sent["MEM_GET"] + misses - sent["MEM_GET"] + sent["RECALL_CLEAN"]
    assert found["data_messages"] == pytest.approx(data / misses)
    assert found["messages"] == pytest.approx(sum(sent.values()) / misses)
    assert found["write_backs"] == pytest.approx(sent["PUT_CLEAN"] / misses) != 0
    assert found["recalls"] == pytest.approx(sent["RECALL"] / misses) != 0
    assert found["invalidations"] == found["dirty_evictions"] == 0
    written = run_random_test(RandomTest(operations=5_000, read_share=0.0))
    assert 0 < written.per_miss()["dirty_evictions"] == written.per_miss()["write_backs"]


def test_two_machines_with_the_same_work_but_other_delays_perform_it_all():
    core = np.repeat(np.arange(16), 100)
    block = np.random.default_rng(1).integers(20, size=core.size)
    operation = np.where(block % 3, LOAD, STORE)
    near, far = (
        MemorySystem(16, delays=delays, checked_blocks=20, controller_tiles=(0, 15))
        for delays in (hop_delays(4, 4), 3 * hop_delays(4, 4))
    )
    for machine in (near, far):
        machine.run(core, operation, block)
        machine.audit()
        counts = machine.counts()
        assert counts["hits"] + counts["misses"] == core.size
    assert far.latency_cycles > 2 * near.latency_cycles


def test_a_block_that_many_ask_for_does_not_starve_the_others():
    # Homes of a single line: seven cores store to block 0 all the time, one to others of the same home.
    rare, often = [8, 16] * 10, [0] * 4_000 * 7
    machine = MemorySystem(8, l1=CacheShape(1, 1), l2=CacheShape(1, 1), outstanding=1, checked_blocks=24)
    core = np.concatenate([np.zeros(20, int), np.repeat(np.arange(1, 8), 4_000)])
    machine.run(core, np.full(core.size, STORE), np.array(rare + often))
    # Block 0 made room every time: the rare ones did not wait until nobody asked for it any more.
    assert machine.counts()["home_evictions"] > 1.9 * len(rare)


@pytest.mark.parametrize("cores", [63, 64, 65, 130])
def test_the_directory_holds_any_number_of_sharers(cores):
    machine = MemorySystem(cores, l1=CacheShape(1, 1), l2=CacheShape(1, 1), checked_blocks=1)
    everybody = [(core, LOAD, 0) for core in range(cores)]
    machine.script([everybody])
    assert sharers(machine.coherence, 0) == set(range(cores))
    machine.script([[(cores - 1, STORE, 0)]])
    sent = machine.messages()
    assert sent["INV"] == sent["INV_ACK"] == cores - 1
    assert sharers(machine.coherence, 0) == set()
    machine.script([everybody, [(0, EVICT_HOME, 0)]])
    assert machine.messages()["RECALL"] == cores
    machine.audit()


def test_delays_of_a_mesh():
    delays = hop_delays(3, 2, hop_cycles=4, injection_cycles=1)
    assert delays[0].tolist() == [5, 9, 13, 9, 13, 17]
    assert np.array_equal(delays, delays.T)
    assert hop_delays(2, 2)[0, 3] == 17


def test_a_machine_that_performs_nothing_is_stopped():
    machine = MemorySystem(2, patience=50)
    text = (
        "operations never finish (no operation performed in 50 cycles at cycle 51): L1 0 has block 1 in IS; "
        "home 1 has block 1 in ISS, owner 0"
    )
    with pytest.raises(InvariantError, match=f"^{re.escape(text)}$"):
        machine.run(np.array([0]), np.array([LOAD]), np.array([1]))


def test_checks_change_nothing():
    core = np.arange(4000) % 8
    random = np.random.default_rng(2)
    operation, block = random.choice([LOAD, STORE], core.size), random.integers(30, size=core.size)
    ran = []
    for checked in (30, 0):
        machine = MemorySystem(8, l1=CacheShape(2, 2), l2=CacheShape(2, 2), jitter=30, checked_blocks=checked)
        machine.run(core, operation, block)
        ran.append((machine.messages(), machine.cycles, machine.latency_cycles))
    assert ran[0] == ran[1]


def test_every_rule_names_what_its_state_may_meet():
    for rules, states, own in ((l1_rules(), L1State, "L1"), (home_rules(), HomeState, "home")):
        assert rules.shape == (len(states), len(Event))
        # From every state one can get on, and to every state one can get.
        defined = rules["next"] >= 0
        assert defined.any(axis=1).all(), own
        assert set(np.unique(rules["next"][defined])) == set(states), own


@pytest.mark.parametrize(
    ("table", "state", "event", "field", "text"),
    [
        ("l1", L1State.S, Event.INV, "next", "l1 cannot: L1 "),
        ("l1", L1State.I, Event.INV, "send", "operations never finish (no message in flight at cycle "),
        ("l1", L1State.S, Event.INV, "keep", "two writers: L1 "),
        ("home", HomeState.SS, Event.GET_M, "also_send", "operations never finish (no message in flight"),
        ("home", HomeState.MT, Event.GET_S, "next", "home cannot: home "),
        ("home", HomeState.MT_IIB, Event.COPY_DIRTY, "does", "stale home: home "),
        ("l1", L1State.M, Event.FWD_GET_S, "next", "two writers: L1 "),
    ],
)
def test_a_broken_rule_is_named(monkeypatch, table, state, event, field, text):
    name = f"{table}_rules"
    rules = getattr(coherence_state, name)()
    rule = rules[state, event]
    if field == "keep":
        rule["does"], rule["next"] = 0, state
    else:
        rule[field] = {"next": state if table == "l1" and state == L1State.M else -1, "does": 0}.get(
            field, -1
        )
    monkeypatch.setattr(coherence_state, name, lambda: rules)
    with pytest.raises(InvariantError, match=f"^{re.escape(text)}"):
        run_random_test(RandomTest(operations=20_000, cores=4, blocks=8, read_share=0.5))


def test_who_waits_for_what(monkeypatch):
    rules = coherence_state.home_rules()
    rules[HomeState.ISS, Event.MEM_DATA]["send"] = -1
    monkeypatch.setattr(coherence_state, "home_rules", lambda: rules)
    machine = MemorySystem(3, checked_blocks=4)
    text = (
        "operations never finish (no message in flight at cycle 161): L1 0 has block 1 in IS; L1 2 has "
        "block 1 in IM; home 1 has block 1 in MT_MB, owner 0, and GET_M of L1 2 wait"
    )
    with pytest.raises(InvariantError, match=f"^{re.escape(text)}$"):
        machine.run(np.array([0, 2]), np.array([LOAD, STORE]), np.array([1, 1]))


def test_an_audit_finds_what_does_not_agree():
    def quiet():
        machine = MemorySystem(2, checked_blocks=4)
        machine.script([[(0, LOAD, 0)], [(0, LOAD, 1)], [(1, LOAD, 1)]])
        machine.audit()
        return machine.coherence

    c = quiet()
    c.lines["state"][c.lines["block"] == 0] = L1State.S
    with pytest.raises(InvariantError, match=r"^L1 0 has block 0 in S, but its home has it in MT$"):
        audit(c, 2)
    c = quiet()
    c.sharers[c.home["sharers"][home_entry(c, 1)]] = 1
    with pytest.raises(InvariantError, match=r"^L1 1 has block 1 in S, but its home has it in SS$"):
        audit(c, 2)
    c = quiet()
    c.home["owner"][home_entry(c, 1)] = 1
    with pytest.raises(
        InvariantError, match=r"^L1 1 owns block 1 according to its home, but does not have it$"
    ):
        audit(c, 2)
    c = quiet()
    c.lines[c.lines["block"] == 0] = np.zeros((), c.lines.dtype)
    with pytest.raises(
        InvariantError, match=r"^L1 0 owns block 0 according to its home, but does not have it$"
    ):
        audit(c, 2)
    c = quiet()
    c.in_use[1, 0] = 1
    with pytest.raises(InvariantError, match=r"^an MSHR or a write-back entry is in use without"):
        audit(c, 2)
    c = quiet()
    c.home["state"][home_entry(c, 0)] = HomeState.MT_MB
    with pytest.raises(
        InvariantError, match=r"^unfinished transactions: home 0 has block 0 in MT_MB, owner 0$"
    ):
        audit(c, 2)
    with pytest.raises(InvariantError, match=r"^1 messages of the pool are lost$"):
        audit(quiet(), 1)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"cores": 0}, "cores must be at least 1, got 0"),
        ({"mshrs": 0}, "mshrs must be at least 1, got 0"),
        ({"buffers": 0}, "buffers must be at least 1, got 0"),
        ({"outstanding": 0}, "outstanding must be at least 1, got 0"),
        ({"jitter": -1}, "jitter cannot be negative, got -1"),
        ({"memory_cycles": -5}, "memory_cycles cannot be negative, got -5"),
        ({"checked_blocks": -1}, "checked_blocks cannot be negative, got -1"),
        ({"seed": -1}, "seed cannot be negative, got -1"),
        ({"homes": 0}, "homes must be at least 1, got 0"),
        ({"homes": 3}, "homes must be between 1 and the 2 tiles, got 3"),
        ({"delays": fixed_delays(3, 1)}, "delays must be a 2 x 2 array, got shape (3, 3)"),
        ({"delays": fixed_delays(2, 0)}, "a message takes at least 1 cycle, got a delay of 0"),
        ({"controller_tiles": ()}, "controller_tiles must be tiles of 0 .. 1, got []"),
        ({"controller_tiles": (0, 2)}, "controller_tiles must be tiles of 0 .. 1, got [0, 2]"),
        (
            {"l1": CacheShape(4, 4), "l2": CacheShape(4, 2)},
            "an L2 slice with 8 blocks cannot include an L1 with 16 blocks; give the L2 more sets or ways",
        ),
    ],
)
def test_machines_that_cannot_be(options, text):
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        MemorySystem(**({"cores": 2} | options))


@pytest.mark.parametrize(
    ("core", "operation", "block", "text"),
    [
        ([2], [LOAD], [0], "cores must be in 0 .. 1, got 2 .. 2"),
        ([0], [LOAD], [4], "blocks must be in 0 .. 3, got 4 .. 4"),
        ([0], [LOAD], [-1], "blocks cannot be negative, got -1"),
        (
            [0],
            [7],
            [0],
            "operations must be among 29 (LOAD), 30 (STORE), 31 (EVICT), 32 (EVICT_HOME), got 7 .. 7",
        ),
        (
            [0, 1],
            [LOAD],
            [0],
            "core, operation and block must be one-dimensional arrays of equal length, got shapes "
            "(2,), (1,) and (1,)",
        ),
    ],
)
def test_operations_that_cannot_be(core, operation, block, text):
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        MemorySystem(2, checked_blocks=4).run(np.array(core), np.array(operation), np.array(block))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"operations": 0}, "operations must be at least 1, got 0"),
        ({"blocks": 0}, "blocks must be at least 1, got 0"),
        ({"delay_cycles": 0}, "delay_cycles must be at least 1, got 0"),
        ({"seed": -1}, "seed cannot be negative, got -1"),
        ({"read_share": 1.5}, "read_share must be between 0 and 1, got 1.5"),
        ({"hot_share": -0.1}, "hot_share must be between 0 and 1, got -0.1"),
        ({"homes": 9}, "homes must be between 0 and the 8 cores, got 9"),
        ({"controllers": 9}, "controllers must be between 1 and the 8 cores, got 9"),
        ({"l1": CacheShape(0, 1)}, "l1 must have at least one set and one way, got 0 sets of 1"),
        (
            {"l2": CacheShape(1, 3)},
            "an L2 slice with 3 blocks cannot include an L1 with 4 blocks; give the L2 more sets or ways",
        ),
    ],
)
def test_random_tests_that_cannot_be(options, text):
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        RandomTest(**options)


def test_fewer_operations_than_scenarios():
    with pytest.raises(OptionError, match=r"^operations must be at least 9, one per random test, got 8$"):
        list(scenarios(8))
