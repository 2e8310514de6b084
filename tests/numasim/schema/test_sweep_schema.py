"""Sweeps and baselines of an experiment: what is refused, and what they come to."""

import pytest
from small_registries import install

from numasim.kinds.mesh.schema import MeshExperiment
from tests.numasim.schema.test_schema import BASE, problems


@pytest.fixture(autouse=True)
def _plugins(monkeypatch):
    install(monkeypatch)


@pytest.mark.parametrize(
    ("sweep", "message"),
    [
        ({"zip": {}}, "zip: expected a mapping of fields to lists of one length, got an empty mapping"),
        ({"zip": {"partition.parts": 8}}, "zip.partition.parts: expected a list of values, got 8"),
        (
            {"zip": {"partition.parts": [8, 8], "machine.clock": ["1 GHz"]}},
            "zip: the lists step together and must have the same length; partition.parts has 2, "
            "machine.clock has 1",
        ),
        ({"zipp": [1]}, "zipp: is not a field that can be swept; did you mean 'zip'?"),
        (
            {"list": {}},
            "list: expected a list of mappings, such as [{partition.parts: 8}], got an empty mapping",
        ),
        ({"list": [8]}, "list[0]: expected a mapping of fields to values, got 8"),
        (
            {"list": [{"partition.parts": 8}, {"partition.parts": 8}]},
            "list[1]: is already in the list",
        ),
        (
            {"list": [{"partition.parts": {"a": 8}}]},
            "list[0].partition.parts: expected a single value, got a mapping (a)",
        ),
        (
            {"list": [{"partition": 8}]},
            "list[0].partition: is a section; sweep one of its fields, such as partition.parts",
        ),
        ({"random": 8}, "random: expected a mapping with samples and fields, got 8"),
        (
            {"random": {"partition.parts": [8]}},
            "random.samples: is missing; expected an integer of at least 1",
        ),
        (
            {"random": {"samples": 8}},
            "random: names no field; expected at least one, such as {from: 1, to: 8}",
        ),
        (
            {"latin_hypercube": {"samples": 8, "seed": -1, "seed.x": [1]}},
            "latin_hypercube.seed: expected an integer of at least 0, got -1",
        ),
        (
            {"sobol": {"samples": 20, "partition.parts": [8]}},
            "sobol.samples: expected a power of two, which the balance of Sobol points requires, got "
            "20; use 16 or 32",
        ),
        (
            {"saltelli": {"samples": 12, "partition.parts": [8, 9]}},
            "saltelli.samples: expected a power of two, which the balance of Sobol points requires, got "
            "12; use 8 or 16",
        ),
        (
            {"random": {"samples": 2, "partition.parts": 8}},
            "random.partition.parts: expected a range {from: A, to: B} or a list of values, got 8",
        ),
        (
            {"random": {"samples": 2, "partition.parts": {"from": 8}}},
            "random.partition.parts: to missing; expected a range {from: A, to: B}",
        ),
        (
            {"random": {"samples": 2, "partition.parts": {"from": 8, "to": 8}}},
            "random.partition.parts.to: expected more than from, 8, got 8",
        ),
        (
            {"random": {"samples": 2, "partition.parts": {"from": 2, "to": 8, "by": 2}}},
            "random.partition.parts.by: unknown key; known: from, scale, to",
        ),
        (
            {"random": {"samples": 2, "partition.method": {"from": "a", "to": "b"}}},
            "random.partition.method.from: expected a number, or one with its unit, got 'a'; "
            "list words instead",
        ),
        (
            {"random": {"samples": 2, "machine.clock": {"from": "1 GHz", "to": "900 MHz"}}},
            "random.machine.clock.to: expected the unit of from, GHz, got '900 MHz'",
        ),
        (
            {"random": {"samples": 2, "execution.cycles_per_weight": {"from": 0, "to": 1, "scale": "log"}}},
            "random.execution.cycles_per_weight.from: expected more than 0 on a log scale, got 0",
        ),
        (
            {"random": {"samples": 2, "partition.parts": {"from": 2, "to": 4, "scale": "log2"}}},
            "random.partition.parts.scale: expected one of 'linear', 'log', got 'log2'",
        ),
        ({"replicates": 0}, "replicates: expected an integer of at least 1, got 0"),
        (
            {"random": {"samples": 200_000_000, "partition.parts": [8]}},
            "random.samples: 200,000,000 samples do not fit into memory; at most 134,217,728 are allowed",
        ),
        ({"skip": "failed", "partition.parts": [8]}, "skip: expected 'invalid', got 'failed'"),
        (
            {"partition.parts": [8], "zip": {"partition.parts": [4, 8]}},
            "zip.partition.parts: is swept twice, by itself too",
        ),
        (
            {"parts": [8]},
            "parts: is not a field that can be swept; fields are section.name, such as partition.parts",
        ),
        (
            {"verify": [True]},
            "verify: is not a field that can be swept; fields are section.name, such as partition.parts",
        ),
        ({"partition": [{}]}, "partition: is a section; sweep one of its fields, such as partition.parts"),
        (
            {"partition.a.b": [1]},
            "partition.a.b: is not a field that can be swept; did you mean 'partition.parts'?",
        ),
        (
            {"machine.memory.bandwith": ["1 B/s"]},
            "machine.memory.bandwith: is not a field that can be swept; did you mean "
            "'machine.memory.bandwidth'?",
        ),
        (
            {"machine.memory": [{}]},
            "machine.memory: is not a field that can be swept; did you mean 'machine.memory.page'?",
        ),
        ({"partition.parts": 8}, "partition.parts: expected a list of values, got 8"),
        ({"partition.parts": []}, "partition.parts: the list is empty; expected at least one value"),
        (
            {"partition.parts": [8, {"a": 9}]},
            "partition.parts[1]: expected a single value, got a mapping (a)",
        ),
        (
            {"machine": ["mesh-4x4", {"base": "mesh-2x2"}]},
            "machine[1]: expected a single value, got a mapping (base); write each machine into a file, and "
            "name the files here",
        ),
        ({"partition.parts": [8, 4, 8]}, "partition.parts[2]: 8 is already in the list"),
        (
            {"partition.order": ["bfs"], "partition.method": ["random", "metis"]},
            "partition.order: none of the partitioners random, metis takes the option 'order'; "
            "known: contiguous, imbalance, limit",
        ),
    ],
)
def test_what_cannot_be_swept_is_refused(sweep, message):
    assert message in problems({**BASE, "sweep": sweep})


