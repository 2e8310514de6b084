import copy
from pathlib import Path

import pytest
from example_counts import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_registries import install

from numasim.config.presets import config_directory, config_names
from numasim.schema.expand import points, skipped
from numasim.schema.load import load_experiment
from numasim.validation.papers import validation
from partitioners.config.yaml_lines import write_yaml
from partitioners.errors import ConfigError


def problems_of(name):
    """What is wrong with an experiment file, one line each."""
    try:
        load_experiment(name)
    except ConfigError as error:
        return list(error.problems)
    return []


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current directory, and small families of plug-ins."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(text, name="e.yaml"):
    Path(name).write_text(text)
    return problems_of(name)


GOOD = """\
workload: {generator: mc2depi, n: 12}
partition: {method: wb_libra, parts: 8}
machine: mesh-2x2
"""


def test_a_file_becomes_an_experiment_named_after_it(here):
    assert check(GOOD, "first.yaml") == []
    experiment = load_experiment("first.yaml")
    assert (experiment.name, experiment.title, experiment.machine.name) == ("first", "first", "mesh-2x2")
    assert check(GOOD + "name: other\ntitle: A title\n") == []
    experiment = load_experiment(here / "e.yaml")
    assert (experiment.name, experiment.title) == ("other", "A title")


def test_resolved_loads_back_from_a_file_of_another_name_and_place(here):
    check(
        GOOD
        + "sweep: {partition.parts: [2, 4], mapping.method: [round_robin]}\nbaseline: {partition.parts: 2}\n"
    )
    experiment = load_experiment("e.yaml")
    (here / "elsewhere").mkdir()
    (here / "elsewhere" / "resolved.yaml").write_text(write_yaml(experiment.resolved()))
    assert load_experiment("elsewhere/resolved.yaml") == experiment


def test_p_of_0(here):
    assert check(GOOD.replace("parts: 8", "parts: 0")) == [
        "e.yaml:2:38: partition.parts: expected an integer from 1 to 65536, got 0"
    ]


def test_an_unknown_partitioner(here):
    assert check(GOOD.replace("wb_libra", "wblibra")) == [
        "e.yaml:2:21: partition.method: unknown partitioner 'wblibra'; did you mean 'wb_libra'?"
    ]


def test_a_mesh_of_0(here):
    assert check(GOOD.replace("2x2", "0x2")) == [
        "e.yaml:3:10: machine: 'mesh-0x2' has no tiles; expected mesh-WxH with W and H of at least 1"
    ]
    assert check(GOOD.replace("mesh-2x2", "{mesh: {width: 4, height: 0}}")) == [
        "e.yaml:3:36: machine.mesh.height: expected an integer from 1 to 65536, got 0"
    ]


def test_an_unknown_key(here):
    assert check(GOOD + "executoin:\n  network: ideal\n") == [
        "e.yaml:4:1: executoin: unknown key; did you mean 'execution'?"
    ]
    assert check(GOOD + "execution:\n  netwrok: ideal\n") == [
        "e.yaml:5:3: execution.netwrok: unknown key; did you mean 'network'?"
    ]


def test_words_of_the_schema_s_own_are_no_keys(here):
    assert check(
        GOOD.replace("parts: 8", "parts: 8, options: {order: bfs}, candidates: [random]") + "options: 3\n"
    ) == [
        "e.yaml:2:41: partition.options: partitioner 'wb_libra' takes no option 'options'; "
        "known: load_bound, order",
        "e.yaml:2:64: partition.candidates: partitioner 'wb_libra' takes no option 'candidates'; "
        "known: load_bound, order",
        "e.yaml:4:1: options: unknown key; did you mean 'partition'?",
    ]


def test_a_wrong_unit(here):
    assert check(GOOD.replace("mesh-2x2", "{base: mesh-2x2, clock: 2.4 GB/s}")) == [
        "e.yaml:3:34: machine.clock: expected a frequency with its unit, such as '2.4 GHz', got '2.4 GB/s'; "
        "units: Hz, kHz, MHz, GHz"
    ]


def test_a_missing_file(here):
    known = ", ".join(config_names())
    assert problems_of("nowhere.yaml") == [f"nowhere.yaml: no such file; known: {known}"]
    assert problems_of("quickstat") == ["quickstat: no such file; did you mean 'quickstart'?"]
    (here / "roads.yaml").touch()
    (here / "below").mkdir()
    (here / "below" / "rivers.yaml").touch()
    for name in ("roads", "roads.yml", "road.yaml"):
        assert problems_of(name) == [f"{name}: no such file; did you mean 'roads.yaml'?"]
    assert problems_of("below/river") == ["below/river: no such file; did you mean 'below/rivers.yaml'?"]
    assert problems_of(7) == [
        "expected the path of a YAML file, a name such as quickstart, or a mapping of sections, got 7"
    ]
    assert problems_of(here) == [f"{here}: is a folder; expected an experiment file"]


