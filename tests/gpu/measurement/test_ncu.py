"""What ``ncu`` prints is read as it prints it."""

import pytest

from gpu.measurement.ncu import (
    CORE,
    COUNTERS,
    Metric,
    known_metrics,
    ncu_command,
    ncu_problem,
    parse_raw_page,
    supported_counters,
)
from partitioners.errors import InputError

# Its layout: messages, the names of the columns, units, a row a launch. The numbers are made up.
RAW_PAGE = """\
==PROF== Connected to process 4711 (/usr/bin/python3.12)
==PROF== Profiling "vector_fill" - 0: 0%....50%....100% - 18 passes
==PROF== Profiling "spmv_coo" - 1: 0%....50%....100% - 18 passes
==PROF== Disconnected from process 4711
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size",\
"Device","CC","dram__bytes_read.sum","gpu__time_duration.sum",\
"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum","sm__warps_active.avg.pct_of_peak_sustained_active"
"","","","","","","","","","","","Kbyte","ns","","%"
"0","4711","python3.12","127.0.0.1","vector_fill","1","7","(256, 1, 1)","(16, 1, 1)","0","9.0",\
"1.5","2,336","0","12.25"
"1","4711","python3.12","127.0.0.1","spmv_coo(int, const int *)","1","7","(256, 1, 1)","(48, 1, 1)","0",\
"9.0","48,000.25","10,000","1,234","n/a"
"""


def test_the_raw_page_is_read():
    fill, coo = parse_raw_page(RAW_PAGE)
    assert (fill.kernel, coo.kernel) == ("vector_fill", "spmv_coo")
    assert fill.counters == {
        "global_reduction_requests": 0.0,
        "dram_read_bytes": 1500.0,
        "occupancy_percent": 12.25,
        "duration_ns": 2336.0,
        "blocks": 16.0,
    }
    assert coo.counters == {
        "global_reduction_requests": 1234.0,
        "dram_read_bytes": 48_000_250.0,
        "duration_ns": 10_000.0,
        "blocks": 48.0,
    }


def test_output_without_a_table_says_why():
    refused = (
        "==PROF== Connected to process 1\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to "
        "access NVIDIA GPU Performance Counters on the target device 0.\n"
        "==WARNING== No kernels were profiled.\n"
    )
    assert parse_raw_page(refused) == []
    assert ncu_problem(refused).startswith("ERR_NVGPUCTRPERM - The user does not have permission")
    assert ncu_problem("==WARNING== No kernels were profiled.") == "==WARNING== No kernels were profiled."
    assert ncu_problem("") == "ncu printed no message"
    with pytest.raises(InputError, match=r"^ncu's raw page has no column 'Kernel Name'; it has ID, Metric$"):
        parse_raw_page('"ID","Metric"\n')


def test_the_command_leaves_clocks_alone_and_says_what_happens_to_caches(tmp_path):
    command = ncu_command("ncu", tmp_path / "log", "cold", ["a.sum", "b.sum"], ["python3", "record.py"])
    assert command[:3] == ["ncu", "--csv", "--page=raw"]
    for option in "--clock-control=none", "--cache-control=all", "--metrics=a.sum,b.sum":
        assert option in command
    assert command[-2:] == ["python3", "record.py"]
    assert "--cache-control=none" in ncu_command("ncu", tmp_path / "log", "warm", [], [])


def test_counters_that_a_device_does_not_have_are_left_out(tmp_path):
    assert supported_counters(set()) == {name: metrics[0] for name, metrics in COUNTERS.items()}
    assert supported_counters({"dram__bytes_read"}) == {"dram_read_bytes": Metric("dram__bytes_read.sum")}
    assert known_metrics(str(tmp_path / "none")) == set()
    assert {*CORE} <= {*COUNTERS}


def test_no_counter_is_asked_for_that_ncu_may_not_list():
    """One unknown name ends ncu, and it does not list those of launches, which the raw page has anyway."""
    names = [metric.name for metrics in COUNTERS.values() for metric in metrics]
    assert not [name for name in names if name.startswith("launch__")]


@pytest.mark.parametrize(
    ("name", "value", "bytes_read"),
    [
        ("dram__bytes_read.sum", "1,500", 1500),
        ("dram__bytes_op_read.sum", "1,500", 1500),
        ("dram__sectors_read.sum", "3", 96),
    ],
)
def test_a_counter_is_read_by_the_first_metric_that_is_known(name, value, bytes_read):
    known = {name.partition(".")[0], "dram__sectors_read"}
    assert supported_counters(known)["dram_read_bytes"].name == name
    page = f'"ID","Kernel Name","{name}"\n"","",""\n"0","k","{value}"\n'
    assert parse_raw_page(page)[0].counters == {"dram_read_bytes": bytes_read}
