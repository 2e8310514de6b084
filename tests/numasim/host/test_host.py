"""The machine file of the computer at hand: from a made-up system, and from this one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from numasim.cli import execute
from numasim.host import description as described
from numasim.host.description import Description, describe
from numasim.host.machine_file import HostMachine
from numasim.host.measure import (
    CHAINS,
    SOURCE,
    Measured,
    Measurements,
    chase_sizes,
    compile_program,
    last_level_size,
    run_samples,
)
from numasim.machine.machine import load_machine
from numasim.trace.compilers import find_compiler
from partitioners.errors import InputError, OptionError


def write(path: Path, text: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


def system_of(folder: Path, sockets: int = 2, cores: int = 4, threads: int = 2) -> tuple[Path, Path]:
    """The files of two sockets of four cores of two hardware threads, numbered as Linux does."""
    system, processes = folder / "system", folder / "proc"
    every = sockets * cores
    write(system / "cpu" / "online", f"0-{every * threads - 1}")
    for cpu in range(every * threads):
        package, core = divmod(cpu % every, cores)
        at = system / "cpu" / f"cpu{cpu}" / "topology"
        write(at / "physical_package_id", package)
        write(at / "core_id", core)
    shared = f"0-{cores - 1},{every}-{every + cores - 1}"
    caches = (("1", "Data", "32K", 8, f"0,{every}"), ("1", "Instruction", "32K", 8, "0"))
    caches += (("2", "Unified", "256K", 8, f"0,{every}"), ("3", "Unified", "8192K", 16, shared))
    for k, (level, kind, size, ways, sharers) in enumerate(caches):
        at = system / "cpu" / "cpu0" / "cache" / f"index{k}"
        for name, value in (("level", level), ("type", kind), ("size", size), ("coherency_line_size", 64)):
            write(at / name, value)
        write(at / "ways_of_associativity", ways)
        write(at / "shared_cpu_list", sharers)
    write(system / "cpu" / "cpu0" / "cpufreq" / "cpuinfo_max_freq", 3_000_000)
    write(system / "node" / "online", f"0-{sockets - 1}")
    for node in range(sockets):
        first = node * cores
        cpus = f"{first}-{first + cores - 1},{every + first}-{every + first + cores - 1}"
        write(system / "node" / f"node{node}" / "cpulist", cpus)
        write(
            system / "node" / f"node{node}" / "distance",
            " ".join("10" if node == other else "21" for other in range(sockets)),
        )
    write(processes / "cpuinfo", "processor\t: 0\nmodel name\t: Made-up 8")
    write(processes / "meminfo", "MemTotal:       16777216 kB")
    return system, processes


def made_up(folder: Path, **options: int) -> Description:
    return describe(*system_of(folder, **options))


def measurements(about: Description, cycle: float = 0.25) -> Measurements:
    """What a machine of 4 GHz would give: L1 4 cycles, L3 40 cycles, memory 80 and 120 ns."""

    def took(ns: float) -> Measured:
        return Measured(ns, 1.1 * ns, 15)

    by_size = {
        size: 4 * cycle if size <= 2**15 else 10.0 if size <= 2**22 else 80 for size in chase_sizes(about)
    }
    chains = {"add": 1, "mul": 3, "div": 19, "fadd": 4, "fmul": 4, "fdiv": 14}
    two = len(about.nodes) > 1
    return Measurements(
        compiler="clang 99",
        chase={size: took(ns) for size, ns in by_size.items()},
        last_level=took(10.0),
        remote=took(120.0) if two else None,
        misses=took(8.0),
        stream=took(0.8),
        streams=took(0.2),
        ping_pong=took(25.0),
        across=took(60.0) if two else None,
        atomic=took(5.0),
        width=took(0.0625),
        chains={kind: took(chains[kind] * cycle) for kind in CHAINS},
    )


def test_the_description_is_that_of_the_files(tmp_path):
    found = made_up(tmp_path)
    assert found.name == "Made-up 8"
    assert found.cores == tuple(frozenset({k, k + 8}) for k in range(8))
    assert found.processors == list(range(8))
    assert found.sockets == 2
    assert [(cache.level, cache.size, cache.ways, cache.line) for cache in found.caches] == [
        (1, 32768, 8, 64),
        (2, 262144, 8, 64),
        (3, 8388608, 16, 64),
    ]
    assert found.distances == ((10, 21), (21, 10))
    assert (found.memory, found.megahertz) == (16 * 2**30, 3000)


def test_the_machine_file_has_what_was_measured(tmp_path):
    about = made_up(tmp_path)
    machine = HostMachine(about, measurements(about)).machine()
    assert (machine.topology.width, machine.topology.height) == (4, 2)
    assert machine.clock == 4e9
    assert machine.core.issue_width == 4
    assert machine.core.mshrs == 10
    assert machine.core.latencies.integer_divide == 18
    assert (machine.l1.size, machine.l1.ways, machine.l1.latency_cycles) == (32768, 8, 4)
    assert (machine.l2.size, machine.l2.ways, machine.l2.home) == (2**21, 16, "socket")
    assert machine.network.sockets.across == 2
    assert machine.network.sockets.link_cycles == 80  # half of 40 ns at 4 GHz
    assert machine.memory.bandwidth == 40e9
    # A load from the L3: the L1, legs of 0, 7, 7 and 10 cycles (two more with the block), and the slice.
    legs = (0 + 7 + 7 + 10) / 4 + (0 + 9 + 9 + 12) / 4
    assert machine.l2.latency_cycles == round(40 - 4 - legs)


def test_the_machine_file_says_where_each_value_is_from(tmp_path):
    about = made_up(tmp_path)
    text = HostMachine(about, measurements(about)).text()
    assert "# It lacks the cache of level 2 (256 KiB, private, 10 ns)." in text
    assert "2 hardware threads a core." in text
    assert "clock: 4 GHz   # measured: 0.25 ns an addition, median +10% of 15; system: 3000 MHz" in text
    values = [line for line in text.splitlines() if not line.startswith("#") and not line.endswith(":")]
    bare = [line for line in values if "#" not in line]
    assert bare == [
        "name: this-computer",
        "  home: socket",
        "  bandwidth_scope: machine",
        "  placement: first_touch",
    ]
    assert "machine" in str(load_machine(str(_written(tmp_path, text))))


def _written(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text)
    return path


def test_another_cache_can_be_the_second_level(tmp_path):
    about = made_up(tmp_path, sockets=1)
    found = HostMachine(about, measurements(about), 2)
    assert found.machine().l2.size == 2**18
    assert found.machine().network.sockets is None
    assert "# It lacks the cache of level 3 (8 MiB, of 4 cores, 10 ns)." in found.text()
    with pytest.raises(OptionError) as caught:
        HostMachine(about, measurements(about), 4)
    assert (
        str(caught.value) == "--second-level: this computer has no second cache of level 4; levels: 2 and 3"
    )


def test_a_system_that_says_nothing_is_named(tmp_path):
    with pytest.raises(InputError) as caught:
        describe(tmp_path, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/cpu/online: the system does not describe its processors; write the machine file by hand "
        "(docs/configuration.md lists its keys)"
    )
    write(tmp_path / "cpu" / "online", "0-1")
    with pytest.raises(InputError) as caught:
        describe(tmp_path, tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/cpu/cpu0/cache: the system does not describe its caches; write the machine file by hand "
        "(docs/configuration.md lists its keys)"
    )


def test_sockets_of_different_sizes_are_refused(tmp_path):
    about = made_up(tmp_path)
    lame = Description(**{**vars(about), "cores": about.cores[:-1]})
    with pytest.raises(InputError) as caught:
        HostMachine(lame, measurements(lame))
    assert str(caught.value) == (
        "7 cores in 2 sockets: a machine file has sockets of one size; write it by hand"
    )


def test_without_a_compiler_there_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(described, "SYSTEM", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    about = made_up(tmp_path)
    monkeypatch.setattr("numasim.host.description.describe", lambda: about)
    assert execute(["machine", "--this"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: clang is needed to compile C to LLVM IR, but was not found; ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "say which machine: `numasim machine --this -o mine.yaml` describes this computer"),
        (["--this", "-o", "there.yaml"], "there.yaml already exists; choose another name, or move the file"),
        (["--this", "-o", "no/mine.yaml"], "no/mine.yaml: there is no folder no to write into"),
    ],
)
def test_mistakes_are_named_before_anything_is_measured(words, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "there.yaml", "")
    assert execute(["machine", *words]) == 2
    assert capsys.readouterr().err == f"error: {says}\n"


@pytest.fixture(scope="module")
def microbenchmarks(tmp_path_factory):
    program = tmp_path_factory.mktemp("host") / "microbenchmarks"
    compile_program([SOURCE], find_compiler(), ["-O2"], program)
    return program


def test_the_microbenchmarks_run_here(microbenchmarks):
    cpu = str(min(os.sched_getaffinity(0)))
    took = run_samples(microbenchmarks, ["chain", "add", cpu])
    assert took.samples == 15
    assert 0 < took.least <= took.median
    assert run_samples(microbenchmarks, ["chain", "fdiv", cpu]).least > took.least
    assert run_samples(microbenchmarks, ["chase", "16384", cpu, cpu]).least > took.least
    with pytest.raises(InputError) as caught:
        run_samples(microbenchmarks, ["chase", "16384", "100000", cpu])
    assert str(caught.value).startswith("the microbenchmark `chase 16384 100000 ")


def test_a_chase_covers_all_levels(tmp_path):
    about = made_up(tmp_path)
    sizes = chase_sizes(about)
    assert sizes[0] == 2**14
    assert sizes[-1] == 2**25
    assert last_level_size(about) == 2**20
