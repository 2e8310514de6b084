"""The page on the configuration, held against the schema: every field, what it expects, its default."""

import re
from pathlib import Path

import pytest

from numasim.expectations import expected
from numasim.machine import Machine
from numasim.problems import keys_of, models_of
from numasim.schema import Experiment
from numasim.sweep_fields import RESERVED

PAGE = Path(__file__).parents[2] / "docs" / "configuration.md"


def rows():
    """Key, expectation, default of every table row of the page."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 4 and re.fullmatch(r"`[a-z_.]+`", cells[0]):
            assert cells[0].strip("`") not in found, f"{cells[0]} has two rows"
            found[cells[0].strip("`")] = cells[1], cells[2]
    return found


def fields(model, prefix=""):
    """Every field of a model and of its parts: dotted name, model, field."""
    for name, info in keys_of(model).items():
        yield prefix + name, model, info
        for inner in models_of(info.annotation):
            yield from fields(inner, f"{prefix}{name}.")


FIELDS = {name: (model, info) for name, model, info in fields(Experiment)}


def test_the_page_has_exactly_the_fields_of_the_schema():
    assert set(rows()) == {*FIELDS, "machine.base"}


@pytest.mark.parametrize("name", FIELDS)
def test_the_page_says_what_the_schema_expects(name):
    model, info = FIELDS[name]
    written, default = rows()[name]
    assert written == expected(info.annotation, info.metadata, null=False)
    if not models_of(info.annotation) and not info.is_required() and info.default is not None:
        if isinstance(info.default, bool):
            assert default == f"`{str(info.default).lower()}`"
        elif model is Experiment and name != "seed":
            assert default in ("the file's name", "the name", "none")
        elif name != "machine.name":
            dumped = model.model_construct().model_dump()[info_name(name)]
            assert default == f"`{dumped}`"


def info_name(dotted):
    return dotted.rpartition(".")[2]


def test_every_reserved_word_of_a_sweep_is_on_the_page():
    assert all(f"`{word}`" in PAGE.read_text(encoding="utf-8") for word in RESERVED)


def test_defaults_of_the_machine_are_those_of_the_preset_table2():
    from numasim.machine import load_machine

    preset = load_machine("table2")
    assert preset == Machine(name="table2")
