"""A binary heap of tasks, the smallest key first, ties to the lowest number."""

from __future__ import annotations

from numba import njit


@njit(cache=True)
def _is_before(key, a, b):  # type: ignore[no-untyped-def]
    return key[a] < key[b] or (key[a] == key[b] and a < b)


@njit(cache=True)
def push(heap, key, size, v, value):  # type: ignore[no-untyped-def]
    """Put a task in, with its key; ``size`` is how many there are, and the result how many then."""
    key[v] = value
    i = size
    while i and _is_before(key, v, heap[(i - 1) >> 1]):
        heap[i] = heap[(i - 1) >> 1]
        i = (i - 1) >> 1
    heap[i] = v
    return size + 1


@njit(cache=True)
def pop(heap, key, size):  # type: ignore[no-untyped-def]
    """Take the first task, ``heap[0]``, out; the result is how many are left."""
    size -= 1
    v = heap[size]
    i = 0
    while 2 * i + 1 < size:
        child = 2 * i + 1
        if child + 1 < size and _is_before(key, heap[child + 1], heap[child]):
            child += 1
        if _is_before(key, v, heap[child]):
            break
        heap[i] = heap[child]
        i = child
    heap[i] = v
    return size
