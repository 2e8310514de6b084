"""The columns of the long tables of a run, from the counters of its components: the same for both engines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mappers.topology import DIRECTION_NAMES, Mesh
from numasim.numa.coherence.protocol import MESSAGES, Event, Leg
from numasim.numa.noc.sockets import socket_of_tile
from numasim.numa.shared.long_tables import Columns, columns
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.traffic import Traffic
from partitioners.graph import frozen

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.shared.finished_run import FinishedRun, MachineCounts
    from numasim.program.work import Work

DIRECTORY_MESSAGES = {
    "forwards": (Event.FWD_GET_S, Event.FWD_GET_M),
    "invalidations": (Event.INV,),
    "recalls": (Event.RECALL,),
}
"""The messages of a directory to the L1s that hold a block, by table column."""


def cores_table(run: FinishedRun, machine: Machine, core_of_cluster: Any, cycles: int) -> Columns:
    """The clusters of each core, and its cycles by activity."""
    clusters = np.bincount(core_of_cluster, minlength=machine.num_cores)
    steals = run.steals
    return columns(
        **activity_table(run, machine, {"clusters": clusters}, cycles),
        stolen=0 if steals is None else steals.stolen,
        stolen_cycles=0 if steals is None else steals.stolen_cycles,
    )


def activity_table(run: MachineCounts, machine: Machine, work: Mapping[str, Any], cycles: int) -> Columns:
    """The cycles of each core by activity, with columns that name its work."""
    number = np.arange(machine.num_cores)
    spent = {name: np.array([getattr(core, name) for core in run.cores]) for name in CORE_TIMES}
    return columns(
        core=number,
        x=number % machine.topology.width,
        y=number // machine.topology.width,
        socket=socket_of_tile(machine.topology, machine.network.sockets),
        **work,
        tasks=[core.tasks for core in run.cores],
        **spent,
        idle=cycles - sum(spent.values()),
    )


def activity_over_time_table(run: FinishedRun, machine: Machine, cycles: int) -> Columns:
    """The cycles of all cores by activity, in intervals of equal length. No rows with simulated memory."""
    activity = run.activity
    activity.cover(cycles)
    spent = np.array(activity.spent, np.int64)
    first = np.arange(len(spent), dtype=np.int64) << activity.shift
    last = np.minimum(first + (1 << activity.shift), cycles)
    found = {
        "first_cycle": first,
        "last_cycle": last,
        **dict(zip(CORE_TIMES, spent.T, strict=True)),
        "idle": machine.num_cores * (last - first) - spent.sum(axis=1),
    }
    kept = (first < cycles) & spent.any()
    return {name: column[kept] for name, column in found.items()}


def caches_table(run: MachineCounts, cycles: int) -> Columns:
    """The requests, hits and misses of the L1 and the home of each tile."""
    if (caches := run.coherent) is None:
        return columns(tile=[])
    l1 = ("loads", "stores", "hits", "misses", "merged", "retries", "requests")
    l2 = ("requests", "fetches", "write_backs")
    found = columns(
        tile=np.arange(len(caches.l1s)),
        **{name: [getattr(cache, name) for cache in caches.l1s] for name in l1},
        mshr_occupancy=[c.mshr_cycles / cycles if cycles else 0.0 for c in caches.l1s],
        **{f"l2_{name}": [getattr(home, name) for home in caches.homes] for name in l2},
        **{
            f"directory_{name}": caches.sent[:, list(kinds)].sum(axis=1)
            for name, kinds in DIRECTORY_MESSAGES.items()
        },
    )
    # Without accesses there is no rate; 0 avoids missing values in the column.
    found["hit_rate"] = found["hits"] / np.maximum(found["loads"] + found["stores"], 1)
    l2_hits = found["l2_requests"] - found["l2_fetches"]
    found["l2_hit_rate"] = np.maximum(l2_hits, 0) / np.maximum(found["l2_requests"], 1)
    return found


def traffic_table(run: MachineCounts) -> Columns:
    """The network traffic of each kind of message."""
    by_class = _traffic_by_class(run)
    counts = [name for name in vars(Traffic()) if name != "by_hops"]
    counted = {name: [getattr(traffic, name) for traffic in by_class.values()] for name in counts}
    return columns(**{"class": list(by_class), **counted})


def packets_table(run: MachineCounts) -> Columns:
    """The packets of each kind of message, by message class and number of crossed links."""
    rows = [
        (name, message_class.name.lower(), hops, packets, flits)
        for name, traffic in _traffic_by_class(run).items()
        for (message_class, hops), (packets, flits) in sorted(traffic.by_hops.items())
    ]
    cells = zip(*rows, strict=True) if rows else [[]] * 5
    names = ("class", "message_class", "hops", "packets", "flits")
    return columns(**dict(zip(names, cells, strict=True)))


def _traffic_by_class(run: MachineCounts) -> dict[str, Traffic]:
    # Threads have their own kind of stealing, and do not migrate.
    coherent, steals, moves = run.coherent, getattr(run, "steals", None), getattr(run, "migrations", None)
    return {
        "values": run.values,
        "memory": run.memory.traffic,
        "barrier": run.barrier.traffic,
        "requests": coherent.requests if coherent else Traffic(),
        "responses": coherent.responses if coherent else Traffic(),
        "forwards": coherent.forwards if coherent else Traffic(),
        **({"steals": steals.traffic} if steals else {}),
        **({"migrations": moves.traffic, "forwarded_values": moves.forwarded} if moves else {}),
    }


def ports_table(run: MachineCounts) -> Columns:
    """The traffic of the ports between each tile and its router. No rows if the ports have no queues."""
    network = run.network
    counts = {
        f"{port}_{name}": [getattr(server, counter) for server in getattr(network, port, ())]
        for port in ("injection", "ejection")
        for name, counter in (("packets", "served"), ("flits", "busy_ticks"), ("wait_cycles", "wait_cycles"))
    }
    return columns(tile=np.arange(len(next(iter(counts.values())))), **counts)


def coherence_table(run: MachineCounts) -> Columns:
    """The coherence messages by sending tile and kind. No rows with traced memory."""
    names = ("tile", "sender", "message", "message_class", "messages")
    if (caches := run.coherent) is None:
        return columns(**{name: [] for name in names})
    tile, kind = np.nonzero(caches.sent)
    of_kind = [MESSAGES[k] for k in kind.tolist()]
    from_l1 = (Leg.L1_TO_HOME, Leg.L1_TO_L1)
    senders = ["l1" if each.leg in from_l1 else "home" for each in of_kind]
    messages = [each.name.lower() for each in of_kind]
    classes = [each.message_class.name.lower() for each in of_kind]
    cells = (tile, senders, messages, classes, caches.sent[tile, kind])
    return columns(**dict(zip(names, cells, strict=True)))


def clusters_table(
    run: FinishedRun, work: Work, core_of_cluster: Any, cycles: int, last_core: Any
) -> Columns:
    """The cores, the work and the time of each cluster."""
    spent = run.cluster_cycles
    return columns(
        cluster=np.arange(core_of_cluster.size),
        core=core_of_cluster,
        work=work.on_cores(core_of_cluster),
        first_cycle=run.cluster_start,
        last_cycle=run.cluster_finish,
        **spent,
        idle=cycles - sum(np.asarray(spent[name]) for name in CORE_TIMES),
        migrations=0 if run.migrations is None else run.migrations.moved,
        last_core=last_core,
    )


def links_table(run: MachineCounts, machine: Machine, cycles: int) -> Columns:
    """The traffic of each link of the mesh."""
    counts, places = run.network.link_counts(), _link_places(machine.topology)
    links = places["link"]
    if not counts:
        counts, places = {"flits": links}, {name: column[:0] for name, column in places.items()}
        links = links[:0]
    found = {name: count[links] for name, count in counts.items()}
    # If a limit ended the run, the end of a granted service may be after the end of the run.
    busy = found.get("busy_cycles", found["flits"])
    return {
        **places,
        **found,
        "utilisation": np.minimum(busy / cycles, 1.0) if cycles else np.zeros(links.size),
    }


@lru_cache(16)  # the points of a sweep have few meshes
def _link_places(mesh: Mesh) -> Columns:
    """The links that do not leave the mesh, with their tiles and directions."""
    link = np.arange(mesh.num_links)
    core, direction = link // 4, link % 4
    x, y = core % mesh.width, core // mesh.width
    exists = np.stack([x + 1 < mesh.width, x > 0, y + 1 < mesh.height, y > 0])[direction, link]
    found = {"link": link, "x": x, "y": y, "direction": np.array(DIRECTION_NAMES)[direction]}
    return {name: frozen(column[exists]) for name, column in found.items()}


def controllers_table(run: MachineCounts, machine: Machine, cycles: int) -> Columns:
    """The blocks that each memory controller served, and the hits and misses of its row buffers."""
    controllers = run.memory.controllers
    per_cycle = machine.block_service_ticks[1]
    return columns(
        controller=np.arange(len(controllers)),
        tile=run.memory.tiles,
        memory_blocks=[c.served for c in controllers],
        **{
            name: [getattr(c, name) for c in controllers]
            for name in ("wait_cycles", "row_hits", "row_misses", "row_conflicts")
        },
        utilisation=[min(c.busy_ticks / per_cycle / cycles, 1.0) if cycles else 0.0 for c in controllers],
    )
