"""What ``check`` can know before anything runs, it says: sizes, static mappers, files, whole workloads."""

import itertools

import pytest
from pydantic import ValidationError

from mappers.clusters.cluster_graph import cluster_graph
from numasim.kinds.mesh.schema import MeshExperiment
from numasim.machine.machine import load_machine
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from numasim.simulation.map_onto_machine import map_clusters
from numasim.simulation.simulate import simulate
from partitioners.errors import ConfigError, NumasimError, OptionError
from partitioners.generators.forks_and_joins import join
from partitioners.generators.models import MAX_EDGES, GraphSize, size_of
from partitioners.generators.registry import GENERATORS
from partitioners.partition_graph import partition


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def check(text):
    with open("e.yaml", "w", encoding="utf-8") as file:  # noqa: PTH123  # in the current directory
        file.write(text)
    try:
        load_experiment("e.yaml")
    except ConfigError as error:
        return list(error.problems)
    return []


BASE = """\
workload: {generator: mc2depi, n: 12}
partition: {method: libra, parts: 8}
machine: mesh-2x2
"""

SMALL = {
    "rmat": {
        "scale": 5,
        "edge_factor": 4,
        "a": 0.57,
        "b": 0.19,
        "c": 0.19,
        "directed": True,
        "permuted": True,
    },
    "barabasi_albert": {"vertices": 40, "edges_per_vertex": 3},
    "erdos_renyi": {"vertices": 30, "edges": 50},
    "grid": {"width": 5, "height": 7},
    "mesh27": {"side": 4},
    "web": {"pages": 50, "links_per_page": 4, "local": 0.75, "copying": 0.75, "square": True},
    "mc2depi": {"n": 9, "square": True},
    "finite_elements": {"width": 2, "height": 2, "length": 3, "unknowns": 3, "square": False},
    "circuit": {"rows": 60, "pairs": 90, "rent": 0.5, "hub_share": 0.1, "scattered": 0.1, "square": False},
    "degree_sequence": {"out_degrees": [4, 0, 2], "heads": "uniform"},
    "fork_join": {"width": 5, "stages": 3},
    "join": {"width": 7},
    "map_reduce": {"maps": 7, "reduces": 3},
    "stencil": {"width": 5, "height": 4, "steps": 3},
    "cholesky": {"tiles": 6},
    "lu": {"tiles": 5},
    "fft": {"points": 16},
    "out_tree": {"depth": 4, "branching": 3},
    "in_tree": {"depth": 4, "branching": 3},
}


@pytest.mark.parametrize("name", SMALL)
def test_a_generator_says_how_large_its_graph_will_be(name):
    function = GENERATORS[name].function
    size = size_of(function, SMALL[name])
    graph = function(**SMALL[name], seed=3)
    assert graph.num_vertices == size.vertices
    assert graph.num_edges == size.edges if size.exact else graph.num_edges <= size.edges


def test_a_generator_of_a_package_need_not_say_so():
    assert size_of(lambda *, n: None, {"n": 3}) is None


def test_every_generator_refuses_what_cannot_be_made_before_it_makes_it():
    assert set(SMALL) == set(GENERATORS)
    huge = {
        "scale": 30,
        "edge_factor": 99,
        "vertices": 2**29,
        "edges_per_vertex": 9,
        "edges": 2**30,
        "n": 20_000,
        "rows": 2**28,
        "pairs": 2**30,
    }
    huge |= {"maps": 2**16, "reduces": 2**16}
    huge |= {"stages": 2**20, "tiles": 9000, "points": 2**28, "depth": 2**40}
    huge |= {"width": 2**15, "height": 2**15, "side": 700, "pages": 2**28, "out_degrees": [2**28, 1]}
    for name, options in SMALL.items():
        asked = {key: huge.get(key, value) for key, value in options.items()}
        asked |= {"width": 2**31} if name == "join" else {}
        with pytest.raises(OptionError, match=f"{name}: .* at most .* (is|are) supported: reduce"):
            size_of(GENERATORS[name].function, asked)
    assert size_of(GENERATORS["grid"].function, SMALL["grid"]) == GraphSize(35, 58)
    assert MAX_EDGES == 268435456


def test_graphs_that_are_too_large_are_placed():
    too_large = "mc2depi: 800060001 edges; at most 268435456 are supported: reduce n"
    assert check(BASE.replace("12", "20000")) == [f"e.yaml:1:23: workload.generator: {too_large}"]
    assert check(BASE + "sweep: {workload.n: [12, 20000]}\n") == [
        f"e.yaml:4:26: workload.n[1]: workload.generator: {too_large}"
    ]
    # A point with more parts than edges fails when it is cut, and is a row of the table.
    assert check(BASE + "sweep: {partition.parts: [8, 65536]}\n") == []


def test_a_static_mapper_cannot_be_asked_while_the_program_runs():
    static = "mapper 'greedy' is static and places every cluster at once; expected 'static'"
    assert check(BASE + "mapping: {method: greedy, policy: online}\n") == [
        f"e.yaml:4:35: mapping.policy: {static}"
    ]
    assert check(BASE + "mapping: {method: round_robin, policy: online}\n") == []
    sweep = "sweep: {mapping.policy: [static, online], mapping.method: [memory_centric, greedy]}\n"
    assert check(BASE + sweep) == [
        "e.yaml:4:25: mapping.policy: at the point {mapping.policy: 'online', mapping.method: 'greedy'}: "
        f"mapping.policy: {static}; set `skip: invalid` in the sweep to skip such points"
    ]


