"""An L1 that fetches the next blocks after each miss.

A prefetch is one of the protocol's own loads, so coherence needs nothing new. Nobody waits for it: it carries
a stamp that is no task's, and is left out when the L1 says which tasks got their access.
"""

from typing import Annotated

from annotated_types import Ge, Le

from numasim.plugins import (
    L1,
    RETRY,
    CoherentMemory,
    Event,
    Run,
    l1_deliver,
    new_message,
    release_message,
)

NOBODY = -1


def next_lines(
    *, lines: Annotated[int, Ge(1), Le(8)] = 1, page_blocks: Annotated[int, Ge(1)] = 128
) -> type[Run]:
    """Fetch the next blocks of a page after each miss of an L1."""

    class Prefetching(L1):
        def access(self, task, block, store):
            misses = self.misses
            became = super().access(task, block, store)
            if self.misses > misses:
                for following in range(block + 1, block + 1 + lines):
                    if following % page_blocks == 0:
                        break
                    self._prefetch(following)
            return became

        def _prefetch(self, block):
            memory, c = self._memory, self._memory.coherence
            m = new_message(c, Event.LOAD, block, self._number, self._number)
            c.messages[m]["stamp"] = NOBODY
            if l1_deliver(c, m) == RETRY:  # no MSHR, or no line
                release_message(c, m)
            else:
                memory.empty_outbox(memory.l1_cycles, self)

        def deliver(self):
            completed, has_room = super().deliver()
            return [task for task in completed if task != NOBODY], has_room

    memory = type("PrefetchingMemory", (CoherentMemory,), {"l1": Prefetching})
    return type("PrefetchingRun", (Run,), {"coherent_memory": memory})
