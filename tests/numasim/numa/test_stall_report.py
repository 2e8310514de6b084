"""A run that does not come to its end says what everybody waits for, in the same words in both engines."""

import re
from textwrap import dedent

import numpy as np
import pytest

from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from numasim.numa.coherence import state as coherence_state
from numasim.numa.coherence.protocol import Event, HomeState, L1State, home_rules, l1_rules
from numasim.numa.compiled.run import Run as CompiledRun
from numasim.numa.noc.router_records import LOCAL, OCCUPIED
from numasim.numa.shared import limits
from numasim.numa.shared.run_inputs import RunInputs
from numasim.numa.simpy_engine.run import Run as SimPyRun
from numasim.program.instructions import read_instructions
from numasim.program.program import prepare
from numasim.program.shared_values import share_values
from numasim.simulation.simulate import simulate
from partitioners.errors import InvariantError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from tests.numasim.numa.test_engines import ENGINES
from tests.numasim.numa.test_simulated_memory import DIVIDE, INTEGER, LOAD, STORE, traced


def make(engine, cut, machine, *, cores=None, model="dataflow", network="packet", inputs=False, memory=False):
    """A run that has not begun."""
    program = prepare(cut, model=model, steps=1 if model == "dataflow" else 2)
    cores = np.arange(cut.parts) if cores is None else cores
    instructions = shared = None
    if memory:
        instructions = read_instructions(program, machine, inputs_in_memory=inputs)
        shared = share_values(instructions, cores, machine, through_memory=False)
    inputs = RunInputs(
        program,
        Mapping(cores, machine.num_cores),
        machine,
        network=network,
        priority=program.order,
        value_bytes=8,
        inputs_in_memory=inputs,
        instructions=instructions,
        shared=shared,
    )
    return {"simpy": SimPyRun, "compiled": CompiledRun}[engine](inputs)


def said(run):
    with pytest.raises(InvariantError) as error:
        run.execute()
    return str(error.value)


def story(text):
    return dedent(text).strip()


def row_of(run, replica):
    """The row of a replica, whose number is by vertex and cluster."""
    rows = run._state.replicas
    return np.lexsort((rows["cluster"], rows["vertex"]))[replica]


def lose_a_gather(run, master):
    """As if a replica waited for one more than is ever sent."""
    if isinstance(run, SimPyRun):
        run.state.arrivals.missing[master] += 1
    else:
        run._state.replicas["missing"][row_of(run, master)] += 1


def lose_the_scatters(run, v):
    if isinstance(run, SimPyRun):
        run.state.program.scatters[v] = []
    else:
        run._state.replicas["scatters"][run._state.masters[v]] = 0


def chain(count):
    return Graph(count + 1, np.arange(count), np.arange(1, count + 1))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_value_that_is_lost_on_its_way(engine):
    cut = EdgePartition(chain(6), 3, [0, 0, 1, 1, 2, 2])
    run = make(engine, cut, load_machine("mesh-2x2"))
    lose_the_scatters(run, 2)
    assert said(run) == story("""
        2 of 6 tasks were run by cycle 2, and no events are left; the unfinished work:
          core 1: vertex 3 waits for the value of vertex 2 from core 0, sent but not received
          core 2: vertex 5 waits for vertex 4 (core 1)
    """)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_partial_result_that_is_lost_on_its_way(engine):
    # Vertex 4 gathers from three clusters; its reader is in a fourth.
    cut = EdgePartition(Graph(6, [0, 1, 2, 3, 4], [4, 4, 4, 4, 5], [9, 1, 1, 1, 1]), 4, [0, 0, 1, 2, 3])
    run = make(engine, cut, load_machine("mesh-2x2"))
    lose_a_gather(run, int(prepare(cut).replicas.master[4]))
    assert said(run) == story("""
        4 of 5 tasks were run by cycle 14, and no events are left; the unfinished work:
          core 0: vertex 4 waits for 1 of the gathers of cluster 1 (core 1), cluster 2 (core 2), sent but not received
          core 3: vertex 5 waits for vertex 4 (core 0)
    """)  # noqa: E501  # a line of the report


