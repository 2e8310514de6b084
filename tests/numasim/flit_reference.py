"""The flit-level network written a second time, plainly: objects and lists, everything looked at every cycle.

It shares no code with the package but the parameters. Time runs as in the package: in each cycle flits and
credits arrive, packets are injected, sources send, routers decide.
"""

from collections import deque
from dataclasses import dataclass, field

EAST, WEST, SOUTH, NORTH, LOCAL = range(5)


@dataclass
class Packet:
    number: int
    source: int
    target: int
    flits: int
    message_class: int
    created: int
    started: int = -1


@dataclass
class Flit:
    packet: Packet
    head: bool
    tail: bool
    ready: int = 0  # the cycle from which a head that crossed a narrow link may go on


@dataclass
class InputVC:
    flits: deque = field(default_factory=deque)
    state: str = "idle"
    ready: int = 0  # the cycle from which it may take the next step
    out_port: int = -1
    out_vc: int = -1


class ISlip:
    """One iteration, over any sets of inputs and outputs."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = inputs, outputs
        self.grant, self.accept = [0] * outputs, [0] * inputs

    def match(self, requests):
        """``requests`` is a set of pairs; the result maps inputs to outputs."""
        offers = {}
        for output in sorted({o for _, o in requests}):
            asking = [i for i, o in requests if o == output]
            chosen = min(asking, key=lambda i: (i - self.grant[output]) % self.inputs)
            offers.setdefault(chosen, []).append(output)
        matched = {}
        for chosen, outputs in offers.items():
            output = min(outputs, key=lambda o: (o - self.accept[chosen]) % self.outputs)
            matched[chosen] = output
            self.grant[output] = (chosen + 1) % self.inputs
            self.accept[chosen] = (output + 1) % self.outputs
        return matched


class Router:
    def __init__(self, network, tile):
        p = network.parameters
        self.network, self.tile, self.p = network, tile, p
        self.inputs = [[InputVC() for _ in range(p.vcs)] for _ in range(5)]
        self.credits = [[network.depth(tile, out)] * p.vcs for out in range(5)]
        self.free_from = [0] * 5  # the first cycle in which each output's link can be granted
        self.owner = [[None] * p.vcs for _ in range(5)]
        self.vc_allocator = ISlip(5 * p.vcs, 5 * p.vcs)
        self.switch_allocator = ISlip(5, 5)
        self.next_vc = [0] * 5

    def enter(self, port, vc, flit, now):
        channel = self.inputs[port][vc]
        channel.flits.append(flit)
        assert len(channel.flits) <= self.network.depth(self.tile, port)
        if flit.head:
            flit.ready = now + (flit.packet.flits - 1) * (self.network.link(self.tile, port)[1] - 1)
        if channel.state == "idle":
            assert flit.head
            channel.state, channel.ready = "routing", flit.ready + self.p.routing_delay

    def every_vc(self):
        for port in range(5):
            for vc in range(self.p.vcs):
                yield port, vc, self.inputs[port][vc]

    def class_vcs(self, flit):
        first = flit.packet.message_class * self.p.vcs_per_class
        return range(first, first + self.p.vcs_per_class)

    def decide(self, now):
        p, vcs = self.p, self.p.vcs
        for _, _, channel in self.every_vc():
            if channel.state == "routing" and channel.ready <= now:
                channel.state = "waiting"
                channel.out_port = self.network.direction(self.tile, channel.flits[0].packet.target)
            if channel.state == "granted" and channel.ready <= now:
                channel.state = "active"

        vc_requests, firm, speculative = set(), {}, {}
        for port, vc, channel in self.every_vc():
            out = channel.out_port
            is_free = self.free_from[out] <= now
            if channel.state == "waiting":
                free = [v for v in self.class_vcs(channel.flits[0]) if self.owner[out][v] is None]
                vc_requests |= {(port * vcs + vc, out * vcs + v) for v in free}
                if p.speculative and is_free and any(self.credits[out][v] > 0 for v in free):
                    speculative.setdefault((port, out), []).append(vc)
            elif (
                is_free
                and channel.state == "active"
                and channel.flits
                and self.credits[out][channel.out_vc] > 0
            ):
                firm.setdefault((port, out), []).append(vc)

        for number, output in self.vc_allocator.match(vc_requests).items():
            channel = self.inputs[number // vcs][number % vcs]
            assert output // vcs == channel.out_port
            channel.out_vc = output % vcs
            self.owner[channel.out_port][channel.out_vc] = (number // vcs, number % vcs)
            channel.state, channel.ready = "granted", now + p.vc_alloc_delay

        for port, out in self.switch_allocator.match(set(firm) | set(speculative)).items():
            bidding = firm.get((port, out)) or speculative[port, out]
            vc = min(bidding, key=lambda v: (v - self.next_vc[port]) % vcs)
            self.next_vc[port] = (vc + 1) % vcs
            channel = self.inputs[port][vc]
            if (port, out) not in firm and (
                channel.state != "granted" or self.credits[out][channel.out_vc] == 0
            ):
                continue
            channel.state = "active"
            self.send(port, vc, channel, now)

    def send(self, port, vc, channel, now):
        p, network = self.p, self.network
        flit, out, out_vc = channel.flits.popleft(), channel.out_port, channel.out_vc
        self.credits[out][out_vc] -= 1
        assert self.credits[out][out_vc] >= 0
        network.crossed[self.tile, out] = network.crossed.get((self.tile, out), 0) + 1
        network.turns.add((port, out))
        leaves = now + p.sw_alloc_delay + p.st_final_delay
        channel_delay, flit_cycles = network.link(self.tile, out)
        self.free_from[out] = now + flit_cycles
        if out == LOCAL:
            network.at(leaves + channel_delay, network.eject, self.tile, out_vc, flit)
        else:
            to = network.routers[network.neighbour(self.tile, out)]
            network.at(leaves + channel_delay, to.enter, out ^ 1, out_vc, flit)
        if port == LOCAL:
            credit = now + p.sw_alloc_delay + p.injection_delay + 1 - p.source_delay
            network.at(credit, network.sources[self.tile].credit, vc)
        else:
            channel_delay, _ = network.link(self.tile, port)
            credit = now + p.sw_alloc_delay + channel_delay + p.credit_delay
            back = network.routers[network.neighbour(self.tile, port)]
            network.at(credit, back.credit, port ^ 1, vc)
        if flit.tail:
            self.owner[out][out_vc] = None
            channel.state = "idle"
            if channel.flits:
                ready = max(now + 1, channel.flits[0].ready)
                channel.state, channel.ready = "routing", ready + p.routing_delay

    def credit(self, port, vc, now):
        self.credits[port][vc] += 1
        assert self.credits[port][vc] <= self.network.depth(self.tile, port)


class Source:
    def __init__(self, network, tile):
        p = network.parameters
        self.network, self.tile, self.p = network, tile, p
        self.credits = [p.buffer_flits] * p.vcs
        self.queues = [deque() for _ in range(p.classes)]  # of flits
        self.current = [-1] * p.classes
        self.last_vc = [p.vcs_per_class - 1] * p.classes  # within the class
        self.last_class = p.classes - 1

    def credit(self, vc, now):
        self.credits[vc] += 1

    def append(self, packet):
        for i in range(packet.flits):
            self.queues[packet.message_class].append(Flit(packet, i == 0, i == packet.flits - 1))

    def send(self, now):
        p = self.p
        for step in range(1, p.classes + 1):
            c = (self.last_class + step) % p.classes
            if not self.queues[c]:
                continue
            if self.queues[c][0].head:
                order = [(self.last_vc[c] + i) % p.vcs_per_class for i in range(1, p.vcs_per_class + 1)]
                choices = [c * p.vcs_per_class + v for v in order]
            else:
                choices = [self.current[c]]
            vc = next((v for v in choices if self.credits[v] > 0), None)
            if vc is None:
                continue
            flit = self.queues[c].popleft()
            if flit.head:
                flit.packet.started = now
                self.last_vc[c] = vc - c * p.vcs_per_class
            self.current[c] = vc
            self.credits[vc] -= 1
            self.last_class = c
            router = self.network.routers[self.tile]
            self.network.at(now + p.source_delay + p.injection_delay, router.enter, LOCAL, vc, flit)
            return


class ReferenceNetwork:
    def __init__(self, width, height, parameters):
        self.width, self.height, self.parameters = width, height, parameters
        self.events = {}
        self.crossed, self.turns = {}, set()
        self.delivered = []  # (number, cycle, started)
        self.routers = [Router(self, tile) for tile in range(width * height)]
        self.sources = [Source(self, tile) for tile in range(width * height)]

    def at(self, cycle, function, *arguments):
        self.events.setdefault(cycle, []).append((function, arguments))

    def neighbour(self, tile, direction):
        return tile + {EAST: 1, WEST: -1, SOUTH: self.width, NORTH: -self.width}[direction]

    def socket(self, tile):
        sockets = self.parameters.sockets
        x, y = tile % self.width, tile // self.width
        return x * sockets.across // self.width, y * sockets.down // self.height

    def is_between_sockets(self, tile, port):
        if self.parameters.sockets is None or port == LOCAL:
            return False
        x, y = tile % self.width, tile // self.width
        on_edge = {EAST: x == self.width - 1, WEST: x == 0, SOUTH: y == self.height - 1, NORTH: y == 0}
        return not on_edge[port] and self.socket(tile) != self.socket(self.neighbour(tile, port))

    def link(self, tile, port):
        """Delay of the channel at a port, and for how long a flit holds it."""
        if self.is_between_sockets(tile, port):
            return self.parameters.sockets.link_cycles, self.parameters.sockets.flit_cycles
        return self.parameters.channel_delay, 1

    def depth(self, tile, port):
        """Flits of each buffer at either end of the channel at a port."""
        p = self.parameters
        if not self.is_between_sockets(tile, port):
            return p.buffer_flits
        there = p.sw_alloc_delay + p.st_final_delay + p.sockets.link_cycles
        granted = there + p.routing_delay + (0 if p.speculative else p.vc_alloc_delay)
        back = p.sw_alloc_delay + p.sockets.link_cycles + p.credit_delay
        under_way = 1
        while under_way * p.sockets.flit_cycles < granted + back:
            under_way += 1
        return p.buffer_flits + under_way

    def direction(self, tile, target):
        dx, dy = target % self.width - tile % self.width, target // self.width - tile // self.width
        if dx:
            return EAST if dx > 0 else WEST
        if dy:
            return SOUTH if dy > 0 else NORTH
        return LOCAL

    def eject(self, tile, vc, flit, now):
        p = self.parameters
        self.at(now + 1 + p.channel_delay + p.credit_delay, self.routers[tile].credit, LOCAL, vc)
        if flit.tail:
            assert flit.packet.target == tile
            self.delivered.append((flit.packet.number, now, flit.packet.started))

    def run(self, packets, cycles):
        """``packets`` of (cycle, source, target, flits, class); their numbers are their places."""
        for now in range(cycles):
            for function, arguments in self.events.pop(now, ()):
                function(*arguments, now)
            for number, (cycle, source, target, flits, message_class) in enumerate(packets):
                if cycle == now:
                    self.sources[source].append(Packet(number, source, target, flits, message_class, now))
            for source in self.sources:
                source.send(now)
            for router in self.routers:
                router.decide(now)
        return sorted(self.delivered)
