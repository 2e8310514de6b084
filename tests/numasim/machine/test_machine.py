import pickle
from fractions import Fraction

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.costs import TransferCosts
from mappers.topology import Mesh
from numasim.config import presets
from numasim.machine.machine import Machine, MeshSize, load_machine
from partitioners.config.yaml_lines import write_yaml
from partitioners.errors import ConfigError, OptionError
from partitioners.text import units


def problems(source, **options):
    with pytest.raises(ConfigError) as error:
        load_machine(source, **options)
    return list(error.value.problems)


def test_a_mesh_preset_has_its_size_and_the_parameters_of_table_2():
    machine = load_machine("mesh-8x8")
    assert machine.name == "mesh-8x8"
    assert machine.topology == Mesh(8, 8)
    assert machine.num_cores == 64
    assert machine.clock == 2.4e9
    assert (machine.core.max_clusters_per_core, machine.core.mshrs) == (4, 16)
    assert (machine.network.flit_size, machine.network.header_size, machine.network.hop_cycles) == (16, 8, 5)
    assert (machine.memory.capacity, machine.memory.block, machine.memory.page) == (4 * 2**30, 32, 4096)
    assert (machine.memory.bandwidth, machine.memory.bandwidth_scope) == (8 * 10**9, "machine")
    assert machine.memory.placement == "first_touch"
    assert machine.memory_latency_cycles == 120
    assert machine.controller_tiles == (0, 7, 56, 63)


def test_table2_has_as_many_cores_as_clusters():
    machine = load_machine("table2")
    assert machine.mesh == "clusters"
    assert load_machine("table2", 64).topology == machine.for_clusters(64).topology == Mesh(8, 8)
    assert load_machine("mesh-2x2", 64).topology == Mesh(2, 2)
    with pytest.raises(OptionError) as error:
        _ = machine.num_cores
    assert str(error.value) == (
        "the machine 'table2' has one core per cluster, and the number of clusters is unknown; "
        "give it with load_machine('table2', clusters=64) or machine.for_clusters(64)"
    )
    with pytest.raises(OptionError, match=r"^cannot make a mesh for 0 clusters; expected 1 .. 65536$"):
        machine.for_clusters(0)


def test_the_known_meshes_for_clusters():
    sizes = {p: load_machine("table2", p).mesh for p in (1, 2, 3, 5, 8, 16, 32, 64, 128, 1024, 65536)}
    assert {p: (mesh.width, mesh.height) for p, mesh in sizes.items()} == {
        1: (1, 1),
        2: (2, 1),
        3: (2, 2),
        5: (3, 2),
        8: (4, 2),
        16: (4, 4),
        32: (8, 4),
        64: (8, 8),
        128: (16, 8),
        1024: (32, 32),
        65536: (256, 256),
    }


@settings(deadline=None, max_examples=examples(60))
@given(st.integers(1, 3000))
def test_the_mesh_for_clusters_is_the_smallest_of_its_shape(clusters):
    mesh = load_machine("table2", clusters).mesh
    shapes = [
        (w * h, w - h)
        for h in range(1, 60)
        for w in range(h, 2 * h + 1)
        if clusters <= w * h <= 2 * clusters + 2
    ]
    assert (mesh.width * mesh.height, mesh.width - mesh.height) == min(shapes)


def test_a_controller_takes_exactly_the_ticks_of_its_bandwidth():
    one = load_machine({"base": "mesh-1x1"})
    assert one.controller_tiles == (0,)
    assert one.block_service_ticks == (48, 5)
    assert load_machine("mesh-8x8").block_service_ticks == (192, 5)  # four controllers share 8 GB/s
    each = load_machine({"base": "mesh-8x8", "memory": {"bandwidth_scope": "controller"}})
    assert each.block_service_ticks == (48, 5)


@settings(deadline=None)
@given(
    st.integers(1, 10**12),
    st.integers(0, 8),
    st.integers(10**6, 10**10),
    st.sampled_from(["corners", "all", [0]]),
)
def test_service_times_are_exact(bandwidth, power, clock, controllers):
    memory = {
        "bandwidth": f"{bandwidth} B/s",
        "block": f"{2**power} B",
        "page": "4 KiB",
        "controllers": controllers,
    }
    machine = load_machine({"base": "mesh-3x2", "clock": f"{clock} Hz", "memory": memory})
    ticks, per_cycle = machine.block_service_ticks
    share = Fraction(bandwidth, len(machine.controller_tiles))
    assert Fraction(ticks, per_cycle) == 2**power * Fraction(clock) / share


