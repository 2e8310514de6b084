"""Random kernels whose threads may race, and a brute-force search for their races in plain Python.

A program is a list of statements, each on a line of its own:

- ``("access", how, array, bytes, (a, b, c), (m, r))``: the threads with ``(t + 64 block) % m == r`` access
  element ``(a t + b block + c) % ELEMENTS`` of an array in global or shared memory;
- ``("barrier",)``, ``("warp", mask)``: ``__syncthreads``, and ``__syncwarp`` of the lanes of a mask;
- ``("fence",)``: a ``__threadfence``.

The kernel notes the time of each access, so the search knows what each atomic or volatile read has seen. It
builds the graph of all events, and two accesses race if neither can be reached from the other.
"""

import itertools

import numpy as np

BLOCKS, THREADS, ELEMENTS = 2, 40, 6
HOWS = ("load", "store", "add", "volatile load", "volatile store")
_SOURCES = {
    "load": "sum += {array}[{at}];",
    "store": "{array}[{at}] = t;",
    "add": "atomicAdd(&{array}[{at}], 1);",
    "volatile load": "sum += *(volatile {type}*)&{array}[{at}];",
    "volatile store": "*(volatile {type}*)&{array}[{at}] = t;",
}


def random_program(rng):
    """Accesses by many threads, a few threads that pass values to each other, or the lanes of a warp."""
    return (_of_many, _of_a_warp, _of_few, _of_few)[rng.integers(0, 4)](rng)


def _of_a_warp(rng):
    """Volatile accesses of a few lanes to two words of the tile, and meetings and fences between them."""
    program = []
    for _ in range(int(rng.integers(5, 14))):
        kind = rng.choice(["access"] * 7 + ["warp", "fence"])
        if kind == "access":
            lane, element, how = int(rng.integers(0, 4)), int(rng.integers(0, 2)), str(rng.choice(HOWS[2:]))
            program.append(("access", how, "tile", 4, (0, 0, element), (128, lane)))
        else:
            program.append(("warp", int(rng.choice([0x3, 0xF]))) if kind == "warp" else (str(kind),))
    return program


def _of_few(rng):
    """Each statement but barriers is that of one of four threads, on one of two words."""
    program = []
    for _ in range(int(rng.integers(5, 14))):
        kind = rng.choice(["access"] * 7 + ["warp", "fence", "fence"])
        if kind == "access":
            thread, element = int(rng.choice([0, 1, 33, 64])), int(rng.integers(0, 2))
            # Mostly plain accesses to one word, and others to the second one.
            how = str(rng.choice(HOWS[:2] if element == 0 and rng.integers(0, 3) else HOWS[2:]))
            program.append(("access", how, "words", 4, (0, 0, element), (128, thread)))
        else:
            program.append(("warp", int(rng.choice([0x3, 0x5]))) if kind == "warp" else (str(kind),))
    return program


def _of_many(rng):
    """Mostly accesses; bytes are not updated by atomic operations, which have at least 4."""
    program = []
    for _ in range(int(rng.integers(3, 9))):
        kind = rng.choice(["access"] * 5 + ["barrier", "warp", "fence"])
        if kind == "access":
            size = int(rng.choice([4, 4, 1]))
            how = str(rng.choice(HOWS if size == 4 else [each for each in HOWS if each != "add"]))
            place = tuple(int(n) for n in (rng.integers(0, 3), rng.integers(0, 2), rng.integers(0, 3)))
            m = int(rng.integers(1, 5))
            array = str(rng.choice(["words", "tile"]))
            program.append(("access", how, array, size, place, (m, int(rng.integers(0, m)))))
        elif kind == "warp":
            program.append(("warp", int(rng.choice([0xFFFFFFFF, 0x0000FFFF, 0x00FF00FF, 0x3]))))
        else:
            program.append((str(kind),))
    return program


def source(program, name):
    """The kernel, and the line of each statement, counted from its first line."""
    lines = [
        f'extern "C" __global__ void {name}(int* words, long long* time, int* out) {{',
        f"    __shared__ int tile[{ELEMENTS}];",
        "    const int t = threadIdx.x, block = blockIdx.x;",
        "    int sum = 0;",
    ]
    of_statement = []
    for number, statement in enumerate(program):
        if statement[0] == "access":
            _, how, array, size, (a, b, c), (m, r) = statement
            ctype = "int" if size == 4 else "char"
            pointer = array if size == 4 else f"((char*){array})"
            at = f"({a} * t + {b} * block + {c}) % {ELEMENTS}"
            slot = f"({number} * {BLOCKS} + block) * {THREADS} + t"
            lines.append(f"    if ((t + 64 * block) % {m} == {r}) {{ time[{slot}] = clock64() + 1;")
            lines.append("        " + _SOURCES[how].format(array=pointer, type=ctype, at=at))
            of_statement.append(len(lines))
            lines.append("    }")
            continue
        if statement[0] == "warp":
            mask = statement[1]
            lines.append(f"    if ({mask}u >> t % 32 & 1) __syncwarp({mask}u);")
        else:
            lines.append("    __syncthreads();" if statement[0] == "barrier" else "    __threadfence();")
        of_statement.append(len(lines))
    # No store to the tile is left out, since it is read, behind a barrier.
    lines += ["    __syncthreads();", f"    out[block * {THREADS} + t] = sum + tile[t % {ELEMENTS}];", "}"]
    return "\n".join(lines) + "\n", of_statement