@pytest.mark.parametrize(
    ("baseline", "message"),
    [
        (
            {"partition.method": "libra"},
            "baseline.partition.method: 'libra' is not among the values swept: 'random', 'metis'",
        ),
        (
            {"partition.method": ["metis", "libra"]},
            "baseline.partition.method[1]: 'libra' is not among the values swept: 'random', 'metis'",
        ),
        (
            {"partition.metod": "metis"},
            "baseline.partition.metod: is not swept; did you mean 'partition.method'?",
        ),
        (
            {"partition.method": []},
            "baseline.partition.method: the list is empty; expected at least one value",
        ),
    ],
)
def test_a_baseline_is_among_what_is_swept(baseline, message):
    data = {**BASE, "sweep": {"partition.method": ["random", "metis"]}, "baseline": baseline}
    assert problems(data) == [message]


def test_a_baseline_is_no_value_of_a_range():
    sweep = {"random": {"samples": 2, "partition.parts": {"from": 2, "to": 4}}}
    assert problems({**BASE, "sweep": sweep, "baseline": {"partition.parts": 2}}) == [
        "baseline.partition.parts: is drawn from a range; a baseline must be one of the listed values "
        "of a field"
    ]


def test_baselines_are_all_combinations_of_their_values():
    experiment = MeshExperiment.model_validate(
        {
            **BASE,
            "sweep": {"partition.method": ["random", "metis"], "partition.parts": [4, 8]},
            "baseline": {"partition.parts": 8, "partition.method": ["metis", "random"]},
        }
    )
    assert experiment.baselines == [
        {"partition.parts": 8, "partition.method": "metis"},
        {"partition.parts": 8, "partition.method": "random"},
    ]
