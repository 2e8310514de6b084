"""Studies of one component: from a file, from Python and on the command line; what is refused, and where."""

from textwrap import dedent

import numpy as np
import pandas as pd
import pytest

import numasim
from mappers.mapping import Mapping
from numasim.cli import execute
from numasim.experiments.run_study import measure_network, run_study
from numasim.machine.machine import load_machine
from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.cache import CacheShape
from numasim.numa.coherence.protocol import Event, HomeState, home_rules
from numasim.numa.coherence.tester import RandomTest, run_random_test
from numasim.numa.noc.traffic import PATTERN_NAMES
from numasim.schema.experiment import Experiment
from numasim.schema.load import load
from numasim.schema.study import MemoryTest, Traffic
from numasim.simulation.load_curve import load_curve
from numasim.simulation.simulate import simulate
from partitioners.config.yaml_lines import read_yaml
from partitioners.errors import ConfigError, OptionError
from partitioners.graph import Graph
from partitioners.partition import VertexPartition
from partitioners.text.wording import Expected

NETWORK = """\
kind: network
machine: mesh-4x4
traffic: {packet_flits: 2, packets: 2000}
sweep:
  traffic.pattern: [uniform, transpose]
  traffic.rate: [0.1, 0.9]
seed: 3
"""


@pytest.fixture
def written(tmp_path):
    def write(text, name="mine.yaml"):
        (tmp_path / name).write_text(dedent(text))
        return tmp_path / name

    return write


def test_a_sweep_over_the_rate_is_a_latency_load_table(written):
    table = numasim.run(written(NETWORK))
    assert table["pattern"].tolist() == ["uniform", "uniform", "transpose", "transpose"]
    assert table["rate"].tolist() == [0.1, 0.9, 0.1, 0.9]
    assert table["saturated"].tolist() == [False, True, False, True]
    assert table["latency"].isna().tolist() == [False, True, False, True]
    one = measure_network(load_machine("mesh-4x4"), "transpose", 0.1, packet_flits=2, packets=2000, seed=3)
    assert table["latency"][2] == one.latency
    assert table["accepted"][2] == one.accepted
    assert table["largest_link_load"][2] == one.link_load.max()


def test_the_machine_of_a_study_can_be_swept(written):
    text = NETWORK.replace("  traffic.pattern: [uniform, transpose]", "  machine.network.link_cycles: [1, 2]")
    table = numasim.run(written(text.replace("[0.1, 0.9]", "[0.01]")))
    assert table["machine.network.link_cycles"].tolist() == [1, 2]
    slow, fast = table["latency"][1], table["latency"][0]
    assert slow - fast == pytest.approx(table["routers"][0], rel=0.05)


def test_random_memory_from_a_file_is_the_tester_of_python(written):
    file = written(
        "kind: memory\ntest: {operations: 3000, cores: 4, l2: {sets: 2, ways: 3}}\nsweep: {seed: [0, 1]}\n"
    )
    table = numasim.run(file)
    for seed in (0, 1):
        test = RandomTest(operations=3000, cores=4, l2=CacheShape(2, 3), seed=seed)
        found = run_random_test(test)
        assert table["cycles"][seed] == found.cycles
        assert table["messages"][seed] == sum(found.messages.values())
    assert table["error"].isna().all()


def test_a_broken_protocol_is_the_error_of_its_row(written, monkeypatch, capsys):
    rules = home_rules()
    rules[HomeState.IM, Event.MEM_DATA]["send"] = -1
    monkeypatch.setattr(coherence_state, "home_rules", lambda: rules.copy())
    file = written("kind: memory\ntest: {operations: 3000}\n")
    assert execute(["run", str(file), "-o", str(file.parent / "out")]) == 1
    assert "failed: operations never finish" in capsys.readouterr().err


