"""The flow of a gas through a mesh of tetrahedra, by the kernels of ``cfd.cu``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.option_types import Interval
from gpu.programs.block_forms import MOST_THREADS, Form, Threads, check_whole, kernel_of_form
from gpu.programs.cfd_parts import VARIABLES, CfdParts, cfd_parts
from gpu.programs.program import GpuProgram
from gpu.programs.tetrahedra import TetrahedralMesh, delaunay_mesh
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import Partition

Floats = NDArray[np.float64]

GAMMA = 1.4
"""Ratio of specific heats, as in ``cfd.cu``."""

COURANT = 0.25
"""The part of an element's width that a wave crosses at most in a time step."""

STAGES = (1 / 3, 1 / 2, 1.0)
"""The parts of the time step of the three Runge-Kutta stages (Jameson, Schmidt and Turkel, 1981)."""

LARGEST_FLOAT_BITS = 0x7F7FFFFF

MOST_ELEMENTS = 10_000_000


class Cfd(GpuProgram):
    """The Euler equations of a gas in a closed box: finite volumes on tetrahedra, explicit steps.

    ``spac`` is the form of Li et al., "A simple yet effective balanced edge partition model for parallel
    computing", 2017, sections 3.1 and 5.3: the graph has an edge for each pair of neighbours, and a block has
    the edges of one part of a vertex cut.

    Parameters
    ----------
    mesh : TetrahedralMesh or None
        None: generated from ``elements`` and ``seed``.
    cut : Partition, optional
        For ``spac``, a vertex cut of ``mesh.graph()``.
    shared_bytes : int
        Maximum shared memory of a block, in bytes.
    seed : int
        Seed of the generated mesh.
    variant
        Form of the fluxes: ``original`` or ``spac``, which needs a partition.
    elements
        Approximate number of elements of the generated mesh.
    iterations
        Number of time steps, each of three stages.
    block_size
        Threads of a block.
    entries_per_thread
        Interactions of a part of ``spac`` over threads of its block, if the number of parts is not given.

    Attributes
    ----------
    variables : ndarray of float64, shape (5, elements)
        After :meth:`run`, density, momentum (x, y, z) and energy of a unit of volume.

    Raises
    ------
    OptionError
        ``spac`` has no cut, or the cut does not fit.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "generated"
    generated_from: ClassVar[tuple[str, ...]] = ("elements",)
    small_options: ClassVar[Mapping[str, Any]] = MappingProxyType({"elements": 300, "iterations": 2})
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "elements": "elements of the mesh",
            "interactions": "pairs of neighbours",
            "element_loads": "elements that blocks of `spac` load for the fluxes, in one stage",
        }
    )

    def __init__(
        self,
        mesh: TetrahedralMesh | None,
        backend: Backend,
        *,
        cut: Partition | None = None,
        shared_bytes: int = 48 * 1024,
        seed: int = 0,
        variant: Form = "original",
        elements: Annotated[int, Interval(ge=1, le=MOST_ELEMENTS)] = 97_000,
        iterations: Annotated[int, Interval(ge=1, le=10_000)] = 2,
        block_size: Threads = 192,
        entries_per_thread: Annotated[int, Interval(ge=1, le=64)] = 1,
    ) -> None:
        self.mesh = self.generate({"elements": elements}, seed) if mesh is None else mesh
        self.backend, self.variant = backend, variant
        self.block_size = check_whole("block_size", block_size, 1, MOST_THREADS)
        self.iterations = check_whole("iterations", iterations, 1, 10_000)
        self.parts: CfdParts | None = None
        if variant == "spac":
            if cut is None:
                raise OptionError("spac needs a cut, a vertex cut of mesh.graph()")
            self.parts = cfd_parts(self.mesh, cut, shared_bytes=shared_bytes)
        size = len(self.mesh.elements)
        self.size = size
        self._order = np.arange(size) if self.parts is None else self.parts.order
        self._start = initial_state(self.mesh).astype(np.float32)[:, self._order].ravel()
        self.variables: Floats = np.empty((VARIABLES, 0))
        self._time_step = backend.kernel("cfd_time_step")
        self._step = backend.kernel("cfd_step")
        self._flux = kernel_of_form(backend, "cfd_flux", variant)
        self._volume = backend.array(self.mesh.volume[self._order].astype(np.float32))
        self._width = backend.array(width(self.mesh)[self._order].astype(np.float32))
        self._wall = backend.array(wall_normals(self.mesh).astype(np.float32)[:, self._order].ravel())
        self._step_bits = backend.zeros(1, "int32")
        self._state, self._before = (backend.zeros(VARIABLES * size, "float32") for _ in range(2))
        self._fluxes = backend.zeros(VARIABLES * size, "float32")
        self._of_flux = self._original_arrays() if self.parts is None else self._spac_arrays(self.parts)

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`."""
        if name in ("cut", "entries_per_thread"):
            return options.get("variant", "original") == "spac"
        return super().applies(name, options)

    @classmethod
    def generate(cls, options: Mapping[str, Any], seed: int) -> TetrahedralMesh:
        """Make a Delaunay mesh of random points in a cube."""
        return delaunay_mesh(check_whole("elements", options["elements"], 1, MOST_ELEMENTS), seed)

    @classmethod
    def task_graph(cls, operand: TetrahedralMesh, name: str) -> Graph:
        """The graph of the elements, with an edge for each pair of neighbours."""
        return operand.graph(name)

    def _original_arrays(self) -> tuple[Any, ...]:
        neighbour = self.mesh.neighbour.T.astype(np.int32).ravel()
        normal = self.mesh.normal.transpose(1, 2, 0).astype(np.float32).ravel()
        return self.size, self.backend.array(neighbour), self.backend.array(normal)

    def _spac_arrays(self, parts: CfdParts) -> tuple[Any, ...]:
        lower, _, face = self.mesh.interactions
        normal = self.mesh.normal[lower, face][parts.task_order].T.astype(np.float32)
        given = (
            *(parts.part.ravel(), parts.listed, parts.first, parts.second, normal.ravel()),
            *(parts.place, parts.incident.ravel()),
        )
        numbers = self.size, len(lower), parts.most_elements, parts.incident.shape[1]
        return *numbers, *map(self.backend.array, given)

    def run(self) -> None:
        """Make all time steps from the initial state; the fluxes are zero before and after each stage."""
        self.backend.write(self._state, self._start)
        self.backend.write(self._before, self._start)
        blocks = blocks_for(self.size, self.block_size)
        blocks_of_flux = blocks if self.parts is None else len(self.parts.part)
        shared = 0 if self.parts is None else self.parts.shared_bytes
        for _ in range(self.iterations):
            self.backend.write(self._step_bits, np.array([LARGEST_FLOAT_BITS], np.int32))
            given = self.size, COURANT, self._width, self._state, self._step_bits
            self._time_step(blocks, *given, threads=self.block_size)
            for stage, fraction in enumerate(STAGES):
                self._flux(
                    blocks_of_flux,
                    *self._of_flux,
                    self._state,
                    self._fluxes,
                    threads=self.block_size,
                    shared_bytes=shared,
                )
                arrays = self._step_bits, self._volume, self._wall, self._fluxes, self._before, self._state
                is_last = int(stage == len(STAGES) - 1)
                self._step(blocks, self.size, fraction, is_last, *arrays, threads=self.block_size)
        found = self.backend.numpy(self._state).reshape(VARIABLES, self.size)
        self.variables = np.empty((VARIABLES, self.size))
        self.variables[:, self._order] = found

    def verify(self) -> list[str]:
        """Check the conservation of mass and energy, and compare all variables with those of NumPy.

        What leaves an element enters its neighbour, so both totals change by rounding alone. The same steps
        in double precision differ by rounding alone, too.
        """
        unit = float(np.finfo(np.float32).eps)
        start, volume = initial_state(self.mesh), self.mesh.volume
        wrong = []
        for name, variable in (("mass", 0), ("energy", VARIABLES - 1)):
            before, after = float(start[variable] @ volume), float(self.variables[variable] @ volume)
            if not abs(after - before) <= 4 * self.iterations * len(STAGES) * unit * abs(before):
                wrong.append(f"the {name} in the box changes from {before:.9g} to {after:.9g}")
        expected = stepped(self.mesh, start, self.iterations)
        error = float(np.abs(self.variables - expected).max() / np.abs(expected).max())
        if not error <= 64 * self.iterations * len(STAGES) * unit:
            wrong.append(f"a variable differs by {error:.3g} of the largest from that of NumPy")
        return wrong

    def figures(self) -> dict[str, int | float]:
        """Return the sizes of the mesh and of the parts."""
        loads = 0 if self.parts is None else self.parts.incident.shape[1]
        return {
            "elements": self.size,
            "interactions": len(self.mesh.interactions[0]),
            "element_loads": loads,
        }


