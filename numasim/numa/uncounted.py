"""The decorator of compiled functions that only work on arrays which their caller holds."""

from numba import njit

uncounted = njit(cache=True, _nrt=False)
"""Like ``njit``, without counting references to arrays: such a function must make no arrays of its own. With
a record of many arrays that is handed from function to function, counting them takes nearly three times as
long as everything else."""
