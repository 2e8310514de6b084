"""Mappers that each break one promise, by the check of the suite that is to find it."""

from types import FunctionType

import numpy as np


def mappings_are_valid(clusters, topology, costs):
    """A core of its own for each cluster, there or not."""
    return np.arange(clusters.parts)


def silent_clusters(clusters, topology, costs):
    """Divides by the messages of all."""
    share = clusters.messages.sum() // clusters.messages.sum()
    return np.arange(clusters.parts) % topology.num_cores * share


def empty_messages(clusters, topology, costs):
    """Divides by the bytes of all."""
    bytes_of_all = clusters.payload_bytes.sum()
    if clusters.messages.size and not bytes_of_all:
        raise ZeroDivisionError
    return np.arange(clusters.parts) % topology.num_cores


def any_seed(clusters, topology, costs, *, seed=0):
    """Passes its seed to a generator of 32 bits."""
    return np.random.RandomState(seed).randint(topology.num_cores, size=clusters.parts)


def input_is_unchanged(clusters, topology, costs):
    """Sorts the work in its place."""
    clusters.work.sort()
    return np.arange(clusters.parts) % topology.num_cores


class _Forgetful:
    def __init__(self, cores):
        self.cores, self.answer = cores, np.zeros(4, int)

    def place(self, ready, state):
        if ready.size > 4:
            return ready % self.cores
        self.answer[:] = state.clusters.argmin()
        return self.answer[: ready.size]


def answers_while_it_runs(clusters, topology, costs):
    """Returns an array that it writes to later."""
    return _Forgetful(topology.num_cores)


class _Tired(_Forgetful):
    def remap(self, measured):
        return np.zeros(measured.movable.sum(), int)


def answers_again(clusters, topology, costs):
    """Answers for those clusters only that can move."""
    return _Tired(topology.num_cores)


BROKEN = {name: value for name, value in list(globals().items()) if isinstance(value, FunctionType)}
