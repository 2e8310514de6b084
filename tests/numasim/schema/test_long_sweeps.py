"""What a sweep's length costs: each point is made once, and what cannot be is refused before it is made."""

import time

import pytest

import numasim.schema.expand
from numasim.schema.expand import DRAWN, checked_points, has_many_points, points, skipped, verified
from numasim.schema.load import load_experiment
from numasim.schema.point_builder import Builder
from numasim.schema.sweep import count
from partitioners.errors import ConfigError

HEAD = """\
workload: {generator: mc2depi, n: 12}
partition: {parts: 8}
machine: mesh-2x2
sweep:
  partition.method: [random, dbh]
"""


def write(folder, lines):
    file = folder / "e.yaml"
    file.write_text(HEAD + lines)
    return file


@pytest.fixture
def built(monkeypatch):
    made = []
    build = Builder.build

    def counting(self, overrides):
        made.append(dict(overrides))
        return build(self, overrides)

    monkeypatch.setattr(Builder, "build", counting)
    return made


def test_points_are_made_once_however_often_they_are_asked_for(tmp_path, built):
    experiment = load_experiment(write(tmp_path, f"  seed: {list(range(10))}\n"))
    of_values = 1 + 2 + 10  # the first point, and every value by itself
    assert len(built) == of_values + 20
    assert len(points(experiment)) == len(points(experiment)) == 20
    assert len(built) == of_values + 20
    placed = experiment.in_directory(tmp_path)
    assert [p.experiment.directory for p in points(placed)] == [tmp_path] * 20
    assert points(experiment.model_copy(update={"verify": True}))[0].experiment.verify


def test_points_that_are_verified_are_not_made_again(tmp_path, built):
    experiment = load_experiment(write(tmp_path, "  seed: [0, 1, 2]\n"))
    count = len(built)
    found = points(verified(experiment))
    assert len(built) == count
    assert [p.experiment.verify for p in found] == [True] * 6
    assert [(p.index, p.overrides) for p in found] == [(p.index, p.overrides) for p in points(experiment)]
    assert found == points(experiment.model_copy(update={"verify": True}))
    assert not any(p.experiment.verify for p in points(experiment))
    assert [p.experiment.directory for p in found] == [tmp_path] * 6


def test_a_list_of_thousands_of_values_is_checked_in_seconds(tmp_path):
    file = write(tmp_path, f"  seed: {list(range(2000))}\n")
    start = time.process_time()
    assert len(points(load_experiment(file))) == 4000
    assert time.process_time() - start < 20  # 2 s; what grows with the square takes minutes


@pytest.mark.parametrize(
    ("lines", "combinations"),
    [
        (f"  seed: {list(range(6000))}\n", 12_000),
        ("  replicates: 1000000000\n", 2_000_000_000),
        ("  random: {samples: 1000000, partition.parts: {from: 1, to: 8}}\n", 2_000_000),
        (
            f"  partition.seed: {list(range(100))}\n  seed: {list(range(100))}\n  replicates: 99999\n",
            1.99998e9,
        ),
    ],
)
def test_many_points_are_not_made_to_check_them(tmp_path, built, lines, combinations):
    experiment = load_experiment(write(tmp_path, lines))
    values = {repr(value) for each in built for value in each.items()}
    found = checked_points(experiment)
    assert count(experiment.sweep) == combinations
    assert has_many_points(experiment)
    assert len(found) > 0.9 * min(DRAWN, combinations)
    assert len(built) <= len(found) + 2 * len(values) + 2
    assert [point.overrides for point in checked_points(load_experiment(write(tmp_path, lines)))] == [
        point.overrides for point in found
    ]


def test_a_value_that_cannot_be_is_found_among_millions(tmp_path):
    with pytest.raises(ConfigError) as error:
        load_experiment(write(tmp_path, "  replicates: 1000000\n  partition.parts: [2, 0]\n"))
    (problem,) = error.value.problems
    assert problem.endswith("partition.parts[1]: expected an integer from 1 to 65536, got 0")


def test_what_points_share_is_checked_once_and_each_has_its_own_values(tmp_path):
    experiment = load_experiment(write(tmp_path, "  machine.core.mshrs: [1, 2]\n  replicates: 3\n"))
    found = points(experiment)
    assert len({id(p.experiment.machine) for p in found}) == 2
    assert [(p.experiment.machine.core.mshrs, p.experiment.partition.method) for p in found] == [
        (mshrs, method) for method in ("random", "dbh") for mshrs in (1, 2) for _ in range(3)
    ]
    assert len({p.experiment.seed for p in found}) == 3


def test_the_words_of_a_point_that_cannot_be_come_from_the_points_themselves(tmp_path, monkeypatch):
    file = write(tmp_path, "  machine.l1.size: [32 KiB, 512 KiB]\n  skip: invalid\n")
    experiment = load_experiment(file)
    assert [p.index for p in points(experiment)] == [0, 2]
    assert [each.index for each in skipped(experiment)] == [1, 3]
    assert [each.overrides for each in skipped(experiment)] == [
        {"partition.method": "random", "machine.l1.size": "512 KiB"},
        {"partition.method": "dbh", "machine.l1.size": "512 KiB"},
    ]
    assert numasim.schema.expand.expand(experiment) is numasim.schema.expand.expand(experiment)
