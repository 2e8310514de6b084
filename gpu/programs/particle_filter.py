"""A particle filter that follows a disk through a video, by the kernels of ``particle.cu``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.option_types import Interval
from gpu.programs.block_forms import MOST_THREADS, Form, Threads, check_whole, kernel_of_form
from gpu.programs.program import GpuProgram
from partitioners.errors import InputError

Floats = NDArray[np.float64]

BACKGROUND, DISK = 100, 228
"""The brightness of the background and of the disk, as in ``particle.cu``."""

RADIUS = 5
"""Radius of the disk in pixels."""

NOISE = 5.0
"""Standard deviation of the brightness of a pixel."""

STEP = np.array([1.0, -0.5])
"""Mean movement of the disk from a frame to the next, in pixels."""

SPREAD = np.array([2.0, 1.0])
"""Standard deviation of the movement of a particle around :data:`STEP`, in pixels."""

ALLOWED_ERROR = 1e-6
"""Allowed distance from the results of NumPy, in pixels."""

MOST_PARTICLES = 1_000_000

OFFSET_BYTES = 4
"""Bytes of an offset in the shared memory of ``particle_likelihood_spac``."""


class ParticleFilter(GpuProgram):
    """Sequential importance resampling: a cloud of particles follows a disk through the frames of a video.

    ``spac`` is the form of Li et al., "A simple yet effective balanced edge partition model for parallel
    computing", 2017, section 5.3: the threads of a block scan the same tile of the cumulative weights, which
    the block loads into shared memory once. The host moves the particles and sums the weights.

    Parameters
    ----------
    video : ndarray of uint8, shape (frames, height, width), or None
        The frames. None: generated from ``frames``, ``side`` and ``seed``.
    seed : int
        Seed of the random movements, and of a generated video.
    variant
        Form of the kernels: ``original`` or ``spac``.
    particles
        Number of particles.
    frames
        Frames of the generated video, the first of which only shows where the disk is.
    side
        Width and height of its frames, in pixels.
    block_size
        Threads of a block.

    Attributes
    ----------
    estimates : ndarray of float64, shape (frames - 1, 2)
        After :meth:`run`, the weighted mean of the particles' x and y in each frame but the first.
    positions : ndarray of float64, shape (particles, 2)
        After :meth:`run`, the particles' x and y after the last resampling.

    Raises
    ------
    InputError
        The video has a wrong shape or type, or its first frame shows no disk.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "generated"
    generated_from: ClassVar[tuple[str, ...]] = ("frames", "side")
    small_options: ClassVar[Mapping[str, Any]] = MappingProxyType({"particles": 150, "frames": 3, "side": 32})
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "scanned_weights": "entries of the cumulative weights that new particles compare, in all frames",
            "estimate_error": "mean distance of the estimates from the disk's centre, in pixels",
        }
    )

    def __init__(
        self,
        video: NDArray[np.uint8] | None,
        backend: Backend,
        *,
        seed: int = 0,
        variant: Form = "original",
        particles: Annotated[int, Interval(ge=1, le=MOST_PARTICLES)] = 10_000,
        frames: Annotated[int, Interval(ge=2, le=1000)] = 10,
        side: Annotated[int, Interval(ge=32, le=4096)] = 128,
        block_size: Threads = 128,
    ) -> None:
        options = {"frames": frames, "side": side}
        self.video = self.generate(options, seed) if video is None else _checked(video)
        self.backend, self.variant = backend, variant
        self.block_size = check_whole("block_size", block_size, 1, MOST_THREADS)
        self.particles = check_whole("particles", particles, 1, MOST_PARTICLES)
        self.seed = seed
        self.start = _centre(self.video[0])
        self.estimates = self.positions = np.empty((0, 2))
        self._scanned = 0
        self._likelihood, self._find_index = (
            kernel_of_form(backend, name, variant, "float64")
            for name in ("particle_likelihood", "particle_find_index")
        )
        self._weights = kernel_of_form(backend, "particle_weights", "original", "float64")
        self._offset = backend.array(disk_offsets().astype(np.int32).ravel())
        self._frames = [backend.array(frame.ravel()) for frame in self.video]
        names = ("x", "y", "new_x", "new_y", "likelihood", "weight", "cumulative", "random")
        self._arrays = {name: backend.zeros(particles, "float64") for name in names}

    @classmethod
    def generate(cls, options: Mapping[str, Any], seed: int) -> NDArray[np.uint8]:
        """Make a video of a disk that moves by :data:`STEP` a frame, with normal noise."""
        frames, side = int(options["frames"]), int(options["side"])
        rng = np.random.default_rng([seed, 1])
        row, column = np.mgrid[:side, :side]
        video = np.empty((frames, side, side), np.uint8)
        for number in range(frames):
            x, y = np.rint(side / 2 + number * STEP)
            inside = (column - x) ** 2 + (row - y) ** 2 < RADIUS**2
            brightness = np.where(inside, DISK, BACKGROUND) + rng.normal(0, NOISE, (side, side))
            video[number] = np.clip(np.rint(brightness), 0, 255)
        return video

    def run(self) -> None:
        """Follow the disk through all frames but the first."""
        rng = np.random.default_rng([self.seed, 2])
        position = np.tile(self.start, (self.particles, 1))
        estimates, self._scanned = [], 0
        for frame in self._frames[1:]:
            position = moved(position, rng)
            weight = self._weigh(position, frame)
            weight /= weight.sum()
            estimates.append(weight @ position)
            position = self._resample(weight, systematic_random(rng, self.particles))
        self.estimates, self.positions = np.array(estimates), position

    def _weigh(self, position: Floats, frame: Any) -> Floats:
        on_device, backend = self._arrays, self.backend
        for name, values in zip(("x", "y"), position.T, strict=True):
            backend.write(on_device[name], np.ascontiguousarray(values))
        backend.write(on_device["weight"], np.full(self.particles, 1 / self.particles))
        height, width = self.video.shape[1:]
        offsets = len(self._offset)
        blocks = blocks_for(self.particles, self.block_size)
        self._likelihood(
            blocks,
            self.particles,
            offsets // 2,
            self._offset,
            width,
            height,
            frame,
            *(on_device[name] for name in ("x", "y", "likelihood")),
            threads=self.block_size,
            shared_bytes=OFFSET_BYTES * offsets if self.variant == "spac" else 0,
        )
        self._weights(
            blocks,
            self.particles,
            on_device["likelihood"],
            on_device["weight"],
            threads=self.block_size,
        )
        return backend.numpy(on_device["weight"])

    def _resample(self, weight: Floats, random: Floats) -> Floats:
        on_device, backend = self._arrays, self.backend
        cumulative = cumulative_weights(weight)
        backend.write(on_device["cumulative"], cumulative)
        backend.write(on_device["random"], random)
        names = ("cumulative", "random", "x", "y", "new_x", "new_y")
        self._find_index(
            blocks_for(self.particles, self.block_size),
            self.particles,
            *(on_device[name] for name in names),
            threads=self.block_size,
            shared_bytes=8 * self.block_size if self.variant == "spac" else 0,
        )
        self._scanned += int((np.searchsorted(cumulative, random) + 1).sum())
        return np.column_stack([backend.numpy(on_device[name]) for name in ("new_x", "new_y")])

    def verify(self) -> list[str]:
        """Filter again with NumPy and the same random numbers, and compare estimates and particles."""
        expected = filtered(self.video, self.start, self.particles, self.seed)
        wrong = []
        names = "an estimate", "a particle"
        for name, found, right in zip(names, (self.estimates, self.positions), expected, strict=True):
            error = float(np.abs(found - right).max())
            if not error <= ALLOWED_ERROR:
                wrong.append(f"{name} is {error:.3g} pixels away from that of NumPy")
        return wrong

    def figures(self) -> dict[str, int | float]:
        """Return the figures of the last run."""
        centres = np.array([_centre(frame) for frame in self.video[1:]])
        distance = np.hypot(*(self.estimates - centres).T)
        return {"scanned_weights": self._scanned, "estimate_error": float(distance.mean())}


