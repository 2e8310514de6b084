"""The validation of the network: a short run of it, what counts as a miss, and the command."""

import csv
import re
from dataclasses import replace

import numpy as np
import pytest

from numasim.cli import execute
from numasim.numa.noc_report import BEGIN, END, section, summary
from numasim.numa.noc_validation import REFERENCE, read_reference, validate_noc
from numasim.numa.sections import write_section
from partitioners.errors import InputError

UNIFORM = "A 4x4, 2 VCs x 8 flits, 1-flit packets, uniform"
COLUMNS = next(REFERENCE.glob("*.csv")).read_text().split("\n")[0].split(",")


def curve(vcs, buffer_flits, flits, traffic, rates):
    """Some rows of one of the reference curves."""
    return [
        row
        for rows in read_reference()
        for row in rows
        if (row.vcs, row.buffer_flits, row.flits, row.traffic) == (vcs, buffer_flits, flits, traffic)
        and row.rate in rates
    ]


def write_csv(folder, lines):
    (folder / "curves.csv").write_text("\n".join(",".join(line) for line in [COLUMNS, *lines]) + "\n")


def lines_of(rates):
    """Lines of the file that comes along: uniform traffic of single flits, 2 VCs of 8 flits."""
    (file,) = REFERENCE.glob("*.csv")
    with file.open(newline="") as lines:
        return [
            line
            for line in csv.reader(lines)
            if line[2:6] == ["2", "8", "1", "uniform"] and float(line[6]) in rates
        ]


def test_the_reference_that_comes_along():
    curves = read_reference()
    assert len(curves) == 36
    assert sum(map(len, curves)) == 401
    assert {row.router for rows in curves for row in rows} == {"A"}
    for rows in curves:
        assert [row.rate for row in rows] == sorted(row.rate for row in rows)
        assert all(np.isfinite(row.latency) for row in rows if row.stable)


@pytest.mark.parametrize(
    ("vcs", "buffer_flits", "flits", "traffic", "rates"),
    [
        (2, 8, 1, "uniform", (0.01, 0.3, 0.6)),
        (4, 4, 5, "uniform", (0.01, 0.3, 0.65)),
        (2, 4, 1, "transpose", (0.01, 0.16, 0.24)),
        (4, 8, 5, "neighbor", (0.01, 0.5)),
        (4, 8, 1, "hotspot20", (0.01, 0.26)),
        (2, 4, 1, "all_to_node0", (0.005, 0.06)),
    ],
)
def test_a_few_rows_of_every_traffic(vcs, buffer_flits, flits, traffic, rates):
    rows = curve(vcs, buffer_flits, flits, traffic, rates)
    assert len(rows) == len(rates)
    found = validate_noc([rows], seed=1, packets=20_000, packets_in_simpy=300, other_seeds=8)
    assert found.misses() == []
    (one,) = found.curves
    assert abs(one.lowest.cycles_off) < 0.3
    assert abs(one.worst.latency_error) < 0.03
    assert not any(row.ours.saturated for row in one.compared)
    # Queues without bounds are never slower than the router's, but for the noise of 300 packets.
    assert all(row.packet_error < 0.02 for row in one.compared)


def test_a_wrong_reference_is_missed():
    rows = curve(2, 8, 1, "uniform", (0.01, 0.3, 0.6))
    wrong = [
        replace(rows[0], latency=rows[0].latency + 0.5),
        replace(rows[1], latency=rows[1].latency * 1.05),
        replace(rows[2], accepted=rows[2].accepted * 0.95),
    ]
    found = validate_noc([wrong], packets=5_000, packets_in_simpy=300, other_seeds=8)
    first, second, third, fourth = found.misses()
    assert re.fullmatch(re.escape(UNIFORM) + r": -0\.\d\d cycles at the lowest rate, 0\.3 are allowed", first)
    assert re.fullmatch(
        re.escape(UNIFORM)
        + r" at 0\.3: latency -[45]\.\d%, 3% are allowed, and runs of the reference's length "
        r"\(20\.\d\d ± 0\.\d\d cycles\) do not reach its 22\.02",
        second,
    )
    assert re.fullmatch(re.escape(UNIFORM) + r": saturation throughput \+[56]\.\d%, 4% are allowed", third)
    assert re.fullmatch(
        r"the worst latency error of a curve is [45]\.\d% in the median, 1% are allowed", fourth
    )
    assert "**Missed:**" in section(found, seed=0, packets=5_000)


def test_a_miss_within_the_noise_of_a_short_run_is_none():
    # The reference is made to have run for 300 cycles: its latency may well be 4% off at this load.
    rows = curve(2, 8, 1, "uniform", (0.45, 0.6))
    off = [replace(rows[0], latency=rows[0].latency * 1.04, cycles=300), rows[1]]
    found = validate_noc([off], packets=5_000, packets_in_simpy=300, other_seeds=8)
    one = found.curves[0].worst
    assert abs(one.latency_error) > 0.03
    assert one.is_noise
    assert not any("at 0.45" in miss for miss in found.misses())
    assert "1 of 1 rows are above that, 1 of these within the noise" in "\n".join(summary(found))
    text = section(found, seed=0, packets=5_000)
    assert f"| {UNIFORM} | 0.45 |" in text
    assert "| noise |" in text


