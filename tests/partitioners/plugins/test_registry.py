"""The registry: names and options are checked, strangers' plug-ins are welcome, broken ones do no harm."""

from importlib.metadata import EntryPoint
from typing import Annotated, Literal

import numpy as np
import pytest
from annotated_types import Ge, doc

import partitioners.plugins.registry
from partitioners.errors import GraphError, OptionError, PluginError, UnknownNameError
from partitioners.partition_graph import PARTITIONERS
from partitioners.plugins.registry import Registry, did_you_mean

Order = Literal["given", "shuffled"]


def spread(graph, parts, *, order: Order = "given", factor: Annotated[float, Ge(1.0)] = 2.0, seed=0):
    """Spread it evenly.

    The rest of the docstring is not the summary.
    """
    return graph, parts, order, factor, seed


def needy(graph, *, depth: int, progress=None):
    """It has to be told how deep."""
    return graph, depth, progress


def plain(graph):
    """Nothing to set."""
    return graph


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """The entry points that other packages seem to have; none, unless a test adds some."""
    points = []
    monkeypatch.setattr(
        partitioners.plugins.registry, "entry_points", lambda group: [p for p in points if p.group == group]
    )
    return points


@pytest.fixture
def registry():
    family = Registry("cutter", "numasim.cutters", {"plain": f"{__name__}:plain"})
    family.register("spread", spread)
    family.register("needy", needy)
    return family


def point(name, value, group="numasim.cutters"):
    return EntryPoint(name, value, group)


def refused(kind, call, *args, **options):
    with pytest.raises(kind) as caught:
        call(*args, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("spred", "did you mean 'spread'?"),
        ("plane", "did you mean 'plain'?"),
        ("wb_libra", "known: needy, plain, spread"),
        ("", "known: needy, plain, spread"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(registry, name, hint):
    assert refused(UnknownNameError, registry.__getitem__, name) == f"unknown cutter {name!r}; {hint}"
    assert name not in registry


def test_a_hint_without_anything_known():
    assert did_you_mean("x", []) == "none are known"


def test_names_come_with_the_built_ins_first(registry):
    assert registry.names() == ["plain", "spread", "needy"]


def test_the_built_in_partitioners_are_all_there():
    assert PARTITIONERS.names()[:28] == [
        "contiguous",
        "random",
        "dbh",
        "hdrf",
        "powergraph",
        "w_powergraph",
        "wb_powergraph",
        "libra",
        "w_libra",
        "wb_libra",
        "spac",
        "wvp_random",
        "wvp_greedy",
        "buffered",
        "hypergraph",
        "ne",
        "cover",
        "multilevel",
        "portfolio",
        "time_balanced",
        "heft",
        "dsc",
        "block",
        "round_robin",
        "metis",
        "kaminpar",
        "pulp",
        "compnet",
    ]


def test_the_signature_is_the_option_schema(registry):
    options = registry["spread"].options
    assert list(options) == ["order", "factor"]  # the seed is the family's
    assert options["order"].default == "given"
    assert options["factor"].annotation == Annotated[float, Ge(1.0)]
    assert registry["spread"].accepts == {"graph", "parts", "order", "factor", "seed"}
    assert registry["spread"].summary == "Spread it evenly."


def test_a_call_gets_checked_options_and_what_it_declares_of_the_reserved(registry):
    result = registry["spread"].call("g", 3, options={"factor": 4}, seed=7, progress=print)
    assert result == ("g", 3, "given", 4.0, 7)
    assert registry["needy"].call("g", options={"depth": 2}, seed=7, progress=print) == ("g", 2, print)


def test_defaults_are_filled_in(registry):
    assert registry["spread"].check_options({"order": "shuffled"}) == {"order": "shuffled", "factor": 2.0}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("spread", {"ordr": "given"}, "cutter 'spread' takes no option 'ordr'; did you mean 'order'?"),
        ("spread", {"colour": 1}, "cutter 'spread' takes no option 'colour'; known: factor, order"),
        ("spread", {"seed": 1}, "cutter 'spread' takes no option 'seed'; known: factor, order"),
        ("plain", {"factor": 1}, "cutter 'plain' takes no option 'factor'; it takes no options"),
        ("needy", {}, "cutter 'needy' needs the option 'depth'"),
        (
            "spread",
            {"order": "sorted"},
            "cutter 'spread': order: expected one of 'given', 'shuffled', got 'sorted'",
        ),
        (
            "spread",
            {"factor": 0.5},
            "cutter 'spread': factor: expected a number of at least 1, got 0.5",
        ),
        ("spread", {"factor": "2"}, "cutter 'spread': factor: expected a number of at least 1, got '2'"),
        (
            "needy",
            {"depth": 2.5},
            "cutter 'needy': depth: expected an integer from -2147483648 to 2147483647, got 2.5",
        ),
    ],
)
def test_an_option_that_does_not_fit_is_refused(registry, name, options, message):
    assert refused(OptionError, registry[name].check_options, options) == message


