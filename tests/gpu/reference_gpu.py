"""The model of a GPU once more: cycle by cycle, in plain objects, without any code of the package's model.

It knows one stream whose launches share the L2. What it shares with the model is the meaning of the device's
fields and the two hash functions.
"""

from collections import Counter, OrderedDict, deque
from fractions import Fraction
from math import ceil

from reference_l2 import ATOMICS, LOADS, TICKS, ReferenceL2

from gpu.backends.host.trace import KINDS

CACHED = {
    "all": ("load", "read_only", "texture"),
    "read_only": ("read_only", "texture"),
    "texture": ("texture",),
}


WAITING_FOR_ALL = ("grid_barrier", "launch", "end")
MOST_IN_FLIGHT = 32
NEVER = 255


class Sector:
    """A sector on its way; back is None until the L2 has served it."""

    def __init__(self, number, kind, counts, leave, passes, size=1, sm=0):
        self.number, self.kind, self.counts, self.leave, self.back = number, kind, counts, leave, None
        self.passes, self.size, self.sm = passes, size, sm


class Request:
    def __init__(self, warp, kind, array, groups, wavefronts, passes, counts, due):
        self.warp, self.kind, self.shared, self.counts, self.due = warp, kind, array < 0, counts, due
        # The first sector of an atomic takes the passes that are more than one for each sector.
        self.lines, self.wavefronts = deque(groups), wavefronts
        self.more_passes = max(0, passes - sum(len(group) for group in groups))
        self.through, self.awaited, self.issued = None, [], None

    @property
    def is_load(self):
        return self.kind in LOADS

    @property
    def is_awaited(self):
        return self.is_load or self.kind == "atomic"

    def done(self):
        """The cycle, or None where it is not known."""
        if self.through is None or any(sector.back is None for sector in self.awaited):
            return None
        return max([self.through, *(sector.back for sector in self.awaited)])

    def is_done(self, t):
        return self.done() is not None and self.done() <= t


class Warp:
    def __init__(self, block, program, slot, age, t):
        self.block, self.program, self.slot, self.age, self.ready = block, program, slot, age, t
        self.computed, self.at_barrier, self.under_way, self.issued = False, False, [], 0
        self.at_grid_barrier = self.launching = False

    def can_issue(self, t):
        waits = self.at_barrier or self.at_grid_barrier or self.launching
        if not self.program or waits or self.ready > t:
            return False
        if self.computed:
            return True
        unfinished = [request for request in self.under_way if not request.is_done(t)]
        if self.program[0][0] in WAITING_FOR_ALL:
            return not unfinished
        return len(unfinished) < MOST_IN_FLIGHT and all(each.due > self.issued for each in unfinished)


class Block:
    def __init__(self, kernel, number, sm, began):
        self.kernel, self.number, self.sm, self.began = kernel, number, sm, began
        self.warps, self.arrived = [], 0

    def live(self):
        return sum(bool(warp.program) for warp in self.warps)


