"""The counters of a flit-level network up to its current cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.numa.noc.router_records import (
    ARRIVALS,
    FLIT_CYCLES,
    LOCAL,
    LONGER,
    NOW,
    OCCUPIED,
    PORTS,
    POSITION,
    STALLED,
    TARGET_COLUMN,
    TARGET_ROW,
)
from partitioners.kernels.array_types import Records

if TYPE_CHECKING:
    from numasim.numa.noc.flit_state import FlitState


def link_counts(state: FlitState) -> dict[str, NDArray[np.int64]]:
    """The counters of the links and of the buffers at their ends, by link id; zeros at the mesh's edges.

    Returns
    -------
    dict
        ``flits``: flits granted to each link; ``busy_cycles``: cycles for which flits occupy the link;
        ``buffered_flit_cycles``: flits x cycles in the buffers at its end; ``credit_stall_cycles``: cycles in
        which a VC of these buffers had a flit and an output VC but no credit, summed over the VCs.
    """
    at_end = (state.ports["peer"] // state.vcs_per_port).reshape(-1, PORTS)[:, :LOCAL].ravel()
    exists = at_end != np.arange(state.ports.size).reshape(-1, PORTS)[:, :LOCAL].ravel()
    of_vcs = {"buffered_flit_cycles": occupancy(state), "credit_stall_cycles": credit_stalls(state)}
    of_ports = {name: of_vc.reshape(-1, state.vcs_per_port).sum(axis=1) for name, of_vc in of_vcs.items()}
    at_ends = {name: np.where(exists, of_port[at_end], 0) for name, of_port in of_ports.items()}
    of_links = link_flits(state)
    flit_cycles = state.channels[:, FLIT_CYCLES].reshape(-1, PORTS)[:, :LOCAL].ravel()
    return {"flits": of_links, "busy_cycles": of_links * flit_cycles, **at_ends}


def packets_at_heads(state: FlitState) -> NDArray[np.int64]:
    """The router and the target of each packet whose flit is first in a buffer, shape (buffers, 2)."""
    inputs = _inputs(state)
    held = inputs[inputs["count"] > 0]
    words = state.places[held["base"] + held["first"].astype(np.int64)]
    width = int(state.column[-1]) + 1
    target = ((words >> TARGET_ROW) & POSITION) * width + ((words >> TARGET_COLUMN) & POSITION)
    return np.stack([held["router"].astype(np.int64), target], axis=1)


def link_flits(state: FlitState) -> NDArray[np.int64]:
    """The flits granted to each link before the current cycle."""
    at_end = state.ports["peer"] // state.vcs_per_port
    before = np.full(state.ports.size + state.routers.size, -1)
    before[at_end] = np.arange(state.ports.size)
    ahead = np.zeros_like(state.flits)
    for later in range(state.slot_mask + 1):
        slot = (state.clock[NOW] + later) & state.slot_mask
        ports = before[state.calendar[ARRIVALS, slot, : state.due[ARRIVALS, slot]] // state.vcs_per_port]
        ports = ports[ports >= 0]  # the others come from sources
        np.add.at(ahead, ports[later >= state.transit + state.channels[ports, LONGER]], 1)
    return np.asarray((state.flits - ahead).reshape(-1, PORTS)[:, :LOCAL].ravel(), np.int64)


def _inputs(state: FlitState) -> Records:
    """The input VCs of the routers."""
    return state.vcs[: state.ports.size * state.vcs_per_port]


def occupancy(state: FlitState) -> NDArray[np.int64]:
    """Flits x cycles in each input VC. Flits that have passed in advance are in it until they are granted."""
    inputs, now = _inputs(state), state.clock[NOW]
    from_router = state.upstream_credit + state.channels[:, LONGER]
    credit = np.where(np.arange(state.ports.size) % PORTS == LOCAL, state.source_credit, from_router)
    of_place = np.repeat(np.arange(inputs.size), inputs["size"])
    words = state.places[: of_place.size]
    granted = words - credit[of_place // state.vcs_per_port]
    ahead = (words < OCCUPIED) & (granted > now)
    occupancy: NDArray[np.int64] = inputs["occupancy"] + inputs["count"] * now
    np.subtract.at(occupancy, of_place[ahead], granted[ahead] - now)
    return occupancy


def credit_stalls(state: FlitState) -> NDArray[np.int64]:
    """Cycles in which each input VC had a flit and an output VC but no credit."""
    inputs = _inputs(state)
    stalls: NDArray[np.int64] = state.stalls[: inputs.size] + (inputs["state"] == STALLED) * state.clock[NOW]
    return stalls
