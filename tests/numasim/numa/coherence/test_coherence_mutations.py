"""Would the tests of coherence notice a wrong protocol? Its tables are broken rule by rule to see."""

from dataclasses import replace

import numpy as np
import pytest

from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.cache import CacheShape
from numasim.numa.coherence.protocol import (
    Event,
    HomeAction,
    HomeState,
    L1Action,
    L1State,
    home_rules,
    l1_rules,
)
from numasim.numa.coherence.tester import RandomTest, run_random_test
from numasim.validation.coherence_transactions import compare_transactions, read_transactions
from partitioners.errors import InvariantError

SIX = RandomTest("six", 8_000, cores=6, blocks=16, homes=2, evict_share=0.1, jitter=100, controllers=1)
TESTS = [
    SIX,
    replace(SIX, seed=2),
    RandomTest("two", 3_000, cores=2, blocks=6, l1=CacheShape(1, 1), l2=CacheShape(1, 1), controllers=1),
]

TABLES = {
    "l1_rules": (l1_rules, L1State, L1Action, L1Action.MERGE | L1Action.RETRY | L1Action.FREE),
    "home_rules": (home_rules, HomeState, HomeAction, HomeAction.STALL | HomeAction.TO_MEMORY),
}
"""The last: actions that settle what becomes of the block, so that the next state is only for the reader."""


def next_states():
    """Every other next state, where the next state counts."""
    for table, (rules_of, states, _, settle) in TABLES.items():
        rules = rules_of()
        for state, event in np.argwhere((rules["next"] >= 0) & (rules["does"] & settle == 0)):
            # A unit that does not have the block has nowhere to keep a state, but where it takes a line.
            if state == 0 and not rules[state, event]["does"] & 1:
                continue
            for other in states:
                if other != rules[state, event]["next"]:
                    yield table, states(state), Event(event), "next", other


def sends():
    """Every message left out."""
    for table, (rules_of, states, _, _) in TABLES.items():
        rules = rules_of()
        for field in ("send", "also_send"):
            for state, event in np.argwhere((rules["next"] >= 0) & (rules[field] >= 0)):
                # Without a line there is no other end to the event: it sends.
                if (states(state), event) != (HomeState.NP, Event.PUT_STALE):
                    yield table, states(state), Event(event), field, -1


def actions():
    """Every action left out."""
    for table, (rules_of, states, actions_of, _) in TABLES.items():
        rules = rules_of()
        for state, event in np.argwhere(rules["next"] >= 0):
            for action in actions_of:
                # A home that goes on without a line would leave its arrays.
                if rules[state, event]["does"] & action and action != HomeAction.ALLOCATE:
                    left = int(rules[state, event]["does"]) & ~action
                    yield table, states(state), Event(event), "does", left


HARMLESS = """
E EVICT next MI_A
IS_I DATA_E next M
IS_I OWNER_DATA_S next I
IS_I RECALL next IS
S LOAD next I
IM DATA_M next SM_A
IM_A INV_ACK next SM_A
SM UPGRADE_ACK next IM_A
SM_A INV_ACK next IM_A
EI_A FWD_GET_M next EI_A
EI_A FWD_GET_M next MI_A
EI_A RECALL next EI_A
EI_A RECALL next MI_A
MI_A FWD_GET_M next EI_A
MI_A FWD_GET_M next MI_A
MI_A RECALL next EI_A
MI_A RECALL next MI_A
II_A INV next EI_A
II_A INV next MI_A
II_A RECALL next EI_A
II_A RECALL next MI_A
ISS PUT_STALE next IS
S EVICT does without FREE
S INV does without FREE
S RECALL does without FREE
E FWD_GET_M does without FREE
E RECALL does without FREE
M FWD_GET_M does without FREE
M RECALL does without FREE
M_I MEM_ACK does without FREE
S_I RECALL_ACK_LAST does without WAKE
MT_I RECALL_ACK_LAST does without WAKE
MT_I RECALL_DATA does without WAKE
MT_I RECALL_CLEAN does without WAKE
MT_I PUT_STALE does without STALL
MT_IB PUT_STALE does without STALL
"""
"""What changes nothing that anybody sees. States that differ only in what may still come: a block whose owner
was asked once is not asked again. A copy given up, or taken as written to, before it need be. Actions that
the eviction carries out in any case, or the next state, in which a line is empty; a wake that only saves
waiting for the memory's answer; a stale write-back that is acknowledged sooner."""

RARE = """
M PUT_STALE
IS PUT_STALE
S_I PUT_STALE
MT_IB GET_M does without STALL
MT_IB UPGRADE does without STALL
MT_IB COPY_CLEAN does without WAKE
MT_IB COPY_DIRTY does without WAKE
IS MEM_DATA does without WAKE
SM_A STORE does without MERGE
"""
"""What short tests do not meet, or not when it matters: ten million operations do."""


def survivors(monkeypatch, mutants):
    """The mutants that neither a random test nor a script notices."""
    rows = read_transactions()
    survived = []
    for table, state, event, field, value in mutants:
        rules = TABLES[table][0]()
        old = rules[state, event][field]
        rules[state, event][field] = value
        monkeypatch.setattr(coherence_state, table, lambda rules=rules: rules.copy())
        try:
            outcomes = [run_random_test(test) for test in TESTS]
            noticed = any(one.misses() for one in outcomes)
            noticed = noticed or any(one.error for one in compare_transactions(rows))
        except InvariantError:
            noticed = True
        monkeypatch.undo()
        if not noticed:
            what = ""
            if field == "next":
                what = f" {value.name}"
            elif field == "does":
                what = f" without {TABLES[table][2](int(old) - value).name}"
            survived.append(f"{state.name} {event.name} {field}{what}")
    return survived


def test_a_whole_protocol_is_not_noticed(monkeypatch):
    whole = ("l1_rules", L1State.S, Event.LOAD, "next", L1State.S)
    assert survivors(monkeypatch, [whole]) == ["S LOAD next S"]


@pytest.mark.parametrize(
    ("mutants", "sample", "count"),
    [
        (next_states, 16, 60),
        (sends, 4, 18),
        (actions, 4, 33),
        # All next states take half a minute: a sample, which meets every rule.
        pytest.param(next_states, 4, 240, marks=pytest.mark.slow),
        pytest.param(sends, 1, 70, marks=pytest.mark.slow),
        pytest.param(actions, 1, 129, marks=pytest.mark.slow),
    ],
)
def test_a_broken_rule_is_noticed(monkeypatch, mutants, sample, count):
    broken = list(mutants())[::sample]
    assert len(broken) >= count
    allowed = {*HARMLESS.splitlines(), *RARE.splitlines()} - {""}
    survived = [
        one
        for one in survivors(monkeypatch, broken)
        if one not in allowed and " ".join(one.split()[:2]) not in allowed
    ]
    assert survived == []