@pytest.mark.parametrize(
    ("router", "cycles"),
    [
        ({}, 4),
        ({"routing_delay": 0, "credit_delay": 2}, 3),
        ({"routing_delay": 0, "speculative": True}, 2),
        ({"routing_delay": 2, "vc_alloc_delay": 3, "sw_alloc_delay": 2, "st_final_delay": 2}, 9),
    ],
)
def test_the_pipeline_of_a_router_is_the_sum_of_its_stages(router, cycles):
    network = load_machine({"network": {"router": router, "link_cycles": 2, "injection_cycles": 3}}).network
    assert network.hop_cycles == cycles + 2
    assert network.flit_router().hop_cycles == cycles + 2
    # A message is at its port a cycle after it was sent, which is the cycle that it is injected in.
    assert 1 + network.flit_router().zero_load_latency(4, 5) == 1 + 3 + 4 * (cycles + 2) + 5 - 1
    same = load_machine({"network": {"router": router, "router_cycles": cycles}}).network
    assert same.flit_router().hop_cycles == cycles + 1


def test_networks_that_the_others_can_run_and_flit_cannot():
    shorter = load_machine({"network": {"router_cycles": 2}}).network
    assert shorter.hop_cycles == 3
    with pytest.raises(OptionError) as error:
        shorter.flit_router()
    assert str(error.value) == (
        "router_cycles is 2, but the router stages that `network: flit` uses add up to 4; "
        "remove router_cycles or change the stages"
    )
    long = load_machine({"network": {"link_cycles": 600}}).network
    assert long.hop_cycles == 604
    with pytest.raises(OptionError) as error:
        long.flit_router()
    assert str(error.value) == (
        "a router's delays may add up to at most 1023 cycles from one event to the next, got 1204"
    )


def test_latency_in_cycles_is_rounded_up():
    def cycles(latency, clock="2.4 GHz"):
        return load_machine(
            {"base": "mesh-1x1", "clock": clock, "memory": {"latency": latency}}
        ).memory_latency_cycles

    assert cycles("50 ns") == 120
    assert cycles("50.1 ns") == 121
    assert cycles("1 ps") == 1
    assert cycles("120 cycles", "1 Hz") == 120


@pytest.mark.parametrize(
    ("mesh", "controllers", "tiles"),
    [
        ("mesh-1x1", "corners", (0,)),
        ("mesh-1x3", "corners", (0, 2)),
        ("mesh-2x2", "corners", (0, 1, 2, 3)),
        ("mesh-3x3", "center", (4,)),
        ("mesh-4x3", "center", (5, 6)),
        ("mesh-4x4", "center", (5, 6, 9, 10)),
        ("mesh-1x1", "center", (0,)),
        ("mesh-3x2", "all", (0, 1, 2, 3, 4, 5)),
        ("mesh-4x4", [5, [3, 3], 0], (5, 15, 0)),
    ],
)
def test_controllers_are_on_their_tiles(mesh, controllers, tiles):
    assert load_machine({"base": mesh, "memory": {"controllers": controllers}}).controller_tiles == tiles


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (8, 8), (5, 3)])
def test_a_miss_is_a_request_and_a_reply_over_the_mean_distance(width, height):
    machine = load_machine(f"mesh-{width}x{height}")
    tiles = width * height
    hops = machine.topology.distances.sum() / (tiles * (tiles - 1)) if tiles > 1 else 0.0
    request = 1 + (hops + 1) * 5 + 1 - 1
    reply = 1 + (hops + 1) * 5 + 3 - 1  # 32 bytes and a header of 8 in flits of 16
    miss = int(np.ceil(request + reply - 1e-9))
    near = machine.controller_tiles
    service = 9.6 * len(near)  # the controllers share 8 GB/s, which is 32 bytes in 9.6 cycles
    assert machine.transfer_costs == TransferCosts(5, 3, miss, 4, 6, near, service)


@pytest.mark.parametrize("placement", ["interleave", "node:1"])
def test_mappers_see_no_controllers_if_the_mapping_does_not_decide_which_are_used(placement):
    machine = load_machine({"base": "mesh-2x2", "memory": {"placement": placement}})
    assert machine.transfer_costs.controllers == ()


def test_a_mapping_says_what_differs_from_its_base():
    machine = load_machine({"base": "mesh-8x8", "clock": "3 GHz", "memory": {"bandwidth": "16 GB/s"}})
    assert machine.name == "mesh-8x8 (changed)"
    assert (machine.clock, machine.memory.bandwidth, machine.memory.block) == (3e9, 16 * 10**9, 32)
    assert machine.topology == Mesh(8, 8)
    assert load_machine({"base": "mesh-8x8"}) == load_machine("mesh-8x8")
    assert load_machine({"base": "table2", "mesh": {"width": 3, "height": 1}, "name": "line"}).name == "line"
    assert load_machine({}).name == "custom"
    assert load_machine(machine) is machine


