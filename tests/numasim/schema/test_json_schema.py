"""The JSON Schema, against the models that it is made from: what one takes or refuses, the other does too."""

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from numasim.cli import execute
from numasim.config.presets import config_directory, config_names
from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.parts import COMPONENTS
from numasim.schema.json_schema import experiment_schema
from numasim.schema.load import load
from partitioners.errors import ConfigError

DOCS = Path(__file__).parents[3] / "docs"
BASE = "workload: {generator: mc2depi, n: 9}\npartition: {method: libra, parts: 4}\nmachine: mesh-2x2\n"
SEARCH = "objective: cycles\nsearch: {points: 9, "
ON_GPU = (
    "workload: {kernel: spmv, matrix: {generator: rmat, scale: 6}}\npartition: {method: ne}\nmachine: h200\n"
)
TRAFFIC = "kind: network\nmachine: mesh-4x4\ntraffic: {rate: 0.1}\n"


def test_the_schema_is_one(validator):
    assert json.loads(json.dumps(validator.schema)) == validator.schema
    Draft202012Validator.check_schema(validator.schema)


def test_every_definition_is_used(validator):
    used = re.findall(r'"\$ref": "#/\$defs/([^"]*)"', json.dumps(validator.schema))
    assert set(used) == validator.schema["$defs"].keys()


@pytest.mark.parametrize("name", config_names())
def test_every_experiment_that_comes_along_is_valid(validator, name):
    text = (config_directory() / f"{name}.yaml").read_text(encoding="utf-8")
    assert [error.message for error in validator.iter_errors(yaml.safe_load(text))] == []


def test_every_experiment_of_the_page_on_the_configuration_is_valid(validator):
    page = (DOCS / "configuration.md").read_text(encoding="utf-8")
    blocks = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    whole = [data for data in blocks if data and data.keys() & {"kind", "workload"}]
    parts = [data for data in blocks if data and not data.keys() & {"kind", "workload"}]
    assert len(whole) >= 3
    assert len(parts) >= 2
    for data in [*whole, *({**yaml.safe_load(BASE), **part} for part in parts)]:
        assert [error.message for error in validator.iter_errors(data)] == []


RIGHT = [
    BASE,
    BASE.replace("libra", "libra+refine"),
    BASE.replace("{method: libra, parts: 4}", "{file: parts.txt}"),
    BASE.replace("mesh-2x2", "{base: mesh-2x2, clock: 3 GHz, l1: {size: 1 KiB}}"),
    BASE + "mapping: {policy: online}\nexecution: {model: supersteps, steps: 2, value_bytes: 16 B}\n",
    BASE + "sweep: {partition.order: [given, bfs], machine.memory.bandwidth: [8 GB/s]}\n",
    BASE + "sweep: {partition.method: [spac, wb_libra], partition.load_bound: [1.1, 1.2]}\n",
    BASE + "sweep: {zip: {partition.parts: [2, 4], mapping.seed: [0, 1]}, replicates: 2}\n",
    BASE + "sweep: {sobol: {samples: 4, machine.core.mshrs: {from: 1, to: 64, scale: log}}}\n",
    BASE + "sweep: {saltelli: {samples: 4, partition.parts: [2, 4], partition.seed: [0, 1]}}\n",
    BASE + "sweep: {list: [{mapping.method: greedy}, {execution.network: ideal}]}\n",
    BASE + "sweep: {partition.parts: [2, 4]}\nbaseline: {partition.parts: 2}\n",
    BASE + SEARCH + "fields: {partition.parts: {from: 2, to: 8}}}\n",
    BASE + SEARCH + "fields: {partition.parts: [2]}, screen: {execution.network: ideal}, confirm: 1}\n",
    BASE.replace("method: libra, ", "") + SEARCH + "fields: {partition.method: [metis, libra]}}\n",
    BASE.replace("method: libra, ", "") + "sweep: {partition.method: [metis, libra]}\n",
    "workload: {program: fft, size: 8}\npartition: {method: block, parts: 2}\nmachine: two-socket\n",
    ON_GPU,
    ON_GPU + "sweep: {workload.block_size: [256, 512], partition.method: [ne, spac]}\n",
    TRAFFIC,
    TRAFFIC + "sweep: {traffic.rate: [0.1, 0.2], machine.network.link_cycles: [1, 2]}\n",
]

