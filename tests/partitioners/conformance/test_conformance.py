"""The suite over every partitioner that is registered, and over broken ones, which it has to find out."""

import os
import re
from importlib.util import find_spec

import pytest
from broken_partitioners import BROKEN, CAUGHT_BY
from example_counts import FULL

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.conformance.partitioner_suite import PartitionerSuite
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition_graph import PARTITIONERS, partition
from partitioners.plugins.conformance import ask_another_process

PACKAGE_OF = {"hypergraph": "mtkahypar", "kaminpar": "kaminpar"}
"""What a method needs beyond the hard dependencies."""


MADE_SMALLER = {"hypergraph": ("limits_are_kept",)}
"""Long checks, which a test of the method itself makes on fewer graphs; they run with the slow tests."""


def there(method):
    return method not in PACKAGE_OF or find_spec(PACKAGE_OF[method]) is not None


@pytest.fixture(scope="module")
def suites():
    """One for each partitioner; all are asked in another process at once."""
    made = {method: PartitionerSuite(method) for method in [*PARTITIONERS, "random+refine"] if there(method)}
    ask_another_process(list(made.values()))
    return made


@pytest.mark.parametrize("method", [*PARTITIONERS, "random+refine"])
def test_every_partitioner_conforms(method, suites):
    if not there(method):
        pytest.skip(f"The package {PACKAGE_OF[method]} is not installed: pip install 'numasim[{method}]'.")
    left_out = () if os.environ.get(FULL) else MADE_SMALLER.get(method, ())
    checks = [check for check in suites[method]._checks() if check.__name__ not in left_out]
    findings = [suites[method]._make(check) for check in checks]
    assert [(each.check, each.failure) for each in findings if each.failure] == []
    skipped = {each.check for each in findings if each.skipped}
    assert skipped <= {
        "any seed is taken",
        "the balance that the options guarantee is kept",
        "progress reports are consistent",
    }
    cut = partition(random_graph(30, 90, 1), method, 4)
    plugin = PARTITIONERS[method]
    assert cut.method == method
    assert set(cut.options) == set(plugin.options) | ({"seed"} & plugin.accepts)


@pytest.fixture
def broken(request):
    PARTITIONERS.register(request.param, BROKEN[request.param])
    yield PartitionerSuite(request.param)
    PARTITIONERS.unregister(request.param)


@pytest.mark.parametrize("broken", BROKEN, indirect=True)
def test_a_broken_partitioner_is_found_by_the_check_that_is_meant_for_it(broken):
    method = getattr(broken, CAUGHT_BY.get(broken.name, broken.name))
    finding = broken._make(method)
    assert finding.check == method.check
    assert finding.failure


def test_every_check_has_its_broken_partitioner():
    names = {method.__name__ for method in PartitionerSuite("block")._checks()}
    assert {CAUGHT_BY.get(name, name) for name in BROKEN} == names


UNIT = "input 'random, weights unit' (40 vertices, 150 edges), 5 parts, seed 0"
WIDE = "input 'random, weights wide' (200 vertices, 900 edges), 9 parts, seed 5"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            "says_what_it_is",
            "the first line is ''; expected 11 to 110 characters that end with a full stop",
        ),
        (
            "options_are_declared",
            "'order' is not keyword-only; put a * before it to make it an option",
        ),
        ("defaults_fit", "default: speed: expected an integer from -2147483648 to 2147483647, got 'fast'"),
        (
            "other_options_are_refused",
            f"{UNIT}, colour=<an object of the wrong type>: the option was accepted; expected an OptionError",
        ),
        (
            "extremes_are_refused",
            f"{UNIT}, batch=0: ",
        ),
        (
            "cuts_are_valid",
            "input 'star, inwards' (31 vertices, 30 edges), 2 parts, seed 0: "
            "VerificationError: edge 1 is in cluster 2; clusters are 0 .. 1 "
            "(15 of 30 edge ids are out of range)",
        ),
        (
            "repeats",
            f"{WIDE}: two calls with the same seed returned different results",
        ),
        (
            "is_quiet",
            f"{WIDE}: the call printed 'cutting...'",
        ),
        (
            "limits_are_kept",
            "input 'random, weights unit' (120 vertices, 700 edges), 2 parts, seed 0: "
            "the imbalance is 2; expected at most 1.03",
        ),
        (
            "input_is_unchanged",
            "input 'operations' (40 vertices, 150 edges), 6 parts, seed 0: the call changed the array weight",
        ),
    ],
    indirect=["broken"],
)
def test_a_finding_says_what_was_fed_and_what_came(broken, said):
    assert broken._make(getattr(broken, broken.name)).failure.startswith(said)


def test_a_partitioner_that_no_other_process_can_import_is_not_asked_there():
    PARTITIONERS.register("nowhere", lambda graph, parts: partition(graph, "block", parts))
    try:
        (finding,) = [each for each in PartitionerSuite("nowhere").run() if "process" in each.check]
    finally:
        PARTITIONERS.unregister("nowhere")
    assert finding.skipped == (
        "another process cannot import the function: it is not defined at module level"
    )


# What is refused for every method


def refused(graph, parts, method="block", **options):
    with pytest.raises(OptionError) as caught:
        partition(graph, method, parts, **options)
    return str(caught.value)


def test_more_parts_than_edges_or_vertices_are_refused():
    chain = Graph(3, [0, 1], [1, 2], name="chain")
    assert refused(chain, 4) == "parts is 4, more than the 3 vertices of 'chain'; choose parts <= 3"
    said = "parts is 3, more than the 2 edges of 'chain'; choose parts <= 2"
    assert refused(chain, 3, method="libra") == said
    assert refused(chain, 65_537) == "parts is 65537; at most 65536 are supported"


@pytest.mark.parametrize("method", ["metis", "kaminpar", "pulp", "compnet", "block", "round_robin"])
def test_an_edge_cut_has_at_most_as_many_parts_as_vertices(method):
    if method == "kaminpar":
        pytest.importorskip("kaminpar")
    cut = partition(Graph(2, [0], [1]), method, 2)
    assert sorted(cut.cluster_of_vertex.tolist()) == [0, 1]
    assert quality(cut).edge_cut == 1


@pytest.mark.parametrize("parts", [0, -1, 2.0, True, "3", None])
def test_a_number_of_parts_that_is_none_is_refused(parts):
    assert refused(random_graph(9, 9, 1), parts) == f"parts must be an integer >= 1, got {parts!r}"


def test_an_option_that_the_method_does_not_take_is_refused():
    said = refused(random_graph(9, 9, 1), 2, colour="red")
    assert re.match(r"^partitioner 'block' takes no option 'colour'; ", said)