def test_files_may_have_bases_beside_them(tmp_path, monkeypatch):
    (tmp_path / "machines").mkdir()
    (tmp_path / "machines" / "small.yaml").write_text("base: mesh-2x2\ncore: {mshrs: 2}\n")
    (tmp_path / "machines" / "fast.yaml").write_text("base: small.yaml\nclock: 4 GHz\n")
    machine = load_machine(tmp_path / "machines" / "fast.yaml")
    assert (machine.name, machine.clock, machine.core.mshrs, machine.num_cores) == ("fast", 4e9, 2, 4)
    assert load_machine("machines/fast.yaml", directory=tmp_path) == machine
    monkeypatch.chdir(tmp_path)
    assert load_machine("machines/fast.yaml") == machine


def test_a_machine_written_and_read_is_the_same(tmp_path):
    machine = load_machine(
        {
            "base": "mesh-4x3",
            "name": "odd",
            "clock": "1.7 GHz",
            "network": {"flit_size": "10 B"},
            "memory": {
                "controllers": [0, [3, 2]],
                "placement": "node:1",
                "latency": "33 cycles",
                "page": "6 KiB",
            },
        }
    )
    (tmp_path / "m.yaml").write_text(write_yaml(machine.model_dump(mode="json")))
    assert load_machine(tmp_path / "m.yaml") == machine
    assert pickle.loads(pickle.dumps(machine)) == machine