def test_questions_that_cannot_be_asked_again_are_refused():
    grid = BASE.replace("generator: mc2depi, n: 12", "generator: grid, width: 4, height: 4")
    periodic = grid + "mapping: {policy: periodic}\n"
    assert check(periodic) == []
    assert check(grid + "mapping: {policy: periodic, every: 0}\n") == [
        "e.yaml:4:36: mapping.every: expected an integer from 1 to 2147483647, got 0"
    ]
    assert check(grid + "mapping: {policy: periodic, period: 50}\n") == [
        "e.yaml:4:29: mapping.period: unknown key; write every"
    ]
    assert check(grid + "mapping: {policy: periodic, file: cores.txt}\n")[0] == (
        "e.yaml:4:19: mapping.policy: a mapping from a file has no mapper that a run can ask again; expected "
        "'static'"
    )
    for execution, wanted in (
        ("memory_model: simulated", "`memory_model: traced`, got 'simulated'"),
        ("model: supersteps", "`model: dataflow`, got 'supersteps'"),
        ("steps: 2", "`steps: 1`, got 2"),
        ("stealing: nearest", "`stealing: none`, got 'nearest'"),
    ):
        assert check(periodic + f"execution: {{{execution}}}\n") == [
            f"e.yaml:4:19: mapping.policy: `policy: periodic` needs {wanted}; set it, or use `policy: static`"
        ]


def test_all_rules_between_sections_that_an_experiment_breaks_are_told():
    grid = BASE.replace("generator: mc2depi, n: 12", "generator: grid, width: 4, height: 4")
    machine = "machine: {base: mesh-2x2, core: {speeds: {0: 2}}}\n"
    assert check(
        grid.replace("machine: mesh-2x2\n", machine)
        + "mapping: {policy: periodic}\n"
        + "execution: {memory_model: simulated}\n"
    ) == [
        "e.yaml:3:34: machine.core.speeds: `core.speeds` needs `memory_model: traced`, got 'simulated'; set "
        "it, or leave out this key",
        "e.yaml:4:19: mapping.policy: `policy: periodic` needs `memory_model: traced`, got 'simulated'; set "
        "it, or use `policy: static`",
    ]


def test_files_of_programs_are_looked_for():
    text = BASE.replace("generator: mc2depi, n: 12", "source: nothere.c, input: no.txt")
    where = "(looked in the current directory)"
    assert check(text) == [
        f"e.yaml:1:20: workload.source: no such file: 'nothere.c' {where}",
        f"e.yaml:1:38: workload.input: no such file: 'no.txt' {where}",
    ]
    text = BASE.replace("generator: mc2depi, n: 12", "graph: join.c")
    assert check(text)[0] == (
        "e.yaml:1:19: workload.graph: 'join.c' is a program; use `source` instead of `graph` to trace it"
    )


def test_a_word_in_the_place_of_a_list_is_the_only_error():
    text = BASE.replace("method: libra, ", "") + "sweep: {partition.method: all}\n"
    assert check(text) == [
        "e.yaml:4:27: partition.method: expected a list of values, got 'all'; "
        "`numasim list partitioners` prints the names"
    ]
    text = BASE.partition("\n")[2] + "sweep: {workload: [fft]}\n"
    assert check(text) == [
        "e.yaml:3:9: workload: is a section; sweep one of its fields, such as workload.n, "
        "or give whole workloads in `list`, such as [{workload.program: fft}]"
    ]


def test_a_list_of_whole_workloads_needs_no_workload_beside_it():
    entries = "{workload.program: fft, workload.size: 16}, {workload.generator: grid, workload.width: 9,"
    text = (
        BASE.partition("\n")[2]
        + f"sweep: {{list: [{entries} workload.height: 9}}, {{workload.program: md}}]}}\n"
    )
    assert check(text) == []
    found = [point.experiment.workload for point in points(load_experiment("e.yaml"))]
    assert [getattr(each, "program", None) or each.generator for each in found] == ["fft", "grid", "md"]
    assert [getattr(each, "size", None) for each in (found[0], found[2])] == [16, None]


CHOICES = {
    "model": (None, "dataflow", "supersteps"),
    "steps": (1, 2),
    "stealing": ("none", "nearest"),
    "memory_model": ("traced", "simulated"),
    "communication": ("message", "coherent"),
    "aggregate_messages": (True, False),
}


@pytest.mark.parametrize("policy", ["static", "online", "periodic"])
def test_what_check_accepts_runs_and_what_it_refuses_does_not(policy):
    """Every combination of the keys of ``execution`` that exclude each other, on an acyclic graph."""
    cut, machine = partition(join(width=3), "libra", 2), load_machine("mesh-2x1")
    mapping = map_clusters(cluster_graph(cut), machine, "memory_centric", policy=policy)
    for values in itertools.product(*CHOICES.values()):
        execution = {key: value for key, value in zip(CHOICES, values, strict=True) if value is not None}
        data = {
            "workload": {"generator": "join", "width": 3},
            "partition": {"method": "libra", "parts": 2},
            "mapping": {"policy": policy},
            "machine": "mesh-2x1",
            "execution": execution,
        }
        try:
            MeshExperiment.model_validate(data)
            accepted = True
        except ValidationError:
            accepted = False
        try:
            simulate(cut, mapping, machine, {**execution, "engine": "simpy"})
            runs = True
        except NumasimError:
            runs = False
        assert (execution, accepted) == (execution, runs)
