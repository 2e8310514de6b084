"""An L1 that fetches the next blocks after each miss.

A prefetch is one of the protocol's own loads, so coherence needs nothing new. Nobody waits for it: it carries
a stamp that is no task's, and is left out when the L1 says which tasks got their access.
"""

from typing import Annotated

from annotated_types import Ge, Le

from numasim.plugins import L1, RETRY, Event, l1_deliver, new_message, release_message

NOBODY = -1


class NextLines(L1):
    """Fetch the next blocks of a page after each miss of an L1.

    Parameters
    ----------
    lines : int
        Blocks after each miss.
    page_blocks : int
        Blocks of a page, at whose end a prefetch stops.
    """

    counters = ("prefetches",)

    def __init__(
        self,
        caches,
        number,
        *,
        lines: Annotated[int, Ge(1), Le(8)] = 1,
        page_blocks: Annotated[int, Ge(1)] = 128,
    ):
        super().__init__(caches, number)
        self.lines, self.page_blocks = lines, page_blocks
        self.prefetches = 0

    def access(self, task, block, store):
        misses = self.misses
        became = super().access(task, block, store)
        if self.misses > misses:
            for following in range(block + 1, block + 1 + self.lines):
                if following % self.page_blocks == 0:
                    break
                self._prefetch(following)
        return became

    def _prefetch(self, block):
        caches, c = self.caches, self.caches.coherence
        m = new_message(c, Event.LOAD, block, self.number, self.number)
        c.messages[m]["stamp"] = NOBODY
        if l1_deliver(c, m) == RETRY:  # no MSHR, or no line
            release_message(c, m)
        else:
            self.prefetches += 1
            caches.empty_outbox(caches.l1_cycles, self)

    def deliver(self):
        completed, has_room = super().deliver()
        return [task for task in completed if task != NOBODY], has_room