@settings(deadline=None, max_examples=examples(50))
@given(
    st.integers(1, 2**30),
    st.integers(1, 2**16),
    st.integers(1, 10**15),
    st.floats(1.0, 1e12),
    st.integers(1, 10**9).map(lambda n: f"{n} ps") | st.integers(1, 10**6).map(lambda n: f"{n} cycles"),
)
def test_every_quantity_of_a_machine_comes_back(flit, header, bandwidth, clock, latency):
    machine = load_machine(
        {
            "network": {"flit_size": units.format_size(flit), "header_size": units.format_size(header)},
            "clock": units.format_frequency(clock),
            "memory": {"bandwidth": units.format_rate(bandwidth), "latency": latency},
        }
    )
    assert (machine.network.flit_size, machine.network.header_size, machine.clock) == (flit, header, clock)
    assert load_machine(machine.model_dump(mode="json")) == machine


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("mesh-0x8", "machine: 'mesh-0x8' has no tiles; expected mesh-WxH with W and H of at least 1"),
        ("mesh-8x00", "machine: 'mesh-8x00' has no tiles; expected mesh-WxH with W and H of at least 1"),
        ("mesh8x8", "machine: unknown machine 'mesh8x8'; did you mean 'mesh-8x8'?"),
        ("mesh-8", "machine: unknown machine 'mesh-8'; did you mean 'mesh-8x8'?"),
        ("mesh", "machine: unknown machine 'mesh'; did you mean 'mesh-8x8'?"),
        ("tabel2", "machine: unknown machine 'tabel2'; did you mean 'table2'?"),
        (
            "cray",
            "machine: unknown machine 'cray'; known: a100-40gb, c2050, c2070, "
            "epyc-7r13-groups, gtx-275, gtx-680, h100, h200, k20c, k40c, mesh-WxH, power8-2s, rtx-3070, "
            "table2, titan-x-pascal, two-socket, uma, v100, xeon-e5345, xeon-x5550, xeon-x5570, xeon-x5650, "
            "xeon-x7500",
        ),
        ("m.yaml", "machine: no such file: 'm.yaml' (looked in the current directory)"),
        (
            8,
            "machine: expected a preset (epyc-7r13-groups, power8-2s, table2, two-socket, uma, xeon-e5345, "
            "xeon-x5550, xeon-x5570, xeon-x5650, xeon-x7500, mesh-WxH), a file, or a mapping, got 8",
        ),
        ({"base": "tabel2"}, "machine.base: unknown machine 'tabel2'; did you mean 'table2'?"),
        ({"base": 3}, "machine.base: expected the name of a machine, got 3"),
        ({"mesh": 0}, "mesh: expected a mapping {width: W, height: H}, or clusters, got 0"),
        (
            {"mesh": {"width": 300, "height": 300}},
            "mesh: 300 x 300 tiles are too many; at most 65536 are supported",
        ),
        (
            {"cache": "64 KiB"},
            "cache: unknown key; known: base, clock, core, energy, l1, l2, memory, mesh, name, network",
        ),
        ({"cores": 16}, "cores: unknown key; write mesh: {width: W, height: H}"),
        ({"routing": "xy"}, "routing: unknown key; write network.router; routes are XY"),
        (
            {"network": {"flit_size": "128 bits"}},
            "network.flit_size: expected a size of at most 1 GiB with its unit, such as '64 KiB', "
            "got '128 bits'; use "
            "bytes (8 bits are 1 B); units: B, KiB, MiB, GiB, TiB, KB, MB, GB, TB",
        ),
        ({"memory": {"bandwith": "8 GB/s"}}, "memory.bandwith: unknown key; did you mean 'bandwidth'?"),
        ({"core": {"mshrs": True}}, "core.mshrs: expected an integer from 1 to 4096, got true"),
        ({"core": {"mshrs": 1.5}}, "core.mshrs: expected an integer from 1 to 4096, got 1.5"),
        (
            {"core": {"mshrs": "16"}},
            "core.mshrs: expected an integer from 1 to 4096, got '16'; leave out the quotes",
        ),
        ({"core": 16}, "core: expected a mapping, got 16"),
        (
            {"network": {"link_cycles": 0}},
            "network.link_cycles: expected an integer from 1 to 1048576, got 0",
        ),
        ({"network": {"router": "A"}}, "network.router: expected a mapping, got 'A'"),
        (
            {"network": {"router": {"vcs": 5}}},
            "network.router.vcs: expected an integer from 1 to 4, got 5",
        ),
        (
            {"network": {"router": {"buffer_flits": 0}}},
            "network.router.buffer_flits: expected an integer from 1 to 4096, got 0",
        ),
        ({"network": {"router": {"vc": 2}}}, "network.router.vc: unknown key; did you mean 'vcs'?"),
        (
            {"network": {"router": {"speculative": True, "vc_alloc_delay": 2}}},
            "network.router.vc_alloc_delay: must be 1 in a speculative router, which allocates a virtual "
            "channel and the crossbar in one cycle, got 2; set it to 1 or use `speculative: false`",
        ),
        (
            {"network": {"flit_size": "0 B"}},
            "network.flit_size: expected a size of at most 1 GiB with its unit, such as '64 KiB', "
            "greater than 0, got '0 B'",
        ),
        ({"memory": {"block": "48 B"}}, "memory.block: must be a power of two, got 48 B"),
        ({"memory": {"page": "100 B"}}, "memory.page: must be a multiple of the block of 32 B, got 100 B"),
        (
            {"memory": {"capacity": "1 KiB"}},
            "memory.capacity: must hold at least one page of 4 KiB, got 1 KiB",
        ),
        (
            {"memory": {"bandwidth_scope": "core"}},
            "memory.bandwidth_scope: expected one of 'machine', 'controller', got 'core'",
        ),
        (
            {"memory": {"placement": "node:x"}},
            "memory.placement: expected one of first_touch, interleave, node:N (N is a controller's number), "
            "got 'node:x'",
        ),
        (
            {"base": "mesh-2x2", "memory": {"placement": "node:4"}},
            "memory.placement: node:4 is not a controller; the machine has 4: 0 .. 3",
        ),
        (
            {"memory": {"controllers": [3], "placement": "node:1"}},
            "memory.placement: node:1 is not a controller; the machine has 1: only 0",
        ),
        (
            {"memory": {"dram": {"row": "48 B"}}},
            "memory.dram.row: must be a multiple of the block of 32 B, got 48 B",
        ),
        (
            {"memory": {"capacity": "32 KiB", "dram": {}}},
            "memory.dram.row: 8 open rows of 8 KiB exceed the capacity of 32 KiB",
        ),
        ({"memory": {"dram": {"banks": 0}}}, "memory.dram.banks: expected an integer from 1 to 1024, got 0"),
        (
            {"memory": {"dram": {"activate": "fast"}}},
            "memory.dram.activate: expected a time with its unit, such as '50 ns', got 'fast'",
        ),
        (
            {"base": "mesh-3x2", "network": {"sockets": {"across": 2, "link_cycles": 60}}},
            "network.sockets.across: 3 tiles cannot be split equally into 2 sockets; the mesh is 3 x 2",
        ),
        (
            {"network": {"sockets": {"link_cycles": 60}}},
            "network.sockets: a machine with one socket has no links between sockets; set `across` or `down` "
            "to at least 2, or remove `sockets`",
        ),
        (
            {"network": {"sockets": {"across": 2}}},
            "network.sockets.link_cycles: is missing; expected an integer from 1 to 1048576",
        ),
        (
            {"base": "mesh-2x2", "memory": {"controllers": [4]}},
            "memory.controllers[0]: controller 0 at 4 is not on the 2 x 2 mesh; its tiles are 0 .. 3",
        ),
        (
            {"base": "mesh-2x2", "memory": {"controllers": [0, [1, 2]]}},
            "memory.controllers[1]: controller 1 at [1, 2] is not on the 2 x 2 mesh; "
            "its tiles are x 0 .. 1, y 0 .. 1",
        ),
        (
            {"base": "mesh-2x2", "memory": {"controllers": [1, [1, 0]]}},
            "memory.controllers[1]: tile [1, 0] is listed twice; a tile has at most one controller",
        ),
        (
            {"memory": {"controllers": []}},
            "memory.controllers: the list is empty; a machine needs at least one memory controller",
        ),
        (
            {"memory": {"controllers": [0, [1], -1]}},
            "memory.controllers[1]: expected a tile id or a pair [x, y], got [1]",
        ),
        (
            {"memory": {"controllers": "corner"}},
            "memory.controllers: expected corners, center, all, or a list of tile ids or [x, y] pairs, "
            "got 'corner'",
        ),
    ],
)
def test_what_cannot_be_a_machine_is_refused(source, message):
    assert problems(source)[0] == message


