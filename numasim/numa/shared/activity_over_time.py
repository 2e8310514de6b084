"""What the cores together did over time, in intervals that get longer as the run does.

A run begins with intervals of one cycle. When it needs more than ``INTERVALS`` of them, neighbours are
merged, so that the record has a fixed size for any run.
"""

from __future__ import annotations

INTERVALS = 128


class ActivityOverTime:
    """The cycles of all cores by interval and activity.

    Attributes
    ----------
    shift : int
        An interval has ``2 ** shift`` cycles.
    spent : list of list of int
        For each interval, the core cycles by activity, in the order of ``CORE_TIMES``.
    """

    def __init__(self, shift: int = 0, spent: list[list[int]] | None = None) -> None:
        self.shift = shift
        self.spent = [[0, 0, 0, 0] for _ in range(INTERVALS)] if spent is None else spent

    def add(self, activity: int, first: int, last: int) -> None:
        """Count the cycles ``first`` .. ``last - 1`` of one core.

        Parameters
        ----------
        activity : int
            The place of the activity in ``CORE_TIMES``.
        """
        if first >= last:
            return
        self.cover(last)
        interval = first >> self.shift
        while first < last:
            end = min((interval + 1) << self.shift, last)
            self.spent[interval][activity] += end - first
            first = end
            interval += 1

    def cover(self, cycles: int) -> None:
        """Merge neighbours until the intervals have this number of cycles."""
        while cycles > INTERVALS << self.shift:
            pairs = zip(self.spent[::2], self.spent[1::2], strict=True)
            merged = [[a + b for a, b in zip(one, other, strict=True)] for one, other in pairs]
            self.spent = merged + [[0, 0, 0, 0] for _ in merged]
            self.shift += 1
