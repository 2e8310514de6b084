"""A GPU program, and others that each break one promise, named after the check that finds it."""

from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from gpu import GpuProgram
from gpu.launch import blocks_for
from partitioners.errors import OptionError

KERNELS = Path(__file__).with_name("arrivals.cu")


class Arrivals(GpuProgram):
    """Number the vertices in the order in which their threads come."""

    operand = "graph"
    figures_of_run: ClassVar = {"first": "the vertex that has the number 0"}
    figures_of_order = frozenset(["first"])

    def __init__(self, operand, backend, *, block_size: Literal[32, 64] = 64, start: int = 0):
        if start:
            raise OptionError(f"start is {start}; expected 0")
        self.given, self.backend = operand, backend
        self.items = operand.num_vertices if self.operand == "graph" else operand.shape[0]
        self.blocks = blocks_for(self.items, block_size)
        self.kernel = backend.kernel("arrivals", file=KERNELS, block_size=block_size)
        self.next, self.number = backend.zeros(1, "int32"), backend.zeros(self.items, "int32")

    def run(self):
        """Launch the kernel once."""
        self.backend.write(self.next, np.zeros(1, np.int32))
        self.kernel(self.blocks, self.items, self.next, self.number)
        self.found = self.backend.numpy(self.number)

    def verify(self):
        """Check that every number occurs once."""
        right = np.array_equal(np.sort(self.found), np.arange(self.items))
        return [] if right else ["the numbers are not 0, 1, 2 ..."]

    def figures(self):
        """Return the first vertex."""
        return {"first": int(np.argmin(self.found))}


class NoProgram:
    """Has the name of an operand, but no base class."""

    operand = "graph"

    def __init__(self, graph, backend):
        pass


class WrongOperand(Arrivals):
    """Take a tree, which numasim does not have."""

    operand = "tree"


class ManyLines(Arrivals):
    """Refuse graphs without edges by a paragraph."""

    def __init__(self, operand, backend, *, block_size: Literal[32, 64] = 64):
        super().__init__(operand, backend, block_size=block_size)
        if operand.num_edges == 0:
            raise OptionError("the graph has no edges\nchoose another one")


class InOrder(Arrivals):
    """Expect that threads come in the order of their numbers."""

    def verify(self):
        """Check that every vertex has its own number."""
        right = np.array_equal(self.found, np.arange(self.items))
        return [] if right else [f"vertex {int(np.argmin(self.found))} comes first"]


class UndeclaredOrder(Arrivals):
    """Do not say that its figure depends on the order."""

    figures_of_order = frozenset()


class Trusting(Arrivals):
    """Check nothing."""

    def verify(self):
        """Return an empty list."""
        return []


class Silent(Arrivals):
    """Copy nothing to the host."""

    def run(self):
        """Launch the kernel."""
        self.kernel(self.blocks, self.items, self.next, self.number)

    def verify(self):
        """Return an empty list."""
        return []

    def figures(self):
        """Return nothing."""
        return {}


class Counting(Arrivals):
    """Count the runs instead of one run."""

    figures_of_run: ClassVar = {"runs": "number of runs"}
    runs = 0

    def run(self):
        """Launch the kernel, and count."""
        super().run()
        self.runs += 1

    def figures(self):
        """Return the number of runs."""
        return {"runs": self.runs}


class KnowsBackend(Arrivals):
    """Compute something else if it is traced."""

    figures_of_run: ClassVar = {"letters": "letters of the name of the back end"}

    def figures(self):
        """Return the length of a name."""
        return {"letters": len(self.backend.name)}


class OnTheHost(Arrivals):
    """Launch nothing."""

    def run(self):
        """Number the vertices on the host."""
        self.backend.write(self.number, np.arange(self.items, dtype=np.int32))
        self.found = self.backend.numpy(self.number)


class Racing(Arrivals):
    """Count without an atomic operation, which goes well if one thread runs after the other."""

    def __init__(self, operand, backend, *, block_size: Literal[32, 64] = 64):
        super().__init__(operand, backend, block_size=block_size)
        self.kernel = backend.kernel("lossy_arrivals", file=KERNELS, block_size=block_size)


class NoGenerators(Arrivals):
    """Claim trace generators for a kernel of a file."""

    has_trace_generators = True


class NumpyFigure(Arrivals):
    """Return a number that is not one of Python's."""

    def figures(self):
        """Return the first vertex."""
        return {"first": np.argmin(self.found)}


class UnknownFigure(Arrivals):
    """Return a figure that nothing explains."""

    def figures(self):
        """Return two figures."""
        return {**super().figures(), "last": int(np.argmax(self.found))}


class UnstableFigure(Arrivals):
    """Return a float for some operands."""

    def figures(self):
        """Return the first vertex."""
        return {"first": 0 if self.items > 100 else 0.5}


