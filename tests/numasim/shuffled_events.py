"""A SimPy environment whose simultaneous events have no fixed order."""

import random

import simpy


class Shuffled(simpy.Environment):
    """Events of one time and phase come in random order, not in that in which they were made."""

    def __init__(self):
        super().__init__()
        self._eid = iter(random.random, 2.0)
