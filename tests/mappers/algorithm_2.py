"""Algorithm 2 of the vertex-cut paper in plain Python, line by line, with the readings of the module's head.

Nothing is taken from the mapper but the regions (they have tests of their own).
"""

import math

from cluster_graphs import exchanged, shared_blocks


class Algorithm2:
    """Called with clusters as they become ready; ``clusters_on`` is what the cores hold by then."""

    def __init__(self, clusters, mesh, costs, regions=None, core_limit="share"):
        self.clusters, self.mesh, self.costs = clusters, mesh, costs
        self.shared = shared_blocks(clusters)
        self.exchanged = exchanged(clusters)
        self.core = {}
        self.last_cluster = None
        cores = mesh.num_cores
        share = math.ceil(clusters.parts / cores)
        self.threshold = max(costs.clusters_per_core, share)
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
                    core = self.diff_region(self.core[self.last_cluster])
            elif ipc is not None:
                core = self.nearby(self.core[ipc])
            else:
                core = self.diff_region(self.core[self.last_cluster])
            self.core[cluster] = core
            self.last_cluster = cluster
        return [self.core[c] for c in ready]

    def cluster_from_mem(self, cluster):
        mapped = [b for b in self.core if (cluster, b) in self.shared]
        return min(mapped, key=lambda b: (-self.shared[cluster, b], b), default=None)

    def cluster_comm(self, cluster):
        mapped = [b for b in self.core if (cluster, b) in self.exchanged]
        return min(mapped, key=lambda b: (-self.exchanged[cluster, b][1], b), default=None)

    def pays(self, a, b):
        work = [int(self.clusters.work[a]), int(self.clusters.work[b])]
        messages, _ = self.exchanged.get((a, b), (0, 0))
        apart = self.shared[a, b] * self.costs.miss_cycles + messages * self.costs.hop_cycles
        return sum(work) <= max(work) + apart

    def count(self, core):
        return sum(1 for placed in self.core.values() if placed == core)

    def distance(self, one, two):
        width = self.mesh.width
        return abs(one % width - two % width) + abs(one // width - two // width)

    def nearby(self, core):
        roomy = [q for q in range(self.mesh.num_cores) if self.count(q) < self.room]
        return min(roomy, key=lambda q: (self.distance(core, q), q))

    def diff_region(self, core):
        roomy = [q for q in range(self.mesh.num_cores) if self.count(q) < self.room]
        elsewhere = [q for q in roomy if self.region[q] != self.region[core]]
        in_region = {
            region: sum(1 for placed in self.core.values() if self.region[placed] == region)
            for region in self.region
        }
        return min(
            elsewhere or roomy,
            key=lambda q: (in_region[self.region[q]], self.count(q), -self.distance(core, q), q),
        )
