"""The generator of random configurations draws every field that has an effect on an engine."""

from collections import defaultdict

import pytest
from configurations import NEVER_DRAWN, configurations, integers, machines, thread_configurations
from hypothesis import HealthCheck, Phase, given, settings

from numasim.machine.machine import Machine
from numasim.schema.execution import Execution, as_execution
from numasim.schema.thread_execution import ThreadExecution
from partitioners.config.problems import scalar_fields
from partitioners.text.integers import MAX_INTEGER

DIVIDED = (
    *("machine.mesh.width", "machine.mesh.height"),
    *("machine.network.sockets.across", "machine.network.sockets.down"),
    *("machine.l1.size", "machine.l2.size", "machine.memory.block", "machine.memory.page"),
    *("machine.memory.dram.row", "machine.memory.capacity", "machine.memory.bandwidth"),
)
"""Sizes and numbers that must be multiples or parts of others, a rate, and meshes of a list of their own."""


def drawn(strategy, count):
    """Some examples of a strategy, the same in each run."""
    found = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def note(example):
        found.append(example)

    note()
    return found


def values(section, prefix):
    """The value of each field of a section."""
    for field in scalar_fields(type(section), prefix):
        value = section
        for name in field.split(".")[1:]:
            value = getattr(value, name, None)
        yield field, repr(value), value


@pytest.fixture(scope="module")
def seen():
    """The values of each field over many configurations."""
    found = defaultdict(dict)
    for cut, _, machine, execution in drawn(configurations(wide=True), 400):
        if "operation" in cut.graph.vertex:
            found["operation"] |= {str(value): value for value in cut.graph.vertex["operation"].tolist()}
        for section, prefix in ((machine, "machine."), (as_execution(execution), "execution.")):
            for field, text, value in values(section, prefix):
                found[field][text] = value
    return found


def test_the_list_of_fields_that_are_never_drawn_is_exact(seen):
    fields = {*scalar_fields(Machine, "machine."), *scalar_fields(Execution, "execution.")}
    assert {field for field in fields if len(seen[field]) < 2} == set(NEVER_DRAWN)
    assert all(NEVER_DRAWN.values())


def test_integers_are_drawn_at_and_beside_powers_of_two(seen):
    for field, found in seen.items():
        whole = [value for value in found.values() if type(value) is int]
        if field in NEVER_DRAWN or not whole or field in DIVIDED:
            continue
        large = [value for value in whole if value >= 4]
        if max(whole) < 8:  # few values, all of which are drawn
            assert len(set(whole)) > 1, field
            continue
        if len(set(large)) < 10:  # an optional limit, which a random search may draw too rarely to tell
            continue
        assert any(value & (value - 1) == 0 for value in large), field
        assert any((value - 1) & (value - 2) == 0 or (value + 1) & value == 0 for value in large), field


def test_tasks_are_longer_than_any_table_of_cycles(seen):
    assert max(seen["operation"].values()) > 2**31
    assert {31, 32, 33} & set(seen["operation"].values())


@pytest.mark.parametrize(("least", "most"), [(1, 1), (0, 9), (1, 64), (1, MAX_INTEGER)])
def test_integers_are_within_their_bounds_and_reach_them(least, most):
    found = set(drawn(integers(least, most), 600))
    assert min(found) == least
    assert max(found) == most or most.bit_length() > 12
    assert {2**k for k in range(most.bit_length()) if 2**k >= least} <= found or most.bit_length() > 12


def test_threads_have_every_key_of_their_execution():
    keys = {field.partition(".")[2] for field in scalar_fields(ThreadExecution, "execution.")}
    examples = drawn(thread_configurations(), 60)
    for key in keys - {"engine", "max_events", "max_seconds"}:
        found = [limit if key == "max_cycles" else options[key] for *_, options, limit in examples]
        assert len(set(found)) > 1, key
    assert {machine.core.atomics for _, _, machine, *_ in examples} == {"ordered", "overlapped"}


def test_machines_have_more_tiles_than_a_word_has_bits():
    counts = {machine.num_cores for machine in drawn(machines(), 300)}
    assert 64 in counts
    assert max(counts) > 64