WRONG = {
    "an unknown section": BASE + "mappings: {}\n",
    "an unknown key": BASE + "execution: {netwrok: ideal}\n",
    "an unknown partitioner": BASE.replace("libra", "lbra"),
    "an unknown modifier": BASE.replace("libra", "libra+refin"),
    "an unknown mapper": BASE + "mapping: {method: nearest}\n",
    "an unknown component": BASE + "component: {method: prefetcher}\n",
    "an unknown scheduler": BASE + "execution: {scheduler: random}\n",
    "an unknown generator": BASE.replace("mc2depi", "mc2dep"),
    "an unknown machine": BASE.replace("mesh-2x2", "mesh2x2"),
    "an option of another partitioner": BASE.replace("libra", "libra, imbalance: 1.1"),
    "an option of another type": BASE.replace("libra", "libra, order: 3"),
    "an option out of range": BASE.replace("libra", "buffered, imbalance: 0.5"),
    "an option that is missing": BASE.replace(", n: 9", ""),
    "no parts": BASE.replace(", parts: 4", ""),
    "too many parts": BASE.replace("parts: 4", "parts: 65537"),
    "no workload": BASE.replace("workload: {generator: mc2depi, n: 9}\n", ""),
    "two workloads": BASE.replace("n: 9", "n: 9, graph: web.mtx"),
    "a size without a unit": BASE + "execution: {value_bytes: 8}\n",
    "a time in place of a size": BASE.replace("mesh-2x2", "{base: mesh-2x2, l1: {size: 5 ns}}"),
    "a key of the machine": BASE.replace("mesh-2x2", "{base: mesh-2x2, l1: {sise: 1 KiB}}"),
    "text in place of a number": BASE + "seed: one\n",
    "a list in place of a section": BASE + "execution: [ideal]\n",
    "a swept field that is none": BASE + "sweep: {partition.part: [1]}\n",
    "a swept value that is none": BASE + "sweep: {partition.parts: [0]}\n",
    "a sweep without a list": BASE + "sweep: {partition.parts: 4}\n",
    "an empty list": BASE + "sweep: {partition.parts: []}\n",
    "a swept value in a list": BASE + "sweep: {list: [{partition.parts: 0}]}\n",
    "no samples": BASE + "sweep: {random: {partition.parts: [1, 2]}}\n",
    "a range without an end": BASE + "sweep: {random: {samples: 2, partition.parts: {from: 1}}}\n",
    "an unknown method of search": BASE + SEARCH + "method: tpi, fields: {partition.parts: [2]}}\n",
    "a search without fields": BASE + SEARCH + "fields: {}}\n",
    "a searched field that is none": BASE + SEARCH + "fields: {partition.prts: [2]}}\n",
    "a searched value that is none": BASE + SEARCH + "fields: {partition.parts: [0]}}\n",
    "no points": BASE + SEARCH.replace("9", "0") + "fields: {partition.parts: [2]}}\n",
    "no replicate": BASE + "sweep: {replicates: 0}\n",
    "a mesh for a kernel": ON_GPU.replace("h200", "mesh-2x2"),
    "a mapping for a kernel": ON_GPU + "mapping: {method: greedy}\n",
    "a kernel that is none": ON_GPU.replace("spmv", "spmm"),
    "a GPU for a graph": BASE.replace("mesh-2x2", "h200"),
    "a kind of study that is none": TRAFFIC.replace("network", "netwrk"),
    "an unknown key of a study": TRAFFIC.replace("rate: 0.1", "rate: 0.1, ratio: 2"),
}


def taken(text, folder):
    (folder / "e.yaml").write_text(text)
    (folder / "parts.txt").write_text("0\n")
    try:
        load("e.yaml")
    except ConfigError:
        return False
    return True


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_valid(validator, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert [error.message for error in validator.iter_errors(yaml.safe_load(text))] == []
    assert taken(text, tmp_path)


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_not(validator, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not validator.is_valid(yaml.safe_load(text))
    assert not taken(text, tmp_path)


def test_an_installed_plug_in_is_in_it():
    class Widened(Core):
        """A component."""

        def __init__(self, number, run, *, degree: int = 1, mode: str = "a"):
            super().__init__(number, run)

    COMPONENTS.register("widened", Widened)
    try:
        validator = Draft202012Validator(experiment_schema())
    finally:
        COMPONENTS.unregister("widened")
    data = yaml.safe_load(BASE)
    other = {"method": "l1"}
    for as_given in (lambda one: one, lambda one: [other, one]):
        assert validator.is_valid({**data, "component": as_given({"method": "widened", "degree": 2})})
        for wrong in ({"degree": "two"}, {"degre": 2}):
            assert not validator.is_valid({**data, "component": as_given({"method": "widened", **wrong})})


def test_the_command_prints_it_or_writes_it(validator, tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert execute(["schema"]) == 0
    printed = capfd.readouterr().out
    assert json.loads(printed) == validator.schema
    assert execute(["schema", "-o", "numasim.json"]) == 0
    first, second = capfd.readouterr().out.splitlines()
    assert first == "wrote numasim.json; make this the first line of an experiment:"
    assert second == "# yaml-language-server: $schema=numasim.json"
    assert Path("numasim.json").read_text(encoding="utf-8") == printed
