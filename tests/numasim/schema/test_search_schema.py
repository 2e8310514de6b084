"""The section ``search`` of an experiment: what is refused, and what is checked before anything runs."""

import pytest

import numasim
from numasim.schema.expand import points
from partitioners.errors import ConfigError

BASE = {
    "workload": {"generator": "grid", "width": 4, "height": 4},
    "partition": {"method": "wb_libra", "parts": 4},
    "machine": "mesh-2x2",
    "objective": "cycles",
}
FIELDS = {"partition.parts": {"from": 2, "to": 8}, "partition.method": ["wb_libra", "hdrf"]}
SEARCH = {"points": 20, "fields": FIELDS}
SCREEN = {"screen": {"execution.network": "ideal"}, "confirm": 3}


def load(search, **sections):
    given = {**BASE, "search": search, **sections}
    return numasim.load_experiment({key: value for key, value in given.items() if value is not None})


def error(search, **sections):
    with pytest.raises(ConfigError) as raised:
        load(search, **sections)
    return str(raised.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fields": {}}, "search.fields: names no field; expected at least one, such as {from: 1, to: 8}"),
        ({"fields": [1]}, "search.fields: expected a mapping, got [1]"),
        ({"points": 0}, "search.points: expected an integer from 1 to 100000, got 0"),
        ({"pints": 3}, "search.pints: unknown key; did you mean 'points'?"),
        ({"method": "tpi"}, "search.method: unknown method 'tpi'; did you mean 'tpe'?"),
        (
            {"method": "cma"},
            "search.fields.partition.method: method cma takes numbers, got 'wb_libra'; use tpe or nsga2",
        ),
        (
            {"method": "cma", "fields": {"partition.parts": [2, 4], "mapping.seed": [1]}},
            "search.fields: method cma takes at least two fields with more than one value; use tpe",
        ),
        (
            {"confirm": 3},
            "search.confirm: there is nothing to confirm without `screen`, the values of the screening runs",
        ),
        (
            {"screen": {"execution.network": "ideal"}},
            "search.confirm: is missing; expected the number of the best points to run with the experiment's "
            "values",
        ),
        (
            {**SCREEN, "confirm": 21},
            "search.confirm: expected at most the 20 points of the search, got 21",
        ),
        (
            {**SCREEN, "screen": {"execution.network": "idel"}},
            "search.screen.execution.network: expected one of 'ideal', 'packet', 'flit', got 'idel'",
        ),
        (
            {**SCREEN, "screen": {"execution.network": ["ideal"]}},
            "search.screen.execution.network: expected a single value, got ['ideal']",
        ),
        (
            {**SCREEN, "screen": {"partition.parts": 4}},
            "search.screen.partition.parts: is searched, so it has no value here",
        ),
        (
            {"fields": {"partition.method": {"from": "hdrf", "to": 9}}},
            "search.fields.partition.method.from: expected a number, or one with its unit, got 'hdrf'; list "
            "words instead",
        ),
        (
            {"fields": {"partition.prts": [2]}},
            "search.fields.partition.prts[0]: partitioner 'wb_libra' takes no option 'prts'; did you mean "
            "'parts'?",
        ),
        (
            {"fields": {"machine.l2.sze": [2]}},
            "search.fields.machine.l2.sze: is not a field that can be swept; did you mean 'machine.l2.size'?",
        ),
        (
            {"fields": {"partition.method": ["wb_libr", "hdrf"]}},
            "search.fields.partition.method[0]: unknown partitioner 'wb_libr'; did you mean 'wb_libra'?",
        ),
        (
            {"fields": {"partition.parts": 8}},
            "search.fields.partition.parts: expected a range {from: A, to: B} or a list of values, got 8",
        ),
    ],
)
def test_a_wrong_search_is_refused_with_its_reason(changes, message):
    assert error({**SEARCH, **changes}) == message


def test_a_search_needs_an_objective_and_is_no_sweep():
    assert error(SEARCH, objective=None) == (
        "search: needs an `objective` beside it, such as `objective: cycles`; the least is searched for"
    )
    assert error(SEARCH, sweep={"mapping.seed": [1, 2]}) == (
        "search: an experiment has a sweep or a search, not both; remove one of them"
    )
    numbers = {"partition.parts": {"from": 2, "to": 8}, "mapping.seed": [1, 2]}
    assert error(
        {"points": 9, "method": "cma", "fields": numbers}, objective=["cycles", "energy_joules"]
    ) == ("search.method: cma takes one objective, got 2; use tpe or nsga2")
    assert error(None, sweep={"fields": [2]}) == (
        "fields: is not a field that can be swept; fields are section.name, such as partition.parts"
    )


def test_values_are_checked_one_at_a_time_before_the_search():
    found = points(load({**SEARCH, **SCREEN}))
    values = [tuple(each.overrides.values()) for each in found]
    assert values == [
        (2, "wb_libra", "ideal"),
        (2, "wb_libra"),
        (8, "wb_libra", "ideal"),
        (8, "wb_libra"),
        (2, "hdrf", "ideal"),
        (2, "hdrf"),
    ]


def test_a_searched_field_may_be_left_out_of_the_file():
    loaded = load(SEARCH, partition={"method": "wb_libra"})
    assert loaded.partition.parts == 2
    assert loaded == numasim.load_experiment(loaded.resolved())