@pytest.mark.parametrize("engine", ENGINES)
def test_a_gather_that_cannot_be_sent(engine):
    cut = EdgePartition(Graph(6, [0, 1, 2, 3, 4], [4, 4, 4, 4, 5], [9, 1, 1, 1, 1]), 4, [0, 0, 1, 2, 3])
    run = make(engine, cut, load_machine("mesh-2x2"), inputs=True)
    replicas = prepare(cut).replicas
    (replica,) = np.flatnonzero((replicas.vertex == 4) & (replicas.cluster == 2))
    lose_a_gather(run, int(replica))
    assert said(run) == story("""
        4 of 5 tasks were run by cycle 296, and no events are left; the unfinished work:
          core 0: vertex 4 waits for the gather of cluster 2 (core 2), which waits for a value that is never sent
          core 3: vertex 5 waits for vertex 4 (core 0)
    """)  # noqa: E501  # a line of the report


@pytest.mark.parametrize("engine", ENGINES)
def test_a_superstep_that_does_not_end(engine):
    cut = EdgePartition(chain(6), 3, [0, 0, 1, 1, 2, 2])
    run = make(engine, cut, load_machine("mesh-2x2"), model="supersteps")
    if engine == "simpy":
        run.state.clusters.outstanding[1] += 1
    else:
        run._state.core_lists["step_work"][1] += 1
    assert said(run) == story("""
        6 of 12 tasks were run by cycle 30, and no events are left; the unfinished work:
          core 1: edges and vertices left in its step: 1
    """)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_superstep_with_caches_that_does_not_end(engine):
    cut = EdgePartition(chain(6), 3, [0, 0, 1, 1, 2, 2])
    run = make(engine, cut, load_machine("mesh-2x2"), model="supersteps", memory=True)
    if engine == "simpy":
        run.state.instructions.accesses_of_core[1] += 1
    else:
        run._state.core_lists["step_work"][1] += 1
    assert said(run) == story("""
        7 of 14 tasks were run by cycle 30, and no events are left; the unfinished work:
          core 1: tasks and accesses left in its step: 1
    """)


