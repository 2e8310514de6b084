"""A binary heap of tasks with the smallest key first (ties: lowest number)."""

from __future__ import annotations

from partitioners.kernels.array_types import Float64, Integers
from partitioners.kernels.parts import kernel_part


@kernel_part()
def _is_before(key: Float64, a: int, b: int) -> bool:
    return key[a] < key[b] or (key[a] == key[b] and a < b)


@kernel_part()
def push(heap: Integers, key: Float64, size: int, v: int, value: float) -> int:
    """Add a task with its key to a heap of ``size`` tasks; return the new size."""
    key[v] = value
    i = size
    while i and _is_before(key, v, heap[(i - 1) >> 1]):
        heap[i] = heap[(i - 1) >> 1]
        i = (i - 1) >> 1
    heap[i] = v
    return size + 1


@kernel_part()
def pop(heap: Integers, key: Float64, size: int) -> int:
    """Remove the first task, ``heap[0]``, from a heap of ``size`` tasks; return the new size."""
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
