"""MESI with caches and a directory as plain dictionaries: one operation at a time, no messages.

Written from the meaning of the states alone; it shares nothing with the protocol's tables.
"""

LOAD, STORE, EVICT, EVICT_HOME = 29, 30, 31, 32


class Lru:
    """Sets of blocks, the least recently used first."""

    def __init__(self, sets, ways):
        self.ways = ways
        self.order = [[] for _ in range(sets)]

    def of(self, block):
        return self.order[block % len(self.order)]

    def touch(self, block):
        blocks = self.of(block)
        if block in blocks:
            blocks.remove(block)
        blocks.append(block)

    def victim(self, block):
        """What must leave so that a new block has room."""
        blocks = self.of(block)
        return blocks[0] if len(blocks) == self.ways else None

    def remove(self, block):
        self.of(block).remove(block)


class Oracle:
    """``l1[core]``: block to S, E or M; ``home``: block to SS, M or MT; ``sharers``, ``owner`` of a block."""

    def __init__(self, cores, l1, l2):
        self.cores = cores
        self.l1 = [{} for _ in range(cores)]
        self.l1_order = [Lru(*l1) for _ in range(cores)]
        self.l2_order = [Lru(*l2) for _ in range(cores)]
        self.home, self.sharers, self.owner = {}, {}, {}
        self.memory_writes, self.dirty = 0, set()

    def do(self, core, operation, block):
        if operation == EVICT:
            if block in self.l1[core]:
                self.leave(core, block)
        elif operation == EVICT_HOME:
            if block in self.home:
                self.leave_home(block)
        else:
            self.access(core, operation == STORE, block)

    def access(self, core, store, block):
        mine, order = self.l1[core], self.l1_order[core]
        state = mine.get(block, "I")
        if state == "I" and (victim := order.victim(block)) is not None:
            self.leave(core, victim)
        order.touch(block)
        if state in ("E", "M") or (state == "S" and not store):
            if store:
                mine[block] = "M"
            return
        self.bring_home(block)
        if store:
            for other in range(self.cores):
                if other != core and block in self.l1[other]:
                    if self.l1[other][block] == "M":
                        self.dirty.add(block)
                    self.drop(other, block)
            mine[block] = "M"
            self.owned_by(core, block)
        elif self.home[block] == "M":
            mine[block] = "E"
            self.owned_by(core, block)
        else:
            if self.home[block] == "MT":
                owner = self.owner.pop(block)
                if self.l1[owner][block] == "M":
                    self.dirty.add(block)
                self.l1[owner][block] = "S"
                self.sharers[block] = {owner}
            self.home[block] = "SS"
            self.sharers[block].add(core)
            mine[block] = "S"

    def owned_by(self, core, block):
        self.home[block], self.owner[block], self.sharers[block] = "MT", core, set()

    def bring_home(self, block):
        """The block lies in its slice of the L2, whatever has to leave it; slices get blocks in turn."""
        order, of_slice = self.l2_order[block % self.cores], block // self.cores
        if block not in self.home:
            if (victim := order.victim(of_slice)) is not None:
                self.leave_home(victim * self.cores + block % self.cores)
            self.home[block], self.sharers[block] = "M", set()
        order.touch(of_slice)

    def drop(self, core, block):
        del self.l1[core][block]
        self.l1_order[core].remove(block)

    def leave(self, core, block):
        state = self.l1[core][block]
        self.drop(core, block)
        if state != "S":  # a shared copy leaves in silence
            if state == "M":
                self.dirty.add(block)
            self.home[block] = "M"
            del self.owner[block]

    def leave_home(self, block):
        for core in range(self.cores):
            if block in self.l1[core]:
                if self.l1[core][block] == "M":
                    self.dirty.add(block)
                self.drop(core, block)
        del self.home[block], self.sharers[block]
        self.owner.pop(block, None)
        self.l2_order[block % self.cores].remove(block // self.cores)
        if block in self.dirty:
            self.dirty.remove(block)
            self.memory_writes += 1
