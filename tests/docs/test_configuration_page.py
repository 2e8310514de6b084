"""The page on the configuration: its tables are those of the models, and its sweeps are sweeps."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

from numasim.config.presets import PAIR
from numasim.kinds.gpu.schema import GpuExperiment
from numasim.kinds.hybrid.schema import HostAndGpu, HybridExperiment
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.kinds.schedule.schema import ScheduleExperiment
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.machine.machine import Machine
from numasim.schema.study import MemoryStudy, NetworkStudy
from numasim.schema.sweep import RESERVED
from partitioners.config.problems import keys_of, models_of
from partitioners.text.wording import describe_type

PAGE = Path(__file__).parents[2] / "docs" / "configuration.md"
KINDS = (
    MeshExperiment,
    ScheduleExperiment,
    GpuExperiment,
    ThreadExperiment,
    HybridExperiment,
    NetworkStudy,
    MemoryStudy,
)


@pytest.fixture(scope="module")
def writer():
    spec = importlib.util.spec_from_file_location("tables", PAGE.parent / "configuration_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fields(model, prefix=""):
    """Every field of a model and of its parts: dotted name, what it expects.

    The machines of a pair have the fields that they have alone, which are not repeated.
    """
    for name, info in keys_of(model).items():
        yield prefix + name, describe_type(info.annotation, info.metadata, null=False)
        for inner in models_of(info.annotation):
            if not (model is HostAndGpu and name in PAIR):
                yield from fields(inner, f"{prefix}{name}.")


def test_the_page_has_the_tables_of_the_models(writer):
    text = PAGE.read_text(encoding="utf-8")
    for title, lines in writer.tables().items():
        assert writer.section(title, lines) in text, (
            f"the table {title!r} is not that of the models; run `python docs/configuration_tables.py`"
        )
    assert text.count(writer.HEAD) == len(writer.tables())


def test_every_field_of_every_kind_of_experiment_has_its_row_and_its_meaning(writer):
    rows = [row for lines in writer.tables().values() for row in lines]
    of_the_models = {field for kind in KINDS for field in fields(kind)}
    assert {(row.key, row.expects) for row in rows} == {
        *of_the_models,
        ("machine.base", "a preset or a file"),
        ("machine.base", "a device, a generation or a file"),
    }
    assert [row.key for row in rows if not row.meaning] == []


def test_the_everyday_keys_come_first_and_are_ten(writer):
    assert len(writer.tables()["everyday keys"]) == 10
    assert re.search("written by .*: (.*) -->", PAGE.read_text(encoding="utf-8"))[1] == "everyday keys"


def test_a_default_is_written_as_in_a_file(writer):
    defaults = {row.key: row.default for row in writer.tables()["machine"]}
    assert defaults["machine.clock"] == "`2.4 GHz`"
    assert defaults["machine.l1.size"] == "`64 KiB`"
    assert defaults["machine.network.router.speculative"] == "`false`"
    assert defaults["machine.network.sockets.link_cycles"] == "required"
    assert defaults["machine.network.router_cycles"] == defaults["machine.l1"] == "–"


def test_every_reserved_word_of_a_sweep_is_on_the_page():
    assert all(f"`{word}`" in PAGE.read_text(encoding="utf-8") for word in RESERVED)


def test_defaults_of_the_machine_are_those_of_the_preset_table2():
    from numasim.machine.machine import load_machine

    preset = load_machine("table2")
    assert preset == Machine(name="table2")


def test_the_sweeps_of_the_page_are_sweeps():
    from numasim.schema.expand import points

    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(sweep:.*?)```", text, re.DOTALL)
    counts = []
    for block in blocks:
        base = {
            "workload": {"generator": "mc2depi", "n": 20},
            "partition": {"parts": 8},
            "machine": "mesh-4x4",
        }
        counts.append(len(points(MeshExperiment.model_validate({**base, **yaml.safe_load(block)}))))
    of_constraint = 3 * 2 * 2  # no L2 of 256 KiB
    of_saltelli = 16 * 5 - 8  # half of the samples have the same method in both points
    assert counts == [2 * 2 * 4, 2 * 2 * 2 * 8 * 2 * 3, of_saltelli, 2 * 3, of_constraint]