def initial_state(mesh: TetrahedralMesh) -> Floats:
    """A gas at rest with a dense, hot middle, shape (5, elements)."""
    centre = mesh.points[mesh.elements].mean(axis=1)
    middle = centre.mean(axis=0)
    size = np.ptp(mesh.points, axis=0).max()
    blob = np.exp(-20 * ((centre - middle) ** 2).sum(axis=1) / size**2)
    state = np.zeros((VARIABLES, len(centre)))
    state[0] = 1 + 0.5 * blob
    state[-1] = (1 + blob) / (GAMMA - 1)
    return state


def width(mesh: TetrahedralMesh) -> Floats:
    """The width of each element: three volumes over its largest face, which is its least height."""
    widths: Floats = 3 * mesh.volume / np.linalg.norm(mesh.normal, axis=2).max(axis=1)
    return widths


def wall_normals(mesh: TetrahedralMesh) -> Floats:
    """The sum of the normals of each element's walls, shape (3, elements)."""
    normals: Floats = (mesh.normal * (mesh.neighbour < 0)[..., None]).sum(axis=1).T
    return normals


def stepped(mesh: TetrahedralMesh, state: Floats, iterations: int) -> Floats:
    """The state after some time steps, by NumPy in double precision."""
    lower, upper, face = mesh.interactions
    normal = mesh.normal[lower, face].T
    for _ in range(iterations):
        speed = np.linalg.norm(state[1:4], axis=0) / state[0] + np.sqrt(GAMMA * _pressure(state) / state[0])
        step = COURANT * (width(mesh) / speed).min()
        new = state
        for fraction in STAGES:
            flux = _flux(new[:, lower], new[:, upper], normal)
            out = np.zeros_like(state)
            for total, each in zip(out, flux, strict=True):
                np.add.at(total, lower, each)
                np.add.at(total, upper, -each)
            out[1:4] += _pressure(new) * wall_normals(mesh)
            new = state - fraction * step / mesh.volume * out
        state = new
    return state


def _pressure(state: Floats) -> Floats:
    pressure: Floats = (GAMMA - 1) * (state[4] - 0.5 * (state[1:4] ** 2).sum(axis=0) / state[0])
    return pressure


def _flux(one: Floats, two: Floats, normal: Floats) -> Floats:
    """The Rusanov flux from the first states to the second ones, shape (5, interactions)."""
    area = np.linalg.norm(normal, axis=0)
    sides = []
    for state in (one, two):
        pressure = _pressure(state)
        through = (state[1:4] * normal).sum(axis=0) / state[0]
        carried = state * through
        carried[1:4] += pressure * normal
        carried[4] += pressure * through
        sides.append((carried, np.abs(through) + area * np.sqrt(GAMMA * pressure / state[0])))
    wave = np.maximum(sides[0][1], sides[1][1])
    flux: Floats = 0.5 * (sides[0][0] + sides[1][0] - wave * (two - one))
    return flux