def test_an_empty_file_and_one_that_is_no_mapping(here):
    assert check("") == ["e.yaml: the file is empty; expected a YAML mapping"]
    assert check("- a\n- b\n") == ["e.yaml:1:1: expected a mapping of sections, got ['a', 'b']"]
    assert check("partition:\n\tparts: 8\n") == [
        "e.yaml:2:1: not YAML: a tab where only spaces are allowed; indent with spaces"
    ]
    assert check("seed: 1\npartition: {}\nseed: 2\n") == [
        "e.yaml:3:1: the key 'seed' is written twice in one mapping, first on line 1"
    ]


def test_everything_that_is_wrong_comes_at_once_in_the_order_of_the_file(here):
    text = """\
workload: {generator: mc2depi, n: 0, squere: true}
partition: {method: wb_libra, parts: 8, lod_bound: 3}
mapping: {metod: greedy, policy: now}
machine:
  base: mesh-8x8
  clock: 2.4
  memory: {bandwidth: 8 GHz, controllers: [0, x]}
  cache: 1
execution: {model: dataflow, steps: 3, aggregate_messages: on, cycles_per_weight: "2", network: fluid}
sweep:
  partition.parts: [8, 0,
                    eight]
  partition.method: [wb_libra, meti]
  zip: {}
  machine.memory.bandwith: [8 GB/s]
  execution.network: packet
  machine.clock: [2 GHz, 3]
  partition.order: [given, sorted]
baseline:
  partition.method: libra
sed: 4
verify: yes
"""
    assert check(text) == [
        "e.yaml:1:35: workload.n: mc2depi expects an integer from 1 to 2147483647, got 0",
        "e.yaml:1:38: workload.squere: generator 'mc2depi' takes no option 'squere'; did you mean 'square'?",
        "e.yaml:2:41: partition.lod_bound: partitioner 'wb_libra' takes no option 'lod_bound'; "
        "did you mean 'load_bound'?",
        "e.yaml:3:11: mapping.metod: mapper 'memory_centric' takes no option 'metod'; did you mean 'method'?",
        "e.yaml:3:34: mapping.policy: expected one of 'static', 'online', 'periodic', got 'now'",
        "e.yaml:6:10: machine.clock: expected a frequency with its unit, such as '2.4 GHz', got 2.4; "
        "add a unit to the number: Hz, kHz, MHz, GHz",
        "e.yaml:7:23: machine.memory.bandwidth: expected a rate with its unit, such as '8 GB/s', "
        "got '8 GHz'; units: B/s, KiB/s, MiB/s, GiB/s, TiB/s, KB/s, MB/s, GB/s, TB/s",
        "e.yaml:7:47: machine.memory.controllers[1]: expected a tile id or a pair [x, y], got 'x'",
        "e.yaml:8:3: machine.cache: unknown key; "
        "known: base, clock, core, energy, l1, l2, memory, mesh, name, network",
        "e.yaml:9:37: execution.steps: expected 1, got 3; dataflow runs every vertex once. Use "
        "`model: supersteps` for more steps",
        "e.yaml:9:60: execution.aggregate_messages: expected true or false, got 'on'; write true or false",
        "e.yaml:9:83: execution.cycles_per_weight: expected a number greater than 0, got '2'; "
        "leave out the quotes",
        "e.yaml:9:97: execution.network: expected one of 'ideal', 'packet', 'flit', got 'fluid'",
        "e.yaml:11:24: partition.parts[1]: expected an integer from 1 to 65536, got 0",
        "e.yaml:12:21: partition.parts[2]: expected an integer from 1 to 65536, got 'eight'",
        "e.yaml:13:32: partition.method[1]: unknown partitioner 'meti'; did you mean 'metis'?",
        "e.yaml:14:8: zip: expected a mapping of fields to lists of one length, got an empty mapping",
        "e.yaml:15:3: machine.memory.bandwith: is not a field that can be swept; "
        "did you mean 'machine.memory.bandwidth'?",
        "e.yaml:16:22: execution.network: expected a list of values, got 'packet'",
        "e.yaml:17:26: machine.clock[1]: expected a frequency with its unit, such as '2.4 GHz', got "
        "3; add a unit to the number: Hz, kHz, MHz, GHz",
        "e.yaml:18:28: partition.order[1]: wb_libra expects one of 'given', 'shuffled', 'degree', 'bfs', "
        "got 'sorted'",
        "e.yaml:21:1: sed: unknown key; did you mean 'seed'?",
        "e.yaml:22:9: verify: expected true or false, got 'yes'; write true or false",
    ]