def test_where_our_network_saturates_and_the_reference_did_not():
    (row,) = curve(2, 8, 1, "uniform", (0.6,))
    other = replace(row, rate=0.7, stable=True, latency=30.0, routers=3.5, accepted=0.9)
    found = validate_noc([[other]], packets=5_000, packets_in_simpy=300, other_seeds=8)
    assert found.curves[0].worst.latency_error == np.inf
    assert any(miss.startswith(f"{UNIFORM} at 0.7: latency +inf%") for miss in found.misses())


@pytest.mark.parametrize(("router", "a_hop"), [("A", 5), ("B", 4), ("C", 3)])
def test_other_routers_and_meshes(tmp_path, router, a_hop):
    (line,) = lines_of([0.01])
    cells = dict(zip(COLUMNS, line, strict=True))
    routers = 1 + 2 * 24 / 15  # a 5 x 5 mesh: 2 (k^2 - 1) / 3k links
    cells |= {
        "router": router,
        "k": "5",
        "pkt_lat": str(2 + a_hop * routers),
        "routers_traversed": str(routers),
    }
    write_csv(tmp_path, [[cells[name] for name in COLUMNS]])
    ((row,),) = read_reference(tmp_path)
    found = validate_noc([[replace(row, accepted=1.0)]], packets=5_000, packets_in_simpy=300, other_seeds=8)
    assert abs(found.curves[0].lowest.cycles_off) < 0.1
    assert found.misses() == []


def test_the_command(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# Ours\n\nBefore.\n")
    write_csv(tmp_path, lines_of([0.01, 0.3, 0.6]))
    command = ["validate", "noc", "--reference", str(tmp_path), "--packets", "5000", "--output", str(page)]
    assert execute(command) == 0
    first = capsys.readouterr()
    assert first.err == ""
    assert UNIFORM in first.out
    assert re.search(r"0\.01 +latency +19\.\d\d +19\.\d\d ± 0\.\d\d .* 3%, 0\.3 cycles", first.out)
    assert re.search(r"0\.6 +flits accepted +0\.5673 +0\.5\d\d\d .* 4%", first.out)
    text = page.read_text()
    assert text.startswith(f"# Ours\n\nBefore.\n\n{BEGIN}\n")
    assert text.endswith(f"{END}\n")
    assert "**All tolerances are met.**" in text
    page.write_text(text + "\nAfter.\n")
    assert execute(command) == 0
    assert capsys.readouterr().out == first.out
    assert page.read_text() == text + "\nAfter.\n"
    # One flit too few at saturation, and the command says so.
    line = lines_of([0.6])[0]
    line[COLUMNS.index("acc_flit")] = "0.4"
    write_csv(tmp_path, [line])
    assert execute([*command[:-2], "--seed", "2"]) == 1
    assert re.fullmatch(
        rf"missed: {re.escape(UNIFORM)}: saturation throughput \+4\d\.\d%, 4% are allowed\n",
        capsys.readouterr().err,
    )


def test_a_new_page_and_a_broken_one(tmp_path):
    page = tmp_path / "validation.md"
    one = f"{BEGIN}\none\n{END}"
    write_section(page, one)
    assert page.read_text() == f"# Validation\n\n{one}\n"
    for broken in (BEGIN, END, f"{END}\n{BEGIN}"):
        page.write_text(broken)
        text = f"{page}: there is only one of the marks {BEGIN} and {END}; mend it by hand"
        with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
            write_section(page, one)


def test_files_that_are_no_reference(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert execute(["validate", "noc", "--reference", str(empty)]) == 2
    assert capsys.readouterr().err == f"error: {empty}: there are no CSV files with reference curves here\n"
    file = tmp_path / "curves.csv"
    good = lines_of([0.01])[0]
    for name, cell, text in [
        ("router", "D", "unknown router 'D'; there are A, B, C"),
        (
            "traffic",
            "tornado",
            "unknown traffic 'tornado'; there are uniform, transpose, neighbor, bit_complement, hotspot20, "
            "all_to_node0",
        ),
        ("k", "four", "not a row of a reference curve (invalid literal for int() with base 10: 'four')"),
    ]:
        line = list(good)
        line[COLUMNS.index(name)] = cell
        write_csv(tmp_path, [good, line])
        with pytest.raises(InputError, match=f"^{re.escape(f'{file}:3: {text}')}$"):
            read_reference(tmp_path)
    file.write_text("router,k\nA,4\n")
    text = f"{file}:2: a reference curve needs the column 'num_vcs'"
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        read_reference(tmp_path)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--packets", "99"], "--packets: at least 100 are needed for a mean with an error, got 99"),
        (["--output", "nowhere/page.md"], "nowhere/page.md: there is no folder nowhere to write into"),
    ],
)
def test_options_that_cannot_be(options, text, capsys):
    assert execute(["validate", "noc", *options]) == 2
    assert capsys.readouterr().err == f"error: {text}\n"
