"""Latency over load: the fidelities agree where there is no load, and fan out where there is."""

import re

import pandas as pd
import pytest

from numasim.cli import execute
from numasim.machine.machine import load_machine
from numasim.results.load_curve_plot import load_figure
from numasim.results.tables import load_results
from numasim.simulation.load_curve import load_curve
from partitioners.errors import OptionError


@pytest.mark.parametrize("flits", [1, 3])
def test_a_curve(flits):
    machine = load_machine("mesh-4x4")
    curve = load_curve(machine, "uniform", flits, packets=2000)
    first = curve.iloc[0]
    routers = 1 + 2 * (16 - 1) / (3 * 4)  # the mean distance of two tiles, the same one included, is 2.5
    assert first["ideal"] == pytest.approx(1 + 1 + 5 * routers + flits - 1, rel=0.02)
    assert first["packet"] == pytest.approx(first["ideal"], rel=0.02)
    assert first["flit"] == pytest.approx(first["ideal"], rel=0.02)
    assert (curve["packet"] >= curve["ideal"]).all()
    open_rows = curve["flit"].notna()
    assert open_rows.iloc[:-1].all()
    assert not open_rows.iloc[-1]
    assert (curve["flit"] >= curve["ideal"])[open_rows].all()
    assert curve["flit"].iloc[-2] > curve["packet"].iloc[-2] > curve["ideal"].iloc[-2]
    drawn = {line.get_label(): list(line.get_ydata()) for line in load_figure(curve, "").axes[0].lines}
    assert drawn["packet"] == curve["packet"].tolist()
    assert f"routers saturated: {curve['offered'].iloc[-1]:.2f} offered" in drawn


def test_a_curve_of_two_sockets():
    """The longer and narrower links are in all three; the narrow ones saturate first."""
    sockets = {"across": 2, "link_cycles": 20, "flit_cycles": 4}
    machine = load_machine({"base": "mesh-4x2", "network": {"sockets": sockets}})
    curve = load_curve(machine, "uniform", 3, packets=2000)
    first = curve.iloc[0]
    # Mean distances of uniform traffic in a row of 4 and of 2, and every other packet crosses.
    routers = 1 + (16 - 1) / (3 * 4) + (4 - 1) / (3 * 2)
    expected = 1 + 1 + 5 * routers + (19 + 2 * 3) / 2 + 2
    assert first["ideal"] == pytest.approx(expected, rel=0.03)
    assert first["packet"] == pytest.approx(first["ideal"], rel=0.03)
    assert first["flit"] == pytest.approx(first["ideal"], rel=0.03)
    open_rows = curve["flit"].notna()
    assert (curve["flit"] >= curve["ideal"])[open_rows].all()
    # A quarter of the flits crosses each way, over two links of a quarter of a flit a cycle. A window of
    # 2,000 packets is 2% off in a standard deviation.
    bound = 2 * (1 / 4) / (8 / 4)
    assert 0.7 * bound < curve["accepted"][open_rows].max() < 1.1 * bound


@pytest.mark.parametrize(
    ("traffic", "message"),
    [
        ("tornadoo", "unknown traffic 'tornadoo'; did you mean 'tornado'?"),
        ("hotspot:0.3:4", "hotspot:0.3:4: the tiles of a 2 x 2 mesh are 0 to 3, got 4"),
    ],
)
def test_traffic_that_cannot_be_leaves_no_folder(traffic, message, tmp_path, capsys):
    folder = tmp_path / "curve"
    assert execute(["load-curve", "mesh-2x2", "--traffic", traffic, "-o", str(folder)]) == 2
    assert capsys.readouterr().err == f"error: {message}\n"
    assert not folder.exists()


def test_packets_without_a_flit_are_refused():
    message = "expected at least 100 packets of at least 1 flit, got 500 of 0"
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        load_curve(load_machine("mesh-2x2"), flits=0, packets=500)


def test_the_command_line_prints_and_draws_one(tmp_path, capsys):
    assert execute(["load-curve", "mesh-2x2", "--packets", "500", "-o", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "mesh-2x2, uniform traffic, packets of 1 flit" in printed
    assert "saturated" in printed
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "load_curve.csv",
        "load_curve.parquet",
        "load_curve.png",
        "load_curve.svg",
    ]
    assert (tmp_path / "load_curve.csv").read_text().startswith("offered,accepted,ideal,packet,flit\n")
    curve = load_results(tmp_path, "load_curve")
    assert curve.attrs["units"] == dict.fromkeys(["ideal", "packet", "flit"], "cycles")
    pd.testing.assert_frame_equal(curve, pd.read_csv(tmp_path / "load_curve.csv"))