def test_options_are_parsed_from_text(registry):
    option = registry["needy"].options["depth"]
    assert option.parse("12", "needy") == 12
    assert refused(OptionError, option.parse, "deep", "needy") == (
        "needy: depth: expected an integer from -2147483648 to 2147483647, got 'deep'"
    )


def test_a_name_that_is_taken_is_refused(registry):
    for name in ("plain", "spread"):
        assert refused(OptionError, registry.register, name, plain) == (
            f"a cutter named {name!r} is already registered; choose another name"
        )


def test_what_was_registered_can_be_taken_out(registry):
    registry.unregister("spread")
    assert "spread" not in registry
    registry.register("spread", plain)
    assert registry["spread"].function is plain


def test_entry_points_are_found(registry, installed):
    installed.append(point("theirs", "partitioners.conformance.graphs:random_graph"))
    installed.append(point("elsewhere", "partitioners.conformance.graphs:gallery", "numasim.mappers"))
    family = Registry("cutter", "numasim.cutters", {"plain": f"{__name__}:plain"})
    assert family.names() == ["plain", "theirs"]
    assert family["theirs"].summary.startswith("A random graph with a preference")


def test_entry_points_are_read_once_and_only_when_needed(installed, monkeypatch):
    asked = []
    monkeypatch.setattr(
        partitioners.plugins.registry, "entry_points", lambda group: asked.append(group) or []
    )
    family = Registry("cutter", "numasim.cutters", {"plain": "partitioners.conformance.graphs:gallery"})
    assert family["plain"].function
    assert asked == []
    assert family.names() == family.names()
    assert asked == ["numasim.cutters"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:cut", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("small_graphs:no_such", "AttributeError: module 'small_graphs' has no attribute 'no_such'"),
    ],
)
def test_a_broken_entry_point_warns_and_is_skipped(installed, value, reason):
    installed += [point("broken", value), point("sound", "partitioners.conformance.graphs:gallery")]
    family = Registry("cutter", "numasim.cutters", {})
    with pytest.warns(UserWarning, match="is skipped") as caught:
        assert family.names() == ["sound"]
    assert [str(w.message) for w in caught] == [f"the cutter 'broken' of {value!r} is skipped: {reason}"]


def test_an_entry_point_cannot_take_the_place_of_a_built_in(installed):
    installed.append(point("plain", "partitioners.conformance.graphs:gallery"))
    family = Registry("cutter", "numasim.cutters", {"plain": "partitioners.conformance.graphs:random_graph"})
    with pytest.warns(UserWarning, match="is ignored") as caught:
        assert family.names() == ["plain"]
    assert [str(w.message) for w in caught] == [
        "the cutter 'plain' of 'partitioners.conformance.graphs:gallery' is ignored: "
        "a plug-in with this name exists already"
    ]
    assert family["plain"].function.__name__ == "random_graph"


