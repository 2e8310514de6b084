"""Algorithm 2 of the vertex-cut paper in plain Python, line by line, with the readings of the module's head.

Nothing is taken from the mapper but the regions, and the estimate of whole mappings (they have tests of
their own).
"""

import math

import numpy as np
from cluster_graphs import critical_messages, exchanged, shared_blocks

from mappers.mapping import Mapping
from mappers.metrics import estimated_cycles


def algorithm_2(clusters, mesh, costs, core_limit=None, estimate="overlapped", **options):
    """The cores of all clusters; without a limit, with the one of less estimated time."""
    limits = ("share", "threshold") if core_limit is None and estimate == "overlapped" else (core_limit,)
    found = []
    for limit in limits:
        mapper = Algorithm2(clusters, mesh, costs, core_limit=limit, estimate=estimate, **options)
        cores = mapper.place(range(clusters.parts))
        mapping = Mapping(np.array(cores, np.int32), mesh.num_cores)
        found.append((estimated_cycles(clusters, mapping, mesh, costs), cores))
    return min(found, key=lambda each: each[0])[1]


class Algorithm2:
    """Called with clusters as they become ready; ``clusters_on`` is what the cores hold by then."""

    def __init__(self, clusters, mesh, costs, regions=None, core_limit=None, estimate="overlapped"):
        self.clusters, self.mesh, self.costs = clusters, mesh, costs
        self.overlapped = estimate == "overlapped"
        self.critical = critical_messages(clusters)
        self.shared = shared_blocks(clusters)
        self.exchanged = exchanged(clusters)
        self.core = {}
        self.last_cluster = None
        cores = mesh.num_cores
        tiles = costs.controllers or (0,)
        self.nearest = [
            min(range(len(tiles)), key=lambda k: (self.distance(q, tiles[k]), k)) for q in range(cores)
        ]
        self.on_core = Loads(cores)
        self.on_controller = Loads(len(tiles))
        share = math.ceil(clusters.parts / cores)
        self.threshold = max(costs.clusters_per_core, share)
        if core_limit is None:
            core_limit = "threshold" if self.overlapped else "share"
        self.room = share if core_limit == "share" else self.threshold
        # Line 17: Regions = ArchitectureDecomposition()
        if regions is None:
            regions = 2 ** round(math.log2(cores) / 2)
        self.region = mesh.regions(regions).tolist()

    def place(self, ready):
        # Lines 3 to 16: the run queue of the schedulable clusters
        queue = sorted(ready, key=lambda c: (self.clusters.ready_level[c], c))
        # Lines 19 to 35
        while queue:
            cluster = queue.pop(0)
            p = self.cluster_from_mem(cluster)
            ipc = self.cluster_comm(cluster)
            if self.last_cluster is None:
                core = 0
            elif p is not None and self.core[p] == self.core[self.last_cluster]:
                if self.count(self.core[p]) < self.threshold and self.pays(cluster, p):
                    core = self.core[p]
                else:
                    core = self.diff_region(cluster, self.core[self.last_cluster])
            elif ipc is not None:
                core = self.nearby(cluster, self.core[ipc])
            else:
                core = self.diff_region(cluster, self.core[self.last_cluster])
            self.core[cluster] = core
            self.last_cluster = cluster
            for loads, place, cycles in self.demands(cluster, core):
                loads.add(place, cycles)
        return [self.core[c] for c in ready]

    def cluster_from_mem(self, cluster):
        mapped = [b for b in self.core if (cluster, b) in self.shared]
        return min(mapped, key=lambda b: (-self.shared[cluster, b], b), default=None)

    def cluster_comm(self, cluster):
        mapped = [b for b in self.core if (cluster, b) in self.exchanged]

        def most(b):
            return self.critical[cluster, b] if self.overlapped else self.exchanged[cluster, b][1]

        return min(mapped, key=lambda b: (-most(b), b), default=None)

    def pays(self, a, b):
        if self.overlapped:
            other = self.diff_region(a, self.core[b])
            return self.estimated(a, self.core[b]) <= self.estimated(a, other)
        work = [int(self.clusters.work[a]), int(self.clusters.work[b])]
        messages, _ = self.exchanged.get((a, b), (0, 0))
        apart = self.shared[a, b] * self.costs.miss_cycles + messages * self.costs.hop_cycles
        return sum(work) <= max(work) + apart

    def count(self, core):
        return sum(1 for placed in self.core.values() if placed == core)

    def distance(self, one, two):
        width = self.mesh.width
        return abs(one % width - two % width) + abs(one // width - two // width)

    def estimated(self, cluster, core):
        """Cycles of critical messages, of the cores and of the controllers; 0 if serial.

        Sums and powers are in the order of the kernel, so that equal estimates are equal there, too.
        """
        if not self.overlapped:
            return 0
        partners = [(b, self.critical[cluster, b]) for b in self.core if (cluster, b) in self.critical]
        hops = sum(self.distance(core, self.core[b]) * each for b, each in partners)
        beside = sum(each for b, each in partners if self.core[b] == core)
        messages = self.costs.hop_cycles * hops - self.costs.message_cycles * beside
        grown = 0.0
        for loads, place, cycles in self.demands(cluster, core):
            if cycles > 0 or loads is self.on_controller:
                grown += loads.grown(place, cycles)
        return messages + grown

    def demands(self, cluster, core):
        """The loads that a cluster on a core adds to: the controller's and the core's."""
        served = self.costs.block_service_cycles if self.costs.controllers else 0.0
        yield self.on_controller, self.nearest[core], float(self.clusters.first_reads[cluster]) * served
        yield self.on_core, core, float(self.clusters.work[cluster])

    def nearby(self, cluster, core):
        roomy = [q for q in range(self.mesh.num_cores) if self.count(q) < self.room]
        return min(roomy, key=lambda q: (self.estimated(cluster, q), self.distance(core, q), q))

    def diff_region(self, cluster, core):
        roomy = [q for q in range(self.mesh.num_cores) if self.count(q) < self.room]
        elsewhere = [q for q in roomy if self.region[q] != self.region[core]]
        in_region = {
            region: sum(1 for placed in self.core.values() if self.region[placed] == region)
            for region in self.region
        }
        return min(
            elsewhere or roomy,
            key=lambda q: (
                self.estimated(cluster, q),
                in_region[self.region[q]],
                self.count(q),
                -self.distance(core, q),
                q,
            ),
        )


class Loads:
    """Loads of which the 4-norm counts."""

    def __init__(self, count):
        self.cycles = [0.0] * count
        self.powers = 0.0

    def add(self, place, cycles):
        before = self.cycles[place]
        self.cycles[place] += cycles
        self.powers += fourth_power(self.cycles[place]) - fourth_power(before)

    def grown(self, place, cycles):
        own = fourth_power(self.cycles[place])
        others = max(self.powers - own, 0.0)
        more = fourth_power(self.cycles[place] + cycles)
        return math.sqrt(math.sqrt(others + more)) - math.sqrt(math.sqrt(others + own))


def fourth_power(x):
    squared = x * x
    return squared * squared