def test_values_of_a_sweep_are_placed_one_by_one(here):
    (here / "broken.yaml").write_text("base: mesh-2x2\nclock: 3\n")
    text = """\
workload: {generator: mc2depi}
partition: {method: random}
sweep:
  machine: [mesh-2x2, mesh2x2, 5, nowhere.yaml, broken.yaml]
  workload.n:
    - 12
    - 0
  partition.parts: [0, 4]
"""
    assert check(text) == [
        "e.yaml:4:23: machine[1]: unknown machine 'mesh2x2'; did you mean 'mesh-2x2'?",
        "e.yaml:4:32: machine[2]: expected a preset, a file, a mapping, or none, got 5",
        "e.yaml:4:35: machine[3]: no such file: 'nowhere.yaml' (looked in the current directory)",
        "e.yaml:4:49: machine[4]: clock: expected a frequency with its unit, such as '2.4 GHz', got "
        "3; add a unit to the number: Hz, kHz, MHz, GHz",
        "e.yaml:7:7: workload.n[1]: mc2depi expects an integer from 1 to 2147483647, got 0",
        "e.yaml:8:21: partition.parts[0]: expected an integer from 1 to 65536, got 0",
    ]


def test_values_of_every_kind_of_sweep_are_placed(here):
    text = """\
workload: {generator: mc2depi, n: 12}
partition: {method: random}
sweep:
  zip:
    machine: [mesh-2x2, mesh2x2]
    partition.parts: [4, 8]
  list:
    - {execution.model: supersteps, execution.steps: 3}
    - {execution.model: dataflow, execution.steps: 3}
  random:
    samples: 5
    workload.n: {from: 0, to: 9}
  sobol: {samples: 4, machine.clock: {from: 1 GHz, to: 2 Gz}, seeed: [1]}
"""
    assert check(text) == [
        "e.yaml:5:25: zip.machine[1]: unknown machine 'mesh2x2'; did you mean 'mesh-2x2'?",
        "e.yaml:9:52: list[1].execution.steps: expected 1, got 3; dataflow runs every vertex once. "
        "Use `model: supersteps` for more steps",
        "e.yaml:12:24: random.workload.n.from: mc2depi expects an integer from 1 to 2147483647, got 0",
        "e.yaml:13:56: sobol.machine.clock.to: expected the unit of from, GHz, got '2 Gz'",
        "e.yaml:13:63: sobol.seeed: is not a field that can be swept; did you mean 'seed'?",
    ]


def test_an_option_that_no_swept_method_takes(here):
    text = (
        GOOD.replace("wb_libra, ", "random, load_bound: 1.5, ")
        + "sweep: {partition.method: [random, libra]}\n"
    )
    assert check(text) == [
        "e.yaml:2:29: partition.load_bound: none of the partitioners random, libra takes the option "
        "'load_bound'; known: order"
    ]
    assert check(text.replace("libra]", "libra, wb_libra]")) == []


def test_combinations_that_cannot_be_are_placed(here):
    text = (
        GOOD + "sweep:\n  machine: [mesh-2x2, mesh-1x1]\n  machine.memory.placement: [interleave, 'node:3']\n"
    )
    assert check(text) == [
        "e.yaml:5:12: machine: at the point {machine: 'mesh-1x1', machine.memory.placement: 'node:3'}: "
        "machine.memory.placement: node:3 is not a controller; the machine has 1: only 0; "
        "set `skip: invalid` in the sweep to skip such points"
    ]


CORNERS = GOOD.replace("mesh-2x2", "mesh-2x2\nsweep:") + (
    "  machine.l1.size: [32 KiB, 128 KiB]\n  machine.l2.size: [64 KiB, 512 KiB, 96 KiB]\n"
)


def test_two_impossible_corners_are_named_by_a_point_of_theirs(here):
    assert check(CORNERS) == [
        "e.yaml:6:20: machine.l2.size: at the point {machine.l1.size: '128 KiB', machine.l2.size: '64 KiB'}: "
        "machine.l2.size: an L2 slice of 64 KiB cannot include an L1 of 128 KiB; "
        "make each slice at least as large as the L1 (and at 1 other point); "
        "set `skip: invalid` in the sweep to skip such points"
    ]


