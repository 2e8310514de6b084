"""Both engines run one model, so their results are the same to the last counter."""

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import runs

from mappers.mapping import OnlineMapping
from numasim.simulation import simulate

ENGINES = ("simpy", "compiled")


def everything(result):
    """All numbers of a run, and their types, comparable with ==."""
    return (
        {name: (type(value), value) for name, value in result.scalars.items()},
        {name: (table.dtypes.to_dict(), table.to_dict("list")) for name, table in result.tables.items()},
        (result.vertex_finish.dtype, result.vertex_finish.tolist()),
        (result.core_of_cluster.dtype, result.core_of_cluster.tolist()),
        result.warnings,
    )


def run_both(partition, mapping, machine, execution):
    """The result of both engines, which is one."""
    first, second = (simulate(partition, mapping, machine, {**execution, "engine": e}) for e in ENGINES)
    assert everything(first) == everything(second)
    return second


class Spread:
    """An on-line mapper whose choice depends on all that it is told; it remembers what that was."""

    def __init__(self):
        self.asked = []

    def place(self, ready, state):
        self.asked.append((ready.dtype, ready.tolist(), state.clusters.tolist(), state.work.tolist()))
        return (ready * 7 + state.clusters.sum() + state.work.argmin()) % state.clusters.size


@settings(deadline=None, max_examples=250)
@given(st.sampled_from(["dataflow", "supersteps"]).flatmap(runs))
def test_both_engines_give_the_same_result(run):
    run_both(*run)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(["dataflow", "supersteps"]).flatmap(runs))
def test_both_engines_ask_an_on_line_mapper_the_same(run):
    partition, _, machine, execution = run
    asked, results = [], []
    for engine in ENGINES:
        mapper = Spread()
        mapping = OnlineMapping(mapper, partition.parts, machine.num_cores)
        results.append(everything(simulate(partition, mapping, machine, {**execution, "engine": engine})))
        asked.append(mapper.asked)
    assert asked[0] == asked[1]
    assert results[0] == results[1]
