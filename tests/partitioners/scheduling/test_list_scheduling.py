"""List scheduling on a calendar against a plain one that looks at every window and cluster in turn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.scheduling.list_scheduling import TRIES, by_upward_rank, dominant_first, schedule
from partitioners.scheduling.task_graph import task_graph
from partitioners.vertex_cuts.time_balanced import mesh_latency


class PlainCalendar:
    def __init__(self, parts, windows, length):
        self.used = [[0.0] * (windows + 1) for _ in range(parts)]
        self.length, self.last = length, windows

    def full(self, c, w):
        return w < self.last and self.used[c][w] >= self.length * (1 - 1e-9)

    def window_of(self, time):
        return min(self.last, int(time / self.length))

    def first_free(self, c, w):
        while self.full(c, w):
            w += 1
        return w

    def end(self, c, ready, work, take=False):
        w = self.window_of(ready)
        end = ready + work
        while True:
            w = self.first_free(c, w)
            part = work if w == self.last else min(work, self.length - self.used[c][w])
            work -= part
            end = max(end, w * self.length + self.used[c][w] + part)
            if take:
                self.used[c][w] += part
            if w == self.last or work <= self.length * 1e-9:
                return end
            w += 1


def plain_schedule(tasks, parts, order, latency, reluctance, everywhere):
    horizon = 4 * max(tasks.work.sum() / parts, max(tasks.upward_rank(), default=0.0))
    most = 1 + max(4 * tasks.num_tasks, 2**14) // parts
    windows = most if latency == 0 else int(min(most, 1 + horizon // (2 * latency)))
    calendar = PlainCalendar(parts, windows, horizon / windows or 1.0)
    cluster, finish = {}, {}
    load = [0.0] * parts
    draw = 0
    for v in order:
        if tasks.is_input[v]:
            cluster[v], finish[v] = -1, tasks.work[v]
            continue
        operands = tasks.src[tasks.dst == v].tolist()

        def arrival(c, operands=operands):
            away = [finish[u] + (latency if cluster[u] not in (-1, c) else 0.0) for u in operands]
            return max(away, default=0.0)

        held = list(dict.fromkeys(cluster[u] for u in operands if cluster[u] >= 0))
        tried = [(c, 0.0) for c in held]
        penalty = reluctance if held else 0.0
        remote = arrival(parts)  # a cluster that holds nothing
        if everywhere:
            tried += [(c, penalty) for c in range(parts) if c not in held]
        else:
            ends = [calendar.end(c, arrival(c), tasks.work[v]) for c in held]
            if remote + tasks.work[v] + penalty < min(ends, default=np.inf):
                w = calendar.window_of(remote)
                while all(calendar.full(c, w) for c in range(parts)):
                    w += 1
                draw = (draw * 6364136223846793005 + 1442695040888963407) % 2**64
                c = (draw >> 33) % parts
                for _ in range(TRIES):
                    while calendar.full(c, w):
                        c = (c + 1) % parts
                    w = min(w + 1, calendar.last)
                    while all(calendar.full(d, w) for d in range(parts)):
                        w += 1
                    tried.append((c, penalty))
                    c = (c + 1) % parts
                tried.append((load.index(min(load)), penalty))
        best = None
        for c, extra in tried:
            # Clusters of free time are looked at as if they held nothing.
            ready = arrival(c) if (c, extra) in tried[: len(held)] or everywhere else remote
            key = (calendar.end(c, ready, tasks.work[v]) + extra, load[c])
            if best is None or key < best[0]:
                best = (key, c)
        c = best[1]
        finish[v] = calendar.end(c, arrival(c), tasks.work[v], take=True)
        cluster[v] = c
        load[c] += tasks.work[v]
    return [cluster[v] for v in range(tasks.num_tasks)], max(
        (finish[v] for v in cluster if cluster[v] >= 0), default=0.0
    )


@settings(deadline=None)
@given(
    graphs(max_vertices=16, max_edges=40),
    st.integers(1, 70),
    st.sampled_from([0.0, 0.5, 2.0, 5.0]),
    st.sampled_from([0.0, 3.0]),
    st.booleans(),
)
def test_it_is_the_plain_schedule(graph, parts, latency, reluctance, everywhere):
    tasks = task_graph(graph, 2.0)
    order = by_upward_rank(tasks, latency) if everywhere else dominant_first(tasks, latency)
    options = {"latency": latency, "reluctance": reluctance, "everywhere": everywhere}
    found = schedule(tasks, parts, order, **options)
    cluster, makespan = plain_schedule(tasks, parts, order.tolist(), **options)
    assert found.cluster.tolist() == cluster
    assert found.makespan == pytest.approx(makespan)


@settings(deadline=None)
@given(graphs(max_vertices=12), st.integers(1, 6), st.sampled_from([0.0, 2.0]))
def test_no_schedule_is_shorter_than_work_and_longest_path_allow(graph, parts, latency):
    tasks = task_graph(graph)
    found = schedule(tasks, parts, dominant_first(tasks, latency), latency=latency)
    placed = ~tasks.is_input
    load = np.bincount(found.cluster[placed], tasks.work[placed], parts)
    assert found.makespan >= load.max(initial=0.0) * (1 - 1e-8)
    rank = tasks.upward_rank()[placed]
    assert found.makespan >= rank.max(initial=0.0) * (1 - 1e-8)


@settings(deadline=None)
@given(graphs(max_vertices=12), st.sampled_from([0.0, 2.0]))
def test_orders_put_operands_first(graph, communication):
    tasks = task_graph(graph, 2.0)
    longest = tasks.longest_through(communication)
    for order in (by_upward_rank(tasks, communication), dominant_first(tasks, communication)):
        place = np.empty(tasks.num_tasks, int)
        place[order] = np.arange(tasks.num_tasks)
        assert (place[tasks.src] < place[tasks.dst]).all()
    done = set()
    for v in order.tolist():  # the dominant one of those whose operands are done
        free = [
            w for w in range(tasks.num_tasks) if w not in done and done.issuperset(tasks.src[tasks.dst == w])
        ]
        assert v == max(free, key=lambda w: (longest[w], -w))
        done.add(v)


each_method = pytest.mark.parametrize("method", ["time_balanced", "heft"])


@each_method
def test_a_chain_stays_in_one_cluster(method):
    chain = Graph(200, range(199), range(1, 200))
    for parts in (2, 7, 64):
        assert len(set(partition(chain, method, parts).cluster_of_edge)) == 1


@each_method
def test_chains_are_dealt_out(method):
    links = np.arange(99)
    chains = Graph(800, *(np.concatenate([c * 100 + links + end for c in range(8)]) for end in (0, 1)))
    of_chain = partition(chains, method, 8).cluster_of_edge.reshape(8, 99)
    assert (of_chain == of_chain[:, :1]).all()
    assert sorted(of_chain[:, 0]) == list(range(8))


@each_method
@pytest.mark.parametrize("latency", [0.0, 1.0, 100.0])
def test_independent_edges_are_spread_evenly(method, latency):
    pairs = np.arange(0, 4000, 2)
    cut = partition(Graph(4000, pairs, pairs + 1), method, 16, latency=latency)
    assert np.bincount(cut.cluster_of_edge).max() <= 1.03 * 2000 / 16


@each_method
def test_the_in_edges_of_a_hub_are_spread(method):
    star = Graph(20_001, range(1, 20_001), np.zeros(20_000, int))
    loads = np.bincount(partition(star, method, 16).cluster_of_edge, minlength=16)
    assert loads.max() <= 1.1 * 20_000 / 16


@each_method
def test_work_of_every_phase_is_spread(method):
    # Phases of 64 heavy tasks, each waiting for all of the phase before through one vertex.
    src, dst = [], []
    for phase in range(5):
        for k in range(64):
            src += [phase * 65, phase * 65 + 1 + k]
            dst += [phase * 65 + 1 + k, (phase + 1) * 65]
    weight = np.tile([1000.0, 0.0], 320)
    cut = partition(Graph(326, src, dst, weight), method, 8)
    for phase in np.split(cut.cluster_of_edge[::2], 5):
        assert np.bincount(phase, minlength=8).tolist() == [8] * 8


@pytest.mark.parametrize("method", ["time_balanced", "heft", "dsc"])
def test_a_latency_below_zero_is_refused(method):
    with pytest.raises(OptionError, match="latency: expected a number of at least 0 or null, got -1"):
        partition(Graph(3, [0, 1], [1, 2]), method, 2, latency=-1.0)


def test_the_latency_of_a_mesh_is_that_of_the_mean_distance():
    # Two tiles of an 8 x 8 mesh are 16/3 hops apart on average: 5 (h + 1) + 2 cycles, and one to the port.
    assert mesh_latency(64) == pytest.approx(5 * (16 / 3 + 1) + 3)
