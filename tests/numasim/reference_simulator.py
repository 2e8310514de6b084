"""A second reading of the execution model: one loop over the cycles, dictionaries and no events.

Dataflow with the inputs present. It shares nothing with the simulator but the topology and the order of the
tasks, and is as slow as it looks.
"""

from collections import defaultdict
from math import ceil


def finish_cycles(
    graph,
    cluster_of_edge,
    master_of_vertex,
    mesh,
    core_of_cluster,
    priority,
    network,
    flits=None,
    hop=5,
    injection=1,
):
    """The cycle in which every vertex is finished, and the number of value messages.

    ``master_of_vertex`` is None for a vertex cut, whose masters follow from the weights.
    ``priority(task, cycle)`` is the tuple that a core orders its ready tasks by, ``cycle`` being the one in
    which the task became ready.
    """
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), cluster_of_edge, strict=True))
    cycles = [ceil(w) for w in graph.weight.tolist()]
    operation = [ceil(w) for w in graph.vertex["operation"].tolist()] if "operation" in graph.vertex else None
    m, n = graph.num_edges, graph.num_vertices
    work_in = defaultdict(lambda: defaultdict(int))
    work_out = defaultdict(lambda: defaultdict(int))
    for (u, v, c), w in zip(edges, cycles, strict=True):
        work_in[v][c] += w
        work_out[u][c] += w
    master = {}
    for v in range(n):
        if master_of_vertex is not None:
            master[v] = master_of_vertex[v]
        elif work_in[v] or work_out[v]:
            load = work_in[v] or work_out[v]
            master[v] = min(load, key=lambda c: (-load[c], c))
        else:
            master[v] = v % max(1, len(core_of_cluster))

    # Static numbers: by vertex, gathers before scatters, then by cluster.
    number = {}
    for v in range(n):
        for c in sorted(work_in[v]):
            if c != master[v]:
                number[v, "gather", c] = len(number)
        for c in sorted(work_out[v]):
            if c != master[v]:
                number[v, "scatter", c] = len(number)

    left_at = {(v, c): sum(1 for _, w, d in edges if (w, d) == (v, c)) for v in range(n) for c in work_in[v]}
    waits_for = {v: sum(1 for c in work_in[v] if c != master[v]) for v in range(n)}
    finish = [None] * n
    ready = defaultdict(list)
    running = {}
    to_send, flying, at_port = [], defaultdict(list), defaultdict(list)
    free_at = defaultdict(int)
    messages = 0
    t = 0

    def make_ready(task, cluster):
        ready[core_of_cluster[cluster]].append((*priority(task, t), task))

    def finished(v):
        finish[v] = t
        for c in work_out[v]:
            if c == master[v]:
                give(v, c)
            else:
                to_send.append((number[v, "scatter", c], v, "scatter", master[v], c))

    def give(v, cluster):
        for e, (u, _, c) in enumerate(edges):
            if u == v and c == cluster:
                make_ready(e, c)

    def check(v, c):
        if left_at.get((v, c), 0):
            return
        if c != master[v]:
            to_send.append((number[v, "gather", c], v, "gather", c, master[v]))
        elif waits_for[v] == 0:
            if operation and operation[v]:
                make_ready(m + v, c)
            else:
                finished(v)

    def complete(task):
        if task >= m:
            finished(task - m)
        else:
            _, v, c = edges[task]
            left_at[v, c] -= 1
            check(v, c)

    def arrive(message):
        _, v, kind, _, target = message
        if kind == "gather":
            waits_for[v] -= 1
            check(v, target)
        else:
            give(v, target)

    sources = [v for v in range(n) if not work_in[v]]
    for v in sources:
        check(v, master[v])
    while True:
        if t:
            for message in flying.pop(t, []):
                arrive(message)
            for core in [k for k, (end, _) in running.items() if end == t]:
                complete(running.pop(core)[1])
        for core in range(mesh.num_cores):
            while core not in running and ready[core]:
                ready[core].sort()
                task = ready[core].pop(0)[-1]
                length = cycles[task] if task < m else operation[task - m]
                if length:
                    running[core] = (t + length, task)
                else:
                    complete(task)
        # Links serve what has reached them in this cycle, by number; the last is the ejection port.
        for message, path in sorted(at_port.pop(t, [])):
            start = max(t, free_at[path[0]])
            length = flits[message[0]] if flits else 1
            free_at[path[0]] = start + length
            after = start + (injection if path[0][0] == "in" else hop)
            if len(path) == 1:
                flying[after + length - 1].append(message)
            else:
                at_port[after].append((message, path[1:]))
        for message in to_send:
            messages += 1
            source, target = core_of_cluster[message[3]], core_of_cluster[message[4]]
            if source == target:
                flying[t + 1].append(message)
            elif network == "ideal":
                hops = abs(source % mesh.width - target % mesh.width) + abs(
                    source // mesh.width - target // mesh.width
                )
                behind = flits[message[0]] - 1 if flits else 0
                flying[t + 1 + injection + (hops + 1) * hop + behind].append(message)
            else:
                path = [("in", source), *(("link", k) for k in mesh.route(source, target)), ("out", target)]
                at_port[t + 1].append((message, path))
        to_send.clear()
        if not (running or flying or at_port or any(ready.values())):
            return finish, messages
        t += 1
