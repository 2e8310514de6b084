"""Values of YAML that are nearly right, and keys for what is not modelled."""

import pytest

from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.config.yaml_lines import write_yaml

CASES = {
    "workload: {generator: erdos_renyi, vertices: 1e3, edges: 2}\npartition: {parts: 2, method: libra}\n": (
        "e.yaml:1:46: workload.vertices: erdos_renyi expects an integer from 1 to 2147483647, got 1000.0; "
        "write 1000"
    ),
    "workload: {generator: grid, width: 3, height: 3}\npartition: {parts: 2.0, method: libra}\n": (
        "e.yaml:2:20: partition.parts: expected an integer from 1 to 65536, got 2.0; write 2"
    ),
    "workload: {generator: grid, width: 3.5, height: 3}\npartition: {parts: 2, method: libra}\n": (
        "e.yaml:1:36: workload.width: grid expects an integer from 1 to 2147483647, got 3.5"
    ),
    "workload: {generator: grid, width: 3, height: 3}\n"
    "partition: {parts: 2, method: wb_libra, load_bound: .inf}\n": (
        "e.yaml:2:53: partition.load_bound: wb_libra expects a finite number of at least 1, got inf"
    ),
    "workload: {generator: grid, width: 3, height: 3}\n"
    "partition: {parts: 2, method: wb_libra, load_bound: .nan}\n": (
        "e.yaml:2:53: partition.load_bound: wb_libra expects a finite number of at least 1, got nan"
    ),
    "workload: {generator: grid, width: 3, height: 3}\npartition: {parts: 2, method: libra}\n"
    "execution: {network: off}\n": (
        "e.yaml:3:22: execution.network: expected one of 'ideal', 'packet', 'flit', got 'off'"
    ),
}


@pytest.mark.parametrize("text", CASES)
def test_a_number_that_is_nearly_right_has_its_cure(call, place, text):
    (place / "e.yaml").write_text(text + "machine: mesh-2x2\n")
    assert call("check", "e.yaml") == (2, "", f"{CASES[text]}\n")


@pytest.mark.parametrize("number", ["inf", "nan"])
def test_an_option_of_the_command_line_is_finite(call, place, number):
    (place / "g.txt").write_text("0 1\n1 2\n")
    code, _, err = call("partition", "g.txt", "-m", "wb_libra", "-p", 2, "--load-bound", number)
    assert code == 2
    assert err.startswith("error: partitioner 'wb_libra': load_bound: expected a ")


MISSING = {
    "coherence: mesi": ("coherence", "the caches keep to MESI with a directory, see docs/coherence.md"),
    "l3: {size: 1 MiB}": ("l3", "there is a private l1 and a shared l2, see docs/coherence.md"),
    "mesh: {width: 2, height: 2, depth: 2}": ("mesh.depth", "the mesh is flat, of a width and a height"),
    "torus: true": ("torus", "the network is a mesh, see docs/execution-model.md"),
}


@pytest.mark.parametrize("key", MISSING)
def test_what_the_machine_does_not_model_is_said(call, place, key):
    text = "workload: {generator: grid, width: 3, height: 3}\npartition: {parts: 2, method: libra}\n"
    (place / "e.yaml").write_text(f"{text}machine: {{base: mesh-2x2, {key}}}\n")
    code, _, err = call("check", "e.yaml")
    assert code == 2
    name, there_is = MISSING[key]
    assert err.partition(": machine.")[2] == f"{name}: unknown key; this is not modelled: {there_is}\n"


WORDS = "1e3, 007, 1.50, 0x10, -0, +5, .5, 1_0, fast"
AS_WRITTEN = ("1e3", "007", "1.50", "0x10", "-0", "+5", ".5", "1_0", "fast")


@pytest.mark.parametrize("threads", ["", ", threads: 2"])
@pytest.mark.parametrize(
    "sweep",
    [
        "",
        f"sweep: {{workload.args: [[{WORDS}], [1000.0]]}}\nbaseline: {{workload.args: [[1000.0]]}}",
        f"sweep: {{list: [{{workload.args: [{WORDS}]}}, {{workload.args: [1000.0]}}]}}",
        f"sweep: {{zip: {{workload.args: [[{WORDS}], [1000.0]], seed: [1, 2]}}}}",
        f"sweep: {{sobol: {{samples: 2, workload.args: [[{WORDS}], [1000.0]]}}}}",
    ],
)
def test_the_words_of_a_command_line_are_those_of_the_file(place, sweep, threads):
    (place / "a.c").write_text("")
    own = "" if sweep else f", args: &words [{WORDS}], flags: [-D, 007]"
    cut = "" if threads else "partition: {parts: 2, method: libra}\n"
    text = f"workload: {{source: a.c{own}{threads}}}\nmachine: mesh-2x2\n{cut}{sweep}"
    (place / "e.yaml").write_text(text)
    experiment = load_experiment("e.yaml")
    args = {point.experiment.workload.args for point in points(experiment)}
    assert args == ({AS_WRITTEN, ("1000.0",)} if sweep else {AS_WRITTEN})
    assert sweep or experiment.workload.flags == ("-D", "007")
    (place / "again.yaml").write_text(write_yaml(experiment.resolved()))
    assert load_experiment("again.yaml") == experiment


def test_wrong_arguments_are_told_as_they_are(call, place):
    (place / "a.c").write_text("")
    base = "machine: mesh-2x2\npartition: {parts: 2, method: libra}\n"
    for text, line in (
        ("workload: {source: a.c, args: 007}", "1:31: workload.args: expected a list of texts, got 7"),
        (
            "workload: {source: a.c, args: [1e3, ~]}",
            "1:31: workload.args: expected a list of texts, got null as value 2 of 2; put it into quotes",
        ),
        (
            f"workload: {{source: a.c, args: [1e6, 007, {'-O0, ' * 20}true]}}",
            "1:31: workload.args: expected a list of texts, got true as value 23 of 23; put it into quotes",
        ),
        (
            "workload: {source: a.c, args: [[1]]}",
            "1:31: workload.args: expected a list of texts, got [1] as value 1 of 1",
        ),
        (
            "workload: {source: a.c}\nsweep: {workload.args: [007]}",
            "2:25: workload.args[0]: expected a list of texts, got 7",
        ),
    ):
        (place / "e.yaml").write_text(f"{text}\n{base}")
        assert call("check", "e.yaml") == (2, "", f"e.yaml:{line}\n")