class Undecided(Arrivals):
    """Say nothing of a cut."""

    @classmethod
    def applies(cls, name, options):
        """Return None for a cut."""
        return True if name in ("block_size", "start") else None


class Destructive(Arrivals):
    """Change the matrix."""

    operand = "matrix"

    def run(self):
        """Launch the kernel, and delete the entries."""
        super().run()
        self.given.data[:] = 0


class SmallSeeds(Arrivals):
    """Pass its seed to a generator of 32 bits."""

    def __init__(self, operand, backend, *, seed: int = 0, block_size: Literal[32, 64] = 64):
        super().__init__(operand, backend, block_size=block_size)
        np.random.RandomState(seed)


class Paragraph(Arrivals):
    """Refuse a start in two lines."""

    def __init__(self, operand, backend, *, block_size: Literal[32, 64] = 64, start: int = 0):
        super().__init__(operand, backend, block_size=block_size)
        if start < 0:
            raise OptionError("start is negative\nexpected at least 0")


IN_TURNS = "standard graph, 64 blocks in turns, block_size=32"
RANDOM = "standard graph, 64 blocks in random order, block_size=32"

BROKEN = [
    ("is_a_program", NoProgram, f"{NoProgram!r} is not a subclass of gpu.GpuProgram"),
    ("is_a_program", WrongOperand, "operand is 'tree'; expected 'graph', 'matrix', 'mesh' or 'generated'"),
    (
        "takes_all_shapes",
        ManyLines,
        "input no edges graph, 64 blocks in turns, block_size=32: an error is not one line: "
        "'the graph has no edges\\nchoose another one'",
    ),
    ("any_order", InOrder, f"input {RANDOM}: verify() finds its results wrong: vertex 224 comes first"),
    (
        "figures_of_order",
        UndeclaredOrder,
        f"input {RANDOM}: the figure 'first' is 224, but 0 with 64 blocks in turns; if the order of blocks "
        "may change it, name it in figures_of_order",
    ),
    ("finds_changes", Trusting, f"input {IN_TURNS}: verify() finds nothing wrong"),
    (
        "finds_changes",
        Silent,
        f"input {IN_TURNS}: neither run() nor verify() copies a result to the host",
    ),
    (
        "runs_again",
        Counting,
        f"input {IN_TURNS}: in the second run, the figure 'runs' is 2 instead of 1",
    ),
    (
        "same_on_models",
        KnowsBackend,
        "input standard graph, trace, block_size=32: the figure 'letters' is 5 instead of 4 on the back end "
        "of 64 blocks in turns",
    ),
    (
        "runs_on_a_device",
        OnTheHost,
        "input standard graph, what fits on h200, block_size=32: it launches no kernel",
    ),
    (
        "has_no_races",
        Racing,
        "input standard graph, races, block_size=32: KernelError: kernel 'lossy_arrivals': race on byte 0 of "
        "'next': block (0, 0, 0), thread (0, 0, 0) stores it in line 9, and block (0, 0, 0), thread (1, 0, "
        "0) loads it in line 9, with nothing between (so does 1 more pair of places); order them by a "
        "barrier, make both atomic, or write `// Race: reason` in both lines if it does no harm",
    ),
    (
        "runs_without_a_compiler",
        NoGenerators,
        f"input standard graph, stream, block_size=32: OptionError: {KERNELS}: StreamBackend supports only "
        "the package's kernels; trace 'arrivals' with gpu.TraceBackend",
    ),
    (
        "figures_are_stable",
        NumpyFigure,
        f"input {IN_TURNS}: the figure 'first' is np.int64(0); expected a finite int or float",
    ),
    (
        "figures_are_stable",
        UnknownFigure,
        f"input {IN_TURNS}: figures_of_run does not explain the figure 'last'",
    ),
    (
        "figures_are_stable",
        UnstableFigure,
        "input no edges graph, 64 blocks in turns, block_size=32: the figures are {'first': 'float'}; for "
        "other operands {'first': 'int'}",
    ),
    (
        "says_what_applies",
        Undecided,
        "applies('cut', options) returned None; expected True or False",
    ),
    (
        "operand_is_unchanged",
        Destructive,
        "input standard matrix, 64 blocks in turns, block_size=32: the run changed the array data",
    ),
    (
        "any_seed",
        SmallSeeds,
        f"input {IN_TURNS}: ValueError: Seed must be between 0 and 2**32 - 1 "
        f"({__file__}, line {SmallSeeds.__init__.__code__.co_firstlineno + 2}, in __init__)",
    ),
    (
        "extremes_are_refused",
        Paragraph,
        f"input {IN_TURNS}, start=-1: an error is not one line: 'start is negative\\nexpected at least 0'",
    ),
]
"""Each check with a program that it refuses, and the text of its failure."""