def test_a_controller_off_the_mesh_of_the_clusters_is_refused():
    machine = load_machine({"base": "table2", "memory": {"controllers": [60]}})
    assert machine.for_clusters(64).controller_tiles == (60,)
    with pytest.raises(OptionError) as error:
        machine.for_clusters(8)
    assert str(error.value) == (
        "machine.memory.controllers[0]: controller 0 at 60 is not on the 4 x 2 mesh; its tiles are 0 .. 7"
    )


def test_errors_of_a_file_come_at_once_with_their_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text("mesh: {width: 4, height: 4}\nclock: fast\n")
    (tmp_path / "m.yaml").write_text("base: base.yaml\ncore:\n  mshrs: 0\nmesh: {width: 0}\nmemry: {}\n")
    assert problems("m.yaml") == [
        "base.yaml:2:8: clock: expected a frequency with its unit, such as '2.4 GHz', got 'fast'",
        "m.yaml:3:10: core.mshrs: expected an integer from 1 to 4096, got 0",
        "m.yaml:4:15: mesh.width: expected an integer from 1 to 65536, got 0",
        "m.yaml:5:1: memry: unknown key; did you mean 'memory'?",
    ]
    (tmp_path / "m.yaml").write_text("base: m.yaml\n")
    assert problems("m.yaml") == ["m.yaml:1:7: base: 'm.yaml' is based on itself"]
    (tmp_path / "m.yaml").write_text("")
    assert problems("m.yaml") == ["m.yaml: the file is empty; expected a YAML mapping"]


def test_all_rules_between_keys_that_a_machine_breaks_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.yaml").write_text(
        "mesh: {width: 4, height: 4}\n"
        "l1: {size: 65000 B}\n"
        "memory: {controllers: [0, 20], placement: 'node:9'}\n"
        "network: {sockets: {across: 3, down: 1, link_cycles: 9}}\n"
        "core: {speeds: {99: 2}}\n"
    )
    assert problems("m.yaml") == [
        "m.yaml:2:12: l1.size: 65 KB is not a whole number of sets of 4 ways x 32 B; give a multiple of "
        "128 B",
        "m.yaml:3:27: memory.controllers[1]: controller 1 at 20 is not on the 4 x 4 mesh; its tiles are "
        "0 .. 15",
        "m.yaml:3:43: memory.placement: node:9 is not a controller; the machine has 2: 0 .. 1",
        "m.yaml:4:29: network.sockets.across: 4 tiles cannot be split equally into 3 sockets; the mesh is "
        "4 x 4",
        "m.yaml:5:21: core.speeds.99: there is no core 99; the machine has the cores 0 .. 15",
    ]


def test_a_machine_cannot_be_changed():
    machine = load_machine("mesh-2x2")
    with pytest.raises(ValueError, match="frozen"):
        machine.clock = 1.0
    assert Machine(mesh=MeshSize(width=2, height=2)).num_cores == 4


def test_every_preset_loads():
    assert presets.machine_names() == [
        "epyc-7r13-groups",
        "power8-2s",
        "table2",
        "two-socket",
        "uma",
        "xeon-e5345",
        "xeon-x5550",
        "xeon-x5570",
        "xeon-x5650",
        "xeon-x7500",
        "mesh-WxH",
    ]
    for name in presets.machine_names():
        assert load_machine(name.replace("WxH", "3x2"), clusters=6).num_cores in (6, 8, 12, 16, 20, 32, 64)
