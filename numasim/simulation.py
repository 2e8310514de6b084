"""The front door of the simulator: a partition, a mapping, a machine, and what to simulate of it."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from mappers.mapping import Mapping, OnlineMapping
from mappers.topology import DIRECTION_NAMES
from numasim.energy import energy
from numasim.hop_histogram import hop_histogram
from numasim.instructions import read_instructions
from numasim.laws import check_laws
from numasim.numa.limits import Limits
from numasim.program import Program, prepare
from numasim.run_result import CORE_TIMES, RunResult
from numasim.schedulers import SCHEDULERS
from numasim.shared_values import share_values
from numasim.work import Work
from partitioners.errors import OptionError
from partitioners.partition import Partition

if TYPE_CHECKING:
    import pandas as pd

    from numasim.instructions import Instructions
    from numasim.machine import Machine
    from numasim.numa.compiled.run import Run as CompiledRun
    from numasim.numa.run import Run as SimPyRun
    from numasim.schema import Execution
    from numasim.timeline import Timeline

    Run = SimPyRun | CompiledRun

VALID_UTILISATION = 0.5
"""Above this the packet network, which has no virtual channels, is known to be too fast."""

COMPILED = {
    "memory": ("traced", "simulated"),
    "communication": ("message", "coherent"),
    "network": ("ideal", "packet", "flit"),
}
"""What the compiled engine can run, by the keys of the ``execution`` section."""

MAX_DELAY = 2**53
"""Of the compiled engine, whose cycles have 64 bits."""


def simulate(
    partition: Partition,
    mapping: Mapping | OnlineMapping,
    machine: Machine,
    execution: Execution | MappingType[str, Any] | None = None,
    *,
    timeline: Timeline | None = None,
    components: type[SimPyRun] | None = None,
) -> RunResult:
    """Run a partitioned and mapped graph on a simulated NUMA machine.

    Parameters
    ----------
    partition : EdgePartition or VertexPartition
    mapping : Mapping or OnlineMapping
        For as many clusters as the partition has and as many cores as the machine has.
    machine : Machine
    execution : Execution or mapping, optional
        The keys of the ``execution`` section of an experiment file; what is left out has its default.
    timeline : Timeline, optional
        Is told what the cores do, and when; the SimPy engine then runs it, with the same results.
    components : type, optional
        A subclass of :class:`numasim.numa.run.Run`, the engine with components of one's own; see
        ``docs/components.md``.

    Returns
    -------
    RunResult

    Raises
    ------
    CyclicGraphError
        Dataflow over a graph with a cycle.
    OptionError
        A mapping for another partition or machine, or an execution that does not exist.
    LawError
        The run broke a law of the execution model: a bug, never a property of the input.

    Notes
    -----
    The model is described in ``docs/execution-model.md``.
    """
    from numasim.schema import as_execution

    chosen = as_execution(execution)
    if components is not None and timeline is not None:
        raise OptionError(
            "a timeline is recorded with the project's own components; leave one of the two out"
        )
    clusters = mapping.num_clusters if isinstance(mapping, OnlineMapping) else mapping.core_of_cluster.size
    if clusters != partition.parts:
        raise OptionError(f"the mapping places {clusters} clusters, and the partition has {partition.parts}")
    if mapping.num_cores != machine.num_cores:
        raise OptionError(
            f"the mapping is for {mapping.num_cores} cores, and the machine has {machine.num_cores}"
        )
    blocks = partition.graph.num_vertices
    if chosen.inputs == "memory" and blocks * machine.memory.block > machine.memory.capacity:
        raise OptionError(
            f"the values of {blocks} vertices, a block of {machine.memory.block} bytes each, do not fit the "
            f"memory of {machine.memory.capacity} bytes; raise memory.capacity, or use `inputs: present`"
        )
    program = prepare(
        partition,
        model=chosen.model,
        steps=chosen.steps,
        combine=chosen.combine,
        cycles_per_weight=chosen.cycles_per_weight,
    )
    priority = np.asarray(SCHEDULERS[chosen.scheduler].call(program, options={}))
    if priority.shape != (program.num_tasks,) or priority.dtype.kind not in "iu":
        raise OptionError(
            f"scheduler {chosen.scheduler!r} returned {priority.dtype} of shape {priority.shape}; "
            f"it must return one integer for each of the {program.num_tasks} tasks"
        )
    instructions = shared = None
    if chosen.memory == "simulated":
        if isinstance(mapping, OnlineMapping):
            raise OptionError("simulated memory needs a mapping that is finished before the run")
        instructions = read_instructions(program, machine, inputs_in_memory=chosen.inputs == "memory")
        if chosen.communication == "coherent":
            packed = chosen.layout == "packed"
            shared = share_values(instructions, mapping.core_of_cluster, machine, packed=packed)
    run = (components or _engine(chosen, machine, timeline))(
        program,
        mapping,
        machine,
        network=chosen.network,
        priority=priority,
        value_bytes=chosen.value,
        inputs_in_memory=chosen.inputs == "memory",
        instructions=instructions,
        shared=shared,
        limits=Limits(chosen.max_cycles, chosen.max_events, chosen.max_seconds),
    )
    run.execute()
    result = _result(run, program, machine, chosen, instructions)
    check_laws(result, program, machine, chosen)
    return result


def _engine(execution: Execution, machine: Machine, timeline: Timeline | None) -> Callable[..., Run]:
    if timeline is not None:
        from numasim.numa.recorded import RecordedRun

        return partial(RecordedRun, timeline)
    lacking = _lacking_in_compiled(execution, machine)
    if execution.engine == "compiled" and lacking:
        raise OptionError(f"the compiled engine cannot run {lacking}; use `engine: auto`, which can")
    if execution.engine == "simpy" or lacking:
        from numasim.numa.run import Run as SimPyRun

        return SimPyRun
    from numasim.numa.compiled.run import Run as CompiledRun

    return CompiledRun


def _lacking_in_compiled(execution: Execution, machine: Machine) -> str:
    """What the compiled engine cannot do of this; nothing where it can run it."""
    for key, known in COMPILED.items():
        value = getattr(execution, key)
        if value not in known:
            return f"`{key}: {value}`"
    network = machine.network
    delays = (*machine.block_service_ticks, machine.memory_latency_cycles, network.hop_cycles)
    if max(*delays, network.injection_cycles) > MAX_DELAY:
        return f"a machine with delays of more than {MAX_DELAY} cycles"
    return ""


def _result(
    run: Run, program: Program, machine: Machine, execution: Execution, instructions: Instructions | None
) -> RunResult:
    cycles = run.finished_at
    core_of_cluster = np.array(run.core_of_cluster, np.int32)
    work = Work.of(program, machine, instructions)
    tables = {
        "cores": _cores(run, machine, core_of_cluster, cycles),
        "clusters": _clusters(run, work, core_of_cluster, cycles),
        "links": _links(run, machine, cycles),
        "controllers": _controllers(run, machine, cycles),
        "caches": _caches(run, cycles),
        "traffic": _traffic(run),
        "hops": hop_histogram(program, core_of_cluster, machine.topology),
    }
    cores, links, controllers = tables["cores"], tables["links"], tables["controllers"]
    values, memory, barrier = run.values, run.memory.traffic, run.barrier.traffic
    caches = tables["caches"].sum(numeric_only=True)
    coherence = tables["traffic"].set_index("class").loc[["requests", "responses", "forwards"]].sum()
    scalars: dict[str, int | float] = {
        "complete": int(run.ended_by is None),
        "cycles": cycles,
        "seconds": cycles / machine.clock,
        "work_cycles": work.total,
        "critical_path_cycles": work.critical_path,
        "busiest_core_cycles": work.busiest(core_of_cluster, machine.num_cores),
        "tasks": int(cores["tasks"].sum()),
        "messages": run.local_messages + run.remote_values + values.packets,
        "messages_local": run.local_messages,
        "messages_remote": run.remote_values + values.packets,
        "network_bytes": values.bytes,
        "flit_hops": values.flit_hops,
        "message_latency_cycles": values.latency_cycles,
        "memory_reads": run.memory.reads,
        "memory_writes": run.memory.writes,
        "memory_bytes": memory.bytes,
        "memory_flit_hops": memory.flit_hops,
        "barrier_messages": barrier.packets,
        **{
            f"{kind}_cycles": int(cores[kind].sum())
            for kind in (*CORE_TIMES, "idle")
        },
        **{
            f"l1_{kind}": int(caches.get(kind, 0))
            for kind in ("loads", "stores", "hits", "misses", "merged", "retries", "requests")
        },
        "l2_requests": int(caches.get("l2_requests", 0)),
        "l2_fetches": int(caches.get("l2_fetches", 0)),
        "l2_write_backs": int(caches.get("l2_write_backs", 0)),
        "mshr_occupancy": float(tables["caches"]["mshr_occupancy"].mean()) if run.coherent else 0.0,
        "coherence_messages": int(coherence["packets"]),
        "coherence_messages_local": run.coherent.local_messages if run.coherent else 0,
        "coherence_bytes": int(coherence["bytes"]),
        "coherence_flit_hops": int(coherence["flit_hops"]),
        "flits_injected": int(tables["traffic"]["flits_injected"].sum()),
        "flits_ejected": int(tables["traffic"]["flits_ejected"].sum()),
        "largest_link_utilisation": float(links["utilisation"].max()) if len(links) else 0.0,
        "largest_controller_utilisation": float(controllers["utilisation"].max()),
    }
    scalars |= energy(scalars, int(tables["traffic"]["flit_hops"].sum()), machine)
    warnings = []
    if run.ended_by is not None:
        limit = getattr(execution, run.ended_by)
        warnings.append(f"ended by `{run.ended_by}: {limit}` in cycle {cycles}: its numbers are partial")
    busiest = scalars["largest_link_utilisation"]
    if execution.network == "packet" and busiest > VALID_UTILISATION:
        warnings.append(
            f"the busiest link is {busiest:.0%} utilised; the packet network is valid to about "
            f"{VALID_UTILISATION:.0%} and is optimistic above; `network: flit` has virtual channels"
        )
    return RunResult(scalars, tables, np.array(run.vertex_finish, np.int64), core_of_cluster, tuple(warnings))


def _cores(run: Run, machine: Machine, core_of_cluster: Any, cycles: int) -> pd.DataFrame:
    import pandas as pd

    number = np.arange(machine.num_cores)
    frame = pd.DataFrame(
        {
            "core": number,
            "x": number % machine.topology.width,
            "y": number // machine.topology.width,
            "clusters": np.bincount(core_of_cluster, minlength=number.size),
            **{
                name: [getattr(core, name) for core in run.cores]
                for name in ("tasks", *CORE_TIMES)
            },
        }
    )
    frame["idle"] = cycles - frame[list(CORE_TIMES)].sum(axis=1)
    return frame


def _caches(run: Run, cycles: int) -> pd.DataFrame:
    import pandas as pd

    if run.coherent is None:
        return pd.DataFrame(columns=["tile"])
    l1 = ("loads", "stores", "hits", "misses", "merged", "retries", "requests")
    l2 = ("requests", "fetches", "write_backs")
    frame = pd.DataFrame(
        {
            "tile": np.arange(len(run.coherent.l1s)),
            **{name: [getattr(cache, name) for cache in run.coherent.l1s] for name in l1},
            "mshr_occupancy": [c.mshr_cycles / cycles if cycles else 0.0 for c in run.coherent.l1s],
            **{f"l2_{name}": [getattr(home, name) for home in run.coherent.homes] for name in l2},
        }
    )
    # Where nothing was asked for there is no rate; a 0 keeps the column free of holes.
    frame["hit_rate"] = frame["hits"] / (frame["loads"] + frame["stores"]).clip(lower=1)
    l2_hits = frame["l2_requests"] - frame["l2_fetches"]
    frame["l2_hit_rate"] = l2_hits.clip(lower=0) / frame["l2_requests"].clip(lower=1)
    return frame


def _traffic(run: Run) -> pd.DataFrame:
    import pandas as pd

    from numasim.numa.network import Traffic

    coherent = run.coherent
    classes = {
        "values": run.values,
        "memory": run.memory.traffic,
        "barrier": run.barrier.traffic,
        "requests": coherent.requests if coherent else Traffic(),
        "responses": coherent.responses if coherent else Traffic(),
        "forwards": coherent.forwards if coherent else Traffic(),
    }
    return pd.DataFrame([{"class": name, **vars(traffic)} for name, traffic in classes.items()])


def _clusters(run: Run, work: Work, core_of_cluster: Any, cycles: int) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame(
        {
            "cluster": np.arange(core_of_cluster.size),
            "core": core_of_cluster,
            "work": work.of_cluster,
            "first_cycle": run.cluster_start,
            "last_cycle": run.cluster_finish,
            **run.cluster_cycles,
        }
    )
    frame["idle"] = cycles - frame[list(CORE_TIMES)].sum(axis=1)
    return frame


def _links(run: Run, machine: Machine, cycles: int) -> pd.DataFrame:
    import pandas as pd

    mesh, counts = machine.topology, run.network.link_counts()
    link = np.arange(mesh.num_links)
    core, direction = link // 4, link % 4
    x, y = core % mesh.width, core // mesh.width
    exists = np.stack([x + 1 < mesh.width, x > 0, y + 1 < mesh.height, y > 0])[direction, link]
    frame = pd.DataFrame(
        {
            "link": link,
            "x": x,
            "y": y,
            "direction": np.array(DIRECTION_NAMES, object)[direction],
            **(counts or {"flits": np.zeros_like(link)}),
        }
    )
    # A run that a limit ended may have granted service beyond its end.
    frame["utilisation"] = np.minimum(frame["flits"] / cycles, 1.0) if cycles else 0.0
    return frame[exists & bool(counts)].reset_index(drop=True)


def _controllers(run: Run, machine: Machine, cycles: int) -> pd.DataFrame:
    import pandas as pd

    controllers = run.memory.controllers
    per_cycle = machine.block_service_ticks[1]
    return pd.DataFrame(
        {
            "controller": np.arange(len(controllers)),
            "tile": run.memory.tiles,
            "blocks": [c.served for c in controllers],
            "wait_cycles": [c.wait_cycles for c in controllers],
            "utilisation": [
                min(c.busy_ticks / per_cycle / cycles, 1.0) if cycles else 0.0 for c in controllers
            ],
        }
    )
