"""Logs of threads, written by hand."""

import numpy as np

from numasim.threads.operations import END, OPERATION, WAIT


def log(*rows):
    """A log of (kind, address or object, cycles), with its end. A ``WAIT`` is for the first signal."""
    found = np.zeros(len(rows) + 1, OPERATION)
    for row, (kind, address, cycles) in zip(found, rows, strict=False):
        row["kind"], row["address"], row["cycles"], row["folded"] = kind, address, cycles, kind == WAIT
    found[-1]["kind"] = END
    return found