def test_impossible_corners_are_skipped_where_that_is_asked_for(here):
    assert check(CORNERS + "  skip: invalid\n") == []
    experiment = load_experiment("e.yaml")
    assert [point.index for point in points(experiment)] == [0, 1, 2, 4]
    assert [each.why for each in skipped(experiment)] == [
        "at the point {machine.l1.size: '128 KiB', machine.l2.size: '64 KiB'}: machine.l2.size: "
        "an L2 slice of 64 KiB cannot include an L1 of 128 KiB; make each slice at least as large as the L1",
        "at the point {machine.l1.size: '128 KiB', machine.l2.size: '96 KiB'}: machine.l2.size: "
        "an L2 slice of 96 KiB cannot include an L1 of 128 KiB; make each slice at least as large as the L1",
    ]


def test_skipping_hides_no_value_that_is_wrong_by_itself(here):
    text = CORNERS.replace("512 KiB", "512").replace("machine.l1", "partition.parts: [4, 0]\n  machine.l1")
    assert check(text + "  skip: invalid\n") == [
        "e.yaml:5:24: partition.parts[1]: expected an integer from 1 to 65536, got 0",
        "e.yaml:7:29: machine.l2.size[1]: expected a size with its unit, such as '64 KiB', got 512; "
        "add a unit to the number: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB",
    ]
    text = CORNERS.replace("[64 KiB, 512 KiB, 96 KiB]", "[64 KiB, 16 KiB]").replace("[32", "[96")
    assert check(text + "  skip: invalid\n") == [
        "e.yaml:6:20: machine.l2.size: at the point {machine.l1.size: '96 KiB', machine.l2.size: '64 KiB'}: "
        "machine.l2.size: an L2 slice of 64 KiB cannot include an L1 of 96 KiB; "
        "make each slice at least as large as the L1 (and at 3 other points)"
    ]


def test_an_end_of_a_range_that_no_sample_has_is_not_judged_beside_others(here):
    text = GOOD + (
        "sweep:\n  random: {samples: 2, machine.l1.size: {from: 32 KiB, to: 64 KiB},"
        " machine.l2.size: [128 KiB]}\n"
    )
    found = check(text)
    assert all("at the point" in line for line in found), found


def test_a_network_that_the_execution_cannot_run_is_placed(here):
    text = GOOD.replace("mesh-2x2", "{base: mesh-2x2, network: {router_cycles: 2}}")
    assert check(text) == []
    problem = [
        "e.yaml:3:36: machine.network: router_cycles is 2, but the router stages that "
        "`network: flit` uses add up to 4; remove router_cycles or change the stages"
    ]
    assert check(text + "execution: {network: flit}\n") == problem
    assert check(text + "sweep:\n  execution.network: [packet, flit]\n") == [
        problem[0].replace("3:36:", "5:31: execution.network[1]:")
    ]


def test_errors_in_a_machine_file_are_placed_there(here):
    (here / "machines").mkdir()
    (here / "machines" / "slow.yaml").write_text("base: table2\nnetwork:\n  router_cycles: -1\n")
    assert check(GOOD.replace("mesh-2x2", "{base: machines/slow.yaml, core: {mshrs: none}}")) == [
        "e.yaml:3:51: machine.core.mshrs: expected an integer from 1 to 4096, got 'none'",
        "machines/slow.yaml:3:18: machine.network.router_cycles: expected an integer from 0 to 1048576, "
        "got -1",
    ]
    assert check(GOOD.replace("mesh-2x2", "machines/fast.yaml")) == [
        "e.yaml:3:10: machine: no such file: 'machines/fast.yaml' (looked in the current directory)"
    ]
    assert check(GOOD.replace("mesh-2x2", "{base: mesh-2}")) == [
        "e.yaml:3:17: machine.base: unknown machine 'mesh-2'; did you mean 'mesh-2x2'?"
    ]


def test_files_are_looked_up_beside_the_experiment_then_here(here):
    (here / "sub").mkdir()
    (here / "sub" / "near.mtx").write_text("")
    (here / "far.txt").write_text("")
    text = GOOD.replace("{generator: mc2depi, n: 12}", "{graph: near.mtx}").replace(
        "method: wb_libra, parts: 8", "file: far.txt"
    )
    assert check(text, "sub/e.yaml") == []
    experiment = load_experiment("sub/e.yaml")
    assert experiment.workload.graph == "near.mtx"
    assert experiment.file("near.mtx") == Path("sub/near.mtx")
    assert experiment.file("far.txt") == Path("far.txt")
    with pytest.raises(ConfigError, match=r"^no such file: 'none' \(looked in sub and"):
        experiment.file("none")
    assert check(text.replace("near", "none"), "sub/e.yaml") == [
        "sub/e.yaml:1:19: workload.graph: no such file: 'none.mtx' "
        "(looked in sub and in the current directory)"
    ]
    swept = text.replace("{graph: near.mtx}", "{}") + "sweep: {workload.graph: [near.mtx, none.mtx]}\n"
    assert check(swept, "sub/e.yaml") == [
        "sub/e.yaml:4:36: workload.graph[1]: no such file: 'none.mtx' "
        "(looked in sub and in the current directory)"
    ]