def test_the_command_line_prints_the_table_and_writes_it(written, capsys):
    file = written(NETWORK)
    assert execute(["run", str(file), "-o", str(file.parent / "out")]) == 0
    out = capsys.readouterr().out
    assert "transpose   0.1" in out
    assert f"4 points; the table is in {file.parent / 'out'}" in out.replace("\n", "")
    pd.testing.assert_frame_equal(numasim.load_results(file.parent / "out"), run_study(load(file)))
    again = numasim.run(file.parent / "out" / "resolved.yaml")
    pd.testing.assert_frame_equal(again, run_study(load(file)))
    assert execute(["check", str(file)]) == 0
    assert capsys.readouterr().out.endswith("mine.yaml: ok, 4 points\n")
    assert execute(["show", str(file)]) == 0
    assert "# 3: traffic.pattern: transpose, traffic.rate: 0.9\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "options"),
    [("run", {"--workers": "2", "--trace": "t.json"}), ("check", {"--data": "."}), ("show", {"--data": "."})],
)
def test_what_says_how_to_run_an_experiment_is_refused(written, capsys, command, options):
    file = written(NETWORK)
    assert execute([command, str(file), *(word for pair in options.items() for word in pair)]) == 2
    told = f"error: {file}: a study does not accept {' or '.join(options)}; remove it\n"
    assert capsys.readouterr().err == told


def test_in_python_too(written):
    file = written(NETWORK)
    with pytest.raises(OptionError) as error:
        numasim.run(file, workers=2, retry=1)
    assert str(error.value) == f"{file}: a study does not accept workers or retry; remove it"


@pytest.mark.parametrize("name", ["latency-load", "random-memory"])
def test_the_examples_are_right(name):
    assert load(f"components/{name}").name == name
    assert isinstance(load("quickstart"), Experiment)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            "kind: netwrk\n",
            ["1:7: kind: expected one of 'network', 'memory', got 'netwrk'; did you mean 'network'?"],
        ),
        (
            "kind: network\nmachine: mesh-4x4\ntraffic: {rate: 0.1, patern: uniform}\nparts: 3\n",
            [
                "3:22: traffic.patern: unknown key; did you mean 'pattern'?",
                "4:1: parts: unknown key; known: kind, machine, name, seed, sweep, title, traffic",
            ],
        ),
        (
            "kind: network\nmachine: mesh-4x2\ntraffic: {pattern: uniform}\n"
            "sweep:\n  traffic.rate: [0.1, 0]\n  traffic.patern: [uniform]\n",
            [
                "5:23: traffic.rate[1]: expected a number greater than 0, got 0",
                "6:3: traffic.patern: is not a field that can be swept; did you mean 'traffic.pattern'?",
            ],
        ),
        (
            "kind: network\nmachine: mesh-4x2\ntraffic: {pattern: transpose, rate: 0.1}\n",
            ["1:1: transposed traffic requires a square mesh, got 4 x 2"],
        ),
        (
            "kind: network\nmachine: mesh-4x4\ntraffic: {rate: 1.5}\n",
            [
                "1:1: a tile cannot create 1.5 flits per cycle in packets of 1; "
                "traffic.rate is at most traffic.packet_flits"
            ],
        ),
        (
            "kind: memory\ntest: {cores: 2, l1: {sets: 4, ways: 4}}\n",
            [
                "1:1: an L2 slice with 4 blocks cannot include an L1 with 16 blocks; "
                "give the L2 more sets or ways"
            ],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(written, text, messages):
    file = written(text)
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value).splitlines() == [f"{file}:{message}" for message in messages]


def test_a_file_is_read_once_whatever_it_is(written, monkeypatch):
    read = []
    monkeypatch.setattr(
        "numasim.schema.load.read_yaml", lambda *given: read.append(given[0]) or read_yaml(*given)
    )
    for text in (
        NETWORK,
        "workload: {generator: mc2depi, n: 4}\npartition: {method: dbh, parts: 2}\nmachine: none\n",
    ):
        load(written(text))
    assert len(read) == 2


