"""The page on the configuration, held against the schema: every field, what it expects, its default."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from numasim.config.presets import PAIR
from numasim.config.problems import keys_of, models_of
from numasim.machine.machine import Machine
from numasim.schema.experiment import Experiment
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.hybrid_experiment import HostAndGpu, HybridExperiment
from numasim.schema.schedule_experiment import ScheduleExperiment
from numasim.schema.study import MemoryStudy, NetworkStudy
from numasim.schema.sweep import RESERVED
from numasim.schema.thread_experiment import ThreadExperiment
from partitioners.wording import describe_type

PAGE = Path(__file__).parents[2] / "docs" / "configuration.md"


def rows():
    """Every table row of the page: its key, then its expectation and default, one pair for each such row."""
    found = defaultdict(list)
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 4 and re.fullmatch(r"`[a-z0-9_.]+`", cells[0]):
            found[cells[0].strip("`")].append((cells[1], cells[2]))
    return found


def fields(model, prefix=""):
    """Every field of a model and of its parts: dotted name, model, field.

    The machines of a pair have the fields that they have alone, which are not repeated.
    """
    for name, info in keys_of(model).items():
        yield prefix + name, model, info
        for inner in models_of(info.annotation):
            if not (model is HostAndGpu and name in PAIR):
                yield from fields(inner, f"{prefix}{name}.")


KINDS = (
    Experiment,
    ScheduleExperiment,
    GpuExperiment,
    ThreadExperiment,
    HybridExperiment,
    NetworkStudy,
    MemoryStudy,
)
FIELDS = defaultdict(list)
for name, model, info in (row for kind in KINDS for row in fields(kind)):
    # Kinds of workload may share a field; one row then stands for all that expect the same.
    same = (info.annotation, info.is_required())
    if not any(same == (other.annotation, other.is_required()) for _, other in FIELDS[name]):
        FIELDS[name].append((model, info))


def test_the_page_has_exactly_the_fields_of_the_schema():
    assert set(rows()) == {*FIELDS, "machine.base"}


@pytest.mark.parametrize("name", FIELDS)
def test_the_page_says_what_the_schema_expects(name):
    assert len(rows()[name]) == len(FIELDS[name])
    for (model, info), (written, default) in zip(FIELDS[name], rows()[name], strict=True):
        assert written == describe_type(info.annotation, info.metadata, null=False)
        if models_of(info.annotation) or info.is_required() or info.default in (None, ()):
            continue
        if isinstance(info.default, bool):
            assert default == f"`{str(info.default).lower()}`"
        elif model is Experiment and name != "seed":
            assert default in ("the file's name", "the name", "none")
        elif name != "machine.name":
            dumped = model.model_construct(kernel="cg").model_dump().get(info_name(name), info.default)
            assert default == f"`{dumped}`"


def info_name(dotted):
    return dotted.rpartition(".")[2]


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
        counts.append(len(points(Experiment.model_validate({**base, **yaml.safe_load(block)}))))
    assert counts == [2 * 2 * 4, 2 * 2 * 2 * 8 * 2 * 3, 2 * 3]