def test_machine_files_beside_the_experiment_are_found_by_every_point(here):
    (here / "sub").mkdir()
    (here / "sub" / "m.yaml").write_text("base: mesh-1x1\nclock: 1 GHz\n")
    text = GOOD.replace(
        "machine: mesh-2x2\n", "sweep: {machine: [m.yaml, mesh-2x2], machine.core.mshrs: [1, 2]}\n"
    )
    assert check(text, "sub/e.yaml") == []
    found = points(load_experiment("sub/e.yaml"))
    assert [(p.experiment.machine.name, p.experiment.machine.core.mshrs) for p in found] == [
        ("m", 1),
        ("m", 2),
        ("mesh-2x2", 1),
        ("mesh-2x2", 2),
    ]
    assert all(p.experiment.directory == Path("sub") for p in found)


STUDIES = (
    *("false-sharing", "l2-size", "link-width", "lock-kind", "lock-layout", "mesh-size", "mshrs"),
    *("page-placement", "thread-count", "thread-placement", "thread-schedule"),
)


def test_every_experiment_that_comes_along_is_right_and_found_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    studies = [f"whatif/{name}" for name in STUDIES]
    papers = [f"papers/{name}" for name in validation.STUDIES]  # they are expanded in test_papers
    of_threads = ["papers/hybrid_bfs_full"]
    of_gpus = [
        "papers/gpulp_quality",
        "papers/spac_rodinia_full",
    ]
    experiments = [
        "gpu_spmv",
        "mappers",
        "matrix",
        "my-graph",
        "my-threads",
        "quickstart",
        "scheduling",
        "windows",
        *of_gpus,
        *of_threads,
        *studies,
    ]
    components = ["components/latency-load", "components/random-memory"]
    assert sorted(config_names()) == sorted([*experiments, *papers, *components])
    for name in experiments:
        assert problems_of(name) == []
        assert points(load_experiment(name))
        assert load_experiment(name) == load_experiment(config_directory() / f"{name}.yaml")
    found = points(load_experiment("quickstart"))
    assert len(found) == 6
    assert found[0].experiment.machine.num_cores == 64
    assert [p.overrides for p in found[:2]] == [
        {"partition.method": "random"},
        {"partition.method": "metis"},
    ]
    assert load_experiment("quickstart").baselines == [{"partition.method": "metis"}]


WHOLE = {
    "workload": {"generator": "mc2depi", "n": 12},
    "partition": {"method": "wb_libra", "parts": 8, "load_bound": 1.1},
    "mapping": {"method": "round_robin", "stride": 2},
    "machine": {"base": "mesh-2x2", "memory": {"controllers": [0, [1, 1]], "latency": "50 ns"}},
    "execution": {"network": "ideal", "value_bytes": "8 B"},
    "sweep": {"partition.method": ["random", "wb_libra"], "machine.clock": ["1 GHz"], "workload.n": [3]},
    "baseline": {"partition.method": ["random"]},
    "seed": 1,
}
ANYTHING = st.recursive(
    st.sampled_from(
        ["", "x", "random", "mesh-3x3", "8 B", "node:9", 0, -1, 1.5, True, None, "machine", 10**30]
    ),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["method", "base", "n", "parts", "machine.clock", "options", "a.b.c"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=4,
)


def paths(data, path=()):
    yield path
    if isinstance(data, (dict, list)):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from paths(data[key], (*path, key))


@settings(
    deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(st.sampled_from(list(paths(WHOLE))[1:]), ANYTHING), min_size=1, max_size=3))
def test_whatever_is_written_is_an_experiment_or_refused_by_line(here, changes):
    data = copy.deepcopy(WHOLE)
    for path, value in changes:
        place = data
        try:
            for part in path[:-1]:
                place = place[part]
            place[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    for line in check(write_yaml(data)):
        assert line.startswith("e.yaml:")
        assert "Input should" not in line
        assert "pydantic" not in line
