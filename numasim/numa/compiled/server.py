"""Links, ports and controllers, which serve in order of arrival, and within a cycle by number.

The state of a server is only the tick from which it is free. Service is not interrupted, so the requests of a
cycle determine the start of each service.
"""

from __future__ import annotations

from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def request(state: State, server: int, number: int) -> None:
    """Queue a transaction. The server decides in this cycle."""
    servers = state.servers
    first = servers[server].requests
    if first < 0:
        servers[server].next = state.clock.first_server
        state.clock.first_server = server
    state.events[number].next = first
    servers[server].requests = number


@inlined_kernel
def take_requests(state: State, server: int) -> int:
    """Take the requests of this cycle. Returns the first one, linked to the others in order of number."""
    first = state.servers[server].requests
    state.servers[server].requests = -1
    return by_number(state, first)


@inlined_kernel
def by_number(state: State, first: int) -> int:
    """Sort a list of transactions. Returns the first one, linked to the others in order of number."""
    events = state.events
    second = events[first].next
    if second < 0:
        return first
    if events[second].next < 0:
        if _precedes(state, first, second):
            return first
        events[second].next = first
        events[first].next = -1
        return second
    return _sort(state, first)


@inlined_kernel
def occupy(state: State, server: int, cycles: int) -> int:
    """Serve one request for ``cycles`` cycles. Returns the cycle in which the service begins."""
    servers, now = state.servers, state.clock.now
    start = max(now, servers[server].free_cycle)
    servers[server].free_cycle = start + cycles
    servers[server].served += 1
    servers[server].busy_ticks += cycles
    servers[server].wait_cycles += start - now
    return start


@inlined_kernel
def _precedes(state: State, a: int, b: int) -> bool:
    """Whether a precedes b. Transactions are ordered by row, and those of the caches come last, by key."""
    first = state.first_coherence
    if a < first or b < first:
        return a < b
    return state.keys[a - first] < state.keys[b - first]


@inlined_kernel
def _sort(state: State, first: int) -> int:
    """Merge sort. Bin k contains a sorted list of 2^k requests or is empty."""
    events, bins = state.events, state.bins
    used = 0
    while first >= 0:
        following = events[first].next
        events[first].next = -1
        k = 0
        while k < used and bins[k] >= 0:
            first = _merge(state, bins[k], first)
            bins[k] = -1
            k += 1
        bins[k] = first
        used = max(used, k + 1)
        first = following
    for k in range(used):
        first = bins[k] if first < 0 else first if bins[k] < 0 else _merge(state, bins[k], first)
        bins[k] = -1
    return first


@inlined_kernel
def _merge(state: State, a: int, b: int) -> int:
    events = state.events
    if _precedes(state, b, a):
        a, b = b, a
    first = last = a
    a = events[a].next
    while a >= 0 and b >= 0:
        if _precedes(state, a, b):
            events[last].next = a
            last = a
            a = events[a].next
        else:
            events[last].next = b
            last = b
            b = events[b].next
    events[last].next = a if a >= 0 else b
    return first
