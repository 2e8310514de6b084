"""Task graphs in the shapes of scientific workflows, which begin with many tasks, with levels and joins."""

import numpy as np

from partitioners.graph import Graph


class Levels:
    """A graph that grows level by level."""

    def __init__(self, rng):
        self.rng, self.work, self.edges = rng, [], set()

    def add(self, count, work, variation=0.5):
        """New tasks, whose work varies around a mean."""
        first = len(self.work)
        self.work += (work * self.rng.uniform(1 - variation, 1 + variation, count)).tolist()
        return np.arange(first, len(self.work))

    def read(self, parents, children):
        """Dependences of all pairs of two arrays of one shape, or of all with one."""
        pairs = np.broadcast_arrays(parents, children)
        self.edges |= set(zip(*(part.ravel().tolist() for part in pairs), strict=True))

    def last(self):
        """The tasks that nothing reads yet."""
        return np.setdiff1d(np.arange(len(self.work)), [u for u, _ in self.edges])

    def graph(self, name):
        src, dst = np.array(sorted(self.edges, key=lambda edge: edge[::-1])).T
        data = self.rng.integers(64, 8192, src.size)
        vertex = {"operation": np.array(self.work)}
        return Graph(len(self.work), src, dst, np.zeros(src.size), vertex, name, edge_bytes=data)


def montage(made, n):
    """Images are projected, fitted in pairs, modelled together and corrected one by one."""
    projected, fitted = made.add(n, 10_000), made.add(3 * n, 8_000)
    for _ in range(2):
        made.read(projected[made.rng.integers(0, n, 3 * n)], fitted)
    model = made.add(1, 40_000)
    made.read(fitted, model)
    corrected = made.add(n, 10_000)
    made.read(model, corrected)
    made.read(projected, corrected)
    for work in (3_000, 20_000, 1_000):
        made.read(made.last(), made.add(1, work))


def seismology(made, n):
    """Pairs of signals, and one task that reads them all."""
    signals = made.add(n, 10_000, 0.9)
    made.read(signals, made.add(1, 200))


def epigenomics(made, n):
    """Lanes that split into chains of four tasks, merge, and merge again."""
    for _ in range(4):
        level = made.add(1, 5_000)
        for work in (20_000, 3_000, 4_000, 60_000):
            before, level = level, made.add(n, work)
            made.read(before, level)
        made.read(level, made.add(1, 9_000))
    made.read(made.last(), made.add(1, 9_000))


def cycles(made, n):
    """Many small forks and joins, whose results one task reads."""
    for _ in range(n):
        first, runs = made.add(1, 2_000), made.add(int(made.rng.integers(2, 6)), 15_000)
        made.read(first, runs)
        end = made.add(1, 3_000)
        made.read(runs, end)
        made.read(first, end)
    made.read(made.last(), made.add(1, 2_000))


def genome(made, n):
    """Groups of ten tasks that merge, beside a sifting task; fourteen tasks read both."""
    for _ in range(max(1, n // 10)):
        parts, merged, sifted = made.add(10, 30_000), made.add(1, 10_000), made.add(1, 2_000)
        made.read(parts, merged)
        for work in (20_000, 40_000):
            found = made.add(7, work)
            made.read(merged, found)
            made.read(sifted, found)


def layers(made, n):
    """Layers of random widths and lengths, whose tasks read one to three of the layer before."""
    before = np.zeros(0, int)
    for _ in range(int(made.rng.integers(3, 9))):
        layer = made.add(int(made.rng.integers(1, n)), 10_000 * made.rng.uniform(0.2, 3), 0.8)
        for v in layer if before.size else ():
            count = min(before.size, int(made.rng.integers(1, 4)))
            made.read(made.rng.choice(before, count, replace=False), v)
        before = layer


SHAPES = (montage, seismology, epigenomics, cycles, genome, layers)


def workflow(shape, size, seed):
    """A workflow of a shape; ``size`` is about a quarter to a tenth of its tasks."""
    made = Levels(np.random.default_rng(seed))
    shape(made, size)
    return made.graph(f"{shape.__name__}-{size}")
