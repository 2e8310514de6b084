"""Transactions of capability 1.x against the programming guide's protocol, which knows all addresses."""

from dataclasses import replace

import numpy as np
from example_counts import examples
from gpu_traces import trace_of, with_members
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import KernelTrace
from gpu.model.coalescing import transactions

SEEDS = st.integers(0, 2**32 - 1)


def by_the_guide(addresses, lanes, width):
    """The transactions of a warp as (first byte, bytes), half-warp by half-warp.

    CUDA C programming guide, version 4.2, section F.3.2.2: the segment of the lowest active lane, all lanes
    in it, halved while only one half is used, until no lane is left.
    """
    segment = {1: 32, 2: 64}.get(width, 128)
    found = []
    for half in range(2):
        active = [lane for lane in range(16 * half, 16 * half + 16) if lanes >> lane & 1]
        while active:
            begin, size = addresses[active[0]] // segment * segment, segment
            served = [lane for lane in active if begin <= addresses[lane] < begin + segment]
            ends = [(addresses[lane], addresses[lane] + width) for lane in served]
            while size > 32:
                middle = begin + size // 2
                if all(end <= middle for _, end in ends):
                    size //= 2
                elif all(start >= middle for start, _ in ends):
                    begin, size = middle, size // 2
                else:
                    break
            found.append((begin, size))
            active = [lane for lane in active if lane not in served]
    return found


def modelled(addresses, lanes, width):
    """The same by the model, from the sectors of the whole warp."""
    used = [addresses[lane] for lane in range(32) if lanes >> lane & 1]
    sectors = sorted({address // 32 for address in used})
    trace = with_members(trace_of([[[("load", 0, sectors, 0, 0)]]]), bytes=[width, 0])
    trace = replace(trace, lanes=np.array([lanes, 0], np.uint32))
    first, size, start = transactions(trace, np.array([True, False]))
    assert start.tolist() == [0, first.size, first.size]
    return list(zip((32 * first.astype(int)).tolist(), (32 * size.astype(int)).tolist(), strict=True))


def accesses(rng):
    """Widths, active lanes and a span of memory that make anything from one sector to 32 lines."""
    width = int(rng.choice([1, 2, 4, 8, 16]))
    lanes = int(rng.choice([2**32 - 1, rng.integers(1, 2**32), rng.integers(1, 2**16)]))
    return width, lanes, width * int(rng.choice([8, 32, 64, 300, 5000]))


@settings(max_examples=examples(150), deadline=None)
@given(SEEDS)
def test_transactions_are_the_guides_where_addresses_ascend_each_in_a_sector_of_its_own(seed):
    rng = np.random.default_rng(seed)
    width, lanes, _ = accesses(rng)
    sectors = np.sort(rng.choice(int(rng.choice([32, 64, 500])), 32, replace=False))
    addresses = (32 * sectors + width * rng.integers(0, 32 // width, 32)).tolist()
    # Within a half-warp, the order of lanes does not matter.
    addresses = [*rng.permutation(addresses[:16]).tolist(), *rng.permutation(addresses[16:]).tolist()]
    assert sorted(modelled(addresses, lanes, width)) == sorted(by_the_guide(addresses, lanes, width))


@settings(max_examples=examples(150), deadline=None)
@given(SEEDS)
def test_transactions_are_the_guides_where_lanes_access_neighbours(seed):
    rng = np.random.default_rng(seed)
    width = int(rng.choice([2, 4, 8, 16]))  # a half-warp of single bytes may begin anywhere in a sector
    first = width * int(rng.integers(0, 64))
    addresses = [first + width * lane for lane in range(32)]
    assert sorted(modelled(addresses, 2**32 - 1, width)) == sorted(by_the_guide(addresses, 2**32 - 1, width))


@settings(max_examples=examples(150), deadline=None)
@given(SEEDS)
def test_transactions_of_one_half_warp_are_the_guides(seed):
    rng = np.random.default_rng(seed)
    width, lanes, span = accesses(rng)
    addresses = (rng.integers(0, span // width, 32) * width).tolist()
    for half in (lanes & 0xFFFF, lanes & 0xFFFF0000):
        assert sorted(modelled(addresses, half, width)) == sorted(by_the_guide(addresses, half, width))


@settings(max_examples=examples(150), deadline=None)
@given(SEEDS)
def test_any_addresses_have_at_least_half_and_at_most_twice_the_transactions_of_the_guide(seed):
    rng = np.random.default_rng(seed)
    width, lanes, span = accesses(rng)
    addresses = (rng.integers(0, span // width, 32) * width).tolist()
    found, expected = modelled(addresses, lanes, width), by_the_guide(addresses, lanes, width)
    assert len(expected) / 2 <= len(found) <= 2 * len(expected)
    used = {addresses[lane] // 32 for lane in range(32) if lanes >> lane & 1}
    moved = [(begin + i) // 32 for begin, size in found for i in range(0, size, 32)]
    assert used <= set(moved)
    for begin, size in found:
        assert size in (32, 64, 128)
        assert begin % size == 0
        assert size <= {1: 32, 2: 64}.get(width, 128)
    assert moved.count(max(moved, key=moved.count)) <= 2


def mean_error(span):
    """Transactions of the model over the guide's, for reads of 4 bytes from anywhere in ``span`` bytes."""
    rng = np.random.default_rng(0)
    counts = np.zeros(2)
    for _ in range(300):
        addresses = (4 * rng.integers(0, span // 4, 32)).tolist()
        counts += len(modelled(addresses, 2**32 - 1, 4)), len(by_the_guide(addresses, 2**32 - 1, 4))
    return counts[0] / counts[1]


def test_random_reads_have_fewer_transactions_than_the_guides_where_halves_meet():
    """The figures of docs/gpu.md, for full warps."""
    found = {span: round(mean_error(span), 2) for span in (128, 1024, 4096, 16384, 65536)}
    assert found == {128: 1.0, 1024: 0.62, 4096: 0.82, 16384: 0.96, 65536: 0.99}


def test_sectors_of_texture_fetches_stay_as_they_are():
    trace = trace_of([[[("texture", 0, [1, 2, 9], 0, 0), ("load", 0, [1, 2, 9], 0, 0)]]])
    assert isinstance(trace, KernelTrace)
    first, size, start = transactions(trace, np.array([False, True, False]))
    assert start.tolist() == [0, 3, 6, 6]
    # 1.5 sectors for each half: 1 and 2 are of a line, whose whole 128 bytes move; 9 is alone.
    assert list(zip(first, size, strict=True)) == [(1, 1), (2, 1), (9, 1), (0, 4), (2, 1), (9, 1)]
