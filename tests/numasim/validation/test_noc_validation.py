"""The validation of the network: a short run of it, what counts as a miss, and the command."""

import csv
import hashlib
import re
from dataclasses import replace

import numpy as np
import pytest

from numasim.cli import execute
from numasim.machine.router_parameters import ROUTERS
from numasim.validation.markdown import write_section
from numasim.validation.noc_reference import REFERENCE, read_reference
from numasim.validation.noc_report import BEGIN, END, section, summary
from numasim.validation.noc_validation import Tolerances, validate_noc
from partitioners.errors import InputError, OptionError

UNIFORM = "A 4x4, 2 VCs x 8 flits, 1-flit packets, uniform"
STAGES = dict.fromkeys(
    ["routing_delay", "vc_alloc_delay", "sw_alloc_delay", "st_final_delay", "credit_delay"], "1"
)
COLUMNS = next(REFERENCE.glob("*.csv")).read_text().split("\n")[0].split(",")


def curve(vcs, buffer_flits, flits, traffic, rates):
    """Some rows of one of the reference curves."""
    return [
        row
        for rows in read_reference().curves
        for row in rows
        if (row.vcs, row.buffer_flits, row.flits, row.traffic) == (vcs, buffer_flits, flits, traffic)
        and row.rate in rates
    ]


def write_csv(folder, lines):
    (folder / "curves.csv").write_text("\n".join(",".join(line) for line in [COLUMNS, *lines]) + "\n")


def write_rows(folder, *rows):
    """The cells of each row by column; those that it lacks are empty."""
    names = dict.fromkeys([*COLUMNS, *(name for row in rows for name in row)])
    lines = [",".join(row.get(name, "") for name in names) for row in rows]
    (folder / "curves.csv").write_text("\n".join([",".join(names), *lines]) + "\n")


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
    reference = read_reference()
    (file,) = reference.files
    assert (file.name, file.rows) == ("mesh4x4_routerA.csv", 401)
    assert file.sha256 == hashlib.sha256((REFERENCE / file.name).read_bytes()).hexdigest()
    curves = reference.curves
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
    assert re.fullmatch(re.escape(UNIFORM) + r": -0\.\d\d cycles at the lowest rate \(0\.3 allowed\)", first)
    assert re.fullmatch(
        re.escape(UNIFORM)
        + r" at 0\.3: latency -[45]\.\d% \(3% allowed\), and runs of the reference's length "
        r"\(20\.\d\d ± 0\.\d\d cycles\) do not reach its 22\.02",
        second,
    )
    assert re.fullmatch(
        re.escape(UNIFORM) + r": saturation throughput \+[56]\.\d% \(4% allowed\), and runs of the "
        r"reference's length \(0\.5\d\d\d ± 0\.00\d\d flits\) do not reach its 0\.5389",
        third,
    )
    assert re.fullmatch(r"the worst latency error per curve has a median of [45]\.\d% \(1% allowed\)", fourth)
    assert "**Missed:**" in section(found, read_reference(), seed=0, packets=5_000)


def test_a_miss_within_the_noise_of_a_short_run_is_none():
    # The reference is made to have run for 300 cycles: its latency may well be 4% off at this load.
    rows = curve(2, 8, 1, "uniform", (0.45, 0.6))
    off = [replace(rows[0], latency=rows[0].latency * 1.04, cycles=300), rows[1]]
    found = validate_noc([off], packets=5_000, packets_in_simpy=300, other_seeds=8)
    one = found.curves[0].worst
    assert abs(one.latency_error) > 0.03
    assert one.is_noise
    assert not any("at 0.45" in miss for miss in found.misses())
    assert "1 of 1 rows exceed the tolerance, 1 of them within the noise" in "\n".join(summary(found))
    text = section(found, read_reference(), seed=0, packets=5_000)
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
    found = validate_noc(read_reference(tmp_path).curves, packets=5_000, packets_in_simpy=300, other_seeds=8)
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
    digest = hashlib.sha256((tmp_path / "curves.csv").read_bytes()).hexdigest()
    assert f"\n- `curves.csv`: 3 rows, sha256 {digest}\n" in text
    assert f"`numasim validate noc --reference {tmp_path.name}` ran every row" in text
    assert first.out.startswith(f"curves.csv: 3 rows, sha256 {digest}\n")
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
        rf"missed: {re.escape(UNIFORM)}: saturation throughput \+4\d\.\d% \(4% allowed\)\n",
        capsys.readouterr().err,
    )


