"""The model of a GPU once more: cycle by cycle, in plain objects, without any code of the package's model.

It knows one stream whose launches share the L2. What it shares with the model is the meaning of the device's
fields and the two hash functions.
"""

from collections import Counter, OrderedDict, deque
from fractions import Fraction
from math import ceil

from gpu.backends.host.trace import KINDS

TICKS = 1024

LOADS = ("load", "read_only", "texture", "load_l2")
ATOMICS = ("reduction", "atomic")
CACHED = {
    "all": ("load", "read_only", "texture"),
    "read_only": ("read_only", "texture"),
    "texture": ("texture",),
}


class Sector:
    """A sector on its way; back is None until the L2 has served it."""

    def __init__(self, number, kind, counts, leave, passes, size=1):
        self.number, self.kind, self.counts, self.leave, self.back = number, kind, counts, leave, None
        self.passes, self.size = passes, size


class Request:
    def __init__(self, warp, kind, array, groups, wavefronts, passes, counts):
        self.warp, self.kind, self.shared, self.counts = warp, kind, array < 0, counts
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
        self.computed, self.at_barrier, self.under_way = False, False, []

    def can_issue(self, t, loads):
        if not self.program or self.at_barrier or self.ready > t:
            return False
        if self.computed:
            return True
        unfinished = sum(not request.is_done(t) for request in self.under_way)
        kind, array = self.program[0][:2]
        as_load = kind in LOADS or (kind == "atomic" and array < 0)
        return unfinished < loads if as_load else unfinished == 0


class Block:
    def __init__(self, number, sm, began):
        self.number, self.sm, self.began, self.warps, self.arrived = number, sm, began, [], 0

    def live(self):
        return sum(bool(warp.program) for warp in self.warps)