BROKEN_RULES = [
    (
        "home_rules",
        home_rules,
        HomeState.IM,
        Event.MEM_DATA,
        story("""
        0 of 4 tasks were run by cycle 148, and no events are left; the unfinished work:
          core 0: vertex 0 waits for its store of block 128: L1 in IM, home 0 in MT_MB, 1 of 16 MSHRs in use
          core 1: vertex 2 waits for vertex 1 (core 0)
          L1 0 has block 128 in IM
          home 0 has block 128 in MT_MB, owner 0
    """),
    ),
    (
        "home_rules",
        home_rules,
        HomeState.MT,
        Event.GET_S,
        story("""
        2 of 4 tasks were run by cycle 179, and no events are left; the unfinished work:
          core 1: vertex 2 waits for its load of block 128: L1 in IS, home 0 in MT_IIB, 1 of 16 MSHRs in use
          L1 1 has block 128 in IS
          home 0 has block 128 in MT_IIB
    """),
    ),
    (
        "l1_rules",
        l1_rules,
        L1State.M,
        Event.FWD_GET_S,
        story("""
        2 of 4 tasks were run by cycle 186, and no events are left; the unfinished work:
          core 1: vertex 2 waits for its load of block 128: L1 in IS, home 0 in MT_SB, 1 of 16 MSHRs in use
          L1 1 has block 128 in IS
          home 0 has block 128 in MT_SB
    """),
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("table", "rules_of", "state", "event", "expected"), BROKEN_RULES)
def test_a_rule_of_the_protocol_that_sends_nothing(
    engine, table, rules_of, state, event, expected, monkeypatch
):
    rules = rules_of()
    rules[state, event]["send"] = -1
    monkeypatch.setattr(coherence_state, table, lambda: rules.copy())
    kinds = [STORE, INTEGER, LOAD, DIVIDE]
    graph = traced(4, [(0, 1), (1, 2), (2, 3)], kinds, [4096, 0, 4096, 0])
    run = make(engine, VertexPartition(graph, 2, [0, 0, 1, 1]), load_machine("mesh-2x1"), memory=True)
    assert said(run) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_a_value_through_memory_whose_block_does_not_come(engine, monkeypatch):
    rules = home_rules()
    rules[HomeState.MT, Event.GET_S]["send"] = -1
    monkeypatch.setattr(coherence_state, "home_rules", lambda: rules.copy())
    cut = EdgePartition(chain(3), 3, [0, 1, 2])
    execution = {"memory_model": "simulated", "communication": "coherent", "engine": engine}
    with pytest.raises(InvariantError) as error:
        simulate(cut, Mapping([0, 1, 2], 4), load_machine("mesh-2x2"), execution)
    assert str(error.value) == story("""
        2 of 4 tasks were run by cycle 298, and no events are left; the unfinished work:
          core 1: vertex 2 waits for the value of vertex 1 from core 0, sent but not received
          core 2: vertex 3 waits for vertex 2 (core 1)
          L1 1 has block 128 in IS
          home 0 has block 128 in MT_IIB
    """)


@pytest.mark.parametrize("engine", ENGINES)
def test_mshrs_that_are_never_free(engine, monkeypatch):
    rules = home_rules()
    rules[HomeState.NP, Event.GET_S]["send"] = -1
    monkeypatch.setattr(coherence_state, "home_rules", lambda: rules.copy())
    graph = traced(20, [(k, k + 1) for k in range(0, 20, 2)], [LOAD, INTEGER] * 10, 4096 + 64 * np.arange(20))
    machine = load_machine({"base": "mesh-2x1", "core": {"mshrs": 4}})
    run = make(engine, VertexPartition(graph, 2, np.arange(20) // 2 % 2), machine, memory=True)
    assert said(run) == story("""
        0 of 20 tasks were run by cycle 15, and no events are left; the unfinished work:
          core 0: vertex 0 waits for its load of block 128: L1 in IS, home 0 in ISS, 4 of 4 MSHRs in use
          core 1: vertex 2 waits for its load of block 132: L1 in IS, home 0 in ISS, 4 of 4 MSHRs in use
          L1 0 has block 128 in IS
          L1 0 has block 136 in IS
          L1 0 has block 144 in IS
          L1 0 has block 152 in IS
          L1 1 has block 132 in IS
          L1 1 has block 140 in IS
          L1 1 has block 148 in IS
          L1 1 has block 156 in IS
          home 0 has block 128 in ISS, owner 0
          and 7 more
    """)


@pytest.mark.parametrize("engine", ENGINES)
def test_routers_without_credits(engine, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 2_000)
    monkeypatch.setattr(limits, "LOOK_EVERY", 500)
    cut = EdgePartition(chain(6), 3, [0, 0, 1, 1, 2, 2])
    run = make(engine, cut, load_machine("mesh-3x1"), network="flit")
    routers = run.network.routers.state if engine == "simpy" else run._routers
    places = np.repeat(routers.vcs["in_port"], routers.vcs["size"])
    routers.places[places != LOCAL] = OCCUPIED
    text = re.sub(r"by cycle \d+", "by cycle N", said(run))  # the engines do not count the same events
    assert text == story("""
        2 of 6 tasks were run by cycle N, and the remaining events make no progress; the unfinished work:
          core 1: vertex 3 waits for the value of vertex 2 from core 0, sent but not received
          core 2: vertex 5 waits for vertex 4 (core 1)
          router 0 holds 1 packet for tile 1
    """)