def test_a_plug_in_is_imported_when_it_is_used_and_not_before():
    family = Registry("cutter", "numasim.cutters", {"later": "no_such_module:cut"})
    assert "later" in family
    plugin = family["later"]
    with pytest.raises(ModuleNotFoundError):
        _ = plugin.function


def test_a_registry_is_a_collection_of_names(registry):
    assert list(registry) == registry.names() == ["plain", "spread", "needy"]
    assert len(registry) == 3
    assert "needy" in registry
    assert "nedy" not in registry
    assert registry[next(iter(registry))].summary == "Nothing to set."


def test_what_a_plug_in_raises_is_its_own_fault_at_its_own_line(registry):
    def raising(graph):
        return deeper(graph)

    def deeper(graph):
        return np.zeros(2)[graph]

    registry.register("raising", raising)
    line = deeper.__code__.co_firstlineno + 1
    said = refused(PluginError, registry["raising"].call, 5, options={})
    assert said == (
        "cutter 'raising' failed: IndexError: index 5 is out of bounds for axis 0 with size 2 "
        f"({__file__}, line {line}, in deeper)"
    )
    with pytest.raises(OptionError, match="takes no option"):
        registry["raising"].call(5, options={"x": 1})


def test_a_function_of_another_signature_is_refused_with_its_place(registry):
    def narrow(): ...

    registry.register("narrow", narrow)
    line = narrow.__code__.co_firstlineno
    assert refused(PluginError, registry["narrow"].call, 5, options={}) == (
        "cutter 'narrow' failed: too many positional arguments; the function of a cutter has 1 positional "
        "parameter, and keyword-only ones for its options "
        f"({__name__}, {__file__}, line {line})"
    )


def test_a_plug_in_cannot_end_the_whole_run(registry):
    def leaving(graph):
        raise SystemExit(3)

    registry.register("leaving", leaving)
    line = leaving.__code__.co_firstlineno + 1
    said = refused(PluginError, registry["leaving"].call, 5, options={})
    assert said == f"cutter 'leaving' failed: SystemExit: 3 ({__file__}, line {line}, in leaving)"


def test_an_error_of_the_project_passes_as_it_is(registry):
    def strict(graph):
        raise GraphError("no such graph")

    registry.register("strict", strict)
    with pytest.raises(GraphError, match=r"^no such graph$"):
        registry["strict"].call(5, options={})


def test_what_the_project_itself_raises_is_nobody_else_s_fault():
    family = Registry("cutter", "numasim.cutters", {"grid": "partitioners.generators.models:grid"})
    with pytest.raises(TypeError), family["grid"].blamed():
        raise TypeError("ours")


def test_the_meaning_of_an_option_comes_from_the_docstring(registry):
    def described(graph, *, depth: int = 1, width: int = 2, height: int = 3, bare: int = 4):
        """Has a docstring.

        Parameters
        ----------
        graph : Graph
        depth : int
            How deep it looks, see :func:`partitioners.balance.hard_limit`.

            Beyond ``2`` it takes long.
        width, height : int
            The sizes.

        Returns
        -------
        bare : int
            Something else.
        """

    registry.register("described", described)
    meanings = {name: option.meaning for name, option in registry["described"].options.items()}
    assert meanings == {
        "depth": "How deep it looks, see partitioners.balance.hard_limit. Beyond 2 it takes long.",
        "width": "The sizes.",
        "height": "The sizes.",
        "bare": "",
    }
    assert registry["spread"].options["order"].meaning == ""


def test_the_meaning_of_an_option_comes_from_its_type_if_the_docstring_has_none(registry):
    depth = Annotated[int, Ge(1), doc("How deep it looks, see :func:`look`.")]

    def typed(graph, *, depth: depth = 1, told: depth = 2):
        """Has a docstring.

        Parameters
        ----------
        told : int
            The docstring's own.
        """

    registry.register("typed", typed)
    meanings = {name: option.meaning for name, option in registry["typed"].options.items()}
    assert meanings == {"depth": "How deep it looks, see look.", "told": "The docstring's own."}
