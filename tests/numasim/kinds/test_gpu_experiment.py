"""Experiments on GPUs: what a file may say, a sweep from end to end, its rows against the model itself."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import yaml

import gpu
from gpu.backends.host.races import NEEDS_LOCKSTEP
from gpu.model.result import SCALARS, GpuResult
from numasim.experiments.experiment import run_experiment
from numasim.experiments.job import Clock
from numasim.experiments.replay import replay
from numasim.experiments.run_options import RunOptions
from numasim.kinds.gpu import point as gpu_point
from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.kinds.gpu.one_resident_block import one_resident_block
from numasim.kinds.gpu.operand import operand_name
from numasim.kinds.gpu.schema import GpuExperiment
from numasim.kinds.gpu.timeline import write_gpu_timeline
from numasim.numa.shared.timeline import Timeline
from numasim.results.drawing import draw_folder
from numasim.results.folder import write_folder
from numasim.results.plots import all_pictures
from numasim.results.summary import print_summary
from numasim.schema.expand import points
from numasim.schema.load import load_experiment
from partitioners.errors import ConfigError
from partitioners.files.interchange import bipartite
from partitioners.generators.models import rmat
from partitioners.partition_graph import partition

SPMV = {"kernel": "spmv", "matrix": {"generator": "rmat", "scale": 7}}
SWEPT = {
    "workload": {**SPMV, "entries_per_thread": 1},  # eight parts
    "machine": "titan-x-pascal",
    "sweep": {
        "workload.variant": ["merge_path", "coo", "spac"],
        "workload.x_in": ["shared", "read_only"],
        "partition.method": ["ne", "spac"],
    },
    "baseline": {"workload.variant": "merge_path"},
    "verify": True,
}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """The swept experiment, run in this process."""
    path = tmp_path_factory.mktemp("gpu") / "e.yaml"
    path.write_text(yaml.safe_dump(SWEPT, sort_keys=False))
    return run_experiment(load_experiment(path), RunOptions(workers=1))


def refused(write, **sections):
    data = {"workload": SPMV, "partition": {"method": "ne"}, "machine": "gtx-680", **sections}
    with pytest.raises(ConfigError) as error:
        load_experiment(write({key: value for key, value in data.items() if value is not None}))
    return [line.removeprefix("e.yaml:") for line in error.value.problems]


GPUS = "a100-40gb, c2050, c2070, gtx-275, gtx-680, h100, h200, k20c, k40c, rtx-3070, titan-x-pascal, v100"


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        (
            {"machine": "mesh-8x8"},
            "5:10: machine: 'mesh-8x8' is a mesh of cores, and a kernel runs on a GPU: expected "
            f"{GPUS}, a file, or a mapping",
        ),
        (
            {
                "workload": {"generator": "grid", "width": 3, "height": 3},
                "partition": {"method": "ne", "parts": 2},
            },
            "3:10: machine: 'gtx-680' is a GPU, which runs only workloads with `kernel`; expected "
            "a mesh of cores: epyc-7r13-groups, power8-2s, table2, two-socket, uma, xeon-e5345, xeon-x5550, "
            "xeon-x5570, xeon-x5650, xeon-x7500, mesh-WxH, a file, or a mapping",
        ),
        (
            {"partition": None},
            "1:1: partition: is missing; expected a mapping with method, whose parts are the blocks; or "
            "choose another workload.variant, such as merge_path",
        ),
        (
            {"workload": {"kernel": "cfd", "variant": "spac"}, "partition": None},
            "1:1: partition: is missing; expected a mapping with method, whose parts are the blocks; or "
            "choose another workload.variant, such as original",
        ),
        (
            {"workload": {**SPMV, "variant": "coo"}},
            "5:1: partition: coo uses no partition; remove this section",
        ),
        (
            {"workload": {**SPMV, "iterations": 3}},
            "4:3: workload.iterations: GPU program 'spmv' takes no option 'iterations'; known: "
            "block_size, dtype, entries_per_thread, variant, x_in",
        ),
        (
            {"workload": {**SPMV, "matrix": "no.mtx"}},
            "1:34: workload.matrix: no such file: 'no.mtx' (looked in the current directory)",
        ),
        (
            {"workload": {**SPMV, "block_size": 300}},
            "4:15: workload.block_size: spmv expects one of 256, 512, 1024, got 300",
        ),
        (
            {"workload": {**SPMV, "entries_per_thread": 0}},
            "4:23: workload.entries_per_thread: spmv expects an integer from 1 to 64, got 0",
        ),
        (
            {"workload": {**SPMV, "variant": "merge_path", "entries_per_thread": 4}, "partition": None},
            "5:3: workload.entries_per_thread: does not apply to spmv with merge_path; remove it",
        ),
        (
            {"workload": {**SPMV, "kernel": "cg", "partition_ready_after": 3}},
            "4:26: workload.partition_ready_after: expected a time with its unit, such as '50 ns', got 3; "
            "add a unit to the number: cycles, ps, ns, us, ms, s",
        ),
        (
            {"partition": {"method": "metis"}},
            "4:21: partition.method: metis makes an edge cut, but thread blocks share vertices; "
            "choose a vertex cut",
        ),
        (
            {"mapping": {"method": "round_robin"}},
            "6:1: mapping: a GPU places its blocks in hardware; remove this section",
        ),
        (
            {"sweep": {"mapping.method": ["block"], "workload.x_in": ["shared", "read_only"]}},
            "7:3: mapping.method: is not a field that can be swept; did you mean 'partition.method'?",
        ),
        ({"machine": "titan-x"}, "5:10: machine: unknown machine 'titan-x'; did you mean 'titan-x-pascal'?"),
        (
            {"machine": {"base": "k20c", "l1_latency": 900}},
            "5:35: machine.l1_latency: expected at most l2_latency, 200, got 900",
        ),
        (
            {"machine": {"base": "gtx-680", "shared_per_block": "4 B"}},
            "5:10: machine: a part of one entry needs 8 B of shared memory (2 of float32), but a block alone "
            "on a multiprocessor has 4 B; set shared_per_block and shared_carveouts",
        ),
        (
            {"machine": {"base": "k20c", "l1_fill": "16 B"}},
            "5:32: machine.l1_fill: expected 32 B, 64 B or 128 B: a sector, two sectors or a line, got 16 B",
        ),
        (
            {"machine": {"base": "gtx-275", "l2_size": "1 MiB"}},
            "5:35: machine.l2_size: expected 0 B: capability 1.x has no L2 for global memory, got 1 MiB",
        ),
        (
            {"machine": {"base": "k40c", "shared_atomic_cycles": -1}},
            "5:45: machine.shared_atomic_cycles: expected an integer from 0 to 2147483647, got -1",
        ),
        (
            {"machine": "hopper"},
            "5:10: machine: 'hopper' is a generation, from which devices start; write `base: hopper` in a "
            f"device file or choose a device: {', '.join(gpu.device_names())}",
        ),
        (
            {"machine": {"base": "hopper", "sms": 3}},
            "5:10: machine: lacks name, compute_capability, clock and 22 other fields of a device; start "
            "from an existing device, such as `base: v100`",
        ),
        (
            {"machine": {"sms": 3}},  # four fields have defaults
            "5:10: machine: lacks name, compute_capability, clock and "
            f"{len(gpu.Device.model_fields) - 4 - 4} other fields of a device; start from an existing "
            "device, such as `base: v100`",
        ),
        (
            {"sweep": {"workload.matrix": [{"generator": "rmat", "scale": 5}, {"generator": "rmt"}]}},
            "9:5: workload.matrix[1]: generator: unknown generator 'rmt'; did you mean 'rmat'?",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(write, sections, message):
    assert refused(write, **sections) == [message]


def test_what_has_no_meaning_for_a_point_is_left_out_of_it(write):
    every = points(load_experiment(write(SWEPT)))
    told = [tuple(str(value) for value in point.overrides.values()) for point in every]
    spac = [("spac", cache, method) for cache in ("shared", "read_only") for method in ("ne", "spac")]
    assert told == [("merge_path",), ("coo",), *spac]
    assert [point.experiment.partition is None for point in every] == [True, True, *[False] * 4]
    for point in every:  # a resolved experiment is one, and the same
        assert GpuExperiment.model_validate(point.experiment.resolved()) == point.experiment


def test_matrices_have_short_names(write):
    sweep = {"workload.matrix": ["rmat-6x4", {"generator": "mc2depi", "n": 9}]}
    experiment = load_experiment(
        write({**SWEPT, "sweep": sweep, "partition": {"method": "ne"}, "baseline": {}})
    )
    names = [operand_name(point.experiment.workload.matrix) for point in points(experiment)]
    assert names == ["rmat-6x4", "mc2depi n=9"]


def matrix_of_spmv():
    graph = rmat(scale=7, seed=0)
    half = sp.coo_array((np.ones(graph.num_edges), (graph.src, graph.dst)), shape=(128, 128)).tocsr()
    return (half + half.T).tocsr()


def test_rows_are_what_the_model_gives_when_it_is_called_itself(swept):
    matrix = matrix_of_spmv()
    cut = partition(bipartite(matrix), "ne", parts=-(-matrix.nnz // 256))
    for (variant, cache), prepared in {
        ("merge_path", None): matrix,
        ("spac", "shared"): gpu.spac_application(matrix, cut),
        ("spac", "read_only"): gpu.spac_application(matrix, cut, x_in="read_only"),
    }.items():
        method = variant if cache is None else f"{variant}_{cache}"
        backend = gpu.TraceBackend()
        product = gpu.spmv_operator(prepared, method, backend)
        product.apply(product.vector(np.ones(128)), backend.zeros(128, "float32"))
        expected = gpu.simulate(backend.pop_traces(), "titan-x-pascal")
        table = swept.table[swept.table["variant"] == variant]
        row = (
            table if cache is None else table[(table["x_in"] == cache) & (table["partitioner"] == "ne")]
        ).iloc[0]
        assert {name: row[name] for name in SCALARS} == dict(expected.scalars)
        assert row["seconds"] == expected.scalars["kernel_us"] / 1e6
        arrays = swept.tables["arrays"]
        of_run = arrays[arrays["run_id"] == row["run_id"]]
        assert of_run["sectors"].tolist() == expected.tables["arrays"]["sectors"].tolist()


def test_parts_have_ten_entries_a_thread_unless_they_are_given(write):
    sweep = {
        "list": [{"workload.x_in": "shared"}, {"workload.entries_per_thread": 3}, {"partition.parts": 5}]
    }
    workload = {"kernel": "spmv", "matrix": {"generator": "rmat", "scale": 9}}
    sections = {**SWEPT, "workload": workload, "partition": {"method": "ne"}, "sweep": sweep, "baseline": {}}
    table = run_experiment(load_experiment(write(sections)), RunOptions(workers=1)).table
    entries = int(table.loc[0, "entries"])
    assert table["parts"].tolist() == [-(-entries // (256 * n)) for n in (10, 3)] + [5]
    assert table["entries_per_thread"].fillna(0).tolist() == [10, 3, 0]


def test_parts_fit_on_a_multiprocessor_whose_shared_memory_is_smaller_than_a_block_may_have(write):
    machine = {"base": "gtx-680", "shared_carveouts": ["1000 B"]}
    sections = {**SWEPT, "partition": {"method": "ne"}, "machine": machine, "sweep": {}, "baseline": {}}
    results = run_experiment(load_experiment(write(sections)), RunOptions(workers=1))
    assert results.failed == 0
    row = results.table.iloc[0]
    assert row["shared_bytes"] <= 768  # three units of 256 bytes
    assert row["thread_blocks"] > row["parts"]


def test_a_block_that_is_alone_on_its_multiprocessor_is_noted():
    def notes(shared, entries=10, parts=40, name="gtx-680", threads=256):
        columns = {"threads": threads, "registers": 32, "shared_bytes": [0, shared]}
        launches = pd.DataFrame({"kernel": ["vector_fill", "spmv_spac_shared"], **columns})
        return one_resident_block(gpu.load_device(name), launches, entries, parts)

    said = "shared memory (40,000 bytes) limits a multiprocessor to one block of 256 threads; "
    assert notes(24 * 1024) == notes(40_000, name="titan-x-pascal") == []  # two fit into 48 and 96 KiB
    # 24 KiB are 0.614 of 40,000 bytes, so 6 of 10 entries a thread, or 2 parts for 1.
    assert notes(40_000) == [f"{said}try workload.entries_per_thread: 6"]
    assert notes(40_000, entries=None) == [f"{said}try partition.parts: 80"]
    assert notes(40_000, entries=1) == [f"{said}try a smaller workload.block_size"]
    # A block with all threads of a multiprocessor is alone in any case.
    device = gpu.load_device("c2070")
    assert gpu.occupancy(device, 1024, 20).blocks == 1
    assert notes(40_000, name="c2070", threads=1024) == []


def test_the_golden_rows(swept):
    assert swept.failed == 0
    columns = ["entries", "parts", "vertex_copies", "transactions", "sectors", "dram_bytes", "cycles"]
    rows = swept.table[columns].astype(object).where(swept.table[columns].notna(), None)
    assert rows.to_numpy().tolist() == GOLDEN


def test_ratios_and_transactions(swept):
    table = swept.table
    base = table.iloc[0]
    for measure in ("transactions", "dram_bytes", "seconds"):
        assert table[f"{measure}_vs_merge_path"].tolist() == (table[measure] / base[measure]).tolist()
    arrays = swept.tables["arrays"].groupby("point", sort=True)
    at_l2 = arrays[["l2_reads", "l2_writes", "l2_atomics"]].sum().sum(axis=1)
    assert at_l2.tolist() == table["transactions"].tolist()
    assert "speedup" not in table


def test_the_results_are_the_same_for_any_number_of_workers(swept, write):
    again = run_experiment(load_experiment(write(SWEPT)), RunOptions(workers=2))
    assert again.table.equals(swept.table)
    assert {name: table.equals(swept.tables[name]) for name, table in again.tables.items()} == dict.fromkeys(
        GPU.tables, True
    )


@pytest.mark.usefixtures("pictures")
def test_the_folder_has_tables_and_pictures(swept, tmp_path):
    write_folder(tmp_path, swept)
    assert draw_folder(tmp_path, swept) == []
    drawn = ("comparison", "effects", "front", "relative", "thread_blocks", "roofline", "sectors")
    assert set(drawn) < set(all_pictures())
    files = {f"{name}.{kind}" for name in drawn for kind in ("png", "svg")}
    tables = {f"{name}.{kind}" for name in (*GPU.tables, "results") for kind in ("csv", "parquet")}
    others = {"resolved.yaml", "manifest.json", "timings.parquet", "report.html"}
    assert {path.name for path in tmp_path.iterdir()} == files | tables | others
    page = (tmp_path / "report.html").read_text()
    assert "Time against transactions with the L2" in page
    assert "The mesh" not in page
    assert ">Gflop/s</th>" in page
    (roofs,) = re.findall(r"Dashed lines: the roofs of the devices \((.*?)\)\.</p>", page)
    assert re.fullmatch(r"\S+: \d+ GB/s, [\d,]+ Gflop/s", roofs)
    marks = re.search(r'id="roofline".*?</section>', page, re.S)[0].count("operations per byte</title>")
    assert marks == swept.table["flops_per_dram_byte"].notna().sum() > 0
    found = replay(tmp_path, "0")
    assert (found.cells, found.rows["variant"].tolist()) == ([], ["merge_path"])


@pytest.mark.parametrize("width", [80, 120])
def test_the_printed_table_fits(swept, width, capsys):
    from rich.console import Console

    print_summary(Console(width=width), swept.table, swept.kind, swept.baselines, swept.varying)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert any("Gflop" in line for line in lines)
    assert sum(line.split()[:2] == ["spac", "ne"] for line in lines) == 2 * (2 if width == 80 else 1)


def test_an_iteration_is_repeated_and_adapts(write):
    workload = {"kernel": "cg", "matrix": "mesh-16x16", "iterations": 4}
    sweep = {"list": [{"workload.partition_ready_after": None}, {"workload.partition_ready_after": "60 us"}]}
    sections = {**SWEPT, "workload": workload, "partition": {"method": "ne"}, "sweep": sweep, "baseline": {}}
    results = run_experiment(load_experiment(write(sections)), RunOptions(workers=1))
    assert results.failed == 0
    launches = results.tables["launches"]
    for point, kernels in launches.groupby("point")["kernel"]:
        assert (kernels == "vector_xpay").sum() == 4
        before = (kernels == "spmv_merge_path").sum()
        assert before + (kernels == "spmv_spac_shared").sum() == 4
        assert before == 0 if point == 0 else 0 < before < 4
    row = results.table.iloc[0]
    of_products = launches[(launches["point"] == 0) & launches["product"]]
    assert set(of_products["kernel"]) == {"vector_fill", "spmv_spac_shared"}
    assert len(of_products) == 8
    assert row["product_seconds"] == of_products["us"].sum() / 1e6 < row["seconds"]


def test_the_timeline_has_every_block_and_slots_hold_one_at_a_time(write, tmp_path):
    from numasim.cli import execute

    sections = {"workload": {**SPMV, "variant": "coo"}, "machine": {"base": "gtx-680", "sms": 2}}
    assert execute(["run", write(sections), "-o", "out", "--trace", "t.json", "--workers", "1"]) == 0
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    spans = {}
    for event in events:
        if event["ph"] == "X":
            spans.setdefault((event["pid"], event["tid"]), []).append(
                (event["ts"], event["ts"] + event["dur"])
            )
    assert {sm for sm, _ in spans} == {0, 1}
    for of_slot in spans.values():
        assert all(a[1] <= b[0] for a, b in zip(sorted(of_slot), sorted(of_slot)[1:], strict=False))
    blocks = -(-128 // 256) + -(-matrix_of_spmv().nnz // 256)
    assert sum(map(len, spans.values())) == blocks


@pytest.mark.parametrize(("begin_at", "cut_at"), [(0, 0), (50, 50)])
def test_of_a_wave_of_blocks_those_that_are_told_are_whole(tmp_path, begin_at, cut_at):
    blocks = pd.DataFrame({"launch": 0, "block": range(6), "sm": [0, 1, 2] * 2, "begin": 0, "end": 100})
    tables = {"launches": pd.DataFrame({"kernel": ["k"]}), "thread_blocks": blocks}
    timeline = Timeline(begin_at, None, 2)
    write_gpu_timeline(tmp_path / "t.json", timeline, GpuResult("k20c", {}, tables), "a wave")
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    assert [event["dur"] for event in events if event["ph"] == "X"] == [100 - begin_at] * 2
    assert (timeline.cut, timeline.last) == (True, cut_at)


GOLDEN = [
    [1892, None, None, 552, 1177, 16256, 13802],
    [1892, None, None, 928, 1433, 23360, 7671],
    [1892, 8, 313, 711, 828, 17536, 9758],
    [1892, 8, 311, 704, 824, 17536, 9419],
    [1892, 8, 313, 810, 1297, 20736, 9468],
    [1892, 8, 311, 796, 1264, 20480, 9187],
]


def test_an_option_is_checked_by_the_program_of_its_point(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept = """\
workload: {kernel: particle_filter}
machine: titan-x-pascal
sweep:
  list:
    - {workload.kernel: particle_filter, workload.block_size: 128}
    - {workload.kernel: gaussian, workload.block_size: 256}
