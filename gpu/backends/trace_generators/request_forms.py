"""The distinct forms of requests: each record gets the number of its form."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import FORM
from partitioners.kernels.array_types import Record, Records, UInt32
from partitioners.kernels.cache import unchecked_njit

_FREE = 2**32 - 1


class RequestForms:
    """The forms of the requests of a launch, in the order in which they came.

    Attributes
    ----------
    count : int
    """

    def __init__(self) -> None:
        self.count = 0
        self._forms = np.zeros(2**10, FORM)
        self._slots = np.full(2**12, _FREE, np.uint32)

    @property
    def forms(self) -> NDArray[Any]:
        """All forms, as records of type FORM."""
        return self._forms[: self.count].copy()

    def numbers_of(self, requests: NDArray[Any]) -> NDArray[np.uint32]:
        """Return the number of the form of each request, as an index in :attr:`forms`.

        Parameters
        ----------
        requests : records with the members of FORM, shape (R,)
        """
        numbers = np.zeros(requests.size, np.uint32)
        done = 0
        while True:
            done, self.count = _number(requests, done, self._forms, self.count, self._slots, numbers)
            if done == requests.size:
                return numbers
            known = self._forms[: self.count]
            self._forms = np.concatenate([known, np.zeros_like(known)])
            self._slots = np.full(2 * self._slots.size, _FREE, np.uint32)
            _number(known, 0, self._forms, 0, self._slots, np.zeros(known.size, np.uint32))


@unchecked_njit
def _number(
    requests: Records, done: int, forms: Records, count: int, slots: UInt32, numbers: UInt32
) -> tuple[int, int]:
    """Number requests from ``done`` on until there is no space for a form; return how many are done."""
    mask = np.uint64(slots.size - 1)
    odd = np.uint64(0x9E3779B97F4A7C15)
    for r in range(done, requests.size):
        one = requests[r]
        key = np.uint64(one.code) << np.uint64(32) ^ np.uint64(one.blocks)
        key = key * odd ^ np.uint64(one.exchanges) << np.uint64(16) ^ np.uint64(one.wavefronts)
        key = (
            key * odd
            ^ np.uint64(np.uint16(one.array)) << np.uint64(32)
            ^ np.uint64(one.kind) << np.uint64(24)
        )
        key ^= np.uint64(one.bytes) << np.uint64(16) ^ np.uint64(one.passes) << np.uint64(8)
        key = (key ^ np.uint64(one.sectors)) * odd
        at = (key ^ key >> np.uint64(32)) & mask
        while slots[at] != _FREE and not _is_same(forms[slots[at]], one):
            at = (at + np.uint64(1)) & mask
        if slots[at] == _FREE:
            if count == forms.size:
                return r, count
            slots[at] = count
            form = forms[count]
            form.code = one.code
            form.blocks = one.blocks
            form.exchanges = one.exchanges
            form.wavefronts = one.wavefronts
            form.array = one.array
            form.kind = one.kind
            form.bytes = one.bytes
            form.passes = one.passes
            form.sectors = one.sectors
            count += 1
        numbers[r] = slots[at]
    return requests.size, count


@unchecked_njit
def _is_same(form: Record, other: Record) -> bool:
    return (
        form.code == other.code
        and form.blocks == other.blocks
        and form.exchanges == other.exchanges
        and form.wavefronts == other.wavefronts
        and form.array == other.array
        and form.kind == other.kind
        and form.bytes == other.bytes
        and form.passes == other.passes
        and form.sectors == other.sectors
    )