class ReferenceSm:
    def __init__(self, gpu):
        self.gpu, self.device = gpu, gpu.device
        self.warps, self.lsu, self.leaving, self.outstanding = {}, deque(), deque(), []
        self.lsu_free = self.port = self.age = self.instructions = 0
        self.busy, self.last = [0] * self.device.schedulers, [None] * self.device.schedulers
        self.l1, self.sets, self.starts, self.blocks = {}, 0, deque(), []

    def cycle(self, t):
        while self.starts and self.starts[0][0] == t:
            self.start(self.starts.popleft()[1], t)
        if self.lsu and self.lsu[0].issued < t and self.lsu_free <= t:
            self.lsu_pass(self.lsu[0], t)
        for number in range(self.device.schedulers):
            if self.busy[number] <= t:
                self.schedule(number, t)

    def start(self, number, t):
        launch = self.gpu.launch
        if self not in launch["seen"]:
            launch["seen"].append(self)
            self.l1, self.sets = {}, launch["l1_bytes"] // (128 * self.device.l1_ways)
        block = Block(number, self, t)
        self.blocks.append(block)
        for program in launch["blocks"][number]:
            slot = min(set(range(self.device.warps_per_sm)) - set(self.warps))
            self.warps[slot] = Warp(block, deque(program), slot, self.age, t)
            block.warps.append(self.warps[slot])
            self.age += 1

    def schedule(self, number, t):
        mine = [w for slot, w in self.warps.items() if slot % self.device.schedulers == number]
        able = [warp for warp in mine if warp.can_issue(t, self.gpu.costs.loads_in_flight)]
        if not able:
            return
        warp = self.last[number] if self.last[number] in able else min(able, key=lambda each: each.age)
        self.last[number] = warp
        kind, array, groups, wavefronts, passes, slots, counts = warp.program[0]
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
        warp.program.popleft()
        block = warp.block
        if kind == "barrier":
            warp.at_barrier = True
            block.arrived += 1
        elif kind == "end":
            self.last[number] = None
            if not block.live():
                self.gpu.ending.append((t + 1, block))
                self.blocks.remove(block)
                for slot in [slot for slot, each in self.warps.items() if each.block is block]:
                    del self.warps[slot]
                return
        else:
            request = Request(warp, kind, array, groups, wavefronts, passes, counts)
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
                there = Sector(sector, request.kind, counts, leave // TICKS, 1 + request.more_passes, size)
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


class ReferenceGpu:
    """Run with :meth:`run`."""

    def __init__(self, device, costs):
        self.device, self.costs = device, costs
        self.sms = [ReferenceSm(self) for _ in range(device.sms)]
        self.l2, self.slices, self.channels = {}, Counter(), Counter()
        self.l2_sets = device.l2_size // (device.l2_slices * device.l2_ways * 128)
        per_channel = (
            device.dram_bandwidth
            / 1e9
            * device.dram_efficiency
            * 1000
            / (device.clock / 1e6)
            / device.dram_channels
            * (8 / 9 if device.ecc == "inline" else 1)
        )
        self.dram_ticks = ceil(32 * TICKS / per_channel)
        self.fetch = device.dram_fetch // 32
        self.now = 0

    def run(self, traces, occupancies):
        """Arrival and end of each launch, its counters by array, its blocks as (number, sm, begin, end)."""
        found = []
        for trace, occupancy in zip(traces, occupancies, strict=True):
            self.now += max(1, round(self.device.launch_latency * self.device.clock))
            found.append(self.run_one(trace, occupancy))
            self.now = found[-1]["end"]
        return found

    def run_one(self, trace, occupancy):
        arrival, counts = self.now, [Counter() for _ in range(len(trace.arrays) + 1)]
        self.launch = {"seen": [], "l1_bytes": occupancy.l1_bytes, "blocks": self.programs(trace, counts)}
        waiting, self.ending, blocks, sectors, held = (
            deque(range(len(self.launch["blocks"]))),
            [],
            [],
            [],
            Counter(),
        )
        t, last, changed = arrival, arrival, True
        while changed or waiting or held.total() or any(sm.leaving for sm in self.sms):
            for end, block in [each for each in self.ending if each[0] == t]:
                self.ending.remove((end, block))
                blocks.append((block.number, self.sms.index(block.sm), block.began, end))
                held[block.sm] -= 1
                last, changed = end, True
            while changed and waiting:
                room = [sm for sm in self.sms if held[sm] < occupancy.blocks]
                if not room:
                    break
                sm = min(room, key=lambda each: held[each])
                held[sm] += 1
                sm.starts.append((t + self.device.dispatch_cycles, waiting.popleft()))
            changed = False
            for sm in self.sms:
                sm.cycle(t)
            for sm in self.sms:
                while sm.leaving and sm.leaving[0].leave == t:
                    sectors.append(sm.leaving.popleft())
                    self.serve(sectors[-1], t)
            t += 1
        end = max([last, *(sector.back for sector in sectors)])
        return {"arrival": arrival, "end": end, "counts": counts, "blocks": sorted(blocks)}

    def programs(self, trace, counts):
        per_block = trace.warps_per_block
        warps = []
        for w in range(trace.warp_start.size - 1):
            program = []
            for r in range(trace.warp_start[w], trace.warp_start[w + 1]):
                kind, array = KINDS[trace.kind[r]], int(trace.array[r])
                groups = self.groups(trace, r)
                slots = int(trace.blocks_before[r]) * self.costs.basic_block
                slots += int(trace.exchanges_before[r]) * self.costs.exchange
                wavefronts = max(1, int(trace.wavefronts[r]))
                passes = int(trace.passes[r])
                program.append((kind, array, groups, wavefronts, passes, slots, counts[array + 1]))
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

    def serve(self, sector, t):
        device, counts = self.device, sector.counts
        number = sector.number // 4
        where = (number ^ (number >> 7) ^ (number >> 15)) % device.l2_slices
        channel = where * device.dram_channels // device.l2_slices
        start = max(self.slices[where], t * TICKS)
        width = ceil(32 * TICKS / device.l2_slice_width)
        atomic = width * device.atomic_sectors * sector.passes
        self.slices[where] = start + (atomic if sector.kind in ATOMICS else width * sector.size)
        now = start // TICKS
        if device.l2_size == 0:
            accesses = -(-sector.size // self.fetch)
            begin = max(self.channels[channel], start)
            reads, writes = sector.kind != "store", sector.kind in ("store", *ATOMICS)
            self.channels[channel] = begin + (reads + writes) * accesses * self.fetch * self.dram_ticks
            name = {"store": "l2_writes", **dict.fromkeys(ATOMICS, "l2_atomics")}.get(sector.kind, "l2_reads")
            counts[name] += sector.size
            counts.update(dram_reads=reads * accesses * self.fetch, dram_writes=writes * sector.size)
            sector.back = begin // TICKS + (device.dram_latency if reads else device.l2_latency)
            return
        cache_set = self.l2.setdefault((where, number // device.l2_slices % self.l2_sets), OrderedDict())
        if number not in cache_set:
            if len(cache_set) == device.l2_ways:
                _, old = cache_set.popitem(last=False)
                dirty = [at for at, (_, is_dirty) in old.items() if is_dirty]
                if dirty:
                    counts["dram_writes"] += len(dirty)
                    accesses = len({at // self.fetch for at in dirty})
                    busy = accesses * self.fetch * self.dram_ticks
                    self.channels[channel] = max(self.channels[channel], start) + busy
                    # The slice waits for write-backs that the channel is too far behind with.
                    late = self.channels[channel] - (device.dram_latency - device.l2_latency) * TICKS
                    self.slices[where] = max(self.slices[where], late)
            cache_set[number] = {}
        cache_set.move_to_end(number)
        line = cache_set[number]
        name = {"store": "l2_write", **dict.fromkeys(ATOMICS, "l2_atomic")}.get(sector.kind, "l2_read")
        there, dirty = line.get(sector.number, (None, False))
        counts.update({f"{name}s": 1, f"{name}_hits": int(there is not None)})
        if there is None:
            there = now
            if sector.kind != "store":
                fetch = max(self.channels[channel], start)
                self.channels[channel] = fetch + self.fetch * self.dram_ticks
                there = fetch // TICKS + device.dram_latency - device.l2_latency
                counts["dram_reads"] += self.fetch
                first = sector.number // self.fetch * self.fetch
                for other in range(first, first + self.fetch):
                    line.setdefault(other, (there, False))
        line[sector.number] = (there, dirty or sector.kind in ("store", *ATOMICS))
        sector.back = max(now, 0 if sector.kind == "store" else there) + device.l2_latency