"""
    file = tmp_path / "e.yaml"
    file.write_text(swept)
    assert len(points(load_experiment("e.yaml"))) == 2
    file.write_text(swept.replace("256", "128"))
    with pytest.raises(ConfigError) as error:
        load_experiment("e.yaml")
    assert error.value.problems == (
        "e.yaml:6:56: list[1].workload.block_size: gaussian expects one of 16, 64, 256, 1024, got 128",
    )


def test_what_the_race_back_end_warns_of_is_in_the_row(tmp_path):
    file = tmp_path / "pair.cu"
    file.write_text(
        'extern "C" __global__ void pair(int* out) {\n    __shared__ volatile int word;\n'
        "    if (threadIdx.x == 0) word = 1;\n    if (threadIdx.x == 1) out[0] = word;\n}\n"
    )

    class Pair:
        def __init__(self, backend):
            self.backend = backend

        def run(self):
            self.backend.kernel("pair", file=file, block_size=32)(1, self.backend.zeros(1, "int32"))

    prepared = SimpleNamespace(
        work=SimpleNamespace(kernel="bfs", resident_blocks=None, block_order="turns"),
        experiment=SimpleNamespace(seed=0),
        program=Pair,
    )
    (note,) = gpu_point._refuse_races(prepared, Clock())
    assert note.startswith("kernel 'pair': lockstep of a warp on byte 0 of 'word': block (0, 0, 0), thread ")
    assert note.endswith(NEEDS_LOCKSTEP)
