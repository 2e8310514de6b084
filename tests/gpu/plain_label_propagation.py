"""Label propagation in plain Python: one vertex after another, with the counts of a block as it began."""

import numpy as np

VERTEX_BALANCE, EDGE_BALANCE, REFINEMENT = range(3)


class PlainLabels:
    """The labels of a ``LabelGraph``, computed with numbers of a type."""

    def __init__(self, labelled, part, real=np.float32):
        rows = [{} for _ in range(labelled.vertices)]
        for v, u, amount in zip(labelled.owner, labelled.neighbour, labelled.edge_weight, strict=True):
            rows[v][int(u)] = int(amount)
        neighbours, weight, parts, self.real = rows, labelled.weights.values, labelled.parts, real
        self.neighbours, self.weight, self.part, self.parts = neighbours, weight, list(part), parts
        self.strength = [sum(near.values()) for near in neighbours]

    def headroom(self, limit, used):
        real = self.real
        return max(real(limit) / real(used) - real(1), real(0)) if used > 0 else real(1e6)

    def used(self, w):
        return [sum(int(self.weight[w][v]) for v in self._of(k)) for k in range(self.parts)]

    def _of(self, k):
        return [v for v, own in enumerate(self.part) if own == k]

    def iterate(self, vertices, group, stage, limits, threshold=0.0, emptiest=-1):
        """Visit vertices in groups that read the parts together; return the vertices that move."""
        moved = []
        for begin in range(0, len(vertices), group):
            block = vertices[begin : begin + group]
            attractions = [self.attractions(v, stage) for v in block]
            for v, attraction in zip(block, attractions, strict=True):
                best = self.best(v, attraction, stage, limits, threshold, emptiest)
                if best != self.part[v]:
                    self.part[v] = best
                    moved.append(v)
        return moved

    def attractions(self, v, stage):
        found = [0] * self.parts
        for u, amount in self.neighbours[v].items():
            found[self.part[u]] += amount * (1 if stage == REFINEMENT else self.strength[u])
        return found

    def factor(self, k, stage, limits):
        if stage == REFINEMENT:
            return self.real(1)
        if stage == EDGE_BALANCE:
            return self.headroom(limits[-1], self.used(len(limits) - 1)[k])
        return min(self.headroom(limit, self.used(w)[k]) for w, limit in enumerate(limits[:-1]))

    def best(self, v, attraction, stage, limits, threshold, emptiest):
        own = best = self.part[v]
        own_score = best_score = self.real(attraction[own]) * self.factor(own, stage, limits)
        for k in range(self.parts):
            full = self._is_full(k, v, limits)
            score = self.real(attraction[k]) * self.factor(k, stage, limits)
            if k != own and attraction[k] > 0 and not full and score > best_score:
                best, best_score = k, score
        if best == own:
            overloaded = self.used(len(limits) - 1)[own] > limits[-1]
            has_room = emptiest >= 0 and not self._is_full(emptiest, v, limits)
            return emptiest if sum(attraction) > 0 and overloaded and has_room else own
        most = self.real(threshold) * self.real(sum(attraction)) * self.factor(best, stage, limits)
        return best if best_score - own_score >= most else own

    def _is_full(self, k, v, limits):
        return any(self.used(w)[k] + int(self.weight[w][v]) > limit for w, limit in enumerate(limits))