class ReferenceSm:
    def __init__(self, gpu, number):
        self.gpu, self.device, self.number = gpu, gpu.device, number
        self.warps, self.lsu, self.leaving, self.outstanding = {}, deque(), deque(), []
        self.lsu_free = self.port = self.age = self.instructions = 0
        self.busy, self.last = [0] * self.device.schedulers, [None] * self.device.schedulers
        self.l1, self.sets, self.starts, self.blocks = {}, 0, deque(), []

    def cycle(self, t):
        while self.starts and self.starts[0][0] == t:
            self.start(*self.starts.popleft()[1:], t)
        if self.lsu and self.lsu[0].issued < t and self.lsu_free <= t:
            self.lsu_pass(self.lsu[0], t)
        for number in range(self.device.schedulers):
            if self.busy[number] <= t:
                self.schedule(number, t)

    def start(self, kernel, number, t):
        if self not in kernel.seen:
            kernel.seen.append(self)
            self.l1, self.sets = {}, kernel.fits.l1_bytes // (128 * self.device.l1_ways)
        block = Block(kernel, number, self, t)
        self.blocks.append(block)
        for program in kernel.programs[number]:
            slot = min(set(range(self.device.warps_per_sm)) - set(self.warps))
            self.warps[slot] = Warp(block, program, slot, self.age, t)
            block.warps.append(self.warps[slot])
            self.age += 1

    def schedule(self, number, t):
        mine = [w for slot, w in self.warps.items() if slot % self.device.schedulers == number]
        able = [warp for warp in mine if warp.can_issue(t)]
        if not able:
            return
        warp = self.last[number] if self.last[number] in able else min(able, key=lambda each: each.age)
        self.last[number] = warp
        kind, array, groups, wavefronts, passes, slots, counts, distance = warp.program[0]
        depend = ceil(Fraction(slots * self.device.arithmetic_latency, self.gpu.costs.parallel))
        if array < 0 and kind in ATOMICS and self.device.shared_atomic_cycles:
            # Each pass is a round of a loop of four instructions.
            slots += 4 * wavefronts
            depend += wavefronts * self.device.shared_atomic_cycles
        if slots and not warp.computed:
            self.busy[number] = t + slots
            warp.ready, warp.computed = t + max(slots, depend), True
            self.instructions += slots
            return
        self.busy[number], warp.computed = t + 1, False
        self.instructions += 1
        due, warp.issued = warp.issued + distance, warp.issued + 1
        warp.program.popleft()
        block = warp.block
        if kind == "barrier":
            warp.at_barrier = True
            block.arrived += 1
        elif kind == "grid_barrier":
            warp.at_grid_barrier = True
        elif kind == "launch":
            warp.launching = True
            self.gpu.joining += [(warp, grid) for grid in groups]
        elif kind == "end":
            self.last[number] = None
            if not block.live():
                self.gpu.ending.append((t + 1, block))
                self.blocks.remove(block)
                for slot in [slot for slot, each in self.warps.items() if each.block is block]:
                    del self.warps[slot]
                return
        else:
            request = Request(warp, kind, array, groups, wavefronts, passes, counts, due)
            request.issued, warp.ready = t, t + 1
            warp.under_way = [each for each in warp.under_way if not each.is_done(t)] + [request]
            self.lsu.append(request)
        if block.arrived and block.arrived == block.live():
            block.arrived = 0
            for each in block.warps:
                if each.at_barrier:
                    each.at_barrier, each.ready = False, t + self.device.barrier_latency

    def lsu_pass(self, request, t):
        device, counts = self.device, request.counts
        if request.shared:
            counts.update(requests=1, wavefronts=request.wavefronts)
            self.lsu_free = t + request.wavefronts
            late = device.shared_latency - 1 if request.is_awaited else 0
            request.through = t + request.wavefronts + late
            self.lsu.popleft()
            return
        sectors = [sector for sector, _ in request.lines[0]]
        sizes = dict(request.lines[0])
        number = sectors[0] // 4
        cached = self.sets and (request.kind in CACHED[device.l1_caches])
        cache_set = self.l1.setdefault((number ^ (number >> 6)) % self.sets, OrderedDict()) if cached else {}
        line = cache_set.get(number, {})
        missing = [sector for sector in sectors if sector not in line]
        if cached:
            fill = device.l1_fill // 32
            fills = {sector // fill for sector in missing}
            missing = [
                sector
                for sector in range(4 * number, 4 * number + 4)
                if sector // fill in fills and sector not in line
            ]
        self.outstanding = [each for each in self.outstanding if each.back is None or each.back > t]
        if len(self.outstanding) + len(missing) > device.outstanding_sectors:
            return
        if cached:
            if number not in cache_set and len(cache_set) == device.l1_ways:
                cache_set.popitem(last=False)
            cache_set[number] = line
            cache_set.move_to_end(number)
        for sector in [*sectors, *(other for other in missing if other not in sectors)]:
            if sector not in missing:
                there = line[sector]
                counts.update(l1_hits=1, l1_merged=int(there.back is None or there.back > t))
            else:
                leave = max(self.port, t * TICKS)
                size = sizes.get(sector, 1)
                self.port = leave + size * ceil(32 * TICKS / device.l2_port_width)
                passes = 1 + request.more_passes
                there = Sector(sector, request.kind, counts, leave // TICKS, passes, size, self.number)
                request.more_passes = 0
                self.leaving.append(there)
                self.outstanding.append(there)
                if sector not in sectors:
                    counts["l1_fills"] += 1
                elif request.is_load:
                    counts["l1_misses"] += size
                if cached:
                    line[sector] = there
            if request.is_awaited and sector in sectors:
                request.awaited.append(there)
        counts.update(sectors=sum(sizes.values()), wavefronts=1)
        self.lsu_free = t + 1
        request.lines.popleft()
        if not request.lines:
            counts["requests"] += 1
            request.through = t + device.l1_latency if request.is_awaited else t + 1
            self.lsu.popleft()


def half_warp(sectors, segment):
    """The transactions of a half-warp as the CUDA programming guide has them: (first sector, sectors)."""
    left, found = set(sectors), []
    while left:
        begin, size = min(left) // segment * segment, segment
        served = {sector for sector in left if begin <= sector < begin + size}
        while size > 1:
            upper = {sector for sector in served if sector >= begin + size // 2}
            if upper and upper != served:
                break
            begin, size = begin + (size // 2 if upper else 0), size // 2
        found.append((begin, size))
        left -= served
    return found


def limited(trace, loads):
    """The distance of each load to the request that waits for it, with a number of loads in flight."""
    found = [NEVER] * trace.form.size
    for begin, end in zip(trace.warp_start, trace.warp_start[1:], strict=False):
        flying = deque()
        for r in range(begin, end):
            kind, array = KINDS[trace.kind[r]], trace.array[r]
            as_load = kind in LOADS or (kind == "atomic" and array < 0)
            while flying and (len(flying) == loads or not as_load):
                first = flying.popleft()
                found[first] = min(r - first, NEVER)
            if kind in LOADS or kind == "atomic":
                flying.append(r)
    return found


class Kernel:
    """A kernel of a launch: the launch by the host, or all child grids of a kernel."""

    def __init__(self, trace, fits):
        self.trace, self.fits, self.seen, self.arrival, self.grids = trace, fits, [], None, 0
        self.counts = [Counter() for _ in range(len(trace.arrays) + 1)]


class ReferenceGpu:
    """Run with :meth:`run`.

    ``distances`` is a function from a trace to the distances of its requests to those that wait for them; by
    default, a warp has a number of loads in flight.
    """

    def __init__(self, device, costs, distances=None):
        self.device, self.costs = device, costs
        self.distances = distances or (lambda trace: limited(trace, costs.loads_in_flight))
        self.sms = [ReferenceSm(self, number) for number in range(device.sms)]
        self.used = {sm: [] for sm in self.sms}
        self.l2 = ReferenceL2(device)
        self.now = 0

    def run(self, traces, fits):
        """The kernels of each launch, which have arrival and end, counters by array and blocks.

        ``fits`` is a function from a trace to its occupancy.
        """
        found = []
        for trace in traces:
            self.now += max(1, round(self.device.launch_latency * self.device.clock))
            found.append(self.run_one(trace, fits))
            self.now = found[-1][0].end
        return found

    def run_one(self, trace, fits):
        kernels = self.kernels(trace, fits)
        self.ending, self.joining, self.pool = [], deque(), deque()
        grids = [(self.now, kernels[0], list(range(len(kernels[0].programs))))]
        kernels[0].arrival, kernels[0].grids = self.now, 1
        launch_cycles = max(1, round(self.device.device_launch * self.device.clock))
        t, serving_until, blocks, sectors, changed = self.now, None, [], [], True
        while changed or grids or self.pool or self.joining or self.running() or self.leaving():
            for end, block in [each for each in self.ending if each[0] == t]:
                self.ending.remove((end, block))
                blocks.append(block)
                block.end, changed = end, True
                self.used[block.sm].remove(block.kernel)
            if serving_until == t:
                kernel, numbers = self.pool.popleft()
                kernel.arrival = t if kernel.arrival is None else kernel.arrival
                kernel.grids += 1
                grids.append((t, kernel, list(numbers)))
                serving_until, changed = None, True
            if changed:
                self.assign(grids, t)
                grids = [each for each in grids if each[2]]
            changed = False
            for sm in self.sms:
                sm.cycle(t)
            for sm in self.sms:
                while sm.leaving and sm.leaving[0].leave == t:
                    sectors.append(sm.leaving.popleft())
                    self.l2.serve(sectors[-1], t)
            self.open_grid_barrier(kernels[0], t)
            while self.joining and len(self.pool) < self.device.pending_launches:
                warp, grid = self.joining.popleft()
                self.pool.append(grid)
                if warp not in [other for other, _ in self.joining]:
                    warp.launching, warp.ready = False, t + self.device.l2_latency
            if self.pool and serving_until is None:
                serving_until = t + launch_cycles
            t += 1
        for kernel in kernels:
            own = [block.end for block in blocks if block.kernel is kernel]
            rows = [id(row) for row in kernel.counts]
            back = [sector.back for sector in sectors if id(sector.counts) in rows]
            kernel.end = max([kernel.arrival or 0, *own, *back])
            kernel.blocks = sorted(
                (block.number, self.sms.index(block.sm), block.began, block.end)
                for block in blocks
                if block.kernel is kernel
            )
        kernels[0].end = max(kernel.end for kernel in kernels)
        return kernels

    def running(self):
        return any(self.used.values())

    def leaving(self):
        return any(sm.leaving for sm in self.sms)

    def assign(self, grids, t):
        """Assign blocks; grids are in the order of their arrival."""
        for _, kernel, numbers in grids:
            while numbers:
                able = [sm for sm in self.sms if self.fits(kernel, self.used[sm])]
                if not able:
                    break
                sm = min(able, key=lambda each: len(self.used[each]))
                self.used[sm].append(kernel)
                sm.starts.append((t + self.device.dispatch_cycles, kernel, numbers.pop(0)))

    def fits(self, kernel, used):
        device, with_it = self.device, [*used, kernel]
        return (
            sum(each is kernel for each in with_it) <= kernel.fits.blocks
            and len(with_it) <= device.blocks_per_sm
            and sum(each.fits.warps_of_block for each in with_it) <= device.warps_per_sm
            and sum(each.fits.registers_of_block for each in with_it) <= device.registers_per_sm
            and sum(each.fits.shared_of_block for each in with_it) <= device.shared_carveouts[-1]
        )

    def open_grid_barrier(self, kernel, t):
        warps = [warp for sm in self.sms for warp in sm.warps.values() if warp.block.kernel is kernel]
        waiting = [warp for warp in warps if warp.at_grid_barrier]
        if waiting and len(waiting) == sum(bool(p) for block in kernel.programs for p in block):
            for warp in waiting:
                warp.at_grid_barrier, warp.ready = False, t + self.device.grid_barrier_latency

    def kernels(self, trace, fits):
        """The kernels of a launch, in the order of generations."""
        kernels, parents = [Kernel(trace, fits(trace))], [None]
        for kernel in kernels:
            for child in kernel.trace.children:
                kernels.append(Kernel(child, fits(child)))
                parents.append(kernel)
        for kernel in kernels:
            own = [k for k, parent in zip(kernels, parents, strict=True) if parent is kernel]
            kernel.programs = self.programs(kernel, own)
        return kernels

    def programs(self, kernel, children):
        """The requests of the warps of each block; those of a launch have child grids in place of sectors."""
        trace, counts = kernel.trace, kernel.counts
        launched = {}
        for child in children:
            start = child.trace.child_start.tolist()
            for grid, request in enumerate(child.trace.child_request.tolist()):
                numbers = range(start[grid], start[grid + 1])
                launched.setdefault(request, []).append((child, numbers))
        factor = Fraction(str(self.device.device_runtime_factor)) if trace.may_launch else 1
        per_block = trace.warps_per_block
        warps, distances = [], self.distances(trace)
        for w in range(trace.warp_start.size - 1):
            program = deque()
            for r in range(trace.warp_start[w], trace.warp_start[w + 1]):
                kind, array = KINDS[trace.kind[r]], int(trace.array[r])
                groups = launched[r] if kind == "launch" else self.groups(trace, r)
                slots = int(trace.blocks_before[r]) * self.costs.basic_block
                slots += int(trace.exchanges_before[r]) * self.costs.exchange
                slots = round(factor * slots)
                wavefronts = max(1, int(trace.wavefronts[r]))
                passes = int(trace.passes[r])
                row = counts[array + 1]
                program.append((kind, array, groups, wavefronts, passes, slots, row, int(distances[r])))
            warps.append(program)
        return [warps[i : i + per_block] for i in range(0, len(warps), per_block)]

    def groups(self, trace, r):
        """The passes of a request: lists of (first sector, sectors that go to memory together)."""
        sectors = trace.sectors[trace.sector_start[r] : trace.sector_start[r + 1]].tolist()
        lines = {}
        for sector in sectors:
            lines.setdefault(sector // 4, []).append((sector, 1))
        if not self.device.compute_capability.startswith("1.") or KINDS[trace.kind[r]] == "texture":
            return list(lines.values())
        lanes = [lane for lane in range(32) if trace.lanes[r] >> lane & 1]
        segment = {1: 1, 2: 2}.get(int(trace.bytes_per_lane[r]), 4)
        halves = {0: set(), 1: set()}
        for i, lane in enumerate(lanes):  # an equal share of the sectors for each lane, in their order
            share = len(sectors) * i // len(lanes), -(-len(sectors) * (i + 1) // len(lanes))
            halves[lane // 16] |= set(sectors[slice(*share)])
        return [[each] for half in halves.values() for each in half_warp(half, segment)]