def test_a_new_page_and_a_broken_one(tmp_path):
    page = tmp_path / "validation.md"
    one = f"{BEGIN}\none\n{END}"
    write_section(page, one)
    assert page.read_text() == f"# Validation\n\n{one}\n"
    for broken in (BEGIN, END, f"{END}\n{BEGIN}"):
        page.write_text(broken)
        text = f"{page}: only one of the marks {BEGIN} and {END} was found; add the other one"
        with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
            write_section(page, one)


def test_files_that_are_no_reference(tmp_path, capsys):
    empty = tmp_path / "empty"
    empty.mkdir()
    assert execute(["validate", "noc", "--reference", str(empty)]) == 2
    assert capsys.readouterr().err == f"error: {empty}: this folder has no CSV files with reference curves\n"
    file = tmp_path / "curves.csv"
    for content, text in [
        (
            b"router,k\nA,4\n",
            ":1: a reference curve requires the columns 'num_vcs', 'vc_buf_size', 'packet_size', "
            "'traffic', 'rate_flits', 'stable', 'pkt_lat', 'routers_traversed', 'acc_flit'",
        ),
        (
            ",".join(name for name in COLUMNS if name != "k").encode(),
            ":1: a reference curve requires the column 'k' (or 'width' and 'height')",
        ),
        (",".join([*COLUMNS, "k"]).encode(), ":1: the column 'k' appears 2 times"),
        (",".join(COLUMNS).encode(), ": there are no rows after the header"),
        ((",".join(COLUMNS) + "\n\nA,4\n").encode(), ":3: expected 17 cells, as in the first line, got 2"),
        (
            (",".join(COLUMNS) + "\n" + 18 * "1,").encode(),
            ":2: expected 17 cells, as in the first line, got 19",
        ),
        (b"\xff\xfe", ": this file is not UTF-8 text; expected a CSV file"),
        ((",".join(COLUMNS) + '\n"A').encode(), ":1: expected a line of a CSV file (unexpected end of data)"),
    ]:
        file.write_bytes(content)
        with pytest.raises(InputError, match=f"^{re.escape(f'{file}{text}')}$"):
            read_reference(tmp_path)


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (
            {"router": "D"},
            "unknown router 'D'; known are A, B, C; other routers require the columns routing_delay, "
            "vc_alloc_delay, sw_alloc_delay, st_final_delay, credit_delay, and speculative (1) for a "
            "speculative router",
        ),
        ({"traffic": "torado"}, "unknown traffic 'torado'; did you mean 'tornado'?"),
        (
            {"traffic": "hotspot:0.2:16"},
            "hotspot:0.2:16: the tiles of a 4 x 4 mesh are 0 to 15, got 16",
        ),
        ({"k": "four"}, "k: expected an integer from 1 to 1000000000, got 'four'"),
        ({"k": "65"}, "a mesh may have at most 4096 tiles, got 65 x 65"),
        ({"width": "4", "height": "2"}, "k is 4, but the mesh is 4 x 2; leave k empty"),
        ({"k": "", "width": "4"}, "height: expected an integer from 1 to 1000000000, got ''"),
        (
            {"k": "", "width": "4", "height": "2", "traffic": "transpose"},
            "transposed traffic requires a square mesh, got 4 x 2",
        ),
        ({"num_vcs": "13"}, "a router has at most 12 virtual channels per port, got 1 classes x 13"),
        ({"vc_buf_size": "0"}, "vc_buf_size: expected an integer from 1 to 4096, got '0'"),
        ({"packet_size": "1.5"}, "packet_size: expected an integer from 1 to 4096, got '1.5'"),
        ({"rate_flits": "1.2"}, "rate_flits: expected a number above 0 and at most 1, got '1.2'"),
        *(
            ({"stable": value}, f"stable: expected 1 (the network carried the rate) or 0, got {value!r}")
            for value in ("yes", "True", "1.0", "", "2", "-1")
        ),
        ({"pkt_lat": ""}, "pkt_lat: expected a number above 0, got ''"),
        ({"pkt_lat": "nan"}, "pkt_lat: expected a number above 0, got 'nan'"),
        ({"routers_traversed": "0.9"}, "routers_traversed: expected a number of at least 1, got '0.9'"),
        ({"acc_flit": "0"}, "acc_flit: expected a number above 0, got '0'"),
        ({"inj_flit": "-1"}, "inj_flit: expected a number above 0 and at most 1, got '-1'"),
        ({"cycles": "inf"}, "cycles: expected a number above 0 and at most 1e+09, got 'inf'"),
        ({"routing_delay": "1"}, "vc_alloc_delay: expected an integer from 0 to 1000000000, got ''"),
        (
            {"router": "D", **STAGES, "sw_alloc_delay": "0"},
            "a router's sw_alloc_delay must be an integer >= 1, got 0",
        ),
        ({"router": "D", **STAGES, "speculative": "no"}, "speculative: expected 1 or 0, got 'no'"),
        ({"router": "", **STAGES}, "router: expected a name, got an empty cell"),
        (
            {"router": "B", **STAGES},
            "the stages are not those of router B; leave their columns empty, or use a name other "
            "than A, B, C",
        ),
    ],
)
def test_rows_that_cannot_be(cells, text, tmp_path, capsys):
    good = dict(zip(COLUMNS, lines_of([0.01])[0], strict=True))
    write_rows(tmp_path, good, good | cells)
    assert execute(["validate", "noc", "--reference", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"error: {tmp_path / 'curves.csv'}:3: {text}\n"


def test_one_name_for_two_routers(tmp_path):
    good = dict(zip(COLUMNS, lines_of([0.01])[0], strict=True))
    one = good | {"router": "mine", **STAGES}
    write_rows(tmp_path, one, one | {"num_vcs": "3"}, one | {"credit_delay": "3"})
    text = (
        f"{tmp_path / 'curves.csv'}:4: the router 'mine' has different stages in an earlier row; give each "
        "router a different name"
    )
    with pytest.raises(InputError, match=f"^{re.escape(text)}$"):
        read_reference(tmp_path)


def test_a_router_by_its_stages_on_a_mesh_that_is_not_square(tmp_path):
    """The reference is the closed form: the zero-load latency over the mean distance of uniform traffic."""
    routers = 1 + (6 - 1 / 6) / 3 + (3 - 1 / 3) / 3
    good = dict(zip(COLUMNS, lines_of([0.01])[0], strict=True))
    hop = 2 + 3 + 2 + 1 + 1
    row = good | {
        "k": "",
        "width": "6",
        "height": "3",
        "router": "deep",
        "routing_delay": "2",
        "vc_alloc_delay": "3",
        "sw_alloc_delay": "2",
        "st_final_delay": "1",
        "credit_delay": "0",
        "pkt_lat": str(2 + hop * routers),
        "routers_traversed": str(routers),
    }
    write_rows(tmp_path, row)
    ((read,),) = read_reference(tmp_path).curves
    assert read.curve == "deep 6x3, 2 VCs x 8 flits, 1-flit packets, uniform"
    assert read.parameters.hop_cycles == hop
    found = validate_noc([[read]], packets=5_000, packets_in_simpy=300, other_seeds=8)
    assert found.misses() == []
    assert abs(found.curves[0].lowest.cycles_off) < 0.2
    # The stages of a known router give that router; speculation is one of them.
    write_rows(tmp_path, good | {"router": "C", **STAGES, "routing_delay": "0", "speculative": "1"})
    ((read,),) = read_reference(tmp_path).curves
    assert read.parameters == replace(ROUTERS["C"], vcs_per_class=2, buffer_flits=8)


def test_a_row_alone_is_compared(tmp_path, capsys):
    """Its own throughput is no saturation: our network's is."""
    line = lines_of([0.3])[0]
    line[COLUMNS.index("cycles")] = ""
    line[COLUMNS.index("pkt_lat")] = str(1.21 * float(line[COLUMNS.index("pkt_lat")]))
    write_csv(tmp_path, [line])
    command = ["validate", "noc", "--reference", str(tmp_path), "--packets", "5000"]
    assert execute(command) == 1
    captured = capsys.readouterr()
    assert "1 of 1 rows exceed the tolerance, 0 of them within the noise" in captured.out
    assert f"missed: {UNIFORM} at 0.3: latency -17." in captured.err


def test_nothing_compared_is_an_error(tmp_path, capsys):
    write_csv(tmp_path, lines_of([0.5, 0.55]))
    assert execute(["validate", "noc", "--reference", str(tmp_path)]) == 2
    message = capsys.readouterr().err
    assert re.fullmatch(
        re.escape(
            f"error: {tmp_path / 'curves.csv'}:2: no row can be compared, because all rows are stable "
            "and have rates above 80% of the saturation of their curve, which is "
        )
        + r"0\.5\d\d flits per tile and cycle for "
        + re.escape(f"{UNIFORM}; add rows with lower rates, or rows with stable 0\n"),
        message,
    )
    with pytest.raises(InputError, match=r"^there are no reference curves$"):
        validate_noc([])
    # Beside a curve that is compared, one that is not is named.
    other = dict(zip(COLUMNS, lines_of([0.01])[0], strict=True)) | {"traffic": "tornado"}
    high = dict(zip(COLUMNS, lines_of([0.55])[0], strict=True))
    write_rows(tmp_path, other, high)
    found = validate_noc(read_reference(tmp_path).curves, packets=1_000, packets_in_simpy=300, other_seeds=2)
    assert next(summary(found)) == (
        f"not compared: 1 of 2 curves, because all their rows are stable and above 80% of saturation "
        f"({UNIFORM})"
    )


def test_saturation_is_judged_against_noise(tmp_path):
    low, high = curve(2, 8, 1, "uniform", (0.01, 0.6))
    # A run of 1,500 cycles: its throughput scatters by more than a percent.
    off = replace(high, accepted=high.accepted * 1.03, cycles=1500)
    strict = Tolerances(saturation=0.005)
    found = validate_noc([[low, off]], packets=5_000, packets_in_simpy=300, other_seeds=40, tolerances=strict)
    one = found.curves[0].saturated[0]
    assert one.is_noise
    assert found.misses() == []
    assert "1 exceed the tolerance, 1 within the noise" in "\n".join(summary(found))
    assert f"| {UNIFORM} | 0.6 | 0.5843" in section(found, read_reference(), seed=0, packets=5_000)
    # The length that the row does not give is that of the other rows, which are long: no noise.
    found = validate_noc(
        [[low, replace(off, cycles=np.nan)]],
        packets=5_000,
        packets_in_simpy=300,
        other_seeds=8,
        tolerances=strict,
    )
    (miss,) = found.misses()
    assert re.fullmatch(
        re.escape(UNIFORM)
        + r": saturation throughput -\d\.\d% \(0\.5% allowed\), and runs of the reference's "
        r"length \(0\.5\d\d\d ± 0\.00\d\d flits\) do not reach its 0\.5843",
        miss,
    )


def test_tolerances_are_options(tmp_path, capsys):
    line = lines_of([0.3])[0]
    line[COLUMNS.index("cycles")] = ""  # no run of that length to judge noise by
    line[COLUMNS.index("pkt_lat")] = str(1.012 * float(line[COLUMNS.index("pkt_lat")]))
    write_csv(tmp_path, [line])
    command = ["validate", "noc", "--reference", str(tmp_path), "--packets", "20000"]
    assert execute([*command, "--tolerance", "0.005"]) == 1
    captured = capsys.readouterr()
    assert f"missed: {UNIFORM} at 0.3: latency -1." in captured.err
    assert "(0.5% allowed)" in captured.err
    assert "(0.167% allowed)" in captured.out
    assert execute([*command, "--tolerance", "0.05"]) == 0
    assert "(5% allowed)" in capsys.readouterr().out
    for share in (0, 1, 3.0, np.nan):
        text = f"the tolerance of latency must be a share between 0 and 1, such as 0.03, got {share}"
        with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
            Tolerances(latency=share)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--packets", "99"], "--packets: expected at least 100, for a mean with an error, got 99"),
        (["--seed", "-1"], "--seed cannot be negative, got -1"),
        (
            ["--saturation-tolerance", "4"],
            "the tolerance of saturation must be a share between 0 and 1, such as 0.03, got 4.0",
        ),
        (["--output", "nowhere/page.md"], "nowhere/page.md: there is no folder nowhere to write into"),
    ],
)
def test_options_that_cannot_be(options, text, capsys):
    assert execute(["validate", "noc", *options]) == 2
    assert capsys.readouterr().err == f"error: {text}\n"
