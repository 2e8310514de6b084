"""Make the next item of an iterator in a thread while the last one is in use."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TypeVar

Item = TypeVar("Item")


def ahead(items: Generator[Item, None, None]) -> Generator[Item, None, None]:
    """Yield the items of a generator; the next one is made while the caller uses the last.

    Workers that wait for the parts of a large sweep would else be idle while a part is made.
    """
    with closing(items), ThreadPoolExecutor(1) as thread:
        following = thread.submit(next, items, None)
        while (item := following.result()) is not None:
            following = thread.submit(next, items, None)
            yield item
