"""The latencies between pairs of cores that a program measures, and their matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.numa.noc.sockets import socket_of_tile

if TYPE_CHECKING:
    import pandas as pd

    from numasim.machine.machine import Machine


def of_cores(pairs: pd.DataFrame, core_of_thread: NDArray[np.int64], machine: Machine) -> pd.DataFrame:
    """Make a table of the latencies between cores from that between threads.

    Parameters
    ----------
    pairs : DataFrame
        The columns ``first``, ``second`` (threads) and ``one_way_cycles``.
    core_of_thread : ndarray of int64, shape (threads,)

    Returns
    -------
    DataFrame
        ``core``, ``other_core``, ``other_socket`` (whether they are in different sockets), ``one_way_cycles``
        and ``one_way_ns``.
    """
    import pandas as pd

    ends = [core_of_thread[pairs[name]] for name in ("first", "second")]
    socket = socket_of_tile(machine.topology, machine.network.sockets)
    cycles = pairs["one_way_cycles"].to_numpy()
    columns = {
        "core": ends[0],
        "other_core": ends[1],
        "other_socket": socket[ends[0]] != socket[ends[1]],
        "one_way_cycles": cycles,
        "one_way_ns": cycles / machine.clock * 1e9,
    }
    return pd.DataFrame(columns)


def pair_figures(pairs: pd.DataFrame) -> dict[str, float]:
    """The medians of ``one_way_ns`` within sockets and across them, of those that there are."""
    named = {False: "one_way_ns_in_socket", True: "one_way_ns_across"}
    medians = pairs.groupby("other_socket")["one_way_ns"].median()
    return {named[bool(across)]: float(median) for across, median in medians.items()}
