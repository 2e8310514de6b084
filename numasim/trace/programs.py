"""The ten programs of the paper's Table 3, written for this project, and their LLVM IR.

The sources are in the folder ``programs``. The script ``scripts/programs`` compiles them to IR (``-O0``, as
in the paper's listings) in the same folder, so that tracing them requires no clang.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import InputError, OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean

FOLDER = Path(__file__).with_name("programs")


@dataclass(frozen=True)
class BenchmarkProgram:
    """A benchmark program.

    Attributes
    ----------
    size : int
        The size in the paper. Its unit is in the summary.
    most : int
        The largest size.
    least : int
        The smallest size.
    power_of_two : bool
        Whether the size must be a power of two.
    """

    name: str
    summary: str
    size: int
    most: int
    least: int = 1
    power_of_two: bool = False

    def check_size(self, size: int) -> None:
        """Raise an OptionError if the program does not accept a size."""
        even = not self.power_of_two or size & (size - 1) == 0
        if self.least <= size <= self.most and even:
            return
        kind = "a power of two" if self.power_of_two else "an integer"
        raise OptionError(
            f"{self.name} expects {kind} from {self.least} to {self.most} (default {self.size}), got {size}"
        )

    @property
    def ir(self) -> Path:
        """The path of its LLVM IR for the processor of this machine.

        Raises
        ------
        InputError
            The package has no IR for this kind of processor.
        """
        import platform

        path = FOLDER / f"{self.name}.ll"
        text = path.read_text(encoding="utf-8")
        machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
        if f'target triple = "{machine}-' not in text:
            raise InputError(
                f"program {self.name!r}: the included IR is not for {machine}; trace its source "
                f"{self.source} with clang instead"
            )
        return path

    @property
    def source(self) -> Path:
        """The path of its C source."""
        return FOLDER / f"{self.name}.c"


PROGRAMS = {
    program.name: program
    for program in (
        BenchmarkProgram(
            "dijkstra", "shortest paths between nodes of a weighted graph; size: nodes", 50, most=2000
        ),
        BenchmarkProgram(
            "fft",
            "fast Fourier transform, radix 2; size: points, a power of two",
            1024,
            most=1 << 20,
            power_of_two=True,
        ),
        BenchmarkProgram(
            "kmeans", "k-means clustering of points in the plane; size: points", 128, most=10**6, least=4
        ),
        BenchmarkProgram(
            "mandel", "area of the Mandelbrot set by random points; size: points", 4092, most=10**8
        ),
        BenchmarkProgram("md", "molecular dynamics, velocity Verlet; size: particles", 512, most=20000),
        BenchmarkProgram(
            "nn", "forward pass of three hidden fully connected layers; size: width", 32, most=2000
        ),
        BenchmarkProgram("neuron", "a linked list of neurons with ReLU; size: neurons", 64, most=10**6),
        BenchmarkProgram(
            "cnn", "forward pass, conv-pool-conv-pool-fc; size: image width", 16, most=1024, least=10
        ),
        *(
            BenchmarkProgram(
                f"strassen{order}",
                "Strassen's matrix multiplication; size: order, a power of two",
                order,
                most=1024,
                power_of_two=True,
            )
            for order in (8, 16)
        ),
    )
}
"""The programs by name, in the order of the paper's tables."""


def find_program(name: str) -> BenchmarkProgram:
    """Find a program by name.

    Raises
    ------
    UnknownNameError
        There is no program with this name. The message suggests the nearest name.
    """
    if name not in PROGRAMS:
        raise UnknownNameError(f"unknown program {name!r}; {did_you_mean(name, PROGRAMS)}")
    return PROGRAMS[name]
