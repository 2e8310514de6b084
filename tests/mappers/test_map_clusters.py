"""Mapping by name: what is checked, and what is recorded."""

from dataclasses import replace

import numpy as np
import pytest
from cluster_graphs import build

from mappers.costs import TransferCosts
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.mapping import Mapping, Measurements
from mappers.topology import Mesh
from partitioners.errors import OptionError, UnknownNameError, VerificationError

CLUSTERS = build(3, [1, 2, 3], [0, 0, 0], {(0, 1): 1}, {(0, 1): 1})


@pytest.fixture
def mapper(request):
    """A mapper of the running program that returns what the test wants it to."""
    value = request.param

    def returns(clusters, topology, costs):
        return value

    MAPPERS.register("returns", returns)
    yield
    MAPPERS.unregister("returns")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"method": "memory_centrik"},
            UnknownNameError,
            "unknown mapper 'memory_centrik'; did you mean 'memory_centric'?",
        ),
        ({"policy": "later"}, OptionError, "policy must be 'static', 'online' or 'periodic', got 'later'"),
        ({"policy": "periodic", "every": 0}, OptionError, "every must be an integer >= 1, got 0"),
        ({"policy": "periodic", "every": 1.5}, OptionError, "every must be an integer >= 1, got 1.5"),
        ({"seed": -1}, OptionError, "seed must be an integer >= 0, got -1"),
        ({"seed": 0.5}, OptionError, "seed must be an integer >= 0, got 0.5"),
        (
            {"method": "greedy", "passes": 3},
            OptionError,
            "mapper 'greedy' takes no option 'passes'; it takes no options",
        ),
    ],
)
def test_arguments_that_are_refused(arguments, error, message):
    with pytest.raises(error) as raised:
        map_clusters(CLUSTERS, Mesh(2, 2), **arguments)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("mapper", "message"),
    [
        (
            [0, 1],
            "mapper 'returns' returned an array of int64 of shape (2,); "
            "it must return one core (an integer) for each of the 3 clusters",
        ),
        (
            [0.0, 1.0, 2.0],
            "mapper 'returns' returned an array of float64 of shape (3,); "
            "it must return one core (an integer) for each of the 3 clusters",
        ),
        ([0, 4, 1], "cluster 1 is mapped to core 4; cores are 0 .. 3"),
        ([0, -1, 1], "cluster 1 is mapped to core -1; cores are 0 .. 3"),
    ],
    indirect=["mapper"],
)
@pytest.mark.usefixtures("mapper")
def test_mappings_that_are_none(message):
    with pytest.raises(VerificationError) as error:
        map_clusters(CLUSTERS, Mesh(2, 2), "returns")
    assert str(error.value) == message


def test_the_method_and_its_options_are_on_record():
    mapping = map_clusters(CLUSTERS, Mesh(2, 2), "local_search", seed=3, max_passes=2)
    assert mapping.method == "local_search"
    assert mapping.options == {"start": "greedy", "max_passes": 2, "seed": 3, "policy": "static"}
    assert map_clusters(CLUSTERS, Mesh(2, 2)).method == "memory_centric"


def test_a_mapping_is_one_dimensional_of_integers_and_cannot_be_changed():
    with pytest.raises(VerificationError) as error:
        Mapping(np.zeros((2, 2), int), 4)
    assert str(error.value) == "core_of_cluster must be a one-dimensional array of integers"
    with pytest.raises(ValueError, match="read-only"):
        Mapping([0, 1], 4).core_of_cluster[0] = 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hop_cycles": -1}, "transfer costs must be >= 0 cycles"),
        ({"clusters_per_core": 0}, "clusters_per_core must be >= 1, got 0"),
    ],
)
def test_costs_that_are_refused(options, message):
    with pytest.raises(OptionError) as error:
        TransferCosts(**options)
    assert str(error.value) == message


def test_a_mapper_that_is_asked_again_sees_only_the_work_that_is_left():
    clusters = replace(
        build(4, [10, 10, 10, 10], [0] * 4, {}, {}),
        work_by_window=np.array([[10, 0], [10, 0], [0, 10], [0, 10]]),
    )
    mapping = map_clusters(clusters, Mesh(2, 1), "bottleneck", policy="periodic", every=5)
    none = np.zeros(0, np.int64)
    left = np.array([30, 10, 10, 10])
    core = np.array(mapping.core_of_cluster, np.int32)
    measured = Measurements(
        5, core, np.ones(4, bool), left, np.zeros(5, np.int64), none.astype(np.int32), none, none
    )
    assert np.bincount(mapping.new_remap()(measured), left).tolist() == [30, 30]
