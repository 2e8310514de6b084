"""The L2 and the memory of the plain simulator of a GPU, which serve sector by sector."""

from collections import Counter, OrderedDict
from math import ceil

TICKS = 1024

LOADS = ("load", "read_only", "texture", "load_l2")
ATOMICS = ("reduction", "atomic")


class ReferenceL2:
    """Slices with the lines of each set, DRAM channels, and the fabric between two halves."""

    def __init__(self, device):
        self.device = device
        self.lines, self.slices, self.channels, self.writes = {}, Counter(), Counter(), Counter()
        self.fabric, self.requests, self.looked_up = Counter(), {}, {}
        self.sets = device.l2_size // (device.l2_slices * device.l2_ways * 128)
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

    def serve(self, sector, t):
        device, counts = self.device, sector.counts
        number = sector.number // 4
        width = ceil(32 * TICKS / device.l2_slice_width)
        atomic = width * device.atomic_sectors * sector.passes
        if device.l2_size == 0:
            where = (number ^ (number >> 7) ^ (number >> 15)) % device.l2_slices
            channel = where * device.dram_channels // device.l2_slices
            start = self.at_slice(where, t * TICKS, atomic if sector.kind in ATOMICS else width * sector.size)
            accesses = -(-sector.size // self.fetch)
            begin = max(self.channels[channel], start)
            reads, writes = sector.kind != "store", sector.kind in ("store", *ATOMICS)
            self.channels[channel] = begin + (reads + writes) * accesses * self.fetch * self.dram_ticks
            name = {"store": "l2_writes", **dict.fromkeys(ATOMICS, "l2_atomics")}.get(sector.kind, "l2_reads")
            counts[name] += sector.size
            counts.update(dram_reads=reads * accesses * self.fetch, dram_writes=writes * sector.size)
            sector.back = begin // TICKS + (device.dram_latency if reads else device.l2_latency)
            return
        passed, latency, copies = t * TICKS, device.l2_latency, None
        if not device.l2_far_latency:
            where = (number ^ (number >> 7) ^ (number >> 15)) % device.l2_slices
            at = (where, number // device.l2_slices % self.sets)
        else:
            # 64 lines in a row are in one half; of each two such chunks, one in each.
            chunk, of_half = number // 64, device.l2_slices // 2
            home = (chunk ^ (chunk >> 3) ^ (chunk >> 7)) % 2
            own = chunk // 2 * 64 + number % 64
            where = (own + 7 * (own // of_half)) % of_half
            copies = (where + (1 - home) * of_half, own // of_half % self.sets)
            where += home * of_half
            at = (where, copies[1])
        is_far = copies is not None and home != sector.sm % 2
        if copies is not None:
            copy_set = self.lines.setdefault(copies, OrderedDict())
        if is_far:
            if sector.kind in LOADS and sector.number in copy_set.get(number, {}):
                copy_set.move_to_end(number)
                counts.update(l2_reads=1, l2_read_hits=1)
                there, _ = copy_set[number][sector.number]
                start = self.at_slice(copies[0], passed, self.of_request(copies[0], sector, width))
                sector.back = max(start // TICKS, there) + device.l2_latency
                return
            sender = home if sector.kind in LOADS else sector.sm % 2
            passed = max(self.fabric[sender], passed)
            self.fabric[sender] = passed + ceil(32 * TICKS / device.l2_fabric_width)
            counts["l2_fabric"] += 1
            latency = device.l2_far_latency
        if copies is not None and sector.kind not in LOADS:
            copy_set.get(number, {}).pop(sector.number, None)
        busy = atomic if sector.kind in ATOMICS else self.of_request(where, sector, width)
        start = self.at_slice(where, t * TICKS, busy)
        now = start // TICKS
        line = self.line(at, number, start, counts)
        if sector.kind not in ATOMICS and self.requests[sector.sm][2] == 1:
            self.looked_up[sector.sm] = set(line)
        name = {"store": "l2_write", **dict.fromkeys(ATOMICS, "l2_atomic")}.get(sector.kind, "l2_read")
        there, dirty = line.get(sector.number, (None, False))
        hit = there is not None
        counts.update({f"{name}s": 1, f"{name}_hits": int(hit)})
        if sector.kind in LOADS:
            counts["l2_read_along"] += hit and sector.number not in self.looked_up[sector.sm]
        if not hit:
            there = now
            if sector.kind != "store":
                channel = where * device.dram_channels // device.l2_slices
                fetch = max(self.channels[channel], start)
                self.channels[channel] = fetch + self.fetch * self.dram_ticks
                there = fetch // TICKS + device.dram_latency - device.l2_latency
                counts["dram_reads"] += self.fetch
                first = sector.number // self.fetch * self.fetch
                for other in range(first, first + self.fetch):
                    line.setdefault(other, (there, False))
        line[sector.number] = (there, dirty or sector.kind in ("store", *ATOMICS))
        sector.back = max(now, passed // TICKS, 0 if sector.kind == "store" else there) + latency
        if is_far and (hit or device.l2_copies == "loads") and sector.kind in LOADS:
            copy = self.line(copies, number, start, counts)
            copy[sector.number] = (sector.back - device.l2_latency, False)

    def of_request(self, where, sector, width):
        """The ticks of the next sector of a request: those of the request, as far as it has not had them."""
        rate, request = self.device.l2_request_rate, (sector.number // 4, where)
        least = ceil(TICKS / rate) if rate else 0
        last, taken, sectors = self.requests.get(sector.sm, (None, 0, 0))
        taken, sectors = (taken, sectors + 1) if last == request else (0, 1)
        busy = max(least, sectors * width, taken) - taken
        self.requests[sector.sm] = request, taken + busy, sectors
        return busy

    def at_slice(self, where, arrival, busy):
        """When a slice begins to serve what arrives, both in ticks."""
        start = max(self.slices[where], arrival)
        self.slices[where] = start + busy
        return start

    def line(self, at, number, start, counts):
        """The sectors of a line in a set of a slice, allocated if it is not there, and last used."""
        device, cache_set = self.device, self.lines.setdefault(at, OrderedDict())
        if number not in cache_set:
            if len(cache_set) == device.l2_ways:
                _, old = cache_set.popitem(last=False)
                dirty = [each for each, (_, is_dirty) in old.items() if is_dirty]
                if dirty:
                    counts["dram_writes"] += len(dirty)
                    accesses = len({each // self.fetch for each in dirty})
                    busy = accesses * self.fetch * self.dram_ticks
                    channel = at[0] * device.dram_channels // device.l2_slices
                    self.channels[channel] = max(self.channels[channel], start) + busy
                    # The slice waits if the channel would be too far behind with its write-backs alone.
                    self.writes[channel] = max(self.writes[channel], start) + busy
                    late = self.writes[channel] - (device.dram_latency - device.l2_latency) * TICKS
                    self.slices[at[0]] = max(self.slices[at[0]], late)
            cache_set[number] = {}
        cache_set.move_to_end(number)
        return cache_set[number]
