"""The suites of schedulers, generators and components over ours and over broken ones; the command line."""

import pytest
from broken_plugins import BROKEN

from numasim.cli import execute
from numasim.conformance.suites import SUITES, conformance, suite_of
from numasim.program.schedulers import SCHEDULERS
from partitioners.edge_cuts.baselines import block
from partitioners.errors import UnknownNameError
from partitioners.partition_graph import PARTITIONERS
from partitioners.plugins.conformance import Suite, ask_another_process

NEEDED = {
    "rmat": {"scale": 5},
    "barabasi_albert": {"vertices": 30},
    "erdos_renyi": {"vertices": 30, "edges": 60},
    "web": {"pages": 30},
    "grid": {"width": 5, "height": 4},
    "mesh27": {"side": 3},
    "mc2depi": {"n": 5},
    "finite_elements": {"width": 2, "height": 2, "length": 3},
    "circuit": {"rows": 60, "pairs": 90},
    "degree_sequence": {"out_degrees": [2, 0, 1, 5, 1]},
    "fork_join": {"width": 4},
    "join": {"width": 4},
    "map_reduce": {"maps": 4, "reduces": 2},
    "stencil": {"width": 4},
    "cholesky": {"tiles": 3},
    "lu": {"tiles": 3},
    "fft": {"points": 8},
    "out_tree": {"depth": 4},
    "in_tree": {"depth": 4},
}
FAMILIES = ("scheduler", "generator", "component", "thread-program", "thread-schedule", "thread-mapper")
COMPONENTS = ("none", "ideal", "l1")  # numasim's own are the parts of every run
OURS = [
    (kind, name)
    for kind in FAMILIES
    for name in suite_of(kind).registry
    if kind != "component" or name in COMPONENTS
]


@pytest.fixture(scope="module")
def suites():
    """One for each plug-in; all are asked in another process at once."""
    made = {(kind, name): suite_of(kind)(name, NEEDED.get(name)) for kind, name in OURS}
    ask_another_process(list(made.values()))
    return made


@pytest.mark.parametrize("plugin", OURS, ids=" ".join)
def test_every_plug_in_conforms(plugin, suites):
    findings = suites[plugin].run()
    assert [(each.check, each.failure) for each in findings if each.failure] == []


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in BROKEN for name in BROKEN[kind]])
def test_a_broken_plug_in_is_found_by_the_check_that_is_meant_for_it(kind, name):
    registry = SUITES[kind].registry
    registry.register(name, BROKEN[kind][name])
    try:
        suite = SUITES[kind](name)
        assert suite._make(getattr(suite, name)).failure
    finally:
        registry.unregister(name)


@pytest.mark.parametrize("kind", FAMILIES)
def test_every_check_of_a_family_has_its_broken_plug_in(kind):
    own = {name for name, value in vars(SUITES[kind]).items() if hasattr(value, "check")}
    assert own == set(BROKEN[kind])
    assert not own & vars(Suite).keys()


def test_a_kind_that_is_none_is_refused():
    with pytest.raises(UnknownNameError, match=r"^unknown kind 'schedulers'; did you mean 'scheduler'\?$"):
        conformance("schedulers", "fifo")


# The command line

EDGE = "'one edge' (2 vertices, 1 edges)"


def command(capfd, *tokens):
    code = execute(["conformance", *tokens])
    out, err = capfd.readouterr()
    return code, out, err


def test_the_table_of_one_that_passes(capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = command(capfd, "scheduler", "fifo")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[1].rstrip() == "passed  the docstring begins with a one-line summary"
    assert lines[-1] == f"scheduler 'fifo': {len(lines) - 3} checks passed"
    assert all(line.startswith("passed  ") for line in lines[1:-2])


def test_the_table_of_one_that_fails(capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")

    def shifted(graph, parts):
        return block(graph, parts + 1)

    PARTITIONERS.register("shifted", shifted)
    try:
        code, out, err = command(capfd, "partitioner", "shifted")
    finally:
        PARTITIONERS.unregister("shifted")
    lines = [line.rstrip() for line in out.splitlines()]
    assert code == 1
    at = lines.index("failed  a cut into one part puts everything into cluster 0")
    assert lines[at + 1].strip() == (
        f"input {EDGE}, 1 part, seed 0: VerificationError: partitioner 'shifted' returned 2 parts for the 1 "
        "that it was asked for; it must return a partition with these, of which some may be empty"
    )
    at = lines.index("-       any seed is taken")
    assert lines[at + 1].strip() == "it has no seed"
    failed = sum(line.startswith("failed") for line in lines)
    passed = sum(line.startswith("passed") for line in lines)
    assert err == f"partitioner 'shifted': {passed} checks passed, 3 do not apply, {failed} failed\n"


def test_the_table_of_a_gpu_program(capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    code, out, err = command(capfd, "gpu-program", "bfs", "--set", "variant=queue_block")
    lines = [line.rstrip() for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert lines[-1] == "gpu-program 'bfs': 23 checks passed, 2 do not apply"
    assert "passed  its check finds results in which every value is changed" in lines


def test_a_cause_is_printed_once(capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")

    def raising(graph, parts):
        """Looks up what is not there."""
        return {}["x"]

    PARTITIONERS.register("raising", raising)
    try:
        code, out, _ = command(capfd, "partitioner", "raising")
    finally:
        PARTITIONERS.unregister("raising")
    line = raising.__code__.co_firstlineno + 2
    assert code == 1
    assert out.count("KeyError") == 1
    assert f"KeyError: 'x' ({__file__}, line {line}, in raising)" in out
    assert out.count("for the same reason as '") == out.count("failed  ") - 1


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["partitoner", "libra"], "unknown kind 'partitoner'; did you mean 'partitioner'?"),
        (["partitioner", "lbra"], "unknown partitioner 'lbra'; did you mean 'libra'?"),
        (["gpu-program", "bf"], "unknown GPU program 'bf'; did you mean 'bfs'?"),
        (["gpu-programm", "bfs"], "unknown kind 'gpu-programm'; did you mean 'gpu-program'?"),
        (
            ["gpu-program", "bfs", "--set", "varient=relax"],
            "GPU program 'bfs' takes no option 'varient'; did you mean 'variant'?",
        ),
        (["generator", "rmat"], "generator 'rmat' needs the option 'scale'; set it with --set scale=VALUE"),
        (
            ["generator", "rmat", "--set", "scale"],
            "--set scale: expected OPTION=VALUE, such as --set scale=6",
        ),
        (
            ["generator", "rmat", "--set", "scle=4"],
            "generator 'rmat' takes no option 'scle'; did you mean 'scale'?",
        ),
        (["scheduler", "fifo", "--set", "n=4"], "scheduler 'fifo' takes no option 'n'; it takes no options"),
        (
            ["generator", "rmat", "--set", "scale=4", "--set", "scale=5"],
            "--set scale=5: scale is given twice",
        ),
        (
            ["generator", "rmat", "--set", "scale=x"],
            "generator 'rmat': scale: expected an integer from 1 to 30, got 'x'",
        ),
    ],
)
def test_what_cannot_be_checked_is_refused(capfd, tokens, said):
    assert command(capfd, *tokens) == (2, "", f"error: {said}\n")


def test_nothing_is_left_registered():
    assert not {"priorities_are_valid", "shifted"} & {*SCHEDULERS, *PARTITIONERS}
