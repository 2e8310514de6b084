"""The particle filter: estimates, new particles, and the loads of the scan."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu import HostBackend, TraceBackend
from gpu.programs.block_forms import kernel_of_form
from gpu.programs.particle_filter import (
    ParticleFilter,
    cumulative_weights,
    disk_offsets,
    filtered,
    systematic_random,
)
from partitioners.errors import InputError, OptionError

FORMS = ("original", "spac")


@pytest.mark.parametrize("variant", FORMS)
@pytest.mark.parametrize("block_size", [16, 100, 1024])
def test_the_estimates_are_those_of_numpy(variant, block_size):
    program = ParticleFilter(
        None, HostBackend(), variant=variant, particles=500, frames=4, side=48, block_size=block_size
    )
    program.run()
    assert program.verify() == []
    estimates, positions = filtered(program.video, program.start, 500, 0)
    assert np.allclose(program.estimates, estimates, rtol=1e-12)
    assert np.array_equal(program.positions, positions)
    assert program.figures()["estimate_error"] < 1.5
    program.estimates = program.estimates + np.array([0.5, 0])
    assert program.verify() == ["an estimate is 0.5 pixels away from that of NumPy"]


def resampled(variant, weight, random, block_size, backend):
    """The old indices of the new particles, by one launch."""
    particles = len(weight)
    find = kernel_of_form(backend, "particle_find_index", variant, "float64")
    place = np.arange(particles, dtype=np.float64)
    given = [cumulative_weights(weight), random, place, -place]
    new = [backend.zeros(particles, "float64") for _ in range(2)]
    arrays = [*map(backend.array, given), *new]
    shared = 8 * block_size if variant == "spac" else 0
    find(-(-particles // block_size), particles, *arrays, threads=block_size, shared_bytes=shared)
    found = backend.numpy(new[0])
    assert np.array_equal(found, -backend.numpy(new[1]))
    return found


@settings(deadline=None, max_examples=examples(40))
@given(
    weight=st.lists(st.integers(0, 5), min_size=1, max_size=90).filter(any),
    seed=st.integers(0, 99),
    variant=st.sampled_from(FORMS),
    block_size=st.integers(1, 70),
)
def test_each_new_particle_is_the_first_whose_cumulative_weight_is_not_below(
    weight, seed, variant, block_size
):
    weight = np.array(weight) / np.sum(weight)
    random = systematic_random(np.random.default_rng(seed), len(weight))
    found = resampled(variant, weight, random, block_size, HostBackend())
    assert found.tolist() == np.searchsorted(cumulative_weights(weight), random).tolist()


def test_a_block_loads_each_tile_once():
    """Of equal weights, particle i scans i + 1: a warp loads up to its last, and a block whole tiles."""
    particles, block_size = 1024, 128
    weight = np.full(particles, 1 / particles)
    random = (np.arange(particles) + 0.5) / particles
    loads = {}
    for variant in FORMS:
        backend = TraceBackend()
        resampled(variant, weight, random, block_size, backend)
        (trace,) = backend.pop_traces()
        loads[variant] = sum(
            total["sectors"]
            for (name, kind), total in trace.totals().items()
            if name == "cumulative" and kind in ("load", "read_only")
        )
    warps, blocks = particles // 32, particles // block_size
    assert loads["original"] == sum(32 * (warp + 1) for warp in range(warps))
    # A sector has 4 entries of 8 bytes.
    assert loads["spac"] == sum(block_size * (block + 1) // 4 for block in range(blocks))


def test_the_disk_has_the_pixels_within_its_radius():
    offsets = disk_offsets()
    assert len({tuple(each) for each in offsets}) == len(offsets) == 69
    assert (np.hypot(*offsets.T) < 5).all()


def test_the_seed_decides_the_video_and_the_movements():
    first, again, other = (
        ParticleFilter(None, HostBackend(), seed=seed, particles=64, frames=3, side=32) for seed in (1, 1, 2)
    )
    for program in (first, again, other):
        program.run()
    assert np.array_equal(first.positions, again.positions)
    assert not np.array_equal(first.video, other.video)
    assert not np.array_equal(first.positions, other.positions)


@pytest.mark.parametrize(
    ("video", "options", "error", "message"),
    [
        (None, {"particles": 0}, OptionError, "particles is 0; expected an integer from 1 to 1000000"),
        (None, {"block_size": 2048}, OptionError, "block_size is 2048; expected an integer from 1 to 1024"),
        (
            np.zeros((1, 8, 8), np.uint8),
            {},
            InputError,
            "the video has the shape (1, 8, 8) and the type uint8; expected (frames, height, width) of uint8 "
            "with at least 2 frames",
        ),
        (
            np.full((2, 8, 8), 100, np.uint8),
            {},
            InputError,
            "a frame has no pixel brighter than 164, so it shows no disk; expected a disk of the brightness "
            "228",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused(video, options, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        ParticleFilter(video, HostBackend(), **options)
