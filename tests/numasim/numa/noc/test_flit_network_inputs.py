"""Routers and packets that the flit-level network refuses."""

import re

import pytest

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.flit_network import FlitNetwork, empty_network, with_capacity
from partitioners.errors import OptionError


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"buffer_flits": 0}, "a router's buffer_flits must be an integer >= 1, got 0"),
        ({"routing_delay": -1}, "a router's routing_delay must be an integer >= 0, got -1"),
        ({"classes": True}, "a router's classes must be an integer >= 1, got True"),
        ({"speculative": 1}, "a router's speculative must be true or false, got 1"),
        (
            {"classes": 3, "vcs_per_class": 5},
            "a router has at most 12 virtual channels per port, got 3 classes x 5",
        ),
        (
            {"speculative": True, "vc_alloc_delay": 2},
            "a speculative router allocates a VC in the cycle in which it bids for the crossbar: "
            "its vc_alloc_delay must be 1, got 2",
        ),
        ({"source_delay": 2}, "a router's source_delay must be 0 or 1, got 2"),
        (
            {"channel_delay": 600},
            "a router's delays may add up to at most 1023 cycles from one event to the next, got 1204",
        ),
    ],
)
def test_parameters_that_make_no_router(options, text):
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        RouterParameters(**options)


@pytest.mark.parametrize(
    ("packet", "text"),
    [
        ((4, 0, 0, 1, 1, 0), "the network is in cycle 5, got a packet of cycle 4"),
        ((5, 0, 0, 4, 1, 0), "tiles must be in 0 .. 3, got a packet from 0 to 4"),
        (
            (5, 0, 0, 1, 0, 0),
            "a packet must have at least 1 flit and a class below 1, got 0 flits of class 0",
        ),
        (
            (5, 0, 0, 1, 1, 1),
            "a packet must have at least 1 flit and a class below 1, got 1 flits of class 1",
        ),
    ],
)
def test_packets_that_cannot_be(packet, text):
    network = FlitNetwork(Mesh(2, 2), RouterParameters())
    network.advance(5)
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        network.inject(*packet)


def test_more_packets_than_the_words_of_flits_can_number():
    state = FlitNetwork(Mesh(2, 2), RouterParameters()).state
    with pytest.raises(
        ValueError, match=r"^a flit-level network has at most 134,217,728 packets, got 134,217,729$"
    ):
        with_capacity(state, 134_217_729)


@pytest.mark.parametrize("sides", [(2**15 + 1, 1), (1, 2**15 + 1), (2**16, 1)])
def test_a_side_beyond_the_numbers_in_the_word_of_a_flit_is_refused(sides):
    with pytest.raises(OptionError) as error:
        empty_network(Mesh(*sides), RouterParameters())
    assert str(error.value) == (
        f"a flit-level network has at most 32768 tiles in a row or a column, got {sides[0]} x {sides[1]}; "
        "use `network: packet`, or a mesh with shorter sides"
    )