def test_the_schema_knows_what_the_components_know():
    (words,) = (each for each in Traffic.model_fields["pattern"].metadata if isinstance(each, Expected))
    assert words.text == f"one of {', '.join(PATTERN_NAMES)}"
    defaults = MemoryTest().test(0)
    assert defaults == RandomTest()
    assert np.isfinite(defaults.read_share)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "kind: network\nmachine: mesh-4x4\ntraffic: hotspot20\nsweep: {traffic.rate: [0.1]}\n",
            "3:10: traffic: expected a mapping, got 'hotspot20'",
        ),
        (
            "kind: network\nmachine: mesh-4x4\ntraffic: {rate: -1}\nsweep: {traffic.rate: [0.1]}\n",
            "3:17: traffic.rate: expected a number greater than 0, got -1",
        ),
        (
            "kind: network\nmachine: mesh-4x4\ntraffic: {rat: 1}\nsweep: {traffic.rate: [0.1]}\n",
            "3:11: traffic.rat: unknown key; did you mean 'rate'?",
        ),
        ("kind: memory\ntest: 7\nsweep: {test.cores: [2]}\n", "2:7: test: expected a mapping, got 7"),
        (
            "kind: memory\nseed: -1\nsweep: {seed: [2]}\n",
            "2:7: seed: expected an integer from 0 to 9223372036854775807, got -1",
        ),
    ],
)
def test_what_a_sweep_would_replace_must_be_right_too(text, message, tmp_path):
    file = tmp_path / "s.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value) == f"{file}:{message}"


RATE = "the rate must be above 0 and at most 2 flits per tile and cycle, got "


@pytest.mark.parametrize(
    ("rate", "options", "message"),
    [
        *((rate, {}, f"{RATE}{rate}") for rate in (0, 0.0, -1, 2.5, np.nan, np.inf, -np.inf)),
        *(
            (
                rate,
                {"packets": 1000},
                f"1,000 packets take too many cycles to count at a rate of {rate} flits per tile and cycle; "
                "expected a rate of at least 2.2e-13",
            )
            for rate in (2.2e-13, 1e-300, 5e-324)
        ),
        (0.1, {"packets": 0}, "expected at least 100 packets of at least 1 flit, got 0 of 2"),
        (0.1, {"packet_flits": 0}, "expected at least 100 packets of at least 1 flit, got 100000 of 0"),
    ],
)
def test_one_error_for_each_impossible_traffic_of_python(rate, options, message):
    with pytest.raises(OptionError) as error:
        measure_network(load_machine("mesh-2x1"), "uniform", rate, **({"packet_flits": 2} | options))
    assert str(error.value) == message


def test_a_small_rate_ends_and_a_smaller_one_is_refused_before_it_runs(tmp_path):
    found = measure_network(load_machine("mesh-2x1"), "uniform", 2e-11, packets=100)
    assert found.packets == pytest.approx(100, abs=40)
    file = tmp_path / "s.yaml"
    file.write_text(
        "kind: network\nmachine: mesh-4x4\ntraffic: {packets: 1000}\n"
        "sweep: {traffic.rate: [0.1, 1.0e-300, 0.5]}\n"
    )
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value) == (
        f"{file}:4:29: traffic.rate[1]: 1,000 packets take too many cycles to count at a rate of 1e-300 "
        "flits per tile and cycle; expected a rate of at least 1.1e-13"
    )


def test_values_of_a_study_that_do_not_fit_together_are_told_with_their_point(written):
    file = written(
        """\
        kind: memory
        test: {l1: {sets: 1, ways: 2}, l2: {sets: 1, ways: 4}}
        sweep:
          test.l1.ways: [2, 8, 16]
          test.l2.ways: [32, 4]
        """
    )
    with pytest.raises(ConfigError) as error:
        load(file)
    assert str(error.value) == (
        f"{file}:1:1: at the point {{test.l1.ways: 8, test.l2.ways: 4}}: an L2 slice with 4 blocks cannot "
        "include an L1 with 8 blocks; give the L2 more sets or ways (and at 1 other point)"
    )


def test_a_packet_is_created_when_it_is_sent():
    # A flit takes a cycle to its port, one to the router, and five for each router and its channel.
    machine = load_machine("mesh-2x1")
    found = measure_network(machine, "bit_complement", 0.01, packets=2000)
    curve = load_curve(machine, "bit_complement", packets=2000)
    assert found.zero_load_latency == curve["ideal"][0] == 1 + 1 + 2 * 5
    assert found.latency == pytest.approx(12, abs=0.05)
    cut = VertexPartition(Graph(2, [0], [1], [0.0]), 2, [0, 1])
    preloaded = {"initial_values": "preloaded", "network": "flit"}
    result = simulate(cut, Mapping([0, 1], 2), machine, preloaded)
    assert result.scalars["cycles"] == 12
