"""Core-to-core latencies by a flag that two threads flip: transfers and closed forms."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from home_legs import way

from numasim.cli import execute
from numasim.kinds.threads.pairs_plot import pairs_figure
from numasim.machine.machine import load_machine
from numasim.numa.noc.sockets import socket_of_tile
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.ping_pong import PingPong


@pytest.mark.parametrize("engine", ["compiled", "simpy"])
def test_each_flip_but_the_first_ones_moves_the_block_once(engine):
    program = PingPong(rounds=40)
    result = simulate_threads(program, np.array([0, 3]), load_machine("mesh-2x2"), engine=engine)
    misses = int(result.tables["phases"]["l1_misses"].sum())
    assert 60 <= misses <= 80
    assert result.tables["pairs"][["core", "other_core"]].to_numpy().tolist() == [[0, 3]]


@pytest.mark.parametrize("name", ["mesh-4x4", "two-socket", "xeon-x5650"])
@pytest.mark.parametrize("core", [1, 3])
def test_one_way_is_the_legs_of_one_transfer(name, core):
    """The flag's home is at core 0, or near it: an unblock to the home, the forward, and the block."""
    where = load_machine(name)
    home, other = 0, core
    found = simulate_threads(PingPong(rounds=300), np.array([home, other]), where).tables["pairs"]
    socket = socket_of_tile(where.topology, where.network.sockets)
    flits = -(-(where.network.header_size + where.memory.block) // where.network.flit_size)
    fixed = where.l1.latency_cycles + where.l2.latency_cycles + where.l1.answer_cycles
    tiles = np.flatnonzero(socket == socket[0]) if where.l2.home == "socket" else np.arange(socket.size)

    def transfer(owner: int, taker: int, at: int) -> float:
        return fixed + way(where, owner, at, 1) + way(where, at, owner, 1) + way(where, owner, taker, flits)

    both = [(transfer(home, other, at) + transfer(other, home, at)) / 2 for at in tiles]
    assert min(both) <= found["one_way_cycles"][0] <= 1.05 * max(both) + 4


def test_a_run_has_the_table_and_no_speed_up(tmp_path, capsys):
    file = tmp_path / "pp.yaml"
    file.write_text("workload: {thread_program: ping_pong, threads: 3, rounds: 10}\nmachine: mesh-2x2\n")
    assert execute(["run", str(file), "--output", str(tmp_path / "out")]) == 0
    assert "speed-up failed" not in capsys.readouterr().out
    with Path(tmp_path / "out" / "pairs.csv").open() as rows:
        pairs = list(csv.DictReader(rows))
    assert [(row["core"], row["other_core"]) for row in pairs] == [("0", "1"), ("0", "2"), ("1", "2")]


def test_the_picture_has_the_latency_of_each_pair():
    import pandas as pd

    pairs = pd.DataFrame({"run_id": ["a"] * 3, "core": [0, 0, 1], "other_core": [1, 2, 2]})
    pairs["one_way_ns"] = [10.0, 20.0, 30.0]
    runs = pd.DataFrame({"run_id": ["a"], "panel": ["ping_pong, compact"]})
    texts = [each.get_text() for each in pairs_figure(runs, pairs).axes[0].texts]
    assert texts == ["10", "20", "10", "30", "20", "30"]


def test_one_thread_is_refused(tmp_path, capsys):
    file = tmp_path / "pp.yaml"
    file.write_text("workload: {thread_program: ping_pong, threads: 1}\nmachine: mesh-2x2\n")
    assert execute(["check", str(file)]) == 2
    line = f"{file}:1:48: workload.threads: ping_pong needs at least 2 threads, got 1\n"
    assert capsys.readouterr().err == line