def racing_statements(program, time):
    """The pairs of statements of which two threads race, and of those that need lockstep.

    ``time`` is what the kernel wrote. A volatile load and a volatile store of the tile by lanes of a warp
    need lockstep if nothing is between, unless the later one stores behind a fence, or loads what was stored
    so.
    """
    time = np.asarray(time).reshape(len(program), BLOCKS, THREADS)
    threads = list(itertools.product(range(BLOCKS), range(THREADS)))
    before = {}  # of each event, those that come directly before it
    accesses = []  # (event, statement, how, array, bytes, whether it is of a flag)
    last = {}  # the last event of each thread
    known = {}  # what a thread passes on: its last fence, its last meetings, and what it has seen
    fenced = set()
    events = []  # in the order of time

    for number, statement in enumerate(program):
        for block, t in threads:
            if statement[0] == "access" and time[number, block, t]:
                events.append((int(time[number, block, t]), "access", number, ((block, t),)))
    # A meeting comes behind all that its threads did before it, and before all that they do then.
    order = _order_of(program, events, threads)
    writers = {}  # by (array and block, element word): events whose value is there, as lists of known events
    for kind, number, who in order:
        statement = program[number]
        if kind != "access":
            node = (kind, number, who)
            before[node] = {last[each] for each in who if each in last}
            for each in who:
                last[each] = node
                if kind == "fence":
                    fenced.add(each)
                known.setdefault(each, set()).add(node)
            continue
        ((block, t),) = who
        _, how, array, size, (a, b, c), _ = statement
        begin = size * ((a * t + b * block + c) % ELEMENTS)
        where = array if array == "words" else (array, block)
        node = ("access", number, (block, t))
        before[node] = {last[block, t]} if (block, t) in last else set()
        strong = how not in ("load", "store")
        word = (where, begin // 4)
        is_flag = (block, t) in fenced if how == "volatile store" else bool(writers.get(word))
        if strong and how != "volatile store":
            seen = writers.get(word, set())
            # What was passed on comes before all that follows this read.
            before[node] |= seen
            known.setdefault((block, t), set()).update(seen)
        if how in ("add", "volatile store"):
            passed = known.get((block, t), set()) if (block, t) in fenced else set()
            kept = writers.get(word, set()) if how == "add" else set()
            writers[word] = kept | passed
        last[block, t] = node
        accesses.append((node, number, how, where, range(begin, begin + size), is_flag))
    number_of = {node: number for number, node in enumerate(before)}
    reach = {}  # of each event, the numbers of all that come before it, as bits
    for node in before:  # in the order in which they happened
        reach[node] = 0
        for each in before[node]:
            reach[node] |= reach[each] | 1 << number_of[each]
    races, in_lockstep = set(), set()
    for earlier, later in itertools.combinations(accesses, 2):
        (one, i, how, where, own, _), (other, j, how_other, there, its, is_flag) = earlier, later
        if where != there or own.start >= its.stop or its.start >= own.stop:
            continue
        writes = how not in ("load", "volatile load") or how_other not in ("load", "volatile load")
        weak = how in ("load", "store") or how_other in ("load", "store")
        ordered = reach[other] >> number_of[one] & 1 or reach[one] >> number_of[other] & 1
        if writes and weak and not ordered:
            races.add(frozenset((i, j)))
        one_warp = where != "words" and one[2][1] // 32 == other[2][1] // 32
        if {how, how_other} == {"volatile load", "volatile store"} and one_warp and not (ordered or is_flag):
            in_lockstep.add(frozenset((i, j)))
    return races, in_lockstep


def _order_of(program, events, threads):
    """All events in an order in which they can have happened, as (kind, statement, threads)."""
    pending = {each: [] for each in threads}
    times = {(number, who[0]): when for when, _, number, who in events}
    for each in threads:
        for number, statement in enumerate(program):
            if statement[0] == "access":
                if (number, each) in times:
                    pending[each].append((number, times[number, each]))
            elif statement[0] != "warp" or statement[1] >> each[1] % 32 & 1:
                pending[each].append((number, None))
    order = []
    while any(pending.values()):
        moved = False
        for each, waiting in pending.items():
            while waiting and program[waiting[0][0]][0] == "fence":
                order.append(("fence", waiting.pop(0)[0], (each,)))
                moved = True
        for who in _meetings(program, pending):
            number = pending[who[0]][0][0]
            for each in who:
                pending[each].pop(0)
            order.append((program[number][0], number, who))
            moved = True
            break
        if moved:
            continue
        ready = [(waiting[0][1], each) for each, waiting in pending.items() if waiting and waiting[0][1]]
        _, each = min(ready)
        order.append(("access", pending[each].pop(0)[0], (each,)))
    return order


def _meetings(program, pending):
    """Groups of threads that all stand at the same barrier or meeting of their warp."""
    for (block, t), waiting in pending.items():
        if not waiting or waiting[0][1] is not None:
            continue
        number = waiting[0][0]
        kind = program[number][0]
        if kind == "barrier":
            group = [(block, other) for other in range(THREADS)]
        elif kind == "warp":
            lanes = range(t // 32 * 32, min(THREADS, t // 32 * 32 + 32))
            group = [(block, other) for other in lanes if program[number][1] >> other % 32 & 1]
        else:
            continue
        if all(pending[each] and pending[each][0][0] == number for each in group):
            yield tuple(group)