def disk_offsets() -> NDArray[np.int64]:
    """The offsets (x, y) of the pixels of a disk from its centre, shape (pixels, 2)."""
    y, x = np.mgrid[-RADIUS : RADIUS + 1, -RADIUS : RADIUS + 1]
    return np.column_stack([x[x**2 + y**2 < RADIUS**2], y[x**2 + y**2 < RADIUS**2]])


def moved(position: Floats, rng: np.random.Generator) -> Floats:
    """Move each particle by :data:`STEP` and a normal error."""
    return position + STEP + rng.normal(0, SPREAD, position.shape)


def systematic_random(rng: np.random.Generator, particles: int) -> Floats:
    """The evenly spaced random numbers of systematic resampling, ascending, from 0 to 1."""
    return (rng.random() + np.arange(particles)) / particles


def cumulative_weights(weight: Floats) -> Floats:
    """The cumulative weights; the last one is exactly 1, so every random number below 1 finds an entry."""
    cumulative = np.cumsum(weight)
    cumulative[-1] = 1
    return cumulative


def filtered(video: NDArray[np.uint8], start: Floats, particles: int, seed: int) -> tuple[Floats, Floats]:
    """The estimates (frames - 1, 2) and the last particles (particles, 2) of the filter by NumPy."""
    rng = np.random.default_rng([seed, 2])
    position = np.tile(start, (particles, 1))
    estimates = []
    for frame in video[1:].astype(np.float64):
        position = moved(position, rng)
        pixel = np.floor(position[:, None, :] + disk_offsets() + 0.5)
        column = np.clip(pixel[..., 0], 0, frame.shape[1] - 1).astype(np.int64)
        row = np.clip(pixel[..., 1], 0, frame.shape[0] - 1).astype(np.int64)
        brightness = frame[row, column]
        evidence = ((brightness - BACKGROUND) ** 2 - (brightness - DISK) ** 2) / 50
        weight = np.exp(evidence.mean(axis=1)) / particles
        weight /= weight.sum()
        estimates.append(weight @ position)
        position = position[np.searchsorted(cumulative_weights(weight), systematic_random(rng, particles))]
    return np.array(estimates), position


def _checked(video: Any) -> NDArray[np.uint8]:
    given = np.asarray(video)
    if given.ndim != 3 or given.dtype != np.uint8 or len(given) < 2 or 0 in given.shape:
        raise InputError(
            f"the video has the shape {given.shape} and the type {given.dtype}; expected (frames, height, "
            "width) of uint8 with at least 2 frames"
        )
    return given


def _centre(frame: NDArray[np.uint8]) -> Floats:
    """The mean (x, y) of the pixels that are nearer to the brightness of the disk."""
    row, column = np.nonzero(frame > (BACKGROUND + DISK) / 2)
    if row.size == 0:
        raise InputError(
            f"a frame has no pixel brighter than {(BACKGROUND + DISK) // 2}, so it shows no disk; "
            f"expected a disk of the brightness {DISK}"
        )
    return np.array([column.mean(), row.mean()])
