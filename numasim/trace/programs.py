"""The ten programs of the paper's Table 3, written for this project, and their LLVM IR.

The sources stand in the folder ``programs``; their IR (``-O0``, as in the paper's listings) is made from them
by ``scripts/programs`` and kept beside them, so that tracing one needs no clang.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import InputError, UnknownNameError
from partitioners.registry import did_you_mean

FOLDER = Path(__file__).with_name("programs")


@dataclass(frozen=True)
class BenchmarkProgram:
    """One program.

    Attributes
    ----------
    name, summary : str
    size : int
        The paper's; what it counts is in the summary.
    """

    name: str
    summary: str
    size: int

    @property
    def ir(self) -> Path:
        """Its LLVM IR, for this machine's processor.

        Raises
        ------
        InputError
            None is kept for this kind of processor.
        """
        import platform

        path = FOLDER / f"{self.name}.ll"
        text = path.read_text(encoding="utf-8")
        machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
        if f'target triple = "{machine}-' not in text:
            raise InputError(
                f"program {self.name!r}: the IR that comes with it is not for {machine}; trace its source "
                f"{self.source} with clang instead"
            )
        return path

    @property
    def source(self) -> Path:
        """Its C source."""
        return FOLDER / f"{self.name}.c"


PROGRAMS = {
    program.name: program
    for program in (
        BenchmarkProgram("dijkstra", "shortest paths between nodes of a weighted graph; size: nodes", 50),
        BenchmarkProgram("fft", "fast Fourier transform, radix 2; size: points, a power of two", 1024),
        BenchmarkProgram("kmeans", "k-means clustering of points in the plane; size: points", 128),
        BenchmarkProgram("mandel", "area of the Mandelbrot set by random points; size: points", 4092),
        BenchmarkProgram("md", "molecular dynamics, velocity Verlet; size: particles", 512),
        BenchmarkProgram("nn", "forward pass of three hidden fully connected layers; size: width", 32),
        BenchmarkProgram("neuron", "a linked list of neurons with ReLU; size: neurons", 64),
        BenchmarkProgram("cnn", "forward pass, conv-pool-conv-pool-fc; size: image width", 16),
        BenchmarkProgram("strassen8", "Strassen's matrix multiplication; size: order, a power of two", 8),
        BenchmarkProgram("strassen16", "Strassen's matrix multiplication; size: order, a power of two", 16),
    )
}
"""By name, in the order of the paper's tables."""


def find_program(name: str) -> BenchmarkProgram:
    """The program of that name.

    Raises
    ------
    UnknownNameError
        With the nearest name.
    """
    if name not in PROGRAMS:
        raise UnknownNameError(f"unknown program {name!r}; {did_you_mean(name, PROGRAMS)}")
    return PROGRAMS[name]
