"""Searches in a B+ tree: its nodes, the records found, the loads of shared nodes, and what is refused."""

import re

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import HostBackend, TraceBackend
from gpu.programs.btree import LEAST, UNUSED, BTreeSearch, btree
from partitioners.errors import InputError, OptionError

sorted_keys = st.lists(st.integers(-(2**31) + 1, 2**31 - 2), min_size=1, max_size=200, unique=True).map(
    sorted
)


@settings(deadline=None, max_examples=examples(60))
@given(keys=sorted_keys, order=st.integers(3, 20))
def test_the_leaves_of_a_tree_are_its_keys_and_entries_are_the_least_keys_of_children(keys, order):
    tree = btree(keys, order)
    leaves = slice(len(tree.keys) - tree.leaves, None)
    in_use = tree.keys[leaves] != UNUSED
    assert tree.keys[leaves][in_use].tolist() == keys
    assert tree.child[leaves][in_use].tolist() == list(range(len(keys)))
    assert in_use.sum(axis=1).max() <= order - 1
    node, level = [0], 1
    while level < tree.height:
        entries = [(n, k) for n in node for k in range(order) if k == 0 or tree.keys[n, k] != UNUSED]
        children = [int(tree.child[entry]) for entry in entries]
        for at, child in zip(entries, children, strict=True):
            assert tree.keys[at] in (tree.keys[child, 0], LEAST)
        assert children == list(range(children[0], children[0] + len(children)))
        node, level = children, level + 1
    assert node == list(range(len(tree.keys)))[leaves]


@settings(deadline=None, max_examples=examples(30))
@given(
    keys=sorted_keys,
    order=st.integers(3, 9),
    variant=st.sampled_from(["original", "spac"]),
    block_size=st.sampled_from([1, 16, 40, 64, 256]),
    queries=st.integers(1, 20),
    seed=st.integers(0, 9),
)
def test_the_records_are_those_of_a_binary_search(keys, order, variant, block_size, queries, seed):
    program = BTreeSearch(
        keys,
        HostBackend(),
        seed=seed,
        variant=variant,
        order=order,
        points=30,
        ranges=17,
        longest_range=50,
        queries_per_block=queries,
        block_size=block_size,
    )
    program.run()
    assert program.verify() == []
    present = set(keys)
    for point, record in zip(program.points.tolist(), program.records.tolist(), strict=True):
        assert (record >= 0) == (point in present)
        assert record < 0 or keys[record] == point
    for low, high, first, length in zip(
        program.lowest, program.highest, program.first, program.length, strict=True
    ):
        assert [key for key in keys if low <= key <= high] == keys[first : first + length]


def test_a_wrong_record_is_named():
    program = BTreeSearch(None, HostBackend(), keys=500, order=8, points=40, ranges=5)
    program.run()
    program.records = program.records.copy()
    program.records[7] += 1
    right = program.records[7] - 1
    assert program.verify() == [f"the record of a key is {right + 1} instead of {right} (query 7)"]


def test_queries_of_a_block_share_the_loads_of_nodes():
    """A tree of three levels: blocks of 32 neighbouring queries load the root and few other nodes."""
    sectors = {}
    for variant in ("original", "spac"):
        backend = TraceBackend()
        program = BTreeSearch(
            None,
            backend,
            variant=variant,
            keys=7000,
            order=32,
            points=2000,
            ranges=1,
            queries_per_block=32,
            block_size=32,
        )
        assert program.tree.height == 3
        program.run()
        find = backend.pop_traces()[0]
        totals = {name: each["sectors"] for (name, kind), each in find.totals().items() if kind != "store"}
        sectors[variant] = totals["keys"]
    # A node has 32 keys of 4 bytes: 4 sectors. The original loads three nodes a query, twice (neighbours).
    assert sectors["original"] >= 2000 * 3 * 4
    blocks, leaves = -(-2000 // 32), program.tree.leaves
    assert sectors["spac"] <= 4 * (blocks + 2 * blocks + leaves + blocks)


@pytest.mark.parametrize(
    ("keys", "options", "error", "message"),
    [
        (
            [1, 5, 3],
            {},
            InputError,
            "key 2 is 3, after 5; sort the keys, and give each of them once",
        ),
        ([4, 4], {}, InputError, "key 1 is 4, after 4; sort the keys, and give each of them once"),
        ([], {}, InputError, "keys have the shape (0,); expected a list of at least one key"),
        (
            [0, 2**31 - 1],
            {},
            InputError,
            "the keys are from 0 to 2147483647; expected integers above -2147483648 and below 2147483647",
        ),
        ([1], {"order": 2}, OptionError, "order is 2; expected an integer from 3 to 4096"),
        ([1], {"points": 0}, OptionError, "points is 0; expected an integer from 1 to 1000000"),
    ],
)
def test_what_is_no_tree_is_refused(keys, options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        BTreeSearch(keys, HostBackend(), **options)
