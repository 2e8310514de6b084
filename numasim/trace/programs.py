"""The ten programs of the paper's Table 3, written for this project, and their LLVM IR.

The sources stand in the folder ``programs``; their IR (``-O0``, as in the paper's listings) is made from them
by ``scripts/programs`` and kept beside them, so that tracing one needs no clang.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import InputError, OptionError, UnknownNameError
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
    most : int
        The largest size that the program takes.
    least : int
        The smallest.
    power_of_two : bool
        It takes only powers of two.
    """

    name: str
    summary: str
    size: int
    most: int
    least: int = 1
    power_of_two: bool = False

    def check_size(self, size: int) -> None:
        """Refuse a size that the program does not take.

        Raises
        ------
        OptionError
        """
        even = not self.power_of_two or size & (size - 1) == 0
        if self.least <= size <= self.most and even:
            return
        kind = "a power of two" if self.power_of_two else "an integer"
        raise OptionError(
            f"{self.name} expects {kind} from {self.least} to {self.most} (default {self.size}), got {size}"
        )

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
