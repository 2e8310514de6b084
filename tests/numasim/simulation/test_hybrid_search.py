"""Test the breadth-first search by threads and a GPU: levels, extremes, copies, returns and error texts."""

import numpy as np
import pytest

from gpu import HostBackend
from gpu.model.backend import SimulatedBackend
from gpu.model.device import load_device
from gpu.programs.bfs import Bfs as GpuBfs
from gpu.programs.level_reading import LevelReading, bitmap, words
from numasim.machine.machine import load_machine
from numasim.simulation.gpu_levels import GpuRun, search_on_gpu
from numasim.simulation.hybrid_search import run_hybrid_search, simulate_hybrid_search
from numasim.simulation.link import Link
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.bfs_gpu import GpuLevels
from numasim.threads.bfs_states import GPU, QUEUE, R2Q, READ, SMALL, Change, preset
from numasim.threads.hybrid_bfs import HybridBfs
from partitioners.analysis.distances import UNREACHED
from partitioners.errors import OptionError, VerificationError
from tests.numasim.threads.test_thread_bfs import GRAPHS, levels_of

MACHINE = load_machine("mesh-2x2")
DEVICE = load_device("c2050")
LINK = Link(bandwidth=6_000_000_000, latency=10e-6)
CORES = np.arange(4)
RETURNS = ("never", "shrinking")


def simulated(name, gpu, **options):
    return simulate_hybrid_search(GRAPHS[name], MACHINE, DEVICE, LINK, gpu, CORES, **options)


def sizes_of(result):
    """The nodes of each level from the first root."""
    found = result.distances[0]
    return np.bincount(found[found < UNREACHED]).tolist()


@pytest.mark.parametrize("returns", RETURNS)
@pytest.mark.parametrize("method", ["queue", "read", "hybrid"])
@pytest.mark.parametrize("name", GRAPHS)
def test_real_runs_find_the_levels_of_a_search_in_plain_python(name, method, returns):
    graph = GRAPHS[name]
    result = run_hybrid_search(
        graph, HostBackend(), GpuLevels(30, returns), 2, roots=2 if name != "one edge" else 1, method=method
    )
    for root, found in zip(result.searches["root"], result.distances, strict=True):
        level, sizes = levels_of(graph, root)
        assert found.tolist() == level
        rows = result.levels[result.levels["root"] == root]
        assert rows["frontier"].tolist() == sizes
        assert rows["edges"].tolist() == [graph.out_degree[found == k].sum() for k in range(len(sizes))]
        first = next((k for k, size in enumerate(sizes) if size > 30), len(sizes))
        is_gpu = [size > 30 if returns == "shrinking" else k >= first for k, size in enumerate(sizes)]
        assert rows["device"].tolist() == ["gpu" if each else "cpu" for each in is_gpu]
        assert (rows["state"] == "gpu").tolist() == is_gpu
    assert (result.levels["seconds"] > 0).all()
    assert (result.cpu, result.gpu) == (None, None)


@pytest.mark.parametrize("returns", RETURNS)
@pytest.mark.parametrize("name", ["rmat", "uniform", "star", "disconnected"])
def test_simulated_runs_find_the_same_levels_and_their_times_add_up(name, returns):
    result = simulated(name, GpuLevels(40, returns), roots=2, seed=3)
    for root, found in zip(result.searches["root"], result.distances, strict=True):
        assert found.tolist() == levels_of(GRAPHS[name], root)[0]
    total = result.levels["seconds"].sum() + result.copies["seconds"].sum()
    assert result.searches["seconds"].sum() == pytest.approx(total)
    of_gpu = result.levels[result.levels["device"] == "gpu"]["seconds"].sum()
    on_device = (of_gpu + result.copies["seconds"].sum()) * 1e6
    assert on_device == pytest.approx(result.gpu.scalars["time_us"])
    assert result.seconds == result.searches["seconds"].mean()


@pytest.mark.parametrize("method", ["queue", "read", "hybrid"])
def test_without_gpu_levels_all_is_as_by_threads_alone(method):
    graph = GRAPHS["rmat"]
    result = simulated("rmat", GpuLevels(graph.num_vertices, "shrinking"), roots=2, method=method)
    alone = simulate_threads(Bfs(graph=graph, roots=2, method=method), CORES, MACHINE)
    assert result.cpu.scalars == alone.scalars
    for name, table in alone.tables.items():
        assert result.cpu.tables[name].equals(table)
    assert (result.levels["device"] == "cpu").all()
    assert len(result.copies) == 0
    assert result.gpu.scalars["cycles"] == 0


@pytest.mark.parametrize("variant", ["read_node", "read_warp"])
def test_with_all_levels_the_gpu_takes_the_cycles_of_its_own_program(variant):
    graph = GRAPHS["rmat"]
    result = simulated("rmat", GpuLevels(0), variant=variant)
    root = int(result.searches["root"][0])
    backend = SimulatedBackend(LINK.connect(DEVICE))
    program = GpuBfs(graph, backend, variant=variant, root=root, block_size=256)
    alone = backend.simulate(program.run)
    assert result.gpu.scalars == alone.scalars
    assert result.distances[0].tolist() == program.distances.tolist()
    assert result.seconds * 1e6 == pytest.approx(alone.scalars["time_us"])
    assert result.searches["cpu_seconds"].tolist() == [0]


def test_the_l2_is_kept_from_one_root_to_the_next():
    one, two = simulated("rmat", GpuLevels(0), roots=[5]), simulated("rmat", GpuLevels(0), roots=[5, 9])
    other = simulated("rmat", GpuLevels(0), roots=[9])
    seconds = two.searches["gpu_seconds"]
    assert seconds[0] == pytest.approx(one.searches["gpu_seconds"][0])
    assert seconds[1] < other.searches["gpu_seconds"][0]
    reads = [each.gpu.scalars["dram_reads"] for each in (one, two, other)]
    assert reads[1] < reads[0] + reads[2]


def test_copies_take_the_latency_and_their_bytes_over_the_bandwidth():
    link = Link(bandwidth=123_000_000, latency=37e-6)
    graph = GRAPHS["rmat"]
    nodes, sizes = graph.num_vertices, levels_of(graph, Bfs(graph=graph).roots[0])[1]
    largest = int(np.argmax(sizes))
    gpu = GpuLevels(sizes[largest] - 1, "shrinking")
    result = simulate_hybrid_search(graph, MACHINE, DEVICE, link, gpu, CORES)
    copies = result.copies.drop(columns=["root", "seconds"]).to_numpy().tolist()
    assert copies == [
        [largest, "to_device", "levels", 4 * nodes],
        [largest, "to_device", "bitmap", nodes // 8],
        [largest + 1, "to_host", "levels", 4 * nodes],
        [largest + 1, "to_host", "bitmap", nodes // 8],
    ]
    for row in result.copies.itertuples():
        waits = DEVICE.synchronise_latency if row.direction == "to_host" else 0
        assert row.seconds == pytest.approx(link.seconds(row.bytes) + waits, abs=3 / DEVICE.clock)
        assert link.seconds(row.bytes) == 37e-6 + row.bytes / 123_000_000


def test_a_slower_link_changes_only_the_time_of_the_gpu():
    near, far = (
        simulate_hybrid_search(GRAPHS["rmat"], MACHINE, DEVICE, Link(rate, 10e-6), GpuLevels(40), CORES)
        for rate in (6_000_000_000, 60_000_000)
    )
    assert near.searches["cpu_seconds"].equals(far.searches["cpu_seconds"])
    assert near.gpu.scalars["kernel_cycles"] == far.gpu.scalars["kernel_cycles"]
    bytes_more = near.copies["bytes"].sum() * (1 / 60e6 - 1 / 6e9)
    more = far.searches["copy_seconds"].sum() - near.searches["copy_seconds"].sum()
    assert more == pytest.approx(bytes_more, abs=8 / DEVICE.clock)


def test_runs_are_equal_and_both_engines_agree():
    results = [
        simulated("disconnected", GpuLevels(1, "shrinking"), roots=2, engine=engine)
        for engine in ("compiled", "compiled", "simpy")
    ]
    for other in results[1:]:
        assert other.levels.equals(results[0].levels)
        assert other.copies.equals(results[0].copies)
        assert other.cpu.scalars == results[0].cpu.scalars
        assert other.gpu.scalars == results[0].gpu.scalars


@pytest.mark.parametrize("above", [0, 1, 3, 40, 700])
def test_the_threads_make_no_operation_in_a_level_of_the_gpu(above):
    result = simulated("uniform", GpuLevels(above, "shrinking", below=above // 2))
    phases = result.cpu.tables["phases"]
    of_gpu = phases[phases["state"] == "gpu"]
    of_gpu = of_gpu[of_gpu["part"] == "level"]
    assert len(of_gpu) == (result.levels["device"] == "gpu").sum()
    assert of_gpu[["loads", "stores", "atomics"]].to_numpy().sum() == 0
    sizes, on_gpu, expected = sizes_of(result), False, []
    for size in sizes:
        on_gpu = size > (above // 2 if on_gpu else above)
        expected.append("gpu" if on_gpu else "cpu")
    assert result.levels["device"].tolist() == expected


def test_the_bitmap_of_a_return_has_the_visited_nodes():
    graph = GRAPHS["road"]
    level = np.array(levels_of(graph, 0)[0], np.int32)
    reading = LevelReading(graph, HostBackend(), variant="read_node", block_size=256, marks=True)
    reading.set_levels(np.where(level <= 3, level, UNREACHED).astype(np.int32))
    reading.set_visited(bitmap(level, 3))
    assert reading.visit(3)
    assert reading.mark(4) == np.count_nonzero(level == 4)
    visited = reading.visited()
    assert visited.size == words(graph.num_vertices) == -(-graph.num_vertices // 32)
    for node in range(graph.num_vertices):
        assert bool(int(visited[node // 32]) >> node % 32 & 1) == (level[node] <= 4)


def test_a_gpu_that_finds_other_levels_is_refused():
    graph = GRAPHS["star"]
    levels = np.full(graph.num_vertices, 1, np.int32)
    levels[[0, 7]] = 0, 2
    reading = LevelReading(graph, HostBackend())
    with pytest.raises(VerificationError) as caught:
        search_on_gpu(reading, [GpuRun(0, 0, 0, False, levels)], lambda: 0.0, marks=False)
    assert str(caught.value) == (
        "root 0: after level 0, the GPU has not found the nodes that the threads found"
    )


def test_the_rows_of_the_gpu_come_before_those_of_the_threads():
    rows = GpuLevels(9).table(preset("hong"), SMALL)
    assert rows == (*(Change(state, GPU, least=10) for state in range(5)), *preset("hong"))
    back = [Change(GPU, R2Q, most=4), Change(R2Q, QUEUE)]
    assert list(GpuLevels(9, "shrinking", 4).table((), QUEUE)[5:]) == back
    assert list(GpuLevels(9, "shrinking").table((), READ)[5:]) == [Change(GPU, READ, most=9)]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda: Link(0, 1e-6),
            "link has no bandwidth, so no copy would end; set link.bandwidth, as in '6 GB/s'",
        ),
        (
            lambda: Link(None, 1e-6),
            "link has no bandwidth, so no copy would end; set link.bandwidth, as in '6 GB/s'",
        ),
        (lambda: Link(-5, 1e-6), "link.bandwidth is -5; expected bytes per second above 0"),
        (lambda: Link(5, 0.0), "link.latency is 0.0; expected seconds above 0"),
        (lambda: GpuLevels(-1), "gpu_above is -1; expected an integer of at least 0"),
        (lambda: GpuLevels(5, "always"), "gpu_return is 'always'; choose one of never, shrinking"),
        (
            lambda: GpuLevels(5, "never", 3),
            "gpu_below is 3, but the search never returns from the GPU; leave it out, or set gpu_return to "
            "'shrinking'",
        ),
        (
            lambda: GpuLevels(5, "shrinking", 6),
            "gpu_below is 6; expected 0 to gpu_above, which is 5, since larger levels go to the GPU",
        ),
        (
            lambda: HybridBfs(graph=GRAPHS["star"], gpu=GpuLevels(5), method="channels"),
            "method is 'channels'; choose one of queue, read, hybrid",
        ),
        (
            lambda: LevelReading(GRAPHS["star"], HostBackend(), variant="queue_node"),
            "variant is 'queue_node'; choose one of read_node, read_warp",
        ),
    ],
)
def test_what_bad_options_get(make, text):
    with pytest.raises(OptionError) as caught:
        make()
    assert str(caught.value) == text


def test_the_link_replaces_that_of_the_device():
    connected = LINK.connect(DEVICE)
    assert (connected.link_bandwidth, connected.copy_latency) == (6_000_000_000, 10e-6)
    assert (
        load_device(connected, link_bandwidth=DEVICE.link_bandwidth, copy_latency=DEVICE.copy_latency)
        == DEVICE
    )
